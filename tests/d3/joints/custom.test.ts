/** Joints of users' own: that dual numbers differentiate, that such joints move as built-in ones do, and that bad functions do no harm. */

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  axisRow, box, defineJoint, DualMath, fullRotationRows, torqueRow, World, type Body, type CustomJoint, type DualResult, type ErrorFunction,
  type Joint,
} from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { customScene } from '../../../scenes/d3/joints/custom.ts'
import { Measure } from '../../../src/d3/joints/joint-kind.ts'
import { WorldKind } from '../../../src/d3/joints/world-kind.ts'
import { WorldState } from '../../../src/d3/store/world-state.ts'
import { createRandom } from '../../common/random.ts'
import { ballByError, hingeByError, hingeByHand, rodByHand } from './custom-types.ts'
import { numericCheck } from './derivative.ts'

const DT = 1 / 60
const Z = { x: 0, y: 0, z: 1 }

function randomPoses(random: () => number): Float64Array {
  const poses = new Float64Array(14)
  for (const o of [0, 7]) {
    let length = 0
    for (let k = 0; k < 7; k++) poses[o + k] = 2 * random() - 1
    for (let k = 3; k < 7; k++) length += poses[o + k]! ** 2
    for (let k = 3; k < 7; k++) poses[o + k]! /= Math.sqrt(length)
  }
  return poses
}

function randomData(random: () => number): Float64Array {
  const data = new Float64Array(32)
  const frames = randomPoses(random)
  data.set(frames)
  for (let k = 14; k < 32; k++) data[k] = random()
  return data
}

/** Largest difference to central differences of a function of the two frames, over many poses. */
function worstDerivative(values: ErrorFunction, count: number): number {
  const type = defineJoint({ name: 'probe', coordinates: Array.from({ length: count }, () => 'angle' as const), values })
  const kind = new WorldKind(new WorldState(null), type)
  const random = createRandom(5)
  let worst = 0
  for (let i = 0; i < 50; i++) worst = Math.max(worst, numericCheck(kind, randomData(random), randomPoses(random)).worst)
  return worst
}

describe('dual numbers', () => {
  const functions: Record<string, [number, ErrorFunction]> = {
    'positions, centres': [6, (a, b, m) => m.list(m.sub(b.position, a.center), m.add(m.neg(a.position), b.center))],
    axes: [6, (a, b, m) => m.list(m.cross(a.x, b.z), m.dot(a.y, b.x), m.dot(a.z, b.y), m.dot(b.z, a.x))],
    'mul, div, constants': [3, (a, b, m) => [m.mul(m.div(a.x.x, m.add(b.y.y, 3)), 2), m.div(2, m.sub(4, a.x.z)), m.mul(b.position.x, a.position.y)]],
    'vectors by numbers': [6, (a, b, m) => m.list(m.mul(a.position, b.x.x), m.div(b.position, m.add(a.x.y, 2)))],
    'sqrt, length, normalize': [5, (a, b, m) => m.list(m.sqrt(m.add(1.5, a.x.x)), m.length(b.position), m.normalize(m.sub(b.center, a.center)))],
    'sin, cos, atan2': [3, (a, b, m) => m.list(m.sin(m.mul(a.x.x, 5)), m.cos(m.add(b.y.x, a.position.z)), m.atan2(b.position.x, a.x.y))],
    'rotate, rotateInverse': [6, (a, b, m) => m.list(m.rotate(a.rotation, b.position), m.rotateInverse(b.rotation, a.center))],
    quaternions: [
      4,
      (a, b, m) => {
        const q = m.multiply(m.conjugate(a.rotation), b.rotation)
        return m.list(q.x, q.y, q.z, q.w)
      },
    ],
    'relative, data': [
      4,
      (a, b, m, data) => {
        const q = m.relative(a.rotation, b.rotation)
        return m.list(m.vec(q.x, q.y, q.z), m.mul(q.w, data[3]!))
      },
    ],
  }
  for (const [name, [count, values]] of Object.entries(functions)) {
    it(`${name}: slopes agree with differences`, () => {
      expect(worstDerivative(values, count)).toBeLessThan(1e-6)
    })
  }

  it('rotating by hand gives the value of the axes', () => {
    const kind = new WorldKind(
      new WorldState(null),
      defineJoint({ name: 'probe', rows: 3, error: (a, _b, m) => m.sub(m.rotate(a.rotation, m.vec(0, 1, 0)), a.y) }),
    )
    const random = createRandom(1)
    for (let i = 0; i < 20; i++) {
      const { measure } = numericCheck(kind, randomData(random), randomPoses(random))
      for (let k = 0; k < 3; k++) expect(Math.abs(measure.error[k]!)).toBeLessThan(1e-15)
      for (const rate of measure.jacobian.subarray(0, 36)) expect(Math.abs(rate)).toBeLessThan(1e-15)
    }
  })

  it('where nothing has a direction, rates are 0', () => {
    const m = new DualMath()
    const nothing = m.vec(0, 0, 0)
    for (const dual of [m.length(nothing), m.normalize(nothing).x, m.atan2(0, 0), m.sqrt(0)]) {
      expect([...dual.numbers]).toEqual(Array.from({ length: 13 }, () => 0))
    }
  })

  it('a loop that never ends is ended', () => {
    const m = new DualMath()
    expect(() => {
      for (;;) m.add(1, 2)
    }).toThrow(/16384.*loop that does not end/)
  })
})

