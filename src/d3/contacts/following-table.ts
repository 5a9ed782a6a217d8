/**
 * Table of following rows (`following-rows.ts`): which rows follow, decided once per step, and what they keep of its start: core points, and which
 * of the shapes are balls.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'
import { FLAT_COSINE } from '../../common/math/rounding.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { BOX } from '../geometry/shapes/box.ts'
import { ELLIPSOID } from '../geometry/shapes/ellipsoid.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { SPHERE } from '../geometry/shapes/sphere.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { ARM_A, ARM_B, COLD_STRIDE, FOLLOWS, HOT_STRIDE, NORMAL, ON_PLANE, SEPARATION, STAND_OFF_A, STAND_OFF_B } from './contact-row.ts'
import { isAtLevelEdge } from './level-rows.ts'

export interface FollowingColumns {
  /** Contact row. */
  row: Int32Array
  /** 1: `impact` found that it does not touch in this substep. */
  far: Uint8Array
  /** List of the batch at hand (`batches.loose`): rows that do not press, or may be struck all the same. */
  loose: Int32Array
  /** Bits: A, B is a sphere about its body's centre of mass, whose rotation does not matter. */
  balls: Uint8Array
  /** 1: its plane is not that of the reference: of another moment, or left behind, because it does not press. */
  behind: Uint8Array
  /**
   * Core points of A and B from the centres of mass at the start of the step, world axes; distance of both; the larger of their distances from
   * the centres. Of two balls: from A's centre to B's, radii, distance, 0.
   */
  cores: Float64Array
  /**
   * When its plane was made: how the core points had moved apart since the start of the step; gap; R R₀ᵀ − 1 of both bodies. Only of rows that have
   * followed: until then the plane is that of the step's start, and the numbers are not set.
   */
  reference: Float64Array
  /** 1: `stop` is that of this substep. */
  placed: Uint8Array
  /** Of stops (`stopping-rows.ts`): the place at the substep's start, as the first numbers of `placeOut`, then the weighted Jacobian of its speed. */
  stop: Float64Array
}

export const CORES_STRIDE = 8
export const DISTANCE = 6
export const CORE_REACH = 7
export const BALL_RADII = 3
export const REFERENCE_GAP = 3
export const REFERENCE_TURNS = 4
export const REFERENCE_STRIDE = 22
export const STOP_JACOBIAN = 10
export const STOP_STRIDE = 22

/** Bits of `balls`. */
export const BALL_A = 1
export const BALL_B = 2

export const FOLLOWING_SCHEMA: Schema<FollowingColumns> = {
  row: i32('scratch'),
  far: u8('scratch'),
  loose: i32('scratch'),
  balls: u8('scratch'),
  behind: u8('scratch'),
  cores: f64('scratch', CORES_STRIDE),
  reference: f64('scratch', REFERENCE_STRIDE),
  placed: u8('scratch'),
  stop: f64('scratch', STOP_STRIDE),
}

/** Appends a following row. */
export function addFollowing(state: WorldState, contactRow: number, a: number, b: number): void {
  const { row, balls, behind, cores } = state.following.columns
  const { hot, cold } = state.contactRows.columns
  const i = state.following.count++
  const o = contactRow * HOT_STRIDE + NORMAL
  const d = contactRow * COLD_STRIDE
  const c = i * CORES_STRIDE
  const half = 0.5 * cold[d + SEPARATION]
  const backA = cold[d + STAND_OFF_A] + half
  const backB = cold[d + STAND_OFF_B] + half
  let reachA = 0
  let reachB = 0
  for (let k = 0; k < 3; k++) {
    const coreA = cold[d + ARM_A + k] - backA * hot[o + k]
    const coreB = cold[d + ARM_B + k] + backB * hot[o + k]
    cores[c + k] = coreA
    cores[c + 3 + k] = coreB
    reachA += coreA * coreA
    reachB += coreB * coreB
  }
  cores[c + DISTANCE] = backA + backB
  cores[c + CORE_REACH] = Math.sqrt(Math.max(reachA, reachB))
  const bits = (isBall(state, a) ? BALL_A : 0) | (isBall(state, b) ? BALL_B : 0)
  balls[i] = bits
  if (bits === (BALL_A | BALL_B)) setBalls(state, a, b, c)
  behind[i] = 0
  row[i] = contactRow
}

