/**
 * An impact was solved with the inertia of free bodies: a ball against a rod that is hinged near by went on instead of coming back.
 */

import { box as box2, circle, World as World2 } from 'fulcrum-physics/2d'
import { box as box3, sphere, World as World3 } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

/** A rod of 1 kg and 1 m, 0.1 m thick, hinged 0.4 m from its middle, struck 0.2 m from the hinge by a ball of 1 kg at 3 m/s. */
const REDUCED = ((0.1 * 0.1 + 1) / 12 + 0.4 * 0.4) / (0.2 * 0.2)
const RETURN = (3 * (1 - REDUCED)) / (1 + REDUCED)

it('a ball comes back from a hinged rod in the plane', () => {
  const world = new World2({ gravity: { x: 0, y: 0 } })
  const surface = { restitution: 1, friction: 0 }
  const rod = world.createBody({ shapes: [box2({ halfExtents: { x: 0.05, y: 0.5 }, density: 10, ...surface })] })
  world.createHingeJoint({ bodyA: world.createBody({ type: 'static' }), bodyB: rod, anchor: { x: 0, y: 0.4 } })
  const shapes = [circle({ radius: 0.1, ...surface })]
  const ball = world.createBody({ position: { x: -1, y: 0.2 }, linearVelocity: { x: 3, y: 0 }, mass: 1, shapes })
  for (let i = 0; i < 60; i++) world.step(1 / 60)
  expect(ball.linearVelocity.x).toBeCloseTo(RETURN, 4)
})

it('a ball comes back from a hinged rod in space', () => {
  const world = new World3({ gravity: { x: 0, y: 0, z: 0 } })
  const surface = { restitution: 1, friction: 0 }
  const rod = world.createBody({ shapes: [box3({ halfExtents: { x: 0.05, y: 0.5, z: 0.05 }, density: 100, ...surface })] })
  const bodyA = world.createBody({ type: 'static' })
  world.createHingeJoint({ bodyA, bodyB: rod, anchor: { x: 0, y: 0.4, z: 0 }, axis: { x: 0, y: 0, z: 1 } })
  const shapes = [sphere({ radius: 0.1, ...surface })]
  const ball = world.createBody({ position: { x: -1, y: 0.2, z: 0 }, linearVelocity: { x: 3, y: 0, z: 0 }, mass: 1, shapes })
  for (let i = 0; i < 60; i++) world.step(1 / 60)
  expect(ball.linearVelocity.x).toBeCloseTo(RETURN, 4)
})

it("Newton's cradle on hinges keeps its energy", () => {
  const world = new World2({ gravity: { x: 0, y: -9.81 } })
  const ground = world.createBody({ type: 'static' })
  const balls = [0, 1, 2, 3, 4].map(i => {
    const first = i === 0
    const x = i * 0.2
    const position = first ? { x: x - Math.sin(0.8), y: -Math.cos(0.8) } : { x, y: -1 }
    const ball = world.createBody({ position, mass: 1, shapes: [circle({ radius: 0.1, restitution: 1, friction: 0 })] })
    world.createHingeJoint({ bodyA: ground, bodyB: ball, anchor: { x, y: 0 } })
    return ball
  })
  const energy = (): number => balls.reduce((sum, ball) => {
    const { x, y } = ball.linearVelocity
    return sum + 0.5 * (x * x + y * y) + 0.5 * ball.getInertia() * ball.angularVelocity ** 2 + 9.81 * (1 + ball.position.y)
  }, 0)
  const before = energy()
  for (let i = 0; i < 600; i++) world.step(1 / 60)
  expect(energy() / before).toBeGreaterThan(0.99)
  expect(energy() / before).toBeLessThan(1.01)
})
