/** Collision shapes of a link as shapes of the engine. */

import { PhysicsError } from '../../common/errors.ts'
import type { CollisionFilter, ShapeDefinition, ShapeOptions, Vec3 } from '../../d3/index.ts'
// Not from the entries: their modules would be drawn into the chunk of the robots.
import { box, capsule, cylinder, ellipsoid, heightField, hull, mesh, plane, sphere } from '../../d3/api/shape-definition.ts'
import { hullShapes } from '../../hulls/hull-shapes.ts'
import { add, compose, multiply, rotate, vec, type Pose } from './poses.ts'
import type { RobotMesh, RobotNote, RobotShape } from './robot.ts'

/** What stands for a mesh: its convex hull, several hulls, its triangles (bodies that do not move), or the box around it. */
export type MeshFit = 'hull' | 'hulls' | 'mesh' | 'box'

/** Gives the mesh of a name in the file, or null if there is none. */
export type MeshSource = (uri: string) => RobotMesh | null | undefined

/** What shapes are made with. */
export interface ShapeSettings {
  meshes: MeshSource | null
  meshFit: MeshFit
  friction: number | null
  filterOf: (shape: RobotShape) => CollisionFilter
  notes: RobotNote[]
}

/** Turns local y, the axis of the engine's cylinders, into z. */
const Y_TO_Z = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }

/** The shapes that stand for one of the robot's, `offset` away from the body's origin. */
export function makeShapes(shape: RobotShape, offset: Pose, settings: ShapeSettings, isStatic: boolean, element: string): ShapeDefinition[] {
  const placed = compose(offset, shape.pose)
  const friction = shape.friction ?? settings.friction
  const options: ShapeOptions = {
    position: placed.position, rotation: placed.rotation, filter: settings.filterOf(shape),
    ...(friction === null ? {} : { friction }), ...(shape.friction === null ? {} : { frictionCombine: 'max' }),
    ...(shape.rollingResistance === null ? {} : { rollingResistance: shape.rollingResistance }),
  }
  const upright: ShapeOptions = { ...options, rotation: multiply(placed.rotation, Y_TO_Z) }
  const { geometry } = shape
  switch (geometry.kind) {
    case 'box':
      return [box({ ...options, halfExtents: geometry.halfExtents })]
    case 'sphere':
      return [sphere({ ...options, radius: geometry.radius })]
    case 'ellipsoid':
      return [ellipsoid({ ...options, radii: geometry.radii })]
    case 'cylinder':
      return [cylinder({ ...upright, radius: geometry.radius, halfHeight: geometry.halfHeight })]
    case 'capsule':
      return [capsule({ ...upright, radius: geometry.radius, halfLength: geometry.halfLength })]
    case 'plane':
      if (isStatic) return [plane(upright)]
      settings.notes.push({ kind: 'lost', element, message: 'A plane on a link that moves is left out.' })
      return []
    case 'heightField': {
      if (!isStatic) {
        settings.notes.push({ kind: 'lost', element, message: 'A height field on a link that moves is left out.' })
        return []
      }
      const { rows, columns, heights, sizeX, sizeY } = geometry
      // Rows run along the file's y, which is −z of a field whose y is up.
      const turned = new Float64Array(rows * columns)
      for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) turned[(rows - 1 - r) * columns + c] = heights[r * columns + c]
      return [heightField({ ...upright, heights: turned, samplesX: columns, samplesZ: rows, sizeX, sizeZ: sizeY })]
    }
    case 'mesh': {
      const data = geometry.data ?? settings.meshes?.(geometry.uri)
      if (data === null || data === undefined) {
        const advice = 'was not given: the link does not collide there. Give it by the option `meshes`.'
        settings.notes.push({ kind: 'lost', element, message: `The mesh "${geometry.uri.slice(0, 100)}" ${advice}` })
        return []
      }
      return meshShapes(data, geometry.scale, geometry.uri, options, placed, settings, isStatic, element)
    }
  }
}

function times(a: Vec3, s: number): Vec3 {
  return { x: a.x * s, y: a.y * s, z: a.z * s }
}

function meshShapes(
  data: RobotMesh, scale: Vec3, uri: string, options: ShapeOptions, placed: Pose, settings: ShapeSettings, isStatic: boolean, element: string,
): ShapeDefinition[] {
  const { points, indices } = data
  const field = `meshes("${uri.slice(0, 60)}")`
  if (points === undefined || points === null || !(points.length >= 12) || points.length % 3 !== 0) {
    throw new PhysicsError('wrong-size', `${field}.points`, points?.length, 'numbers: give x y z in a row of at least four points.')
  }
  const scaled = new Float64Array(points.length)
  for (let i = 0; i < points.length; i += 3) {
    scaled[i] = points[i] * scale.x
    scaled[i + 1] = points[i + 1] * scale.y
    scaled[i + 2] = points[i + 2] * scale.z
  }
  const { meshFit, notes } = settings
  // A scale that mirrors turns triangles inside out.
  const mirrored = scale.x * scale.y * scale.z < 0
  const corners = indices === undefined ? undefined : mirrored ? mirror(indices) : Uint32Array.from(indices)
  if (meshFit === 'mesh' && isStatic && corners !== undefined) return [mesh({ ...options, positions: scaled, indices: corners })]
  if (meshFit === 'mesh' && !isStatic) {
    notes.push({ kind: 'changed', element, message: 'Triangles are for links that do not move: the convex hull stands for this mesh.' })
  }
  if (meshFit === 'hulls' && corners !== undefined) return hullShapes({ ...options, positions: scaled, indices: corners })
  if (meshFit === 'box') {
    const low = vec(Infinity, Infinity, Infinity)
    const high = vec(-Infinity, -Infinity, -Infinity)
    for (let i = 0; i < scaled.length; i += 3) {
      low.x = Math.min(low.x, scaled[i])
      low.y = Math.min(low.y, scaled[i + 1])
      low.z = Math.min(low.z, scaled[i + 2])
      high.x = Math.max(high.x, scaled[i])
      high.y = Math.max(high.y, scaled[i + 1])
      high.z = Math.max(high.z, scaled[i + 2])
    }
    const center = times(add(low, high), 0.5)
    const halfExtents = vec(0.5 * (high.x - low.x), 0.5 * (high.y - low.y), 0.5 * (high.z - low.z))
    return [box({ ...options, halfExtents, position: add(placed.position, rotate(placed.rotation, center)) })]
  }
  return [hull({ ...options, points: scaled })]
}

/** Triangles turned over. */
function mirror(indices: ArrayLike<number>): Uint32Array {
  const out = Uint32Array.from(indices)
  for (let i = 0; i + 2 < out.length; i += 3) {
    const second = out[i + 1]
    out[i + 1] = out[i + 2]
    out[i + 2] = second
  }
  return out
}
