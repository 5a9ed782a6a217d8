/**
 * A mover: a convex shape that is moved, without turning, among the shapes of the world. How far it is from each of them, and how far it
 * can go until it meets one. What to do about it is the character's business (`move-character.ts`) or the user's (`api/movers.ts`).
 *
 * One mover at a time, in module scratch: `setMover…`, `gatherObstacles`, then questions about them.
 */

import { keepObstacles, keepSeen, obstacles } from '../../common/characters/obstacles.ts'
import type { QueryMask } from '../../common/queries/query-mask.ts'
import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { PLANE_TOLERANCE } from '../../common/tuning.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { collide } from '../geometry/collide.ts'
import { GjkResult, gjkDistance } from '../geometry/gjk.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { Manifold, MAX_MANIFOLD_POINTS } from '../geometry/manifold.ts'
import { BOTH_SIDES, collideMesh } from '../geometry/mesh/mesh-contacts.ts'
import { candidates, MADE_UP, ManifoldList, thicknessIn } from '../geometry/mesh/mesh-manifolds.ts'
import { meshDistance } from '../geometry/mesh/mesh-distance.ts'
import { meshShareUntil } from '../geometry/mesh/mesh-sweeps.ts'
import type { PieceSource } from '../geometry/mesh/piece-source.ts'
import { createFlatTriangle, setFlatTriangle } from '../geometry/mesh/triangle-prism.ts'
import { DX, DY, DZ, MARGIN, query } from '../geometry/query.ts'
import { RayHit, rayShape } from '../geometry/ray-shapes.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { coreRadius, coreVertex, shapeBounds, SHAPES, supportVertex } from '../geometry/shapes/shape-table.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_SEPARATED } from '../geometry/time-of-impact.ts'
import { BEHIND_COSINE } from '../geometry/tolerances.ts'
import { quatMultiply, quatToMatrix } from '../math/quaternion.ts'
import type { WorldState } from '../store/world-state.ts'
import type { PlaneSet } from './plane-set.ts'

/** Where the mover's shape is: its origin. Written by whoever moves it. */
export const place: Float64Array = new Float64Array(3)

/** The mover: kind, hull, rotation. Rotations and sizes of mover and obstacle stand one after the other. */
let moverKind = 0
let moverHull: Hull | null = null
let moverReach = 0
const rotation = new Float64Array(4)
const rot = new Float64Array(18)
const sizes = new Float64Array(8)
/** Box of the mover about its origin. */
const extent = new Float64Array(6)
const origin = new Float64Array(3)
const vertex = new Float64Array(3)

const nearest = new GjkResult()
const manifold = new Manifold()
const list = new ManifoldList()
const impact = new TimeOfImpact()
const moving = new Sweep()
const still = new Sweep()
const triangle = createFlatTriangle()
const corners = new Float64Array(9)
const rayHit = new RayHit()
const ray = new Float64Array(7)

/** What `measureGap` found: unit normal from the obstacle to the mover, and the point of the obstacle that is nearest. */
export const gapNormal: Float64Array = new Float64Array(3)
export const gapPoint: Float64Array = new Float64Array(3)

/** The shape of a row is the mover; it stands where it is. */
export function setMoverRow(state: WorldState, shape: number): void {
  const { kind, size, hull, localRotation, body, center } = state.shapes.columns
  quatMultiply(state.bodies.columns.q, body[shape] * 4, localRotation, shape * 4, rotation, 0)
  for (let k = 0; k < 4; k++) sizes[k] = size[shape * 4 + k]
  for (let k = 0; k < 3; k++) place[k] = center[shape * 3 + k]
  setMover(kind[shape], hull[shape] >= 0 ? state.hulls[hull[shape]] : null)
}

