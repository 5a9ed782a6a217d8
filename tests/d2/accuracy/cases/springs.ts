/** Springs of all the joints that have one, against the closed form of a damped oscillation. */

import { box, circle, type World } from 'fulcrum-physics/2d'
import type { AccuracyCase, Row } from '../../../common/accuracy/case.ts'
import { oscillationRows } from '../oscillation.ts'
import { createWorld, DT, GHOST, ORIGIN, WEIGHTLESS } from '../setup.ts'

const STRETCH = 0.5

/** Makes a joint whose spring is stretched by 0.5 (m or rad), and says how far it is stretched now. */
type Rig = (world: World, hertz: number, dampingRatio: number) => () => number

function disc(world: World, x: number): ReturnType<World['createBody']> {
  return world.createBody({ position: { x, y: 0 }, shapes: [circle({ radius: 0.2, filter: GHOST })] })
}

/** Stiffness and damping of a spring that swings a mass, or a moment of inertia, at that frequency. */
function strength(inertia: number, hertz: number, dampingRatio: number): { stiffness: number; damping: number } {
  const omega = 2 * Math.PI * hertz
  return { stiffness: inertia * omega * omega, damping: 2 * dampingRatio * inertia * omega }
}

const RIGS: Record<string, Rig> = {
  'spring and mass on a slider': (world, hertz, dampingRatio) => {
    const bodyB = disc(world, 1)
    const slider = world.createSliderJoint({ bodyB, anchor: { x: 1, y: 0 }, axis: { x: 1, y: 0 }, spring: { hertz, dampingRatio, target: -STRETCH } })
    return () => slider.position + STRETCH
  },
  'damped spring': (world, hertz, dampingRatio) => {
    const bodyB = disc(world, 2 + STRETCH)
    const spring = world.createDampedSpring({ bodyB, restLength: 2, ...strength(bodyB.mass, hertz, dampingRatio) })
    return () => spring.currentLength - 2
  },
  'damped spring between two free discs': (world, hertz, dampingRatio) => {
    const bodyA = disc(world, -1)
    const bodyB = world.createBody({ position: { x: 1 + STRETCH, y: 0 }, shapes: [circle({ radius: 0.3, filter: GHOST })] })
    const reduced = 1 / (1 / bodyA.mass + 1 / bodyB.mass)
    const spring = world.createDampedSpring({ bodyA, bodyB, restLength: 2, ...strength(reduced, hertz, dampingRatio) })
    return () => spring.currentLength - 2
  },
  'damped rotary spring': (world, hertz, dampingRatio) => {
    const bodyB = world.createBody({ rotation: STRETCH, shapes: [box({ halfExtents: { x: 0.5, y: 0.2 }, filter: GHOST })] })
    const spring = world.createDampedRotarySpring({ bodyB, ...strength(bodyB.getInertia(), hertz, dampingRatio) })
    return () => spring.angle
  },
  'hinge spring on a lever': (world, hertz, dampingRatio) => {
    const bodyB = world.createBody({ position: { x: 0.5, y: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.05 }, filter: GHOST })] })
    const inertia = bodyB.getInertia() + 0.25 * bodyB.mass
    const hinge = world.createHingeJoint({ bodyB, anchor: ORIGIN, spring: { target: -STRETCH, ...strength(inertia, hertz, dampingRatio) } })
    return () => hinge.angle + STRETCH
  },
  'spring of a distance joint': (world, hertz, dampingRatio) => {
    const bodyB = disc(world, 2 + STRETCH)
    const joint = world.createDistanceJoint({ bodyB, anchorA: ORIGIN, length: 2, spring: { hertz, dampingRatio } })
    return () => joint.currentLength - 2
  },
  'suspension of a wheel': (world, hertz, dampingRatio) => {
    const bodyB = disc(world, 0)
    const wheel = world.createWheelJoint({ bodyB, suspension: { hertz, dampingRatio, target: -STRETCH } })
    return () => wheel.travel + STRETCH
  },
}

function ring(name: string, hertz: number, dampingRatio: number, seconds: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const read = RIGS[name](world, hertz, dampingRatio)
  const samples = [read()]
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    samples.push(read())
  }
  return oscillationRows(`${name}, ${hertz} Hz, ζ ${dampingRatio}, ${seconds} s`, samples, hertz, dampingRatio)
}

export const springs: AccuracyCase = {
  name: 'springs',
  run: (): Row[] => Object.keys(RIGS).flatMap(name => [...ring(name, 1, 0, 10), ...ring(name, 1, 0.1, 6), ...ring(name, 8, 0.05, 4)]),
}
