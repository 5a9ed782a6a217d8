/**
 * New chains of light links under a heavy load, struck across in one of their first steps: the largest gap of a joint in ten seconds, in lengths of
 * a link, and the one that is left in the end.
 */

import type { Family, Random } from '../family.ts'

export interface StruckChain {
  step(dt: number): void
  /** Gives a body a velocity across the chain: a link, or the load, which is the last. */
  strike(body: number, speed: number): void
  /** The largest error of a joint, m or rad. */
  gap(): number
}

export interface ChainOfLinks {
  readonly links: number
  readonly length: number
  readonly linkMass: number
  readonly loadMass: number
  readonly kinds: readonly string[]
}

const SECONDS = 10

export function struckChains(name: '2D' | '3D', kinds: readonly string[], build: (chain: ChainOfLinks) => StruckChain): Family<'worst' | 'left'> {
  return {
    name: `new chains under heavy loads, struck, ${name}`,
    short: 16,
    long: 200,
    figures: { worst: { p50: 1e-5, worst: 0.02 }, left: { p50: 1e-6, worst: 2e-3 } },
    run(random: Random) {
      const links = random.integer(3, 20)
      const length = random.scale(0.05, 1)
      const linkMass = random.scale(0.01, 1)
      const kind = random.pick(kinds)
      const mixed = random() < 0.3
      const chain = build({
        links, length, linkMass, loadMass: linkMass * random.scale(10, 1e5),
        kinds: Array.from({ length: links + 1 }, () => (mixed ? random.pick(kinds) : kind)),
      })
      const dt = 1 / 60
      const wait = random.pick([0, 0, 1, 2, 5, 60])
      for (let i = 0; i < wait; i++) chain.step(dt)
      // A metre per second for links of 20 cm; slower for shorter ones, as falls are.
      chain.strike(random() < 0.5 ? links : random.integer(0, links - 1), random.between(0.2, 1) * Math.sqrt(length / 0.2))
      let worst = 0
      for (let i = 0; i * dt < SECONDS; i++) {
        chain.step(dt)
        worst = Math.max(worst, chain.gap())
      }
      return { worst: worst / length, left: chain.gap() / length }
    },
  }
}
