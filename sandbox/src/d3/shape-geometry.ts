// Geometries for the engine's shapes. Boxes are of unit size and are scaled; round shapes are of unit radius, one per slenderness;
// a hull is drawn face by face.
import { BoxGeometry, BufferAttribute, BufferGeometry, LatheGeometry, SphereGeometry, Vector2, Vector3 } from 'three'
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'

/** How bright the dark sectors of a ball are. */
const SECTOR_SHADE = 0.72
const SECTORS = 6
const SEGMENTS_PER_SECTOR = 4
const SEGMENTS_PER_CAP = 6

/**
 * A capsule of radius 1 along y; a sphere if its straight part has no length. Sectors around the axis are dark and light in turn,
 * so that rolling and spinning can be seen.
 */
export function createRound(halfLengthPerRadius: number): BufferGeometry {
  const profile: Vector2[] = []
  for (const side of [-1, 1]) {
    for (let i = 0; i <= SEGMENTS_PER_CAP; i++) {
      const latitude = (Math.PI / 2) * (side < 0 ? i / SEGMENTS_PER_CAP - 1 : i / SEGMENTS_PER_CAP)
      if (side > 0 && i === 0 && halfLengthPerRadius === 0) continue
      profile.push(new Vector2(Math.max(0, Math.cos(latitude)), Math.sin(latitude) + side * halfLengthPerRadius))
    }
  }
  return revolve(profile)
}

/** Ends of a cylinder along y, in units of the larger one's radius. */
export interface CylinderProfile {
  readonly top: number
  readonly bottom: number
  readonly halfHeight: number
  readonly rounding: number
}

/** A cylinder or cone with its ends and, where it has any, its rounded edges. */
export function createCylinder({ top, bottom, halfHeight, rounding }: CylinderProfile): BufferGeometry {
  const slope = (bottom - top) / (2 * halfHeight)
  const inwards = rounding * Math.sqrt(1 + slope * slope)
  const lean = Math.atan(slope)
  const profile = [new Vector2(0, -halfHeight)]
  for (const side of [-1, 1]) {
    const radius = (side < 0 ? bottom : top) - inwards - side * -rounding * slope
    const y = side * (halfHeight - rounding)
    const [from, to] = side < 0 ? [-Math.PI / 2, lean] : [lean, Math.PI / 2]
    const steps = rounding > 0 ? SEGMENTS_PER_CAP : 0
    for (let i = 0; i <= steps; i++) {
      const angle = steps === 0 ? 0 : from + (to - from) * i / steps
      const corner = new Vector2(Math.max(0, radius + rounding * Math.cos(angle)), y + rounding * Math.sin(angle))
      // Twice: the faces on both sides of a sharp edge have their own normals.
      profile.push(corner)
      if (steps === 0) profile.push(corner.clone())
    }
  }
  profile.push(new Vector2(0, halfHeight))
  return revolve(profile)
}

/** The hull of two balls along y, in units of the larger one's radius. */
export function createTaperedCapsule(top: number, bottom: number, halfLength: number): BufferGeometry {
  const lean = Math.asin((bottom - top) / (2 * halfLength))
  const profile: Vector2[] = []
  for (const side of [-1, 1]) {
    const radius = side < 0 ? bottom : top
    const [from, to] = side < 0 ? [-Math.PI / 2, lean] : [lean, Math.PI / 2]
    for (let i = 0; i <= 2 * SEGMENTS_PER_CAP; i++) {
      const angle = from + (to - from) * i / (2 * SEGMENTS_PER_CAP)
      profile.push(new Vector2(Math.max(0, radius * Math.cos(angle)), side * halfLength + radius * Math.sin(angle)))
    }
  }
  return revolve(profile)
}

/** A box with rounded edges, by its whole half extents. */
export function createRoundedBox(x: number, y: number, z: number, rounding: number): BufferGeometry {
  return new RoundedBoxGeometry(2 * x, 2 * y, 2 * z, SEGMENTS_PER_SECTOR, rounding)
}

/** A hull with rounded edges: the hull of small balls at its corners. */
export function createRoundedHull(points: Float64Array, rounding: number): BufferGeometry {
  const ball = new SphereGeometry(rounding, 12, 8).getAttribute('position')
  const all: Vector3[] = []
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < ball.count; k++) all.push(new Vector3().fromArray(points, i).add(new Vector3().fromBufferAttribute(ball, k)))
  }
  return new ConvexGeometry(all)
}

/** Turns a profile about y, in sectors that are dark and light in turn. */
function revolve(profile: Vector2[]): BufferGeometry {
  const angle = (2 * Math.PI) / SECTORS
  const sectors: BufferGeometry[] = []
  for (let i = 0; i < SECTORS; i++) {
    const sector = new LatheGeometry(profile, SEGMENTS_PER_SECTOR, i * angle, angle)
    const colors = new Float32Array(sector.getAttribute('position').count * 3).fill(i % 2 === 0 ? 1 : SECTOR_SHADE)
    sectors.push(sector.setAttribute('color', new BufferAttribute(colors, 3)))
  }
  return mergeGeometries(sectors)
}

export function createUnitBox(): BufferGeometry {
  return new BoxGeometry(2, 2, 2)
}

/** Not indexed: faces are flat and share no corner. `faces` has the corners of each, counter-clockwise from outside. */
export function createHull(points: Float64Array, faces: readonly number[][]): BufferGeometry {
  const positions: number[] = []
  const add = (corner: number): void => void positions.push(...points.subarray(corner * 3, corner * 3 + 3))
  for (const face of faces) {
    for (let i = 2; i < face.length; i++) {
      add(face[0]!)
      add(face[i - 1]!)
      add(face[i]!)
    }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.computeVertexNormals()
  return geometry
}

/** Level geometry with flat triangles that share no corner. */
export function createMesh(level: { triangles(): Float64Array }): BufferGeometry {
  const corners = Float32Array.from(level.triangles())
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(corners, 3))
  geometry.computeVertexNormals()
  return geometry
}
