/** Builders in 2D: what they make, that it holds together and stands or hangs as statics says, and that nonsense is refused without a trace. */

import {
  box, buildBridge, buildChain, buildNet, buildRagdoll, buildRope, buildVehicle, capsule, chain, circle, humanRagdoll, PhysicsError, World,
  type Assembly, type RagdollDescription, type Vec2,
} from 'fulcrum-physics/2d'
import { World as World3d } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { GapWatch, length } from '../../../scenes/d2/measure.ts'

const DT = 1 / 60
const G = 9.81

function at(x: number, y: number): Vec2 {
  return { x, y }
}

function distance(a: Vec2, b: Vec2): number {
  return length({ x: b.x - a.x, y: b.y - a.y })
}

function addFloor(world: World): void {
  world.createBody({ type: 'static', shapes: chain({ points: [at(-100, 0), at(100, 0)] }) })
}

/** Runs the world; returns the widest gap of the assembly's hinges over the run, m. Fails if two bodies that are joined ever touch. */
function run(world: World, { joints }: Assembly, steps: number): number {
  const gaps = new GapWatch(joints.filter(({ type }) => type === 'hinge'))
  const joined = new Set(joints.map(({ bodyA, bodyB }) => `${bodyA?.id} ${bodyB.id}`))
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

describe('buildChain in 2D', () => {
  it('lays links end to end between its points', () => {
    const world = new World()
    const line = buildChain(world, { from: at(1, 2), to: at(4, 6), links: 10 })
    expect(line.bodies).toHaveLength(10)
    expect(line.joints).toHaveLength(10)
    expect(line.length).toBeCloseTo(5, 12)
    expect(distance(line.joints[0]!.anchorB, at(1, 2))).toBeLessThan(1e-12)
    expect(new GapWatch(line.joints).gap).toBeLessThan(1e-12)
    // The far end of the last link, half a link along its own y.
    expect(distance(line.links[9]!.worldPoint(at(0, 0.25)), at(4, 6))).toBeLessThan(1e-12)
  })

  it('hangs in an arc of the length asked for, whichever way it goes', () => {
    for (const sign of [1, -1]) {
      const world = new World()
      const line = buildChain(world, { from: at(-2 * sign, 5), to: at(2 * sign, 5), links: 17, slack: 0.4, end: 'world' })
      expect(line.length).toBeCloseTo(4 * 1.4, 12)
      expect(line.joints).toHaveLength(18)
      expect(new GapWatch(line.joints).gap).toBeLessThan(1e-12)
      for (const { position } of line.links) expect(position.y).toBeLessThan(5)
      expect(Math.min(...line.links.map(({ position }) => position.y))).toBe(line.links[8]!.position.y)
    }
  })

  it('carries its weight and its load, and holds its length for 5 s', () => {
    const world = new World({ sleeping: false })
    const line = buildChain(world, { from: at(0, 5), to: at(0, 3), links: 10, linkMass: 2, load: { mass: 30, radius: 0.2 } })
    let longest = 0
    for (let i = 0; i < 300; i++) {
      run(world, line, 1)
      longest = Math.max(longest, Math.abs(distance(line.joints[10]!.anchorB, at(0, 5)) - line.length))
    }
    expect(longest).toBeLessThan(1e-4)
    expect(line.load!.position.y).toBeCloseTo(2.8, 6)
    line.joints.forEach((joint, i) => expect(joint.reactionForce.y / ((30 + 2 * (10 - i)) * G)).toBeCloseTo(1, 6))
  })

  it('swings from the horizontal without growing longer', () => {
    // Its end cracks like a whip on the way, at 70 rad/s; joints may give then, the chain as a whole may not, and it closes again.
    const world = new World({ sleeping: false })
    const line = buildChain(world, { from: at(0, 0), to: at(4, 0), links: 20 })
    let reach = 0
    for (let i = 0; i < 300; i++) {
      run(world, line, 1)
      reach = Math.max(reach, length(line.links[19]!.worldPoint(at(0, 0.1))))
    }
    expect(reach).toBeLessThan(4 + 1e-4)
    expect(new GapWatch(line.joints).gap).toBeLessThan(1e-4)
  })

  it('refuses what is no chain', () => {
    const world = new World()
    const good = { from: at(0, 0), to: at(1, 0), links: 4 }
    expectRefused(world, /chain\.links \(0\)/, () => buildChain(world, { ...good, links: 0 }))
    expectRefused(world, /chain\.links \(2\.5\) must be a whole number/, () => buildChain(world, { ...good, links: 2.5 }))
    expectRefused(world, /chain\.to \(\{ x: 0, y: 0 \}\) is where from is/, () => buildChain(world, { ...good, to: good.from }))
    expectRefused(world, /chain\.from\.y \(NaN\)/, () => buildChain(world, { ...good, from: at(0, NaN) }))
    expectRefused(world, /chain\.radius \(0\.2\) must be below half of a piece \(0\.125\)/, () => buildChain(world, { ...good, radius: 0.2 }))
    expectRefused(world, /chain\.slack \(-1\)/, () => buildChain(world, { ...good, slack: -1 }))
    expectRefused(world, /chain\.slack \(0\.1\) needs at least two pieces/, () => buildChain(world, { ...good, links: 1, slack: 0.1 }))
    expectRefused(world, /chain\.load\.mass \(0\)/, () => buildChain(world, { ...good, load: { mass: 0, radius: 1 } }))
    expectRefused(world, /chain\.start belongs to another world/, () => buildChain(world, { ...good, start: new World().createBody() }))
    expectRefused(world, /chain\.start .* must be a body, 'world' or null/, () => buildChain(world, { ...good, start: new World3d() as never }))
    const gone = world.createBody()
    world.destroyBody(gone)
    expectRefused(world, /chain\.end was destroyed/, () => buildChain(world, { ...good, end: gone }))
    expectRefused(world, /capsule\.friction/, () => buildChain(world, { ...good, shape: { friction: -1 } }))
  })
})

describe('buildRope in 2D', () => {
  for (const joint of ['hinge', 'distance'] as const) {
    it(`of ${joint} joints does not stretch beyond its guard under 50 times its weight`, () => {
      const world = new World({ sleeping: false })
      const load = world.createBody({ position: at(4.3, 5), mass: 100, shapes: [circle({ radius: 0.3 })] })
      const rope = buildRope(world, { from: at(0, 5), to: at(4, 5), pieces: 40, pieceMass: 0.05, joint, end: load })
      expect(rope.guards).toHaveLength(1)
      let longest = 0
      for (let i = 0; i < 600; i++) {
        world.step(DT)
        longest = Math.max(longest, distance(load.worldPoint(at(-0.3, 0)), at(0, 5)))
      }
      expect(longest / rope.length).toBeGreaterThan(0.999)
      expect(longest / rope.length).toBeLessThan(1.0051)
    })
  }

  it('is guarded at the middle between two places, at the far end from one, and not at all if asked', () => {
    const line = { from: at(0, 5), to: at(4, 5), pieces: 20 }
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
    const ends = { from: at(-2, 5), to: at(2, 5), end: 'world' } as const
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
    const good = { from: at(0, 0), to: at(1, 0), pieces: 4 }
    expectRefused(world, /rope\.pieces \(-1\)/, () => buildRope(world, { ...good, pieces: -1 }))
    expectRefused(world, /rope\.joint \("glue"\) must be 'hinge' or 'distance'/, () => buildRope(world, { ...good, joint: 'glue' as 'hinge' }))
    expectRefused(world, /rope\.maxStretch \(-0\.1\)/, () => buildRope(world, { ...good, maxStretch: -0.1 }))
    expectRefused(world, /rope\.damping/, () => buildRope(world, { ...good, damping: Infinity }))
    expectRefused(world, /rope\.pieces \(1\) are too few/, () => buildRope(world, { ...good, pieces: 1, end: 'world', joint: 'distance' }))
  })
})

describe('buildBridge in 2D', () => {
  it('hangs even on both sides, and its ends carry it', () => {
    const world = new World({ sleeping: false })
    const bridge = buildBridge(world, { from: at(-5, 5), to: at(5, 5), planks: 20, friction: 100 })
    expect(bridge.joints).toHaveLength(21)
    expect(bridge.length).toBeCloseTo(10.2, 12)
    expect(run(world, bridge, 900)).toBeLessThan(1e-3)
    const [first, last] = [bridge.joints[0]!.reactionForce, bridge.joints[20]!.reactionForce]
    expect((first.y + last.y) / (massOf(bridge) * G)).toBeCloseTo(1, 6)
    expect(first.y / last.y).toBeCloseTo(1, 2)
    expect(first.x / last.x).toBeCloseTo(-1, 6)
    bridge.bodies.forEach(({ position }, i) => {
      const twin = bridge.bodies[19 - i]!.position
      expect(position.x).toBeCloseTo(-twin.x, 3)
      expect(position.y).toBeCloseTo(twin.y, 3)
    })
    // A shallow arc 2 % longer than its span sags by √(3/8 · 0.02) of it: 0.87 m.
    const sag = 5 - Math.min(...bridge.joints.map(({ anchorB }) => anchorB.y))
    expect(sag).toBeGreaterThan(0.84)
    expect(sag).toBeLessThan(0.9)
  })

  it('has planks of the size asked for, face up whichever way it goes', () => {
    for (const [from, to] of [[0, 4], [4, 0]] as const) {
      const world = new World()
      const { bodies } = buildBridge(world, { from: at(from, 1), to: at(to, 1), planks: 4, slack: 0, thickness: 0.2, gap: 0.1 })
      expect(bodies[0]!.mass).toBeCloseTo(0.9 * 0.2 * 1000, 9)
      const top = bodies[0]!.worldPoint(at(0, 0.1))
      expect(distance(top, at(from === 0 ? 0.5 : 3.5, 1.1))).toBeLessThan(1e-12)
    }
  })

  it('breaks where it is told to', () => {
    const world = new World({ sleeping: false })
    const bridge = buildBridge(world, { from: at(-3, 5), to: at(3, 5), planks: 12, friction: 50, breakForce: 6000, shape: { density: 300 } })
    run(world, bridge, 120)
    expect(bridge.joints.some(({ isBroken }) => isBroken)).toBe(false)
    world.createBody({ position: at(0, 6), shapes: [circle({ radius: 0.5, density: 5000 })] })
    run(world, bridge, 120)
    expect(bridge.joints.some(({ isBroken }) => isBroken)).toBe(true)
  })

  it('refuses what is no bridge', () => {
    const world = new World()
    const good = { from: at(0, 5), to: at(4, 5), planks: 4 }
    expectRefused(world, /bridge\.to .* lies straight above or below from/, () => buildBridge(world, { ...good, to: at(0, 9) }))
    expectRefused(world, /bridge\.gap \(2\) must be below/, () => buildBridge(world, { ...good, gap: 2 }))
    expectRefused(world, /bridge\.thickness \(0\)/, () => buildBridge(world, { ...good, thickness: 0 }))
    // Found out only when the hinges are made: the planks must be gone again.
    expectRefused(world, /bridge\.friction \(-1\)/, () => buildBridge(world, { ...good, friction: -1 }))
  })
})

describe('buildNet in 2D', () => {
  it('ties every knot to its neighbours', () => {
    const world = new World()
    const net = buildNet(world, { columns: 5, rows: 4, spacing: 0.5, center: at(0, 5) })
    expect(net.bodies).toHaveLength(20)
    // Those along the fixed row hold nothing.
    expect(net.joints).toHaveLength(4 * 3 + 5 * 3)
    expect(distance(net.knot(0, 0).position, at(-1, 5.75))).toBeLessThan(1e-12)
    expect(distance(net.knot(4, 3).position, at(1, 4.25))).toBeLessThan(1e-12)
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
    const net = buildNet(world, { columns: 4, rows: 6, spacing: 0.5, knotMass: 1 })
    run(world, net, 120)
    // The top strings carry five knots each.
    const top = net.joints.filter(({ bodyA }) => bodyA?.type === 'static')
    expect(top).toHaveLength(4)
    for (const { reactionForce } of top) expect(reactionForce.y / (5 * G)).toBeCloseTo(1, 3)
    for (const { currentLength } of net.joints) expect(currentLength).toBeLessThan(0.5 + 1e-5)
  })

  it('sags between two corners and carries its weight evenly', () => {
    const world = new World({ sleeping: false })
    const isFixed = (column: number, row: number): boolean => row === 0 && column % 8 === 0
    const net = buildNet(world, { columns: 9, rows: 5, spacing: 0.5, slack: 0.1, fixed: isFixed, knotMass: 1 })
    for (const body of net.bodies) body.linearDamping = 2
    run(world, net, 600)
    for (const body of net.bodies) body.linearDamping = 0
    run(world, net, 10)
    for (const { currentLength } of net.joints) expect(currentLength).toBeLessThan(0.55 + 1e-3)
    for (let column = 0; column < 9; column++) {
      for (let row = 0; row < 5; row++) expect(net.knot(column, row).position.y).toBeCloseTo(net.knot(8 - column, row).position.y, 2)
    }
    const held = net.joints.filter(({ bodyA, bodyB }) => bodyA?.type === 'static' || bodyB.type === 'static')
    const weight = held.reduce((sum, { reactionForce, bodyB }) => sum + (bodyB.type === 'static' ? -reactionForce.y : reactionForce.y), 0)
    expect(weight / (43 * G)).toBeCloseTo(1, 2)
  })

  it('touches nothing if it must not', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const net = buildNet(world, { columns: 3, rows: 3, spacing: 0.5, center: at(0, 0.75), fixed: 'none', collide: false })
    run(world, net, 60)
    expect(net.knot(1, 1).position.y).toBeCloseTo(0.75 - G / 2, 9)
  })

  it('refuses what is no net', () => {
    const world = new World()
    const good = { columns: 3, rows: 3, spacing: 0.5 }
    expectRefused(world, /net\.columns \(1\)/, () => buildNet(world, { ...good, columns: 1 }))
    expectRefused(world, /net\.spacing/, () => buildNet(world, { ...good, spacing: -1 }))
    expectRefused(world, /net\.slack \(-1\)/, () => buildNet(world, { ...good, slack: -1 }))
    expectRefused(world, /net\.radius \(0\.25\) must be below half the spacing/, () => buildNet(world, { ...good, radius: 0.25 }))
    expectRefused(world, /net\.down .* is parallel to right/, () => buildNet(world, { ...good, down: at(-2, 0) }))
    expectRefused(world, /net\.right .* has no length/, () => buildNet(world, { ...good, right: at(0, 0) }))
    expectRefused(world, /net\.fixed \("top"\)/, () => buildNet(world, { ...good, fixed: 'top' as 'row' }))
    expect(() => buildNet(world, good).knot(3, 0)).toThrow(/net\.knot\.column \(3\)/)
  })
})

