/** Engine, gears, differentials, steering: against torque × ratio ÷ radius and the circle of Ackermann; what drives, rides, wakes and is restored. */

import { box, PhysicsError, World, type WheeledVehicleDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import { addCar, addSlope, flatWorld, onSlope, RADIUS, run } from './cars.ts'

const FLAT = [{ rpm: 0, torque: 300 }, { rpm: 8000, torque: 300 }]
const MANUAL: Partial<WheeledVehicleDefinition> = {
  engine: { torqueCurve: FLAT, idleRpm: 800, maxRpm: 6000, inertia: 0.2 }, gearbox: { automatic: false, ratios: [2.5, 1.2] },
  differentials: [{ wheels: [2, 3], ratio: 3.5 }],
}
const RATIO = 2.5 * 3.5
const INERTIA = 10 * RADIUS * RADIUS

describe('engine and gears', () => {
  it.each([1 / 30, 1 / 60, 1 / 120, 1 / 240])('acceleration and top speed are torque × ratio ÷ radius, dt %f', (dt) => {
    const world = flatWorld()
    const { car } = addCar(world, { vehicle: MANUAL })
    run(world, 2, dt)
    car.gear = 1
    car.throttle = 1
    run(world, 3, dt)
    const from = car.speed
    run(world, 1, dt)
    const expected = 300 * RATIO / RADIUS / (2000 + (4 * INERTIA + 0.2 * RATIO * RATIO) / (RADIUS * RADIUS))
    expect(Math.abs((car.speed - from) / expected - 1)).toBeLessThan(0.01)
    run(world, 5, dt)
    expect(Math.abs(car.speed / (6000 * Math.PI / 30 / RATIO * RADIUS) - 1)).toBeLessThan(0.01)
    expect(car.rpm).toBeCloseTo(6000, 6)
  })

  it('drives alike at all step lengths', () => {
    const places = [1 / 30, 1 / 60, 1 / 120, 1 / 240].map((dt) => {
      const world = flatWorld()
      const { car, chassis } = addCar(world, { vehicle: { ...MANUAL, gearbox: {} } })
      run(world, 2, dt)
      car.throttle = 0.6
      run(world, 4, dt)
      car.steering = 0.1
      run(world, 2, dt)
      return chassis.position
    })
    for (const place of places) {
      expect(Math.abs(place.z / places[3]!.z - 1)).toBeLessThan(0.02)
      expect(Math.abs(place.x - places[3]!.x)).toBeLessThan(0.4)
    }
  })

  it('an automatic box goes up by speed, down when braked, and its reverse goes backwards', () => {
    const world = flatWorld()
    const { car } = addCar(world, { vehicle: { ...MANUAL, gearbox: {} } })
    run(world, 1)
    expect(car.gear).toBe(1)
    car.throttle = 1
    run(world, 15)
    expect(car.gear).toBeGreaterThan(2)
    expect(car.rpm).toBeGreaterThan(2000)
    car.throttle = 0
    car.brake = 0.5
    run(world, 10)
    expect(car.gear).toBe(1)
    expect(car.rpm).toBeCloseTo(800, 6)
    car.brake = 0
    car.gear = -1
    car.throttle = 0.4
    run(world, 3)
    expect(car.speed).toBeLessThan(-1)
  })

  it('the engine brakes, the clutch parts, neutral rolls', () => {
    const coast = (told: (car: ReturnType<typeof addCar>['car']) => void): number => {
      const world = flatWorld()
      const { car } = addCar(world, { vehicle: MANUAL })
      car.gear = 1
      car.throttle = 1
      run(world, 4)
      car.throttle = 0
      told(car)
      const from = car.speed
      run(world, 2)
      return from - car.speed
    }
    expect(coast(() => {})).toBeGreaterThan(0.5)
    expect(Math.abs(coast((car) => (car.clutch = 1)))).toBeLessThan(0.05)
    expect(Math.abs(coast((car) => (car.gear = 0)))).toBeLessThan(0.05)
  })

  it('wheels spin in the air, and the chassis gets the angular momentum that they gain', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    const { car, chassis } = addCar(world)
    for (const wheel of car.wheels) wheel.driveTorque = 100
    run(world, 1)
    for (const wheel of car.wheels) {
      expect(wheel.angularVelocity).toBeCloseTo(100 / INERTIA, 6)
      expect(wheel.rotationAngle).toBeGreaterThan(0)
      expect(wheel.isGrounded).toBe(false)
      expect(wheel.load).toBe(0)
    }
    // Of the box about its centre of mass, which lies 0.2 m below its middle.
    const pitch = 2000 / 12 * (0.6 * 0.6 + 4.4 * 4.4) + 2000 * 0.2 * 0.2
    expect(chassis.angularVelocity.x).toBeCloseTo(-400 / pitch, 6)
    const before = car.wheels[0]!.rotation
    world.step(1 / 60)
    expect(car.wheels[0]!.rotation).not.toEqual(before)
  })

  it('throttle spins the driven wheels of a car that hangs in the air', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    const { car } = addCar(world, { vehicle: MANUAL })
    car.gear = 1
    car.throttle = 1
    run(world, 3)
    expect(car.wheels[2]!.angularVelocity).toBeCloseTo(6000 * Math.PI / 30 / RATIO, 6)
    expect(car.wheels[0]!.angularVelocity).toBe(0)
  })
})

