/**
 * Table of following rows (`following-rows.ts`), and what they keep of the start of the step: core points, radii, where a corner or a face
 * ends.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'
import { CORES_FACE_A, CORES_POINTS } from '../geometry/manifold.ts'
import { CORNER_STRIDE, CORNERS } from '../geometry/polygon/packed-polygons.ts'
import { CIRCLE } from '../geometry/shapes/circle.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { POLYGON } from '../geometry/shapes/polygon.ts'
import { BOTH_SIDES, SEGMENT } from '../geometry/shapes/segment.ts'
import { radiusAlong } from '../geometry/shapes/shape-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { GAP_STRIDE, HOT_STRIDE, NORMAL, SLIDE_A, SLIDE_B, TURN_A, TURN_B } from './contact-row.ts'

export interface FollowingColumns {
  /** Contact row. */
  row: Int32Array
  /** 1: `impact` found that it does not touch in this substep. */
  far: Uint8Array
  /** What meets (`geometry/manifold.ts`). */
  cores: Uint8Array
  /** 1: one of the surfaces is an ellipse's. */
  curved: Uint8Array
  /** At the start of the step, world axes: core points of A and B from the centres of mass; from the one to the other; normal; radii. */
  start: Float64Array
  /**
   * Two points: the normals between which a corner is nearest, clockwise first, of A and of B, outwards, at the start of the step; zeros:
   * all. A face: where it begins and ends along the tangent, from the point of its core on.
   */
  bounds: Float64Array
  /** 1: its plane is not that of the reference: of another moment, or left behind, because it does not press. */
  behind: Uint8Array
  /** When its plane was made: how the core points had moved apart since the start of the step; gap; sines of both bodies' turns. */
  reference: Float64Array
}

export const REFERENCE_GAP = 2
export const REFERENCE_TURNS = 3
export const REFERENCE_STRIDE = 5

export const CORE_A = 0
export const CORE_B = 2
export const BETWEEN = 4
export const START_NORMAL = 6
export const RADIUS_A = 8
export const RADIUS_B = 9
export const START_STRIDE = 10

export const FOLLOWING_SCHEMA: Schema<FollowingColumns> = {
  row: i32('scratch'),
  far: u8('scratch'),
  cores: u8('scratch'),
  curved: u8('scratch'),
  start: f64('scratch', START_STRIDE),
  bounds: f64('scratch', 8),
  behind: u8('scratch'),
  reference: f64('scratch', REFERENCE_STRIDE),
}

/** Appends a following row. Normal, arms and separation of the contact row are those of the step's start. */
export function addFollowing(state: WorldState, contactRow: number, a: number, b: number, cores: number): void {
  const { hot, gap } = state.contactRows.columns
  const { kind, rotation, size } = state.shapes.columns
  const i = state.following.count++
  const columns = state.following.columns
  const { start, bounds, behind, reference } = columns
  columns.row[i] = contactRow
  columns.cores[i] = cores
  columns.curved[i] = kind[b] === ELLIPSE ? 1 : 0
  const s = i * START_STRIDE
  const o = contactRow * HOT_STRIDE
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const separation = gap[contactRow * GAP_STRIDE]
  const radiusA = radiusAlong(kind[a], rotation, a * 2, size, a * 4, hot, o + NORMAL)
  const radiusB = radiusAlong(kind[b], rotation, b * 2, size, b * 4, hot, o + NORMAL)
  // An arm r has the parts r·n = −r × t along the normal and r × n along the tangent (n.y, −n.x).
  const alongA = -hot[o + SLIDE_A] - radiusA - 0.5 * separation
  const alongB = -hot[o + SLIDE_B] + radiusB + 0.5 * separation
  start[s + CORE_A] = alongA * nx + hot[o + TURN_A] * ny
  start[s + CORE_A + 1] = alongA * ny - hot[o + TURN_A] * nx
  start[s + CORE_B] = alongB * nx + hot[o + TURN_B] * ny
  start[s + CORE_B + 1] = alongB * ny - hot[o + TURN_B] * nx
  const distance = separation + radiusA + radiusB
  start[s + BETWEEN] = distance * nx
  start[s + BETWEEN + 1] = distance * ny
  start[s + START_NORMAL] = nx
  start[s + START_NORMAL + 1] = ny
  start[s + RADIUS_A] = radiusA
  start[s + RADIUS_B] = radiusB
  // Loops: a call of fill takes longer than so few numbers.
  for (let k = i * REFERENCE_STRIDE; k < (i + 1) * REFERENCE_STRIDE; k++) reference[k] = 0
  reference[i * REFERENCE_STRIDE + REFERENCE_GAP] = separation
  behind[i] = 0
  for (let k = i * 8; k < i * 8 + 8; k++) bounds[k] = 0
  if (cores === CORES_POINTS) {
    if (kind[a] !== CIRCLE && kind[a] !== ELLIPSE) writeCone(state, a, i, 1)
    if (kind[b] !== CIRCLE && kind[b] !== ELLIPSE) writeCone(state, b, i, -1)
    return
  }
  if (cores === CORES_FACE_A) writeEnds(state, a, i, 1)
  else writeEnds(state, b, i, -1)
}

