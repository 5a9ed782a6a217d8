/** What the shared joint suite (`tests/common/joint-suite`) asks of three dimensions. */

import {
  box, capsule, hull, PhysicsError, sphere, World, type Body, type BodyDefinition, type Quat, type ShapeDefinition, type Vec3,
} from 'fulcrum-physics/3d'
import { bodyPoses, framesOf, setFrames } from '../../../src/d3/joints/frames.ts'
import { MAX_RIGID, Measure, POSE_SIZE } from '../../../src/d3/joints/joint-kind.ts'
import { invertMass, moveToCommonPoint } from '../../../src/d3/joints/solver/build-joint.ts'
import { turn } from '../../../src/d3/math/rotation.ts'
import { ROLE_FRICTION } from '../../../src/d3/store/joint-table.ts'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import type { WorldState } from '../../../src/d3/store/world-state.ts'
import type { BodySettings, BodySpec, Lab, Momentum, Random, SolvedRows, WorldSettings } from '../../common/joint-suite/lab.ts'
import { inverse } from '../../common/joint-suite/matrix.ts'
import { MASS_A, MASS_B } from '../../common/joint-suite/pairs.ts'
import type { JointCase } from './joint-case.ts'
import { after, around, direction, rotated, rotation, scaled } from './vectors.ts'

const NOWHERE: Vec3 = { x: 0, y: 0, z: 0 }
const BESIDE: Vec3 = { x: 1, y: 0, z: 0 }
const NO_OFFSET = new Float64Array(3)

/** Centres of mass that are not the bodies' origins. */
const OFF_A: Vec3 = { x: 0.04, y: -0.02, z: 0.03 }
const OFF_B: Vec3 = { x: -0.03, y: 0.05, z: 0.02 }

/** Of a box, with what is asked of it. */
function definitionOf({ type, mass, damping, offCenter, lockedRotation, ghost }: BodySettings, halfExtents: Vec3, center: Vec3): BodyDefinition {
  return {
    shapes: [box({ halfExtents, ...filterOf(ghost !== true) })],
    ...(type !== undefined && { type }),
    ...(mass !== undefined && { mass }),
    ...(damping !== undefined && { linearDamping: damping, angularDamping: damping }),
    ...(offCenter === true && { centerOfMass: center }),
    ...(lockedRotation === true && { lockedAxes: { angular: { x: true, y: true, z: true } } }),
  }
}

function vectorAt(numbers: Float64Array, o: number): Vec3 {
  return { x: numbers[o], y: numbers[o + 1], z: numbers[o + 2] }
}

function quatAt(numbers: Float64Array, o: number): Quat {
  return { x: numbers[o], y: numbers[o + 1], z: numbers[o + 2], w: numbers[o + 3] }
}

function filterOf(collide: boolean): { filter?: { category: number; mask: number } } {
  return collide ? {} : { filter: { category: 1, mask: 0 } }
}

function shapeOf({ shape, size }: BodySpec, collide: boolean): ShapeDefinition {
  const more = filterOf(collide)
  if (shape === 'sphere') return sphere({ radius: size, ...more })
  if (shape === 'box') return box({ halfExtents: { x: size, y: 0.5 * size, z: 0.8 * size }, ...more })
  if (shape === 'capsule') return capsule({ radius: 0.5 * size, halfLength: 0.7 * size, ...more })
  const points = [[1, 0, 0], [-1, 0.2, 0], [0, 1, 0.3], [0.1, -0.7, 0], [0, 0, 0.9], [0.2, 0, -0.6]].map(([x, y, z]) => ({ x: size * x, y: size * y, z: size * z }))
  return hull({ points, ...more })
}

/** The tables behind a world. */
export function stateOf(world: World): WorldState {
  return (world as unknown as { state: WorldState }).state
}

export function momentumOf(world: World): Momentum {
  const sum: Momentum = { linear: [0, 0, 0], angular: [0, 0, 0], linearScale: 0, angularScale: 0 }
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    const { mass, linearVelocity: v, centerOfMass: c } = body
    const q = body.rotation
    const w = rotated({ x: -q.x, y: -q.y, z: -q.z, w: q.w }, body.angularVelocity)
    const i = body.getInertia()
    const spin = rotated(q, {
      x: i.xx * w.x + i.xy * w.y + i.xz * w.z, y: i.xy * w.x + i.yy * w.y + i.yz * w.z, z: i.xz * w.x + i.yz * w.y + i.zz * w.z,
    })
    const linear = [mass * v.x, mass * v.y, mass * v.z]
    const angular = [
      spin.x + mass * (c.y * v.z - c.z * v.y), spin.y + mass * (c.z * v.x - c.x * v.z), spin.z + mass * (c.x * v.y - c.y * v.x),
    ]
    for (let k = 0; k < 3; k++) {
      sum.linear[k] += linear[k]
      sum.angular[k] += angular[k]
    }
    sum.linearScale += Math.hypot(...linear)
    sum.angularScale += Math.hypot(...angular)
  }
  return sum
}

export function kineticEnergyOf(world: World): number {
  let sum = 0
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    const { mass, linearVelocity: v, rotation: q } = body
    const w = rotated({ x: -q.x, y: -q.y, z: -q.z, w: q.w }, body.angularVelocity)
    const i = body.getInertia()
    sum += 0.5 * mass * (v.x * v.x + v.y * v.y + v.z * v.z) + 0.5 * (i.xx * w.x * w.x + i.yy * w.y * w.y + i.zz * w.z * w.z)
    sum += i.xy * w.x * w.y + i.xz * w.x * w.z + i.yz * w.y * w.z
  }
  return sum
}

