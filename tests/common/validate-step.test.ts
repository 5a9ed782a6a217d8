/** `validateStep` sees what it is for: islands, batches, the solver's rows and groups of joints. */

import { CONTACT_POOL, describeMutations, JOINT_POOL, swap, type Mutation, type Patient } from './validate-scenes.ts'

const COLOR_SLOTS = 33
const BATCHES = 12

/** A contact row with two movable bodies, or with one. */
function rowWith({ state }: Patient, test: (r: number) => boolean): number {
  for (let r = 0; r < state.contactRows.count; r++) if (test(r)) return r
  throw new Error('no such contact row in the scene')
}

const STEP: readonly Mutation[] = [
  {
    name: 'an awake pair of sleepers', says: /^pairs row \d+, column shapeA: and shapeB belong to bodies that are not awake/,
    act: ({ state }) => state.globals.columns.awakePairs[0]!++,
  },
  {
    name: 'a list of awake bodies out of order', says: /^awakeRows row 1, column body: is \d+, after/,
    act: ({ state }) => swap(state.awakeRows, 0, 1),
  },
  {
    name: 'a free row among the awake', says: /^awakeRows row 0, column body: is \d+, which is no live body/,
    act: ({ state, rows }) => (state.awakeRows[0] = rows.free),
  },
  {
    name: 'an awake body that is not listed', says: /^bodies row \d+, column awake: is 1, but the body is not in the list/,
    act: ({ state }) => state.awakeCount--,
  },
  { name: 'a solver body too many', says: /^solverBodies row 0, column count/, act: ({ state }) => state.solverBodies.count++ },
  { name: 'batches that end early', says: /^batches row 12, column bodyStart/, act: ({ state }) => state.batches.bodyStart[BATCHES]!-- },
  {
    name: 'batches out of order', says: /^batches row \d+, column bodyStart: is 99, beyond/,
    act: ({ state }) => (state.batches.bodyStart[5] = 99),
  },
  {
    name: 'a body with another’s solver row', says: /^bodies row \d+, column solver: is \d+, which is not/,
    act: ({ state, rows }) => swap(state.bodies.columns.solver, rows.faller, rows.slider),
  },
  {
    name: 'a kinematic body among the movable', says: /^bodies row \d+, column solver: is 1, among the movable/,
    act: ({ state }) => (state.batches.bodyStart[0] = 1),
  },
  {
    name: 'contact rows of another batch', says: /^contactRows row 0, column body[AB]: is \d+, outside the batch 11/,
    act: ({ state }) => state.batches.colorStart.fill(0, 0, (BATCHES - 1) * COLOR_SLOTS + 1),
  },
  {
    name: 'joint rows of another batch', says: /^jointRows row 0, column body[AB]: is \d+, outside the batch 11/,
    act: ({ state }) => state.batches.jointStart.fill(0, 0, BATCHES),
  },
  {
    name: 'a group twice', says: /^jointGroups row 1, column order: is \d+, as before/,
    act: ({ state }) => (state.jointGroups.order[1] = state.jointGroups.order[0]!),
  },
  {
    name: 'a kinematic body in an island', says: /^bodies row \d+, column island: is 0, but the body is kinematic/,
    act: ({ state, rows }) => (state.bodies.columns.island[rows.mover] = 0),
  },
  {
    name: 'an island that is none', says: /^bodies row \d+, column island: is 50 of/,
    act: ({ state, rows }) => (state.bodies.columns.island[rows.faller] = 50),
  },
  {
    name: 'a body outside its batch', says: /^bodies row \d+, column solver: is \d+, outside the batch 3/,
    act: ({ state, rows }) => (state.islands.classOf[state.bodies.columns.island[rows.faller]!] = 3),
  },
  {
    name: 'a solver body of another island', says: /^solverBodies row \d+, column island/,
    act: ({ state, rows }) => state.solverBodies.columns.island[state.bodies.columns.solver[rows.faller]!]!++,
  },
  { name: 'an island that counts wrong', says: /^islands row 0, column members/, act: ({ state }) => state.islands.members[0]!++ },
  {
    name: 'an active contact that was given back', says: /^activeContacts row 0, column contact/,
    act: ({ state }) => (state.activeContacts[0] = state.globals.columns.freeHead[CONTACT_POOL]! - 1),
  },
  {
    name: 'a contact with another’s row', says: /^contacts row \d+, column row/,
    act: ({ state }) => (state.contacts.columns.row[state.activeContacts[0]!] = 40),
  },
  {
    name: 'rows that end early', says: /^batches row \d+, column colorStart: is \d+ with/,
    act: ({ state }) => state.batches.colorStart[BATCHES * COLOR_SLOTS]!--,
  },
  { name: 'an active contact too few', says: /^contactRows row 0, column count: is \d+, but/, act: ({ state }) => state.activeCount-- },
  {
    name: 'colours out of order', says: /^batches row 3, column colorStart: is 90, beyond/,
    act: ({ state }) => (state.batches.colorStart[3] = 90),
  },
  {
    name: 'a row with another body', says: /^contactRows row \d+, column body[AB]: is \d+, another body/,
    act(patient) {
      const { bodyA, bodyB } = patient.state.contactRows.columns
      const r = rowWith(patient, () => true)
      const column = bodyA[r]! > 0 ? bodyA : bodyB
      column[r]!++
    },
  },
  {
    name: 'two rows of one body in one colour',
    says: /^contactRows row \d+, column body[AB]: is \d+, which another row of colour 0 has too/,
    act({ state }) {
      const { colorStart, locked } = state.batches
      const isFull = (slot: number): boolean => colorStart[slot + 1]! > colorStart[slot]!
      const slot = colorStart.findIndex((_, i) => i % COLOR_SLOTS === 0 && isFull(i) && isFull(i + 1))
      // Rows of two colours become one; without such, rows by level are taken for rows by colour, as they are with a locked axis.
      if (slot >= 0) colorStart[slot + 1] = colorStart[slot + 2]!
      else locked.fill(1)
    },
  },
  {
    name: 'a row of another island', says: /^contactRows row \d+, column island/,
    act: ({ state }) => state.contactRows.columns.island[0]!++,
  },
  {
    name: 'a row of nothing that moves', says: /^contactRows row \d+, column bodyA: and bodyB are 0 movable/,
    act({ state }) {
      state.contactRows.columns.bodyA[0] = 0
      state.contactRows.columns.bodyB[0] = 0
    },
  },
  { name: 'a joint row too many', says: /^jointRows row 0, column count/, act: ({ state }) => state.jointRows.count++ },
  {
    name: 'joint rows that end early', says: /^batches row 12, column jointStart/,
    act: ({ state }) => state.batches.jointStart[BATCHES]!--,
  },
  {
    name: 'joint rows out of order', says: /^batches row 1, column jointStart: is 9, beyond/,
    act: ({ state }) => (state.batches.jointStart[1] = 9),
  },
  {
    name: 'an active joint that was given back', says: /^activeJoints row 0, column joint/,
    act: ({ state }) => (state.activeJoints[0] = state.globals.columns.freeHead[JOINT_POOL]! - 1),
  },
  { name: 'a joint with another’s row', says: /^joints row \d+, column row/, act: ({ state }) => swap(state.joints.columns.row, 0, 1) },
  {
    name: 'a joint row with another body', says: /^jointRows row \d+, column bodyB: is \d+, another body/,
    act: ({ state }) => state.jointRows.columns.bodyB[0]!--,
  },
  {
    name: 'a joint row of another island', says: /^jointRows row \d+, column island/,
    act: ({ state }) => state.jointRows.columns.island[0]!++,
  },
  {
    name: 'a joint row of nothing that moves', says: /^jointRows row \d+, column bodyA: and bodyB are no movable/,
    act({ state }) {
      state.jointRows.columns.bodyA[0] = 0
      state.jointRows.columns.bodyB[0] = 0
    },
  },
  {
    name: 'scalar rows the wrong way round', says: /^jointRows row \d+, column scalarStart/,
    act: ({ state }) => (state.jointRows.columns.scalarStart[0] = 7),
  },
  { name: 'a scalar row too many', says: /^scalarRows row 0, column count/, act: ({ state }) => state.scalarRows.count++ },
  {
    name: 'a group in no batch', says: /^jointGroups row \d+, column batchStart/,
    act: ({ state }) => state.jointGroups.batchStart[BATCHES]!++,
  },
  {
    name: 'a member that is not grouped', says: /^jointGroups row \d+, column member: is joint \d+, which is not grouped/,
    act: ({ state }) => (state.jointRows.columns.route[0] = 0),
  },
  {
    name: 'a member of another group', says: /^jointGroups row \d+, column groupOf: is 5/,
    act: ({ state }) => (state.jointGroups.groupOf[0] = 5),
  },
  {
    name: 'a member twice', says: /^jointGroups row 0, column member: is joint \d+, which is in two groups/,
    act({ state }) {
      const { member } = state.jointGroups.plan
      member[0] = member[1]!
    },
  },
  {
    name: 'grouped in no group', says: /^jointRows row \d+, column route/,
    act({ state }) {
      state.jointGroups.plan.memberStart[2]!--
    },
  },
  {
    name: 'a group of the immovable', says: /^jointGroups row 0, column bodies: is 0/,
    act: ({ state }) => (state.jointGroups.bodies[0] = 0),
  },
  {
    name: 'a group with a body twice', says: /^jointGroups row 0, column bodies: is \d+ twice/,
    act: ({ state }) => (state.jointGroups.bodies[0] = state.jointGroups.bodies[1]!),
  },
  {
    name: 'bodies of groups out of order', says: /^jointGroups row 0, column bodyStart/,
    act: ({ state }) => (state.jointGroups.bodyStart[0] = 9),
  },
]

describeMutations('after a step', STEP, true)
