/**
 * What every builder shares: what it returns, what its ends hang on, and readers of places.
 */

import { buildOrUndo, type AssemblyOf, type HoldOn, type PartList } from '../../common/builders/assembly.ts'
import { PhysicsError } from '../../common/errors.ts'
import { requireOptions, without, type Fields } from '../../common/options.ts'
import type { Body } from '../api/body.ts'
import type { Joint } from '../joints/joint.ts'
import { readVec2, type Vec2 } from '../math/types.ts'
import { SHAPE_FIELDS, type ShapeOptions } from '../api/shape-definition.ts'
import { World } from '../api/world.ts'

/** What a builder made, in the order in which it made it. Removing the bodies removes the joints. */
export interface Assembly extends AssemblyOf<Body, Joint> {}

/** Surface, density and filter of every piece. */
export type PieceOptions = Omit<ShapeOptions, 'position' | 'rotation'>

/** What an end hangs on: a body, the world, or nothing. */
export type Hold = HoldOn<Body>

/** Bodies and joints made so far. */
export type Parts = PartList<Body, Joint>

/** Runs a builder; if it throws, what it made is taken away again. */
export function assemble<Result extends Assembly>(world: World, build: (parts: Parts) => Result): Result {
  return buildOrUndo<Body, Joint, Result>(world, build)
}

export function requireWorld(world: unknown, field: string): void {
  if (!(world instanceof World)) throw new PhysicsError('wrong-type', field, world, 'must be a world of fulcrum-physics/2d.')
}

const PIECE_FIELDS: Fields<PieceOptions> = without(SHAPE_FIELDS, 'position', 'rotation')

/** Surface, density and filter of a definition's pieces. */
export function readPiece(value: PieceOptions | undefined, field: string): PieceOptions {
  return value === undefined ? {} : (requireOptions(value, PIECE_FIELDS, field) as PieceOptions)
}

export function requireVec2(value: unknown, field: string): Vec2 {
  const numbers = new Float64Array(2)
  readVec2(value, field, numbers, 0)
  return { x: numbers[0], y: numbers[1] }
}
