/** Puts a list of bodies and joints into a world. */

import { box, capsule, circle, polygon, type Body, type Joint, type ShapeDefinition, type ShapeOptions, type World } from 'fulcrum-physics/2d'
import type { BodyList, ListedJoint, ListedShape } from './lists/body-list.ts'

/** A listed shape as a definition of this engine. */
export function shapeFromList(shape: ListedShape, options: ShapeOptions = {}): ShapeDefinition {
  const common = shape.position === undefined ? options : { ...options, position: shape.position }
  switch (shape.kind) {
    case 'circle':
      return circle({ radius: shape.radius, ...common })
    case 'box':
      return box({ halfExtents: shape.halfExtents, ...common })
    case 'capsule':
      return capsule({ radius: shape.radius, halfLength: shape.halfLength, ...common })
    case 'polygon':
      return polygon({ points: shape.points, ...common })
  }
}

/** A listed joint between bodies of this engine. */
export function jointFromList(world: World, { anchor, motor }: ListedJoint, bodyA: Body, bodyB: Body): Joint {
  return world.createHingeJoint({ bodyA, bodyB, anchor, ...(motor ? { motor } : {}) })
}

export interface AddedList {
  /** Every body, in the order of the list. */
  readonly bodies: readonly Body[]
  readonly joints: readonly Joint[]
}

/** Adds every body of the list, then every joint, in its order. */
export function addBodiesAndJoints(world: World, { material, bodies, joints = [], collisions = true }: BodyList): AddedList {
  const { friction, restitution } = material
  const filter = collisions ? {} : { filter: { category: 0, mask: 0 } }
  const added = bodies.map(({ type, position, rotation = 0, shapes, density = material.density }) => {
    // The density of what cannot move says nothing.
    const options = type === 'static' ? { friction, restitution } : { friction, restitution, density }
    return world.createBody({ type, position, rotation, shapes: shapes.map(shape => shapeFromList(shape, { ...options, ...filter })) })
  })
  return { bodies: added, joints: joints.map(joint => jointFromList(world, joint, added[joint.bodyA]!, added[joint.bodyB]!)) }
}

/** Adds everything of the list. Returns the dynamic bodies. */
export function addList(world: World, list: BodyList): Body[] {
  return addBodiesAndJoints(world, list).bodies.filter(({ type }) => type === 'dynamic')
}
