/**
 * Colliders as shapes of the engine: implicit shapes with the scale of their node worked in, meshes as hulls or triangles.
 */

import {
  box, capsule, cylinder, ellipsoid, hull, mesh, plane, sphere, TriangleMesh, type ShapeDefinition, type ShapeOptions,
} from '../../d3/index.ts'
import { PhysicsError } from '../../common/errors.ts'
import { at, booleanOf, numbersOf, optionalObject, refuse, sizeOf, type Fields } from '../shared/json.ts'
import { MeshReader, moved, turnedOver, type Triangles } from './mesh-points.ts'
import { boxPoints, capsulePoints, cylinderPoints } from './sampled-shapes.ts'
import { typeOf, type Catalogue, type Geometry } from './spellings.ts'
import { determinant, stretchOf, transformPoint, type Matrix, type Stretch } from './transforms.ts'
import type { Warnings } from './warnings.ts'

/** Scales that differ by less than this share are equal: files hold single precision. */
const EQUAL = 1e-4

/** Half the side of a plane that has no end, m, where a triangle mesh stands for it. */
const ENDLESS = 10_000

/** Thickness given to what is flat and moves, as a share of its extent. */
const THICKNESS = 0.01

/** Everything a shape says but its geometry and place. */
export type Surface = Omit<ShapeOptions, 'position' | 'rotation'>

export class ShapeReader {
  private readonly catalogue: Catalogue
  private readonly meshes: MeshReader
  private readonly warnings: Warnings
  private readonly triangles = new Map<string, Triangles>()
  private readonly built = new Map<string, TriangleMesh>()

  constructor(catalogue: Catalogue, meshes: MeshReader, warnings: Warnings) {
    this.catalogue = catalogue
    this.meshes = meshes
    this.warnings = warnings
  }

  /**
   * The shape of a geometry on a body; null if it has none. `matrix` leads from the collider's frame to the body's; `dynamic`: forces move it.
   */
  read(geometry: Geometry, matrix: Matrix, dynamic: boolean, surface: Surface): ShapeDefinition | null {
    const { path } = geometry
    const stretch = stretchOf(matrix)
    const { x, y, z } = stretch.scale
    // A node of scale 0 is not there, says the format; what is flat has no inside either.
    if (x === 0 || y === 0 || z === 0) {
      if (x !== 0 || y !== 0 || z !== 0) this.warnings.add(path, 'has a scale of 0 along an axis and is left out.')
      return null
    }
    const place = { position: { x: matrix[12], y: matrix[13], z: matrix[14] }, rotation: stretch.rotation }
    const options = { ...surface, ...place }
    if (geometry.shape < 0) return at(path, () => this.readMesh(geometry, matrix, stretch, dynamic, surface, options))
    const { fields, path: where } = this.catalogue.shapes[geometry.shape]
    const type = typeOf(fields, where)
    const inner = optionalObject(fields, type, where) ?? {}
    return at(path, () => this.readImplicit(type, inner, `${where}.${type}`, matrix, stretch, dynamic, surface, options))
  }

  private readImplicit(
    type: string, fields: Fields, path: string, matrix: Matrix, stretch: Stretch, dynamic: boolean, surface: Surface, options: ShapeOptions,
  ): ShapeDefinition | null {
    const { straight } = stretch
    const [x, y, z] = [stretch.scale.x, stretch.scale.y, stretch.scale.z].map(Math.abs)
    const even = straight && Math.abs(x - z) <= EQUAL * x
    switch (type) {
      case 'box': {
        const size = numbersOf(fields, 'size', 3, path) ?? [1, 1, 1]
        requireAll(size, `${path}.size`)
        const [hx, hy, hz] = size.map(length => length / 2)
        if (!straight) return this.sampled(boxPoints(hx, hy, hz), matrix, surface)
        return box({ ...options, halfExtents: { x: hx * x, y: hy * y, z: hz * z } })
      }
      case 'sphere': {
        const radius = sizeOf(fields, 'radius', path, 0.5)
        requireAll([radius], `${path}.radius`)
        if (even && Math.abs(x - y) <= EQUAL * x) return sphere({ ...options, radius: radius * x })
        if (!straight) return this.sampled(capsulePoints(radius, radius, 0), matrix, surface)
        return ellipsoid({ ...options, radii: { x: radius * x, y: radius * y, z: radius * z } })
      }
      case 'capsule':
      case 'cylinder': {
        const height = sizeOf(fields, 'height', path, 0.5)
        const both = sizeOf(fields, 'radius', path, 0.25)
        const top = sizeOf(fields, 'radiusTop', path, both)
        const bottom = sizeOf(fields, 'radiusBottom', path, both)
        requireAll([Math.max(top, bottom)], `${path}.radiusTop`)
        const round = type === 'capsule'
        if (!round) requireAll([height], `${path}.height`)
        if (!even) return this.sampled((round ? capsulePoints : cylinderPoints)(top, bottom, height / 2), matrix, surface)
        if (!round) return cylinder({ ...options, radiusTop: top * x, radiusBottom: bottom * x, halfHeight: (height * y) / 2 })
        return this.readCapsule(top * x, bottom * x, (height * y) / 2, options)
      }
      case 'plane':
        return this.readPlane(fields, path, stretch, dynamic, options)
      default:
        // Another extension may know the type.
        this.warnings.add(path, `is a ${type}, which is no shape that is known here, and is left out.`)
        return null
    }
  }

