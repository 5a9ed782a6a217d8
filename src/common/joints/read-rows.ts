/**
 * Rows of a joint, to be read: error, Jacobian, K, bias, impulse and bounds where the bodies stand now. Everything is measured when it is asked
 * for; a step neither writes nor reads any of it, but for the route.
 *
 * The solver keeps scalar rows cleared of the joint's held rows, J′ = J − κ J_held with κ = K_ch K_hh⁻¹. Here rows are as papers write them, with
 * plain J: the impulse of a held row is what the solver stored less κᵀ λ of the scalar rows. Then Σ Jᵀ λ is the joint's whole impulse.
 */

import { unwrap } from '../math/unwrap.ts'
import { JOINT_ENABLED } from '../store/column-codes.ts'
import { responseOut, setResponse } from '../solver/spring-response.ts'
import { ROUNDING, TRACE } from '../math/rounding.ts'
import { CONSTRAINT_REGULARIZATION } from '../tuning.ts'
import {
  ACTIVE, BY_BETA, BY_HERTZ, BY_STIFFNESS, FEATURE_STRIDE, FRICTION_MAX, HAS_FRICTION, HAS_LIMIT, HAS_MOTOR, HAS_SPRING, LIMIT_MODE, LOWER,
  MOTOR_MAX, MOTOR_SPEED, RIGID, ROLE_FRICTION, ROLE_LIMIT, ROLE_MOTOR, ROLE_SPRING, ROLES, SOFT_FIRST, SOFT_MODE, SOFT_SECOND, SPRING_FIRST,
  SPRING_MAX, SPRING_MODE, SPRING_SECOND, SPRING_SPEED, SPRING_TARGET, UPPER,
} from './joint-codes.ts'
import { coordinatesOf, type AnyMeasure, type JointWorld } from './joint-world.ts'

/** What a row does: holds rigidly or softly, or acts on a coordinate; of contacts the normal, the tangents and the twist about the normal. */
export type RowRole = 'held' | 'limit' | 'motor' | 'spring' | 'friction' | 'normal' | 'tangent' | 'twist'

/**
 * Which solver had the row in the last step: Gauss–Seidel sweeps; the direct factor of its group; that factor with limits, motors, springs and
 * soft rows in its Schur complement; conjugate gradients over a net (2D); none yet.
 */
export type RowRoute = 'sweeps' | 'direct' | 'schur' | 'net' | 'none'

/** By the number that a step notes: 0, then the solver's routes in their order. */
const ROUTES: readonly RowRoute[] = ['none', 'sweeps', 'direct', 'schur', 'net']

/** Added to the number of the route: errors go back in the velocities, not by push-out. */
export const EXACT_ROUTE = 8

/** One body's half of a row of J: rates of C by its velocities. λ times it is the impulse on the body, and the torque impulse about its centre. */
export interface RowWrench<Vector, Torque> {
  /** By the velocity of its centre of mass, world axes. */
  linear: Vector
  /** By its spin, world axes. */
  angular: Torque
}

/** A row of J, body by body. */
export interface RowJacobian<Vector, Torque> {
  /** On A. */
  a: RowWrench<Vector, Torque>
  /** On B. */
  b: RowWrench<Vector, Torque>
}

/** A row of the constraint equations: λ = −effectiveMass (velocityShare · J v + bias + gamma λ), clamped to low … high. */
export interface ConstraintRow<Vector, Torque> {
  /** What it is, such as `point x` or `angle upper limit`. */
  name: string
  /** What it does. */
  role: RowRole
  /** Unit of C: rows in m give forces, rows in rad torques. */
  unit: 'm' | 'rad'
  /** Constraint error, m or rad, B minus A: of held rows from 0, of limits and springs from the bound or target, of contacts the separation. */
  C: number
  /** Jacobian: dC/dt = J v, as one wrench for each body. All zero on the world itself. */
  J: RowJacobian<Vector, Torque>
  /** J M⁻¹ Jᵀ, 1/kg or 1/(kg m²): what an impulse of 1 changes J v by. */
  K: number
  /** J M⁻¹ Jᵀ with each held row of the same joint, in their order; of a contact with each normal row. */
  couplings: number[]
  /**
   * Of a held row its row of K⁻¹ over all held rows, K with the solver's regularization of the diagonal; otherwise one number, 1 / (K without
   * what the held rows take of it).
   */
  inverse: number[]
  /** Its own number of `inverse`: the mass that the row sees while the others of its block hold, kg or kg m². */
  effectiveMass: number
  /** J v as the bodies move now, m/s or rad/s. */
  velocity: number
  /** Velocity that the row asks to take back, m/s or rad/s: by C, by a motor's speed. For a substep as long as those of the last step. */
  bias: number
  /** Share of J v that it takes back: 1, of springs less. */
  velocityShare: number
  /** Softness γ for a substep, 1/kg or 1/(kg m²), units of K, to which it is added: 0 where it is hard. */
  gamma: number
  /** Impulse over a step as long as the last one, N s or N m s, + on B: the force at its end times the step. */
  lambda: number
  /** Least impulse of such a step, N s or N m s; −Infinity where it may pull without bound. */
  low: number
  /** Greatest impulse of such a step, N s or N m s. */
  high: number
  /** λ per second: N or N m. */
  force: number
  /** Which solver had it in the last step. */
  route: RowRoute
  /** Of a spring, what it is made of; null of other rows. */
  spring: SpringTerms | null
}

