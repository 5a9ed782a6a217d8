/**
 * Between the world of the engine, in metres with y up, and a screen, in pixels with y down: places, angles, things that are drawn. The scale is the
 * adapter's alone; the engine knows metres only.
 */

import type { Body, Vec2, World } from '../../d2/index.ts'
import { PhysicsError } from '../../common/errors.ts'

/** How metres become pixels. */
export interface PixelOptions {
  /** Ratio of pixels to metres. Default 100. */
  pixelsPerMetre?: number
  /** Does y point down on the screen? Default true. */
  flipY?: boolean
  /** Where the world's origin lies, in pixels, which have no unit. Default 0, 0. */
  origin?: Vec2
}

/** What is moved: a Container of Pixi, a GameObject of Phaser, anything with these three. */
export interface Drawn {
  /** Pixels to the right, which have no unit. */
  x: number
  /** Pixels downwards, or upwards without `flipY`; no unit. */
  y: number
  /** rad, clockwise on a screen whose y points down. */
  rotation: number
}

/** Metres to pixels and back. */
export class Pixels {
  /** Ratio of pixels to metres. */
  readonly pixelsPerMetre: number
  /** −1 if y points down on the screen, a pure number. */
  readonly up: number
  private readonly origin: Vec2

  /** As told; see `PixelOptions`. */
  constructor({ pixelsPerMetre = 100, flipY = true, origin = { x: 0, y: 0 } }: PixelOptions = {}) {
    if (!(pixelsPerMetre > 0) || !Number.isFinite(pixelsPerMetre)) {
      throw new PhysicsError('out-of-range', 'pixelsPerMetre', pixelsPerMetre, 'must be above 0, such as 100.')
    }
    this.pixelsPerMetre = pixelsPerMetre
    this.up = flipY ? -1 : 1
    this.origin = { x: origin.x, y: origin.y }
  }

  /** A place of the world, m, on the screen. */
  toScreen({ x, y }: Vec2): Vec2 {
    return { x: this.origin.x + x * this.pixelsPerMetre, y: this.origin.y + this.up * y * this.pixelsPerMetre }
  }

  /** A place on the screen in the world, m: where the pointer is. */
  toWorld({ x, y }: Vec2): Vec2 {
    return { x: (x - this.origin.x) / this.pixelsPerMetre, y: (this.up * (y - this.origin.y)) / this.pixelsPerMetre }
  }

  /** Puts something where a pose is: place in m, angle in rad, counter-clockwise. */
  place(drawn: Drawn, x: number, y: number, angle: number): void {
    drawn.x = this.origin.x + x * this.pixelsPerMetre
    drawn.y = this.origin.y + this.up * y * this.pixelsPerMetre
    drawn.rotation = this.up * angle
  }
}

/** Things that are drawn where bodies are. */
export class DrawnBodies {
  /** The world of the bodies. */
  readonly world: World
  /** How metres become pixels. */
  readonly pixels: Pixels
  private readonly drawn = new Map<Body, { thing: Drawn; settled: boolean }>()
  private poses = new Float64Array(0)

  /** Made by the adapters. */
  constructor(world: World, pixels: Pixels) {
    this.world = world
    this.pixels = pixels
  }

  /** Draws something where a body is, from now on. Returns it. */
  link<Thing extends Drawn>(body: Body, thing: Thing): Thing {
    this.drawn.set(body, { thing, settled: false })
    this.pixels.place(thing, body.position.x, body.position.y, body.rotation)
    return thing
  }

  /** Leaves what is drawn for a body alone from now on. */
  unlink(body: Body): void {
    this.drawn.delete(body)
  }

  /** What is drawn for a body, or null. */
  drawnFor(body: Body): Drawn | null {
    return this.drawn.get(body)?.thing ?? null
  }

  /** Moves everything to where its body is, between the last two steps as `world.alpha` says. Bodies that sleep or are gone are left alone. */
  sync(): void {
    const { world, pixels } = this
    const stride = 3
    if (this.poses.length < stride * world.bodyCount) this.poses = new Float64Array(stride * world.bodyCount)
    world.readInterpolatedPoses(this.poses)
    let o = -stride
    for (const body of world.bodies) {
      o += stride
      const link = this.drawn.get(body)
      if (link === undefined) continue
      const awake = body.isAwake
      if (!awake && link.settled) continue
      link.settled = !awake
      pixels.place(link.thing, this.poses[o], this.poses[o + 1], this.poses[o + 2])
    }
    for (const body of this.drawn.keys()) if (!body.isValid) this.drawn.delete(body)
  }
}
