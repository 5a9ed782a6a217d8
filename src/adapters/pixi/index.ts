/**
 * The entry `fulcrum-physics/pixi`: bodies of the plane drawn by PixiJS. Pixi itself is not imported: anything of the same form fits.
 */

import type { Body, DebugRenderer, DrawOptions, Vec2, World } from '../../d2/index.ts'
import { DrawnBodies, Pixels, type Drawn, type PixelOptions } from '../shared/pixels.ts'

export { DrawnBodies, Pixels, type Drawn, type PixelOptions } from '../shared/pixels.ts'

/** How an area is filled. */
export interface PixiFill {
  /** Bits 0xRRGGBB. */
  color: number
  /** Share of it that covers what is below, 0 … 1. */
  alpha: number
}

/** How a line is drawn. */
export interface PixiStroke {
  /** Pixels, a pure number. */
  width: number
  /** Bits 0xRRGGBB. */
  color: number
}

/** What is used of a Graphics of Pixi. */
export interface PixiGraphics {
  /** Takes away what was drawn. */
  clear(): unknown
  /** Begins a line. */
  moveTo(x: number, y: number): unknown
  /** Goes on with it. */
  lineTo(x: number, y: number): unknown
  /** A closed polygon. */
  poly(points: number[], close?: boolean): unknown
  /** A disc. */
  circle(x: number, y: number, radius: number): unknown
  /** Fills what was drawn since. */
  fill(style: PixiFill): unknown
  /** Draws the outline of it. */
  stroke(style: PixiStroke): unknown
}

/** Puts a container where a body is now. For many bodies and for frames between steps: `PixiPhysics`. */
export function syncContainer(body: Body, container: Drawn, options: PixelOptions | Pixels = {}): void {
  const pixels = options instanceof Pixels ? options : new Pixels(options)
  pixels.place(container, body.position.x, body.position.y, body.rotation)
}

/** Draws what the engine sees into a Graphics, which is cleared first. */
export function debugGraphics(world: World, graphics: PixiGraphics, pixels: PixelOptions | Pixels = {}, options: DrawOptions = {}): void {
  graphics.clear()
  world.draw(pixiRenderer(graphics, pixels instanceof Pixels ? pixels : new Pixels(pixels)), options)
}

function fill(graphics: PixiGraphics, color: number, alpha: number): void {
  const style: Parameters<PixiGraphics['fill']> = [{ color, alpha }]
  graphics.fill(...style)
}

function pixiRenderer(graphics: PixiGraphics, pixels: Pixels): DebugRenderer {
  return {
    line(from: Vec2, to: Vec2, color: number): void {
      const [a, b] = [pixels.toScreen(from), pixels.toScreen(to)]
      graphics.moveTo(a.x, a.y)
      graphics.lineTo(b.x, b.y)
      graphics.stroke({ width: 1, color })
    },
    polygon(points: readonly Vec2[], color: number): void {
      graphics.poly(points.flatMap(point => {
        const { x, y } = pixels.toScreen(point)
        return [x, y]
      }), true)
      fill(graphics, color, 0.4)
      graphics.stroke({ width: 1, color })
    },
    point(at: Vec2, color: number): void {
      const { x, y } = pixels.toScreen(at)
      graphics.circle(x, y, 3)
      fill(graphics, color, 1)
    },
  }
}

/** What `PixiPhysics` may be told. */
export interface PixiPhysicsOptions extends PixelOptions {
  /** Draws what the engine sees, after every update. Default: none. */
  debug?: PixiGraphics
  /** What `debug` shows. Default: shapes. */
  draw?: DrawOptions
}

/** A world and the containers of its bodies. Call `update` in Pixi's ticker. */
export class PixiPhysics extends DrawnBodies {
  /** Draws what the engine sees, after every update; null is off. */
  debug: PixiGraphics | null
  private readonly draw: DrawOptions

  /** Of a world of yours. */
  constructor(world: World, options: PixiPhysicsOptions = {}) {
    super(world, new Pixels(options))
    this.debug = options.debug ?? null
    this.draw = options.draw ?? {}
  }

  /** Advances the world by the time since the last frame, s (`ticker.deltaMS / 1000`), and moves the containers. Returns how many steps it took. */
  update(seconds: number): number {
    const steps = this.world.advance(Math.min(Math.max(seconds, 0), 1))
    this.sync()
    if (this.debug !== null) debugGraphics(this.world, this.debug, this.pixels, this.draw)
    return steps
  }
}
