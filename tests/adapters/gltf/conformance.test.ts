// What the format's conformance suites ask, with documents made here: every pair of collider types, joints, motions, filters, materials.
import { describe, expect, it } from 'vitest'
import { boxMesh, Document, steps, type Json } from './documents.ts'

const TYPES = ['sphere', 'box', 'capsule', 'cylinder', 'hull', 'mesh'] as const
type Type = (typeof TYPES)[number]

/** Geometry of a type, about one metre across. */
function geometry(document: Document, type: Type, size: number): Json {
  switch (type) {
    case 'sphere':
      return { shape: document.shape('sphere', { radius: size / 2 }) }
    case 'box':
      return { shape: document.shape('box', { size: [size, size, size] }) }
    case 'capsule':
      return { shape: document.shape('capsule', { height: size / 2, radiusTop: size / 4, radiusBottom: size / 4 }) }
    case 'cylinder':
      return { shape: document.shape('cylinder', { height: size, radiusTop: size / 2, radiusBottom: size / 2 }) }
    default: {
      const { positions, indices } = boxMesh(size / 2, size / 2, size / 2)
      const mesh = document.mesh(positions, indices)
      return type === 'hull' ? { mesh, convexHull: true } : { mesh }
    }
  }
}

describe('colliders of every type hold those of every other', () => {
  for (const falling of TYPES) {
    for (const standing of TYPES) {
      it(`${falling} on ${standing}`, () => {
        const document = new Document()
        document.node({ translation: [0, 1.2, 0] }, { motion: { mass: 1, inertiaDiagonal: [0, 0, 0] }, collider: { geometry: geometry(document, falling, 1) } })
        document.node({ translation: [0, 0, 0] }, { collider: { geometry: geometry(document, standing, 1) } })
        const physics = document.load()
        expect(physics.warnings).toEqual([])
        const free = new Document()
        free.node({ translation: [0, 4, 0] }, { motion: {}, collider: { geometry: geometry(free, falling, 1) } })
        free.node({ translation: [0, -5, 0] }, { collider: { geometry: geometry(free, standing, 10) } })
        const tumbling = free.load()
        for (let i = 0; i < 180; i++) {
          physics.world.step(1 / 60)
          tumbling.world.step(1 / 60)
          // Without turning it balances even on a ball; without friction between points that are exactly above each other it may not slide off.
          expect(physics.body(0)!.position.y).toBeGreaterThan(0.7)
        }
        // A body that may tumble lies on a large one of any type.
        if (standing !== 'sphere' && standing !== 'capsule') expect(tumbling.body(0)!.position.y).toBeGreaterThan(0.2)
      })
    }
  }
})

/** A body at (0, 3, 0) joined to the world there by a description; it has no gravity unless told. */
function joined(joint: Json, motion: Json = {}, more: Json = {}) {
  const document = new Document()
  document.joints.push(joint)
  const anchor = document.node({ translation: [0, 3, 0] })
  const pivot = document.node({}, { joint: { connectedNode: anchor, joint: 0, ...more } })
  const shape = document.shape('box', { size: [0.5, 0.5, 0.5] })
  const body = document.node({ translation: [0, 3, 0], children: [pivot] }, { motion: { mass: 2, gravityFactor: 0, ...motion }, collider: { geometry: { shape } } })
  const physics = document.load()
  return { physics, body: physics.body(body)!, joint: physics.joint(pivot)! }
}

const angleOf = (q: { x: number; y: number; z: number; w: number }): number => 2 * Math.acos(Math.min(1, Math.abs(q.w)))
const ALL = [0, 1, 2]

