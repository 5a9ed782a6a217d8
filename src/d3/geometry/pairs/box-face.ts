/**
 * The patch that a face of one box shares with a face of another. Called by `box-box.ts` once the axis is known.
 */

import { BIAS_X, BIAS_Y, BIAS_Z, FLAT_FACES, MERGE_PER_SIZE } from '../tolerances.ts'
import { OPPOSED_RATIO, SLIVER_PER_SIZE } from '../../../common/tolerances.ts'
import { clipSide, polygonEdge, polygonX, polygonY, polygonZ, POLYGON_ROOM } from '../clip.ts'
import type { Manifold } from '../manifold.ts'
import { bias, choosePoints, chosen, incomingEdge, isSliver, outShares, sliver, tidyPolygon } from '../patch.ts'
import { DX, DY, DZ, INNER, query } from '../query.ts'

/** Element 3i + j: axis i of A · axis j of B. Set by the caller. */
export const relativeRotation: Float64Array = new Float64Array(9)

const BIAS: Float64Array = new Float64Array([BIAS_X, BIAS_Y, BIAS_Z])

/** Label of the reference face's first side (+x, then +y, −x, −y); 0 to 3 are the sides of the face that is cut. */
const SIDES = 4

// Outward normals of the sides by label. Those of the reference face never change.
const sideNormalX: Float64Array = new Float64Array([0, 0, 0, 0, 1, 0, -1, 0])
const sideNormalY: Float64Array = new Float64Array([0, 0, 0, 0, 0, 1, 0, -1])

/**
 * `face` 0 to 2: A's faces across that axis, 3 to 5: B's; of the two the one in the axis' direction if `positive`. Offset,
 * margin and inner radius are in `query.ts`.
 */
