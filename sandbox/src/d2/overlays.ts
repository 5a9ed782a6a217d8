// What the engine sees, drawn over the scene: contact points with their normals, the boxes around shapes, and joints. Off unless asked for.
import type { World } from 'fulcrum-physics/2d'
import { BOUNDS, CONTACT_NORMAL, CONTACT_POINT } from '../colors.ts'
import type { ShowOptions } from '../pane.ts'
import { drawJoints } from './joint-lines.ts'
import { addDot, addLine, paint, trace } from './paths.ts'
import { cornersOf } from './shape-path.ts'
import type { View } from './view.ts'

/** Numbers per contact in `world.readContacts`. */
const CONTACT_STRIDE = 6

/** Length of a drawn normal as a share of the picture's height. */
const NORMAL_SHARE = 0.03

export class Overlays {
  private readonly show: ShowOptions
  private contacts = new Float64Array(1024 * CONTACT_STRIDE)

  constructor(show: ShowOptions) {
    this.show = show
  }

  draw(view: View, world: World, poses: Float64Array): void {
    const { contacts, bounds, joints } = this.show
    view.context.setTransform(1, 0, 0, 1, 0, 0)
    view.context.lineWidth = 1.5
    if (bounds) drawBounds(view, world, poses)
    if (joints) drawJoints(view, world)
    if (contacts) this.drawContacts(view, world)
  }

  private drawContacts(view: View, world: World): void {
    let count = world.readContacts(this.contacts)
    while (count * CONTACT_STRIDE >= this.contacts.length) {
      this.contacts = new Float64Array(this.contacts.length * 2)
      count = world.readContacts(this.contacts)
    }
    const { context } = view
    const length = view.size * NORMAL_SHARE
    const normals = new Path2D()
    const points = new Path2D()
    for (let i = 0; i < count; i++) {
      const [x, y, nx, ny] = this.contacts.subarray(i * CONTACT_STRIDE, i * CONTACT_STRIDE + 4) as unknown as [number, number, number, number]
      addLine(normals, view, { x, y }, { x: x + nx * length, y: y + ny * length })
      addDot(points, view, { x, y })
    }
    trace(context, normals, CONTACT_NORMAL)
    paint(context, points, CONTACT_POINT)
  }
}

function drawBounds(view: View, world: World, poses: Float64Array): void {
  const { context, scale } = view
  const path = new Path2D()
  let at = 0
  for (const body of world.bodies) {
    const [x, y, angle] = [poses[at]!, poses[at + 1]!, poses[at + 2]!]
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    at += 3
    for (const shape of body.shapes) {
      const { radius } = shape
      const corners = cornersOf(shape).map((p) => ({ x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y }))
      const [xs, ys] = [corners.map((p) => p.x), corners.map((p) => p.y)]
      const low = view.pointOnCanvas({ x: Math.min(...xs) - radius, y: Math.max(...ys) + radius })
      path.rect(low.x, low.y, (Math.max(...xs) - Math.min(...xs) + 2 * radius) * scale, (Math.max(...ys) - Math.min(...ys) + 2 * radius) * scale)
    }
  }
  trace(context, path, BOUNDS)
}
