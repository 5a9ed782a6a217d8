/** `validateWorld` sees what it is for, in pairs, contacts and the broad phase. */

import { CONTACT_POOL, describeMutations, SHAPE_POOL, swap, type Mutation, type Patient } from './validate-scenes.ts'

const SENSOR_BIT = 1
const SENSES_BIT = 2
const PERSIST_BIT = 4
const ENABLED_BIT = 1

/** The first pair, among the awake or the sleeping ones, for which a test holds. */
function pairWhere({ state }: Patient, test: (row: number) => boolean): number {
  for (let row = 0; row < state.pairs.count; row++) if (test(row)) return row
  throw new Error('no such pair in the scene')
}

const hasContact = (patient: Patient) => (row: number): boolean => patient.state.pairs.columns.contact[row] > 0

function someContact(patient: Patient): number {
  return patient.state.pairs.columns.contact[pairWhere(patient, hasContact(patient))]! - 1
}

const PAIRS: readonly Mutation[] = [
  {
    name: 'a pair of a free shape', says: /^pairs row 0, column shapeA: is \d+, which is no live shape/,
    act: ({ state }) => (state.pairs.columns.shapeA[0] = state.globals.columns.freeHead[SHAPE_POOL] - 1),
  },
  {
    name: 'a pair with a free shape', says: /^pairs row 0, column shapeB: is \d+, which is no live shape/,
    act: ({ state }) => (state.pairs.columns.shapeB[0] = state.globals.columns.freeHead[SHAPE_POOL] - 1),
  },
  {
    name: 'a pair of shapes that never met', says: /^pairs row 0, column shapeA: and shapeB are /,
    act: ({ state }) => (state.pairs.columns.shapeB[0] = 0),
  },
  {
    name: 'a pair whose filters disagree', says: /^pairs row \d+, column shapeA: and shapeB are \d+ and \d+, which may not collide/,
    act: ({ state }) => (state.shapes.columns.mask[1] = 0),
  },
  {
    name: 'a pair with its kinds the wrong way round', says: /^pairs row \d+, column shapeA: is of the less simple kind/,
    act(patient) {
      const { shapeA, shapeB } = patient.state.pairs.columns
      const { kind } = patient.state.shapes.columns
      kind[shapeA[0]!] = kind[shapeB[0]!]! + 1
    },
  },
  {
    name: 'a pair under another row', says: /^pairs row 0, column shapeA: and shapeB are found under row 77/,
    act: ({ state }) => state.pairSet.set(state.pairs.columns.shapeA[0]!, state.pairs.columns.shapeB[0]!, 77),
  },
  {
    name: 'a pair that is not found', says: /^pairs row 0, column shapeA: .* row -1/,
    act: ({ state }) => void state.pairSet.remove(state.pairs.columns.shapeA[0]!, state.pairs.columns.shapeB[0]!),
  },
  { name: 'a pair in the set alone', says: /^pairSet row 0, column count/, act: ({ state }) => state.pairSet.set(900, 901, 0) },
  {
    name: 'a pair that knows of no sensor', says: /^pairs row \d+, column state: is wrong about a sensor/,
    act: ({ state }) => (state.shapes.columns.flags[state.pairs.columns.shapeA[0]!]! |= SENSOR_BIT),
  },
  {
    name: 'a pair that wants no events', says: /^pairs row 0, column state: is wrong about contact events/,
    act: ({ state }) => (state.pairs.columns.state[0]! |= PERSIST_BIT),
  },
  {
    name: 'a contact beyond the table', says: /^pairs row \d+, column contact: is 999/,
    act: (patient) => (patient.state.pairs.columns.contact[0] = 999),
  },
  {
    name: 'a sensor with a contact', says: /^pairs row \d+, column (contact: is set, but a sensor|state: is wrong about a sensor)/,
    act(patient) {
      const row = pairWhere(patient, hasContact(patient))
      const { state } = patient
      state.pairs.columns.state[row]! |= SENSES_BIT
      state.shapes.columns.flags[state.pairs.columns.shapeA[row]!]! |= SENSOR_BIT
    },
  },
  {
    name: 'touching without a contact', says: /^pairs row \d+, column state: says that they touch/,
    act(patient) {
      const { contact, state } = patient.state.pairs.columns
      contact[pairWhere(patient, (row) => contact[row]! > 0 && (state[row]! & 1) !== 0)] = 0
    },
  },
  {
    name: 'too few awake pairs', says: /^pairs row \d+, column shapeA: or shapeB belongs to an awake body/,
    act: ({ state }) => (state.globals.columns.awakePairs[0] = 0),
  },
  {
    name: 'more awake pairs than pairs', says: /^globals row 0, column awakePairs/,
    act: ({ state }) => (state.globals.columns.awakePairs[0] = 99),
  },
  {
    name: 'a contact that was given back', says: /^pairs row \d+, column contact: is \d+, which is not alive/,
    act(patient) {
      const { pairs, globals } = patient.state
      pairs.columns.contact[pairWhere(patient, hasContact(patient))] = globals.columns.freeHead[CONTACT_POOL]!
    },
  },
  {
    name: 'a contact of two pairs', says: /^pairs row \d+, column contact: is \d+, which another pair has too/,
    act(patient) {
      const { contact } = patient.state.pairs.columns
      const first = pairWhere(patient, hasContact(patient))
      contact[pairWhere(patient, (row) => row > first && contact[row]! > 0)] = contact[first]!
    },
  },
  {
    name: 'a contact of another pair', says: /^contacts row \d+, column pair: is 55/,
    act: (patient) => (patient.state.contacts.columns.pair[someContact(patient)] = 55),
  },
  {
    name: 'a contact of no pair', says: /^contacts row \d+, column pair: is the row of no pair/,
    act(patient) {
      const row = pairWhere(patient, hasContact(patient))
      patient.state.pairs.columns.contact[row] = 0
      patient.state.pairs.columns.state[row]! &= ~1
    },
  },
  {
    name: 'a contact without points', says: /^contacts row \d+, column count: is 0 points/,
    act: (patient) => (patient.state.contacts.columns.count[someContact(patient)] = 0),
  },
  {
    name: 'boxes that meet and are no pair', says: /^proxies row \d+, column fat: overlaps that of proxy \d+/,
    act({ broadPhase, state, rows }) {
      // The loner's box grows over the two that sleep 5 m away.
      const { fat } = broadPhase.proxies.columns
      const { width } = broadPhase.proxies.schema.fat
      fat[(state.bodies.columns.firstShape[rows.loner] - 1) * width + width / 2] = 0
    },
  },
]

