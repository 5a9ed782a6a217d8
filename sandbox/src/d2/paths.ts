// Lines and dots of overlays: given in the world, kept in pixels of the canvas, so that they are as thick whatever the scale.
import type { Vec2 } from 'fulcrum-physics/2d'
import type { View } from './view.ts'

/** Radius of a dot, px. */
const DOT = 3

export function trace(context: CanvasRenderingContext2D, path: Path2D, color: string): void {
  context.strokeStyle = color
  context.stroke(path)
}

export function paint(context: CanvasRenderingContext2D, path: Path2D, color: string): void {
  context.fillStyle = color
  context.fill(path)
}

export function addLine(path: Path2D, view: View, from: Vec2, to: Vec2): void {
  const a = view.pointOnCanvas(from)
  const b = view.pointOnCanvas(to)
  path.moveTo(a.x, a.y)
  path.lineTo(b.x, b.y)
}

export function addDot(path: Path2D, view: View, point: Vec2): void {
  const { x, y } = view.pointOnCanvas(point)
  path.moveTo(x + DOT, y)
  path.arc(x, y, DOT, 0, 2 * Math.PI)
}
