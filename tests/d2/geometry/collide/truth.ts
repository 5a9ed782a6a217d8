/**
 * Shapes for the 2D narrow-phase and distance tests, and the slow but plain truth about them: every vertex against every edge. Shares no
 * code with the engine but the polygon builder.
 */
import { collide } from '../../../../src/d2/geometry/collide.ts'
import { Manifold } from '../../../../src/d2/geometry/manifold.ts'
import { PackedPolygons } from '../../../../src/d2/geometry/polygon/packed-polygons.ts'
import { buildBox, buildPolygon } from '../../../../src/d2/geometry/polygon/polygon-builder.ts'
import type { Polygon } from '../../../../src/d2/geometry/polygon/polygon.ts'
import { CAPSULE } from '../../../../src/d2/geometry/shapes/capsule.ts'
import { CIRCLE } from '../../../../src/d2/geometry/shapes/circle.ts'
import { POLYGON } from '../../../../src/d2/geometry/shapes/polygon.ts'
import { SEGMENT } from '../../../../src/d2/geometry/shapes/segment.ts'

export type Vector = [number, number]

export interface TestShape {
  kind: number
  size: [number, number, number, number]
  polygon: Polygon | null
  angle: number
  center: Vector
}

export interface Contact {
  normal: Vector
  points: { position: Vector; separation: number; id: number }[]
}

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1]]
export const scaled = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s]
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1]
export const length = (a: Vector): number => Math.hypot(a[0], a[1])
export const turned = (a: Vector, angle: number): Vector => [
  Math.cos(angle) * a[0] - Math.sin(angle) * a[1], Math.sin(angle) * a[0] + Math.cos(angle) * a[1],
]
export const direction = (angle: number): Vector => [Math.cos(angle), Math.sin(angle)]

export function circle(radius: number, center: Vector = [0, 0], angle = 0): TestShape {
  return { kind: CIRCLE, size: [radius, 0, 0, 0], polygon: null, angle, center }
}
export function capsule(radius: number, half: number, center: Vector = [0, 0], angle = 0): TestShape {
  return { kind: CAPSULE, size: [radius, half, 0, 0], polygon: null, angle, center }
}
export function segment(half: number, center: Vector = [0, 0], angle = 0): TestShape {
  return { kind: SEGMENT, size: [half, 0, 0, 0], polygon: null, angle, center }
}
export function box(hx: number, hy: number, center: Vector = [0, 0], angle = 0, radius = 0): TestShape {
  return { kind: POLYGON, size: [radius, hx, hy, 0], polygon: buildBox(hx, hy), angle, center }
}
/** The same without the half extents: takes the way of any polygon. */
export function plainBox(hx: number, hy: number, center: Vector = [0, 0], angle = 0, radius = 0): TestShape {
  return { kind: POLYGON, size: [radius, 0, 0, 0], polygon: buildBox(hx, hy), angle, center }
}
export function polygon(points: readonly Vector[], center: Vector = [0, 0], angle = 0, radius = 0): TestShape {
  return { kind: POLYGON, size: [radius, 0, 0, 0], polygon: buildPolygon(Float64Array.from(points.flat()), 'points'), angle, center }
}
export function regular(count: number, radius: number): Vector[] {
  return Array.from({ length: count }, (_, i) => scaled(direction((2 * Math.PI * i) / count), radius))
}

/** The shapes that the tests run through, by name. */
export const MAKERS: Record<string, (random: () => number, scale: number, aspect: number) => TestShape> = {
  circle: (random, scale, aspect) => circle(side(random, scale, aspect), [0, 0], 7 * random()),
  capsule: (random, scale, aspect) => capsule(0.5 * side(random, scale, aspect), side(random, scale, aspect), [0, 0], 7 * random()),
  segment: (random, scale, aspect) => segment(side(random, scale, aspect), [0, 0], 7 * random()),
  box: (random, scale, aspect) => box(side(random, scale, aspect), side(random, scale, aspect), [0, 0], 7 * random()),
  roundedBox: (random, scale, aspect) =>
    box(side(random, scale, aspect), side(random, scale, aspect), [0, 0], 7 * random(), 0.3 * side(random, scale, aspect)),
  polygon: (random, scale, aspect) => polygon(cloud(random, scale, aspect), [0, 0], 7 * random()),
  roundedPolygon: (random, scale, aspect) => polygon(cloud(random, scale, aspect), [0, 0], 7 * random(), 0.3 * side(random, scale, aspect)),
}
export const NAMES: readonly string[] = Object.keys(MAKERS)

function side(random: () => number, scale: number, aspect: number): number {
  return scale * Math.pow(aspect, -random())
}

/** Points whose hull is neither too thin nor has its origin in its centre. */
function cloud(random: () => number, scale: number, aspect: number): Vector[] {
  const stretch: Vector = [side(random, scale, aspect), side(random, scale, aspect)]
  const turn = 7 * random()
  const shift: Vector = [0.3 * scale * random(), 0.3 * scale * random()]
  const count = 3 + Math.floor(random() * 8)
  return Array.from({ length: count }, (_, i) => {
    const d = direction((2 * Math.PI * (i + 0.6 * random())) / count)
    return add(turned([d[0] * stretch[0], d[1] * stretch[1]], turn), shift)
  })
}

export function radiusOf(shape: TestShape): number {
  return shape.kind === SEGMENT ? 0 : shape.size[0]
}

/** Smaller half thickness, as the engine's tolerances take it. */
export function innerOf(shape: TestShape): number {
  return shape.kind === SEGMENT ? Infinity : shape.size[0] + (shape.polygon?.innerRadius ?? 0)
}

