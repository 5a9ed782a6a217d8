/**
 * A triangle mesh. Its geometry is a `TriangleMesh` in place of a hull (`level.ts`). A closed one has an inside, and weighs what that does.
 */

import { requireObject } from '../../../common/errors.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from '../hull/hull-integrals.ts'
import type { Hull } from '../hull/hull.ts'
import { TriangleMesh, type TriangleMeshOptions } from '../mesh/triangle-mesh.ts'
import { LEVEL, levelRecord, readGeometry, readSides } from './level.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const MESH: number = LEVEL

/** The mesh of a shape, where a hull is expected of others. */
export function asMesh(geometry: Hull | null): TriangleMesh {
  return geometry as unknown as TriangleMesh
}

const PARTS = ['positions', 'indices', 'weldTolerance']

function check(options: unknown): ShapeGeometry {
  const given = requireObject(options, 'mesh') as Record<string, unknown>
  const mesh = readGeometry(given, 'mesh', 'mesh', TriangleMesh, PARTS, () => TriangleMesh.build(given as unknown as TriangleMeshOptions))
  return { size: [readSides(given['sides'], 'mesh.sides'), 0, 0], hull: mesh as unknown as Hull }
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

export const meshShape: ShapeRecord = /* @__PURE__ */ levelRecord(MESH, 'mesh', check, mass)
