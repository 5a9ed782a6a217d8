/** Floors, slopes and bins that most scenes stand on. Static, and nothing more. */

import { box, type Body, type World } from 'fulcrum-physics/2d'
import { shapeFromList } from './add-list.ts'
import { listedBin, listedFloor } from './lists/body-list.ts'

export interface Surface {
  friction?: number
  restitution?: number
}

/** A floor with its top at y = 0, `halfSize` to either side. */
export function addFloor(world: World, halfSize: number, surface: Surface = {}): Body {
  const { type, position, shapes } = listedFloor(halfSize)
  return world.createBody({ type, position, shapes: shapes.map(shape => shapeFromList(shape, surface)) })
}

/** A plate 1 m thick, its top through the origin, falling towards +x by `angle`. */
export function addSlope(world: World, angle: number, halfLength: number, surface: Surface = {}): Body {
  return world.createBody({
    type: 'static',
    rotation: -angle,
    shapes: [box({ halfExtents: { x: halfLength, y: 0.5 }, position: { x: 0, y: -0.5 }, ...surface })],
  })
}

/** A floor at y = 0 between two walls, inner half width `half`. */
export function addBin(world: World, half: number, height: number, surface: Surface = {}): Body {
  return world.createBody({ type: 'static', shapes: listedBin(half, height).shapes.map(shape => shapeFromList(shape, surface)) })
}
