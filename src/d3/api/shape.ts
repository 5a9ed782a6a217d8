/**
 * The shape users hold: a thin handle on a row of the shape table. Geometry is fixed for life; the surface can be changed at any time.
 */

import { ShapeHandle } from '../../common/world/shape-handle.ts'
import { frozen } from '../../common/frozen.ts'
import type { Body } from './body.ts'
import { refreshMass } from '../store/body-store.ts'
import { readVec3, writeQuat, writeVec3, type Quat, type Vec3 } from '../math/types.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import type { TriangleMesh } from '../geometry/mesh/triangle-mesh.ts'
import type { HeightField } from '../geometry/height-field/height-field.ts'
import { HEIGHT_FIELD } from '../geometry/shapes/height-field.ts'
import { isScaled, SCALE } from '../geometry/instances.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { asMesh, MESH } from '../geometry/shapes/mesh.ts'
import { VOXELS } from '../geometry/shapes/voxels.ts'
import { PhysicsError } from '../../common/errors.ts'
import { type MaterialTable, readMaterials, type SurfaceMaterial } from '../geometry/material-table.ts'
import type { Voxels } from '../geometry/voxels/voxels.ts'
import { ELLIPSOID } from '../geometry/shapes/ellipsoid.ts'
import type { ShapeKindName, ShapeMeasures } from '../geometry/shapes/shape-record.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { containsPoint } from '../queries/nearest-shape.ts'
import { wakeTouching } from '../../common/islands/sleep.ts'
import type { World } from './world.ts'
import type { WorldState } from '../store/world-state.ts'

const vector = new Float64Array(3)

/** Part of a body's surface. Made by `world.createBody` and `body.addShape`; its geometry is fixed, its material is not. */
export class Shape extends ShapeHandle<World, Body> {
  /** @internal */
  declare protected readonly state: WorldState

  /** What it is. */
  get kind(): ShapeKindName {
    return SHAPES[this.state.shapes.columns.kind[this.row()]].name
  }

