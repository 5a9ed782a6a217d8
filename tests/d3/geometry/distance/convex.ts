/**
 * Shapes for the distance tests, and the slow but plain truth about them: every vertex, edge and triangle against every other.
 * Shares no code with the engine.
 */
import type { Hull } from '../../../../src/d3/geometry/hull/hull.ts'
import { BOX } from '../../../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../../../src/d3/geometry/shapes/capsule.ts'
import { HULL } from '../../../../src/d3/geometry/shapes/hull.ts'
import { SPHERE } from '../../../../src/d3/geometry/shapes/sphere.ts'

export type Vector = [number, number, number]

export interface TestShape {
  kind: number
  size: [number, number, number, number]
  hull: Hull | null
  /** Row-major. */
  rotation: number[]
  center: Vector
}

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scaled = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s]
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2])
export const rotated = (m: readonly number[], v: Vector): Vector => [
  m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[3] * v[0] + m[4] * v[1] + m[5] * v[2], m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
]

export function randomQuaternion(random: () => number): [number, number, number, number] {
  for (;;) {
    const q: [number, number, number, number] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
    const n = Math.hypot(...q)
    if (n > 0.1 && n < 1) return [q[0] / n, q[1] / n, q[2] / n, q[3] / n]
  }
}

export function matrixOf([x, y, z, w]: readonly number[]): number[] {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z),
    2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ]
}

export function randomDirection(random: () => number): Vector {
  for (;;) {
    const v: Vector = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
    const n = length(v)
    if (n > 0.1 && n < 1) return scaled(v, 1 / n)
  }
}

/** A hull of which only the vertices are filled in, which is all that distances need. */
export function vertexHull(points: readonly Vector[]): Hull {
  return {
    vertexCount: points.length, faceCount: 0, edgeCount: 0, vertices: Float64Array.from(points.flat()),
    planes: new Float64Array(0), faceStart: new Int32Array(1), faceVertices: new Int32Array(0), edges: new Int32Array(0),
    center: new Float64Array(3), radius: Math.max(...points.map(length)), innerRadius: 0,
  }
}

export function makeShape(kind: number, size: readonly number[], center: Vector = [0, 0, 0], rotation = IDENTITY): TestShape {
  return { kind, size: [size[0] ?? 0, size[1] ?? 0, size[2] ?? 0, 0], hull: null, rotation: [...rotation], center }
}

export function makeHull(points: readonly Vector[], center: Vector = [0, 0, 0], rotation = IDENTITY): TestShape {
  return { kind: HULL, size: [0, 0, 0, 0], hull: vertexHull(points), rotation: [...rotation], center }
}

/** A shape of extent about `scale`, sides up to `aspect` apart. */
export function randomShape(kind: number, random: () => number, scale: number, aspect: number): TestShape {
  const side = (): number => scale * Math.pow(aspect, -random())
  const rotation = matrixOf(randomQuaternion(random))
  if (kind === SPHERE) return makeShape(SPHERE, [side()], [0, 0, 0], rotation)
  if (kind === CAPSULE) return makeShape(CAPSULE, [side(), side()], [0, 0, 0], rotation)
  if (kind === BOX) return makeShape(BOX, [side(), side(), side()], [0, 0, 0], rotation)
  const stretch: Vector = [side(), side(), side()]
  const points: Vector[] = []
  const count = 4 + Math.floor(random() * 7)
  for (let i = 0; i < count; i++) {
    const d = randomDirection(random)
    points.push([d[0] * stretch[0], d[1] * stretch[1], d[2] * stretch[2]])
  }
  return makeHull(points, [0, 0, 0], rotation)
}

export function radiusOf(shape: TestShape): number {
  return shape.kind === SPHERE || shape.kind === CAPSULE ? shape.size[0] : 0
}

/** Core vertices in world axes, relative to the shape's centre. */
export function coreOf(shape: TestShape): Vector[] {
  const { kind, size, hull, rotation } = shape
  const local: Vector[] = []
  if (kind === SPHERE) local.push([0, 0, 0])
  else if (kind === CAPSULE) local.push([0, size[1], 0], [0, -size[1], 0])
  else if (kind === BOX) {
    for (const x of [size[0], -size[0]]) for (const y of [size[1], -size[1]]) for (const z of [size[2], -size[2]]) local.push([x, y, z])
  } else for (let i = 0; i < hull!.vertexCount; i++) local.push([...hull!.vertices.slice(3 * i, 3 * i + 3)] as Vector)
  return local.map((v) => rotated(rotation, v))
}

