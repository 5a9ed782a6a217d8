/**
 * A mover: a convex shape that is moved, without turning, among the shapes of the world. How far it is from each of them, and how far it
 * can go until it meets one. What to do about it is the character's business (`move-character.ts`) or the user's (`api/movers.ts`).
 *
 * One mover at a time, in module scratch: `setMover…`, `gatherObstacles`, then questions about them.
 */

import { keepObstacles, keepSeen, obstacles } from '../../common/characters/obstacles.ts'
import type { QueryMask } from '../../common/queries/query-mask.ts'
import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { ONE_SIDED_DEPTH } from '../../common/tuning.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { collide } from '../geometry/collide.ts'
import { GjkResult, gjkDistance } from '../geometry/gjk.ts'
import { Manifold, MAX_MANIFOLD_POINTS } from '../geometry/manifold.ts'
import { PackedPolygons } from '../geometry/polygon/packed-polygons.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import { RayHit, rayShape } from '../geometry/ray-shapes.ts'
import { BOTH_SIDES, SEGMENT } from '../geometry/shapes/segment.ts'
import { coreRadius, coreVertex, SHAPES, supportVertex } from '../geometry/shapes/shape-table.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_SEPARATED } from '../geometry/time-of-impact.ts'
import { setRotation } from '../math/rotation.ts'
import type { WorldState } from '../store/world-state.ts'
import type { PlaneSet } from './plane-set.ts'

/** Where the mover's shape is: its origin. Written by whoever moves it. */
export const place: Float64Array = new Float64Array(2)

/** The mover: kind, polygon, angle. Rotations and sizes of mover and obstacle stand one after the other. */
let moverKind = 0
let moverPolygon: Polygon | null = null
/** Its number among the world's polygons, −1 = none. */
let moverNumber = -1
let moverReach = 0
let moverThickness = 0
const rot = new Float64Array(4)
const sizes = new Float64Array(8)
const vertex = new Float64Array(2)

const nearest = new GjkResult()
const manifold = new Manifold()
const impact = new TimeOfImpact()
const moving = new Sweep()
const still = new Sweep()
const rayHit = new RayHit()
const ray = new Float64Array(5)

/** What `measureGap` found: unit normal from the obstacle to the mover, and the point of the obstacle that is nearest. */
export const gapNormal: Float64Array = new Float64Array(2)
export const gapPoint: Float64Array = new Float64Array(2)

/** The shape of a row is the mover; it stands where it is. */
export function setMoverRow(state: WorldState, shape: number): void {
  const { kind, size, polygon, localRotation, body, center } = state.shapes.columns
  for (let k = 0; k < 4; k++) sizes[k] = size[shape * 4 + k]
  for (let k = 0; k < 2; k++) place[k] = center[shape * 2 + k]
  const number = polygon[shape]
  setMover(kind[shape], number >= 0 ? state.polygons[number] : null, number, state.bodies.columns.angle[body[shape]] + localRotation[shape])
}

/** A definition is the mover, turned by an angle. */
export function setMoverShape(definition: ShapeDefinition, angle: number): void {
  for (let k = 0; k < 4; k++) sizes[k] = definition.size[k] ?? 0
  setMover(definition.kindCode, definition.polygon, -1, angle)
}

function setMover(kind: number, polygon: Polygon | null, number: number, angle: number): void {
  moverKind = kind
  moverPolygon = polygon
  moverNumber = number
  moverReach = SHAPES[kind].reach(sizes, 0, polygon)
  moverThickness = SHAPES[kind].thickness(sizes, 0, polygon)
  moving.a0 = moving.a1 = angle
  setRotation(angle, rot, 0)
}

/** How far the mover reaches from its origin along a direction times `sign`. */
export function moverExtent(direction: Float64Array, sign: number): number {
  const index = supportVertex(moverKind, rot, 0, sizes, 0, moverPolygon, direction, 0, sign)
  coreVertex(moverKind, rot, 0, sizes, 0, moverPolygon, index, vertex, 0)
  return sign * (vertex[0] * direction[0] + vertex[1] * direction[1]) + coreRadius(moverKind, sizes, 0)
}

/** Shapes that a character whose shape this is may meet within `reach` of the mover. */
export function gatherObstacles(state: WorldState, shape: number, reach: number): void {
  keepObstacles(state, shape, findNear(state, reach))
}

/** Shapes that a query may meet within `reach` of the mover. */
export function gatherSeen(state: WorldState, filter: QueryMask<never>, reach: number): void {
  keepSeen(state, filter, findNear(state, reach))
}

function findNear(state: WorldState, reach: number): number {
  const far = moverReach + reach
  return state.broadPhase.queryBox(place[0] - far, place[1] - far, place[0] + far, place[1] + far)
}

