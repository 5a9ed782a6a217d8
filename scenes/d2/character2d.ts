/** A course for characters: stairs, a slope, a crate and a lift. */

import { box, capsule, type Character, type World } from 'fulcrum-physics/2d'
import { atMost, between, exactly, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const STEP = 1 / 60
const STEPS = 480
const SPEED = 2
const START = -6
const STANDING = 0.906
const RISE = 0.2
const SLOPE = Math.PI / 7
/** Where the plateau ends. */
const EDGE = 5

/** Stairs up, a plateau, a slope down. */
function addHill(world: World): void {
  const place = (x: number, y: number, halfX: number, halfY: number, rotation: number): void => {
    world.createBody({ type: 'static', position: { x, y }, rotation, shapes: [box({ halfExtents: { x: halfX, y: halfY } })] })
  }
  for (let i = 0; i < 6; i++) place((0.4 * i + EDGE) / 2, (RISE * (i + 1)) / 2, (EDGE - 0.4 * i) / 2, (RISE * (i + 1)) / 2, 0)
  const { sine, cosine } = sineCosine(SLOPE)
  const length = (6 * RISE) / sine
  place(EDGE + (length / 2) * cosine - 0.2 * sine, 3 * RISE - 0.2 * cosine, length / 2, 0.2, -SLOPE)
}

export const character2d: SceneEntry = {
  name: 'character2d',
  title: 'Characters',
  description: 'Two walk over a hill with stairs and a slope, one behind the other; one pushes a crate, one rides a lift.',
  camera: { center: { x: -4, y: 3 }, height: 12 },
  steps: STEPS,
  expect: {
    walkersOffGround: exactly(0, 'stairs and slopes that it can climb are ground'),
    walkersBehind: between(-1e-6, 0.1, 'a slope does not slow it; a round foot loses millimetres at an edge'),
    crateSpeed: near(-1, 0.1, 'strength 400 N moves 20 kg against 0.6 × 196 N of friction'),
    rideError: atMost(1e-8, 'a lift takes it exactly as far as it goes itself'),
  },
  build(world) {
    addFloor(world, 40, { friction: 0.6 })
    addHill(world)
    const tall = capsule({ radius: 0.3, halfLength: 0.6 })
    const square = box({ halfExtents: { x: 0.3, y: 0.9 } })
    const walkers: Character[] = [tall, square].map((shape, i) => world.createCharacter({ shape, position: { x: START - i, y: STANDING } }))
    for (const walker of walkers) walker.move = { x: SPEED, y: 0 }
    const crate = world.createBody({ position: { x: -10, y: 0.4 }, mass: 20, shapes: [box({ halfExtents: { x: 0.4, y: 0.4 } })] })
    const pusher = world.createCharacter({ shape: tall, position: { x: -8.5, y: STANDING } })
    pusher.move = { x: -1, y: 0 }
    const lift = world.createBody({ type: 'kinematic', position: { x: -2, y: 4.3 }, shapes: [box({ halfExtents: { x: 1.5, y: 0.2 } })] })
    const rider = world.createCharacter({ shape: square, position: { x: -2, y: 4.5 + STANDING } })
    let offGround = 0
    let rideError = 0
    return {
      update(_current, step) {
        if (step > 0) offGround += walkers.filter(({ isGrounded }) => !isGrounded).length
        const high = rider.position.y - lift.position.y - 0.2 - STANDING
        rideError = Math.max(rideError, Math.abs(high), Math.abs(rider.position.x - lift.position.x))
        const { cosine } = sineCosine((step + 1) * STEP * 2)
        lift.setTargetPose({ x: -2 + 0.5 * (1 - cosine), y: 5.3 - cosine })
      },
      measure: () => ({
        walkersOffGround: offGround,
        walkersBehind: Math.max(...walkers.map(({ position }, i) => START - i + SPEED * STEPS * STEP - position.x)),
        crateSpeed: crate.linearVelocity.x,
        rideError,
      }),
    }
  },
}
