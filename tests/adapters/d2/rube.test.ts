// Scenes of R.U.B.E. in its own spelling: hexadecimal floats, vectors of zero, what is left out; all eleven joints do what they do in Box2D.
import { describe, expect, it } from 'vitest'
import { loadRube } from 'fulcrum-physics/2d/rube'
import { PhysicsError, type World } from 'fulcrum-physics/2d'

type Json = ReturnType<typeof JSON.parse>

/** The eight digits of a float of 32 bits. */
function hex(value: number): string {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  return view.getUint32(0).toString(16).padStart(8, '0').toUpperCase()
}

const square = (half: number): Json => ({ vertices: { x: [-half, half, half, -half], y: [-half, -half, half, half] } })
const crate = (x: number, y: number, more: Json = {}): Json => ({
  type: 2, position: { x, y }, fixture: [{ density: 1, friction: 0.5, polygon: square(0.5) }], ...more,
})
const post = (x: number, y: number): Json => ({ type: 0, position: { x, y } })
const scene = (body: Json[], joint: Json[] = [], gravity: Json = { x: 0, y: -10 }): Json => ({ gravity, allowSleep: true, body, joint })
const run = (world: World, seconds: number): void => {
  for (let i = 0; i < Math.round(seconds * 60); i++) world.step(1 / 60)
}

describe('bodies', () => {
  it('in hexadecimal floats, zero vectors and what is left out', () => {
    const loaded = loadRube(JSON.stringify({
      gravity: { x: 0, y: hex(-9.5) },
      body: [
        { name: 'floor', fixture: [{ friction: hex(0.25), chain: { vertices: { x: [-5, 5], y: [0, 0] } } }] },
        {
          name: 'ball', type: 2, position: { x: 0, y: hex(2.5) }, angle: hex(0.5), linearVelocity: 0, fixture: [{ density: 2, circle: { center: 0, radius: hex(0.5) } }],
          customProperties: [{ name: 'lives', int: 3 }, { name: 'weight', float: hex(1.5) }, { name: '__proto__', string: 'x' }],
        },
      ],
    }))
    const [ball] = loaded.bodiesNamed('ball')
    expect(loaded.world.gravity).toEqual({ x: 0, y: -9.5 })
    expect(ball!.position).toEqual({ x: 0, y: 2.5 })
    expect(ball!.rotation).toBe(0.5)
    expect(ball!.shapes[0]!.filter).toMatchObject({ category: 1, mask: 65535 })
    expect(loaded.propertiesOf(ball!)).toMatchObject({ lives: 3, weight: 1.5 })
    run(loaded.world, 3)
    expect(ball!.position.y).toBeCloseTo(0.5, 2)
  })

  it('chains are solid from both sides', () => {
    for (const [from, gravity] of [[2, -10], [-2, 10]] as const) {
      const chain = { type: 0, fixture: [{ friction: 0.5, chain: { vertices: { x: [-5, 0, 5], y: [0, 0, 0] } } }] }
      const { world, bodies } = loadRube(scene([chain, crate(0.3, from)], [], { x: 0, y: gravity }))
      run(world, 3)
      expect(Math.abs(bodies[1]!.position.y)).toBeCloseTo(0.5, 2)
    }
  })

  it('have the mass, filters and flags of the file', () => {
    const { bodies } = loadRube(scene([crate(0, 0, {
      'massData-mass': 3, 'massData-center': { x: 0.1, y: 0 }, 'massData-I': 2, fixedRotation: true, gravityScale: 0.5, linearDamping: 0.2,
      fixture: [{ density: 1, sensor: true, 'filter-categoryBits': 4, 'filter-maskBits': 2, 'filter-groupIndex': -3, polygon: square(0.5) }],
    })]))
    const [body] = bodies
    expect([body!.mass, body!.gravityScale, body!.linearDamping]).toEqual([3, 0.5, 0.2])
    expect(body!.lockedAxes.rotation).toBe(true)
    expect(body!.shapes[0]!.filter).toEqual({ category: 4, mask: 2, group: -3 })
    expect(body!.shapes[0]!.sensor).toBe(true)
  })
})

