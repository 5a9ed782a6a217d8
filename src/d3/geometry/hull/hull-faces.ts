/**
 * Merges the triangles of a hull into flat polygons and drops the vertices that no longer mark a corner. Does not
 * compute final planes or check the result (`hull-finish.ts`).
 *
 * Faces grow from the largest: a neighbour joins when all corners of both lie within the tolerance of one plane, the
 * plane of their added area vectors. Slivers weigh next to nothing in that sum, so their wild normals do no harm.
 */
import { triangleAreaVector } from './hull-orient.ts'
import type { TriangleHull } from './quickhull.ts'

export interface PolygonFaces {
  readonly faceCount: number
  /** faceCount + 1 starts into `loops`. */
  readonly start: Int32Array
  /** Point indices, counter-clockwise seen from outside. */
  readonly loops: Int32Array
  /** Points of the triangulated hull that are still a corner, in ascending order. */
  readonly corners: Int32Array
  /** Whether a point of the triangulated hull is no corner any more. */
  readonly dropped: boolean
}

class FaceMesh {
  readonly grid: Float64Array
  readonly tolerance: number
  readonly origin: Int32Array
  readonly twin: Int32Array
  readonly next: Int32Array
  readonly previous: Int32Array
  readonly face: Int32Array
  /** One half-edge of each face, −1 when the face has been merged away. */
  readonly anyEdge: Int32Array
  /** Twice the area vector of each face. */
  readonly areas: Float64Array

  constructor(hull: TriangleHull, grid: Float64Array, tolerance: number) {
    const { triangleCount } = hull
    this.grid = grid
    this.tolerance = tolerance
    this.origin = hull.origin
    this.twin = hull.twin.slice()
    this.next = new Int32Array(3 * triangleCount)
    this.previous = new Int32Array(3 * triangleCount)
    this.face = new Int32Array(3 * triangleCount)
    this.anyEdge = new Int32Array(triangleCount)
    this.areas = new Float64Array(3 * triangleCount)
    const area = new Float64Array(3)
    for (let t = 0; t < triangleCount; t++) {
      this.anyEdge[t] = 3 * t
      for (let i = 0; i < 3; i++) {
        this.next[3 * t + i] = 3 * t + ((i + 1) % 3)
        this.previous[3 * t + i] = 3 * t + ((i + 2) % 3)
        this.face[3 * t + i] = t
      }
      triangleAreaVector(grid, hull.origin[3 * t], hull.origin[3 * t + 1], hull.origin[3 * t + 2], area)
      this.areas.set(area, 3 * t)
    }
  }

  join(e: number, f: number): void {
    this.next[e] = f
    this.previous[f] = e
  }

  /** Whether the corners of f and g lie within the tolerance of one plane and the faces do not fold back on each other. */
  isFlat(f: number, g: number): boolean {
    const { areas, grid, origin, next } = this
    const fx = areas[3 * f]
    const fy = areas[3 * f + 1]
    const fz = areas[3 * f + 2]
    const gx = areas[3 * g]
    const gy = areas[3 * g + 1]
    const gz = areas[3 * g + 2]
    if (fx * gx + fy * gy + fz * gz <= 0) return false
    const x = fx + gx
    const y = fy + gy
    const z = fz + gz
    const length = Math.sqrt(x * x + y * y + z * z)
    const start = this.anyEdge[f]
    const ax = grid[3 * origin[start]]
    const ay = grid[3 * origin[start] + 1]
    const az = grid[3 * origin[start] + 2]
    let low = 0
    let high = 0
    for (let side = 0; side < 2; side++) {
      const first = this.anyEdge[side === 0 ? f : g]
      let e = first
      do {
        const v = 3 * origin[e]
        const distance = (x * (grid[v] - ax) + y * (grid[v + 1] - ay) + z * (grid[v + 2] - az)) / length
        low = Math.min(low, distance)
        high = Math.max(high, distance)
        e = next[e]
      } while (e !== first)
    }
    return high - low <= 2 * this.tolerance
  }

