/**
 * Edges that continue each other: the geometry that internal edges are told by (`internal-edges.ts`). A plane is at hand, that of an edge of some
 * shape, and a point on the surface of another one, with the normal of its contact. Does that shape rise above the plane? Has a third shape an edge
 * in the plane, and the point on or below it?
 */

import { setSegment } from '../geometry/pairs/two-gons.ts'
import { CORNER_STRIDE, CORNERS } from '../geometry/polygon/packed-polygons.ts'
import { POLYGON } from '../geometry/shapes/polygon.ts'
import { BOTH_SIDES, SEGMENT } from '../geometry/shapes/segment.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { TILTED_NORMAL } from '../geometry/tolerances.ts'
import type { WorldState } from '../store/world-state.ts'

/** The plane at hand: outward normal, world axes; its distance along that from the centre of the shape that has the edge. */
export const planeNormal: Float64Array = new Float64Array(2)
const planeLevel = new Float64Array(1)
let planeOwner = 0
/** The contact at hand: its point on the fixed shape and on the moving one from the fixed one's centre, its normal away from the fixed one. */
const fixedPoint = new Float64Array(2)
export const movingPoint: Float64Array = new Float64Array(2)
const away = new Float64Array(2)
/** Distance that counts as none, m, for all questions. */
export const hairIn: Float64Array = new Float64Array(1)
/** Lowest points of a shape over the plane, from its centre, world axes; numbers of its corners. */
export const lowPoints: Float64Array = new Float64Array(4)
export const lowCorners: Int32Array = new Int32Array(2)

/** An edge of a shape: outward normal, its start from the shape's centre, both in world axes; its length. */
const edge = new Float64Array(5)
const LENGTH = 4
const inward = new Float64Array(2)
const vertex = new Float64Array(2)
/** Where the packed polygon at hand starts. */
let start = 0

/** Has a shape sharp corners? Rounded ones have a groove where they meet. */
export function isSharp(state: WorldState, shape: number): boolean {
  const { kind, size } = state.shapes.columns
  return kind[shape] === SEGMENT || (kind[shape] === POLYGON && size[shape * 4] === 0)
}

/** The array that holds the packed polygon of a shape with sharp corners, from `start` on. All segments share one. */
function packedOf(state: WorldState, shape: number): Float64Array {
  const { kind, size, polygon } = state.shapes.columns
  start = state.packedPolygons.start[polygon[shape] + 1]
  return kind[shape] === SEGMENT ? setSegment(size, shape * 4) : state.packedPolygons.data
}

/** First edge of a shape that is a face: segments of a chain have none on their right. */
function firstEdge(state: WorldState, shape: number): number {
  const { kind, size } = state.shapes.columns
  return kind[shape] === SEGMENT && size[shape * 4 + 3] !== BOTH_SIDES ? 1 : 0
}

/** Sets the contact at hand: point p of contact c, which the shape `fixed` has. */
export function setPoint(state: WorldState, c: number, p: number, fixed: number): void {
  const { center } = state.shapes.columns
  const { normal, points, separation, pair } = state.contacts.columns
  const a = state.pairs.columns.shapeA[pair[c]]
  const sign = a === fixed ? 1 : -1
  const half = 0.5 * separation[c * 2 + p]
  for (let k = 0; k < 2; k++) {
    const middle = center[a * 2 + k] + points[c * 4 + p * 2 + k] - center[fixed * 2 + k]
    away[k] = sign * normal[c * 2 + k]
    fixedPoint[k] = middle - half * away[k]
    movingPoint[k] = middle + half * away[k]
  }
}

/** Sets the point at hand to a moving shape's lowest point `p` over the plane, as seen from the shape `fixed`. */
export function setLowPoint(state: WorldState, p: number, moving: number, fixed: number): void {
  const { center } = state.shapes.columns
  for (let k = 0; k < 2; k++) movingPoint[k] = center[moving * 2 + k] - center[fixed * 2 + k] + lowPoints[2 * p + k]
  const height = heightAbove(state, fixed, movingPoint)
  for (let k = 0; k < 2; k++) fixedPoint[k] = movingPoint[k] - height * planeNormal[k]
}

/** The point with the least separation of contact c. */
export function deepestPoint(state: WorldState, c: number): number {
  const { separation, count } = state.contacts.columns
  return count[c] > 1 && separation[c * 2 + 1] < separation[c * 2] ? 1 : 0
}

/** Squared sine between the contact's normal and that of the plane; 2 where it leads behind the plane. */
export function planeLean(): number {
  const across = planeNormal[0] * away[1] - planeNormal[1] * away[0]
  const along = planeNormal[0] * away[0] + planeNormal[1] * away[1]
  return along < 0 && across * across < 1 - TILTED_NORMAL ? 2 : across * across
}

