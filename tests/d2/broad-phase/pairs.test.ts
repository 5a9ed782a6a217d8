// New pairs against brute force, over seeded random motion.
import { describe, expect, it } from 'vitest'
import { WorldMemory } from '../../../src/common/memory/world-memory.ts'
import { BroadPhase } from '../../../src/d2/broad-phase/broad-phase.ts'
import { createRandom } from '../../common/random.ts'
import { boxAt, Twin } from './brute-force.ts'

const MARGIN = 0.1

interface Particle {
  id: number
  center: number[]
  half: number[]
  velocity: number[]
}

interface Motion {
  count: number
  frames: number
  /** Half sizes. */
  size: (random: () => number) => number
  side: number
  speed: number
  gravity: number
  /** Share that moves at all. */
  moving: number
  statics: number
}

const DEFAULTS: Motion = {
  count: 250, frames: 60, size: (random) => 0.3 + 0.3 * random(), side: 20, speed: 4, gravity: 0, moving: 1, statics: 0,
}

/** Ids are spread over twice as many rows, so that there are gaps, and are in no spatial order. */
function scatter(motion: Motion, random: () => number): Particle[] {
  const ids = Array.from({ length: 2 * motion.count }, (_, i) => i)
  return Array.from({ length: motion.count }, () => ({
    id: ids.splice(Math.floor(random() * ids.length), 1)[0],
    center: [0, 1].map(() => random() * motion.side),
    half: [0, 1].map(() => motion.size(random)),
    velocity: [0, 1].map(() => (random() < motion.moving ? 1 : 0) * (random() - 0.5) * 2 * motion.speed),
  }))
}

/** Moves everything for some frames and compares the pairs of each. Returns how many there were in all. */
function play(changes: Partial<Motion>, seed: number, between?: (twin: Twin, particles: Particle[], random: () => number) => void): number {
  const motion = { ...DEFAULTS, ...changes }
  const random = createRandom(seed)
  const twin = new Twin(new BroadPhase(new WorldMemory()))
  const particles = scatter(motion, random)
  particles.forEach((p, i) => twin.insert(p.id, boxAt(p.center, p.half), MARGIN, i < motion.statics))
  let total = 0
  for (let frame = 0; frame < motion.frames; frame++) {
    particles.forEach((p, i) => {
      if (i < motion.statics || !twin.entries.has(p.id)) return
      p.velocity[1] -= motion.gravity / 60
      for (let k = 0; k < 2; k++) p.center[k] += p.velocity[k] / 60
      if (motion.gravity > 0 && p.center[1] < p.half[1] && p.velocity[1] < 0) p.velocity[1] *= -0.8
      const [said, left] = twin.update(p.id, boxAt(p.center, p.half), MARGIN)
      if (said !== left) expect(said).toBe(left)
    })
    between?.(twin, particles, random)
    const [found, truth] = twin.step()
    expect(found).toEqual(truth)
    total += truth.length
  }
  return total
}

describe('new pairs', () => {
  it('of boxes falling and bouncing', () => expect(play({ gravity: 9.81, speed: 3, frames: 90 }, 1)).toBeGreaterThan(1000))
  it('of boxes flying apart', () => expect(play({ speed: 90, side: 12, frames: 30 }, 2)).toBeGreaterThan(1000))
  it('of a few boxes moving among many at rest', () => expect(play({ moving: 0.03 }, 3)).toBeGreaterThan(400))
  it('of boxes from 0.1 to 10 m', () => {
    expect(play({ size: (random) => 0.05 * Math.pow(100, random()), side: 60, speed: 10 }, 4)).toBeGreaterThan(500)
  })
  it('of movable boxes among static ones', () => expect(play({ statics: 120, gravity: 9.81 }, 5)).toBeGreaterThan(1000))
  it('of few movable boxes among many static ones', () => expect(play({ statics: 240, speed: 8 }, 6)).toBeGreaterThan(20))

  it('with a box 100 km away', () => {
    play({ count: 200, gravity: 9.81, frames: 40 }, 7, (twin, particles) => {
      particles[0].center = [1e5, -1e5]
      twin.update(particles[0].id, boxAt(particles[0].center, particles[0].half), MARGIN)
    })
  })

  it.each([0.02, 0.3])('while boxes come, go, change kind and are touched, %f of them per frame', (rate) => {
    let next = 1000
    play({ count: 150, statics: 40, frames: 120, gravity: 5, moving: 0.5 }, 8, (twin, particles, random) => {
      for (let n = particles.length * rate * random(); n > 0; n--) {
        const p = particles[Math.floor(random() * particles.length)]
        const isStatic = random() < 0.3
        const choice = random()
        if (!twin.entries.has(p.id)) twin.insert(p.id, boxAt(p.center, p.half), MARGIN, isStatic)
        else if (choice < 0.4) twin.remove(p.id)
        else if (choice < 0.7) twin.touch(p.id)
        else if (choice < 0.8) twin.insert(p.id, boxAt(p.center, p.half), MARGIN, isStatic)
        else if (choice < 0.9) twin.update(p.id, boxAt([random() * 20, random() * 20], p.half), MARGIN)
        else {
          const fresh = { id: next++, center: [random() * 20, random() * 20], half: [0.4, 0.4], velocity: [0, 0] }
          particles.push(fresh)
          twin.insert(fresh.id, boxAt(fresh.center, fresh.half), MARGIN, isStatic)
        }
      }
    })
  })

  it('with one box added in each step', () => {
    const random = createRandom(9)
    const twin = new Twin(new BroadPhase(new WorldMemory()))
    const center: number[][] = []
    for (let frame = 0; frame < 200; frame++) {
      center.push([0, 1].map(() => random() * 14))
      twin.insert(frame, boxAt(center[frame], 0.5), MARGIN, frame % 7 === 3)
      const mover = Math.floor(random() * center.length)
      twin.update(mover, boxAt(center[mover].map((c) => c + random() - 0.5), 0.5), MARGIN)
      const [found, truth] = twin.step()
      expect(found).toEqual(truth)
    }
  })
})

