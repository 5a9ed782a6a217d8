/** planck, Box2D 2 in JavaScript. It has no capsule, so one is made of a box and two discs. */

import { Box, Circle, Polygon, RevoluteJoint, Settings, World, type Body, type FixtureDef, type Shape } from 'planck'
import type { BodyList, ListedShape } from '../../../../scenes/d2/lists/body-list.ts'
import { BuiltBodies, cornersOf, DT, GRAVITY, localAnchor, materialOf, writePose, type Adapter2d, type PeerWorld } from '../adapter.ts'

/** What the engine's manual recommends, and its defaults. */
const VELOCITY_ITERATIONS = 8
const POSITION_ITERATIONS = 3

interface Part {
  readonly shape: Shape
  /** Of the density: the discs at a capsule's ends count half, because half of each is in the box. */
  readonly share: number
}

function partsOf(shape: ListedShape): Part[] {
  const { x, y } = shape.position ?? { x: 0, y: 0 }
  switch (shape.kind) {
    case 'circle':
      return [{ shape: new Circle({ x, y }, shape.radius), share: 1 }]
    case 'box':
      return [{ shape: new Box(shape.halfExtents.x, shape.halfExtents.y, { x, y }), share: 1 }]
    case 'polygon':
      return [{ shape: new Polygon(cornersOf(shape)), share: 1 }]
    case 'capsule':
      return [
        { shape: new Box(shape.radius, shape.halfLength, { x, y }), share: 1 },
        { shape: new Circle({ x, y: y - shape.halfLength }, shape.radius), share: 0.5 },
        { shape: new Circle({ x, y: y + shape.halfLength }, shape.radius), share: 0.5 },
      ]
  }
}

export const adapter: Adapter2d = {
  async create(list: BodyList): Promise<PeerWorld> {
    const world = new World({ gravity: { x: 0, y: GRAVITY }, allowSleep: false })
    const bodies = new BuiltBodies<Body>()
    const filter: Partial<FixtureDef> = list.collisions === false ? { filterMaskBits: 0 } : {}
    for (const listed of list.bodies) {
      const body = world.createBody({ type: listed.type, position: listed.position, angle: listed.rotation ?? 0 })
      const { density, friction, restitution } = materialOf(list, listed)
      for (const { shape, share } of listed.shapes.flatMap(partsOf)) {
        body.createFixture({ shape, density: density * share, friction, restitution, ...filter })
      }
      bodies.add(listed, body)
    }
    for (const joint of list.joints ?? []) {
      const motor = joint.motor ? { enableMotor: true, motorSpeed: joint.motor.speed, maxMotorTorque: joint.motor.maxTorque } : {}
      const anchors = { localAnchorA: localAnchor(list, joint.bodyA, joint), localAnchorB: localAnchor(list, joint.bodyB, joint) }
      const [bodyA, bodyB] = [bodies.all[joint.bodyA]!, bodies.all[joint.bodyB]!]
      const referenceAngle = bodyB.getAngle() - bodyA.getAngle()
      world.createJoint(new RevoluteJoint({ bodyA, bodyB, referenceAngle, ...anchors, ...motor }))
    }
    return {
      settings: {
        velocityIterations: VELOCITY_ITERATIONS, positionIterations: POSITION_ITERATIONS,
        linearSlop: Settings.linearSlop, polygonRadius: Settings.polygonRadius, baumgarte: Settings.baumgarte,
      },
      step: () => world.step(DT, VELOCITY_ITERATIONS, POSITION_ITERATIONS),
      readPoses(out) {
        bodies.moving.forEach((body, i) => {
          const { x, y } = body.getPosition()
          writePose(out, i, x, y, body.getAngle())
        })
      },
    }
  },
}
