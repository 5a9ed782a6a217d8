/**
 * Shapes for the manifold tests and the slow but plain truth about them: signed distance by every candidate axis and every
 * feature pair, points against surfaces. Shares no code with the manifolds.
 */
import { collide } from '../../../../src/d3/geometry/collide.ts'
import { Manifold } from '../../../../src/d3/geometry/manifold.ts'
import { buildHull } from '../../../../src/d3/geometry/hull/hull-builder.ts'
import { BOX } from '../../../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../../../src/d3/geometry/shapes/capsule.ts'
import { HULL } from '../../../../src/d3/geometry/shapes/hull.ts'
import { SPHERE } from '../../../../src/d3/geometry/shapes/sphere.ts'
import {
  bruteDistance, coreOf, dot, gapAlong, IDENTITY, length, makeShape, matrixOf, packPair, radiusOf, randomDirection, randomQuaternion, rotated,
  scaled, subtract, type TestShape, type Vector,
} from '../distance/convex.ts'

export { add, dot, IDENTITY, length, matrixOf, randomDirection, randomQuaternion, rotated, scaled, subtract } from '../distance/convex.ts'
export type { TestShape, Vector } from '../distance/convex.ts'

export const KIND_NAMES: readonly string[] = ['sphere', 'capsule', 'box', 'hull']

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
]

/** Row-major product. */
export function product(a: readonly number[], b: readonly number[]): number[] {
  const c: number[] = []
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) c.push(a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j])
  return c
}

export function turn(axis: Vector, angle: number): number[] {
  const u = scaled(axis, Math.sin(angle / 2) / length(axis))
  return matrixOf([u[0], u[1], u[2], Math.cos(angle / 2)])
}

export interface Point {
  position: Vector
  separation: number
  id: number
}

export interface Contact {
  normal: Vector
  points: Point[]
}

const out = new Manifold()

/** The engine's answer as plain objects; points in world axes relative to A's centre. */
export function contactOf(a: TestShape, b: TestShape, margin: number): Contact {
  const pair = packPair(a, b)
  const [x, y, z] = pair.offset
  collide(out, a.kind, b.kind, pair.rotation, 0, 9, pair.size, 0, 4, a.hull, b.hull, x, y, z, margin)
  const points: Point[] = []
  for (let i = 0; i < out.count; i++) {
    const position: Vector = [out.points[3 * i], out.points[3 * i + 1], out.points[3 * i + 2]]
    points.push({ position, separation: out.separations[i], id: out.ids[i] })
  }
  return { normal: [out.nx, out.ny, out.nz], points }
}

export const smallest = (contact: Contact): number => Math.min(...contact.points.map((p) => p.separation))
export const idsOf = (contact: Contact): number[] => contact.points.map((p) => p.id).sort((p, q) => p - q)

export const sphere = (radius: number, center: Vector = [0, 0, 0]): TestShape => makeShape(SPHERE, [radius], center)
export const capsule = (radius: number, half: number, center: Vector = [0, 0, 0], rotation = IDENTITY): TestShape =>
  makeShape(CAPSULE, [radius, half], center, rotation)
export const box = (half: Vector, center: Vector = [0, 0, 0], rotation = IDENTITY): TestShape => makeShape(BOX, half, center, rotation)

export function hull(points: readonly Vector[], center: Vector = [0, 0, 0], rotation = IDENTITY): TestShape {
  return { kind: HULL, size: [0, 0, 0, 0], hull: buildHull(Float64Array.from(points.flat()), 'points'), rotation: [...rotation], center }
}

export function boxCorners(half: Vector): Vector[] {
  const points: Vector[] = []
  for (const x of [-half[0], half[0]]) for (const y of [-half[1], half[1]]) for (const z of [-half[2], half[2]]) points.push([x, y, z])
  return points
}

/** A drum with n corners at top and bottom, axis y. */
export function drum(n: number, radius: number, half: number): Vector[] {
  const points: Vector[] = []
  for (let i = 0; i < n; i++) {
    const c = radius * Math.cos((2 * Math.PI * i) / n)
    const s = radius * Math.sin((2 * Math.PI * i) / n)
    points.push([c, half, s], [c, -half, s])
  }
  return points
}

/** A random shape of about `scale`, sides up to `aspect` apart. */
export function randomShape(kind: number, random: () => number, scale: number, aspect: number): TestShape {
  const side = (): number => scale * Math.pow(aspect, -random())
  const rotation = matrixOf(randomQuaternion(random))
  if (kind === SPHERE) return { ...sphere(side()), rotation }
  if (kind === CAPSULE) return capsule(side(), side(), [0, 0, 0], rotation)
  if (kind === BOX) return box([side(), side(), side()], [0, 0, 0], rotation)
  const stretch: Vector = [side(), side(), side()]
  const points: Vector[] = []
  const count = 5 + Math.floor(random() * 6)
  for (let i = 0; i < count; i++) {
    const d = randomDirection(random)
    points.push([d[0] * stretch[0], d[1] * stretch[1], d[2] * stretch[2]])
  }
  try {
    return hull(points, [0, 0, 0], rotation)
  } catch {
    return randomShape(kind, random, scale, aspect)
  }
}

