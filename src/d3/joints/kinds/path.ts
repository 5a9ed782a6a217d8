/**
 * A smooth curve through points, open or closed, that path joints follow. Made once, never changed, shared by any number of joints.
 *
 * A cubic spline with centripetal knots (distances to the power ½): through all points, with neither direction nor curvature breaking anywhere, so
 * that what follows it is not jerked. Each segment is a cubic c(v), 0 ≤ v ≤ 1. Lengths come from Gauss–Legendre sums over SAMPLES parts of each
 * segment. Open paths go on straight beyond their ends.
 *
 * Along the curve runs a frame that turns with it as little as it can (rotation minimizing, by double reflection: Wang and others, 2008), so that
 * what follows it does not twist; on closed paths what is left of a turn after one lap is spread evenly. Between samples the frame's side m is
 * interpolated, with its rate of change −(m·t′) t (and the spread turn), and made square: n₁ = (m − (m·t) t) / |…|, n₂ = t × n₁.
 */

import { cos, sin, atan2 } from '../../../common/math/deterministic-math.ts'
import { readPoints, type PointList } from '../../../common/points.ts'
import { requireSized } from '../../../common/bounds.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { PhysicsError, requireBoolean } from '../../../common/errors.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'
import { cross, cubics, firstSide, normalize, reflect, square } from './path-spline.ts'

/** Parts of a segment. */
const SAMPLES = 8

/** Numbers in `source` before the points. */
const SOURCE_HEAD = 5

/** Five-point Gauss–Legendre on 0 … 1. */
const NODES = [0.046910077030668, 0.23076534494715845, 0.5, 1 - 0.23076534494715845, 1 - 0.046910077030668]
const WEIGHTS = [0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454]

/** What `locate` and `evaluate` find, by v of the segment: c, c′, c″, then t, n₁, n₂, t′. */
export const POINT = 0
export const FIRST = 3
export const SECOND = 6
export const TANGENT = 9
export const NORMAL = 12
export const BINORMAL = 15
export const TURNING = 18
/** |c′|, n₁′·n₂, and how far along the path. */
export const SPEED = 21
export const TWIST = 22
export const ALONG = 23
export const FOUND_SIZE = 24

/** Points of one path. */
const MAX_PATH_POINTS = 10_000

/** The points of a path and how they are joined. */
export interface PathDefinition {
  /** Points that the path goes through, m; at least two, or three if it is closed, at most 10 000: objects, or x y z in a row. */
  points: PointList<Vec3>
  /** Does the last point lead on to the first? Default false. */
  closed?: boolean
  /** Direction up at the start, for joints that follow the path; need not be exact. Default y, or z if the path starts along y. */
  up?: Vec3
}

const FIELDS: Fields<PathDefinition> = { points: 0, closed: 0, up: 0 }

/** A smooth curve through points, for path joints. May be shared by many of them. */
export class Path {
  /** Does the last point lead on to the first? */
  readonly closed: boolean
  /** Length, m. */
  readonly length: number
  /**
   * What it was made of, as snapshots keep it: 1 if closed, 1 and the direction up if that was given (else 0 0 0 0), the points.
   * @internal
   */
  readonly source: Float64Array
  private readonly segments: number
  /** Twelve per segment: c = a + b v + c v² + d v³, by axis. */
  private readonly coefficients: Float64Array
  /** Of each sample: place, m, distance along. */
  private readonly places: Float64Array
  private readonly sides: Float64Array
  private readonly distances: Float64Array
  /** Of each part: rates of m at its start and end, per part. */
  private readonly rates: Float64Array

