/**
 * Lattices: a jetty of 160 welded blocks that stands out twenty metres from a wall with boulders on it, and a gate of 72 that swings on one
 * hinge. Both are as stiff as if they were cast in one piece.
 */

import { box, circle, type Body, type Joint, type Vec2, type World } from 'fulcrum-physics/2d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch, length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const HALF = 0.25
/** Steps for which the gate swings without meeting anything. */
const FREE_SWING = 75

/** Blocks side by side, each welded to its neighbours; the first of them stands at `corner`. */
function weldBlocks(world: World, corner: Vec2, columns: number, rows: number, joints: Joint[]): Body[] {
  const blocks: Body[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const position = { x: corner.x + 2 * HALF * column, y: corner.y + 2 * HALF * row }
      const block = world.createBody({ position, shapes: [box({ halfExtents: { x: 0.96 * HALF, y: 0.96 * HALF }, friction: 0.8 })] })
      if (column > 0) joints.push(world.createFixedJoint({ bodyA: blocks.at(-1)!, bodyB: block }))
      if (row > 0) joints.push(world.createFixedJoint({ bodyA: blocks[(row - 1) * columns + column]!, bodyB: block }))
      blocks.push(block)
    }
  }
  return blocks
}

/** Energy of a gate that swings from rest. */
class GateSwing {
  private readonly start: number
  private readonly gate: readonly Body[]
  private readonly gravity: number

  constructor(gate: readonly Body[], gravity: number) {
    this.gate = gate
    this.gravity = gravity
    this.start = this.energy
  }

  /** Energy gained since the start, as a share of the weight times a metre of every block. */
  get gain(): number {
    let weight = 0
    for (const { mass } of this.gate) weight += mass * this.gravity
    return (this.energy - this.start) / weight
  }

  private get energy(): number {
    let sum = 0
    for (const { kineticEnergy, mass, position } of this.gate) sum += kineticEnergy + mass * this.gravity * position.y
    return sum
  }
}

/** Distance of the first and the last block, m. */
function diagonalOf(blocks: readonly Body[]): number {
  const a = blocks[0]!.position
  const b = blocks.at(-1)!.position
  return length({ x: b.x - a.x, y: b.y - a.y })
}

export const lattices: SceneEntry = {
  name: 'lattices',
  title: 'Lattices of welds',
  description: 'A jetty of 160 welded blocks carries boulders and does not sag; a gate of 72 swings on one hinge like one piece.',
  camera: { center: { x: 8, y: 2 }, height: 20 },
  steps: 600,
  expect: {
    worstGapMm: atMost(0.1, 'welds hold'),
    sagMm: atMost(0.01, 'a rigid jetty does not bend'),
    freeSwingGainPercent: near(0, 0.01, 'before the gate meets the wall nothing drives or brakes it'),
    gateEnergyGainPercent: atMost(0.01, 'blows only take energy'),
    gateBentMm: atMost(0.1, 'welded blocks keep their distances'),
  },
  build(world) {
    const joints: Joint[] = []
    world.createBody({ type: 'static', position: { x: -2, y: 2 }, shapes: [box({ halfExtents: { x: 1.75, y: 6 } })] })
    const jetty = weldBlocks(world, { x: 0, y: 0 }, 40, 4, joints)
    for (let row = 0; row < 4; row++) joints.push(world.createFixedJoint({ bodyB: jetty[row * 40]! }))
    for (let k = 0; k < 5; k++) {
      world.createBody({ position: { x: 4 + 3 * k, y: 4 + k }, shapes: [circle({ radius: 0.6, density: 4, rollingResistance: 0.1, friction: 0.8 })] })
    }
    const gate = weldBlocks(world, { x: 3, y: -2 }, 12, 1, joints)
    for (const y of [-2.5, -3, -3.5, -4, -4.5]) {
      const below = weldBlocks(world, { x: 3, y }, 12, 1, joints)
      for (let k = 0; k < 12; k++) joints.push(world.createFixedJoint({ bodyA: gate[gate.length - 12 + k]!, bodyB: below[k]! }))
      gate.push(...below)
    }
    joints.push(world.createHingeJoint({ bodyB: gate[0]!, anchor: { x: 3 - HALF, y: -2 + HALF } }))
    const tip = jetty.at(-1)!
    const { y } = tip.position
    const diagonal = diagonalOf(gate)
    const gaps = new GapWatch(joints)
    const swing = new GateSwing(gate, -world.gravity.y)
    let freeGain = 0
    return {
      update(_, step) {
        gaps.look()
        if (step === FREE_SWING) freeGain = swing.gain
      },
      measure: () => ({
        ...gaps.figures(),
        sagMm: 1000 * (y - tip.position.y),
        freeSwingGainPercent: 100 * freeGain,
        gateEnergyGainPercent: 100 * swing.gain,
        gateBentMm: 1000 * Math.abs(diagonalOf(gate) - diagonal),
      }),
    }
  },
}
