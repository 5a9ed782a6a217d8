/**
 * How two shapes overlap at the poses of the moment: manifolds for queries and for readers, outside the step. The narrow phase has its own.
 */

import type { ShapeDefinition } from '../api/shape-definition.ts'
import { collide } from '../geometry/collide.ts'
import { GjkResult, gjkDistance } from '../geometry/gjk.ts'
import { Manifold } from '../geometry/manifold.ts'
import { PackedPolygons } from '../geometry/polygon/packed-polygons.ts'
import { BOTH_SIDES, SEGMENT } from '../geometry/shapes/segment.ts'
import { setRotation } from '../math/rotation.ts'
import type { Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'

interface Overlap {
  normal: Vec2
  depth: number
  points: { position: Vec2; depth: number }[]
}

const manifold = new Manifold()
const nearest = new GjkResult()
const rot = new Float64Array(4)
const sizes = new Float64Array(8)

/** The overlap of a shape put at a pose with the shape of a row, which it is known to overlap; the normal points to the one put there. */
export function measureOverlap(state: WorldState, definition: ShapeDefinition, pose: Float64Array, shape: number): Overlap {
  const { kind, rotation, center, size, polygon } = state.shapes.columns
  const other = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  // The simpler kind is A.
  const flip = definition.kindCode > kind[shape]
  const [q, s] = flip ? [1, 0] : [0, 1]
  setRotation(pose[2], rot, q * 2)
  for (let k = 0; k < 2; k++) rot[s * 2 + k] = rotation[shape * 2 + k]
  for (let k = 0; k < 4; k++) {
    sizes[q * 4 + k] = definition.size[k] ?? 0
    sizes[s * 4 + k] = size[shape * 4 + k]
  }
  const kindA = flip ? kind[shape] : definition.kindCode
  const kindB = flip ? definition.kindCode : kind[shape]
  clearSide(kindA, 0)
  clearSide(kindB, 4)
  const sign = flip ? 1 : -1
  const dx = -sign * (center[shape * 2] - pose[0])
  const dy = -sign * (center[shape * 2 + 1] - pose[1])
  const [polygonA, polygonB] = flip ? [other, definition.polygon] : [definition.polygon, other]
  const packed = new PackedPolygons([polygonA ?? undefined, polygonB ?? undefined])
  const [, pa, pb] = packed.start
  collide(manifold, kindA, kindB, rot, 0, 2, sizes, 0, 4, packed.data, pa, pb, dx, dy, 0)
  const x = flip ? center[shape * 2] : pose[0]
  const y = flip ? center[shape * 2 + 1] : pose[1]
  if (manifold.count === 0) {
    // They only touch, or are two lines that cross.
    gjkDistance(nearest, kindA, kindB, rot, 0, 2, sizes, 0, 4, polygonA, polygonB, dx, dy)
    const depth = kindA === SEGMENT && kindB === SEGMENT ? measureCrossing(dx, dy) : 0
    const position = { x: x + nearest.ax, y: y + nearest.ay }
    return { normal: { x: sign * nearest.nx, y: sign * nearest.ny }, depth, points: [{ position, depth }] }
  }
  const points: Overlap['points'] = []
  let depth = 0
  for (let i = 0; i < manifold.count; i++) {
    points.push({ position: { x: x + manifold.points[2 * i], y: y + manifold.points[2 * i + 1] }, depth: -manifold.separations[i] })
    depth = Math.max(depth, -manifold.separations[i])
  }
  return { normal: { x: sign * manifold.nx, y: sign * manifold.ny }, depth, points }
}

/** How far two crossing segments are from being apart: along the normal of one of them, which is left in `nearest`. */
function measureCrossing(dx: number, dy: number): number {
  let least = Infinity
  for (let i = 0; i < 2; i++) {
    const nx = -rot[i * 2 + 1]
    const ny = rot[i * 2]
    const other = 1 - i
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

/** A segment of a chain counts from both sides, like one that stands alone. */
function clearSide(kind: number, s: number): void {
  if (kind !== SEGMENT) return
  sizes[s + 1] = sizes[s + 2] = -1
  sizes[s + 3] = BOTH_SIDES
}
