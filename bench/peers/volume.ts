/** The volume of a convex hull, for engines that must be told a mass. */

import type { Hull } from '../../src/d3/geometry/hull/hull.ts'

/** Sum of the cones from the hull's inner point to its faces. */
export function hullVolume({ vertices, faceCount, faceStart, faceVertices, center }: Hull): number {
  const from = (vertex: number): [number, number, number] => [
    vertices[3 * vertex] - center[0], vertices[3 * vertex + 1] - center[1], vertices[3 * vertex + 2] - center[2],
  ]
  let volume = 0
  for (let face = 0; face < faceCount; face++) {
    const start = faceStart[face]
    const [ax, ay, az] = from(faceVertices[start])
    for (let i = start + 1; i + 1 < faceStart[face + 1]; i++) {
      const [bx, by, bz] = from(faceVertices[i])
      const [cx, cy, cz] = from(faceVertices[i + 1])
      volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6
    }
  }
  return volume
}