describe('buildRagdoll in 2D', () => {
  it('makes a human of eleven parts and ten joints, of the mass and height asked for', () => {
    const world = new World()
    const human = buildRagdoll(world, humanRagdoll({ height: 1.6, mass: 60 }), { position: at(3, 0) })
    expect(human.bodies).toHaveLength(11)
    expect(human.joints).toHaveLength(10)
    expect(massOf(human)).toBeCloseTo(60, 9)
    expect(human.part('head').position.x).toBe(3)
    expect(human.part('head').position.y + (0.12 * 1.6) / 1.78).toBeCloseTo(1.6, 9)
    expect(new GapWatch(human.joints).gap).toBeLessThan(1e-12)
    for (const { angle } of human.joints) expect(angle).toBeCloseTo(0, 12)
  })

  it('has joints that bend as those of a human who looks along +x', () => {
    // Each limb is turned as far as its joint lets it; the sign of x tells where its far end goes.
    const [, , , upperArm, forearm, thigh, shin] = humanRagdoll().parts
    expect([upperArm, forearm, thigh, shin].map(part => part?.name)).toEqual(['leftUpperArm', 'leftForearm', 'leftThigh', 'leftShin'])
    const limits = new Map(humanRagdoll().joints.map(({ name, limit }) => [name, limit!]))
    const down = (angle: number): number => Math.sin(angle)
    // Knees bring the foot backwards only, elbows the hand forwards only.
    expect([down(limits.get('leftKnee')!.lower / 2), limits.get('leftKnee')!.upper]).toEqual([expect.closeTo(-Math.sin(1.2), 12), 0])
    expect([limits.get('rightElbow')!.lower, down(limits.get('rightElbow')!.upper / 2)]).toEqual([0, expect.closeTo(Math.sin(1.2), 12)])
    // Arms and legs swing further forwards than backwards, the spine leans further forwards (clockwise).
    for (const name of ['leftShoulder', 'rightHip']) expect(limits.get(name)!.upper).toBeGreaterThan(-2 * limits.get(name)!.lower)
    expect(-limits.get('spine')!.lower).toBeGreaterThan(limits.get('spine')!.upper)
  })

  it('falls, keeps together within its limits and comes to rest', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const human = buildRagdoll(world, humanRagdoll({ friction: 2 }), { position: at(0, 1), rotation: -0.6, velocity: at(1, 0) })
    const limits = human.joints.map(({ limit }) => limit!)
    let widest = 0
    for (let i = 0; i < 600; i++) {
      widest = Math.max(widest, run(world, human, 1))
      human.joints.forEach(({ angle }, j) => {
        expect(angle).toBeGreaterThan(limits[j]!.lower - 0.02)
        expect(angle).toBeLessThan(limits[j]!.upper + 0.02)
      })
    }
    expect(widest).toBeLessThan(2e-3)
    for (const { position, linearVelocity, angularVelocity } of human.bodies) {
      expect(position.y).toBeGreaterThan(0)
      expect(length(linearVelocity)).toBeLessThan(1e-3)
      expect(Math.abs(angularVelocity)).toBeLessThan(1e-2)
    }
  })

  it('falls asleep', () => {
    const world = new World()
    addFloor(world)
    const human = buildRagdoll(world, humanRagdoll({ friction: 2 }), { position: at(0, 0.5), rotation: 0.5 })
    run(world, human, 900)
    for (const { isAwake } of human.bodies) expect(isAwake).toBe(false)
  })

  it('hangs by the head with all its weight', () => {
    const world = new World({ sleeping: false })
    const human = buildRagdoll(world, undefined, { position: at(0, 3) })
    const hook = world.createHingeJoint({ bodyB: human.part('head'), anchor: at(0, 4.78) })
    run(world, human, 60)
    expect(hook.reactionForce.y / (75 * G)).toBeCloseTo(1, 4)
    expect(Math.abs(hook.reactionForce.x)).toBeLessThan(1e-6)
    for (const { angle } of human.joints) expect(Math.abs(angle)).toBeLessThan(1e-6)
  })

  it('does not touch itself nor its kind, but others and the floor', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const place = { position: at(0, 0.2), rotation: 1.2 }
    const twins = [0, 1].map(() => buildRagdoll(world, humanRagdoll(), place))
    const other = buildRagdoll(world, humanRagdoll({ shape: { filter: { category: 2 } } }), { position: at(-1, 1.5), rotation: 1.2 })
    const figureOf = new Map([...twins, other].flatMap(({ bodies }, i) => bodies.map(body => [body, i] as const)))
    const met = new Set<string>()
    for (let i = 0; i < 180; i++) {
      world.step(DT)
      for (const { bodyA, bodyB } of world.events.contactBegin) met.add([figureOf.get(bodyA) ?? 'floor', figureOf.get(bodyB) ?? 'floor'].sort().join(' '))
    }
    expect([...met].sort()).toEqual(['0 2', '0 floor', '1 2', '1 floor', '2 floor'])
  })

  it('makes any figure that is described', () => {
    // A dog of a body and two legs; the legs' hinges differ in what they leave free.
    const leg = capsule({ radius: 0.05, halfLength: 0.15 })
    const dog: RagdollDescription = {
      parts: [
        { name: 'body', shape: box({ halfExtents: at(0.4, 0.12) }), position: at(0, 0.5), mass: 8 },
        { name: 'front', shape: leg, position: at(0.3, 0.2), rotation: 0.1 },
        { name: 'hind', shape: leg, position: at(-0.3, 0.2) },
      ],
      joints: [
        { name: 'shoulder', kind: 'hinge', parent: 'body', child: 'front', anchor: at(0.3, 0.4), limit: { lower: -0.5, upper: 0.5 }, friction: 5 },
        { name: 'hip', kind: 'hinge', parent: 'body', child: 'hind', anchor: at(-0.3, 0.4) },
      ],
    }
    const world = new World({ sleeping: false })
    addFloor(world)
    const made = buildRagdoll(world, dog, { position: at(0, 1), rotation: Math.PI / 2 })
    expect(made.part('body').mass).toBe(8)
    expect(distance(made.part('body').position, at(-0.5, 1))).toBeLessThan(1e-12)
    expect(made.part('front').rotation).toBeCloseTo(Math.PI / 2 + 0.1, 12)
    expect(made.joint('hip').limit).toBeNull()
    expect(made.joint('shoulder').friction).toBe(5)
    expect(run(world, made, 300)).toBeLessThan(2e-3)
    expect(Math.abs(made.joint('shoulder').angle)).toBeLessThan(0.52)
  })

  it('refuses what is no figure', () => {
    const world = new World()
    const { parts, joints } = humanRagdoll()
    expectRefused(world, /ragdoll\.parts \(array of 0\)/, () => buildRagdoll(world, { parts: [], joints }))
    expectRefused(world, /ragdoll\.parts\[11\]\.name \("pelvis"\) is there already/, () => buildRagdoll(world, { parts: [...parts, parts[0]!], joints }))
    const astray = { ...joints[0]!, child: 'tail' }
    expectRefused(world, /ragdoll\.joints\[0\]\.child \("tail"\) is no part/, () => buildRagdoll(world, { parts, joints: [astray] }))
    const odd = { ...joints[0]!, kind: 'swing-twist' as 'hinge' }
    expectRefused(world, /ragdoll\.joints\[0\]\.kind \("swing-twist"\) must be 'hinge'/, () => buildRagdoll(world, { parts, joints: [odd] }))
    expectRefused(world, /ragdoll\.parts\[0\]\.shape .* is no shape/, () => buildRagdoll(world, { parts: [{ ...parts[0]!, shape: {} as never }], joints: [] }))
    // Found out only when the joint is made: all parts must be gone again.
    const crossed = { ...joints[0]!, limit: { lower: 1, upper: 0 } }
    expectRefused(world, /hinge\.limit\.lower \(1\) is above upper/, () => buildRagdoll(world, { parts, joints: [crossed] }))
    expectRefused(world, /ragdoll\.place\.position\.x/, () => buildRagdoll(world, undefined, { position: at(NaN, 0) }))
    expectRefused(world, /ragdoll\.place\.rotation/, () => buildRagdoll(world, undefined, { rotation: { w: 1 } as never }))
    expect(() => humanRagdoll({ height: 0 })).toThrow(/human\.height \(0\)/)
    expect(() => humanRagdoll({ shape: { filter: { category: 0.5 } } })).toThrow(/human\.shape\.filter\.category \(0\.5\)/)
    expect(() => buildRagdoll(world).part('tail')).toThrow(/ragdoll\.part \("tail"\) is not there\. There are: pelvis/)
  })
})

