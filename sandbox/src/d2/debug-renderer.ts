// Draws what `world.draw` tells, on the canvas: lines and dots in pixels, one path per colour.
import type { DebugRenderer, Vec2 } from 'fulcrum-physics/2d'
import { addDot, addLine, paint, trace } from './paths.ts'
import type { View } from './view.ts'

export class CanvasRenderer implements DebugRenderer {
  private readonly view: View
  private readonly lines = new Map<number, Path2D>()
  private readonly points = new Map<number, Path2D>()

  constructor(view: View) {
    this.view = view
  }

  line(from: Vec2, to: Vec2, color: number): void {
    addLine(pathOf(this.lines, color), this.view, from, to)
  }

  point(at: Vec2, color: number): void {
    addDot(pathOf(this.points, color), this.view, at)
  }

  /** Puts everything told so far on the canvas. */
  flush(): void {
    const { context } = this.view
    for (const [color, path] of this.lines) trace(context, path, css(color))
    for (const [color, path] of this.points) paint(context, path, css(color))
  }
}

function pathOf(paths: Map<number, Path2D>, color: number): Path2D {
  let path = paths.get(color)
  if (!path) paths.set(color, (path = new Path2D()))
  return path
}

function css(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`
}
