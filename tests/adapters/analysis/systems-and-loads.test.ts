/** `readSystem` and `recordLoads`, and what `analyse` refuses. */

import * as d2 from 'fulcrum-physics/2d'
import * as plane from 'fulcrum-physics/2d/analysis'
import * as d3 from 'fulcrum-physics/3d'
import * as space from 'fulcrum-physics/3d/analysis'
import { describe, expect, it } from 'vitest'

const shapes2 = [d2.box({ halfExtents: { x: 0.5, y: 0.1 }, filter: { category: 1, mask: 0 } })]
const shapes3 = [d3.box({ halfExtents: { x: 0.5, y: 0.1, z: 0.1 }, filter: { category: 1, mask: 0 } })]

function chain(links: number): { world: d2.World; hinges: d2.HingeJoint[] } {
  const world = new d2.World()
  const bodies = Array.from({ length: links }, (_, i) => world.createBody({ mass: 1 + i, position: { x: i + 0.5, y: 0 }, shapes: shapes2 }))
  const hinges = bodies.map((bodyB, i) => world.createHingeJoint({ bodyA: bodies[i - 1] ?? null, bodyB, anchor: { x: i, y: 0 } }))
  return { world, hinges }
}

describe('readSystem', () => {
  it('of a chain: A is J M⁻¹ Jᵀ, block by block, in the order of elimination from its ends', () => {
    const { hinges } = chain(4)
    const { joints, rows, A, rank, redundant, condition } = plane.readSystem(hinges[1]!)
    expect(new Set(joints)).toEqual(new Set(hinges))
    expect(rows).toHaveLength(8)
    expect({ rank, redundant }).toEqual({ rank: 8, redundant: [] })
    expect(condition).toBeGreaterThan(1)
    rows.forEach(({ joint, name }, i) => {
      const row = joint.readRows().find((other) => other.name === name)!
      expect(A[i]![i]).toBeCloseTo(row.K, 12)
      rows.forEach(({ joint: other }, k) => {
        expect(A[i]![k]).toBeCloseTo(A[k]![i]!, 12)
        // Hinges that share no body do not see each other.
        if (Math.abs(hinges.indexOf(joint as never) - hinges.indexOf(other as never)) > 1) expect(A[i]![k]).toBe(0)
      })
    })
    // Of two neighbours: the link between them, by hand. Arms −½ and ½ of a box 1 × 0.2 of 1 kg.
    const [y0, y1] = [0, 1].map((j) => rows.findIndex(({ joint, name }) => joint === hinges[j] && name === 'point y'))
    const spin = (1 + 0.04) / 12
    expect(A[y0!]![y1!]).toBeCloseTo(-1 - (-0.5 * 0.5) / spin, 9)
    // The ends of a chain have one neighbour: one of them goes first.
    expect([hinges[0], hinges[3]]).toContain(joints[0])
  })

  it('names rows that are held twice, and what by', () => {
    const world = new d3.World()
    const body = world.createBody({ mass: 2, shapes: shapes3 })
    const hinge = world.createHingeJoint({ bodyB: body, anchor: { x: 0, y: 0, z: 0 }, axis: { x: 0, y: 0, z: 1 } })
    const second = world.createHingeJoint({ bodyB: body, anchor: { x: 0, y: 0, z: 1 }, axis: { x: 0, y: 0, z: 1 } })
    const { redundant, rank, A } = space.readSystem(body)
    expect(rank).toBe(5)
    expect(A).toHaveLength(10)
    expect(redundant).toHaveLength(5)
    expect(new Set(redundant.map(({ joint }) => joint)).size).toBe(1)
    for (const { with: others } of redundant) for (const { joint } of others) expect([hinge, second]).toContain(joint)
  })

  it('refuses what is no joint', () => {
    expect(() => plane.readSystem({} as never)).toThrow(/readSystem\.of .*must be a joint/)
    const { world, hinges } = chain(1)
    hinges[0]!.destroy()
    expect(() => plane.readSystem(hinges[0]!)).toThrow(/was destroyed/)
    expect(() => plane.readSystem([world] as never)).toThrow(/must be/)
  })
})

