/**
 * Which edges of a box and a triangle's prism can be what keeps them apart most: the gaps along the twelve directions that cross an edge of each,
 * by projection. Half of the triangles under a box have no such direction, and the others one or two: `findEdgeAxis` then looks at the edges of these
 * alone, and finds what it would find among all.
 */

import { PARALLEL_EDGES } from '../tolerances.ts'
import { TRACE } from '../../../common/math/rounding.ts'
import { ALL_EDGES, edgeAxis, edgesIn } from './hull-edges.ts'
import { verticesB } from './hull-frame.ts'
import { INNER, query } from '../query.ts'

/** Edges of the hull of a box along x, y and z, and of a prism along the edges of its triangle and behind its corners, as bits. */
const BOX_EDGES = Int32Array.of(0xf00, 0x5a, 0xa5)
const PRISM_EDGES = Int32Array.of(0x21, 0x12, 0x0c, 0x1c0)

/** Gap along edge i of the box × direction j of the prism, at 3j + i; −∞ if it is no larger than the gap to beat. */
const gaps = new Float64Array(12)

/** Sets `edgesIn`. False if no edges have a larger gap than `edgeAxis[3]`. A's half extents are at size[sa]; B is in `hull-frame.ts`. */
export function selectEdges(size: Float64Array, sa: number): boolean {
  // What rounding may take from a gap is far less.
  const slack = 0.01 * TRACE * query[INNER]
  const level = edgeAxis[3] - slack
  const v = verticesB
  let most = -Infinity
  for (let j = 0; j < 4; j++) {
    const a = j < 3 ? 3 * j : 0
    const b = j === 3 ? 9 : j === 2 ? 0 : a + 3
    const c = j === 3 ? 3 : 3 * ((j + 2) % 3)
    const fx = v[b] - v[a]
    const fy = v[b + 1] - v[a + 1]
    const fz = v[b + 2] - v[a + 2]
    const parallel = 0.5 * PARALLEL_EDGES * (fx * fx + fy * fy + fz * fz)
    for (let i = 0; i < 3; i++) {
      gaps[3 * j + i] = -Infinity
      const x = i === 0 ? 0 : i === 1 ? fz : -fy
      const y = i === 0 ? -fz : i === 1 ? 0 : fx
      const z = i === 0 ? fy : i === 1 ? -fx : 0
      const square = x * x + y * y + z * z
      if (square <= parallel) continue
      // An edge is a point along its own normals; behind the triangle is the rest of the prism, and along its depth the third corner.
      const first = x * v[a] + y * v[a + 1] + z * v[a + 2]
      const second = x * v[c] + y * v[c + 1] + z * v[c + 2]
      const other = j === 3 ? x * v[6] + y * v[7] + z * v[8] - first : x * (v[9] - v[0]) + y * (v[10] - v[1]) + z * (v[11] - v[2])
      let low = first < second ? first : second
      let high = first < second ? second : first
      if (j === 3) {
        if (first + other < low) low = first + other
        if (first + other > high) high = first + other
      } else if (other < 0) low += other
      else high += other
      const reach = size[sa] * Math.abs(x) + size[sa + 1] * Math.abs(y) + size[sa + 2] * Math.abs(z)
      const gap = (low > -high ? low : -high) - reach
      const length = Math.sqrt(square)
      if (gap <= level * length) continue
      gaps[3 * j + i] = gap / length
      if (gap > most * length) most = gap / length
    }
  }
  edgesIn[0] = 0
  edgesIn[1] = 0
  for (let at = 0; at < 12; at++) {
    if (!(gaps[at] >= most - slack) || gaps[at] === -Infinity) continue
    edgesIn[0] |= BOX_EDGES[at % 3]
    edgesIn[1] |= PRISM_EDGES[(at - (at % 3)) / 3]
  }
  return edgesIn[0] !== 0
}

/** From now on all edges count again. */
export function selectAllEdges(): void {
  edgesIn.fill(ALL_EDGES)
}