function swingingPair(gravity = -9.81): { world: World; frame: Body; arm: Body } {
  const world = new World({ gravity: { x: 0, y: gravity, z: 0 }, sleeping: false })
  const frame = world.createBody({ type: 'static', position: { x: 0, y: 3, z: 0 } })
  const arm = world.createBody({
    position: { x: 0.5, y: 3, z: 0 },
    angularVelocity: { x: 0.7, y: -0.3, z: 1 },
    shapes: [box({ halfExtents: { x: 0.5, y: 0.1, z: 0.05 }, density: 800 })],
  })
  return { world, frame, arm }
}

/** Largest distance of corresponding poses over so many steps. */
function divergence(make: ((world: World, frame: Body, arm: Body) => Joint)[], steps: number, each?: (step: number, joints: Joint[]) => void): number {
  const rigs = make.map(create => {
    const rig = swingingPair()
    return { ...rig, joint: create(rig.world, rig.frame, rig.arm) }
  })
  let worst = 0
  for (let step = 0; step < steps; step++) {
    each?.(step, rigs.map(({ joint }) => joint))
    for (const { world } of rigs) world.step(DT)
    const [p, q] = rigs.map(({ arm }) => [...Object.values(arm.position), ...Object.values(arm.rotation), ...Object.values(arm.linearVelocity)])
    p!.forEach((x, i) => (worst = Math.max(worst, Math.abs(x - q![i]!))))
  }
  return worst
}

describe('the same motion as the built-in joint', () => {
  const anchor = { x: 0, y: 3, z: 0 }

  it('ball by error, 300 steps', () => {
    const off = divergence(
      [(world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, anchor }), (world, bodyA, bodyB) => world.createJoint(ballByError, { bodyA, bodyB, anchor })],
      300,
    )
    expect(off).toBeLessThan(1e-9)
  })

  const features = { limit: { lower: -2, upper: 0.4, restitution: 0.3 }, motor: { speed: 2, maxTorque: 150 }, spring: { hertz: 0.5 }, friction: 2 }
  for (const type of [hingeByError, hingeByHand]) {
    it(`${type.name} with limit, motor, spring and friction, 300 steps`, () => {
      let reached = -Infinity
      const off = divergence(
        [
          (world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, anchor, axis: Z, ...features }),
          (world, bodyA, bodyB) =>
            world.createJoint(type, {
              bodyA, bodyB, anchor, axis: Z, limits: [features.limit], motors: [{ speed: 2, maxForce: 150 }], springs: [features.spring], friction: [2],
            }),
        ],
        300,
        (_step, joints) => (reached = Math.max(reached, (joints[1] as CustomJoint).coordinate(0))),
      )
      expect(off).toBeLessThan(1e-9)
      expect(reached).toBeGreaterThan(0.39)
    })
  }

  it('a motor alone turns a coordinate round and round, turns counted', () => {
    const { world, frame, arm } = swingingPair(0)
    const joint = world.createJoint(hingeByError, { bodyA: frame, bodyB: arm, anchor, axis: Z, motors: [{ speed: 5, maxForce: Infinity }] })
    for (let i = 0; i < 300; i++) world.step(DT)
    expect(joint.coordinate(0)).toBeCloseTo(25, 1)
    expect(joint.coordinateSpeed(0)).toBeCloseTo(5, 6)
  })

  it('a rod by hand keeps its length, also when its data changes', () => {
    const { world, frame, arm } = swingingPair()
    const rod = world.createJoint(rodByHand, {
      bodyA: frame, bodyB: arm, frameA: { position: { x: 0, y: 0, z: 0 } }, frameB: { position: { x: 0.5, y: 0, z: 0 } }, data: [1],
    })
    const length = (): number => Math.hypot(rod.anchorB.x - rod.anchorA.x, rod.anchorB.y - rod.anchorA.y, rod.anchorB.z - rod.anchorA.z)
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(length()).toBeCloseTo(1, 4)
    rod.setData(0, 1.2)
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(length()).toBeCloseTo(1.2, 4)
    expect(rod.derivativeError()).toBeLessThan(1e-6)
  })
})

