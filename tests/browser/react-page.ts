// A scene of react-three-fiber with everything that `@fulcrum-physics/react` has, in StrictMode, as a user would write it (without JSX).
import { Canvas } from '@react-three/fiber'
import { createElement as h, createRef, StrictMode, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Mesh } from 'three'
import type { Body, Character as CharacterHandle, HingeJoint as HingeHandle, Joint, Shape, WheeledVehicle, World } from 'fulcrum-physics/3d'
import {
  BallCollider, BallJoint, Character, ConvexHullCollider, CuboidCollider, CylinderCollider, HeightfieldCollider, HingeJoint, InstancedRigidBodies,
  interactionGroups, MeshCollider, Physics, RigidBody, RoundConeCollider, RoundCuboidCollider, useAfterPhysicsStep, useBeforePhysicsStep,
  useFilterContactPair, useFulcrum, useJoint, useRevoluteJoint, useRopeJoint, useSnapshot, useSphericalJoint, useSpringJoint, Vehicle,
  type FulcrumContext, type Snapshots,
} from '@fulcrum-physics/react'

interface Log {
  context: FulcrumContext | null
  snapshots: Snapshots | null
  events: string[]
  before: number
  after: number
  set: (state: Partial<State>) => void
  /** Count of the changes that have been carried out. */
  changes: number
  motor: { current: HingeHandle | null }
  spring: { current: Joint | null }
}

interface State {
  mounted: boolean
  crate: boolean
  ballAt: readonly [number, number, number]
  speed: number
  extra: boolean
  paused: boolean
  count: number
  change: number
}

const log: Log = {
  context: null, snapshots: null, events: [], before: 0, after: 0, set: () => undefined, changes: 0, motor: { current: null }, spring: { current: null },
}
const refs = {
  ball: createRef<Body>(), crate: createRef<Body>(), collider: createRef<Shape>(), bricks: createRef<Body[]>(), character: createRef<CharacterHandle>(),
  car: createRef<WheeledVehicle>(), chassis: createRef<Body>(), hinge: createRef<HingeHandle>(), ghost: createRef<Body>(), tilted: createRef<Body>(),
  wheelMesh: createRef<Mesh>(),
}

const paint = (color: string): ReactElement => h('meshStandardMaterial', { color, roughness: 0.7 })
const shown = { castShadow: true, receiveShadow: true }

function mesh(geometry: string, args: readonly number[], color: string, props: object = {}): ReactElement {
  return h('mesh', { ...shown, ...props }, h(geometry, { args }), paint(color))
}

function Probe(): null {
  log.context = useFulcrum()
  log.snapshots = useSnapshot()
  useBeforePhysicsStep(() => void log.before++)
  useAfterPhysicsStep((world: World) => void (log.after = world.stepCount))
  useFilterContactPair((_a, _b, bodyA, bodyB) => bodyA !== refs.ghost.current && bodyB !== refs.ghost.current)
  return null
}

/** Says which change has been carried out. */
function Marker({ change }: { change: number }): null {
  useEffect(() => void (log.changes = change), [change])
  return null
}

/** A door by a hook, a chain by another, a spring by a third. */
function Machines({ speed }: { speed: number }): ReactElement {
  const [post, door, a, b, c, bob] = [useRef<Body>(null), useRef<Body>(null), useRef<Body>(null), useRef<Body>(null), useRef<Body>(null), useRef<Body>(null)]
  log.motor = useRevoluteJoint(post, door, [[0.1, 0, 0], [-0.85, 0, 0], [0, 1, 0], [-1.4, 1.4]])
  useSphericalJoint(a, b, [[0.25, 0, 0], [-0.25, 0, 0]])
  useRopeJoint(b, c, [[0, 0, 0], [0, 0, 0], 0.8])
  useSpringJoint(a, bob, [[0, 0, 0], [0, 0, 0], 1, 60, 1])
  log.spring = useJoint('distance', null, bob, { anchorA: [-2, 6, 3], maxLength: 3 })
  return h('group', null,
    h(RigidBody, { ref: post, type: 'fixed', position: [3, 1.2, 2] }, mesh('boxGeometry', [0.2, 2.4, 0.2], '#55514a')),
    h(RigidBody, { ref: door, position: [3.95, 1.2, 2] }, mesh('boxGeometry', [1.5, 2, 0.12], '#e0b84c')),
    h(RigidBody, { ref: a, type: 'fixed', position: [-2, 5, 3] }, mesh('sphereGeometry', [0.15], '#44515c')),
    h(RigidBody, { ref: b, position: [-1.5, 5, 3] }, mesh('sphereGeometry', [0.2], '#44515c')),
    h(RigidBody, { ref: c, position: [-1, 5, 3] }, mesh('sphereGeometry', [0.25], '#44515c')),
    h(RigidBody, { ref: bob, position: [-2, 3.5, 3], mass: 1 }, mesh('icosahedronGeometry', [0.2, 4], '#7b5ea7')),
    h(Spinner, { speed }),
  )
}

