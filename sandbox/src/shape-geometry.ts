// Geometries for the engine's shapes. Spheres and boxes are of unit size and are scaled; capsules are of unit radius, one per
// slenderness; a hull is drawn from its points.
import { BoxGeometry, BufferAttribute, CapsuleGeometry, SphereGeometry, type BufferGeometry, type Vector3 } from 'three'
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js'

/** How bright the dark sectors of a ball are. */
const SECTOR_SHADE = 0.72

/** Colours alternate sectors around the axis, so that rolling and spinning can be seen. */
function paintSectors(indexed: BufferGeometry, sectors: number): BufferGeometry {
  const geometry = indexed.toNonIndexed()
  const position = geometry.getAttribute('position')
  const colors = new Float32Array(position.count * 3)
  for (let i = 0; i < position.count; i += 3) {
    // A triangle is of one colour: the one of its middle.
    const x = position.getX(i) + position.getX(i + 1) + position.getX(i + 2)
    const z = position.getZ(i) + position.getZ(i + 1) + position.getZ(i + 2)
    const sector = Math.floor(((Math.atan2(z, x) / Math.PI + 1) / 2) * sectors)
    colors.fill(sector % 2 === 0 ? 1 : SECTOR_SHADE, i * 3, i * 3 + 9)
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 3))
  return geometry
}

export function createUnitSphere(): BufferGeometry {
  return paintSectors(new SphereGeometry(1, 24, 16), 6)
}

export function createUnitBox(): BufferGeometry {
  return new BoxGeometry(2, 2, 2)
}

/** A capsule of radius 1 along y. */
export function createCapsule(halfLengthPerRadius: number): BufferGeometry {
  return paintSectors(new CapsuleGeometry(1, 2 * halfLengthPerRadius, 6, 20), 4)
}

export function createHull(points: Vector3[]): BufferGeometry {
  return new ConvexGeometry(points)
}
