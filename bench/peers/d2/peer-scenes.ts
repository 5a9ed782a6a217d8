/** The scenes of the comparison in two dimensions as lists, with their figures of merit and the gates these are held to. */

import type { Vec2 } from 'fulcrum-physics/2d'
import type { BodyList } from '../../../scenes/d2/lists/body-list.ts'
import { chainLength, HEAVY_CHAIN, listChain } from '../../../scenes/d2/lists/chain-list.ts'
import { gridMovers, JOINT_GRID, listGrid } from '../../../scenes/d2/lists/grid-list.ts'
import { listPile, MIXED_PILE } from '../../../scenes/d2/lists/pile-list.ts'
import { LARGE_PYRAMID, listPyramid, unseatedBoxes } from '../../../scenes/d2/lists/pyramid-list.ts'
import { DRUM_SPEED, listTumbler, TUMBLER } from '../../../scenes/d2/lists/tumbler-list.ts'
import { stackQuality } from '../../../scenes/d2/measure.ts'
import { hasBadNumber, type LastPoses, type PeerScene } from '../peer-scene.ts'
import { DT, POSE_SIZE, turn } from './adapter.ts'
import { JointMeter } from './joint-meter.ts'
import { OverlapMeter } from './overlap.ts'

/** Root mean square and highest speed over the last step, m/s. */
function speeds({ before, after }: LastPoses): { rms: number; top: number } {
  let sum = 0
  let top = 0
  for (let i = 0; i < after.length; i += POSE_SIZE) {
    const [x, y] = [after[i]! - before[i]!, after[i + 1]! - before[i + 1]!]
    const square = (x * x + y * y) / (DT * DT)
    sum += square
    top = Math.max(top, Math.sqrt(square))
  }
  return { rms: Math.sqrt((sum * POSE_SIZE) / after.length), top }
}

/** Overlap at the end and over the run, m. */
class OverlapWatch {
  private readonly meter: OverlapMeter
  private worst = 0

  constructor(list: BodyList) {
    this.meter = new OverlapMeter(list)
  }

  watch(poses: Float64Array): void {
    this.worst = Math.max(this.worst, this.meter.measure(poses))
  }

  figures(last: Float64Array): { maxOverlap: number; worstOverlap: number } {
    this.watch(last)
    return { maxOverlap: this.meter.measure(last), worstOverlap: this.worst }
  }
}

const largePyramid: PeerScene<BodyList> = {
  name: 'large-pyramid',
  dimension: 2,
  steps: 300,
  bodies: (LARGE_PYRAMID * (LARGE_PYRAMID + 1)) / 2,
  gates: { driftMm: 5, fallen: 0, sinkMm: null, maxOverlap: null, rmsSpeed: null },
  list: () => listPyramid(LARGE_PYRAMID),
  createJudge(list) {
    const { rests } = listPyramid(LARGE_PYRAMID)
    const meter = new OverlapMeter(list)
    return {
      measure(poses) {
        const { after } = poses
        const positionOf = (i: number): Vec2 => ({ x: after[POSE_SIZE * i]!, y: after[POSE_SIZE * i + 1]! })
        const { drift, sink } = stackQuality(rests.map((rest, i) => ({ rest, body: { position: positionOf(i) } })), 1)
        const fallen = unseatedBoxes(LARGE_PYRAMID, positionOf)
        return { driftMm: drift * 1000, fallen, sinkMm: sink * 1000, maxOverlap: meter.measure(after), rmsSpeed: speeds(poses).rms }
      },
    }
  },
  isCollapsed: figures => hasBadNumber(figures) || figures['fallen']! > 0,
}

/** Steps between two looks at joints: a gap opens and closes within a few. */
const GAP_INTERVAL = 5

/** A grid with a gap of several meshes is torn, mm. */
const TORN_GRID = 5000

const jointGrid: PeerScene<BodyList> = {
  name: 'joint-grid',
  dimension: 2,
  steps: 300,
  bodies: gridMovers(JOINT_GRID),
  gates: { worstGapMm: 10, gapMm: null, topSpeed: null },
  list: () => listGrid(JOINT_GRID),
  createJudge(list) {
    const meter = new JointMeter(list)
    let worst = 0
    return {
      interval: GAP_INTERVAL,
      watch(poses) {
        worst = Math.max(worst, meter.gap(poses))
      },
      measure(poses) {
        const gap = meter.gap(poses.after)
        return { worstGapMm: 1000 * Math.max(worst, gap), gapMm: 1000 * gap, topSpeed: speeds(poses).top }
      },
    }
  },
  isCollapsed: figures => hasBadNumber(figures) || figures['worstGapMm']! > TORN_GRID,
}