export const LAB: Lab = {
  dimensions: 3,
  poseSize: 7,
  freedoms: 6,
  beside: BESIDE,
  emptyWorld({ gravity = 0, ...options }: WorldSettings = {}): World {
    return new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false, ...options })
  },
  bodyA(world: World, settings: BodySettings = {}): Body {
    return world.createBody({ mass: MASS_A, ...definitionOf(settings, { x: 0.3, y: 0.2, z: 0.25 }, OFF_A) })
  },
  bodyB(world: World, joint: JointCase, settings: BodySettings = {}): Body {
    const position = joint.place ?? BESIDE
    return world.createBody({ mass: MASS_B, position, ...definitionOf(settings, { x: 0.25, y: 0.3, z: 0.2 }, OFF_B) })
  },
  pin: (world: World, body: Body) => world.createBallJoint({ bodyB: body, anchor: body.position }),
  toss(body: Body, random: Random, speed: number, spin: number): void {
    body.linearVelocity = scaled(direction(random), speed)
    body.angularVelocity = scaled(direction(random), spin)
  },
  misplace(body: Body, random: Random): void {
    const { x, y, z } = body.position
    const off = direction(random)
    body.teleport({ x: x + off.x, y: y + off.y, z: z + off.z }, around(direction(random), (170 * Math.PI) / 180))
  },
  momentumOf,
  validateStep,

  posesOff(joint: JointCase, random: Random, angle: number, shift: number): Float64Array {
    const qA = rotation(random)
    const qB = after(qA, around(direction(random), angle))
    const xA = scaled(direction(random), random())
    const arm = rotated(qA, joint.place ?? BESIDE)
    const off = scaled(direction(random), shift * random())
    return new Float64Array([
      xA.x, xA.y, xA.z, qA.x, qA.y, qA.z, qA.w,
      xA.x + arm.x + off.x, xA.y + arm.y + off.y, xA.z + arm.z + off.z, qB.x, qB.y, qB.z, qB.w,
    ])
  },
  posesAnywhere(random: Random): Float64Array {
    const numbers: number[] = []
    for (let side = 0; side < 2; side++) numbers.push(...Object.values(scaled(direction(random), random())), ...Object.values(rotation(random)))
    return new Float64Array(numbers)
  },
  displace(poses: Float64Array, o: number, k: number, by: number): void {
    if (k < 3) poses[o + k] += by
    else turn(poses, o + 3, k === 3 ? 1 : 0, k === 4 ? 1 : 0, k === 5 ? 1 : 0, by)
  },
  teleport: (body: Body, poses: Float64Array, o: number) => body.teleport(vectorAt(poses, o), quatAt(poses, o + 3)),
  createMeasure: () => new Measure(),
  createPose: () => new Float64Array(POSE_SIZE),
  poseNow(state: WorldState, row: number): Float64Array {
    const pose = new Float64Array(POSE_SIZE)
    framesOf(state, row, pose)
    return pose
  },
  poseAt(poses: Float64Array, data: Float64Array, pose: Float64Array): void {
    bodyPoses.set(poses)
    setFrames(pose, data, 0, NO_OFFSET, 0, NO_OFFSET, 0)
  },
  inverseMass(body: Body): number[][] {
    const i = body.getInertia()
    const local = inverse([[i.xx, i.xy, i.xz], [i.xy, i.yy, i.yz], [i.xz, i.yz, i.zz]])
    const axes = [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }].map((v) => Object.values(rotated(body.rotation, v)))
    return Array.from({ length: 6 }, (_, r) => Array.from({ length: 6 }, (_, c) => {
      if (r < 3 || c < 3) return r === c ? 1 / body.mass : 0
      let sum = 0
      for (let m = 0; m < 3; m++) for (let n = 0; n < 3; n++) sum += axes[m][r - 3] * local[m][n] * axes[n][c - 3]
      return sum
    }))
  },
  moveToCommonPoint,
  solvedRows(state: WorldState, joint: number): SolvedRows {
    const rows = state.jointRows.columns
    const scalars = state.scalarRows.columns
    const r = state.joints.columns.row[joint]
    if (r < 0) return { inverse: [], friction: [] }
    // Where a factor of the whole group serves, the step makes none of single joints.
    invertMass(state, r, 0)
    const rigid = Array.from({ length: rows.rigid[r] }, (_, i) => i)
    const friction: { coordinate: number; k: number }[] = []
    for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
      if (scalars.role[s] === ROLE_FRICTION) friction.push({ coordinate: scalars.coordinate[s], k: scalars.k[s] })
    }
    return { inverse: rigid.map((i) => rigid.map((k) => rows.inverse[r * MAX_RIGID * MAX_RIGID + i * MAX_RIGID + k])), friction }
  },

  shapes: ['sphere', 'box', 'capsule', 'hull'],
  ranges: ['limit', 'linearLimit', 'angularLimit', 'travelLimit', 'twistLimit', 'limitA', 'limitB'],
  still: { place: NOWHERE, spin: NOWHERE },
  energyBound: 0.01,
  randomVector: (random: Random, most: number) => scaled(direction(random), most * random()),
  randomSpin: (random: Random, most: number) => scaled(direction(random), most * random()),
  assembledBody(world: World, spec: BodySpec, collide: boolean): Body {
    return world.createBody({ mass: spec.mass, centerOfMass: spec.center as Vec3, shapes: [shapeOf(spec, collide)] })
  },
  isRefusal: (error) => error instanceof PhysicsError,
}
