/**
 * Contact of two boxes: what `polygon-polygon.ts` does, with four axes that cost a few multiplications each. World axes, origin at A's
 * centre; arguments as in `collide.ts`, the rest in `query.ts`; both sizes hold radius and half extents. Names and words as in `patch.ts`.
 */

import { ROUNDING, TRACE } from '../../../common/math/rounding.ts'
import { OPPOSED_RATIO, SIDEWAYS, SLIVER_PER_SIZE } from '../../../common/tolerances.ts'
import type { Manifold } from '../manifold.ts'
import { corner, cornerContact } from '../patch.ts'
import { DX, DY, MARGIN, query, RADIUS_A, RADIUS_B } from '../query.ts'

export function collideBoxBox(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const margin = query[MARGIN]
  const radiusA = size[sa]
  const radiusB = size[sb]
  const hax = size[sa + 1]
  const hay = size[sa + 2]
  const hbx = size[sb + 1]
  const hby = size[sb + 2]
  const ac = rot[ra]
  const as = rot[ra + 1]
  const bc = rot[rb]
  const bs = rot[rb + 1]
  const radii = radiusA + radiusB
  const reach = margin + radii

  // B's rotation and the centres' distance along all four axes.
  const c = ac * bc + as * bs
  const s = ac * bs - as * bc
  const pc = Math.abs(c)
  const ps = Math.abs(s)
  const tx = dx * ac + dy * as
  const faceAx = Math.abs(tx) - hax - hbx * pc - hby * ps
  if (faceAx > reach) return
  const ty = dy * ac - dx * as
  const faceAy = Math.abs(ty) - hay - hbx * ps - hby * pc
  if (faceAy > reach) return
  const ux = dx * bc + dy * bs
  const faceBx = Math.abs(ux) - hbx - hax * pc - hay * ps
  if (faceBx > reach) return
  const uy = dy * bc - dx * bs
  const faceBy = Math.abs(uy) - hby - hax * ps - hay * pc
  if (faceBy > reach) return

  const inner = Math.min(Math.min(hax, hay) + radiusA, Math.min(hbx, hby) + radiusB)
  const bias = TRACE * inner
  let face = 0
  let gap = faceAx
  if (faceAy > gap + bias) {
    gap = faceAy
    face = 1
  }
  if (faceBx > gap + bias) {
    gap = faceBx
    face = 2
  }
  if (faceBy > gap + bias) {
    gap = faceBy
    face = 3
  }

  // P is the box of the reference face, Q the other. Where Q's centre is and how its axes lie, along t and n.
  const flipped = face >= 2
  const upright = (face & 1) !== 0
  const ox = flipped ? -ux : tx
  const oy = flipped ? -uy : ty
  const turn = flipped ? -s : s
  const up = (upright ? oy : ox) >= 0 ? 1 : -1
  const above = up * (upright ? oy : ox)
  const beside = up * (upright ? ox : -oy)
  const halfN = upright ? (flipped ? hby : hay) : flipped ? hbx : hax
  const halfT = upright ? (flipped ? hbx : hax) : flipped ? hby : hay
  const hqx = flipped ? hax : hbx
  const hqy = flipped ? hay : hby
  const xt = up * (upright ? c : -turn)
  const xn = up * (upright ? turn : c)
  const yt = -xn
  const yn = xt

  // The face of Q that opposes the reference face: its middle, and half of it, to the right.
  const sideways = Math.abs(yn) > Math.abs(xn) * OPPOSED_RATIO
  const side = (sideways ? yn : xn) > 0 ? -1 : 1
  const arm = side * (sideways ? hqy : hqx)
  const middle = beside + arm * (sideways ? yt : xt)
  const height = above + arm * (sideways ? yn : xn) - halfN
  const half = side * (sideways ? -hqx : hqy)
  const halfX = half * (sideways ? xt : yt)
  const halfY = half * (sideways ? xn : yn)
  let left = Math.max(-halfT, middle - halfX)
  let right = Math.min(halfT, middle + halfX)

  const faceP = upright ? 1 + up : 2 - up
  const faceQ = sideways ? 1 + side : 2 - side
  const rp = flipped ? rb : ra
  const slope = halfY / halfX
  const sliver = right - left < SLIVER_PER_SIZE * inner
  const nearest = margin === Infinity
  if ((radii > 0 || nearest) && gap > ROUNDING * (radii + halfT)) {
    let atRight = !(halfY > 0)
    let place = atRight ? middle + halfX : middle - halfX
    let over = place > halfT ? place - halfT : place < -halfT ? place + halfT : 0
    const beside = Math.abs(over) > SIDEWAYS * Math.min(gap, 2 * inner)
    if (sliver || (beside && -slope * over * gap >= over * over)) {
      query[RADIUS_A] = radiusA
      query[RADIUS_B] = radiusB
      // Two boxes side by side: both ends of the face of one are as high above the other, and only one is near.
      const far = halfY > 0 ? middle + halfX : middle - halfX
      const farOver = far > halfT ? far - halfT : far < -halfT ? far + halfT : 0
      const farGap = gap + 2 * Math.abs(halfY)
      if (farOver * farOver + farGap * farGap < over * over + gap * gap) {
        place = far
        over = farOver
        gap = farGap
        atRight = !atRight
      }
      corner[0] = over
      corner[1] = gap
      corner[2] = place - over
      corner[3] = halfN
      corner[4] = upright ? 0 : up
      corner[5] = upright ? up : 0
      const cornerP = over > 0 ? faceP : over < 0 ? (faceP + 1) & 3 : 254
      const cornerQ = atRight ? (faceQ + 1) & 3 : faceQ
      cornerContact(out, rot, rp, flipped ? (cornerQ << 8) | cornerP : (cornerP << 8) | cornerQ, flipped)
      return
    }
    // A rounded corner just beside the face is not cut off: the depth is there.
    if (radii > 0 && over > 0 && !beside) right = place
    else if (radii > 0 && over < 0 && !beside) left = place
  }
  // Deeper than a hair it is no passing by, however little of the faces is shared.
  if (sliver && !nearest && gap - radii > -SLIVER_PER_SIZE * inner) return

  const leftGap = height + slope * (left - middle) - radii
  const rightGap = height + slope * (right - middle) - radii
  const wx = up * (upright ? -rot[rp + 1] : rot[rp])
  const wy = up * (upright ? rot[rp] : rot[rp + 1])
  out.nx = flipped ? -wx : wx
  out.ny = flipped ? -wy : wy
  const originX = flipped ? dx : 0
  const originY = flipped ? dy : 0
  const surface = halfN + (flipped ? radiusB : radiusA)
  const nextP = (faceP + 1) & 3
  const nextQ = (faceQ + 1) & 3
  const { points, separations, ids } = out
  let count = 0
  // From left to right as A sees it, whoever gave the face.
  for (let k = 0; k < 2; k++) {
    const onLeft = (k === 0) !== flipped
    const separation = onLeft ? leftGap : rightGap
    if (separation >= margin) continue
    const along = onLeft ? left : right
    const h = surface + 0.5 * separation
    const cornerP = onLeft ? nextP : faceP
    const cornerQ = onLeft ? faceQ : nextQ
    points[2 * count] = originX + wy * along + wx * h
    points[2 * count + 1] = originY - wx * along + wy * h
    separations[count] = separation
    ids[count] = flipped ? (cornerQ << 8) | cornerP : (cornerP << 8) | cornerQ
    count++
  }
  out.count = count
}
