/**
 * Debug drawing of wheels: two rims, spokes that turn with them, and the suspension.
 */

import { cos, sin } from '../../common/math/deterministic-math.ts'
import { ENABLED } from '../../common/store/column-codes.ts'
import type { DrawPlan } from '../../common/world/draw-options.ts'
import type { DebugRenderer } from '../api/draw.ts'
import { quatRotate } from '../math/quaternion.ts'
import type { Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import { chassisOf } from './vehicle-rows.ts'
import { MAX_WHEELS } from './vehicle-table.ts'
import { wheelPose } from './wheel-pose.ts'
import { ANCHOR, wheelPlace } from './wheel-row.ts'

/** Corners of a rim; every fourth has a spoke. */
const AROUND = 16
const pose = new Float64Array(7)
const point = new Float64Array(3)

export function drawWheels(state: WorldState, renderer: DebugRenderer, { colors }: DrawPlan): void {
  const { alive, wheelCount, radius, width } = state.vehicles.columns
  const { awake, flags } = state.bodies.columns
  for (let row = 0; row < state.vehicles.count; row++) {
    const body = alive[row] === 1 ? chassisOf(state, row) : -1
    if (body < 0) continue
    const color = (flags[body] & ENABLED) === 0 ? colors.disabled : awake[body] === 1 ? colors.awake : colors.asleep
    for (let w = 0; w < wheelCount[row]; w++) {
      const slot = row * MAX_WHEELS + w
      wheelPose(state, row, slot, pose)
      const hub = { x: pose[0], y: pose[1], z: pose[2] }
      renderer.line({ x: wheelPlace[ANCHOR], y: wheelPlace[ANCHOR + 1], z: wheelPlace[ANCHOR + 2] }, hub, colors.joint)
      drawRims(renderer, radius[slot], 0.5 * width[slot], color)
    }
  }
}

/** The wheel at `pose`. */
function drawRims(renderer: DebugRenderer, radius: number, half: number, color: number): void {
  const at = (side: number, i: number): Vec3 => {
    const turn = (2 * Math.PI * i) / AROUND
    quatRotate(pose, 3, side * half, radius * cos(turn), radius * sin(turn), point, 0)
    return { x: pose[0] + point[0], y: pose[1] + point[1], z: pose[2] + point[2] }
  }
  for (let i = 0; i < AROUND; i++) {
    renderer.line(at(-1, i), at(-1, i + 1), color)
    renderer.line(at(1, i), at(1, i + 1), color)
    if (i % 4 !== 0) continue
    renderer.line(at(-1, i), at(1, i), color)
    renderer.line(at(1, i), at(1, i + AROUND / 2), color)
  }
}
