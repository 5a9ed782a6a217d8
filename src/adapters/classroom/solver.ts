/**
 * The solvers of the documents, small and literal, on the bodies and the joints' rows of a world: a step of Euler's method, rows solved one after
 * the other or as one LCP, Baumgarte's bias with slop, warm starting, soft rows after Tamis (2.9). For study, beside the engine's own step, which
 * does none of it this way; contacts and springs are not in it. Everything is plain numbers and objects; speed is no aim.
 */

import { PhysicsError, requireBoolean, requireInteger, requireRange } from '../../common/errors.ts'
import type { ConstraintRow, ReadWorld, RowSource } from '../../common/joints/read-rows.ts'
import { stepOf } from '../../common/joints/read-rows.ts'
import { cos, sin } from '../../common/math/deterministic-math.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { solveGaussSeidel } from '../../linear/gauss-seidel.ts'
import { Matrix } from '../../linear/matrix.ts'
import { Vector } from '../../linear/vector.ts'
import { conjugate, multiplyQuaternions, rotateVector } from './quaternions.ts'

/** How a classroom steps. */
export interface ClassroomOptions {
  /** 'sequential': impulses row by row; 'lcp': all rows as one problem A λ + b, by Gauss–Seidel. Both converge to the same. Default 'sequential'. */
  method?: 'sequential' | 'lcp'
  /** Velocities before positions, or the other way round, which gains energy. Default 'semi-implicit'. */
  integrator?: 'semi-implicit' | 'explicit'
  /** Count of sweeps over all rows. Default 10. */
  iterations?: number
  /** Share of an error that a step takes back (Baumgarte), 0 … 1; 0 lets joints drift apart. Default 0.2. */
  beta?: number
  /** Error that is left alone, m or rad. Default 0. */
  slop?: number
  /** Softness γ of held rows (Tamis 2.9), s/kg or s/(kg m²); 0 is rigid. Default 0. */
  gamma?: number
  /** Start from the impulses of the step before? Default true. */
  warmStarting?: boolean
}

const FIELDS: Fields<ClassroomOptions> = { method: 0, integrator: 0, iterations: 0, beta: 0, slop: 0, gamma: 0, warmStarting: 0 }
const MOST_ITERATIONS = 1e6

/** What a step did. */
export interface ClassroomStep {
  /** Impulse of every row, N s or N m s, in the order of the joints and of `readRows`. */
  lambda: number[]
  /** After every sweep: the largest velocity error that a row still asks to mend, m/s or rad/s. */
  trace: number[]
}

interface Body {
  readonly id: number
  readonly type: string
  readonly mass: number
  readonly gravityScale: number
  readonly position: object
  readonly centerOfMass: object
  readonly rotation: object | number
  linearVelocity: object
  angularVelocity: object | number
  teleport(position: object, rotation: object | number): void
}

interface Joint {
  readonly id: number
  readonly enabled: boolean
  readonly bodyA: Body | null
  readonly bodyB: Body
  readRows(): ConstraintRow<object, object | number>[]
}

/** A world of either dimension. */
export interface ClassroomWorld {
  /** Its bodies. */
  readonly bodies: Iterable<unknown>
  /** Its joints. */
  readonly joints: Iterable<unknown>
  /** Acceleration of all bodies, m/s². */
  readonly gravity: object
}

/** A row as the solver sees it. */
interface Row {
  key: string
  J: number[]
  /** M⁻¹ Jᵀ. */
  W: Float64Array
  ends: (number[] | null)[]
  K: number
  bias: number
  gamma: number
  low: number
  high: number
  lambda: number
}

type State = ReadWorld & { readonly jointPlaces: { readonly rows: RowSource<unknown, unknown, unknown> } }

/** Steps a world the way the documents do. The world's own `step` may be called in between; neither knows of the other. */
export class Classroom {
  private readonly world: { readonly bodies: Iterable<Body>; readonly joints: Iterable<Joint>; readonly gravity: object }
  private readonly state: State
  private options: Required<ClassroomOptions>
  private stored: Map<string, number> = new Map()

  /** A classroom for a world of either dimension. */
  constructor(world: ClassroomWorld, options: ClassroomOptions = {}) {
    const { state } = world as unknown as { state?: State }
    if (state?.jointPlaces === undefined) throw new PhysicsError('wrong-type', 'classroom.world', world, 'must be a world of 2d or 3d.')
    this.world = world as unknown as Classroom['world']
    this.state = state
    this.options = readOptions(options)
  }

  /** Changes options; the others stay. */
  set(options: ClassroomOptions): void {
    this.options = readOptions({ ...this.options, ...options })
    if (!this.options.warmStarting) this.stored.clear()
  }