  /** Lays a curve through the points. */
  constructor(definition: PathDefinition) {
    const { points, closed, up } = requireOptions(definition, FIELDS, 'path') as PathDefinition
    const places = readPoints(points, 3, 'path.points')
    const count = places.length / 3
    this.closed = closed !== undefined && requireBoolean(closed, 'path.closed')
    const least = this.closed ? 3 : 2
    if (count < least) throw new PhysicsError('wrong-size', 'path.points', count, `is the number of its points; it needs at least ${least}.`)
    if (count > MAX_PATH_POINTS) {
      throw new PhysicsError('limit-exceeded', 'path.points', count, `is the number of its points; the most is ${MAX_PATH_POINTS}.`)
    }
    this.segments = this.closed ? count : count - 1
    this.coefficients = cubics(places, count, this.closed)
    const samples = this.segments * SAMPLES + 1
    this.places = new Float64Array(samples * 3)
    this.sides = new Float64Array(samples * 3)
    this.distances = new Float64Array(samples)
    this.rates = new Float64Array((samples - 1) * 6)
    this.length = this.sample()
    this.layFrame(up)
    this.source = new Float64Array(SOURCE_HEAD + places.length)
    if (up !== undefined) readVec3(up, 'path.up', this.source, 2)
    this.source[0] = this.closed ? 1 : 0
    this.source[1] = up === undefined ? 0 : 1
    this.source.set(places, SOURCE_HEAD)
    Object.freeze(this)
  }

  /**
   * The path of a `source` that anybody may have written. Throws a `PhysicsError` if it makes none.
   * @internal
   */
  static of(source: Float64Array): Path {
    const points: Vec3[] = []
    for (let i = SOURCE_HEAD; i < source.length; i += 3) points.push({ x: source[i], y: source[i + 1], z: source[i + 2] })
    const up = source[1] === 1 ? { up: { x: source[2], y: source[3], z: source[4] } } : {}
    return new Path({ points, closed: source[0] === 1, ...up })
  }

  /** The place so far along the path, m; closed paths go round, open ones on and on. */
  pointAt(distance: number): Vec3 {
    this.evaluateAt(requireSized(distance, 'path.distance'), own)
    return { x: own[POINT], y: own[POINT + 1], z: own[POINT + 2] }
  }

  /** Unit direction so far along the path. */
  directionAt(distance: number): Vec3 {
    this.evaluateAt(requireSized(distance, 'path.distance'), own)
    return { x: own[TANGENT], y: own[TANGENT + 1], z: own[TANGENT + 2] }
  }

  /** How far along the point nearest to a place is, m. */
  nearest(place: Vec3): number {
    readVec3(place, 'path.place', own, 0)
    const [x, y, z] = own
    let best = 0
    let least = Infinity
    for (let j = 0; j < this.distances.length; j++) {
      const d = this.square(j, x, y, z)
      if (d >= least) continue
      least = d
      best = j
    }
    this.locate(x, y, z, this.distances[best], own)
    return own[ALONG]
  }

  /**
   * Fills `out` at the point nearest to (x, y, z) among those around `near` (m along the path; laps of closed paths are counted).
   * @internal
   */
  locate(x: number, y: number, z: number, near: number, out: Float64Array): void {
    const last = this.distances.length - 1
    let j = this.sampleAt(this.closed ? near - Math.floor(near / this.length) * this.length : near)
    let least = this.square(j, x, y, z)
    // Downhill, sample by sample. On a closed path the first sample is the last one too.
    for (let step = 0; step <= last; step++) {
      const after = this.closed && j === last ? 1 : j + 1
      const before = this.closed && j === 0 ? last - 1 : j - 1
      const ahead = after <= last ? this.square(after, x, y, z) : Infinity
      const behind = before >= 0 ? this.square(before, x, y, z) : Infinity
      if (ahead >= least && behind >= least) break
      j = ahead < behind ? after : before
      least = Math.min(ahead, behind)
    }
    let low = (j - 1) / SAMPLES
    let high = (j + 1) / SAMPLES
    if (!this.closed) {
      if (low < 0) {
        low = 0
        if (this.beyond(0, -1, x, y, z, out)) return
      }
      if (high > this.segments) {
        high = this.segments
        if (this.beyond(this.segments, 1, x, y, z, out)) return
      }
    }
    const g = this.refine(low, high, x, y, z)
    const laps = this.closed ? Math.floor(g / this.segments) : 0
    this.evaluate(g - laps * this.segments, out)
    // Laps are counted from where it was last seen.
    if (this.closed) out[ALONG] += this.length * Math.round((near - out[ALONG]) / this.length)
  }

