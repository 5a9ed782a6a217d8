/**
 * Chains of joints that were closed, and one body of them placed 1 to 1000 sizes away: how many seconds until they are closed again, and how fast
 * anything moved meanwhile, as a share of the speed of a fall from there. The correction of positions is no velocity.
 */

import type { Family, Random } from '../family.ts'

/** A chain along x, of bodies of the size that it was made with. */
export interface TornChain {
  step(dt: number): void
  /** Places a body so far from where it is. */
  displace(body: number, x: number, y: number): void
  /** The largest error of a joint, m or rad. */
  gap(): number
  /** The fastest body, m/s. */
  speed(): number
}

export type JointOfChain = 'hinge' | 'fixed' | 'slider'

export interface ChainSketch {
  readonly gravity: number
  readonly size: number
  readonly links: readonly { readonly joint: JointOfChain; readonly density: number }[]
}

const PATIENCE = 20

export function farTeleports(name: '2D' | '3D', build: (sketch: ChainSketch) => TornChain): Family<'seconds' | 'speed'> {
  return {
    name: `joints torn apart by far teleports, ${name}`,
    short: 25,
    long: 400,
    figures: { seconds: { p50: 2, p99: 10 }, speed: { p50: 0.2, worst: 2.5 } },
    run(random: Random) {
      const size = random.scale(0.05, 5)
      const far = size * random.scale(1, 1000)
      const gravity = random.pick([0, 9.81])
      const count = random.integer(1, 5)
      const links = Array.from({ length: count }, () => ({
        joint: random.pick<JointOfChain>(['hinge', 'hinge', 'fixed', 'slider']), density: random.scale(10, 1000),
      }))
      const chain = build({ gravity, size, links })
      const dt = 1 / random.pick([60, 60, 120])
      for (let t = 0; t < 0.5; t += dt) chain.step(dt)
      const angle = random.between(-Math.PI, Math.PI)
      chain.displace(random.integer(0, count - 1), far * Math.cos(angle), far * Math.sin(angle))
      let seconds = 0
      let speed = 0
      do {
        chain.step(dt)
        seconds += dt
        speed = Math.max(speed, chain.speed())
      } while (seconds < PATIENCE && chain.gap() > 1e-3 * size)
      return { seconds, speed: speed / Math.sqrt(2 * gravity * Math.max(far, count * size) + size * size) }
    },
  }
}