  /** Two balls and what lies between them; one ball if it holds the other. */
  private readCapsule(top: number, bottom: number, half: number, options: ShapeOptions): ShapeDefinition {
    const apart = 2 * half
    if (Math.abs(top - bottom) < apart && top > 0 && bottom > 0) {
      return capsule({ ...options, radiusTop: top, radiusBottom: bottom, halfLength: half })
    }
    if (Math.abs(top - bottom) < apart) {
      // One end is a point: the hull of a ball and that point.
      return hull({ ...options, points: Float64Array.from(capsulePoints(top, bottom, half)) })
    }
    const [radius, centre] = top > bottom ? [top, half] : [bottom, -half]
    const offset = rotated(options.rotation!, centre)
    const { x, y, z } = options.position!
    return sphere({ ...options, radius, position: { x: x + offset.x, y: y + offset.y, z: z + offset.z } })
  }

  private readPlane(fields: Fields, path: string, stretch: Stretch, dynamic: boolean, options: ShapeOptions): ShapeDefinition | null {
    const sizes = [sizeOf(fields, 'sizeX', path, 0), sizeOf(fields, 'sizeZ', path, 0)]
    const both = booleanOf(fields, 'doubleSided', path, false)
    const endless = sizes[0] === 0 && sizes[1] === 0
    if (dynamic && endless) {
      this.warnings.add(path, 'is a plane without end on a body that moves, and is left out.')
      return null
    }
    if (endless && !both) return plane(options)
    const x = sizes[0] === 0 ? ENDLESS : (sizes[0] / 2) * Math.abs(stretch.scale.x)
    const z = sizes[1] === 0 ? ENDLESS : (sizes[1] / 2) * Math.abs(stretch.scale.z)
    if (dynamic) {
      this.warnings.add(path, 'is a plane on a body that moves: a thin box stands for it.')
      return box({ ...options, halfExtents: { x, y: (THICKNESS * Math.min(x, z)) / 2, z } })
    }
    const positions = [-x, 0, -z, -x, 0, z, x, 0, z, x, 0, -z]
    return mesh({ ...options, positions, indices: [0, 1, 2, 0, 2, 3], sides: both ? 'both' : 'front' })
  }

  private readMesh(
    geometry: Geometry, matrix: Matrix, stretch: Stretch, dynamic: boolean, surface: Surface, options: ShapeOptions,
  ): ShapeDefinition {
    const key = `${geometry.mesh} ${geometry.node} ${geometry.convex} ${geometry.weights?.join(',') ?? ''}`
    let triangles = this.triangles.get(key)
    if (triangles === undefined) {
      triangles = this.meshes.read(geometry)
      this.triangles.set(key, triangles)
    }
    if (geometry.convex) return this.hullOf(triangles.positions, matrix, geometry.path, surface)
    if (stretch.straight) {
      let shared = this.built.get(key)
      if (shared === undefined) {
        shared = TriangleMesh.build(triangles)
        this.built.set(key, shared)
      }
      return this.meshShape(shared, stretch.scale, triangles, matrix, geometry.path, dynamic, options)
    }
    const baked = moved(triangles, matrix, determinant(matrix) < 0)
    return this.meshShape(TriangleMesh.build(baked), { x: 1, y: 1, z: 1 }, triangles, matrix, geometry.path, dynamic, surface)
  }

