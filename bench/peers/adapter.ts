/**
 * What the comparison asks of an engine, ours included: build a list of bodies and joints, step, tell the poses. Everything else stays as the engine
 * ships it, but that nothing may fall asleep.
 */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'
import type { BodyList, ListedShape } from '../../scenes/d3/lists/body-list.ts'

export const GRAVITY = -9.81
export const DT: number = 1 / 60

export interface PeerWorld {
  /** What the engine was run with, as read from it where it tells. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  step(): void
  /** Poses of the dynamic bodies in the order of the list, of the frame in which the shape was given: x y z, quaternion x y z w; in 2D x y angle. */
  readPoses(out: Float64Array): void
  /**
   * Nearest hit of each ray, m; −1 = none. A ray has 7 numbers: origin, direction of length 1, how far it goes. One call of the engine per ray,
   * unless its interface takes many.
   */
  castRays?(rays: Float64Array, distances: Float64Array): void
  hash?(): string
}

export interface Adapter<List = BodyList> {
  create(list: List): Promise<PeerWorld>
}

/** Numbers of a pose. */
export const POSE_SIZE = 7

/** A body of one shape, as every engine has it. */
export interface SingleBody {
  /** Number of the body in the list. */
  readonly index: number
  readonly isStatic: boolean
  readonly position: Vec3
  readonly rotation: Quat
  readonly shape: ListedShape
}

const NO_ROTATION: Quat = { x: 0, y: 0, z: 0, w: 1 }

/** The list with static bodies of several shapes taken apart. Dynamic bodies have one shape at their origin, unturned static ones any number. */
export function singleBodies({ bodies }: BodyList): SingleBody[] {
  return bodies.flatMap(({ type, position, rotation = NO_ROTATION, shapes }, index) => {
    const isStatic = type === 'static'
    if (!isStatic && (shapes.length !== 1 || shapes[0]!.position !== undefined)) throw new Error('A dynamic body must have one shape at its origin.')
    if (isStatic && rotation.w !== 1) throw new Error('A static body must not be turned.')
    return shapes.map(shape => {
      const { x, y, z } = shape.position ?? { x: 0, y: 0, z: 0 }
      return { index, isStatic, position: { x: position.x + x, y: position.y + y, z: position.z + z }, rotation, shape }
    })
  })
}

/** An engine that does not have the bodies where the list puts them runs another scene. Single precision is allowed for. */
export function requireStartPoses({ bodies }: BodyList, poses: Float64Array): void {
  bodies.filter(({ type }) => type === 'dynamic').forEach(({ position: { x, y, z }, rotation: q = NO_ROTATION }, i) => {
    // A quaternion and its negative are one rotation, and engines choose.
    const sign = poses[7 * i + 3]! * q.x + poses[7 * i + 4]! * q.y + poses[7 * i + 5]! * q.z + poses[7 * i + 6]! * q.w < 0 ? -1 : 1
    const wanted = [x, y, z, sign * q.x, sign * q.y, sign * q.z, sign * q.w]
    const isThere = wanted.every((value, k) => Math.abs(poses[7 * i + k]! - value) < 1e-5 * Math.max(1, Math.abs(value)))
    if (!isThere) throw new Error(`Body ${i} starts at ${poses.subarray(7 * i, 7 * i + 7).join(' ')}, not at ${wanted.join(' ')}.`)
  })
}

/** Points as x y z in a row, in the single precision that most engines keep. */
export function flatPoints(points: readonly Vec3[]): Float32Array {
  return Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z]))
}

export function writePose(out: Float64Array, index: number, position: Vec3, rotation: Quat): void {
  const at = 7 * index
  out[at] = position.x
  out[at + 1] = position.y
  out[at + 2] = position.z
  out[at + 3] = rotation.x
  out[at + 4] = rotation.y
  out[at + 5] = rotation.z
  out[at + 6] = rotation.w
}
