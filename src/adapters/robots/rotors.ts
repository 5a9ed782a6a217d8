/** Small rotors on links, and how they mesh with a joint of that link. */

import type { Body, Vec3, World } from '../../d3/index.ts'
import { axle as axleType, bevel, cam } from '../shared/gear-rows.ts'
import { addInertia, diagonal } from './mass.ts'
import { across, add, compose, cross, fromAxes, relative, rotate, times, type Pose } from './poses.ts'

/**
 * A small wheel on a link, at its centre of mass, that turns at `spin` about the axle (axes of the link). If `taken`, the link's mass and inertia
 * shrink by its own.
 */
export function makeRotor(world: World, shared: Body, axle: Vec3, mass: number, moment: number, spin: number, taken: boolean): Body {
  const dynamic = shared.type === 'dynamic'
  const pose = { position: shared.position, rotation: shared.rotation }
  const hub = dynamic ? shared.localCenterOfMass : { x: 0, y: 0, z: 0 }
  const placed = compose(pose, { position: hub, rotation: { x: 0, y: 0, z: 0, w: 1 } })
  if (dynamic && taken) {
    const rest = addInertia(shared.getInertia(), diagonal(moment, moment, moment), -1)
    shared.mass -= mass
    shared.setInertia(rest)
  }
  const rotor = world.createBody({
    ...placed, mass, inertia: diagonal(moment, moment, moment), linearVelocity: shared.velocityAt(placed.position),
    angularVelocity: add(shared.angularVelocity, times(rotate(shared.rotation, axle), spin)),
  })
  const along = { rotation: frameOf(axle) }
  world.createJoint(axleType, { bodyA: shared, bodyB: rotor, frameA: { position: hub, ...along }, frameB: along })
  return rotor
}

function frameOf(axle: Vec3): Pose['rotation'] {
  const y = across(axle)
  return fromAxes(axle, y, cross(axle, y))
}

/** A joint as a rotor on one of its links sees it. */
export interface Axle {
  /** The link with the rotor, and the link that moves against it. */
  readonly shared: Body
  readonly other: Body
  /** The joint's axis in the axes of the shared link. */
  readonly axis: Vec3
  /** Does the other link turn about the axis? Otherwise it slides along it. */
  readonly turns: boolean
  /** Is the coordinate that of the other link against the shared one? Otherwise the reverse. */
  readonly outward: boolean
}

/** The row between the rotor and the joint's other body: the rotor turns by `sigma` for each unit; `behind`: what the coordinate has yet to go. */
export function mesh(world: World, { shared, other, axis, turns, outward }: Axle, rotor: Body, axle: Vec3, sigma: number, behind: number): void {
  // Axes on the shared link: the joint's axis and the axle, which stand across each other.
  const forA = fromAxes(axis, axle, cross(axis, axle))
  const forB = turns ? fromAxes(axle, axis, cross(axle, axis)) : forA
  const pose = { position: shared.position, rotation: shared.rotation }
  const hub = relative(pose, { position: rotor.position, rotation: rotor.rotation }).position
  const seen = relative({ position: other.position, rotation: other.rotation }, compose(pose, { position: hub, rotation: forA }))
  // As the bodies stand both angles and the travel are 0.
  const sign = outward ? -1 : 1
  // Hinge: φ_A = sign (q − now), φ_B = −s. Slider: φ = s, travel = sign (q − now).
  const k = turns ? -sign * sigma : sign * sigma
  const phase = turns ? sigma * behind : -sigma * behind
  world.createJoint(turns ? bevel : cam, {
    bodyA: other, bodyB: rotor, frameA: seen, frameB: { rotation: forB }, data: [k, phase],
  })
}
