/** Builders: what they make, that it holds together and stands or hangs as statics says, and that nonsense is refused without a trace. */

import {
  bookRagdoll, box, buildBridge, buildChain, buildNet, buildRagdoll, buildRope, buildVehicle, humanRagdoll, PhysicsError, sphere, World,
  type Assembly, type HingeJoint, type Joint, type Vec3,
} from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { GapWatch, length } from '../../../scenes/d3/measure.ts'

const DT = 1 / 60
const G = 9.81

function at(x: number, y: number, z: number): Vec3 {
  return { x, y, z }
}

function distance(a: Vec3, b: Vec3): number {
  return length({ x: b.x - a.x, y: b.y - a.y, z: b.z - a.z })
}

function addFloor(world: World): void {
  world.createBody({ type: 'static', position: at(0, -1, 0), shapes: [box({ halfExtents: at(100, 1, 100) })] })
}

function isPin({ type }: Joint): boolean {
  return type !== 'distance' && type !== 'wheel'
}

/** Runs the world; returns the widest gap of the assembly's pins over the run, m. Fails if two bodies that are joined ever touch. */
function run(world: World, { joints }: Assembly, steps: number): number {
  const pins = joints.filter(isPin)
  const gaps = new GapWatch(pins)
  const joined = new Set(pins.map(({ bodyA, bodyB }) => `${bodyA?.id} ${bodyB.id}`))
  for (let i = 0; i < steps; i++) {
    world.step(DT)
    gaps.look()
    for (const { bodyA, bodyB } of world.events.contactBegin) {
      expect(joined.has(`${bodyA.id} ${bodyB.id}`) || joined.has(`${bodyB.id} ${bodyA.id}`)).toBe(false)
    }
    expect(world.events.quarantined).toHaveLength(0)
  }
  return gaps.worst
}

function massOf({ bodies }: Assembly): number {
  return bodies.reduce((sum, body) => sum + (body.type === 'dynamic' ? body.mass : 0), 0)
}

/** The call throws an error that says so, and the world has what it had. */
function expectRefused(world: World, says: RegExp, call: () => unknown): void {
  const bodies = world.bodyCount
  const joints = world.jointCount
  expect(call).toThrow(PhysicsError)
  expect(call).toThrow(says)
  expect(world.bodyCount).toBe(bodies)
  expect(world.jointCount).toBe(joints)
}

