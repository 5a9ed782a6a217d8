/** Rapier, the build with SIMD. The limits of its ball joints are set through the layer below its classes, which lack them. */

import RAPIER from '@dimforge/rapier3d-simd-compat'
import type { BodyList, ListedShape } from '../../../scenes/d3/lists/body-list.ts'
import { DT, flatPoints, GRAVITY, singleBodies, writePose, type Adapter, type PeerWorld } from '../adapter.ts'
import { placeJoints, type PlacedJoint } from '../joint-frames.ts'

function colliderOf(shape: ListedShape): RAPIER.ColliderDesc {
  switch (shape.kind) {
    case 'sphere':
      return RAPIER.ColliderDesc.ball(shape.radius)
    case 'box':
      return RAPIER.ColliderDesc.cuboid(shape.halfExtents.x, shape.halfExtents.y, shape.halfExtents.z)
    case 'capsule':
      return RAPIER.ColliderDesc.capsule(shape.halfLength, shape.radius)
    case 'hull': {
      const desc = RAPIER.ColliderDesc.convexHull(flatPoints(shape.points))
      if (!desc) throw new Error('Rapier refused a hull.')
      return desc
    }
  }
}

function addJoint(world: RAPIER.World, { joint, a, b }: PlacedJoint, bodyA: RAPIER.RigidBody, bodyB: RAPIER.RigidBody): void {
  const { JointAxis, JointData } = RAPIER
  const data =
    joint.kind === 'hinge' ? JointData.revoluteWithAxes(a.anchor, b.anchor, a.axisX, b.axisX) : JointData.spherical(a.anchor, b.anchor)
  const made = world.createImpulseJoint(data, bodyA, bodyB, true)
  // Axes alone leave open where the angle is 0.
  made.setLocalFrame1(a.anchor, a.rotation)
  made.setLocalFrame2(b.anchor, b.rotation)
  made.setContactsEnabled(false)
  if (joint.kind === 'hinge') (made as RAPIER.RevoluteImpulseJoint).setLimits(joint.lower, joint.upper)
  if (joint.kind !== 'cone') return
  const { raw } = world.impulseJoints
  raw.jointSetLimits(made.handle, JointAxis.AngX as number, -joint.twist, joint.twist)
  for (const axis of [JointAxis.AngY, JointAxis.AngZ]) raw.jointSetLimits(made.handle, axis as number, -joint.swing, joint.swing)
}

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    await RAPIER.init()
    const world = new RAPIER.World({ x: 0, y: GRAVITY, z: 0 })
    world.timestep = DT
    const { density, friction, restitution } = list.material
    const bodies: RAPIER.RigidBody[] = []
    const all: RAPIER.RigidBody[] = []
    for (const { index, isStatic, position: p, rotation, shape } of singleBodies(list)) {
      const desc = isStatic ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setCanSleep(false)
      const body = world.createRigidBody(desc.setTranslation(p.x, p.y, p.z).setRotation(rotation))
      const collider = colliderOf(shape).setDensity(density).setFriction(friction).setRestitution(restitution)
      if (list.collisions === false) collider.setCollisionGroups(0)
      world.createCollider(collider, body)
      all[index] = body
      if (!isStatic) bodies.push(body)
    }
    if (list.terrain !== undefined) {
      const mesh = RAPIER.ColliderDesc.trimesh(Float32Array.from(list.terrain.positions), Uint32Array.from(list.terrain.indices))
      world.createCollider(mesh.setFriction(friction).setRestitution(restitution))
    }
    for (const placed of placeJoints(list)) addJoint(world, placed, all[placed.a.body]!, all[placed.b.body]!)
    const { numSolverIterations, numInternalPgsIterations, maxCcdSubsteps, normalizedAllowedLinearError, normalizedPredictionDistance } =
      world.integrationParameters
    return {
      settings: {
        numSolverIterations, numInternalPgsIterations, maxCcdSubsteps, normalizedAllowedLinearError, normalizedPredictionDistance,
        linearDamping: bodies[0]!.linearDamping(), angularDamping: bodies[0]!.angularDamping(),
      },
      step: () => world.step(),
      readPoses(out) {
        bodies.forEach((body, i) => writePose(out, i, body.translation(), body.rotation()))
      },
    }
  },
}
