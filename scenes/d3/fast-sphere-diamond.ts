/** The teleportation case of Hodges' book: a ball at 100 m/s against a spinning diamond, and against a thin plate on its corner. */

import { box, hull, sphere, type Body, type Vec3 } from 'fulcrum-physics/3d'
import { exactly, forAll } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { aboutAxis, degrees, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

/** A cut stone: pointed below, wide girdle, flat table on top. About 2 m across. */
export function diamondPoints(): Vec3[] {
  const points: Vec3[] = [{ x: 0, y: -1, z: 0 }]
  for (let i = 0; i < 8; i++) {
    const girdle = sineCosine((i * Math.PI) / 4)
    const table = sineCosine(((i + 0.5) * Math.PI) / 4)
    points.push({ x: girdle.cosine, y: 0.1, z: girdle.sine })
    points.push({ x: 0.6 * table.cosine, y: 0.5, z: 0.6 * table.sine })
  }
  return points
}

export const fastSphereDiamond: SceneEntry = {
  name: 'fast-sphere-diamond',
  title: 'Fast ball against a diamond',
  description: 'A ball and a spinning diamond meet at 100 metres a second each; beside them a ball hits a thin plate.',
  camera: { position: { x: 0, y: 7, z: 18 }, target: { x: 0, y: 2, z: 0 } },
  steps: 180,
  expect: forAll(['passedDiamond', 'passedPlate'], exactly(0, 'continuous collision: a fast ball does not pass')),
  build(world) {
    addFloor(world, 120)
    const ball: Body = world.createBody({
      position: { x: 10, y: 3, z: -3 },
      linearVelocity: { x: -100, y: 0, z: 0 },
      shapes: [sphere({ radius: 0.5, restitution: 0.5, friction: 0.5 })],
    })
    const diamond = world.createBody({
      position: { x: -10, y: 3, z: -3 },
      linearVelocity: { x: 100, y: 0, z: 0 },
      angularVelocity: { x: 0, y: 0, z: 10 },
      shapes: [hull({ points: diamondPoints(), restitution: 0.5, friction: 0.5 })],
    })
    const plateX = -2
    world.createBody({
      type: 'static',
      position: { x: plateX, y: 2, z: 4 },
      rotation: aboutAxis(1, 0, 0, degrees(45)),
      shapes: [box({ halfExtents: { x: 0.02, y: 1, z: 1 } })],
    })
    const second = world.createBody({
      position: { x: 10, y: 2, z: 4 },
      linearVelocity: { x: -100, y: 0, z: 0 },
      shapes: [sphere({ radius: 0.5, restitution: 0.5 })],
    })
    return {
      measure: () => ({
        passedDiamond: ball.position.x < diamond.position.x ? 1 : 0,
        passedPlate: second.position.x < plateX ? 1 : 0,
      }),
    }
  },
}
