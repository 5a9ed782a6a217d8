/**
 * A body's mass, centre, inertia and extent, from its shapes or as given. Called when shapes, densities or given values change, and after a
 * restore for the derived columns.
 */

import { PhysicsError } from '../../common/errors.ts'
import { requireWeight } from '../../common/bounds.ts'
import { SHAPELESS_INERTIA } from '../../common/limits.ts'
import { accumulateMass, inertiaAbout, MASS_RECORD_SIZE, rotateMass, setRecordMass, translateMass } from '../geometry/mass-properties.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { rotate, setRotation } from '../math/rotation.ts'
import { DYNAMIC, GIVEN_CENTER, GIVEN_INERTIA, GIVEN_MASS } from './bodies.ts'
import type { WorldState } from './world-state.ts'

/** Mass, centre x y, inertia about the centre. */
const total = new Float64Array(MASS_RECORD_SIZE)
const part = new Float64Array(MASS_RECORD_SIZE)
const turn = new Float64Array(2)

/** Takes mass, centre and inertia from the shapes, except values given by the user; the body's origin stays where it is. */
export function updateMass(state: WorldState, body: number): void {
  const { flags, mass, localCenter, inertia, type } = state.bodies.columns
  sumShapes(state, body)
  const given = flags[body]
  if ((given & GIVEN_MASS) !== 0) {
    if (total[0] > 0) setRecordMass(total, mass[body])
    else total[0] = mass[body]
  }
  if (!(total[0] > 0) && type[body] === DYNAMIC) noMass(state, body)
  mass[body] = total[0]
  const o = body * 2
  const oldX = localCenter[o]
  const oldY = localCenter[o + 1]
  if ((given & GIVEN_CENTER) === 0) localCenter.set(total.subarray(1, 3), o)
  if ((given & GIVEN_INERTIA) === 0) inertiaAbout(total, localCenter[o], localCenter[o + 1], inertia, body)
  derive(state, body)
  shiftCenter(state, body, localCenter[o] - oldX, localCenter[o + 1] - oldY)
}

function sumShapes(state: WorldState, body: number): void {
  const { kind, size, polygon, density, localPosition, localRotation, nextOfBody } = state.shapes.columns
  total.fill(0)
  for (let s = state.bodies.columns.firstShape[body] - 1; s >= 0; s = nextOfBody[s] - 1) {
    if (!(density[s] > 0)) continue
    SHAPES[kind[s]].mass(size, s * 4, polygon[s] >= 0 ? state.polygons[polygon[s]] : null, density[s], part)
    if (SHAPES[kind[s]].solid) requireWeight(part[0], density[s], 'shape.density')
    rotateMass(part, localRotation, s)
    translateMass(part, localPosition[s * 2], localPosition[s * 2 + 1])
    accumulateMass(total, part)
  }
}

/** A dynamic body without shapes is a point of 1 kg with the inertia of a disc of 1 m; one whose shapes weigh nothing is a mistake. */
function noMass(state: WorldState, body: number): void {
  if (state.bodies.columns.firstShape[body] !== 0) {
    throw new PhysicsError('degenerate', 'body.mass', 0, 'of a dynamic body must be above 0. Give a shape a density above 0, or give mass.')
  }
  total[0] = 1
  total[3] = SHAPELESS_INERTIA
}

/** Moves the stored centre of mass with its local offset, keeping the velocity of the body as a whole. */
function shiftCenter(state: WorldState, body: number, x: number, y: number): void {
  if (x === 0 && y === 0) return
  const { angle, x: at, v, w } = state.bodies.columns
  setRotation(angle[body], turn, 0)
  rotate(turn, 0, x, y, turn, 0)
  const o = body * 2
  at[o] += turn[0]
  at[o + 1] += turn[1]
  v[o] -= w[body] * turn[1]
  v[o + 1] += w[body] * turn[0]
}

/** Columns derived from mass, inertia and shapes: not in snapshots. */
export function derive(state: WorldState, body: number): void {
  const bodies = state.bodies.columns
  const dynamic = bodies.type[body] === DYNAMIC
  bodies.inverseMass[body] = dynamic ? 1 / bodies.mass[body] : 0
  // A given mass without shapes.
  if (dynamic && !(bodies.inertia[body] > 0)) bodies.inertia[body] = SHAPELESS_INERTIA * bodies.mass[body]
  measureExtent(state, body)
}

function measureExtent(state: WorldState, body: number): void {
  const { kind, size, polygon, localPosition, nextOfBody, thickness, reach: reachOf } = state.shapes.columns
  const bodies = state.bodies.columns
  const { localCenter } = bodies
  let least = Infinity
  let reach = 0
  for (let s = bodies.firstShape[body] - 1; s >= 0; s = nextOfBody[s] - 1) {
    const shape = SHAPES[kind[s]]
    const geometry = polygon[s] >= 0 ? state.polygons[polygon[s]] : null
    thickness[s] = shape.thickness(size, s * 4, geometry)
    reachOf[s] = shape.reach(size, s * 4, geometry)
    least = Math.min(least, thickness[s])
    const x = localPosition[s * 2] - localCenter[body * 2]
    const y = localPosition[s * 2 + 1] - localCenter[body * 2 + 1]
    reach = Math.max(reach, Math.sqrt(x * x + y * y) + reachOf[s])
  }
  bodies.size[body] = least === Infinity ? 1 : least
  bodies.radius[body] = reach
}
