/**
 * The separation of two convex shapes of space, by brute force. Apart it is proved from both sides: two points of the shapes are no farther from
 * each other, and a plane between them keeps them no nearer. In overlap it is the largest over all normals of faces and common perpendiculars of
 * edges, where both cores have them; and over many directions with a blind search uphill from the best, where one is curved. What is found that way is
 * attained: a contact that says more overlap than it is wrong.
 */

import { GjkResult, gjkDistance } from '../../../../src/d3/geometry/gjk.ts'
import type { ShapeGeometry, ShapeRecord } from '../../../../src/d3/geometry/shapes/shape-record.ts'
import { coreExtent, coreRadius } from '../../../../src/d3/geometry/shapes/shape-table.ts'
import type { Random } from '../shapes/kinds.ts'

export interface Pair {
  a: ShapeRecord
  b: ShapeRecord
  geometryA: ShapeGeometry
  geometryB: ShapeGeometry
  size: Float64Array
  rotation: Float64Array
  /** Centre of B minus centre of A. */
  offset: Float64Array
  /** The smaller inner radius, and the sum of both reaches. */
  inner: number
  reach: number
}

const extents = new Float64Array(2)

/** Separation along the unit direction n[i …] from A to B. */
export function separationAlong({ a, b, geometryA, geometryB, size, rotation, offset }: Pair, n: Float64Array, i = 0): number {
  coreExtent(extents, 0, a.code, rotation, 0, size, 0, geometryA.hull, n, i, 1)
  coreExtent(extents, 1, b.code, rotation, 9, size, 4, geometryB.hull, n, i, -1)
  const along = n[i]! * offset[0]! + n[i + 1]! * offset[1]! + n[i + 2]! * offset[2]!
  return along - extents[0]! - extents[1]! - coreRadius(a.code, size, 0) - coreRadius(b.code, size, 4)
}

/** Distance of a point, world axes from A's centre, from the solid A (side 0) or B (1). */
export function outsideOf(pair: Pair, side: 0 | 1, x: number, y: number, z: number): number {
  const { rotation, offset, size } = pair
  const r = 9 * side
  const p = [x - side * offset[0]!, y - side * offset[1]!, z - side * offset[2]!]
  for (let k = 0; k < 3; k++) local[k] = rotation[r + k]! * p[0]! + rotation[r + 3 + k]! * p[1]! + rotation[r + 6 + k]! * p[2]!
  const [shape, geometry] = side === 0 ? [pair.a, pair.geometryA] : [pair.b, pair.geometryB]
  shape.closestPoint(near, local, size, 4 * side, geometry.hull)
  return Math.hypot(near[0]! - local[0]!, near[1]! - local[1]!, near[2]! - local[2]!)
}

const local = new Float64Array(3)
const near = new Float64Array(3)
const gjk = new GjkResult()

export interface Distance {
  /** Between two points, one in each shape. 0: they overlap. */
  above: number
  /** Between two parallel planes with the shapes on either side. */
  below: number
  /** How far those two points lie outside of their shapes. */
  outside: number
  n: Float64Array
  coresApart: boolean
}

export function distanceOf(pair: Pair): Distance {
  const { a, b, geometryA, geometryB, size, rotation, offset } = pair
  gjkDistance(gjk, a.code, b.code, rotation, 0, 9, size, 0, 4, geometryA.hull, geometryB.hull, offset[0]!, offset[1]!, offset[2]!)
  const n = Float64Array.of(gjk.nx, gjk.ny, gjk.nz)
  const coresApart = gjk.coreDistance > 0
  const above = Math.hypot(gjk.bx - gjk.ax, gjk.by - gjk.ay, gjk.bz - gjk.az)
  const outside = Math.max(outsideOf(pair, 0, gjk.ax, gjk.ay, gjk.az), outsideOf(pair, 1, gjk.bx, gjk.by, gjk.bz))
  return { above: gjk.distance > 0 ? above : 0, below: separationAlong(pair, n), outside, n, coresApart }
}

/** A direction of the planes next to the one found, with more between them: an error of it shows in `below` by its size, in `above` by its square. */
export function polish(pair: Pair, distance: Distance, random: Random): void {
  let radius = 1e-6
  for (let step = 0; step < 200 && distance.above - distance.below > 1e-15 * distance.above; step++) {
    setRandomDirection(n, 0, random)
    let square = 0
    for (let k = 0; k < 3; k++) {
      n[k] = distance.n[k]! + radius * n[k]!
      square += n[k]! * n[k]!
    }
    for (let k = 0; k < 3; k++) n[k] = n[k]! / Math.sqrt(square)
    const below = separationAlong(pair, n)
    if (below > distance.below) {
      distance.below = below
      distance.n.set(n)
      radius *= 1.5
    } else radius *= 0.9
  }
}

