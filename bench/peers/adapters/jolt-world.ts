/** Builds a world in any of the builds of jolt-physics; they share one interface. */

import type JoltModule from 'jolt-physics'
import type { BodyList, ListedShape } from '../../../scenes/d3/lists/body-list.ts'
import { DT, GRAVITY, singleBodies, writePose, type PeerWorld } from '../adapter.ts'
import { placeJoints, type PlacedJoint } from '../joint-frames.ts'

type Jolt = typeof JoltModule

const LAYER_STATIC = 0
const LAYER_MOVING = 1
const MAX_BODIES = 10_240
const MAX_PAIRS = 65_536
/** The most that fits into the fixed scratch memory of the package's builds; what exceeds it is dropped, and the scene suffers. */
const MAX_CONTACTS = 20_000

function shapeOf(jolt: Jolt, shape: ListedShape, density: number): JoltModule.Shape {
  const settings = settingsOf(jolt, shape)
  settings.mDensity = density
  const result = settings.Create()
  if (result.HasError()) throw new Error(`Jolt refused a ${shape.kind}: ${result.GetError().c_str()}`)
  const made = result.Get()
  made.AddRef()
  return made
}

function settingsOf(jolt: Jolt, shape: ListedShape): JoltModule.ConvexShapeSettings {
  switch (shape.kind) {
    case 'sphere':
      return new jolt.SphereShapeSettings(shape.radius)
    case 'box':
      return new jolt.BoxShapeSettings(new jolt.Vec3(shape.halfExtents.x, shape.halfExtents.y, shape.halfExtents.z))
    case 'capsule':
      return new jolt.CapsuleShapeSettings(shape.halfLength, shape.radius)
    case 'hull': {
      const settings = new jolt.ConvexHullShapeSettings()
      for (const { x, y, z } of shape.points) settings.mPoints.push_back(new jolt.Vec3(x, y, z))
      return settings
    }
  }
}

/** All in world space, as the bodies stand in the list. */
function jointOf(jolt: Jolt, { joint, axisX, axisY }: PlacedJoint): JoltModule.TwoBodyConstraintSettings {
  const point = (): JoltModule.RVec3 => new jolt.RVec3(joint.anchor.x, joint.anchor.y, joint.anchor.z)
  const along = (): JoltModule.Vec3 => new jolt.Vec3(axisX.x, axisX.y, axisX.z)
  const across = (): JoltModule.Vec3 => new jolt.Vec3(axisY.x, axisY.y, axisY.z)
  switch (joint.kind) {
    case 'ball': {
      const settings = new jolt.PointConstraintSettings()
      settings.mSpace = jolt.EConstraintSpace_WorldSpace
      settings.mPoint1 = point()
      settings.mPoint2 = point()
      return settings
    }
    case 'hinge': {
      const settings = new jolt.HingeConstraintSettings()
      settings.mSpace = jolt.EConstraintSpace_WorldSpace
      settings.mPoint1 = point()
      settings.mPoint2 = point()
      settings.mHingeAxis1 = along()
      settings.mHingeAxis2 = along()
      settings.mNormalAxis1 = across()
      settings.mNormalAxis2 = across()
      settings.mLimitsMin = joint.lower
      settings.mLimitsMax = joint.upper
      return settings
    }
    case 'cone': {
      const settings = new jolt.SwingTwistConstraintSettings()
      settings.mSpace = jolt.EConstraintSpace_WorldSpace
      settings.mPosition1 = point()
      settings.mPosition2 = point()
      settings.mTwistAxis1 = along()
      settings.mTwistAxis2 = along()
      settings.mPlaneAxis1 = across()
      settings.mPlaneAxis2 = across()
      settings.mNormalHalfConeAngle = joint.swing
      settings.mPlaneHalfConeAngle = joint.swing
      settings.mTwistMinAngle = -joint.twist
      settings.mTwistMaxAngle = joint.twist
      return settings
    }
  }
}

/** Who must not collide with whom because of a joint; null if there is none. */
function joinedFilter(jolt: Jolt, { bodies, joints = [] }: BodyList): JoltModule.GroupFilterTable | null {
  if (joints.length === 0) return null
  const table = new jolt.GroupFilterTable(bodies.length)
  for (const { bodyA, bodyB } of joints) table.DisableCollision(bodyA, bodyB)
  table.AddRef()
  return table
}

