/** Builds a world in either build of box2d3-wasm; they share one interface. */

import type {
  b2BodyId, b2ShapeDef, b2Transform, b2Vec2, b2WorldId, MainModule,
} from '../../node_modules/box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.d.ts'
import type { BodyList, ListedBody, ListedJoint, ListedShape } from '../../../../scenes/d2/lists/body-list.ts'
import { BuiltBodies, cornersOf, DT, GRAVITY, localAnchor, materialOf, writePose, type PeerWorld } from '../adapter.ts'

/** What the engine's manual recommends. */
const SUBSTEPS = 4

function addShape(box2d: MainModule, body: b2BodyId, def: b2ShapeDef, shape: ListedShape): void {
  const vector = (x: number, y: number): b2Vec2 => new box2d.b2Vec2(x, y)
  const { x, y } = shape.position ?? { x: 0, y: 0 }
  switch (shape.kind) {
    case 'circle': {
      const circle = new box2d.b2Circle()
      circle.center = vector(x, y)
      circle.radius = shape.radius
      box2d.b2CreateCircleShape(body, def, circle)
      return
    }
    case 'capsule': {
      const capsule = new box2d.b2Capsule()
      capsule.center1 = vector(x, y - shape.halfLength)
      capsule.center2 = vector(x, y + shape.halfLength)
      capsule.radius = shape.radius
      box2d.b2CreateCapsuleShape(body, def, capsule)
      return
    }
    case 'box':
      box2d.b2CreatePolygonShape(body, def, box2d.b2MakeOffsetBox(shape.halfExtents.x, shape.halfExtents.y, vector(x, y), box2d.b2MakeRot(0)))
      return
    case 'polygon': {
      const hull = box2d.b2ComputeHull(cornersOf(shape).map(corner => vector(corner.x, corner.y)))
      box2d.b2CreatePolygonShape(body, def, box2d.b2MakePolygon(hull, 0))
    }
  }
}

function addBody(box2d: MainModule, world: b2WorldId, list: BodyList, listed: ListedBody): b2BodyId {
  const def = box2d.b2DefaultBodyDef()
  def.type = listed.type === 'static' ? box2d.b2BodyType.b2_staticBody : box2d.b2BodyType.b2_dynamicBody
  def.position = new box2d.b2Vec2(listed.position.x, listed.position.y)
  def.rotation = box2d.b2MakeRot(listed.rotation ?? 0)
  const body = box2d.b2CreateBody(world, def)
  const { density, friction, restitution } = materialOf(list, listed)
  const shapeDef = box2d.b2DefaultShapeDef()
  shapeDef.density = density
  const { material, filter } = shapeDef
  material.friction = friction
  material.restitution = restitution
  shapeDef.material = material
  if (list.collisions === false) filter.maskBits = 0
  shapeDef.filter = filter
  for (const shape of listed.shapes) addShape(box2d, body, shapeDef, shape)
  return body
}

function addJoint(box2d: MainModule, world: b2WorldId, list: BodyList, joint: ListedJoint, bodies: readonly b2BodyId[]): void {
  const def = box2d.b2DefaultRevoluteJointDef()
  const { base } = def
  const frame = (body: number): b2Transform => {
    const { x, y } = localAnchor(list, body, joint)
    const made = new box2d.b2Transform()
    made.p = new box2d.b2Vec2(x, y)
    // The angle of the joint is 0 where the list has the bodies.
    made.q = box2d.b2MakeRot(-(list.bodies[body]!.rotation ?? 0))
    return made
  }
  base.bodyIdA = bodies[joint.bodyA]!
  base.bodyIdB = bodies[joint.bodyB]!
  base.localFrameA = frame(joint.bodyA)
  base.localFrameB = frame(joint.bodyB)
  def.base = base
  if (joint.motor) {
    def.enableMotor = true
    def.motorSpeed = joint.motor.speed
    def.maxMotorTorque = joint.motor.maxTorque
  }
  box2d.b2CreateRevoluteJoint(world, def)
}

export function createBox2dWorld(box2d: MainModule, list: BodyList): PeerWorld {
  const def = box2d.b2DefaultWorldDef()
  def.gravity = new box2d.b2Vec2(0, GRAVITY)
  def.enableSleep = false
  const world = box2d.b2CreateWorld(def)
  const bodies = new BuiltBodies<b2BodyId>()
  for (const listed of list.bodies) bodies.add(listed, addBody(box2d, world, list, listed))
  for (const joint of list.joints ?? []) addJoint(box2d, world, list, joint, bodies.all)
  return {
    settings: { substeps: SUBSTEPS, continuous: def.enableContinuous, contactHertz: def.contactHertz, contactDampingRatio: def.contactDampingRatio },
    step: () => box2d.b2World_Step(world, DT, SUBSTEPS),
    readPoses(out) {
      bodies.moving.forEach((body, i) => {
        const position = box2d.b2Body_GetPosition(body)
        const rotation = box2d.b2Body_GetRotation(body)
        writePose(out, i, position.x, position.y, Math.atan2(rotation.s, rotation.c))
        position.delete()
        rotation.delete()
      })
    },
  }
}
