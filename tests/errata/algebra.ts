/** Vectors, quaternions (w x y z) and finite differences, small and plain: nothing of the engine, which the documents are compared with. */

import { createRandom } from '../common/random.ts'

export type V = number[]
export type Q = number[]
export type M3 = number[][]

const random = createRandom(2024)

export const uniform = (least = -1, most = 1): number => least + (most - least) * random()
export const vector = (): V => [uniform(), uniform(), uniform()]
export const dot = (a: V, b: V): number => a.reduce((sum, value, k) => sum + value * b[k]!, 0)
export const add = (a: V, b: V): V => a.map((value, k) => value + b[k]!)
export const sub = (a: V, b: V): V => a.map((value, k) => value - b[k]!)
export const scale = (a: V, s: number): V => a.map((value) => value * s)
export const norm = (a: V): number => Math.sqrt(dot(a, a))
export const unit = (a: V): V => scale(a, 1 / norm(a))
export const cross = (a: V, b: V): V => [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
export const times = (A: M3, v: V): V => A.map((row) => dot(row, v))
export const transposed = (A: M3): M3 => A[0]!.map((_, c) => A.map((row) => row[c]!))

export const conj = (q: Q): Q => [q[0]!, -q[1]!, -q[2]!, -q[3]!]
export const vec = (q: Q): V => q.slice(1)
export function mul(p: Q, q: Q): Q {
  return [p[0]! * q[0]! - dot(vec(p), vec(q)), ...add(add(scale(vec(q), p[0]!), scale(vec(p), q[0]!)), cross(vec(p), vec(q)))]
}
export const turn = (axis: V, angle: number): Q => [Math.cos(angle / 2), ...scale(unit(axis), Math.sin(angle / 2))]
export const rotate = (q: Q, v: V): V => vec(mul(mul(q, [0, ...v]), conj(q)))
export const rotation = (): Q => turn(vector(), uniform(-2, 2))

/** Shortest rotation from one direction to another. */
export function shortest(from: V, to: V): Q {
  return turn(cross(from, to), Math.acos(Math.min(1, dot(unit(from), unit(to)))))
}

/** L(q) p = q p and R(q) p = p q as matrices. */
export const left = (q: Q): number[][] => transposed([0, 1, 2, 3].map((k) => mul(q, basis(k))))
export const right = (q: Q): number[][] => transposed([0, 1, 2, 3].map((k) => mul(basis(k), q)))
const basis = (k: number): Q => [0, 1, 2, 3].map((i) => (i === k ? 1 : 0))

/** X = A L(q̄_a) R(q_b q̄_0) Aᵀ: the part of vectors. */
export function middle(qa: Q, qb: Q, q0: Q): M3 {
  const L = left(conj(qa))
  const R = right(mul(qb, conj(q0)))
  const product = L.map((row) => transposed(R).map((column) => dot(row, column)))
  return product.slice(1).map((row) => row.slice(1))
}

/** A symmetric positive definite matrix. */
export function inertia(): M3 {
  const q = rotation()
  const moments = [uniform(1, 2), uniform(2, 3), uniform(3, 4)]
  return [0, 1, 2].map((r) => [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, k) => {
    const axis = rotate(q, [0, 1, 2].map((i) => (i === k ? 1 : 0)))
    return sum + moments[k]! * axis[r]! * axis[c]!
  }, 0)))
}

export interface Pair {
  xa: V
  qa: Q
  xb: V
  qb: Q
}

export const pair = (): Pair => ({ xa: vector(), qa: rotation(), xb: vector(), qb: rotation() })

/** Rates of a function of two bodies by v_a, ω_a, v_b, ω_b, by central differences. */
export function differences(at: Pair, of: (pair: Pair) => number, step = 1e-6): V {
  const shifted = (k: number, by: number): Pair => {
    const axis = [0, 1, 2].map((i) => (i === k % 3 ? 1 : 0))
    if (k < 3) return { ...at, xa: add(at.xa, scale(axis, by)) }
    if (k < 6) return { ...at, qa: mul(turn(axis, by), at.qa) }
    if (k < 9) return { ...at, xb: add(at.xb, scale(axis, by)) }
    return { ...at, qb: mul(turn(axis, by), at.qb) }
  }
  return Array.from({ length: 12 }, (_, k) => (of(shifted(k, step)) - of(shifted(k, -step))) / (2 * step))
}
