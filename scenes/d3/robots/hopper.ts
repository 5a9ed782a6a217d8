/** A leg on a rail from the text of an MJCF file: its servos crouch, stretch and land. */

import { addRobot, readMjcf } from 'fulcrum-physics/mjcf'
import { atLeast, atMost, between, exactly } from '../../expectation.ts'
import type { SceneEntry } from '../scene.ts'
import { SAMPLE_HOPPER } from './sample-hopper.ts'

/** Steps between two jumps. */
const PERIOD = 90

export const hopper: SceneEntry = {
  name: 'hopper',
  title: 'Hopping leg',
  description: 'A leg from an MJCF file jumps on the spot: two servos with armature bend hip and knee, and stretch them.',
  camera: { position: { x: 1.6, y: 1, z: 2 }, target: { x: 0, y: 0.5, z: 0 } },
  steps: 360,
  expect: {
    notes: exactly(0, 'all of the file is in the robot'),
    highestM: between(0.8, 1.6, 'it leaves the ground'),
    jumps: exactly(4, 'one every one and a half seconds'),
    lowestM: atLeast(0.15, 'it lands on its foot'),
    sidewaysMm: atMost(0.1, 'the rail holds it'),
  },
  build(world) {
    const leg = addRobot(world, readMjcf(SAMPLE_HOPPER))
    let highest = 0
    let lowest = Infinity
    let jumps = 0
    let flying = true
    return {
      update(_, step) {
        const phase = step % PERIOD
        // Crouch, then stretch at once.
        const bend = phase < 50 ? 0.45 : phase < 62 ? -0.35 : 0
        leg.setControl('hip', bend)
        leg.setControl('knee', -2 * bend)
        const { y } = leg.body('torso').position
        const foot = leg.body('shin').worldPoint({ x: 0, y: 0, z: -0.35 }).y
        if (foot > 0.3 && !flying) jumps++
        flying = foot > 0.3 || (flying && foot > 0.06)
        if (step > 60) {
          highest = Math.max(highest, y)
          lowest = Math.min(lowest, y)
        }
      },
      measure() {
        const { x, z } = leg.body('torso').position
        return { notes: leg.notes.length, highestM: highest, lowestM: lowest, jumps, sidewaysMm: Math.sqrt(x * x + z * z) * 1000 }
      },
    }
  },
}