/** A spring as papers write it: the force −stiffness · C − damping · (J v − speed). */
export interface SpringTerms {
  /** k, N/m or N m/rad. */
  stiffness: number
  /** c, N s/m or N m s/rad. */
  damping: number
  /** Rate at which its target moves, m/s or rad/s. */
  speed: number
}

/** What one dimension knows of its rows. */
export interface RowSource<State, Vector, Torque> {
  /** Numbers of a wrench. */
  readonly half: number
  measure(state: State, row: number): AnyMeasure
  /** M⁻¹ times the half row at J[o …], into out[p …]; −1 = the world. */
  weigh(state: State, body: number, J: Float64Array, o: number, out: Float64Array, p: number): void
  wrench(J: Float64Array, o: number): RowWrench<Vector, Torque>
  /** J v of the half row at J[o …]. */
  rate(state: State, body: number, J: Float64Array, o: number): number
  /** What its held rows and its coordinates are called. */
  names(state: State, row: number): readonly [held: readonly string[], coordinates: readonly string[]]
  /** Greatest force of held rows and limits, N. */
  bound(state: State, row: number): number
}

/** A world whose rows are read. */
export interface ReadWorld extends JointWorld {
  readonly globals: JointWorld['globals'] & { readonly columns: { readonly substeps: Int32Array } }
  readonly dt: number
}

/** A step's length, s: of the last one, before the first that of `advance`. */
export function stepOf(state: ReadWorld): number {
  const last = state.globals.columns.lastStep[0]
  return last > 0 ? last : state.dt
}

/** Inverse of the symmetric matrix by LDLᵀ. A row that depends on those before gets no part: zeros, as in the solver. */
export function invertBlock(K: readonly (readonly number[])[]): number[][] {
  const n = K.length
  const L = K.map(() => new Float64Array(n))
  const D = new Float64Array(n)
  let most = 0
  for (let i = 0; i < n; i++) most = Math.max(most, K[i][i])
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = K[i][k]
      for (let m = 0; m < k; m++) sum -= L[i][m] * L[k][m] * D[m]
      if (k < i) L[i][k] = D[k] > 0 ? sum / D[k] : 0
      else D[i] = sum > ROUNDING * most && sum > TRACE * K[i][i] ? sum : 0
    }
  }
  return K.map((_, c) => {
    const x = Array.from({ length: n }, () => 0)
    for (let i = 0; i < n; i++) {
      let sum = i === c ? 1 : 0
      for (let m = 0; m < i; m++) sum -= L[i][m] * x[m]
      x[i] = sum
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = D[i] > 0 ? x[i] / D[i] : 0
      for (let m = i + 1; m < n; m++) sum -= L[m][i] * x[m]
      x[i] = D[i] > 0 ? sum : 0
    }
    return x
  })
}

/** J₁ M⁻¹ J₂ᵀ for every two rows of the same two bodies. */
export function productsOf<State>(source: RowSource<State, unknown, unknown>, state: State, a: number, b: number, J: Float64Array): number[][] {
  const width = 2 * source.half
  const count = J.length / width
  const W = new Float64Array(J.length)
  for (let i = 0; i < count; i++) {
    source.weigh(state, a, J, i * width, W, i * width)
    source.weigh(state, b, J, i * width + source.half, W, i * width + source.half)
  }
  const products: number[][] = []
  for (let i = 0; i < count; i++) {
    const line: number[] = []
    for (let k = 0; k < count; k++) {
      let sum = 0
      for (let m = 0; m < width; m++) sum += J[i * width + m] * W[k * width + m]
      line.push(sum)
    }
    products.push(line)
  }
  return products
}

interface Draft {
  coordinate: number
  role: 'limit' | 'motor' | 'spring' | 'friction'
  name: string
  C: number
  force: number
  low: number
  high: number
  speed: number
}

