/**
 * Scenes put elsewhere in the plane.
 */

import { PhysicsError, requireFinite } from '../../common/errors.ts'
import { readVec2, type Vec2 } from '../../d2/math/types.ts'
import { rotate, setRotation } from '../../d2/math/rotation.ts'
import type { LockedAxes } from '../../d2/api/body-definition.ts'
import { ANCHOR_A, FRAME_A, OWN } from '../../d2/store/joint-table.ts'
import type { LoadOptions } from './options.ts'
import { SAME_AXIS, type JointMoves, type Placement } from './placement.ts'

/** Null where the scene stays at its place. */
export function readPlacement2({ position, rotation }: LoadOptions<unknown>): Placement | null {
  if (position === undefined && rotation === undefined) return null
  const shift = new Float64Array(2)
  if (position !== undefined) readVec2(position, 'loadScene.position', shift, 0)
  const angle = rotation === undefined ? 0 : requireFinite(rotation, 'loadScene.rotation')
  const turn = new Float64Array(2)
  setRotation(angle, turn, 0)
  const out = new Float64Array(2)
  const turned = (value: unknown): Vec2 => {
    const { x, y } = value as Vec2
    rotate(turn, 0, x, y, out, 0)
    return { x: out[0]!, y: out[1]! }
  }
  const placement: Placement = {
    angle,
    frameA: (data) => {
      movePoints(data, placement, ANCHOR_A)
      data[FRAME_A]! += angle
    },
    direction: turned,
    point: (value) => {
      const { x, y } = turned(value)
      return { x: x + shift[0]!, y: y + shift[1]! }
    },
    rotation: (value) => (value as number) + angle,
    spin: (value) => value,
    locks: (value, path) => {
      const { x = false, y = false, rotation: held = false } = value as LockedAxes
      if (x === y || Math.abs(turn[1]!) <= SAME_AXIS) return value
      if (Math.abs(turn[0]!) <= SAME_AXIS) return { x: y, y: x, rotation: held }
      const advice = 'holds one axis of the world. A scene with it may be turned by quarter turns alone; lock both axes, or use a slider joint.'
      throw new PhysicsError('out-of-range', path, value, advice)
    },
  }
  return placement
}

/** Points of the world in a joint's own numbers. */
function movePoints(data: Float64Array, placement: Placement, ...places: number[]): void {
  for (const o of places) {
    const { x, y } = placement.point({ x: data[o], y: data[o + 1] }) as Vec2
    data[o] = x
    data[o + 1] = y
  }
}

export const MOVES_2D: Readonly<Record<string, JointMoves>> = {
  wheel: { points: ['anchor'], directions: ['suspensionAxis'] },
  pulley: { points: ['groundA', 'groundB', 'anchorA', 'anchorB'], own: (data, placement) => movePoints(data, placement, OWN, OWN + 2) },
  mouse: { points: ['anchor', 'target'] },
  gear: {
    pointsOfA: ['anchorA'],
    // ratio φ_B − φ_A: what turns both turns it by ratio − 1, unless it is told from the line between the axles, which turns too.
    own(data, { angle }, turns) {
      const toldFromAxles = data[OWN + 2] === 1
      if (!toldFromAxles) data[OWN + 1]! += (data[OWN]! - 1) * angle
      turns[0]! += angle
    },
  },
  pin: { pointsOfA: ['anchorA'] },
  slide: { pointsOfA: ['anchorA'] },
  pivot: { pointsOfA: ['anchorA'] },
  groove: { pointsOfA: ['grooveA', 'grooveB'] },
  dampedSpring: { pointsOfA: ['anchorA'] },
}
