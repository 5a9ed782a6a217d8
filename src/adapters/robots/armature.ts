/**
 * Armature: the inertia of a motor's rotor as the joint feels it, ½ a q̇² more kinetic energy, with q̇ the speed of the joint and nothing else.
 *
 * Two balls stand at the centre of mass of one of the joint's links, on an axle u across the joint's axis, and turn against each other: s = ±σ q
 * by gear rows (`gear-rows.ts`). Their energy is 2 · ½ I |ω|² + ½ I (2 σ² q̇²), since the terms I σ q̇ ω·u of the two cancel: the first is that of
 * a ball of 2 I on the link, which the link gives up; the second is ½ a q̇² with I = a / (2 σ²). So it is exact, whatever the link does. On a link
 * that does not move one ball is enough, and nothing is given up.
 */

import { principalAxes } from '../../d3/math/symmetric3.ts'
import type { Body, World } from '../../d3/index.ts'
import { axisOn, axleOf, type CoupledJoint } from './couplings.ts'
import { BALL_SHARE, MASS_SHARE, MAX_RATIO } from './limits.ts'
import { gyrationRadius } from './mass.ts'
import { across } from './poses.ts'
import type { RobotNote } from './robot.ts'
import { makeRotor, mesh } from './rotors.ts'

/** How much of a ball's moment an inertia can give up and still be that of a solid. */
function slackOf(body: Body): number {
  const { xx, yy, zz, xy, xz, yz } = body.getInertia()
  const p = new Float64Array(3)
  principalAxes(new Float64Array([xx, yy, zz, xy, xz, yz]), 0, p, 0, new Float64Array(4), 0)
  const most = Math.max(p[0], p[1], p[2])
  return Math.max(0, Math.min(p[0], p[1], p[2], p[0] + p[1] + p[2] - 2 * most))
}

/** Makes the balls of a joint's armature; `speed` is that of the joint. */
export function addArmature(world: World, side: CoupledJoint, speed: number, notes: RobotNote[]): Body[] {
  const { joint, parent, child } = side
  const { armature } = joint
  // A radian for a metre would be a fast ball on a small robot: lengths are told in radii of gyration.
  const unit = joint.type === 'hinge' ? 1 : gyrationRadius(child)
  const still = [parent, child].find(body => body.type !== 'dynamic')
  if (still !== undefined) {
    const axle = across(axisOn(side, still))
    const ball = makeRotor(world, still, axle, MASS_SHARE * child.mass, armature * unit * unit, speed / unit, false)
    mesh(world, axleOf(side, still), ball, axle, 1 / unit, 0)
    return [ball]
  }
  const [host, slack] = slackOf(parent) >= slackOf(child) ? [parent, slackOf(parent)] : [child, slackOf(child)]
  const wanted = Math.sqrt(armature / (BALL_SHARE * slack)) * unit
  const exact = wanted <= MAX_RATIO
  const ratio = exact ? Math.max(wanted, 1) : MAX_RATIO
  if (!exact) {
    const share = Number((100 / (MAX_RATIO * MAX_RATIO)).toPrecision(2))
    notes.push({
      kind: 'changed', element: joint.element,
      message: `The armature is large beside the links it joins: ${share} % of it also resists turns of the whole link.`,
    })
  }
  const axle = across(axisOn(side, host))
  return [1, -1].map((sign) => {
    const sigma = (sign * ratio) / unit
    const ball = makeRotor(world, host, axle, MASS_SHARE * host.mass, armature / (2 * sigma * sigma), sigma * speed, exact)
    mesh(world, axleOf(side, host), ball, axle, sigma, 0)
    return ball
  })
}
