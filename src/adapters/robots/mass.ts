/**
 * Mass properties in robot files: solids of even density, sums, shifts, and the check that an inertia is one that a body can have.
 */

import { principalAxes, symmetricRotateByQuat } from '../../d3/math/symmetric3.ts'
import type { Body, Inertia as GivenInertia, Quat, Vec3 } from '../../d3/index.ts'
import { add, cross, dot, rotate, subtract, times, vec, ZERO, type Pose } from './poses.ts'
import type { RobotGeometry, RobotMass, RobotMesh, RobotNote } from './robot.ts'

type Inertia = Required<GivenInertia>

/** Volume, centre and inertia at unit density. */
export interface Solid {
  volume: number
  center: Vec3
  inertia: Inertia
}

function tensor(i: Inertia): Float64Array {
  return new Float64Array([i.xx, i.yy, i.zz, i.xy, i.xz, i.yz])
}

function inertiaOf(t: ArrayLike<number>): Inertia {
  return { xx: t[0], yy: t[1], zz: t[2], xy: t[3], xz: t[4], yz: t[5] }
}

export function diagonal(x: number, y: number, z: number): Inertia {
  return { xx: x, yy: y, zz: z, xy: 0, xz: 0, yz: 0 }
}

/** Mean distance of a body's mass from its centre, by which travels are told as turns, m. */
export function gyrationRadius(body: Pick<Body, 'mass' | 'getInertia'>): number {
  const { xx, yy, zz } = body.getInertia()
  return Math.sqrt((xx + yy + zz) / (2 * body.mass))
}

/** R I Rᵀ: an inertia given in turned axes. */
export function turnInertia(inertia: Inertia, q: Quat): Inertia {
  const out = new Float64Array(6)
  symmetricRotateByQuat(tensor(inertia), 0, new Float64Array([q.x, q.y, q.z, q.w]), 0, out, 0)
  return inertiaOf(out)
}

/** a + s b. */
export function addInertia(a: Inertia, b: Inertia, s: number = 1): Inertia {
  return {
    xx: a.xx + s * b.xx, yy: a.yy + s * b.yy, zz: a.zz + s * b.zz, xy: a.xy + s * b.xy, xz: a.xz + s * b.xz, yz: a.yz + s * b.yz,
  }
}

/** Inertia of a point mass at d: what a shift of the axes by d adds (Huygens–Steiner). */
export function pointInertia(mass: number, d: Vec3): Inertia {
  return {
    xx: mass * (d.y * d.y + d.z * d.z), yy: mass * (d.x * d.x + d.z * d.z), zz: mass * (d.x * d.x + d.y * d.y),
    xy: -mass * d.x * d.y, xz: -mass * d.x * d.z, yz: -mass * d.y * d.z,
  }
}

/** Mass properties seen from the frame in which `pose` is given. */
export function moveMass(mass: RobotMass, pose: Pose): RobotMass {
  return { mass: mass.mass, center: add(pose.position, rotate(pose.rotation, mass.center)), inertia: turnInertia(mass.inertia, pose.rotation) }
}

/** The sum of rigidly joined parts, all in one frame. */
export function sumMasses(parts: readonly RobotMass[]): RobotMass | null {
  if (parts.length === 0) return null
  if (parts.length === 1) return parts[0]
  let mass = 0
  let moment = ZERO
  for (const part of parts) {
    mass += part.mass
    moment = add(moment, times(part.center, part.mass))
  }
  const center = mass > 0 ? times(moment, 1 / mass) : ZERO
  let inertia = diagonal(0, 0, 0)
  for (const part of parts) inertia = addInertia(addInertia(inertia, part.inertia), pointInertia(part.mass, subtract(part.center, center)))
  return { mass, center, inertia }
}

/** Volume, centre and inertia of a solid of density 1; null for what has no inside. */
export function solidOf(geometry: RobotGeometry): Solid | null {
  const centred = (volume: number, x: number, y: number, z: number): Solid => ({ volume, center: ZERO, inertia: diagonal(x, y, z) })
  if (geometry.kind === 'box') {
    const { x, y, z } = geometry.halfExtents
    const volume = 8 * x * y * z
    return centred(volume, (volume * (y * y + z * z)) / 3, (volume * (x * x + z * z)) / 3, (volume * (x * x + y * y)) / 3)
  }
  if (geometry.kind === 'sphere') {
    const volume = (4 / 3) * Math.PI * geometry.radius * geometry.radius * geometry.radius
    const moment = 0.4 * volume * geometry.radius * geometry.radius
    return centred(volume, moment, moment, moment)
  }
  if (geometry.kind === 'ellipsoid') {
    const { x, y, z } = geometry.radii
    const volume = (4 / 3) * Math.PI * x * y * z
    return centred(volume, 0.2 * volume * (y * y + z * z), 0.2 * volume * (x * x + z * z), 0.2 * volume * (x * x + y * y))
  }
  if (geometry.kind === 'cylinder') {
    const { radius: r, halfHeight: h } = geometry
    const volume = 2 * Math.PI * r * r * h
    const side = volume * (0.25 * r * r + (h * h) / 3)
    return centred(volume, side, side, 0.5 * volume * r * r)
  }
  if (geometry.kind === 'capsule') {
    const { radius: r, halfLength: h } = geometry
    const tube = 2 * Math.PI * r * r * h
    const ball = (4 / 3) * Math.PI * r * r * r
    // Two half balls, each with its centre of mass 3/8 r beyond the tube's end.
    const side = tube * (0.25 * r * r + (h * h) / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r)
    return centred(tube + ball, side, side, 0.5 * tube * r * r + 0.4 * ball * r * r)
  }
  if (geometry.kind === 'mesh' && geometry.data !== null && geometry.data.indices !== undefined) return solidOfMesh(geometry.data, geometry.scale)
  return null
}