/** Puts edge e of a shape into `edge`. */
function setEdge(state: WorldState, shape: number, e: number): void {
  const { rotation } = state.shapes.columns
  const packed = packedOf(state, shape)
  const at = start + CORNERS + CORNER_STRIDE * e
  const next = at + CORNER_STRIDE
  const c = rotation[shape * 2]
  const s = rotation[shape * 2 + 1]
  const nx = packed[at + 2]
  const ny = packed[at + 3]
  edge[0] = c * nx - s * ny
  edge[1] = s * nx + c * ny
  edge[2] = c * packed[at] - s * packed[at + 1]
  edge[3] = s * packed[at] + c * packed[at + 1]
  edge[LENGTH] = nx * (packed[next + 1] - packed[at + 1]) - ny * (packed[next] - packed[at])
}

/** Makes that of edge e of a shape the plane at hand. */
export function setPlane(state: WorldState, shape: number, e: number): void {
  setEdge(state, shape, e)
  planeOwner = shape
  planeNormal[0] = edge[0]
  planeNormal[1] = edge[1]
  planeLevel[0] = edge[0] * edge[2] + edge[1] * edge[3]
}

/** Height above the plane at hand, of whatever shape it is, of a point from the centre of `shape`. */
export function heightAbove(state: WorldState, shape: number, at: Float64Array): number {
  const { center } = state.shapes.columns
  const x = at[0] + center[shape * 2] - center[planeOwner * 2]
  const y = at[1] + center[shape * 2 + 1] - center[planeOwner * 2 + 1]
  return planeNormal[0] * x + planeNormal[1] * y - planeLevel[0]
}

function turnIn(state: WorldState, shape: number, x: number, y: number): void {
  const { rotation } = state.shapes.columns
  inward[0] = rotation[shape * 2] * x + rotation[shape * 2 + 1] * y
  inward[1] = rotation[shape * 2] * y - rotation[shape * 2 + 1] * x
}

/** The edge of a shape whose normal is the one at hand, up to a squared sine, or −1. */
export function edgeOf(state: WorldState, shape: number, maxSineSquared: number): number {
  turnIn(state, shape, away[0], away[1])
  const packed = packedOf(state, shape)
  for (let e = firstEdge(state, shape); e < packed[start]; e++) {
    const o = start + CORNERS + CORNER_STRIDE * e + 2
    const across = inward[0] * packed[o + 1] - inward[1] * packed[o]
    if (across * across < maxSineSquared && inward[0] * packed[o] + inward[1] * packed[o + 1] > 0) return e
  }
  return -1
}

/** The edge of a shape in the plane at hand, or −1. It is in `edge` then. */
function edgeInPlane(state: WorldState, shape: number): number {
  turnIn(state, shape, planeNormal[0], planeNormal[1])
  const nx = inward[0]
  const ny = inward[1]
  for (let e = firstEdge(state, shape); e < packedOf(state, shape)[start]; e++) {
    const packed = packedOf(state, shape)
    const o = start + CORNERS + CORNER_STRIDE * e + 2
    const across = nx * packed[o + 1] - ny * packed[o]
    if (across * across >= TILTED_NORMAL || nx * packed[o] + ny * packed[o + 1] < 0) continue
    setEdge(state, shape, e)
    vertex[0] = edge[2]
    vertex[1] = edge[3]
    return Math.abs(heightAbove(state, shape, vertex)) <= hairIn[0] ? e : -1
  }
  return -1
}

/** Has a shape an edge in the plane at hand? */
export function isFlush(state: WorldState, shape: number): boolean {
  return edgeInPlane(state, shape) >= 0
}

/** Does a shape rise above the plane by more than a hair? */
export function risesAbove(state: WorldState, shape: number): boolean {
  const { rotation } = state.shapes.columns
  const packed = packedOf(state, shape)
  const end = start + CORNERS + CORNER_STRIDE * packed[start]
  for (let v = start + CORNERS; v < end; v += CORNER_STRIDE) {
    vertex[0] = rotation[shape * 2] * packed[v] - rotation[shape * 2 + 1] * packed[v + 1]
    vertex[1] = rotation[shape * 2 + 1] * packed[v] + rotation[shape * 2] * packed[v + 1]
    if (heightAbove(state, shape, vertex) > hairIn[0]) return true
  }
  return false
}

/** Is all of a shape in front of the plane, but for a hair? */
export function isInFront(state: WorldState, shape: number): boolean {
  setLowest(state, shape)
  vertex[0] = lowPoints[0]
  vertex[1] = lowPoints[1]
  return heightAbove(state, shape, vertex) >= -hairIn[0]
}