describe('buildChain', () => {
  it('lays links end to end between its points', () => {
    const world = new World()
    const chain = buildChain(world, { from: at(1, 2, 3), to: at(4, 6, 3), links: 10 })
    expect(chain.bodies).toHaveLength(10)
    expect(chain.joints).toHaveLength(10)
    expect(chain.length).toBeCloseTo(5, 12)
    expect(distance(chain.joints[0]!.anchorB, at(1, 2, 3))).toBeLessThan(1e-12)
    expect(new GapWatch(chain.joints).gap).toBeLessThan(1e-12)
    // The far end of the last link, half a link along its own y.
    expect(distance(chain.links[9]!.worldPoint(at(0, 0.25, 0)), at(4, 6, 3))).toBeLessThan(1e-12)
  })

  it('hangs in an arc of the length asked for', () => {
    const world = new World()
    const chain = buildChain(world, { from: at(-2, 5, 0), to: at(2, 5, 0), links: 17, slack: 0.4, end: 'world' })
    expect(chain.length).toBeCloseTo(4 * 1.4, 12)
    expect(chain.joints).toHaveLength(18)
    expect(new GapWatch(chain.joints).gap).toBeLessThan(1e-12)
    for (const { position } of chain.links) expect(position.y).toBeLessThan(5)
    expect(Math.min(...chain.links.map(({ position }) => position.y))).toBe(chain.links[8]!.position.y)
  })

  it('carries its weight and its load', () => {
    const world = new World({ sleeping: false })
    const chain = buildChain(world, { from: at(0, 5, 0), to: at(0, 3, 0), links: 10, linkMass: 2, load: { mass: 30, radius: 0.2 } })
    // The first steps know no forces yet.
    expect(run(world, chain, 120)).toBeLessThan(5e-4)
    expect(new GapWatch(chain.joints).gap).toBeLessThan(1e-7)
    expect(chain.load!.position.y).toBeCloseTo(2.8, 5)
    chain.joints.forEach((joint, i) => expect(joint.reactionForce.y / ((30 + 2 * (10 - i)) * G)).toBeCloseTo(1, 6))
  })

  it('refuses what is no chain', () => {
    const world = new World()
    const good = { from: at(0, 0, 0), to: at(1, 0, 0), links: 4 }
    expectRefused(world, /chain\.links \(0\)/, () => buildChain(world, { ...good, links: 0 }))
    expectRefused(world, /chain\.links \(2\.5\) must be a whole number/, () => buildChain(world, { ...good, links: 2.5 }))
    expectRefused(world, /chain\.to \(\{ x: 0, y: 0, z: 0 \}\) is where from is/, () => buildChain(world, { ...good, to: good.from }))
    expectRefused(world, /chain\.from\.y \(NaN\)/, () => buildChain(world, { ...good, from: at(0, NaN, 0) }))
    expectRefused(world, /chain\.radius \(0\.2\) must be below half of a piece \(0\.125\)/, () => buildChain(world, { ...good, radius: 0.2 }))
    expectRefused(world, /chain\.slack \(-1\)/, () => buildChain(world, { ...good, slack: -1 }))
    expectRefused(world, /chain\.slack \(0\.1\) needs at least two pieces/, () => buildChain(world, { ...good, links: 1, slack: 0.1 }))
    expectRefused(world, /chain\.load\.mass \(0\)/, () => buildChain(world, { ...good, load: { mass: 0, radius: 1 } }))
    expectRefused(world, /chain\.start belongs to another world/, () => buildChain(world, { ...good, start: new World().createBody() }))
    const gone = world.createBody()
    world.destroyBody(gone)
    expectRefused(world, /chain\.end was destroyed/, () => buildChain(world, { ...good, end: gone }))
    expectRefused(world, /capsule\.friction/, () => buildChain(world, { ...good, shape: { friction: -1 } }))
  })
})

