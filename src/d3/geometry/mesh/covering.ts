/**
 * Whether a face has what an edge claims. A contact at the edge of one piece of a surface is made up by the cutting of the surface into pieces,
 * if it lies on the face of another and a body in front of that face cannot meet the edge: because the direction of the contact leans over the
 * face, or leads behind it.
 */

import { LEANING_SINE } from '../tolerances.ts'

/** The contact at hand: a point of the surface, and the unit direction from there to the body, both in the frame of the face. */
export const pointIn: Float64Array = new Float64Array(3)
export const awayIn: Float64Array = new Float64Array(3)
/** Outward unit normal of the triangle that `coversEdge` has looked at. */
export const faceNormal: Float64Array = new Float64Array(3)

/** 1: the direction leans over the triangle that `coversEdge` has found to have the point, wherever else it leads. */
export const leaning: Uint8Array = new Uint8Array(1)

/** The point is not on the face, or the direction leads away from it; leans over it; leads behind it. */
export const UNCOVERED: number = 0
export const LEANS_OVER: number = 1
export const LEADS_BEHIND: number = 2

/** Distance, m, within which points are on a triangle. In scratch: numbers as arguments are boxed. */
export const hairIn: Float64Array = /* @__PURE__ */ new Float64Array(1)

/**
 * How the triangle with these corners has the contact at hand; points within `hairIn` of it are on it. Where the direction only leans over it, the
 * piece that has the edge may still stand up from the face, as a wall does; that is for the caller to see.
 */
export function coversEdge(face: Float64Array): number {
  const hair = hairIn[0]
  const ux = face[3] - face[0]
  const uy = face[4] - face[1]
  const uz = face[5] - face[2]
  const vx = face[6] - face[0]
  const vy = face[7] - face[1]
  const vz = face[8] - face[2]
  let nx = uy * vz - uz * vy
  let ny = uz * vx - ux * vz
  let nz = ux * vy - uy * vx
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (!(length > 0)) return UNCOVERED
  nx /= length
  ny /= length
  nz /= length
  const height = nx * (pointIn[0] - face[0]) + ny * (pointIn[1] - face[1]) + nz * (pointIn[2] - face[2])
  if (!(Math.abs(height) <= hair)) return UNCOVERED
  let leans = false
  for (let k = 0; k < 9; k += 3) {
    const next = k === 6 ? 0 : k + 3
    const ex = face[next] - face[k]
    const ey = face[next + 1] - face[k + 1]
    const ez = face[next + 2] - face[k + 2]
    const px = pointIn[0] - face[k]
    const py = pointIn[1] - face[k + 1]
    const pz = pointIn[2] - face[k + 2]
    // Distance beyond the edge, times its length.
    const beyond = px * (ey * nz - ez * ny) + py * (ez * nx - ex * nz) + pz * (ex * ny - ey * nx)
    if (beyond > hair * Math.sqrt(ex * ex + ey * ey + ez * ez)) return UNCOVERED
    const away = Math.sqrt(px * px + py * py + pz * pz)
    if (away > hair && -(awayIn[0] * px + awayIn[1] * py + awayIn[2] * pz) > LEANING_SINE * away) leans = true
  }
  faceNormal[0] = nx
  faceNormal[1] = ny
  faceNormal[2] = nz
  leaning[0] = leans ? 1 : 0
  if (awayIn[0] * nx + awayIn[1] * ny + awayIn[2] * nz < -LEANING_SINE) return LEADS_BEHIND
  return leans ? LEANS_OVER : UNCOVERED
}
