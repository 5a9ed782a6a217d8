/** Rows 11 and 12 of the accuracy list: chains let go from the horizontal, with a heavy end or none. */

import { box, circle, type Body, type Joint, type World } from 'fulcrum-physics/2d'
import { jointGap } from '../../../../scenes/d2/measure.ts'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { createWorld, DT, GHOST, GRAVITY, isFinitePose } from '../setup.ts'

const LINK = { x: 0.25, y: 0.05 }
const LINK_MASS = 1

interface Chain {
  bodies: Body[]
  joints: Joint[]
  length: number
}

/** Links of 0.5 m and 1 kg on hinges; the last one is a ball of `endMass`, if that is more than a link's. */
function addChain(world: World, links: number, endMass: number): Chain {
  const bodies: Body[] = []
  const joints: Joint[] = []
  const pitch = 2 * LINK.x
  for (let i = 0; i < links; i++) {
    const bodyB = world.createBody({ position: { x: (i + 0.5) * pitch, y: 0 }, mass: LINK_MASS, shapes: [box({ halfExtents: LINK, filter: GHOST })] })
    joints.push(world.createHingeJoint({ bodyA: bodies.at(-1) ?? null, bodyB, anchor: { x: i * pitch, y: 0 } }))
    bodies.push(bodyB)
  }
  if (endMass > LINK_MASS) {
    const at = { x: links * pitch, y: 0 }
    const ball = world.createBody({ position: at, mass: endMass, shapes: [circle({ radius: 0.4, filter: GHOST })] })
    joints.push(world.createHingeJoint({ bodyA: bodies.at(-1)!, bodyB: ball, anchor: at }))
    bodies.push(ball)
  }
  return { bodies, joints, length: links * pitch }
}

function energyOf(bodies: readonly Body[]): number {
  return bodies.reduce((sum, body) => sum + body.kineticEnergy + body.mass * GRAVITY * body.position.y, 0)
}

/** What hangs straight down has less than what lies level, by this. */
function rangeOf({ bodies }: Chain): number {
  return bodies.reduce((sum, body) => sum + body.mass * GRAVITY * body.position.x, 0)
}

function drop(links: number, endMass: number, seconds: number, peers: string, gate: number): Row[] {
  const world = createWorld()
  const chain = addChain(world, links, endMass)
  const range = rangeOf(chain)
  let worst = 0
  let gained = 0
  let above = 0
  let before = energyOf(chain.bodies)
  let lowest = before
  const start = before
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    if (!chain.bodies.every(isFinitePose)) {
      worst = Infinity
      break
    }
    let gap = 0
    for (const joint of chain.joints) gap += jointGap(joint)
    worst = Math.max(worst, gap / chain.length)
    const now = energyOf(chain.bodies)
    lowest = Math.min(lowest, now)
    // Against the least so far: what was lost must not come back either.
    gained = Math.max(gained, (now - lowest) / range)
    above = Math.max(above, (now - start) / range)
    before = now
  }
  const test = `${links} links, end mass 1 : ${endMass}, dropped, ${seconds} s`
  return [
    atMost(test, 'sum of gaps / length', peers, gate, worst),
    atMost(test, 'energy gained / range', '', 1e-3, gained),
    reported(test, 'energy above that of the start / range', '', above),
    reported(test, 'energy lost / range', '', (start - before) / range),
  ]
}

export const chains: AccuracyCase = {
  name: 'chains',
  run(runLength: RunLength): Row[] {
    const full = runLength === 'full'
    const seconds = full ? 10 : 3
    // Past the bottom of the first swing: what does not hold shows there.
    const swing = full ? 10 : 5
    return [
      // Short ones are the harder: their few links swing across the load, which tightens and slackens with them.
      ...drop(3, 1000, swing, '', 1e-3),
      ...drop(5, 1000, swing, '', 1e-3),
      ...drop(10, 10_000, swing, '', 1e-3),
      ...drop(20, 1000, swing, 'Rapier 6.9, PhysX TGS 8.2, Jolt 60', 1e-3),
      ...drop(40, 1000, swing, '', 1e-3),
      ...drop(50, 50_000, swing, 'Jolt 24, Rapier 24.8, PhysX TGS 26', 1e-3),
      // Its end cracks like a whip after 3.1 seconds.
      ...drop(100, 1, swing, '', 1e-3),
      ...(full ? [...drop(200, 1, seconds, 'Box2D v3 0.13, Rapier 0.16', 2e-3), ...drop(1000, 1000, 3, '', 1e-3)] : []),
    ]
  },
}
