/** Two boxes that are not to turn: one held by three rows, one by a single row of the quaternion. */

import { box, type Body } from 'fulcrum-physics/3d'
import { atLeast, atMost } from '../../expectation.ts'
import type { SceneEntry } from '../scene.ts'
import { goodLock, quaternionRow } from './formulations.ts'
import { GIVE, halfTurnCosine } from './rigs.ts'

export const laboratoryLock: SceneEntry = {
  name: 'laboratory-lock',
  title: 'Laboratory: one row for three freedoms',
  description: 'Two boxes get the same push to spin. Three rows stop one at once; the single row of a quaternion never stops the other.',
  source: 'Tamis 3.3.3; errata: Tamis (3.61)',
  worldOptions: { sleeping: false, gravity: { x: 0, y: 0, z: 0 } },
  camera: { position: { x: 0, y: 1.5, z: 6 }, target: { x: 0, y: 0, z: 0 } },
  steps: 240,
  expect: {
    goodLeastCosine: atLeast(0.9999, 'three rows for three freedoms stop the spin'),
    quaternionRowLeastCosine: atMost(0.99, 'one row for three freedoms does not'),
  },
  build(world) {
    const boxes: [string, Body][] = Object.entries({ good: goodLock, quaternionRow }).map(([name, lock], i) => {
      const body = world.createBody({
        position: { x: i * 3 - 1.5, y: 0, z: 0 },
        angularVelocity: { x: 2, y: 3, z: 1 },
        shapes: [box({ halfExtents: { x: 0.5, y: 0.3, z: 0.2 } })],
      })
      world.createJoint(lock, { bodyB: body, frameA: {}, frameB: {}, softness: GIVE })
      return [name, body]
    })
    const least: Record<string, number> = {}
    return {
      update() {
        for (const [name, body] of boxes) least[name] = Math.min(least[name] ?? 1, halfTurnCosine(body))
      },
      measure: () => Object.fromEntries(boxes.map(([name]) => [`${name}LeastCosine`, least[name] ?? 1])),
    }
  },
}
