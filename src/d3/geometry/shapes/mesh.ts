/**
 * A triangle mesh: a surface, not a solid, and not convex. Its geometry is a `TriangleMesh` in place of a hull. It is never asked for what only
 * convex shapes have: pairs with it go triangle by triangle (`geometry/mesh/`).
 *
 * Its size column: 1 if both sides of a triangle collide, 0 if only the one seen counter-clockwise does.
 */

import { PhysicsError, requireObject } from '../../../common/errors.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from '../hull/hull-integrals.ts'
import type { Hull } from '../hull/hull.ts'
import { findNearestTriangle } from '../mesh/mesh-nearest.ts'
import { castMeshRay, type MeshHit } from '../mesh/mesh-walk.ts'
import { TriangleMesh, type TriangleMeshOptions } from '../mesh/triangle-mesh.ts'
import { pointFeature } from './point-feature.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

/** Kinds of level geometry come last: in a pair they are B, and A is convex. */
export const MESH: number = 10

/** The mesh of a shape, where a hull is expected of others. */
export function asMesh(geometry: Hull | null): TriangleMesh {
  return geometry as unknown as TriangleMesh
}

function check(options: unknown): ShapeGeometry {
  const given = requireObject(options, 'mesh') as Partial<TriangleMeshOptions> & { mesh?: unknown; sides?: unknown }
  const { sides = 'front', mesh } = given
  if (sides !== 'front' && sides !== 'both') throw new PhysicsError('wrong-type', 'mesh.sides', sides, "must be 'front' or 'both'.")
  if (mesh !== undefined) {
    if (!(mesh instanceof TriangleMesh)) {
      throw new PhysicsError('wrong-type', 'mesh.mesh', mesh, 'is no TriangleMesh. Make one with TriangleMesh.build(), or give positions.')
    }
    if (given.positions !== undefined || given.indices !== undefined || given.weldTolerance !== undefined) {
      throw new PhysicsError('unknown-option', 'mesh.mesh', mesh, 'is given together with what it would be built from. Give one of the two.')
    }
  }
  const built = mesh === undefined ? TriangleMesh.build(given as TriangleMeshOptions) : mesh
  return { size: [sides === 'both' ? 1 : 0, 0, 0], hull: built as unknown as Hull }
}

/** The box of the mesh in its own frame, turned. */
function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, _size: Float64Array, _so: number, hull: Hull | null,
): void {
  const { bounds: b } = asMesh(hull)
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

const INTEGRALS = new WeakMap<TriangleMesh, Float64Array>()

/** Integrals over the inside of a closed mesh, once per mesh. */
function integralsOf(mesh: TriangleMesh): Float64Array {
  const known = INTEGRALS.get(mesh)
  if (known !== undefined) return known
  const integrals = new Float64Array(HULL_INTEGRAL_SIZE)
  const faceCount = mesh.triangleCount
  const faceVertices = Int32Array.from(mesh.indices)
  const faceStart = Int32Array.from({ length: faceCount + 1 }, (_, f) => 3 * f)
  hullIntegrals({ vertexCount: mesh.vertexCount, faceCount, vertices: mesh.positions, faceStart, faceVertices }, integrals)
  INTEGRALS.set(mesh, integrals)
  return integrals
}

/** An open mesh weighs nothing. */
function mass(_size: Float64Array, _so: number, hull: Hull | null, density: number, out: Float64Array): void {
  const mesh = asMesh(hull)
  out.fill(0)
  if (!(mesh.report.volume > 0)) return
  const integrals = integralsOf(mesh)
  out[0] = density * integrals[0]
  for (let k = 1; k < 4; k++) out[k] = integrals[k]
  out[4] = density * (integrals[5] + integrals[6])
  out[5] = density * (integrals[4] + integrals[6])
  out[6] = density * (integrals[4] + integrals[5])
  for (let k = 7; k < 10; k++) out[k] = -density * integrals[k]
}

/** Do rays meet the backs of triangles, whatever the mesh says? Set by whoever casts. */
export const raySides: { back: boolean } = { back: false }

/** What the last ray met. */
export const meshHit: MeshHit = { fraction: 0, triangle: -1, back: false, normal: new Float64Array(3) }

/** Ray against the surface: origin and unit direction in the shape's frame, as in `ShapeRecord.ray`. Leaves the triangle in `meshHit`. */
export function rayMesh(hit: Float64Array, ray: Float64Array, mesh: TriangleMesh, backFaces: boolean): boolean {
  meshHit.fraction = Infinity
  meshHit.triangle = -1
  if (!castMeshRay(mesh, ray, backFaces, meshHit)) return false
  hit[0] = meshHit.fraction
  for (let k = 0; k < 3; k++) hit[1 + k] = meshHit.normal[k]
  return true
}

function vertex(_size: Float64Array, _so: number, hull: Hull | null, index: number, out: Float64Array, oo: number): void {
  const { positions } = asMesh(hull)
  for (let k = 0; k < 3; k++) out[oo + k] = positions[3 * index + k]
}

function support(
  rot: Float64Array, ro: number, _size: Float64Array, _so: number, hull: Hull | null, dir: Float64Array, di: number, sign: number,
): number {
  const { positions } = asMesh(hull)
  const local = [0, 1, 2].map((k) => sign * (rot[ro + k] * dir[di] + rot[ro + 3 + k] * dir[di + 1] + rot[ro + 6 + k] * dir[di + 2]))
  let best = 0
  let most = -Infinity
  for (let v = 0; v < positions.length; v += 3) {
    const along = positions[v] * local[0] + positions[v + 1] * local[1] + positions[v + 2] * local[2]
    if (along > most) {
      most = along
      best = v / 3
    }
  }
  return best
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

export const meshShape: ShapeRecord = {
  code: MESH,
  name: 'mesh',
  rounded: false,
  smooth: false,
  usesHull: true,
  hasHalfExtents: false,
  check,
  bounds,
  // A surface has no inside: slops and margins of a pair go by the other shape, unless the whole mesh is smaller than that.
  thickness: (_size, _so, hull) => 2 * asMesh(hull).radius,
  reach: (_size, _so, hull) => asMesh(hull).radius,
  coreReach: (_size, _so, hull) => asMesh(hull).radius,
  innerRadius: (out, oo, _size, _so, hull) => { out[oo] = asMesh(hull).radius },
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
  mass,
  ray: (hit, ray, size, so, hull) => rayMesh(hit, ray, asMesh(hull), size[so] === 1 || raySides.back),
  closestPoint: (out, point, _size, _so, hull) => { findNearestTriangle(asMesh(hull), point, out) },
}