  /** Radius of spheres, capsules and cylinders, of unequal ends and of ellipsoids the largest, m; 0 otherwise. */
  get radius(): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return SHAPES[kind[row]].measures(size, row * 4)?.radius ?? coreRadius(kind[row], size, row * 4)
  }

  /** Of cylinders, cones and capsules with unequal ends: radius of the end at +y, m; 0 otherwise, and at a tip. */
  get radiusTop(): number {
    return this.measure('radiusTop')
  }

  /** The same at −y, m. */
  get radiusBottom(): number {
    return this.measure('radiusBottom')
  }

  /** Of cylinders and cones: half the height, m; 0 otherwise. */
  get halfHeight(): number {
    return this.measure('halfHeight')
  }

  /** Radius of rounded edges, m; 0 where they are sharp. */
  get rounding(): number {
    return this.measure('rounding')
  }

  /** Of capsules half the distance between the caps' centres, m; 0 otherwise. */
  get halfLength(): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return SHAPES[kind[row]].halfLength(size, row * 4)
  }

  /** Of ellipsoids: the radii along local x, y and z, m; null otherwise. */
  get radii(): Readonly<Vec3> | null {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return kind[row] === ELLIPSOID ? frozen(writeVec3(size, row * 4, { x: 0, y: 0, z: 0 })) : null
  }

  /** Half the edges of boxes, m; null otherwise. */
  get halfExtents(): Readonly<Vec3> | null {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    if (!SHAPES[kind[row]].hasHalfExtents) return null
    const rounding = this.rounding
    const { x, y, z } = writeVec3(size, row * 4 + (rounding > 0 ? 1 : 0), { x: 0, y: 0, z: 0 })
    return frozen({ x: x + rounding, y: y + rounding, z: z + rounding })
  }

  /** Of hulls: its corners, x y z in a row, in the shape's frame; null otherwise. A copy. */
  get points(): Float64Array | null {
    const row = this.row()
    const { hull, kind } = this.state.shapes.columns
    return (SHAPES[kind[row]].usesHull && kind[row] < LEVEL) ? this.state.hulls[hull[row]].vertices.slice() : null
  }

  /** Of hulls: corners of each face, counter-clockwise from outside; null otherwise. */
  get faces(): Readonly<number[][]> | null {
    const row = this.row()
    const { hull, kind } = this.state.shapes.columns
    if ((!SHAPES[kind[row]].usesHull || kind[row] >= LEVEL)) return null
    const { faceCount, faceStart, faceVertices } = this.state.hulls[hull[row]]
    const faces: number[][] = []
    for (let f = 0; f < faceCount; f++) faces.push(Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1])))
    return frozen(faces)
  }

  /** Of meshes: the mesh, which other shapes may share; null otherwise. */
  get mesh(): TriangleMesh | null {
    const row = this.row()
    const { hull, kind } = this.state.shapes.columns
    return kind[row] === MESH ? asMesh(this.state.hulls[hull[row]]) : null
  }

  /** Of height fields: the field, which other shapes may share; null otherwise. */
  get heightField(): HeightField | null {
    const row = this.row()
    const { geometry, kind } = this.state.shapes.columns
    return kind[row] === HEIGHT_FIELD ? (this.state.hullRegistry.list[geometry[row]] as HeightField) : null
  }

  /** Of voxels: the voxels, which other shapes may share; null otherwise. */
  get voxels(): Voxels | null {
    const row = this.row()
    const { geometry, kind } = this.state.shapes.columns
    return kind[row] === VOXELS ? (this.state.hullRegistry.list[geometry[row]] as Voxels) : null
  }

  /** Of meshes, height fields and voxels: which sides of their triangles collide; null otherwise. */
  get sides(): 'front' | 'both' | null {
    const row = this.row()
    const { size, kind } = this.state.shapes.columns
    return kind[row] >= LEVEL ? (size[row * 4] === 1 ? 'both' : 'front') : null
  }

  /**
   * Of meshes, height fields and voxels: what the materials of their triangles stand for; null if they have one surface everywhere. Setting it
   * replaces all; what an entry leaves out is as the shape is now.
   */
  get surfaces(): readonly Required<SurfaceMaterial>[] | null {
    const table = this.state.shapes.columns.materials[this.row()]
    return table === 0 ? null : frozen((this.state.hullRegistry.list[table - 1] as MaterialTable).read())
  }

  set surfaces(value: readonly SurfaceMaterial[] | null) {
    const row = this.edit('shape.surfaces')
    const { kind, materials, surfaceVelocity, friction, staticFriction, restitution, rolling, frictionCombine, restitutionCombine } =
      this.state.shapes.columns
    if (kind[row] < LEVEL) {
      if (value === null) return
      throw new PhysicsError('wrong-type', 'shape.surfaces', this.kind, 'has one surface. Meshes, height fields and voxels may have several.')
    }
    const own = {
      friction: friction[row], staticFriction: staticFriction[row], restitution: restitution[row], rollingResistance: rolling[row],
      frictionCombine: frictionCombine[row], restitutionCombine: restitutionCombine[row],
    }
    const table = readMaterials(value, own, surfaceVelocity.subarray(row * 3, row * 3 + 3), 'shape.surfaces')
    const before = materials[row]
    materials[row] = table === null ? 0 : this.state.hullRegistry.use(table) + 1
    if (before > 0) this.state.hullRegistry.drop(before - 1)
    wakeTouching(this.state, row)
  }

  /** Of hulls, meshes, height fields and voxels: factor of their geometry by axis, negative where it is mirrored. 1, 1, 1 otherwise. */
  get scale(): Readonly<Vec3> {
    const row = this.row()
    const { size, geometry } = this.state.shapes.columns
    const scaled = geometry[row] >= 0 && isScaled(size, row * 4)
    return frozen(scaled ? writeVec3(size, row * 4 + SCALE, { x: 1, y: 1, z: 1 }) : { x: 1, y: 1, z: 1 })
  }

  /** Place in the body's frame, m. */
  get localPosition(): Readonly<Vec3> {
    return Object.freeze(writeVec3(this.state.shapes.columns.localPosition, this.row() * 3, { x: 0, y: 0, z: 0 }))
  }

  /** Orientation in the body's frame. */
  get localRotation(): Readonly<Quat> {
    return Object.freeze(writeQuat(this.state.shapes.columns.localRotation, this.row() * 4, { x: 0, y: 0, z: 0, w: 1 }))
  }

  /** Velocity of the surface over the body, body axes, m/s: conveyor belts. */
  get surfaceVelocity(): Readonly<Vec3> {
    return Object.freeze(writeVec3(this.state.shapes.columns.surfaceVelocity, this.row() * 3, { x: 0, y: 0, z: 0 }))
  }

  set surfaceVelocity(value: Vec3) {
    const row = this.edit('shape.surfaceVelocity')
    readVec3(value, 'shape.surfaceVelocity', vector, 0)
    this.state.shapes.columns.surfaceVelocity.set(vector, row * 3)
    this.setFlag(row, SURFACE_MOVES, vector[0] !== 0 || vector[1] !== 0 || vector[2] !== 0)
    wakeTouching(this.state, row)
  }

  /** Is a point, m, world space, inside the shape or on its surface? */
  containsPoint(point: Vec3): boolean {
    const row = this.row()
    readVec3(point, 'shape.containsPoint', vector, 0)
    return containsPoint(this.state, row, vector)
  }

  private measure(name: keyof ShapeMeasures): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return SHAPES[kind[row]].measures(size, row * 4)?.[name] ?? 0
  }

  /** @internal */
  protected override refreshMass(body: number): void {
    refreshMass(this.state, body)
  }
}
