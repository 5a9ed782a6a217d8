/** A course for vehicles with engine and automatic gearbox: bumps, stairs, a stop on a hill; and a circle. */

import { box, type Body, type WheeledVehicle, type World } from 'fulcrum-physics/3d'
import { atMost, between, exactly, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { aboutAxis, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const STEPS = 900
/** Steps at which the driver brakes, and at which the car must stand. */
const BRAKE = 560
const PARKED = 760
const HILL = Math.PI / 9
const RADIUS = 0.35

function addCar(world: World, x: number): { chassis: Body; car: WheeledVehicle } {
  const chassis = world.createBody({
    position: { x, y: 0.65, z: -30 }, mass: 1500, centerOfMass: { x: 0, y: -0.2, z: 0 }, shapes: [box({ halfExtents: { x: 0.8, y: 0.25, z: 1.9 } })],
  })
  const wheels = [0, 1, 2, 3].map((i) => ({
    position: { x: i % 2 === 0 ? 0.8 : -0.8, y: -0.1, z: i < 2 ? 1.3 : -1.3 }, radius: RADIUS, maxSteer: i < 2 ? 0.6 : 0,
    handBrakeTorque: i < 2 ? 0 : 4000, suspension: { hertz: 2 },
  }))
  const car = world.createVehicle(chassis, {
    wheels, tester: 'cylinder', engine: {}, gearbox: {}, differentials: [{ wheels: [2, 3], lock: 200 }],
    antiRollBars: [{ wheels: [0, 1] }, { wheels: [2, 3] }],
  })
  return { chassis, car }
}

/** Bumps, then low stairs up and down across the way. */
function addObstacles(world: World): void {
  for (let i = 0; i < 6; i++) {
    const bump = box({ halfExtents: { x: 0.6, y: 0.04, z: 0.3 }, rounding: 0.03 })
    world.createBody({ type: 'static', position: { x: i % 2 === 0 ? -0.8 : 0.8, y: 0.02, z: -16 + 2 * i }, shapes: [bump] })
  }
  for (let i = 0; i < 4; i++) {
    const step = box({ halfExtents: { x: 3, y: 0.03 * (i + 1), z: 4 - i } })
    world.createBody({ type: 'static', position: { x: 0, y: 0.03 * (i + 1), z: 4 }, shapes: [step] })
  }
}

/** A slope of 20° that begins at z = 40. */
function addHill(world: World): void {
  const { sine, cosine } = sineCosine(HILL)
  const length = 40
  world.createBody({
    type: 'static', position: { x: 0, y: length * sine - cosine, z: 40 + length * cosine + sine }, rotation: aboutAxis(1, 0, 0, -HILL),
    shapes: [box({ halfExtents: { x: 12, y: 1, z: length } })],
  })
}

export const vehicle3d: SceneEntry = {
  name: 'vehicle3d',
  title: 'Vehicle',
  description: 'A car drives over bumps and stairs, up a hill of 20° and parks there; another one circles.',
  camera: { position: { x: 8, y: 9, z: -42 }, target: { x: -8, y: 0, z: -12 } },
  steps: STEPS,
  expect: {
    creep: atMost(1e-6, 'rows hold a braked car: it does not creep while it is parked'),
    slope: near(0.342, 0.03, 'sine of 20°: it stands on the hill, on springs that differ by axle'),
    loadShare: near(0.9397, 0.002, 'loads on a slope add up to the weight times its cosine'),
    wheelsOff: exactly(0, 'a parked car has all wheels on the ground'),
    turnRadius: near(5.75, 0.15, 'wheel base over tan δ to the middle of the rear axle, and from there to the centre of mass'),
    gear: between(2, 5, 'the automatic box has gone up on the way'),
  },
  build(world) {
    addFloor(world, 120, { friction: 1 })
    addObstacles(world)
    addHill(world)
    const { chassis, car } = addCar(world, 0)
    const round = addCar(world, -25)
    round.car.steering = 0.75
    let gear = 0
    let parked = chassis.position
    let creep = 0
    return {
      update(_world, step) {
        if (step === 60) car.throttle = 0.7
        round.car.throttle = step > 60 && round.car.speed < 3 ? 0.2 : 0
        gear = Math.max(gear, car.gear)
        if (step === BRAKE) {
          car.throttle = 0
          car.brake = 1
          car.handBrake = 1
        }
        if (step === PARKED) parked = chassis.position
        if (step <= PARKED) return
        const { x, y, z } = chassis.position
        creep = Math.max(creep, Math.abs(x - parked.x) + Math.abs(y - parked.y) + Math.abs(z - parked.z))
      },
      measure: () => {
        const q = chassis.rotation
        const v = round.chassis.linearVelocity
        const pace = Math.sqrt(v.x * v.x + v.z * v.z)
        return {
          creep,
          slope: 2 * (q.y * q.z - q.w * q.x),
          loadShare: car.wheels.reduce((sum, wheel) => sum + wheel.load, 0) / (1500 * 9.81),
          wheelsOff: car.wheels.filter(({ isGrounded }) => !isGrounded).length,
          turnRadius: pace / round.chassis.angularVelocity.y,
          gear,
        }
      },
    }
  },
}