describe('buildRope', () => {
  for (const joint of ['ball', 'distance'] as const) {
    it(`of ${joint} joints does not stretch beyond its guard under 50 times its weight`, () => {
      const world = new World({ sleeping: false })
      const load = world.createBody({ position: at(4.3, 5, 0), mass: 100, shapes: [sphere({ radius: 0.3 })] })
      const rope = buildRope(world, { from: at(0, 5, 0), to: at(4, 5, 0), pieces: 40, pieceMass: 0.05, joint, end: load })
      expect(rope.guards).toHaveLength(1)
      let longest = 0
      let widest = 0
      const links = rope.joints.filter((link) => !rope.guards.some((guard) => guard.id === link.id))
      for (let i = 0; i < 600; i++) {
        world.step(DT)
        longest = Math.max(longest, distance(load.worldPoint(at(-0.3, 0, 0)), at(0, 5, 0)))
        for (const link of links) widest = Math.max(widest, distance(link.anchorA, link.anchorB))
      }
      expect(links.length).toBeGreaterThan(38)
      // Half a piece, when it snaps taut after having been slack.
      if (joint === 'ball') expect(widest).toBeLessThan(0.05)
      expect(longest / rope.length).toBeGreaterThan(0.999)
      expect(longest / rope.length).toBeLessThan(1.0051)
    })
  }

  it('is guarded at the middle between two places, at the far end from one, and not at all if asked', () => {
    const line = { from: at(0, 5, 0), to: at(4, 5, 0), pieces: 20 }
    const world = new World()
    expect(buildRope(world, line).guards.map(({ maxLength }) => maxLength / 4)).toEqual([expect.closeTo(1.005, 12)])
    const both = buildRope(world, { ...line, slack: 0.5, end: 'world', maxStretch: 0 })
    expect(both.guards.map(({ maxLength }) => maxLength)).toEqual([expect.closeTo(3, 12), expect.closeTo(3, 12)])
    expect(buildRope(world, { ...line, maxStretch: null }).guards).toHaveLength(0)
    expect(buildRope(world, { ...line, start: null }).guards).toHaveLength(0)
  })

  it('hangs from two places as a catenary does', () => {
    // Beads on strings: horizontal pull is the same everywhere, vertical pull at the end is half the weight.
    const world = new World({ sleeping: false })
    const ends = { from: at(-2, 5, 0), to: at(2, 5, 0), end: 'world' } as const
    const rope = buildRope(world, { ...ends, pieces: 20, slack: 0.25, joint: 'distance', damping: 3, maxStretch: null })
    for (let i = 0; i < 600; i++) world.step(DT)
    // Damping takes its share of the weight's impulse; without it the pull is the weight's.
    for (const body of rope.bodies) body.linearDamping = 0
    for (let i = 0; i < 10; i++) world.step(DT)
    const pulls = rope.joints.map(({ reactionForce }) => reactionForce)
    const [first] = pulls
    for (const { x } of pulls) expect(Math.abs(x / first!.x)).toBeCloseTo(1, 3)
    expect(Math.abs(first!.y) / (massOf(rope) * G)).toBeCloseTo(0.5, 3)
  })

  it('refuses what is no rope', () => {
    const world = new World()
    const good = { from: at(0, 0, 0), to: at(1, 0, 0), pieces: 4 }
    expectRefused(world, /rope\.pieces \(-1\)/, () => buildRope(world, { ...good, pieces: -1 }))
    expectRefused(world, /rope\.joint \("glue"\)/, () => buildRope(world, { ...good, joint: 'glue' as 'ball' }))
    expectRefused(world, /rope\.maxStretch \(-0\.1\)/, () => buildRope(world, { ...good, maxStretch: -0.1 }))
    expectRefused(world, /rope\.damping/, () => buildRope(world, { ...good, damping: Infinity }))
    expectRefused(world, /rope\.pieces \(1\) are too few/, () => buildRope(world, { ...good, pieces: 1, end: 'world', joint: 'distance' }))
  })
})

describe('buildBridge', () => {
  it('hangs level and even, and its ends carry it', () => {
    const world = new World({ sleeping: false })
    const bridge = buildBridge(world, { from: at(-5, 5, 0), to: at(5, 5, 0), planks: 20, friction: 200 })
    expect(bridge.joints).toHaveLength(21)
    expect(bridge.length).toBeCloseTo(10.2, 12)
    expect(run(world, bridge, 900)).toBeLessThan(1e-3)
    const [first, last] = [bridge.joints[0]!.reactionForce, bridge.joints[20]!.reactionForce]
    expect((first.y + last.y) / (massOf(bridge) * G)).toBeCloseTo(1, 6)
    expect(first.y / last.y).toBeCloseTo(1, 2)
    expect(first.x / last.x).toBeCloseTo(-1, 6)
    for (const { rotation } of bridge.bodies) expect(Math.abs(rotation.x) + Math.abs(rotation.y)).toBeLessThan(1e-9)
  })

  it('has planks of the size asked for, face up', () => {
    const world = new World()
    const { bodies } = buildBridge(world, { from: at(0, 1, 0), to: at(0, 1, 4), planks: 4, slack: 0, width: 1.5, thickness: 0.2, gap: 0.1 })
    expect(bodies[0]!.mass).toBeCloseTo(0.9 * 1.5 * 0.2 * 1000, 9)
    const top = bodies[0]!.worldPoint(at(0, 0.1, 0))
    expect(distance(top, at(0, 1.1, 0.5))).toBeLessThan(1e-12)
  })

  it('refuses what is no bridge', () => {
    const world = new World()
    const good = { from: at(0, 5, 0), to: at(4, 5, 0), planks: 4 }
    expectRefused(world, /bridge\.to .* lies straight above or below from/, () => buildBridge(world, { ...good, to: at(0, 9, 0) }))
    expectRefused(world, /bridge\.gap \(2\) must be below/, () => buildBridge(world, { ...good, gap: 2 }))
    expectRefused(world, /bridge\.width \(0\)/, () => buildBridge(world, { ...good, width: 0 }))
    // Found out only when the hinges are made: the planks must be gone again.
    expectRefused(world, /bridge\.friction \(-1\)/, () => buildBridge(world, { ...good, friction: -1 }))
  })
})

