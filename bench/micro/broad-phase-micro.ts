/**
 * Milliseconds per frame of the broad phase on scripted motion: bounds, new pairs, pair set, dead pairs.
 *
 * Run: npx tsx bench/micro/broad-phase-micro.ts [a | a1 | b | bo | d | e | f | i …]
 * Dead pairs are swept here over the whole list; in a world the narrow phase does it in passing.
 */

import { PairSet } from '../../src/common/store/pair-set.ts'
import { WorldMemory } from '../../src/common/memory/world-memory.ts'
import { BroadPhase } from '../../src/d3/broad-phase/broad-phase.ts'
import { createRandom } from '../../tests/common/random.ts'

const MARGIN = 0.1
const DT = 1 / 60
const WARM_UP_FRAMES = 60
const FRAMES = 150
const QUERIES = 10000

interface Workload {
  title: string
  count: number
  /** The first so many are static. */
  staticCount: number
  /** From here on boxes are awake: their bounds are updated in every frame. */
  firstAwake: number
  /** Boxes held back at first and added one by one, this many per frame. */
  addedPerFrame: number
  /** Three per box. */
  center: Float64Array
  half: Float64Array
  velocity: Float64Array
  move: () => void
}

function createWorkload(title: string, count: number): Workload {
  return {
    title, count, staticCount: 0, firstAwake: 0, addedPerFrame: 0,
    center: new Float64Array(3 * count), half: new Float64Array(3 * count), velocity: new Float64Array(3 * count), move: () => {},
  }
}

function shuffled(count: number, random: () => number): Int32Array {
  const ids = new Int32Array(count)
  for (let i = 0; i < count; i++) ids[i] = i
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const id = ids[i]
    ids[i] = ids[j]
    ids[j] = id
  }
  return ids
}

/** 10,000 unit boxes in a pile; one in twenty moves, the rest trembles by a tenth of a millimetre. */
function pile(addedPerFrame: number, frames: number): Workload {
  const random = createRandom(1)
  const settled = 10000
  const w = createWorkload('a  pile of 10,000, 5 % moving', settled + addedPerFrame * frames)
  const { center, velocity } = w
  if (addedPerFrame > 0) w.title += `, ${addedPerFrame} added per frame`
  w.addedPerFrame = addedPerFrame
  const moving = new Uint8Array(w.count)
  const ids = shuffled(settled, random)
  w.half.fill(0.5)
  for (let i = 0; i < 3 * w.count; i++) {
    center[i] = random() * 24
    velocity[i] = (random() - 0.5) * 2.3
  }
  for (let n = 0; n < settled; n++) {
    const i = ids[n]
    center[3 * i] = (n % 22) * 1.07 + random() * 0.1
    center[3 * i + 1] = Math.floor(n / 484) * 1.07 + random() * 0.1
    center[3 * i + 2] = (Math.floor(n / 22) % 22) * 1.07 + random() * 0.1
    moving[i] = random() < 0.05 ? 1 : 0
  }
  w.move = () => {
    for (let i = 0; i < 3 * w.count; i++) {
      if (moving[Math.floor(i / 3)] === 0) center[i] += (random() - 0.5) * 2e-4
      else {
        center[i] += velocity[i] * DT
        if (random() < 0.05) velocity[i] = -velocity[i]
      }
    }
  }
  return w
}

/** Boxes fall from up to `height` over a square and bounce on y = 0. */
function rain(w: Workload, height: number, side: number, seed: number): Workload {
  const random = createRandom(seed)
  const { center, half, velocity } = w
  for (let i = 3 * w.staticCount; i < 3 * w.count; i++) {
    center[i] = i % 3 === 1 ? random() * height : (random() - 0.5) * side
    half[i] = 0.3 + 0.2 * random()
    velocity[i] = (random() - 0.5) * (i % 3 === 1 ? 40 : 2)
  }
  w.firstAwake = w.staticCount
  w.move = () => {
    for (let i = w.staticCount; i < w.count; i++) {
      const o = 3 * i
      velocity[o + 1] -= 9.81 * DT
      for (let k = o; k < o + 3; k++) center[k] += velocity[k] * DT
      if (center[o + 1] < 0.5 && velocity[o + 1] < 0) velocity[o + 1] *= -0.95
    }
  }
  return w
}

