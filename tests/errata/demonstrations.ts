/**
 * One demonstration for each slip of the five documents: how far the printed form is from the truth, and how far the right one, in the unit of the
 * thing. Keys are the headings of docs/errata.md.
 */

import { Matrix, solveGaussSeidel, Vector } from 'fulcrum-physics/linear'
import {
  add, conj, cross, differences, dot, inertia, middle, mul, norm, pair, rotate, rotation, scale, shortest, sub, times, transposed, turn, uniform, unit,
  vec, vector, type V,
} from './algebra.ts'

export interface Shown {
  /** Distance of the printed form from the truth. */
  readonly printed: number
  /** Distance of the right form from it. */
  readonly right: number
}

const off = (a: V, b: V): number => norm(sub(a, b))

/** J M⁻¹ Jᵀ by brute force. */
function bruteK(J: V, ma: number, Ia: number[][], mb: number, Ib: number[][]): number {
  const [la, aa, lb, ab] = [0, 3, 6, 9].map((o) => J.slice(o, o + 3)) as [V, V, V, V]
  return ma * dot(la, la) + dot(aa, times(Ia, aa)) + mb * dot(lb, lb) + dot(ab, times(Ib, ab))
}

/** One visit of a row without other forces: the new J v + b. */
function visit(Jv: number, K: number, b: number, lambda = -(Jv + b) / K): number {
  return Jv + K * lambda
}

/** A spring of unit mass and stiffness k from rest at `away`, semi-implicit: the largest distance in five seconds. */
function swing(force: (x: number) => number, away: number): number {
  let [x, v, most] = [away, 0, 0]
  for (let i = 0; i < 500; i++) {
    v += force(x) * 0.01
    x += v * 0.01
    most = Math.max(most, Math.abs(x))
  }
  return most
}

/** L of a free top of principal moments `I` after a second of Runge–Kutta, as a share of its change. */
function momentumChange(rate: (w: V, I: V) => V): number {
  const I = [1, 2, 3]
  let q = [1, 0, 0, 0]
  let w = [1, 1.5, -0.7]
  const momentum = (): V => rotate(q, w.map((value, k) => value * I[k]!))
  const before = momentum()
  const h = 1e-3
  for (let i = 0; i < 1000; i++) {
    const k1 = rate(w, I)
    const k2 = rate(add(w, scale(k1, h / 2)), I)
    const k3 = rate(add(w, scale(k2, h / 2)), I)
    const k4 = rate(add(w, scale(k3, h)), I)
    const next = add(w, scale(add(add(k1, k4), scale(add(k2, k3), 2)), h / 6))
    // The body turns by the spin of the middle of the step.
    const spin = scale(add(w, next), 0.5)
    q = mul(q, turn(spin, norm(spin) * h))
    w = next
  }
  return off(momentum(), before) / norm(before)
}