/** Directions of faces and edges of a core that is a polytope, in world axes; null for curved ones. */
function featuresOf(
  shape: ShapeRecord, geometry: ShapeGeometry, rotation: Float64Array, r: number,
): { faces: number[][]; edges: number[][] } | null {
  if (shape.smooth) return null
  const turned = (x: number, y: number, z: number): number[] =>
    [0, 3, 6].map((k) => rotation[r + k]! * x + rotation[r + k + 1]! * y + rotation[r + k + 2]! * z)
  const faces: number[][] = []
  const edges: number[][] = []
  const { hull } = geometry
  if (hull !== null) {
    for (let f = 0; f < hull.faceCount; f++) faces.push(turned(hull.planes[4 * f]!, hull.planes[4 * f + 1]!, hull.planes[4 * f + 2]!))
    for (let e = 0; e < hull.edgeCount; e++) {
      const [p, q] = [3 * hull.edges[4 * e]!, 3 * hull.edges[4 * e + 1]!]
      const [x, y, z] = [0, 1, 2].map((k) => hull.vertices[q + k]! - hull.vertices[p + k]!)
      edges.push(turned(x!, y!, z!))
    }
  } else if (shape.hasHalfExtents) {
    for (const [x, y, z] of [[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const) {
      faces.push(turned(x, y, z), turned(-x, -y, -z))
      edges.push(turned(x, y, z))
    }
  } else if (shape.name === 'capsule') edges.push(turned(0, 1, 0))
  return { faces, edges }
}

const n = new Float64Array(3)
const best = new Float64Array(4)

function tryDirection(pair: Pair, x: number, y: number, z: number): void {
  const length = Math.hypot(x, y, z)
  if (!(length > 0)) return
  n[0] = x / length
  n[1] = y / length
  n[2] = z / length
  const separation = separationAlong(pair, n)
  if (separation > best[3]!) {
    best.set(n)
    best[3] = separation
  }
}

const MAX_LOOKS = 4096
const looks = new Float64Array(4 * MAX_LOOKS)
const climbers = new Float64Array(4 * 16)

function setRandomDirection(out: Float64Array, i: number, random: Random): void {
  for (;;) {
    const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
    const length = Math.hypot(x, y, z)
    if (length < 0.1 || length > 1) continue
    out[i] = x / length
    out[i + 1] = y / length
    out[i + 2] = z / length
    return
  }
}

/** From the `climbs` best of `count` directions that are 15° apart, uphill with steps that fit. */
function search(pair: Pair, random: Random, count: number, climbs: number): void {
  for (let i = 0; i < 4 * count; i += 4) {
    setRandomDirection(looks, i, random)
    looks[i + 3] = separationAlong(pair, looks, i)
  }
  let found = 0
  for (; found < climbs; found++) {
    let at = -1
    for (let i = 0; i < 4 * count; i += 4) {
      if (at >= 0 && looks[i + 3]! <= looks[at + 3]!) continue
      let apart = true
      for (let c = 0; c < 4 * found && apart; c += 4) {
        apart = climbers[c]! * looks[i]! + climbers[c + 1]! * looks[i + 1]! + climbers[c + 2]! * looks[i + 2]! < 0.966
      }
      if (apart) at = i
    }
    if (at < 0) break
    for (let k = 0; k < 4; k++) climbers[4 * found + k] = looks[at + k]!
  }
  for (let c = 0; c < 4 * found; c += 4) {
    let radius = 0.1
    for (let step = 0; step < 150 && radius > 1e-9; step++) {
      setRandomDirection(n, 0, random)
      const [x, y, z] = [climbers[c]! + radius * n[0]!, climbers[c + 1]! + radius * n[1]!, climbers[c + 2]! + radius * n[2]!]
      const scale = 1 / Math.hypot(x, y, z)
      n[0] = x * scale
      n[1] = y * scale
      n[2] = z * scale
      const separation = separationAlong(pair, n)
      if (separation > climbers[c + 3]!) {
        climbers.set(n, c)
        climbers[c + 3] = separation
        radius *= 1.5
      } else radius *= 0.9
    }
    tryDirection(pair, climbers[c]!, climbers[c + 1]!, climbers[c + 2]!)
  }
}

/** The largest separation in overlap, and its direction: x, y, z, separation. */
export function largestSeparation(pair: Pair, random: Random): Float64Array {
  best[3] = -Infinity
  const fa = featuresOf(pair.a, pair.geometryA, pair.rotation, 0)
  const fb = featuresOf(pair.b, pair.geometryB, pair.rotation, 9)
  for (const [x, y, z] of fa?.faces ?? []) tryDirection(pair, x!, y!, z!)
  for (const [x, y, z] of fb?.faces ?? []) tryDirection(pair, -x!, -y!, -z!)
  for (const e of fa?.edges ?? []) for (const f of fb?.edges ?? []) {
    const [x, y, z] = [e[1]! * f[2]! - e[2]! * f[1]!, e[2]! * f[0]! - e[0]! * f[2]!, e[0]! * f[1]! - e[1]! * f[0]!]
    if (Math.hypot(x, y, z) < 1e-7 * Math.hypot(...e) * Math.hypot(...f)) continue
    tryDirection(pair, x, y, z)
    tryDirection(pair, -x, -y, -z)
  }
  const exact = fa !== null && fb !== null
  search(pair, random, exact ? 60 : 600, exact ? 2 : 8)
  return best
}
