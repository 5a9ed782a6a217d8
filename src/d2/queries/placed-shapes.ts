/**
 * Two shapes at poses of the moment, for queries outside the step: a definition that is put somewhere, or a shape of the world. Their
 * distance, and how they overlap. The narrow phase has its own way to the same geometry.
 */

import { SLOP_PER_SIZE } from '../../common/tuning.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { collide } from '../geometry/collide.ts'
import { gjkDistance, GjkResult } from '../geometry/gjk.ts'
import { Manifold } from '../geometry/manifold.ts'
import { PackedPolygons } from '../geometry/polygon/packed-polygons.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import { BOTH_SIDES, SEGMENT } from '../geometry/shapes/segment.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { setRotation } from '../math/rotation.ts'
import type { Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'

/** How two shapes overlap. */
export interface Overlap {
  /** Unit vector out of shape 1 towards shape 0. */
  normal: Vec2
  depth: number
  points: { position: Vec2; depth: number }[]
}

const kinds = new Int32Array(2)
const polygons: (Polygon | null)[] = [null, null]
const list: (Polygon | undefined)[] = [undefined, undefined]
const packed = new PackedPolygons(list)
const rot = new Float64Array(4)
const sizes = new Float64Array(8)
const centers = new Float64Array(4)
const manifold = new Manifold()
const nearest = new GjkResult()

/** Shape `slot`, 0 or 1, is a definition at a pose: position, angle. */
export function placeDefinition(slot: number, definition: ShapeDefinition, pose: Float64Array): void {
  kinds[slot] = definition.kindCode
  polygons[slot] = definition.polygon
  setRotation(pose[2], rot, slot * 2)
  for (let k = 0; k < 4; k++) sizes[slot * 4 + k] = definition.size[k]
  for (let k = 0; k < 2; k++) centers[slot * 2 + k] = pose[k]
  clearSide(slot)
}

/** Shape `slot` is the one of a row. */
export function placeRow(slot: number, state: WorldState, shape: number): void {
  const { kind, rotation, center, size, polygon } = state.shapes.columns
  kinds[slot] = kind[shape]
  polygons[slot] = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  for (let k = 0; k < 2; k++) rot[slot * 2 + k] = rotation[shape * 2 + k]
  for (let k = 0; k < 4; k++) sizes[slot * 4 + k] = size[shape * 4 + k]
  for (let k = 0; k < 2; k++) centers[slot * 2 + k] = center[shape * 2 + k]
  clearSide(slot)
}

/** A segment of a chain counts from both sides, like one that stands alone. */
function clearSide(slot: number): void {
  if (kinds[slot] !== SEGMENT) return
  sizes[slot * 4 + 1] = sizes[slot * 4 + 2] = -1
  sizes[slot * 4 + 3] = BOTH_SIDES
}

/** Moves shape 0 to a place. */
export function moveFirst(place: Float64Array): void {
  for (let k = 0; k < 2; k++) centers[k] = place[k]
}

/** Distance of the two; points of `out` are relative to the centre of shape 0. */
export function measureDistance(out: GjkResult): void {
  gjkDistance(out, kinds[0], kinds[1], rot, 0, 2, sizes, 0, 4, polygons[0], polygons[1], offset(0), offset(1))
}

/** Centre of shape 1 minus that of shape 0, along an axis. */
function offset(axis: number): number {
  return centers[2 + axis] - centers[axis]
}

/** How two shapes overlap, in numbers: normal out of shape 1 towards shape 0, points midway between the surfaces. */
class OverlapRecord {
  nx: number = 0
  ny: number = 0
  depth: number = 0
  count: number = 0
  /** The point with that depth; ties go to the first. */
  deepest: number = 0
  readonly points: Float64Array = new Float64Array(4)
  readonly depths: Float64Array = new Float64Array(2)
}

/** What `measureOverlap` found last. */
export const overlap: OverlapRecord = new OverlapRecord()

function collideWithin(a: number, b: number, dx: number, dy: number, margin: number): void {
  collide(manifold, kinds[a], kinds[b], rot, a * 2, b * 2, sizes, a * 4, b * 4, packed.data, packed.start[1], packed.start[2], dx, dy, margin)
}

/** Gap at which surfaces that are known to touch have a contact, m: the slop. */
function touchingMargin(a: number, b: number): number {
  return SLOP_PER_SIZE * Math.min(SHAPES[kinds[a]].thickness(sizes, a * 4, polygons[a]), SHAPES[kinds[b]].thickness(sizes, b * 4, polygons[b]))
}

/** Measures how the two, which are known to touch, overlap: into `overlap`. */
export function measureOverlap(): void {
  // The simpler kind is A.
  const a = kinds[0] > kinds[1] ? 1 : 0
  const b = 1 - a
  const sign = a === 1 ? 1 : -1
  const dx = -sign * offset(0)
  const dy = -sign * offset(1)
  list[0] = polygons[a] ?? undefined
  list[1] = polygons[b] ?? undefined
  packed.packAll()
  collideWithin(a, b, dx, dy, 0)
  // Surfaces that only touch have a contact with a margin; the nearest points of a distance of 0 would have any normal.
  if (manifold.count === 0) collideWithin(a, b, dx, dy, touchingMargin(a, b))
  if (manifold.count === 0) {
    // Corners that touch, or two lines that cross.
    gjkDistance(nearest, kinds[a], kinds[b], rot, a * 2, b * 2, sizes, a * 4, b * 4, polygons[a], polygons[b], dx, dy)
    manifold.separations[0] = kinds[a] === SEGMENT && kinds[b] === SEGMENT ? -measureCrossing(a, dx, dy) : 0
    manifold.count = 1
    manifold.nx = nearest.nx
    manifold.ny = nearest.ny
    manifold.points[0] = nearest.ax
    manifold.points[1] = nearest.ay
  }
  overlap.nx = sign * manifold.nx
  overlap.ny = sign * manifold.ny
  overlap.count = manifold.count
  overlap.depth = -Infinity
  for (let i = 0; i < manifold.count; i++) {
    for (let k = 0; k < 2; k++) overlap.points[2 * i + k] = centers[a * 2 + k] + manifold.points[2 * i + k]
    const depth = -manifold.separations[i]
    overlap.depths[i] = depth
    if (depth > overlap.depth) {
      overlap.depth = depth
      overlap.deepest = i
    }
  }
  if (overlap.depth < 0) overlap.depth = 0
}

/** How far two crossing segments are from being apart: along the normal of one of them, which is left in `nearest`. */
function measureCrossing(a: number, dx: number, dy: number): number {
  let least = Infinity
  for (let i = 0; i < 2; i++) {
    const own = i === 0 ? a : 1 - a
    const other = 1 - own
    const nx = -rot[own * 2 + 1]
    const ny = rot[own * 2]
    const reach = sizes[other * 4] * Math.abs(rot[other * 2] * nx + rot[other * 2 + 1] * ny)
    const along = dx * nx + dy * ny
    const depth = reach - Math.abs(along)
    if (depth >= least) continue
    least = depth
    nearest.nx = along < 0 ? -nx : nx
    nearest.ny = along < 0 ? -ny : ny
  }
  return Math.max(0, least)
}

/** The same as objects. */
export function readOverlap(): Overlap {
  measureOverlap()
  const { nx, ny, depth, count, points, depths } = overlap
  const list = Array.from({ length: count }, (_, i) => ({ position: { x: points[2 * i], y: points[2 * i + 1] }, depth: depths[i] }))
  return { normal: { x: nx, y: ny }, depth, points: list }
}