  private meshShape(
    given: TriangleMesh, scale: { x: number; y: number; z: number }, triangles: Triangles, matrix: Matrix, path: string, dynamic: boolean,
    options: ShapeOptions,
  ): ShapeDefinition {
    let shape = given
    if (shape.report.closed && shape.report.volume < 0) {
      shape = TriangleMesh.build({ positions: shape.positions, indices: turnedOver(Array.from(shape.indices)) })
    }
    // Open surfaces have no side that is out, as far as the format says.
    if (!dynamic) return mesh({ ...options, mesh: shape, scale, sides: shape.report.closed ? 'front' : 'both' })
    if (shape.report.closed) return mesh({ ...options, mesh: shape, scale })
    this.warnings.add(path, 'is an open mesh on a body that moves: its convex hull stands for it. Close it, or give it convexHull.')
    const surface = { ...options }
    delete surface.position
    delete surface.rotation
    return this.hullOf(triangles.positions, matrix, path, surface)
  }

  private hullOf(points: readonly number[], matrix: Matrix, path: string, surface: Surface): ShapeDefinition {
    try {
      return this.sampled(points, matrix, surface)
    } catch (error) {
      if (!(error instanceof PhysicsError) || error.code !== 'degenerate') throw error
      this.warnings.add(path, 'is flat, and its convex hull is given a little thickness.')
      return hull({ ...surface, points: thickened(transformed(points, matrix)) })
    }
  }

  private sampled(points: readonly number[], matrix: Matrix, surface: Surface): ShapeDefinition {
    return hull({ ...surface, points: transformed(points, matrix) })
  }
}

function requireAll(lengths: readonly number[], path: string): void {
  for (const length of lengths) if (!(length > 0)) refuse(path, length, 'must be above 0.', 'out-of-range')
}

function transformed(points: readonly number[], matrix: Matrix): Float64Array {
  const out = new Float64Array(points.length)
  for (let v = 0; v < points.length; v += 3) {
    const { x, y, z } = transformPoint(matrix, points[v], points[v + 1], points[v + 2])
    out.set([x, y, z], v)
  }
  return out
}

/** Every point twice, to both sides of the plane in which all of them lie. */
function thickened(points: Float64Array): Float64Array {
  const n = planeNormal(points)
  let extent = 0
  for (let v = 3; v < points.length; v += 3) for (let k = 0; k < 3; k++) extent = Math.max(extent, Math.abs(points[v + k] - points[k]))
  const out = new Float64Array(2 * points.length)
  for (let i = 0; i < points.length; i++) {
    const offset = (THICKNESS / 2) * extent * n[i % 3]
    out[i] = points[i] + offset
    out[points.length + i] = points[i] - offset
  }
  return out
}

/** Of the largest triangle over the first point. */
function planeNormal(p: Float64Array): number[] {
  let best = [0, 1, 0]
  let largest = 0
  let far = 0
  let length = 0
  for (let v = 3; v < p.length; v += 3) {
    const d = (p[v] - p[0]) * (p[v] - p[0]) + (p[v + 1] - p[1]) * (p[v + 1] - p[1]) + (p[v + 2] - p[2]) * (p[v + 2] - p[2])
    if (d > length) [far, length] = [v, d]
  }
  for (let v = 3; v < p.length; v += 3) {
    const [ax, ay, az] = [p[far] - p[0], p[far + 1] - p[1], p[far + 2] - p[2]]
    const [bx, by, bz] = [p[v] - p[0], p[v + 1] - p[1], p[v + 2] - p[2]]
    const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
    const area = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2])
    if (area > largest) {
      largest = area
      best = normal.map(component => component / area)
    }
  }
  return best
}

/** (0, y, 0) turned. */
function rotated(q: { x: number; y: number; z: number; w: number }, y: number): { x: number; y: number; z: number } {
  return { x: 2 * (q.x * q.y - q.z * q.w) * y, y: (1 - 2 * (q.x * q.x + q.z * q.z)) * y, z: 2 * (q.y * q.z + q.x * q.w) * y }
}
