/**
 * What users write to describe a character, and how that becomes a body and a row.
 */

import { CHARACTER_FIELDS, checkCharacter, writeOptions, type CharacterOptions } from '../../common/characters/character-options.ts'
import { createCharacterRow } from '../../common/characters/character-rows.ts'
import { PhysicsError } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { senseGround } from '../characters/move-character.ts'
import { PLANE } from '../geometry/shapes/plane.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { readVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import { writeBody } from './body-definition.ts'
import { requireConvex, requireDefinition, type ShapeDefinition } from './shape-definition.ts'

/** What a character is: a shape that walks. */
export interface CharacterDefinition extends CharacterOptions {
  /** The shape that moves about, such as a capsule or a box; it does not turn by itself. */
  shape: ShapeDefinition
  /** Where its body's origin is, m. Default 0, 0, 0. */
  position?: Vec3
  /** Orientation of its body. Default: the one that turns y to `up`. */
  rotation?: Quat
  /** Which way is up, a direction of any length above 0. Default: against the world's gravity, or y if there is none. */
  up?: Vec3
  /** Velocity at the start, m/s. Default 0, 0, 0. */
  velocity?: Vec3
  /** Anything you like; the engine does not look at it. Default undefined. */
  userData?: unknown
}

const FIELDS: Fields<CharacterDefinition> = { ...CHARACTER_FIELDS, shape: 0, position: 0, rotation: 0, up: 0, velocity: 0, userData: 1 }

const numbers = new Float64Array(6)
const sizes = new Float64Array(4)

/** Checks all, then writes. Returns the row. */
export function writeCharacter(state: WorldState, definition: CharacterDefinition): number {
  requireOptions(definition, FIELDS, 'character')
  const shape = requireMoverShape(definition.shape, 'character.shape')
  const options = checkCharacter(definition, thicknessOf(shape))
  const g = state.globals.columns.gravity
  const square = g[0] * g[0] + g[1] * g[1] + g[2] * g[2]
  readUp(definition.up ?? (square > 0 ? { x: 0 - g[0], y: 0 - g[1], z: 0 - g[2] } : { x: 0, y: 1, z: 0 }), numbers, 0)
  readVec3(definition.velocity ?? { x: 0, y: 0, z: 0 }, 'character.velocity', numbers, 3)
  const { position, rotation = turnTo(numbers) } = definition
  const body = writeBody(state, { type: 'kinematic', rotation, shapes: [shape], ...(position === undefined ? {} : { position }) })
  const row = createCharacterRow(state, body)
  const columns = state.characters.columns
  writeOptions(columns, row, options)
  columns.up.set(numbers.subarray(0, 3), row * 3)
  columns.velocity.set(numbers.subarray(3, 6), row * 3)
  senseGround(state, row)
  return row
}

/** A shape that can be moved about: a convex one with an end, and no sensor. */
export function requireMoverShape(value: unknown, field: string): ShapeDefinition {
  const shape = requireConvex(requireDefinition(value, field), field)
  if (shape.kindCode === PLANE) throw new PhysicsError('wrong-type', field, shape.kind, 'is without end. Use capsule() or box().')
  if (shape.sensor) throw new PhysicsError('wrong-type', `${field}.sensor`, true, 'makes a character that meets nothing. Leave it out.')
  return shape
}

export function thicknessOf(shape: ShapeDefinition): number {
  sizes.set(shape.size)
  return SHAPES[shape.kindCode].thickness(sizes, 0, shape.hull)
}

/** Checks a direction and writes it with unit length. */
export function readUp(value: unknown, out: Float64Array, o: number): void {
  readVec3(value, 'character.up', out, o)
  const length = Math.sqrt(out[o] * out[o] + out[o + 1] * out[o + 1] + out[o + 2] * out[o + 2])
  if (!(length > 0)) throw new PhysicsError('degenerate', 'character.up', value, 'must have a length above 0.')
  for (let k = 0; k < 3; k++) out[o + k] /= length
}

/** The shortest turn of y to a unit vector. */
function turnTo(up: Float64Array): Quat {
  // Straight down: about x.
  if (up[1] < -1 + 1e-12) return { x: 1, y: 0, z: 0, w: 0 }
  return { x: up[2], y: 0, z: -up[0], w: 1 + up[1] }
}
