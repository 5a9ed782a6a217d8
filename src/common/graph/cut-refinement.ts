/**
 * Makes the cut of a part smaller (`dissection.ts`): a node of the cut goes to one side, and its neighbours on the other come into the cut for it.
 * The best such move is made again and again, bad ones too, each node once per round; then all after the best cut seen are taken back.
 */

/** Sides of a cut, and the cut itself. */
export const LOW = 0
export const HIGH = 1
export const CUT = 2

/** Rounds per cut, and how many moves may follow the best before a round ends. */
const ROUNDS = 4
const PATIENCE = 24

export class CutRefinement {
  /** Per node of the part at work: LOW, HIGH or CUT. */
  readonly side: Int32Array
  private readonly start: Int32Array
  private readonly neighbor: Int32Array
  private readonly part: Int32Array
  /** Nodes of the cut, and where each is listed. */
  private readonly cut: Int32Array
  private readonly place: Int32Array
  private readonly moved: Int32Array
  /** Per node: its neighbours LOW, HIGH and in the cut. */
  private readonly near: Int32Array
  private readonly sizes = new Int32Array(3)
  private ticks = 0
  /** What was done: node and side of a move, then the nodes that came into the cut and how many. */
  private log: Int32Array

  constructor(count: number, start: Int32Array, neighbor: Int32Array, part: Int32Array) {
    this.start = start
    this.neighbor = neighbor
    this.part = part
    this.side = new Int32Array(count)
    this.cut = new Int32Array(count)
    this.place = new Int32Array(count)
    this.moved = new Int32Array(count)
    this.near = new Int32Array(3 * count)
    this.log = new Int32Array(64)
  }

  /** Refines the cut of part `id`, the nodes order[low] … order[high − 1]; no side gets less than n / share, unless it had. */
  refine(order: Int32Array, low: number, high: number, id: number, share: number): void {
    const { start, neighbor, part, side, near, cut, place, sizes } = this
    sizes.fill(0)
    for (let i = low; i < high; i++) {
      const o = order[i]
      near.fill(0, 3 * o, 3 * o + 3)
      for (let e = start[o]; e < start[o + 1]; e++) if (part[neighbor[e]] === id) near[3 * o + side[neighbor[e]]]++
      if (side[o] === CUT) {
        place[o] = sizes[CUT]
        cut[sizes[CUT]] = o
      }
      sizes[side[o]]++
    }
    for (let round = 0; round < ROUNDS; round++) if (!this.round(id, (high - low) / share)) return
  }

  private round(id: number, least: number): boolean {
    const { near, cut, moved, sizes } = this
    const tick = ++this.ticks
    const before = this.score()
    let best = before
    let kept = 0
    let end = 0
    for (let since = 0; since < PATIENCE + sizes[CUT]; since++) {
      let node = -1
      let to = LOW
      let most = -1000
      let balance = 0
      for (let k = 0; k < sizes[CUT]; k++) {
        const o = cut[k]
        if (moved[o] === tick) continue
        const lows = near[3 * o + LOW]
        const highs = near[3 * o + HIGH]
        // Ties go to the smaller side.
        if (-highs >= most && sizes[HIGH] - highs >= least && (-highs > most || sizes[HIGH] - sizes[LOW] > balance)) {
          most = -highs
          node = o
          to = LOW
          balance = sizes[HIGH] - sizes[LOW]
        }
        if (-lows >= most && sizes[LOW] - lows >= least && (-lows > most || sizes[LOW] - sizes[HIGH] > balance)) {
          most = -lows
          node = o
          to = HIGH
          balance = sizes[LOW] - sizes[HIGH]
        }
      }
      if (node < 0) break
      moved[node] = tick
      end = this.move(node, to, id, end)
      const score = this.score()
      if (score >= best) continue
      best = score
      kept = end
      since = -1
    }
    this.takeBack(end, kept, id)
    return best < before
  }

  private score(): number {
    return this.sizes[CUT] / (this.sizes[LOW] * this.sizes[HIGH])
  }

  private move(node: number, to: number, id: number, end: number): number {
    const { side, start, neighbor, part } = this
    const length = end + start[node + 1] - start[node] + 3
    if (this.log.length < length) {
      const longer = new Int32Array(length * 2)
      longer.set(this.log)
      this.log = longer
    }
    const { log } = this
    this.shift(node, to, id)
    const other = HIGH - to
    let n = 0
    for (let e = start[node]; e < start[node + 1]; e++) {
      const o = neighbor[e]
      if (part[o] !== id || side[o] !== other) continue
      this.shift(o, CUT, id)
      log[end + n++] = o
    }
    log[end + n] = n
    log[end + n + 1] = to
    log[end + n + 2] = node
    return end + n + 3
  }

  private takeBack(from: number, to: number, id: number): void {
    const { log } = this
    let end = from
    while (end > to) {
      const node = log[end - 1]
      const other = HIGH - log[end - 2]
      const n = log[end - 3]
      end -= 3 + n
      for (let k = 0; k < n; k++) this.shift(log[end + k], other, id)
      this.shift(node, CUT, id)
    }
  }

  private shift(node: number, to: number, id: number): void {
    const { start, neighbor, part, side, near, cut, place, sizes } = this
    for (let e = start[node]; e < start[node + 1]; e++) {
      const o = neighbor[e]
      if (part[o] !== id) continue
      near[3 * o + side[node]]--
      near[3 * o + to]++
    }
    if (side[node] === CUT) {
      const last = cut[sizes[CUT] - 1]
      cut[place[node]] = last
      place[last] = place[node]
    }
    sizes[side[node]]--
    if (to === CUT) {
      place[node] = sizes[CUT]
      cut[sizes[CUT]] = node
    }
    sizes[to]++
    side[node] = to
  }
}
