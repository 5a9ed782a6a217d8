/** p2-es. A body's origin is its centre of mass, so polygons are shifted; capsules lie along x, so they are turned. */

import { Body, Box, Capsule, Circle, Convex, RevoluteConstraint, World, type Shape } from 'p2-es'
import type { BodyList, ListedBody, ListedShape } from '../../../../scenes/d2/lists/body-list.ts'
import {
  areaOf, BuiltBodies, cornersOf, DT, GRAVITY, localAnchor, massOf, materialOf, turn, writePose, type Adapter2d, type PeerWorld,
} from '../adapter.ts'

interface Built {
  readonly body: Body
  /** Centre of mass in the frame of the list, m. */
  readonly center: { readonly x: number; readonly y: number }
}

/** The shape about its own centre of mass. */
function shapeOf(shape: ListedShape, collisionMask: number): Shape {
  switch (shape.kind) {
    case 'circle':
      return new Circle({ radius: shape.radius, collisionMask })
    case 'box':
      return new Box({ width: 2 * shape.halfExtents.x, height: 2 * shape.halfExtents.y, collisionMask })
    case 'capsule':
      return new Capsule({ length: 2 * shape.halfLength, radius: shape.radius, collisionMask })
    case 'polygon': {
      const { center } = areaOf(shape)
      return new Convex({ vertices: cornersOf(shape).map(({ x, y }) => [x - center.x, y - center.y]), collisionMask })
    }
  }
}

function buildBody(list: BodyList, listed: ListedBody): Built {
  const { area, center } = massOf(listed)
  const { density } = materialOf(list, listed)
  const { position: p, rotation = 0, type } = listed
  const offset = turn(rotation, center)
  const mass = type === 'static' ? 0 : density * area
  const body = new Body({ mass, position: [p.x + offset.x, p.y + offset.y], angle: rotation })
  for (const shape of listed.shapes) {
    const middle = areaOf(shape).center
    const mask = list.collisions === false ? 0 : 1
    body.addShape(shapeOf(shape, mask), [middle.x - center.x, middle.y - center.y], shape.kind === 'capsule' ? Math.PI / 2 : 0)
  }
  return { body, center }
}

export const adapter: Adapter2d = {
  async create(list: BodyList): Promise<PeerWorld> {
    const world = new World({ gravity: [0, GRAVITY] })
    world.defaultContactMaterial.friction = list.material.friction
    world.defaultContactMaterial.restitution = list.material.restitution
    const bodies = new BuiltBodies<Built>()
    for (const listed of list.bodies) {
      const built = buildBody(list, listed)
      bodies.add(listed, built)
      world.addBody(built.body)
    }
    for (const joint of list.joints ?? []) {
      const pivot = (index: number): [number, number] => {
        const { x, y } = localAnchor(list, index, joint)
        const { center } = bodies.all[index]!
        return [x - center.x, y - center.y]
      }
      const options = { localPivotA: pivot(joint.bodyA), localPivotB: pivot(joint.bodyB), collideConnected: false }
      const made = new RevoluteConstraint(bodies.all[joint.bodyA]!.body, bodies.all[joint.bodyB]!.body, options)
      if (joint.motor) {
        made.enableMotor()
        // The engine counts A against B.
        made.motorSpeed = -joint.motor.speed
        made.motorMaxForce = joint.motor.maxTorque
      }
      world.addConstraint(made)
    }
    const { solver } = world
    const first = bodies.moving[0]!.body
    return {
      settings: { iterations: solver.iterations, tolerance: solver.tolerance, damping: first.damping, angularDamping: first.angularDamping },
      step: () => world.step(DT),
      readPoses(out) {
        bodies.moving.forEach(({ body, center }, i) => {
          const offset = turn(body.angle, center)
          writePose(out, i, body.position[0] - offset.x, body.position[1] - offset.y, body.angle)
        })
      },
    }
  },
}