export function boxFaceContact(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number, face: number, positive: boolean,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const c = relativeRotation
  const flipped = face >= 3
  // P is the box of the reference face, Q the other; element i, j of P's rows is at i·row + j·column.
  const k = flipped ? face - 3 : face
  const rp = flipped ? rb : ra
  const sp = flipped ? sb : sa
  const sq = flipped ? sa : sb
  const row = flipped ? 1 : 3
  const column = flipped ? 3 : 1
  // Seen from B, A lies the other way.
  const ox = flipped ? -dx : dx
  const oy = flipped ? -dy : dy
  const oz = flipped ? -dz : dz
  const up = positive ? 1 : -1
  // x and y span the face so that x, y and the outward normal are right-handed.
  const after = k === 2 ? 0 : k + 1
  const before = k === 0 ? 2 : k - 1
  const ix = up > 0 ? after : before
  const iy = up > 0 ? before : after
  const hx = size[sp + ix]
  const hy = size[sp + iy]
  const hk = size[sp + k]

  // The face of Q that opposes the reference face most.
  let j = 0
  let most = Math.abs(c[k * row])
  let opposed = Math.abs(c[k * row + column])
  if (opposed > most * OPPOSED_RATIO) {
    most = opposed
    j = 1
  }
  opposed = Math.abs(c[k * row + 2 * column])
  if (opposed > most * OPPOSED_RATIO) {
    most = opposed
    j = 2
  }
  const j1 = j === 2 ? 0 : j + 1
  const j2 = j === 0 ? 2 : j - 1
  const side = c[k * row + j * column] * up > 0 ? -1 : 1
  const hj = side * size[sq + j]
  const h1 = size[sq + j1]
  const h2 = size[sq + j2]
  // Its middle and half edges in P's face coordinates.
  const mx = ox * rot[rp + ix] + oy * rot[rp + 3 + ix] + oz * rot[rp + 6 + ix] + hj * c[ix * row + j * column]
  const my = ox * rot[rp + iy] + oy * rot[rp + 3 + iy] + oz * rot[rp + 6 + iy] + hj * c[iy * row + j * column]
  const mz = up * (ox * rot[rp + k] + oy * rot[rp + 3 + k] + oz * rot[rp + 6 + k] + hj * c[k * row + j * column]) - hk
  let ux = h1 * c[ix * row + j1 * column]
  let uy = h1 * c[iy * row + j1 * column]
  let uz = up * h1 * c[k * row + j1 * column]
  let vx = h2 * c[ix * row + j2 * column]
  let vy = h2 * c[iy * row + j2 * column]
  let vz = up * h2 * c[k * row + j2 * column]
  const turned = ux * vy - uy * vx < 0
  if (turned) {
    let swap = ux
    ux = vx
    vx = swap
    swap = uy
    uy = vy
    vy = swap
    swap = uz
    uz = vz
    vz = swap
  }

  const x = polygonX
  const y = polygonY
  const z = polygonZ
  const reachX = Math.abs(ux) + Math.abs(vx)
  const reachY = Math.abs(uy) + Math.abs(vy)
  const askew = MERGE_PER_SIZE * query[INNER]
  let base = 0
  let count = 4
  if (most > FLAT_FACES && Math.min(Math.abs(ux), Math.abs(vx)) < askew && Math.min(Math.abs(uy), Math.abs(vy)) < askew) {
    // Stacks, walls, floors: two rectangles with the same axes share a rectangle.
    const right = Math.min(hx, mx + reachX)
    const left = Math.max(-hx, mx - reachX)
    const top = Math.min(hy, my + reachY)
    const bottom = Math.max(-hy, my - reachY)
    const clear = SLIVER_PER_SIZE * query[INNER]
    if (right - left < clear || top - bottom < clear) return
    const scale = 1 / (ux * vy - uy * vx)
    const slopeX = (uz * vy - vz * uy) * scale
    const slopeY = (ux * vz - vx * uz) * scale
    x[0] = x[3] = left
    x[1] = x[2] = right
    y[0] = y[1] = bottom
    y[2] = y[3] = top
    z[0] = mz + slopeX * (left - mx) + slopeY * (bottom - my)
    z[1] = mz + slopeX * (right - mx) + slopeY * (bottom - my)
    z[2] = mz + slopeX * (right - mx) + slopeY * (top - my)
    z[3] = mz + slopeX * (left - mx) + slopeY * (top - my)
    polygonEdge[0] = incomingEdge[1] = SIDES + 3
    polygonEdge[1] = incomingEdge[2] = SIDES
    polygonEdge[2] = incomingEdge[3] = SIDES + 1
    polygonEdge[3] = incomingEdge[0] = SIDES + 2
  } else {
    x[0] = mx - ux - vx
    y[0] = my - uy - vy
    z[0] = mz - uz - vz
    x[1] = mx + ux - vx
    y[1] = my + uy - vy
    z[1] = mz + uz - vz
    x[2] = mx + ux + vx
    y[2] = my + uy + vy
    z[2] = mz + uz + vz
    x[3] = mx - ux + vx
    y[3] = my - uy + vy
    z[3] = mz - uz + vz
    polygonEdge[0] = incomingEdge[1] = 0
    polygonEdge[1] = incomingEdge[2] = 1
    polygonEdge[2] = incomingEdge[3] = 2
    polygonEdge[3] = incomingEdge[0] = 3
    if (mx + reachX > hx) {
      count = clipSide(base, count, x, 1, size, sp + ix, SIDES)
      base = POLYGON_ROOM - base
    }
    if (my + reachY > hy) {
      count = clipSide(base, count, y, 1, size, sp + iy, SIDES + 1)
      base = POLYGON_ROOM - base
    }
    if (reachX - mx > hx) {
      count = clipSide(base, count, x, -1, size, sp + ix, SIDES + 2)
      base = POLYGON_ROOM - base
    }
    if (reachY - my > hy) {
      count = clipSide(base, count, y, -1, size, sp + iy, SIDES + 3)
      base = POLYGON_ROOM - base
    }
    if (count < 3) return
    if (mx + reachX > hx || my + reachY > hy || reachX - mx > hx || reachY - my > hy) {
      count = tidyPolygon(base, count)
      sliver[0] = SLIVER_PER_SIZE * query[INNER]
      if (count < 3 || isSliver()) return
    }
  }

  if (flipped) {
    bias[0] = BIAS_X * c[ix] + BIAS_Y * c[3 + ix] + BIAS_Z * c[6 + ix]
    bias[1] = BIAS_X * c[iy] + BIAS_Y * c[3 + iy] + BIAS_Z * c[6 + iy]
  } else {
    bias[0] = BIAS[ix]
    bias[1] = BIAS[iy]
  }
  count = choosePoints(base, count)
  out.count = count
  if (count === 0) return

  const nx = up * rot[rp + k]
  const ny = up * rot[rp + 3 + k]
  const nz = up * rot[rp + 6 + k]
  out.nx = flipped ? -nx : nx
  out.ny = flipped ? -ny : ny
  out.nz = flipped ? -nz : nz

  const un = 1 / Math.sqrt(ux * ux + uy * uy)
  const vn = 1 / Math.sqrt(vx * vx + vy * vy)
  sideNormalX[0] = uy * un
  sideNormalY[0] = -ux * un
  sideNormalX[2] = -uy * un
  sideNormalY[2] = ux * un
  sideNormalX[1] = vy * vn
  sideNormalY[1] = -vx * vn
  sideNormalX[3] = -vy * vn
  sideNormalY[3] = vx * vn

  frame[0] = flipped ? dx : 0
  frame[1] = flipped ? dy : 0
  frame[2] = flipped ? dz : 0
  frame[3] = rot[rp + ix]
  frame[4] = rot[rp + 3 + ix]
  frame[5] = rot[rp + 6 + ix]
  frame[6] = rot[rp + iy]
  frame[7] = rot[rp + 3 + iy]
  frame[8] = rot[rp + 6 + iy]
  frame[9] = nx
  frame[10] = ny
  frame[11] = nz
  frame[HEIGHT] = hk
  frame[SIDE_U] = ux
  frame[SIDE_U + 1] = uy
  frame[SIDE_V] = vx
  frame[SIDE_V + 1] = vy
  writeCorners(
    out, flipped, (up > 0 ? 1 << k : 0) | ((side > 0 ? 1 << j : 0) << 3), 1 << ix, 1 << iy, 1 << (turned ? j2 : j1), 1 << (turned ? j1 : j2),
  )
}

