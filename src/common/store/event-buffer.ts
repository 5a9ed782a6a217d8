/**
 * A growing list of fixed-width number records. Stages append to it while the step runs; objects are made of it only when the user reads
 * the events. A plain array, which grows in place and keeps its room, so a steady step allocates nothing.
 *
 * Events that users cause between steps are appended too, and reported with the next step. The first number of a record is that step's; it is
 * written when the step ends.
 */

export class EventBuffer {
  readonly data: number[] = []
  /** Numbers per record, the step's included. */
  readonly stride: number
  /** Records on show: from this one up to, not including, the other. */
  from = 0
  to = 0
  private count = 0

  /** `width`: numbers per record besides the step's. */
  constructor(width: number) {
    this.stride = width + 1
  }

  /** Records since the last step, which the next one reports. */
  get pending(): number {
    return this.count - this.to
  }

  /** Drops the records on show, and keeps those since. */
  drop(): void {
    this.data.copyWithin(0, this.to * this.stride, this.count * this.stride)
    this.count -= this.to
    this.from = this.to = 0
  }

  /** The records so far stay, but only later ones will be on show. */
  turn(): void {
    this.from = this.to
  }

  /** A step ends: its records are on show. */
  end(step: number): void {
    for (let record = this.to; record < this.count; record++) this.data[record * this.stride] = step
    this.to = this.count
  }

  /** All records up to the last step's are on show. */
  gather(): void {
    this.from = 0
  }

  /** Appends a record of zeros and returns the offset of the number after its step's in `data`. */
  push(): number {
    const offset = this.count++ * this.stride
    for (let k = 0; k < this.stride; k++) this.data[offset + k] = 0
    return offset + 1
  }
}
