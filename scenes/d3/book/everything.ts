/** Hodges, chapter 24: everything at once, with the book's numbers. */

import { hull, sphere } from 'fulcrum-physics/3d'
import { atMost, exactly, near } from '../../expectation.ts'
import { diamondPoints } from '../fast-sphere-diamond.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, surface } from './book-world.ts'
import { addBookStack, BOOK_STACK_HEIGHT, standingIn } from './box-stack.ts'
import { addBookChain } from './chain.ts'
import { addBookConstantVelocity } from './limited-cv.ts'
import { addBookHinge } from './limited-hinge.ts'
import { addBookMotor } from './motor-beam.ts'
import { addBookMover, driveBookMover, rides } from './mover.ts'
import { addBookOrientationLock } from './orientation.ts'
import { addBookRagdoll } from './ragdoll.ts'
import { addBookPair } from './teleportation.ts'

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
    standing: exactly(BOOK_STACK_HEIGHT, 'the stack settles and stands'),
    motorSpeed: near(2, 5e-4, 'torque without bound'),
    riderOnPlatform: exactly(1, 'friction 0.81 carries the rider'),
    passedDiamond: exactly(0, 'continuous collision: a fast ball does not pass'),
    lockSinkMm: atMost(1e-3, 'rigid rows do not sag'),
  },
  build(world) {
    // Away from the stack.
    const figure = addBookRagdoll(world, -5, -0.5)
    const chain = addBookChain(world)
    const stack = addBookStack(world)
    addBody(world, 1, sphere({ radius: 1, ...surface(0.9, 0.5) }), { position: at(-10, 0, 5) })
    addBody(world, 1, hull({ points: diamondPoints(), ...surface(1, 0.5) }), { position: at(-10, 0, 10) })
    const motor = addBookMotor(world)
    const mover = addBookMover(world, 10)
    const hinge = addBookHinge(world)
    const cv = addBookConstantVelocity(world)
    const { ball, diamond } = addBookPair(world)
    const [held, lock] = addBookOrientationLock(world)
    addSandbox(world)
    const gaps = new GapWatch([...figure.joints, ...chain, motor, hinge, cv, held!])
    let passed = 0
    return {
      update(_current, step) {
        gaps.look()
        if (step < 30 && ball.position.x < diamond.position.x) passed = 1
        driveBookMover(mover, step)
      },
      measure: () => ({
        ...gaps.figures(),
        standing: standingIn(stack),
        motorSpeed: motor.speed,
        riderOnPlatform: rides(mover),
        passedDiamond: passed,
        lockSinkMm: 1000 * (5 - lock!.bodyB.position.y),
      }),
    }
  },
}
