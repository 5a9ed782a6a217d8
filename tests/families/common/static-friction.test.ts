/**
 * Static friction above the kinetic one, against closed forms: a block on a slope between the two angles stays if it rests and accelerates by
 * g (sin θ − μ cos θ) once it slides; a block that is dragged starts at μs m g and then accelerates by the rest of the force.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { testFamily, type Random } from '../family.ts'

const G = 9.81

interface Block {
  step(): void
  /** Speed along the plane. */
  speed(): number
  /** A force along the plane, N, per kilogram. */
  pull(acceleration: number): void
  start(speed: number): void
}

/** A block on a plane that is tilted by θ: gravity is turned instead of the plane. */
type Rig = (random: Random, theta: number, friction: number, staticFriction: number, dt: number) => Block

function plane(random: Random, theta: number, friction: number, staticFriction: number, dt: number): Block {
  const world = new d2.World({ gravity: { x: G * Math.sin(theta), y: -G * Math.cos(theta) } })
  const half = random.scale(0.05, 2)
  // The product of the two surfaces is what the case asks for.
  const surface = { friction: Math.sqrt(friction), staticFriction: Math.sqrt(staticFriction), frictionCombine: 'multiply' as const }
  world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [d2.box({ halfExtents: { x: 500, y: 1 }, ...surface })] })
  const shape = d2.box({ halfExtents: { x: half, y: half * 0.3 }, ...surface, density: random.scale(10, 1e4) })
  const body = world.createBody({ position: { x: 0, y: half * 0.3 }, shapes: [shape] })
  return {
    step: () => world.step(dt),
    speed: () => body.linearVelocity.x,
    pull: (a) => body.applyForce({ x: a * body.mass, y: 0 }, { x: body.position.x, y: 0 }),
    start: (speed) => (body.linearVelocity = { x: speed, y: 0 }),
  }
}

function space(random: Random, theta: number, friction: number, staticFriction: number, dt: number): Block {
  const heading = random.between(0, 2 * Math.PI)
  const [c, s] = [Math.cos(heading), Math.sin(heading)]
  const world = new d3.World({ gravity: { x: G * Math.sin(theta) * c, y: -G * Math.cos(theta), z: G * Math.sin(theta) * s } })
  const half = random.scale(0.05, 2)
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 500, y: 1, z: 500 }, friction, staticFriction })] })
  const shape = d3.box({ halfExtents: { x: half, y: half * 0.3, z: half }, friction, staticFriction, density: random.scale(10, 1e4) })
  const body = world.createBody({ position: { x: 0, y: half * 0.3, z: 0 }, shapes: [shape] })
  return {
    step: () => world.step(dt),
    speed: () => body.linearVelocity.x * c + body.linearVelocity.z * s,
    pull: (a) => body.applyForce({ x: a * body.mass * c, y: 0, z: a * body.mass * s }, { x: body.position.x, y: 0, z: body.position.z }),
    start: (speed) => (body.linearVelocity = { x: speed * c, y: 0, z: speed * s }),
  }
}

const RIGS: readonly [string, Rig][] = [['2D', plane], ['3D', space]]

for (const [name, rig] of RIGS) {
  testFamily({
    name: `static friction, ${name}`,
    short: 12,
    long: 300,
    figures: { creep: { worst: 1e-6 }, slide: { p99: 0.005, worst: 0.02 }, held: { worst: 0 }, dragged: { p99: 0.005, worst: 0.02 } },
    run(random) {
      const friction = random.between(0.1, 0.7)
      const staticFriction = friction * random.between(1.2, 2)
      const dt = 1 / random.pick([30, 60, 120, 240])
      // Between the two angles it stays where it is.
      const theta = Math.atan(friction + (staticFriction - friction) * random.between(0.1, 0.9))
      const resting = rig(random, theta, friction, staticFriction, dt)
      for (let t = 0; t < 1; t += dt) resting.step()
      // Sliding, it goes on to do so.
      const sliding = rig(random, theta, friction, staticFriction, dt)
      const speed = random.between(0.5, 3)
      sliding.start(speed)
      let time = 0
      for (; time < 1; time += dt) sliding.step()
      const gained = G * (Math.sin(theta) - friction * Math.cos(theta)) * time
      const slide = Math.abs(sliding.speed() - speed - gained) / (speed + gained)
      // Dragged on the level: below μs g it does not move, above it does, and then by the force less the kinetic friction.
      const dragged = rig(random, 0, friction, staticFriction, dt)
      for (let i = 0; i < 10; i++) dragged.step()
      const below = staticFriction * G * random.between(0.9, 0.98)
      for (let i = 0; i < 30; i++) {
        dragged.pull(below)
        dragged.step()
      }
      const held = Math.abs(dragged.speed()) > 1e-6 ? 1 : 0
      const above = staticFriction * G * random.between(1.02, 1.3)
      let pulled = 0
      for (let i = 0; i < 60; i++) {
        dragged.pull(above)
        dragged.step()
        pulled += dt
      }
      const expected = (above - friction * G) * pulled
      return { creep: Math.abs(resting.speed()), slide, held, dragged: Math.abs(dragged.speed() - expected) / expected }
    },
  })
}