/** A wheel on a hinge with a motor, as a component. */
function Spinner({ speed }: { speed: number }): ReactElement {
  const wheel = useRef<Body>(null)
  return h('group', { position: [-5, 2, -3] },
    h(RigidBody, { ref: wheel, rotation: [Math.PI / 2, 0, 0], angularDamping: 0 }, mesh('cylinderGeometry', [0.8, 0.8, 0.3, 32], '#3d7ea6'),
      mesh('boxGeometry', [0.2, 0.34, 1.4], '#223344')),
    h(HingeJoint, { ref: refs.hinge, bodyB: wheel, anchor: [-5, 2, -3], axis: [0, 0, 1], motor: { speed, maxTorque: 1e4 } }),
  )
}

const heights = Float32Array.from({ length: 21 * 21 }, (_, i) => 0.15 * ((i * 7) % 3))
const points = [0.4, 0, 0, -0.4, 0, 0, 0, 0.5, 0, 0, -0.3, 0, 0, 0, 0.4, 0, 0, -0.4]

function Scene({ state }: { state: State }): ReactElement {
  const groups = interactionGroups(1, [0])
  return h('group', null,
    h(Probe),
    h(RigidBody, { type: 'fixed', name: 'floor', position: [0, -0.5, 0] }, mesh('boxGeometry', [24, 1, 24], '#9fb08c')),
    h(RigidBody, {
      ref: refs.ball, position: state.ballAt, restitution: 0.4, colliders: 'ball',
      onCollisionEnter: ({ other, manifold, flipped }) => log.events.push(`ball hits ${other.rigidBodyObject?.name} ${manifold.points.length > 0} ${typeof flipped}`),
      onSleep: () => log.events.push('ball sleeps'), onWake: () => log.events.push('ball wakes'),
    }, mesh('sphereGeometry', [0.6, 32, 24], '#d1495b')),
    // A trigger, and a collider without a body.
    h(CuboidCollider, {
      args: [0.8, 1, 0.8], position: [-3, 1, 3], sensor: true,
      onIntersectionEnter: () => log.events.push('into the trigger'), onIntersectionExit: () => log.events.push('out of the trigger'),
    }),
    h(HeightfieldCollider, { args: [20, 20, heights, [6, 1, 6]], position: [8, 0.05, -8] }),
    // A group that is turned and mirrored.
    h('group', { position: [4, 3, -2], rotation: [0.3, 0.8, -0.4], scale: [1.3, -1.3, 1.3] },
      h(RigidBody, { ref: refs.tilted, position: [0.2, 0, 0] }, mesh('capsuleGeometry', [0.25, 0.8, 8, 16], '#7b5ea7'))),
    state.crate && h(RigidBody, { ref: refs.crate, position: [-4, 0.6, -1], colliders: false, mass: 4, onContactForce: ({ totalForceMagnitude }) => {
      if (log.events.filter((text) => text.startsWith('force')).length < 200) log.events.push(`force ${totalForceMagnitude.toFixed(1)}`)
    } },
      mesh('boxGeometry', [1, 1, 1], '#c9704a'), h(CuboidCollider, { ref: refs.collider, args: [0.5, 0.5, 0.5] }),
      state.extra && h(BallCollider, { args: [0.4], position: [0, 0.9, 0] })),
    h(RigidBody, { ref: refs.ghost, position: [-7, 3, 5] }, mesh('boxGeometry', [0.6, 0.6, 0.6], '#ffffff')),
    h(RigidBody, { position: [0, 3, 4], collisionGroups: groups }, h(RoundCuboidCollider, { args: [0.3, 0.3, 0.3, 0.1] }), mesh('boxGeometry', [0.8, 0.8, 0.8], '#f2f2f2')),
    h(RigidBody, { position: [1.2, 3, 4.5] }, h(RoundConeCollider, { args: [0.4, 0.3, 0.05] }), h(CylinderCollider, { args: [0.1, 0.4], position: [0, -0.4, 0] }),
      mesh('coneGeometry', [0.35, 0.9, 24], '#b5651d')),
    h(RigidBody, { position: [2.2, 3, 5] }, h(ConvexHullCollider, { args: [points] }), mesh('octahedronGeometry', [0.4], '#557799')),
    h(RigidBody, { position: [-1.5, 2, 6], type: 'fixed', colliders: false }, h(MeshCollider, { type: 'trimesh' }, mesh('torusGeometry', [0.7, 0.2, 10, 24], '#99a', { rotation: [1.2, 0, 0] }))),
    h(InstancedRigidBodies, {
      ref: refs.bricks, mass: 1,
      instances: Array.from({ length: state.count }, (_, i) => ({ key: i, position: [-0.5 + (i % 3) * 0.95, 0.26 + Math.floor(i / 3) * 0.5, -4] as const })),
    }, h('instancedMesh', { args: [undefined, undefined, 12], ...shown, name: 'bricks' } as never, h('boxGeometry', { args: [0.9, 0.5, 0.5] }), paint('#a5532f'))),
    h(Machines, { speed: state.speed }),
    h(Character, { ref: refs.character, position: [-8, 0.95, 0], move: [1, 0, 0] }, mesh('capsuleGeometry', [0.3, 1.2, 8, 16], '#2a9d8f')),
    h(RigidBody, { ref: refs.chassis, position: [6, 1.2, 5], mass: 900, colliders: 'cuboid' }, mesh('boxGeometry', [1.6, 0.5, 3.4], '#2b59c3'),
      h(Vehicle, {
        ref: refs.car,
        wheels: [[-0.8, 1.2], [0.8, 1.2], [-0.8, -1.2], [0.8, -1.2]].map(([x, z]) => ({ position: { x: x!, y: -0.1, z: z! } })),
        wheel: (i) => mesh('cylinderGeometry', [0.35, 0.35, 0.25, 24], '#222222', { rotation: [0, 0, Math.PI / 2], ...(i === 0 ? { ref: refs.wheelMesh } : {}) }),
      })),
    h(BallJoint, { bodyB: refs.tilted, anchor: [4, 5, -2] }),
  )
}