describe('joints', () => {
  it('revolute: limits from the reference angle, motor', () => {
    const joint = { name: 'j', type: 'revolute', bodyA: 0, bodyB: 1, anchorA: 0, anchorB: { x: -1, y: 0 }, refAngle: 0.3, enableLimit: true, lowerLimit: -0.5, upperLimit: 0.2 }
    const { world, bodies, jointsNamed } = loadRube(scene([post(0, 3), crate(1, 3)], [joint]))
    run(world, 4)
    expect(bodies[1]!.rotation).toBeCloseTo(0.3 - 0.5, 2)
    expect(jointsNamed('j').length).toBe(1)
    const spun = loadRube(scene([post(0, 3), crate(0, 3)], [{ type: 'revolute', bodyB: 1, enableMotor: true, motorSpeed: 4, maxMotorTorque: 1000 }]))
    run(spun.world, 1)
    expect(spun.bodies[1]!.angularVelocity).toBeCloseTo(4, 3)
  })

  it('prismatic: along its axis, to its limit, with its reference angle', () => {
    const joint = { type: 'prismatic', bodyA: 0, bodyB: 1, anchorA: 0, anchorB: 0, localAxisA: { x: 0, y: 1 }, refAngle: 0.4, enableLimit: true, lowerLimit: -1.5, upperLimit: 1 }
    const { world, bodies } = loadRube(scene([post(0, 3), crate(0, 3, { angle: 0.4 })], [joint]))
    run(world, 2)
    expect(bodies[1]!.position.y).toBeCloseTo(1.5, 2)
    expect(Math.abs(bodies[1]!.position.x)).toBeLessThan(1e-3)
    expect(bodies[1]!.rotation).toBeCloseTo(0.4, 3)
  })

  it('distance, rope, weld, pulley keep their lengths', () => {
    const rod = loadRube(scene([post(0, 5), crate(2, 5)], [{ type: 'distance', bodyB: 1, length: 2 }]))
    run(rod.world, 2)
    expect(Math.hypot(rod.bodies[1]!.position.x, rod.bodies[1]!.position.y - 5)).toBeCloseTo(2, 3)
    const spring = loadRube(scene([post(0, 5), crate(0, 3)], [{ type: 'distance', bodyB: 1, length: 2, frequency: 2, dampingRatio: 1 }]))
    run(spring.world, 4)
    // Sag of a spring of 2 Hz: g / ω².
    expect(3 - spring.bodies[1]!.position.y).toBeCloseTo(10 / (4 * Math.PI * Math.PI * 4), 3)
    const rope = loadRube(scene([post(0, 5), crate(0, 4)], [{ type: 'rope', bodyB: 1, maxLength: 3 }]))
    run(rope.world, 4)
    expect(rope.bodies[1]!.position.y).toBeCloseTo(2, 2)
    const weld = loadRube(scene([post(0, 5), crate(1, 5, { angle: 0.2 })], [{ type: 'weld', bodyB: 1, anchorA: { x: 1, y: 0 }, refAngle: 0.2 }]))
    run(weld.world, 1)
    expect(weld.bodies[1]!.position.y).toBeCloseTo(5, 3)
    const pulley = loadRube(scene([crate(-1, 2), crate(1, 2, { 'massData-mass': 5 })], [
      { type: 'pulley', bodyA: 0, bodyB: 1, groundAnchorA: { x: -1, y: 6 }, groundAnchorB: { x: 1, y: 6 }, lengthA: 4, lengthB: 4, ratio: 1 },
    ]))
    run(pulley.world, 0.5)
    expect(pulley.bodies[0]!.position.y - 2).toBeCloseTo(2 - pulley.bodies[1]!.position.y, 2)
    expect(pulley.bodies[0]!.position.y).toBeGreaterThan(2.3)
  })

  it('wheel, friction, motor, mouse, gear', () => {
    const wheel = loadRube(scene([post(0, 3), crate(0, 3)], [
      { type: 'wheel', bodyB: 1, localAxisA: { x: 0, y: 1 }, springFrequency: 2, springDampingRatio: 1, enableMotor: true, motorSpeed: 3, maxMotorTorque: 100 },
    ]))
    run(wheel.world, 3)
    expect(3 - wheel.bodies[1]!.position.y).toBeCloseTo(10 / (4 * Math.PI * Math.PI * 4), 2)
    expect(wheel.bodies[1]!.angularVelocity).toBeCloseTo(3, 2)
    const rub = loadRube(scene([post(0, 0), crate(0, 0, { linearVelocity: { x: 2, y: 0 } })], [{ type: 'friction', bodyB: 1, maxForce: 1, maxTorque: 1 }], 0))
    run(rub.world, 1)
    expect(rub.bodies[1]!.linearVelocity.x).toBeCloseTo(1, 2)
    const motor = loadRube(scene([post(0, 0), crate(0, 0)], [{ type: 'motor', bodyB: 1, anchorA: { x: 1, y: 2 }, refAngle: 0.5, maxForce: 1e4, maxTorque: 1e4, correctionFactor: 0.3 }], 0))
    run(motor.world, 4)
    expect(motor.bodies[1]!.position.x).toBeCloseTo(1, 2)
    expect(motor.bodies[1]!.rotation).toBeCloseTo(0.5, 2)
    const mouse = loadRube(scene([post(0, 0), crate(0, 0)], [{ type: 'mouse', bodyB: 1, target: { x: 2, y: 1 }, maxForce: 1000, frequency: 5, dampingRatio: 0.7 }], 0))
    run(mouse.world, 3)
    expect(mouse.bodies[1]!.position.x).toBeCloseTo(2, 2)
    const gear = loadRube(scene([post(0, 0), crate(-2, 0), crate(2, 0)], [
      { type: 'gear', joint1: 1, joint2: 2, ratio: 2 },
      { type: 'revolute', bodyB: 1, anchorA: { x: -2, y: 0 }, enableMotor: true, motorSpeed: 2, maxMotorTorque: 1e4 },
      { type: 'revolute', bodyB: 2, anchorA: { x: 2, y: 0 } },
    ]))
    run(gear.world, 1)
    // φ₁ + 2 φ₂ stays: the second turns back at half the speed.
    expect(gear.bodies[2]!.angularVelocity).toBeCloseTo(-1, 2)
    expect(gear.joints.every(joint => joint !== null)).toBe(true)
  })

  it('that are unknown, or join nothing that moves, are told', () => {
    const { warnings, joints } = loadRube(scene([post(0, 0), post(1, 0), crate(2, 0)], [{ type: 'revolute', bodyB: 1 }, { type: 'spline', bodyB: 2 }]))
    expect(joints).toEqual([null, null])
    expect(warnings.map(({ path }) => path)).toEqual(['joint[0]', 'joint[1]'])
  })
})

