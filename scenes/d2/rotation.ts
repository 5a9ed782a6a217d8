/** Turns for scenes, from specified operations only, so that scenes start from the same bits in every browser. */

import type { Vec2 } from 'fulcrum-physics/2d'
import { sineCosine } from '../d3/rotation.ts'

export { degrees, sineCosine } from '../d3/rotation.ts'

/** The vector turned counter-clockwise by `angle` radians. */
export function rotate(angle: number, { x, y }: Vec2): Vec2 {
  const { sine, cosine } = sineCosine(angle)
  return { x: cosine * x - sine * y, y: sine * x + cosine * y }
}

/** The corners of a regular polygon about the origin, the first on +x, counter-clockwise. */
export function regularPolygon(corners: number, radius: number): Vec2[] {
  return Array.from({ length: corners }, (_, i) => rotate((2 * Math.PI * i) / corners, { x: radius, y: 0 }))
}
