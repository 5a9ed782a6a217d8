// Draws what `world.draw` tells, with three: all lines as one object and all points as another, each vertex in its colour.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, LineBasicMaterial, LineSegments, Points, PointsMaterial } from 'three'
import type { Object3D } from 'three'
import type { DebugRenderer, Vec3 } from 'fulcrum-physics/3d'
import { onTop } from './vertices.ts'

const POINT_SIZE = 6

/** Vertices with colours that are refilled every frame. */
class ColoredVertices {
  readonly geometry = new BufferGeometry()
  private readonly places: number[] = []
  private readonly shades: number[] = []
  private room = 0

  begin(): void {
    this.places.length = this.shades.length = 0
  }

  add({ x, y, z }: Vec3, { r, g, b }: Color): void {
    this.places.push(x, y, z)
    this.shades.push(r, g, b)
  }

  end(): void {
    if (this.places.length > this.room) {
      this.room = 2 * this.places.length
      this.geometry.dispose()
      for (const name of ['position', 'color']) {
        this.geometry.setAttribute(name, new BufferAttribute(new Float32Array(this.room), 3).setUsage(DynamicDrawUsage))
      }
    }
    this.geometry.setDrawRange(0, this.places.length / 3)
    this.fill('position', this.places)
    this.fill('color', this.shades)
  }

  private fill(name: string, values: readonly number[]): void {
    const attribute = this.geometry.getAttribute(name) as BufferAttribute | undefined
    if (!attribute) return
    ;(attribute.array as Float32Array).set(values)
    attribute.needsUpdate = true
  }
}

export class ThreeRenderer implements DebugRenderer {
  readonly objects: readonly Object3D[]
  private readonly lines = new ColoredVertices()
  private readonly points = new ColoredVertices()
  private readonly colors = new Map<number, Color>()

  /** `depthTest`: is it hidden by what is in front of it? */
  constructor(depthTest: boolean) {
    const lines = new LineSegments(this.lines.geometry, new LineBasicMaterial({ vertexColors: true, depthTest }))
    const points = new PointsMaterial({ vertexColors: true, size: POINT_SIZE, sizeAttenuation: false, depthTest })
    this.objects = [onTop(lines), onTop(new Points(this.points.geometry, points))]
  }

  begin(): void {
    this.lines.begin()
    this.points.begin()
  }

  end(): void {
    this.lines.end()
    this.points.end()
  }

  line(from: Vec3, to: Vec3, color: number): void {
    this.lines.add(from, this.colorOf(color))
    this.lines.add(to, this.colorOf(color))
  }

  point(at: Vec3, color: number): void {
    this.points.add(at, this.colorOf(color))
  }

  private colorOf(bits: number): Color {
    let color = this.colors.get(bits)
    if (!color) this.colors.set(bits, (color = new Color(bits)))
    return color
  }
}
