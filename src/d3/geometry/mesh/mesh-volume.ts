/**
 * What a closed mesh holds.
 */

import type { LevelGeometry } from './piece-source.ts'
import type { TriangleMesh } from './triangle-mesh.ts'

const THICKNESSES = /* @__PURE__ */ new WeakMap<LevelGeometry, number>()

/**
 * How thick the inside of a closed mesh is, m: twice its volume per surface, which is the wall of a hollow body and a third of a cube's edge. What
 * slops and margins go by where it moves. Once per instance.
 */
export function solidThickness(instance: LevelGeometry, mesh: TriangleMesh): number {
  const known = THICKNESSES.get(instance)
  if (known !== undefined) return known
  const corners = new Float64Array(9)
  let surface = 0
  let six = 0
  for (let t = 0; t < mesh.triangleCount; t++) {
    instance.corners(t, corners)
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners
    const x = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
    const y = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
    const z = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    surface += 0.5 * Math.sqrt(x * x + y * y + z * z)
    six += ax * x + ay * y + az * z
  }
  const thickness = six > 0 ? Math.min((2 * six) / 6 / surface, 2 * instance.radius) : 2 * instance.radius
  THICKNESSES.set(instance, thickness)
  return thickness
}

/** Volume between the surface and its first vertex, by signed tetrahedra. */
export function volumeInside(positions: Float64Array, indices: Uint32Array): number {
  let six = 0
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t]
    const b = 3 * indices[t + 1]
    const c = 3 * indices[t + 2]
    const ax = positions[a] - positions[0]
    const ay = positions[a + 1] - positions[1]
    const az = positions[a + 2] - positions[2]
    const bx = positions[b] - positions[0]
    const by = positions[b + 1] - positions[1]
    const bz = positions[b + 2] - positions[2]
    const cx = positions[c] - positions[0]
    const cy = positions[c + 1] - positions[1]
    const cz = positions[c + 2] - positions[2]
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return six / 6
}
