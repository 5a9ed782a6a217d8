/**
 * Geometry that shapes refer to by number: hulls and meshes, in one registry. As words they are told apart by the first one: a hull begins with
 * its number of vertices, a mesh with the mark of its bytes.
 */

import { PhysicsError } from '../../common/errors.ts'
import { packHull, unpackHull } from './hull/hull-packing.ts'
import type { Hull } from './hull/hull.ts'
import { MESH_MARK } from './mesh/mesh-bytes.ts'
import { TriangleMesh } from './mesh/triangle-mesh.ts'

export type KeptGeometry = Hull | TriangleMesh

export function isMesh(geometry: KeptGeometry): geometry is TriangleMesh {
  return geometry instanceof TriangleMesh
}

/** Everything that a geometry follows from. */
export function packGeometry(geometry: KeptGeometry): Int32Array {
  return isMesh(geometry) ? new Int32Array(geometry.toBytes().buffer) : packHull(geometry)
}

/** Null if the words make no geometry. */
export function unpackGeometry(words: Int32Array): KeptGeometry | null {
  if (words[0] !== MESH_MARK) return unpackHull(words)
  try {
    return TriangleMesh.fromBytes(new Uint8Array(words.slice().buffer))
  } catch (error) {
    if (error instanceof PhysicsError) return null
    throw error
  }
}
