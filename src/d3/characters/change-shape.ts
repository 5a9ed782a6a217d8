/**
 * Another shape for a character, if there is room: to crouch and to stand up again. Its feet stay where they are.
 */

import { obstacles } from '../../common/characters/obstacles.ts'
import { CAST_SKIN, PLANE_TOLERANCE } from '../../common/tuning.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { quatMultiply } from '../math/quaternion.ts'
import { changeGeometry } from '../store/body-store.ts'
import { syncBody } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { senseGround } from './move-character.ts'
import { gatherObstacles, measureGap, moverExtent, place, setMoverRow, setMoverShape } from './mover.ts'

const up = new Float64Array(3)
const local = new Float64Array(4)
const target = new Float64Array(3)
let gaps = new Float64Array(32)

/** False, and nothing has changed, if the new shape would come nearer to something than the skin lets it. `only`: just ask. */
export function changeShape(state: WorldState, row: number, definition: ShapeDefinition, only: boolean): boolean {
  const c = state.characters.columns
  const body = c.body[row]
  const shape = state.bodies.columns.firstShape[body] - 1
  for (let k = 0; k < 3; k++) up[k] = c.up[row * 3 + k]
  setMoverRow(state, shape)
  const below = moverExtent(up, -1)
  const { x, y, z, w } = definition.rotation
  local.set([x, y, z, w])
  quatMultiply(state.bodies.columns.q, body * 4, local, 0, local, 0)
  setMoverShape(definition, local, 0)
  const rise = moverExtent(up, -1) - below
  for (let k = 0; k < 3; k++) target[k] = place[k] + rise * up[k]
  if (!hasRoom(state, shape, c.skin[row])) return false
  if (only) return true
  changeGeometry(state, shape, definition)
  const { center } = state.shapes.columns
  const { x: at, oldX } = state.bodies.columns
  // The origin goes where its feet say.
  for (let k = 0; k < 3; k++) at[body * 3 + k] += target[k] - center[shape * 3 + k]
  for (let k = 0; k < 3; k++) oldX[body * 3 + k] = at[body * 3 + k]
  syncBody(state, body)
  senseGround(state, row)
  return true
}

/** Is the mover at `target` as far from everything as it must be, or at least not nearer than the shape it is to replace? */
function hasRoom(state: WorldState, shape: number, skin: number): boolean {
  for (let k = 0; k < 3; k++) place[k] = target[k]
  gatherObstacles(state, shape, skin)
  if (gaps.length < obstacles.count) gaps = new Float64Array(2 * obstacles.count)
  for (let i = 0; i < obstacles.count; i++) gaps[i] = measureGap(state, obstacles.rows[i])
  setMoverRow(state, shape)
  for (let i = 0; i < obstacles.count; i++) {
    if (gaps[i] < CAST_SKIN * skin && gaps[i] < measureGap(state, obstacles.rows[i]) - PLANE_TOLERANCE * skin) return false
  }
  return true
}
