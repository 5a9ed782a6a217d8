/**
 * The edges of a mesh: what stands on their other side. An edge that two triangles share without a ridge between them is no feature of the
 * surface, and contacts must not see it; which ones these are is told here, once, when the mesh is built.
 *
 * The sign of the bend is exact: vertices are brought to a grid of whole numbers (2^47 across the mesh) and asked by `hull-orient.ts`, so that
 * the same mesh has the same edges on every platform and after every rounding of its build.
 */

import { orientation } from '../hull/hull-orient.ts'
import { FLAT_EDGE_COSINE, SIGN_ROUNDING } from '../tolerances.ts'

/** Nothing on the other side. */
export const BORDER_EDGE: number = 0
/** The surface bends away: a ridge. Edges of three and more triangles, and of triangles that disagree about what is outside, count as such. */
export const CONVEX_EDGE: number = 1
/** The surface goes on, or bends by less than 5°. */
export const FLAT_EDGE: number = 2
/** The surface bends towards the outside: a valley. */
export const CONCAVE_EDGE: number = 3

export interface MeshEdges {
  /** Per triangle, two bits for each of its edges 0→1, 1→2, 2→0. */
  readonly kinds: Uint8Array
  readonly borders: number
  /** Edges of three and more triangles, or of two that run along it in the same direction. */
  readonly nonManifold: number
}

/** Kind of edge `edge` (0 to 2) of a triangle with these bits. */
export function edgeKind(bits: number, edge: number): number {
  return (bits >> (2 * edge)) & 3
}

/** Is one of the edges of a triangle with these bits a border? */
export function hasBorder(bits: number): boolean {
  return edgeKind(bits, 0) === BORDER_EDGE || edgeKind(bits, 1) === BORDER_EDGE || edgeKind(bits, 2) === BORDER_EDGE
}

const UNSCALED = /* @__PURE__ */ Float64Array.of(1, 1, 1)

/**
 * Kinds of all edges. `grid` holds the vertices as whole numbers, `areas` the triangles' area vectors (3 each, not of length 1). `factors`: what a
 * scale makes of areas, by axis.
 */
export function classifyEdges(
  indices: Uint32Array, vertexCount: number, grid: Float64Array, areas: Float64Array, factors: Float64Array = UNSCALED,
): MeshEdges {
  const halfEdges = indices.length
  // Half-edges by their lower vertex: those of one edge stand in one short list.
  const start = new Uint32Array(vertexCount + 1)
  for (let h = 0; h < halfEdges; h++) start[Math.min(indices[h], indices[following(h)]) + 1]++
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v]
  const listed = new Uint32Array(halfEdges)
  const place = start.slice(0, vertexCount)
  for (let h = 0; h < halfEdges; h++) listed[place[Math.min(indices[h], indices[following(h)])]++] = h
  const kinds = new Uint8Array(halfEdges / 3)
  const seen = new Uint8Array(halfEdges)
  let borders = 0
  let nonManifold = 0
  for (let v = 0; v < vertexCount; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      const h = listed[i]
      if (seen[h] === 1) continue
      const upper = Math.max(indices[h], indices[following(h)])
      let twin = -1
      let others = 0
      for (let k = i + 1; k < start[v + 1]; k++) {
        const o = listed[k]
        if (Math.max(indices[o], indices[following(o)]) !== upper) continue
        seen[o] = 1
        others++
        twin = o
      }
      if (others === 0) {
        borders++
        continue
      }
      const proper = others === 1 && indices[h] === indices[following(twin)] && indices[h] !== indices[twin]
      if (!proper) nonManifold++
      const kind = proper ? bendOf(indices, grid, areas, factors, h, twin) : CONVEX_EDGE
      setKind(kinds, h, kind)
      for (let k = i + 1; k < start[v + 1]; k++) {
        const o = listed[k]
        if (Math.max(indices[o], indices[following(o)]) === upper) setKind(kinds, o, kind)
      }
    }
  }
  return { kinds, borders, nonManifold }
}

/** The next half-edge of the same triangle. */
function following(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1
}

function setKind(kinds: Uint8Array, h: number, kind: number): void {
  kinds[Math.floor(h / 3)] |= kind << (2 * (h % 3))
}

function bendOf(indices: Uint32Array, grid: Float64Array, areas: Float64Array, factors: Float64Array, h: number, twin: number): number {
  const s = 3 * Math.floor(h / 3)
  const t = 3 * Math.floor(twin / 3)
  const x2 = factors[0] * factors[0]
  const y2 = factors[1] * factors[1]
  const z2 = factors[2] * factors[2]
  const dot = x2 * areas[s] * areas[t] + y2 * areas[s + 1] * areas[t + 1] + z2 * areas[s + 2] * areas[t + 2]
  const ss = x2 * areas[s] * areas[s] + y2 * areas[s + 1] * areas[s + 1] + z2 * areas[s + 2] * areas[s + 2]
  const tt = x2 * areas[t] * areas[t] + y2 * areas[t + 1] * areas[t + 1] + z2 * areas[t + 2] * areas[t + 2]
  if (dot > 0 && dot * dot > FLAT_EDGE_COSINE * FLAT_EDGE_COSINE * ss * tt) return FLAT_EDGE
  const across = indices[following(following(twin))]
  const a = 3 * indices[s]
  const x = grid[3 * across] - grid[a]
  const y = grid[3 * across + 1] - grid[a + 1]
  const z = grid[3 * across + 2] - grid[a + 2]
  const height = areas[s] * x + areas[s + 1] * y + areas[s + 2] * z
  // Doubles will do where they leave no doubt.
  const doubt = SIGN_ROUNDING * (Math.abs(areas[s]) + Math.abs(areas[s + 1]) + Math.abs(areas[s + 2])) * (Math.abs(x) + Math.abs(y) + Math.abs(z))
  const side = Math.abs(height) > doubt ? height : orientation(grid, indices[s], indices[s + 1], indices[s + 2], across)
  // In one plane and folded back: a blade's edge.
  return side > 0 ? CONCAVE_EDGE : CONVEX_EDGE
}
