/** Platforms that carry what stands on them: one driven by velocity, one by target pose. The mover of Hodges chapter 23. */

import { box, type Body } from 'fulcrum-physics/3d'
import { exactly, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { aboutAxis, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const STEP = 1 / 60
const STEPS = 900
const PLATFORM_HALF = { x: 3, y: 0.25, z: 3 }
const LIFT_CENTER = { x: 6, y: 3, z: 0 }
const PLATFORM_START = -3
/** rad/s of both. */
const PACE = 0.8
/** m/s; gently enough (2 m/s²) that towers of three do not tip. */
const PLATFORM_SPEED = 2.5

/** Sum of the velocities set before `steps` steps, times the step, m. */
function platformTravel(steps: number): number {
  const half = (PACE * STEP) / 2
  const sine = (angle: number): number => sineCosine(angle).sine
  return (PLATFORM_SPEED * STEP * sine(steps * half) * sine((steps - 1) * half)) / sine(half)
}

/** Height that the lift is sent to for the end of step number `steps`, m. */
function liftHeight(steps: number): number {
  return LIFT_CENTER.y + 1.5 * (1 - sineCosine(steps * STEP * PACE).cosine)
}

export const movingPlatform: SceneEntry = {
  name: 'moving-platform',
  title: 'Moving platforms',
  description: 'Left, a platform slides to and fro at a set velocity; right, a lift follows a path of poses. Both carry boxes.',
  source: 'Hodges 23',
  camera: { position: { x: 0, y: 9, z: 18 }, target: { x: 0, y: 2, z: 0 } },
  steps: STEPS,
  expect: {
    lost: exactly(0, 'friction 0.9 carries boxes at 2 m/s²'),
    platformZ: near(PLATFORM_START + platformTravel(STEPS), 1e-6, 'a kinematic body moves by velocity times step'),
    liftY: near(liftHeight(STEPS), 1e-9, 'a kinematic body is at its target pose after the step'),
  },
  build(world) {
    addFloor(world, 40)
    const platform = world.createBody({
      type: 'kinematic',
      position: { x: -6, y: 1, z: PLATFORM_START },
      shapes: [box({ halfExtents: PLATFORM_HALF, friction: 0.9 })],
    })
    const lift = world.createBody({
      type: 'kinematic',
      position: LIFT_CENTER,
      shapes: [box({ halfExtents: PLATFORM_HALF, friction: 0.9 })],
    })
    const crate = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, friction: 0.9 })
    const riders: { body: Body; carrier: Body }[] = []
    for (const carrier of [platform, lift]) {
      const p = carrier.position
      for (let i = 0; i < 3; i++) {
        riders.push({ carrier, body: world.createBody({ position: { x: p.x, y: p.y + 0.75 + i, z: p.z }, shapes: [crate] }) })
        riders.push({ carrier, body: world.createBody({ position: { x: p.x + 1.6, y: p.y + 0.75 + i, z: p.z + 1.6 }, shapes: [crate] }) })
      }
    }
    return {
      update(_current, step) {
        const time = step * STEP
        platform.linearVelocity = { x: 0, y: 0, z: PLATFORM_SPEED * sineCosine(PACE * time).sine }
        const phase = sineCosine((time + STEP) * PACE)
        const position = { x: LIFT_CENTER.x, y: LIFT_CENTER.y + 1.5 * (1 - phase.cosine), z: LIFT_CENTER.z }
        lift.setTargetPose(position, aboutAxis(0, 1, 0, 0.4 * phase.sine))
      },
      measure: () => ({
        lost: riders.filter(({ body, carrier }) => body.position.y < carrier.position.y).length,
        platformZ: platform.position.z,
        liftY: lift.position.y,
      }),
    }
  },
}
