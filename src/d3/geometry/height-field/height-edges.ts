/**
 * The edges of a height field, told when they are asked for. The bend of an edge is exact: any two neighbouring triangles span a parallelogram of
 * the grid, so the sums of the heights at its opposite corners decide.
 */

import { BORDER_EDGE, CONCAVE_EDGE, CONVEX_EDGE, FLAT_EDGE } from '../mesh/mesh-edges.ts'
import { FLAT_EDGE_COSINE } from '../tolerances.ts'
import type { HeightFieldParts } from './height-field.ts'

type Grid = Pick<HeightFieldParts, 'samplesX' | 'samplesZ' | 'rising' | 'heights' | 'holes'>

export class HeightEdges {
  private readonly samplesX: number
  private readonly samplesZ: number
  private readonly rising: boolean
  private readonly heights: Float32Array
  private readonly holes: Uint8Array
  private readonly cellX: number
  private readonly cellZ: number

  /** Extents of a cell where heights are in m; at another scale what they are against the heights. */
  constructor(grid: Grid, cellX: number, cellZ: number) {
    this.samplesX = grid.samplesX
    this.samplesZ = grid.samplesZ
    this.rising = grid.rising
    this.heights = grid.heights
    this.holes = grid.holes
    this.cellX = cellX
    this.cellZ = cellZ
  }

  edgeKinds(piece: number): number {
    const cell = piece >> 1
    const j = Math.floor(cell / (this.samplesX - 1))
    const i = cell - j * (this.samplesX - 1)
    const second = piece & 1
    // Corners of the triangle, in the order of `corners`, and the corner across each of its edges: the fourth of a parallelogram.
    let ai = i
    const aj = j
    let bi = i
    const bj = j + 1
    const ci = i + 1
    let cj = j
    if (second === 0) cj = this.rising ? j + 1 : j
    else {
      ai = this.rising ? i : i + 1
      bi = this.rising ? i + 1 : i
      cj = this.rising ? j : j + 1
    }
    return (
      this.edgeKind(ai, aj, bi, bj, ci, cj) | (this.edgeKind(bi, bj, ci, cj, ai, aj) << 2) | (this.edgeKind(ci, cj, ai, aj, bi, bj) << 4)
    )
  }

  /** Kind of the edge p → q of the triangle whose third corner is r. */
  private edgeKind(pi: number, pj: number, qi: number, qj: number, ri: number, rj: number): number {
    const { samplesX, samplesZ, heights } = this
    const si = pi + qi - ri
    const sj = pj + qj - rj
    if (si < 0 || sj < 0 || si >= samplesX || sj >= samplesZ) return BORDER_EDGE
    // The cell of the neighbour is the one that its three corners stand around.
    const cell = Math.min(pj, qj, sj) * (samplesX - 1) + Math.min(pi, qi, si)
    if (this.holes[cell] !== 0) return BORDER_EDGE
    const p = heights[pj * samplesX + pi]
    const q = heights[qj * samplesX + qi]
    const r = heights[rj * samplesX + ri]
    const s = heights[sj * samplesX + si]
    if (this.isFlat(q - p, r - p, s - p, qi - pi, qj - pj, ri - pi, rj - pj)) return FLAT_EDGE
    return r + s > p + q ? CONCAVE_EDGE : CONVEX_EDGE
  }

  /** Do the planes over the edge (i, j, height) and the corners on either side differ by less than 5°? */
  private isFlat(edge: number, here: number, there: number, ei: number, ej: number, hi: number, hj: number): boolean {
    const turn = ei * hj - ej * hi
    // Slopes of both planes along x and z.
    const hx = (edge * hj - here * ej) / (turn * this.cellX)
    const hz = (here * ei - edge * hi) / (turn * this.cellZ)
    const tx = (edge * (ej - hj) - there * ej) / (-turn * this.cellX)
    const tz = (there * ei - edge * (ei - hi)) / (-turn * this.cellZ)
    const dot = hx * tx + hz * tz + 1
    return dot > 0 && dot * dot > FLAT_EDGE_COSINE * FLAT_EDGE_COSINE * (hx * hx + hz * hz + 1) * (tx * tx + tz * tz + 1)
  }
}
