/**
 * Instances of `InstancedMesh` and `BatchedMesh`: where they are and what they show.
 */

import { BufferAttribute, BufferGeometry, Matrix4, type BatchedMesh, type InstancedMesh, type InterleavedBufferAttribute } from 'three'

/** An instance: its id, its matrix in the mesh, and which geometry it shows. */
export interface Instance {
  readonly id: number
  readonly matrix: Matrix4
  readonly geometryId: number
}

export function instanceMatrices(mesh: InstancedMesh): Instance[] {
  return Array.from({ length: mesh.count }, (_, id) => {
    const matrix = new Matrix4()
    mesh.getMatrixAt(id, matrix)
    return { id, matrix, geometryId: 0 }
  })
}

/** Instances that were not deleted, by id. */
export function batchInstances(mesh: BatchedMesh): Instance[] {
  const list: Instance[] = []
  for (let id = 0; id < mesh.maxInstanceCount && list.length < mesh.instanceCount; id++) {
    if (!isThere(mesh, id)) continue
    const matrix = new Matrix4()
    mesh.getMatrixAt(id, matrix)
    list.push({ id, matrix, geometryId: mesh.getGeometryIdAt(id) })
  }
  return list
}

/** three has no other way to ask. */
function isThere(mesh: BatchedMesh, id: number): boolean {
  try {
    mesh.getVisibleAt(id)
    return true
  } catch {
    return false
  }
}

/** One geometry of a batch, by itself. */
export function batchGeometry(mesh: BatchedMesh, id: number): BufferGeometry {
  const range = mesh.getGeometryRangeAt(id)!
  const all = mesh.geometry.getAttribute('position') as BufferAttribute | InterleavedBufferAttribute
  const positions = new Float32Array(range.vertexCount * 3)
  for (let i = 0; i < range.vertexCount; i++) {
    const from = range.vertexStart + i
    positions.set([all.getX(from), all.getY(from), all.getZ(from)], i * 3)
  }
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3))
  const index = mesh.geometry.getIndex()
  if (index !== null) {
    geometry.setIndex(Array.from({ length: range.indexCount }, (_, i) => index.getX(range.indexStart + i) - range.vertexStart))
  }
  return geometry
}