describe('joints', () => {
  it('that lock everything hold', () => {
    const limits = [{ linearAxes: ALL, min: 0, max: 0 }, { angularAxes: ALL, min: 0, max: 0 }]
    const { physics, body } = joined({ limits }, { gravityFactor: 1, angularVelocity: [1, 2, 3] })
    steps(physics.world, 2)
    expect(Math.abs(body.position.y - 3)).toBeLessThan(1e-3)
    expect(angleOf(body.rotation)).toBeLessThan(1e-3)
  })

  for (const axis of ALL) {
    it(`a hinge about axis ${axis} turns about it alone, as far as its limit`, () => {
      const others = ALL.filter(k => k !== axis)
      const limits = [{ linearAxes: ALL, max: 0, min: 0 }, { angularAxes: others, min: 0, max: 0 }, { angularAxes: [axis], min: -0.5, max: 1 }]
      const spin = [0.3, 0.3, 0.3]
      spin[axis] = -3
      const { physics, body, joint } = joined({ limits }, { angularVelocity: spin })
      steps(physics.world, 2)
      // The angle is that of the connected node against the body, so it grows as the body turns back.
      expect(joint.angularPosition(axis as 0)).toBeCloseTo(1, 2)
      expect(angleOf(body.rotation)).toBeCloseTo(1, 2)
      expect(Math.abs([body.rotation.x, body.rotation.y, body.rotation.z][axis]!)).toBeCloseTo(Math.sin(0.5), 2)
    })

    it(`a slider along axis ${axis} goes to either limit`, () => {
      const others = ALL.filter(k => k !== axis)
      const limits = [{ angularAxes: ALL, min: 0, max: 0 }, { linearAxes: others, min: 0, max: 0 }, { linearAxes: [axis], min: -0.7, max: 0.4 }]
      for (const sign of [-1, 1]) {
        const speed = [0, 0, 0]
        speed[axis] = 2 * sign
        const { physics, body } = joined({ limits }, { linearVelocity: speed })
        steps(physics.world, 2)
        const at = [body.position.x, body.position.y - 3, body.position.z]
        expect(at[axis]).toBeCloseTo(sign > 0 ? 0.7 : -0.4, 2)
        for (const k of others) expect(Math.abs(at[k]!)).toBeLessThan(1e-3)
      }
    })

    it(`a limit of one side along axis ${axis} leaves the other side open`, () => {
      for (const limit of [{ min: -0.5 }, { max: 0.5 }]) {
        for (const sign of [-1, 1]) {
          const speed = [0, 0, 0]
          speed[axis] = sign
          const { physics, body } = joined({ limits: [{ linearAxes: [axis], ...limit }, { angularAxes: ALL, min: 0, max: 0 }] }, { linearVelocity: speed })
          steps(physics.world, 2)
          const at = [body.position.x, body.position.y - 3, body.position.z][axis]!
          // Connected node minus body: the body at +0.5 is at −0.5 there.
          const held = 'min' in limit ? sign > 0 : sign < 0
          expect(at).toBeCloseTo(held ? 0.5 * sign : 2 * sign, 2)
        }
      }
    })

    it(`a cylinder about axis ${axis}: two linear axes keep a distance`, () => {
      const others = ALL.filter(k => k !== axis)
      const speed = [1, 1, 1]
      const { physics, body } = joined({ limits: [{ linearAxes: others, min: 0, max: 0.6 }, { angularAxes: ALL, min: 0, max: 0 }] }, { linearVelocity: speed })
      steps(physics.world, 3)
      const at = [body.position.x, body.position.y - 3, body.position.z]
      expect(Math.hypot(...others.map(k => at[k]!))).toBeCloseTo(0.6, 2)
      expect(at[axis]).toBeCloseTo(3, 2)
    })

    it(`a cone about axis ${axis}: two angular axes keep a tilt and leave the twist free`, () => {
      const others = ALL.filter(k => k !== axis)
      const spin = [1, 1, 1]
      const { physics, body } = joined({ limits: [{ linearAxes: ALL, min: 0, max: 0 }, { angularAxes: others, min: 0, max: 0.5 }] }, { angularVelocity: spin })
      let most = 0
      for (let i = 0; i < 240; i++) {
        physics.world.step(1 / 60)
        const tip = [0, 0, 0]
        tip[axis] = 1
        const p = body.worldPoint({ x: tip[0]!, y: tip[1]!, z: tip[2]! })
        const cosine = [p.x, p.y - 3, p.z][axis]!
        most = Math.max(most, Math.acos(Math.min(1, cosine)))
      }
      expect(most).toBeGreaterThan(0.45)
      expect(most).toBeLessThan(0.53)
    })
  }

  it('angles go as far as their limits beyond half a turn; a range of a whole turn limits nothing', () => {
    const hinge = (range: Json, speed: number): number => {
      const document = new Document()
      const limits = [{ linearAxes: ALL, min: 0, max: 0 }, { angularAxes: [0, 1], min: 0, max: 0 }, { angularAxes: [2], ...range }]
      document.joints.push({ limits })
      const wheel = document.solid([0, 0, 0], 'box', {}, { mass: 1, gravityFactor: 0, angularVelocity: [0, 0, speed] })
      document.node({}, { joint: { connectedNode: wheel, joint: 0 } })
      const physics = document.load()
      let [turned, most, last] = [0, 0, 0]
      for (let i = 0; i < 480; i++) {
        physics.world.step(1 / 60)
        const { z, w } = physics.body(wheel)!.rotation
        const angle = 2 * Math.atan2(z, w)
        turned += angle - last - 2 * Math.PI * Math.round((angle - last) / (2 * Math.PI))
        last = angle
        if (Math.abs(turned) > Math.abs(most)) most = turned
      }
      return most
    }
    for (const [min, max] of [[-0.5, 4], [-5, 1], [-3.1, 3.1], [0, 3.5], [-2.5, 0]] as const) {
      for (const sign of [-1, 1]) expect(hinge({ min, max }, 2 * sign), `${min} ${max} ${sign}`).toBeCloseTo(sign > 0 ? max : min, 1)
    }
    for (const [min, max] of [[-Math.PI, Math.PI], [-3.1415927410125732, 3.1415927410125732], [-7, 7], [0, 2 * Math.PI]] as const) {
      expect(hinge({ min, max }, 2), `${min} ${max}`).toBeCloseTo(16, 6)
    }
    expect(hinge({ max: 2.6 }, 2)).toBeCloseTo(2.6, 1)
  })

  it('a ball of three linear axes is a rope; with min and max alike a rod', () => {
    const rope = joined({ limits: [{ linearAxes: ALL, max: 1 }] }, { gravityFactor: 1 })
    steps(rope.physics.world, 4)
    expect(rope.body.position.y).toBeCloseTo(2, 1)
    const rod = joined({ limits: [{ linearAxes: ALL, min: 1, max: 1 }] }, { linearVelocity: [1, 0, 0] })
    steps(rod.physics.world, 3)
    const { x, y, z } = rod.body.position
    expect(Math.hypot(x, y - 3, z)).toBeCloseTo(1, 2)
  })

  it('a rotation of three angular axes keeps the whole turn', () => {
    const { physics, body } = joined({ limits: [{ linearAxes: ALL, min: 0, max: 0 }, { angularAxes: ALL, max: 0.4 }] }, { angularVelocity: [2, 1, 0.5] })
    steps(physics.world, 2)
    expect(angleOf(body.rotation)).toBeLessThan(0.42)
    expect(angleOf(body.rotation)).toBeGreaterThan(0.2)
  })

  it('a soft limit sags by weight over stiffness', () => {
    const { physics, body } = joined({ limits: [{ linearAxes: [1], min: 0, max: 0, stiffness: 200, damping: 40 }, { linearAxes: [0, 2], max: 0 }] }, { gravityFactor: 1 })
    steps(physics.world, 6)
    expect(3 - body.position.y).toBeCloseTo((2 * 9.81) / 200, 3)
  })

  const free = [{ linearAxes: [0, 2], min: 0, max: 0 }, { angularAxes: ALL, min: 0, max: 0 }]

  it('a drive pulls to its target, against the weight by force, without regard to mass by acceleration', () => {
    const target = joined({ limits: free, drives: [{ type: 'linear', mode: 'force', axis: 1, positionTarget: -0.5, stiffness: 100, damping: 30 }] }, { gravityFactor: 1 })
    steps(target.physics.world, 5)
    // The connected node lies 0.5 below the body's: the body is above, less what its weight takes.
    expect(target.body.position.y - 3).toBeCloseTo(0.5 - (2 * 9.81) / 100, 3)
    for (const mass of [1, 50]) {
      const drive = { type: 'linear', mode: 'acceleration', axis: 1, positionTarget: -0.5, stiffness: 100, damping: 20 }
      const { physics, body } = joined({ limits: free, drives: [drive] }, { gravityFactor: 1, mass })
      steps(physics.world, 5)
      expect(body.position.y - 3).toBeCloseTo(0.5 - 9.81 / 100, 3)
    }
  })

  it('a drive of velocity turns a wheel, and its greatest force bounds it', () => {
    const limits = [{ linearAxes: ALL, min: 0, max: 0 }, { angularAxes: [0, 1], min: 0, max: 0 }]
    const wheel = joined({ limits, drives: [{ type: 'angular', mode: 'force', axis: 2, velocityTarget: 5, damping: 1000 }] })
    steps(wheel.physics.world, 1)
    // The connected node turns forward against the body: the body turns back.
    expect(wheel.body.angularVelocity.z).toBeCloseTo(-5, 3)
    const weak = joined({ limits: free, drives: [{ type: 'linear', mode: 'force', axis: 1, velocityTarget: 100, damping: 1e6, maxForce: 4 }] })
    steps(weak.physics.world, 1)
    expect(weak.body.linearVelocity.y).toBeCloseTo(-2, 3)
  })

  it('two limits and two drives of one axis all act', () => {
    const limits = [...free, { linearAxes: [1], min: -1 }, { linearAxes: [1], max: 0.25 }]
    const drives = [
      { type: 'linear', mode: 'force', axis: 1, positionTarget: 0.1, stiffness: 100, damping: 10 },
      { type: 'linear', mode: 'force', axis: 1, velocityTarget: 0, damping: 20 },
    ]
    const { physics, body } = joined({ limits, drives })
    expect(physics.joints(1).length).toBe(2)
    steps(physics.world, 5)
    expect(body.position.y - 3).toBeCloseTo(-0.1, 3)
    body.linearVelocity = { x: 0, y: -50, z: 0 }
    steps(physics.world, 1 / 6)
    expect(body.position.y - 3).toBeGreaterThan(-0.26)
  })

  it('between two bodies let them collide only if they may', () => {
    for (const enableCollision of [false, true]) {
      const document = new Document()
      document.joints.push({ limits: [{ linearAxes: [0, 2], min: 0, max: 0 }, { angularAxes: ALL, min: 0, max: 0 }] })
      const upper = document.solid([0, 1.5, 0], 'box', {}, { mass: 1 })
      const lower = document.solid([0, 0, 0], 'box', {})
      document.nodes[upper]!['extensions'].KHR_physics_rigid_bodies.joint = { connectedNode: lower, joint: 0, enableCollision }
      const physics = document.load()
      steps(physics.world, 2)
      const { y } = physics.body(upper)!.position
      if (enableCollision) expect(y).toBeCloseTo(1, 2)
      else expect(y).toBeLessThan(-5)
    }
  })

  it('without a connected node hold where they are', () => {
    const document = new Document()
    document.joints.push({ limits: [{ linearAxes: ALL, min: 0, max: 0 }] })
    const body = document.solid([0, 3, 0], 'box', {}, { mass: 1 })
    document.nodes[body]!['extensions'].KHR_physics_rigid_bodies.joint = { joint: 0 }
    const physics = document.load()
    steps(physics.world, 1)
    expect(physics.body(body)!.position.y).toBeCloseTo(3, 3)
  })
})

