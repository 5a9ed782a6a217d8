// Draws every body of a world from the array of poses. Knows shapes and colours; owns no physics.
import type { Body, World } from 'fulcrum-physics/2d'
import { ASLEEP, ASLEEP_SHARE, colorFor } from '../colors.ts'
import { outlineOf, type Outline } from './shape-path.ts'
import { mixed, type View } from './view.ts'

/** Smaller bodies than this are drawn without their outlines, which would be all of them, px. */
const LEAST_OUTLINED = 5
/** Pixels of an outline. */
const OUTLINE = 1.5

interface Visual {
  readonly outline: Outline
  readonly awake: string
  readonly asleep: string
  /** Edges, marks and lines. */
  readonly dark: string
}

export class BodyDrawing {
  private readonly visuals = new Map<Body, Visual>()
  private seen = 0

  /** Forgets everything drawn so far; called when another world is shown. */
  clear(): void {
    this.visuals.clear()
    this.seen = 0
  }

  /** Draws the bodies at `poses`: 3 numbers per body, in the order of `world.bodies`. */
  draw(view: View, world: World, poses: Float64Array, showSleep: boolean): void {
    const { context, scale } = view
    context.lineWidth = OUTLINE / scale
    context.lineJoin = 'round'
    let at = 0
    for (const body of world.bodies) {
      const { outline, awake, asleep, dark } = this.visuals.get(body) ?? this.createVisual(body)
      const [x, y, angle] = [poses[at]!, poses[at + 1]!, poses[at + 2]!]
      at += 3
      if (!view.shows(x, y, outline.radius)) continue
      view.setFrame(x, y, Math.cos(angle), Math.sin(angle))
      context.fillStyle = showSleep && !body.isAwake ? asleep : awake
      context.fill(outline.solid)
      context.globalAlpha = 0.25
      context.fill(outline.sensor)
      context.globalAlpha = 1
      if (outline.radius * scale < LEAST_OUTLINED) continue
      context.strokeStyle = dark
      context.stroke(outline.solid)
      context.stroke(outline.lines)
    }
    if (this.visuals.size > world.bodyCount) this.forgetMissing(world)
  }

  private forgetMissing(world: World): void {
    const present = new Set(world.bodies)
    for (const body of this.visuals.keys()) if (!present.has(body)) this.visuals.delete(body)
  }

  private createVisual(body: Body): Visual {
    const awake = colorFor(body.type, this.seen++)
    const asleep = body.type === 'static' ? awake : mixed(awake, ASLEEP, ASLEEP_SHARE)
    const visual = { outline: outlineOf(body.shapes), awake, asleep, dark: mixed(awake, '#1f2733', 0.55) }
    this.visuals.set(body, visual)
    return visual
  }
}