describe('differentials', () => {
  /** A car whose left wheels stand on ice; drives off. */
  const onIce = (lock: number): { spread: number; speed: number } => {
    const world = flatWorld()
    world.createBody({
      type: 'static', position: { x: 50.2, y: -0.9, z: 0 }, shapes: [box({ halfExtents: { x: 50, y: 0.95, z: 500 }, friction: 0, frictionCombine: 'min' })],
    })
    const { car } = addCar(world, { vehicle: { ...MANUAL, differentials: [{ wheels: [2, 3], ratio: 3.5, lock }] } })
    run(world, 1)
    car.gear = 1
    car.throttle = 0.5
    run(world, 2)
    return { spread: car.wheels[2]!.angularVelocity - car.wheels[3]!.angularVelocity, speed: car.speed }
  }

  it('an open one loses its torque to the wheel on ice; a lock ties the two', () => {
    const open = onIce(0)
    expect(open.spread).toBeGreaterThan(20)
    const locked = onIce(Infinity)
    expect(Math.abs(locked.spread)).toBeLessThan(1e-6)
    expect(locked.speed).toBeGreaterThan(2 * open.speed)
    const limited = onIce(200)
    expect(limited.speed).toBeGreaterThan(1.2 * open.speed)
    expect(limited.speed).toBeLessThan(locked.speed)
  })

  it('torque is shared between axles as told, and locked axles turn alike', () => {
    const world = flatWorld()
    const differentials = [{ wheels: [0, 1], torqueShare: 1 }, { wheels: [2, 3], torqueShare: 3 }]
    const { car } = addCar(world, { vehicle: { ...MANUAL, differentials } })
    run(world, 1)
    car.gear = 1
    car.throttle = 0.5
    run(world, 2)
    const front = car.wheels[0]!.longitudinalForce + car.wheels[1]!.longitudinalForce
    const rear = car.wheels[2]!.longitudinalForce + car.wheels[3]!.longitudinalForce
    expect(rear / front).toBeGreaterThan(2.7)
    expect(rear / front).toBeLessThan(3.4)
  })
})