function createInterface(jolt: Jolt, list: BodyList): JoltModule.JoltInterface {
  const pairs = new jolt.ObjectLayerPairFilterTable(2)
  if (list.collisions !== false) {
    pairs.EnableCollision(LAYER_STATIC, LAYER_MOVING)
    pairs.EnableCollision(LAYER_MOVING, LAYER_MOVING)
  }
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2)
  layers.MapObjectToBroadPhaseLayer(LAYER_STATIC, new jolt.BroadPhaseLayer(0))
  layers.MapObjectToBroadPhaseLayer(LAYER_MOVING, new jolt.BroadPhaseLayer(1))
  const settings = new jolt.JoltSettings()
  settings.mObjectLayerPairFilter = pairs
  settings.mBroadPhaseLayerInterface = layers
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2)
  settings.mMaxBodies = MAX_BODIES
  settings.mMaxBodyPairs = MAX_PAIRS
  settings.mMaxContactConstraints = MAX_CONTACTS
  // No thread but the one that calls.
  settings.mMaxWorkerThreads = 0
  return new jolt.JoltInterface(settings)
}

export function createJoltWorld(jolt: Jolt, list: BodyList): PeerWorld {
  const root = createInterface(jolt, list)
  const system = root.GetPhysicsSystem()
  system.SetGravity(new jolt.Vec3(0, GRAVITY, 0))
  const bodyInterface = system.GetBodyInterface()
  const { density, friction, restitution } = list.material
  const bodies: JoltModule.Body[] = []
  const all: JoltModule.Body[] = []
  const filter = joinedFilter(jolt, list)
  const settings: Record<string, string | number | boolean> = {}
  for (const { index, isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
    const creation = new jolt.BodyCreationSettings(
      shapeOf(jolt, shape, density),
      new jolt.RVec3(p.x, p.y, p.z),
      new jolt.Quat(q.x, q.y, q.z, q.w),
      isStatic ? jolt.EMotionType_Static : jolt.EMotionType_Dynamic,
      isStatic ? LAYER_STATIC : LAYER_MOVING,
    )
    creation.mFriction = friction
    creation.mRestitution = restitution
    creation.mAllowSleeping = false
    settings['linearDamping'] = creation.mLinearDamping
    settings['angularDamping'] = creation.mAngularDamping
    if (filter) {
      creation.mCollisionGroup.SetGroupFilter(filter)
      creation.mCollisionGroup.SetGroupID(0)
      creation.mCollisionGroup.SetSubGroupID(index)
    }
    const body = bodyInterface.CreateBody(creation)
    all[index] = body
    bodyInterface.AddBody(body.GetID(), isStatic ? jolt.EActivation_DontActivate : jolt.EActivation_Activate)
    if (!isStatic) bodies.push(body)
    jolt.destroy(creation)
  }
  for (const placed of placeJoints(list)) {
    system.AddConstraint(jointOf(jolt, placed).Create(all[placed.a.body]!, all[placed.b.body]!))
  }
  system.OptimizeBroadPhase()
  const physics = system.GetPhysicsSettings()
  Object.assign(settings, {
    velocitySteps: physics.mNumVelocitySteps,
    positionSteps: physics.mNumPositionSteps,
    collisionSteps: 1,
    penetrationSlop: physics.mPenetrationSlop,
    speculativeContactDistance: physics.mSpeculativeContactDistance,
    baumgarte: physics.mBaumgarte,
  })
  const queries = system.GetNarrowPhaseQueryNoLock()
  const ray = new jolt.RRayCast()
  const raySettings = new jolt.RayCastSettings()
  const collector = new jolt.CastRayClosestHitCollisionCollector()
  const anyLayer = new jolt.BroadPhaseLayerFilter()
  const anyObject = new jolt.ObjectLayerFilter()
  const anyBody = new jolt.BodyFilter()
  const anyShape = new jolt.ShapeFilter()
  return {
    settings,
    step: () => root.Step(DT, 1),
    readPoses(out) {
      bodies.forEach((body, i) => {
        const p = body.GetPosition()
        const q = body.GetRotation()
        writePose(out, i, { x: p.GetX(), y: p.GetY(), z: p.GetZ() }, { x: q.GetX(), y: q.GetY(), z: q.GetZ(), w: q.GetW() })
      })
    },
    castRays(rays, distances) {
      const { mOrigin: origin, mDirection: direction } = ray
      for (let i = 0; i < distances.length; i++) {
        const o = 7 * i
        const length = rays[o + 6]!
        origin.Set(rays[o]!, rays[o + 1]!, rays[o + 2]!)
        direction.Set(rays[o + 3]! * length, rays[o + 4]! * length, rays[o + 5]! * length)
        collector.Reset()
        queries.CastRay(ray, raySettings, collector, anyLayer, anyObject, anyBody, anyShape)
        distances[i] = collector.HadHit() ? collector.mHit.mFraction * length : -1
      }
    },
  }
}
