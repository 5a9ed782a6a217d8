import { box, capsule, World, type Body, type Quat, type SwingTwistDefinition, type SwingTwistJoint, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'
import { around, direction, rotated } from './vectors.ts'

const DT = 1 / 60
const DEGREE = Math.PI / 180
const ORIGIN = { x: 0, y: 0, z: 0 }
const HALF = { swingY: 30 * DEGREE, swingZ: 70 * DEGREE, twistLower: -20 * DEGREE, twistUpper: 50 * DEGREE }

/** An arm of 0.6 m and 3 kg along x on a shoulder in the world; forwards (z) is where it swings far. */
function arm(definition: Partial<SwingTwistDefinition> = {}, gravity = 0): { world: World; body: Body; joint: SwingTwistJoint } {
  const world = new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
  const body = world.createBody({ mass: 3, position: { x: 0.3, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.06, z: 0.06 } })] })
  const joint = world.createSwingTwistJoint({ bodyB: body, anchor: ORIGIN, planeAxis: { x: 0, y: 0, z: 1 }, ...HALF, ...definition })
  return { world, body, joint }
}

function place(body: Body, pose: Quat, spin: Vec3 = ORIGIN): void {
  const r = rotated(pose, { x: 0.3, y: 0, z: 0 })
  body.teleport(r, pose)
  body.angularVelocity = spin
  body.linearVelocity = { x: spin.y * r.z - spin.z * r.y, y: spin.z * r.x - spin.x * r.z, z: spin.x * r.y - spin.y * r.x }
}

/** Distance beyond the oval to first order, and beyond the twist's range, rad. */
function beyond(joint: SwingTwistJoint): { swing: number; twist: number } {
  const { x, y, z, w } = joint.pose
  const angle = joint.swingAngle
  const sy = w * y - x * z
  const sz = w * z + x * y
  const n = Math.hypot(sy, sz) || 1
  const u = (angle * sy) / n
  const v = (angle * sz) / n
  const { swingY, swingZ, twistLower, twistUpper } = joint.range
  const reach = Math.hypot(u / swingY, v / swingZ)
  const swing = reach === 0 ? -Infinity : ((reach - 1) * reach) / Math.hypot(u / swingY ** 2, v / swingZ ** 2)
  return { swing, twist: Math.max(joint.twistAngle - twistUpper, twistLower - joint.twistAngle) }
}

