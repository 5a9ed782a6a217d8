/** Hodges, chapter 23: a platform driven by its velocity carries a box; beside it one whose poses lie on a spline. */

import { Path, type Body, type World } from 'fulcrum-physics/3d'
import { exactly, near } from '../../expectation.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, platform, surface, unitBox } from './book-world.ts'

const STEP = 1 / 60
const STEPS = 600
/** m/s along the spline: gently enough that friction carries the rider. */
const SPEED = 2
const UPRIGHT = { x: 0, y: 0, z: 0, w: 1 }

export interface BookMover {
  readonly mover: Body
  readonly rider: Body
}

/** A platform and a box 5 cm above it; both are as rough as the book says. */
export function addBookMover(world: World, x: number): BookMover {
  const mover = world.createBody({ type: 'kinematic', position: at(x, 0, 5), shapes: [platform(surface(0.1, 0.9))] })
  return { mover, rider: addBody(world, 1, unitBox(surface(0.1, 0.9)), { position: at(x, 0, 6.3) }) }
}

/** The book's drive: the velocity across is 4 cos(t / 4). */
export function driveBookMover({ mover }: BookMover, step: number): void {
  mover.linearVelocity = at(0, 4 * sineCosine(0.25 * (step + 1) * STEP).cosine, 0)
}

export function rides({ mover, rider }: BookMover): number {
  const { x, z } = mover.position
  return Math.abs(rider.position.z - z) < 3 && Math.abs(rider.position.x - x) < 3 && rider.position.y > mover.position.y ? 1 : 0
}

/** Way of the driven platform after so many steps, m: the sum of its velocities times the step. */
function wayAfter(steps: number): number {
  let way = 0
  for (let i = 1; i <= steps; i++) way += 4 * sineCosine(0.25 * i * STEP).cosine * STEP
  return way
}

export const bookMover: SceneEntry = {
  name: 'book-mover',
  title: 'Book: mover',
  description: 'One platform slides at a set velocity, one follows a spline. Friction 0.81 carries a box on each.',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 4, y: 14, z: 24 }, target: { x: 2, y: 4, z: 0 } },
  steps: STEPS,
  expect: {
    riding: exactly(2, 'friction 0.81 holds more than the platforms ask for'),
    way: near(wayAfter(STEPS), 1e-6, 'a kinematic body moves by velocity times step'),
    offSpline: near(0, 1e-9, 'a kinematic body is at its target pose after the step'),
  },
  build(world) {
    const driven = addBookMover(world, 10)
    const track = new Path({ closed: true, points: [at(-8, 0, 5), at(-4, 4, 6), at(0, 0, 5), at(-4, -4, 6)] })
    const start = track.pointAt(0)
    const onSpline = addBookMover(world, start.x)
    addSandbox(world)
    let along = 0
    return {
      update(_current, step) {
        driveBookMover(driven, step)
        // Up to speed within two seconds.
        along += SPEED * STEP * Math.min(1, step / 120)
        onSpline.mover.setTargetPose(track.pointAt(along % track.length), UPRIGHT)
      },
      measure() {
        const wanted = track.pointAt(along % track.length)
        const { x, y, z } = onSpline.mover.position
        const [dx, dy, dz] = [x - wanted.x, y - wanted.y, z - wanted.z]
        return {
          riding: rides(driven) + rides(onSpline),
          way: -driven.mover.position.z,
          offSpline: Math.sqrt(dx * dx + dy * dy + dz * dz),
        }
      },
    }
  },
}