describe('buildNet', () => {
  it('joins every knot with its neighbours and hangs from its corners', () => {
    const world = new World({ sleeping: false })
    const net = buildNet(world, { columns: 5, rows: 4, spacing: 0.5, center: at(0, 5, 0) })
    expect(net.bodies).toHaveLength(20)
    expect(net.joints).toHaveLength(4 * 4 + 5 * 3)
    expect(net.bodies.filter(({ type }) => type === 'static')).toHaveLength(4)
    expect(distance(net.knot(0, 0).position, at(-1, 5, -0.75))).toBeLessThan(1e-12)
    expect(distance(net.knot(4, 3).position, at(1, 5, 0.75))).toBeLessThan(1e-12)
    run(world, net, 120)
    expect(net.knot(2, 1).position.y).toBeLessThan(5)
  })

  it('is held where it is told', () => {
    const world = new World()
    const count = (fixed: NonNullable<Parameters<typeof buildNet>[1]['fixed']>): number =>
      buildNet(world, { columns: 5, rows: 4, spacing: 0.5, fixed }).bodies.filter(({ type }) => type === 'static').length
    expect(count('corners')).toBe(4)
    expect(count('row')).toBe(5)
    expect(count('edge')).toBe(14)
    expect(count('none')).toBe(0)
    expect(count((column, row) => column === row)).toBe(4)
  })

  it('hangs from one row like a curtain', () => {
    const world = new World({ sleeping: false })
    const net = buildNet(world, { columns: 4, rows: 6, spacing: 0.5, down: at(0, -1, 0), fixed: 'row', knotMass: 1 })
    expect(run(world, net, 60)).toBeLessThan(1e-5)
    // The top joints carry five knots each.
    const top = net.joints.filter(({ bodyA }) => bodyA?.type === 'static')
    expect(top).toHaveLength(4)
    for (const { reactionForce } of top) expect(reactionForce.y / (5 * G)).toBeCloseTo(1, 3)
  })

  it('touches nothing if it must not', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const net = buildNet(world, { columns: 3, rows: 3, spacing: 0.5, center: at(0, 0.5, 0), fixed: 'none', collide: false })
    run(world, net, 60)
    for (const { position } of net.bodies) expect(position.y).toBeCloseTo(0.5 - G / 2, 2)
  })

  it('refuses what is no net', () => {
    const world = new World()
    const good = { columns: 3, rows: 3, spacing: 0.5 }
    expectRefused(world, /net\.columns \(1\)/, () => buildNet(world, { ...good, columns: 1 }))
    expectRefused(world, /net\.spacing/, () => buildNet(world, { ...good, spacing: -1 }))
    expectRefused(world, /net\.radius \(0\.25\) must be below half the spacing/, () => buildNet(world, { ...good, radius: 0.25 }))
    expectRefused(world, /net\.down .* is parallel to right/, () => buildNet(world, { ...good, down: at(-2, 0, 0) }))
    expectRefused(world, /net\.right .* has no length/, () => buildNet(world, { ...good, right: at(0, 0, 0) }))
    expectRefused(world, /net\.fixed \("top"\)/, () => buildNet(world, { ...good, fixed: 'top' as 'row' }))
    expect(() => buildNet(world, good).knot(3, 0)).toThrow(/net\.knot\.column \(3\)/)
  })
})

