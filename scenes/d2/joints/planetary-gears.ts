/** Planetary gears: a sun, three planets on an arm, a ring. One of the three is held, the sun is driven. */

import { box, capsule, circle, type Body, type HingeJoint, type Vec2, type World } from 'fulcrum-physics/2d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { rotate } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

/** Teeth, which are as good as radii. */
const SUN = 20
const PLANET = 10
const RING = SUN + 2 * PLANET
const RADIUS = 0.05
const ARM = (SUN + PLANET) * RADIUS

const filter = { category: 1, mask: 0 }
const density = 20

interface Gearbox {
  sun: HingeJoint
  arm: HingeJoint
  ring: HingeJoint
  joints: HingeJoint[]
}

function around(center: Vec2, radius: number, angle: number): Vec2 {
  const { x, y } = rotate(angle, { x: radius, y: 0 })
  return { x: center.x + x, y: center.y + y }
}

/** Teeth on a body, as boxes that show how it turns. */
function teeth(radius: number, count: number): ReturnType<typeof box>[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count
    return box({ halfExtents: { x: 0.06, y: 0.06 }, position: around({ x: 0, y: 0 }, radius, angle), rotation: angle, density, filter })
  })
}

function addGearbox(world: World, housing: Body, center: Vec2): Gearbox {
  const sun = world.createBody({ position: center, shapes: [circle({ radius: 0.8, density, filter }), ...teeth(SUN * RADIUS - 0.06, SUN)] })
  const ring = world.createBody({ position: center, shapes: teeth(RING * RADIUS + 0.06, RING) })
  const spokes = [0, 1, 2].map((i) => {
    const angle = (i * 2 * Math.PI) / 3
    const position = around({ x: 0, y: 0 }, ARM / 2, angle)
    return capsule({ radius: 0.07, halfLength: ARM / 2, position, rotation: angle - Math.PI / 2, density, filter })
  })
  const arm = world.createBody({ position: center, shapes: spokes })
  const hinge = (bodyB: Body): HingeJoint => world.createHingeJoint({ bodyA: housing, bodyB, anchor: center })
  const gearbox: Gearbox = { sun: hinge(sun), arm: hinge(arm), ring: hinge(ring), joints: [] }
  for (let i = 0; i < 3; i++) {
    const place = around(center, ARM, (i * 2 * Math.PI) / 3)
    const planet = world.createBody({ position: place, shapes: [circle({ radius: 0.3, density, filter }), ...teeth(PLANET * RADIUS - 0.06, PLANET)] })
    gearbox.joints.push(world.createHingeJoint({ bodyA: arm, bodyB: planet, anchor: place }))
    world.createGearJoint({ bodyA: sun, bodyB: planet, ratio: -PLANET / SUN, frame: 'axles', collideBodies: false })
    world.createGearJoint({ bodyA: ring, bodyB: planet, ratio: PLANET / RING, frame: 'axles', collideBodies: false })
  }
  gearbox.joints.push(gearbox.sun, gearbox.arm, gearbox.ring)
  return gearbox
}

export const planetaryGears: SceneEntry = {
  name: 'planetary-gears-2d',
  title: 'Planetary gears',
  description: 'A sun drives planets inside a ring. Held ring: the arm turns a third as fast. Held arm: the ring turns back, half as fast.',
  source: 'Chipmunk IM11',
  camera: { center: { x: 0, y: 0 }, height: 9 },
  steps: 600,
  expect: {
    worstGapMm: atMost(1e-3, 'axles hold'),
    armOffRad: atMost(1e-6, 'ring held: the arm turns by SUN / (SUN + RING), a third of the sun'),
    ringOffRad: atMost(1e-6, 'arm held: the ring turns back by SUN / RING, half of the sun'),
    sunSpeed: near(3, 1e-6, 'the motor has torque to spare'),
  },
  build(world) {
    const left = { x: -2.7, y: 0 }
    const right = { x: 2.7, y: 0 }
    // One housing, which rocks: gears that counted from the world would be turned by that.
    const housing = world.createBody({ shapes: [box({ halfExtents: { x: 5.2, y: 0.1 }, position: { x: 0, y: -2.6 }, density: 100, filter })] })
    const swing = world.createHingeJoint({ bodyB: housing, anchor: { x: 0, y: 3 } })
    housing.angularVelocity = 0.5
    const first = addGearbox(world, housing, left)
    const second = addGearbox(world, housing, right)
    first.ring.limit = { lower: 0, upper: 0 }
    second.arm.limit = { lower: 0, upper: 0 }
    for (const { sun } of [first, second]) sun.motor = { speed: 3, maxTorque: 500 }
    const gaps = new GapWatch([swing, ...first.joints, ...second.joints])
    return {
      update: () => gaps.look(),
      measure: () => ({
        ...gaps.figures(),
        armOffRad: Math.abs(first.sun.angle - 3 * first.arm.angle),
        ringOffRad: Math.abs(second.sun.angle + 2 * second.ring.angle),
        sunSpeed: first.sun.speed,
      }),
    }
  },
}