describe('motions', () => {
  it('of another mass, centre, inertia, velocity or gravity move otherwise', () => {
    const document = new Document()
    const bodies = [
      {}, { gravityFactor: 0 }, { gravityFactor: -1 }, { gravityFactor: 2 }, { isKinematic: true }, { mass: 0 }, { linearVelocity: [1, 0, 0] },
      { angularVelocity: [0, 0, 1] },
    ].map((motion, i) => document.solid([3 * i, 0, 0], 'box', {}, motion))
    const physics = document.load()
    steps(physics.world, 1)
    const fall = bodies.map(node => Number(physics.body(node)!.position.y.toFixed(3)))
    expect(fall).toEqual([-4.905, 0, 4.905, -9.81, 0, 0, -4.905, -4.905])
    expect(physics.body(bodies[6]!)!.position.x).toBeCloseTo(19, 9)
    expect(angleOf(physics.body(bodies[7]!)!.rotation)).toBeCloseTo(1, 6)
  })

  it('with a low centre of mass right themselves, with a large moment turn slowly', () => {
    const document = new Document()
    const toy = document.solid([0, 1, 0], 'sphere', { radius: 1 }, { mass: 1, centerOfMass: [0, -0.5, 0] }, {}, { rotation: [0, 0, Math.sin(0.4), Math.cos(0.4)] })
    document.solid([0, 0, 0], 'plane', {})
    const physics = document.load()
    let least = Infinity
    for (let i = 0; i < 240; i++) {
      physics.world.step(1 / 60)
      least = Math.min(least, angleOf(physics.body(toy)!.rotation))
    }
    expect(least).toBeLessThan(0.1)
    const spin = [1, 10].map(moment => {
      const lever = new Document()
      lever.solid([0, 0, 0], 'box', {}, { mass: 1, gravityFactor: 0, inertiaDiagonal: [moment, moment, moment] })
      const body = lever.load().body(0)!
      body.applyAngularImpulse({ x: 0, y: 0, z: 1 })
      return body.angularVelocity.z
    })
    expect(spin).toEqual([1, 0.1])
  })
})

