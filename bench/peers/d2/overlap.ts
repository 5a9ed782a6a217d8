/**
 * The deepest overlap of a list of bodies at given poses, from geometry alone: the same measure for every engine, whatever margins and
 * roundings it keeps inside. Uses nothing of this engine either.
 *
 * Every listed shape is a convex core of one, two or more corners, made thicker by a radius.
 */

import type { Vec2 } from 'fulcrum-physics/2d'
import type { BodyList, ListedShape } from '../../../scenes/d2/lists/body-list.ts'
import { cornersOf, POSE_SIZE } from './adapter.ts'

interface Solid {
  readonly body: number
  /** Place of the body in the poses; −1 if it never moves. */
  readonly place: number
  /** x y in a row, in the frame of the body. */
  readonly core: Float64Array
  /** The same in the world. */
  readonly points: Float64Array
  readonly radius: number
  lowX: number
  highX: number
  lowY: number
  highY: number
}

function coreOf(shape: ListedShape): { corners: Vec2[]; radius: number } {
  const { x, y } = shape.position ?? { x: 0, y: 0 }
  switch (shape.kind) {
    case 'circle':
      return { corners: [{ x, y }], radius: shape.radius }
    case 'capsule':
      return { corners: [{ x, y: y - shape.halfLength }, { x, y: y + shape.halfLength }], radius: shape.radius }
    default:
      return { corners: cornersOf(shape), radius: 0 }
  }
}

function place(solid: Solid, x: number, y: number, angle: number): void {
  const { core, points, radius } = solid
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  solid.lowX = solid.lowY = Infinity
  solid.highX = solid.highY = -Infinity
  for (let i = 0; i < core.length; i += 2) {
    const px = x + c * core[i]! - s * core[i + 1]!
    const py = y + s * core[i]! + c * core[i + 1]!
    points[i] = px
    points[i + 1] = py
    solid.lowX = Math.min(solid.lowX, px - radius)
    solid.highX = Math.max(solid.highX, px + radius)
    solid.lowY = Math.min(solid.lowY, py - radius)
    solid.highY = Math.max(solid.highY, py + radius)
  }
}

/** The largest distance of core b beyond an edge line of core a, along its outward normal; above 0 the cores are apart. Segments have two sides. */
function widestAxis(a: Float64Array, b: Float64Array): number {
  let widest = -Infinity
  if (a.length < 4) return widest
  for (let i = 0; i < a.length; i += 2) {
    const j = (i + 2) % a.length
    const [ex, ey] = [a[j]! - a[i]!, a[j + 1]! - a[i + 1]!]
    const length = Math.hypot(ex, ey)
    let nearest = Infinity
    for (let k = 0; k < b.length; k += 2) nearest = Math.min(nearest, ((b[k]! - a[i]!) * ey - (b[k + 1]! - a[i + 1]!) * ex) / length)
    widest = Math.max(widest, nearest)
  }
  return widest
}

/** The least distance from the corners of a to the edges of b. */
function cornerDistance(a: Float64Array, b: Float64Array): number {
  let least = Infinity
  for (let k = 0; k < a.length; k += 2) {
    for (let i = 0; i < b.length; i += 2) {
      const j = (i + 2) % b.length
      const [ex, ey] = [b[j]! - b[i]!, b[j + 1]! - b[i + 1]!]
      const [px, py] = [a[k]! - b[i]!, a[k + 1]! - b[i + 1]!]
      const square = ex * ex + ey * ey
      const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * ex + py * ey) / square))
      least = Math.min(least, Math.hypot(px - along * ex, py - along * ey))
    }
  }
  return least
}

/** Do two segments cross? */
function cross(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== 4 || b.length !== 4) return false
  const side = (p: Float64Array, x: number, y: number): number => (p[2]! - p[0]!) * (y - p[1]!) - (p[3]! - p[1]!) * (x - p[0]!)
  return side(a, b[0]!, b[1]!) * side(a, b[2]!, b[3]!) < 0 && side(b, a[0]!, a[1]!) * side(b, a[2]!, a[3]!) < 0
}

/** Measures a list's deepest overlap, in metres, at any poses: 3 doubles per dynamic body, in the order of the list; 0 when nothing overlaps. */
export class OverlapMeter {
  private readonly solids: readonly Solid[]

  constructor(list: BodyList) {
    let dynamic = 0
    this.solids = list.bodies.flatMap(({ type, position, rotation = 0, shapes }, body) => {
      const at = type === 'dynamic' ? POSE_SIZE * dynamic++ : -1
      return shapes.map(shape => {
        const { corners, radius } = coreOf(shape)
        const core = Float64Array.from(corners.flatMap(({ x, y }) => [x, y]))
        const solid: Solid = { body, place: at, core, points: new Float64Array(core.length), radius, lowX: 0, highX: 0, lowY: 0, highY: 0 }
        place(solid, position.x, position.y, rotation)
        return solid
      })
    })
  }

  measure(poses: Float64Array): number {
    for (const solid of this.solids) {
      const at = solid.place
      if (at >= 0) place(solid, poses[at]!, poses[at + 1]!, poses[at + 2]!)
    }
    // Sorted along x, a shape meets only those whose spans begin before its own ends.
    const sorted = [...this.solids].sort((a, b) => a.lowX - b.lowX)
    let deepest = 0
    for (let i = 0; i < sorted.length; i++) {
      const a = sorted[i]!
      for (let j = i + 1; j < sorted.length && sorted[j]!.lowX <= a.highX; j++) {
        const b = sorted[j]!
        if (a.body === b.body || (a.place < 0 && b.place < 0) || b.lowY > a.highY || b.highY < a.lowY) continue
        deepest = Math.max(deepest, overlap(a, b))
      }
    }
    return deepest
  }
}

function overlap({ points: a, radius: ra }: Solid, { points: b, radius: rb }: Solid): number {
  const axis = Math.max(widestAxis(a, b), widestAxis(b, a))
  // Segments and points have no inside: only crossing ones meet, and in line with each other no axis tells them apart.
  const areThin = a.length <= 4 && b.length <= 4
  const areApart = areThin ? !cross(a, b) : axis > 0
  const distance = areApart ? Math.min(cornerDistance(a, b), cornerDistance(b, a)) : axis
  return Math.max(0, ra + rb - distance)
}
