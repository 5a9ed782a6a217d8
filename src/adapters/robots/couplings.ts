/**
 * Joints that follow others: q₂ = multiplier q₁ + offset, as gear rows.
 *
 * A small rotor stands on a link of the first joint and meshes with it: s = σ q₁. Where the second joint has that link too, it meshes with the same
 * rotor: q₂ = (multiplier / σ) s + offset. Otherwise the turn is led from link to link, to one that has it (`shafts.ts`).
 */

import type { Body, Vec3, World } from '../../d3/index.ts'
import { ROTOR_SHARE } from './limits.ts'
import { gyrationRadius } from './mass.ts'
import { across, cross, rotate, unit, type Pose } from './poses.ts'
import type { RobotCoupling, RobotJoint, RobotNote } from './robot.ts'
import { mesh, type Axle } from './rotors.ts'
import { ShaftMaker, type Hop } from './shafts.ts'

/** One of the two joints of a coupling, as `addRobot` has made it. */
export interface CoupledJoint {
  joint: RobotJoint
  parent: Body
  child: Body
  /** The joint's frame on each body at the coordinate 0 of the engine; x is the axis. */
  frameA: Pose
  frameB: Pose
  /** The file's coordinate less the engine's. */
  offset: number
  /** The engine's coordinate now. */
  value: number
  /** Its rate, m/s or rad/s. */
  speed: number
}

/**
 * Makes the rows of a coupling whose multiplier is not 0. `wayTo` finds the links between two joints; null: there are none.
 * Returns the rotors, none with a note where there is no way.
 */
export function couple(
  world: World, coupling: RobotCoupling, follower: CoupledJoint, leader: CoupledJoint, wayTo: () => Hop[] | null, notes: RobotNote[],
): Body[] {
  const hops = wayTo()
  if (hops === null) {
    notes.push({
      kind: 'lost', element: coupling.element,
      message: `"${coupling.joint}" does not follow "${coupling.leader}": no hinges and sliders lead there. Drive it with setJointTarget.`,
    })
    return []
  }
  const first = hops.length === 0 ? sharedBy(leader, follower) : hops[0].from
  const last = hops.length === 0 ? first : hops.at(-1)!.to
  const like = [leader.child, leader.parent, follower.child, follower.parent].filter(({ type }) => type === 'dynamic')
  const maker = new ShaftMaker(world, { share: ROTOR_SHARE, like })
  const from = axleOf(leader, first)
  const to = axleOf(follower, last)
  // s = σ q of the leader: a turn for a hinge; for a slider in radii of gyration, so that the rotor is as little beside the link's mass as beside
  // its moment.
  const sigma = from.turns ? 1 : 1 / gyrationRadius(like[0])
  // Across both axes where they are apart, across the first where they are parallel.
  const next = hops.length === 0 ? to.axis : hops[0].axis
  let shaft = maker.make(first, unit(cross(from.axis, next)) ?? across(from.axis), sigma * leader.speed)
  mesh(world, from, shaft.rotor, shaft.axle, sigma, 0)
  for (const hop of hops) shaft = maker.lead(shaft, hop)
  if (hops.length > 0) shaft = maker.turnTo(shaft, unit(cross(shaft.axle, to.axis)) ?? across(to.axis))
  const { multiplier, offset } = coupling
  // s = σ (q₁ − q₁ now) ⇒ q₂ = m (s/σ + q₁ now) + offset: the rotor stands at 0 where the robot stands now.
  const goal = multiplier * (leader.value + leader.offset) + offset
  const now = follower.value + follower.offset
  mesh(world, to, shaft.rotor, shaft.axle, sigma / multiplier, goal - now)
  return maker.made
}

function sharedBy(a: CoupledJoint, b: CoupledJoint): Body {
  return a.parent === b.parent || a.parent === b.child ? a.parent : a.child
}

/** A joint as a rotor on one of its links sees it. */
export function axleOf(side: CoupledJoint, shared: Body): Axle {
  const outward = shared === side.parent
  return { shared, other: outward ? side.child : side.parent, axis: axisOn(side, shared), turns: side.joint.type === 'hinge', outward }
}

/** The joint's axis in the axes of one of its bodies. */
export function axisOn(side: Pick<CoupledJoint, 'parent' | 'frameA' | 'frameB'>, body: Body): Vec3 {
  const frame = body === side.parent ? side.frameA : side.frameB
  return rotate(frame.rotation, { x: 1, y: 0, z: 0 })
}
