/** The four convex shapes of the piles as shapes of this engine. */

import type { ShapeDefinition } from 'fulcrum-physics/3d'
import { shapeFromList } from './add-list.ts'
import { listedPileShape } from './lists/pile-shapes.ts'
import type { Random } from '../random.ts'

export { randomPoints } from './lists/pile-shapes.ts'

export interface PileMaterial {
  density?: number
  friction?: number
  restitution?: number
}

/** Sphere r 0.5, unit box, capsule r 0.3 of straight length 1, or stone of radius 0.6, for kind 0 to 3, all times `scale`. */
export function pileShape(kind: number, random: Random, scale: number, material: PileMaterial = {}): ShapeDefinition {
  return shapeFromList(listedPileShape(kind, random, scale), material)
}
