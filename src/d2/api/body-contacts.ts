/**
 * What a body touches, as its users read it: geometry at the poses of the moment, forces of the last step. Sleeping bodies, and those of a
 * restored world, have their contacts too.
 */

import { forceOf, touchingPairs } from '../../common/store/body-contacts.ts'
import { MARGIN_PER_SIZE } from '../../common/tuning.ts'
import { withRows } from '../../common/world/contact-rows.ts'
import type { HandleOwner } from '../../common/world/handle-owner.ts'
import { collide } from '../geometry/collide.ts'
import { Manifold, MAX_MANIFOLD_POINTS } from '../geometry/manifold.ts'
import type { Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import type { Body } from './body.ts'
import { readContactRows, stickingFriction, type ContactRow } from './contact-rows.ts'
import type { ContactPoint } from './events.ts'
import type { Shape } from './shape.ts'

/** A contact of a body with another one. */
export interface BodyContact {
  /** The shape of this body. */
  shapeA: Shape
  /** The shape that it touches. */
  shapeB: Shape
  /** This body. */
  bodyA: Body
  /** The body that it touches. */
  bodyB: Body
  /** Unit vector from this body to the other, world axes. */
  normal: Vec2
  /** Where they touch. The impulses are those of the force over a step as long as the last one. */
  points: ContactPoint[]
  /** Normal impulse of all points, N s. */
  impulse: number
  /** Its rows, this body being A: a normal for each point and the tangent. For a contact of the world as it stands: read it at once. */
  readRows(): ContactRow[]
}

const manifold = new Manifold()

/** The contacts of the body of a row. */
export function contactsOf(state: WorldState, owner: HandleOwner, row: number): BodyContact[] {
  const contacts: BodyContact[] = []
  for (const pair of touchingPairs(state, row)) {
    const contact = readContact(state, owner, row, pair)
    if (contact !== null) contacts.push(contact)
  }
  return contacts
}

/** Null if the two have been put apart since. */
function readContact(state: WorldState, owner: HandleOwner, row: number, pair: number): BodyContact | null {
  const { shapeA, shapeB, contact } = state.pairs.columns
  const { kind, rotation, size, center, polygon, thickness, body } = state.shapes.columns
  const a = shapeA[pair]
  const b = shapeB[pair]
  const { data, start } = state.packedPolygons
  const [pa, pb] = [start[polygon[a] + 1], start[polygon[b] + 1]]
  const dx = center[b * 2] - center[a * 2]
  const dy = center[b * 2 + 1] - center[a * 2 + 1]
  const margin = MARGIN_PER_SIZE * Math.min(thickness[a], thickness[b])
  collide(manifold, kind[a], kind[b], rotation, a * 2, b * 2, size, a * 4, b * 4, data, pa, pb, dx, dy, margin)
  if (manifold.count === 0) return null
  const seconds = state.globals.columns.lastStep[0]
  const points: ContactPoint[] = []
  let impulse = 0
  for (let i = 0; i < manifold.count; i++) {
    const push = forceOf(state.contacts.columns, contact[pair] - 1, MAX_MANIFOLD_POINTS, manifold.ids[i]) * seconds
    const position = { x: center[a * 2] + manifold.points[2 * i], y: center[a * 2 + 1] + manifold.points[2 * i + 1] }
    points.push({ position, depth: -manifold.separations[i], impulse: push })
    impulse += push
  }
  const flip = body[a] !== row
  const sign = flip ? -1 : 1
  const [own, other] = (flip ? [b, a] : [a, b]).map((shape) => owner.shapes.ofRow(shape) as Shape)
  const normal = { x: sign * manifold.nx, y: sign * manifold.ny }
  const row0 = contact[pair] - 1
  const forces = points.map(({ position, depth }, i) => {
    return { position, depth, force: forceOf(state.contacts.columns, row0, MAX_MANIFOLD_POINTS, manifold.ids[i]) }
  })
  const [ofA, ofB] = flip ? [body[b], body[a]] : [body[a], body[b]]
  const reading = { bodyA: ofA, bodyB: ofB, normal, points: forces, contact: row0, friction: stickingFriction(state, a, b) }
  const found = { shapeA: own, shapeB: other, bodyA: own.body, bodyB: other.body, normal, points, impulse }
  return withRows(found, () => readContactRows(state, reading))
}
