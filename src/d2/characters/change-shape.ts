/**
 * Another shape for a character, if there is room: to crouch and to stand up again. Its feet stay where they are.
 */

import { obstacles } from '../../common/characters/obstacles.ts'
import { CAST_SKIN, PLANE_TOLERANCE } from '../../common/tuning.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { changeGeometry } from '../store/body-store.ts'
import { syncBody } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { senseGround } from './move-character.ts'
import { gatherObstacles, measureGap, moverExtent, place, setMoverRow, setMoverShape } from './mover.ts'

const up = new Float64Array(2)
const target = new Float64Array(2)
let gaps = new Float64Array(32)

/** False, and nothing has changed, if the new shape would come nearer to something than the skin lets it. `only`: just ask. */
export function changeShape(state: WorldState, row: number, definition: ShapeDefinition, only: boolean): boolean {
  const c = state.characters.columns
  const body = c.body[row]
  const shape = state.bodies.columns.firstShape[body] - 1
  for (let k = 0; k < 2; k++) up[k] = c.up[row * 2 + k]
  setMoverRow(state, shape)
  const below = moverExtent(up, -1)
  setMoverShape(definition, state.bodies.columns.angle[body] + definition.rotation)
  const rise = moverExtent(up, -1) - below
  for (let k = 0; k < 2; k++) target[k] = place[k] + rise * up[k]
  if (!hasRoom(state, shape, c.skin[row])) return false
  if (only) return true
  changeGeometry(state, shape, definition)
  const { center } = state.shapes.columns
  const { x: at, oldX } = state.bodies.columns
  // The origin goes where its feet say.
  for (let k = 0; k < 2; k++) at[body * 2 + k] += target[k] - center[shape * 2 + k]
  for (let k = 0; k < 2; k++) oldX[body * 2 + k] = at[body * 2 + k]
  syncBody(state, body)
  senseGround(state, row)
  return true
}

/** Is the mover at `target` as far from everything as it must be, or at least not nearer than the shape it is to replace? */
function hasRoom(state: WorldState, shape: number, skin: number): boolean {
  for (let k = 0; k < 2; k++) place[k] = target[k]
  gatherObstacles(state, shape, skin)
  if (gaps.length < obstacles.count) gaps = new Float64Array(2 * obstacles.count)
  for (let i = 0; i < obstacles.count; i++) gaps[i] = measureGap(state, obstacles.rows[i])
  setMoverRow(state, shape)
  for (let i = 0; i < obstacles.count; i++) {
    if (gaps[i] < CAST_SKIN * skin && gaps[i] < measureGap(state, obstacles.rows[i]) - PLANE_TOLERANCE * skin) return false
  }
  return true
}
