/**
 * The entry `fulcrum-physics/phaser`: a plugin of Phaser that gives a scene a world of the plane and moves its game objects. Phaser itself is not
 * imported: anything of the same form fits.
 */

import { World, type Body, type BodyDefinition, type DebugRenderer, type DrawOptions, type Vec2 } from '../../d2/index.ts'
import { DrawnBodies, Pixels, type Drawn, type PixelOptions } from '../shared/pixels.ts'

export { DrawnBodies, Pixels, type Drawn, type PixelOptions } from '../shared/pixels.ts'

/** What is used of a Graphics of Phaser. */
export interface PhaserGraphics {
  /** Takes away what was drawn. */
  clear(): unknown
  /** Of the lines that follow. */
  lineStyle(width: number, color: number, alpha?: number): unknown
  /** Of the areas that follow. */
  fillStyle(color: number, alpha?: number): unknown
  /** A line. */
  lineBetween(x1: number, y1: number, x2: number, y2: number): unknown
  /** The outline of a polygon. */
  strokePoints(points: Vec2[], close?: boolean): unknown
  /** A polygon. */
  fillPoints(points: Vec2[], close?: boolean): unknown
  /** A disc. */
  fillCircle(x: number, y: number, radius: number): unknown
  /** Takes it away. */
  destroy(): void
}

/** What is used of the events of a scene. */
export interface PhaserEvents {
  /** Calls back at every such event. */
  on(event: string, callback: (...values: never[]) => void, context?: unknown): unknown
  /** Calls back at the next such event. */
  once(event: string, callback: (...values: never[]) => void, context?: unknown): unknown
  /** Calls back no more. */
  off(event: string, callback: (...values: never[]) => void, context?: unknown): unknown
}

/** What is used of the systems of a scene. */
export interface PhaserSystems {
  /** Start, update, shutdown and destroy are listened to. */
  readonly events: PhaserEvents
}

/** What is used of the factory of a scene. */
export interface PhaserFactory {
  /** Makes a Graphics. */
  graphics(): PhaserGraphics
}

/** What is used of a Scene of Phaser. */
export interface PhaserScene {
  /** Its systems: their events are listened to. */
  readonly sys: PhaserSystems
  /** Makes the graphics of `debug`. */
  readonly add: PhaserFactory
}

/** Puts a game object where a body is now. */
export function syncContainer(body: Body, object: Drawn, options: PixelOptions | Pixels = {}): void {
  const pixels = options instanceof Pixels ? options : new Pixels(options)
  pixels.place(object, body.position.x, body.position.y, body.rotation)
}

/** Draws what the engine sees into a Graphics, which is cleared first. */
export function debugGraphics(world: World, graphics: PhaserGraphics, pixels: PixelOptions | Pixels = {}, options: DrawOptions = {}): void {
  graphics.clear()
  world.draw(phaserRenderer(graphics, pixels instanceof Pixels ? pixels : new Pixels(pixels)), options)
}

function phaserRenderer(graphics: PhaserGraphics, pixels: Pixels): DebugRenderer {
  return {
    line(from: Vec2, to: Vec2, color: number): void {
      const [a, b] = [pixels.toScreen(from), pixels.toScreen(to)]
      graphics.lineStyle(1, color, 1)
      graphics.lineBetween(a.x, a.y, b.x, b.y)
    },
    polygon(points: readonly Vec2[], color: number): void {
      const corners = points.map(point => pixels.toScreen(point))
      graphics.fillStyle(color, 0.4)
      graphics.fillPoints(corners, true)
      graphics.lineStyle(1, color, 1)
      graphics.strokePoints(corners, true)
    },
    point(at: Vec2, color: number): void {
      const { x, y } = pixels.toScreen(at)
      graphics.fillStyle(color, 1)
      graphics.fillCircle(x, y, 3)
    },
  }
}

/**
 * A scene plugin: `plugins: { scene: [{ key: 'fulcrum', plugin: FulcrumPlugin, mapping: 'fulcrum' }] }` in the game's configuration, then
 * `this.fulcrum.add(sprite, { shapes: [...] })` in a scene. Each scene has a world of its own, from its start to its shutdown.
 */
export class FulcrumPlugin {
  /** Ratio of pixels to metres, y, and the origin: of scenes that start from now on. */
  static options: PixelOptions = {}
  /** Draws what the engine sees. Default false. */
  debug = false
  /** What `debug` shows. */
  draw: DrawOptions = {}
  /** Does the scene's update advance the world? Default true. */
  autoUpdate = true
  private readonly scene: PhaserScene
  private links: DrawnBodies
  private graphics: PhaserGraphics | null = null

  /** Phaser makes it. */
  constructor(scene: PhaserScene) {
    this.scene = scene
    this.links = new DrawnBodies(new World(), new Pixels(FulcrumPlugin.options))
    const { events } = scene.sys
    events.on('start', this.start, this)
    events.on('update', this.step, this)
    events.on('shutdown', this.stop, this)
    events.once('destroy', this.destroy, this)
  }

  /** The world of the scene. */
  get world(): World {
    return this.links.world
  }

  /** How metres become pixels. */
  get pixels(): Pixels {
    return this.links.pixels
  }

  /** Starts anew with a world of yours, and with its own scale if you give one. What was linked is let go. */
  use(world: World, options?: PixelOptions): void {
    this.links = new DrawnBodies(world, options === undefined ? this.links.pixels : new Pixels(options))
  }

  /** Makes a body where a game object is, unless the definition has a place of its own, and moves the object with it. */
  add(object: Drawn, definition: BodyDefinition = {}): Body {
    const place = definition.position === undefined ? { position: this.pixels.toWorld(object), rotation: this.pixels.up * object.rotation } : {}
    const body = this.world.createBody({ ...place, ...definition })
    this.links.link(body, object)
    return body
  }

  /** Moves a game object with a body. Returns the object. */
  link<Thing extends Drawn>(body: Body, object: Thing): Thing {
    return this.links.link(body, object)
  }

  /** Leaves the game object of a body alone from now on. */
  unlink(body: Body): void {
    this.links.unlink(body)
  }

  /** Advances the world by so many seconds and moves the objects. The scene's update does it by itself, unless `autoUpdate` is off. */
  update(seconds: number): void {
    this.world.advance(Math.min(Math.max(seconds, 0), 1))
    this.links.sync()
    if (!this.debug) {
      this.graphics?.destroy()
      this.graphics = null
      return
    }
    this.graphics ??= this.scene.add.graphics()
    debugGraphics(this.world, this.graphics, this.pixels, this.draw)
  }

  private start(): void {
    if (this.world.stepCount > 0) this.use(new World(), FulcrumPlugin.options)
  }

  private step(_time: number, milliseconds: number): void {
    if (this.autoUpdate) this.update(milliseconds / 1000)
  }

  private stop(): void {
    this.graphics = null
    this.use(new World(), FulcrumPlugin.options)
  }

  /** Phaser calls it with the scene's end. */
  destroy(): void {
    const { events } = this.scene.sys
    events.off('start', this.start, this)
    events.off('update', this.step, this)
    events.off('shutdown', this.stop, this)
    this.graphics = null
  }
}
