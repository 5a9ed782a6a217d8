/**
 * The solvers of the documents, small and literal, on the bodies, contacts and the joints' rows of a world: a step of Euler's method, rows solved one
 * after the other or as one LCP, Baumgarte's bias with slop, warm starting, soft rows and springs after Tamis 2.4, contacts with and without caching
 * after Hodges 12 and 13. For study, beside the engine's own step, which does none of it this way. Everything is plain numbers and objects; speed is
 * no aim.
 */

import { PhysicsError, requireBoolean, requireInteger, requireRange } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { solveGaussSeidel } from '../../linear/gauss-seidel.ts'
import { Matrix } from '../../linear/matrix.ts'
import { Vector } from '../../linear/vector.ts'
import { ClassroomBodies, move, numbers, setVelocity, type AnyBody } from './bodies.ts'
import { Contacts } from './contacts.ts'
import {
  apply, bound, clamp, contactRows, errorOf, jointRows, product, springImpulses, worstOf, type AnyJoint, type ReadState, type Row,
} from './rows.ts'

/** How a classroom steps. */
export interface ClassroomOptions {
  /** 'sequential': impulses row by row; 'lcp': all rows as one problem A λ + b, by Gauss–Seidel. Both converge to the same. Default 'sequential'. */
  method?: 'sequential' | 'lcp'
  /** Velocities before positions, or the other way round, which gains energy. Default 'semi-implicit'. */
  integrator?: 'semi-implicit' | 'explicit'
  /** Count of sweeps over all rows: 1 is the single pass of Hodges 9, figure 6. Default 10. */
  iterations?: number
  /** Share of an error that a step takes back (Baumgarte), 0 … 1; 0 lets joints drift apart. Default 0.2. */
  beta?: number
  /** Error that is left alone, m or rad. Default 0. */
  slop?: number
  /** Softness γ of held rows (Tamis 2.9), s/kg or s/(kg m²); 0 is rigid. Default 0. */
  gamma?: number
  /** Start from the impulses of the step before? Default true. */
  warmStarting?: boolean
  /** Warm starting takes at most so much of an impulse, N s or N m s (Hodges 10.1). Default Infinity. */
  warmStartLimit?: number
  /**
   * 'none': bodies pass through each other; 'single': the deepest point of each pair, for one step (Hodges 12); 'cached': with those of the steps
   * before, up to four (Hodges 13). Default 'none'.
   */
  contacts?: 'none' | 'single' | 'cached'
  /** 'soft': springs are rows with β and γ (Tamis 2.4), stable at any stiffness; 'explicit': forces at the start of the step. Default 'soft'. */
  springs?: 'soft' | 'explicit'
}

const FIELDS: Fields<ClassroomOptions> = {
  method: 0, integrator: 0, iterations: 0, beta: 0, slop: 0, gamma: 0, warmStarting: 0, warmStartLimit: 0, contacts: 0, springs: 0,
}
const MOST_ITERATIONS = 1e6

/** What a step did. */
export interface ClassroomStep {
  /** Impulse of every row, N s or N m s, in the order of the joints and of `readRows`, then those of contacts. */
  lambda: number[]
  /** After every sweep: the largest velocity error that a row still asks to mend, m/s or rad/s. */
  trace: number[]
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

/** Steps a world the way the documents do. The world's own `step` may be called in between; neither knows of the other. */
export class Classroom {
  private readonly world: { readonly bodies: Iterable<AnyBody>; readonly joints: Iterable<AnyJoint>; readonly gravity: object }
  private readonly state: ReadState
  private readonly contacts: Contacts = new Contacts()
  private options: Required<ClassroomOptions>
  private stored: Map<string, number> = new Map()

