/**
 * `validateWorld` sees what it is for, in tables of bodies, shapes and joints: a check that no mutation trips would be a check that cannot
 * fail.
 *
 */

import { describe, expect, it } from 'vitest'
import { BODY_POOL, CONTACT_POOL, describeMutations, DIMENSIONS, JOINT_POOL, SHAPE_POOL, swap, type Mutation } from './validate-scenes.ts'

const TABLES = [['bodies', BODY_POOL], ['shapes', SHAPE_POOL], ['contacts', CONTACT_POOL], ['joints', JOINT_POOL]] as const

const POOLS: readonly Mutation[] = [
  {
    name: 'a free list that leads to a live row', says: /^bodies row 1, column alive: .* in the list of free ones/,
    act: ({ state, rows }) => (state.globals.columns.freeHead[BODY_POOL] = rows.lower + 1),
  },
  {
    name: 'a free list beyond its table', says: /^globals row 0, column freeHead: leads to row 998 of shapes/,
    act: ({ state }) => (state.globals.columns.freeHead[SHAPE_POOL] = 999),
  },
  ...TABLES.map(([table, pool]): Mutation => ({
    name: `a free list of ${table} that goes round`, says: new RegExp(`^${table} row \\d+, column nextFree: goes round`),
    act({ state }) {
      const head = state.globals.columns.freeHead[pool]
      state[table].columns.nextFree[head - 1] = head
    },
  })),
  {
    name: 'a free list that is cut', says: /^globals row 0, column freeHead: reaches 0 free rows of joints, but 1 are not alive/,
    act: ({ state }) => (state.globals.columns.freeHead[JOINT_POOL] = 0),
  },
  {
    name: 'a live row in a chain', says: /^bodies row \d+, column nextFree: is set, but the row is alive/,
    act: ({ state, rows }) => (state.bodies.columns.nextFree[rows.loner] = 1),
  },
  { name: 'a row that is neither', says: /^shapes row 0, column alive: is 2/, act: ({ state }) => (state.shapes.columns.alive[0] = 2) },
  { name: 'bodyCount', says: /^globals row 0, column bodyCount/, act: ({ state }) => state.globals.columns.bodyCount[0]++ },
  { name: 'shapeCount', says: /^globals row 0, column shapeCount/, act: ({ state }) => state.globals.columns.shapeCount[0]-- },
  { name: 'jointCount', says: /^globals row 0, column jointCount/, act: ({ state }) => state.globals.columns.jointCount[0]++ },
  {
    name: 'a generation of 0', says: /^bodies row \d+, column generation: is 0/,
    act: ({ state, rows }) => (state.bodies.columns.generation[rows.end] = 0),
  },
  {
    name: 'something left in a free row', says: /^bodies row \d+, column mass: is 5, but the row is not in use/,
    act: ({ state }) => (state.bodies.columns.mass[state.globals.columns.freeHead[BODY_POOL] - 1] = 5),
  },
  {
    name: 'something behind the rows in use', says: /^joints row \d+, column kind: is 3, but the row is not in use/,
    act: ({ state }) => (state.joints.columns.kind[state.joints.count] = 3),
  },
  {
    name: 'more rows than room', says: /^bodies row \d+, column count: is beyond/,
    act: ({ state }) => (state.bodies.count = state.bodies.capacity + 1),
  },
  {
    name: 'a pose that is no number', says: /^bodies row \d+, column v: is NaN/,
    act: ({ state, rows }) => (state.bodies.columns.v[rows.faller * state.bodies.schema.v.width] = NaN),
  },
  {
    name: 'an infinite force', says: /^joints row 0, column force: is Infinity/,
    act: ({ state }) => (state.joints.columns.force[0] = Infinity),
  },
  {
    name: 'a limit that is no number', says: /^joints row 0, column features: is NaN/,
    act: ({ state }) => (state.joints.columns.features[1] = NaN),
  },
]

