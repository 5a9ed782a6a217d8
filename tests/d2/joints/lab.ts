/** What the shared joint suite (`tests/common/joint-suite`) asks of two dimensions. */

import {
  box, capsule, circle, PhysicsError, polygon, World, type Body, type BodyDefinition, type ShapeDefinition, type Vec2,
} from 'fulcrum-physics/2d'
import { bodyPoses, framesOf, setFrames } from '../../../src/d2/joints/frames.ts'
import { Measure, POSE_SIZE } from '../../../src/d2/joints/joint-kind.ts'
import { moveToCommonPoint } from '../../../src/d2/joints/solver/build-joint.ts'
import { HOT_STRIDE, INVERSE, OWN_K, SCALAR_STRIDE } from '../../../src/d2/joints/solver/joint-rows.ts'
import { ROLE_FRICTION } from '../../../src/d2/store/joint-table.ts'
import { validateStep } from '../../../src/d2/store/validate-world.ts'
import type { WorldState } from '../../../src/d2/store/world-state.ts'
import type { BodySettings, BodySpec, Lab, Momentum, Random, SolvedRows, WorldSettings } from '../../common/joint-suite/lab.ts'
import { MASS_A, MASS_B } from '../../common/joint-suite/pairs.ts'
import type { JointCase } from './joint-case.ts'
import { direction, rotated, scaled } from './vectors.ts'

const NOWHERE: Vec2 = { x: 0, y: 0 }
const BESIDE: Vec2 = { x: 1, y: 0 }
const NO_OFFSET = new Float64Array(2)

/** Centres of mass that are not the bodies' origins. */
const OFF_A: Vec2 = { x: 0.04, y: -0.02 }
const OFF_B: Vec2 = { x: -0.03, y: 0.05 }

/** Where the entries of a symmetric matrix of three rows stand in its triangle. */
const TRIANGLE = [[0, 1, 3], [1, 2, 4], [3, 4, 5]]

/** Of a box, with what is asked of it. */
function definitionOf({ type, mass, damping, offCenter, lockedRotation, ghost }: BodySettings, halfExtents: Vec2, center: Vec2): BodyDefinition {
  return {
    shapes: [box({ halfExtents, ...filterOf(ghost !== true) })],
    ...(type !== undefined && { type }),
    ...(mass !== undefined && { mass }),
    ...(damping !== undefined && { linearDamping: damping, angularDamping: damping }),
    ...(offCenter === true && { centerOfMass: center }),
    ...(lockedRotation === true && { lockedAxes: { rotation: true } }),
  }
}

function filterOf(collide: boolean): { filter?: { category: number; mask: number } } {
  return collide ? {} : { filter: { category: 1, mask: 0 } }
}

function shapeOf({ shape, size }: BodySpec, collide: boolean): ShapeDefinition {
  const more = filterOf(collide)
  if (shape === 'circle') return circle({ radius: size, ...more })
  if (shape === 'box') return box({ halfExtents: { x: size, y: 0.5 * size }, ...more })
  if (shape === 'capsule') return capsule({ radius: 0.5 * size, halfLength: 0.7 * size, ...more })
  return polygon({ points: [[1, 0], [-1, 0.2], [0, 1], [0.1, -0.7]].map(([x, y]) => ({ x: size * x, y: size * y })), ...more })
}

/** The tables behind a world. */
export function stateOf(world: World): WorldState {
  return (world as unknown as { state: WorldState }).state
}

/** Momentum of all dynamic bodies; the angular one, about the origin of the world, is a number. */
export function momentumOf(world: World): Omit<Momentum, 'angular'> & { angular: number } {
  const sum = { linear: [0, 0], angular: 0, linearScale: 0, angularScale: 0 }
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    const { mass, linearVelocity: v, centerOfMass: c } = body
    const angular = body.getInertia() * body.angularVelocity + mass * (c.x * v.y - c.y * v.x)
    sum.linear[0] += mass * v.x
    sum.linear[1] += mass * v.y
    sum.angular += angular
    sum.linearScale += mass * Math.hypot(v.x, v.y)
    sum.angularScale += Math.abs(angular)
  }
  return sum
}

export function kineticEnergyOf(world: World): number {
  let sum = 0
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    const { mass, linearVelocity: v, angularVelocity: w } = body
    sum += 0.5 * mass * (v.x * v.x + v.y * v.y) + 0.5 * body.getInertia() * w * w
  }
  return sum
}

