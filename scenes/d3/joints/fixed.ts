/** Welds: a shelf that carries, one that breaks under what falls on it, and a springboard. */

import { box, sphere, type Body, type FixedJoint, type World } from 'fulcrum-physics/3d'
import { atLeast, atMost, exactly, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const PLANKS = 4
const PLANK = { x: 0.4, y: 0.06, z: 0.3 }
const BALL_X = 2.8
const BALL_RADIUS = 0.3
/** N, of all planks of a shelf. */
const SHELF_WEIGHT = PLANKS * 600 * 8 * PLANK.x * PLANK.y * PLANK.z * 9.81
/** N */
const BALL_WEIGHT = ((300 * 4 * Math.PI) / 3) * BALL_RADIUS * BALL_RADIUS * BALL_RADIUS * 9.81

/** Planks welded end to end, the first to the world at x = 0. */
function addShelf(world: World, z: number, breakTorque: number): FixedJoint[] {
  const joints: FixedJoint[] = []
  let before: Body | null = null
  for (let i = 0; i < PLANKS; i++) {
    const plank: Body = world.createBody({ position: { x: (2 * i + 1) * PLANK.x, y: 2.5, z }, shapes: [box({ halfExtents: PLANK, density: 600 })] })
    const joint: FixedJoint = world.createFixedJoint({ bodyA: before, bodyB: plank, anchor: { x: 2 * i * PLANK.x, y: 2.5, z }, breakTorque })
    joints.push(joint)
    before = plank
  }
  return joints
}

function gap(joint: FixedJoint): number {
  const a = joint.anchorA
  const b = joint.anchorB
  return length({ x: b.x - a.x, y: b.y - a.y, z: b.z - a.z })
}

export const fixedScene: SceneEntry = {
  name: 'joint-fixed',
  title: 'Fixed joint',
  description: 'Planks welded into three shelves. One carries its ball, one snaps under it, and one is soft and throws it back.',
  source: 'Chappuis 2.5, Tamis 3.2.3',
  camera: { position: { x: 2, y: 4, z: 9 }, target: { x: 1.5, y: 2, z: 0 } },
  steps: 360,
  expect: {
    worstGapMm: atMost(1e-3, 'welds hold'),
    tipSagMm: atMost(0.01, 'rigid welds do not sag'),
    brokenStrong: exactly(0, 'no limit is set'),
    brokenWeak: atLeast(1, 'planks alone ask for 2170 N m of 2600, the ball for 930 more'),
    rootForce: near(SHELF_WEIGHT + BALL_WEIGHT, 1, 'the root carries planks and ball'),
    rootTorque: near(SHELF_WEIGHT * PLANKS * PLANK.x + BALL_WEIGHT * BALL_X, 5, 'weights times their arms'),
  },
  build(world) {
    addFloor(world, 20)
    const strong = addShelf(world, -2, Infinity)
    const weak = addShelf(world, 0, 2600)
    const soft = addShelf(world, 2, Infinity)
    for (const joint of soft) joint.softness = { hertz: 4, dampingRatio: 0.1 }
    for (const z of [-2, 0, 2]) {
      world.createBody({ position: { x: BALL_X, y: 4, z }, shapes: [sphere({ radius: BALL_RADIUS, density: 300 })] })
    }
    return {
      measure: () => ({
        worstGapMm: 1000 * Math.max(...strong.map(gap)),
        brokenStrong: strong.filter(joint => joint.isBroken).length,
        brokenWeak: weak.filter(joint => joint.isBroken).length,
        rootForce: length(strong[0]!.reactionForce),
        rootTorque: length(strong[0]!.reactionTorque),
        tipSagMm: 1000 * (2.5 - strong[PLANKS - 1]!.bodyB.position.y),
      }),
    }
  },
}
