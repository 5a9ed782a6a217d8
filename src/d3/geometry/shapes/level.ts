/**
 * What kinds of level geometry have in common: meshes, height fields, voxels. They are surfaces, not solids, and not convex: pairs with them go
 * triangle by triangle (`geometry/mesh/`), and nothing asks them for what only convex shapes have.
 *
 * The geometry stands where others have a hull. The size column: 1 if both sides of a triangle collide, 0 if only the one seen counter-clockwise
 * does.
 */

import { isMadeBy, PhysicsError } from '../../../common/errors.ts'
import type { Hull } from '../hull/hull.ts'
import type { LevelGeometry } from '../mesh/piece-source.ts'
import type { PieceHit } from '../mesh/triangle-ray.ts'
import { pointFeature } from './point-feature.ts'
import type { ShapeGeometry, ShapeKindName, ShapeRecord } from './shape-record.ts'

/** Kinds of level geometry come last: in a pair they are B, and A is convex. This is the first of them. */
export const LEVEL: number = 10

/** The geometry of a shape of such a kind. */
export function asLevel(geometry: Hull | null): LevelGeometry {
  return geometry as unknown as LevelGeometry
}

/** Do rays meet the backs of triangles, whatever the shape says? Set by whoever casts. */
export const raySides: { back: boolean } = { back: false }

/** What the last ray met. */
export const levelHit: PieceHit = { fraction: 0, piece: -1, back: false, normal: new Float64Array(3) }

/** Which sides collide, as the size column has it. */
export function readSides(value: unknown, field: string): number {
  if (value !== undefined && value !== 'front' && value !== 'both') throw new PhysicsError('wrong-type', field, value, "must be 'front' or 'both'.")
  return value === 'both' ? 1 : 0
}

/** The options with these names that are given. */
export function only(options: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter(name => options[name] !== undefined).map(name => [name, options[name]]))
}

/** A geometry that was built before, or one that is built now. `parts`: the options that it would be built from. */
export function readGeometry<Geometry>(
  options: Readonly<Record<string, unknown>>, kind: string, key: string, type: new (...a: never[]) => Geometry, parts: readonly string[],
  build: () => Geometry,
): Geometry {
  const given = options[key]
  if (given === undefined) return build()
  if (!isMadeBy(given, type)) {
    const advice = `is no ${type.name}. Make one with ${type.name}.build(), or give what it is built from.`
    throw new PhysicsError('wrong-type', `${kind}.${key}`, given, advice)
  }
  if (parts.some(part => options[part] !== undefined)) {
    throw new PhysicsError('unknown-option', `${kind}.${key}`, given, 'is given together with what it would be built from. Give one of the two.')
  }
  return given as Geometry
}

/** The box of the geometry in its own frame, turned. */
function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, _size: Float64Array, _so: number, hull: Hull | null,
): void {
  const { bounds: b } = asLevel(hull)
  for (let k = 0; k < 3; k++) {
    let low = center[co + k]
    let high = low
    for (let c = 0; c < 3; c++) {
      const r = rot[ro + 3 * k + c]
      low += r * (r > 0 ? b[c] : b[3 + c])
      high += r * (r > 0 ? b[3 + c] : b[c])
    }
    out[k] = low
    out[3 + k] = high
  }
}

function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number, hull: Hull | null): boolean {
  levelHit.fraction = Infinity
  levelHit.piece = -1
  if (!asLevel(hull).castRay(line, size[so] === 1 || raySides.back, levelHit)) return false
  hit[0] = levelHit.fraction
  for (let k = 0; k < 3; k++) hit[1 + k] = levelHit.normal[k]
  return true
}

/** Corner `index`, 0 … 7, of the geometry's box: x, y and z by its bits. */
function vertex(_size: Float64Array, _so: number, hull: Hull | null, index: number, out: Float64Array, oo: number): void {
  const { bounds: b } = asLevel(hull)
  for (let k = 0; k < 3; k++) out[oo + k] = b[((index >> k) & 1) === 1 ? 3 + k : k]
}

function support(
  rot: Float64Array, ro: number, _size: Float64Array, _so: number, _hull: Hull | null, dir: Float64Array, di: number, sign: number,
): number {
  let index = 0
  for (let k = 0; k < 3; k++) if (sign * (rot[ro + k] * dir[di] + rot[ro + 3 + k] * dir[di + 1] + rot[ro + 6 + k] * dir[di + 2]) > 0) index |= 1 << k
  return index
}

const farthest = new Float64Array(3)

function extent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null,
  dir: Float64Array, di: number, sign: number,
): void {
  vertex(size, so, hull, support(rot, ro, size, so, hull, dir, di, sign), farthest, 0)
  let along = 0
  for (let k = 0; k < 3; k++) {
    const r = ro + 3 * k
    along += sign * dir[di + k] * (rot[r] * farthest[0] + rot[r + 1] * farthest[1] + rot[r + 2] * farthest[2])
  }
  out[oo] = along
}

/** The record of a kind; `mass` if it can weigh anything. */
export function levelRecord(code: number, name: ShapeKindName, check: (options: unknown) => ShapeGeometry, mass?: ShapeRecord['mass']): ShapeRecord {
  return {
    code,
    name,
    rounded: false,
    smooth: false,
    usesHull: true,
    hasHalfExtents: false,
    check,
    bounds,
    // A surface has no inside: slops and margins of a pair go by the other shape, unless the whole geometry is smaller than that.
    thickness: (_size, _so, hull) => 2 * asLevel(hull).radius,
    reach: (_size, _so, hull) => asLevel(hull).radius,
    coreReach: (_size, _so, hull) => asLevel(hull).radius,
    innerRadius: (out, oo, _size, _so, hull) => { out[oo] = asLevel(hull).radius },
    halfLength: () => 0,
    measures: () => null,
    // A list of all vertices is for convex shapes, whose number is bounded.
    coreVertices: () => 0,
    coreVertex: vertex,
    support,
    coreExtent: extent,
    feature: pointFeature,
    curvature: (out, oo) => { out[oo] = 0 },
    faceCount: () => 0,
    faceNormal: (_hull, _face, out) => { out.fill(0, 0, 3) },
    mass: mass ?? ((_size, _so, _hull, _density, out) => { out.fill(0) }),
    ray,
    closestPoint: (out, point, _size, _so, hull) => { asLevel(hull).nearest(point, out) },
  }
}
