/**
 * Invariants of what a step leaves behind: the list of awake bodies, islands, batches, the order of contact and joint rows, groups of
 * joints. They hold directly after `world.step`: the solver's tables are shared by all worlds of a dimension, and calls in between move
 * rows.
 *
 */

import { BATCH_COUNT, COLOR_SLOTS, OVERFLOW_COLOR, STATIC_COLOR } from '../islands/batches.ts'
import { goesByLevel } from '../islands/level-order.ts'
import { isGrouped, type JointGroups } from '../solver/joint-groups.ts'
import type { Table } from '../memory/world-memory.ts'
import { KINEMATIC } from '../store/column-codes.ts'
import { clearMarks, fail } from './state-tables.ts'
import type { InspectedState } from './validate-world.ts'

export interface SteppedState extends InspectedState {
  readonly jointRows: Table<{
    joint: Int32Array
    bodyA: Int32Array
    bodyB: Int32Array
    island: Int32Array
    scalarStart: Int32Array
    scalarEnd: Int32Array
    route: Uint8Array
  }>
  readonly scalarRows: Table<unknown>
  readonly jointGroups: JointGroups
}

export function validateSolver(state: SteppedState): void {
  validateAwakeRows(state)
  // With nobody awake the step ends early. A body in quarantine leaves in mid-step, and rows that name it stay.
  if (state.awakeCount === 0 || state.events.quarantined.to > state.events.quarantined.from) return
  validateIslands(state)
  validateContactRows(state)
  validateJointRows(state)
  if (state.activeJointCount > 0) validateGroups(state)
}

/** The list of awake bodies is ascending, and holds all of them: those that fell asleep at the end of the step are still in it. */
function validateAwakeRows(state: SteppedState): void {
  const { awakeRows, awakeCount } = state
  const { alive, awake } = state.bodies.columns
  const listed = clearMarks(state.bodies.count)
  for (let k = 0; k < awakeCount; k++) {
    const row = awakeRows[k]
    if (!(row >= 0 && row < state.bodies.count && alive[row] === 1)) fail('awakeRows', k, 'body', `is ${row}, which is no live body.`)
    if (k > 0 && awakeRows[k - 1] >= row) fail('awakeRows', k, 'body', `is ${row}, after ${awakeRows[k - 1]}.`)
    listed[row] = 1
  }
  for (let row = 0; row < state.bodies.count; row++) {
    if (alive[row] === 1 && awake[row] === 1 && listed[row] === 0) {
      fail('bodies', row, 'awake', 'is 1, but the body is not in the list of awake ones.')
    }
  }
}

/** Ranges follow each other. */
function validateStarts(column: string, starts: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) if (starts[i] > starts[i + 1]) fail('batches', i, column, `is ${starts[i]}, beyond that of the next.`)
}

/** Every body of the step has one solver row, in the batch of its island; islands count their members. */
function validateIslands(state: SteppedState): void {
  const { awakeRows, awakeCount, batches, islands } = state
  const { bodyStart, islandCount } = batches
  const { type, island, solver } = state.bodies.columns
  const { body, island: islandOf } = state.solverBodies.columns
  if (state.solverBodies.count !== awakeCount + 1) {
    fail('solverBodies', 0, 'count', `is ${state.solverBodies.count} with ${awakeCount} awake bodies.`)
  }
  if (bodyStart[BATCH_COUNT] !== awakeCount + 1) {
    fail('batches', BATCH_COUNT, 'bodyStart', `is ${bodyStart[BATCH_COUNT]}, not the end of the solver's bodies.`)
  }
  validateStarts('bodyStart', bodyStart, BATCH_COUNT)
  const members = clearMarks(islandCount)
  for (let k = 0; k < awakeCount; k++) {
    const row = awakeRows[k]
    const s = solver[row]
    const i = island[row]
    if (!(s > 0 && s <= awakeCount && body[s] === row)) fail('bodies', row, 'solver', `is ${s}, which is not the body's row in the solver.`)
    if (type[row] === KINEMATIC) {
      if (i !== -1) fail('bodies', row, 'island', `is ${i}, but the body is kinematic.`)
      if (s >= bodyStart[0]) fail('bodies', row, 'solver', `is ${s}, among the movable ones.`)
      continue
    }
    if (!(i >= 0 && i < islandCount)) fail('bodies', row, 'island', `is ${i} of ${islandCount}.`)
    const batch = islands.classOf[i]
    if (s < bodyStart[batch] || s >= bodyStart[batch + 1]) {
      fail('bodies', row, 'solver', `is ${s}, outside the batch ${batch} of its island.`)
    }
    if (islandOf[s] !== i) fail('solverBodies', s, 'island', `is ${islandOf[s]} instead of ${i}.`)
    members[i]++
  }
  for (let i = 0; i < islandCount; i++) {
    if (members[i] === 0 || members[i] !== islands.members[i]) {
      fail('islands', i, 'members', `is ${islands.members[i]}, but ${members[i]} bodies are in it.`)
    }
  }
}

