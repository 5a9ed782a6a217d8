// Point clouds for the hull tests, and a hull by brute force to compare with.
import { expect } from 'vitest'
import type { Hull } from '../../../../src/d3/geometry/hull/hull.ts'
import { createRandom } from '../../../common/random.ts'

export type Cloud = (random: () => number, count: number) => number[]

function inBall(random: () => number): number[] {
  for (;;) {
    const point = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
    if (Math.hypot(...point) < 1) return point
  }
}

/** Clouds without more coplanar points than chance makes. */
export const GENERAL_CLOUDS: Record<string, Cloud> = {
  'in a ball': (random, count) => Array.from({ length: count }, () => inBall(random)).flat(),
  'on a sphere': (random, count) => Array.from({ length: count }, () => {
    const [x, y, z] = inBall(random)
    const length = Math.hypot(x, y, z)
    return [x / length, y / length, z / length]
  }).flat(),
  'in a cube': (random, count) => Array.from({ length: 3 * count }, () => random()),
  'in a slab of 1:1000': (random, count) => Array.from({ length: count }, () => [random(), 0.001 * random(), random()]).flat(),
}

/** Clouds with many points in common planes and on common lines. */
export const LATTICE_CLOUDS: Record<string, Cloud> = {
  'on a grid': (random, count) => Array.from({ length: 3 * count }, () => 0.1 * Math.floor(6 * random())),
  'on a small lattice with duplicates': (random, count) => Array.from({ length: 3 * count }, () => Math.floor(3 * random()) - 1),
  'on the surface of a cube': (random, count) => {
    const points = [-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1]
    for (let i = 8; i < count; i++) {
      const point = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
      point[Math.floor(3 * random())] = random() < 0.5 ? -1 : 1
      if (random() < 0.4) point[Math.floor(3 * random())] = random() < 0.5 ? -1 : 1
      points.push(...point)
    }
    return points
  },
  'in two layers 1:1000 apart': (random, count) => Array.from({ length: count }, () => (
    [Math.floor(5 * random()), random() < 0.5 ? 0 : 0.005, Math.floor(5 * random())]
  )).flat(),
}

export function makeCloud(cloud: Cloud, seed: number, count: number, scale = 1, offset = 0): Float64Array {
  const points = Float64Array.from(cloud(createRandom(seed), count))
  return points.map((value) => (value + offset) * scale)
}

/** Rotation matrix of a random unit quaternion, row-major. */
export function randomRotation(random: () => number): number[] {
  const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]
  const length = Math.hypot(...q)
  const [x, y, z, w] = q.map((value) => value / length)
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ]
}

export function rotateAll(points: ArrayLike<number>, r: number[]): Float64Array {
  const out = new Float64Array(points.length)
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) out[i + k] = r[3 * k] * points[i] + r[3 * k + 1] * points[i + 1] + r[3 * k + 2] * points[i + 2]
  }
  return out
}

export function extentOf(points: ArrayLike<number>): number {
  let extent = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity
    let high = -Infinity
    for (let i = axis; i < points.length; i += 3) {
      low = Math.min(low, points[i])
      high = Math.max(high, points[i])
    }
    extent = Math.max(extent, high - low)
  }
  return extent
}

/** Coordinates of a point as text, so that equal points are one and the same. */
export function keyOf(points: ArrayLike<number>, index: number): string {
  return `${points[3 * index]},${points[3 * index + 1]},${points[3 * index + 2]}`
}

export function vertexKeys(hull: Hull): string[] {
  return Array.from({ length: hull.vertexCount }, (_, v) => keyOf(hull.vertices, v)).sort()
}

/** Each face as its sorted corner keys. */
export function faceKeys(hull: Hull): string[] {
  return Array.from({ length: hull.faceCount }, (_, f) => (
    Array.from(hull.faceVertices.subarray(hull.faceStart[f], hull.faceStart[f + 1]), (v) => keyOf(hull.vertices, v)).sort().join(' ')
  )).sort()
}

/** Volume by the divergence theorem from the planes and loops, not from tetrahedra as in the engine. */
export function volumeFromPlanes(hull: Hull): number {
  let volume = 0
  for (let f = 0; f < hull.faceCount; f++) {
    const [nx, ny, nz, offset] = hull.planes.subarray(4 * f, 4 * f + 4)
    const loop = Array.from(hull.faceVertices.subarray(hull.faceStart[f], hull.faceStart[f + 1]), (v) => hull.vertices.subarray(3 * v, 3 * v + 3))
    let area = 0
    for (let k = 0; k < loop.length; k++) {
      const a = loop[k].map((value, axis) => value - loop[0][axis])
      const b = loop[(k + 1) % loop.length].map((value, axis) => value - loop[0][axis])
      area += 0.5 * (nx * (a[1] * b[2] - a[2] * b[1]) + ny * (a[2] * b[0] - a[0] * b[2]) + nz * (a[0] * b[1] - a[1] * b[0]))
    }
    volume += (offset - nx * hull.center[0] - ny * hull.center[1] - nz * hull.center[2]) * area / 3
  }
  return volume
}

/** Corners of the convex hull of points in a plane with normal n: ends of every line that has all points on its left. */
function planarCorners(points: ArrayLike<number>, members: number[], n: number[], tolerance: number): Set<number> {
  const corners = new Set<number>()
  for (const p of members) {
    for (const q of members) {
      const e = [0, 1, 2].map((axis) => points[3 * q + axis] - points[3 * p + axis])
      const length = Math.hypot(...e)
      if (length <= tolerance) continue
      let isEdge = true
      for (const o of members) {
        const d = [0, 1, 2].map((axis) => points[3 * o + axis] - points[3 * p + axis])
        const left = (n[0] * (e[1] * d[2] - e[2] * d[1]) + n[1] * (e[2] * d[0] - e[0] * d[2]) + n[2] * (e[0] * d[1] - e[1] * d[0])) / length
        const along = (e[0] * d[0] + e[1] * d[1] + e[2] * d[2]) / length
        if (left < -tolerance || (left < tolerance && (along < -tolerance || along > length + tolerance))) {
          isEdge = false
          break
        }
      }
      if (isEdge) corners.add(p).add(q)
    }
  }
  return corners
}