const BROAD_PHASE: readonly Mutation[] = [
  {
    name: 'a shape without a proxy', says: /^proxies row \d+, column kind: is 0 instead of 2/,
    act: ({ broadPhase }) => (broadPhase.proxies.columns.kind[1] = 0),
  },
  {
    name: 'a movable proxy of a static shape', says: /^proxies row 0, column kind: is 2 instead of 1/,
    act: ({ broadPhase }) => (broadPhase.proxies.columns.kind[0] = 2),
  },
  {
    name: 'a proxy of a disabled body', says: /^proxies row \d+, column kind: is 0 instead of 2/,
    act: ({ state, rows }) => (state.bodies.columns.flags[rows.disabled]! |= ENABLED_BIT),
  },
  {
    name: 'more proxies than shapes', says: /^proxies row \d+, column kind: stands for a row/,
    act: ({ broadPhase, state }) => (broadPhase.proxies.count = state.shapes.count + 1),
  },
  {
    name: 'a fat box that is too small', says: /^proxies row \d+, column fat: does not hold/,
    act({ broadPhase, state, rows }) {
      const { fat } = broadPhase.proxies.columns
      fat[(state.bodies.columns.firstShape[rows.faller] - 1) * broadPhase.proxies.schema.fat.width + 1]! += 0.6
    },
  },
  {
    name: 'an old box of something that did not move', says: /^proxies row 0, column oldFat: differs/,
    act: ({ broadPhase }) => broadPhase.proxies.columns.oldFat[0]!++,
  },
  {
    name: 'an old box that is forgotten and known', says: /^proxies row \d+, column oldFat: is known/,
    act({ broadPhase }) {
      broadPhase.proxies.columns.touched[0] = 1
    },
  },
  {
    name: 'touched in a third way', says: /^proxies row 0, column touched: is 9/,
    act: ({ broadPhase }) => (broadPhase.proxies.columns.touched[0] = 9),
  },
  {
    name: 'touched and not in the set', says: /^proxies row 0, column touched: is 2, but the set/,
    act: ({ broadPhase }) => (broadPhase.proxies.columns.touched[0] = 2),
  },
  {
    name: 'one touched too many', says: /^proxies row 0, column touched: is set \d+ times/,
    act: ({ broadPhase }) => broadPhase.touchedCount++,
  },
  {
    name: 'one touched movable too many', says: /^proxies row 0, column touched: is set for \d+ movable/,
    act: ({ broadPhase }) => broadPhase.touchedMovables++,
  },
  {
    name: 'moved and not in the set', says: /^proxies row 0, column moved: is 1, but the set/,
    act: ({ broadPhase }) => (broadPhase.proxies.columns.moved[0] = 1),
  },
  {
    name: 'moved, though none has', says: /^proxies row 0, column moved: is set, but/,
    act({ broadPhase }) {
      broadPhase.proxies.columns.moved[0] = 1
      broadPhase.movedSet.set(0)
      broadPhase.anyMoved = false
    },
  },
  {
    name: 'a leaf that waits for nothing', says: /^proxies row 0, column touched: is 0, but its leaf waits/,
    act: ({ broadPhase }) => broadPhase.staleSet.set(0),
  },
  {
    name: 'two proxies with each other’s leaves', says: /^proxies row 1, column leaf/,
    act: ({ broadPhase }) => swap(broadPhase.proxies.columns.leaf, 1, 2),
  },
  { name: 'a group that counts wrong', says: /^movables row 0, column count/, act: ({ broadPhase }) => broadPhase.movables.count++ },
  {
    name: 'a group with one too many in waiting', says: /^movables row 0, column waitingCount/,
    act({ broadPhase }) {
      broadPhase.movables.waitingCount++
    },
  },
  {
    name: 'a tree with a node too many', says: /^tree of movables row 0, column nodeCount/,
    act: ({ broadPhase }) => broadPhase.movables.tree.nodeCount++,
  },
  {
    name: 'a root with a parent', says: /^tree of movables row 0, column skip/,
    act: ({ broadPhase }) => (broadPhase.movables.tree.parent[0] = 1),
  },
  {
    name: 'a right child out of place', says: /^tree of movables row 0, column skip/,
    act: ({ broadPhase }) => broadPhase.movables.tree.skip[1]!++,
  },
  {
    name: 'a child of another parent', says: /^tree of movables row 1, column parent/,
    act: ({ broadPhase }) => (broadPhase.movables.tree.parent[1] = 1),
  },
  {
    name: 'a node that does not hold its child', says: /^tree of movables row 0, column box: does not hold/,
    act: ({ broadPhase }) => (broadPhase.movables.tree.box[1] = 3),
  },
  {
    name: 'a leaf with an old box', says: /^tree of movables row \d+, column box: is not the fat box/,
    act({ broadPhase }) {
      const { leaf } = broadPhase.proxies.columns
      // Smaller than before, so that the nodes above still hold it.
      broadPhase.movables.tree.box[leaf[1]! * broadPhase.proxies.schema.fat.width]! += 1e-3
    },
  },
  {
    name: 'touched, though it is gone', says: /^proxies row \d+, column touched: is 2, but there is no proxy/,
    act({ broadPhase, state }) {
      const gone = state.globals.columns.freeHead[SHAPE_POOL]! - 1
      broadPhase.proxies.columns.touched[gone] = 2
      broadPhase.touchedSet.set(gone)
    },
  },
  {
    name: 'a leaf that waits, though none does', says: /^proxies row 0, column touched: is set with a leaf that waits/,
    act({ broadPhase }) {
      broadPhase.proxies.columns.touched[0] = 2
      broadPhase.touchedSet.set(0)
      broadPhase.touchedCount++
      broadPhase.staleSet.set(0)
      broadPhase.anyStale = false
    },
  },
]

const PLACES: readonly Mutation[] = [
  {
    name: 'a shape that is not with its body', says: /^shapes row 1, column center/,
    act({ state }) {
      const { columns, schema } = state.shapes as unknown as { columns: { center: Float64Array }; schema: { center: { width: number } } }
      columns.center[schema.center.width]! += 1e-12
    },
  },
  {
    name: 'a shape that is turned otherwise', says: /^shapes row 0, column rotation/,
    act: ({ state }) => ((state.shapes.columns as unknown as { rotation: Float64Array }).rotation[0]! += 1e-12),
  },
  {
    name: 'an orientation that is none', says: /^bodies row 0, column (q|rotation)/,
    act({ state }) {
      const columns = state.bodies.columns as unknown as { q?: Float64Array; rotation?: Float64Array }
      ;(columns.q ?? columns.rotation)![columns.q ? 3 : 0] = 1.001
    },
  },
]

describeMutations('pairs and contacts', PAIRS, false)
describeMutations('broad phase', BROAD_PHASE, false)
describeMutations('places', PLACES, false)
