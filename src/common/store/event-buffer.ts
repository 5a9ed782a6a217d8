/**
 * A growing list of fixed-width number records. Stages append to it while the step runs; objects are made of it only when the user reads
 * the events. A plain array, which grows in place and keeps its room, so a steady step allocates nothing.
 *
 * Events that users cause between steps are appended too, and reported with the next step.
 */

export class EventBuffer {
  readonly data: number[] = []
  readonly stride: number
  /** Records of the last step, which stand first. */
  shown = 0
  private count = 0

  constructor(stride: number) {
    this.stride = stride
  }

  /** Records since the last step, which the next one reports. */
  get pending(): number {
    return this.count - this.shown
  }

  /** A step begins: drops the records of the last one. */
  begin(): void {
    this.data.copyWithin(0, this.shown * this.stride, this.count * this.stride)
    this.count -= this.shown
    this.shown = 0
  }

  end(): void {
    this.shown = this.count
  }

  /** Appends a record of zeros and returns the offset of its first number in `data`. */
  push(): number {
    const offset = this.count++ * this.stride
    for (let k = 0; k < this.stride; k++) this.data[offset + k] = 0
    return offset
  }
}
