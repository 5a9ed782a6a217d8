// Small scenes of react-three-fiber, one at a time: every component of a joint, loops and steps, meshes that come late, props that are refused.
import { Canvas } from '@react-three/fiber'
import { Component, createElement as h, createRef, StrictMode, useState, type ReactElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Body, CustomJointDefinition, Joint, World } from 'fulcrum-physics/3d'
import * as library from '@fulcrum-physics/react'

const { BallCollider, CoefficientCombineRule, CuboidCollider, euler, Physics, quat, RigidBody, useFulcrum, vec3 } = library

const Z = { x: 0, y: 0, z: 1 }
const AT = { x: 1, y: 0, z: 0 }

/** What each component of a joint is told. */
const JOINTS: Readonly<Record<string, object>> = {
  BallJoint: { anchor: AT },
  HingeJoint: { anchor: AT, axis: Z, limit: { lower: -1, upper: 1 } },
  TwoPointHingeJoint: { first: AT, second: { x: 1, y: 0, z: 1 } },
  SliderJoint: { axis: Z },
  FixedJoint: {},
  DistanceJoint: { maxLength: 3 },
  CylindricalJoint: { anchor: AT, axis: Z },
  ScrewJoint: { anchor: AT, axis: Z, pitch: 0.1 },
  UniversalJoint: { anchor: AT, axisA: { x: 1, y: 0, z: 0 }, axisB: { x: 0, y: 1, z: 0 } },
  ConstantVelocityJoint: { anchor: AT, axis: { x: 1, y: 0, z: 0 } },
  WheelJoint: { anchor: { x: 2, y: 0, z: 0 }, suspensionAxis: { x: 0, y: 1, z: 0 }, axleAxis: Z },
  GearJoint: { axisA: Z, axisB: Z, ratio: 2 },
  RackAndPinionJoint: { axis: Z, direction: { x: 1, y: 0, z: 0 }, radius: 0.5 },
  PulleyJoint: { groundA: { x: 0, y: 5, z: 0 }, groundB: { x: 2, y: 5, z: 0 } },
  PathJoint: { path: { points: [2, 0, 0, 3, 1, 0, 4, 0, 0] } },
  SwingTwistJoint: { anchor: AT, axis: { x: 1, y: 0, z: 0 } },
  ConeLimitJoint: { axis: Z, angle: 1 },
  WedgeLimitJoint: { axis: Z, direction: { x: 1, y: 0, z: 0 }, limit: { lower: -1, upper: 1 } },
  AngularLimitJoint: { axis: Z, limit: { lower: -1, upper: 1 } },
  OrientationLockJoint: {},
  GenericJoint: { anchor: AT, limits: [{ linearAxes: [0, 1, 2], max: 0 }] },
  MotorJoint: { linear: { velocity: AT, maxForce: 10 } },
  MouseJoint: { anchor: { x: 2, y: 0, z: 0 }, target: { x: 2, y: 1, z: 0 } },
  CustomJoint: { name: 'rod', rows: 1, error: ((a, b, m) => m.sub(m.length(m.sub(b.position, a.position)), 2)) satisfies CustomJointDefinition['error'] },
}

interface Context { world: World; step(seconds: number): void }
const state = { context: null as Context | null, error: '', body: createRef<Body>(), joint: createRef<Joint>(), set: (_late: boolean): void => undefined }

function Probe(): null {
  state.context = useFulcrum()
  return null
}

class Catch extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override componentDidCatch(error: Error): void {
    state.error = error.message
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}

const box = (size = 0.5): ReactElement => h('mesh', null, h('boxGeometry', { args: [size, size, size] }))

function Joined({ name }: { name: string }): ReactElement {
  const [a] = useState(() => createRef<Body>())
  const Any = (library as unknown as Record<string, (props: object) => null>)[name]!
  return h('group', null,
    h(RigidBody, { ref: a }, box()), h(RigidBody, { ref: state.body, position: [2, 0, 0] }, box()),
    h(Any, { bodyA: a, bodyB: state.body, ref: state.joint, ...JOINTS[name] } as object),
  )
}

/** A mesh that is there from the start, and one that comes and goes; colliders may be given. */
function Late(): ReactElement {
  const [late, set] = useState(false)
  state.set = set
  return h(RigidBody, { ref: state.body, position: [0, 5, 0] }, box(1), h('group', { position: [2, 0, 0] }, late ? box(2) : null))
}

const SCENES: Readonly<Record<string, () => ReactElement>> = {
  ...Object.fromEntries(Object.keys(JOINTS).map((name) => [name, () => h(Physics, { paused: true, gravity: [0, 0, 0] }, h(Probe), h(Joined, { name }))])),
  vary: () => h(Physics, { timeStep: 'vary' }, h(Probe), h(RigidBody, { ref: state.body }, box())),
  independent: () => h(Physics, { updateLoop: 'independent' }, h(Probe), h(RigidBody, { ref: state.body }, box())),
  late: () => h(Physics, { paused: true }, h(Probe), h(Late)),
  massive: () => h(Physics, { paused: true }, h(Probe), h(RigidBody, {
    ref: state.body, massProperties: {
      mass: 3, centerOfMass: { x: 0.1, y: 0.2, z: 0 }, principalAngularInertia: { x: 1, y: 2, z: 2.5 },
      angularInertiaLocalFrame: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 },
    },
  }, box())),
  ...Object.fromEntries(['solverGroups', 'dominanceGroup', 'contactSkin', 'softCcdPrediction', 'activeCollisionTypes', 'additionalSolverIterations']
    .map((name) => [name, () => h(Physics, { paused: true }, h(Probe), h(RigidBody, { ref: state.body, [name]: 7 } as object, box()))])),
  weighed: () => h(Physics, { paused: true }, h(Probe), h(RigidBody, { ref: state.body, colliders: false, frictionCombineRule: CoefficientCombineRule.Min } as never,
    h(BallCollider, { args: [0.3], mass: 2 }), h(CuboidCollider, { args: [1, 0.5, 0.2], mass: 5, position: vec3([1, 0, 0]), restitutionCombineRule: 'average' }))),
  colliderMass: () => h(Physics, { paused: true }, h(Probe), h(RigidBody, { ref: state.body }, h(BallCollider, { args: [1], massProperties: {} } as never))),
  neutral: () => h(Physics, { paused: true }, h(Probe), h(RigidBody, { ref: state.body, dominanceGroup: 0, contactSkin: 0 } as object, box())),
}

const root = createRoot(document.getElementById('root')!)
let shown = 0

const parts = {
  joints: Object.keys(JOINTS),
  state,
  /** What the helpers make of lists. */
  helpers: () => [...vec3([1, 2, 3]), ...quat([0, 0, 1, 0]), euler({ x: 0.1, y: 0.2, z: 0.3 }).y, vec3().x, quat().w],
  /** Shows a scene instead of the one before. */
  show(name: string): void {
    state.context = null
    state.error = ''
    const frameloop = name === 'independent' ? 'demand' : 'always'
    root.render(h(StrictMode, null, h(Canvas, { key: shown++, frameloop } as never, h(Catch, null, h(SCENES[name]!)))))
  },
}
export type Parts = typeof parts
Object.assign(globalThis, { parts, ready: true })
