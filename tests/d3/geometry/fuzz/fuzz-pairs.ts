/**
 * Random pairs of two kinds of shapes of space against the arbiter: sizes 1e-3 … 1e3 m, sides up to 10⁴ to one, hulls far from their origin;
 * apart, touching, in shallow and deep overlap, one inside the other, centres in one place, faces parallel or next to it.
 */

import { collide } from '../../../../src/d3/geometry/collide.ts'
import { Manifold } from '../../../../src/d3/geometry/manifold.ts'
import { LEVEL } from '../../../../src/d3/geometry/shapes/level.ts'
import { SHAPES } from '../../../../src/d3/geometry/shapes/shape-table.ts'
import type { ShapeRecord } from '../../../../src/d3/geometry/shapes/shape-record.ts'
import { randomOf } from '../../../families/family.ts'
import { CellFigures } from '../../../common/geometry-fuzz/figures.ts'
import { matrixOf, randomDirection, randomQuaternion } from '../distance/convex.ts'
import { type ConvexName, KINDS, type Random } from '../shapes/kinds.ts'
import { distanceOf, largestSeparation, outsideOf, type Pair, polish, separationAlong } from './arbiter.ts'

export interface Cell {
  readonly name: string
  readonly a: ShapeRecord
  readonly b: ShapeRecord
}

const bounded = SHAPES.filter(({ code, name }) => code < LEVEL && !KINDS[name as ConvexName].unbounded)

export const CELLS: readonly Cell[] = bounded.flatMap((b) =>
  bounded.filter((a) => a.code <= b.code).map((a) => ({ name: `${a.name} and ${b.name}, 3D`, a, b })))

const ASPECTS = [2, 6, 6, 100, 1e4]
const padded = (size: readonly number[]): number[] => [...size, 0, 0, 0, 0].slice(0, 4)

/** Geometry of a shape; hulls of every fourth case lie up to a thousand sizes from their origin. */
function geometryOf(shape: ShapeRecord, random: Random, scale: number, aspect: number, far: boolean) {
  for (let attempt = 0; ; attempt++) {
    const options = KINDS[shape.name as ConvexName].options(random, scale, aspect)
    const points = options['points'] as { x: number; y: number; z: number }[] | undefined
    if (far && points !== undefined) {
      const [x, y, z] = randomDirection(random).map((c) => c * scale * Math.pow(10, 3 * random()))
      for (const point of points) Object.assign(point, { x: point.x + x!, y: point.y + y!, z: point.z + z! })
    }
    try {
      return shape.check(options)
    } catch (error) {
      // Clouds may be flat, roundings too small, ends inside each other: refused with advice.
      if (attempt > 100 || (error as Error).name !== 'PhysicsError') throw error
    }
  }
}

/** Rotations that put axes side by side, but for a tilt. */
function nearAligned(random: Random, turn: number[]): number[] {
  const tilt = random() < 0.5 ? 0 : Math.pow(10, -12 * random())
  const [x, y, z] = randomDirection(random)
  const s = Math.hypot(tilt, 1)
  const small = matrixOf([x * tilt / s, y * tilt / s, z * tilt / s, 1 / s])
  const shift = Math.floor(3 * random())
  return turn.map((_, k) => {
    const [row, column] = [Math.floor(k / 3), (k + shift) % 3]
    return small[3 * row]! * turn[column]! + small[3 * row + 1]! * turn[3 + column]! + small[3 * row + 2]! * turn[6 + column]!
  })
}

export function makePair(a: ShapeRecord, b: ShapeRecord, random: Random): Pair {
  const scale = Math.pow(10, 6 * random() - 3)
  const aspect = ASPECTS[Math.floor(ASPECTS.length * random())]!
  const ratio = Math.pow(10, random() < 0.7 ? random() - 0.5 : 4 * random() - 2)
  const far = random() < 0.25
  const geometryA = geometryOf(a, random, scale, aspect, far)
  const geometryB = geometryOf(b, random, scale * ratio, aspect, far)
  const size = Float64Array.from([...padded(geometryA.size), ...padded(geometryB.size)])
  const turnA = random() < 0.1 ? matrixOf([0, 0, 0, 1]) : matrixOf(randomQuaternion(random))
  const turnB = random() < 0.35 ? nearAligned(random, turnA) : matrixOf(randomQuaternion(random))
  const rotation = Float64Array.from([...turnA, ...turnB])
  const inner = 0.5 * Math.min(a.thickness(size, 0, geometryA.hull), b.thickness(size, 4, geometryB.hull))
  const reach = a.reach(size, 0, geometryA.hull) + b.reach(size, 4, geometryB.hull)
  return { a, b, geometryA, geometryB, size, rotation, offset: new Float64Array(3), inner, reach }
}

/** Centre of a shape's inside, world axes from its origin. */
function middle(pair: Pair, side: 0 | 1): number[] {
  const { hull } = side === 0 ? pair.geometryA : pair.geometryB
  if (hull === null) return [0, 0, 0]
  const [x, y, z] = hull.center
  return [0, 3, 6].map((k) => pair.rotation[9 * side + k]! * x! + pair.rotation[9 * side + k + 1]! * y! + pair.rotation[9 * side + k + 2]! * z!)
}

const POSES = ['apart', 'far', 'near', 'touching', 'shallow', 'shallow', 'deep', 'deep', 'contained', 'coincident'] as const