/** Where the face of the shape begins and ends along the tangent, from its core's point on; `sign` times the row's normal points out of it. */
function writeEnds(state: WorldState, shape: number, i: number, sign: number): void {
  const { start: core, bounds: out } = state.following.columns
  const at = i * START_STRIDE + (sign > 0 ? CORE_A : CORE_B)
  const to = i * 8
  const nx = core[i * START_STRIDE + START_NORMAL]
  const ny = core[i * START_STRIDE + START_NORMAL + 1]
  const x = sign * nx
  const y = sign * ny
  const tx = ny
  const ty = -nx
  const { kind, rotation, size, polygon, center, body } = state.shapes.columns
  const { x: place } = state.bodies.columns
  const c = rotation[shape * 2]
  const s = rotation[shape * 2 + 1]
  const o = body[shape] * 2
  const from = tx * (place[o] + core[at] - center[shape * 2]) + ty * (place[o + 1] + core[at + 1] - center[shape * 2 + 1])
  // The tangent in the shape's axes, then both ends of the face along it.
  const u = c * tx + s * ty
  const v = c * ty - s * tx
  let first = 0
  let last = 0
  if (kind[shape] === POLYGON) {
    const { data, start } = state.packedPolygons
    const corners = start[polygon[shape] + 1] + CORNERS
    const end = corners + CORNER_STRIDE * data[corners - CORNERS]
    let edge = corners
    let most = -Infinity
    for (let e = corners; e < end; e += CORNER_STRIDE) {
      const along = (c * x + s * y) * data[e + 2] + (c * y - s * x) * data[e + 3]
      if (along > most) {
        most = along
        edge = e
      }
    }
    first = u * data[edge] + v * data[edge + 1]
    last = u * data[edge + CORNER_STRIDE] + v * data[edge + CORNER_STRIDE + 1]
  } else {
    // Segments lie along local x, capsules along local y.
    last = kind[shape] === SEGMENT ? u * size[shape * 4] : v * size[shape * 4 + 1]
    first = -last
  }
  out[to] = (first < last ? first : last) - from
  out[to + 1] = (first < last ? last : first) - from
}

/** The normals between which the shape's corner is the nearest point; `sign` times the row's normal points out of it there. */
function writeCone(state: WorldState, shape: number, i: number, sign: number): void {
  const { start: begin, bounds: out } = state.following.columns
  const x = sign * begin[i * START_STRIDE + START_NORMAL]
  const y = sign * begin[i * START_STRIDE + START_NORMAL + 1]
  const at = i * 8 + (sign > 0 ? 0 : 4)
  const { kind, rotation, size, polygon } = state.shapes.columns
  const c = rotation[shape * 2]
  const s = rotation[shape * 2 + 1]
  const lx = c * x + s * y
  const ly = c * y - s * x
  let fromX = 0
  let fromY = 0
  let toX = 0
  let toY = 0
  if (kind[shape] === POLYGON) {
    const { data, start } = state.packedPolygons
    const first = start[polygon[shape] + 1] + CORNERS
    const last = first + CORNER_STRIDE * (data[first - CORNERS] - 1)
    let corner = first
    let most = -Infinity
    for (let v = first; v <= last; v += CORNER_STRIDE) {
      const along = lx * data[v] + ly * data[v + 1]
      if (along > most) {
        most = along
        corner = v
      }
    }
    const before = corner > first ? corner - CORNER_STRIDE : last
    fromX = data[before + 2]
    fromY = data[before + 3]
    toX = data[corner + 2]
    toY = data[corner + 3]
  } else if (kind[shape] === SEGMENT) {
    // Along local x. A chain goes on at its ends, solid on its left only.
    const open = size[shape * 4 + 3] === BOTH_SIDES
    const turn = lx > 0 ? size[shape * 4 + 2] : -size[shape * 4 + 1]
    const scale = 1 / (1 + turn * turn)
    fromX = lx > 0 && !open ? -2 * turn * scale : 0
    fromY = lx > 0 ? (open ? -1 : (1 - turn * turn) * scale) : 1
    toX = lx > 0 || open ? 0 : -2 * turn * scale
    toY = lx > 0 ? 1 : open ? -1 : (1 - turn * turn) * scale
  } else {
    // A capsule, along local y.
    fromX = ly > 0 ? 1 : -1
    toX = -fromX
  }
  out[at] = c * fromX - s * fromY
  out[at + 1] = s * fromX + c * fromY
  out[at + 2] = c * toX - s * toY
  out[at + 3] = s * toX + c * toY
}
