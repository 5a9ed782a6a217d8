import { box, sphere, World, type BallDefinition, type BallJoint, type Body, type Quat, type SwingLimit, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { ballKind } from '../../../src/d3/joints/kinds/ball-joint.ts'
import { Measure, POSE_SIZE, ROW } from '../../../src/d3/joints/joint-kind.ts'
import { bodyPoses, setFrames } from '../../../src/d3/joints/frames.ts'
import { DATA_SIZE } from '../../../src/d3/store/joint-table.ts'
import { turn } from '../../../src/d3/math/rotation.ts'
import { rowOfHandle } from '../../../src/common/memory/ids.ts'
import { createRandom } from '../../common/random.ts'
import { numericCheck } from './derivative.ts'
import { stateOf } from './lab.ts'
import { around, direction, rotated, rotation } from './vectors.ts'

const DT = 1 / 60
const DEGREE = Math.PI / 180
const ORIGIN = { x: 0, y: 0, z: 0 }

/** A rod of 1 m and 1 kg along x, held at its end by the world. */
function rod(definition: Partial<BallDefinition>, gravity = 0): { world: World; body: Body; joint: BallJoint } {
  const world = new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
  const body = world.createBody({ mass: 1, position: { x: 0.5, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.1, z: 0.15 } })] })
  return { world, body, joint: world.createBallJoint({ bodyB: body, anchor: ORIGIN, planeAxis: { x: 0, y: 1, z: 0 }, ...definition }) }
}

/** Leans the rod and spins it about its end. */
function throwRod(body: Body, pose: Quat, spin: Vec3): void {
  const r = rotated(pose, { x: 0.5, y: 0, z: 0 })
  body.teleport(r, pose)
  body.angularVelocity = spin
  body.linearVelocity = { x: spin.y * r.z - spin.z * r.y, y: spin.z * r.x - spin.x * r.z, z: spin.x * r.y - spin.y * r.x }
}

/** The swing's rotation vector about y and z, from the body's rotation, the joint's frames being the world's. */
function swingVector({ x, y, z, w }: Quat): { y: number; z: number; angle: number } {
  const angle = 2 * Math.atan2(Math.hypot(y, z), Math.hypot(x, w))
  const sy = w * y - x * z
  const sz = w * z + x * y
  const n = Math.hypot(sy, sz)
  return n === 0 ? { y: 0, z: 0, angle } : { y: (angle * sy) / n, z: (angle * sz) / n, angle }
}

/** How far outside the limit, rad; of an ellipse the distance to it, to first order. */
function beyond(limit: SwingLimit, q: Quat): number {
  const { y, z, angle } = swingVector(q)
  if ('cone' in limit) return angle - limit.cone
  if ('pyramid' in limit) return Math.max(Math.abs(y) - limit.pyramid.y, Math.abs(z) - limit.pyramid.z)
  const reach = Math.hypot(y / limit.ellipse.y, z / limit.ellipse.z)
  return reach === 0 ? -Infinity : ((reach - 1) * reach) / Math.hypot(y / limit.ellipse.y ** 2, z / limit.ellipse.z ** 2)
}

const LIMITS: [string, SwingLimit][] = [
  ['cone 5°', { cone: 5 * DEGREE }],
  ['cone 30°', { cone: 30 * DEGREE }],
  ['cone 120°', { cone: 120 * DEGREE }],
  ['cone 170°', { cone: 170 * DEGREE }],
  ['ellipse 20° × 60°', { ellipse: { y: 20 * DEGREE, z: 60 * DEGREE } }],
  ['ellipse 60° × 20°', { ellipse: { y: 60 * DEGREE, z: 20 * DEGREE } }],
  ['ellipse 12° × 60°', { ellipse: { y: 12 * DEGREE, z: 60 * DEGREE } }],
  ['pyramid 20° × 60°', { pyramid: { y: 20 * DEGREE, z: 60 * DEGREE } }],
]