/** Puts B beside A; returns the name of the pose. */
export function place(pair: Pair, random: Random): (typeof POSES)[number] {
  const pose = POSES[Math.floor(POSES.length * random())]!
  const [ma, mb] = [middle(pair, 0), middle(pair, 1)]
  const axis = Math.floor(3 * random())
  // Every third way is along an axis of A: faces on faces.
  const way = random() < 0.33 ? [0, 3, 6].map((k) => pair.rotation[k + axis]!) : randomDirection(random)
  const put = (t: number): void => {
    for (let k = 0; k < 3; k++) pair.offset[k] = ma[k]! - mb[k]! + t * way[k]!
  }
  if (pose === 'coincident') {
    put(random() < 0.5 ? 0 : pair.inner * Math.pow(10, -15 * random()))
    return pose
  }
  let low = 0
  let high = 2 * pair.reach
  for (let k = 0; k < 60; k++) {
    const t = 0.5 * (low + high)
    put(t)
    if (distanceOf(pair).above > 0) high = t
    else low = t
  }
  const { inner, reach } = pair
  put(
    pose === 'far' ? high + reach * Math.pow(10, 4 * random() - 2)
    : pose === 'apart' ? high + 2 * inner * random()
    : pose === 'near' ? high + 0.02 * inner * random()
    : pose === 'touching' ? high + inner * Math.pow(10, -6 - 9 * random()) * (random() < 0.5 ? 1 : -1)
    : pose === 'shallow' ? high - inner * Math.pow(10, -5 * random() - 1.5)
    : pose === 'contained' ? 0.3 * high * random()
    : high * (1 - random()),
  )
  return pose
}

const manifold = new Manifold()
const normal = new Float64Array(3)

/** One case; writes what is off to `figures`. */
export function fuzzCase(a: ShapeRecord, b: ShapeRecord, seed: number, figures: CellFigures): void {
  const random = randomOf(seed)
  const pair = makePair(a, b, random)
  const pose = place(pair, random)
  const { size, rotation, geometryA, geometryB, inner, offset, reach } = pair
  const distance = distanceOf(pair)
  if (!Number.isFinite(distance.above) || !Number.isFinite(distance.below)) figures.add('not a number', 1, seed)
  if (distance.above > 0) {
    polish(pair, distance, random)
    // Both bounds of the distance, and points that belong to the shapes.
    // Direction and planes of a distance that is rounding mean nothing.
    if (distance.above > 1e-13 * reach) figures.add('distance', Math.abs(distance.above - distance.below) / (distance.above + reach), seed)
    figures.add('witness', distance.outside / (distance.above + reach), seed)
  }
  if (pose === 'far') return
  const margin = 0.05 * inner
  collide(manifold, a.code, b.code, rotation, 0, 9, size, 0, 4, geometryA.hull, geometryB.hull, offset[0]!, offset[1]!, offset[2]!, margin)
  normal[0] = manifold.nx
  normal[1] = manifold.ny
  normal[2] = manifold.nz
  for (let i = 0; i < manifold.count; i++) {
    let sum = manifold.separations[i]!
    for (let k = 0; k < 3; k++) sum += manifold.points[3 * i + k]!
    if (!Number.isFinite(sum)) figures.add('not a number', 1, seed)
  }
  const unit = Math.hypot(normal[0], normal[1], normal[2])
  if (manifold.count === 0) {
    // Shapes that only pass by a face overlap by a hair at most.
    const overlaps = distance.above === 0 && distance.below < -0.01 * inner
    if (overlaps && (distance.coresApart || largestSeparation(pair, random)[3]! < -0.01 * inner)) figures.add('missed', 1, seed)
    return
  }
  if (!(Math.abs(unit - 1) < 1e-12)) figures.add('not a number', 1, seed)
  let least = Infinity
  for (let i = 0; i < manifold.count; i++) least = Math.min(least, manifold.separations[i]!)
  // What is attained along the contact's normal is true as well.
  const mine = separationAlong(pair, normal)
  const shallow = pose !== 'deep' && pose !== 'contained' && pose !== 'coincident'
  if (distance.coresApart) {
    figures.add('depth', Math.abs(Math.max(distance.below, mine) - least) / Math.max(inner, -least), seed)
    const gap = Math.max(distance.below, 0) + 1e-2 * inner
    if (distance.below > 1e-3 * gap) {
      figures.add('normal', Math.hypot(normal[0] - distance.n[0]!, normal[1] - distance.n[1]!, normal[2] - distance.n[2]!), seed)
    }
  } else {
    const truth = Math.max(mine, largestSeparation(pair, random)[3]!)
    figures.add(shallow ? 'depth' : 'deep depth', Math.abs(truth - least) / Math.max(inner, -truth), seed)
  }
  if (!shallow) return
  // From the middle half a gap towards each shape there is its surface.
  for (let i = 0; i < manifold.count; i++) for (const side of [0, 1] as const) {
    const out = (side === 0 ? -0.5 : 0.5) * manifold.separations[i]!
    const [x, y, z] = [0, 1, 2].map((k) => manifold.points[3 * i + k]! + out * normal[k]!)
    figures.add('points', outsideOf(pair, side, x!, y!, z!) / inner, seed)
  }
}

export function fuzzCell({ a, b }: Cell, from: number, count: number, figures: CellFigures): void {
  for (let seed = from; seed < from + count; seed++) {
    try {
      fuzzCase(a, b, seed, figures)
    } catch (error) {
      figures.fail(error, seed)
    }
  }
}
