// All convex hulls in one draw call, each with a geometry of its own. Unlike the copies of an instance batch they keep their place from
// frame to frame; a hull that is not shown in a frame (its body is gone) is hidden, and forgotten with the scene.
import { BatchedMesh, type BufferGeometry, type Color, type Group, type Material, type Matrix4 } from 'three'

const FIRST_INSTANCES = 64
const FIRST_VERTICES = 8192

export class HullBatch {
  private readonly mesh: BatchedMesh
  private readonly group: Group
  private instances = FIRST_INSTANCES
  private vertices = FIRST_VERTICES
  private usedVertices = 0
  private shown = new Set<number>()
  private shownBefore = new Set<number>()

  constructor(group: Group, material: Material) {
    this.group = group
    this.mesh = new BatchedMesh(this.instances, this.vertices, 0, material)
    this.mesh.castShadow = true
    this.mesh.receiveShadow = true
    this.mesh.frustumCulled = false
    this.mesh.perObjectFrustumCulled = false
    this.mesh.sortObjects = false
    group.add(this.mesh)
  }

  /** Adds a geometry (not indexed); gives its number. */
  addGeometry(geometry: BufferGeometry): number {
    const { count } = geometry.getAttribute('position')
    if (this.usedVertices + count > this.vertices) {
      this.vertices = Math.max(this.vertices * 2, this.usedVertices + count)
      this.mesh.setGeometrySize(this.vertices, 0)
    }
    this.usedVertices += count
    return this.mesh.addGeometry(geometry)
  }

  /** Adds a copy of a geometry; gives the number to draw it by. */
  addInstance(geometry: number): number {
    if (this.mesh.instanceCount === this.instances) {
      this.instances *= 2
      this.mesh.setInstanceCount(this.instances)
    }
    return this.mesh.addInstance(geometry)
  }

  begin(): void {
    const before = this.shownBefore
    this.shownBefore = this.shown
    this.shown = before
    this.shown.clear()
  }

  show(instance: number, matrix: Matrix4, color: Color): void {
    this.mesh.setMatrixAt(instance, matrix)
    this.mesh.setColorAt(instance, color)
    if (!this.shownBefore.has(instance)) this.mesh.setVisibleAt(instance, true)
    this.shown.add(instance)
  }

  end(): void {
    for (const instance of this.shownBefore) if (!this.shown.has(instance)) this.mesh.setVisibleAt(instance, false)
    this.mesh.visible = this.shown.size > 0
  }

  dispose(): void {
    this.group.remove(this.mesh)
    this.mesh.dispose()
  }
}
