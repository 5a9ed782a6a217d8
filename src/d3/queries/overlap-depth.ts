/**
 * How two shapes overlap at the poses of the moment: manifolds for queries and for readers, outside the step. The narrow phase has its own.
 */

import type { ShapeDefinition } from '../api/shape-definition.ts'
import { collide } from '../geometry/collide.ts'
import { GjkResult, gjkDistance } from '../geometry/gjk.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { Manifold } from '../geometry/manifold.ts'
import { collideMesh, ManifoldList, thicknessIn } from '../geometry/mesh/mesh-contacts.ts'
import { DX, DY, DZ, MARGIN, query } from '../geometry/query.ts'
import { asMesh, MESH } from '../geometry/shapes/mesh.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { quatToMatrix } from '../math/quaternion.ts'
import type { Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'

interface Overlap {
  normal: Vec3
  depth: number
  points: { position: Vec3; depth: number }[]
}

const single = new Manifold()
const list = new ManifoldList()
const local = new Float64Array(3)
const foot = new Float64Array(3)
const nearest = new GjkResult()
const rot = new Float64Array(18)
const sizes = new Float64Array(8)

/** The overlap of a shape put at a pose with the shape of a row, which it is known to overlap; the normal points to the one put there. */
export function measureOverlap(state: WorldState, definition: ShapeDefinition, pose: Float64Array, shape: number): Overlap {
  const { kind, rotation, center, size, hull } = state.shapes.columns
  const other = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  // The simpler kind is A.
  const flip = definition.kindCode > kind[shape]
  const [q, s] = flip ? [1, 0] : [0, 1]
  quatToMatrix(pose, 3, rot, q * 9)
  for (let k = 0; k < 9; k++) rot[s * 9 + k] = rotation[shape * 9 + k]
  for (let k = 0; k < 4; k++) {
    sizes[q * 4 + k] = definition.size[k] ?? 0
    sizes[s * 4 + k] = size[shape * 4 + k]
  }
  const kindA = flip ? kind[shape] : definition.kindCode
  const kindB = flip ? definition.kindCode : kind[shape]
  const [hullA, hullB] = flip ? [other, definition.hull] : [definition.hull, other]
  const sign = flip ? 1 : -1
  const dx = -sign * (center[shape * 3] - pose[0])
  const dy = -sign * (center[shape * 3 + 1] - pose[1])
  const dz = -sign * (center[shape * 3 + 2] - pose[2])
  const manifold = kindB >= MESH ? deepestOf(kindA, hullA, hullB, dx, dy, dz) : single
  if (kindB < MESH) collide(manifold, kindA, kindB, rot, 0, 9, sizes, 0, 4, hullA, hullB, dx, dy, dz, 0)
  const x = flip ? center[shape * 3] : pose[0]
  const y = flip ? center[shape * 3 + 1] : pose[1]
  const z = flip ? center[shape * 3 + 2] : pose[2]
  if (manifold.count === 0) {
    // They only touch.
    if (kindB >= MESH) return touchOf(kindB, hullB, x, y, z, dx, dy, dz)
    gjkDistance(nearest, kindA, kindB, rot, 0, 9, sizes, 0, 4, hullA, hullB, dx, dy, dz)
    const { nx, ny, nz, ax, ay, az } = nearest
    const position = { x: x + ax, y: y + ay, z: z + az }
    return { normal: { x: sign * nx, y: sign * ny, z: sign * nz }, depth: 0, points: [{ position, depth: 0 }] }
  }
  const points: Overlap['points'] = []
  let depth = 0
  for (let i = 0; i < manifold.count; i++) {
    const position = { x: x + manifold.points[3 * i], y: y + manifold.points[3 * i + 1], z: z + manifold.points[3 * i + 2] }
    points.push({ position, depth: -manifold.separations[i] })
    depth = Math.max(depth, -manifold.separations[i])
  }
  return { normal: { x: sign * manifold.nx, y: sign * manifold.ny, z: sign * manifold.nz }, depth, points }
}

/** The deepest manifold with a mesh, of the shapes in `rot` and `sizes`. Its first point is its deepest. */
function deepestOf(kindA: number, hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number): Manifold {
  query[DX] = dx
  query[DY] = dy
  query[DZ] = dz
  query[MARGIN] = 0
  thicknessIn[0] = SHAPES[kindA].thickness(sizes, 0, hullA)
  collideMesh(list, kindA, rot, 0, 9, sizes, 0, hullA, asMesh(hullB), true)
  single.count = 0
  return list.count > 0 ? list.items[0] : single
}

/** A touch of A, whose centre is at (x, y, z), with a mesh: at the point of the surface nearest to the centre. */
function touchOf(kindB: number, hullB: Hull | null, x: number, y: number, z: number, dx: number, dy: number, dz: number): Overlap {
  for (let k = 0; k < 3; k++) local[k] = -(rot[9 + k] * dx + rot[12 + k] * dy + rot[15 + k] * dz)
  SHAPES[kindB].closestPoint(foot, local, sizes, 4, hullB)
  for (let k = 0; k < 3; k++) local[k] -= foot[k]
  const length = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2])
  const scale = length > 0 ? 1 / length : 0
  const [nx, ny, nz] = [0, 3, 6].map((r) => (rot[9 + r] * local[0] + rot[10 + r] * local[1] + rot[11 + r] * local[2]) * scale)
  const position = { x: x - nx * length, y: y - ny * length, z: z - nz * length }
  return { normal: { x: nx, y: ny, z: nz }, depth: 0, points: [{ position, depth: 0 }] }
}
