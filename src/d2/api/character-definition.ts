/**
 * What users write to describe a character, and how that becomes a body and a row.
 */

import { CHARACTER_FIELDS, checkCharacter, writeOptions, type CharacterOptions } from '../../common/characters/character-options.ts'
import { createCharacterRow } from '../../common/characters/character-rows.ts'
import { PhysicsError } from '../../common/errors.ts'
import { atan2 } from '../../common/math/deterministic-math.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { senseGround } from '../characters/move-character.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { readVec2, type Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import { writeBody } from './body-definition.ts'
import { requireDefinition, type ShapeDefinition } from './shape-definition.ts'

/** What a character is: a shape that walks. */
export interface CharacterDefinition extends CharacterOptions {
  /** The shape that moves about, such as a capsule or a box; it does not turn by itself. */
  shape: ShapeDefinition
  /** Where its body's origin is, m. Default 0, 0. */
  position?: Vec2
  /** Angle of its body, rad, counter-clockwise. Default: the one that turns y to `up`. */
  rotation?: number
  /** Which way is up, a direction of any length above 0. Default: against the world's gravity, or y if there is none. */
  up?: Vec2
  /** Velocity at the start, m/s. Default 0, 0. */
  velocity?: Vec2
  /** Anything you like; the engine does not look at it. Default undefined. */
  userData?: unknown
}

const FIELDS: Fields<CharacterDefinition> = { ...CHARACTER_FIELDS, shape: 0, position: 0, rotation: 0, up: 0, velocity: 0, userData: 1 }

const numbers = new Float64Array(4)
const sizes = new Float64Array(4)

/** Checks all, then writes. Returns the row. */
export function writeCharacter(state: WorldState, definition: CharacterDefinition): number {
  requireOptions(definition, FIELDS, 'character')
  const shape = requireMoverShape(definition.shape, 'character.shape')
  const options = checkCharacter(definition, thicknessOf(shape))
  const g = state.globals.columns.gravity
  readUp(definition.up ?? (g[0] !== 0 || g[1] !== 0 ? { x: 0 - g[0], y: 0 - g[1] } : { x: 0, y: 1 }), numbers, 0)
  readVec2(definition.velocity ?? { x: 0, y: 0 }, 'character.velocity', numbers, 2)
  const { position, rotation = atan2(-numbers[0], numbers[1]) } = definition
  const body = writeBody(state, { type: 'kinematic', rotation, shapes: [shape], ...(position === undefined ? {} : { position }) })
  const row = createCharacterRow(state, body)
  const columns = state.characters.columns
  writeOptions(columns, row, options)
  columns.up.set(numbers.subarray(0, 2), row * 2)
  columns.velocity.set(numbers.subarray(2, 4), row * 2)
  senseGround(state, row)
  return row
}

/** A shape that can be moved about: one with an inside, and no sensor. */
export function requireMoverShape(value: unknown, field: string): ShapeDefinition {
  const shape = requireDefinition(value, field)
  if (shape.sensor) throw new PhysicsError('wrong-type', `${field}.sensor`, true, 'makes a character that meets nothing. Leave it out.')
  if (!SHAPES[shape.kindCode].solid) {
    throw new PhysicsError('wrong-type', field, shape.kind, 'has no inside. Use capsule(), box(), circle() or polygon().')
  }
  return shape
}

export function thicknessOf(shape: ShapeDefinition): number {
  sizes.set(shape.size)
  return SHAPES[shape.kindCode].thickness(sizes, 0, shape.polygon)
}

/** Checks a direction and writes it with unit length. */
export function readUp(value: unknown, out: Float64Array, o: number): void {
  readVec2(value, 'character.up', out, o)
  const length = Math.sqrt(out[o] * out[o] + out[o + 1] * out[o + 1])
  if (!(length > 0)) throw new PhysicsError('degenerate', 'character.up', value, 'must have a length above 0.')
  for (let k = 0; k < 2; k++) out[o + k] /= length
}