/** Are the balls about mover and shape within `reach` of each other? */
function isNear(state: WorldState, shape: number, reach: number): boolean {
  const { center, reach: ball } = state.shapes.columns
  const dx = center[shape * 2] - place[0]
  const dy = center[shape * 2 + 1] - place[1]
  const far = moverReach + ball[shape] + reach
  return dx * dx + dy * dy <= far * far
}

function setObstacle(state: WorldState, shape: number): Polygon | null {
  const { rotation: turned, size, polygon } = state.shapes.columns
  for (let k = 0; k < 2; k++) rot[2 + k] = turned[shape * 2 + k]
  for (let k = 0; k < 4; k++) sizes[4 + k] = size[shape * 4 + k]
  return polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
}

/** Gap between the mover and a shape, below 0 where they overlap; Infinity if it is on the side that is open. Fills `gapNormal`, `gapPoint`. */
export function measureGap(state: WorldState, shape: number): number {
  const { kind, center } = state.shapes.columns
  const polygon = setObstacle(state, shape)
  const dx = center[shape * 2] - place[0]
  const dy = center[shape * 2 + 1] - place[1]
  const oneSided = kind[shape] === SEGMENT && sizes[7] !== BOTH_SIDES
  // Behind a chain: the centre is on its right.
  if (oneSided && rot[2] * dy - rot[3] * dx >= 0) return Infinity
  const gap = gapTo(state, shape, polygon, dx, dy)
  // It comes from behind and has not got through yet.
  return oneSided && gap < -ONE_SIDED_DEPTH * moverThickness ? Infinity : gap
}

function gapTo(state: WorldState, shape: number, polygon: Polygon | null, dx: number, dy: number): number {
  const { kind } = state.shapes.columns
  gjkDistance(nearest, moverKind, kind[shape], rot, 0, 2, sizes, 0, 4, moverPolygon, polygon, dx, dy)
  if (nearest.coreDistance > LOST_DIGITS * nearest.extent) {
    gapNormal[0] = -nearest.nx
    gapNormal[1] = -nearest.ny
    gapPoint[0] = place[0] + nearest.bx
    gapPoint[1] = place[1] + nearest.by
    return nearest.coreDistance - coreRadius(moverKind, sizes, 0) - coreRadius(kind[shape], sizes, 4)
  }
  return measureDepth(state, shape, polygon, dx, dy)
}

/** Fills `manifold` for the mover and a shape; `flip`: the shape is of the simpler kind, and so A. */
function collidePair(
  state: WorldState, shape: number, polygon: Polygon | null, flip: boolean, dx: number, dy: number, margin: number,
): void {
  const { kind, polygon: number } = state.shapes.columns
  const inWorld = moverNumber >= 0 || moverPolygon === null
  const packed = inWorld ? state.packedPolygons : new PackedPolygons([moverPolygon ?? undefined, polygon ?? undefined])
  const own = packed.start[inWorld ? moverNumber + 1 : 1]
  const other = packed.start[inWorld ? number[shape] + 1 : 2]
  if (flip) collide(manifold, kind[shape], moverKind, rot, 2, 0, sizes, 4, 0, packed.data, other, own, -dx, -dy, margin)
  else collide(manifold, moverKind, kind[shape], rot, 0, 2, sizes, 0, 4, packed.data, own, other, dx, dy, margin)
}

/** The same where the cores overlap, by the manifold: the way out that is shortest. */
function measureDepth(state: WorldState, shape: number, polygon: Polygon | null, dx: number, dy: number): number {
  const { kind, center } = state.shapes.columns
  // The simpler kind is A.
  const flip = moverKind > kind[shape]
  collidePair(state, shape, polygon, flip, dx, dy, 0)
  const sign = flip ? 1 : -1
  let depth = 0
  let deepest = -1
  for (let i = 0; i < manifold.count; i++) {
    if (deepest >= 0 && manifold.separations[i] >= depth) continue
    depth = manifold.separations[i]
    deepest = i
  }
  gapNormal[0] = sign * manifold.nx
  gapNormal[1] = sign * manifold.ny
  for (let k = 0; k < 2; k++) {
    const from = flip ? center[shape * 2 + k] : place[k]
    gapPoint[k] = deepest < 0 ? place[k] : from + manifold.points[deepest * 2 + k] - 0.5 * depth * gapNormal[k]
  }
  return depth
}

/** World points where the mover and a shape are within `margin` of each other, 2 doubles each, in `touching`; the nearest one if that is all. */
export const touching: Float64Array = new Float64Array(2 * MAX_MANIFOLD_POINTS)

