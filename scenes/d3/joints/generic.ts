/** What the generic joint can be: a puck in a cylinder, a table on soft axes, a driven arm, a lamp on a cone. */

import { box, sphere, type Body, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const POINT = { linearAxes: [0, 1, 2], min: 0, max: 0 } as const
const STILL = { angularAxes: [0, 1, 2], min: 0, max: 0 } as const
const RADIUS = 0.8
const CONE = 0.6

function addBox(world: World, x: number, y: number, z: number, hx: number, hy: number, hz: number): Body {
  return world.createBody({ position: { x, y, z }, shapes: [box({ halfExtents: { x: hx, y: hy, z: hz }, density: 300 })] })
}

export const genericScene: SceneEntry = {
  name: 'joint-generic',
  title: 'Generic joint',
  description: 'A puck kept within a cylinder, a plate that gives downwards only, a lamp within a cone, an arm that is driven in a circle.',
  camera: { position: { x: 0, y: 4, z: 9 }, target: { x: 0, y: 1.5, z: 0 } },
  steps: 600,
  expect: {
    puckBeyondMm: atMost(0.1, 'the cylinder holds the puck'),
    coneBeyondMrad: atMost(0.1, 'the cone holds the lamp'),
    // k = 43.2 kg · (2π · 2 Hz)²; plate and ball weigh 62.8 kg.
    plateSagMm: near(90.36, 0.5, 'weight over stiffness'),
    elbowGapMm: atMost(1e-3, 'the elbow holds its point'),
    elbowTwistMrad: atMost(1e-3, 'the elbow does not twist'),
  },
  build(world) {
    addFloor(world, 20)
    const puck = addBox(world, -4, 1.5, 0, 0.2, 0.1, 0.2)
    const puckHome = puck.position
    world.createGenericJoint({
      bodyB: puck, limits: [{ linearAxes: [1], min: 0, max: 0 }, { linearAxes: [0, 2], max: RADIUS, restitution: 0.9 }, STILL],
    })
    puck.linearVelocity = { x: 3, y: 0, z: 1.1 }
    const plate = addBox(world, -1.5, 1.5, 0, 0.6, 0.05, 0.6)
    const table = world.createGenericJoint({
      bodyB: plate,
      limits: [{ linearAxes: [0, 2], min: 0, max: 0 }, STILL],
      drives: [{ type: 'linear', axis: 1, hertz: 2, dampingRatio: 0.2 }],
    })
    world.createBody({ position: { x: -1.5, y: 3, z: 0 }, shapes: [sphere({ radius: 0.25, density: 300 })] })
    const lamp = addBox(world, 1.5, 2, 0, 0.1, 0.5, 0.1)
    const hook = world.createGenericJoint({
      bodyB: lamp,
      anchor: { x: 1.5, y: 2.5, z: 0 },
      axis: { x: 0, y: -1, z: 0 },
      limits: [POINT, { angularAxes: [1, 2], max: CONE }, { angularAxes: [0], min: -0.3, max: 0.3 }],
    })
    lamp.linearVelocity = { x: 2.5, y: 0, z: 2 }
    const arm = addBox(world, 4, 2, 0, 0.5, 0.1, 0.1)
    const elbow = world.createGenericJoint({
      bodyB: arm,
      anchor: { x: 3.5, y: 2, z: 0 },
      limits: [POINT, { angularAxes: [0], min: 0, max: 0 }],
      drives: [{ type: 'angular', axis: 1, hertz: 8 }, { type: 'angular', axis: 2, hertz: 8 }],
    })
    let widest = 0
    let farthest = 0
    return {
      update(_, step) {
        const { sine, cosine } = sineCosine(step / 40)
        elbow.setDriveTarget('angular', 1, 0.6 * sine)
        elbow.setDriveTarget('angular', 2, 0.6 * cosine)
        const { x, z } = puck.position
        farthest = Math.max(farthest, length({ x: x - puckHome.x, y: 0, z: z - puckHome.z }))
        widest = Math.max(widest, length({ x: 0, y: hook.angularPosition(1), z: hook.angularPosition(2) }))
      },
      measure: () => ({
        puckBeyondMm: 1000 * Math.max(0, farthest - RADIUS),
        coneBeyondMrad: 1000 * Math.max(0, widest - CONE),
        plateSagMm: -1000 * table.linearPosition(1),
        elbowGapMm: 1000 * length({ x: elbow.linearPosition(0), y: elbow.linearPosition(1), z: elbow.linearPosition(2) }),
        elbowTwistMrad: 1000 * Math.abs(elbow.angularPosition(0)),
      }),
    }
  },
}
