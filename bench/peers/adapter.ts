/**
 * What the comparison asks of an engine, ours included: build a list of bodies and joints, step, tell the poses. Everything else stays as the engine
 * ships it, but that nothing may fall asleep.
 */

import type { Quat, Vec3 } from 'fulcrum/3d'
import type { BodyList, ListedShape } from '../../scenes/lists/body-list.ts'

export const GRAVITY = -9.81
export const DT: number = 1 / 60

export interface PeerWorld {
  /** What the engine was run with, as read from it where it tells. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  step(): void
  /** Poses of the dynamic bodies in the order of the list: x y z, quaternion x y z w, of the frame in which the shape was given. */
  readPoses(out: Float64Array): void
  hash?(): string
}

export interface Adapter {
  create(list: BodyList): Promise<PeerWorld>
}

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