/** A definition is the mover, turned by the quaternion at q[qo]. */
export function setMoverShape(definition: ShapeDefinition, q: Float64Array, qo: number): void {
  for (let k = 0; k < 4; k++) {
    rotation[k] = q[qo + k]
    sizes[k] = definition.size[k] ?? 0
  }
  setMover(definition.kindCode, definition.hull)
}

function setMover(kind: number, hull: Hull | null): void {
  moverKind = kind
  moverHull = hull
  moverReach = SHAPES[kind].reach(sizes, 0, hull)
  quatToMatrix(rotation, 0, rot, 0)
  shapeBounds(extent, kind, origin, 0, rot, 0, sizes, 0, hull)
  for (let k = 0; k < 4; k++) moving.q0[k] = moving.q1[k] = rotation[k]
}

/** How far the mover reaches from its origin along a direction times `sign`. */
export function moverExtent(direction: Float64Array, sign: number): number {
  const index = supportVertex(moverKind, rot, 0, sizes, 0, moverHull, direction, 0, sign)
  coreVertex(moverKind, rot, 0, sizes, 0, moverHull, index, vertex, 0)
  const along = vertex[0] * direction[0] + vertex[1] * direction[1] + vertex[2] * direction[2]
  return sign * along + coreRadius(moverKind, sizes, 0)
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
  return state.broadPhase.queryBox(
    place[0] + extent[0] - reach, place[1] + extent[1] - reach, place[2] + extent[2] - reach,
    place[0] + extent[3] + reach, place[1] + extent[4] + reach, place[2] + extent[5] + reach,
  )
}

/** Are the balls about mover and shape within `reach` of each other? */
function isNear(state: WorldState, shape: number, reach: number): boolean {
  const { center, reach: ball } = state.shapes.columns
  let square = 0
  for (let k = 0; k < 3; k++) {
    const d = center[shape * 3 + k] - place[k]
    square += d * d
  }
  const far = moverReach + ball[shape] + reach
  return square <= far * far
}

function setObstacle(state: WorldState, shape: number): Hull | null {
  const { rotation: turned, size, hull } = state.shapes.columns
  for (let k = 0; k < 9; k++) rot[9 + k] = turned[shape * 9 + k]
  for (let k = 0; k < 4; k++) sizes[4 + k] = size[shape * 4 + k]
  return hull[shape] >= 0 ? state.hulls[hull[shape]] : null
}

/** Gap between the mover and a shape, below 0 where they overlap. Fills `gapNormal` and `gapPoint`. */
export function measureGap(state: WorldState, shape: number): number {
  const { kind, center } = state.shapes.columns
  const hull = setObstacle(state, shape)
  const dx = center[shape * 3] - place[0]
  const dy = center[shape * 3 + 1] - place[1]
  const dz = center[shape * 3 + 2] - place[2]
  if (kind[shape] >= LEVEL) return measureMeshGap(state, shape, hull, dx, dy, dz)
  gjkDistance(nearest, moverKind, kind[shape], rot, 0, 9, sizes, 0, 4, moverHull, hull, dx, dy, dz)
  if (nearest.coreDistance > LOST_DIGITS * nearest.extent) {
    gapNormal[0] = -nearest.nx
    gapNormal[1] = -nearest.ny
    gapNormal[2] = -nearest.nz
    gapPoint[0] = place[0] + nearest.bx
    gapPoint[1] = place[1] + nearest.by
    gapPoint[2] = place[2] + nearest.bz
    return nearest.coreDistance - coreRadius(moverKind, sizes, 0) - coreRadius(kind[shape], sizes, 4)
  }
  return measureDepth(state, shape, hull, dx, dy, dz)
}