/** A tumbler or pile that loses more than this share of its bodies is another, smaller one. */
const LOST_SHARE = 0.01
/** Overlap of half a body's thickness and more means that bodies stand inside each other, m. */
const MERGED_BOXES = 0.125
const MERGED_PILE = 0.3
/** The overlap that engines leave on purpose, m. */
const SLOP = 0.005
/** A drum whose speed is this far off is not turned as the scene wants it, %. */
const LOST_TURN = 50

/** The difference of two angles without whole turns, rad. */
function angleBetween(a: number, b: number): number {
  return Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))
}

const tumbler: PeerScene<BodyList> = {
  name: 'tumbler',
  dimension: 2,
  steps: 500,
  bodies: TUMBLER.bodies + 1,
  gates: { escaped: 0, maxOverlap: SLOP, worstOverlap: null, spinErrorPercent: null, gapMm: null, rmsSpeed: null },
  list: () => listTumbler(TUMBLER),
  createJudge(list) {
    const overlap = new OverlapWatch(list)
    const joints = new JointMeter(list)
    return {
      watch: poses => overlap.watch(poses),
      measure(poses) {
        const { after, before } = poses
        // The drum is the first of those that move.
        const [x, y, angle] = [after[0]!, after[1]!, after[2]!]
        let escaped = 0
        for (let i = POSE_SIZE; i < after.length; i += POSE_SIZE) {
          const local = turn(-angle, { x: after[i]! - x, y: after[i + 1]! - y })
          if (!(Math.max(Math.abs(local.x), Math.abs(local.y)) <= TUMBLER.half)) escaped++
        }
        return {
          escaped,
          ...overlap.figures(after),
          spinErrorPercent: 100 * (angleBetween(after[2]! - before[2]!, DRUM_SPEED * DT) / (DRUM_SPEED * DT)),
          gapMm: 1000 * joints.gap(after),
          rmsSpeed: speeds(poses).rms,
        }
      },
    }
  },
  isCollapsed: figures =>
    hasBadNumber(figures) ||
    figures['escaped']! > LOST_SHARE * TUMBLER.bodies ||
    figures['maxOverlap']! > MERGED_BOXES ||
    figures['spinErrorPercent']! > LOST_TURN,
}

const mixedPile: PeerScene<BodyList> = {
  name: 'mixed-pile',
  dimension: 2,
  steps: 600,
  bodies: MIXED_PILE.bodies,
  gates: { escaped: 0, rmsSpeed: 0.1, maxOverlap: null, worstOverlap: null, topSpeed: null },
  list: () => listPile(MIXED_PILE),
  createJudge(list) {
    const overlap = new OverlapWatch(list)
    return {
      watch: poses => overlap.watch(poses),
      measure(poses) {
        const { after } = poses
        let escaped = 0
        for (let i = 0; i < after.length; i += POSE_SIZE) if (!(Math.abs(after[i]!) <= MIXED_PILE.binHalf && after[i + 1]! >= 0)) escaped++
        const { rms, top } = speeds(poses)
        return { escaped, ...overlap.figures(after), rmsSpeed: rms, topSpeed: top }
      },
    }
  },
  isCollapsed: figures => hasBadNumber(figures) || figures['escaped']! > LOST_SHARE * MIXED_PILE.bodies || figures['maxOverlap']! > MERGED_PILE,
}

/** A chain twice its length is none any more, %. */
const TORN_CHAIN = 100

const chain: PeerScene<BodyList> = {
  name: 'chain',
  dimension: 2,
  steps: 600,
  bodies: HEAVY_CHAIN.links + 1,
  gates: { stretchPercent: 0.1, lastStretchPercent: null, worstGapMm: null, topSpeed: null },
  list: () => listChain(HEAVY_CHAIN),
  createJudge(list) {
    const meter = new JointMeter(list)
    let gap = 0
    let reach = 0
    const whole = chainLength(HEAVY_CHAIN)
    // The ball is the last body, the fixed end the origin.
    const reachOf = (poses: Float64Array): number => Math.hypot(poses.at(-3)!, poses.at(-2)!)
    const stretch = (length: number): number => 100 * Math.max(0, length / whole - 1)
    const watch = (poses: Float64Array): void => {
      gap = Math.max(gap, meter.gap(poses))
      reach = Math.max(reach, reachOf(poses))
    }
    return {
      interval: 1,
      watch,
      measure(poses) {
        const { after } = poses
        watch(after)
        return { stretchPercent: stretch(reach), lastStretchPercent: stretch(reachOf(after)), worstGapMm: 1000 * gap, topSpeed: speeds(poses).top }
      },
    }
  },
  isCollapsed: figures => hasBadNumber(figures) || figures['stretchPercent']! > TORN_CHAIN,
}

export const PEER_SCENES_2D: readonly PeerScene<BodyList>[] = [
  largePyramid,
  jointGrid,
  tumbler,
  mixedPile,
  chain,
]
