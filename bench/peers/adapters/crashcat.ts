/** crashcat, an engine in JavaScript after Jolt's design. */

import {
  addBroadphaseLayer, addObjectLayer, box, capsule, convexHull, createWorld, createWorldSettings, enableCollision, hingeConstraint, MotionType,
  pointConstraint, registerAll, rigidBody, sphere, swingTwistConstraint, triangleMesh, updateWorld, type Listener, type RigidBody, type Shape, type World,
} from 'crashcat'
import type { BodyList, ListedShape } from '../../../scenes/d3/lists/body-list.ts'
import { DT, GRAVITY, singleBodies, type Adapter, type PeerWorld } from '../adapter.ts'
import { placeJoints, type PlacedJoint } from '../joint-frames.ts'

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

type Triple = [number, number, number]

/** All in world space, as the bodies stand in the list. */
function addJoint(world: World, { joint, axisX, axisY }: PlacedJoint, bodyA: RigidBody, bodyB: RigidBody): void {
  const ids = { bodyIdA: bodyA.id, bodyIdB: bodyB.id }
  const point = (): Triple => [joint.anchor.x, joint.anchor.y, joint.anchor.z]
  const along = (): Triple => [axisX.x, axisX.y, axisX.z]
  const across = (): Triple => [axisY.x, axisY.y, axisY.z]
  switch (joint.kind) {
    case 'ball':
      pointConstraint.create(world, { ...ids, pointA: point(), pointB: point() })
      return
    case 'hinge':
      hingeConstraint.create(world, {
        ...ids, pointA: point(), pointB: point(), hingeAxisA: along(), hingeAxisB: along(), normalAxisA: across(), normalAxisB: across(),
        limitsMin: joint.lower, limitsMax: joint.upper,
      })
      return
    case 'cone':
      swingTwistConstraint.create(world, {
        ...ids, position1: point(), position2: point(), twistAxis1: along(), twistAxis2: along(), planeAxis1: across(), planeAxis2: across(),
        normalHalfConeAngle: joint.swing, planeHalfConeAngle: joint.swing, twistMinAngle: -joint.twist, twistMaxAngle: joint.twist,
      })
  }
}

/** Keeps joined bodies from colliding; none if there are no joints. */
function joinedFilter(pairs: readonly (readonly [RigidBody, RigidBody])[]): Listener | undefined {
  if (pairs.length === 0) return undefined
  const joined = new Map<number, Set<number>>()
  for (const [a, b] of pairs) {
    for (const [one, other] of [[a.id, b.id], [b.id, a.id]] as const) {
      const known = joined.get(one) ?? new Set()
      joined.set(one, known.add(other))
    }
  }
  return { onBodyPairValidate: (a, b) => !joined.get(a.id)?.has(b.id) }
}

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    registerAll()
    const settings = createWorldSettings()
    const moving = addObjectLayer(settings, addBroadphaseLayer(settings))
    const fixed = addObjectLayer(settings, addBroadphaseLayer(settings))
    if (list.collisions !== false) {
      enableCollision(settings, moving, fixed)
      enableCollision(settings, moving, moving)
    }
    settings.gravity = [0, GRAVITY, 0]
    settings.sleeping.allowSleeping = false
    const world = createWorld(settings)
    const { density, friction, restitution } = list.material
    const bodies: RigidBody[] = []
    const all: RigidBody[] = []
    for (const { index, isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
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
      all[index] = body
      if (!isStatic) bodies.push(body)
    }
    if (list.terrain !== undefined) {
      const shape = triangleMesh.create({ positions: [...list.terrain.positions], indices: [...list.terrain.indices] })
      rigidBody.create(world, { motionType: MotionType.STATIC, objectLayer: fixed, shape, friction, restitution })
    }
    const joints = placeJoints(list)
    for (const placed of joints) addJoint(world, placed, all[placed.a.body]!, all[placed.b.body]!)
    const listener = joinedFilter(joints.map(({ a, b }) => [all[a.body]!, all[b.body]!]))
    const { velocityIterations, positionIterations, penetrationSlop, baumgarteFactor } = settings.solver
    const { linearDamping, angularDamping } = rigidBody.DEFAULT_RIGID_BODY_SETTINGS
    return {
      settings: { velocityIterations, positionIterations, penetrationSlop, baumgarteFactor, linearDamping, angularDamping },
      step: () => updateWorld(world, listener, DT),
      readPoses(out) {
        bodies.forEach((body, i) => {
          out.set(body.position, 7 * i)
          out.set(body.quaternion, 7 * i + 3)
        })
      },
    }
  },
}