describe('buildRagdoll', () => {
  it('makes a human of eleven parts and ten joints, of the mass and height asked for', () => {
    const world = new World()
    const human = buildRagdoll(world, humanRagdoll({ height: 1.6, mass: 60 }), { position: at(3, 0, 0) })
    expect(human.bodies).toHaveLength(11)
    expect(human.joints).toHaveLength(10)
    expect(massOf(human)).toBeCloseTo(60, 9)
    expect(human.part('head').position.x).toBe(3)
    expect(human.part('head').position.y + (0.12 * 1.6) / 1.78).toBeCloseTo(1.6, 9)
    expect(human.part('leftThigh').position.x).toBeGreaterThan(3)
    expect(new GapWatch(human.joints).gap).toBeLessThan(1e-12)
    expect((human.joint('leftKnee') as HingeJoint).angle).toBeCloseTo(0, 12)
  })

  it('falls and keeps together, knees and elbows bending one way only', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const human = buildRagdoll(world, undefined, { position: at(0, 1, 0), rotation: { x: 0.3, y: 0.1, z: 0.2, w: 0.9 } })
    const bends = ['leftKnee', 'rightKnee', 'leftElbow', 'rightElbow'].map(name => human.joint(name) as HingeJoint)
    let widest = 0
    for (let i = 0; i < 300; i++) {
      widest = Math.max(widest, run(world, human, 1))
      for (const { angle } of bends) {
        expect(angle).toBeGreaterThan(-0.02)
        expect(angle).toBeLessThan(2.42)
      }
    }
    expect(widest).toBeLessThan(5e-3)
    for (const { position } of human.bodies) expect(position.y).toBeGreaterThan(0)
  })

  it('hangs by the head with all its weight', () => {
    const world = new World({ sleeping: false })
    const human = buildRagdoll(world, undefined, { position: at(0, 3, 0) })
    const hook = world.createBallJoint({ bodyB: human.part('head'), anchor: at(0, 4.78, 0) })
    for (const body of human.bodies) body.linearDamping = body.angularDamping = 2
    run(world, human, 600)
    for (const body of human.bodies) body.linearDamping = body.angularDamping = 0
    run(world, human, 10)
    expect(hook.reactionForce.y / (75 * G)).toBeCloseTo(1, 2)
    // Arms come down as far as the shoulders let them.
    expect(human.part('leftForearm').position.y).toBeLessThan(4.2)
  })

  it("makes the book's figure: six parts, five joints", () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const figure = buildRagdoll(world, bookRagdoll())
    expect(figure.bodies).toHaveLength(6)
    expect(figure.joints.map(({ type }) => type)).toEqual(['hinge', 'constant velocity', 'hinge', 'constant velocity', 'hinge'])
    expect(massOf(figure)).toBeCloseTo(6.5, 9)
    expect(run(world, figure, 300)).toBeLessThan(1e-3)
  })

  it('refuses what is no figure', () => {
    const world = new World()
    const { parts, joints } = bookRagdoll()
    expectRefused(world, /ragdoll\.parts \(array of 0\)/, () => buildRagdoll(world, { parts: [], joints }))
    expectRefused(world, /ragdoll\.parts\[6\]\.name \("head"\) is there already/, () => buildRagdoll(world, { parts: [...parts, parts[0]!], joints }))
    const astray = { ...joints[0]!, child: 'tail' }
    expectRefused(world, /ragdoll\.joints\[0\]\.child \("tail"\) is no part/, () => buildRagdoll(world, { parts, joints: [astray] }))
    const odd = { ...joints[0]!, kind: 'glue' as 'hinge' }
    expectRefused(world, /ragdoll\.joints\[0\]\.kind \("glue"\)/, () => buildRagdoll(world, { parts, joints: [odd] as typeof joints }))
    // Found out only when the joint is made: all parts must be gone again.
    const crossed = { ...joints[0]!, limit: { lower: 1, upper: 0 } }
    expectRefused(world, /hinge\.limit\.lower \(1\) is above upper/, () => buildRagdoll(world, { parts, joints: [crossed] as typeof joints }))
    expectRefused(world, /ragdoll\.place\.position\.x/, () => buildRagdoll(world, undefined, { position: at(NaN, 0, 0) }))
    expect(() => humanRagdoll({ height: 0 })).toThrow(/human\.height \(0\)/)
    expect(() => buildRagdoll(world).part('tail')).toThrow(/ragdoll\.part \("tail"\) is not there\. There are: pelvis/)
  })
})