/** The rows of the joint at a row of the table: held ones, then limits, motors, springs and friction, coordinate by coordinate. */
export function readJointRows<State extends ReadWorld, Vector, Torque>(
  state: State, source: RowSource<State, Vector, Torque>, row: number,
): ConstraintRow<Vector, Torque>[] {
  const { columns, schema } = state.joints
  const { half } = source
  const width = 2 * half
  const a = columns.bodyA[row]
  const b = columns.bodyB[row]
  const measured = source.measure(state, row)
  const kind = state.jointKinds[columns.kind[row]]
  const [heldNames, coordinateNames] = source.names(state, row)
  const held = measured.rigid
  const drafts = draftRows(state, source.bound(state, row), row, measured, (c) => coordinateNames[c] ?? `coordinate ${c + 1}`)
  const J = new Float64Array((held + drafts.length) * width)
  J.set(measured.jacobian.subarray(0, held * width))
  drafts.forEach((draft, i) => {
    J.set(measured.gradient.subarray(draft.coordinate * width, (draft.coordinate + 1) * width), (held + i) * width)
  })
  const error = measured.error.slice(0, held)
  const K = productsOf(source as RowSource<State, unknown, unknown>, state, a, b, J)
  const soft = 1 + CONSTRAINT_REGULARIZATION
  const inverse = invertBlock(K.slice(0, held).map((line, i) => line.slice(0, held).map((k, m) => (i === m ? k * soft : k))))
  const seconds = stepOf(state)
  const h = seconds / state.globals.columns.substeps[0]
  const softness = columns.softness.subarray(row * 3, row * 3 + 3)
  const hard = softness[SOFT_MODE] === RIGID
  const noted = columns.route[row]
  const route = ROUTES[noted & (EXACT_ROUTE - 1)]
  const isExact = (noted & EXACT_ROUTE) !== 0
  const bound = source.bound(state, row) * seconds
  const base = row * schema.force.width
  const rows: ConstraintRow<Vector, Torque>[] = []
  // What the solver's cleared scalar rows do along the held ones.
  const on = (columns.flags[row] & JOINT_ENABLED) !== 0
  const forces = Array.from({ length: held }, (_, i) => (on ? columns.force[base + i] : 0))
  const free = drafts.map((draft, d) => {
    const line = K[held + d]
    let left = line[held + d]
    if (!hard) return left
    for (let i = 0; i < held; i++) {
      let kappa = 0
      for (let k = 0; k < held; k++) kappa += line[k] * inverse[k][i]
      forces[i] -= kappa * draft.force
      left -= kappa * line[i]
    }
    return left > ROUNDING * line[held + d] ? left : 0
  })
  for (let i = 0; i < held; i++) {
    const rule = heldRule(softness, error[i], h, seconds, isExact)
    rows.push({
      name: heldNames[i] ?? `row ${i + 1}`, role: 'held', unit: kind.angularRows?.[i] === true ? 'rad' : 'm', C: error[i],
      ...common(source, state, a, b, J, i * width), K: K[i][i], couplings: K[i].slice(0, held), inverse: inverse[i], effectiveMass: inverse[i][i],
      ...rule, lambda: forces[i] * seconds, low: -bound, high: bound, force: forces[i], route, spring: null,
    })
  }
  drafts.forEach((draft, d) => {
    const line = K[held + d]
    const mass = free[d] > 0 ? 1 / free[d] : 0
    const f = (row * coordinatesOf(state) + draft.coordinate) * FEATURE_STRIDE
    rows.push({
      name: draft.name, role: draft.role, unit: kind.coordinates[draft.coordinate] === 'length' ? 'm' : 'rad', C: draft.C,
      ...common(source, state, a, b, J, (held + d) * width), K: line[held + d], couplings: line.slice(0, held), inverse: [mass], effectiveMass: mass,
      ...scalarRule(columns.features, f, draft, free[d], h),
      lambda: draft.force * seconds, low: draft.low * seconds, high: draft.high * seconds, force: draft.force,
      route: route === 'direct' ? 'sweeps' : route, spring: draft.role === 'spring' ? springTerms(columns.features, f, draft.speed, mass) : null,
    })
  })
  return rows
}

function common<State, Vector, Torque>(
  source: RowSource<State, Vector, Torque>, state: State, a: number, b: number, J: Float64Array, o: number,
): Pick<ConstraintRow<Vector, Torque>, 'J' | 'velocity'> {
  return {
    J: { a: source.wrench(J, o), b: source.wrench(J, o + source.half) },
    velocity: source.rate(state, a, J, o) + source.rate(state, b, J, o + source.half),
  }
}

type Rule = Pick<ConstraintRow<unknown, unknown>, 'bias' | 'velocityShare' | 'gamma'>

