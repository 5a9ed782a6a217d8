/**
 * Random cars: masses over three decades, sizes of 0.3 to 3, three to eight wheels, springs of 1 to 4 Hz, rays, balls and drums, steps of 1/30
 * to 1/240 s. Loads at rest make up the weight; under the brake a car on a slope below its friction does not creep; locked wheels stop in
 * v²/2μg whatever the heading; and an engine accelerates by torque × ratio ÷ radius.
 */

import { box, World, type Body, type Quat, type WheeledVehicle, type WheelOptions } from 'fulcrum-physics/3d'
import { testFamily, type Random } from '../family.ts'

const G = 9.81

interface Car {
  readonly world: World
  readonly car: WheeledVehicle
  readonly chassis: Body
  readonly mass: number
  readonly radius: number
  readonly dt: number
  readonly size: number
  readonly count: number
  readonly inertia: number
}

function turned(angle: number, heading: number): Quat {
  const [a, b] = [Math.sin(-angle / 2), Math.cos(-angle / 2)]
  const [c, d] = [Math.sin(heading / 2), Math.cos(heading / 2)]
  return { x: a * d, y: b * c, z: a * c, w: b * d }
}

/** A car on ground that rises by `angle` along z, with friction `mu` between tyres and ground. */
function build(random: Random, angle: number, heading: number, mu: number, engine: boolean): Car {
  const size = random.scale(0.3, 3)
  const mass = random.scale(30, 30000) * size
  const count = random.integer(3, 8)
  const dt = random.pick([1 / 30, 1 / 60, 1 / 100, 1 / 240])
  const radius = 0.35 * size * random.between(0.7, 1.4)
  const world = new World({ sleeping: false })
  world.createBody({
    type: 'static', position: { x: 0, y: -5 * Math.cos(angle), z: 5 * Math.sin(angle) }, rotation: turned(angle, 0),
    shapes: [box({ halfExtents: { x: 2000, y: 5, z: 2000 }, friction: mu })],
  })
  const half = { x: size * random.between(0.6, 1), y: 0.25 * size, z: size * random.between(1.3, 2.5) }
  // Springs sag by g/ω²: stiff ones for small cars, so that none stands on its stops.
  const hertz = random.between(1.6, 3.5) / Math.sqrt(Math.min(size, 1))
  const sag = G / (2 * Math.PI * hertz) ** 2
  const travel = 3 * sag
  const rest = travel - sag * Math.cos(angle)
  const height = radius + rest + 0.1 * size
  const chassis = world.createBody({
    position: { x: 0, y: height * Math.cos(angle), z: -height * Math.sin(angle) }, rotation: turned(angle, heading), mass,
    centerOfMass: { x: 0, y: -0.1 * size, z: 0 }, shapes: [box({ halfExtents: half })],
  })
  const rows = Math.ceil(count / 2)
  const wheels: WheelOptions[] = Array.from({ length: count }, (_, i) => {
    const single = count % 2 === 1 && i === count - 1
    const at = rows === 1 ? 0 : 1 - (2 * Math.floor(i / 2)) / (rows - 1)
    return {
      position: { x: single ? 0 : i % 2 === 0 ? half.x : -half.x, y: -0.1 * size, z: at * half.z * 0.7 }, radius, width: 0.2 * size,
      mass: (mass / 100) * random.between(0.5, 1.5), friction: mu, brakeTorque: 3 * mass * G * radius,
      suspension: { max: travel, hertz, dampingRatio: random.between(0.3, 1) },
    }
  })
  const tester = random.pick(['ray', 'sphere', 'cylinder'] as const)
  const ratio = (0.15 * mass * G * radius) / 100 / 3
  const drive = engine
    ? {
      engine: { torqueCurve: [{ rpm: 0, torque: 100 }, { rpm: 20000, torque: 100 }], maxRpm: 10000, inertia: 1e-3 },
      gearbox: { automatic: false, ratios: [3] }, clutch: { engageRpm: 900 },
      differentials: Array.from({ length: Math.floor(count / 2) }, (_, d) => ({ wheels: [2 * d, 2 * d + 1], ratio })),
    }
    : {}
  const car = world.createVehicle(chassis, { wheels, tester, ...drive })
  const inertia = wheels.reduce((sum, wheel) => sum + 0.5 * wheel.mass!, 0)
  return { world, car, chassis, mass, radius, dt, size, count, inertia }
}

