/**
 * Microseconds per step of one constraint, by kind: resting contacts with one and with four points, and every kind of joint. Run:
 * npx tsx bench/micro/constraint-micro.ts. Loaded this way everything is several times slower than in a bundle (see `../bundle.ts`): the figures
 * compare kinds with each other.
 *
 * Each figure is that of many constraints that share no body, less that of as many free bodies.
 */

import { loadCases } from '../../tests/d3/joints/joint-case.ts'
import { box, sphere, World, type Body } from 'fulcrum-physics/3d'

const COUNT = 200
const WARM_UP = 60
const STEPS = 120
const APART = 8

/** Mean ms of a step after the warm-up. */
function time(world: World): number {
  for (let i = 0; i < WARM_UP; i++) world.step(1 / 60)
  const started = performance.now()
  for (let i = 0; i < STEPS; i++) world.step(1 / 60)
  return (performance.now() - started) / STEPS
}

function createWorld(gravity: number): World {
  return new World({ sleeping: false, gravity: { x: 0, y: -gravity, z: 0 } })
}

function addBody(world: World, x: number, y: number): Body {
  return world.createBody({ position: { x, y, z: 0 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 } })] })
}

function free(bodies: number): number {
  const world = createWorld(0)
  for (let i = 0; i < bodies; i++) addBody(world, i * APART, 0)
  return time(world)
}

function contacts(round: boolean): number {
  const world = createWorld(9.81)
  for (let i = 0; i < COUNT; i++) {
    world.createBody({ type: 'static', position: { x: i * APART, y: -0.25, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 0.25, z: 1 } })] })
    const shape = round ? sphere({ radius: 0.25 }) : box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 } })
    world.createBody({ position: { x: i * APART, y: 0.25, z: 0 }, shapes: [shape] })
  }
  return time(world)
}

async function measure(): Promise<void> {
  const alone = free(COUNT)
  const pair = free(2 * COUNT)
  const perUnit = (ms: number, base: number): string => ((1000 * (ms - base)) / COUNT).toFixed(2)
  console.log(`contact, 1 point   ${perUnit(contacts(true), alone)} µs`)
  console.log(`contact, 4 points  ${perUnit(contacts(false), alone)} µs`)
  for (const joint of await loadCases()) {
    const world = createWorld(0)
    const place = joint.place ?? { x: 1, y: 0, z: 0 }
    // All at the origin: cases place their anchors in the world. Bodies of different pairs do not collide.
    const filter = { category: 1, mask: 0 }
    for (let i = 0; i < COUNT; i++) {
      const shapes = [box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 }, filter })]
      joint.create(world, world.createBody({ shapes }), world.createBody({ position: place, shapes }))
    }
    console.log(`${joint.name.padEnd(34)} ${perUnit(time(world), pair)} µs`)
  }
}

await measure()
