/** The kits of `random-program.ts`: random shapes, bodies and joints in two and three dimensions. */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { validateStep as validateStep2, validateWorld as validateWorld2 } from '../../../src/d2/store/validate-world.ts'
import { validateStep as validateStep3, validateWorld as validateWorld3 } from '../../../src/d3/store/validate-world.ts'
import type { ProgramKit, Random } from './random-program.ts'

/** Half the room's width, m: small enough for crowds. */
const ROOM = 2

function within(random: Random, most: number): number {
  return most * (2 * random() - 1)
}

const vec2 = (random: Random, most: number): d2.Vec2 => ({ x: within(random, most), y: within(random, most) })
const vec3 = (random: Random, most: number): d3.Vec3 => ({ x: within(random, most), y: within(random, most), z: within(random, most) })

/** Events of `world.events` that lie in the steps after `before`, in order; sensors that are some. */
function checkEvents(world: d2.World | d3.World, before: number): void {
  const { events } = world
  const names = ['contactBegin', 'contactPersist', 'contactEnd', 'sensorBegin', 'sensorEnd', 'sleep', 'wake', 'quarantined', 'jointBroken', 'jointRemoved'] as const
  for (const name of names) {
    const steps = events.stepsOf(name)
    if (steps.length !== events[name].length) throw new Error(`${name}: ${events[name].length} events, ${steps.length} steps`)
    steps.forEach((step, i) => {
      if (step <= before || step > world.stepCount || step < (steps[i - 1] ?? 0)) throw new Error(`${name}: step ${step} after ${before}`)
    })
  }
  for (const { sensor, visitor, shapeA, shapeB } of [...events.sensorBegin, ...events.sensorEnd]) {
    if (new Set([sensor, visitor, shapeA, shapeB]).size !== 2) throw new Error('sensor: neither of the pair')
  }
}

function shape2(random: Random, sensor: boolean): d2.ShapeDefinition {
  const more = { sensor, sensesSensors: sensor && random() < 0.3, position: vec2(random, 0.3), rotation: within(random, 3), restitution: random() < 0.2 ? random() : 0 }
  const size = 0.1 + 0.4 * random()
  switch (Math.floor(4 * random())) {
    case 0: return d2.circle({ radius: size, ...more })
    case 1: return d2.box({ halfExtents: { x: size, y: 0.1 + 0.3 * random() }, ...more })
    case 2: return d2.capsule({ radius: 0.5 * size, halfLength: size, ...more })
    default: return d2.polygon({ points: new Float64Array([size, 0, -size, 0.2 * size, 0, size, 0.1, -size]), ...more })
  }
}

function shape3(random: Random, sensor: boolean): d3.ShapeDefinition {
  const more = { sensor, sensesSensors: sensor && random() < 0.3, position: vec3(random, 0.3), restitution: random() < 0.2 ? random() : 0 }
  const size = 0.1 + 0.4 * random()
  switch (Math.floor(4 * random())) {
    case 0: return d3.sphere({ radius: size, ...more })
    case 1: return d3.box({ halfExtents: { x: size, y: 0.1 + 0.3 * random(), z: size }, ...more })
    case 2: return d3.capsule({ radius: 0.5 * size, halfLength: size, ...more })
    default: {
      const points = [[1, 0, 0], [-1, 0.2, 0], [0, 1, 0.3], [0.1, -0.7, 0], [0, 0, 0.9], [0.2, 0, -0.6]]
      return d3.hull({ points: points.map(([x, y, z]) => ({ x: size * x!, y: size * y!, z: size * z! })), ...more })
    }
  }
}