  /**
   * Joins the face across half-edge e to the face of e. They may share a chain of several edges, whose inner vertices
   * go with it. Refused when they also touch elsewhere, since the union would have a hole.
   */
  merge(e: number): boolean {
    const { twin, next, previous, face } = this
    const f = face[e]
    const g = face[twin[e]]
    let first = e
    while (twin[previous[first]] === next[twin[first]] && previous[first] !== e) first = previous[first]
    let last = e
    while (twin[next[last]] === previous[twin[last]] && next[last] !== first) last = next[last]

    const before = previous[first]
    const after = next[last]
    const beforeOther = previous[twin[last]]
    const afterOther = next[twin[first]]
    if (after === first || afterOther === twin[last]) return false
    for (let other = afterOther; other !== twin[last]; other = next[other]) {
      if (face[twin[other]] === f) return false
    }
    for (let other = afterOther; other !== twin[last]; other = next[other]) face[other] = f
    this.join(before, afterOther)
    this.join(beforeOther, after)
    this.anyEdge[f] = after
    this.anyEdge[g] = -1
    for (let axis = 0; axis < 3; axis++) this.areas[3 * f + axis] += this.areas[3 * g + axis]
    return true
  }

  /** Lets face f swallow every neighbour it can. */
  grow(f: number): void {
    let e = this.anyEdge[f]
    let stop = e
    for (;;) {
      if (this.isFlat(f, this.face[this.twin[e]]) && this.merge(e)) {
        e = this.anyEdge[f]
        stop = e
      } else {
        e = this.next[e]
        if (e === stop) return
      }
    }
  }

  growAll(): void {
    const count = this.anyEdge.length
    const size = new Float64Array(count)
    const order: number[] = []
    for (let f = 0; f < count; f++) {
      const x = this.areas[3 * f]
      const y = this.areas[3 * f + 1]
      const z = this.areas[3 * f + 2]
      size[f] = x * x + y * y + z * z
      order.push(f)
    }
    order.sort((f, g) => size[g] - size[f] || f - g)
    for (let k = 0; k < count; k++) {
      if (this.anyEdge[order[k]] >= 0) this.grow(order[k])
    }
  }

  /** Drops vertices between only two faces, and faces left with two edges. */
  dropStraightCorners(): void {
    const { twin, next, face, anyEdge } = this
    for (let changed = true; changed;) {
      changed = false
      for (let f = 0; f < anyEdge.length; f++) {
        if (anyEdge[f] < 0) continue
        let e = anyEdge[f]
        let stop = e
        for (;;) {
          const second = next[e]
          if (next[twin[second]] === twin[e] && next[second] !== e) {
            // e grows over the next edge on both sides; its old twin, which started at the lost vertex, goes.
            const back = twin[second]
            this.join(e, next[second])
            this.join(back, next[twin[e]])
            twin[e] = back
            twin[back] = e
            anyEdge[f] = e
            anyEdge[face[back]] = back
            stop = e
            changed = true
          } else {
            e = second
            if (e === stop) break
          }
        }
        const start = anyEdge[f]
        if (next[next[start]] === start) {
          const left = twin[start]
          const right = twin[next[start]]
          twin[left] = right
          twin[right] = left
          anyEdge[f] = -1
          changed = true
        }
      }
    }
  }

  result(): PolygonFaces {
    const { origin, next, anyEdge } = this
    const start = [0]
    const loops: number[] = []
    const count = this.grid.length / 3
    const wasCorner = new Uint8Array(count)
    const isCorner = new Uint8Array(count)
    for (let e = 0; e < origin.length; e++) wasCorner[origin[e]] = 1
    for (let f = 0; f < anyEdge.length; f++) {
      if (anyEdge[f] < 0) continue
      let e = anyEdge[f]
      do {
        loops.push(origin[e])
        isCorner[origin[e]] = 1
        e = next[e]
      } while (e !== anyEdge[f])
      start.push(loops.length)
    }
    const corners: number[] = []
    let dropped = false
    for (let v = 0; v < count; v++) {
      if (isCorner[v] === 1) corners.push(v)
      else if (wasCorner[v] === 1) dropped = true
    }
    return {
      faceCount: start.length - 1, start: Int32Array.from(start), loops: Int32Array.from(loops), corners: Int32Array.from(corners), dropped,
    }
  }
}

/** Polygons of the hull: neighbouring triangles within `tolerance` (grid units) of a common plane become one face. */
export function mergeHullFaces(hull: TriangleHull, grid: Float64Array, tolerance: number): PolygonFaces {
  const mesh = new FaceMesh(hull, grid, tolerance)
  mesh.growAll()
  mesh.dropStraightCorners()
  return mesh.result()
}
