/**
 * Refinement of a vertex separator (Fiduccia–Mattheyses), to make the cut of a part smaller (`dissection.ts`): a node of the cut goes to
 * one side, and its neighbours on the other come into the cut for it. The best such move is made again and again, bad ones too, each node
 * once per round; then all moves after the best cut seen are undone.
 */

import { longer, roomFor } from '../memory/growing.ts'

/** Sides of a cut, and the cut itself. */
export const LOW = 0
export const HIGH = 1
export const CUT = 2

/** Rounds per cut, and how many moves may follow the best before a round ends. */
const ROUNDS = 4
const PATIENCE = 24

/** The net and the part at hand: its number, and per node LOW, HIGH or CUT. */
let start: Int32Array = new Int32Array(0)
let neighbor: Int32Array = new Int32Array(0)
let part: Int32Array = new Int32Array(0)
let side: Int32Array = new Int32Array(0)
let id = 0
/** Nodes of the cut, and where each is listed. */
let cut = new Int32Array(64)
let place = new Int32Array(64)
/** Per node: the round in which it was moved last. */
let moved = new Int32Array(64)
let rounds = 0
/** Per node: its neighbours LOW, HIGH and in the cut. */
let near = new Int32Array(64)
/** Nodes LOW, HIGH and in the cut. */
const sizes = new Int32Array(3)
/** Undo log: the nodes that came into the cut and how many, then side and node of the move. */
let log = new Int32Array(64)

/**
 * Refines the cut of part `number`, the nodes order[low] … order[high − 1], which `sides` tells; no side gets less than n / share, unless
 * it had. The neighbours of node i are neighbors[starts[i]] … neighbors[starts[i + 1] − 1], its part is parts[i].
 */
export function refineCut(
  starts: Int32Array, neighbors: Int32Array, parts: Int32Array, sides: Int32Array, order: Int32Array, low: number, high: number, number: number,
  share: number,
): void {
  start = starts
  neighbor = neighbors
  part = parts
  side = sides
  id = number
  cut = roomFor(cut, part.length)
  place = roomFor(place, part.length)
  moved = roomFor(moved, part.length)
  near = roomFor(near, 3 * part.length)
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
  for (let round = 0; round < ROUNDS; round++) if (!improve((high - low) / share)) return
}

function improve(least: number): boolean {
  const tick = ++rounds
  const before = weight()
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
      for (let goal = LOW; goal <= HIGH; goal++) {
        const other = HIGH - goal
        const lost = near[3 * o + other]
        const lead = sizes[other] - sizes[goal]
        // Ties go to the smaller side.
        if (-lost < most || sizes[other] - lost < least || (-lost === most && lead <= balance)) continue
        most = -lost
        node = o
        to = goal
        balance = lead
      }
    }
    if (node < 0) break
    moved[node] = tick
    end = move(node, to, end)
    const score = weight()
    if (score >= best) continue
    best = score
    kept = end
    since = -1
  }
  takeBack(end, kept)
  return best < before
}

/** Fewer nodes in the cut are better, and sides of one size. */
function weight(): number {
  return sizes[CUT] / (sizes[LOW] * sizes[HIGH])
}

function move(node: number, to: number, end: number): number {
  log = longer(log, end + start[node + 1] - start[node] + 3)
  shift(node, to)
  const other = HIGH - to
  let n = 0
  for (let e = start[node]; e < start[node + 1]; e++) {
    const o = neighbor[e]
    if (part[o] !== id || side[o] !== other) continue
    shift(o, CUT)
    log[end + n++] = o
  }
  log[end + n] = n
  log[end + n + 1] = to
  log[end + n + 2] = node
  return end + n + 3
}

function takeBack(from: number, to: number): void {
  let end = from
  while (end > to) {
    const node = log[end - 1]
    const other = HIGH - log[end - 2]
    const n = log[end - 3]
    end -= 3 + n
    for (let k = 0; k < n; k++) shift(log[end + k], other)
    shift(node, CUT)
  }
}

function shift(node: number, to: number): void {
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