/** The same of a mesh: the triangle that is nearest, or deepest. */
function measureMeshGap(state: WorldState, shape: number, hull: Hull | null, dx: number, dy: number, dz: number): number {
  meshDistance(nearest, moverKind, state.shapes.columns.kind[shape], rot, 0, 9, sizes, 0, 4, moverHull, hull, dx, dy, dz)
  if (nearest.distance > LOST_DIGITS * nearest.extent) {
    gapNormal[0] = -nearest.nx
    gapNormal[1] = -nearest.ny
    gapNormal[2] = -nearest.nz
    gapPoint[0] = place[0] + nearest.bx
    gapPoint[1] = place[1] + nearest.by
    gapPoint[2] = place[2] + nearest.bz
    return nearest.distance
  }
  collideLevel(hull, dx, dy, dz, 0)
  if (list.count > 0) return readManifold(0)
  for (let k = 0; k < 3; k++) gapPoint[k] = place[k]
  gapNormal.fill(0)
  return 0
}

/** Manifolds of the mover with a mesh, into `list`. */
function collideLevel(hull: Hull | null, dx: number, dy: number, dz: number, margin: number): void {
  query[DX] = dx
  query[DY] = dy
  query[DZ] = dz
  query[MARGIN] = margin
  thicknessIn[0] = SHAPES[moverKind].thickness(sizes, 0, moverHull)
  collideMesh(list, moverKind, rot, 0, 9, sizes, 0, moverHull, asLevel(hull), sizes[4])
}

/** The deepest point of a manifold with a mesh into `gapNormal` and `gapPoint`; its gap. */
function readManifold(m: number): number {
  const { nx, ny, nz, count, points, separations } = list.items[m]
  let deepest = 0
  for (let i = 1; i < count; i++) if (separations[i] < separations[deepest]) deepest = i
  const gap = separations[deepest]
  gapNormal[0] = -nx
  gapNormal[1] = -ny
  gapNormal[2] = -nz
  for (let k = 0; k < 3; k++) gapPoint[k] = place[k] + points[deepest * 3 + k] - 0.5 * gap * gapNormal[k]
  return gap
}

/** The same where the cores overlap, by the manifold: the way out that is shortest. */
function measureDepth(state: WorldState, shape: number, hull: Hull | null, dx: number, dy: number, dz: number): number {
  const { kind, center } = state.shapes.columns
  // The simpler kind is A.
  const flip = moverKind > kind[shape]
  if (flip) collide(manifold, kind[shape], moverKind, rot, 9, 0, sizes, 4, 0, hull, moverHull, -dx, -dy, -dz, 0)
  else collide(manifold, moverKind, kind[shape], rot, 0, 9, sizes, 0, 4, moverHull, hull, dx, dy, dz, 0)
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
  gapNormal[2] = sign * manifold.nz
  for (let k = 0; k < 3; k++) {
    const from = flip ? center[shape * 3 + k] : place[k]
    gapPoint[k] = deepest < 0 ? place[k] : from + manifold.points[deepest * 3 + k] - 0.5 * depth * gapNormal[k]
  }
  return depth
}

/** World points where the mover and a shape are within `margin` of each other, 3 doubles each, in `touching`; the nearest one if that is all. */
export const touching: Float64Array = new Float64Array(3 * MAX_MANIFOLD_POINTS)

/** Fills `touching`; returns how many. After `measureGap` of the same shape. */
export function findTouching(state: WorldState, shape: number, margin: number): number {
  const { kind, center } = state.shapes.columns
  const hull = setObstacle(state, shape)
  const dx = center[shape * 3] - place[0]
  const dy = center[shape * 3 + 1] - place[1]
  const dz = center[shape * 3 + 2] - place[2]
  if (kind[shape] >= LEVEL) return findLevelTouching(hull, dx, dy, dz, margin)
  const flip = moverKind > kind[shape]
  if (flip) collide(manifold, kind[shape], moverKind, rot, 9, 0, sizes, 4, 0, hull, moverHull, -dx, -dy, -dz, margin)
  else collide(manifold, moverKind, kind[shape], rot, 0, 9, sizes, 0, 4, moverHull, hull, dx, dy, dz, margin)
  for (let i = 0; i < manifold.count; i++) {
    for (let k = 0; k < 3; k++) touching[i * 3 + k] = (flip ? center[shape * 3 + k] : place[k]) + manifold.points[i * 3 + k]
  }
  if (manifold.count > 0) return manifold.count
  for (let k = 0; k < 3; k++) touching[k] = gapPoint[k]
  return 1
}

