/** A robot arm from the text of a URDF file: it lifts a weight in its hand, turns, and holds it there. */

import { box } from 'fulcrum-physics/3d'
import { addRobot, readUrdf } from 'fulcrum-physics/urdf'
import { atMost, exactly, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'
import { SAMPLE_ARM } from './sample-arm.ts'

/** kg. */
const LOAD = 3
const ELBOW = -1.2
const SHOULDER = 1.1
const TURN = 1.5

export const robotArm: SceneEntry = {
  name: 'robot-arm',
  title: 'Robot arm',
  description: 'An arm from a URDF file takes a weight in its hand, lifts it, turns and holds it; its two fingers follow each other.',
  camera: { position: { x: 2, y: 1.6, z: 2.4 }, target: { x: 0.2, y: 0.6, z: 0 } },
  steps: 300,
  expect: {
    notes: exactly(0, 'all of the file is in the robot'),
    shoulderOffDegrees: atMost(2, 'a servo of 8 Hz sags a little under arm and load'),
    elbowOffDegrees: atMost(2, 'as the shoulder'),
    turnOffDegrees: atMost(0.1, 'nothing pulls at it'),
    fingersOffMm: atMost(0.01, 'one follows the other'),
    handHeightM: near(0.5 + 0.5 * 0.8912 - 0.43 * 0.0998, 0.02, '0.5 + 0.5 sin 1.1 + 0.43 sin (1.1 − 1.2)'),
  },
  build(world) {
    addFloor(world, 5)
    const arm = addRobot(world, readUrdf(SAMPLE_ARM), { fixedBase: true, jointPositions: { elbow: -0.4 }, hold: true })
    const hand = arm.linkPose('tip')
    const load = world.createBody({ ...hand, shapes: [box({ halfExtents: { x: 0.04, y: 0.04, z: 0.04 }, filter: { mask: 0 } })], mass: LOAD })
    world.createFixedJoint({ bodyA: arm.body('hand'), bodyB: load })
    const off = (name: string, target: number): number => (Math.abs(arm.jointPosition(name) - target) * 180) / Math.PI
    return {
      update(_, step) {
        if (step !== 30) return
        arm.setJointTarget('shoulder', SHOULDER)
        arm.setJointTarget('elbow', ELBOW)
        arm.setJointTarget('turn', TURN)
        arm.setJointTarget('grip', 0.05)
      },
      measure() {
        return {
          notes: arm.notes.length,
          shoulderOffDegrees: off('shoulder', SHOULDER),
          elbowOffDegrees: off('elbow', ELBOW),
          turnOffDegrees: off('turn', TURN),
          fingersOffMm: Math.abs(arm.jointPosition('grip') - arm.jointPosition('grip-other')) * 1000,
          handHeightM: arm.linkPose('hand').position.y,
        }
      },
    }
  },
}
