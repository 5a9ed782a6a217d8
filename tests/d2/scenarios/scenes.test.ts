/** Every scene in two dimensions does what its description says. The large ones are left to the bench and the accuracy suite. */

import { World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { scenes } from '../../../scenes/d2/index.ts'
import { scenes as scenes3d } from '../../../scenes/d3/index.ts'
import { validateStep } from '../../../src/d2/store/validate-world.ts'

type Figures = Record<string, number>

const DT = 1 / 60
const DEFAULT_STEPS = 300

const LARGE = ['large-pyramid', 'mixed-pile', 'joint-grid', 'tumbler']

/** What must hold at the end. Scenes without an entry need only stay finite. */
const CHECKS: Record<string, (figures: Figures) => void> = {
  'stack-10-2d': ({ fallen }) => expect(fallen).toBe(0),
  'stack-20-2d': ({ fallen }) => expect(fallen).toBe(0),
  'stack-40-2d': ({ fallen }) => expect(fallen).toBe(0),
  'wall-2d'({ driftBeforeMm, fallen }) {
    expect(driftBeforeMm).toBeLessThan(1)
    expect(fallen).toBeGreaterThan(5)
  },
  'small-pyramid'({ driftMm, fallen }) {
    expect(fallen).toBe(0)
    expect(driftMm).toBeLessThan(5)
  },
  'small-pile'({ escaped, maxOverlap, rmsSpeed }) {
    expect(escaped).toBe(0)
    expect(maxOverlap).toBeLessThan(0.08)
    expect(rmsSpeed).toBeLessThan(0.1)
  },
  'small-tumbler'({ escaped, spinErrorPercent, gapMm }) {
    expect(escaped).toBe(0)
    expect(spinErrorPercent).toBeLessThan(1)
    expect(gapMm).toBeLessThan(0.1)
  },
  'small-grid': ({ worstGapMm }) => expect(worstGapMm).toBeLessThan(10),
  'hanging-lines'({ chainStretchPercent, cordStretchPercent, threadStretchPercent, ropeSag, worstGapMm }) {
    expect(chainStretchPercent).toBeLessThan(0.01)
    expect(cordStretchPercent).toBeLessThan(0.01)
    // The guard's share, and no more.
    expect(threadStretchPercent).toBeLessThan(0.51)
    // A catenary 1.3 times as long as its span of 12 m: a (cosh u − 1) with u = 6 / a and sinh u = 1.3 u.
    expect(ropeSag).toBeCloseTo(4.43, 1)
    expect(worstGapMm).toBeLessThan(0.1)
  },
  'hanging-bridge'({ asymmetryMm, carried, gapMm, worstGapMm }) {
    expect(asymmetryMm).toBeLessThan(1e-3)
    expect(carried).toBe(12)
    expect(gapMm).toBeLessThan(0.1)
    expect(worstGapMm).toBeLessThan(3)
  },
  nets({ stretchPercent, caught }) {
    expect(stretchPercent).toBeLessThan(3)
    expect(caught).toBe(8)
  },
  'ragdolls-2d'({ worstGapMm, overLimitDegrees, lost, rmsSpeed }) {
    expect(worstGapMm).toBeLessThan(5)
    expect(overLimitDegrees).toBeLessThan(2)
    expect(lost).toBe(0)
    expect(rmsSpeed).toBeLessThan(0.01)
  },
  'road-2d'({ reached, speed, mostTravelMm, worstGapMm }) {
    expect(reached).toBeGreaterThan(66)
    expect(Math.abs(speed!)).toBeLessThan(1e-3)
    expect(mostTravelMm).toBeLessThan(150)
    expect(worstGapMm).toBeLessThan(0.1)
  },
  'every-shape-2d'({ lost, rmsSpeed }) {
    expect(lost).toBe(0)
    expect(rmsSpeed).toBeLessThan(0.1)
  },
  // Without friction nothing but a seam could brake.
  'ghost-vertices-2d': ({ speedKeptOnChain, speedKeptOnBoxes }) => expect(Math.min(speedKeptOnChain!, speedKeptOnBoxes!)).toBeGreaterThan(0.9999),
  'one-way-2d'({ onShelves, crateY }) {
    expect(onShelves).toBe(9)
    expect(crateY).toBeCloseTo(6.3, 2)
  },
  'dominoes-2d': ({ standing }) => expect(standing).toBe(0),
  'card-house-2d'({ fallen, driftMm }) {
    expect(fallen).toBe(0)
    expect(driftMm).toBeLessThan(5)
  },
  'arch-2d'({ fallen, driftMm }) {
    expect(fallen).toBe(0)
    expect(driftMm).toBeLessThan(5)
  },
  'heavy-on-light-2d': ({ overlap1000 }) => expect(overlap1000).toBeLessThan(0.01),
  'friction-slope-2d'(figures) {
    const t = 120 * DT
    for (const friction of [0, 0.15, 0.3, 0.46]) {
      // g (sin α − μ cos α) t² / 2
      const slid = 0.5 * 9.81 * (Math.sin((25 * Math.PI) / 180) - friction * Math.cos((25 * Math.PI) / 180)) * t * t
      expect(figures[`slid${friction}`]).toBeCloseTo(slid, 3)
    }
    for (const sticking of [0.47, 0.6, 0.8, 1]) expect(figures[`slid${sticking}`]).toBeLessThan(1e-6)
  },
  'rolling-race-2d'({ discSpeed, ringSpeed, hoopSpeed }) {
    const speed = (ratio: number): number => (9.81 * Math.sin((15 * Math.PI) / 180) * 180 * DT) / (1 + ratio)
    expect(discSpeed! / speed(0.5)).toBeCloseTo(1, 4)
    expect(ringSpeed! / speed(0.75)).toBeCloseTo(1, 4)
    expect(hoopSpeed! / speed(1)).toBeCloseTo(1, 4)
  },
  'bounce-row-2d': ({ elasticHeight }) => expect(elasticHeight).toBeCloseTo(3, 2),
  'ball-line-2d'({ out1, out2, out3 }) {
    for (const out of [out1, out2, out3]) expect(out).toBeCloseTo(2, 1)
  },
  'moving-platform-2d': ({ lost }) => expect(lost).toBe(0),
  'conveyor-2d': ({ delivered }) => expect(delivered).toBe(6),
  'locked-axes-2d'({ figureTilt, pistonMoved, paddleMoved, paddleTurned }) {
    expect([figureTilt, pistonMoved]).toEqual([0, 0])
    expect(paddleMoved).toBeLessThan(1e-12)
    expect(paddleTurned).toBeGreaterThan(1)
  },
  'filters-2d': figures => expect(figures).toEqual({ redBelow: 27, blueAbove: 27 }),
  'sensors-2d'({ counted, thrown }) {
    // Twelve balls come down about once in 1.8 s and pass the counter twice per throw.
    expect(thrown).toBeGreaterThan(24)
    expect(thrown).toBeLessThan(120)
    expect(counted).toBeGreaterThan(thrown!)
  },
  'bullets-2d': ({ through }) => expect(through).toBe(0),
  'ccd-storm-2d': ({ escaped }) => expect(escaped).toBe(0),
  'scales-2d'(figures) {
    for (const sink of Object.values(figures)) expect(sink).toBeLessThan(0.02)
  },
  'far-out-2d'(figures) {
    // Nothing sinks into the ground, however coarse its coordinates are.
    for (const lowest of Object.values(figures)) expect(lowest).toBeGreaterThan(0.49)
  },
}

describe('scenes in two dimensions', () => {
  it('have names of their own in kebab-case and a camera', () => {
    const names = [...scenes, ...scenes3d].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, title, description, camera } of scenes) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(title.length).toBeGreaterThan(3)
      expect(description).toMatch(/\.$/)
      expect(camera).toBeDefined()
    }
  })

  it.each(scenes.map(entry => [entry.name, entry] as const))('%s builds what it names, and the same every time', (_name, entry) => {
    const hashes = [0, 1].map(() => {
      const world = new World(entry.worldOptions)
      const instance = entry.build(world)
      for (let step = 0; step < 5; step++) {
        instance?.update?.(world, step)
        world.step(DT)
      }
      return world.hash()
    })
    expect(hashes[0]).toBe(hashes[1])
  })

  for (const { name, build, worldOptions, steps = DEFAULT_STEPS } of scenes) {
    if (LARGE.includes(name)) continue
    it(name, { timeout: 120_000 }, () => {
      const world = new World(worldOptions)
      const instance = build(world)
      for (let step = 0; step < steps; step++) {
        instance?.update?.(world, step)
        world.step(DT)
        validateStep(world)
        expect(world.events.quarantined).toHaveLength(0)
      }
      for (const { position, rotation } of world.bodies) expect(Number.isFinite(position.x + position.y + rotation)).toBe(true)
      CHECKS[name]?.(instance?.measure?.(world) ?? {})
    })
  }
})
