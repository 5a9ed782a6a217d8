/** Pulleys: the Jacobian, Atwood's machine, tackles, slack, elastic ropes, stops, setters, bad input. */

import { describe, expect, it } from 'vitest'
import type { Body, PulleyDefinition, PulleyJoint, World } from 'fulcrum-physics/3d'
import { OWN } from '../../../src/d3/store/joint-table.ts'
import { pulleyKind } from '../../../src/d3/joints/kinds/pulley-joint.ts'
import { pulley } from './cases/pulley.ts'
import { addBall, addBox, DT, quietWorld, randomData, run, worstDerivative } from './mechanism-rigs.ts'

const G = 9.81
const groundA = { x: -1, y: 4, z: 0 }
const groundB = { x: 1, y: 4, z: 0 }

/** Two balls of given masses, 4 m below their wheels. */
function atwood(world: World, mA: number, mB: number, more: Partial<PulleyDefinition> = {}): { a: Body; b: Body; joint: PulleyJoint } {
  const a = addBall(world, { x: -1, y: 0, z: 0 })
  const b = addBall(world, { x: 1, y: 0, z: 0 })
  a.mass = mA
  b.mass = mB
  return { a, b, joint: world.createPulleyJoint({ bodyA: a, bodyB: b, groundA, groundB, ...more }) }
}