function run({ world, dt }: Car, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / dt); i++) world.step(dt)
}

function loadMiss({ car, mass }: Car, angle: number): number {
  return Math.abs(car.wheels.reduce((sum, wheel) => sum + wheel.load, 0) / (mass * G * Math.cos(angle)) - 1)
}

testFamily({
  name: 'parked cars, 3D',
  short: 12,
  long: 400,
  figures: {
    'load against weight': { p99: 1e-4, worst: 1e-3 },
    'creep in 20 s, m': { p99: 1e-5, worst: 1e-4 },
    'speed, m/s': { p99: 1e-5, worst: 1e-4 },
  },
  run(random) {
    const angle = random.between(0, 25) * (Math.PI / 180)
    const made = build(random, angle, random.between(-Math.PI, Math.PI), 1, false)
    made.car.brake = 1
    run(made, 8)
    const { x, y, z } = made.chassis.position
    let creep = 0
    for (let i = 0; i < 20; i++) {
      run(made, 1)
      const now = made.chassis.position
      creep = Math.max(creep, Math.hypot(now.x - x, now.y - y, now.z - z))
    }
    const v = made.chassis.linearVelocity
    return { 'load against weight': loadMiss(made, angle), 'creep in 20 s, m': creep, 'speed, m/s': Math.hypot(v.x, v.y, v.z) }
  },
})

testFamily({
  name: 'stopping cars, 3D',
  short: 12,
  long: 400,
  figures: { 'distance against v²/2μg': { p50: 0.004, p99: 0.01, worst: 0.02 }, 'aside, of the distance': { p99: 0.01, worst: 0.03 } },
  run(random) {
    // A straight one among three.
    const heading = random() < 0.33 ? 0 : random.between(-45, 45) * (Math.PI / 180)
    const mu = random.between(0.2, 0.6)
    const made = build(random, 0, heading, mu, false)
    const { car, chassis, radius } = made
    run(made, 5)
    const v = random.between(8, 25)
    chassis.linearVelocity = { x: 0, y: 0, z: v }
    for (const wheel of car.wheels) wheel.angularVelocity = (v * Math.cos(heading)) / radius
    car.brake = 1
    const from = chassis.position
    run(made, v / mu / G + 2)
    const expected = (v * v) / (2 * mu * G)
    return {
      'distance against v²/2μg': Math.abs((chassis.position.z - from.z) / expected - 1),
      'aside, of the distance': Math.abs(chassis.position.x - from.x) / expected,
    }
  },
})

testFamily({
  name: 'driven cars, 3D',
  short: 12,
  long: 300,
  figures: { 'acceleration against torque × ratio ÷ radius': { p50: 0.005, p99: 0.01, worst: 0.02 } },
  run(random) {
    const made = build(random, 0, 0, 1, true)
    const { car, mass, radius, inertia } = made
    const ratio = 0.15 * mass * G * radius / 100
    run(made, 4)
    car.gear = 1
    car.throttle = 1
    // Beyond the time that the clutch slips, and short of the rev limit.
    for (let i = 0; i < 10 / made.dt && car.rpm < 2500; i++) made.world.step(made.dt)
    const from = car.speed
    let time = 0
    while (car.rpm < 8000 && time < 2) {
      made.world.step(made.dt)
      time += made.dt
    }
    const expected = (100 * ratio) / radius / (mass + inertia + (1e-3 * ratio * ratio) / (radius * radius))
    return { 'acceleration against torque × ratio ÷ radius': Math.abs((car.speed - from) / time / expected - 1) }
  },
})
