/** The four convex shapes of the piles, ready to be put on a body. */

import type { ShapeDefinition, ShapeOptions } from 'fulcrum-physics/2d'
import type { Random } from '../random.ts'
import { shapeFromList } from './add-list.ts'
import { listedPileShape } from './lists/pile-list.ts'

/** Disc r 0.5, unit box, capsule r 0.3 of straight length 1, or stone of radius 0.6, for kind 0 to 3, all times `scale`. */
export function pileShape(kind: number, random: Random, scale: number, options: ShapeOptions = {}): ShapeDefinition {
  return shapeFromList(listedPileShape(kind, random, scale), options)
}
