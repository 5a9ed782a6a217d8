/**
 * Shapes of the engine as triangles with normals, for the meshes of a written document: what is to be seen, and what hulls and triangle meshes are
 * as colliders.
 */

import { cos, sin } from '../../common/math/deterministic-math.ts'
import type { Shape } from '../../d3/index.ts'

/** x y z of vertices and their normals, and three vertices per triangle. */
export interface Surface {
  readonly positions: number[]
  readonly normals: number[]
  readonly indices: number[]
}

/** Points round a circle, and rings of half a ball. */
const AROUND = 16
const RINGS = 3

/** Half the side of what is drawn for a plane without end, m. */
const PLANE_HALF = 10

function empty(): Surface {
  return { positions: [], normals: [], indices: [] }
}

/** A flat polygon, its corners counter-clockwise from outside. */
function addFace(out: Surface, corners: readonly (readonly number[])[]): void {
  const [a, b, c] = corners
  const u = [0, 1, 2].map(k => b[k] - a[k])
  const v = [0, 1, 2].map(k => c[k] - a[k])
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1
  const first = out.positions.length / 3
  for (const corner of corners) {
    out.positions.push(corner[0], corner[1], corner[2])
    out.normals.push(n[0] / length, n[1] / length, n[2] / length)
  }
  for (let i = 2; i < corners.length; i++) out.indices.push(first, first + i - 1, first + i)
}

function boxSurface({ x, y, z }: { x: number; y: number; z: number }): Surface {
  const out = empty()
  const half = [x, y, z]
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => {
        const p = [0, 0, 0]
        p[axis] = side * half[axis]
        p[(axis + 1) % 3] = side * u * half[(axis + 1) % 3]
        p[(axis + 2) % 3] = v * half[(axis + 2) % 3]
        return p
      })
      addFace(out, corners)
    }
  }
  return out
}

/** A profile (radius and height, from below to above, with its normal) turned about y. */
function latheSurface(profile: readonly (readonly [r: number, y: number, nr: number, ny: number])[]): Surface {
  const out = empty()
  for (const [r, y, nr, ny] of profile) {
    for (let i = 0; i <= AROUND; i++) {
      const angle = (2 * Math.PI * i) / AROUND
      const [c, s] = [cos(angle), sin(angle)]
      out.positions.push(r * c, y, r * s)
      out.normals.push(nr * c, ny, nr * s)
    }
  }
  const row = AROUND + 1
  for (let p = 0; p + 1 < profile.length; p++) {
    // Two rings at one place are an edge between two normals.
    if (profile[p][0] === profile[p + 1][0] && profile[p][1] === profile[p + 1][1]) continue
    for (let i = 0; i < AROUND; i++) {
      const a = p * row + i
      if (profile[p + 1][0] > 0) out.indices.push(a, a + row, a + row + 1)
      if (profile[p][0] > 0) out.indices.push(a, a + row + 1, a + 1)
    }
  }
  return out
}

function cylinderSurface(top: number, bottom: number, half: number): Surface {
  const slope = Math.sqrt((bottom - top) * (bottom - top) + 4 * half * half)
  const [nr, ny] = [(2 * half) / slope, (bottom - top) / slope]
  return latheSurface([[0, -half, 0, -1], [bottom, -half, 0, -1], [bottom, -half, nr, ny], [top, half, nr, ny], [top, half, 0, 1], [0, half, 0, 1]])
}

/** Two balls and what lies between; a ball if half is 0. The rims are where the side touches the balls. */
function capsuleSurface(top: number, bottom: number, half: number): Surface {
  const profile: [number, number, number, number][] = []
  for (const [radius, centre, side] of [[bottom, -half, -1], [top, half, 1]] as const) {
    const rings = Array.from({ length: RINGS + 1 }, (_, k) => (Math.PI / 2) * (k / RINGS))
    for (const angle of side < 0 ? rings.toReversed() : rings) {
      const [c, s] = [angle === Math.PI / 2 ? 0 : cos(angle), sin(angle)]
      if (half === 0 && side > 0 && angle === 0) continue
      profile.push([radius * c, centre + side * radius * s, c, side * s])
    }
  }
  return latheSurface(profile)
}

function trianglesSurface(corners: Float64Array): Surface {
  const out = empty()
  const at = (o: number): number[] => [corners[o], corners[o + 1], corners[o + 2]]
  for (let o = 0; o < corners.length; o += 9) addFace(out, [at(o), at(o + 3), at(o + 6)])
  return out
}

function hullSurface(shape: Shape): Surface {
  const out = empty()
  const points = shape.points!
  // Corners are those of the hull as it is, at its scale.
  for (const face of shape.faces!) addFace(out, face.map(v => [points[3 * v], points[3 * v + 1], points[3 * v + 2]]))
  return out
}

/** A shape in its own frame, at its scale. */
export function surfaceOf(shape: Shape): Surface {
  switch (shape.kind) {
    case 'box':
    case 'rounded-box':
      return boxSurface(shape.halfExtents!)
    case 'sphere':
    case 'ellipsoid':
      return capsuleSurface(shape.kind === 'sphere' ? shape.radius : 1, shape.kind === 'sphere' ? shape.radius : 1, 0)
    case 'capsule':
      return capsuleSurface(shape.radius, shape.radius, shape.halfLength)
    case 'tapered-capsule':
      return capsuleSurface(shape.radiusTop, shape.radiusBottom, shape.halfLength)
    case 'cylinder':
      return cylinderSurface(shape.radiusTop, shape.radiusBottom, shape.halfHeight)
    case 'plane':
      return quadSurface()
    case 'hull':
    case 'rounded-hull':
      return hullSurface(shape)
    default: {
      const level = shape.mesh ?? shape.heightField ?? shape.voxels!
      return scaledSurface(trianglesSurface(level.triangles()), shape.scale)
    }
  }
}

function quadSurface(): Surface {
  const out = empty()
  const h = PLANE_HALF
  addFace(out, [[-h, 0, -h], [-h, 0, h], [h, 0, h], [h, 0, -h]])
  return out
}

function scaledSurface(surface: Surface, { x, y, z }: { x: number; y: number; z: number }): Surface {
  if (x === 1 && y === 1 && z === 1) return surface
  const factors = [x, y, z]
  const mirrors = x * y * z < 0
  const out = empty()
  for (let t = 0; t < surface.indices.length; t += 3) {
    const corners = [0, mirrors ? 2 : 1, mirrors ? 1 : 2].map(k => {
      const v = surface.indices[t + k]
      return [0, 1, 2].map(axis => surface.positions[3 * v + axis] * factors[axis])
    })
    addFace(out, corners)
  }
  return out
}
