/** Things on rails: a lift, a sprung platform under a falling crate, and carts on a slope with more and more friction. */

import { box, type Body, type SliderJoint, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import { degrees, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const Y = { x: 0, y: 1, z: 0 }
const LIFT_HEIGHT = 3
/** Steps between two rides of the lift. */
const RIDE = 200
const SLOPE = degrees(20)
/** N; a cart of 80 kg pulls with m g sin 20° = 268 N. */
const FRICTIONS = [0, 130, 260, 400]

function addCrate(world: World, x: number, y: number): Body {
  return world.createBody({ position: { x, y, z: 0 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 }, density: 300 })] })
}

/** How far B is from the rail, which runs along `axis` through the place where it stood. */
function offRail(joint: SliderJoint, axis: { x: number; y: number; z: number }): number {
  const a = joint.anchorA
  const b = joint.anchorB
  const s = joint.position
  return length({ x: b.x - a.x - s * axis.x, y: b.y - a.y - s * axis.y, z: b.z - a.z - s * axis.z })
}

export const sliderScene: SceneEntry = {
  name: 'joint-slider',
  title: 'Slider joint',
  description: 'A lift rides between its stops, a platform on a spring catches a crate, and carts run down a slope as far as friction lets them.',
  source: 'Chappuis 2.3, Tamis 3.1.4; errata: Chappuis (79)–(82), (85), (87)',
  camera: { position: { x: 1.4, y: 3.8, z: 12.5 }, target: { x: 1.4, y: 2, z: 0 } },
  steps: 600,
  expect: {
    worstOffRailMm: atMost(1e-3, 'things stay on their rails'),
    liftHeight: near(LIFT_HEIGHT, 1e-6, 'the last ride ends at the upper stop'),
    riderAboveCabin: near(0.4, 1e-3, 'the rider stands on the cabin'),
    // k = 204.8 kg · (2π · 1.2 Hz)²; plate and crate weigh 269.6 kg.
    plateSag: near(0.2272, 5e-3, 'weight over stiffness'),
    ran0: near(6, 1e-3, 'without friction, to the stop'),
    ran130: near(6, 1e-3, 'half of the pull is left, to the stop'),
    ran260: near(0.5 * (9.81 * sineCosine(SLOPE).sine - 260 / 80) * 100, 0.01, '(g sin 20° − 260 N / 80 kg) t² / 2'),
    ran400: near(0, 1e-6, 'friction above the pull holds'),
  },
  build(world) {
    addFloor(world, 20)
    const cabin = world.createBody({ position: { x: -4, y: 0.6, z: 0 }, shapes: [box({ halfExtents: { x: 0.8, y: 0.1, z: 0.8 }, density: 800 })] })
    const lift = world.createSliderJoint({
      bodyB: cabin, axis: Y, limit: { lower: 0, upper: LIFT_HEIGHT }, motor: { speed: 1.2, maxForce: 20_000 },
    })
    const rider = addCrate(world, -4, 1)

    const plate = world.createBody({ position: { x: 0, y: 1.5, z: 0 }, shapes: [box({ halfExtents: { x: 0.8, y: 0.1, z: 0.8 }, density: 400 })] })
    const spring = world.createSliderJoint({ bodyB: plate, axis: Y, spring: { hertz: 1.2, dampingRatio: 0.1 }, limit: { lower: -1.2, upper: 1.2 } })
    addCrate(world, 0, 3.5)

    const { sine, cosine } = sineCosine(SLOPE)
    const down = { x: cosine, y: -sine, z: 0 }
    const carts = FRICTIONS.map((friction, i) => {
      const cart = world.createBody({
        position: { x: 3, y: 4, z: 1.2 * (i - 1.5) }, mass: 80, shapes: [box({ halfExtents: { x: 0.4, y: 0.2, z: 0.3 } })],
      })
      return world.createSliderJoint({ bodyB: cart, axis: down, friction, limit: { lower: 0, upper: 6, restitution: 0.3 } })
    })

    let worst = 0
    return {
      update(_world, step) {
        if (step % RIDE === 0) lift.motor = { speed: (step / RIDE) % 2 === 0 ? 1.2 : -1.2, maxForce: 20_000 }
        worst = Math.max(worst, offRail(lift, Y), offRail(spring, Y), ...carts.map(cart => offRail(cart, down)))
      },
      measure: () => ({
        worstOffRailMm: 1000 * worst,
        liftHeight: lift.position,
        plateSag: -spring.position,
        riderAboveCabin: rider.position.y - cabin.position.y,
        ...Object.fromEntries(carts.map((cart, i) => [`ran${FRICTIONS[i]}`, cart.position])),
      }),
    }
  },
}
