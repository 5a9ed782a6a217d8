/**
 * Turns led through a robot, from a link to its neighbour: for joints that follow a joint elsewhere in the tree.
 *
 * A shaft is a small rotor on a link; its turn s is told against that link. The next link needs a rotor with the same turn against itself, and rows
 * of the engine join two bodies. By the joint between the two links:
 *
 * - One that turns about n (hinge, planar): a differential. Wheels a on the first link P and b on the second link Q turn about n, and between them a
 *   carrier c. One planet of c meshes with a and Q, a second one with P and b, each with opposite signs: 2 c = a + Q and 2 c = P + b, as angles about
 *   n. So b − Q = a − P, however far the hinge has turned. All rows are those of `gear-rows.ts`.
 * - One that does not turn (slider, weld): both axles stay parallel, and the rotors turn alike.
 *
 * Over a ball no row of two bodies can lead a turn: the link beyond may turn about the axle, and the row could not tell it from the rotor's own.
 */

import type { Body, Vec3, World } from '../../d3/index.ts'
import { shaft } from '../shared/gear-rows.ts'
import { ALIGNED_AXLES, CARRIER_PART } from './limits.ts'
import { across, conjugate, cross, dot, fromAxes, multiply, relative, rotate, unit, ZERO } from './poses.ts'
import { makeRotor, mesh, type Axle } from './rotors.ts'

/** A rotor on a link. */
export interface Shaft {
  readonly host: Body
  readonly rotor: Body
  /** Unit axle in the axes of the host, and of the rotor as it was made. */
  readonly axle: Vec3
  /** Turn of the rotor against the host now, rad/s. */
  readonly speed: number
}

/** A joint on the way from one link to another. */
export interface Hop {
  readonly from: Body
  readonly to: Body
  /** Does `to` turn against `from`, about `axis`? Otherwise not at all. */
  readonly turns: boolean
  /** In the axes of `from`, unit. */
  readonly axis: Vec3
  /** The same in the axes of `to`. */
  readonly axisTo: Vec3
  /** rad/s of `to` against `from` about the axis. */
  readonly speed: number
}

/**
 * What a rotor on a link weighs: a share of the link, or of the first of `like` where the link does not move; moments of no more than those of
 * `like`.
 */
export interface RotorSize {
  readonly share: number
  /** Links that move. */
  readonly like: readonly Body[]
}

/** Makes rotors, and keeps a list of them. */
export class ShaftMaker {
  readonly made: Body[] = []
  private readonly world: World
  private readonly size: RotorSize

  constructor(world: World, size: RotorSize) {
    this.world = world
    this.size = size
  }

  /** A loose rotor on a link. */
  make(host: Body, axle: Vec3, speed: number, share: number = this.size.share): Shaft {
    const { like } = this.size
    const { mass } = host.type === 'dynamic' ? host : like[0]
    let moment = host.type === 'dynamic' ? leastMoment(host) : Infinity
    for (const link of like) moment = Math.min(moment, leastMoment(link))
    const rotor = makeRotor(this.world, host, axle, share * mass, share * moment, speed, true)
    this.made.push(rotor)
    return { host, rotor, axle, speed }
  }

  /** The same turn about another axle of the same link. */
  turnTo(from: Shaft, axle: Vec3): Shaft {
    const along = dot(from.axle, axle)
    if (along > 1 - ALIGNED_AXLES) return from
    const perpendicular = unit(cross(from.axle, axle)) ?? across(axle)
    if (Math.abs(along) > ALIGNED_AXLES) return this.geared(this.geared(from, perpendicular), axle)
    return this.geared(from, axle)
  }

  private geared(from: Shaft, axle: Vec3): Shaft {
    const next = this.make(from.host, axle, from.speed)
    this.mesh(from.host, from.rotor, from.axle, next, 1)
    return next
  }

  /** The rotor of `on` turns by `sigma` times what `other` turns about the axis of its host. */
  private mesh(host: Body, other: Body, axis: Vec3, on: Shaft, sigma: number): void {
    const side: Axle = { shared: host, other, axis, turns: true, outward: true }
    mesh(this.world, side, on.rotor, on.axle, sigma, 0)
  }

  /** A shaft on the next link with the same turn. */
  lead(incoming: Shaft, hop: Hop): Shaft {
    if (hop.from.type !== 'dynamic' && hop.to.type !== 'dynamic') {
      return { ...incoming, host: hop.to, axle: carried(incoming.axle, hop.from, hop.to) }
    }
    if (!hop.turns) return this.leadStraight(incoming, hop)
    const { from, to, axis, axisTo } = hop
    const a = this.turnTo(incoming, axis)
    const b = this.make(to, axisTo, a.speed)
    const carrier = this.make(from, axis, (a.speed + hop.speed) / 2)
    const planetAxle = across(axis)
    const first = this.make(carrier.rotor, planetAxle, (a.speed - hop.speed) / 2, CARRIER_PART)
    this.mesh(carrier.rotor, a.rotor, axis, first, 1)
    this.mesh(carrier.rotor, to, axis, first, -1)
    const second = this.make(carrier.rotor, planetAxle, -(a.speed + hop.speed) / 2, CARRIER_PART)
    this.mesh(carrier.rotor, from, axis, second, 1)
    this.mesh(carrier.rotor, b.rotor, axis, second, -1)
    return b
  }

  private leadStraight(incoming: Shaft, { from, to }: Hop): Shaft {
    const axle = carried(incoming.axle, from, to)
    const next = this.make(to, axle, incoming.speed)
    const y = across(incoming.axle)
    const own = { position: ZERO, rotation: fromAxes(incoming.axle, y, cross(incoming.axle, y)) }
    const [a, b] = [incoming.rotor, next.rotor]
    const there = { position: a.position, rotation: multiply(a.rotation, own.rotation) }
    this.world.createJoint(shaft, { bodyA: a, bodyB: b, frameA: own, frameB: { rotation: relative(b, there).rotation } })
    return next
  }
}

function leastMoment(body: Body): number {
  const { xx, yy, zz } = body.getInertia()
  return Math.min(xx, yy, zz)
}

/** A direction of one body in the axes of another, as they stand. */
function carried(direction: Vec3, from: Body, to: Body): Vec3 {
  return rotate(conjugate(to.rotation), rotate(from.rotation, direction))
}