describe('handle', () => {
  function makeHinge(): { world: World; joint: CustomJoint } {
    const { world, frame, arm } = swingingPair()
    return { world, joint: world.createJoint(hingeByHand, { bodyA: frame, bodyB: arm, axis: Z, data: [3, 4], userData: 'mine' }) }
  }

  it('reads and writes everything by index', () => {
    const { joint } = makeHinge()
    expect(joint.type).toBe('hinge by hand')
    expect(joint.userData).toBe('mine')
    expect(joint.coordinateCount).toBe(1)
    expect([joint.getLimit(0), joint.getMotor(0), joint.getSpring(0), joint.getFriction(0)]).toEqual([null, null, null, 0])
    joint.setLimit(0, { lower: -1, upper: 1 })
    joint.setMotor(0, { speed: 1, maxForce: 2 })
    joint.setSpring(0, { stiffness: 5, damping: 1 })
    joint.setFriction(0, 0.5)
    joint.setData(17, 9)
    expect(joint.getLimit(0)).toEqual({ lower: -1, upper: 1, restitution: 0 })
    expect(joint.getMotor(0)).toEqual({ speed: 1, maxForce: 2 })
    expect(joint.getSpring(0)).toMatchObject({ stiffness: 5, damping: 1, target: 0 })
    expect(joint.getFriction(0)).toBe(0.5)
    expect([joint.getData(0), joint.getData(1), joint.getData(2), joint.getData(17)]).toEqual([3, 4, 0, 9])
    joint.setLimit(0, null)
    expect(joint.getLimit(0)).toBeNull()
  })

  it('says what is wrong', () => {
    const { world, joint } = makeHinge()
    expect(() => joint.coordinate(1)).toThrow(/hinge by hand\.coordinate \(1\) is no coordinate of it\. It has 1, counted from 0\./)
    expect(() => joint.setMotor(0, { speed: NaN, maxForce: 1 })).toThrow(/hinge by hand\.motors\[0\]\.speed \(NaN\)/)
    expect(() => joint.setData(18, 1)).toThrow(/data index \(18\) must lie between 0 and 17/)
    expect(() => joint.setData(0, Infinity)).toThrow(/hinge by hand\.data\[0\] \(Infinity\)/)
    joint.destroy()
    expect(() => joint.coordinate(0)).toThrow(/was destroyed/)
    expect([...world.joints]).toEqual([])
  })

  it('tells a wrong Jacobian from a right one', () => {
    const { world, frame, arm } = swingingPair()
    // The sign of one row is off.
    const wrong = defineJoint({ name: 'wrong', rows: ['angle'], measure: ({ xA, xB }, out) => torqueRow(out.rows, 0, xA[1]! - xB[1]!, -xB[2]!, 0, xB[0]!) })
    expect(world.createJoint(wrong, { bodyA: frame, bodyB: arm }).derivativeError()).toBeGreaterThan(0.5)
    const right = defineJoint({
      name: 'right',
      rows: ['angle', 'angle', 'angle', 'length'],
      measure(frames, out) {
        fullRotationRows(frames, out.rows, 0)
        axisRow(frames, frames.yA, out.rows, 3)
      },
    })
    expect(world.createJoint(right, { bodyA: frame, bodyB: arm }).derivativeError()).toBeLessThan(1e-6)
  })

  it('restores from a snapshot, in mid-run, to the bit', () => {
    const { world } = makeHinge()
    for (let i = 0; i < 30; i++) world.step(DT)
    const bytes = world.snapshot()
    for (let i = 0; i < 30; i++) world.step(DT)
    const hash = world.hash()
    world.restore(bytes)
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(world.hash()).toBe(hash)
  })
})

