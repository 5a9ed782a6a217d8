/** Rest and brakes: loads, slopes, stopping distances, locked wheels, the shake that other engines have when a car brakes at rest. */

import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import { about, addCar, addSlope, distance, flatWorld, G, onSlope, RADIUS, run } from './cars.ts'
import { World } from 'fulcrum-physics/3d'

const DEGREE = Math.PI / 180

describe('at rest', () => {
  it('four wheels of 20 kg carry two tonnes, on springs that sag by g/ω²', () => {
    const world = flatWorld({ sleeping: false })
    const { car, chassis } = addCar(world)
    run(world, 8)
    validateStep(world)
    const sag = G / (2 * Math.PI * 1.5) ** 2
    for (const wheel of car.wheels) {
      expect(wheel.load).toBeCloseTo(2000 * G / 4, 6)
      expect(wheel.suspensionLength).toBeCloseTo(0.3 - sag, 8)
      expect(wheel.isGrounded).toBe(true)
    }
    expect(Math.hypot(chassis.linearVelocity.x, chassis.linearVelocity.y, chassis.linearVelocity.z)).toBeLessThan(1e-9)
  })

  it.each([[1 / 60, 0], [1 / 60, 90], [1 / 60, 33], [1 / 30, 45], [1 / 240, 20]])(
    'a braked car stays on a slope of 20°: dt %f, heading %f°', (dt, heading) => {
      const world = new World({ sleeping: false })
      addSlope(world, 20 * DEGREE)
      const { car, chassis } = addCar(world, { ...onSlope(20 * DEGREE, heading * DEGREE), wheel: { brakeTorque: 4000 } })
      car.brake = 1
      run(world, 4, dt)
      const start = chassis.position
      let creep = 0
      for (let i = 0; i < 60; i++) {
        run(world, 1, dt)
        creep = Math.max(creep, distance(start, chassis.position))
      }
      expect(creep).toBeLessThan(1e-6)
      expect(car.wheels.reduce((sum, wheel) => sum + wheel.load, 0)).toBeCloseTo(2000 * G * Math.cos(20 * DEGREE), 4)
    },
  )

  it('sleeps on a slope under its hand brake, and rolls off when that is released', () => {
    const world = new World()
    addSlope(world, 20 * DEGREE)
    const { car, chassis } = addCar(world, { ...onSlope(20 * DEGREE, 0), wheel: { handBrakeTorque: 4000 } })
    car.handBrake = 1
    run(world, 6)
    expect(chassis.isAwake).toBe(false)
    const start = chassis.position
    run(world, 10)
    expect(chassis.position).toEqual(start)
    car.handBrake = 0
    run(world, 2)
    expect(chassis.isAwake).toBe(true)
    // All four wheels roll: their spins take part as masses of I/r² = m/2 each.
    const expected = G * Math.sin(20 * DEGREE) / (1 + 4 * 10 / 2000)
    expect(car.speed).toBeLessThan(-expected * 2 * 0.97)
    expect(car.speed).toBeGreaterThan(-expected * 2 * 1.01)
  })

  it('does not shake when it brakes at rest', () => {
    const world = flatWorld({ sleeping: false })
    const { car, chassis } = addCar(world)
    run(world, 10)
    const start = chassis.position
    for (let i = 0; i < 300; i++) {
      car.brake = i % 20 < 10 ? 1 : 0
      world.step(1 / 60)
      expect(distance(start, chassis.position)).toBeLessThan(1e-8)
    }
  })
})

describe('stopping', () => {
  const stop = (heading: number, v: number, dt: number): { way: number; aside: number; speed: number } => {
    const world = flatWorld({ sleeping: false })
    // With the ground's 1 the geometric mean is 0.8.
    const { car, chassis } = addCar(world, { rotation: about('y', heading), wheel: { friction: 0.64, brakeTorque: 1e5 } })
    run(world, 4)
    chassis.linearVelocity = { x: 0, y: 0, z: v }
    for (const wheel of car.wheels) wheel.angularVelocity = v * Math.cos(heading) / RADIUS
    car.brake = 1
    const from = chassis.position
    run(world, v / 0.8 / G + 4, dt)
    const { x, z } = chassis.position
    return { way: z - from.z, aside: Math.abs(x - from.x), speed: Math.abs(chassis.linearVelocity.z) }
  }

  it.each([[0, 1 / 60], [10, 1 / 60], [30, 1 / 60], [45, 1 / 60], [0, 1 / 30], [0, 1 / 240], [45, 1 / 30]])(
    'takes v²/2μg at a heading of %f°, dt %f', (heading, dt) => {
      const { way, aside, speed } = stop(heading * DEGREE, 20, dt)
      const expected = 400 / (2 * 0.8 * G)
      expect(Math.abs(way / expected - 1)).toBeLessThan(0.005)
      expect(aside).toBeLessThan(0.02)
      expect(speed).toBeLessThan(1e-7)
    },
  )

  it('below the torque that locks the wheels it slows by torque over radius, with the spins as mass', () => {
    const world = flatWorld({ sleeping: false })
    const { car, chassis } = addCar(world, { wheel: { brakeTorque: 500 } })
    run(world, 4)
    chassis.linearVelocity = { x: 0, y: 0, z: 20 }
    for (const wheel of car.wheels) wheel.angularVelocity = 20 / RADIUS
    car.brake = 1
    run(world, 0.5)
    const from = car.speed
    run(world, 1)
    const expected = 4 * 500 / RADIUS / (2000 + 4 * 10)
    expect(Math.abs((from - car.speed) / expected - 1)).toBeLessThan(0.01)
    for (const wheel of car.wheels) expect(wheel.angularVelocity * RADIUS).toBeCloseTo(car.speed, 0)
  })

  it('brakes against its own drive', () => {
    const world = flatWorld({ sleeping: false })
    const { car } = addCar(world, { wheel: { brakeTorque: 500 } })
    run(world, 4)
    for (const wheel of car.wheels) wheel.driveTorque = 300
    run(world, 1)
    expect(car.speed).toBeGreaterThan(1)
    car.brake = 1
    run(world, 4)
    expect(Math.abs(car.speed)).toBeLessThan(1e-6)
    car.brake = 0
    run(world, 1)
    expect(car.speed).toBeGreaterThan(1)
  })
})