/** Thickness as the engine's tolerances see it: radius of a ball that fits inside. */
export function innerOf(shape: TestShape): number {
  if (shape.kind === BOX) return Math.min(shape.size[0], shape.size[1], shape.size[2])
  return shape.kind === HULL ? shape.hull!.innerRadius : shape.size[0]
}

function unit(v: Vector): Vector | null {
  const n = length(v)
  return n > 0 ? scaled(v, 1 / n) : null
}

/** Directions of all edges, world axes. */
function edgesOf(shape: TestShape): Vector[] {
  const { rotation, hull: data } = shape
  const column = (i: number): Vector => [rotation[i], rotation[3 + i], rotation[6 + i]]
  if (shape.kind === SPHERE) return []
  if (shape.kind === CAPSULE) return shape.size[1] > 0 ? [column(1)] : []
  if (shape.kind === BOX) return [column(0), column(1), column(2)]
  const edges: Vector[] = []
  for (let e = 0; e < data!.edgeCount; e++) {
    const v = 3 * data!.edges[4 * e]
    const w = 3 * data!.edges[4 * e + 1]
    const local = [0, 1, 2].map((i) => data!.vertices[w + i] - data!.vertices[v + i]) as Vector
    edges.push(rotated(rotation, local))
  }
  return edges
}

/** The largest gap of the cores along any normal of a plane through three corners or across two edges, and that axis. */
function largestGap(a: readonly Vector[], b: readonly Vector[], edgesA: Vector[], edgesB: Vector[]): { gap: number; axis: Vector } {
  let gap = -Infinity
  let axis: Vector = [1, 0, 0]
  const look = (v: Vector, least: number): void => {
    if (length(v) <= least) return
    const u = unit(v)
    if (u === null) return
    for (const n of [u, scaled(u, -1)]) {
      const g = gapAlong(n, a, b)
      if (g > gap) {
        gap = g
        axis = n
      }
    }
  }
  for (const core of [a, b]) {
    for (let i = 0; i < core.length; i++) for (let j = i + 1; j < core.length; j++) for (let k = j + 1; k < core.length; k++) {
      const e = subtract(core[j], core[i])
      const f = subtract(core[k], core[i])
      look(cross(e, f), 1e-9 * length(e) * length(f))
    }
  }
  for (const e of edgesA) for (const f of edgesB) look(cross(e, f), 1e-9 * length(e) * length(f))
  return { gap, axis }
}

export interface Truth {
  /** Signed distance of the shapes: negative is the least depth. */
  distance: number
  /** Whether an axis across faces or edges tells the distance, or only a corner does. */
  corner: boolean
  /** Largest gap over those axes, and the axis. */
  gap: number
  axis: Vector
}

/** Beyond a gap of `enough` the distance is not worked out: the gap, which is at most the distance, stands for it. */
export function truthOf(a: TestShape, b: TestShape, enough = Infinity): Truth {
  const offset = subtract(b.center, a.center)
  const coreA = coreOf(a)
  const coreB = coreOf(b).map((v): Vector => [v[0] + offset[0], v[1] + offset[1], v[2] + offset[2]])
  const radii = radiusOf(a) + radiusOf(b)
  const { gap, axis } = largestGap(coreA, coreB, edgesOf(a), edgesOf(b))
  // Cores of one or two points have no faces, and then nothing overlaps but by accident.
  const flat = coreA.length + coreB.length < 5
  if (gap <= 0 && !flat) return { distance: gap - radii, corner: false, gap: gap - radii, axis }
  if (gap - radii > enough) return { distance: gap - radii, corner: false, gap: gap - radii, axis }
  const distance = bruteDistance(coreA, coreB)
  return { distance: distance - radii, corner: distance - gap > 1e-9 * (distance + Math.abs(gap)), gap: gap - radii, axis }
}

/** Signed distance of a point (world axes, relative to the shape's centre) from the shape's surface; negative inside. */
export function pointDistance(shape: TestShape, p: Vector): number {
  const { rotation, size, hull: data } = shape
  const t = [rotation[0], rotation[3], rotation[6], rotation[1], rotation[4], rotation[7], rotation[2], rotation[5], rotation[8]]
  const q = rotated(t, p)
  if (shape.kind === SPHERE) return length(q) - size[0]
  if (shape.kind === CAPSULE) {
    const y = Math.max(-size[1], Math.min(size[1], q[1]))
    return length([q[0], q[1] - y, q[2]]) - size[0]
  }
  let high = -Infinity
  if (shape.kind === BOX) for (let i = 0; i < 3; i++) high = Math.max(high, Math.abs(q[i]) - size[i])
  else {
    for (let f = 0; f < data!.faceCount; f++) {
      const [x, y, z, w] = data!.planes.slice(4 * f, 4 * f + 4)
      high = Math.max(high, dot([x, y, z], q) - w)
    }
  }
  return high <= 0 ? high : bruteDistance([p], coreOf(shape))
}