/**
 * Each active contact has one row, or none if nothing in it moves; both its bodies are of its island; rows of a colour share no movable
 * body; where rows go by level, islands are ranges of them.
 */
function validateContactRows(state: SteppedState): void {
  const { batches, activeContacts, activeCount } = state
  const { colorStart, bodyStart } = batches
  const { contact, bodyA, bodyB, island } = state.contactRows.columns
  const { alive, row, pair } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { count } = state.contactRows
  const slots = BATCH_COUNT * COLOR_SLOTS
  if (colorStart[0] !== 0 || colorStart[slots] !== count) {
    fail('batches', slots, 'colorStart', `is ${colorStart[slots]} with ${count} contact rows.`)
  }
  validateStarts('colorStart', colorStart, slots)
  let rows = 0
  for (let k = 0; k < activeCount; k++) {
    const c = activeContacts[k]
    if (alive[c] !== 1) fail('activeContacts', k, 'contact', `is ${c}, which is not alive.`)
    if (row[c] < 0) continue
    rows++
    if (row[c] >= count || contact[row[c]] !== c) fail('contacts', c, 'row', `is ${row[c]}, which is not its row in the solver.`)
  }
  if (rows !== count) fail('contactRows', 0, 'count', `is ${count}, but ${rows} active contacts have a row.`)
  const lastRow = clearMarks(state.solverBodies.count)
  const { solver } = state.bodies.columns
  const solverIsland = state.solverBodies.columns.island
  const movable = bodyStart[0]
  for (let slot = 0; slot < slots; slot++) {
    if (colorStart[slot] === colorStart[slot + 1]) continue
    const batch = Math.floor(slot / COLOR_SLOTS)
    const color = slot - batch * COLOR_SLOTS
    const byLevel = goesByLevel(state, batch)
    const disjoint = color < OVERFLOW_COLOR && !byLevel
    for (let r = colorStart[slot]; r < colorStart[slot + 1]; r++) {
      const p = pair[contact[r]]
      let moving = 0
      for (let side = 0; side < 2; side++) {
        const s = side === 0 ? bodyA[r] : bodyB[r]
        const column = side === 0 ? 'bodyA' : 'bodyB'
        if (s !== 0 && s !== solver[body[side === 0 ? shapeA[p] : shapeB[p]]]) {
          fail('contactRows', r, column, `is ${s}, another body than its contact has.`)
        }
        if (s < movable) continue
        moving++
        if (s < bodyStart[batch] || s >= bodyStart[batch + 1]) fail('contactRows', r, column, `is ${s}, outside the batch ${batch}.`)
        if (solverIsland[s] !== island[r]) {
          fail('contactRows', r, 'island', `is ${island[r]}, but a body of it is in island ${solverIsland[s]}.`)
        }
        if (disjoint && lastRow[s] === slot + 1) fail('contactRows', r, column, `is ${s}, which another row of colour ${color} has too.`)
        lastRow[s] = slot + 1
      }
      if (byLevel && color === 0 && r > colorStart[slot] && island[r] < island[r - 1]) {
        fail('contactRows', r, 'island', `is ${island[r]}, after one of island ${island[r - 1]}: islands are ranges of rows.`)
      }
      if (moving === 0 || (!byLevel && (moving === 1) !== (color === STATIC_COLOR))) {
        fail('contactRows', r, 'bodyA', `and bodyB are ${moving} movable ones, in colour ${color}.`)
      }
    }
  }
}

