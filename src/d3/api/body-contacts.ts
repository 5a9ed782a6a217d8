/**
 * What a body touches, as its users read it: geometry at the poses of the moment, forces of the last step. Sleeping bodies, and those of a
 * restored world, have their contacts too.
 */

import { forceOf, touchingPairs } from '../../common/store/body-contacts.ts'
import { MARGIN_PER_SIZE } from '../../common/tuning.ts'
import { withRows } from '../../common/world/contact-rows.ts'
import type { HandleOwner } from '../../common/world/handle-owner.ts'
import { collideQuery } from '../geometry/collide.ts'
import { Manifold, MAX_MANIFOLD_POINTS } from '../geometry/manifold.ts'
import { collideLevel } from '../contacts/mesh-pairs.ts'
import { ManifoldList, thicknessIn } from '../geometry/mesh/mesh-manifolds.ts'
import { DX, DY, DZ, MARGIN, query } from '../geometry/query.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import type { Vec3 } from '../math/types.ts'
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
  /** If `shapeA` is level geometry, the triangle of the deepest point, as its index in what it was built from; −1 otherwise. */
  triangleA: number
  /** The same index of `shapeB`. */
  triangleB: number
  /** Index of the material of that triangle of `shapeA`; −1 if it has none. */
  materialA: number
  /** The same index of `shapeB`. */
  materialB: number
  /** Unit vector from this body to the other, world axes. */
  normal: Vec3
  /** Where they touch. The impulses are those of the force over a step as long as the last one. */
  points: ContactPoint[]
  /** Normal impulse of all points, N s. */
  impulse: number
  /** Its rows, this body being A: a normal for each point, the tangents, the twist. For a contact of the world as it stands: read it at once. */
  readRows(): ContactRow[]
}

const manifold = new Manifold()
const list = new ManifoldList()

/** The contacts of the body of a row. */
export function contactsOf(state: WorldState, owner: HandleOwner, row: number): BodyContact[] {
  const contacts: BodyContact[] = []
  for (const pair of touchingPairs(state, row)) {
    const { shapeA, shapeB } = state.pairs.columns
    const { kind, hull, rotation, size, thickness } = state.shapes.columns
    const a = shapeA[pair]
    const b = shapeB[pair]
    const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
    const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
    setQuery(state, a, b)
    if (kind[b] < LEVEL) {
      collideQuery(manifold, kind[a], kind[b], rotation, a * 9, b * 9, size, a * 4, b * 4, hullA, hullB)
      if (manifold.count > 0) contacts.push(readContact(state, owner, row, pair, manifold))
      continue
    }
    thicknessIn[0] = Math.min(thickness[a], thickness[b])
    collideLevel(list, state, a, b)
    for (let m = 0; m < list.count; m++) {
      const contact = readContact(state, owner, row, pair, list.items[m])
      const flip = state.shapes.columns.body[a] !== row
      contact[flip ? 'triangleA' : 'triangleB'] = asLevel(hullB).sourceOf(list.pieces[m])
      contact[flip ? 'materialA' : 'materialB'] = list.materials[m]
      contact[flip ? 'triangleB' : 'triangleA'] = kind[a] < LEVEL ? -1 : asLevel(hullA).sourceOf(list.piecesA[m])
      contact[flip ? 'materialB' : 'materialA'] = list.materialsA[m]
      contacts.push(contact)
    }
  }
  return contacts
}

/** Where the two shapes are to each other, and the margin of a contact, into `query`. */
function setQuery(state: WorldState, a: number, b: number): void {
  const { center, thickness } = state.shapes.columns
  query[DX] = center[b * 3] - center[a * 3]
  query[DY] = center[b * 3 + 1] - center[a * 3 + 1]
  query[DZ] = center[b * 3 + 2] - center[a * 3 + 2]
  query[MARGIN] = MARGIN_PER_SIZE * Math.min(thickness[a], thickness[b])
}

/** Force of a point of a pair in the last step, N. */
function forceIn(state: WorldState, pair: number, id: number): number {
  const { nextFree } = state.contacts.columns
  let force = 0
  for (let c = state.pairs.columns.contact[pair] - 1; c >= 0 && force === 0; c = nextFree[c] - 1) {
    force = forceOf(state.contacts.columns, c, MAX_MANIFOLD_POINTS, id)
  }
  return force
}

function readContact(state: WorldState, owner: HandleOwner, row: number, pair: number, manifold: Manifold): BodyContact {
  const { shapeA, shapeB } = state.pairs.columns
  const { center, body } = state.shapes.columns
  const a = shapeA[pair]
  const b = shapeB[pair]
  const seconds = state.globals.columns.lastStep[0]
  const points: ContactPoint[] = []
  let impulse = 0
  for (let i = 0; i < manifold.count; i++) {
    const push = forceIn(state, pair, manifold.ids[i]) * seconds
    const [x, y, z] = [0, 1, 2].map((k) => center[a * 3 + k] + manifold.points[3 * i + k])
    const position = { x, y, z }
    points.push({ position, depth: -manifold.separations[i], impulse: push })
    impulse += push
  }
  const flip = body[a] !== row
  const sign = flip ? -1 : 1
  const [own, other] = (flip ? [b, a] : [a, b]).map((shape) => owner.shapes.ofRow(shape) as Shape)
  const normal = { x: sign * manifold.nx, y: sign * manifold.ny, z: sign * manifold.nz }
  const none = { triangleA: -1, triangleB: -1, materialA: -1, materialB: -1 }
  const contact = contactIn(state, pair, manifold)
  const forces = points.map(({ position, depth }, i) => ({ position, depth, force: forceIn(state, pair, manifold.ids[i]) }))
  const reading = {
    bodyA: flip ? body[b] : body[a], bodyB: flip ? body[a] : body[b], normal, points: forces, contact,
    friction: contact < 0 ? 0 : stickingFriction(state, contact, a, b), flipped: flip,
  }
  const found = { shapeA: own, shapeB: other, bodyA: own.body, bodyB: other.body, ...none, normal, points, impulse }
  return withRows(found, () => readContactRows(state, reading))
}

/** Row of the contact that shares most points with a manifold of its pair; −1 = none. */
function contactIn(state: WorldState, pair: number, manifold: Manifold): number {
  const { nextFree } = state.contacts.columns
  let best = state.pairs.columns.contact[pair] - 1
  let most = 0
  for (let c = best; c >= 0; c = nextFree[c] - 1) {
    let force = 0
    for (let i = 0; i < manifold.count; i++) force += forceOf(state.contacts.columns, c, MAX_MANIFOLD_POINTS, manifold.ids[i])
    if (force > most) {
      most = force
      best = c
    }
  }
  return best
}