describe('filters', () => {
  const falls = (floor: Json | null, body: Json | null): boolean => {
    const document = new Document()
    const use = (filter: Json | null): Json => (filter === null ? {} : { collisionFilter: document.filters.push(filter) - 1 })
    document.solid([0, 0, 0], 'box', { size: [4, 1, 4] }, undefined, use(floor))
    const ball = document.solid([0, 1.5, 0], 'sphere', {}, { mass: 1 }, use(body))
    const physics = document.load()
    steps(physics.world, 1.5)
    return physics.body(ball)!.position.y < 0
  }

  it('let through what they do not collide with, from either side', () => {
    const floor = { collisionSystems: ['floor'] }
    expect(falls(null, null)).toBe(false)
    expect(falls(floor, { collisionSystems: ['a'], collideWithSystems: ['floor'] })).toBe(false)
    expect(falls(floor, { collisionSystems: ['a'], collideWithSystems: ['wall'] })).toBe(true)
    expect(falls(floor, { collisionSystems: ['a'], notCollideWithSystems: ['floor'] })).toBe(true)
    expect(falls(floor, { collisionSystems: ['a'], notCollideWithSystems: ['wall'] })).toBe(false)
    expect(falls({ ...floor, notCollideWithSystems: ['a'] }, { collisionSystems: ['a'] })).toBe(true)
    expect(falls({ ...floor, collideWithSystems: ['b', 'a'] }, { collisionSystems: ['a'] })).toBe(false)
    expect(falls({ ...floor, collideWithSystems: ['b'] }, { collisionSystems: ['a', 'b'] })).toBe(false)
    // Who is in no system is kept out by nobody: the empty set is a part of every set.
    expect(falls({ ...floor, collideWithSystems: ['b'] }, null)).toBe(false)
    expect(falls({ ...floor, notCollideWithSystems: ['b'] }, null)).toBe(false)
    expect(falls({ ...floor, collideWithSystems: ['a', 'b'], notCollideWithSystems: ['a'] }, { collisionSystems: ['a'] })).toBe(true)
  })

  it('say the same by either list, one being the inverse of the other', () => {
    const all = ['a', 'b', 'c']
    const subsets = [1, 2, 3, 4, 5, 6].map(bits => all.filter((_, i) => (bits & (1 << i)) !== 0))
    for (const member of subsets) {
      for (const named of subsets) {
        const masks = [{ collideWithSystems: named }, { notCollideWithSystems: all.filter(name => !named.includes(name)) }].map((list) => {
          const document = new Document()
          document.filters.push({ collisionSystems: member }, { collisionSystems: ['floor'], ...list })
          for (const i of [0, 1]) document.solid([0, 3 * i, 0], 'sphere', {}, { mass: 1 }, { collisionFilter: i })
          const [a, b] = document.read().bodies.map(body => body.definition.shapes![0]!)
          return ((a!.category ?? 1) & (b!.mask ?? -1)) !== 0 && ((b!.category ?? 1) & (a!.mask ?? -1)) !== 0
        })
        const expected = member.some(name => named.includes(name))
        expect(masks, `${member.join()} in ${named.join()}`).toEqual([expected, expected])
      }
    }
  })

  it('are as many as there are bits, by sort and not by number', () => {
    const document = new Document()
    for (let i = 0; i < 100; i++) document.filters.push({ collisionSystems: [`s${i % 5}`], notCollideWithSystems: [`s${(i + 1) % 5}`] })
    for (let i = 0; i < 100; i++) document.solid([0, i, 0], 'sphere', {}, undefined, { collisionFilter: i })
    const masks = new Set(document.read().bodies.map(body => body.definition.shapes![0]!.category))
    expect(masks.size).toBe(5)
    const crowd = new Document()
    for (let i = 0; i < 40; i++) crowd.filters.push({ collisionSystems: [`s${i}`], notCollideWithSystems: [`s${i + 1}`] })
    expect(() => crowd.read()).toThrow(/collisionFilters.*32/s)
  })
})