/** Core vertices in world axes, relative to the shape's centre, counter-clockwise. */
export function coreOf(shape: TestShape): Vector[] {
  const { kind, size, angle } = shape
  let local: Vector[] = [[0, 0]]
  if (kind === CAPSULE) local = [[0, -size[1]], [0, size[1]]]
  else if (kind === SEGMENT) local = [[-size[0], 0], [size[0], 0]]
  else if (kind === POLYGON) {
    const { vertices, vertexCount } = shape.polygon!
    local = Array.from({ length: vertexCount }, (_, i): Vector => [vertices[2 * i], vertices[2 * i + 1]])
  }
  return local.map((v) => turned(v, angle))
}

/** The packed polygons of both, as a world would hold them, and where each starts. */
export function packedOf(a: TestShape, b: TestShape): { data: Float64Array; startA: number; startB: number } {
  const packed = new PackedPolygons([a.polygon ?? undefined, b.polygon ?? undefined])
  const [, startA, startB] = packed.start
  return { data: packed.data, startA, startB }
}

export function contactOf(a: TestShape, b: TestShape, margin: number): Contact {
  const out = new Manifold()
  const rot = Float64Array.of(Math.cos(a.angle), Math.sin(a.angle), Math.cos(b.angle), Math.sin(b.angle))
  const size = Float64Array.from([...a.size, ...b.size])
  const d = subtract(b.center, a.center)
  const { data, startA, startB } = packedOf(a, b)
  collide(out, a.kind, b.kind, rot, 0, 2, size, 0, 4, data, startA, startB, d[0], d[1], margin)
  const points = Array.from({ length: out.count }, (_, i) => ({
    position: [out.points[2 * i], out.points[2 * i + 1]] as Vector, separation: out.separations[i], id: out.ids[i],
  }))
  return { normal: [out.nx, out.ny], points }
}

export const smallest = (contact: Contact): number => Math.min(...contact.points.map((p) => p.separation))
export const idsOf = (contact: Contact): number[] => contact.points.map((p) => p.id).sort((a, b) => a - b)

function pointSegment(p: Vector, a: Vector, b: Vector): Vector {
  const e = subtract(b, a)
  const ee = dot(e, e)
  const t = ee > 0 ? Math.min(1, Math.max(0, dot(subtract(p, a), e) / ee)) : 0
  return subtract(add(a, scaled(e, t)), p)
}

const inside = (p: Vector, core: readonly Vector[]): boolean => core.length > 2 && core.every((v, i) => {
  const e = subtract(core[(i + 1) % core.length], v)
  return e[0] * (p[1] - v[1]) - e[1] * (p[0] - v[0]) >= 0
})

/** Distance of a point, given relative to the shape's centre, from the shape; negative inside. */
export function pointDistance(shape: TestShape, p: Vector): number {
  const core = coreOf(shape)
  const away = Math.min(...core.map((v, i) => length(pointSegment(p, v, core[(i + 1) % core.length]))))
  return (inside(p, core) ? -away : away) - radiusOf(shape)
}

/** Gap between B and A along the unit vector n, cores only. */
export function gapAlong(n: Vector, coreA: readonly Vector[], coreB: readonly Vector[]): number {
  return Math.min(...coreB.map((v) => dot(n, v))) - Math.max(...coreA.map((v) => dot(n, v)))
}

export interface Truth {
  /** Signed distance of the shapes: when the cores overlap, minus the least way out, less the radii. */
  distance: number
  coreDistance: number
  /** Unit, from A to B. */
  axis: Vector
  /** The cores are apart and two corners are nearest to each other. */
  corner: boolean
}

export function truthOf(a: TestShape, b: TestShape): Truth {
  const offset = subtract(b.center, a.center)
  const coreA = coreOf(a)
  const coreB = coreOf(b).map((v) => add(v, offset))
  const radii = radiusOf(a) + radiusOf(b)
  let best: Vector = [Infinity, 0]
  for (const p of coreA) for (let j = 0; j < coreB.length; j++) {
    const d = pointSegment(p, coreB[j], coreB[(j + 1) % coreB.length])
    if (length(d) < length(best)) best = d
  }
  for (const p of coreB) for (let j = 0; j < coreA.length; j++) {
    const d = scaled(pointSegment(p, coreA[j], coreA[(j + 1) % coreA.length]), -1)
    if (length(d) < length(best)) best = d
  }
  // The candidates for a least way out, and for a separating axis: all edges' normals.
  let way = -Infinity
  let axis: Vector = [0, 1]
  for (const [core, sign] of [[coreA, 1], [coreB, -1]] as const) for (let i = 0; core.length > 1 && i < core.length; i++) {
    const e = subtract(core[(i + 1) % core.length], core[i])
    const n = scaled([e[1], -e[0]], sign / length(e))
    const gap = gapAlong(n, coreA, coreB)
    if (gap > way) {
      way = gap
      axis = n
    }
  }
  // Two segments in line have no normal between them, and a point is apart from one wherever it is not on it.
  const point = coreA.length === 1 || coreB.length === 1
  const flat = coreA.length <= 2 && coreB.length <= 2
  const round = coreA.length === 1 && coreB.length === 1
  const apart = round || way > 0 || (flat && point && length(best) > 0) || (flat && way > -1e-12 && length(best) > 1e-9)
  if (!apart) return { distance: way - radii, coreDistance: 0, axis, corner: false }
  const distance = length(best)
  const corner = coreA.some((p) => coreB.some((q) => length(subtract(subtract(q, p), best)) < 1e-12))
  return { distance: distance - radii, coreDistance: distance, axis: distance > 0 ? scaled(best, 1 / distance) : [0, 1], corner }
}
