/**
 * A slider-crank, the heart of every piston engine: a motor turns the crank, the rod pushes a piston along its guide.
 *
 * A closed loop of three hinges and a slider. With crank r and rod l the piston stands at x = r cos θ + √(l² − r² sin² θ).
 */

import { box, type Joint } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'
import { addBar } from './bar.ts'

const CRANK = 0.5
const ROD = 1.5
const HEIGHT = 1.5
/** rad/s: two turns a second. */
const SPEED = 4 * Math.PI
const AXIS = { x: 0, y: 0, z: 1 }

/** Where the piston stands at an angle of the crank. */
export function pistonPlace(angle: number): number {
  const { sine, cosine } = sineCosine(angle)
  const drop = CRANK * sine
  return CRANK * cosine + Math.sqrt(ROD * ROD - drop * drop)
}

export const sliderCrank: SceneEntry = {
  name: 'slider-crank',
  title: 'Slider and crank',
  description: 'A motor turns a crank twice a second; a rod drives the piston to and fro along its guide.',
  camera: { position: { x: 1, y: 2, z: 4.5 }, target: { x: 1, y: 1.5, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(1, 'the loop stays closed'),
    offGuideMm: atMost(0.1, 'the guide holds the piston'),
    offPlaceMm: atMost(1, 'r cos θ + √(l² − r² sin² θ)'),
    turns: near(20, 0.05, 'two turns a second for 10 s, less the start'),
  },
  build(world) {
    const center = { x: 0, y: HEIGHT }
    const pin = { x: CRANK, y: HEIGHT }
    const end = { x: pistonPlace(0), y: HEIGHT }
    const crank = addBar(world, center, pin, 0)
    const rod = addBar(world, pin, end, 0)
    const piston = world.createBody({
      position: { ...end, z: 0 },
      canSleep: false,
      shapes: [box({ halfExtents: { x: 0.2, y: 0.15, z: 0.15 }, filter: { category: 0, mask: 0 } })],
    })
    const motor = world.createHingeJoint({ bodyB: crank, anchor: { ...center, z: 0 }, axis: AXIS, motor: { speed: SPEED, maxTorque: 20_000 } })
    const hinges: Joint[] = [
      motor,
      world.createHingeJoint({ bodyA: crank, bodyB: rod, anchor: { ...pin, z: 0 }, axis: AXIS }),
      world.createHingeJoint({ bodyA: rod, bodyB: piston, anchor: { ...end, z: 0 }, axis: AXIS }),
    ]
    const guide = world.createSliderJoint({ bodyB: piston, anchor: { ...end, z: 0 }, axis: { x: 1, y: 0, z: 0 } })
    const gaps = new GapWatch(hinges)
    let wrong = 0
    let off = 0
    const look = (): void => {
      gaps.look()
      const { x, y, z } = piston.position
      wrong = Math.max(wrong, Math.abs(x - pistonPlace(motor.angle)))
      off = Math.max(off, Math.sqrt((y - HEIGHT) * (y - HEIGHT) + z * z))
    }
    return {
      update: look,
      measure() {
        look()
        return { ...gaps.figures(), offGuideMm: off * 1000, offPlaceMm: wrong * 1000, turns: motor.angle / (2 * Math.PI), travel: guide.position }
      },
    }
  },
}