describe('buildVehicle in 2D', () => {
  it('stands on its springs where it was put', () => {
    const world = new World({ sleeping: false })
    addFloor(world)
    const car = buildVehicle(world)
    expect(car.wheels).toHaveLength(2)
    run(world, car, 120)
    expect(car.chassis.position.y).toBeCloseTo(0.65, 5)
    for (const { travel } of car.joints) expect(Math.abs(travel)).toBeLessThan(1e-5)
  })

  it('bounces at the frequency asked for', () => {
    // Chassis and wheels are held level, so that only the springs act.
    const world = new World({ sleeping: false })
    addFloor(world)
    const car = buildVehicle(world, { suspension: { hertz: 1.5, dampingRatio: 0, travel: 0.3 } })
    car.chassis.lockedAxes = { rotation: true }
    for (const wheel of car.wheels) wheel.lockedAxes = { y: true }
    car.chassis.linearVelocity = at(0, 0.3)
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
    it(`drives, brakes and backs, ${driven} wheels driven`, () => {
      const world = new World({ sleeping: false })
      addFloor(world)
      const car = buildVehicle(world, { driven })
      car.drive(8)
      run(world, car, 240)
      expect(car.speed / 8).toBeCloseTo(1, 2)
      expect(car.chassis.position.x).toBeGreaterThan(15)
      for (const { angularVelocity } of car.wheels) expect(angularVelocity / (-8 / 0.35)).toBeCloseTo(1, 2)
      car.brake()
      run(world, car, 150)
      expect(Math.abs(car.speed)).toBeLessThan(1e-3)
      car.drive(-2, 0.5)
      run(world, car, 240)
      expect(car.speed / -2).toBeCloseTo(1, 1)
      car.coast()
      for (const { motor, brake } of car.joints) expect([motor, brake]).toEqual([null, 0])
    })
  }

  it('speeds up as its torque says', () => {
    // a = T/r / (m + wheels' mass and spin: 2 · 20 · 1.5), as long as nothing slips.
    const world = new World({ sleeping: false })
    addFloor(world)
    const car = buildVehicle(world, { driven: 'all', grip: 2 })
    run(world, car, 30)
    car.drive(100)
    run(world, car, 60)
    const start = car.speed
    run(world, car, 60)
    expect((car.speed - start) / (1500 / 0.35 / (1200 + 2 * 20 * 1.5))).toBeCloseTo(1, 2)
  })

  it('drives over hills of a chain without leaving them, and holds on a slope', () => {
    const world = new World({ sleeping: false })
    const hills = Array.from({ length: 81 }, (_, i) => at(i - 10, i < 20 ? 0 : 0.8 * (1 - Math.cos((i - 20) / 4))))
    world.createBody({ type: 'static', shapes: chain({ points: hills, friction: 1 }) })
    const car = buildVehicle(world, { driven: 'all' })
    car.drive(4)
    let highest = 0
    for (let i = 0; i < 600; i++) {
      run(world, car, 1)
      for (const { travel } of car.joints) highest = Math.max(highest, Math.abs(travel))
    }
    expect(car.chassis.position.x).toBeGreaterThan(30)
    expect(Math.abs(car.chassis.rotation)).toBeLessThan(0.5)
    expect(highest).toBeLessThan(0.16)
    const slope = new World({ sleeping: false })
    slope.createBody({ type: 'static', rotation: 0.2, shapes: [box({ halfExtents: at(30, 1), position: at(0, -1), friction: 1 })] })
    const parked = buildVehicle(slope, { rotation: 0.2 })
    parked.brake()
    run(slope, parked, 120)
    const { x, y } = parked.chassis.position
    run(slope, parked, 120)
    expect(distance(parked.chassis.position, at(x, y))).toBeLessThan(1e-3)
  })

  it('refuses what is no car', () => {
    const world = new World()
    expectRefused(world, /vehicle\.mass \(0\)/, () => buildVehicle(world, { mass: 0 }))
    expectRefused(world, /vehicle\.wheelBase \(0\.1\) must be above two wheel radii/, () => buildVehicle(world, { wheelBase: 0.1 }))
    expectRefused(world, /vehicle\.driven \("none"\)/, () => buildVehicle(world, { driven: 'none' as 'all' }))
    expectRefused(world, /vehicle\.suspension\.hertz/, () => buildVehicle(world, { suspension: { hertz: -1 } }))
    expectRefused(world, /vehicle\.rotation/, () => buildVehicle(world, { rotation: NaN }))
    expectRefused(world, /box\.halfExtents\.x/, () => buildVehicle(world, { halfExtents: at(0, 1) }))
    const car = buildVehicle(world)
    expect(() => car.drive(NaN)).toThrow(/vehicle\.drive\.speed/)
    expect(() => car.drive(1, 2)).toThrow(/vehicle\.drive\.share \(2\)/)
    expect(() => car.brake(-1)).toThrow(/vehicle\.brake \(-1\)/)
  })
})