export const PLANE: ProgramKit<d2.World, d2.Body, d2.Joint, d2.ShapeDefinition> = {
  createWorld() {
    const world = new d2.World()
    world.createBody({ type: 'static', position: { x: 0, y: -ROOM - 1 }, shapes: [d2.box({ halfExtents: { x: 20, y: 1 } })] })
    return world
  },
  shape: shape2,
  createBody(world, random, type, shapes) {
    return world.createBody({ type, position: vec2(random, ROOM), rotation: within(random, 3), shapes })
  },
  createJoint(world, random, bodyA, bodyB, collideConnected) {
    const anchor = vec2(random, ROOM)
    const bodies = { bodyB, collideConnected, ...(bodyA ? { bodyA } : {}) }
    switch (Math.floor(4 * random())) {
      case 0: return world.createHingeJoint({ ...bodies, anchor })
      case 1: return world.createDistanceJoint({ ...bodies, maxLength: 1 + 3 * random() })
      case 2: return world.createSliderJoint({ ...bodies, anchor, axis: { x: 0.6, y: 0.8 } })
      default: return world.createFixedJoint(bodies)
    }
  },
  teleport: (body, random) => body.teleport(vec2(random, ROOM)),
  push(body, random) {
    body.linearVelocity = vec2(random, random() < 0.1 ? 500 : 5)
    body.angularVelocity = within(random, 5)
  },
  ruin: (body) => body.applyForce({ x: 1e30, y: 0 }),
  setTarget: (body, random) => body.setTargetPose(vec2(random, ROOM)),
  force: (body, random) => body.applyForce(vec2(random, 1000), random() < 0.5 ? undefined : vec2(random, ROOM)),
  checkEvents,
  query(world, random) {
    const exclude = [...world.bodies].filter(() => random() < 0.2)
    const filter = { sensors: random() < 0.5, exclude, ...(random() < 0.5 ? { predicate: () => random() < 0.5 } : {}) }
    world.castRay({ origin: vec2(random, ROOM), direction: { x: 0.6, y: 0.8 }, maxDistance: 5, filter })
    world.overlapBox({ min: { x: -1, y: -1 }, max: { x: 1, y: 1 }, filter })
    world.collideShape(shape2(random, false), { position: vec2(random, ROOM), rotation: within(random, 3), filter })
  },
  validate: validateWorld2,
  validateStep: (world) => validateStep2(world),
}

export const SPACE: ProgramKit<d3.World, d3.Body, d3.Joint, d3.ShapeDefinition> = {
  createWorld() {
    const world = new d3.World()
    world.createBody({ type: 'static', position: { x: 0, y: -ROOM - 1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 20, y: 1, z: 20 } })] })
    return world
  },
  shape: shape3,
  createBody(world, random, type, shapes) {
    return world.createBody({ type, position: vec3(random, ROOM), angularVelocity: vec3(random, 3), shapes })
  },
  createJoint(world, random, bodyA, bodyB, collideConnected) {
    const anchor = vec3(random, ROOM)
    const bodies = { bodyB, collideConnected, ...(bodyA ? { bodyA } : {}) }
    switch (Math.floor(5 * random())) {
      case 0: return world.createBallJoint({ ...bodies, anchor })
      case 1: return world.createHingeJoint({ ...bodies, anchor, axis: { x: 0, y: 0.6, z: 0.8 } })
      case 2: return world.createDistanceJoint({ ...bodies, maxLength: 1 + 3 * random() })
      case 3: return world.createSliderJoint({ ...bodies, anchor, axis: { x: 0.6, y: 0.8, z: 0 } })
      default: return world.createFixedJoint(bodies)
    }
  },
  teleport: (body, random) => body.teleport(vec3(random, ROOM)),
  push(body, random) {
    body.linearVelocity = vec3(random, random() < 0.1 ? 500 : 5)
    body.angularVelocity = vec3(random, 5)
  },
  ruin(body) {
    // In touch with something static it would take all others with it (`tests/regressions/quarantine-poisons-ground.test.ts`).
    body.teleport({ x: 0, y: 100, z: 0 })
    body.applyForce({ x: 1e30, y: 0, z: 0 })
  },
  setTarget: (body, random) => body.setTargetPose(vec3(random, ROOM)),
  force: (body, random) => body.applyForce(vec3(random, 1000), random() < 0.5 ? undefined : vec3(random, ROOM)),
  checkEvents,
  query(world, random) {
    const exclude = [...world.bodies].filter(() => random() < 0.2)
    const filter = { sensors: random() < 0.5, exclude, ...(random() < 0.5 ? { predicate: () => random() < 0.5 } : {}) }
    world.castRay({ origin: vec3(random, ROOM), direction: { x: 0.6, y: 0.8, z: 0 }, maxDistance: 5, filter })
    world.overlapBox({ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 }, filter })
    world.collideShape(shape3(random, false), { position: vec3(random, ROOM), filter })
  },
  validate: validateWorld3,
  validateStep: (world) => validateStep3(world),
}