describe('ball: swing limits', () => {
  it.each(LIMITS)('%s holds under load to 0.05°', (_, swingLimit) => {
    for (const axis of [{ x: 1, y: 0, z: 0 }, { x: 0.4, y: 1, z: 0.3 }]) {
      const { world, body, joint } = rod({ swingLimit, axis, planeAxis: { x: 0, y: 0.2, z: 1 } }, 9.81)
      body.angularDamping = 3
      body.linearDamping = 3
      // Ten times its weight at the far end, sideways as well.
      for (let i = 0; i < 600; i++) {
        body.applyForce({ x: 0, y: -80, z: -30 }, rotatedEnd(body))
        world.step(DT)
      }
      const relative = relativeRotation(joint, body)
      expect(beyond(swingLimit, relative)).toBeLessThan(0.05 * DEGREE)
      expect(Math.abs(joint.swingAngle - swingVector(relative).angle)).toBeLessThan(1e-9)
    }
  })

  it.each(LIMITS)('%s is overshot by less than 0.5° on impact, and gains no energy', (_, swingLimit) => {
    const random = createRandom(3)
    for (let n = 0; n < 20; n++) {
      const { world, body } = rod({ swingLimit })
      const spin = direction(random)
      throwRod(body, { x: 0, y: 0, z: 0, w: 1 }, { x: spin.x * 8, y: spin.y * 8, z: spin.z * 8 })
      const energy = body.kineticEnergy
      for (let i = 0; i < 120; i++) {
        world.step(DT)
        expect(beyond(swingLimit, body.rotation)).toBeLessThan(0.5 * DEGREE)
        expect(body.kineticEnergy).toBeLessThan(energy * (1 + 1e-3))
      }
    }
  })

  // 24° per substep.
  it.each<[string, SwingLimit]>([
    ['a cone of 0.5°', { cone: 0.5 * DEGREE }], ['a cone of 8°', { cone: 8 * DEGREE }], ['an ellipse of 2° × 60°', { ellipse: { y: 2 * DEGREE, z: 60 * DEGREE } }],
  ])('%s survives what crosses it in a fraction of a substep', (_, swingLimit) => {
    const random = createRandom(5)
    for (let n = 0; n < 20; n++) {
      const { world, body } = rod({ swingLimit })
      const spin = direction(random)
      throwRod(body, { x: 0, y: 0, z: 0, w: 1 }, { x: 0, y: 100 * spin.y, z: 100 * spin.z })
      const before = body.kineticEnergy
      for (let i = 0; i < 120; i++) {
        world.step(DT)
        expect(body.kineticEnergy).toBeLessThan(before * (1 + 1e-3))
      }
      expect(beyond(swingLimit, body.rotation)).toBeLessThan(0.05 * DEGREE)
    }
  })

  it('the ellipse is the true one in every direction', () => {
    const y = 25 * DEGREE
    const z = 70 * DEGREE
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const { world, body } = rod({ swingLimit: { ellipse: { y, z } } })
      // Pushed outwards along a fixed direction of the swing, without friction it would slide: a spring about it keeps it there.
      const a = degrees * DEGREE
      const radius = 1 / Math.hypot(Math.cos(a) / y, Math.sin(a) / z)
      const q = around({ x: 0, y: Math.cos(a), z: Math.sin(a) }, radius - 0.02)
      throwRod(body, q, { x: 0, y: 3 * Math.cos(a), z: 3 * Math.sin(a) })
      let most = 0
      for (let i = 0; i < 5; i++) {
        world.step(DT)
        const s = swingVector(body.rotation)
        most = Math.max(most, Math.hypot(s.y / y, s.z / z))
      }
      expect(most).toBeGreaterThan(1 - 1e-3)
      expect(most).toBeLessThan(1 + 1e-3)
    }
  })

  it('a cone of 0 locks the swing and leaves the twist', () => {
    const { world, body, joint } = rod({ swingLimit: { cone: 0 } }, 9.81)
    body.angularVelocity = { x: 5, y: 0, z: 0 }
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(joint.swingAngle).toBeLessThan(1e-6)
    expect(body.angularVelocity.x).toBeCloseTo(5, 6)
  })

  it('bounces with its restitution', () => {
    const { world, body } = rod({ swingLimit: { cone: 0.5, restitution: 0.6 } })
    throwRod(body, { x: 0, y: 0, z: 0, w: 1 }, { x: 0, y: 0, z: 4 })
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(body.angularVelocity.z).toBeCloseTo(-2.4, 2)
  })

  it('a soft one gives way as its spring says', () => {
    // Torque of the weight at rest: stiffness × overshoot = m g l cos.
    const { world, body, joint } = rod({ swingLimit: { cone: 0.5, stiffness: 40, damping: 2 } }, 9.81)
    body.angularDamping = 2
    for (let i = 0; i < 1200; i++) world.step(DT)
    const over = joint.swingAngle - 0.5
    expect((40 * over) / (9.81 * 0.5 * Math.cos(joint.swingAngle))).toBeCloseTo(1, 1)
  })

  it.each(LIMITS)('%s takes back 170° and more', (_, swingLimit) => {
    const random = createRandom(7)
    for (let n = 0; n < 10; n++) {
      const { world, body, joint } = rod({ swingLimit, twistLimit: { lower: -0.5, upper: 0.5 } })
      const a = 2 * Math.PI * random()
      throwRod(body, around({ x: 0, y: Math.cos(a), z: Math.sin(a) }, n === 0 ? Math.PI : 170 * DEGREE), ORIGIN)
      for (let i = 0; i < 300; i++) world.step(DT)
      expect(beyond(swingLimit, body.rotation)).toBeLessThan(0.05 * DEGREE)
      expect(joint.twistAngle).toBeLessThan(0.5 + 0.05 * DEGREE)
      expect(joint.twistAngle).toBeGreaterThan(-0.5 - 0.05 * DEGREE)
    }
  })
})

