/**
 * Distances of two level geometries, meshes, height fields and voxels, plain, scaled and mirrored, against all pairs of their triangles. Each pair
 * of triangles is measured by itself: corners against faces and edges against edges, in closed form.
 */

import { heightField, mesh, voxels, World, type Quat, type Shape, type ShapeDefinition, type Vec3 } from 'fulcrum-physics/3d'
import { asLevel } from '../../../src/d3/geometry/shapes/level.ts'
import { nearestOnTriangle } from '../../../src/d3/geometry/mesh/mesh-nearest.ts'
import { testFamily, type Random } from '../family.ts'

type Point = [number, number, number]

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const clamp = (t: number): number => Math.max(0, Math.min(1, t))

/** Distance of two segments: the inner solution, or the best with one end held. */
function segmentDistance(p: Point, p1: Point, q: Point, q1: Point): number {
  const [u, v, w] = [minus(p1, p), minus(q1, q), minus(p, q)]
  const [a, b, c, d, e] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)]
  const at = (s: number, t: number): number => Math.hypot(...([0, 1, 2].map(k => w[k]! + s * u[k]! - t * v[k]!)))
  const det = a * c - b * b
  const pairs: [number, number][] = [[0, clamp(e / c)], [1, clamp((e + b) / c)], [clamp(-d / a), 0], [clamp((b - d) / a), 1]]
  const [s, t] = [(b * e - c * d) / det, (a * e - b * d) / det]
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) pairs.push([s, t])
  return Math.min(...pairs.map(([x, y]) => at(x, y)))
}

/** Does a segment go through a triangle? */
function pierces(p: Point, q: Point, [a, b, c]: readonly Point[]): boolean {
  const n = cross(minus(b!, a!), minus(c!, a!))
  const [from, to] = [dot(n, minus(p, a!)), dot(n, minus(q, a!))]
  if (from * to > 0 || from === to) return false
  const t = from / (from - to)
  const at: Point = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])]
  return [[a, b], [b, c], [c, a]].every(([x, y]) => dot(n, cross(minus(y!, x!), minus(at, x!))) >= 0)
}

function triangleDistance(s: readonly Point[], t: readonly Point[]): number {
  let least = Infinity
  const near = new Float64Array(3)
  for (const [one, other] of [[s, t], [t, s]] as const) {
    for (let i = 0; i < 3; i++) {
      if (pierces(one[i]!, one[(i + 1) % 3]!, other)) return 0
      nearestOnTriangle(Float64Array.from(other.flat()), Float64Array.from(one[i]!), near)
      least = Math.min(least, Math.hypot(near[0]! - one[i]![0], near[1]! - one[i]![1], near[2]! - one[i]![2]))
    }
  }
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) least = Math.min(least, segmentDistance(s[i]!, s[(i + 1) % 3]!, t[k]!, t[(k + 1) % 3]!))
  return least
}

function shapeOf(random: Random, size: number): ShapeDefinition {
  const scale = random() < 0.5 ? {} : { scale: { x: random.pick([-1, 1]) * random.between(0.5, 2), y: random.between(0.5, 2), z: random.between(0.5, 2) } }
  const kind = random.pick(['mesh', 'mesh', 'field', 'voxels'])
  if (kind === 'field') {
    const [samplesX, samplesZ] = [random.integer(2, 7), random.integer(2, 7)]
    const heights = Float32Array.from({ length: samplesX * samplesZ }, () => size * random.between(0, 0.5))
    return heightField({ heights, samplesX, samplesZ, sizeX: 2 * size, sizeZ: 3 * size, ...scale })
  }
  if (kind === 'voxels') {
    const cells = Array.from({ length: 3 * random.integer(1, 10) }, () => random.integer(0, 3))
    return voxels({ cells, cellSize: 0.5 * size, ...scale })
  }
  const count = random.integer(1, 30)
  const positions = Array.from({ length: 9 * count }, () => size * random.between(-1, 1))
  return mesh({ positions, ...scale })
}

function rotationOf(random: Random): Quat {
  const q = [0, 1, 2, 3].map(() => random.between(-1, 1) || 1)
  const length = Math.hypot(...q)
  return { x: q[0]! / length, y: q[1]! / length, z: q[2]! / length, w: q[3]! / length }
}

/** World corners of all triangles of the shape in a row, whose body stands at the given pose. */
function trianglesOf(world: World, row: number, at: Vec3, q: Quat): Point[][] {
  const state = (world as unknown as { state: { shapes: { columns: { hull: Int32Array } }; hulls: unknown[] } }).state
  const corners = asLevel(state.hulls[state.shapes.columns.hull[row]!] as never).triangles()
  const turn = (p: Point): Point => {
    const u: Point = [q.x, q.y, q.z]
    const t = cross(u, p).map(c => 2 * c) as Point
    const s = cross(u, t)
    return [at.x + p[0] + q.w * t[0] + s[0], at.y + p[1] + q.w * t[1] + s[1], at.z + p[2] + q.w * t[2] + s[2]]
  }
  return Array.from({ length: corners.length / 9 }, (_, i) => [0, 3, 6].map(k => turn([corners[9 * i + k]!, corners[9 * i + k + 1]!, corners[9 * i + k + 2]!])))
}

testFamily({
  name: 'distances of two level geometries, 3D',
  short: 60,
  long: 1000,
  figures: { distance: { worst: 1e-9 }, points: { worst: 1e-9 }, normal: { worst: 1e-6 }, order: { worst: 1e-9 } },
  run(random) {
    const size = random.scale(0.01, 100)
    const world = new World()
    const poses = [0, 1].map(() => ({
      at: { x: size * random.between(-4, 4), y: size * random.between(-4, 4), z: size * random.between(-4, 4) }, rotation: rotationOf(random),
    }))
    const shapes = poses.map(({ at, rotation }) =>
      world.createBody({ type: 'static', position: at, rotation, shapes: [shapeOf(random, size * random.scale(0.3, 3))] }).shapes[0]!) as [Shape, Shape]
    const [a, b] = shapes.map((_, i) => trianglesOf(world, i, poses[i]!.at, poses[i]!.rotation)) as [Point[][], Point[][]]
    let truth = Infinity
    for (const s of a) for (const t of b) truth = Math.min(truth, triangleDistance(s, t))
    const found = world.distance(shapes[0], shapes[1])
    const back = world.distance(shapes[1], shapes[0])
    const between: Point = [found.pointB.x - found.pointA.x, found.pointB.y - found.pointA.y, found.pointB.z - found.pointA.z]
    const beside = [found.pointA, found.pointB].map((point, i) =>
      world.closestPoint({ point, filter: { predicate: shape => shape === shapes[i] } })!.distance)
    const { x, y, z } = found.normal
    return {
      distance: Math.abs(found.distance - truth) / size,
      points: Math.max(Math.abs(Math.hypot(...between) - truth), ...beside) / size,
      normal: truth > 1e-9 * size ? Math.hypot(between[0] / truth - x, between[1] / truth - y, between[2] / truth - z) : Math.abs(Math.hypot(x, y, z) - 1),
      order: Math.abs(found.distance - back.distance) / size,
    }
  },
})