/** The same of a mesh: the points of the deepest manifold. */
function findLevelTouching(hull: Hull | null, dx: number, dy: number, dz: number, margin: number): number {
  collideLevel(hull, dx, dy, dz, margin)
  if (list.count === 0) {
    for (let k = 0; k < 3; k++) touching[k] = gapPoint[k]
    return 1
  }
  const { count, points } = list.items[0]
  for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) touching[i * 3 + k] = place[k] + points[i * 3 + k]
  return count
}

/** Adds the planes of all obstacles within `reach` of the mover. Offsets are gaps beyond `skin`. */
export function collectPlanes(state: WorldState, planes: PlaneSet, skin: number, reach: number): void {
  planes.count = 0
  const { body } = state.shapes.columns
  for (let i = 0; i < obstacles.count; i++) {
    const shape = obstacles.rows[i]
    if (body[shape] === obstacles.aside) continue
    if (!isNear(state, shape, reach)) continue
    if (state.shapes.columns.kind[shape] >= LEVEL) {
      if (!collectLevelPlanes(state, planes, shape, skin, reach)) return
      continue
    }
    const gap = measureGap(state, shape)
    if (gap <= reach && !addPlane(planes, gap - skin, shape)) return
  }
}

/** The plane of `gapNormal` and `gapPoint`. False if there is no more room. */
function addPlane(planes: PlaneSet, offset: number, shape: number): boolean {
  const at = planes.count
  if (!planes.add(gapNormal, 0, offset, shape)) return false
  for (let k = 0; k < 3; k++) planes.point[3 * at + k] = gapPoint[k]
  return true
}

/** Planes of a mesh: one for each manifold, and the nearest edge that these leave out. */
function collectLevelPlanes(state: WorldState, planes: PlaneSet, shape: number, skin: number, reach: number): boolean {
  const { center } = state.shapes.columns
  const hull = setObstacle(state, shape)
  const dx = center[shape * 3] - place[0]
  const dy = center[shape * 3 + 1] - place[1]
  const dz = center[shape * 3 + 2] - place[2]
  collideLevel(hull, dx, dy, dz, reach)
  let least = Infinity
  for (let m = 0; m < list.count; m++) {
    const gap = readManifold(m)
    least = Math.min(least, gap)
    if (gap <= reach && !addPlane(planes, gap - skin, shape)) return false
  }
  const gap = measureLeftOut(asLevel(hull), dx, dy, dz)
  return gap > reach || gap >= least - PLANE_TOLERANCE * skin || addPlane(planes, gap - skin, shape)
}

/**
 * Gap to the nearest triangle of which `collideLevel` has left out a contact, as one that an edge made up. On a surface that bends a little a box may
 * be nearest to just such an edge: without its plane it would hang there, in the air and unable to move.
 */
