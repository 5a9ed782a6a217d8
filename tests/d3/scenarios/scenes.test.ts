/** Every scene does what its description says. The large ones are left to the bench and the accuracy suite. */

import { World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { scenes } from '../../../scenes/d3/index.ts'
import { isFinitePose } from '../accuracy/setup.ts'
import { validateStep } from '../../../src/d3/store/validate-world.ts'

type Figures = Record<string, number>

const DT = 1 / 60
const DEFAULT_STEPS = 300
/** Longer runs of towers belong to the accuracy suite. */
const MOST_STEPS = 900

const LARGE = ['pyramid3d', 'pile3d', 'ragdolls3d', 'net3d']

/** What must hold at the end. Scenes without an entry need only stay finite. */
const CHECKS: Record<string, (figures: Figures) => void> = {
  'stack-10': ({ fallen }) => expect(fallen).toBe(0),
  'stack-20': ({ fallen }) => expect(fallen).toBe(0),
  'stack-40': ({ fallen }) => expect(fallen).toBe(0),
  wall({ driftBeforeMm, fallen }) {
    expect(driftBeforeMm).toBeLessThan(1)
    expect(fallen).toBeGreaterThan(5)
  },
  'pile-small'({ escaped, maxOverlap }) {
    expect(escaped).toBe(0)
    expect(maxOverlap).toBeLessThan(0.08)
  },
  dominoes: ({ standing }) => expect(standing).toBe(0),
  'card-house'({ fallen, driftMm }) {
    expect(fallen).toBe(0)
    expect(driftMm).toBeLessThan(5)
  },
  arch({ fallen, driftMm }) {
    expect(fallen).toBe(0)
    expect(driftMm).toBeLessThan(5)
  },
  'heavy-on-light': ({ overlap1000 }) => expect(overlap1000).toBeLessThan(0.01),
  'friction-slope'(figures) {
    for (const slipping of [0, 0.15, 0.3, 0.46]) expect(figures[`slid${slipping}`]).toBeGreaterThan(0.2)
    for (const sticking of [0.47, 0.6, 0.8, 1]) expect(figures[`slid${sticking}`]).toBeLessThan(1e-3)
  },
  'rolling-spheres'({ solidSpeed, cylinderSpeed, hollowSpeed, hoopSpeed }) {
    const speeds = [solidSpeed!, cylinderSpeed!, hollowSpeed!, hoopSpeed!]
    expect(speeds).toEqual(speeds.toSorted((a, b) => b - a))
    expect(solidSpeed).toBeGreaterThan(hoopSpeed! * 1.4)
  },
  'bounce-row': ({ elasticHeight }) => expect(elasticHeight).toBeCloseTo(3, 2),
  'ball-line'({ out1, out2, out3 }) {
    for (const out of [out1, out2, out3]) expect(out).toBeCloseTo(2, 1)
  },
  'tumbling-box': ({ flips }) => expect(flips).toBe(4),
  'spinning-tops'({ upright120, upright0 }) {
    expect(upright120).toBeGreaterThan(0.95)
    expect(upright0).toBeLessThan(0.85)
  },
  'moving-platform': ({ lost }) => expect(lost).toBe(0),
  conveyor: ({ fallenOff }) => expect(fallenOff).toBe(0),
  'locked-axes': figures => expect(figures).toEqual({ figureTilt: 0, flatZ: 0, turnstileMoved: 0 }),
  filters: figures => expect(figures).toEqual({ redBelow: 36, blueAbove: 36 }),
  sensors({ counted, thrown }) {
    // Twelve balls come down about once in 1.8 s and pass the counter twice per throw.
    expect(thrown).toBeGreaterThan(24)
    expect(thrown).toBeLessThan(120)
    expect(counted).toBeGreaterThan(thrown!)
  },
  bullets: ({ through }) => expect(through).toBe(0),
  'fast-sphere-diamond': figures => expect(figures).toEqual({ passedDiamond: 0, passedPlate: 0 }),
  'ccd-storm': ({ escaped }) => expect(escaped).toBe(0),
  'book-pendulum'({ worstGapMm, energy, lowestY }) {
    expect(worstGapMm).toBeLessThan(0.01)
    expect(Math.abs(energy!)).toBeLessThan(0.01)
    expect(lowestY).toBeCloseTo(4, 2)
  },
  'book-chain': ({ worstGapMm }) => expect(worstGapMm).toBeLessThan(1),
  'book-ragdoll'({ worstGapMm, widestHingeDegrees }) {
    expect(worstGapMm).toBeLessThan(2)
    expect(widestHingeDegrees).toBeLessThan(46)
    expect(widestHingeDegrees).toBeGreaterThan(30)
  },
  'book-motor-beam'({ worstGapMm, turns, slowestSpeed }) {
    expect(worstGapMm).toBeLessThan(0.1)
    expect(turns).toBeCloseTo(20 / (2 * Math.PI), 2)
    expect(slowestSpeed).toBeCloseTo(2, 3)
  },
  'book-limited-hinge'({ worstGapMm, leastDegrees, mostDegrees }) {
    expect(worstGapMm).toBeLessThan(0.1)
    expect(leastDegrees).toBeCloseTo(-45, 1)
    expect(mostDegrees).toBeCloseTo(45, 1)
  },
  'book-limited-cv'({ worstGapMm, mostYDegrees, mostZDegrees }) {
    expect(worstGapMm).toBeLessThan(0.1)
    for (const most of [mostYDegrees, mostZDegrees]) {
      expect(most).toBeGreaterThan(40)
      expect(most).toBeLessThan(45.5)
    }
  },
  'book-orientation-lock'({ worstGapMm, sinkMm, turnedDegrees }) {
    expect(worstGapMm).toBeLessThan(1)
    expect(sinkMm).toBeLessThan(0.001)
    expect(turnedDegrees).toBeLessThan(0.001)
  },
  'book-everything'({ worstGapMm, standing, motorSpeed, riderOnPlatform, passedDiamond, lockSinkMm }) {
    expect(worstGapMm).toBeLessThan(10)
    expect([standing, riderOnPlatform, passedDiamond]).toEqual([5, 1, 0])
    expect(motorSpeed).toBeCloseTo(2, 3)
    expect(lockSinkMm).toBeLessThan(0.001)
  },
  'four-bar'({ worstGapMm, offPathMm, turns }) {
    expect(worstGapMm).toBeLessThan(2)
    expect(offPathMm).toBeLessThan(2)
    expect(turns).toBeCloseTo(5, 2)
  },
  'slider-crank'({ worstGapMm, offGuideMm, offPlaceMm }) {
    expect(worstGapMm).toBeLessThan(1)
    expect(offGuideMm).toBeLessThan(0.1)
    expect(offPlaceMm).toBeLessThan(1)
  },
  car({ topSpeed, speed, mostTravelMm, chassisY }) {
    expect(topSpeed).toBeGreaterThan(7.5)
    expect(Math.abs(speed!)).toBeLessThan(0.01)
    expect(mostTravelMm).toBeLessThan(150)
    expect(chassisY).toBeCloseTo(0.65, 2)
  },
  scales(figures) {
    for (const sink of Object.values(figures)) expect(sink).toBeLessThan(0.02)
  },
}

describe('scenes', () => {
  it('have unique names in kebab-case and a camera', () => {
    const names = scenes.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, title, description, camera } of scenes) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(title.length).toBeGreaterThan(3)
      expect(description).toMatch(/\.$/)
      expect(camera).toBeDefined()
    }
  })

  for (const { name, build, worldOptions, steps = DEFAULT_STEPS } of scenes) {
    if (LARGE.includes(name)) continue
    it(name, { timeout: 120_000 }, () => {
      const world = new World(worldOptions)
      const instance = build(world)
      for (let step = 0; step < Math.min(steps, MOST_STEPS); step++) {
        instance?.update?.(world, step)
        world.step(DT)
        validateStep(world)
        expect(world.events.quarantined).toHaveLength(0)
      }
      for (const body of world.bodies) expect(isFinitePose(body)).toBe(true)
      CHECKS[name]?.(instance?.measure?.(world) ?? {})
    })
  }
})