const BODIES: readonly Mutation[] = [
  {
    name: 'a shape of another body', says: /^shapes row \d+, column body: is 0, but/,
    act: ({ state }) => (state.shapes.columns.body[1] = 0),
  },
  {
    name: 'a list of shapes that is cut', says: /^(shapes row \d+, column body|bodies row \d+, column size): /,
    act: ({ state, rows }) => (state.bodies.columns.firstShape[rows.upper] = 0),
  },
  {
    name: 'a list of shapes without its second', says: /^shapes row \d+, column body: is \d+, whose list does not hold/,
    act({ state, rows }) {
      const first = state.bodies.columns.firstShape[rows.end] - 1
      state.shapes.columns.nextOfBody[first] = 0
      state.bodies.columns.size[rows.end] = state.shapes.columns.thickness[first]
    },
  },
  {
    name: 'a list of shapes that goes round', says: /^shapes row \d+, column nextOfBody: leads back/,
    act({ state, rows }) {
      const first = state.bodies.columns.firstShape[rows.end]
      state.shapes.columns.nextOfBody[first - 1] = first
    },
  },
  {
    name: 'a list that leads to a free shape', says: /^bodies row \d+, column firstShape: leads to shape \d+, which is not alive/,
    act: ({ state, rows }) => (state.bodies.columns.firstShape[rows.link] = state.globals.columns.freeHead[SHAPE_POOL]),
  },
  {
    name: 'a size that is not its shapes’', says: /^bodies row \d+, column size/,
    act: ({ state, rows }) => (state.bodies.columns.size[rows.link] *= 2),
  },
  {
    name: 'a type that is none', says: /^bodies row \d+, column type: is 7/,
    act: ({ state, rows }) => (state.bodies.columns.type[rows.loner] = 7),
  },
  {
    name: 'static and awake', says: /^bodies row 0, column awake: is 1, but the body is static/,
    act: ({ state, rows }) => (state.bodies.columns.awake[rows.floor] = 1),
  },
  {
    name: 'disabled and awake', says: /column awake: is 1, but the body is disabled/,
    act: ({ state, rows }) => (state.bodies.columns.awake[rows.disabled] = 1),
  },
  {
    name: 'half awake', says: /^bodies row \d+, column awake: is 2/,
    act: ({ state, rows }) => (state.bodies.columns.awake[rows.faller] = 2),
  },
  {
    name: 'awake in a world at rest', says: /^bodies row \d+, column awake: .* nobody is awake/,
    act: ({ state }) => (state.mayBeAwake = false),
  },
  {
    name: 'a sleeper that moves', says: /^bodies row \d+, column v: is not zero/,
    act: ({ state, rows }) => (state.bodies.columns.v[rows.loner * state.bodies.schema.v.width] = 1e-9),
  },
  {
    name: 'a sleeper that turns', says: /^bodies row \d+, column w: is not zero/,
    act: ({ state, rows }) => (state.bodies.columns.w[rows.loner * state.bodies.schema.w.width] = 1e-9),
  },
  { name: 'no mass', says: /^bodies row \d+, column mass: is 0/, act: ({ state, rows }) => (state.bodies.columns.mass[rows.end] = 0) },
  {
    name: 'another inverse mass', says: /^bodies row \d+, column inverseMass/,
    act: ({ state, rows }) => (state.bodies.columns.inverseMass[rows.mover] = 1),
  },
  {
    name: 'a ring that is left open', says: /^bodies row \d+, column sleepNext: is \d+, which another body is followed by/,
    act: ({ state, rows }) => (state.bodies.columns.sleepNext[rows.lower] = rows.lower),
  },
  {
    name: 'an awake body in a ring', says: /^bodies row \d+, column sleepNext: .* the body is awake/,
    act: ({ state, rows }) => swap(state.bodies.columns.sleepNext, rows.faller, rows.lower),
  },
  {
    name: 'a kinematic body in a ring', says: /^bodies row \d+, column sleepNext: .* (is awake|not dynamic)/,
    act({ state, rows }) {
      state.bodies.columns.awake[rows.mover] = 0
      state.bodies.columns.v.fill(0, rows.mover * state.bodies.schema.v.width, (rows.mover + 1) * state.bodies.schema.v.width)
      swap(state.bodies.columns.sleepNext, rows.mover, rows.loner)
    },
  },
  {
    name: 'a disabled body in a ring', says: /column sleepNext: .* the body is disabled/,
    act: ({ state, rows }) => swap(state.bodies.columns.sleepNext, rows.disabled, rows.loner),
  },
  {
    name: 'a ring through a free row', says: /column sleepNext: is \d+, which is no live body/,
    act: ({ state, rows }) => (state.bodies.columns.sleepNext[rows.lower] = rows.free),
  },
  {
    name: 'an object under another row', says: /^bodies row \d+, column handle: belongs to an object of row/,
    act: ({ bodyCache, rows }) => (bodyCache.live[rows.lower] = bodyCache.live[rows.upper]),
  },
  {
    name: 'an object under another handle', says: /^bodies row \d+, column handle: is kept for an object of row/,
    act: ({ bodyCache, rows }) => bodyCache.dead.set(12345, new WeakRef(bodyCache.live[rows.upper] as object)),
  },
  {
    name: 'an object that is live and dead', says: /^bodies row \d+, column handle: .* live and as dead/,
    act({ bodyCache, rows }) {
      const object = bodyCache.live[rows.upper] as { id: number }
      bodyCache.dead.set(object.id, new WeakRef(object))
    },
  },
]

