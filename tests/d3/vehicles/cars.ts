/** Cars for tests: a box on wheels, and the ground it stands on. */

import {
  box, World, type Body, type Quat, type Vec3, type WheeledVehicle, type WheeledVehicleDefinition, type WheelOptions, type WorldOptions,
} from 'fulcrum-physics/3d'

export const G = 9.81
export const RADIUS = 0.35

export interface CarOptions {
  at?: Vec3
  rotation?: Quat
  mass?: number
  wheel?: Partial<WheelOptions>
  vehicle?: Partial<WheeledVehicleDefinition>
  base?: number
  track?: number
}

/** A world with a level floor whose top is at 0. */
export function flatWorld(options: WorldOptions = {}, friction = 1): World {
  const world = new World(options)
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 1000, y: 1, z: 5000 }, friction })] })
  return world
}

/** Front left, front right, rear left, rear right; forwards is z. */
export function addCar(world: World, options: CarOptions = {}): { chassis: Body; car: WheeledVehicle } {
  const { at = { x: 0, y: 0.65, z: 0 }, rotation = { x: 0, y: 0, z: 0, w: 1 }, mass = 2000, base = 2.8, track = 1.6 } = options
  const chassis = world.createBody({
    position: at, rotation, mass, centerOfMass: { x: 0, y: -0.2, z: 0 }, shapes: [box({ halfExtents: { x: 0.9, y: 0.3, z: 2.2 } })],
  })
  const wheels = [0, 1, 2, 3].map((i): WheelOptions => ({
    position: { x: i % 2 === 0 ? track / 2 : -track / 2, y: -0.1, z: i < 2 ? base / 2 : -base / 2 }, radius: RADIUS, mass: 20,
    maxSteer: i < 2 ? 0.6 : 0, ...options.wheel,
  }))
  return { chassis, car: world.createVehicle(chassis, { wheels, ...options.vehicle }) }
}

export function run(world: World, seconds: number, dt = 1 / 60): void {
  const steps = Math.round(seconds / dt)
  for (let i = 0; i < steps; i++) world.step(dt)
}

export function about(axis: 'x' | 'y' | 'z', angle: number): Quat {
  return { x: 0, y: 0, z: 0, w: Math.cos(angle / 2), [axis]: Math.sin(angle / 2) }
}

export function multiply(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  }
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}

/** A slope of so many rad that rises along z, its top through the origin. */
export function addSlope(world: World, angle: number, friction = 1): void {
  world.createBody({
    type: 'static', position: { x: 0, y: -Math.cos(angle), z: Math.sin(angle) }, rotation: about('x', -angle),
    shapes: [box({ halfExtents: { x: 500, y: 1, z: 500 }, friction })],
  })
}

/** Pose of a car that stands `height` above such a slope, turned by `heading`. */
export function onSlope(angle: number, heading: number, height = 0.65): { at: Vec3; rotation: Quat } {
  return { at: { x: 0, y: height * Math.cos(angle), z: -height * Math.sin(angle) }, rotation: multiply(about('x', -angle), about('y', heading)) }
}
