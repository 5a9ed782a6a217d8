// Vertices of a drawing that is refilled every frame.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, type Material, type Object3D } from 'three'

export class Vertices {
  readonly geometry = new BufferGeometry()
  private data = new Float32Array(0)
  private used = 0

  begin(capacity: number): void {
    this.used = 0
    if (capacity * 3 <= this.data.length) return
    this.data = new Float32Array(capacity * 6)
    this.geometry.dispose()
    this.geometry.setAttribute('position', new BufferAttribute(this.data, 3).setUsage(DynamicDrawUsage))
  }

  add(x: number, y: number, z: number): void {
    this.data[this.used++] = x
    this.data[this.used++] = y
    this.data[this.used++] = z
  }

  end(): void {
    this.geometry.setDrawRange(0, this.used / 3)
    const attribute = this.geometry.getAttribute('position')
    if (attribute) attribute.needsUpdate = true
  }
}

/** Drawn after the bodies, wherever it is. */
export function onTop<T extends Object3D & { material: Material | Material[] }>(object: T): T {
  object.frustumCulled = false
  object.renderOrder = 1
  return object
}
