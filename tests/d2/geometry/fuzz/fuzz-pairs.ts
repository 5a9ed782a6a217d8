/**
 * Random pairs of two kinds of shapes of the plane against every vertex over every edge: sizes 1e-3 … 1e3 m, sides up to 10⁴ to one, polygons
 * far from their origin; apart, touching, in shallow and deep overlap, one inside the other, centres in one place, edges parallel or next to it.
 */

import { GjkResult, gjkDistance } from '../../../../src/d2/geometry/gjk.ts'
import { SEGMENT } from '../../../../src/d2/geometry/shapes/segment.ts'
import type { CellFigures } from '../../../common/geometry-fuzz/figures.ts'
import { randomOf, type Random } from '../../../families/family.ts'
import {
  add, contactOf, coreOf, direction, dot, innerOf, length, MAKERS, NAMES, pointDistance, polygon, radiusOf, scaled, smallest, subtract,
  turned, truthOf, type TestShape, type Vector,
} from '../collide/truth.ts'

export interface Cell {
  readonly name: string
  readonly a: string
  readonly b: string
}

const kindOf = (name: string): number => MAKERS[name]!(randomOf(1), 1, 1).kind

export const CELLS: readonly Cell[] = NAMES.flatMap((a) => NAMES.map((b) => ({ name: `${a} and ${b}, 2D`, a, b })))
  .filter(({ a, b }) => kindOf(a) <= kindOf(b) && !(kindOf(a) === SEGMENT && kindOf(b) === SEGMENT))

const ASPECTS = [2, 6, 6, 100, 1e4]

/** Polygons of every fourth case lie up to a thousand sizes from their origin. */
function shapeOf(name: string, random: Random, scale: number, aspect: number, far: boolean): TestShape {
  for (let attempt = 0; ; attempt++) {
    try {
      const shape = MAKERS[name]!(random, scale, aspect)
      if (!far || !/polygon/i.test(name)) return shape
      const shift = scaled(direction(7 * random()), scale * random.scale(1, 1e3))
      return polygon(coreOf(shape).map((v) => add(turned(v, -shape.angle), shift)), [0, 0], shape.angle, radiusOf(shape))
    } catch (error) {
      // Clouds may be flat: refused with advice.
      if (attempt > 100 || (error as Error).name !== 'PhysicsError') throw error
    }
  }
}

const middle = (shape: TestShape): Vector => {
  const core = coreOf(shape)
  return scaled(core.reduce(add), 1 / core.length)
}
const reachOf = (shape: TestShape): number => Math.max(...coreOf(shape).map(length)) + radiusOf(shape)

const POSES = ['apart', 'far', 'near', 'touching', 'shallow', 'shallow', 'deep', 'deep', 'contained', 'coincident'] as const

/** Puts B beside A; returns the name of the pose. */
function place(a: TestShape, b: TestShape, inner: number, random: Random): (typeof POSES)[number] {
  const pose = random.pick(POSES)
  const middles = subtract(middle(a), middle(b))
  const way = direction(random() < 0.33 ? a.angle + 0.5 * Math.PI * random.integer(0, 3) : 7 * random())
  const put = (t: number): void => {
    b.center = add(middles, scaled(way, t))
  }
  if (pose === 'coincident') {
    put(random() < 0.5 ? 0 : inner * Math.pow(10, -15 * random()))
    return pose
  }
  let low = 0
  let high = 2 * (reachOf(a) + reachOf(b))
  const reach = high
  for (let k = 0; k < 60; k++) {
    const t = 0.5 * (low + high)
    put(t)
    if (truthOf(a, b).distance > 0) high = t
    else low = t
  }
  put(
    pose === 'far' ? high + reach * random.scale(0.01, 100)
    : pose === 'apart' ? high + 2 * inner * random()
    : pose === 'near' ? high + 0.02 * inner * random()
    : pose === 'touching' ? high + inner * Math.pow(10, -6 - 9 * random()) * (random() < 0.5 ? 1 : -1)
    : pose === 'shallow' ? high - inner * Math.pow(10, -5 * random() - 1.5)
    : pose === 'contained' ? 0.3 * high * random()
    : high * (1 - random()),
  )
  return pose
}

const gjk = new GjkResult()

interface Case {
  readonly a: TestShape
  readonly b: TestShape
  readonly inner: number
  readonly pose: (typeof POSES)[number]
}

export function casePair(nameA: string, nameB: string, seed: number): Case {
  const random = randomOf(seed)
  const scale = random.scale(1e-3, 1e3)
  const aspect = random.pick(ASPECTS)
  const ratio = Math.pow(10, random() < 0.7 ? random() - 0.5 : 4 * random() - 2)
  const far = random() < 0.25
  const a = shapeOf(nameA, random, scale, aspect, far)
  const b = shapeOf(nameB, random, scale * ratio, aspect, far)
  if (random() < 0.35) b.angle = a.angle + 0.5 * Math.PI * random.integer(0, 3) + (random() < 0.5 ? 0 : Math.pow(10, -12 * random()))
  const inner = Math.min(innerOf(a), innerOf(b))
  return { a, b, inner, pose: place(a, b, inner, random) }
}

export function fuzzCase(nameA: string, nameB: string, seed: number, figures: CellFigures): void {
  const { a, b, inner, pose } = casePair(nameA, nameB, seed)
  const reach = reachOf(a) + reachOf(b)
  const truth = truthOf(a, b)
  const offset = subtract(b.center, a.center)
  const rotation = Float64Array.of(Math.cos(a.angle), Math.sin(a.angle), Math.cos(b.angle), Math.sin(b.angle))
  gjkDistance(gjk, a.kind, b.kind, rotation, 0, 2, Float64Array.from([...a.size, ...b.size]), 0, 4, a.polygon, b.polygon, offset[0], offset[1])
  figures.add('distance', Math.abs(gjk.distance - Math.max(0, truth.distance)) / (Math.max(0, truth.distance) + reach), seed)
  if (gjk.distance > 0) {
    const outside = Math.max(pointDistance(a, [gjk.ax, gjk.ay]), pointDistance(b, subtract([gjk.bx, gjk.by], offset)))
    figures.add('witness', outside / (gjk.distance + reach), seed)
  }
  if (pose === 'far') return
  const contact = contactOf(a, b, 0.05 * inner)
  if (![...contact.normal, ...contact.points.flatMap((p) => [...p.position, p.separation])].every(Number.isFinite)) {
    figures.add('not a number', 1, seed)
  }
  if (contact.points.length === 0) {
    if (truth.distance < -0.01 * inner) figures.add('missed', 1, seed)
    return
  }
  if (!(Math.abs(length(contact.normal) - 1) < 1e-12)) figures.add('not a number', 1, seed)
  const shallow = pose !== 'deep' && pose !== 'contained' && pose !== 'coincident'
  // A rounded corner may lie beside a face by a part of its height.
  const miss = Math.abs(truth.distance - smallest(contact)) / Math.max(inner, -truth.distance)
  figures.add(shallow ? (truth.corner ? 'corner depth' : 'depth') : 'deep depth', miss, seed)
  if (truth.distance > 1e-3 * inner && !truth.corner) figures.add('normal', Math.sqrt(2 * Math.max(0, 1 - dot(contact.normal, truth.axis))), seed)
  if (!shallow) return
  for (const p of contact.points) {
    const onA = pointDistance(a, subtract(p.position, scaled(contact.normal, p.separation / 2)))
    const onB = pointDistance(b, subtract(add(p.position, scaled(contact.normal, p.separation / 2)), offset))
    figures.add('points', Math.max(onA, onB) / inner, seed)
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