describe('pulley', () => {
  it('has the gradient of what it measures', () => {
    const make = (random: () => number): Float64Array => {
      const data = randomData(random)
      for (let k = 0; k < 6; k++) data[OWN + k] = 2 * random() - 1
      data[OWN + 6] = 0.5 + random()
      return data
    }
    const { worst, at } = worstDerivative(pulleyKind, make, ({ measure }) => measure.value[1]! < 0.05 || measure.value[2]! < 0.05)
    expect(worst, at).toBeLessThan(1e-6)
  })

  it.each([[1, 2, 1], [5, 1, 1], [1, 1000, 1], [3, 2, 2], [1, 4, 3], [2, 1, 0.5]])(
    'accelerates as Atwood\'s machine: %d kg, %d kg, ratio %d',
    (mA, mB, ratio) => {
      const world = quietWorld(G)
      const { a, b, joint } = atwood(world, mA, mB, { ratio })
      run(world, 30)
      const t = 30 * DT
      // m_A a_A = T − m_A g, m_B a_B = ratio T − m_B g, a_A + ratio a_B = 0 (upwards).
      const tension = (G * (1 + ratio)) / (1 / mA + (ratio * ratio) / mB)
      const upA = tension / mA - G
      const upB = (ratio * tension) / mB - G
      expect(Math.abs(a.linearVelocity.y - upA * t)).toBeLessThan(1e-4 * Math.max(Math.abs(upA), 0.1) * t)
      expect(Math.abs(b.linearVelocity.y - upB * t)).toBeLessThan(1e-4 * Math.max(Math.abs(upB), 0.1) * t)
      expect(Math.abs(a.position.y - 0.5 * upA * t * t)).toBeLessThan(1e-4 * Math.max(Math.abs(upA), 0.1) * t * t)
      expect(Math.abs(joint.tension / tension - 1)).toBeLessThan(1e-4)
      expect(Math.abs(joint.lengthA + ratio * joint.lengthB - 4 * (1 + ratio))).toBeLessThan(1e-9)
    },
  )

  it('balances a tackle at rest, and the world takes the sum', () => {
    const world = quietWorld(G)
    const { a, b, joint } = atwood(world, 1, 3, { ratio: 3 })
    run(world, 120)
    expect(Math.abs(a.position.y)).toBeLessThan(1e-9)
    expect(Math.abs(b.position.y)).toBeLessThan(1e-9)
    expect(joint.tension).toBeCloseTo(G, 6)
    expect(joint.reactionForce.y).toBeCloseTo(3 * G, 6)
  })

  it('goes slack: a rope does not push', () => {
    const world = quietWorld(G)
    const { a, b, joint } = atwood(world, 1, 1)
    // B is thrown upwards: A falls freely until the rope is taut again.
    b.linearVelocity = { x: 0, y: 3, z: 0 }
    run(world, 10)
    expect(joint.tension).toBe(0)
    expect(joint.currentLength).toBeLessThan(joint.totalLength - 0.1)
    expect(a.linearVelocity.y).toBeCloseTo(-G * 10 * DT, 9)
    run(world, 200)
    expect(joint.currentLength).toBeLessThan(joint.totalLength + 1e-6)
  })

  it('pushes when it is rigid', () => {
    const world = quietWorld(G)
    const { a, b, joint } = atwood(world, 1, 1, { rigid: true })
    b.linearVelocity = { x: 0, y: 3, z: 0 }
    run(world, 10)
    // Momentum 3 along the rope is shared: 1.5 m/s each.
    expect(b.linearVelocity.y).toBeCloseTo(1.5, 6)
    expect(a.linearVelocity.y).toBeCloseTo(-1.5, 6)
    expect(joint.currentLength).toBeCloseTo(8, 9)
  })

  it('swings as pendulums do: the rope keeps its length', () => {
    const world = quietWorld(G)
    const { a, joint } = atwood(world, 2, 2)
    a.linearVelocity = { x: 0, y: 0, z: 2 }
    let worst = 0
    run(world, 300, () => { worst = Math.max(worst, joint.currentLength - 8) })
    expect(worst).toBeLessThan(1e-5)
  })

  it('stretches by m g / k on the mean, and swings at √(k/m)', () => {
    const world = quietWorld(G)
    const a = world.createBody({ type: 'static', position: { x: -1, y: 0, z: 0 } })
    const b = addBall(world, { x: 1, y: 0, z: 0 })
    b.mass = 2
    const joint = world.createPulleyJoint({ bodyA: a, bodyB: b, groundA, groundB, stretch: { stiffness: 500 }, totalLength: 7.95 })
    // It starts 50 mm long, which is more than the sag of 39 mm but not twice that: the rope stays taut.
    let [low, high, crossings, first, last, before] = [0, 0, 0, 0, 0, 0]
    run(world, 600, (step) => {
      const y = b.position.y - (0.05 - (2 * G) / 500)
      low = Math.min(low, b.position.y)
      high = Math.max(high, b.position.y)
      if (before < 0 && y >= 0) {
        last = step - y / (y - before)
        if (crossings++ === 0) first = last
      }
      before = y
    })
    // About 50 mm up less the sag.
    expect(Math.abs((low + high) / 2 - (0.05 - (2 * G) / 500))).toBeLessThan(1e-4)
    expect(Math.abs((crossings - 1) / ((last - first) * DT) / (Math.sqrt(500 / 2) / (2 * Math.PI)) - 1)).toBeLessThan(1e-3)
    expect(joint.stretch).toEqual({ stiffness: 500, damping: 0 })
    joint.stretch = null
    run(world, 240)
    expect(joint.stretch).toBeNull()
    expect(joint.currentLength).toBeLessThan(7.95 + 1e-6)
  })

  it('stops where its limits say', () => {
    const world = quietWorld(G)
    const { a, b, joint } = atwood(world, 1, 3, { limitA: { lower: 1, upper: Infinity } })
    run(world, 240)
    expect(a.position.y).toBeCloseTo(3, 5)
    expect(b.position.y).toBeCloseTo(-3, 5)
    joint.limitA = null
    joint.limitB = { lower: 0, upper: 7.5 }
    run(world, 120)
    expect(b.position.y).toBeCloseTo(-3.5, 5)
    expect(joint.limitA).toBeNull()
    expect(joint.limitB).toMatchObject({ lower: 0, upper: 7.5 })
  })

  it('takes other lengths and ratios', () => {
    const world = quietWorld(G)
    const { joint } = atwood(world, 1, 1)
    joint.totalLength = 7.5
    run(world, 120)
    expect(joint.currentLength).toBeCloseTo(7.5, 4)
    const { lengthA, lengthB } = joint
    joint.ratio = 2
    expect(joint.totalLength).toBeCloseTo(lengthA + 2 * lengthB, 4)
    run(world, 1)
    expect(joint.lengthA).toBeCloseTo(lengthA, 1)
    joint.rigid = true
    expect(joint.rigid).toBe(true)
    expect(joint.ratio).toBe(2)
    expect(joint.groundA).toEqual(groundA)
    expect(joint.groundB).toEqual(groundB)
  })

  it('stays finite with a body at its wheel', () => {
    const world = quietWorld(G)
    const { a, b, joint } = atwood(world, 1, 50)
    run(world, 300)
    for (const value of [a.position.y, b.position.y, joint.lengthA, joint.tension]) expect(Number.isFinite(value)).toBe(true)
  })

  it('refuses nonsense', () => {
    const world = quietWorld()
    const a = addBox(world, { x: 0, y: 0, z: 0 })
    const b = addBox(world, { x: 1, y: 0, z: 0 })
    for (const { says, call } of pulley.refused!) expect(() => call(world, a, b)).toThrow(says)
    expect(() => world.createPulleyJoint({ bodyA: a, bodyB: b, groundA: a.position, groundB: b.position })).toThrow(/leaves no rope/)
    expect(() => world.createPulleyJoint({ bodyB: b, groundA, groundB })).toThrow(/pulley\.anchorA/)
    expect(world.jointCount).toBe(0)
  })
})
