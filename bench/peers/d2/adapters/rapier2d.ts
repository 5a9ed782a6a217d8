/** Rapier in two dimensions, the build with SIMD. */

import RAPIER from '@dimforge/rapier2d-simd-compat'
import type { BodyList, ListedJoint, ListedShape } from '../../../../scenes/d2/lists/body-list.ts'
import { BuiltBodies, DT, GRAVITY, localAnchor, materialOf, writePose, type Adapter2d, type PeerWorld } from '../adapter.ts'

function colliderOf(shape: ListedShape): RAPIER.ColliderDesc {
  switch (shape.kind) {
    case 'circle':
      return RAPIER.ColliderDesc.ball(shape.radius)
    case 'box':
      return RAPIER.ColliderDesc.cuboid(shape.halfExtents.x, shape.halfExtents.y)
    case 'capsule':
      return RAPIER.ColliderDesc.capsule(shape.halfLength, shape.radius)
    case 'polygon': {
      const desc = RAPIER.ColliderDesc.convexHull(Float32Array.from(shape.points.flatMap(({ x, y }) => [x, y])))
      if (!desc) throw new Error('Rapier refused a polygon.')
      return desc
    }
  }
}

function addJoint(world: RAPIER.World, list: BodyList, joint: ListedJoint, bodies: readonly RAPIER.RigidBody[]): void {
  const data = RAPIER.JointData.revolute(localAnchor(list, joint.bodyA, joint), localAnchor(list, joint.bodyB, joint))
  const made = world.createImpulseJoint(data, bodies[joint.bodyA]!, bodies[joint.bodyB]!, true) as RAPIER.RevoluteImpulseJoint
  made.setContactsEnabled(false)
  if (!joint.motor) return
  made.configureMotorModel(RAPIER.MotorModel.ForceBased)
  // The engine's motors are springs; this damping lets the drum lag by nothing that can be seen.
  made.configureMotorVelocity(joint.motor.speed, joint.motor.maxTorque)
}

export const adapter: Adapter2d = {
  async create(list: BodyList): Promise<PeerWorld> {
    await RAPIER.init()
    const world = new RAPIER.World({ x: 0, y: GRAVITY })
    world.timestep = DT
    const bodies = new BuiltBodies<RAPIER.RigidBody>()
    for (const listed of list.bodies) {
      const desc = listed.type === 'static' ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setCanSleep(false)
      const body = world.createRigidBody(desc.setTranslation(listed.position.x, listed.position.y).setRotation(listed.rotation ?? 0))
      const { density, friction, restitution } = materialOf(list, listed)
      for (const shape of listed.shapes) {
        const collider = colliderOf(shape).setDensity(density).setFriction(friction).setRestitution(restitution)
        if (shape.position) collider.setTranslation(shape.position.x, shape.position.y)
        if (list.collisions === false) collider.setCollisionGroups(0)
        world.createCollider(collider, body)
      }
      bodies.add(listed, body)
    }
    for (const joint of list.joints ?? []) addJoint(world, list, joint, bodies.all)
    const { numSolverIterations, numInternalPgsIterations, maxCcdSubsteps, normalizedAllowedLinearError, normalizedPredictionDistance } =
      world.integrationParameters
    return {
      settings: { numSolverIterations, numInternalPgsIterations, maxCcdSubsteps, normalizedAllowedLinearError, normalizedPredictionDistance },
      step: () => world.step(),
      readPoses(out) {
        bodies.moving.forEach((body, i) => {
          const { x, y } = body.translation()
          writePose(out, i, x, y, body.rotation())
        })
      },
    }
  },
}
