// The outlines of shapes, in the frame of their bodies.
import type { Shape, Vec2 } from 'fulcrum-physics/2d'

/** What a body looks like. */
export interface Outline {
  /** What has an inside. */
  readonly solid: Path2D
  /** What is drawn as lines only: segments, and the marks that show how round things turn. */
  readonly lines: Path2D
  readonly sensor: Path2D
  /** No point is further from the body's origin. */
  readonly radius: number
}

interface Frame {
  readonly position: Vec2
  readonly cosine: number
  readonly sine: number
}

function place({ position: p, cosine, sine }: Frame, x: number, y: number): Vec2 {
  return { x: p.x + cosine * x - sine * y, y: p.y + sine * x + cosine * y }
}

/** The corners that a shape is spanned by, in the frame of its body: with its radius about them, they are the shape. */
export function cornersOf(shape: Shape): Vec2[] {
  const angle = shape.localRotation
  const frame = { position: shape.localPosition, cosine: Math.cos(angle), sine: Math.sin(angle) }
  if (shape.kind === 'circle' || shape.kind === 'ellipse') return [frame.position]
  const half = shape.halfLength
  if (shape.kind === 'capsule') return [place(frame, 0, -half), place(frame, 0, half)]
  if (shape.kind === 'segment') return [place(frame, -half, 0), place(frame, half, 0)]
  const points = shape.points!
  const corners: Vec2[] = []
  for (let i = 0; i < points.length; i += 2) corners.push(place(frame, points[i]!, points[i + 1]!))
  return corners
}

/** Around the corners at a distance: straight along the edges, round about the corners. */
function addRounded(path: Path2D, corners: readonly Vec2[], radius: number): void {
  const count = corners.length
  // The outward normal of the edge that leaves a corner, as an angle.
  const normal = (i: number): number => {
    const a = corners[i % count]!
    const b = corners[(i + 1) % count]!
    return Math.atan2(a.x - b.x, b.y - a.y)
  }
  const start = corners[0]!
  const first = normal(count - 1)
  path.moveTo(start.x + radius * Math.cos(first), start.y + radius * Math.sin(first))
  corners.forEach(({ x, y }, i) => path.arc(x, y, radius, normal(i + count - 1), normal(i)))
  path.closePath()
}

function addShape(path: Path2D, corners: readonly Vec2[], radius: number): void {
  if (corners.length === 1) {
    const { x, y } = corners[0]!
    path.moveTo(x + radius, y)
    path.arc(x, y, radius, 0, 2 * Math.PI)
    return
  }
  if (radius > 0) return addRounded(path, corners, radius)
  corners.forEach(({ x, y }, i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)))
  path.closePath()
}

export function outlineOf(shapes: readonly Shape[]): Outline {
  const [solid, lines, sensor] = [new Path2D(), new Path2D(), new Path2D()]
  let reach = 0
  for (const shape of shapes) {
    const corners = cornersOf(shape)
    const { radius, radii } = shape
    for (const { x, y } of corners) reach = Math.max(reach, Math.hypot(x, y) + radius)
    if (shape.kind === 'segment') {
      const [a, b] = corners as [Vec2, Vec2]
      lines.moveTo(a.x, a.y)
      lines.lineTo(b.x, b.y)
      continue
    }
    const { x, y } = corners[0]!
    const angle = shape.localRotation
    const path = shape.sensor ? sensor : solid
    if (radii) {
      path.moveTo(x + radii.x * Math.cos(angle), y + radii.x * Math.sin(angle))
      path.ellipse(x, y, radii.x, radii.y, angle, 0, 2 * Math.PI)
      lines.moveTo(x, y)
      lines.lineTo(x + radii.x * Math.cos(angle), y + radii.x * Math.sin(angle))
      continue
    }
    addShape(path, corners, radius)
    if (shape.kind !== 'circle') continue
    lines.moveTo(x, y)
    lines.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
  }
  return { solid, lines, sensor, radius: reach }
}
