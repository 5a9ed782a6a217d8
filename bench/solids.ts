/** Shapes of a list as the columns that the geometry functions read: the same measure for every engine, whatever it keeps inside. */

import type { ListedShape } from '../scenes/d3/lists/body-list.ts'
import { buildHull } from '../src/d3/geometry/hull/hull-builder.ts'
import type { Hull } from '../src/d3/geometry/hull/hull.ts'
import { BOX } from '../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../src/d3/geometry/shapes/capsule.ts'
import { HULL } from '../src/d3/geometry/shapes/hull.ts'
import { SPHERE } from '../src/d3/geometry/shapes/sphere.ts'

/** Writes the size of a shape; `radius`: no point of it is further from its origin. */
export function writeSize(shape: ListedShape, size: Float64Array, at: number): { kind: number; radius: number; hull: Hull | null } {
  switch (shape.kind) {
    case 'sphere':
      size[at] = shape.radius
      return { kind: SPHERE, radius: shape.radius, hull: null }
    case 'capsule':
      size[at] = shape.radius
      size[at + 1] = shape.halfLength
      return { kind: CAPSULE, radius: shape.radius + shape.halfLength, hull: null }
    case 'box': {
      const { x, y, z } = shape.halfExtents
      size.set([x, y, z], at)
      return { kind: BOX, radius: Math.hypot(x, y, z), hull: null }
    }
    case 'hull': {
      const hull = buildHull(Float64Array.from(shape.points.flatMap(({ x, y, z }) => [x, y, z])), 'points')
      return { kind: HULL, radius: hull.radius, hull }
    }
  }
}

/** Writes the rotation matrix of a quaternion, row-major. */
export function writeMatrix(out: Float64Array, at: number, x: number, y: number, z: number, w: number): void {
  const s = 2 / (x * x + y * y + z * z + w * w)
  out.set(
    [
      1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),
      s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x),
      s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y),
    ],
    at,
  )
}
