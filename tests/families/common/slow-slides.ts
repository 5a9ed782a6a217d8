/**
 * Boxes on slopes a trace steeper than they can hold: they slide ever faster, at g (sin α − μ cos α), however slow they are for the first seconds.
 * The slope is level and gravity slants.
 */

import type { Family, Random } from '../family.ts'

const SECONDS = 3

export interface Slope {
  readonly gravity: { readonly x: number; readonly y: number }
  /** Half extents of the box; its depth is its width. */
  readonly half: { readonly x: number; readonly y: number }
  readonly friction: number
}

export interface SlidingBox {
  step(dt: number): void
  /** Along the slope, m/s. */
  speed(): number
}

/** Misses of the speed after three seconds: of boxes that slide, as a share of it, and of boxes just not steep enough, m/s. */
export function slowSlides(name: '2D' | '3D', build: (slope: Slope) => SlidingBox): Family<'slides' | 'holds'> {
  return {
    name: `boxes on slopes about as steep as their angle of friction, ${name}`,
    short: 60,
    long: 600,
    figures: { slides: { p99: 1e-9, worst: 1e-4 }, holds: { worst: 1e-12 } },
    run(random: Random) {
      const size = random.scale(0.01, 10)
      const flat = random.pick([1, 3, 8])
      const friction = random.between(0.1, 1.2)
      const g = random.pick([9.81, 1.62, 25])
      const holds = random() < 0.2
      const angle = Math.atan(friction) + random.scale(2e-3, 0.02) * (holds ? -1 : 1)
      const dt = 1 / random.pick([30, 60, 120])
      const gravity = { x: g * Math.sin(angle), y: -g * Math.cos(angle) }
      const box = build({ gravity, half: { x: size, y: size / Math.max(flat, 2 * friction) }, friction })
      const steps = Math.round(SECONDS / dt)
      for (let i = 0; i < steps; i++) box.step(dt)
      if (holds) return { holds: Math.abs(box.speed()) }
      const right = (gravity.x + friction * gravity.y) * steps * dt
      return { slides: Math.abs(box.speed() / right - 1) }
    },
  }
}
