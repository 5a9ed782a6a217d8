/**
 * A growing list of fixed-width number records. Stages append to it while the step runs; objects are made of it only when somebody
 * reads the events. Grows by doubling and keeps its room, so a steady step allocates nothing.
 */

export class EventBuffer {
  data: Float64Array
  count = 0
  private readonly stride: number

  constructor(stride: number) {
    this.stride = stride
    this.data = new Float64Array(stride * 16)
  }

  clear(): void {
    this.count = 0
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