describe('what is refused', () => {
  const bad: [string, RegExp, () => unknown][] = [
    ['no name', /type\.name \(""\) must be a name/, () => defineJoint({ name: '' })],
    ['nothing to hold', /x\.rows \(0\).*hold nothing/, () => defineJoint({ name: 'x', measure: () => undefined })],
    ['too many rows', /x\.rows \(7\) must lie between 0 and 6/, () => defineJoint({ name: 'x', rows: 7, measure: () => undefined })],
    ['a strange unit', /x\.rows\[1\] \("turn"\) must be one of length, angle/, () => defineJoint({ name: 'x', rows: ['angle', 'turn' as never] })],
    ['no function', /x\.error is missing: it must be a function/, () => defineJoint({ name: 'x', rows: 1 })],
    ['both ways', /x\.measure .*two answers/, () => defineJoint({ name: 'x', rows: 1, measure: () => undefined, error: () => 0 })],
    ['values without coordinates', /x\.values .*no coordinates/, () => defineJoint({ name: 'x', rows: 1, error: () => 0, values: () => 0 })],
  ]
  for (const [name, says, call] of bad) it(name, () => void expect(call).toThrow(says))

  const functions: [string, RegExp, ErrorFunction][] = [
    ['too few numbers', /custom\.error \(2\) numbers returned, 3 expected/, (a, b) => [a.x.x, b.x.x]],
    ['too many numbers', /custom\.error \(6\) numbers returned, 3 expected/, (a, b, m) => m.list(a.x, b.x)],
    ['nothing at all', /custom\.error \(0\) numbers returned, 3 expected/, () => undefined as unknown as DualResult],
    ['not finite', /custom\.error \(NaN\) is what row 1 gives/, a => [a.x.x, NaN, a.x.y]],
    ['a slope that is not finite', /custom\.error \(-?(Infinity|NaN)\) is (what|derivative)/, (a, b, m) => m.list(m.div(a.x.x, m.sub(b.x.x, b.x.x)), 0, 0)],
    ['a throw', /custom\.error \("oops"\) was thrown where the joint is made/, () => { throw new Error('oops') }],
    ['text', /dual math \("5"\) is no number/, (_a, _b, m) => m.list(m.add('5' as never, 1), 0, 0)],
  ]
  for (const [name, says, error] of functions) {
    it(`${name}, the world left as it was`, () => {
      const { world, frame, arm } = swingingPair()
      const hash = world.hash()
      expect(() => world.createCustomJoint({ bodyA: frame, bodyB: arm, rows: 3, error })).toThrow(says)
      expect(world.hash()).toBe(hash)
      expect(world.jointCount).toBe(0)
    })
  }

  it('something that is no type', () => {
    const { world, frame, arm } = swingingPair()
    expect(() => world.createJoint({ name: 'x' } as never, { bodyA: frame, bodyB: arm })).toThrow(/Make one with defineJoint/)
    expect(() => world.createCustomJoint(null as never)).toThrow(/custom \(null\) must be an object/)
  })
})