export const LAB: Lab = {
  dimensions: 2,
  poseSize: 3,
  freedoms: 3,
  beside: BESIDE,
  emptyWorld({ gravity = 0, ...options }: WorldSettings = {}): World {
    return new World({ gravity: { x: 0, y: -gravity }, sleeping: false, ...options })
  },
  bodyA(world: World, settings: BodySettings = {}): Body {
    return world.createBody({ mass: MASS_A, ...definitionOf(settings, { x: 0.3, y: 0.2 }, OFF_A) })
  },
  bodyB(world: World, joint: JointCase, settings: BodySettings = {}): Body {
    const position = joint.place ?? BESIDE
    return world.createBody({ mass: MASS_B, position, ...definitionOf(settings, { x: 0.25, y: 0.3 }, OFF_B) })
  },
  pin: (world: World, body: Body) => world.createHingeJoint({ bodyB: body, anchor: body.position }),
  toss(body: Body, random: Random, speed: number, spin: number): void {
    body.linearVelocity = scaled(direction(random), speed)
    body.angularVelocity = spin * (2 * random() - 1)
  },
  misplace(body: Body, random: Random, seed: number): void {
    const { x, y } = body.position
    const off = direction(random)
    body.teleport({ x: x + off.x, y: y + off.y }, ((seed % 2 === 0 ? 170 : -170) * Math.PI) / 180)
  },
  validateStep,
  momentumOf(world: World): Momentum {
    const { angular, ...momentum } = momentumOf(world)
    return { ...momentum, angular: [angular] }
  },

  posesOff(joint: JointCase, random: Random, angle: number, shift: number): Float64Array {
    const turn = 6 * random() - 3
    const xA = scaled(direction(random), random())
    const arm = rotated(turn, joint.place ?? BESIDE)
    const off = scaled(direction(random), shift * random())
    return new Float64Array([xA.x, xA.y, turn, xA.x + arm.x + off.x, xA.y + arm.y + off.y, turn + angle])
  },
  posesAnywhere(random: Random): Float64Array {
    const numbers: number[] = []
    for (let side = 0; side < 2; side++) numbers.push(...Object.values(scaled(direction(random), random())), 20 * random() - 10)
    return new Float64Array(numbers)
  },
  displace(poses: Float64Array, o: number, k: number, by: number): void {
    poses[o + k] += by
  },
  teleport: (body: Body, poses: Float64Array, o: number) => body.teleport({ x: poses[o], y: poses[o + 1] }, poses[o + 2]),
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
  inverseMass: (body: Body) => [[1 / body.mass, 0, 0], [0, 1 / body.mass, 0], [0, 0, 1 / body.getInertia()]],
  moveToCommonPoint: (row, o, pose) => moveToCommonPoint(row, o, pose, 0),
  solvedRows(state: WorldState, joint: number): SolvedRows {
    const rows = state.jointRows.columns
    const scalars = state.scalarRows.columns
    const r = state.joints.columns.row[joint]
    if (r < 0) return { inverse: [], friction: [] }
    const rigid = Array.from({ length: rows.rigid[r] }, (_, i) => i)
    const friction: { coordinate: number; k: number }[] = []
    for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
      if (scalars.role[s] === ROLE_FRICTION) friction.push({ coordinate: scalars.coordinate[s], k: scalars.hot[s * SCALAR_STRIDE + OWN_K] })
    }
    return { inverse: rigid.map((i) => rigid.map((k) => rows.hot[r * HOT_STRIDE + INVERSE + TRIANGLE[i][k]])), friction }
  },

  shapes: ['circle', 'box', 'capsule', 'polygon'],
  ranges: ['limit', 'linearLimit', 'angularLimit', 'travelLimit', 'limitA', 'limitB'],
  still: { place: NOWHERE, spin: 0 },
  energyBound: 1e-3,
  randomVector: (random: Random, most: number) => scaled(direction(random), most * random()),
  randomSpin: (random: Random, most: number) => 2 * most * random() - most,
  assembledBody(world: World, spec: BodySpec, collide: boolean): Body {
    return world.createBody({ mass: spec.mass, centerOfMass: spec.center, shapes: [shapeOf(spec, collide)] })
  },
  isRefusal: (error) => error instanceof PhysicsError,
}
