/**
 * Stage `prepare-contacts`: fills the contact rows: arms, K and effective mass, friction, warm-start impulses.
 *
 * Reads: manifolds, shapes, solver bodies. Writes: all contact row columns, rolling rows, solver bodies' warm.
 * Why here: the rows have their places. Arms are frozen for the step; separations follow the bodies.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { CHANGE_STRIDE, NEW_FRICTION, NEW_RESTITUTION, NEW_STATIC_FRICTION } from '../../common/store/contact-hooks.ts'
import { combineFriction, combineRestitution, combineStaticFriction } from '../../common/store/materials.ts'
import { areForcesStale } from '../../common/store/stored-forces.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { PUSH_OUT_SPEED_PER_SIZE, SLOP_PER_SIZE, SUPPORT_COSINE } from '../../common/tuning.ts'
import { addWarmStart, buildBlocks, setTargets } from '../contacts/contact-row-build.ts'
import {
  APPROACH, BIAS_TANGENT, BOUNCY, COLD_STRIDE, CONVEYS, FOLLOWS, FRESH, FRICTION, FRICTION_IMPULSE, GAP_STRIDE, HEIGHT_A, HEIGHT_B, HOT_STRIDE,
  IMPULSE_STRIDE, LOCKED, MODIFIED, NEVER, NORMAL, ON_PLANE, POINT, PUSH_SPEED, RESTITUTION, ROLLS, SEPARATION, SLIDE_A, SLIDE_B, SLOP,
  STATIC_FRICTION, TURN_A, TURN_B,
} from '../contacts/contact-row.ts'
import { follows, isOnFixedFace } from '../contacts/following-decision.ts'
import { addFollowing, radiiIn } from '../contacts/following-table.ts'
import { findFreeIslands } from '../contacts/free-island-momentum.ts'
import { addModifiedVelocity, addSurfaceVelocity } from '../contacts/moving-surfaces.ts'
import { addRolling } from '../contacts/rolling.ts'
import { predictWeights } from '../contacts/warm-start-guess.ts'
import { CORES_UNKNOWN } from '../geometry/manifold.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { radiusAlong } from '../geometry/shapes/shape-table.ts'
import { LOCK_X, LOCK_Y } from '../store/bodies.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

export function prepareContacts(state: WorldState): void {
  const { batches } = state
  let seen = 0
  state.following.reserve(state.contactRows.count)
  state.following.count = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    seen |= fillRows(state, batch)
    batches.followingStart[batch + 1] = state.following.count
  }
  if ((seen & FRESH) !== 0) predictWeights(state)
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const h = state.dt / batches.substeps(batch, state.globals.columns.substeps[0])
    setTargets(state, batches.rowStart(batch), batches.rowEnd(batch), h)
  }
  addWarmStart(state, 0, state.contactRows.count)
  findFreeIslands(state)
  state.rolling.count = 0
  batches.rollingStart.fill(0)
  if ((seen & ROLLS) === 0) return
  state.rolling.reserve(state.contactRows.count)
  const { flags } = state.contactRows.columns
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    for (let row = batches.rowStart(batch); row < batches.rowEnd(batch); row++) if ((flags[row] & ROLLS) !== 0) addRolling(state, row)
    batches.rollingStart[batch + 1] = state.rolling.count
  }
}

/** Copies the manifolds, the surface properties and the stored impulses of a batch, and builds the rows. Returns all their flags. */
function fillRows(state: WorldState, batch: number): number {
  const { batches } = state
  const { hot, cold, gap, impulse, total, pushed, contact, shapes: shapesOf, bodyA, bodyB, count, flags } = state.contactRows.columns
  const { pair, count: pointCount, normal, points, separation, normalForce, frictionForce, cores } = state.contacts.columns
  const shapes = state.shapes.columns
  const { body, center, thickness, kind, rotation, size, rolling, restitution, staticFriction, flags: surface } = shapes
  const { shapeA, shapeB } = state.pairs.columns
  const { x } = state.bodies.columns
  const { velocity, lockedAxes, external } = state.solverBodies.columns
  const { gravity } = state.globals.columns
  const steep = SUPPORT_COSINE * SUPPORT_COSINE * (gravity[0] * gravity[0] + gravity[1] * gravity[1])
  const h = state.dt / batches.substeps(batch, state.globals.columns.substeps[0])
  const warm = areForcesStale(state) ? 0 : h
  const to = batches.rowEnd(batch)
  const joined = batches.jointStart[batch] < batches.jointStart[batch + 1]
  const hooked = state.hooks.onContact !== null
  const { changed, values } = state.hooks
  let bouncy = 0
  let seen = 0
  for (let row = batches.rowStart(batch); row < to; row++) {
    const c = contact[row]
    const p = pair[c]
    const a = shapeA[p]
    const b = shapeB[p]
    shapesOf[row * 2] = a
    shapesOf[row * 2 + 1] = b
    const sa = bodyA[row]
    const sb = bodyB[row]
    const rowA = body[a]
    const rowB = body[b]
    const o = row * HOT_STRIDE
    const d = row * COLD_STRIDE
    const g = row * GAP_STRIDE
    const l = row * IMPULSE_STRIDE
    const two = pointCount[c] > 1
    count[row] = two ? 2 : 1
    const nx = normal[c * 2]
    const ny = normal[c * 2 + 1]
    const thinnest = thickness[a] < thickness[b] ? thickness[a] : thickness[b]
    const slop = SLOP_PER_SIZE * thinnest
    const gap0 = separation[c * 2]
    gap[g] = gap0
    if (two) gap[g + 1] = separation[c * 2 + 1]
    else gap[g + 1] = NEVER
    const gap1 = gap[g + 1]
    gap[g + SLOP] = slop
    gap[g + SEPARATION] = gap0
    gap[g + SEPARATION + 1] = gap1
    gap[g + PUSH_SPEED] = PUSH_OUT_SPEED_PER_SIZE * thinnest
    let l0 = normalForce[c * 2] * warm
    let l1 = two ? normalForce[c * 2 + 1] * warm : 0
    let frictionImpulse = frictionForce[c] * warm
    // Warm starting: stored impulses that would throw the bodies apart are worse than none.
    const mass = velocity[sa * VELOCITY_STRIDE + 3] + velocity[sb * VELOCITY_STRIDE + 3]
    if (!(((l0 + l1) * mass) / h < MAX_COORDINATE)) {
      l0 = l1 = frictionImpulse = 0
      state.guards.warmStartsDropped++
    }
    impulse[l] = l0
    impulse[l + 1] = l1
    impulse[l + FRICTION_IMPULSE] = frictionImpulse
    total[row * 2] = 0
    total[row * 2 + 1] = 0
    pushed[row] = 0
    // The reference point of the row: the centre of pressure, or the nearer point. Its height decides the arm of friction.
    const x0 = points[c * 4]
    const y0 = points[c * 4 + 1]
    let px = x0
    let py = y0
    let apart = gap0
    if (two) {
      const sum = l0 + l1
      let share = 0.5
      if (sum > 0) share = l1 / sum
      else if (gap0 < gap1 - slop) share = 0
      else if (gap1 < gap0 - slop) share = 1
      px += share * (points[c * 4 + 2] - x0)
      py += share * (points[c * 4 + 3] - y0)
      apart += share * (gap1 - gap0)
      hot[o + POINT + 1] = ny * (points[c * 4 + 2] - px) - nx * (points[c * 4 + 3] - py)
    } else hot[o + POINT + 1] = 0
    hot[o + POINT] = ny * (x0 - px) - nx * (y0 - py)
    const ax = center[a * 2] - x[rowA * 2] + px
    const ay = center[a * 2 + 1] - x[rowA * 2 + 1] + py
    const bx = center[a * 2] - x[rowB * 2] + px
    const by = center[a * 2 + 1] - x[rowB * 2 + 1] + py
    const heightA = ax * nx + ay * ny
    const heightB = bx * nx + by * ny
    hot[o + NORMAL] = nx
    hot[o + NORMAL + 1] = ny
    hot[o + TURN_A] = ax * ny - ay * nx
    hot[o + TURN_B] = bx * ny - by * nx
    hot[o + SLIDE_A] = -heightA
    hot[o + SLIDE_B] = -heightB
    radiiIn[0] = radiusAlong(kind[a], rotation, a * 2, size, a * 4, normal, c * 2)
    radiiIn[1] = radiusAlong(kind[b], rotation, b * 2, size, b * 4, normal, c * 2)
    gap[g + HEIGHT_A] = heightA - radiiIn[0]
    gap[g + HEIGHT_B] = heightB + radiiIn[1]
    combineFriction(shapes, a, shapes, b, hot, o + FRICTION)
    cold[d + STATIC_FRICTION] = hot[o + FRICTION]
    if (staticFriction[a] > 0 || staticFriction[b] > 0) combineStaticFriction(shapes, a, shapes, b, cold, d + STATIC_FRICTION)
    hot[o + BIAS_TANGENT] = 0
    let bits = 0
    if (hooked && changed[c] === 1) bits |= MODIFIED
    else if (((surface[a] | surface[b]) & SURFACE_MOVES) !== 0) bits |= CONVEYS
    if (((lockedAxes[sa] | lockedAxes[sb]) & (LOCK_X | LOCK_Y)) !== 0) bits |= LOCKED
    if (rolling[a] > 0 || rolling[b] > 0) bits |= ROLLS
    flags[row] = bits
    if (cores[c] !== CORES_UNKNOWN && follows(state, row, b, cores[c])) {
      bits |= FOLLOWS
      if (kind[b] === ELLIPSE && isOnFixedFace(state, row, cores[c])) bits |= ON_PLANE
      addFollowing(state, row, b, cores[c])
    }
    if ((bits & FOLLOWS) === 0) reachSurface(state, row, 0.5 * apart)
    cold[d + RESTITUTION] = 0
    if (restitution[a] > 0 || restitution[b] > 0) combineRestitution(shapes, a, shapes, b, cold, d + RESTITUTION)
    if ((bits & MODIFIED) !== 0) {
      hot[o + FRICTION] = values[c * CHANGE_STRIDE + NEW_FRICTION]
      cold[d + STATIC_FRICTION] = values[c * CHANGE_STRIDE + NEW_STATIC_FRICTION]
      cold[d + RESTITUTION] = values[c * CHANGE_STRIDE + NEW_RESTITUTION]
    }
    if (cold[d + RESTITUTION] > 0) {
      bits |= BOUNCY
      bouncy++
    }
    if ((bits & BOUNCY) !== 0 || joined) {
      cold[d + APPROACH] = nx * (external[sb * 3] - external[sa * 3]) + ny * (external[sb * 3 + 1] - external[sa * 3 + 1])
    }
    if (l0 + l1 === 0 && (gap0 <= slop || gap1 <= slop)) {
      // Only supports get a warm-start guess.
      const along = nx * gravity[0] + ny * gravity[1]
      if (along * along > steep) bits |= FRESH
    }
    flags[row] = bits
    seen |= bits
    if ((bits & CONVEYS) !== 0) addSurfaceVelocity(state, row)
    else if ((bits & MODIFIED) !== 0) addModifiedVelocity(state, row)
    buildBlocks(state, row)
  }
  batches.bouncy[batch] = bouncy
  return seen
}

/**
 * The contact point lies half way across the gap for two movable bodies, on the surface of the movable one next to the immovable: there they will
 * touch. Otherwise a ball that is about to land would be turned by its friction on an arm longer than its radius. `half` is half of the gap.
 */
function reachSurface(state: WorldState, row: number, half: number): void {
  const { hot, gap, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const g = row * GAP_STRIDE
  if (velocity[bodyB[row] * VELOCITY_STRIDE + 3] === 0) {
    hot[o + SLIDE_A] += half
    gap[g + HEIGHT_A] -= half
  }
  if (velocity[bodyA[row] * VELOCITY_STRIDE + 3] === 0) {
    hot[o + SLIDE_B] -= half
    gap[g + HEIGHT_B] += half
  }
}
