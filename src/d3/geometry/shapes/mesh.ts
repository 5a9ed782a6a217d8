/**
 * A triangle mesh. Its geometry is a `TriangleMesh` in place of a hull (`level.ts`). A closed one has an inside, and weighs what that does.
 */

import { requireObject } from '../../../common/errors.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from '../hull/hull-integrals.ts'
import type { Hull } from '../hull/hull.ts'
import { TriangleMesh, type TriangleMeshOptions } from '../mesh/triangle-mesh.ts'
import { ScaledLevel } from '../mesh/scaled-level.ts'
import { isScaled, readScale, SCALE } from '../instances.ts'
import { writeHullMass } from './hull.ts'
import { asLevel, LEVEL, levelRecord, readGeometry, readSides } from './level.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const MESH: number = LEVEL

/** The mesh of a shape as it was built, where a hull is expected of others. */
export function asMesh(geometry: Hull | null): TriangleMesh {
  const level = asLevel(geometry)
  return (level instanceof ScaledLevel ? level.base : level) as TriangleMesh
}

const PARTS = ['positions', 'indices', 'weldTolerance', 'materials']

function check(options: unknown): ShapeGeometry {
  const given = requireObject(options, 'mesh') as Record<string, unknown>
  const mesh = readGeometry(given, 'mesh', 'mesh', TriangleMesh, PARTS, () => TriangleMesh.build(given as unknown as TriangleMeshOptions))
  return { size: [readSides(given['sides'], 'mesh.sides'), ...readScale(given['scale'], 'mesh.scale')], hull: mesh as unknown as Hull }
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

const scaled = new Float64Array(HULL_INTEGRAL_SIZE)

/** An open mesh weighs nothing. A scale makes of volume, centre and second moments what it makes of a box. */
function mass(size: Float64Array, so: number, hull: Hull | null, density: number, out: Float64Array): void {
  const mesh = asMesh(hull)
  out.fill(0)
  if (!(mesh.report.volume > 0)) return
  const integrals = integralsOf(mesh)
  const given = isScaled(size, so)
  const x = given ? size[so + SCALE] : 1
  const y = given ? size[so + SCALE + 1] : 1
  const z = given ? size[so + SCALE + 2] : 1
  const volume = Math.abs(x * y * z)
  const factors = [volume, x, y, z, volume * x * x, volume * y * y, volume * z * z, volume * x * y, volume * x * z, volume * y * z]
  for (let k = 0; k < HULL_INTEGRAL_SIZE; k++) scaled[k] = integrals[k] * factors[k]
  writeHullMass(scaled, density, out)
}

export const meshShape: ShapeRecord = /* @__PURE__ */ levelRecord(MESH, 'mesh', check, mass)
