/**
 * Turns merged faces into a `Hull`: numbering, planes, edges, centre. Also the last check that the result is convex and
 * holds every point it was made from.
 *
 * Numbering depends on the shape alone, not on how it was found: vertices keep the order the user gave them, a face
 * starts at its lowest vertex, faces are sorted by their vertices, edges follow the faces.
 */
import { SLOP_PER_SIZE } from '../../../common/tuning.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from './hull-integrals.ts'
import type { Hull } from './hull.ts'
import type { PolygonFaces } from './hull-faces.ts'

function compareLoops(a: number[], b: number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) return a[i] - b[i]
  }
  return a.length - b.length
}

/** The loops in hull vertex numbers, each from its lowest vertex, sorted. */
function numberLoops(faces: PolygonFaces, vertexOf: Int32Array): number[][] {
  const loops: number[][] = []
  for (let f = 0; f < faces.faceCount; f++) {
    const from = faces.start[f]
    const size = faces.start[f + 1] - from
    let lowest = 0
    for (let k = 1; k < size; k++) {
      if (vertexOf[faces.loops[from + k]] < vertexOf[faces.loops[from + lowest]]) lowest = k
    }
    const loop: number[] = []
    for (let k = 0; k < size; k++) loop.push(vertexOf[faces.loops[from + ((lowest + k) % size)]])
    loops.push(loop)
  }
  return loops.sort(compareLoops)
}

/** Plane of one face: normal from the whole loop, offset half-way between the corners that stick out most and least. */
function writePlane(planes: Float64Array, f: number, vertices: Float64Array, loop: number[], scale: number): void {
  const o = 3 * loop[0]
  let nx = 0
  let ny = 0
  let nz = 0
  for (let k = 1; k + 1 < loop.length; k++) {
    const i = 3 * loop[k]
    const j = 3 * loop[k + 1]
    const ux = (vertices[i] - vertices[o]) * scale
    const uy = (vertices[i + 1] - vertices[o + 1]) * scale
    const uz = (vertices[i + 2] - vertices[o + 2]) * scale
    const vx = (vertices[j] - vertices[o]) * scale
    const vy = (vertices[j + 1] - vertices[o + 1]) * scale
    const vz = (vertices[j + 2] - vertices[o + 2]) * scale
    nx += uy * vz - uz * vy
    ny += uz * vx - ux * vz
    nz += ux * vy - uy * vx
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  nx /= length
  ny /= length
  nz /= length
  let low = Infinity
  let high = -Infinity
  for (let k = 0; k < loop.length; k++) {
    const i = 3 * loop[k]
    const offset = nx * vertices[i] + ny * vertices[i + 1] + nz * vertices[i + 2]
    low = Math.min(low, offset)
    high = Math.max(high, offset)
  }
  planes[4 * f] = nx
  planes[4 * f + 1] = ny
  planes[4 * f + 2] = nz
  planes[4 * f + 3] = low * 0.5 + high * 0.5
}

/** Edges from the loops; null when an edge does not lie between exactly two faces that run along it in opposite directions. */
function findEdges(loops: number[][], vertexCount: number): Int32Array | null {
  const leftFace = new Int32Array(vertexCount * vertexCount).fill(-1)
  let halfEdges = 0
  for (let f = 0; f < loops.length; f++) {
    const loop = loops[f]
    for (let k = 0; k < loop.length; k++) {
      const at = loop[k] * vertexCount + loop[(k + 1) % loop.length]
      if (leftFace[at] >= 0) return null
      leftFace[at] = f
      halfEdges++
    }
  }
  const edges = new Int32Array(halfEdges * 2)
  let count = 0
  for (let f = 0; f < loops.length; f++) {
    const loop = loops[f]
    for (let k = 0; k < loop.length; k++) {
      const a = loop[k]
      const b = loop[(k + 1) % loop.length]
      const right = leftFace[b * vertexCount + a]
      if (right < 0) return null
      if (right < f) continue
      edges[4 * count] = a
      edges[4 * count + 1] = b
      edges[4 * count + 2] = f
      edges[4 * count + 3] = right
      count++
    }
  }
  return edges
}

/** Whether every corner of every face lies to the left of all edges of that face, give or take `tolerance`. */
function facesAreConvex(hull: Hull, tolerance: number): boolean {
  const { vertices, planes, faceStart, faceVertices } = hull
  for (let f = 0; f < hull.faceCount; f++) {
    const from = faceStart[f]
    const to = faceStart[f + 1]
    for (let k = from; k < to; k++) {
      const a = 3 * faceVertices[k]
      const b = 3 * faceVertices[k + 1 < to ? k + 1 : from]
      const ex = vertices[b] - vertices[a]
      const ey = vertices[b + 1] - vertices[a + 1]
      const ez = vertices[b + 2] - vertices[a + 2]
      // Points left along the face: normal × edge.
      const lx = planes[4 * f + 1] * ez - planes[4 * f + 2] * ey
      const ly = planes[4 * f + 2] * ex - planes[4 * f] * ez
      const lz = planes[4 * f] * ey - planes[4 * f + 1] * ex
      const limit = -tolerance * Math.sqrt(ex * ex + ey * ey + ez * ez)
      for (let m = from; m < to; m++) {
        const c = 3 * faceVertices[m]
        const side = lx * (vertices[c] - vertices[a]) + ly * (vertices[c + 1] - vertices[a + 1]) + lz * (vertices[c + 2] - vertices[a + 2])
        if (!(side >= limit)) return false
      }
    }
  }
  return true
}

/** Whether no point lies farther than `tolerance` outside any face. */
function holdsAll(hull: Hull, points: Float64Array, tolerance: number): boolean {
  const { planes, faceCount } = hull
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]
    const y = points[i + 1]
    const z = points[i + 2]
    for (let f = 0; f < faceCount; f++) {
      const distance = planes[4 * f] * x + planes[4 * f + 1] * y + planes[4 * f + 2] * z - planes[4 * f + 3]
      if (!(distance <= tolerance)) return false
    }
  }
  return true
}