  /**
   * Fills `out` at the parameter g = segment + v.
   * @internal
   */
  evaluate(g: number, out: Float64Array): void {
    const segment = Math.max(0, Math.min(this.segments - 1, Math.floor(g)))
    const v = g - segment
    this.derive(segment, v, out)
    const j = Math.max(0, Math.min(SAMPLES - 1, Math.floor(v * SAMPLES)))
    const at = segment * SAMPLES + j
    const part = v * SAMPLES - j
    out[ALONG] = this.distances[at] + this.stretch(segment, j / SAMPLES, v)
    this.frame(at, part, out)
  }

  /** t, n₁, n₂, t′ and the twist, from c′, c″ and the sides of sample `at` and the next. */
  private frame(at: number, part: number, out: Float64Array): void {
    const speed = Math.sqrt(out[FIRST] * out[FIRST] + out[FIRST + 1] * out[FIRST + 1] + out[FIRST + 2] * out[FIRST + 2])
    out[SPEED] = speed
    let bend = 0
    for (let k = 0; k < 3; k++) {
      out[TANGENT + k] = out[FIRST + k] / speed
      bend += out[TANGENT + k] * out[SECOND + k]
    }
    let along = 0
    for (let k = 0; k < 3; k++) {
      out[TURNING + k] = (out[SECOND + k] - bend * out[TANGENT + k]) / speed
      // Hermite: value and rate of change at both ends.
      const from = this.sides[at * 3 + k]
      const rise = this.sides[at * 3 + 3 + k] - from
      const a = this.rates[at * 6 + k]
      const b = this.rates[at * 6 + 3 + k]
      const c = 3 * rise - 2 * a - b
      const d = a + b - 2 * rise
      side[k] = from + part * (a + part * (c + part * d))
      change[k] = (a + part * (2 * c + 3 * part * d)) * SAMPLES
      along += side[k] * out[TANGENT + k]
    }
    let size = 0
    for (let k = 0; k < 3; k++) {
      out[NORMAL + k] = side[k] - along * out[TANGENT + k]
      size += out[NORMAL + k] * out[NORMAL + k]
    }
    size = Math.sqrt(size)
    for (let k = 0; k < 3; k++) out[NORMAL + k] /= size
    cross(out, TANGENT, out, NORMAL, out, BINORMAL)
    let twist = 0
    for (let k = 0; k < 3; k++) twist += (change[k] - along * out[TURNING + k]) * out[BINORMAL + k]
    out[TWIST] = twist / size
  }

  /** If the place lies beyond the end g (`way` −1 the start, 1 the end): fills `out` on the straight line that goes on there. */
  private beyond(g: number, way: number, x: number, y: number, z: number, out: Float64Array): boolean {
    this.evaluate(g, out)
    const over = out[TANGENT] * (x - out[POINT]) + out[TANGENT + 1] * (y - out[POINT + 1]) + out[TANGENT + 2] * (z - out[POINT + 2])
    if (over * way <= 0) return false
    this.goOn(over, out)
    return true
  }

