/**
 * Following rows (`following-rows.ts`) of a round shape and level geometry. At a ridge, a corner or a border the normal follows the shape as it does
 * at the edge of a hull. The triangles are asked again for it: the shape may go on from the edge to the next face within the step. On a face the
 * normal stays.
 */

import { FLAT_COSINE } from '../../common/math/rounding.ts'
import { MARGIN_PER_SIZE } from '../../common/tuning.ts'
import type { Manifold } from '../geometry/manifold.ts'
import { collideMesh } from '../geometry/mesh/mesh-contacts.ts'
import { ManifoldList, thicknessIn } from '../geometry/mesh/mesh-manifolds.ts'
import { MARGIN, query } from '../geometry/query.ts'
import { asLevel } from '../geometry/shapes/level.ts'
import { HELD_COSINE, ON_EDGE_PER_SIZE } from '../geometry/tolerances.ts'
import type { WorldState } from '../store/world-state.ts'
import { hairIn, hasPieceFacing, setPoint } from './flush-faces.ts'

const list = new ManifoldList()

/** Is contact c, of the level geometry `shape` and another shape, at an edge or a corner, and not on a face? */
export function isAtLevelEdge(state: WorldState, c: number, shape: number, other: number): boolean {
  hairIn[0] = ON_EDGE_PER_SIZE * state.shapes.columns.thickness[other]
  setPoint(state, c, 0, shape)
  return !hasPieceFacing(state, shape, FLAT_COSINE)
}

/**
 * The manifold of the shape a and the level geometry b whose normal is nearest to the one at normals[o]; offset in `query`, rotations of both at 0
 * and 9. Without one `out` has no points: the shape is farther away than it is thick.
 *
 * The contact was within its margin at the start of the step, so it is looked for as far as the bodies may have come since. Only where it is not
 * found there, all that is within a thickness is asked.
 */
export function collideLevel(
  out: Manifold, state: WorldState, a: number, b: number, rotations: Float64Array, normals: Float64Array, o: number,
): void {
  const { thickness, body } = state.shapes.columns
  const { covered } = state.bodies.columns
  const most = Math.min(thickness[a], thickness[b])
  const near = MARGIN_PER_SIZE * most + 2 * (covered[body[a]] + covered[body[b]])
  thicknessIn[0] = most
  query[MARGIN] = near < most ? near : most
  if (collideNear(out, state, a, b, rotations, normals, o) > HELD_COSINE || near >= most) return
  query[MARGIN] = most
  collideNear(out, state, a, b, rotations, normals, o)
}

/** The same within the margin in `query`. Returns the cosine between the normals; −Infinity: none. */
function collideNear(
  out: Manifold, state: WorldState, a: number, b: number, rotations: Float64Array, normals: Float64Array, o: number,
): number {
  const { kind, size, hull } = state.shapes.columns
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  collideMesh(list, kind[a], rotations, 0, 9, size, a * 4, hullA, asLevel(state.hulls[hull[b]]), size[b * 4])
  out.count = 0
  let nearest = -Infinity
  for (let m = 0; m < list.count; m++) {
    const item = list.items[m]
    const along = item.nx * normals[o] + item.ny * normals[o + 1] + item.nz * normals[o + 2]
    if (along <= nearest) continue
    nearest = along
    out.count = item.count
    out.nx = item.nx
    out.ny = item.ny
    out.nz = item.nz
    for (let k = 0; k < 3 * item.count; k++) out.points[k] = item.points[k]
    for (let p = 0; p < item.count; p++) out.separations[p] = item.separations[p]
  }
  return nearest
}
