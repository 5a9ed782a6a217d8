/**
 * Geometry that shapes refer to by number: hulls, meshes, height fields and voxels, and tables of materials, in one registry. As words they are
 * told apart by the first one: a hull begins with its number of vertices, the others with the mark of their bytes.
 */

import { PhysicsError } from '../../common/errors.ts'
import { HEIGHT_FIELD_MARK } from './height-field/height-bytes.ts'
import { HeightField } from './height-field/height-field.ts'
import { packHull, unpackHull } from './hull/hull-packing.ts'
import type { Hull } from './hull/hull.ts'
import { MESH_MARK } from './mesh/mesh-bytes.ts'
import { TriangleMesh } from './mesh/triangle-mesh.ts'
import { HEIGHT_FIELD } from './shapes/height-field.ts'
import { LEVEL } from './shapes/level.ts'
import { MESH } from './shapes/mesh.ts'
import { VOXELS } from './shapes/voxels.ts'
import { MATERIALS_MARK, MaterialTable, unpackMaterials } from './material-table.ts'
import { VOXELS_MARK } from './voxels/voxel-bytes.ts'
import { Voxels } from './voxels/voxels.ts'

export type KeptGeometry = Hull | TriangleMesh | HeightField | Voxels

/** What the registry of a world holds: geometry, and tables of what its materials are. */
export type Kept = KeptGeometry | MaterialTable

/** Is a geometry what shapes of a kind have, a kind that has one? */
export function suits(geometry: Kept, kind: number): geometry is KeptGeometry {
  if (geometry instanceof MaterialTable) return false
  if (geometry instanceof TriangleMesh) return kind === MESH
  if (geometry instanceof HeightField) return kind === HEIGHT_FIELD
  if (geometry instanceof Voxels) return kind === VOXELS
  return kind < LEVEL
}

/** Everything that a geometry follows from. */
export function packGeometry(geometry: Kept): Int32Array {
  if (geometry instanceof MaterialTable) return geometry.pack()
  return 'toBytes' in geometry ? new Int32Array(geometry.toBytes().buffer) : packHull(geometry)
}

/** Null if the words make no geometry. */
export function unpackGeometry(words: Int32Array): Kept | null {
  const mark = words[0]
  if (mark === MATERIALS_MARK) return unpackMaterials(words)
  if (mark !== MESH_MARK && mark !== HEIGHT_FIELD_MARK && mark !== VOXELS_MARK) return unpackHull(words)
  const bytes = new Uint8Array(words.slice().buffer)
  try {
    return mark === MESH_MARK ? TriangleMesh.fromBytes(bytes) : mark === HEIGHT_FIELD_MARK ? HeightField.fromBytes(bytes) : Voxels.fromBytes(bytes)
  } catch (error) {
    if (error instanceof PhysicsError) return null
    throw error
  }
}
