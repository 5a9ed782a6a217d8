/** Builds a world in any of the builds of jolt-physics; they share one interface. */

import type JoltModule from 'jolt-physics'
import type { BodyList, ListedShape } from '../../../scenes/lists/body-list.ts'
import { DT, GRAVITY, singleBodies, writePose, type PeerWorld } from '../adapter.ts'

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

function createInterface(jolt: Jolt): JoltModule.JoltInterface {
  const pairs = new jolt.ObjectLayerPairFilterTable(2)
  pairs.EnableCollision(LAYER_STATIC, LAYER_MOVING)
  pairs.EnableCollision(LAYER_MOVING, LAYER_MOVING)
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
  const root = createInterface(jolt)
  const system = root.GetPhysicsSystem()
  system.SetGravity(new jolt.Vec3(0, GRAVITY, 0))
  const bodyInterface = system.GetBodyInterface()
  const { density, friction, restitution } = list.material
  const bodies: JoltModule.Body[] = []
  const settings: Record<string, string | number | boolean> = {}
  for (const { isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
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
    const body = bodyInterface.CreateBody(creation)
    bodyInterface.AddBody(body.GetID(), isStatic ? jolt.EActivation_DontActivate : jolt.EActivation_Activate)
    if (!isStatic) bodies.push(body)
    jolt.destroy(creation)
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
  }
}
