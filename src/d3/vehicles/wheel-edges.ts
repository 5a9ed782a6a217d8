/**
 * Wheels on edges and corners: kerbs, stairs, the tops of ramps. A wheel rolls about what it touches there, from the face behind it to the face
 * before it, and all of that may happen within one step. Held for the whole step, the plane of the first touch would throw a car over a kerb as
 * over a steep ramp as long as the way of that step.
 *
 * In the plane of the wheel, with P the point of touch, n the normal and t forwards across it: the ground falls away from the plane of touch by
 * an angle α on both sides (`findEdge`, by two rays a hair beside P). The normal points from P to the hub, but not beyond the faces' own normals
 * (`followEdge`). On a face, both α are 0 and nothing follows.
 */

import { RayHit, rayShape } from '../geometry/ray-shapes.ts'
import type { WorldState } from '../store/world-state.ts'
import { EDGE_BEND, EDGE_HAIR, STEEPEST_FACE } from './tolerances.ts'
import { EDGE_STRIDE } from './vehicle-list.ts'

/** Places in `vehicleList.edges`: 1 where it is an edge; cos and sin of α behind and before, a right angle where there is no face; n and t. */
const IS_EDGE = 0
const BEHIND = 1
const BEFORE = 3
const NORMAL = 5
const FORWARD = 8

const hit = new RayHit()
const ray = new Float64Array(7)

/** Notes how the ground of a shape goes on behind and before point[po], where a wheel with that axle touches it under that normal. */
export function findEdge(
  state: WorldState, slot: number, shape: number, point: ArrayLike<number>, po: number, normal: Float64Array, axle: Float64Array, ao: number,
): void {
  const { edges } = state.vehicleList
  const e = slot * EDGE_STRIDE
  edges[e] = 0
  const along = normal[0] * axle[ao] + normal[1] * axle[ao + 1] + normal[2] * axle[ao + 2]
  const square = 1 - along * along
  if (!(square > EDGE_BEND)) return
  const scale = 1 / Math.sqrt(square)
  for (let k = 0; k < 3; k++) edges[e + NORMAL + k] = scale * (normal[k] - along * axle[ao + k])
  edges[e + FORWARD] = axle[ao + 1] * edges[e + NORMAL + 2] - axle[ao + 2] * edges[e + NORMAL + 1]
  edges[e + FORWARD + 1] = axle[ao + 2] * edges[e + NORMAL] - axle[ao] * edges[e + NORMAL + 2]
  edges[e + FORWARD + 2] = axle[ao] * edges[e + NORMAL + 1] - axle[ao + 1] * edges[e + NORMAL]
  setFace(state, slot, shape, point, po, BEHIND, -1)
  setFace(state, slot, shape, point, po, BEFORE, 1)
  if (edges[e + BEHIND + 1] > EDGE_BEND || edges[e + BEFORE + 1] > EDGE_BEND) edges[e + IS_EDGE] = 1
}

/** The angle by which the ground falls away on one side of a point, 1 before it and −1 behind: by a ray a hair beside it, against the normal. */
function setFace(state: WorldState, slot: number, shape: number, point: ArrayLike<number>, po: number, face: number, side: number): void {
  const { edges } = state.vehicleList
  const e = slot * EDGE_STRIDE
  const hair = EDGE_HAIR * state.vehicles.columns.radius[slot]
  const deep = (1 + STEEPEST_FACE) * hair
  for (let k = 0; k < 3; k++) {
    ray[k] = point[po + k] + side * hair * edges[e + FORWARD + k] + hair * edges[e + NORMAL + k]
    ray[3 + k] = -deep * edges[e + NORMAL + k]
  }
  ray[6] = 1
  const { kind, rotation, center, size, hull } = state.shapes.columns
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  edges[e + face] = 0
  edges[e + face + 1] = 1
  if (!rayShape(hit, kind[shape], rotation, shape * 9, center, shape * 3, size, shape * 4, geometry, ray, 0)) return
  const fall = Math.max(0, (hit.t * deep) / hair - 1)
  edges[e + face] = 1 / Math.sqrt(1 + fall * fall)
  edges[e + face + 1] = fall * edges[e + face]
}

/** Numbers handed to `followEdge`: from the point of the ground to where the suspension begins, the way it goes, the axle. */
export const edgeIn: Float64Array = new Float64Array(9)

/**
 * Turns the normal at data[o] and the touch at data[to], hub to point, to where the wheel is by now: about the point, or onto the face behind or
 * before it.
 */
export function followEdge(state: WorldState, slot: number, data: Float64Array, o: number, to: number): void {
  const { edges } = state.vehicleList
  const e = slot * EDGE_STRIDE
  if (edges[e + IS_EDGE] === 0) return
  let across = 0
  let turned = 0
  let aside = 0
  let far = 0
  for (let k = 0; k < 3; k++) {
    const axle = edgeIn[6 + k]
    across += data[o + k] * axle
    turned += data[to + k] * axle
    aside += edgeIn[k] * axle
    far += edgeIn[3 + k] * axle
  }
  // In the plane of the wheel: ρ² = |e + L d|², the hub on the upper side.
  let rho = 0
  let square = 0
  let product = 0
  let rest = 0
  for (let k = 0; k < 3; k++) {
    const axle = edgeIn[6 + k]
    const touch = data[to + k] - turned * axle
    const from = edgeIn[k] - aside * axle
    const way = edgeIn[3 + k] - far * axle
    rho += touch * touch
    square += way * way
    product += from * way
    rest += from * from
  }
  if (!(square > 0) || !(rho > 0)) return
  const length = (-product - Math.sqrt(Math.max(0, product * product - square * (rest - rho)))) / square
  let up = 0
  let forward = 0
  for (let k = 0; k < 3; k++) {
    const hub = edgeIn[k] + length * edgeIn[3 + k] - (aside + length * far) * edgeIn[6 + k]
    up += hub * edges[e + NORMAL + k]
    forward += hub * edges[e + FORWARD + k]
  }
  const face = forward > 0 ? BEFORE : BEHIND
  const side = forward > 0 ? 1 : -1
  if (side * forward * edges[e + face] > up * edges[e + face + 1]) {
    up = edges[e + face]
    forward = side * edges[e + face + 1]
  }
  const scale = 1 / Math.sqrt(up * up + forward * forward)
  const round = Math.sqrt(Math.max(0, 1 - across * across))
  const reach = Math.sqrt(rho)
  for (let k = 0; k < 3; k++) {
    const normal = scale * (up * edges[e + NORMAL + k] + forward * edges[e + FORWARD + k])
    data[o + k] = across * edgeIn[6 + k] + round * normal
    data[to + k] = turned * edgeIn[6 + k] - reach * normal
  }
}
