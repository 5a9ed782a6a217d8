/**
 * Walks the tree of a mesh: triangles whose boxes a box overlaps, triangles along a ray. Everything in the mesh's own frame.
 */

import { GRID_STEPS, NODE_LINK, NODE_STRIDE } from './mesh-tree.ts'
import { addFound } from './piece-source.ts'
import type { TriangleMesh } from './triangle-mesh.ts'
import { castTriangle, type PieceHit } from './triangle-ray.ts'

const corners = /* @__PURE__ */ new Float64Array(9)

const low = /* @__PURE__ */ new Int32Array(3)
const high = /* @__PURE__ */ new Int32Array(3)

/** Grid lines around a box: whatever overlaps it in doubles overlaps these too. */
function setGridBox(mesh: TriangleMesh, box: Float64Array): void {
  const { grid } = mesh
  for (let axis = 0; axis < 3; axis++) {
    const step = grid[3 + axis]
    low[axis] = Math.max(-1, Math.min(GRID_STEPS + 1, Math.floor((box[axis] - grid[axis]) / step) - 1))
    high[axis] = Math.max(-1, Math.min(GRID_STEPS + 1, Math.ceil((box[3 + axis] - grid[axis]) / step) + 1))
  }
}

/** Fills `found.pieces` with the triangles whose own boxes overlap the box (low corner, high corner). Returns how many. */
export function findTriangles(mesh: TriangleMesh, box: Float64Array): number {
  const { nodes, nodeCount, indices, positions } = mesh
  setGridBox(mesh, box)
  const x0 = low[0]
  const y0 = low[1]
  const z0 = low[2]
  const x1 = high[0]
  const y1 = high[1]
  const z1 = high[2]
  let count = 0
  let node = 0
  while (node < nodeCount) {
    const o = NODE_STRIDE * node
    const link = nodes[o + NODE_LINK] | (nodes[o + NODE_LINK + 1] << 16)
    const outside =
      nodes[o] > x1 || nodes[o + 3] < x0 || nodes[o + 1] > y1 || nodes[o + 4] < y0 || nodes[o + 2] > z1 || nodes[o + 5] < z0
    if (link < 0) {
      node++
      if (outside) continue
      const first = link & 0x1fffffff
      const end = first + ((link >>> 29) & 3) + 1
      for (let t = first; t < end; t++) {
        if (!overlaps(positions, indices, t, box)) continue
        addFound(count++, t)
      }
    } else node = outside ? link : node + 1
  }
  return count
}

/** Does the box of triangle t overlap the box? */
function overlaps(positions: Float64Array, indices: Uint32Array, t: number, box: Float64Array): boolean {
  const a = 3 * indices[3 * t]
  const b = 3 * indices[3 * t + 1]
  const c = 3 * indices[3 * t + 2]
  for (let axis = 0; axis < 3; axis++) {
    const p = positions[a + axis]
    const q = positions[b + axis]
    const r = positions[c + axis]
    if (p < box[axis] && q < box[axis] && r < box[axis]) return false
    if (p > box[3 + axis] && q > box[3 + axis] && r > box[3 + axis]) return false
  }
  return true
}

/**
 * The first triangle along the ray from `line[0..2]` in the direction `line[3..5]` up to `hit.fraction` of it; leaves `hit` alone if there is
 * none before that. Back sides count if asked. Of two at the same distance the one with the lower index wins. Edges belong to both
 * neighbours: no ray slips through between them.
 */
export function castMeshRay(mesh: TriangleMesh, line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
  const { nodes, nodeCount, grid } = mesh
  let met = false
  let node = 0
  while (node < nodeCount) {
    const o = NODE_STRIDE * node
    const link = nodes[o + NODE_LINK] | (nodes[o + NODE_LINK + 1] << 16)
    let enter = 0
    let leave = hit.fraction
    for (let axis = 0; axis < 3 && enter <= leave; axis++) {
      const from = grid[axis] + nodes[o + axis] * grid[3 + axis] - line[axis]
      const to = grid[axis] + nodes[o + 3 + axis] * grid[3 + axis] - line[axis]
      const d = line[3 + axis]
      // A hair of room for the rounding of these very lines.
      const room = 1e-15 * (Math.abs(grid[axis]) + Math.abs(line[axis]) + Math.abs(from) + Math.abs(to))
      if (d === 0) {
        if (from > room || to < -room) enter = Infinity
      } else {
        const near = (d > 0 ? from - room : to + room) / d
        const far = (d > 0 ? to + room : from - room) / d
        if (near > enter) enter = near
        if (far < leave) leave = far
      }
    }
    const outside = enter > leave
    if (link < 0) {
      node++
      if (outside) continue
      const first = link & 0x1fffffff
      const end = first + ((link >>> 29) & 3) + 1
      for (let t = first; t < end; t++) {
        mesh.corners(t, corners)
        if (castTriangle(corners, t, line, backFaces, hit)) met = true
      }
    } else node = outside ? link : node + 1
  }
  return met
}
