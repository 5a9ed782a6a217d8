/**
 * What the engine sees, as lines of three: one buffer that grows, one draw call.
 */

import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, LineBasicMaterial, LineSegments } from 'three'
import type { DrawOptions, Vec3, World } from '../../d3/index.ts'

/** Lines that there is room for at first. */
const FIRST_ROOM = 1024

/** Lines of shapes, contacts, joints and boxes as `world.draw` tells them. Add it to a scene; `update` draws it anew. */
export class DebugLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  /** The world that is drawn. */
  readonly world: World
  /** What is shown. Default: shapes. */
  options: DrawOptions
  private positions: Float32Array = new Float32Array(FIRST_ROOM * 6)
  private colors: Float32Array = new Float32Array(FIRST_ROOM * 6)
  private used = 0
  private readonly known: Map<number, Color> = new Map()
  private readonly renderer: { line: (from: Vec3, to: Vec3, color: number) => void } = {
    line: (from, to, color) => this.addLine(from, to, color),
  }

  /** Lines of a world. They are empty until `update`. */
  constructor(world: World, options: DrawOptions = {}) {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, toneMapped: false }))
    this.world = world
    this.options = options
    this.name = 'FulcrumDebugLines'
    this.frustumCulled = false
    this.renewBuffers()
  }

  /** Count of the lines that are drawn now. */
  get lineCount(): number {
    return this.used
  }

  /** Draws the world as it is after its last step. */
  update(): void {
    this.used = 0
    this.world.draw(this.renderer, this.options)
    const { position, color } = this.geometry.attributes as Record<'position' | 'color', BufferAttribute>
    if (position.array !== this.positions) this.renewBuffers()
    else {
      position.needsUpdate = true
      color.needsUpdate = true
    }
    this.geometry.setDrawRange(0, this.used * 2)
  }

  /** Frees what the graphics card holds of it. */
  override dispose(): void {
    this.dispatchEvent({ type: 'dispose' })
    this.removeFromParent()
    this.geometry.dispose()
    this.material.dispose()
  }

  private addLine(from: Vec3, to: Vec3, color: number): void {
    const o = this.used * 6
    if (o === this.positions.length) this.grow()
    let shade = this.known.get(color)
    if (shade === undefined) {
      shade = new Color(color)
      this.known.set(color, shade)
    }
    const { positions, colors } = this
    positions[o] = from.x
    positions[o + 1] = from.y
    positions[o + 2] = from.z
    positions[o + 3] = to.x
    positions[o + 4] = to.y
    positions[o + 5] = to.z
    for (let k = 0; k < 6; k += 3) {
      colors[o + k] = shade.r
      colors[o + k + 1] = shade.g
      colors[o + k + 2] = shade.b
    }
    this.used++
  }

  private grow(): void {
    const { positions, colors } = this
    this.positions = new Float32Array(positions.length * 2)
    this.positions.set(positions)
    this.colors = new Float32Array(colors.length * 2)
    this.colors.set(colors)
  }

  /** New buffers need new attributes; old ones leave the graphics card with `dispose`. */
  private renewBuffers(): void {
    this.geometry.dispose()
    this.geometry.setAttribute('position', new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage))
    this.geometry.setAttribute('color', new BufferAttribute(this.colors, 3).setUsage(DynamicDrawUsage))
    this.geometry.setDrawRange(0, this.used * 2)
  }
}
