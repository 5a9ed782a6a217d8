/**
 * Rows as the classroom solves them: J, M⁻¹ Jᵀ, K, bias, bounds, impulse; and the one formula by which they are made of joints, springs and contacts.
 */

import type { ConstraintRow, ReadWorld, RowSource } from '../../common/joints/read-rows.ts'
import { stepOf } from '../../common/joints/read-rows.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { numbers, type AnyBody, type AnyVector, type ClassroomBodies } from './bodies.ts'
import type { ContactPoint } from './contacts.ts'

export interface AnyJoint {
  readonly id: number
  readonly enabled: boolean
  readonly collideConnected: boolean
  readonly bodyA: AnyBody | null
  readonly bodyB: AnyBody
  readRows(): ConstraintRow<object, object | number>[]
}

/** A row as the solver sees it. */
export interface Row {
  readonly key: string
  readonly J: readonly number[]
  /** M⁻¹ Jᵀ. */
  readonly W: Float64Array
  /** Velocities of A and B; null of the world and of what never moves. */
  readonly ends: readonly (number[] | null)[]
  /** J M⁻¹ Jᵀ + γ. */
  readonly K: number
  readonly bias: number
  readonly gamma: number
  low: number
  high: number
  lambda: number
  /** Of friction: the normal row, and the share of its impulse that friction may have. */
  readonly normal: Row | null
  readonly friction: number
}

export type ReadState = ReadWorld & { readonly jointPlaces: { readonly rows: RowSource<unknown, unknown, unknown> } }

/** What a row is made with. */
export interface Recipe {
  readonly state: ReadState
  readonly velocities: ReadonlyMap<number, number[]>
  readonly dt: number
  readonly beta: number
  readonly slop: number
  readonly gamma: number
}

type Draft = Pick<Row, 'key' | 'J' | 'bias' | 'gamma' | 'low' | 'high'> & { readonly normal?: Row; readonly friction?: number }

function finish({ state, velocities }: Recipe, bodyA: AnyBody | null, bodyB: AnyBody, draft: Draft): Row {
  const source = state.jointPlaces.rows
  const { half } = source
  const J = Float64Array.from(draft.J)
  const W = new Float64Array(2 * half)
  const ends = [bodyA, bodyB].map((body, side) => {
    source.weigh(state, body === null ? -1 : rowOfHandle(body.id), J, side * half, W, side * half)
    return body === null ? null : (velocities.get(body.id) ?? null)
  })
  let K = draft.gamma
  for (let k = 0; k < J.length; k++) K += J[k]! * W[k]!
  return { lambda: 0, normal: null, friction: 0, ...draft, W, ends, K }
}

/** A soft row of the documents. */
export interface Softness {
  /** Share of the error that is taken back in a step, β. */
  readonly beta: number
  /** Compliance, γ, s/kg: γ λ / Δt is added to the speed. */
  readonly gamma: number
}

/** Tamis 2.4: a spring of stiffness k and damping c is a row with β = Δt k / (Δt k + c) and γ = 1 / (Δt k + c). */
export function softness(stiffness: number, damping: number, dt: number): Softness {
  const stiff = dt * stiffness + damping
  return { beta: (dt * stiffness) / stiff, gamma: 1 / stiff }
}

/** Rows of a joint, with springs as soft rows or without. */
export function jointRows(recipe: Recipe, joint: AnyJoint, withSprings: boolean): Row[] {
  const { state, dt, beta, slop, gamma } = recipe
  const seconds = stepOf(state)
  return joint.readRows().flatMap((row) => {
    const { role, C } = row
    const draft = { key: `${joint.id} ${row.name}`, J: jacobianOf(row), low: (row.low / seconds) * dt, high: (row.high / seconds) * dt }
    if (row.spring !== null) {
      const { stiffness, damping, speed } = row.spring
      if (!withSprings || !(dt * stiffness + damping > 0)) return []
      const soft = softness(stiffness, damping, dt)
      return finish(recipe, joint.bodyA, joint.bodyB, { ...draft, bias: (soft.beta * C) / dt - speed, gamma: soft.gamma / dt })
    }
    const beyond = Math.abs(C) > slop ? C - Math.sign(C) * slop : 0
    let bias = role === 'motor' ? row.bias : 0
    if (role === 'held') bias = (beta / dt) * beyond
    // A limit that is not reached lets the gap close within the step.
    if (role === 'limit') bias = (row.low === 0 ? C > 0 : row.high === 0 && C < 0) ? C / dt : (beta / dt) * beyond
    return finish(recipe, joint.bodyA, joint.bodyB, { ...draft, bias, gamma: role === 'held' ? gamma / dt : 0 })
  })
}

