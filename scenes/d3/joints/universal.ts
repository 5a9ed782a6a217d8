/** Drive shafts under an angle: one universal joint makes the driven shaft uneven, two cancel. */

import { box, type Body, type HingeJoint, type UniversalJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { length } from '../measure.ts'
import { aboutAxis, degrees, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const SPEED = 3
const Z = { x: 0, y: 0, z: 1 }
const COSINE = sineCosine(degrees(40)).cosine

interface Train {
  driver: HingeJoint
  driven: HingeJoint
  joints: UniversalJoint[]
}

/** Shafts one after another from `start`, each at its angle above level, the first and the last in bearings. Every shaft is 1.2 m long. */
function addTrain(world: World, start: Vec3, angles: readonly number[]): Train {
  const hinges: HingeJoint[] = []
  const joints: UniversalJoint[] = []
  let from = start
  let before: Body | null = null
  angles.forEach((angle, i) => {
    const { sine, cosine } = sineCosine(angle)
    const at = (t: number): Vec3 => ({ x: from.x + t * cosine, y: from.y + t * sine, z: from.z })
    const shaft: Body = world.createBody({
      position: at(0.6),
      rotation: aboutAxis(0, 0, 1, angle),
      shapes: [box({ halfExtents: { x: 0.5, y: 0.08, z: 0.08 } }), box({ halfExtents: { x: 0.04, y: 0.3, z: 0.05 } })],
    })
    if (i === 0 || i === angles.length - 1) {
      const motor = i === 0 ? { speed: SPEED, maxTorque: Infinity } : null
      hinges.push(world.createHingeJoint({ bodyB: shaft, anchor: at(0.6), axis: { x: cosine, y: sine, z: 0 }, motor }))
    }
    if (before !== null) {
      // Forks of the middle shaft in one plane: its arm is Z at both ends.
      const bend = sineCosine(angles[i - 1]!)
      const across = i % 2 === 1 ? { x: -bend.sine, y: bend.cosine, z: 0 } : { x: -sine, y: cosine, z: 0 }
      const [axisA, axisB] = i % 2 === 1 ? [across, Z] : [Z, across]
      joints.push(world.createUniversalJoint({ bodyA: before, bodyB: shaft, anchor: from, axisA, axisB }))
    }
    before = shaft
    from = at(1.2)
  })
  return { driver: hinges[0]!, driven: hinges[1]!, joints }
}

export const universalScene: SceneEntry = {
  name: 'joint-universal',
  title: 'Universal joint',
  description: 'Shafts driven through universal joints. Through one, at 40 degrees, the driven shaft runs unevenly; through two it is even again.',
  source: 'Tamis 3.2.9',
  worldOptions: { sleeping: false },
  camera: { position: { x: 1.5, y: 2, z: 5 }, target: { x: 1.5, y: 0.5, z: 0 } },
  steps: 600,
  expect: {
    slowest: near(COSINE, 1e-3, 'cos 40°'),
    fastest: near(1 / COSINE, 1e-3, '1 / cos 40°'),
    unevenThroughTwo: atMost(1e-6, 'two joints with forks in one plane cancel'),
    worstGapMm: atMost(1e-3, 'joints hold their points'),
  },
  build(world) {
    const single = addTrain(world, { x: 0, y: 0, z: 1 }, [0, degrees(40)])
    const double = addTrain(world, { x: 0, y: 0, z: -1 }, [0, degrees(40), 0])
    let least = Infinity
    let most = 0
    let uneven = 0
    let gap = 0
    return {
      update(_world, step) {
        if (step < 60) return
        const ratio = single.driven.speed / single.driver.speed
        least = Math.min(least, ratio)
        most = Math.max(most, ratio)
        uneven = Math.max(uneven, Math.abs(double.driven.speed / double.driver.speed - 1))
        for (const { anchorA: a, anchorB: b } of [...single.joints, ...double.joints]) {
          gap = Math.max(gap, length({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }))
        }
      },
      measure: () => ({ slowest: least, fastest: most, unevenThroughTwo: uneven, worstGapMm: 1000 * gap }),
    }
  },
}
