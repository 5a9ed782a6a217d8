/**
 * Quickhull: the triangulated convex hull of points on the integer grid. Merging triangles into polygons is not done
 * here (`hull-faces.ts`).
 *
 * The surface is a set of half-edges, three per triangle: half-edge 3t + i leaves corner i of triangle t and runs
 * counter-clockwise seen from outside. Each triangle keeps the points outside it; the farthest of them is added, the
 * triangles it sees are cut away along their horizon and replaced by a fan.
 *
 * What makes it robust: whether a triangle is seen is decided exactly, and one in the very plane of the new point
 * counts as seen. Then the seen region is always a disc, no triangle ever has zero area, and the surface is exactly
 * convex after every step. Tolerance only decides which points are worth adding.
 */
import { orientation, triangleAreaVector } from './hull-orient.ts'

/** Grid units; a distance computed in doubles is surely wrong by less than this (2^48 × a few roundings of 1.1e-16). */
const DISTANCE_ERROR = 4

export interface TriangleHull {
  readonly triangleCount: number
  /** Point index at the start of each half-edge; 3 per triangle. */
  readonly origin: Int32Array
  /** The half-edge on the other side. */
  readonly twin: Int32Array
}

class HullSurface {
  readonly grid: Float64Array
  readonly tolerance: number
  readonly origin: number[] = []
  readonly twin: number[] = []
  /** Unit normal and offset, 4 per triangle. */
  readonly planes: number[] = []
  readonly alive: boolean[] = []
  /** First point of the list of points outside a triangle, and the farthest of them; −1 = none. */
  readonly firstOutside: number[] = []
  readonly farthest: number[] = []
  readonly farthestDistance: number[] = []
  /** Next point in the list a point is in. */
  readonly nextOutside: Int32Array
  /** Triangles that may have outside points, in order of creation. */
  readonly queue: number[] = []
  readonly freeTriangles: number[] = []
  /** Half-edge of the horizon that starts at a point. */
  readonly horizonAt: Int32Array
  readonly area: Float64Array = new Float64Array(3)

  constructor(grid: Float64Array, tolerance: number) {
    this.grid = grid
    this.tolerance = tolerance
    this.nextOutside = new Int32Array(grid.length / 3).fill(-1)
    this.horizonAt = new Int32Array(grid.length / 3).fill(-1)
  }

