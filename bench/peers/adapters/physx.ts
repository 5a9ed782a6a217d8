/** PhysX 5 through its WebIDL bindings. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import initPhysX from 'physx-js-webidl'
import type { BodyList, ListedShape } from '../../../scenes/d3/lists/body-list.ts'
import { DT, GRAVITY, singleBodies, writePose, type Adapter, type PeerWorld } from '../adapter.ts'
import { placeJoints, type JointSide, type PlacedJoint } from '../joint-frames.ts'

type PhysX = Awaited<ReturnType<typeof initPhysX>>

function geometryOf(px: PhysX, shape: ListedShape, cooking: initPhysX.PxCookingParams): initPhysX.PxGeometry {
  switch (shape.kind) {
    case 'sphere':
      return new px.PxSphereGeometry(shape.radius)
    case 'box':
      return new px.PxBoxGeometry(shape.halfExtents.x, shape.halfExtents.y, shape.halfExtents.z)
    case 'capsule':
      return new px.PxCapsuleGeometry(shape.radius, shape.halfLength)
    case 'hull': {
      const points = new px.PxArray_PxVec3(shape.points.length)
      shape.points.forEach(({ x, y, z }, i) => points.set(i, new px.PxVec3(x, y, z)))
      const desc = new px.PxConvexMeshDesc()
      desc.points.count = shape.points.length
      desc.points.stride = 12
      desc.points.data = points.begin()
      desc.flags = new px.PxConvexFlags(px.PxConvexFlagEnum.eCOMPUTE_CONVEX as unknown as number)
      const mesh = px.CreateConvexMesh(cooking, desc)
      if (!mesh) throw new Error('PhysX refused a hull.')
      return new px.PxConvexMeshGeometry(mesh)
    }
  }
}

function addJoint(px: PhysX, physics: initPhysX.PxPhysics, { joint, a, b }: PlacedJoint, all: readonly initPhysX.PxRigidActor[]): void {
  const frame = ({ anchor: p, rotation: q }: JointSide): initPhysX.PxTransform =>
    new px.PxTransform(new px.PxVec3(p.x, p.y, p.z), new px.PxQuat(q.x, q.y, q.z, q.w))
  const ends = [all[a.body]!, frame(a), all[b.body]!, frame(b)] as const
  switch (joint.kind) {
    case 'ball':
      px.SphericalJointCreate(physics, ...ends)
      return
    case 'hinge': {
      const hinge = px.RevoluteJointCreate(physics, ...ends)
      hinge.setLimit(new px.PxJointAngularLimitPair(joint.lower, joint.upper))
      hinge.setRevoluteJointFlag(px.PxRevoluteJointFlagEnum.eLIMIT_ENABLED, true)
      return
    }
    case 'cone': {
      const cone = px.D6JointCreate(physics, ...ends)
      const { eTWIST, eSWING1, eSWING2 } = px.PxD6AxisEnum
      for (const axis of [eTWIST, eSWING1, eSWING2]) cone.setMotion(axis, px.PxD6MotionEnum.eLIMITED)
      cone.setTwistLimit(new px.PxJointAngularLimitPair(-joint.twist, joint.twist))
      cone.setSwingLimit(new px.PxJointLimitCone(joint.swing, joint.swing))
    }
  }
}

/**
 * The package is built for pages and refuses to start where it sees Node; it is shown a page's globals until it has started. What runs
 * afterwards is the same code as in a page.
 */
async function startAsInPage(): Promise<PhysX> {
  const path = createRequire(import.meta.url).resolve('physx-js-webidl/physx-js-webidl.wasm')
  const wasmBinary = readFileSync(path)
  const scope = globalThis as Record<string, unknown>
  const { process } = globalThis
  scope['process'] = undefined
  scope['window'] = globalThis
  try {
    return await (initPhysX as (options: object) => Promise<PhysX>)({ wasmBinary })
  } finally {
    scope['process'] = process
    delete scope['window']
  }
}

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    const px = await startAsInPage()
    const foundation = px.CreateFoundation(px.PHYSICS_VERSION, new px.PxDefaultAllocator(), new px.PxDefaultErrorCallback())
    const scale = new px.PxTolerancesScale()
    const physics = px.CreatePhysics(px.PHYSICS_VERSION, foundation, scale)
    const sceneDesc = new px.PxSceneDesc(scale)
    sceneDesc.gravity = new px.PxVec3(0, GRAVITY, 0)
    sceneDesc.cpuDispatcher = px.DefaultCpuDispatcherCreate(0)
    sceneDesc.filterShader = px.DefaultFilterShader()
    const scene = physics.createScene(sceneDesc)
    const { density, friction, restitution } = list.material
    const material = physics.createMaterial(friction, friction, restitution)
    const cooking = new px.PxCookingParams(scale)
    const filter = new px.PxFilterData(1, 1, 0, 0)
    // Capsules lie along x here.
    const upright = new px.PxTransform(new px.PxVec3(0, 0, 0), new px.PxQuat(0, 0, Math.SQRT1_2, Math.SQRT1_2))
    // Static functions hang on the prototype here, whatever the types say.
    const extension = px.PxRigidBodyExt.prototype as unknown as typeof px.PxRigidBodyExt
    const bodies: initPhysX.PxRigidDynamic[] = []
    const all: initPhysX.PxRigidActor[] = []
    for (const { index, isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
      const pose = new px.PxTransform(new px.PxVec3(p.x, p.y, p.z), new px.PxQuat(q.x, q.y, q.z, q.w))
      const made = physics.createShape(geometryOf(px, shape, cooking), material, true)
      made.setSimulationFilterData(filter)
      if (list.collisions === false) made.setFlag(px.PxShapeFlagEnum.eSIMULATION_SHAPE, false)
      if (shape.kind === 'capsule') made.setLocalPose(upright)
      const body = isStatic ? physics.createRigidStatic(pose) : physics.createRigidDynamic(pose)
      body.attachShape(made)
      if (!isStatic) {
        const moving = body as initPhysX.PxRigidDynamic
        extension.updateMassAndInertia(moving, density)
        moving.setSleepThreshold(0)
        bodies.push(moving)
      }
      scene.addActor(body)
      all[index] = body
    }
    for (const placed of placeJoints(list)) addJoint(px, physics, placed, all)
    return {
      settings: {
        solver: sceneDesc.solverType === px.PxSolverTypeEnum.ePGS ? 'PGS' : 'TGS',
        positionIterations: '4 (default)',
        velocityIterations: '1 (default)',
        threads: 0,
        linearDamping: bodies[0]!.getLinearDamping(),
        angularDamping: bodies[0]!.getAngularDamping(),
      },
      step() {
        scene.simulate(DT)
        scene.fetchResults(true)
      },
      readPoses(out) {
        bodies.forEach((body, i) => {
          const pose = body.getGlobalPose()
          writePose(out, i, pose.p, pose.q)
        })
      },
    }
  },
}
