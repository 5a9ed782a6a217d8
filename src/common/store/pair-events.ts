/**
 * Records of pairs in the event log: contacts that end, sensors and what they sense.
 */

import { handleOf } from '../memory/ids.ts'
import { SENSES, SENSES_SENSORS, SENSOR, TOUCHING } from './column-codes.ts'
import type { EventBuffer } from './event-buffer.ts'
import type { WorldTables } from './world-tables.ts'

/** Logs that a pair stopped touching (or that a sensor stopped seeing). */
export function reportEnd(state: WorldTables, row: number): void {
  const { shapeA, shapeB, state: bits } = state.pairs.columns
  if ((bits[row] & SENSES) !== 0) reportSensor(state, shapeA[row], shapeB[row], state.events.sensorEnd)
  else report(state, shapeA[row], shapeB[row], state.events.contactEnd)
}

/** Records whether a sensor's pair overlaps now: logs a change. */
export function reportSensing(state: WorldTables, row: number, overlaps: boolean): void {
  const { shapeA, shapeB, state: bits } = state.pairs.columns
  if (overlaps === ((bits[row] & TOUCHING) !== 0)) return
  bits[row] ^= TOUCHING
  reportSensor(state, shapeA[row], shapeB[row], overlaps ? state.events.sensorBegin : state.events.sensorEnd)
}

/** Logs that a shape went through a sensor within the step. */
export function reportPassing(state: WorldTables, a: number, b: number): void {
  reportSensor(state, a, b, state.events.sensorBegin)
  reportSensor(state, a, b, state.events.sensorEnd)
}

function reportSensor(state: WorldTables, a: number, b: number, log: EventBuffer): void {
  const o = report(state, a, b, log)
  log.data[o + 4] = sensesFirst(state, a, b) ? 0 : 1
}

/** Is the first of two shapes the sensor? Of two sensors it is the one that senses sensors; if both do, the one with the smaller id. */
function sensesFirst(state: WorldTables, a: number, b: number): boolean {
  const { flags } = state.shapes.columns
  for (const bit of [SENSOR, SENSES_SENSORS]) {
    if (((flags[a] ^ flags[b]) & bit) !== 0) return (flags[a] & bit) !== 0
  }
  return handleOf(state.shapes, a) < handleOf(state.shapes, b)
}

/** Returns the offset of the record. */
function report(state: WorldTables, a: number, b: number, log: EventBuffer): number {
  const { body } = state.shapes.columns
  const o = log.push()
  log.data[o] = handleOf(state.shapes, a)
  log.data[o + 1] = handleOf(state.shapes, b)
  log.data[o + 2] = handleOf(state.bodies, body[a])
  log.data[o + 3] = handleOf(state.bodies, body[b])
  return o
}
