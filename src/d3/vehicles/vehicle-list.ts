/**
 * Vehicles of the step under way: those whose chassis is awake, by batch, and the ranges of their wheel rows.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { roomFor } from '../../common/memory/growing.ts'
import { CHANGE_STRIDE } from '../../common/store/contact-hooks.ts'
import { MAX_WHEELS } from './vehicle-table.ts'

/** Doubles per wheel of `edges`. */
export const EDGE_STRIDE = 11

export class VehicleList {
  count = 0
  /** Rows of the vehicle table, batch by batch; where each batch begins. */
  row: Int32Array = new Int32Array(16)
  readonly start: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** Where the wheel rows of each of them begin, and of each batch. */
  wheelStart: Int32Array = new Int32Array(17)
  readonly batchWheels: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** At the beginning of the substep's solve: rad/s of the wheels, of the engine. */
  spin: Float64Array = new Float64Array(16 * MAX_WHEELS)
  engine: Float64Array = new Float64Array(16)

  /** By slot: 1 if `world.onContact` has changed the wheel's contact in this step; its numbers; 1 if the wheel stood on something else before. */
  changed: Uint8Array = new Uint8Array(0)
  values: Float64Array = new Float64Array(0)
  fresh: Uint8Array = new Uint8Array(0)

  /** By slot: the edge that a wheel rolls over in this step (`wheel-edges.ts`). */
  edges: Float64Array = new Float64Array(0)

  /** No wheel is on an edge, of so many vehicles. */
  clearEdges(vehicles: number): void {
    const count = vehicles * MAX_WHEELS * EDGE_STRIDE
    if (count > this.edges.length) this.edges = new Float64Array(2 * count)
    else for (let e = 0; e < count; e += EDGE_STRIDE) this.edges[e] = 0
  }

  /** Makes room for what the user says of the wheels of so many vehicles. */
  reserveWords(vehicles: number): void {
    const slots = vehicles * MAX_WHEELS
    if (slots <= this.changed.length) return
    this.changed = new Uint8Array(2 * slots)
    this.values = new Float64Array(2 * slots * CHANGE_STRIDE)
    this.fresh = new Uint8Array(2 * slots)
  }

  reserve(count: number): void {
    this.row = roomFor(this.row, count)
    this.wheelStart = roomFor(this.wheelStart, count + 1)
    this.spin = roomFor(this.spin, count * MAX_WHEELS)
    this.engine = roomFor(this.engine, count)
  }

  clear(): void {
    this.count = 0
    this.start.fill(0)
    this.batchWheels.fill(0)
  }
}