describe('analyse', () => {
  it('counts loose bodies, locked axes, and bodies alone of a list', () => {
    const { world, hinges } = chain(3)
    world.createBody({ mass: 1, shapes: shapes2 })
    expect(plane.analyse(world).degreesOfFreedom).toBe(3 + 3)
    expect(plane.analyse([hinges[2]!.bodyB]).degreesOfFreedom).toBe(1)
    const upright = new d3.World()
    upright.createBody({ mass: 1, shapes: shapes3, lockedAxes: { angular: { x: true, z: true } } })
    expect(space.analyse(upright).degreesOfFreedom).toBe(4)
  })

  it('looks at hard rows alone: softness, springs and limits with room hold nothing', () => {
    const { world, hinges } = chain(1)
    const of = (): number => plane.analyse(world).degreesOfFreedom
    hinges[0]!.limit = { lower: -1, upper: 1 }
    expect(of()).toBe(1)
    hinges[0]!.limit = { lower: 0, upper: 0 }
    expect(of()).toBe(0)
    hinges[0]!.limit = null
    hinges[0]!.softness = { hertz: 5 }
    expect(of()).toBe(3)
    hinges[0]!.softness = null
    hinges[0]!.enabled = false
    expect(of()).toBe(3)
  })

  it('mechanical advantage of a screw', () => {
    const world = new d3.World()
    const nut = world.createBody({ mass: 1, shapes: shapes3 })
    const screw = world.createScrewJoint({ bodyB: nut, axis: { x: 1, y: 0, z: 0 }, pitch: 0.01 })
    // Turning by 2π moves by the pitch: force per torque 2π / pitch.
    const found = space.analyse(world).mechanicalAdvantage(screw, screw, { input: 1, output: 0 })
    expect(Math.abs(found)).toBeCloseTo((2 * Math.PI) / 0.01, 6)
    expect(() => space.analyse(world).mechanicalAdvantage(screw, screw, { input: 9 })).toThrow(/coordinates\.input \(9\) must be below 2/)
  })

  it('refuses what is neither a world nor bodies of one', () => {
    expect(() => plane.analyse(3 as never)).toThrow(/analyse\.target \(3\) must be a world/)
    const [a, b] = [new d2.World(), new d2.World()].map((world) => world.createBody({ mass: 1, shapes: shapes2 }))
    expect(() => plane.analyse([a!, b!])).toThrow(/analyse\.target\[1\] .*same world/)
    expect(() => plane.analyse(a!.world, { tolerance: 2 })).toThrow(/tolerance/)
  })
})

describe('recordLoads', () => {
  it('of a hanging chain: each hinge carries what is below it, and the first breaks first', () => {
    const { world, hinges } = chain(3)
    for (const body of world.bodies) body.linearDamping = body.angularDamping = 8
    for (const hinge of hinges) hinge.breakForce = 1000
    const loads = plane.recordLoads(world)
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60)
      loads.note()
    }
    const { envelopes, weakest } = loads
    expect(envelopes.map(({ joint }) => joint)).toEqual(hinges)
    hinges.forEach((hinge, i) => {
      const { y } = hinge.reactionForce
      expect(envelopes[i]!.force).toBeGreaterThanOrEqual(Math.abs(y))
      expect(envelopes[i]!.use).toBeCloseTo(envelopes[i]!.force / 1000, 12)
      expect(envelopes[i]!.brokeAt).toBe(-1)
    })
    expect(weakest!.joint).toBe(hinges[0])
    // Weaker than its share of that: now another breaks first.
    hinges[2]!.breakForce = 10
    loads.clear()
    world.step(1 / 60)
    loads.note()
    expect(loads.weakest!.joint).toBe(hinges[2])
    expect(loads.weakest!.brokeAt).toBe(world.stepCount)
  })

  it('in space too; joints that cannot break are no weakest', () => {
    const world = new d3.World()
    const body = world.createBody({ mass: 2, shapes: shapes3 })
    world.createFixedJoint({ bodyB: body, anchor: { x: -0.5, y: 0, z: 0 } })
    const loads = space.recordLoads(world)
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60)
      loads.note()
    }
    const [envelope] = loads.envelopes
    expect(envelope!.force).toBeCloseTo(2 * 9.81, 3)
    expect(envelope!.torque).toBeCloseTo(2 * 9.81 * 0.5, 3)
    expect(loads.weakest).toBeNull()
    expect(() => space.recordLoads({} as never)).toThrow(/recordLoads\.world .*must be a world/)
  })
})