/** Faces of the hull as sorted corner keys: every triple of points is tried as a plane with all points on one side. */
export function bruteForceFaces(points: ArrayLike<number>): string[] {
  const count = points.length / 3
  const tolerance = 1e-9 * extentOf(points)
  const faces = new Set<string>()
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      for (let c = b + 1; c < count; c++) {
        const u = [0, 1, 2].map((axis) => points[3 * b + axis] - points[3 * a + axis])
        const v = [0, 1, 2].map((axis) => points[3 * c + axis] - points[3 * a + axis])
        let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        const length = Math.hypot(...n)
        if (length <= tolerance * Math.max(Math.hypot(...u), Math.hypot(...v))) continue
        n = n.map((value) => value / length)
        let above = 0
        let below = 0
        const members: number[] = []
        for (let i = 0; i < count && (above === 0 || below === 0); i++) {
          const d = n[0] * (points[3 * i] - points[3 * a]) + n[1] * (points[3 * i + 1] - points[3 * a + 1])
            + n[2] * (points[3 * i + 2] - points[3 * a + 2])
          if (d > tolerance) above++
          else if (d < -tolerance) below++
          else members.push(i)
        }
        if (above > 0 && below > 0) continue
        const corners = planarCorners(points, members, n, tolerance)
        faces.add([...new Set([...corners].map((i) => keyOf(points, i)))].sort().join(' '))
      }
    }
  }
  return [...faces].sort()
}

/** Everything the `Hull` interface promises, against the points it was made from. */
export function expectValidHull(hull: Hull, points: ArrayLike<number>, tolerance = 1e-6 * extentOf(points)): void {
  const { vertexCount, faceCount, edgeCount, vertices, planes, faceStart, faceVertices, edges } = hull
  expect(vertexCount - edgeCount + faceCount).toBe(2)
  expect([vertices.length, planes.length, faceStart.length, edges.length]).toEqual([3 * vertexCount, 4 * faceCount, faceCount + 1, 4 * edgeCount])
  expect([faceStart[0], faceStart[faceCount]]).toEqual([0, faceVertices.length])
  expect(faceVertices.length).toBe(2 * edgeCount)

  let outside = -Infinity
  let offPlane = 0
  let reflex = 0
  let offUnit = 0
  let smallestFace = Infinity
  let innerRadius = Infinity
  const leftOf = new Map<string, number>()
  for (let f = 0; f < faceCount; f++) {
    const [nx, ny, nz, offset] = planes.subarray(4 * f, 4 * f + 4)
    offUnit = Math.max(offUnit, Math.abs(Math.hypot(nx, ny, nz) - 1))
    for (let i = 0; i < points.length; i += 3) outside = Math.max(outside, nx * points[i] + ny * points[i + 1] + nz * points[i + 2] - offset)
    innerRadius = Math.min(innerRadius, offset - nx * hull.center[0] - ny * hull.center[1] - nz * hull.center[2])
    const loop = Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1]))
    smallestFace = Math.min(smallestFace, loop.length)
    for (let k = 0; k < loop.length; k++) {
      const [a, b] = [3 * loop[k], 3 * loop[(k + 1) % loop.length]]
      offPlane = Math.max(offPlane, Math.abs(nx * vertices[a] + ny * vertices[a + 1] + nz * vertices[a + 2] - offset))
      leftOf.set(`${loop[k]} ${loop[(k + 1) % loop.length]}`, f)
      const e = [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1], vertices[b + 2] - vertices[a + 2]]
      const length = Math.hypot(...e)
      for (const other of loop) {
        const d = [vertices[3 * other] - vertices[a], vertices[3 * other + 1] - vertices[a + 1], vertices[3 * other + 2] - vertices[a + 2]]
        const left = nx * (e[1] * d[2] - e[2] * d[1]) + ny * (e[2] * d[0] - e[0] * d[2]) + nz * (e[0] * d[1] - e[1] * d[0])
        reflex = Math.max(reflex, -left / length)
      }
    }
  }
  expect(Math.max(outside, offPlane, reflex)).toBeLessThanOrEqual(tolerance)
  expect(offUnit).toBeLessThan(1e-15)
  expect(smallestFace).toBeGreaterThanOrEqual(3)

  expect(leftOf.size).toBe(2 * edgeCount)
  const named = Array.from({ length: edgeCount }, (_, e) => Array.from(edges.subarray(4 * e + 2, 4 * e + 4)))
  const found = Array.from({ length: edgeCount }, (_, e) => (
    [leftOf.get(`${edges[4 * e]} ${edges[4 * e + 1]}`), leftOf.get(`${edges[4 * e + 1]} ${edges[4 * e]}`)]
  ))
  expect(named).toEqual(found)

  const given = new Set(Array.from({ length: points.length / 3 }, (_, i) => keyOf(points, i)))
  let radius = 0
  let strangers = 0
  for (let v = 0; v < vertexCount; v++) {
    if (!given.has(keyOf(vertices, v))) strangers++
    radius = Math.max(radius, Math.hypot(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]))
  }
  expect(strangers).toBe(0)
  expect(hull.radius).toBeCloseTo(radius, 12 - Math.ceil(Math.log10(radius)))
  expect(hull.innerRadius).toBe(innerRadius)
  expect(innerRadius).toBeGreaterThan(0)
}