describe('materials', () => {
  const slide = (floor: Json, body: Json): number => {
    const document = new Document()
    document.materials.push(floor, body)
    document.solid([0, -0.5, 0], 'box', { size: [60, 1, 4] }, undefined, { physicsMaterial: 0 })
    const sledge = document.solid([0, 0.25, 0], 'box', { size: [1, 0.5, 1] }, { mass: 1, linearVelocity: [4, 0, 0] }, { physicsMaterial: 1 })
    const physics = document.load()
    steps(physics.world, 8)
    return physics.body(sledge)!.position.x
  }
  const bounce = (floor: Json, ball: Json): number => {
    const document = new Document()
    document.materials.push(floor, ball)
    document.solid([0, -0.5, 0], 'box', { size: [10, 1, 10] }, undefined, { physicsMaterial: 0 })
    const body = document.solid([0, 2.5, 0], 'sphere', { radius: 0.5 }, { mass: 1 }, { physicsMaterial: 1 })
    const physics = document.load()
    let top = 0
    let down = false
    for (let i = 0; i < 120; i++) {
      physics.world.step(1 / 60)
      const { y, vy } = { y: physics.body(body)!.position.y, vy: physics.body(body)!.linearVelocity.y }
      if (y < 0.6) down = true
      if (down && vy > -0.3) top = Math.max(top, y - 0.5)
    }
    return top
  }
  const friction = (mu: number, rule?: string): Json => ({ staticFriction: mu, dynamicFriction: mu, ...(rule === undefined ? {} : { frictionCombine: rule }) })
  const far = (mu: number): number => 16 / (2 * mu * 9.81)

  it('combine by the rule that comes first: average, minimum, maximum, multiply', () => {
    const expected: Record<string, number> = { average: 0.5, minimum: 0.2, maximum: 0.8, multiply: 0.16 }
    const order = ['average', 'minimum', 'maximum', 'multiply']
    for (const a of order) {
      for (const b of order) {
        const winner = order[Math.min(order.indexOf(a), order.indexOf(b))]!
        expect(slide(friction(0.2, a), friction(0.8, b)), `${a} and ${b}`).toBeCloseTo(far(expected[winner]!), 1)
      }
    }
    expect(slide({}, {})).toBeCloseTo(far(0.6), 1)
  })

  it('bounce by their restitution and its rule', () => {
    expect(bounce({ restitution: 0.9 }, { restitution: 0.5 })).toBeCloseTo(2 * 0.7 * 0.7, 1)
    expect(bounce({ restitution: 0.9, restitutionCombine: 'maximum' }, { restitution: 0.5, restitutionCombine: 'multiply' })).toBeCloseTo(2 * 0.9 * 0.9, 1)
    expect(bounce({ restitution: 0.9, restitutionCombine: 'minimum' }, { restitution: 0.5, restitutionCombine: 'maximum' })).toBeCloseTo(2 * 0.25, 1)
    expect(bounce({ restitution: 0.9, restitutionCombine: 'multiply' }, { restitution: 0.5, restitutionCombine: 'multiply' })).toBeCloseTo(2 * 0.45 * 0.45, 1)
    expect(bounce({}, {})).toBeLessThan(0.02)
  })
})
