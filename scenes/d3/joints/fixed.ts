/** Welds: a shelf that carries, one that breaks under what falls on it, and a springboard. */

import { box, sphere, type Body, type FixedJoint, type World } from 'fulcrum-physics/3d'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const PLANKS = 4
const PLANK = { x: 0.4, y: 0.06, z: 0.3 }

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
  camera: { position: { x: 2, y: 4, z: 9 }, target: { x: 1.5, y: 2, z: 0 } },
  steps: 360,
  build(world) {
    addFloor(world, 20)
    const strong = addShelf(world, -2, Infinity)
    const weak = addShelf(world, 0, 2600)
    const soft = addShelf(world, 2, Infinity)
    for (const joint of soft) joint.softness = { hertz: 4, dampingRatio: 0.1 }
    for (const z of [-2, 0, 2]) {
      world.createBody({ position: { x: 2.8, y: 4, z }, shapes: [sphere({ radius: 0.3, density: 300 })] })
    }
    return {
      measure: () => ({
        worstGapMm: 1000 * Math.max(...strong.map(gap)),
        brokenStrong: strong.filter(joint => joint.isBroken).length,
        brokenWeak: weak.filter(joint => joint.isBroken).length,
        tipSagMm: 1000 * (2.5 - strong[PLANKS - 1]!.bodyB.position.y),
      }),
    }
  },
}
