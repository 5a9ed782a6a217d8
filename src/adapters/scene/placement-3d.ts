/**
 * Scenes put elsewhere in space.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { LockedAxes } from '../../d3/api/body-definition.ts'
import { quatMultiply, quatRotate } from '../../d3/math/quaternion.ts'
import { readQuat, readVec3, type Quat, type Vec3 } from '../../d3/math/types.ts'
import { ANCHOR_A, FRAME_A, OWN } from '../../d3/store/joint-table.ts'
import type { LoadOptions } from './options.ts'
import { SAME_AXIS, type JointMoves, type Placement } from './placement.ts'

const AXES = ['x', 'y', 'z'] as const

/** Null where the scene stays at its place. */
export function readPlacement3({ position, rotation }: LoadOptions<unknown>): Placement | null {
  if (position === undefined && rotation === undefined) return null
  const shift = new Float64Array(3)
  if (position !== undefined) readVec3(position, 'loadScene.position', shift, 0)
  const turn = Float64Array.of(0, 0, 0, 1)
  if (rotation !== undefined) readQuat(rotation, 'loadScene.rotation', turn, 0)
  const out = new Float64Array(4)
  const turned = (value: unknown): Vec3 => {
    const { x, y, z } = value as Vec3
    quatRotate(turn, 0, x, y, z, out, 0)
    return { x: out[0]!, y: out[1]!, z: out[2]! }
  }
  const placement: Placement = {
    angle: 0,
    frameA: (data) => moveNumbers(data, placement, { points: [ANCHOR_A], rotations: [FRAME_A] }),
    direction: turned,
    spin: turned,
    point: (value) => {
      const { x, y, z } = turned(value)
      return { x: x + shift[0]!, y: y + shift[1]!, z: z + shift[2]! }
    },
    rotation: (value) => {
      const { x, y, z, w } = value as Quat
      quatMultiply(turn, 0, Float64Array.of(x, y, z, w), 0, out, 0)
      return { x: out[0]!, y: out[1]!, z: out[2]!, w: out[3]! }
    },
    locks: (value, path) => {
      const { linear = {}, angular = {} } = value as LockedAxes
      return { linear: turnLocks(linear, turned, `${path}.linear`), angular: turnLocks(angular, turned, `${path}.angular`) }
    },
  }
  return placement
}

type Locks = { readonly [axis in (typeof AXES)[number]]?: boolean }

/** Locked axes of the world as those that they are turned to. All or none stay what they are. */
function turnLocks(locks: Locks, turned: (value: unknown) => Vec3, path: string): Locks {
  const held = AXES.filter((axis) => locks[axis] === true)
  if (held.length === 0 || held.length === 3) return locks
  const out: { x: boolean; y: boolean; z: boolean } = { x: false, y: false, z: false }
  for (const axis of held) {
    const to = turned({ x: 0, y: 0, z: 0, [axis]: 1 })
    const found = AXES.find((other) => AXES.every((third) => third === other || Math.abs(to[third]) <= SAME_AXIS))
    if (found === undefined) {
      const advice = 'holds axes of the world. A scene with it may be turned onto the axes of the world alone; lock all three, or use a joint.'
      throw new PhysicsError('out-of-range', path, locks, advice)
    }
    out[found] = true
  }
  return out
}

/** Rotations, points and directions of the world in a joint's numbers. */
interface Numbers {
  readonly rotations?: readonly number[]
  readonly points?: readonly number[]
  readonly directions?: readonly number[]
}

function moveNumbers(data: Float64Array, placement: Placement, { rotations = [], points = [], directions = [] }: Numbers): void {
  const vector = (o: number): Vec3 => ({ x: data[o]!, y: data[o + 1]!, z: data[o + 2]! })
  const put = (o: number, value: unknown): void => {
    const { x, y, z } = value as Vec3
    data.set([x, y, z], o)
  }
  for (const o of rotations) {
    const turned = placement.rotation({ ...vector(o), w: data[o + 3]! }) as Quat
    put(o, turned)
    data[o + 3] = turned.w
  }
  for (const o of points) put(o, placement.point(vector(o)))
  for (const o of directions) put(o, placement.direction(vector(o)))
}

const own = (numbers: Numbers): Pick<JointMoves, 'own'> => ({ own: (data, placement) => moveNumbers(data, placement, numbers) })

export const MOVES_3D: Readonly<Record<string, JointMoves>> = {
  twoPointHinge: { points: ['first', 'second'] },
  wheel: { points: ['anchor'], directions: ['suspensionAxis', 'axleAxis'] },
  // Turns of both wheels are counted from rotations of the world.
  gear: { points: ['anchorA', 'anchorB'], directions: ['axisA', 'axisB'], ...own({ rotations: [OWN, OWN + 4] }) },
  rackAndPinion: { points: ['anchor'], directions: ['axis', 'direction'], ...own({ rotations: [OWN], directions: [OWN + 4], points: [OWN + 7] }) },
  pulley: { points: ['groundA', 'groundB', 'anchorA', 'anchorB'], ...own({ points: [OWN, OWN + 3] }) },
  path: { points: ['anchor'] },
  mouse: { points: ['anchor', 'target'] },
}