/** A 300 m ground and 64 × 64 tiles, with boxes that fall on them. */
function tiles(): Workload {
  const w = createWorkload('e  4,097 static, 2,000 falling and bouncing', 6097)
  const { center, half } = w
  w.staticCount = 4097
  half.fill(1)
  half.fill(150, 0, 3)
  center[1] = -151
  for (let i = 1; i < w.staticCount; i++) {
    center[3 * i] = ((i - 1) % 64) * 2 - 64
    center[3 * i + 1] = -0.7
    center[3 * i + 2] = Math.floor((i - 1) / 64) * 2 - 64
  }
  return rain(w, 11, 120, 5)
}

/** 5,000 asleep and some that move among them. */
function sleepers(title: string, awake: number): Workload {
  const random = createRandom(4)
  const w = createWorkload(title, 5000 + awake)
  const { center, velocity } = w
  w.firstAwake = 5000
  w.half.fill(0.5)
  for (let i = 0; i < 3 * w.count; i++) {
    center[i] = random() * 60
    velocity[i] = (random() - 0.5) * 4.6
  }
  w.move = () => {
    for (let i = 3 * w.firstAwake; i < 3 * w.count; i++) {
      center[i] += velocity[i] * DT
      if (center[i] < 0 || center[i] > 60) velocity[i] = -velocity[i]
    }
  }
  return w
}

/** 4,000 boxes flying apart at up to 90 m/s. */
function explosion(): Workload {
  const random = createRandom(6)
  const w = createWorkload('f  4,000 exploding', 4000)
  const { center, velocity } = w
  w.half.fill(0.4)
  for (let i = 0; i < 3 * w.count; i++) {
    center[i] = random() * 30
    velocity[i] = (center[i] - 15) * 6 + (random() - 0.5) * 10
  }
  w.move = () => {
    for (let i = 0; i < 3 * w.count; i++) center[i] += velocity[i] * DT
  }
  return w
}

/** The pairs a world would keep: a dense list and its index. */
class Pairs {
  list: Int32Array = new Int32Array(1 << 18)
  count = 0
  readonly index: PairSet = new PairSet()

  add(found: Int32Array, count: number): void {
    if (2 * (this.count + count) > this.list.length) {
      const larger = new Int32Array(4 * (this.count + count))
      larger.set(this.list)
      this.list = larger
    }
    const { list, index } = this
    for (let i = 0; i < count; i++) {
      const a = found[2 * i]
      const b = found[2 * i + 1]
      if (index.find(a, b) >= 0) continue
      index.set(a, b, this.count)
      list[2 * this.count] = a
      list[2 * this.count + 1] = b
      this.count++
    }
  }

  removeDead(broadPhase: BroadPhase): void {
    const { list, index } = this
    const { moved } = broadPhase.proxies.columns
    for (let i = this.count - 1; i >= 0; i--) {
      if ((moved[list[2 * i]] | moved[list[2 * i + 1]]) === 0) continue
      if (broadPhase.overlap(list[2 * i], list[2 * i + 1])) continue
      index.remove(list[2 * i], list[2 * i + 1])
      this.count--
      if (i === this.count) continue
      list[2 * i] = list[2 * this.count]
      list[2 * i + 1] = list[2 * this.count + 1]
      index.set(list[2 * i], list[2 * i + 1], i)
    }
  }
}

function run(w: Workload, frames: number): void {
  const { center, half } = w
  const broadPhase = new BroadPhase(new WorldMemory())
  const insert = (i: number): void => {
    const o = 3 * i
    const hx = half[o], hy = half[o + 1], hz = half[o + 2]
    const x = center[o], y = center[o + 1], z = center[o + 2]
    broadPhase.insert(i, x - hx, y - hy, z - hz, x + hx, y + hy, z + hz, MARGIN, i < w.staticCount)
  }
  let present = w.count - w.addedPerFrame * (frames + WARM_UP_FRAMES)
  for (let i = 0; i < present; i++) insert(i)
  const box = new Float64Array(6)
  const pairs = new Pairs()
  const sums = { bounds: 0, find: 0, set: 0, dead: 0, moved: 0, born: 0, pairs: 0 }
  let worst = 0
  for (let frame = -WARM_UP_FRAMES; frame < frames; frame++) {
    if (frame === 0) {
      for (const key in sums) sums[key as keyof typeof sums] = 0
      worst = 0
    }
    w.move()
    for (let i = 0; i < w.addedPerFrame; i++) insert(present++)
    const t0 = performance.now()
    for (let i = w.firstAwake; i < present; i++) {
      const o = 3 * i
      for (let k = 0; k < 3; k++) {
        box[k] = center[o + k] - half[o + k]
        box[3 + k] = center[o + k] + half[o + k]
      }
      if (broadPhase.update(i, box, MARGIN)) sums.moved++
    }
    const t1 = performance.now()
    const found = broadPhase.findPairs()
    const t2 = performance.now()
    pairs.add(broadPhase.pairs, found)
    const t3 = performance.now()
    pairs.removeDead(broadPhase)
    const t4 = performance.now()
    sums.bounds += t1 - t0
    sums.find += t2 - t1
    sums.set += t3 - t2
    sums.dead += t4 - t3
    sums.born += found
    sums.pairs += pairs.count
    worst = Math.max(worst, t2 - t1)
  }
  const ms = (sum: number): string => (sum / frames).toFixed(3)
  const mean = (sum: number): string => (sum / frames).toFixed(0)
  console.log(`${w.title}: ${ms(sums.bounds + sums.find + sums.set + sums.dead)} ms per frame`)
  console.log(`   bounds ${ms(sums.bounds)}, find pairs ${ms(sums.find)} (worst ${worst.toFixed(2)}), pair set ${ms(sums.set)}, ` +
    `dead pairs ${ms(sums.dead)};  moved ${mean(sums.moved)}, pairs ${mean(sums.pairs)}, new ${mean(sums.born)}`)
  runQueries(broadPhase)
}