describe('ball: twist', () => {
  it('counts turns and stops at a limit beyond several', () => {
    const upper = 5 * Math.PI + 0.3
    const { world, body, joint } = rod({ twistLimit: { lower: -1, upper } })
    body.angularVelocity = { x: 12, y: 0, z: 0 }
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(joint.twistAngle).toBeCloseTo(12, 6)
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(joint.twistAngle).toBeCloseTo(upper, 6)
    body.angularVelocity = { x: -12, y: 0, z: 0 }
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(joint.twistAngle).toBeCloseTo(-1, 6)
  })

  it('is told from the swing', () => {
    const { body, joint } = rod({})
    const random = createRandom(2)
    for (let i = 0; i < 100; i++) {
      const a = 2 * Math.PI * random()
      const swing = around({ x: 0, y: Math.cos(a), z: Math.sin(a) }, 3 * random())
      const twist = 6 * (random() - 0.5)
      const t = around({ x: 1, y: 0, z: 0 }, twist)
      throwRod(body, product(swing, t), ORIGIN)
      expect(joint.twistAngle).toBeCloseTo(twist, 9)
    }
  })

  it('keeps its turns when other settings change', () => {
    const { world, body, joint } = rod({ twistLimit: { lower: -Infinity, upper: Infinity } })
    body.angularVelocity = { x: 10, y: 0, z: 0 }
    for (let i = 0; i < 60; i++) world.step(DT)
    joint.swingLimit = { cone: 1 }
    joint.twistLimit = { lower: 0, upper: 100 }
    expect(joint.twistAngle).toBeCloseTo(10, 6)
  })
})

