/**
 * Two shapes at poses of the moment, for queries outside the step: a definition that is put somewhere, or a shape of the world. Their
 * distance, and how they overlap. The narrow phase has its own way to the same geometry.
 */

import { SLOP_PER_SIZE } from '../../common/tuning.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { collide } from '../geometry/collide.ts'
import { gjkDistance, GjkResult } from '../geometry/gjk.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { Manifold, MAX_MANIFOLD_POINTS } from '../geometry/manifold.ts'
import { BOTH_SIDES, collideMesh } from '../geometry/mesh/mesh-contacts.ts'
import { ManifoldList, thicknessIn } from '../geometry/mesh/mesh-manifolds.ts'
import { meshDistance } from '../geometry/mesh/mesh-distance.ts'
import { meshesDistance } from '../geometry/mesh/mesh-mesh-distance.ts'
import { DX, DY, DZ, MARGIN, query } from '../geometry/query.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { quatToMatrix } from '../math/quaternion.ts'
import type { Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'

/** How two shapes overlap. */
export interface Overlap {
  /** Unit vector out of shape 1 towards shape 0. */
  normal: Vec3
  depth: number
  points: { position: Vec3; depth: number }[]
}

const kinds = new Int32Array(2)
const hulls: (Hull | null)[] = [null, null]
const rot = new Float64Array(18)
const sizes = new Float64Array(8)
const centers = new Float64Array(6)
const single = new Manifold()
const list = new ManifoldList()
const nearest = new GjkResult()

/** Shape `slot`, 0 or 1, is a definition at a pose: position, quaternion. */
export function placeDefinition(slot: number, definition: ShapeDefinition, pose: Float64Array): void {
  kinds[slot] = definition.kindCode
  hulls[slot] = definition.hull
  quatToMatrix(pose, 3, rot, slot * 9)
  for (let k = 0; k < 4; k++) sizes[slot * 4 + k] = definition.size[k] ?? 0
  for (let k = 0; k < 3; k++) centers[slot * 3 + k] = pose[k]
}

/** Shape `slot` is the one of a row. */
export function placeRow(slot: number, state: WorldState, shape: number): void {
  const { kind, rotation, center, size, hull } = state.shapes.columns
  kinds[slot] = kind[shape]
  hulls[slot] = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  for (let k = 0; k < 9; k++) rot[slot * 9 + k] = rotation[shape * 9 + k]
  for (let k = 0; k < 4; k++) sizes[slot * 4 + k] = size[shape * 4 + k]
  for (let k = 0; k < 3; k++) centers[slot * 3 + k] = center[shape * 3 + k]
}

/** Are both surfaces without an inside, so that they cross instead of overlapping? */
export function areSurfaces(): boolean {
  return kinds[0] >= LEVEL && kinds[1] >= LEVEL
}

/** Moves shape 0 to a place. */
export function moveFirst(place: Float64Array): void {
  for (let k = 0; k < 3; k++) centers[k] = place[k]
}

/** Distance of the two; points of `out` are relative to the centre of shape 0. */
export function measureDistance(out: GjkResult): void {
  if (kinds[0] >= LEVEL && kinds[1] >= LEVEL) {
    meshesDistance(out, rot, 0, 9, sizes, asLevel(hulls[0]), asLevel(hulls[1]), offset(0), offset(1), offset(2))
  } else if (kinds[0] >= LEVEL) {
    // The other way round: the mesh is B.
    measurePair(out, 1, 0, -offset(0), -offset(1), -offset(2))
    turnAround(out)
  } else measurePair(out, 0, 1, offset(0), offset(1), offset(2))
}

/** Distance of the shapes in slots a and b; the one in b is (dx, dy, dz) away. */
function measurePair(out: GjkResult, a: number, b: number, dx: number, dy: number, dz: number): void {
  const measure = kinds[b] >= LEVEL ? meshDistance : gjkDistance
  measure(out, kinds[a], kinds[b], rot, 9 * a, 9 * b, sizes, 4 * a, 4 * b, hulls[a], hulls[b], dx, dy, dz)
}

/** A result with A and B exchanged: points are relative to the centre of what was B. */
function turnAround(out: GjkResult): void {
  const { ax, ay, az, bx, by, bz } = out
  out.ax = bx + offset(0)
  out.ay = by + offset(1)
  out.az = bz + offset(2)
  out.bx = ax + offset(0)
  out.by = ay + offset(1)
  out.bz = az + offset(2)
  out.nx = -out.nx
  out.ny = -out.ny
  out.nz = -out.nz
}

/** Centre of shape 1 minus that of shape 0, along an axis. */
function offset(axis: number): number {
  return centers[3 + axis] - centers[axis]
}

/** How two shapes overlap, in numbers: normal out of shape 1 towards shape 0, points midway between the surfaces. */
class OverlapRecord {
  nx: number = 0
  ny: number = 0
  nz: number = 0
  depth: number = 0
  count: number = 0
  /** The point with that depth; ties go to the first. */
  deepest: number = 0
  readonly points: Float64Array = new Float64Array(3 * MAX_MANIFOLD_POINTS)
  readonly depths: Float64Array = new Float64Array(MAX_MANIFOLD_POINTS)
}

/** What `measureOverlap` found last. */
export const overlap: OverlapRecord = new OverlapRecord()

/** Measures how the two, which are known to touch, overlap: into `overlap`. */
export function measureOverlap(): void {
  // The simpler kind is A.
  const a = kinds[0] > kinds[1] ? 1 : 0
  const b = 1 - a
  const sign = a === 1 ? 1 : -1
  const dx = -sign * offset(0)
  const dy = -sign * offset(1)
  const dz = -sign * offset(2)
  let manifold = collideDeepest(a, b, dx, dy, dz, 0)
  // Surfaces that only touch have a contact with a margin; the nearest points of a distance of 0 would have any normal.
  if (manifold.count === 0) manifold = collideDeepest(a, b, dx, dy, dz, touchingMargin(a, b))
  if (manifold.count === 0) {
    // Corners that touch.
    measurePair(nearest, a, b, dx, dy, dz)
    manifold.count = 1
    manifold.nx = nearest.nx
    manifold.ny = nearest.ny
    manifold.nz = nearest.nz
    manifold.points[0] = nearest.ax
    manifold.points[1] = nearest.ay
    manifold.points[2] = nearest.az
    manifold.separations[0] = 0
  }
  overlap.nx = sign * manifold.nx
  overlap.ny = sign * manifold.ny
  overlap.nz = sign * manifold.nz
  overlap.count = manifold.count
  overlap.depth = -Infinity
  for (let i = 0; i < manifold.count; i++) {
    for (let k = 0; k < 3; k++) overlap.points[3 * i + k] = centers[a * 3 + k] + manifold.points[3 * i + k]
    const depth = -manifold.separations[i]
    overlap.depths[i] = depth
    if (depth > overlap.depth) {
      overlap.depth = depth
      overlap.deepest = i
    }
  }
  if (overlap.depth < 0) overlap.depth = 0
}

/** Gap at which surfaces that are known to touch have a contact, m: the slop. */
function touchingMargin(a: number, b: number): number {
  const thick = SHAPES[kinds[a]].thickness(sizes, a * 4, hulls[a])
  return SLOP_PER_SIZE * (kinds[b] >= LEVEL ? thick : Math.min(thick, SHAPES[kinds[b]].thickness(sizes, b * 4, hulls[b])))
}

/** The manifold of the shapes in slots a and b; if b holds a mesh, the deepest one. */
function collideDeepest(a: number, b: number, dx: number, dy: number, dz: number, margin: number): Manifold {
  if (kinds[b] < LEVEL) {
    collide(single, kinds[a], kinds[b], rot, a * 9, b * 9, sizes, a * 4, b * 4, hulls[a], hulls[b], dx, dy, dz, margin)
    return single
  }
  query[DX] = dx
  query[DY] = dy
  query[DZ] = dz
  query[MARGIN] = margin
  thicknessIn[0] = SHAPES[kinds[a]].thickness(sizes, a * 4, hulls[a])
  collideMesh(list, kinds[a], rot, a * 9, b * 9, sizes, a * 4, hulls[a], asLevel(hulls[b]), BOTH_SIDES)
  single.count = 0
  return list.count > 0 ? list.items[0] : single
}

/** The same as objects. */
export function readOverlap(): Overlap {
  measureOverlap()
  const { nx, ny, nz, depth, count, points, depths } = overlap
  const list = Array.from({ length: count }, (_, i) => (
    { position: { x: points[3 * i], y: points[3 * i + 1], z: points[3 * i + 2] }, depth: depths[i] }
  ))
  return { normal: { x: nx, y: ny, z: nz }, depth, points: list }
}
