/**
 * Shapes from an object of three.js for a body that you make yourself.
 */

import { Matrix4, type Object3D } from 'three'
import type { ShapeDefinition, ShapeOptions } from '../../d3/index.ts'
import { shapesOfObject, type ShapeFit } from './shapes.ts'

/** How `shapesFor` makes shapes, and of which material: besides these, everything that shapes take but a place. */
export interface ShapesForOptions extends Omit<ShapeOptions, 'position' | 'rotation'> {
  /** How shapes are made. Default `'auto'`. */
  fit?: ShapeFit
  /** Are they for a body that moves by itself? Then what is not exact becomes a hull. Default true. */
  dynamic?: boolean
  /** Do invisible meshes count? Default false. */
  includeInvisible?: boolean
  /** The body that the shapes are for, as an object of the same scene whose scale does not count. Default: the object itself. */
  relativeTo?: Object3D
}

/** Shapes of a mesh, or of all meshes below a group, in the axes of the object without its scale. */
export function shapesFor(object: Object3D, options: ShapesForOptions = {}): ShapeDefinition[] {
  const { fit = 'auto', dynamic = true, includeInvisible = false, relativeTo = object, ...surface } = options
  object.updateWorldMatrix(true, true)
  relativeTo.updateWorldMatrix(true, false)
  const { position, rotation } = poseOf(relativeTo)
  const toBody = new Matrix4().compose(position, rotation, object.scale.clone().setScalar(1)).invert()
  return shapesOfObject(object, toBody, { fit, dynamic, surface }, includeInvisible)
}

function poseOf(object: Object3D): { position: Object3D['position']; rotation: Object3D['quaternion'] } {
  const position = object.position.clone()
  const rotation = object.quaternion.clone()
  object.matrixWorld.decompose(position, rotation, object.scale.clone())
  return { position, rotation: rotation.normalize() }
}