  /** A classroom for a world of either dimension. */
  constructor(world: ClassroomWorld, options: ClassroomOptions = {}) {
    const { state } = world as unknown as { state?: ReadState }
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
    const { integrator, warmStarting, warmStartLimit: most, method } = this.options
    const all = [...this.world.bodies]
    const bodies = all.filter(({ type }) => type !== 'static')
    const velocities = new Map(bodies.map((body) => [body.id, [...numbers(body.linearVelocity), ...numbers(body.angularVelocity)]]))
    if (integrator === 'explicit') for (const body of bodies) move(body, velocities.get(body.id)!, dt)
    const gravity = numbers(this.world.gravity)
    for (const body of bodies) {
      if (body.type === 'dynamic') gravity.forEach((g, k) => (velocities.get(body.id)![k]! += g * body.gravityScale * dt))
    }
    const rows = this.gather(all, velocities, dt)
    if (warmStarting) {
      for (const row of rows) {
        bound(row)
        apply(row, (row.lambda = clamp(clamp(this.stored.get(row.key) ?? 0, -most, most), row.low, row.high)))
      }
    }
    const trace = method === 'lcp' ? this.solveLcp(rows) : this.solveSequentially(rows)
    this.stored = new Map(rows.map(({ key, lambda }) => [key, lambda]))
    for (const body of bodies) {
      const v = velocities.get(body.id)!
      if (integrator === 'semi-implicit') move(body, v, dt)
      if (body.type === 'dynamic') setVelocity(body, v)
    }
    return { lambda: rows.map(({ lambda }) => lambda), trace }
  }

  private gather(all: readonly AnyBody[], velocities: ReadonlyMap<number, number[]>, dt: number): Row[] {
    const { beta, slop, gamma, springs, contacts } = this.options
    const recipe = { state: this.state, velocities, dt, beta, slop, gamma }
    const joints = [...this.world.joints].filter(({ enabled }) => enabled)
    const explicit = springs === 'explicit'
    if (explicit) {
      // All forces are those of the start: none sees what another one did.
      const forces = joints.flatMap((joint) => springImpulses(recipe, joint))
      for (const { row, lambda } of forces) apply(row, lambda)
    }
    const rows = joints.flatMap((joint) => jointRows(recipe, joint, !explicit))
    if (contacts !== 'none') {
      const bodies = new ClassroomBodies(this.world, all, this.world.joints)
      for (const point of this.contacts.find(bodies, contacts === 'cached')) rows.push(...contactRows(recipe, bodies, point))
    }
    return rows.filter(({ K }) => K > 0)
  }

  /** Row by row, each with the newest velocities; what is clamped is the sum of its impulses. */
  private solveSequentially(rows: readonly Row[]): number[] {
    return Array.from({ length: this.options.iterations }, () => {
      for (const row of rows) {
        bound(row)
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
    let start = Vector.of(...rows.map(({ lambda }) => lambda))
    return Array.from({ length: this.options.iterations }, () => {
      // Friction is bounded by the normal impulses of the sweep before: as an LCP wants it, the bounds stand while it is solved.
      for (const row of rows) bound(row)
      const [lower, upper] = [Vector.of(...rows.map(({ low }) => low)), Vector.of(...rows.map(({ high }) => high))]
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
  const { warmStartLimit = Infinity, contacts = 'none', springs = 'soft' } = options
  requireOneOf(method, ['sequential', 'lcp'], 'classroom.method')
  requireOneOf(integrator, ['semi-implicit', 'explicit'], 'classroom.integrator')
  requireOneOf(contacts, ['none', 'single', 'cached'], 'classroom.contacts')
  requireOneOf(springs, ['soft', 'explicit'], 'classroom.springs')
  requireInteger(iterations, 0, MOST_ITERATIONS, 'classroom.iterations')
  requireRange(beta, 0, 1, 'classroom.beta')
  requireRange(slop, 0, 1e9, 'classroom.slop')
  requireRange(gamma, 0, 1e30, 'classroom.gamma')
  requireBoolean(warmStarting, 'classroom.warmStarting')
  if (warmStartLimit !== Infinity) requireRange(warmStartLimit, 0, 1e30, 'classroom.warmStartLimit')
  return { method, integrator, iterations, beta, slop, gamma, warmStarting, warmStartLimit, contacts, springs }
}

function requireOneOf(value: string, known: readonly string[], field: string): void {
  if (known.includes(value)) return
  const names = known.map((name) => `'${name}'`)
  throw new PhysicsError('wrong-type', field, value, `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`)
}
