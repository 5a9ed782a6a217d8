import { box, sphere, World, type Body, type ConeLimitDefinition, type ConeLimitJoint } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'
import { distance } from '../../common/joint-suite/pairs.ts'
import { momentumOf } from './lab.ts'
import { around, direction } from './vectors.ts'

const DT = 1 / 60
const DEGREE = Math.PI / 180
const STILL = { x: 0, y: 0, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

function tilted(definition: Partial<ConeLimitDefinition>): { world: World; body: Body; joint: ConeLimitJoint } {
  const world = new World({ gravity: STILL, sleeping: false })
  const body = world.createBody({ shapes: [sphere({ radius: 0.5, density: 100 })] })
  return { world, body, joint: world.createConeLimitJoint({ bodyB: body, axis: { x: 0, y: 1, z: 0 }, angle: 30 * DEGREE, ...definition }) }
}

describe('cone limit', () => {
  it.each([0.5, 5, 30, 90, 150, 175])('%d° holds a torque to 0.05°', (degrees) => {
    const { world, body, joint } = tilted({ angle: degrees * DEGREE })
    body.angularDamping = 2
    for (let i = 0; i < 600; i++) {
      if (i === 540) body.angularDamping = 0
      // Always outwards: about y × (axis of B), and where that has no direction, about z.
      const q = body.rotation
      const up = { x: 2 * (q.x * q.y - q.w * q.z), z: 2 * (q.y * q.z + q.w * q.x) }
      const n = Math.hypot(up.x, up.z)
      body.applyTorque(n > 1e-6 ? { x: (50 * up.z) / n, y: 0, z: (-50 * up.x) / n } : { x: 0, y: 0, z: 50 })
      world.step(DT)
    }
    expect(joint.currentAngle).toBeGreaterThan((degrees - 0.05) * DEGREE)
    expect(joint.currentAngle).toBeLessThan((degrees + 0.05) * DEGREE)
    expect(Math.hypot(...Object.values(joint.reactionTorque))).toBeCloseTo(50, 3)
    expect(Math.hypot(...Object.values(joint.reactionForce))).toBe(0)
  })

  it.each([5, 30, 90, 150])('%d° is overshot by less than 0.5° on impact', (degrees) => {
    const random = createRandom(8)
    for (let n = 0; n < 20; n++) {
      const { world, body, joint } = tilted({ angle: degrees * DEGREE })
      const spin = direction(random)
      body.angularVelocity = { x: 10 * spin.x, y: 10 * spin.y, z: 10 * spin.z }
      for (let i = 0; i < 120; i++) {
        world.step(DT)
        expect(joint.currentAngle).toBeLessThan((degrees + 0.5) * DEGREE)
      }
    }
  })

  it('leaves position and the turn about the direction free', () => {
    const { world, body, joint } = tilted({})
    body.linearVelocity = { x: 1, y: 2, z: 3 }
    body.angularVelocity = { x: 0, y: 7, z: 0 }
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(body.position.x).toBeCloseTo(1, 9)
    expect(body.position.z).toBeCloseTo(3, 9)
    expect(body.angularVelocity.y).toBeCloseTo(7, 9)
    expect(joint.currentAngle).toBeLessThan(1e-9)
  })

  it('takes its directions from both bodies', () => {
    const world = new World({ gravity: STILL })
    const a = world.createBody({ shapes: [sphere({ radius: 0.5 })] })
    const b = world.createBody({ position: { x: 3, y: 0, z: 0 }, rotation: around(Z, 1), shapes: [sphere({ radius: 0.5 })] })
    const joint = world.createConeLimitJoint({ bodyA: a, bodyB: b, axisA: { x: 0, y: 2, z: 0 }, axisB: { x: 1, y: 0, z: 0 }, angle: 1 })
    // x of B lies 1 rad above x, so π/2 − 1 from y.
    expect(joint.currentAngle).toBeCloseTo(Math.PI / 2 - 1, 12)
    const framed = world.createConeLimitJoint({ bodyA: a, bodyB: b, frameA: { rotation: around(Z, Math.PI / 2) }, frameB: {}, angle: 1 })
    expect(framed.currentAngle).toBeCloseTo(Math.PI / 2 - 1, 12)
  })

  it('hits without changing momentum', () => {
    const world = new World({ gravity: STILL, sleeping: false })
    const a = world.createBody({ angularVelocity: { x: 3, y: 1, z: -2 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.2, z: 0.3 } })] })
    const b = world.createBody({ position: { x: 3, y: 0, z: 0 }, angularVelocity: { x: -2, y: 4, z: 1 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.4, z: 0.3 } })] })
    const joint = world.createConeLimitJoint({ bodyA: a, bodyB: b, angle: 0.7 })
    const before = momentumOf(world)
    let most = 0
    for (let i = 0; i < 300; i++) {
      world.step(DT)
      most = Math.max(most, joint.currentAngle)
    }
    expect(most).toBeGreaterThan(0.699)
    expect(most).toBeLessThan(0.7 + 0.5 * DEGREE)
    expect(distance(momentumOf(world).angular, before.angular) / before.angularScale).toBeLessThan(1e-6)
  })

  it('bounces, and gives way when soft', () => {
    const { world, body } = tilted({ restitution: 0.5 })
    body.angularVelocity = { x: 0, y: 0, z: 4 }
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(body.angularVelocity.z).toBeCloseTo(-2, 6)
    const soft = tilted({ hertz: 2, dampingRatio: 0.1 })
    soft.body.angularVelocity = { x: 0, y: 0, z: 4 }
    let most = 0
    for (let i = 0; i < 60; i++) {
      soft.world.step(DT)
      most = Math.max(most, soft.joint.currentAngle)
    }
    // A quarter period of a damped oscillator that starts at 4 rad/s: (v/ω) e^(−ζ acos ζ/√(1 − ζ²)).
    const omega = 4 * Math.PI
    const overshoot = (4 / omega) * Math.exp((-0.1 / Math.sqrt(0.99)) * Math.acos(0.1))
    expect((most - 30 * DEGREE) / overshoot).toBeCloseTo(1, 1)
  })

  it('comes back from 170° and from straight behind', () => {
    for (const angle of [170 * DEGREE, Math.PI - 1e-9, Math.PI]) {
      const { world, body, joint } = tilted({})
      body.teleport(STILL, around(Z, angle))
      for (let i = 0; i < 300; i++) world.step(DT)
      expect(joint.currentAngle).toBeLessThan(30.05 * DEGREE)
    }
  })

  it('a bound of 0 makes the directions one', () => {
    const { world, body, joint } = tilted({ angle: 0 })
    body.angularVelocity = { x: 3, y: 2, z: 4 }
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(joint.currentAngle).toBeLessThan(1e-6)
    expect(body.angularVelocity.y).toBeCloseTo(2, 6)
  })

  it('can be read and changed', () => {
    const { world, body, joint } = tilted({ hertz: 4, dampingRatio: 0.5 })
    expect(joint.type).toBe('cone limit')
    expect(joint.bound).toEqual({ angle: 30 * DEGREE, restitution: 0, hertz: 4, dampingRatio: 0.5 })
    joint.angle = 1
    expect(joint.bound).toEqual({ angle: 1, restitution: 0, hertz: 4, dampingRatio: 0.5 })
    expect(() => (joint.angle = 7)).toThrow(/coneLimit\.angle \(7\)/)
    expect(joint.angle).toBe(1)
    joint.bound = null
    expect([joint.bound, joint.angle]).toEqual([null, Infinity])
    body.angularVelocity = { x: 0, y: 0, z: 1 }
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(joint.currentAngle).toBeCloseTo(2, 6)
    joint.bound = { angle: 0.5 }
    for (let i = 0; i < 240; i++) world.step(DT)
    expect(joint.currentAngle).toBeLessThan(0.5 + 1e-6)
  })
})
