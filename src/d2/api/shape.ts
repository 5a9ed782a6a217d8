/**
 * The shape users hold: a thin handle on a row of the shape table. Geometry is fixed for life; the surface can be changed at any time.
 */

import { ShapeHandle } from '../../common/world/shape-handle.ts'
import type { Body } from './body.ts'
import { refreshMass } from '../store/body-store.ts'
import { readVec2, writeVec2, type Vec2 } from '../math/types.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { isBox } from '../geometry/shapes/box.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import type { ShapeKindName } from '../geometry/shapes/shape-record.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { containsPoint } from '../queries/nearest-shape.ts'
import { wakeTouching } from '../../common/islands/sleep.ts'
import type { World } from './world.ts'
import type { WorldState } from '../store/world-state.ts'

const vector = new Float64Array(2)

/** Part of a body's surface. Made by `world.createBody` and `body.addShape`; its geometry is fixed, its material is not. */
export class Shape extends ShapeHandle<World, Body> {
  /** @internal */
  declare protected readonly state: WorldState

  /** What it is. A box is a polygon, and chains are made of segments. */
  get kind(): ShapeKindName {
    return SHAPES[this.state.shapes.columns.kind[this.row()]].name
  }

  /** Radius of circles and capsules, of ellipses the larger, of polygons what rounds them, m; 0 otherwise. */
  get radius(): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return kind[row] === ELLIPSE ? SHAPES[ELLIPSE].reach(size, row * 4, null) : coreRadius(kind[row], size, row * 4)
  }

  /** Of ellipses: the radii along local x and y, m; null otherwise. */
  get radii(): Readonly<Vec2> | null {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return kind[row] === ELLIPSE ? Object.freeze(writeVec2(size, row * 4, { x: 0, y: 0 })) : null
  }

  /** Half the edges of boxes, without the radius that rounds them, m; null otherwise. */
  get halfExtents(): Readonly<Vec2> | null {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    if (SHAPES[kind[row]].name !== 'polygon' || !isBox(size, row * 4)) return null
    return Object.freeze(writeVec2(size, row * 4 + 1, { x: 0, y: 0 }))
  }

  /** Radius that rounds the corners of boxes and polygons, m; 0 where they are sharp. */
  get rounding(): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return SHAPES[kind[row]].name === 'polygon' ? coreRadius(kind[row], size, row * 4) : 0
  }

  /** Of capsules half the distance between the caps' centres, of segments half the length, m; 0 otherwise. */
  get halfLength(): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return SHAPES[kind[row]].halfLength(size, row * 4)
  }

  /** Of polygons: its corners, x y in a row, counter-clockwise, in the shape's frame; null otherwise. A copy. */
  get points(): Float64Array | null {
    const index = this.state.shapes.columns.polygon[this.row()]
    return index < 0 ? null : this.state.polygons[index].vertices.slice()
  }

  /** Place in the body's frame, m. */
  get localPosition(): Readonly<Vec2> {
    return Object.freeze(writeVec2(this.state.shapes.columns.localPosition, this.row() * 2, { x: 0, y: 0 }))
  }

  /** Angle in the body's frame, rad, counter-clockwise. */
  get localRotation(): number {
    return this.state.shapes.columns.localRotation[this.row()]
  }

  /** Velocity of the surface over the body, body axes, m/s: conveyor belts. */
  get surfaceVelocity(): Readonly<Vec2> {
    return Object.freeze(writeVec2(this.state.shapes.columns.surfaceVelocity, this.row() * 2, { x: 0, y: 0 }))
  }

  set surfaceVelocity(value: Vec2) {
    const row = this.edit('shape.surfaceVelocity')
    readVec2(value, 'shape.surfaceVelocity', vector, 0)
    this.state.shapes.columns.surfaceVelocity.set(vector, row * 2)
    this.setFlag(row, SURFACE_MOVES, vector[0] !== 0 || vector[1] !== 0)
    wakeTouching(this.state, row)
  }

  /** Is a point, m, world space, inside the shape or on its surface? */
  containsPoint(point: Vec2): boolean {
    const row = this.row()
    readVec2(point, 'shape.containsPoint', vector, 0)
    return containsPoint(this.state, row, vector)
  }

  /** @internal */
  protected override refreshMass(body: number): void {
    refreshMass(this.state, body)
  }
}
