/** The scenes of the comparison in three dimensions as lists, with their figures of merit and the gates these are held to. */

import type { Vec3 } from 'fulcrum-physics/3d'
import type { BodyList } from '../../scenes/d3/lists/body-list.ts'
import { listPile, PILE_3D, scaledPile, type PileOptions } from '../../scenes/d3/lists/pile-list.ts'
import { listNet, NET_3D } from '../../scenes/d3/lists/net-list.ts'
import { listPyramid } from '../../scenes/d3/lists/pyramid-list.ts'
import { listRagdolls, RAGDOLLS_3D } from '../../scenes/d3/lists/ragdoll-list.ts'
import { countThrough, listTerrainScene, TERRAIN_3D } from '../../scenes/d3/lists/terrain-list.ts'
import { stackQuality } from '../../scenes/d3/measure.ts'
import { DT } from './adapter.ts'
import { JointMeter } from './joint-meter.ts'
import { OverlapMeter } from './overlap.ts'
import { hasBadNumber, type LastPoses, type PeerScene } from './peer-scene.ts'

/** Root mean square and highest speed over the last step, m/s. */
function speeds({ before, after }: LastPoses): { rms: number; top: number } {
  let sum = 0
  let top = 0
  const count = after.length / 7
  for (let i = 0; i < after.length; i += 7) {
    const [x, y, z] = [after[i]! - before[i]!, after[i + 1]! - before[i + 1]!, after[i + 2]! - before[i + 2]!]
    const square = (x * x + y * y + z * z) / (DT * DT)
    sum += square
    top = Math.max(top, Math.sqrt(square))
  }
  return { rms: Math.sqrt(sum / count), top }
}

const PYRAMID_LAYERS = 15

const pyramid: PeerScene<BodyList> = {
  name: 'pyramid3d',
  dimension: 3,
  steps: 300,
  bodies: 1240,
  gates: { driftMm: 5, sinkMm: 5, fallen: 0, rmsSpeed: null },
  list: () => listPyramid(PYRAMID_LAYERS),
  createJudge() {
    const { rests } = listPyramid(PYRAMID_LAYERS)
    return {
      measure(poses) {
        const { after } = poses
        const at = (i: number): Vec3 => ({ x: after[7 * i]!, y: after[7 * i + 1]!, z: after[7 * i + 2]! })
        const { drift, sink, fallen } = stackQuality(rests.map((rest, i) => ({ rest, body: { position: at(i) } })), 1)
        return { driftMm: drift * 1000, sinkMm: sink * 1000, fallen, rmsSpeed: speeds(poses).rms }
      },
    }
  },
  isCollapsed: figures => hasBadNumber(figures) || figures['fallen']! > 0,
}

/** A pile that loses more than this share of its bodies is another, smaller pile. */
const LOST_SHARE = 0.01

/** Overlap of half a capsule's thickness and more means that bodies stand inside each other, m. */
const MERGED_OVERLAP = 0.3

function pile(name: string, options: PileOptions): PeerScene<BodyList> {
  return {
    name,
    dimension: 3,
    steps: 600,
    bodies: options.bodies,
    gates: { escaped: 0, maxOverlap: 0.08, worstOverlap: null, rmsSpeed: 0.1, topSpeed: null },
    list: () => listPile(options),
    createJudge(list) {
      const meter = new OverlapMeter(list)
      let worst = 0
      return {
        watch(poses) {
          worst = Math.max(worst, meter.measure(poses))
        },
        measure(poses) {
          const { after } = poses
          let escaped = 0
          for (let i = 0; i < after.length; i += 7) {
            const isInside = Math.abs(after[i]!) <= options.binHalf && Math.abs(after[i + 2]!) <= options.binHalf && after[i + 1]! >= 0
            if (!isInside) escaped++
          }
          const maxOverlap = meter.measure(after)
          const { rms, top } = speeds(poses)
          return { escaped, maxOverlap, worstOverlap: Math.max(worst, maxOverlap), rmsSpeed: rms, topSpeed: top }
        },
      }
    },
    isCollapsed: figures => hasBadNumber(figures) || figures['escaped']! > LOST_SHARE * options.bodies || figures['maxOverlap']! > MERGED_OVERLAP,
  }
}