/** What rows of two balls keep, so that they need not look up shapes and bodies again. */
function setBalls(state: WorldState, a: number, b: number, c: number): void {
  const { cores } = state.following.columns
  const { body, size } = state.shapes.columns
  const { x } = state.bodies.columns
  const ao = body[a] * 3
  const bo = body[b] * 3
  cores[c] = x[bo] - x[ao]
  cores[c + 1] = x[bo + 1] - x[ao + 1]
  cores[c + 2] = x[bo + 2] - x[ao + 2]
  cores[c + BALL_RADII] = size[a * 4]
  cores[c + BALL_RADII + 1] = size[b * 4]
  cores[c + CORE_REACH] = 0
}

/** A sphere about its body's centre of mass: its rotation does not matter. */
export function isBall(state: WorldState, shape: number): boolean {
  const { kind, center, body } = state.shapes.columns
  if (kind[shape] !== SPHERE) return false
  const { x } = state.bodies.columns
  const o = body[shape] * 3
  return center[shape * 3] === x[o] && center[shape * 3 + 1] === x[o + 1] && center[shape * 3 + 2] === x[o + 2]
}

/** Bits of a row's flags if its normal follows the bodies, else 0. Faces of the immovable do not move. */
export function follows(state: WorldState, row: number, a: number, b: number): number {
  const { bodyA, bodyB, count } = state.contactRows.columns
  const { kind, size } = state.shapes.columns
  const bodies = state.solverBodies.columns.kind
  const free = (bodies[bodyA[row]] & bodies[bodyB[row]] & HAS_MASS) !== 0
  // An ellipsoid's own part of the contact turns with it: point, arms and how far the plane is from its centre.
  if (!free && count[row] === 1 && (kind[a] === ELLIPSOID || kind[b] === ELLIPSOID)) {
    return isOnFace(state, row, a, b) ? FOLLOWS | ON_PLANE : FOLLOWS
  }
  const cored = coreRadius(kind[a], size, a * 4) !== 0 || coreRadius(kind[b], size, b * 4) !== 0
  // Lines, and what is round without a core, along edges of the immovable: cylinders.
  if ((count[row] === 2 || !cored) && (free || kind[b] >= LEVEL || !isCurved(state, row))) return 0
  if (kind[b] >= LEVEL) return !free && isAtLevelEdge(state, state.contactRows.columns.contact[row], b, a) ? FOLLOWS : 0
  if (free || !isOnFace(state, row, a, b)) return FOLLOWS
  state.guards.normalsFrozen++
  return 0
}

/** Is the row on a face of one of its shapes? */
function isOnFace(state: WorldState, row: number, a: number, b: number): boolean {
  if (state.shapes.columns.kind[b] >= LEVEL) return !isAtLevelEdge(state, state.contactRows.columns.contact[row], b, a)
  const o = row * HOT_STRIDE + NORMAL
  return isFace(state, a, o, 1) || isFace(state, b, o, -1)
}

/** Does one of the shapes of a row roll there? */
function isCurved(state: WorldState, row: number): boolean {
  const { cold } = state.contactRows.columns
  return cold[row * COLD_STRIDE + STAND_OFF_A] > 0 || cold[row * COLD_STRIDE + STAND_OFF_B] > 0
}

/** Is `sign` times the normal at hot[o] the outward normal of a face of the shape? */
function isFace(state: WorldState, shape: number, o: number, sign: number): boolean {
  const { hot } = state.contactRows.columns
  const x = sign * hot[o]
  const y = sign * hot[o + 1]
  const z = sign * hot[o + 2]
  const { kind, rotation, hull } = state.shapes.columns
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  const faces = SHAPES[kind[shape]].faceCount(geometry)
  if (faces === 0) return false
  const r = shape * 9
  const lx = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z
  const ly = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z
  const lz = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z
  if (kind[shape] === BOX) return Math.max(Math.abs(lx), Math.abs(ly), Math.abs(lz)) > FLAT_COSINE
  if (kind[shape] !== HULL) return isFaceOf(kind[shape], geometry, faces, lx, ly, lz)
  const { planes, faceCount } = state.hulls[hull[shape]]
  for (let f = 0; f < faceCount; f++) if (lx * planes[4 * f] + ly * planes[4 * f + 1] + lz * planes[4 * f + 2] > FLAT_COSINE) return true
  return false
}

const face = new Float64Array(3)

/** The same of any kind, direction in the shape's frame. */
function isFaceOf(kind: number, hull: Hull | null, faces: number, x: number, y: number, z: number): boolean {
  for (let f = 0; f < faces; f++) {
    SHAPES[kind].faceNormal(hull, f, face)
    if (x * face[0] + y * face[1] + z * face[2] > FLAT_COSINE) return true
  }
  return false
}
