/**
 * Vehicles of the step under way: those whose chassis is awake, by batch, and the ranges of their wheel rows.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { roomFor } from '../../common/memory/growing.ts'
import { MAX_WHEELS } from './vehicle-table.ts'

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