export const DEMONSTRATIONS: Readonly<Record<string, () => Shown>> = {
  'Robson (12), (18): the impulse'() {
    const J = [...vector(), ...vector(), ...vector(), ...vector()]
    const V = [...vector(), ...vector(), ...vector(), ...vector()]
    const K = dot(J, J)
    const after = (lambda: number): number => Math.abs(dot(J, add(V, scale(J, lambda))))
    return { printed: after(1 / K - dot(J, V)), right: after(-dot(J, V) / K) }
  },
  'Tamis (2.6): the last inertia'() {
    const [Ia, Ib, Aa, Ab] = [inertia(), inertia(), vector(), vector()]
    const K = bruteK([0, 0, 0, ...scale(Aa, -1), 0, 0, 0, ...Ab], 0, Ia, 0, Ib)
    const of = (last: number[][]): number => dot(Aa, times(Ia, Aa)) + dot(Ab, times(last, Ab))
    return { printed: Math.abs(of(Ia) - K), right: Math.abs(of(Ib) - K) }
  },
  'Tamis (3.4): the last factor'() {
    const [n, ra, rb, Ia, Ib] = [unit(vector()), vector(), vector(), inertia(), inertia()]
    const [ta, tb] = [cross(ra, n), cross(rb, n)]
    const K = bruteK([...scale(n, -1), ...scale(ta, -1), ...n, ...tb], 1, Ia, 2, Ib)
    const of = (factor: V): number => 1 + dot(times(Ia, ta), ta) + 2 + dot(times(Ib, tb), factor)
    return { printed: Math.abs(of(ta) - K), right: Math.abs(of(tb) - K) }
  },
  'Tamis (3.17): the inverse'() {
    // The inverse of a vector is none; read as I times the vector it is the inertia where the inverse belongs.
    const [u, moments] = [cross(vector(), vector()), [1, 2, 4]]
    const inverse = moments.map((moment, k) => [0, 1, 2].map((c) => (c === k ? 1 / moment : 0)))
    const direct = moments.map((moment, k) => [0, 1, 2].map((c) => (c === k ? moment : 0)))
    const K = bruteK([0, 0, 0, ...scale(u, -1), 0, 0, 0, ...u], 0, inverse, 0, inverse)
    return { printed: Math.abs(2 * dot(times(direct, u), u) - K), right: Math.abs(2 * dot(times(inverse, u), u) - K) }
  },
  'Tamis (3.27), (3.28): the quaternion hinge'() {
    const [at, q0, a] = [pair(), rotation(), unit(vector())]
    const truth = differences(at, ({ qa, qb }) => dot(vec(mul(mul(conj(qa), qb), conj(q0))), a)).slice(9)
    const X = middle(at.qa, at.qb, q0)
    return { printed: off(scale(times(X, a), 0.5), truth), right: off(scale(times(transposed(X), a), 0.5), truth) }
  },
  'Tamis (3.35): limits beyond half a turn'() {
    const of = (theta: number, sign: number): number => {
      const [c, w] = [Math.sin(theta / 2), Math.cos(theta / 2)]
      return w >= 0 ? c : sign * (c < 0 ? 1 : -1) * 2 - c
    }
    const jump = (sign: number): number => {
      let most = 0
      for (let theta = -6; theta < 6; theta += 0.01) most = Math.max(most, Math.abs(of(theta + 0.01, sign) - of(theta, sign)))
      return Math.max(0, most - 0.006)
    }
    return { printed: jump(1), right: jump(-1) }
  },
  'Tamis (3.52), (3.55): the cross product'() {
    const [at, ca, cb] = [pair(), unit(vector()), unit(vector())]
    const truth = differences(at, ({ qa, qb }) => 0.5 * norm(cross(rotate(qa, ca), rotate(qb, cb))) ** 2)
    const [a, b] = [rotate(at.qa, ca), rotate(at.qb, cb)]
    const d = cross(a, b)
    const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    // d · ((ω × a) × b), with the cross product shifted, and as it is.
    const shifted = axes.map((w) => dot(d, cross(w, cross(a, b))))
    const proper = axes.map((w) => dot(d, cross(cross(w, a), b)))
    return { printed: off(shifted, truth.slice(3, 6)), right: off(proper, truth.slice(3, 6)) }
  },
  'Tamis (3.61): the single quaternion row'() {
    const at = pair()
    const truth = differences(at, ({ qa, qb }) => mul(conj(qa), qb)[0]!)
    const J = [...vec(mul(at.qb, conj(at.qa))), ...vec(mul(at.qa, conj(at.qb)))]
    const wanted = [...truth.slice(3, 6), ...truth.slice(9)]
    return { printed: off(J, wanted), right: off(scale(J, 0.5), wanted) }
  },
  'Tamis 3.2.4: the reference rotation'() {
    const [ca, cb, qa] = [unit(vector()), unit(vector()), rotation()]
    // B where its axis lies along that of A: q̄_a q_b takes c_b to c_a.
    const qb = mul(qa, shortest(cb, ca))
    const error = (q0: V): number => norm(vec(mul(mul(conj(qa), qb), conj(q0))))
    return { printed: error(shortest(ca, cb)), right: error(shortest(cb, ca)) }
  },
  'Tamis (3.47): the angle off the hinge'() {
    const at = pair()
    const axes = (q: V): V[] => [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => rotate(q, axis))
    const truth = differences(at, ({ qa, qb }) => {
      const [a, b] = axes(qa)
      const [ab] = axes(qb)
      return Math.atan2(dot(b!, ab!), dot(a!, ab!))
    }).slice(9)
    const [a, b, c] = axes(at.qa)
    const [ab] = axes(at.qb)
    const [x, y] = [dot(a!, ab!), dot(b!, ab!)]
    // dx = (ω × a_b) · a_a = ω · (a_b × a_a).
    const slope = scale(sub(scale(cross(ab!, b!), x), scale(cross(ab!, a!), y)), 1 / (x * x + y * y))
    return { printed: off(c!, truth), right: off(slope, truth) }
  },
  'Chappuis (8): the order of the quaternion'() {
    const [q, w] = [rotation(), vector()]
    const [qw, x, y, z] = q as [number, number, number, number]
    const rows = [[-x, -y, -z], [qw, z, -y], [-z, qw, x], [y, -x, qw]].map((row) => 0.5 * dot(row, w))
    const truth = scale(sub(mul(turn(w, 1e-6 * norm(w)), q), mul(turn(w, -1e-6 * norm(w)), q)), 0.5e6)
    // As printed the four rates are those of x, y, z, w.
    return { printed: off([rows[3]!, ...rows.slice(0, 3)], truth), right: off(rows, truth) }
  },
  'Chappuis (50): the bias'() {
    // b_pen is the bias of a contact; a joint without contacts has none, and its error stays.
    const left = (b: (C: number) => number): number => {
      let C = 1
      for (let i = 0; i < 100; i++) C += visit(0, 2, b(C)) * 0.01
      return Math.abs(C)
    }
    return { printed: left(() => 0), right: left((C) => (0.2 / 0.01) * C) }
  },
  'Chappuis (85), (127): the arm'() {
    const { xa, qa, qb } = pair()
    const [r1, r2] = [rotate(qa, vector()), rotate(qb, vector())]
    const xb = sub(add(xa, r1), r2)
    const error = (twice: number): number => norm(sub(add(xb, scale(r2, twice)), add(xa, r1)))
    return { printed: error(2), right: error(1) }
  },
  'Chappuis (87), (90): the two directions'() {
    // Axes tilted by 0.3 about the direction b₂.
    const a2 = [0, 0, 1]
    const [b2, c2] = [[1, 0, 0], [0, 1, 0]]
    const q = turn(b2, 0.3)
    const [a1, b1] = [rotate(q, a2), rotate(q, b2)]
    const error = (C: V): number => Math.abs(norm(C) - Math.sin(0.3))
    return { printed: error([dot(a1, b1), dot(a1, b2)]), right: error([dot(a1, b2), dot(a1, c2)]) }
  },
  'Chappuis (101)–(103): the space of the difference'() {
    const [q1, q2, R] = [rotation(), rotation(), rotation()]
    const angle = (q: V): number => 2 * Math.atan2(norm(vec(q)), Math.abs(q[0]!))
    const [m1, m2] = [mul(R, q1), mul(R, q2)]
    const world = mul(mul(m2, conj(m1)), conj(mul(q2, conj(q1))))
    const body = mul(mul(conj(m1), m2), conj(mul(conj(q1), q2)))
    return { printed: angle(world), right: angle(body) }
  },
  'Chappuis (105), (106): the sign of the angle'() {
    const axis = unit(vector())
    const q = turn(axis, -0.7)
    const printed = 2 * Math.atan2(norm(vec(q)), q[0]!)
    const right = 2 * Math.atan2(dot(vec(q), axis), q[0]!)
    return { printed: Math.abs(printed + 0.7), right: Math.abs(right + 0.7) }
  },
  'Chappuis (79)–(82): the motor of a slider'() {
    const [x1, r1, r2, a] = [vector(), vector(), vector(), unit(vector())]
    const u = scale(a, uniform())
    const x2 = sub(add(add(x1, r1), u), r2)
    // Angular momentum about the origin that an impulse of 1 gives to the pair.
    const given = (on1: V, on2: V): number => norm(sub(add(cross(x2, a), on2), add(cross(x1, a), on1)))
    return { printed: given([0, 0, 0], [0, 0, 0]), right: given(cross(add(r1, u), a), cross(r2, a)) }
  },
  'Chappuis (79), (122): one sign for motors'() {
    const wanted = 1
    // Rows as printed: a·(v₁ − v₂) + v_motor = 0, and a·(ω₂ − ω₁) + ω_motor = 0.
    // Velocities of body 2 against body 1 after a visit.
    const slider = -visit(0, 2, wanted)
    const hinge = visit(0, 2, wanted)
    return { printed: Math.abs(slider - hinge), right: Math.abs(slider - visit(0, 2, -wanted)) }
  },
  'Chappuis (7), Robson (4): the gyroscopic term'() {
    const none = (): V => [0, 0, 0]
    const euler = (w: V, I: V): V => scale(cross(w, w.map((value, k) => value * I[k]!)), -1).map((value, k) => value / I[k]!)
    return { printed: momentumChange(none), right: momentumChange(euler) }
  },
  'Hodges 3, 4: the product of matrices'() {
    const A = [[1, 2], [3, 4]]
    const B = [[5, 6], [7, 8]]
    const truth = A.flatMap((row) => transposed(B).map((column) => dot(row, column)))
    const printed = A.flatMap((row, i) => row.map((value, j) => value * B[j]![i]!))
    const right = [...Matrix.from(A).multiply(Matrix.from(B)).data]
    return { printed: off(printed, truth), right: off(right, truth) }
  },
  'Hodges 5: the bounds of an LCP'() {
    const A = Matrix.from([[2, 1], [1, 2]])
    const b = Vector.of(-5, 6)
    const pull = (lambda: Float64Array): number => Math.max(0, -Math.min(...lambda))
    return { printed: pull(solveGaussSeidel(A, b).solution.data), right: pull(solveGaussSeidel(A, b, { lower: new Vector(2) }).solution.data) }
  },
  'Hodges 8: the square of the distance'() {
    // Anchors that meet and move apart: what one visit leaves of their velocity.
    const v = vector()
    const J = scale([0, 0, 0], 2)
    const K = dot(J, J)
    const lambda = K > 0 ? -dot(J, v) / K : 0
    return { printed: norm(add(v, scale(J, lambda))), right: norm(v.map((value) => visit(value, 2, 0))) }
  },
  'Hodges 11.1: slop of a square'() {
    // A gap of 0.2 m closed by Newton's steps on C = r·r until C is within the slop: what is left of 0.01 m that was meant.
    const left = (slop: number): number => {
      let r = 0.2
      for (let i = 0; i < 60 && r * r > slop; i++) r -= (r * r - slop) / (2 * r)
      return r
    }
    return { printed: Math.abs(left(0.01) - 0.01), right: Math.abs(left(0.01 * 0.01) - 0.01) }
  },
  'Hodges 12: the bound of friction'() {
    // 1 kg that slides at 1 m/s, pressed by 0.1 N alone: after a second friction has taken 0.05 m/s.
    const [mu, weight, dt] = [0.5, 9.81, 0.01]
    const speed = (bound: (pressed: number) => number): number => {
      let v = 1
      for (let i = 0; i < 100; i++) v += Math.max(-bound(0.1 * dt), Math.min(bound(0.1 * dt), -v))
      return v
    }
    const printed = speed((pressed) => Math.max(mu * weight * dt, mu * pressed))
    return { printed: Math.abs(printed - 0.95), right: Math.abs(speed((pressed) => mu * pressed) - 0.95) }
  },
  'Hodges 13: contacts of swapped bodies'() {
    const [va, vb, n] = [vector(), vector(), unit(vector())]
    const approach = dot(sub(vb, va), n)
    return { printed: Math.abs(dot(sub(va, vb), n) - approach), right: Math.abs(dot(sub(va, vb), scale(n, -1)) - approach) }
  },
  'Hodges 18, 20: the arc sine'() {
    const axis = unit(vector())
    const q = scale(turn(axis, 0.8), -1)
    const printed = 2 * Math.asin(dot(vec(q), axis))
    const upper = q[0]! < 0 ? scale(q, -1) : q
    const right = 2 * Math.asin(Math.max(-1, Math.min(1, dot(vec(upper), axis))))
    return { printed: Math.abs(printed - 0.8), right: Math.abs(right - 0.8) }
  },
  'Hodges 19, 20: the sign of A'() {
    const [at, q0, cv] = [pair(), rotation(), unit(vector())]
    const truth = differences(at, ({ qa, qb }) => dot(vec(mul(mul(conj(qa), qb), conj(q0))), cv))
    const half = scale(times(transposed(middle(at.qa, at.qb, q0)), cv), 0.5)
    const wanted = [...truth.slice(3, 6), ...truth.slice(9)]
    // Factors −½ and ½ are in the matrices already, and come once more.
    const printed = [...scale(half, 0.5), ...scale(half, 0.5)]
    return { printed: off(printed, wanted), right: off([...scale(half, -1), ...half], wanted) }
  },
  'Hodges 22: one space for the motor'() {
    const [at, q0, local] = [pair(), rotation(), unit(vector())]
    const truth = differences(at, ({ qa, qb }) => dot(vec(mul(mul(conj(qa), qb), conj(q0))), local)).slice(9)
    const row = (axis: V): V => scale(times(transposed(middle(at.qa, at.qb, q0)), axis), 0.5)
    return { printed: off(row(rotate(at.qa, local)), truth), right: off(row(local), truth) }
  },
  'Hodges 22: the speed of the motor'() {
    // A row for each body, ω_A = −s and ω_B = s; against one row for ω_B − ω_A.
    const speed = 3
    const each = visit(0, 1, -speed) - visit(0, 1, speed)
    return { printed: Math.abs(each - speed), right: Math.abs(visit(0, 2, -speed) - speed) }
  },
  'Hodges (26): a hinge is no right angle'() {
    const h = unit(vector())
    return { printed: Math.abs(dot(h, h)), right: norm(cross(h, h)) }
  },
  'Chipmunk IM2: the pin'() {
    // Stretched by 0.2: what is left after a step with k_erp = 0.3.
    const [rest, length, dt] = [1, 1.2, 0.01]
    const left = (b: number): number => Math.abs(length + visit(0, 2, b) * dt - rest)
    const kept = 0.7 * (length - rest)
    return { printed: Math.abs(left((0.3 / dt) * (rest - length)) - kept), right: Math.abs(left((0.3 / dt) * (length - rest)) - kept) }
  },
  'Chipmunk IM3: the slide'() {
    // Too short by 0.5: what is left after a step with k_erp = 0.3. With n of a joint that is too long it may only pull.
    const [min, length, dt] = [1, 0.5, 0.01]
    const kept = 0.7 * (min - length)
    const pulls = Math.min(0, -((0.3 / dt) * (min - length)) / 2)
    const pushes = Math.max(0, -((0.3 / dt) * (length - min)) / 2)
    const left = (lambda: number): number => min - (length + visit(0, 2, 0, lambda) * dt)
    return { printed: Math.abs(left(pulls) - kept), right: Math.abs(left(pushes) - kept) }
  },
  'Chipmunk IM6: the damped spring'() {
    const most = (sign: number): number => Math.max(0, swing((x) => sign * 4 * x, 0.1) - 0.11)
    return { printed: most(1), right: most(-1) }
  },
  'Chipmunk IM8: the rotary spring'() {
    // Rest at 0.3 rad, let go at 1.1.
    const rest = 0.3
    const most = (force: (x: number) => number): number => Math.max(0, swing((x) => force(x + rest), 0.8) - 0.82)
    return { printed: most((phi) => 4 * (Math.abs(phi) - rest)), right: most((phi) => -4 * (phi - rest)) }
  },
  'Chipmunk IM9: the rotary limit'() {
    const [phi1, phi2, max] = [0.4, 1.6, 1]
    return { printed: Math.abs(max - phi2 - phi1 - 0.2), right: Math.abs(phi2 - phi1 - max - 0.2) }
  },
  'Chipmunk IM10: the ratchet'() {
    // A tooth 0.1 rad behind: the impulse that brings it back is negative.
    const [phi1, phi2, tooth] = [0.4, 1.5, 1]
    return { printed: Math.abs(tooth - phi2 - phi1 - 0.1), right: Math.abs(phi2 - phi1 - tooth - 0.1) }
  },
}