describe('steering', () => {
  it('follows the circle of Ackermann at walking speed', () => {
    const world = flatWorld()
    const { car, chassis } = addCar(world, { wheel: { rollingResistance: 0 } })
    run(world, 2)
    car.steering = 0.7
    for (const wheel of car.wheels) wheel.driveTorque = 12
    run(world, 6)
    const { x, z } = chassis.linearVelocity
    const radius = Math.hypot(x, z) / chassis.angularVelocity.y
    const middle = 2.8 / Math.tan(0.42)
    expect(Math.abs(radius / Math.hypot(middle, 1.4) - 1)).toBeLessThan(0.02)
    const [left, right] = car.wheels
    expect(1 / Math.tan(right!.steerAngle) - 1 / Math.tan(left!.steerAngle)).toBeCloseTo(1.6 / 2.8, 9)
    expect(car.wheels[2]!.steerAngle).toBe(0)
  })

  it('an anti-roll bar makes the car lean less', () => {
    const lean = (stiffness: number): number => {
      const world = flatWorld()
      const bars = [{ wheels: [0, 1] as const, stiffness }, { wheels: [2, 3] as const, stiffness }]
      const { car, chassis } = addCar(world, { vehicle: { antiRollBars: bars } })
      run(world, 2)
      chassis.linearVelocity = { x: 0, y: 0, z: 9 }
      for (const wheel of car.wheels) wheel.angularVelocity = 9 / RADIUS
      car.steering = 0.3
      run(world, 2)
      const { x, y, z, w } = chassis.rotation
      expect(car.wheels.reduce((sum, wheel) => sum + wheel.load, 0) / 19620).toBeCloseTo(1, 1)
      return Math.abs(2 * (x * y + z * w))
    }
    // k track²/2 each beside the springs' own.
    expect(lean(40000)).toBeLessThan(0.6 * lean(0))
  })
})

it('a slip curve that falls beyond its peak brakes less when wheels lock, and holds a parked car by its peak', () => {
  const curve = [{ slip: 0, friction: 0 }, { slip: 0.1, friction: 1 }, { slip: 0.5, friction: 0.5 }]
  const world = flatWorld()
  const { car, chassis } = addCar(world, { wheel: { longitudinalCurve: curve, lateralCurve: curve, brakeTorque: 1e5 } })
  run(world, 3)
  chassis.linearVelocity = { x: 0, y: 0, z: 20 }
  for (const wheel of car.wheels) wheel.angularVelocity = 20 / RADIUS
  car.brake = 1
  run(world, 0.5)
  const from = car.speed
  run(world, 1)
  expect((from - car.speed) / (0.5 * 9.81)).toBeCloseTo(1, 2)
  // tan 35° = 0.7, between the two.
  const hill = new World({ sleeping: false })
  addSlope(hill, 35 * Math.PI / 180)
  const parked = addCar(hill, { ...onSlope(35 * Math.PI / 180, 0, 0.6), wheel: { longitudinalCurve: curve, lateralCurve: curve, brakeTorque: 1e5 } })
  parked.car.brake = 1
  run(hill, 5)
  const { x, y, z } = parked.chassis.linearVelocity
  expect(Math.hypot(x, y, z)).toBeLessThan(1e-6)
})

