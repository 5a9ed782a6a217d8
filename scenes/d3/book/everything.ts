/** Hodges, chapter 24: everything at once, with the book's numbers. */

import { hull, sphere, type Body } from 'fulcrum-physics/3d'
import { atMost, exactly, near } from '../../expectation.ts'
import { diamondPoints } from '../fast-sphere-diamond.ts'
import { GapWatch } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, platform, surface, unitBox } from './book-world.ts'
import { addBookChain } from './chain.ts'
import { addBookConstantVelocity } from './limited-cv.ts'
import { addBookHinge } from './limited-hinge.ts'
import { addBookMotor } from './motor-beam.ts'
import { addBookOrientationLock } from './orientation.ts'
import { addBookRagdoll } from './ragdoll.ts'

const STEP = 1 / 60
const STACK_HEIGHT = 5

export const bookEverything: SceneEntry = {
  name: 'book-everything',
  title: 'Book: everything at once',
  description: 'The last chapter: ragdoll, chain, stack, motor, platform, hinge, constant velocity, orientation lock and a ball too fast to see.',
  source: 'Hodges 24',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 6, y: 12, z: 24 }, target: { x: 0, y: 3, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(10, 'joints hold in the fall'),
    standing: exactly(STACK_HEIGHT, 'the stack settles and stands'),
    motorSpeed: near(2, 5e-4, 'torque without bound'),
    riderOnPlatform: exactly(1, 'friction 0.81 carries the rider'),
    passedDiamond: exactly(0, 'continuous collision: a fast ball does not pass'),
    lockSinkMm: atMost(1e-3, 'rigid rows do not sag'),
  },
  build(world) {
    // Away from the stack.
    const figure = addBookRagdoll(world, -5, -0.5)
    const chain = addBookChain(world)
    const stack: Body[] = []
    for (let i = 0; i < STACK_HEIGHT; i++) {
      const offset = i % 2 === 0 ? 0 : 0.15 * 2.04
      stack.push(addBody(world, 1, unitBox(surface(0.5, 0.5)), { position: at(offset, offset, 1.04 + i * 2.04) }))
    }
    addBody(world, 1, sphere({ radius: 1, ...surface(0.9, 0.5) }), { position: at(-10, 0, 5) })
    addBody(world, 1, hull({ points: diamondPoints(), ...surface(1, 0.5) }), { position: at(-10, 0, 10) })
    const motor = addBookMotor(world)
    const mover = world.createBody({ type: 'kinematic', position: at(10, 0, 5), shapes: [platform(surface(0.1, 0.9))] })
    const rider = addBody(world, 1, unitBox(surface(0.1, 0.9)), { position: at(10, 0, 6.3) })
    const hinge = addBookHinge(world)
    const cv = addBookConstantVelocity(world)
    const ball = addBody(world, 1, sphere({ radius: 0.5, ...surface(0.5, 0.5) }), { position: at(10, -10, 3), linearVelocity: at(-100, 0, 0) })
    const diamond = addBody(world, 1, hull({ points: diamondPoints(), ...surface(0.5, 0.5) }), {
      position: at(-10, -10, 3),
      linearVelocity: at(100, 0, 0),
      angularVelocity: at(0, 10, 0),
    })
    const [held, lock] = addBookOrientationLock(world)
    addSandbox(world)
    const gaps = new GapWatch([...figure.joints, ...chain, motor, hinge, cv, held!])
    let passed = 0
    return {
      update(_current, step) {
        gaps.look()
        if (step < 30 && ball.position.x < diamond.position.x) passed = 1
        mover.linearVelocity = at(0, 4 * sineCosine(0.25 * (step + 1) * STEP).cosine, 0)
      },
      measure: () => ({
        ...gaps.figures(),
        /** Boxes of the stack still at their height. */
        standing: stack.filter((body, i) => Math.abs(body.position.y - (1 + 2 * i)) < 0.2).length,
        motorSpeed: motor.speed,
        riderOnPlatform: Math.abs(rider.position.z - mover.position.z) < 3 && rider.position.y > 5 ? 1 : 0,
        passedDiamond: passed,
        lockSinkMm: 1000 * (5 - lock!.bodyB.position.y),
      }),
    }
  },
}