/** Lowest points of a shape over the plane into `lowPoints`: its lowest corner and, of what has edges there, the lower one beside it. How many. */
export function setLowest(state: WorldState, shape: number): number {
  const { kind, size, rotation, polygon } = state.shapes.columns
  const record = SHAPES[kind[shape]]
  const outline = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  const s = shape * 4
  const lowest = record.support(rotation, shape * 2, size, s, outline, planeNormal, 0, -1)
  setLow(state, shape, 0, lowest)
  if (!record.cornered && record.halfLength(size, s) === 0) return 1
  const corners = outline === null ? 2 : outline.vertexCount
  const fore = lowest + 1 < corners ? lowest + 1 : 0
  const aft = lowest > 0 ? lowest - 1 : corners - 1
  setLow(state, shape, 1, fore)
  const height = planeNormal[0] * lowPoints[2] + planeNormal[1] * lowPoints[3]
  setLow(state, shape, 1, aft)
  if (planeNormal[0] * lowPoints[2] + planeNormal[1] * lowPoints[3] > height) setLow(state, shape, 1, fore)
  return 2
}

function setLow(state: WorldState, shape: number, at: number, corner: number): void {
  const { kind, size, rotation, polygon } = state.shapes.columns
  const outline = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  SHAPES[kind[shape]].coreVertex(size, shape * 4, outline, corner, vertex, 0)
  const c = rotation[shape * 2]
  const s = rotation[shape * 2 + 1]
  const radius = coreRadius(kind[shape], size, shape * 4)
  lowPoints[2 * at] = c * vertex[0] - s * vertex[1] - radius * planeNormal[0]
  lowPoints[2 * at + 1] = s * vertex[0] + c * vertex[1] - radius * planeNormal[1]
  lowCorners[at] = corner & 255
}

/** Is the corner of `shape` that is farthest along the normal at hand on the edge e of another shape? */
export function isCornerOn(state: WorldState, shape: number, other: number, e: number): boolean {
  const { center, rotation } = state.shapes.columns
  turnIn(state, shape, away[0], away[1])
  const packed = packedOf(state, shape)
  const end = start + CORNERS + CORNER_STRIDE * packed[start]
  let farthest = start + CORNERS
  for (let v = farthest; v < end; v += CORNER_STRIDE) {
    if (inward[0] * packed[v] + inward[1] * packed[v + 1] > inward[0] * packed[farthest] + inward[1] * packed[farthest + 1]) farthest = v
  }
  const x = packed[farthest]
  const y = packed[farthest + 1]
  const px = rotation[shape * 2] * x - rotation[shape * 2 + 1] * y + center[shape * 2] - center[other * 2]
  const py = rotation[shape * 2 + 1] * x + rotation[shape * 2] * y + center[shape * 2 + 1] - center[other * 2 + 1]
  setEdge(state, other, e)
  const along = edge[0] * (py - edge[3]) - edge[1] * (px - edge[2])
  return Math.abs(edge[0] * (px - edge[2]) + edge[1] * (py - edge[3])) < hairIn[0] && along > -hairIn[0] && along < edge[LENGTH] + hairIn[0]
}

/**
 * The next edge of a shape, from the edge `from` on, at whose end the point at hand is, though the normal is not the edge's; −1 if there is none.
 */
export function nextEdgeAtPoint(state: WorldState, shape: number, from: number): number {
  for (let e = Math.max(from, firstEdge(state, shape)); e < packedOf(state, shape)[start]; e++) {
    setEdge(state, shape, e)
    // A body in front of the edge is met from there.
    if (!(edge[0] * away[0] + edge[1] * away[1] > 0)) continue
    if (Math.abs(edge[0] * (fixedPoint[0] - edge[2]) + edge[1] * (fixedPoint[1] - edge[3])) <= hairIn[0]) return e
  }
  return -1
}

/**
 * Has `shape` an edge in the plane, and the point at hand, of the shape `fixed`, on or below it? With `leaning` the contact's normal must lead
 * further along that edge.
 */
export function continues(state: WorldState, shape: number, fixed: number, leaning: boolean): boolean {
  const { center } = state.shapes.columns
  if (edgeInPlane(state, shape) < 0) return false
  const x = fixedPoint[0] + center[fixed * 2] - center[shape * 2]
  const y = fixedPoint[1] + center[fixed * 2 + 1] - center[shape * 2 + 1]
  const hair = hairIn[0]
  const along = edge[0] * (y - edge[3]) - edge[1] * (x - edge[2])
  if (!(along >= -hair && along <= edge[LENGTH] + hair) || edge[0] * (x - edge[2]) + edge[1] * (y - edge[3]) > hair) return false
  if (!leaning) return true
  const way = edge[0] * away[1] - edge[1] * away[0]
  return (way > 0 ? edge[LENGTH] - along : along) > hair
}