/** Each active joint has one row in the batch of its island, and scalar rows of its own. */
function validateJointRows(state: SteppedState): void {
  const { batches, activeJoints, activeJointCount } = state
  const { jointStart, bodyStart } = batches
  const { joint, bodyA, bodyB, island, scalarStart, scalarEnd } = state.jointRows.columns
  const { alive, row, bodyA: jointA, bodyB: jointB } = state.joints.columns
  const { solver } = state.bodies.columns
  const solverIsland = state.solverBodies.columns.island
  if (state.jointRows.count !== activeJointCount) {
    fail('jointRows', 0, 'count', `is ${state.jointRows.count} with ${activeJointCount} active joints.`)
  }
  if (jointStart[0] !== 0 || jointStart[BATCH_COUNT] !== activeJointCount) {
    fail('batches', BATCH_COUNT, 'jointStart', `is ${jointStart[BATCH_COUNT]}.`)
  }
  validateStarts('jointStart', jointStart, BATCH_COUNT)
  for (let k = 0; k < activeJointCount; k++) {
    const j = activeJoints[k]
    if (alive[j] !== 1) fail('activeJoints', k, 'joint', `is ${j}, which is not alive.`)
    if (row[j] < 0 || row[j] >= activeJointCount || joint[row[j]] !== j) {
      fail('joints', j, 'row', `is ${row[j]}, which is not its row in the solver.`)
    }
  }
  let scalars = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
      const j = joint[r]
      let moving = 0
      for (let side = 0; side < 2; side++) {
        const s = side === 0 ? bodyA[r] : bodyB[r]
        const b = side === 0 ? jointA[j] : jointB[j]
        const column = side === 0 ? 'bodyA' : 'bodyB'
        if (s !== 0 && (b < 0 || s !== solver[b])) fail('jointRows', r, column, `is ${s}, another body than its joint has.`)
        if (s < bodyStart[0]) continue
        moving++
        if (s < bodyStart[batch] || s >= bodyStart[batch + 1]) fail('jointRows', r, column, `is ${s}, outside the batch ${batch}.`)
        if (solverIsland[s] !== island[r]) {
          fail('jointRows', r, 'island', `is ${island[r]}, but a body of it is in island ${solverIsland[s]}.`)
        }
      }
      if (moving === 0) fail('jointRows', r, 'bodyA', 'and bodyB are no movable ones.')
      if (scalarStart[r] > scalarEnd[r]) fail('jointRows', r, 'scalarStart', 'is beyond scalarEnd.')
      scalars += scalarEnd[r] - scalarStart[r]
    }
  }
  if (activeJointCount > 0 && scalars !== state.scalarRows.count) {
    fail('scalarRows', 0, 'count', `is ${state.scalarRows.count}, but joints have ${scalars}.`)
  }
}

/** Grouped joints are members of one group each; each group is in one batch and lists its movable bodies once. */
function validateGroups(state: SteppedState): void {
  const { plan, batchStart, order, groupOf, bodyStart, bodies } = state.jointGroups
  const { route } = state.jointRows.columns
  const { alive, row } = state.joints.columns
  const movable = state.batches.bodyStart[0]
  if (batchStart[0] !== 0 || batchStart[BATCH_COUNT] !== plan.count) {
    fail('jointGroups', plan.count, 'batchStart', `ends at ${batchStart[BATCH_COUNT]}.`)
  }
  const listed = clearMarks(plan.count)
  for (let i = 0; i < plan.count; i++) if (listed[order[i]]++ > 0) fail('jointGroups', i, 'order', `is ${order[i]}, as before.`)
  const member = clearMarks(state.jointRows.count)
  for (let g = 0; g < plan.count; g++) {
    for (let m = plan.memberStart[g]; m < plan.memberStart[g + 1]; m++) {
      const j = plan.member[m]
      if (alive[j] !== 1 || !isGrouped(route[row[j]])) fail('jointGroups', g, 'member', `is joint ${j}, which is not grouped.`)
      if (member[row[j]]++ > 0) fail('jointGroups', g, 'member', `is joint ${j}, which is in two groups.`)
      if (groupOf[row[j]] !== g) fail('jointGroups', row[j], 'groupOf', `is ${groupOf[row[j]]} instead of ${g}.`)
    }
  }
  for (let r = 0; r < state.jointRows.count; r++) if (isGrouped(route[r]) && member[r] === 0) {
    fail('jointRows', r, 'route', `is ${route[r]}, but no group holds the joint.`)
  }
  const seen = clearMarks(state.solverBodies.count)
  for (let g = 0; g < plan.count; g++) {
    if (bodyStart[g] > bodyStart[g + 1]) fail('jointGroups', g, 'bodyStart', 'is beyond that of the next group.')
    for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
      const s = bodies[i]
      if (s < movable || s >= state.solverBodies.count) fail('jointGroups', g, 'bodies', `is ${s}, which is no movable one.`)
      if (seen[s] === g + 1) fail('jointGroups', g, 'bodies', `is ${s} twice.`)
      seen[s] = g + 1
    }
  }
}
