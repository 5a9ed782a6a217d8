/** Puts a list of bodies and joints into a world. */

import {
  box, capsule, hull, mesh, sphere, TriangleMesh, type Body, type Joint, type ShapeDefinition, type ShapeOptions, type World,
} from 'fulcrum-physics/3d'
import type { BodyList, ListedJoint, ListedShape } from './lists/body-list.ts'

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

/** A listed joint between bodies of this engine. */
export function jointFromList(world: World, joint: ListedJoint, bodyA: Body, bodyB: Body): Joint {
  const { anchor } = joint
  switch (joint.kind) {
    case 'ball':
      return world.createBallJoint({ bodyA, bodyB, anchor })
    case 'cone': {
      const { axis, swing, twist } = joint
      return world.createBallJoint({ bodyA, bodyB, anchor, axis, swingLimit: { cone: swing }, twistLimit: { lower: -twist, upper: twist } })
    }
    case 'hinge':
      return world.createHingeJoint({ bodyA, bodyB, anchor, axis: joint.axis, limit: { lower: joint.lower, upper: joint.upper } })
  }
}

export interface AddedList {
  /** Every body, in the order of the list. */
  readonly bodies: readonly Body[]
  readonly joints: readonly Joint[]
}

/** Adds every body of the list, then every joint, in its order. */
export function addBodiesAndJoints(world: World, { material, bodies, joints = [], terrain, collisions = true }: BodyList): AddedList {
  const { friction, restitution } = material
  const filter = collisions ? {} : { filter: { category: 0, mask: 0 } }
  if (terrain !== undefined) {
    world.createBody({ type: 'static', shapes: [mesh({ mesh: TriangleMesh.build(terrain), friction, restitution, ...filter })] })
  }
  const added = bodies.map(({ type, position, rotation, shapes }) => {
    // The density of what cannot move says nothing.
    const options = type === 'static' ? { friction, restitution } : material
    const definitions = shapes.map(shape => shapeFromList(shape, { ...options, ...filter }))
    return world.createBody({ type, position, shapes: definitions, ...(rotation === undefined ? {} : { rotation }) })
  })
  return { bodies: added, joints: joints.map(joint => jointFromList(world, joint, added[joint.bodyA]!, added[joint.bodyB]!)) }
}

/** Adds everything of the list. Returns the dynamic bodies. */
export function addList(world: World, list: BodyList): Body[] {
  return addBodiesAndJoints(world, list).bodies.filter(({ type }) => type === 'dynamic')
}
