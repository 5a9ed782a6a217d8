/** A course for characters: stairs, a slope, a crate, a lift and a turntable. */

import { box, capsule, type Character, type World } from 'fulcrum-physics/3d'
import { atMost, between, exactly, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { aboutAxis, sineCosine } from './rotation.ts'
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
  const place = (x: number, y: number, halfX: number, halfY: number, angle: number): void => {
    const shape = box({ halfExtents: { x: halfX, y: halfY, z: 2 } })
    world.createBody({ type: 'static', position: { x, y, z: 0 }, rotation: aboutAxis(0, 0, 1, angle), shapes: [shape] })
  }
  for (let i = 0; i < 6; i++) place((0.4 * i + EDGE) / 2, (RISE * (i + 1)) / 2, (EDGE - 0.4 * i) / 2, (RISE * (i + 1)) / 2, 0)
  const { sine, cosine } = sineCosine(SLOPE)
  const length = (6 * RISE) / sine
  place(EDGE + (length / 2) * cosine - 0.2 * sine, 3 * RISE - 0.2 * cosine, length / 2, 0.2, -SLOPE)
}

export const character3d: SceneEntry = {
  name: 'character3d',
  title: 'Characters',
  description: 'Two walk over a hill with stairs and a slope, one pushes a crate, one rides a lift, one a turntable.',
  camera: { position: { x: 2, y: 7, z: 15 }, target: { x: 2, y: 1, z: 0 } },
  steps: STEPS,
  expect: {
    walkersOffGround: exactly(0, 'stairs and slopes that it can climb are ground'),
    walkersBehind: between(-1e-6, 0.1, 'a slope does not slow it; a round foot loses millimetres at an edge'),
    crateSpeed: near(1, 0.1, 'strength 400 N moves 20 kg against 0.6 × 196 N of friction'),
    rideError: atMost(1e-8, 'a lift takes it exactly as far as it goes itself'),
    turntableError: atMost(1e-6, 'its feet stay on their spot of the table'),
  },
  build(world) {
    addFloor(world, 40, { friction: 0.6 })
    addHill(world)
    const tall = capsule({ radius: 0.3, halfLength: 0.6 })
    const square = box({ halfExtents: { x: 0.3, y: 0.9, z: 0.3 } })
    const walkers: Character[] = [tall, square].map((shape, i) => world.createCharacter({ shape, position: { x: START, y: STANDING, z: i - 0.5 } }))
    for (const walker of walkers) walker.move = { x: SPEED, y: 0, z: 0 }
    const crate = world.createBody({ position: { x: -3, y: 0.4, z: 4 }, mass: 20, shapes: [box({ halfExtents: { x: 0.4, y: 0.4, z: 0.4 } })] })
    const pusher = world.createCharacter({ shape: tall, position: { x: -5, y: STANDING, z: 4 } })
    pusher.move = { x: 1, y: 0, z: 0 }
    const slab = box({ halfExtents: { x: 1.5, y: 0.2, z: 1.5 } })
    const lift = world.createBody({ type: 'kinematic', position: { x: -2, y: 0.3, z: -5 }, shapes: [slab] })
    const rider = world.createCharacter({ shape: square, position: { x: -2, y: 0.5 + STANDING, z: -5 } })
    const table = world.createBody({ type: 'kinematic', position: { x: 4, y: 0.3, z: -5 }, angularVelocity: { x: 0, y: 2, z: 0 }, shapes: [slab] })
    const dancer = world.createCharacter({ shape: tall, position: { x: 5, y: 0.5 + STANDING, z: -5 } })
    let offGround = 0
    let rideError = 0
    return {
      update(_current, step) {
        if (step > 0) offGround += walkers.filter(({ isGrounded }) => !isGrounded).length
        const high = rider.position.y - lift.position.y - 0.2 - STANDING
        rideError = Math.max(rideError, Math.abs(high), Math.abs(rider.position.x - lift.position.x))
        const { cosine } = sineCosine((step + 1) * STEP * 2)
        lift.setTargetPose({ x: -2 + 0.5 * (1 - cosine), y: 1.3 - cosine, z: -5 })
      },
      measure: () => {
        const spot = table.localPoint(dancer.position)
        return {
          walkersOffGround: offGround,
          walkersBehind: Math.max(...walkers.map(({ position }) => START + SPEED * STEPS * STEP - position.x)),
          crateSpeed: crate.linearVelocity.x,
          rideError,
          turntableError: Math.abs(spot.x - 1) + Math.abs(spot.z),
        }
      },
    }
  },
}
