/** A flat bar between two points of a plane z = constant: the member of linkages. */

import { box, type Body, type World } from 'fulcrum-physics/3d'

export interface PlanePoint {
  readonly x: number
  readonly y: number
}

const HALF_THICKNESS = 0.06

/** Its x axis lies from `from` to `to`. Bars do not touch anything: pins hold them, and in a machine they lie side by side. */
export function addBar(world: World, from: PlanePoint, to: PlanePoint, z: number): Body {
  const x = to.x - from.x
  const y = to.y - from.y
  const length = Math.sqrt(x * x + y * y)
  // Half of the angle from its cosine and sine.
  const w = Math.sqrt((1 + x / length) / 2)
  const sine = w > 1e-9 ? y / length / (2 * w) : 1
  return world.createBody({
    position: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z },
    rotation: { x: 0, y: 0, z: sine, w },
    canSleep: false,
    shapes: [box({ halfExtents: { x: length / 2, y: HALF_THICKNESS, z: HALF_THICKNESS / 2 }, filter: { category: 0, mask: 0 } })],
  })
}