describe('hostile files', () => {
  it('are refused with a path, or read', () => {
    const good = scene([post(0, 3), crate(1, 3, { fixture: [{ density: 1, circle: { center: 0, radius: 0.5 } }] })], [{ type: 'revolute', bodyA: 0, bodyB: 1, anchorB: { x: -1, y: 0 } }])
    const poisons = [null, -1, 1e300, 'x', 'FF800000', [], {}, [1], 0.5, 99]
    const paths: (string | number)[][] = []
    const walk = (value: Json, path: (string | number)[]): void => {
      if (path.length > 0) paths.push(path)
      if (typeof value === 'object' && value !== null) for (const key of Object.keys(value)) walk(value[key], [...path, key])
    }
    walk(good, [])
    let cases = 0
    for (const path of paths) {
      for (const poison of poisons) {
        const copy = JSON.parse(JSON.stringify(good)) as Json
        let at = copy
        for (const key of path.slice(0, -1)) at = at[key]
        at[path.at(-1)!] = poison
        cases++
        try {
          loadRube(copy).world.step(1 / 60)
        } catch (error) {
          if (!(error instanceof PhysicsError)) throw new Error(path.join('.'), { cause: error })
          expect(error.field.length).toBeGreaterThan(0)
        }
      }
    }
    expect(cases).toBeGreaterThan(200)
    expect(() => loadRube('{')).toThrow(PhysicsError)
    expect(() => loadRube(scene([{ type: 2, fixture: [{ circle: { radius: -1 } }] }]))).toThrow(/body\[0\]\.fixture\[0\]/)
  })
})