/** Whether corners lie in the planes of their faces, give or take half the overlap that resting bodies keep. */
export function areFlat({ vertices, planes, faceCount, faceStart, faceVertices, innerRadius }: Hull): boolean {
  for (let f = 0; f < faceCount; f++) {
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const v = 3 * faceVertices[k]
      const height = planes[4 * f] * vertices[v] + planes[4 * f + 1] * vertices[v + 1] + planes[4 * f + 2] * vertices[v + 2] - planes[4 * f + 3]
      if (Math.abs(height) > SLOP_PER_SIZE * innerRadius) return false
    }
  }
  return true
}

/**
 * The hull with these faces over the user's `points`. Null when it is not a closed convex solid that holds all points
 * to within `tolerance` (metres); the caller then merges less eagerly. `scale` keeps tiny and huge areas in range.
 */
export function finishHull(points: Float64Array, faces: PolygonFaces, scale: number, tolerance: number): Hull | null {
  const { corners } = faces
  const vertexCount = corners.length
  const vertices = new Float64Array(3 * vertexCount)
  const vertexOf = new Int32Array(points.length / 3).fill(-1)
  let radiusSquared = 0
  for (let v = 0; v < vertexCount; v++) {
    vertexOf[corners[v]] = v
    const x = points[3 * corners[v]]
    const y = points[3 * corners[v] + 1]
    const z = points[3 * corners[v] + 2]
    vertices[3 * v] = x
    vertices[3 * v + 1] = y
    vertices[3 * v + 2] = z
    radiusSquared = Math.max(radiusSquared, x * x + y * y + z * z)
  }

  const loops = numberLoops(faces, vertexOf)
  const faceCount = loops.length
  const edges = findEdges(loops, vertexCount)
  if (edges === null || vertexCount - edges.length / 4 + faceCount !== 2) return null
  const planes = new Float64Array(4 * faceCount)
  const faceStart = new Int32Array(faceCount + 1)
  const faceVertices = new Int32Array(edges.length / 2)
  for (let f = 0; f < faceCount; f++) {
    if (loops[f].length < 3) return null
    writePlane(planes, f, vertices, loops[f], scale)
    faceVertices.set(loops[f], faceStart[f])
    faceStart[f + 1] = faceStart[f] + loops[f].length
  }

  const integrals = new Float64Array(HULL_INTEGRAL_SIZE)
  hullIntegrals({ vertexCount, faceCount, vertices, faceStart, faceVertices }, integrals)
  const center = integrals.slice(1, 4)
  let innerRadius = Infinity
  for (let f = 0; f < faceCount; f++) {
    const p = 4 * f
    innerRadius = Math.min(innerRadius, planes[p + 3] - planes[p] * center[0] - planes[p + 1] * center[1] - planes[p + 2] * center[2])
  }
  const hull: Hull = {
    vertexCount, faceCount, edgeCount: edges.length / 4, vertices, planes, faceStart, faceVertices, edges, center,
    radius: Math.sqrt(radiusSquared), innerRadius,
  }
  return innerRadius > 0 && facesAreConvex(hull, tolerance) && holdsAll(hull, points, tolerance) ? hull : null
}