  addTriangle(a: number, b: number, c: number): number {
    const { grid, area } = this
    const free = this.freeTriangles.pop()
    const t = free === undefined ? this.alive.length : free
    this.origin[3 * t] = a
    this.origin[3 * t + 1] = b
    this.origin[3 * t + 2] = c
    for (let i = 0; i < 3; i++) this.twin[3 * t + i] = -1
    triangleAreaVector(grid, a, b, c, area)
    const length = Math.sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2])
    const nx = area[0] / length
    const ny = area[1] / length
    const nz = area[2] / length
    this.planes[4 * t] = nx
    this.planes[4 * t + 1] = ny
    this.planes[4 * t + 2] = nz
    this.planes[4 * t + 3] = nx * grid[3 * a] + ny * grid[3 * a + 1] + nz * grid[3 * a + 2]
    this.alive[t] = true
    this.firstOutside[t] = -1
    this.farthest[t] = -1
    this.farthestDistance[t] = 0
    return t
  }

  link(e: number, f: number): void {
    this.twin[e] = f
    this.twin[f] = e
  }

  distance(t: number, p: number): number {
    const { grid, planes } = this
    return planes[4 * t] * grid[3 * p] + planes[4 * t + 1] * grid[3 * p + 1] + planes[4 * t + 2] * grid[3 * p + 2] - planes[4 * t + 3]
  }

  /** Whether p is above the plane of t or exactly in it. */
  sees(p: number, t: number): boolean {
    const distance = this.distance(t, p)
    if (distance > DISTANCE_ERROR) return true
    if (distance < -DISTANCE_ERROR) return false
    return orientation(this.grid, this.origin[3 * t], this.origin[3 * t + 1], this.origin[3 * t + 2], p) >= 0
  }

  /** Puts p on the list of the triangle it is farthest outside of; inside all of them, it is dropped for good. */
  assign(p: number, triangles: number[]): void {
    let best = -1
    let bestDistance = this.tolerance
    for (let k = 0; k < triangles.length; k++) {
      const distance = this.distance(triangles[k], p)
      if (distance > bestDistance) {
        best = triangles[k]
        bestDistance = distance
      }
    }
    if (best < 0) return
    this.nextOutside[p] = this.firstOutside[best]
    this.firstOutside[best] = p
    if (bestDistance > this.farthestDistance[best]) {
      this.farthestDistance[best] = bestDistance
      this.farthest[best] = p
    }
  }

  start(simplex: Int32Array, members: Int32Array): void {
    const [a, b, c, d] = simplex
    const base = this.addTriangle(a, b, c)
    const sides = [this.addTriangle(b, a, d), this.addTriangle(c, b, d), this.addTriangle(a, c, d)]
    for (let i = 0; i < 3; i++) {
      this.link(3 * base + i, 3 * sides[i])
      // Half-edge 1 of a side goes up to d, half-edge 2 comes down again beside the side before it.
      this.link(3 * sides[i] + 1, 3 * sides[(i + 2) % 3] + 2)
    }
    const triangles = [base, sides[0], sides[1], sides[2]]
    for (let m = 0; m < members.length; m++) {
      const p = members[m]
      if (p !== a && p !== b && p !== c && p !== d) this.assign(p, triangles)
    }
    for (let k = 0; k < 4; k++) this.queue.push(triangles[k])
  }

  /** All triangles that `eye` sees, found from one of them outwards; they are no longer alive afterwards. */
  cutAway(eye: number, from: number): number[] {
    const seen = [from]
    this.alive[from] = false
    for (let k = 0; k < seen.length; k++) {
      for (let i = 0; i < 3; i++) {
        const other = Math.floor(this.twin[3 * seen[k] + i] / 3)
        if (this.alive[other] && this.sees(eye, other)) {
          this.alive[other] = false
          seen.push(other)
        }
      }
    }
    return seen
  }

  addPoint(eye: number, from: number): void {
    const seen = this.cutAway(eye, from)
    const { origin, twin, horizonAt } = this
    let first = -1
    for (let k = 0; k < seen.length; k++) {
      for (let i = 0; i < 3; i++) {
        const e = 3 * seen[k] + i
        if (!this.alive[Math.floor(twin[e] / 3)]) continue
        horizonAt[origin[e]] = twin[e]
        if (first < 0) first = origin[e]
      }
    }

    const fan: number[] = []
    let a = first
    do {
      // The far side of the horizon runs the other way, so its origin is where this edge ends.
      const beyond = horizonAt[a]
      const b = origin[beyond]
      const t = this.addTriangle(a, b, eye)
      this.link(3 * t, beyond)
      if (fan.length > 0) this.link(3 * t + 2, 3 * fan[fan.length - 1] + 1)
      fan.push(t)
      a = b
    } while (a !== first)
    this.link(3 * fan[0] + 2, 3 * fan[fan.length - 1] + 1)

    for (let k = 0; k < seen.length; k++) {
      let p = this.firstOutside[seen[k]]
      while (p >= 0) {
        const next = this.nextOutside[p]
        if (p !== eye) this.assign(p, fan)
        p = next
      }
      this.firstOutside[seen[k]] = -1
    }
    for (let k = 0; k < seen.length; k++) this.freeTriangles.push(seen[k])
    for (let k = 0; k < fan.length; k++) this.queue.push(fan[k])
  }

  run(): void {
    const { queue } = this
    for (let k = 0; k < queue.length; k++) {
      const t = queue[k]
      if (this.alive[t] && this.firstOutside[t] >= 0) this.addPoint(this.farthest[t], t)
    }
  }

  /** The live triangles, packed. */
  result(): TriangleHull {
    const packed = new Int32Array(this.alive.length).fill(-1)
    let triangleCount = 0
    for (let t = 0; t < this.alive.length; t++) {
      if (this.alive[t]) packed[t] = triangleCount++
    }
    const origin = new Int32Array(3 * triangleCount)
    const twin = new Int32Array(3 * triangleCount)
    for (let t = 0; t < this.alive.length; t++) {
      if (!this.alive[t]) continue
      for (let i = 0; i < 3; i++) {
        const e = 3 * packed[t] + i
        const other = this.twin[3 * t + i]
        origin[e] = this.origin[3 * t + i]
        twin[e] = 3 * packed[Math.floor(other / 3)] + (other % 3)
      }
    }
    return { triangleCount, origin, twin }
  }
}

/**
 * Exactly convex triangulated hull of the `members` of the grid, grown from `simplex` (see `hull-simplex.ts`). Points
 * that stick out by no more than `tolerance` are left out.
 */
export function triangulateHull(grid: Float64Array, members: Int32Array, simplex: Int32Array, tolerance: number): TriangleHull {
  const surface = new HullSurface(grid, tolerance)
  surface.start(simplex, members)
  surface.run()
  return surface.result()
}
