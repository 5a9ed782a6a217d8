/**
 * Contacts of ellipses with every shape of the plane, against a plain search over all directions: the separation along n is
 * n·d − h_A(n) − h_B(−n), and the contact is where it is largest. The arbiter shares no code with the engine.
 */

import { ELLIPSE } from '../../../src/d2/geometry/shapes/ellipse.ts'
import {
  add, contactOf, coreOf, direction, dot, MAKERS, NAMES, radiusOf, scaled, subtract, turned, type TestShape, type Vector,
} from '../../d2/geometry/collide/truth.ts'
import { testFamily, type Random } from '../family.ts'

function ellipse(random: Random, scale: number, aspect: number): TestShape {
  const side = (): number => scale * Math.pow(aspect, -random())
  return { kind: ELLIPSE, size: [side(), side(), 0, 0], polygon: null, angle: 7 * random(), center: [0, 0] }
}

/** The point of a shape farthest along n, from its centre. */
function farthest(shape: TestShape, n: Vector): Vector {
  if (shape.kind === ELLIPSE) {
    const [x, y] = turned(n, -shape.angle)
    const [a, b] = shape.size
    const h = Math.hypot(a * x, b * y)
    return turned([a * a * x / h, b * b * y / h], shape.angle)
  }
  const core = coreOf(shape)
  const best = core.reduce((far, v) => (dot(v, n) > dot(far, n) ? v : far))
  return add(best, scaled(n, radiusOf(shape)))
}

function separation(a: TestShape, b: TestShape, n: Vector): number {
  return dot(n, subtract(b.center, a.center)) - dot(n, farthest(a, n)) + dot(n, farthest(b, scaled(n, -1)))
}

/** Angles that lie close where a shape curves little, and normals of its faces, which are where the separation has its kinks. */
function anglesOf(shape: TestShape, sign: number): number[] {
  const core = coreOf(shape)
  const faces = core.map((v, i) => subtract(core[(i + 1) % core.length]!, v)).filter(([x, y]) => x !== 0 || y !== 0)
  const angles = faces.map(([x, y]) => Math.atan2(-sign * x, sign * y))
  if (shape.kind !== ELLIPSE) return angles
  const [a, b] = shape.size
  return Array.from({ length: 400 }, (_, i) => {
    const [x, y] = turned([b * Math.cos(Math.PI * i / 200), a * Math.sin(Math.PI * i / 200)], shape.angle)
    return Math.atan2(y, x)
  })
}

interface Truth {
  normal: Vector
  separation: number
  /** How much worse the best direction is that is not near this one. */
  lead: number
}

function truthOf(a: TestShape, b: TestShape): Truth {
  const angles = [...anglesOf(a, 1), ...anglesOf(b, -1), ...Array.from({ length: 400 }, (_, i) => Math.PI * (i / 200 - 1))].sort((p, q) => p - q)
  const values = angles.map(angle => separation(a, b, direction(angle)))
  const peaks: { angle: number; value: number }[] = []
  const count = angles.length
  for (let i = 0; i < count; i++) {
    const before = values[(i + count - 1) % count]!
    if (values[i]! < before || values[i]! < values[(i + 1) % count]!) continue
    let low = i > 0 ? angles[i - 1]! : angles[count - 1]! - 2 * Math.PI
    let high = i + 1 < count ? angles[i + 1]! : angles[0]! + 2 * Math.PI
    for (let round = 0; round < 100; round++) {
      const [p, q] = [low + (high - low) / 3, high - (high - low) / 3]
      if (separation(a, b, direction(p)) < separation(a, b, direction(q))) low = p
      else high = q
    }
    for (const angle of [0.5 * (low + high), angles[i]!]) peaks.push({ angle, value: separation(a, b, direction(angle)) })
  }
  peaks.sort((p, q) => q.value - p.value)
  const { angle, value } = peaks[0]!
  const other = peaks.find(peak => dot(direction(peak.angle), direction(angle)) < 0.9)
  return { normal: direction(angle), separation: value, lead: value - (other?.value ?? -Infinity) }
}

for (const { name, aspect } of [{ name: 'plump', aspect: 6 }, { name: 'flat', aspect: 100 }]) {
  testFamily({
    name: `contacts of ${name} ellipses, 2D`, short: 160, long: 4000,
    figures: {
      // Of the smaller shape's size: depth or gap; the contact point's distance from both surfaces' nearest points along the normal.
      depth: { p50: 1e-15, p99: 1e-14, worst: 1e-12 },
      touch: { p50: 1e-15, p99: 1e-13, worst: 1e-12 },
      // Sine of the angle between the normals; the arbiter knows a flat maximum to the root of the rounding only.
      normal: { p50: 1e-8, p99: 1e-7, worst: 1e-6 },
      missed: { worst: 0 },
    },
    run(random, seed) {
      const kinds = [...NAMES, 'ellipse']
      const kind = kinds[seed % kinds.length]!
      const scale = random.scale(1e-3, 1e3)
      const a = kind === 'ellipse' ? ellipse(random, scale, aspect) : MAKERS[kind]!(random, scale, aspect)
      const b = ellipse(random, scale * random.scale(0.1, 10), aspect)
      // Apart, touching, overlapping by little and by much.
      const away = direction(7 * random())
      const reach = dot(away, farthest(a, away)) - dot(away, farthest(b, scaled(away, -1)))
      b.center = scaled(away, reach * random.pick([0.2 * random(), random.between(0.5, 1), random.between(0.99, 1.01), random.between(1, 1.3)]))
      const truth = truthOf(a, b)
      const contact = contactOf(a, b, Infinity)
      if (contact.points.length !== 1) return { missed: 1, depth: 0, touch: 0, normal: 0 }
      const [point] = contact.points
      const n = contact.normal
      const size = Math.min(...[a, b].map(shape => (shape.kind === ELLIPSE ? Math.max(shape.size[0], shape.size[1]) : Math.hypot(...farthest(shape, n)))))
      const unit = Math.max(size, Math.hypot(...b.center))
      const onB = add(subtract(b.center, a.center), farthest(b, scaled(n, -1)))
      const miss = subtract(add(point!.position, scaled(n, 0.5 * point!.separation)), onB)
      const figures = { depth: Math.abs(point!.separation - truth.separation) / unit, touch: Math.hypot(...miss) / unit, missed: 0 }
      const clear = truth.lead > 1e-6 * unit
      return clear ? { ...figures, normal: Math.abs(n[0] * truth.normal[1] - n[1] * truth.normal[0]) } : figures
    },
  })
}