const JOINTS: readonly Mutation[] = [
  {
    name: 'a joint of a free body', says: /^joints row \d+, column bodyB: is \d+, which is no live body/,
    act: ({ state, rows }) => (state.joints.columns.bodyB[1] = rows.free),
  },
  {
    name: 'a joint of a body that never was', says: /^joints row \d+, column bodyA: is 99/,
    act: ({ state }) => (state.joints.columns.bodyA[1] = 99),
  },
  {
    name: 'a joint of a body with itself', says: /^joints row 1, column bodyB: .* the same as bodyA/,
    act: ({ state }) => (state.joints.columns.bodyB[1] = state.joints.columns.bodyA[1]!),
  },
  { name: 'a kind that is none', says: /^joints row 0, column kind: is 999/, act: ({ state }) => (state.joints.columns.kind[0] = 999) },
  {
    name: 'joined bodies that may collide', says: /^joints row 1, column bodyA: and bodyB may not collide/,
    act: ({ state, rows }) => void state.joinedBodies.remove(rows.link, rows.end),
  },
  {
    name: 'bodies kept apart by nothing', says: /^joinedBodies row 0, column count: is 2/,
    act: ({ state, rows }) => state.joinedBodies.set(rows.lower, rows.upper, 0),
  },
  {
    name: 'jointed by nothing', says: /^bodies row \d+, column jointed: is 1, but no joint/,
    act: ({ state, rows }) => (state.bodies.columns.jointed[rows.faller] = 1),
  },
  {
    name: 'a joint that nobody knows of', says: /^bodies row \d+, column jointed: is 0, but a joint/,
    act: ({ state, rows }) => (state.bodies.columns.jointed[rows.link] = 0),
  },
]

describe.each(DIMENSIONS)('validateWorld, $name', ({ makePatient, validateStep }) => {
  it('finds a healthy world healthy, with everything in it that the mutations change', () => {
    const patient = makePatient()
    validateStep(patient)
    const { state, broadPhase, rows } = patient
    const { sleepNext, awake } = state.bodies.columns
    expect([sleepNext[rows.lower], sleepNext[rows.upper]]).toEqual([rows.upper, rows.lower])
    expect([rows.lower, rows.loner, rows.faller, rows.slider, rows.mover].map((row) => awake[row])).toEqual([0, 0, 1, 1, 1])
    expect(Array.from(state.globals.columns.freeHead).every((head) => head > 0)).toBe(true)
    expect(broadPhase.movables.tree.leafCount).toBeGreaterThan(4)
    expect(state.jointGroups.plan.count).toBe(2)
    expect(state.contactRows.count).toBeGreaterThan(2)
    expect(state.globals.columns.awakePairs[0]).toBeLessThan(state.pairs.count)
  })
})

describeMutations('free lists, counts and numbers', POOLS, false)
describeMutations('bodies, sleep rings and handles', BODIES, false)
describeMutations('joints', JOINTS, false)
