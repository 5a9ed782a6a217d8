/** Planetary gears in space: a sun, three planets on an arm, a ring. One of the three is held, the sun is driven, the housing swings. */

import { box, sphere, type Body, type GearJoint, type HingeJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

/** Teeth, which are as good as radii. */
const SUN = 20
const PLANET = 10
const RING = SUN + 2 * PLANET
const RADIUS = 0.05
const ARM = (SUN + PLANET) * RADIUS

const Z = { x: 0, y: 0, z: 1 }
const filter = { category: 1, mask: 0 }
const density = 20

interface Gearbox {
  sun: HingeJoint
  arm: HingeJoint
  ring: HingeJoint
  hinges: HingeJoint[]
  gears: GearJoint[]
}

function around(center: Vec3, radius: number, angle: number): Vec3 {
  const { sine, cosine } = sineCosine(angle)
  return { x: center.x + radius * cosine, y: center.y + radius * sine, z: center.z }
}

/** Boxes about z at a radius, turned with it. */
function spread(radius: number, count: number, halfExtents: Vec3): ReturnType<typeof box>[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count
    const { sine, cosine } = sineCosine(angle / 2)
    const rotation = { x: 0, y: 0, z: sine, w: cosine }
    return box({ halfExtents, position: around({ x: 0, y: 0, z: 0 }, radius, angle), rotation, density, filter })
  })
}

function teeth(radius: number, count: number): ReturnType<typeof box>[] {
  return spread(radius, count, { x: 0.06, y: 0.06, z: 0.1 })
}

function addGearbox(world: World, housing: Body, center: Vec3): Gearbox {
  const hub = (radius: number): ReturnType<typeof sphere> => sphere({ radius, density, filter })
  const sun = world.createBody({ position: center, shapes: [hub(0.4), ...teeth(SUN * RADIUS - 0.06, SUN)] })
  const ring = world.createBody({ position: center, shapes: teeth(RING * RADIUS + 0.06, RING) })
  const arm = world.createBody({ position: center, shapes: spread(ARM / 2, 3, { x: ARM / 2, y: 0.07, z: 0.05 }) })
  const hinge = (bodyA: Body, bodyB: Body, anchor: Vec3): HingeJoint => world.createHingeJoint({ bodyA, bodyB, anchor, axis: Z })
  const hinges = [sun, arm, ring].map((body) => hinge(housing, body, center))
  const gears: GearJoint[] = []
  for (let i = 0; i < 3; i++) {
    const place = around(center, ARM, (i * 2 * Math.PI) / 3)
    const planet = world.createBody({ position: place, shapes: [hub(0.2), ...teeth(PLANET * RADIUS - 0.06, PLANET)] })
    hinges.push(hinge(arm, planet, place))
    gears.push(world.createGearJoint({ bodyA: sun, bodyB: planet, axisA: Z, ratio: SUN / PLANET, frame: 'axles' }))
    gears.push(world.createGearJoint({ bodyA: ring, bodyB: planet, axisA: Z, ratio: -RING / PLANET, frame: 'axles' }))
  }
  return { sun: hinges[0], arm: hinges[1], ring: hinges[2], hinges, gears }
}

export const planetaryGears: SceneEntry = {
  name: 'planetary-gears-3d',
  title: 'Planetary gears',
  description: 'A sun drives planets in a ring; the housing swings. Held ring: the arm turns a third as fast. Held arm: the ring turns back.',
  camera: { position: { x: 0, y: 1, z: 12 }, target: { x: 0, y: 0, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(1e-3, 'axles hold'),
    worstSlipMrad: atMost(1e-6, 'teeth do not slip'),
    armOffRad: atMost(1e-6, 'ring held: the arm turns by SUN / (SUN + RING), a third of the sun'),
    ringOffRad: atMost(1e-6, 'arm held: the ring turns back by SUN / RING, half of the sun'),
    sunSpeed: near(3, 1e-6, 'the motor has torque to spare'),
  },
  build(world) {
    const shapes = [box({ halfExtents: { x: 5.2, y: 0.1, z: 0.4 }, position: { x: 0, y: -2.6, z: 0 }, density: 100, filter })]
    const housing = world.createBody({ shapes })
    // It swings across the gears' axes and about them: gears that counted from the world would be turned by that.
    const swing = world.createBallJoint({ bodyB: housing, anchor: { x: 0, y: 3, z: 0 } })
    housing.angularVelocity = { x: 0.4, y: 0, z: 0.3 }
    const first = addGearbox(world, housing, { x: -2.7, y: 0, z: 0 })
    const second = addGearbox(world, housing, { x: 2.7, y: 0, z: 0 })
    first.ring.limit = { lower: 0, upper: 0 }
    second.arm.limit = { lower: 0, upper: 0 }
    for (const { sun } of [first, second]) sun.motor = { speed: 3, maxTorque: 2000 }
    const gears = [...first.gears, ...second.gears]
    const gaps = new GapWatch([swing, ...first.hinges, ...second.hinges])
    return {
      update: () => gaps.look(),
      measure: () => ({
        ...gaps.figures(),
        worstSlipMrad: Math.max(...gears.map((gear) => 1000 * Math.abs(gear.ratio * gear.angleA + gear.angleB))),
        armOffRad: Math.abs(first.sun.angle - 3 * first.arm.angle),
        ringOffRad: Math.abs(second.sun.angle + 2 * second.ring.angle),
        sunSpeed: first.sun.speed,
      }),
    }
  },
}
