/** Platforms that carry what stands on them: one driven by velocity, one by target pose. */

import { box, type Body } from 'fulcrum-physics/2d'
import { exactly, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const STEP = 1 / 60
const STEPS = 900
const PLATFORM_HALF = { x: 3, y: 0.25 }
const LIFT_CENTER = { x: 6, y: 3 }
const PLATFORM_START = -8
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
  name: 'moving-platform-2d',
  title: 'Moving platforms',
  description: 'Left, a platform slides to and fro at a set velocity; right, a lift follows a path of poses and rocks. Both carry boxes.',
  camera: { center: { x: 0, y: 4.5 }, height: 13 },
  steps: STEPS,
  expect: {
    lost: exactly(0, 'friction 0.9 carries boxes at 2 m/s²'),
    platformX: near(PLATFORM_START + platformTravel(STEPS), 1e-6, 'a kinematic body moves by velocity times step'),
    liftY: near(liftHeight(STEPS), 1e-9, 'a kinematic body is at its target pose after the step'),
  },
  build(world) {
    addFloor(world, 40)
    const slab = box({ halfExtents: PLATFORM_HALF, friction: 0.9 })
    const platform = world.createBody({ type: 'kinematic', position: { x: PLATFORM_START, y: 1 }, shapes: [slab] })
    const lift = world.createBody({ type: 'kinematic', position: LIFT_CENTER, shapes: [slab] })
    const crate = box({ halfExtents: { x: 0.5, y: 0.5 }, friction: 0.9 })
    const riders: { body: Body; carrier: Body }[] = []
    for (const carrier of [platform, lift]) {
      const p = carrier.position
      for (let i = 0; i < 3; i++) {
        for (const x of [-0.8, 0.8]) {
          const position = { x: p.x + x, y: p.y + 0.75 + i }
          riders.push({ carrier, body: world.createBody({ position, shapes: [crate] }) })
        }
      }
    }
    return {
      update(_current, step) {
        const time = step * STEP
        platform.linearVelocity = { x: PLATFORM_SPEED * sineCosine(PACE * time).sine, y: 0 }
        const phase = sineCosine((time + STEP) * PACE)
        lift.setTargetPose({ x: LIFT_CENTER.x, y: LIFT_CENTER.y + 1.5 * (1 - phase.cosine) }, 0.08 * phase.sine)
      },
      measure: () => ({
        lost: riders.filter(({ body, carrier }) => body.position.y < carrier.position.y).length,
        platformX: platform.position.x,
        liftY: lift.position.y,
      }),
    }
  },
}