  private goOn(over: number, out: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      out[POINT + k] += over * out[TANGENT + k]
      out[SECOND + k] = 0
      out[TURNING + k] = 0
    }
    out[TWIST] = 0
    out[ALONG] += over
  }

  /** Where c′·(x − c) falls through 0 between two parameters: Newton, halving where that leaves the bracket. */
  private refine(from: number, to: number, x: number, y: number, z: number): number {
    let low = from
    let high = to
    let g = 0.5 * (low + high)
    for (let step = 0; step < 60; step++) {
      const segment = this.closed ? Math.floor(g) : Math.max(0, Math.min(this.segments - 1, Math.floor(g)))
      this.derive(this.closed ? (segment + this.segments) % this.segments : segment, g - segment, work)
      const ex = x - work[POINT]
      const ey = y - work[POINT + 1]
      const ez = z - work[POINT + 2]
      const pull = work[FIRST] * ex + work[FIRST + 1] * ey + work[FIRST + 2] * ez
      if (pull > 0) low = g
      else high = g
      const square = work[FIRST] * work[FIRST] + work[FIRST + 1] * work[FIRST + 1] + work[FIRST + 2] * work[FIRST + 2]
      const slope = square - work[SECOND] * ex - work[SECOND + 1] * ey - work[SECOND + 2] * ez
      let next = slope > 0 ? g + pull / slope : 0.5 * (low + high)
      if (!(next >= low && next <= high)) next = 0.5 * (low + high)
      const moved = Math.abs(next - g)
      g = next
      if (moved < 1e-15 * (1 + Math.abs(g))) break
    }
    return g
  }

  private evaluateAt(distance: number, out: Float64Array): void {
    const lap = this.closed ? Math.floor(distance / this.length) : 0
    const s = distance - lap * this.length
    if (!this.closed && (s < 0 || s > this.length)) {
      this.evaluate(s < 0 ? 0 : this.segments, out)
      this.goOn(s < 0 ? s : s - this.length, out)
      return
    }
    const j = Math.min(this.sampleAt(s), this.distances.length - 2)
    const segment = Math.floor(j / SAMPLES)
    const start = (j - segment * SAMPLES) / SAMPLES
    // Newton on the length; |c′| > 0 everywhere.
    let v = start
    for (let step = 0; step < 20; step++) {
      this.derive(segment, v, work)
      const speed = Math.sqrt(work[FIRST] * work[FIRST] + work[FIRST + 1] * work[FIRST + 1] + work[FIRST + 2] * work[FIRST + 2])
      const missing = (s - this.distances[j] - this.stretch(segment, start, v)) / speed
      v = Math.max(start, Math.min(start + 1 / SAMPLES, v + missing))
      if (Math.abs(missing) < 1e-14) break
    }
    this.evaluate(segment + v, out)
  }

  /** Length of a segment from v = a to b. */
  private stretch(segment: number, a: number, b: number): number {
    let sum = 0
    for (let i = 0; i < NODES.length; i++) {
      this.derive(segment, a + (b - a) * NODES[i], work)
      sum += WEIGHTS[i] * Math.sqrt(work[FIRST] * work[FIRST] + work[FIRST + 1] * work[FIRST + 1] + work[FIRST + 2] * work[FIRST + 2])
    }
    return sum * (b - a)
  }

  /** c, c′ and c″. */
  private derive(segment: number, v: number, out: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      const o = segment * 12 + k * 4
      const b = this.coefficients[o + 1]
      const c = this.coefficients[o + 2]
      const d = this.coefficients[o + 3]
      out[POINT + k] = this.coefficients[o] + v * (b + v * (c + v * d))
      out[FIRST + k] = b + v * (2 * c + 3 * v * d)
      out[SECOND + k] = 2 * c + 6 * v * d
    }
  }

  /** The last sample at or before a distance within the path. */
  private sampleAt(distance: number): number {
    let low = 0
    let high = this.distances.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.distances[middle] <= distance) low = middle
      else high = middle - 1
    }
    return low
  }

  private square(j: number, x: number, y: number, z: number): number {
    const dx = x - this.places[j * 3]
    const dy = y - this.places[j * 3 + 1]
    const dz = z - this.places[j * 3 + 2]
    return dx * dx + dy * dy + dz * dz
  }

  private sample(): number {
    const last = this.distances.length - 1
    for (let j = 0; j <= last; j++) {
      // The end of a part belongs to the segment that the part is in.
      const segment = Math.floor(Math.max(0, j - 1) / SAMPLES)
      const v = (j - segment * SAMPLES) / SAMPLES
      if (j > 0) this.distances[j] = this.distances[j - 1] + this.stretch(segment, v - 1 / SAMPLES, v)
      this.derive(segment, v, work)
      for (let k = 0; k < 3; k++) this.places[j * 3 + k] = work[POINT + k]
    }
    return this.distances[last]
  }

  /** Sides of all samples. */
  private layFrame(up: Vec3 | undefined): void {
    const last = this.distances.length - 1
    const tangents = new Float64Array((last + 1) * 3)
    for (let j = 0; j <= last; j++) {
      const segment = Math.min(this.segments - 1, Math.floor(j / SAMPLES))
      this.derive(segment, (j - segment * SAMPLES) / SAMPLES, work)
      for (let k = 0; k < 3; k++) tangents[j * 3 + k] = work[FIRST + k]
      normalize(tangents, j * 3)
    }
    firstSide(tangents, up, this.sides)
    for (let j = 0; j < last; j++) {
      for (let k = 0; k < 3; k++) {
        step[k] = this.places[j * 3 + 3 + k] - this.places[j * 3 + k]
        moved[k] = this.sides[j * 3 + k]
        ahead[k] = tangents[j * 3 + k]
      }
      reflect(step, moved)
      reflect(step, ahead)
      for (let k = 0; k < 3; k++) step[k] = tangents[j * 3 + 3 + k] - ahead[k]
      reflect(step, moved)
      for (let k = 0; k < 3; k++) this.sides[j * 3 + 3 + k] = moved[k]
      square(tangents, j * 3 + 3, this.sides)
    }
    this.setRates(this.closed ? this.closeFrame(tangents, last) : 0)
  }

  /** `spread`: rad per m that the frame turns about the path. */
  private setRates(spread: number): void {
    for (let i = 0; i < this.distances.length - 1; i++) {
      const segment = Math.floor(i / SAMPLES)
      for (let end = 0; end < 2; end++) {
        const m = (i + end) * 3
        this.derive(segment, (i + end - segment * SAMPLES) / SAMPLES, work)
        const speed = Math.sqrt(work[FIRST] * work[FIRST] + work[FIRST + 1] * work[FIRST + 1] + work[FIRST + 2] * work[FIRST + 2])
        // m·t′ = m·c″ / |c′|, because m stands square on t.
        let bend = 0
        for (let k = 0; k < 3; k++) bend += (this.sides[m + k] * work[SECOND + k]) / speed
        normalize(work, FIRST)
        cross(work, FIRST, this.sides, m, step, 0)
        for (let k = 0; k < 3; k++) this.rates[i * 6 + end * 3 + k] = (spread * speed * step[k] - bend * work[FIRST + k]) / SAMPLES
      }
    }
  }

  /** Turns the sides so that the last agrees with the first, evenly. Returns by how much per m. */
  private closeFrame(tangents: Float64Array, last: number): number {
    cross(tangents, 0, this.sides, 0, step, 0)
    let c = 0
    let s = 0
    for (let k = 0; k < 3; k++) {
      c += this.sides[last * 3 + k] * this.sides[k]
      s += this.sides[last * 3 + k] * step[k]
    }
    const left = atan2(s, c)
    for (let j = 1; j <= last; j++) {
      const angle = (-left * this.distances[j]) / this.length
      cross(tangents, j * 3, this.sides, j * 3, step, 0)
      for (let k = 0; k < 3; k++) this.sides[j * 3 + k] = cos(angle) * this.sides[j * 3 + k] + sin(angle) * step[k]
    }
    return -left / this.length
  }
}

const own = new Float64Array(FOUND_SIZE)
const work = new Float64Array(FOUND_SIZE)
const side = new Float64Array(3)
const change = new Float64Array(3)
const step = new Float64Array(3)
const moved = new Float64Array(3)
const ahead = new Float64Array(3)
