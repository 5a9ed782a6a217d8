/**
 * A growing list of fixed-width number records. Stages append to it while the step runs; objects are made of it only when somebody
 * reads the events. Grows by doubling and keeps its room, so a steady step allocates nothing.
 *
 * What users cause between steps is appended too, and reported with the next step.
 */

export class EventBuffer {
  data: Float64Array
  readonly stride: number
  /** Records of the last step, which stand first. */
  shown = 0
  private count = 0

  constructor(stride: number) {
    this.stride = stride
    this.data = new Float64Array(stride * 16)
  }

  /** A step begins: forgets the last one. */
  begin(): void {
    this.data.copyWithin(0, this.shown * this.stride, this.count * this.stride)
    this.count -= this.shown
    this.shown = 0
  }

  end(): void {
    this.shown = this.count
  }

  /** Appends a record and returns the offset of its first number in `data`. */
  push(): number {
    const offset = this.count * this.stride
    if (offset + this.stride > this.data.length) {
      const grown = new Float64Array(this.data.length * 2)
      grown.set(this.data)
      this.data = grown
    }
    this.count++
    return offset
  }
}