describe('with other bodies', () => {
  it('rides a turntable that rises, without leaving its place', () => {
    const world = new World()
    const lift = world.createBody({
      type: 'kinematic', position: { x: 0, y: -0.5, z: 0 }, linearVelocity: { x: 0.5, y: 0.4, z: 0.3 }, angularVelocity: { x: 0, y: 0.3, z: 0 },
      shapes: [box({ halfExtents: { x: 10, y: 0.5, z: 10 } })],
    })
    const { car, chassis } = addCar(world, { at: { x: 2, y: 0.65, z: 1 } })
    car.brake = 1
    const place = (): [number, number] => {
      const x = chassis.position.x - lift.position.x
      const z = chassis.position.z - lift.position.z
      const angle = 2 * Math.atan2(lift.rotation.y, lift.rotation.w)
      return [x * Math.cos(angle) - z * Math.sin(angle), x * Math.sin(angle) + z * Math.cos(angle)]
    }
    run(world, 2)
    const from = place()
    run(world, 5)
    const to = place()
    expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeLessThan(1e-3)
    expect(car.wheels[0]!.groundBody).toBe(lift)
    expect(chassis.isAwake).toBe(true)
  })

  it('pushes the slab it drives on backwards: momentum is conserved', () => {
    const world = new World({ gravity: { x: 0, y: -9.81, z: 0 } })
    world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 50, y: 1, z: 50 }, friction: 0, frictionCombine: 'min' })] })
    const slab = world.createBody({ position: { x: 0, y: 0.2, z: 0 }, mass: 500, shapes: [box({ halfExtents: { x: 3, y: 0.2, z: 6 } })] })
    const { car, chassis } = addCar(world, { at: { x: 0, y: 1.05, z: 0 } })
    run(world, 2)
    for (const wheel of car.wheels) wheel.driveTorque = 100
    run(world, 0.5)
    expect(slab.linearVelocity.z).toBeLessThan(-0.5)
    expect(Math.abs(500 * slab.linearVelocity.z + 2000 * chassis.linearVelocity.z)).toBeLessThan(5)
  })

  it('pulls a trailer with the mass of both', () => {
    const world = flatWorld({ sleeping: false })
    const { car, chassis } = addCar(world)
    const trailer = world.createBody({
      position: { x: 0, y: 0.65, z: -5 }, mass: 800, centerOfMass: { x: 0, y: -0.2, z: 0 }, shapes: [box({ halfExtents: { x: 0.9, y: 0.3, z: 1.5 } })],
    })
    const axle = world.createVehicle(trailer, { wheels: [{ position: { x: 0.8, y: -0.1, z: -0.3 } }, { position: { x: -0.8, y: -0.1, z: -0.3 } }] })
    world.createBallJoint({ bodyA: chassis, bodyB: trailer, anchor: { x: 0, y: 0.5, z: -2.7 } })
    run(world, 6)
    expect([...car.wheels, ...axle.wheels].reduce((sum, wheel) => sum + wheel.load, 0) / (2800 * 9.81)).toBeCloseTo(1, 3)
    for (const wheel of car.wheels) wheel.driveTorque = 300
    run(world, 1)
    const from = car.speed
    run(world, 1)
    expect((car.speed - from) / (4 * 300 / RADIUS / (2800 + 6 * 10))).toBeCloseTo(1, 2)
  })

  it('a sleeping car wakes when the ground under it goes, moves or is hit', () => {
    const asleep = (): { world: World; floor: ReturnType<World['createBody']>; chassis: ReturnType<World['createBody']> } => {
      const world = new World()
      const floor = world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 50, y: 1, z: 50 } })] })
      const { car, chassis } = addCar(world)
      car.brake = 1
      run(world, 6)
      expect(chassis.isAwake).toBe(false)
      return { world, floor, chassis }
    }
    const gone = asleep()
    gone.world.destroyBody(gone.floor)
    run(gone.world, 0.1)
    expect(gone.chassis.isAwake).toBe(true)
    expect(gone.chassis.linearVelocity.y).toBeLessThan(-0.5)
    const moved = asleep()
    moved.floor.position = { x: 0, y: -1.2, z: 0 }
    moved.world.step(1 / 60)
    expect(moved.chassis.isAwake).toBe(true)
  })
})

describe('state', () => {
  it('a restored drive goes on bit by bit, and a hash tells vehicles apart', () => {
    const world = flatWorld()
    const { car } = addCar(world, { vehicle: { ...MANUAL, gearbox: {}, tester: 'cylinder', antiRollBars: [{ wheels: [0, 1] }] } })
    car.throttle = 1
    car.steering = 0.2
    run(world, 3)
    validateStep(world)
    const bytes = world.snapshot()
    const other = new World()
    other.restore(bytes)
    expect(other.hash()).toBe(world.hash())
    expect(other.vehicleCount).toBe(1)
    const [copy] = [...other.vehicles]
    expect(copy!.gear).toBe(car.gear)
    for (let i = 0; i < 120; i++) {
      world.step(1 / 60)
      other.step(1 / 60)
      if (i % 20 === 0) expect(other.hash()).toBe(world.hash())
    }
    expect(other.hash()).toBe(world.hash())
    copy!.throttle = 0.5
    expect(other.hash()).not.toBe(world.hash())
    world.restore(bytes)
    expect(car.isValid).toBe(true)
  })

  it('goes with its chassis, or leaves it behind', () => {
    const world = flatWorld()
    const { car, chassis } = addCar(world)
    world.destroyVehicle(car)
    world.destroyVehicle(car)
    expect(car.isValid).toBe(false)
    expect(chassis.isValid).toBe(true)
    expect(() => car.speed).toThrow(PhysicsError)
    const again = world.createVehicle(chassis, { wheels: [{ position: { x: 0, y: 0, z: 0 } }] })
    expect(world.vehicleCount).toBe(1)
    world.destroyBody(chassis)
    expect(again.isValid).toBe(false)
    expect(world.vehicleCount).toBe(0)
    run(world, 0.1)
    validateStep(world)
  })

  it('is drawn', () => {
    const world = flatWorld()
    const { car } = addCar(world)
    let lines = 0
    const count = (): number => {
      lines = 0
      world.draw({ line: () => lines++, triangle: () => {} })
      return lines
    }
    expect(count()).toBe(4 * (1 + 32 + 8))
    world.destroyVehicle(car)
    expect(count()).toBe(0)
  })
})