describe('buildVehicle', () => {
  it('stands on its springs where it was put', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const car = buildVehicle(world)
    expect(car.wheels).toHaveLength(4)
    run(world, car, 120)
    expect(car.chassis.position.y).toBeCloseTo(0.65, 5)
    for (const { travel } of car.joints) expect(Math.abs(travel)).toBeLessThan(1e-5)
  })

  it('bounces at the frequency asked for', () => {
    // Chassis and wheels are held level, so that only the springs act: ω_d = ω √(1 − ζ²).
    const world = new World({ sleeping: false })
    addFloor(world)
    const car = buildVehicle(world, { suspension: { hertz: 1.5, dampingRatio: 0, travel: 0.3 } })
    car.chassis.lockedAxes = { angular: { x: true, y: true, z: true } }
    for (const wheel of car.wheels) wheel.lockedAxes = { linear: { y: true } }
    car.chassis.linearVelocity = at(0, 0.3, 0)
    const crossings: number[] = []
    let before = 0
    for (let i = 1; i <= 300; i++) {
      world.step(DT)
      const now = car.chassis.position.y - 0.65
      if (before < 0 && now >= 0) crossings.push((i - now / (now - before)) * DT)
      before = now
    }
    const periods = crossings.length - 1
    expect(periods / (crossings[periods]! - crossings[0]!)).toBeCloseTo(1.5, 2)
  })

  for (const driven of ['front', 'rear', 'all'] as const) {
    it(`drives the circle of its steering, ${driven} wheels driven`, () => {
      const world = new World({ sleeping: false })
      addFloor(world)
      const car = buildVehicle(world, { driven })
      car.steer(0.3)
      car.drive(3)
      run(world, car, 600)
      expect(car.speed / 3).toBeCloseTo(1, 2)
      expect(car.chassis.angularVelocity.y / ((3 * Math.tan(0.3)) / 2.6)).toBeCloseTo(1, 2)
      car.brake()
      run(world, car, 120)
      expect(Math.abs(car.speed)).toBeLessThan(1e-3)
      car.drive(-2, 0.5)
      run(world, car, 240)
      expect(car.speed / -2).toBeCloseTo(1, 1)
      car.coast()
      for (const { motor, brake } of car.joints) expect([motor, brake]).toEqual([null, 0])
    })
  }

  it('does not steer further than it can', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const car = buildVehicle(world, { maxSteer: 0.4, track: 1.2 })
    car.steer(-9)
    // cot δ = cot 0.4 ± track / (2 base), the inner wheel more.
    const wanted = [1, -1].map(side => -Math.atan(1 / (1 / Math.tan(0.4) + (side * 1.2) / (2 * 2.6))))
    expect(car.joints.slice(0, 2).map(({ steeringAngle }) => steeringAngle)).toEqual(wanted.map(angle => expect.closeTo(angle, 12)))
  })

  it('refuses what is no car', () => {
    const world = new World()
    expectRefused(world, /vehicle\.mass \(0\)/, () => buildVehicle(world, { mass: 0 }))
    expectRefused(world, /vehicle\.track \(0\.5\) must be above two wheel radii/, () => buildVehicle(world, { track: 0.5 }))
    expectRefused(world, /vehicle\.wheelBase/, () => buildVehicle(world, { wheelBase: 0.1 }))
    expectRefused(world, /vehicle\.driven \("none"\)/, () => buildVehicle(world, { driven: 'none' as 'all' }))
    expectRefused(world, /vehicle\.maxSteer \(2\)/, () => buildVehicle(world, { maxSteer: 2 }))
    expectRefused(world, /vehicle\.suspension\.hertz/, () => buildVehicle(world, { suspension: { hertz: -1 } }))
    expectRefused(world, /box\.halfExtents\.x/, () => buildVehicle(world, { halfExtents: at(0, 1, 1) }))
    const car = buildVehicle(world)
    expect(() => car.steer(NaN)).toThrow(/vehicle\.steer/)
    expect(() => car.drive(1, 2)).toThrow(/vehicle\.drive\.share \(2\)/)
    expect(() => car.brake(-1)).toThrow(/vehicle\.brake \(-1\)/)
  })
})