/** A closed mesh as a sum of signed tetrahedra from the origin. */
function solidOfMesh(mesh: RobotMesh, scale: Vec3): Solid | null {
  const { points, indices } = mesh as Required<RobotMesh>
  const at = (i: number): Vec3 => vec(points[3 * i] * scale.x, points[3 * i + 1] * scale.y, points[3 * i + 2] * scale.z)
  let volume = 0
  let moment = ZERO
  const second = [0, 0, 0, 0, 0, 0]
  for (let t = 0; t + 2 < indices.length; t += 3) {
    const corners = [at(indices[t]), at(indices[t + 1]), at(indices[t + 2])]
    const [a, b, c] = corners
    const v = dot(a, cross(b, c)) / 6
    const sum = add(add(a, b), c)
    volume += v
    moment = add(moment, times(sum, v / 4))
    // ∫ xᵢ xⱼ over a tetrahedron with one corner at the origin: v/20 (Σ xᵢ xⱼ of the corners + sum sum).
    for (const p of [...corners, sum]) {
      const terms = [p.x * p.x, p.y * p.y, p.z * p.z, p.x * p.y, p.x * p.z, p.y * p.z]
      for (let k = 0; k < 6; k++) second[k] += (v / 20) * terms[k]
    }
  }
  if (!(Math.abs(volume) > 0)) return null
  // Triangles that are wound the other way, or a scale that mirrors.
  const sign = volume < 0 ? -1 : 1
  const [xx, yy, zz, xy, xz, yz] = second.map(value => value * sign)
  const center = times(moment, 1 / volume)
  const about: Inertia = { xx: yy + zz, yy: xx + zz, zz: xx + yy, xy: -xy, xz: -xz, yz: -yz }
  return { volume: volume * sign, center, inertia: addInertia(about, pointInertia(volume * sign, center), -1) }
}

/** Share of the largest moment that a violation must have to be more than a rounded digit. */
const ROUNDED = 1e-6
/** The least moment that a repaired inertia gets, as a share of its largest. */
const LEAST = 1e-4

/**
 * Checks an inertia: positive, and no principal moment above the sum of the other two. One that no body can have is replaced by the nearest in
 * its own axes, with a note.
 */
export function checkInertia(inertia: Inertia, element: string, notes: RobotNote[]): Inertia {
  const values = new Float64Array(3)
  const q = new Float64Array(4)
  principalAxes(tensor(inertia), 0, values, 0, q, 0)
  const largest = Math.max(values[0], values[1], values[2])
  if (!(largest > 0)) return diagonal(0, 0, 0)
  const before = [...values]
  for (let k = 0; k < 3; k++) if (!(values[k] > LEAST * 1e-2 * largest)) values[k] = LEAST * largest
  const total = values[0] + values[1] + values[2]
  const most = Math.max(values[0], values[1], values[2])
  const missing = most - (total - most)
  // To the smaller two alike.
  if (missing > ROUNDED * most) for (let k = 0; k < 3; k++) if (values[k] !== most) values[k] += 0.5 * missing * (1 + 1e-9)
  if (before.every((value, k) => value === values[k])) return inertia
  const shown = (list: ArrayLike<number>): string => Array.from(list, value => Number(value.toPrecision(4))).join(', ')
  const cause = before.some(value => value <= 0)
    ? 'are not all positive'
    : 'break the triangle inequality: none may be above the sum of the other two'
  notes.push({
    kind: 'changed', element,
    message: `Principal moments ${shown(before)} kg m² ${cause}; ${shown(values)} are used. Compute them about the centre of mass from the shape, `
      + 'and see that products of inertia have the sign of the tensor (ixy = −∫ρxy).',
  })
  return turnInertia(diagonal(values[0], values[1], values[2]), { x: q[0], y: q[1], z: q[2], w: q[3] })
}

/** Factor between the radius of gyration and the reach of the shapes from which an inertia looks like a mistake of units. */
const ODD_SIZE = 5

/** Advises where the radius of gyration is far from the size of the shapes. `reach`: greatest distance of a shape's points from the link's origin. */
export function checkSize(mass: RobotMass, reach: number, element: string, notes: RobotNote[]): void {
  if (!(reach > 0) || !(mass.mass > 0)) return
  const { xx, yy, zz } = mass.inertia
  const gyration = Math.sqrt((xx + yy + zz) / (2 * mass.mass))
  if (gyration > ODD_SIZE * reach || gyration < reach / (ODD_SIZE * 10)) {
    const odd = gyration > reach ? 'large' : 'small'
    notes.push({
      kind: 'advice', element,
      message: `The inertia looks too ${odd}: its radius of gyration is ${Number(gyration.toPrecision(3))} m, `
        + `the shapes reach ${Number(reach.toPrecision(3))} m. `
        + 'Is it in kg m², and about the centre of mass?',
    })
  }
}

/** How far a geometry reaches from its own origin, m; 0 where that is not known. */
export function reachOf(geometry: RobotGeometry): number {
  if (geometry.kind === 'box') return Math.sqrt(dot(geometry.halfExtents, geometry.halfExtents))
  if (geometry.kind === 'sphere') return geometry.radius
  if (geometry.kind === 'ellipsoid') return Math.max(geometry.radii.x, geometry.radii.y, geometry.radii.z)
  if (geometry.kind === 'cylinder') return Math.sqrt(geometry.radius * geometry.radius + geometry.halfHeight * geometry.halfHeight)
  return geometry.kind === 'capsule' ? geometry.radius + geometry.halfLength : 0
}