/** Fills `touching`; returns how many. After `measureGap` of the same shape. */
export function findTouching(state: WorldState, shape: number, margin: number): number {
  const { kind, center } = state.shapes.columns
  const polygon = setObstacle(state, shape)
  const dx = center[shape * 2] - place[0]
  const dy = center[shape * 2 + 1] - place[1]
  const flip = moverKind > kind[shape]
  collidePair(state, shape, polygon, flip, dx, dy, margin)
  for (let i = 0; i < manifold.count; i++) {
    for (let k = 0; k < 2; k++) touching[i * 2 + k] = (flip ? center[shape * 2 + k] : place[k]) + manifold.points[i * 2 + k]
  }
  if (manifold.count > 0) return manifold.count
  for (let k = 0; k < 2; k++) touching[k] = gapPoint[k]
  return 1
}

/** Adds the planes of all obstacles within `reach` of the mover. Offsets are gaps beyond `skin`. */
export function collectPlanes(state: WorldState, planes: PlaneSet, skin: number, reach: number): void {
  planes.count = 0
  const { body } = state.shapes.columns
  for (let i = 0; i < obstacles.count; i++) {
    const shape = obstacles.rows[i]
    if (body[shape] === obstacles.aside) continue
    if (!isNear(state, shape, reach)) continue
    const gap = measureGap(state, shape)
    if (!(gap <= reach)) continue
    const at = planes.count
    if (!planes.add(gapNormal, 0, gap - skin, shape)) return
    for (let k = 0; k < 2; k++) planes.point[2 * at + k] = gapPoint[k]
  }
}

/** What `castMover` met first, −1 = nothing. */
export const met: { shape: number } = { shape: -1 }

/**
 * The share of a displacement that the mover can go until it is within `target` of an obstacle. Obstacles that are nearer than that at the
 * start stop it if it goes towards them.
 */
export function castMover(state: WorldState, motion: Float64Array, target: number): number {
  const length = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1])
  let share = 1
  met.shape = -1
  const { body } = state.shapes.columns
  for (let i = 0; i < obstacles.count; i++) {
    const shape = obstacles.rows[i]
    if (body[shape] === obstacles.aside) continue
    if (!isNear(state, shape, share * length + target)) continue
    const t = castAt(state, shape, motion, share, target)
    if (t >= share) continue
    share = t
    met.shape = shape
    if (share === 0) break
  }
  return share
}

function castAt(state: WorldState, shape: number, motion: Float64Array, limit: number, target: number): number {
  const gap = measureGap(state, shape)
  if (gap === Infinity) return limit
  const along = gapNormal[0] * motion[0] + gapNormal[1] * motion[1]
  // Convex shapes: what does not approach now will not touch.
  if (along >= 0) return limit
  if (gap <= target) return 0
  if (gap + along * limit > target) return limit
  const { kind, body, localPosition, localRotation, polygon } = state.shapes.columns
  const { x, angle, localCenter } = state.bodies.columns
  const row = body[shape]
  for (let k = 0; k < 2; k++) {
    moving.c0[k] = place[k]
    moving.c1[k] = place[k] + limit * motion[k]
    still.c0[k] = still.c1[k] = x[row * 2 + k]
    still.localOffset[k] = localPosition[shape * 2 + k] - localCenter[row * 2 + k]
  }
  still.a0 = still.a1 = angle[row]
  still.localRotation = localRotation[shape]
  const geometry = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  timeOfImpact(impact, moverKind, kind[shape], sizes, 0, 4, moverPolygon, geometry, moving, still, target)
  return impact.state === TOI_SEPARATED ? limit : impact.t * limit
}

/**
 * Normal of the face that lies beside a corner: of plane i's obstacle, seen from above, a hair behind the point of touch. False if there is no
 * face at that height. A round foot on the edge of a step touches it at a slant, and stands on the step all the same.
 */
export function findFace(state: WorldState, planes: PlaneSet, i: number, up: Float64Array, uo: number, hair: number, out: Float64Array): boolean {
  const shape = planes.shape[i]
  const { normal, point } = planes
  const rise = normal[2 * i] * up[uo] + normal[2 * i + 1] * up[uo + 1]
  let square = 0
  for (let k = 0; k < 2; k++) {
    const flat = normal[2 * i + k] - rise * up[uo + k]
    square += flat * flat
  }
  if (!(square > 0)) return false
  const back = hair / Math.sqrt(square)
  for (let k = 0; k < 2; k++) {
    ray[k] = point[2 * i + k] - back * (normal[2 * i + k] - rise * up[uo + k]) + 2 * hair * up[uo + k]
    ray[2 + k] = -4 * hair * up[uo + k]
  }
  ray[4] = 1
  const { kind, rotation: turned, center, size, polygon } = state.shapes.columns
  const geometry = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  if (!rayShape(rayHit, kind[shape], turned, shape * 2, center, shape * 2, size, shape * 4, geometry, ray, 0)) return false
  if (!(rayHit.t > 0)) return false
  out[0] = rayHit.nx
  out[1] = rayHit.ny
  return true
}