function App(): ReactNode {
  const [state, setState] = useState<State>({ mounted: true, crate: true, ballAt: [-3, 5, 3], speed: 3, extra: false, paused: true, count: 9, change: 0 })
  log.set = (change) => setState((before) => ({ ...before, ...change, change: before.change + 1 }))
  return h(Canvas, {
    shadows: true, camera: { position: [9, 8, 15], fov: 45 }, gl: { preserveDrawingBuffer: true }, frameloop: 'always',
    style: { width: '100vw', height: '100vh' }, onCreated: ({ camera }: { camera: { lookAt(x: number, y: number, z: number): void } }) => camera.lookAt(0, 1, 0),
  } as never,
    h('color', { attach: 'background', args: ['#dfe7ee'] }),
    h('hemisphereLight', { args: ['#ffffff', '#888877', 1.4] }),
    h('directionalLight', { position: [6, 14, 8], intensity: 2.4, castShadow: true, 'shadow-camera-left': -14, 'shadow-camera-right': 14, 'shadow-camera-top': 14, 'shadow-camera-bottom': -14 } as never),
    // Frames are stepped by hand, so that every run is the same.
    h(Marker, { change: state.change }),
    state.mounted && h(Physics, { paused: state.paused }, h(Scene, { state })))
}

createRoot(document.getElementById('root')!).render(h(StrictMode, null, h(App)))

const page = { log, refs }
export type ReactPage = typeof page
Object.assign(globalThis, { page, ready: false })
const wait = setInterval(() => {
  if (log.context === null || refs.car.current === null) return
  clearInterval(wait)
  Object.assign(globalThis, { ready: true })
}, 20)
