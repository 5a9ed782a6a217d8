/** Contacts and springs of the classroom: Hodges' figures 12 to 14, Coulomb's law, Tamis 2.4, in both dimensions. */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { Classroom, softness, type ClassroomOptions } from 'fulcrum-physics/classroom'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scenes/random.ts'

const DT = 1 / 60

interface Lesson {
  readonly world: d2.World | d3.World
  readonly bodies: readonly (d2.Body | d3.Body)[]
}

/** Cubes of 1 m on each other, each by so much beside the one below; gravity may lean. */
function plane(offsets: readonly number[], lean = 0, friction = 0.5): Lesson {
  const world = new d2.World({ gravity: { x: 9.81 * lean, y: -9.81 } })
  world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [d2.box({ halfExtents: { x: 30, y: 1 }, friction: 1 })] })
  const shapes = [d2.box({ halfExtents: { x: 0.5, y: 0.5 }, friction })]
  return { world, bodies: offsets.map((x, i) => world.createBody({ mass: 1, position: { x, y: 0.51 + 1.01 * i }, shapes })) }
}

function space(offsets: readonly number[], lean = 0, friction = 0.5): Lesson {
  const world = new d3.World({ gravity: { x: 9.81 * lean, y: -9.81, z: 0 } })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 30, y: 1, z: 30 }, friction: 1 })] })
  const shapes = [d3.box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, friction })]
  return { world, bodies: offsets.map((x, i) => world.createBody({ mass: 1, position: { x, y: 0.51 + 1.01 * i, z: -x / 2 }, shapes })) }
}

function run({ world }: Lesson, options: ClassroomOptions, steps: number): void {
  const room = new Classroom(world, options)
  for (let i = 0; i < steps; i++) room.step(DT)
}

const speedOf = ({ linearVelocity: v }: d2.Body | d3.Body): number => Math.hypot(...(Object.values(v) as number[]))

describe.each([['plane', plane], ['space', space]] as const)('in the %s', (_, make) => {
  it('stacks tremble with single points and come to rest with cached ones, 20 random stacks of four', () => {
    const random = createRandom(12)
    const [single, cached]: [number[], number[]] = [[], []]
    for (let n = 0; n < 20; n++) {
      const offsets = Array.from({ length: 4 }, () => random.between(-0.1, 0.1))
      for (const [contacts, speeds] of [['single', single], ['cached', cached]] as const) {
        const lesson = make(offsets)
        run(lesson, { contacts, beta: 0.25, slop: 0.02, iterations: 20 }, 240)
        speeds.push(Math.max(...lesson.bodies.map(speedOf)))
        if (contacts === 'cached') lesson.bodies.forEach(({ position }, i) => expect(Math.abs(position.y - 0.5 - i)).toBeLessThan(0.1))
      }
    }
    const middle = (values: number[]): number => values.sort((a, b) => a - b)[10]!
    expect(middle(single)).toBeGreaterThan(10 * middle(cached))
    expect(middle(cached)).toBeLessThan(0.05)
  })

  it('boxes slide where the slope is steeper than friction, and stick where it is not', () => {
    const options: ClassroomOptions = { contacts: 'cached', beta: 0.2, slop: 0.01, iterations: 30 }
    const [sticks, slides] = [0.4, 0.6].map((lean) => {
      const lesson = make([0], lean)
      run(lesson, options, 120)
      return speedOf(lesson.bodies[0]!)
    }) as [number, number]
    expect(sticks).toBeLessThan(0.02)
    // (lean − μ) g t from the landing on.
    expect(slides).toBeGreaterThan(0.8 * 0.1 * 9.81 * 2)
    expect(slides).toBeLessThan(1.2 * 0.1 * 9.81 * 2)
  })

  it('the LCP has the weight in its contacts, as sequential impulses have', () => {
    for (const method of ['sequential', 'lcp'] as const) {
      const lesson = make([0, 0])
      const room = new Classroom(lesson.world, { method, contacts: 'cached', beta: 0.2, slop: 0.01, iterations: 200 })
      let sum = 0
      for (let i = 0; i < 240; i++) {
        const { lambda } = room.step(DT)
        if (i >= 180) sum += Math.max(...lambda)
      }
      expect(sum).toBeGreaterThan(0)
      expect(lesson.bodies[1]!.position.y).toBeCloseTo(1.5, 1)
    }
  })

  it('without contacts bodies fall through', () => {
    const lesson = make([0])
    run(lesson, {}, 120)
    expect(lesson.bodies[0]!.position.y).toBeLessThan(-5)
  })
})