describe('ball: motor, spring, friction', () => {
  it('the motor spins along the axes of A', () => {
    const velocity = { x: 1, y: -2, z: 3 }
    const { world, body, joint } = ballOfLead({ motor: { velocity, maxTorque: 100 } })
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(body.angularVelocity.x).toBeCloseTo(1, 9)
    expect(body.angularVelocity.y).toBeCloseTo(-2, 9)
    expect(body.angularVelocity.z).toBeCloseTo(3, 9)
    expect(joint.motor).toEqual({ velocity, maxTorque: 100 })
  })

  it('gives its torque and no more', () => {
    const { world, body, joint } = ballOfLead({ motor: { velocity: { x: 0, y: 0, z: 1000 }, maxTorque: 0.5 } })
    const inertia = body.getInertia().zz
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(body.angularVelocity.z).toBeCloseTo(0.5 / inertia, 6)
    expect(joint.motorTorque.z).toBeCloseTo(0.5, 9)
  })

  it('stalls at the torque of the load', () => {
    // m g l = 4.905 N m at the horizontal.
    for (const [maxTorque, holds] of [[4.95, true], [4.85, false]] as const) {
      const { world, body, joint } = rod({ motor: { velocity: ORIGIN, maxTorque } }, 9.81)
      for (let i = 0; i < 120; i++) world.step(DT)
      if (holds) {
        expect(body.position.y).toBeCloseTo(0, 6)
        expect(joint.motorTorque.z).toBeCloseTo(4.905, 4)
      } else expect(body.position.y).toBeLessThan(-0.01)
    }
  })

  it('friction holds below its torque and brakes above it', () => {
    const held = rod({ friction: 5 }, 9.81)
    for (let i = 0; i < 120; i++) held.world.step(DT)
    expect(held.body.position.y).toBeCloseTo(0, 6)
    const { world, body } = ballOfLead({ friction: 0.2 })
    const inertia = body.getInertia().zz
    body.angularVelocity = { x: 0, y: 0, z: 20 }
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(body.angularVelocity.z).toBeCloseTo(20 - (0.2 * 0.5) / inertia, 6)
  })

  it.each([['in its middle', 0], ['at an arm', 1]])('a spring swings a sphere held %s at √(k/I)', (_, arm) => {
    const world = new World({ gravity: ORIGIN, sleeping: false })
    const body = world.createBody({ position: { x: arm, y: 0, z: 0 }, shapes: [sphere({ radius: 0.5, density: 100 })] })
    world.createBallJoint({ bodyB: body, anchor: ORIGIN, spring: { stiffness: 300 } })
    const inertia = 0.4 * body.mass * 0.25 + body.mass * arm * arm
    const period = 2 * Math.PI * Math.sqrt(inertia / 300)
    const start = around({ x: 0, y: 0.6, z: 0.8 }, 2)
    body.teleport(rotated(start, { x: arm, y: 0, z: 0 }), start)
    // Zero crossings of the rotation vector along its axis, over ten periods.
    let crossings = 0
    let time = 0
    let last = 2
    let first = 0
    let end = 0
    while (crossings < 21) {
      world.step(DT)
      time += DT
      const q = body.rotation
      const angle = 2 * Math.atan2(0.6 * q.y + 0.8 * q.z, q.w)
      if (angle * last < 0) {
        const at = time - DT + (DT * last) / (last - angle)
        if (crossings === 0) first = at
        end = at
        crossings++
      }
      last = angle
    }
    expect((end - first) / 10 / period).toBeCloseTo(1, 3)
  })

  it('reaches its target from anywhere, by the short way', () => {
    const random = createRandom(4)
    for (let i = 0; i < 20; i++) {
      const target = rotation(random)
      const { world, body, joint } = ballOfLead({ spring: { target, hertz: 2, dampingRatio: 1 } })
      for (let k = 0; k < 180; k++) world.step(DT)
      const q = body.rotation
      expect(Math.abs(q.x * target.x + q.y * target.y + q.z * target.z + q.w * target.w)).toBeGreaterThan(1 - 1e-6)
      expect(joint.spring).toMatchObject({ hertz: 2, dampingRatio: 1, maxTorque: Infinity, mode: 'force' })
    }
  })

  it('pulls with the torque of its energy, whatever the pose', () => {
    const random = createRandom(6)
    const target = rotation(random)
    const { joint } = ballOfLead({ spring: { target, stiffness: 1 } })
    const row = rowOfHandle(joint.id)
    const data = stateOf(joint.world).joints.columns.data.slice(row * DATA_SIZE, (row + 1) * DATA_SIZE)
    for (let i = 0; i < 300; i++) {
      const poses = new Float64Array([0, 0, 0, ...Object.values(rotation(random)), 0, 0, 0, ...Object.values(rotation(random))])
      const here = measured(data, poses)
      if (energyOf(here) > 0.5 * 3.1 * 3.1) continue
      for (let k = 0; k < 6; k++) {
        const sides = [1e-5, -1e-5].map((step) => {
          const shifted = poses.slice()
          turn(shifted, (k < 3 ? 0 : 7) + 3, k % 3 === 0 ? 1 : 0, k % 3 === 1 ? 1 : 0, k % 3 === 2 ? 1 : 0, step)
          return energyOf(measured(data, shifted))
        })
        const slope = (sides[0] - sides[1]) / 2e-5
        let torque = 0
        for (let c = 3; c < 6; c++) torque += here.value[c] * here.gradient[c * ROW + (k < 3 ? 3 + k : 6 + k)]
        expect(torque).toBeCloseTo(slope, 6)
      }
    }
  })

  it('keeps within its torque and follows a moving target', () => {
    const weak = rod({ spring: { hertz: 5, maxTorque: 3 } }, 9.81)
    let lowest = 0
    for (let i = 0; i < 240; i++) {
      weak.world.step(DT)
      lowest = Math.min(lowest, weak.body.position.y)
    }
    expect(lowest).toBeLessThan(-0.2)
    const { world, body, joint } = ballOfLead({})
    for (let i = 1; i <= 240; i++) {
      joint.spring = { target: around({ x: 0, y: 1, z: 0 }, i * DT), targetVelocity: { x: 0, y: 1, z: 0 }, hertz: 4 }
      world.step(DT)
    }
    expect(Math.cos(2 * Math.atan2(body.rotation.y, body.rotation.w) - 4)).toBeGreaterThan(Math.cos(0.02))
    expect(body.angularVelocity.y).toBeCloseTo(1, 1)
  })
})

