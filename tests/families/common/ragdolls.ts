/** Ragdolls that fall on boxes, stairs and each other, in either dimension: joints stay closed, nothing stays overlapped, all come to lie. */

import { type Bounds, type Random, testFamily } from '../family.ts'

export interface RagdollCase {
  /** Of a human of 1.8 m. */
  readonly size: number
  readonly dt: number
  readonly substeps: number
  /** Above what they fall on, in sizes. */
  readonly height: number
  /** How fast they are thrown, sizes per second, and spin, rad/s. */
  readonly speed: number
  readonly spin: number
  readonly figures: number
  readonly ground: 'floor' | 'boxes' | 'stairs'
  readonly friction: number
}

export interface RagdollLab {
  step(dt: number): void
  /** The widest gap of a point joint over the length of its shorter limb. */
  gap(): number
  /** The deepest overlap over the thickness of the thinnest limb. */
  overlap(): number
  /** Does everything move slower than a tenth of its size per second? */
  isCalm(): boolean
  /** Bodies below the floor, or without a number. */
  lost(): number
}

/** Simulated seconds: fall and settling, longer for larger figures. */
const SECONDS = 5

export function ragdollCase(random: Random): RagdollCase {
  return {
    size: random.scale(0.3, 3),
    dt: 1 / random.pick([30, 60, 60, 120, 240]),
    substeps: random.pick([2, 4, 4, 8]),
    height: random.between(0.2, 4),
    speed: random.between(0, 4),
    spin: random.between(0, 6),
    figures: random.integer(1, 3),
    ground: random.pick(['floor', 'boxes', 'stairs']),
    friction: random.between(0.2, 1),
  }
}

export function testRagdolls(
  dimension: '2D' | '3D', short: number, long: number, gap: Bounds, build: (random: Random, c: RagdollCase) => RagdollLab,
): void {
  testFamily({
    name: `ragdolls that fall, ${dimension}`, short, long,
    figures: { gap, overlap: { p50: 0.01, worst: 1 }, rest: { p50: 4, p99: 9 }, lost: { worst: 0 } },
    run(random) {
      const setup = ragdollCase(random)
      const lab = build(random, setup)
      const seconds = SECONDS * Math.max(1, Math.sqrt(setup.size))
      let worst = 0
      let calm = 0
      const steps = Math.ceil(seconds / setup.dt)
      for (let i = 0; i < steps; i++) {
        lab.step(setup.dt)
        worst = Math.max(worst, lab.gap())
        if (!lab.isCalm()) calm = (i + 1) * setup.dt
      }
      return { gap: worst, overlap: lab.overlap(), rest: calm / Math.sqrt(setup.size), lost: lab.lost() }
    },
  })
}
