/** Closed meshes for tests: as positions and outward triangles. */

import { hull, World } from 'fulcrum-physics/3d'
import type { Surface } from './grids.ts'

/** A box with corners of its own. */
export function boxSolid(x: number, y: number, z: number, at: readonly number[] = [0, 0, 0]): Surface {
  const positions: number[] = []
  for (const i of [-1, 1]) for (const j of [-1, 1]) for (const k of [-1, 1]) positions.push(at[0]! + i * x, at[1]! + j * y, at[2]! + k * z)
  const quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
  return { positions, indices: quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]) }
}

/** The surface of the convex hull of points. */
export function hullSolid(points: readonly number[]): Surface {
  const shape = new World().createBody({ shapes: [hull({ points: Float64Array.from(points) })] }).shapes[0]!
  return { positions: [...shape.points!], indices: shape.faces!.flatMap(face => face.slice(2).flatMap((c, i) => [face[0]!, face[i + 1]!, c])) }
}

/** An outline in x and y, counter-clockwise, drawn out along z; `cut`: its triangles. */
function extruded(outline: readonly (readonly [number, number])[], cut: readonly (readonly [number, number, number])[], half: number): Surface {
  const n = outline.length
  const positions = [-half, half].flatMap(z => outline.flatMap(([x, y]) => [x, y, z]))
  const caps = cut.flatMap(([a, b, c]) => [a, c, b, a + n, b + n, c + n])
  const sides = outline.flatMap((_, a) => {
    const b = (a + 1) % n
    return [a, b, b + n, a, b + n, a + n]
  })
  return { positions, indices: [...caps, ...sides] }
}

/** A beam with the section of an L. */
export function angleSolid(size: number, wall: number, half: number): Surface {
  const [a, b] = [-0.5 * size, 0.5 * size]
  const w = a + wall
  return extruded([[a, a], [b, a], [b, w], [w, w], [w, b], [a, b]], [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], half)
}

/** A ring of n × m quads about y. */
export function ringSolid(radius: number, tube: number, n: number, m: number): Surface {
  const positions: number[] = []
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m]
      const r = radius + tube * Math.cos(v)
      positions.push(r * Math.cos(u), tube * Math.sin(v), r * Math.sin(u))
    }
  }
  const indices: number[] = []
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const [a, b] = [i * m + j, i * m + ((j + 1) % m)]
      const [c, d] = [((i + 1) % n) * m + j, ((i + 1) % n) * m + ((j + 1) % m)]
      indices.push(a, b, d, a, d, c)
    }
  }
  return { positions, indices }
}