describe('ball: the handle', () => {
  it('gives back what it was given', () => {
    const { joint } = rod({})
    expect([joint.swingLimit, joint.twistLimit, joint.motor, joint.spring, joint.friction]).toEqual([null, null, null, null, 0])
    for (const limit of [{ cone: 0 }, { cone: 0.1 }, { cone: 1 }, { ellipse: { y: 0, z: 1 } }, { ellipse: { y: 1, z: 1 } }, { pyramid: { y: 0.2, z: 3 } }]) {
      joint.swingLimit = limit
      expect(joint.swingLimit).toEqual({ ...limit, restitution: 0 })
    }
    joint.swingLimit = { ellipse: { y: 0.3, z: 0.4 }, hertz: 5, dampingRatio: 0.5, restitution: 0.1 }
    expect(joint.swingLimit).toEqual({ ellipse: { y: 0.3, z: 0.4 }, hertz: 5, dampingRatio: 0.5, restitution: 0.1 })
    joint.twistLimit = { lower: -9, upper: 9 }
    expect(joint.twistLimit).toEqual({ lower: -9, upper: 9, restitution: 0 })
    joint.friction = 2
    expect(joint.friction).toBe(2)
    joint.motor = { velocity: { x: 1, y: 2, z: 3 }, maxTorque: Infinity }
    joint.spring = { stiffness: 5, damping: 1, maxTorque: 3, target: { x: 0, y: 0, z: 1, w: 0 } }
    expect(joint.spring).toEqual({
      stiffness: 5, damping: 1, maxTorque: 3, mode: 'force', target: { x: 0, y: 0, z: 1, w: 0 }, targetVelocity: { x: 0, y: 0, z: 0 },
    })
    joint.swingLimit = joint.twistLimit = joint.motor = joint.spring = null
    joint.friction = 0
    expect([joint.swingLimit, joint.twistLimit, joint.motor, joint.spring, joint.friction]).toEqual([null, null, null, null, 0])
  })

  it('refuses without changing anything', () => {
    const { joint } = rod({ swingLimit: { ellipse: { y: 0.3, z: 0.4 } }, spring: { hertz: 2 } })
    const before = [joint.swingLimit, joint.spring]
    expect(() => (joint.swingLimit = { cone: -1 })).toThrow(/ball\.swingLimit\.cone \(-1\)/)
    expect(() => (joint.swingLimit = { cone: 1, restitution: 2 })).toThrow(/ball\.swingLimit\.restitution/)
    expect(() => (joint.swingLimit = { cone: 1, ellipse: { y: 1, z: 1 } })).toThrow(/needs one of cone, ellipse and pyramid/)
    expect(() => (joint.spring = { hertz: 0 })).toThrow(/ball\.spring\.hertz/)
    expect(() => (joint.spring = { hertz: 1, maxTorque: NaN })).toThrow(/ball\.spring\.maxTorque/)
    expect(() => (joint.motor = { velocity: { x: NaN, y: 0, z: 0 }, maxTorque: 1 })).toThrow(/ball\.motor\.velocity\.x/)
    expect(joint.motor).toBeNull()
    expect([joint.swingLimit, joint.spring]).toEqual(before)
  })

  it('measures finite numbers at the poles', () => {
    for (const swingLimit of LIMITS.map(([, limit]) => limit)) {
      const { joint } = rod({ swingLimit, twistLimit: { lower: -1, upper: 1 } })
      const row = rowOfHandle(joint.id)
      const data = stateOf(joint.world).joints.columns.data.slice(row * DATA_SIZE, (row + 1) * DATA_SIZE)
      for (const angle of [0, 1e-12, 1e-7, Math.PI - 1e-7, Math.PI - 1e-12, Math.PI]) {
        for (const axis of [{ x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }, { x: 0, y: 0.6, z: -0.8 }]) {
          const { value, gradient } = measured(data, new Float64Array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, ...Object.values(around(axis, angle))]))
          expect([...value, ...gradient].every(Number.isFinite)).toBe(true)
        }
      }
    }
  })

  it('has the derivatives of σ right to the edge of half a turn', () => {
    const { joint } = rod({ swingLimit: { pyramid: { y: 1, z: 1 } } })
    const row = rowOfHandle(joint.id)
    const data = stateOf(joint.world).joints.columns.data.slice(row * DATA_SIZE, (row + 1) * DATA_SIZE)
    for (const angle of [1e-9, 1e-4, 9e-4, 1.1e-3, 0.5, 3, 3.1]) {
      const poses = new Float64Array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, ...Object.values(around({ x: 0, y: 0.6, z: -0.8 }, angle))])
      expect(numericCheck(ballKind, data, poses).worst).toBeLessThan(1e-6)
    }
  })
})