/** Steps between two looks at joints: a gap opens and closes within a few. */
const GAP_INTERVAL = 5

/** Widest gap and furthest excess of limits over a run. */
class JointWatch {
  readonly interval: number = GAP_INTERVAL
  private readonly meter: JointMeter
  private gap = 0
  private excess = 0

  constructor(list: BodyList) {
    this.meter = new JointMeter(list)
  }

  watch(poses: Float64Array): void {
    this.gap = Math.max(this.gap, this.meter.gap(poses))
    this.excess = Math.max(this.excess, this.meter.excess(poses))
  }

  figures(last: Float64Array): { gapMm: number; worstGapMm: number; beyondLimit: number } {
    this.watch(last)
    return { gapMm: 1000 * this.meter.gap(last), worstGapMm: 1000 * this.gap, beyondLimit: (this.excess * 180) / Math.PI }
  }
}

/** A figure whose parts are this far from each other is no figure any more, mm. */
const TORN_RAGDOLL = 500

const ragdolls: PeerScene<BodyList> = {
  name: 'ragdolls3d',
  dimension: 3,
  steps: 300,
  bodies: 11 * RAGDOLLS_3D.stacks * RAGDOLLS_3D.layers,
  gates: { worstGapMm: 20, through: 0, gapMm: null, beyondLimit: null, rmsSpeed: null },
  list: () => listRagdolls(RAGDOLLS_3D),
  createJudge(list) {
    const joints = new JointWatch(list)
    return {
      interval: joints.interval,
      watch: poses => joints.watch(poses),
      measure(poses) {
        let through = 0
        for (let i = 1; i < poses.after.length; i += 7) if (!(poses.after[i]! >= 0)) through++
        return { ...joints.figures(poses.after), through, rmsSpeed: speeds(poses).rms }
      },
    }
  },
  isCollapsed: figures => hasBadNumber(figures) || figures['through']! > 0 || figures['worstGapMm']! > TORN_RAGDOLL,
}

/** A net with a gap of several meshes is torn, mm. */
const TORN_NET = 5000

const net: PeerScene<BodyList> = {
  name: 'net3d',
  dimension: 3,
  steps: 300,
  bodies: NET_3D.side * NET_3D.side - 4,
  gates: { worstGapMm: 50, gapMm: null, topSpeed: null },
  list: () => listNet(NET_3D),
  createJudge(list) {
    const joints = new JointWatch(list)
    return {
      interval: joints.interval,
      watch: poses => joints.watch(poses),
      measure(poses) {
        const { gapMm, worstGapMm } = joints.figures(poses.after)
        return { worstGapMm, gapMm, topSpeed: speeds(poses).top }
      },
    }
  },
  isCollapsed: figures => hasBadNumber(figures) || figures['worstGapMm']! > TORN_NET,
}

const terrain: PeerScene<BodyList> = {
  name: 'terrain3d',
  dimension: 3,
  steps: 300,
  bodies: TERRAIN_3D.bodies,
  terrain: true,
  gates: { through: 0, rmsSpeed: null },
  list: () => listTerrainScene(TERRAIN_3D),
  createJudge: () => ({ measure: poses => ({ through: countThrough(poses.after, 7), rmsSpeed: speeds(poses).rms }) }),
  isCollapsed: figures => hasBadNumber(figures) || figures['through']! > LOST_SHARE * TERRAIN_3D.bodies,
}

export const PEER_SCENES_3D: readonly PeerScene<BodyList>[] = [
  pyramid,
  pile('pile-1000', scaledPile(1000)),
  pile('pile3d', PILE_3D),
  pile('pile-4000', scaledPile(4000)),
  pile('pile-8000', scaledPile(8000)),
  terrain,
  ragdolls,
  net,
]
