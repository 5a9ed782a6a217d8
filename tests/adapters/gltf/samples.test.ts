// The sample files are what their script makes, load without a warning, and do what such machines do.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accessorsOf, addPhysics, openGltf, readPhysics, type GltfPhysics } from 'fulcrum-physics/gltf'
import { World, type Body } from 'fulcrum-physics/3d'
import { PROJECT_ROOT } from '../../../scripts/aliases.ts'
import { PENDULUM, sampleFile, SAMPLES, TEETH } from '../../../scripts/gltf-samples.ts'
import { steps } from './documents.ts'

const fileOf = (name: string): Uint8Array => new Uint8Array(readFileSync(`${PROJECT_ROOT}docs/gltf/${name}.glb`))

interface Loaded {
  physics: GltfPhysics
  world: World
  named(name: string): Body[]
}

function load(name: string): Loaded {
  const { json, buffers } = openGltf(fileOf(name))
  const physics = addPhysics(new World(), readPhysics(json, accessorsOf(json, buffers)))
  const { bodies } = physics.description
  return { physics, world: physics.world, named: wanted => bodies.filter(body => body.name === wanted).map(body => physics.body(body.node)!) }
}

describe.each(Object.keys(SAMPLES))('%s.glb', name => {
  it('is what the script makes, small, and loads without a warning', () => {
    const file = fileOf(name)
    expect(file.byteLength).toBeLessThanOrEqual(50_000)
    expect(Buffer.from(file).equals(Buffer.from(sampleFile(name)))).toBe(true)
    expect(load(name).physics.warnings).toEqual([])
  })

  it('runs for ten seconds without a body lost', () => {
    const { world } = load(name)
    steps(world, 10)
    for (const body of world.bodies) {
      expect(body.isQuarantined).toBe(false)
      expect(body.position.y).toBeGreaterThan(-0.5)
    }
  })
})

/** Turn of a body about z since the last call, added up. */
function turnMeter(body: Body): () => number {
  const angle = (): number => 2 * Math.atan2(body.rotation.z, body.rotation.w)
  let last = angle()
  let total = 0
  return () => {
    const now = angle()
    total += ((((now - last) % (2 * Math.PI)) + 3 * Math.PI) % (2 * Math.PI)) - Math.PI
    last = now
    return total
  }
}

describe('machines', () => {
  it('the crane swings its boom at the motor’s speed, and its load stays on the rope', () => {
    const { world, named } = load('crane')
    const [boom, weight] = [named('boom')[0]!, named('load')[0]!]
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60)
      const [a, b] = [boom.worldPoint({ x: 2.5, y: -0.15, z: 0 }), weight.worldPoint({ x: 0, y: 0.4, z: 0 })]
      expect(Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)).toBeLessThan(4.26)
    }
    expect(2 * Math.atan2(boom.rotation.y, boom.rotation.w)).toBeCloseTo(1, 1)
    expect(weight.position.y).toBeGreaterThan(1.3)
  })

  it('the crank of the four-bar turns round, its rocker swings between the angles of the closed linkage', () => {
    const { world, named } = load('four-bar')
    const crank = turnMeter(named('crank')[0]!)
    const rocker = turnMeter(named('rocker')[0]!)
    let [low, high, turned] = [0, 0, 0]
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60)
      turned = crank()
      const angle = rocker()
      low = Math.min(low, angle)
      high = Math.max(high, angle)
    }
    expect(turned).toBeCloseTo(30, 0)
    // Extremes: crank and coupler in line. Triangle of ground, rocker and their sum or difference.
    const [a, b, c, d] = [0.6, Math.hypot(2.2, 1), 1.6, 2.2]
    const angleAt = (side: number): number => Math.acos((c * c + d * d - side * side) / (2 * c * d))
    expect(high - low).toBeCloseTo(angleAt(a + b) - angleAt(b - a), 1)
  })

  it('the car drives off at the speed of its wheels', () => {
    const { world, named } = load('car')
    steps(world, 8)
    const chassis = named('chassis')[0]!
    expect(chassis.linearVelocity.x).toBeGreaterThan(3.4)
    expect(chassis.linearVelocity.x).toBeLessThan(4.1)
    expect(Math.abs(chassis.position.z)).toBeLessThan(0.3)
    expect(chassis.position.y).toBeGreaterThan(0.5)
  })

  it('the ragdoll falls, keeps together and comes to lie', () => {
    const { world, physics } = load('ragdoll')
    steps(world, 6)
    for (const joint of world.joints) {
      const [a, b] = [joint.anchorA, joint.anchorB]
      expect(Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)).toBeLessThan(5e-3)
    }
    for (const { node, name } of physics.description.bodies) if (name !== 'floor') expect(physics.body(node)!.position.y).toBeLessThan(1.2)
  })

  it('the gears turn by their numbers of teeth, each against its neighbour', () => {
    const { world, named } = load('gear-train')
    const meters = TEETH.map(teeth => turnMeter(named(`gear ${teeth}`)[0]!))
    let turns = [0, 0, 0]
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60)
      turns = meters.map(meter => meter())
    }
    expect(turns[0]).toBeGreaterThan(15)
    // A gear may lag by the play of its teeth, no more.
    expect(Math.abs(turns[1]! + (turns[0]! * TEETH[0]!) / TEETH[1]!)).toBeLessThan(Math.PI / TEETH[1]!)
    expect(Math.abs(turns[2]! - (turns[0]! * TEETH[0]!) / TEETH[2]!)).toBeLessThan((2 * Math.PI) / TEETH[2]!)
  })

  it('the clock’s pendulum has the period of its masses, its hand that of a minute', () => {
    const { world, named } = load('clock')
    const { rod, thickness, bob, half, density, angle } = PENDULUM
    const rodMass = thickness * thickness * rod * density
    const bobMass = Math.PI * bob * bob * 2 * half * density
    const inertia = rodMass * ((rod * rod) / 3 + (thickness * thickness) / 12) + bobMass * (rod * rod + (bob * bob) / 2)
    const moment = rodMass * (rod / 2) + bobMass * rod
    const period = 2 * Math.PI * Math.sqrt(inertia / (moment * 9.81)) * (1 + (angle * angle) / 16)
    const pendulum = named('pendulum')[0]!
    const crossings: number[] = []
    let before = pendulum.rotation.z
    for (let i = 1; i <= 20 * 120; i++) {
      world.step(1 / 120)
      const now = pendulum.rotation.z
      if (before > 0 && now <= 0) crossings.push((i - now / (now - before)) / 120)
      before = now
    }
    const measured = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1)
    expect(Math.abs(measured / period - 1)).toBeLessThan(1e-4)
    const hand = named('second hand')[0]!
    expect(2 * Math.atan2(hand.rotation.z, hand.rotation.w)).toBeCloseTo((-2 * Math.PI * 20) / 60, 2)
  })
})