/** The impulse of a spring as it is first written: −(k C + c (J v − speed)) Δt, taken at the start of the step. */
export function springImpulses(recipe: Recipe, joint: AnyJoint): { row: Row; lambda: number }[] {
  const { dt } = recipe
  return joint.readRows().filter(({ spring }) => spring !== null).map((read) => {
    const { stiffness, damping, speed } = read.spring!
    const row = finish(recipe, joint.bodyA, joint.bodyB, { key: '', J: jacobianOf(read), bias: 0, gamma: 0, low: 0, high: 0 })
    return { row, lambda: -(stiffness * read.C + damping * (rateOf(row) - speed)) * dt }
  })
}

/** Rows of a point of contact: the normal, which only pushes, and friction of at most μ times its impulse along each tangent. */
export function contactRows(recipe: Recipe, bodies: ClassroomBodies, point: ContactPoint): Row[] {
  const { dt, beta, slop } = recipe
  const { key, bodyA, bodyB, friction } = point
  const [a, b] = [bodyA.worldPoint(point.localA), bodyB.worldPoint(point.localB)]
  const n = bodies.toWorld(bodyA, point.localNormal)
  const C = bodies.dot(bodies.minus(b, a), n)
  const [rA, rB] = [bodies.minus(a, bodyA.centerOfMass as AnyVector), bodies.minus(b, bodyB.centerOfMass as AnyVector)]
  const along = (d: AnyVector): number[] => [...wrench(rA, d, -1), ...wrench(rB, d, 1)]
  const bias = (beta / dt) * Math.min(0, C + slop)
  const normal = finish(recipe, bodyA, bodyB, { key: `${key} normal`, J: along(n), bias, gamma: 0, low: 0, high: Infinity })
  if (friction === 0) return [normal]
  const tangents = tangentsOf(n).map((d, i) => {
    return finish(recipe, bodyA, bodyB, { key: `${key} tangent ${i + 1}`, J: along(d), bias: 0, gamma: 0, low: 0, high: 0, normal, friction })
  })
  return [normal, ...tangents]
}

function jacobianOf({ J }: ConstraintRow<object, object | number>): number[] {
  return [J.a, J.b].flatMap(({ linear, angular }) => [...numbers(linear), ...numbers(angular)])
}

/** ± (d, r × d). */
function wrench(r: AnyVector, d: AnyVector, sign: 1 | -1): number[] {
  const parts = d.z === undefined
    ? [d.x, d.y, r.x * d.y - r.y * d.x]
    : [d.x, d.y, d.z, r.y * d.z - r.z! * d.y, r.z! * d.x - r.x * d.z, r.x * d.y - r.y * d.x]
  return parts.map((value) => sign * value)
}

/** Directions square to n: one in the plane, two in space. */
function tangentsOf({ x, y, z }: AnyVector): AnyVector[] {
  if (z === undefined) return [{ x: y, y: -x }]
  // The axis that n leans on least.
  const [ax, ay, az] = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? [1, 0, 0] : Math.abs(y) <= Math.abs(z) ? [0, 1, 0] : [0, 0, 1]
  const u = { x: y * az - z * ay, y: z * ax - x * az, z: x * ay - y * ax }
  const length = Math.sqrt(u.x * u.x + u.y * u.y + u.z * u.z)
  const [ux, uy, uz] = [u.x / length, u.y / length, u.z / length]
  return [{ x: ux, y: uy, z: uz }, { x: y * uz - z * uy, y: z * ux - x * uz, z: x * uy - y * ux }]
}

/** J v. */
export function rateOf({ J, ends }: Pick<Row, 'J' | 'ends'>): number {
  let sum = 0
  const half = J.length / 2
  ends.forEach((v, side) => v?.forEach((value, k) => (sum += J[side * half + k]! * value)))
  return sum
}

/** J v + b + γ λ: what the row still asks to mend. */
export function errorOf(row: Row): number {
  return rateOf(row) + row.bias + row.gamma * row.lambda
}

/** v ← v + M⁻¹ Jᵀ λ. */
export function apply({ W, ends }: Row, lambda: number): void {
  const half = W.length / 2
  ends.forEach((v, side) => {
    if (v !== null) for (let k = 0; k < half; k++) v[k]! += W[side * half + k]! * lambda
  })
}

/** J₁ M⁻¹ J₂ᵀ over the bodies that two rows share. */
export function product(a: Row, b: Row): number {
  const half = a.J.length / 2
  let sum = 0
  a.ends.forEach((v, side) => b.ends.forEach((w, other) => {
    if (v === null || v !== w) return
    for (let k = 0; k < half; k++) sum += a.J[side * half + k]! * b.W[other * half + k]!
  }))
  return sum
}

/** Coulomb's law with the impulse that the normal has by now. */
export function bound(row: Row): void {
  if (row.normal === null) return
  row.high = row.friction * row.normal.lambda
  row.low = -row.high
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

/** Largest error that no bound excuses. */
export function worstOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map((row) => Math.abs(clamp(row.lambda - errorOf(row) / row.K, row.low, row.high) - row.lambda) * row.K))
}
