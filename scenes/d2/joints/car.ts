/** A car with two wheels on springs drives over bumps. */

import { box, circle, type Body, type World } from 'fulcrum-physics/2d'
import { atMost, between, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'

function addWheel(world: World, chassis: Body, x: number): ReturnType<World['createWheelJoint']> {
  const wheel = world.createBody({ position: { x, y: 0.4 }, shapes: [circle({ radius: 0.4, density: 300, friction: 1.2 })] })
  return world.createWheelJoint({
    bodyA: chassis, bodyB: wheel, suspension: { hertz: 3, dampingRatio: 0.5, lower: -0.2, upper: 0.2 }, motor: { speed: -8, maxTorque: 400 },
  })
}

/** From the least to the largest value seen. */
class Span {
  private least = Infinity
  private most = -Infinity

  add(value: number): void {
    this.least = Math.min(this.least, value)
    this.most = Math.max(this.most, value)
  }

  get width(): number {
    return this.most - this.least
  }
}

export const car: SceneEntry = {
  name: 'car-2d',
  title: 'Car on springs',
  description: 'Wheels on springs drive a car over bumps; the chassis stays calmer than the wheels.',
  camera: { center: { x: 4, y: 2 }, height: 12 },
  steps: 480,
  expect: {
    reached: between(18.43, 21.6, 'past the last bump, and no further than wheels of 8 rad/s roll in 8 s'),
    speed: near(3.2, 0.4, 'wheels of 0.4 m at 8 rad/s'),
    deepestTravelMm: atMost(201, 'the suspension ends at its stops'),
    swingShare: atMost(1, 'springs keep the chassis calmer than the wheels'),
  },
  build(world) {
    addFloor(world, 60, { friction: 0.9 })
    for (let i = 0; i < 6; i++) {
      world.createBody({ type: 'static', position: { x: 2 + 3 * i, y: -0.85 }, shapes: [circle({ radius: 1 })] })
    }
    const chassis = world.createBody({ position: { x: -4, y: 0.9 }, shapes: [box({ halfExtents: { x: 1.2, y: 0.25 }, density: 150 })] })
    const wheels = [addWheel(world, chassis, -4.9), addWheel(world, chassis, -3.1)]
    let deepest = 0
    const chassisSwing = new Span()
    const wheelSwing = new Span()
    return {
      update(_, step) {
        deepest = Math.max(deepest, ...wheels.map(({ travel }) => Math.abs(travel)))
        // Before, it sinks into its springs.
        if (step < 60) return
        chassisSwing.add(chassis.position.y)
        wheelSwing.add(wheels[0]!.bodyB.position.y)
      },
      measure: () => ({
        reached: chassis.position.x,
        speed: chassis.linearVelocity.x,
        deepestTravelMm: 1000 * deepest,
        swingShare: chassisSwing.width / wheelSwing.width,
      }),
    }
  },
}
