/** phaser-box2d, Box2D v3 in JavaScript. The package has neither types nor the entry that it names. */

import * as box2d from 'phaser-box2d/dist/PhaserBox2D.js'
import type { BodyList, ListedBody, ListedJoint, ListedShape } from '../../../../scenes/d2/lists/body-list.ts'
import { BuiltBodies, cornersOf, DT, GRAVITY, localAnchor, materialOf, writePose, type Adapter2d, type PeerWorld } from '../adapter.ts'

/** What the engine's manual recommends. */
const SUBSTEPS = 4

function addShape(body: box2d.Id, def: box2d.ShapeDef, shape: ListedShape): void {
  const { x, y } = shape.position ?? { x: 0, y: 0 }
  switch (shape.kind) {
    case 'circle':
      box2d.b2CreateCircleShape(body, def, new box2d.b2Circle(new box2d.b2Vec2(x, y), shape.radius))
      return
    case 'capsule': {
      const capsule = new box2d.b2Capsule()
      capsule.center1 = new box2d.b2Vec2(x, y - shape.halfLength)
      capsule.center2 = new box2d.b2Vec2(x, y + shape.halfLength)
      capsule.radius = shape.radius
      box2d.b2CreateCapsuleShape(body, def, capsule)
      return
    }
    case 'box':
      box2d.b2CreatePolygonShape(body, def, box2d.b2MakeOffsetBox(shape.halfExtents.x, shape.halfExtents.y, new box2d.b2Vec2(x, y), 0))
      return
    case 'polygon': {
      const corners = cornersOf(shape).map(corner => new box2d.b2Vec2(corner.x, corner.y))
      box2d.b2CreatePolygonShape(body, def, box2d.b2MakePolygon(box2d.b2ComputeHull(corners, corners.length), 0))
    }
  }
}

function addBody(world: box2d.Id, list: BodyList, listed: ListedBody): box2d.Id {
  const def = box2d.b2DefaultBodyDef()
  def.type = listed.type === 'static' ? box2d.b2BodyType.b2_staticBody : box2d.b2BodyType.b2_dynamicBody
  def.position = new box2d.b2Vec2(listed.position.x, listed.position.y)
  def.rotation = box2d.b2MakeRot(listed.rotation ?? 0)
  const body = box2d.b2CreateBody(world, def)
  const shapeDef = box2d.b2DefaultShapeDef()
  Object.assign(shapeDef, materialOf(list, listed))
  if (list.collisions === false) shapeDef.filter.maskBits = 0
  for (const shape of listed.shapes) addShape(body, shapeDef, shape)
  return body
}

function addJoint(world: box2d.Id, list: BodyList, joint: ListedJoint, bodies: readonly box2d.Id[]): void {
  const def = box2d.b2DefaultRevoluteJointDef()
  const anchor = (body: number): box2d.Vector => {
    const { x, y } = localAnchor(list, body, joint)
    return new box2d.b2Vec2(x, y)
  }
  const angle = (body: number): number => list.bodies[body]!.rotation ?? 0
  def.bodyIdA = bodies[joint.bodyA]!
  def.bodyIdB = bodies[joint.bodyB]!
  def.localAnchorA = anchor(joint.bodyA)
  def.localAnchorB = anchor(joint.bodyB)
  def.referenceAngle = angle(joint.bodyB) - angle(joint.bodyA)
  if (joint.motor) {
    def.enableMotor = true
    def.motorSpeed = joint.motor.speed
    def.maxMotorTorque = joint.motor.maxTorque
  }
  box2d.b2CreateRevoluteJoint(world, def)
}

export const adapter: Adapter2d = {
  async create(list: BodyList): Promise<PeerWorld> {
    box2d.b2CreateWorldArray()
    const def = box2d.b2DefaultWorldDef()
    def.gravity = new box2d.b2Vec2(0, GRAVITY)
    def.enableSleep = false
    const world = box2d.b2CreateWorld(def)
    const bodies = new BuiltBodies<box2d.Id>()
    for (const listed of list.bodies) bodies.add(listed, addBody(world, list, listed))
    for (const joint of list.joints ?? []) addJoint(world, list, joint, bodies.all)
    const { enableContinuous, contactHertz, contactDampingRatio, jointHertz, jointDampingRatio } = def
    return {
      settings: { substeps: SUBSTEPS, continuous: enableContinuous, contactHertz, contactDampingRatio, jointHertz, jointDampingRatio },
      step: () => box2d.b2World_Step(world, DT, SUBSTEPS),
      readPoses(out) {
        bodies.moving.forEach((body, i) => {
          const { x, y } = box2d.b2Body_GetPosition(body)
          const { c, s } = box2d.b2Body_GetRotation(body)
          writePose(out, i, x, y, Math.atan2(s, c))
        })
      },
    }
  },
}
