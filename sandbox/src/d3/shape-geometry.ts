// Geometries for the engine's shapes. Boxes are of unit size and are scaled; round shapes are of unit radius, one per slenderness;
// a hull is drawn face by face.
import { BoxGeometry, BufferAttribute, BufferGeometry, LatheGeometry, Vector2 } from 'three'
import type { TriangleMesh } from 'fulcrum-physics/3d'
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

/** A mesh with flat triangles that share no corner. */
export function createMesh({ positions, indices }: TriangleMesh): BufferGeometry {
  const corners = new Float32Array(3 * indices.length)
  indices.forEach((v, i) => corners.set(positions.subarray(3 * v, 3 * v + 3), 3 * i))
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(corners, 3))
  geometry.computeVertexNormals()
  return geometry
}