describe('swing-twist', () => {
  it('swings far in the plane of planeAxis and less across it', () => {
    for (const [axis, most] of [[{ x: 0, y: -1, z: 0 }, HALF.swingZ], [{ x: 0, y: 0, z: 1 }, HALF.swingY]] as const) {
      for (const side of [1, -1]) {
        const { world, body, joint } = arm()
        place(body, { x: 0, y: 0, z: 0, w: 1 }, { x: 0, y: 3 * side * axis.y, z: 3 * side * axis.z })
        let reached = 0
        for (let i = 0; i < 60; i++) {
          world.step(DT)
          reached = Math.max(reached, joint.swingAngle)
        }
        expect(reached).toBeCloseTo(most, 5)
      }
    }
  })

  it.each([[0, -300, 0], [0, 100, 250], [0, -80, -200], [50, 200, 0]])('holds a load of (%d, %d, %d) N at the hand to 0.05°', (x, y, z) => {
    const { world, body, joint } = arm({}, 9.81)
    body.angularDamping = 4
    for (let i = 0; i < 600; i++) {
      const r = rotated(body.rotation, { x: 0.3, y: 0, z: 0.03 })
      const p = body.position
      body.applyForce({ x, y, z }, { x: p.x + r.x, y: p.y + r.y, z: p.z + r.z })
      world.step(DT)
    }
    const { swing, twist } = beyond(joint)
    expect(swing).toBeLessThan(0.05 * DEGREE)
    expect(swing).toBeGreaterThan(-0.05 * DEGREE)
    expect(twist).toBeLessThan(0.05 * DEGREE)
  })

  it('is overshot by less than 0.5° on impact, and gains no energy', () => {
    const random = createRandom(12)
    for (let n = 0; n < 40; n++) {
      const { world, body, joint } = arm()
      const spin = direction(random)
      place(body, { x: 0, y: 0, z: 0, w: 1 }, { x: 12 * spin.x, y: 12 * spin.y, z: 12 * spin.z })
      const energy = body.kineticEnergy
      for (let i = 0; i < 120; i++) {
        world.step(DT)
        const { swing, twist } = beyond(joint)
        expect(swing).toBeLessThan(0.5 * DEGREE)
        expect(twist).toBeLessThan(0.5 * DEGREE)
        expect(body.kineticEnergy).toBeLessThan(energy * (1 + 1e-3))
      }
    }
  })

  it('takes back a limb that was put 170° off and twisted', () => {
    const random = createRandom(13)
    for (let n = 0; n < 20; n++) {
      const { world, body, joint } = arm()
      place(body, around(direction(random), 170 * DEGREE))
      for (let i = 0; i < 300; i++) world.step(DT)
      const { swing, twist } = beyond(joint)
      expect(swing).toBeLessThan(0.05 * DEGREE)
      expect(twist).toBeLessThan(0.05 * DEGREE)
    }
  })

  it('holds the pose it has when told to', () => {
    const { world, body, joint } = arm({}, 9.81)
    const pose = around({ x: 0, y: -0.8, z: 0.6 }, 0.4)
    place(body, pose)
    joint.drive = { target: joint.pose, hertz: 10, dampingRatio: 1 }
    for (let i = 0; i < 240; i++) world.step(DT)
    const { x, y, z, w } = body.rotation
    const off = 2 * Math.acos(Math.min(1, Math.abs(x * pose.x + y * pose.y + z * pose.z + w * pose.w)))
    // Sag of a spring of 10 Hz about the shoulder: m g l / (I ω²), at most.
    const inertia = body.getInertia().yy + 3 * 0.09
    expect(off).toBeLessThan((3 * 9.81 * 0.3) / (inertia * (20 * Math.PI) ** 2) * 1.2)
    // The torque that carries the arm: |r × m g|.
    const r = body.position
    const torque = joint.driveTorque
    expect(Math.hypot(torque.x, torque.y, torque.z)).toBeCloseTo(3 * 9.81 * Math.hypot(r.x, r.z), 1)
  })

  it('gives up a pose that asks for more than the torque of its drive', () => {
    // m g l = 8.83 N m.
    const { world, body, joint } = arm({ drive: { hertz: 8, maxTorque: 5 } }, 9.81)
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(body.position.y).toBeLessThan(-0.05)
    joint.drive = { hertz: 8, maxTorque: 20 }
    for (let i = 0; i < 240; i++) world.step(DT)
    expect(body.position.y).toBeGreaterThan(-0.01)
  })

  it('a drive beats friction, and friction holds what is slight', () => {
    const { world, body, joint } = arm({ friction: 10 }, 9.81)
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(Math.abs(body.position.y)).toBeLessThan(1e-6)
    joint.friction = 5
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(body.position.y).toBeLessThan(-0.05)
  })

  it('swingY 0 makes a hinge that twists', () => {
    const { world, body, joint } = arm({ swingY: 0 }, 0)
    place(body, { x: 0, y: 0, z: 0, w: 1 }, { x: 0, y: -2, z: 2 })
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(Math.abs(body.position.y)).toBeLessThan(1e-6)
    expect(joint.swingAngle).toBeGreaterThan(0.5)
  })

  it('reads back and changes piece by piece', () => {
    const { joint } = arm({ limitSoftness: { hertz: 5 } })
    expect(joint.type).toBe('swing-twist')
    expect(joint.range).toEqual(HALF)
    expect(joint.limitSoftness).toEqual({ hertz: 5, dampingRatio: 1, restitution: 0 })
    joint.swingY = 0.3
    joint.swingZ = 0.4
    joint.twistLower = -2
    joint.twistUpper = 2
    expect(joint.range).toEqual({ swingY: 0.3, swingZ: 0.4, twistLower: -2, twistUpper: 2 })
    expect(joint.limitSoftness).toEqual({ hertz: 5, dampingRatio: 1, restitution: 0 })
    expect(() => (joint.twistLower = 3)).toThrow(/swingTwist\.twistLower \(3\) is above twistUpper \(2\)\. Swap them\./)
    joint.range = { twistLower: 3, twistUpper: 4, swingY: 1 }
    expect(joint.range).toEqual({ swingY: 1, swingZ: 0.4, twistLower: 3, twistUpper: 4 })
    joint.limitSoftness = null
    expect(joint.limitSoftness).toBeNull()
    joint.limitSoftness = { restitution: 0.5 }
    expect(joint.limitSoftness).toEqual({ restitution: 0.5 })
    joint.friction = 3
    joint.drive = { stiffness: 10, damping: 1, maxTorque: 5 }
    expect([joint.friction, joint.drive?.stiffness, joint.drive?.maxTorque]).toEqual([3, 10, 5])
    joint.drive = null
    expect(joint.drive).toBeNull()
  })

  it('has limits of 45° and 30° where nothing is said', () => {
    const world = new World()
    const body = world.createBody({ shapes: [capsule({ radius: 0.1, halfLength: 0.3 })] })
    const { range } = world.createSwingTwistJoint({ bodyB: body })
    expect(range).toEqual({ swingY: Math.PI / 4, swingZ: Math.PI / 4, twistLower: -Math.PI / 6, twistUpper: Math.PI / 6 })
  })
})