function measureLeftOut(source: PieceSource, dx: number, dy: number, dz: number): number {
  const { count, standing, pieceOf } = candidates
  const twoSided = sizes[4] === BOTH_SIDES
  let least = Infinity
  for (let i = 0; i < count; i++) {
    if (standing[i] !== MADE_UP || (i > 0 && standing[i - 1] === MADE_UP && pieceOf[i - 1] === pieceOf[i])) continue
    source.corners(pieceOf[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    gjkDistance(nearest, moverKind, HULL, rot, 0, 9, sizes, 0, 0, moverHull, triangle, dx, dy, dz)
    if (!(nearest.coreDistance > LOST_DIGITS * nearest.extent) || nearest.distance >= least) continue
    let facing = 0
    for (let k = 0; k < 3; k++) {
      facing -= triangle.planes[k] * (rot[9 + k] * nearest.nx + rot[12 + k] * nearest.ny + rot[15 + k] * nearest.nz)
    }
    if (!twoSided && facing < BEHIND_COSINE) continue
    least = nearest.distance
    gapNormal[0] = -nearest.nx
    gapNormal[1] = -nearest.ny
    gapNormal[2] = -nearest.nz
    gapPoint[0] = place[0] + nearest.bx
    gapPoint[1] = place[1] + nearest.by
    gapPoint[2] = place[2] + nearest.bz
  }
  return least
}

/** What `castMover` met first, −1 = nothing. */
export const met: { shape: number } = { shape: -1 }

/**
 * The share of a displacement that the mover can go until it is within `target` of an obstacle. Obstacles that are nearer than that at the
 * start stop it if it goes towards them.
 */
export function castMover(state: WorldState, motion: Float64Array, target: number): number {
  const length = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2])
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
  const level = state.shapes.columns.kind[shape] >= LEVEL
  if (!level) {
    const gap = measureGap(state, shape)
    const along = gapNormal[0] * motion[0] + gapNormal[1] * motion[1] + gapNormal[2] * motion[2]
    // Convex shapes: what does not approach now will not touch.
    if (along >= 0) return limit
    if (gap <= target) return 0
    if (gap + along * limit > target) return limit
  }
  const { kind, body, localPosition, localRotation, hull } = state.shapes.columns
  const { x, q, localCenter } = state.bodies.columns
  const row = body[shape]
  for (let k = 0; k < 3; k++) {
    moving.c0[k] = place[k]
    moving.c1[k] = place[k] + limit * motion[k]
    still.c0[k] = still.c1[k] = x[row * 3 + k]
    still.localOffset[k] = localPosition[shape * 3 + k] - localCenter[row * 3 + k]
  }
  for (let k = 0; k < 4; k++) {
    still.q0[k] = still.q1[k] = q[row * 4 + k]
    still.localRotation[k] = localRotation[shape * 4 + k]
  }
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  if (level) {
    const twoSided = state.shapes.columns.size[shape * 4] === 1
    return meshShareUntil(moverKind, sizes, 0, moverHull, asLevel(geometry), moving, still, target, twoSided) * limit
  }
  timeOfImpact(impact, moverKind, kind[shape], sizes, 0, 4, moverHull, geometry, moving, still, target)
  return impact.state === TOI_SEPARATED ? limit : impact.t * limit
}

/**
 * Normal of the face that lies beside an edge: of plane i's obstacle, seen from above, a hair behind the point of touch. False if there is no
 * face at that height. A round foot on the edge of a step touches it at a slant, and stands on the step all the same.
 */
export function findFace(state: WorldState, planes: PlaneSet, i: number, up: Float64Array, uo: number, hair: number, out: Float64Array): boolean {
  const shape = planes.shape[i]
  const { normal, point } = planes
  let rise = 0
  for (let k = 0; k < 3; k++) rise += normal[3 * i + k] * up[uo + k]
  let square = 0
  for (let k = 0; k < 3; k++) {
    const flat = normal[3 * i + k] - rise * up[uo + k]
    square += flat * flat
  }
  if (!(square > 0)) return false
  const back = hair / Math.sqrt(square)
  for (let k = 0; k < 3; k++) {
    ray[k] = point[3 * i + k] - back * (normal[3 * i + k] - rise * up[uo + k]) + 2 * hair * up[uo + k]
    ray[3 + k] = -4 * hair * up[uo + k]
  }
  ray[6] = 1
  const { kind, rotation: turned, center, size, hull } = state.shapes.columns
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  if (!rayShape(rayHit, kind[shape], turned, shape * 9, center, shape * 3, size, shape * 4, geometry, ray, 0)) return false
  if (!(rayHit.t > 0)) return false
  out[0] = rayHit.nx
  out[1] = rayHit.ny
  out[2] = rayHit.nz
  return true
}
