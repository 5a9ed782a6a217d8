/** Floors, slopes and bins that most scenes stand on. Static, and nothing more. */

import { box, type Body, type Quat, type World } from 'fulcrum-physics/3d'
import { shapeFromList } from './add-list.ts'
import { listedBin, listedFloor } from './lists/body-list.ts'
import { aboutAxis } from './rotation.ts'

export interface Surface {
  friction?: number
  restitution?: number
}

/** A floor with its top at y = 0, `halfSize` in x and z. */
export function addFloor(world: World, halfSize: number, surface: Surface = {}): Body {
  const { type, position, shapes } = listedFloor(halfSize)
  return world.createBody({ type, position, shapes: shapes.map(shape => shapeFromList(shape, surface)) })
}

/** Turn that lays a plate down as a slope falling towards +x. */
export function slopeRotation(angle: number): Quat {
  return aboutAxis(0, 0, 1, -angle)
}

/** A plate 1 m thick, its top through the origin, falling towards +x by `angle`. */
export function addSlope(world: World, angle: number, halfLength: number, halfWidth: number, surface: Surface = {}): Body {
  return world.createBody({
    type: 'static',
    rotation: slopeRotation(angle),
    shapes: [box({ halfExtents: { x: halfLength, y: 0.5, z: halfWidth }, position: { x: 0, y: -0.5, z: 0 }, ...surface })],
  })
}

/** A floor at y = 0 with four walls around a square of inner half width `half`. */
export function addBin(world: World, half: number, height: number, surface: Surface = {}): Body {
  return world.createBody({ type: 'static', shapes: listedBin(half, height).shapes.map(shape => shapeFromList(shape, surface)) })
}