/** What a held row asks of a substep of length h (`joint-targets.ts` of either dimension), to first order in C. */
function heldRule(softness: Float64Array, C: number, h: number, seconds: number, isExact: boolean): Rule {
  const mode = softness[SOFT_MODE]
  const first = softness[SOFT_FIRST]
  const second = softness[SOFT_SECOND]
  if (mode === RIGID) return { bias: isExact ? C / h : 0, velocityShare: 1, gamma: 0 }
  if (mode === BY_BETA) return { bias: (first * C) / seconds, velocityShare: 1, gamma: second / h }
  if (mode === BY_STIFFNESS) {
    const stiff = second + h * first
    return { bias: stiff > 0 ? (first * C) / stiff : 0, velocityShare: 1, gamma: stiff > 0 ? 1 / (h * stiff) : 0 }
  }
  const omega = 2 * Math.PI * first
  setResponse(omega * omega, second * omega, h, false)
  return { bias: responseOut[0] * C, velocityShare: responseOut[1], gamma: 0 }
}

/** The same of a row on a coordinate of free mobility k, whose features begin at f. */
function scalarRule(features: Float64Array, f: number, draft: Draft, k: number, h: number): Rule {
  const at = f + (draft.role === 'limit' ? LIMIT_MODE : SPRING_MODE)
  if (draft.role === 'motor' || draft.role === 'friction') return { bias: -draft.speed, velocityShare: 1, gamma: 0 }
  if (draft.role === 'limit' && features[at] === RIGID) return { bias: draft.C / h, velocityShare: 1, gamma: 0 }
  const mode = features[at]
  const first = features[at + SPRING_FIRST - SPRING_MODE]
  const second = features[at + SPRING_SECOND - SPRING_MODE]
  const omega = 2 * Math.PI * first
  const weight = mode === BY_STIFFNESS ? k : 1
  if (mode === BY_HERTZ) setResponse(omega * omega, second * omega, h, false)
  else setResponse(first * weight, 0.5 * second * weight, h, false)
  return { bias: responseOut[0] * draft.C - responseOut[1] * draft.speed, velocityShare: responseOut[1], gamma: 0 }
}

/** Stiffness and damping of the spring whose features begin at f, which moves the mass. */
function springTerms(features: Float64Array, f: number, speed: number, mass: number): SpringTerms {
  const first = features[f + SPRING_FIRST]
  const second = features[f + SPRING_SECOND]
  if (features[f + SPRING_MODE] !== BY_HERTZ) return { stiffness: first, damping: second, speed }
  const omega = 2 * Math.PI * first
  return { stiffness: omega * omega * mass, damping: 2 * second * omega * mass, speed }
}

function draftRows(state: JointWorld, bound: number, row: number, measured: AnyMeasure, nameOf: (c: number) => string): Draft[] {
  const { columns, schema } = state.joints
  const { features, force, turns } = columns
  const most = coordinatesOf(state)
  const units = state.jointKinds[columns.kind[row]].coordinates
  const on = (columns.flags[row] & JOINT_ENABLED) !== 0
  const drafts: Draft[] = []
  for (let c = 0; c < units.length; c++) {
    const f = (row * most + c) * FEATURE_STRIDE
    const value = units[c] === 'turn' ? unwrap(measured.value[c], turns[row * most + c]) : measured.value[c]
    const stored = (row + 1) * schema.force.width - (most - c) * ROLES
    const forceOf = (role: number): number => (on ? force[stored + role] : 0)
    const name = nameOf(c)
    const add = (role: Draft['role'], label: string, C: number, of: number, low: number, high: number, speed = 0): void => {
      drafts.push({ coordinate: c, role, name: `${name} ${label}`, C, force: of, low, high, speed })
    }
    const active = features[f + ACTIVE]
    if ((active & HAS_SPRING) !== 0) {
      const max = features[f + SPRING_MAX]
      add('spring', 'spring', value - features[f + SPRING_TARGET], forceOf(ROLE_SPRING), -max, max, features[f + SPRING_SPEED])
    }
    if ((active & HAS_FRICTION) !== 0) {
      const max = features[f + FRICTION_MAX]
      add('friction', 'friction', 0, forceOf(ROLE_FRICTION), -max, max)
    }
    if ((active & HAS_MOTOR) !== 0) {
      const max = features[f + MOTOR_MAX]
      add('motor', 'motor', 0, forceOf(ROLE_MOTOR), -max, max, features[f + MOTOR_SPEED])
    }
    if ((active & HAS_LIMIT) !== 0) {
      const lower = features[f + LOWER]
      const upper = features[f + UPPER]
      const pressed = forceOf(ROLE_LIMIT)
      if (lower === upper) add('limit', 'lock', value - lower, pressed, -bound, bound)
      else {
        if (lower > -Infinity) add('limit', 'lower limit', value - lower, Math.max(0, pressed), 0, bound)
        if (upper < Infinity) add('limit', 'upper limit', value - upper, Math.min(0, pressed), -bound, 0)
      }
    }
  }
  return drafts
}
