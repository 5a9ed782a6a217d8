/**
 * The point of a mesh nearest to a point, everything in the mesh's own frame.
 */

import { NODE_LINK, NODE_STRIDE } from './mesh-tree.ts'
import type { TriangleMesh } from './triangle-mesh.ts'

const corners = /* @__PURE__ */ new Float64Array(9)
const candidate = /* @__PURE__ */ new Float64Array(3)

/** out[0 … 2] = point of the mesh nearest to point[0 … 2]. Returns the triangle; of two as near the one with the lower index. */
export function findNearestTriangle(mesh: TriangleMesh, point: Float64Array, out: Float64Array): number {
  const { nodes, nodeCount, grid } = mesh
  let best = -1
  let least = Infinity
  let node = 0
  while (node < nodeCount) {
    const o = NODE_STRIDE * node
    const link = nodes[o + NODE_LINK] | (nodes[o + NODE_LINK + 1] << 16)
    let square = 0
    for (let axis = 0; axis < 3; axis++) {
      const from = grid[axis] + nodes[o + axis] * grid[3 + axis] - point[axis]
      const to = point[axis] - grid[axis] - nodes[o + 3 + axis] * grid[3 + axis]
      const outside = Math.max(from, to, 0)
      square += outside * outside
    }
    // A hair of room for the rounding of these lines.
    const skip = square * (1 - 1e-14) > least
    if (link < 0) {
      node++
      if (skip) continue
      const first = link & 0x1fffffff
      const end = first + ((link >>> 29) & 3) + 1
      for (let t = first; t < end; t++) {
        mesh.corners(t, corners)
        nearestOnTriangle(corners, point, candidate)
        const x = candidate[0] - point[0]
        const y = candidate[1] - point[1]
        const z = candidate[2] - point[2]
        const distance = x * x + y * y + z * z
        if (!(distance < least)) continue
        least = distance
        best = t
        for (let k = 0; k < 3; k++) out[k] = candidate[k]
      }
    } else node = skip ? link : node + 1
  }
  return best
}

/** out = point of the triangle nearest to a point, by the regions of its corners, edges and face. */
export function nearestOnTriangle(triangle: Float64Array, point: Float64Array, out: Float64Array): void {
  const abx = triangle[3] - triangle[0]
  const aby = triangle[4] - triangle[1]
  const abz = triangle[5] - triangle[2]
  const acx = triangle[6] - triangle[0]
  const acy = triangle[7] - triangle[1]
  const acz = triangle[8] - triangle[2]
  const apx = point[0] - triangle[0]
  const apy = point[1] - triangle[1]
  const apz = point[2] - triangle[2]
  const d1 = abx * apx + aby * apy + abz * apz
  const d2 = acx * apx + acy * apy + acz * apz
  const bb = abx * abx + aby * aby + abz * abz
  const cc = acx * acx + acy * acy + acz * acz
  const bc = abx * acx + aby * acy + abz * acz
  // Shares of the edges from corner 0 in the plane's nearest point.
  const det = bb * cc - bc * bc
  let v = (d1 * cc - d2 * bc) / det
  let w = (d2 * bb - d1 * bc) / det
  if (!(v >= 0 && w >= 0 && v + w <= 1)) {
    // Outside: the nearest of the three edges' nearest points.
    const onB = clamp(d1 / bb)
    const onC = clamp(d2 / cc)
    const along = clamp((bb - bc + d2 - d1) / (bb + cc - 2 * bc))
    v = onB
    w = 0
    let least = bb * v * v - 2 * d1 * v
    const second = cc * onC * onC - 2 * d2 * onC
    if (second < least) {
      v = 0
      w = onC
      least = second
    }
    const p = 1 - along
    if (bb * p * p + 2 * bc * p * along + cc * along * along - 2 * (d1 * p + d2 * along) < least) {
      v = p
      w = along
    }
  }
  out[0] = triangle[0] + v * abx + w * acx
  out[1] = triangle[1] + v * aby + w * acy
  out[2] = triangle[2] + v * abz + w * acz
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share))
}