describe('springs', () => {
  function hung(stiffness: number, damping: number): { world: d2.World; body: d2.Body } {
    const world = new d2.World()
    const body = world.createBody({ mass: 2, position: { x: 0, y: -1 }, shapes: [d2.circle({ radius: 0.1 })] })
    world.createDistanceJoint({ bodyB: body, anchorA: { x: 0, y: 0 }, anchorB: { x: 0, y: -1 }, length: 1, spring: { stiffness, damping } })
    return { world, body }
  }

  it('hang by m g / k, and rows tell k and c', () => {
    const { world, body } = hung(200, 10)
    const row = [...world.joints][0]!.readRows().find(({ role }) => role === 'spring')
    expect(row!.spring).toEqual({ stiffness: 200, damping: 10, speed: 0 })
    const room = new Classroom(world, { iterations: 5 })
    for (let i = 0; i < 1200; i++) room.step(DT)
    expect(body.position.y).toBeCloseTo(-1 - (2 * 9.81) / 200, 6)
  })

  it('of hertz and damping ratio tell the same k and c, of the mass that moves', () => {
    const world = new d2.World()
    const body = world.createBody({ mass: 2, position: { x: 0, y: -1 }, shapes: [d2.circle({ radius: 0.1 })] })
    const ends = { bodyB: body, anchorA: { x: 0, y: 0 }, anchorB: { x: 0, y: -1 } }
    const joint = world.createDistanceJoint({ ...ends, length: 1, spring: { hertz: 3, dampingRatio: 0.5 } })
    const { spring } = joint.readRows().find(({ role }) => role === 'spring')!
    const omega = 2 * Math.PI * 3
    expect(spring!.stiffness).toBeCloseTo(omega * omega * 2, 8)
    expect(spring!.damping).toBeCloseTo(2 * 0.5 * omega * 2, 8)
  })

  it('as forces at the start of a step grow without end where they are stiff; as soft rows they do not', () => {
    const swing = (springs: 'soft' | 'explicit'): number => {
      const { world, body } = hung(40_000, 0)
      const room = new Classroom(world, { springs })
      let most = 0
      for (let i = 0; i < 40 && most < 100; i++) {
        room.step(DT)
        most = Math.max(most, Math.abs(body.position.y + 1))
      }
      return most
    }
    expect(swing('explicit')).toBeGreaterThan(100)
    expect(swing('soft')).toBeLessThan(0.01)
  })

  it('have β and γ without unit slips (Tamis 2.5): β / (γ Δt) is k', () => {
    const { beta, gamma } = softness(300, 20, DT)
    expect(beta / (gamma * DT)).toBeCloseTo(300, 9)
    expect((1 - beta) / gamma).toBeCloseTo(20, 9)
  })
})

it('warm starting can be limited (Hodges 10.1)', () => {
  const world = new d2.World()
  const body = world.createBody({ mass: 1, shapes: [d2.circle({ radius: 0.1 })] })
  world.createHingeJoint({ bodyB: body, anchor: { x: 0, y: 0 } })
  const room = new Classroom(world, { warmStartLimit: 0.05, iterations: 0 })
  const full = new Classroom(world, { iterations: 1 })
  full.step(DT)
  expect(Math.max(...room.step(DT).lambda)).toBeLessThanOrEqual(0.05)
  expect(() => new Classroom(world, { contacts: 'many' } as never)).toThrow(/classroom\.contacts .*'none', 'single' or 'cached'/)
  expect(() => new Classroom(world, { springs: 'stiff' } as never)).toThrow(/classroom\.springs/)
  expect(() => new Classroom(world, { warmStartLimit: -1 })).toThrow(/classroom\.warmStartLimit/)
})