/** Two shapes packed the way the engine takes them. */
export interface PackedPair {
  rotation: Float64Array
  size: Float64Array
  offset: Vector
}

export function packPair(a: TestShape, b: TestShape): PackedPair {
  return {
    rotation: Float64Array.from([...a.rotation, ...b.rotation]),
    size: Float64Array.from([...a.size, ...b.size]),
    offset: subtract(b.center, a.center),
  }
}

function pointSegment(p: Vector, a: Vector, b: Vector): number {
  const e = subtract(b, a)
  const ee = dot(e, e)
  const t = ee > 0 ? Math.min(1, Math.max(0, dot(subtract(p, a), e) / ee)) : 0
  return length(subtract(p, add(a, scaled(e, t))))
}

function segmentSegment(p: Vector, q: Vector, a: Vector, b: Vector): number {
  let best = Math.min(pointSegment(p, a, b), pointSegment(q, a, b), pointSegment(a, p, q), pointSegment(b, p, q))
  const d = subtract(q, p)
  const e = subtract(b, a)
  const r = subtract(p, a)
  const dd = dot(d, d)
  const ee = dot(e, e)
  const de = dot(d, e)
  const det = dd * ee - de * de
  if (det > 1e-14 * dd * ee) {
    const s = (de * dot(e, r) - ee * dot(d, r)) / det
    const t = (dd * dot(e, r) - de * dot(d, r)) / det
    if (s > 0 && s < 1 && t > 0 && t < 1) best = Math.min(best, length(subtract(add(p, scaled(d, s)), add(a, scaled(e, t)))))
  }
  return best
}

/** Distance of p from the inside of the triangle, Infinity if its foot is not inside. */
function pointTriangleInside(p: Vector, a: Vector, b: Vector, c: Vector): number {
  const e = subtract(b, a)
  const f = subtract(c, a)
  const n: Vector = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]]
  const nn = dot(n, n)
  if (!(nn > 1e-18 * dot(e, e) * dot(f, f))) return Infinity
  const r = subtract(p, a)
  const re: Vector = [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]]
  const er: Vector = [e[1] * r[2] - e[2] * r[1], e[2] * r[0] - e[0] * r[2], e[0] * r[1] - e[1] * r[0]]
  const s = dot(re, n) / nn
  const t = dot(er, n) / nn
  return s >= 0 && t >= 0 && s + t <= 1 ? Math.abs(dot(n, r)) / Math.sqrt(nn) : Infinity
}

/** Distance between the hulls of two disjoint point sets: all vertex–triangle and edge–edge pairs, faces or not. */
export function bruteDistance(a: readonly Vector[], b: readonly Vector[]): number {
  let best = Infinity
  for (const p of a) for (const q of b) best = Math.min(best, length(subtract(p, q)))
  for (let i = 0; i < a.length; i++) for (let j = i + 1; j < a.length; j++) {
    for (const p of b) best = Math.min(best, pointSegment(p, a[i], a[j]))
    for (let k = 0; k < b.length; k++) for (let l = k + 1; l < b.length; l++) best = Math.min(best, segmentSegment(a[i], a[j], b[k], b[l]))
    for (let k = j + 1; k < a.length; k++) for (const p of b) best = Math.min(best, pointTriangleInside(p, a[i], a[j], a[k]))
  }
  for (let i = 0; i < b.length; i++) for (let j = i + 1; j < b.length; j++) {
    for (const p of a) best = Math.min(best, pointSegment(p, b[i], b[j]))
    for (let k = j + 1; k < b.length; k++) for (const p of a) best = Math.min(best, pointTriangleInside(p, b[i], b[j], b[k]))
  }
  return best
}

/** Width of the gap between the two point sets along the direction n. */
export function gapAlong(n: Vector, a: readonly Vector[], b: readonly Vector[]): number {
  let high = -Infinity
  let low = Infinity
  for (const p of a) high = Math.max(high, dot(n, p))
  for (const p of b) low = Math.min(low, dot(n, p))
  return low - high
}