  /** A step of dt seconds, at most 1. */
  step(dt: number): ClassroomStep {
    requireRange(dt, 1e-9, 1, 'classroom.step.dt')
    const bodies = [...this.world.bodies].filter(({ type }) => type === 'dynamic')
    const velocities = new Map(bodies.map((body) => [body.id, [...numbers(body.linearVelocity), ...numbers(body.angularVelocity)]]))
    if (this.options.integrator === 'explicit') for (const body of bodies) move(body, velocities.get(body.id)!, dt)
    const gravity = numbers(this.world.gravity)
    for (const body of bodies) gravity.forEach((g, k) => (velocities.get(body.id)![k]! += g * body.gravityScale * dt))
    const rows = this.gather(velocities, dt)
    if (this.options.warmStarting) for (const row of rows) apply(row, (row.lambda = clamp(this.stored.get(row.key) ?? 0, row.low, row.high)))
    const trace = this.options.method === 'lcp' ? this.solveLcp(rows) : this.solveSequentially(rows)
    this.stored = new Map(rows.map(({ key, lambda }) => [key, lambda]))
    for (const body of bodies) {
      const v = velocities.get(body.id)!
      if (this.options.integrator === 'semi-implicit') move(body, v, dt)
      setVelocity(body, v)
    }
    return { lambda: rows.map(({ lambda }) => lambda), trace }
  }

  private gather(velocities: ReadonlyMap<number, number[]>, dt: number): Row[] {
    const source = this.state.jointPlaces.rows
    const { half } = source
    const { beta, slop, gamma } = this.options
    const seconds = stepOf(this.state)
    const rows: Row[] = []
    for (const joint of this.world.joints) {
      if (!joint.enabled) continue
      for (const row of joint.readRows()) {
        if (row.role === 'spring') continue
        const J = [row.J.a, row.J.b].flatMap(({ linear, angular }) => [...numbers(linear), ...numbers(angular)])
        const W = new Float64Array(2 * half)
        const ends = [joint.bodyA, joint.bodyB].map((body, side) => {
          source.weigh(this.state, body === null ? -1 : rowOfHandle(body.id), Float64Array.from(J), side * half, W, side * half)
          return body === null ? null : (velocities.get(body.id) ?? null)
        })
        let bias = row.role === 'motor' ? row.bias : 0
        const beyond = Math.abs(row.C) > slop ? row.C - Math.sign(row.C) * slop : 0
        if (row.role === 'held') bias = (beta / dt) * beyond
        // A limit that is not reached lets the gap close within the step.
        if (row.role === 'limit') bias = (row.low === 0 ? row.C > 0 : row.high === 0 && row.C < 0) ? row.C / dt : (beta / dt) * beyond
        const [low, high] = [(row.low / seconds) * dt, (row.high / seconds) * dt]
        const soft = row.role === 'held' ? gamma / dt : 0
        rows.push({ key: `${joint.id} ${row.name}`, J, W, ends, K: row.K + soft, bias, gamma: soft, low, high, lambda: 0 })
      }
    }
    return rows.filter(({ K }) => K > 0)
  }

  /** Row by row, each with the newest velocities; what is clamped is the sum of its impulses. */
  private solveSequentially(rows: readonly Row[]): number[] {
    return Array.from({ length: this.options.iterations }, () => {
      for (const row of rows) {
        const wanted = clamp(row.lambda - errorOf(row) / row.K, row.low, row.high)
        apply(row, wanted - row.lambda)
        row.lambda = wanted
      }
      return worstOf(rows)
    })
  }

  /** All rows at once: w = A λ + b, λ within its bounds, one sweep at a time. */
  private solveLcp(rows: readonly Row[]): number[] {
    if (rows.length === 0) return []
    const n = rows.length
    const A = new Matrix(n, n)
    for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) A.data[i * n + k] = product(rows[i]!, rows[k]!) + (i === k ? rows[i]!.gamma : 0)
    // J v at λ = 0.
    const b = Vector.of(...rows.map((row, i) => {
      let sum = errorOf(row)
      rows.forEach((other, k) => (sum -= A.data[i * n + k]! * other.lambda))
      return sum
    }))
    const [lower, upper] = [Vector.of(...rows.map(({ low }) => low)), Vector.of(...rows.map(({ high }) => high))]
    let start = Vector.of(...rows.map(({ lambda }) => lambda))
    return Array.from({ length: this.options.iterations }, () => {
      const { solution } = solveGaussSeidel(A, b, { lower, upper, start, maxSweeps: 1, tolerance: 0 })
      rows.forEach((row, i) => {
        apply(row, solution.data[i]! - row.lambda)
        row.lambda = solution.data[i]!
      })
      start = solution
      return worstOf(rows)
    })
  }
}