describe('a function that fails in the step', () => {
  const failures: [string, RegExp, () => number][] = [
    ['throws', /^lost$/, () => { throw new Error('lost') }],
    ['is not finite', /not finite/, () => NaN],
    ['throws nothing', /undefined|nothing/, () => { throw undefined }],
  ]
  for (const [name, says, fail] of failures) {
    it(`${name}: the joint is broken, the body falls freely`, () => {
      const { world, frame, arm } = swingingPair()
      let good = true
      const joint = world.createCustomJoint({
        bodyA: frame, bodyB: arm, anchor: { x: 0, y: 3, z: 0 }, rows: 3,
        error: (a, b, m) => (good ? m.sub(b.position, a.position) : m.list(fail(), 0, 0)),
      })
      for (let i = 0; i < 30; i++) world.step(DT)
      expect(joint.isBroken).toBe(false)
      expect(joint.failure).toBeNull()
      good = false
      world.step(DT)
      expect(world.events.jointBroken.map(e => e.joint)).toEqual([joint])
      expect([joint.isBroken, joint.enabled]).toEqual([true, false])
      expect(joint.failure).toMatch(says)
      const { y } = arm.linearVelocity
      for (let i = 0; i < 30; i++) {
        world.step(DT)
        expect(world.events.jointBroken).toHaveLength(0)
      }
      expect(arm.linearVelocity.y - y).toBeCloseTo(-9.81 * 30 * DT, 9)
      expect(world.events.quarantined).toHaveLength(0)
      good = true
      joint.enabled = true
      for (let i = 0; i < 600; i++) world.step(DT)
      expect([joint.isBroken, joint.failure]).toEqual([false, null])
      expect(Math.abs(joint.anchorB.y - 3)).toBeLessThan(1e-3)
    })
  }

  it('fails only ahead, far from satisfied: no kick', () => {
    const { world, frame, arm } = swingingPair(0)
    let calls = 0
    let from = Infinity
    const joint = world.createCustomJoint({
      bodyA: frame, bodyB: arm, rows: 3,
      error(a, b, m) {
        if (calls++ >= from) throw new Error('lost')
        return m.sub(b.position, m.add(a.position, m.vec(3, 0, 0)))
      },
    })
    world.step(DT)
    const before = calls
    world.step(DT)
    // At each of the looks that a step takes.
    const looks = calls - before
    expect(looks).toBeGreaterThan(8)
    for (let k = 0; k < looks; k++) {
      const { x } = arm.linearVelocity
      joint.enabled = true
      from = calls + k
      world.step(DT)
      from = Infinity
      expect(joint.isBroken).toBe(true)
      // At most what the joint would have given in a whole step.
      expect(Math.abs(arm.linearVelocity.x - x)).toBeLessThan(5)
    }
  })
})

describe('kinds', () => {
  it('a function used a hundred times is one kind; other worlds have their own', () => {
    const error: ErrorFunction = (a, b, m) => m.sub(b.position, a.position)
    const { world, frame, arm } = swingingPair()
    const first = world.createCustomJoint({ bodyA: frame, bodyB: arm, rows: 3, error })
    const { state } = first as unknown as { state: WorldState }
    const kinds = state.jointKinds.length
    for (let i = 0; i < 99; i++) world.createCustomJoint({ bodyA: frame, bodyB: arm, rows: 3, error })
    expect(state.jointKinds).toHaveLength(kinds)
    world.createJoint(ballByError, { bodyA: frame, bodyB: arm })
    expect(state.jointKinds).toHaveLength(kinds + 1)
    expect(() => world.createJoint(rodByHand, { bodyA: frame, bodyB: arm, anchor: { x: 0, y: 0, z: 0 }, breakForce: -1, data: [1] })).toThrow()
    expect(state.jointKinds).toHaveLength(kinds + 1)
  })

  it('what a function leaves unsaid is 0, whatever was measured before', () => {
    const kind = new WorldKind(new WorldState(null), defineJoint({ name: 'lazy', rows: 2, measure: () => undefined }))
    const random = createRandom(2)
    numericCheck(new WorldKind(new WorldState(null), ballByError), randomData(random), randomPoses(random))
    const { measure } = numericCheck(kind, randomData(random), randomPoses(random))
    expect(measure).toEqual({ ...new Measure(), rigid: 2 })
  })
})

it('a steady step allocates no more than with built-in joints', () => {
  const child = fileURLToPath(new URL('./custom-allocation-child.ts', import.meta.url))
  const flags = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256', '--import', 'tsx', child]
  const [own, builtIn] = ['own', 'built-in'].map(
    which => JSON.parse(execFileSync(process.execPath, [...flags, which], { encoding: 'utf8' })) as { perStep: number; joints: number },
  )
  expect([own!.joints, builtIn!.joints]).toEqual([6, 6])
  // What is left are numbers that V8 boxes between functions it did not merge; a number boxed per operation doubled it.
  expect(own!.perStep).toBeLessThan(1.5 * builtIn!.perStep + 1000)
})

it('the scene: wire, string and rods hold, and the bead keeps its energy', () => {
  const world = new World(customScene.worldOptions)
  const scene = customScene.build(world)!
  for (let i = 0; i < 600; i++) {
    world.step(DT)
    scene.update?.(world, i)
  }
  const { worstWireGapMm, worstStringOverMm, worstRodGapMm, beadEnergyKept, broken } = scene.measure!(world)
  expect(worstWireGapMm).toBeLessThan(1e-3)
  expect(worstStringOverMm).toBeLessThan(1e-3)
  expect(worstRodGapMm).toBeLessThan(0.2)
  expect(beadEnergyKept).toBeCloseTo(1, 3)
  expect(broken).toBe(0)
})
