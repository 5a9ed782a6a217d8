/** Shafts in bearings that stand fast, joined under an angle: the rig of the transmission cases. */

import { box, type Body, type HingeJoint, type Quat, type Vec3, type World } from 'fulcrum-physics/3d'
import { boxMoments, scale } from './setup.ts'

/** A thick rod along its own x axis. */
const SHAFT = { x: 0.5, y: 0.1, z: 0.1 }
const GHOST = { category: 1, mask: 0 }
export const Y: Vec3 = { x: 0, y: 1, z: 0 }
export const Z: Vec3 = { x: 0, y: 0, z: 1 }

export interface Shaft {
  body: Body
  /** Its bearings, a hinge with the world. */
  bearing: HingeJoint
  /** The direction of its x axis. */
  along: Vec3
  /** About that axis, kg m². */
  inertia: number
}

export function turnAboutZ(angle: number): Quat {
  return { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) }
}

/** A shaft in the plane z = 0, `angle` from the x axis; `middle` is where its centre lies. */
export function addShaft(world: World, middle: Vec3, angle: number, speed?: number): Shaft {
  const along = { x: Math.cos(angle), y: Math.sin(angle), z: 0 }
  const shapes = [box({ halfExtents: SHAFT, density: 1000, filter: GHOST })]
  const body = world.createBody({ position: middle, rotation: turnAboutZ(angle), shapes })
  const motor = speed === undefined ? null : { speed, maxTorque: Infinity }
  const bearing = world.createHingeJoint({ bodyB: body, anchor: middle, axis: along, motor })
  return { body, bearing, along, inertia: boxMoments(body.mass, SHAFT).x }
}

/** A driver along x that ends at the origin, and a shaft that goes on from there at an angle. */
export function addPair(world: World, angle: number, speed: number): { driver: Shaft; driven: Shaft } {
  const driver = addShaft(world, { x: -0.6, y: 0, z: 0 }, 0, speed)
  const driven = addShaft(world, scale({ x: Math.cos(angle), y: Math.sin(angle), z: 0 }, 0.6), angle)
  return { driver, driven }
}

/** A universal joint between shafts at a point: the arm of A stands along y of the world, that of B along z. */
export function joinByCross(world: World, a: Shaft, b: Shaft, anchor: Vec3): void {
  world.createUniversalJoint({ bodyA: a.body, bodyB: b.body, anchor, axisA: Y, axisB: Z })
}

/** A constant-velocity joint: the shafts, x axes of the bodies, meet at a point at any angle. */
export function joinEvenly(world: World, a: Shaft, b: Shaft, formulation: 'bisector' | 'quaternion'): void {
  const frameA = { position: { x: 0.6, y: 0, z: 0 } }
  const frameB = { position: { x: -0.6, y: 0, z: 0 } }
  world.createConstantVelocityJoint({ bodyA: a.body, bodyB: b.body, frameA, frameB, formulation })
}