/**
 * Of the reference face, for `writeCorners`: the middle of its box from A's centre, its x, y and outward normal in world axes, its height above
 * that middle; half sides of the other face in its x and y.
 */
const frame = new Float64Array(17)
const HEIGHT = 12
const SIDE_U = 13
const SIDE_V = 15

/**
 * Writes the chosen corners: point, separation, id. `faces`: bits of P's face, then of Q's. A function of its own, because a short loop at the
 * end of a long function may keep V8 from ever compiling what comes before it (docs/v8.md).
 */
function writeCorners(out: Manifold, flipped: boolean, faces: number, bitX: number, bitY: number, bitU: number, bitV: number): void {
  const { points, separations, ids, count } = out
  const outShare = outShares[flipped ? 1 : 0]
  const inShare = 1 - outShare
  const faceP = faces & 7
  const faceQ = faces >> 3
  for (let p = 0; p < count; p++) {
    const corner = chosen[p]
    const height = polygonZ[corner]
    const px = polygonX[corner]
    const py = polygonY[corner]
    const h = frame[HEIGHT] + 0.5 * height
    points[3 * p] = frame[0] + frame[3] * px + frame[6] * py + frame[9] * h
    points[3 * p + 1] = frame[1] + frame[4] * px + frame[7] * py + frame[10] * h
    points[3 * p + 2] = frame[2] + frame[5] * px + frame[8] * py + frame[11] * h
    separations[p] = height
    // The direction that names the corner; see `patch.ts`.
    const incoming = incomingEdge[corner]
    const outgoing = polygonEdge[corner]
    const du = sideNormalX[incoming] * inShare + sideNormalX[outgoing] * outShare
    const dv = sideNormalY[incoming] * inShare + sideNormalY[outgoing] * outShare
    const cornerP = faceP | (du > 0 ? bitX : 0) | (dv > 0 ? bitY : 0)
    const towardsU = du * frame[SIDE_U] + dv * frame[SIDE_U + 1]
    const towardsV = du * frame[SIDE_V] + dv * frame[SIDE_V + 1]
    const cornerQ = faceQ | (towardsU > 0 ? bitU : 0) | (towardsV > 0 ? bitV : 0)
    ids[p] = flipped ? (cornerQ << 8) | cornerP : (cornerP << 8) | cornerQ
  }
}
