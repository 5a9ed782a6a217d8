/**
 * Walks the tree of a mesh: triangles whose boxes a box overlaps, triangles along a ray. Everything in the mesh's own frame.
 */

import { GRID_STEPS, NODE_LINK, NODE_STRIDE } from './mesh-tree.ts'
import { addFound } from './piece-source.ts'
import type { TriangleMesh } from './triangle-mesh.ts'

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

/** Where a ray met a mesh: fraction of the ray, unit normal against it, triangle (−1 = none), 1 if it met the back. */
export interface MeshHit {
  fraction: number
  triangle: number
  back: boolean
  readonly normal: Float64Array
}

/**
 * The first triangle along the ray from `line[0..2]` in the direction `line[3..5]` up to `hit.fraction` of it; leaves `hit` alone if there is
 * none before that. Back sides count if asked. Of two at the same distance the one with the lower index wins. Edges belong to both
 * neighbours: no ray slips through between them.
 */
export function castMeshRay(mesh: TriangleMesh, line: Float64Array, backFaces: boolean, hit: MeshHit): boolean {
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
      for (let t = first; t < end; t++) if (castTriangle(mesh, t, line, backFaces, hit)) met = true
    } else node = outside ? link : node + 1
  }
  return met
}

/** Signed volumes of the ray with the triangle's edges decide: an edge shared by two triangles has the same volume in both. */
function castTriangle(mesh: TriangleMesh, t: number, line: Float64Array, backFaces: boolean, hit: MeshHit): boolean {
  const { positions, indices } = mesh
  const a = 3 * indices[3 * t]
  const b = 3 * indices[3 * t + 1]
  const c = 3 * indices[3 * t + 2]
  const ax = positions[a] - line[0]
  const ay = positions[a + 1] - line[1]
  const az = positions[a + 2] - line[2]
  const bx = positions[b] - line[0]
  const by = positions[b + 1] - line[1]
  const bz = positions[b + 2] - line[2]
  const cx = positions[c] - line[0]
  const cy = positions[c + 1] - line[1]
  const cz = positions[c + 2] - line[2]
  const dx = line[3]
  const dy = line[4]
  const dz = line[5]
  const u = dx * (cy * bz - cz * by) + dy * (cz * bx - cx * bz) + dz * (cx * by - cy * bx)
  const v = dx * (ay * cz - az * cy) + dy * (az * cx - ax * cz) + dz * (ax * cy - ay * cx)
  const w = dx * (by * az - bz * ay) + dy * (bz * ax - bx * az) + dz * (bx * ay - by * ax)
  const front = u >= 0 && v >= 0 && w >= 0
  const back = u <= 0 && v <= 0 && w <= 0
  if (!(front || (back && backFaces))) return false
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const rate = dx * nx + dy * ny + dz * nz
  // A ray along the surface meets the edges of its neighbours, if anything.
  if (rate === 0 || (rate > 0 && !backFaces)) return false
  const fraction = (ax * nx + ay * ny + az * nz) / rate
  if (!(fraction >= 0 && (fraction < hit.fraction || (fraction === hit.fraction && (hit.triangle < 0 || t < hit.triangle))))) return false
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) * (rate > 0 ? -1 : 1)
  hit.fraction = fraction
  hit.triangle = t
  hit.back = rate > 0
  hit.normal[0] = nx / length
  hit.normal[1] = ny / length
  hit.normal[2] = nz / length
  return true
}
