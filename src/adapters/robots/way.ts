/** The way from one joint of a robot to another: over which joints in between. */

import type { Body } from '../../d3/index.ts'
import { axisOn } from './couplings.ts'
import type { MadeJoint } from './make-joints.ts'
import type { Hop } from './shafts.ts'

/** All links that do not move are one. */
const GROUND = 'ground'
type Place = Body | typeof GROUND

/** A joint as it is left from one of its links. */
interface Step {
  readonly joint: MadeJoint
  readonly from: Body
}

/** Finds ways over the joints of a robot. */
export class Ways {
  /** By place: the joints that lead on, those of balls left out. */
  private readonly steps = new Map<Place, Step[]>()

  constructor(joints: Iterable<MadeJoint>) {
    for (const joint of joints) {
      if (joint.joint.type === 'ball') continue
      for (const from of [joint.parent, joint.child]) {
        const list = this.steps.get(placeOf(from))
        if (list === undefined) this.steps.set(placeOf(from), [{ joint, from }])
        else list.push({ joint, from })
      }
    }
  }

  /** The shortest way from a link of one joint to a link of the other, over neither of them. Empty: they share a link. null: there is none. */
  find(from: MadeJoint, to: MadeJoint): Hop[] | null {
    const goals = new Set([placeOf(to.parent), placeOf(to.child)])
    const reached = new Map<Place, Step | null>([[placeOf(from.parent), null], [placeOf(from.child), null]])
    // Grows while it is walked: the nearest first.
    const queue = [...reached.keys()]
    for (let i = 0; i < queue.length; i++) {
      const place = queue[i]
      if (goals.has(place)) return withGround(back(place, reached), from, to)
      for (const step of this.steps.get(place) ?? []) {
        const next = placeOf(step.from === step.joint.parent ? step.joint.child : step.joint.parent)
        if (step.joint === from || step.joint === to || reached.has(next)) continue
        reached.set(next, step)
        queue.push(next)
      }
    }
    return null
  }
}

function placeOf(body: Body): Place {
  return body.type === 'dynamic' ? body : GROUND
}

function hopOf({ joint, from }: Step): Hop {
  const { joint: { type }, parent, child, drive } = joint
  const to = from === parent ? child : parent
  // The axis of a planar joint is that which it turns about, too.
  const turns = type === 'hinge' || type === 'planar'
  const speed = type === 'hinge' ? drive!.handle.speed : 0
  return { from, to, turns, axis: axisOn(joint, from), axisTo: axisOn(joint, to), speed: from === parent ? speed : -speed }
}

function back(place: Place, reached: ReadonlyMap<Place, Step | null>): Hop[] {
  const hops: Hop[] = []
  for (let step = reached.get(place) ?? null; step !== null; step = reached.get(placeOf(step.from)) ?? null) hops.push(hopOf(step))
  return hops.toReversed()
}

/** Links that do not move are one place and may be several bodies: steps from one to the other. */
function withGround(hops: readonly Hop[], from: MadeJoint, to: MadeJoint): Hop[] {
  const out: Hop[] = []
  let at = hops.length > 0 ? ofPlace(from, placeOf(hops[0].from)) : null
  const step = (next: Body): void => {
    if (at !== null && at !== next) out.push({ from: at, to: next, turns: false, axis: ALONG, axisTo: ALONG, speed: 0 })
    at = next
  }
  for (const hop of hops) {
    step(hop.from)
    out.push(hop)
    at = hop.to
  }
  if (at !== null) step(ofPlace(to, placeOf(at)))
  else {
    const shared = [from.parent, from.child].find(body => [to.parent, to.child].some(other => placeOf(other) === placeOf(body)))!
    at = shared
    step(ofPlace(to, placeOf(shared)))
  }
  return out
}

const ALONG = { x: 1, y: 0, z: 0 }

function ofPlace({ parent, child }: MadeJoint, place: Place): Body {
  return placeOf(parent) === place ? parent : child
}