describe('mistakes', () => {
  const world = flatWorld()
  const chassis = world.createBody({ position: { x: 0, y: 2, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 } })] })
  const wheel = { position: { x: 0, y: 0, z: 0 } }
  const ground = world.createBody({ type: 'static' })
  it.each<[string, unknown, unknown, string]>([
    ['no chassis', null, { wheels: [wheel] }, 'vehicle.chassis'],
    ['a static chassis', ground, { wheels: [wheel] }, 'vehicle.chassis'],
    ['no wheels', chassis, { wheels: [] }, 'vehicle.wheels'],
    ['an unknown option', chassis, { wheels: [wheel], motor: 1 }, 'vehicle.motor'],
    ['no place', chassis, { wheels: [{}] }, 'vehicle.wheels[0].position'],
    ['a radius of 0', chassis, { wheels: [{ ...wheel, radius: 0 }] }, 'vehicle.wheels[0].radius'],
    ['lengths that are swapped', chassis, { wheels: [{ ...wheel, suspension: { min: 1, max: 0.5 } }] }, 'vehicle.wheels[0].suspension.max'],
    ['two springs', chassis, { wheels: [{ ...wheel, suspension: { hertz: 1, stiffness: 1 } }] }, 'vehicle.wheels[0].suspension.stiffness'],
    ['a curve that goes back', chassis, { wheels: [{ ...wheel, lateralCurve: [{ slip: 1, friction: 1 }, { slip: 0, friction: 1 }] }] },
      'vehicle.wheels[0].lateralCurve[1].slip'],
    ['up along forward', chassis, { wheels: [wheel], up: { x: 0, y: 0, z: 1 } }, 'vehicle.up'],
    ['an unknown tester', chassis, { wheels: [wheel], tester: 'cone' }, 'vehicle.tester'],
    ['a bar to a wheel that is not there', chassis, { wheels: [wheel], antiRollBars: [{ wheels: [0, 4] }] }, 'vehicle.antiRollBars[0].wheels[1]'],
    ['gears without an engine', chassis, { wheels: [wheel], gearbox: {} }, 'vehicle.gearbox'],
    ['a wheel with two differentials', chassis, { wheels: [wheel, wheel], engine: {}, differentials: [{ wheels: [0, 1] }, { wheels: [1] }] },
      'vehicle.differentials[1].wheels'],
    ['idle above the greatest speed', chassis, { wheels: [wheel], engine: { idleRpm: 9000 } }, 'vehicle.engine.maxRpm'],
  ])('%s', (_, body, definition, field) => {
    const before = world.hash()
    expect(() => world.createVehicle(body as never, definition as never)).toThrow(expect.objectContaining({ name: 'PhysicsError', field }))
    expect(world.hash()).toBe(before)
  })

  it('inputs out of range', () => {
    const own = flatWorld()
    const { car } = addCar(own)
    expect(() => (car.throttle = 2)).toThrow('vehicle.throttle (2) must lie between 0 and 1.')
    expect(() => (car.steering = Number.NaN)).toThrow('vehicle.steering')
    expect(() => (car.gear = 1)).toThrow('needs an engine')
    expect(() => (car.wheels[0]!.friction = -1)).toThrow('wheel.friction')
  })
})