/** The nearest box, without its margin, along a ray. */
class NearestBox {
  readonly ray: Float64Array = new Float64Array(6)
  readonly limit: Float64Array = new Float64Array(1)
  fat: Float64Array
  visits = 0

  constructor(fat: Float64Array) {
    this.fat = fat
  }

  visit(proxy: number): void {
    this.visits++
    let enter = 0
    let leave = this.limit[0]
    for (let k = 0; k < 3; k++) {
      const t0 = (this.fat[6 * proxy + k] + MARGIN - this.ray[k]) / this.ray[3 + k]
      const t1 = (this.fat[6 * proxy + 3 + k] - MARGIN - this.ray[k]) / this.ray[3 + k]
      enter = Math.max(enter, Math.min(t0, t1))
      leave = Math.min(leave, Math.max(t0, t1))
    }
    if (enter <= leave) this.limit[0] = enter
  }
}

/** 10,000 rays of 50 m in all directions, and 10,000 boxes of 2 m, from points within the scene. */
function runQueries(broadPhase: BroadPhase): void {
  const random = createRandom(9)
  const { count, columns } = broadPhase.proxies
  const { fat } = columns
  const nearest = new NearestBox(fat)
  const { ray, limit } = nearest
  const t0 = performance.now()
  for (let i = 0; i < QUERIES; i++) {
    const o = 6 * Math.floor(random() * count)
    for (let k = 0; k < 3; k++) {
      ray[k] = fat[o + k] - random()
      ray[3 + k] = random() - 0.5
    }
    const scale = 50 / Math.hypot(ray[3], ray[4], ray[5])
    for (let k = 3; k < 6; k++) ray[k] *= scale
    limit[0] = 1
    broadPhase.queryRay(ray, nearest)
  }
  const t1 = performance.now()
  let hits = 0
  for (let i = 0; i < QUERIES; i++) {
    const o = 6 * Math.floor(random() * count)
    hits += broadPhase.queryBox(fat[o], fat[o + 1], fat[o + 2], fat[o] + 2, fat[o + 1] + 2, fat[o + 2] + 2)
  }
  const t2 = performance.now()
  const per = (sum: number): string => (sum / QUERIES).toFixed(1)
  console.log(`   10,000 rays ${(t1 - t0).toFixed(1)} ms (${per(nearest.visits)} visits each), ` +
    `10,000 boxes ${(t2 - t1).toFixed(1)} ms (${per(hits)} hits each)`)
}

const WORKLOADS: Record<string, (frames: number) => Workload> = {
  a: (frames) => pile(0, frames),
  a1: (frames) => pile(1, frames),
  b: () => rain(createWorkload('b  10,000 falling and bouncing', 10000), 20, 21, 2),
  bo: () => {
    const w = rain(createWorkload('b  10,000 falling and bouncing, one 100 km away', 10000), 20, 21, 2)
    w.center[0] = 1e5
    return w
  },
  d: () => sleepers('d  5,000 asleep, 200 moving', 200),
  e: () => tiles(),
  f: () => explosion(),
  i: () => sleepers('i  5,000 asleep, nothing moving', 0),
}

const chosen = process.argv.slice(2)
for (const name in WORKLOADS) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  run(WORKLOADS[name](FRAMES + WARM_UP_FRAMES), FRAMES)
}