function readOptions(options: ClassroomOptions): Required<ClassroomOptions> {
  requireOptions(options, FIELDS, 'classroom')
  const { method = 'sequential', integrator = 'semi-implicit', iterations = 10, beta = 0.2, slop = 0, gamma = 0, warmStarting = true } = options
  if (method !== 'sequential' && method !== 'lcp') {
    throw new PhysicsError('wrong-type', 'classroom.method', method, "must be 'sequential' or 'lcp'.")
  }
  if (integrator !== 'semi-implicit' && integrator !== 'explicit') {
    throw new PhysicsError('wrong-type', 'classroom.integrator', integrator, "must be 'semi-implicit' or 'explicit'.")
  }
  requireInteger(iterations, 0, MOST_ITERATIONS, 'classroom.iterations')
  requireRange(beta, 0, 1, 'classroom.beta')
  requireRange(slop, 0, 1e9, 'classroom.slop')
  requireRange(gamma, 0, 1e30, 'classroom.gamma')
  requireBoolean(warmStarting, 'classroom.warmStarting')
  return { method, integrator, iterations, beta, slop, gamma, warmStarting }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

/** J v + b + γ λ: what the row still asks to mend. */
function errorOf({ J, ends, bias, gamma, lambda }: Row): number {
  let sum = bias + gamma * lambda
  const half = J.length / 2
  ends.forEach((v, side) => v?.forEach((value, k) => (sum += J[side * half + k]! * value)))
  return sum
}

/** v ← v + M⁻¹ Jᵀ λ. */
function apply({ W, ends }: Row, lambda: number): void {
  const half = W.length / 2
  ends.forEach((v, side) => {
    if (v !== null) for (let k = 0; k < half; k++) v[k]! += W[side * half + k]! * lambda
  })
}

/** J₁ M⁻¹ J₂ᵀ over the bodies that two rows share. */
function product(a: Row, b: Row): number {
  const half = a.J.length / 2
  let sum = 0
  a.ends.forEach((v, side) => b.ends.forEach((w, other) => {
    if (v === null || v !== w) return
    for (let k = 0; k < half; k++) sum += a.J[side * half + k]! * b.W[other * half + k]!
  }))
  return sum
}

/** Largest error that no bound excuses. */
function worstOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map((row) => Math.abs(clamp(row.lambda - errorOf(row) / row.K, row.low, row.high) - row.lambda) * row.K))
}

function numbers(value: object | number): number[] {
  return typeof value === 'number' ? [value] : (Object.values(value) as number[])
}

function setVelocity(body: Body, v: readonly number[]): void {
  const plane = v.length === 3
  body.linearVelocity = plane ? { x: v[0], y: v[1] } : { x: v[0], y: v[1], z: v[2] }
  body.angularVelocity = plane ? v[2]! : { x: v[3], y: v[4], z: v[5] }
}

/** x ← x + v dt of the centre of mass, q ← q + ½ dt ω q, normalised; in the plane φ ← φ + ω dt. */
function move(body: Body, v: readonly number[], dt: number): void {
  const center = numbers(body.centerOfMass)
  const offset = numbers(body.position).map((value, k) => value - center[k]!)
  const moved = center.map((value, k) => value + v[k]! * dt)
  if (v.length === 3) {
    const angle = (body.rotation as number) + v[2]! * dt
    // The body's origin turns about its centre of mass.
    const s = sin(v[2]! * dt)
    const c = cos(v[2]! * dt)
    body.teleport({ x: moved[0]! + c * offset[0]! - s * offset[1]!, y: moved[1]! + s * offset[0]! + c * offset[1]! }, angle)
    return
  }
  const q = body.rotation as { x: number; y: number; z: number; w: number }
  const [wx, wy, wz] = [v[3]!, v[4]!, v[5]!].map((value) => 0.5 * dt * value) as [number, number, number]
  const next = {
    x: q.x + wx * q.w + wy * q.z - wz * q.y, y: q.y + wy * q.w + wz * q.x - wx * q.z, z: q.z + wz * q.w + wx * q.y - wy * q.x,
    w: q.w - wx * q.x - wy * q.y - wz * q.z,
  }
  const length = Math.sqrt(next.x * next.x + next.y * next.y + next.z * next.z + next.w * next.w)
  const turned = { x: next.x / length, y: next.y / length, z: next.z / length, w: next.w / length }
  const [ox, oy, oz] = offset as [number, number, number]
  const spun = numbers(rotateVector(multiplyQuaternions(turned, conjugate(q)), { x: ox, y: oy, z: oz }))
  const [x, y, z] = moved.map((value, k) => value + spun[k]!)
  body.teleport({ x, y, z }, turned)
}
