/** Puts a list of bodies into a world. */

import { box, capsule, hull, sphere, type Body, type ShapeDefinition, type ShapeOptions, type World } from 'fulcrum/3d'
import type { BodyList, ListedShape } from './lists/body-list.ts'

/** A listed shape as a definition of this engine. */
export function shapeFromList(shape: ListedShape, options: ShapeOptions = {}): ShapeDefinition {
  const common = shape.position === undefined ? options : { ...options, position: shape.position }
  switch (shape.kind) {
    case 'sphere':
      return sphere({ radius: shape.radius, ...common })
    case 'box':
      return box({ halfExtents: shape.halfExtents, ...common })
    case 'capsule':
      return capsule({ radius: shape.radius, halfLength: shape.halfLength, ...common })
    case 'hull':
      return hull({ points: shape.points, ...common })
  }
}

/** Adds every body of the list, in its order. Returns the dynamic ones. */
export function addList(world: World, { material, bodies }: BodyList): Body[] {
  const dynamic: Body[] = []
  const { friction, restitution } = material
  for (const { type, position, rotation, shapes } of bodies) {
    // The density of what cannot move says nothing.
    const options = type === 'static' ? { friction, restitution } : material
    const definitions = shapes.map(shape => shapeFromList(shape, options))
    const body = world.createBody({ type, position, shapes: definitions, ...(rotation === undefined ? {} : { rotation }) })
    if (type === 'dynamic') dynamic.push(body)
  }
  return dynamic
}
