// Many copies of one geometry in one draw call. The batch is refilled every frame, so bodies may come, go and change order freely.
import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh } from 'three'
import type { BufferGeometry, Color, Group, Material, Matrix4 } from 'three'

const FIRST_CAPACITY = 64

export class InstanceBatch {
  private mesh: InstancedMesh
  private readonly group: Group
  private readonly shadows: boolean
  private count = 0

  constructor(group: Group, geometry: BufferGeometry, material: Material, shadows: boolean) {
    this.group = group
    this.shadows = shadows
    this.mesh = this.createMesh(geometry, material, FIRST_CAPACITY)
  }

  begin(): void {
    this.count = 0
  }

  add(matrix: Matrix4, color: Color): void {
    if (this.count === this.mesh.instanceMatrix.count) this.grow()
    matrix.toArray(this.mesh.instanceMatrix.array, this.count * 16)
    color.toArray(this.mesh.instanceColor!.array, this.count * 3)
    this.count++
  }

  end(): void {
    const { mesh } = this
    mesh.count = this.count
    mesh.visible = this.count > 0
    for (const attribute of [mesh.instanceMatrix, mesh.instanceColor!]) {
      attribute.clearUpdateRanges()
      attribute.addUpdateRange(0, this.count * attribute.itemSize)
      attribute.needsUpdate = true
    }
  }

  dispose(): void {
    this.group.remove(this.mesh)
    this.mesh.geometry.dispose()
    this.mesh.dispose()
  }

  private grow(): void {
    const old = this.mesh
    this.mesh = this.createMesh(old.geometry, old.material as Material, old.instanceMatrix.count * 2)
    this.mesh.instanceMatrix.array.set(old.instanceMatrix.array)
    this.mesh.instanceColor!.array.set(old.instanceColor!.array)
    this.group.remove(old)
    old.dispose()
  }

  private createMesh(geometry: BufferGeometry, material: Material, capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, material, capacity)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(capacity * 3), 3).setUsage(DynamicDrawUsage)
    mesh.castShadow = this.shadows
    mesh.receiveShadow = this.shadows
    // Bounds of the instances would have to be recomputed every frame.
    mesh.frustumCulled = false
    this.group.add(mesh)
    return mesh
  }
}