function ballOfLead(definition: Partial<BallDefinition>): { world: World; body: Body; joint: BallJoint } {
  const world = new World({ gravity: ORIGIN, sleeping: false })
  const body = world.createBody({ shapes: [sphere({ radius: 0.25, density: 100 })] })
  return { world, body, joint: world.createBallJoint({ bodyB: body, ...definition }) }
}

function product(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  }
}

/** The far end of the rod, world space. */
function rotatedEnd(body: Body): Vec3 {
  const r = rotated(body.rotation, { x: 0.5, y: 0, z: 0 })
  const { x, y, z } = body.position
  return { x: x + r.x, y: y + r.y, z: z + r.z }
}

/** Frame B as seen from frame A. */
function relativeRotation(joint: BallJoint, body: Body): Quat {
  const data = stateOf(joint.world).joints.columns.data.subarray(rowOfHandle(joint.id) * DATA_SIZE)
  const frame = (o: number): Quat => ({ x: data[o], y: data[o + 1], z: data[o + 2], w: data[o + 3] })
  const a = frame(3)
  return product({ x: -a.x, y: -a.y, z: -a.z, w: a.w }, product(body.rotation, frame(10)))
}

function measured(data: Float64Array, poses: Float64Array): Measure {
  const pose = new Float64Array(POSE_SIZE)
  const center = new Float64Array(3)
  bodyPoses.set(poses)
  setFrames(pose, data, 0, center, 0, center, 0)
  const out = new Measure()
  ballKind.measure(pose, data, 0, out, new Float64Array(6), 0)
  return out
}

/** ½ |φ|². */
function energyOf({ value }: Measure): number {
  return 0.5 * (value[3] * value[3] + value[4] * value[4] + value[5] * value[5])
}