describe('awkward boxes', () => {
  function twinOf(boxes: ReturnType<typeof boxAt>[], margin = 0): Twin {
    const twin = new Twin(new BroadPhase(new WorldMemory()))
    boxes.forEach((box, i) => twin.insert(i, box, margin))
    return twin
  }

  function expectStep(twin: Twin): number {
    const [found, truth] = twin.step()
    expect(found).toEqual(truth)
    return truth.length
  }

  it('all in one place', () => {
    const twin = twinOf(Array.from({ length: 100 }, () => boxAt([1, 2], 0.5)))
    expect(expectStep(twin)).toBe(4950)
  })

  it('touching without margin count as overlapping', () => {
    const twin = twinOf(Array.from({ length: 10 }, (_, i) => boxAt([2 * i, 0], 1)))
    expect(expectStep(twin)).toBe(9)
  })

  it('in geometric progression', () => {
    const twin = twinOf(Array.from({ length: 300 }, (_, i) => boxAt([Math.pow(2, i - 150), 0], Math.pow(2, i - 152))))
    expect(expectStep(twin)).toBe(0)
    const grown = twinOf(Array.from({ length: 300 }, (_, i) => boxAt([Math.pow(2, i - 150), 0], Math.pow(2, i - 150))))
    expect(expectStep(grown)).toBe(44850)
  })

  it('without end', () => {
    const twin = twinOf([
      ...Array.from({ length: 50 }, (_, i) => boxAt([3 * i, 0], 1)),
      { min: [-Infinity, -Infinity], max: [Infinity, 0] },
      { min: [-Infinity, -Infinity], max: [Infinity, Infinity] },
    ])
    expect(expectStep(twin)).toBe(101)
  })

  it('that are not boxes are ignored', () => {
    const twin = twinOf(Array.from({ length: 50 }, (_, i) => boxAt([i, 0], 0.4)), 0.2)
    expectStep(twin)
    expect(twin.broadPhase.update(7, Float64Array.of(NaN, 0, NaN, 1), 0.1)).toBe(false)
    expect(twin.broadPhase.update(8, Float64Array.of(0, NaN, 1, 1), 0.1)).toBe(false)
    expect(expectStep(twin)).toBe(0)
    const [found, truth] = twin.query(boxAt([0, 0], 100))
    expect(found).toEqual(truth)
  })
})

describe('life of a proxy', () => {
  it('two static ones are never a pair, not even touched', () => {
    const twin = new Twin(new BroadPhase(new WorldMemory()))
    twin.insert(0, boxAt([0, 0], 1), 0, true)
    twin.insert(1, boxAt([0, 0], 1), 0, true)
    expect(twin.step()).toEqual([[], []])
    twin.touch(0)
    twin.touch(1)
    expect(twin.step()).toEqual([[], []])
    twin.insert(1, boxAt([0, 0], 1), 0, false)
    expect(twin.step()).toEqual([[[0, 1]], [[0, 1]]])
  })

  it('pairs are reported once, and again after a touch', () => {
    const twin = new Twin(new BroadPhase(new WorldMemory()))
    for (let i = 0; i < 5; i++) twin.insert(i, boxAt([i, 0], 0.5), MARGIN)
    expect(twin.step()[0]).toEqual([[0, 1], [1, 2], [2, 3], [3, 4]])
    expect(twin.step()[0]).toEqual([])
    twin.touch(2)
    expect(twin.step()[0]).toEqual([[1, 2], [2, 3]])
  })

  it('removal is harmless twice, for rows never used and for all of them; the row is zero afterwards', () => {
    const broadPhase = new BroadPhase(new WorldMemory())
    broadPhase.remove(3)
    broadPhase.remove(3000)
    for (let i = 0; i < 100; i++) broadPhase.insert(i, i, 0, i + 1, 1, MARGIN, i % 2 === 0)
    broadPhase.findPairs()
    for (let i = 0; i < 100; i++) {
      broadPhase.remove(i)
      broadPhase.remove(i)
    }
    expect(broadPhase.update(5, Float64Array.of(0, 0, 1, 1), MARGIN)).toBe(false)
    broadPhase.touch(5)
    expect(broadPhase.findPairs()).toBe(0)
    expect(broadPhase.queryBox(-1e9, -1e9, 1e9, 1e9)).toBe(0)
    const { fat, kind, touched } = broadPhase.proxies.columns
    expect([...fat, ...kind, ...touched].every((value) => value === 0)).toBe(true)
  })

  it('a dead pair is seen as such, and only where something moved', () => {
    const broadPhase = new BroadPhase(new WorldMemory())
    for (let i = 0; i < 5; i++) broadPhase.insert(i, i, 0, i + 1, 1, MARGIN, false)
    broadPhase.findPairs()
    const { moved } = broadPhase.proxies.columns
    broadPhase.update(1, Float64Array.of(1, 9, 2, 10), MARGIN)
    broadPhase.findPairs()
    expect([...moved.subarray(0, 5)]).toEqual([0, 1, 0, 0, 0])
    expect(broadPhase.overlap(0, 1)).toBe(false)
    expect(broadPhase.overlap(2, 3)).toBe(true)
    broadPhase.findPairs()
    expect([...moved.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0])
  })
})
