/**
 * A growing list of proxy pairs, two integers each, the smaller first.
 */

export class PairList {
  data: Int32Array = new Int32Array(256)
  count = 0

  add(a: number, b: number): void {
    let { data } = this
    const at = 2 * this.count++
    if (at === data.length) {
      data = new Int32Array(2 * at)
      data.set(this.data)
      this.data = data
    }
    data[at] = a < b ? a : b
    data[at + 1] = a < b ? b : a
  }
}
