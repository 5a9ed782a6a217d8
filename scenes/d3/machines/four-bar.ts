/**
 * A four-bar linkage: crank, coupler and rocker in a closed loop of four hinges, the crank driven by a motor.
 *
 * The loop is what makes it hard: four hinges hold 20 freedoms of three bodies that have 18, and yet it moves. Where coupler and rocker must meet
 * follows from the crank's angle alone: it is where two circles meet.
 */

import type { HingeJoint } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'
import { addBar, type PlanePoint } from './bar.ts'

const CRANK = 1
const COUPLER = 3
const ROCKER = 2.5
const GROUND = 3
const HEIGHT = 2
/** rad/s: a turn in two seconds. */
const SPEED = Math.PI

const LEFT: PlanePoint = { x: 0, y: HEIGHT }
const RIGHT: PlanePoint = { x: GROUND, y: HEIGHT }
const AXIS = { x: 0, y: 0, z: 1 }

/** The end of the crank at an angle. */
export function crankPin(angle: number): PlanePoint {
  const { sine, cosine } = sineCosine(angle)
  return { x: LEFT.x + CRANK * cosine, y: LEFT.y + CRANK * sine }
}

/** Where coupler and rocker meet, above the line between their other ends. */
export function rockerPin(angle: number): PlanePoint {
  const b = crankPin(angle)
  const dx = RIGHT.x - b.x
  const dy = RIGHT.y - b.y
  const d = Math.sqrt(dx * dx + dy * dy)
  const along = (COUPLER * COUPLER - ROCKER * ROCKER + d * d) / (2 * d)
  const up = Math.sqrt(COUPLER * COUPLER - along * along)
  return { x: b.x + (along * dx - up * dy) / d, y: b.y + (along * dy + up * dx) / d }
}

export const fourBar: SceneEntry = {
  name: 'four-bar',
  title: 'Four-bar linkage',
  description: 'A motor turns the short crank round and round, and through the coupler the long rocker swings to and fro.',
  camera: { position: { x: 1.5, y: 3, z: 8 }, target: { x: 1.5, y: 2.5, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(2, 'the loop stays closed'),
    offPathMm: atMost(2, 'coupler and rocker meet where two circles meet'),
    turns: near(5, 5e-3, 'half a turn a second for 10 s'),
  },
  build(world) {
    const start = Math.PI / 2
    const b = crankPin(start)
    const c = rockerPin(start)
    const crank = addBar(world, LEFT, b, 0)
    const coupler = addBar(world, b, c, 0)
    const rocker = addBar(world, RIGHT, c, 0)
    const pin = ({ x, y }: PlanePoint): { anchor: { x: number; y: number; z: number }; axis: typeof AXIS } => ({ anchor: { x, y, z: 0 }, axis: AXIS })
    const motor = world.createHingeJoint({ bodyB: crank, ...pin(LEFT), motor: { speed: SPEED, maxTorque: 20_000 } })
    const joints: HingeJoint[] = [
      motor,
      world.createHingeJoint({ bodyA: crank, bodyB: coupler, ...pin(b) }),
      world.createHingeJoint({ bodyA: coupler, bodyB: rocker, ...pin(c) }),
      world.createHingeJoint({ bodyB: rocker, ...pin(RIGHT) }),
    ]
    const gaps = new GapWatch(joints)
    let wrong = 0
    const look = (): void => {
      gaps.look()
      const wanted = rockerPin(start + motor.angle)
      const { x, y, z } = joints[2]!.anchorB
      wrong = Math.max(wrong, Math.sqrt((x - wanted.x) * (x - wanted.x) + (y - wanted.y) * (y - wanted.y) + z * z))
    }
    return {
      update: look,
      measure() {
        look()
        return { ...gaps.figures(), offPathMm: wrong * 1000, turns: motor.angle / (2 * Math.PI), speed: motor.speed }
      },
    }
  },
}
