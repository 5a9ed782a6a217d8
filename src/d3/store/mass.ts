/**
 * A body's mass, centre, inertia and extent, from its shapes or as given. Called when shapes, densities or given values change, and after
 * a restore for what is derived.
 */

import { LONG_ROUNDING } from '../../common/math/rounding.ts'
import { requireWeight } from '../../common/bounds.ts'
import { PhysicsError } from '../../common/errors.ts'
import { DYNAMIC, GIVEN_CENTER, GIVEN_INERTIA, GIVEN_MASS } from './bodies.ts'
import { referenceAxis } from '../math/free-rotation.ts'
import { quatRotate } from '../math/quaternion.ts'
import { principalAxes } from '../math/symmetric3.ts'
import { accumulateMass, inertiaAbout, MASS_RECORD_SIZE, rotateMass, setRecordMass, translateMass } from '../geometry/mass-properties.ts'
import { PLANE } from '../geometry/shapes/plane.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { asLevel } from '../geometry/shapes/level.ts'
import { asMesh, MESH } from '../geometry/shapes/mesh.ts'
import { solidThickness } from '../geometry/mesh/mesh-volume.ts'
import type { WorldState } from './world-state.ts'

const total = new Float64Array(MASS_RECORD_SIZE)
const part = new Float64Array(MASS_RECORD_SIZE)
const moved = new Float64Array(3)

/** Takes mass, centre and inertia from the shapes, except what the user gave; the body's origin stays where it is. */
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
  const oldX = localCenter[body * 3]
  const oldY = localCenter[body * 3 + 1]
  const oldZ = localCenter[body * 3 + 2]
  if ((given & GIVEN_INERTIA) === 0) {
    const center = (given & GIVEN_CENTER) !== 0 ? body * 3 : -1
    if (center >= 0) {
      inertiaAbout(total, localCenter[center], localCenter[center + 1], localCenter[center + 2], inertia, body * 6)
    } else inertia.set(total.subarray(4, 10), body * 6)
  }
  if ((given & GIVEN_CENTER) === 0) localCenter.set(total.subarray(1, 4), body * 3)
  derive(state, body)
  shiftCenter(state, body, localCenter[body * 3] - oldX, localCenter[body * 3 + 1] - oldY, localCenter[body * 3 + 2] - oldZ)
}

function sumShapes(state: WorldState, body: number): void {
  const { kind, size, hull, density, localPosition, localRotation, nextOfBody } = state.shapes.columns
  total.fill(0)
  for (let s = state.bodies.columns.firstShape[body] - 1; s >= 0; s = nextOfBody[s] - 1) {
    if (!(density[s] > 0)) continue
    SHAPES[kind[s]].mass(size, s * 4, hull[s] >= 0 ? state.hulls[hull[s]] : null, density[s], part)
    requireWeight(part[0], density[s], 'shape.density')
    rotateMass(part, localRotation, s * 4)
    translateMass(part, localPosition[s * 3], localPosition[s * 3 + 1], localPosition[s * 3 + 2])
    accumulateMass(total, part)
  }
}

/** A dynamic body without shapes is a point of 1 kg with the inertia of a ball of 1 m; one whose shapes weigh nothing is a mistake. */
function noMass(state: WorldState, body: number): void {
  if (state.bodies.columns.firstShape[body] !== 0) {
    throw new PhysicsError('degenerate', 'body.mass', 0, 'of a dynamic body must be above 0. Give a shape a density above 0, or give mass.')
  }
  total[0] = 1
  total[4] = total[5] = total[6] = 0.1
}

/** Moves the stored centre of mass with its local offset, keeping the velocity of the body as a whole. */
function shiftCenter(state: WorldState, body: number, x: number, y: number, z: number): void {
  if (x === 0 && y === 0 && z === 0) return
  const { q, x: at, v, w } = state.bodies.columns
  quatRotate(q, body * 4, x, y, z, moved, 0)
  const o = body * 3
  at[o] += moved[0]
  at[o + 1] += moved[1]
  at[o + 2] += moved[2]
  v[o] += w[o + 1] * moved[2] - w[o + 2] * moved[1]
  v[o + 1] += w[o + 2] * moved[0] - w[o] * moved[2]
  v[o + 2] += w[o] * moved[1] - w[o + 1] * moved[0]
}

/** What follows from mass, inertia and shapes: not in snapshots. */
export function derive(state: WorldState, body: number): void {
  const bodies = state.bodies.columns
  const dynamic = bodies.type[body] === DYNAMIC
  bodies.inverseMass[body] = dynamic ? 1 / bodies.mass[body] : 0
  const p = body * 3
  const { principal } = bodies
  if (dynamic && !(bodies.inertia[body * 6] > 0)) {
    // A given mass without shapes: the inertia of a ball of 1 m.
    bodies.inertia.fill(0, body * 6, body * 6 + 6)
    for (let k = 0; k < 3; k++) bodies.inertia[body * 6 + k] = 0.1 * bodies.mass[body]
  }
  principalAxes(bodies.inertia, body * 6, principal, p, bodies.principalAxes, body * 4)
  const largest = Math.max(principal[p], principal[p + 1], principal[p + 2])
  const least = Math.min(principal[p], principal[p + 1], principal[p + 2])
  bodies.reference[body] = dynamic ? referenceAxis(principal, p) : 0
  bodies.round[body] = largest - least <= LONG_ROUNDING * largest ? 1 : 0
  measureExtent(state, body)
}

function measureExtent(state: WorldState, body: number): void {
  const { kind, size, hull, localPosition, nextOfBody, thickness, reach: reachOf } = state.shapes.columns
  const bodies = state.bodies.columns
  const { localCenter } = bodies
  const movable = bodies.type[body] === DYNAMIC
  let least = Infinity
  let reach = 0
  for (let s = bodies.firstShape[body] - 1; s >= 0; s = nextOfBody[s] - 1) {
    const shape = SHAPES[kind[s]]
    const geometry = hull[s] >= 0 ? state.hulls[hull[s]] : null
    thickness[s] = movable && kind[s] === MESH ? solidThickness(asLevel(geometry), asMesh(geometry)) : shape.thickness(size, s * 4, geometry)
    reachOf[s] = shape.reach(size, s * 4, geometry)
    least = Math.min(least, thickness[s])
    const x = localPosition[s * 3] - localCenter[body * 3]
    const y = localPosition[s * 3 + 1] - localCenter[body * 3 + 1]
    const z = localPosition[s * 3 + 2] - localCenter[body * 3 + 2]
    reach = Math.max(reach, Math.sqrt(x * x + y * y + z * z) + (kind[s] === PLANE ? 0 : reachOf[s]))
  }
  bodies.size[body] = least === Infinity ? 1 : least
  bodies.radius[body] = reach
}
