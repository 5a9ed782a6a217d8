/** crashcat, an engine in JavaScript after Jolt's design. */

import {
  addBroadphaseLayer, addObjectLayer, box, capsule, convexHull, createWorld, createWorldSettings, enableCollision, MotionType, registerAll,
  rigidBody, sphere, updateWorld, type RigidBody, type Shape,
} from 'crashcat'
import type { BodyList, ListedShape } from '../../../scenes/lists/body-list.ts'
import { DT, GRAVITY, singleBodies, type Adapter, type PeerWorld } from '../adapter.ts'

function shapeOf(shape: ListedShape, density: number): Shape {
  switch (shape.kind) {
    case 'sphere':
      return sphere.create({ radius: shape.radius, density })
    case 'box':
      return box.create({ halfExtents: [shape.halfExtents.x, shape.halfExtents.y, shape.halfExtents.z], density })
    case 'capsule':
      return capsule.create({ halfHeightOfCylinder: shape.halfLength, radius: shape.radius, density })
    case 'hull':
      return convexHull.create({ positions: shape.points.flatMap(({ x, y, z }) => [x, y, z]), density })
  }
}

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    registerAll()
    const settings = createWorldSettings()
    const moving = addObjectLayer(settings, addBroadphaseLayer(settings))
    const fixed = addObjectLayer(settings, addBroadphaseLayer(settings))
    enableCollision(settings, moving, fixed)
    enableCollision(settings, moving, moving)
    settings.gravity = [0, GRAVITY, 0]
    settings.sleeping.allowSleeping = false
    const world = createWorld(settings)
    const { density, friction, restitution } = list.material
    const bodies: RigidBody[] = []
    for (const { isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
      const body = rigidBody.create(world, {
        motionType: isStatic ? MotionType.STATIC : MotionType.DYNAMIC,
        objectLayer: isStatic ? fixed : moving,
        shape: shapeOf(shape, density),
        position: [p.x, p.y, p.z],
        quaternion: [q.x, q.y, q.z, q.w],
        friction,
        restitution,
        allowSleeping: false,
      })
      if (!isStatic) bodies.push(body)
    }
    const { velocityIterations, positionIterations, penetrationSlop, baumgarteFactor } = settings.solver
    const { linearDamping, angularDamping } = rigidBody.DEFAULT_RIGID_BODY_SETTINGS
    return {
      settings: { velocityIterations, positionIterations, penetrationSlop, baumgarteFactor, linearDamping, angularDamping },
      step: () => updateWorld(world, undefined, DT),
      readPoses(out) {
        bodies.forEach((body, i) => {
          out.set(body.position, 7 * i)
          out.set(body.quaternion, 7 * i + 3)
        })
      },
    }
  },
}
