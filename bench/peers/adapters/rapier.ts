/** Rapier, the build with SIMD. */

import RAPIER from '@dimforge/rapier3d-simd-compat'
import type { BodyList, ListedShape } from '../../../scenes/lists/body-list.ts'
import { DT, flatPoints, GRAVITY, singleBodies, writePose, type Adapter, type PeerWorld } from '../adapter.ts'

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

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    await RAPIER.init()
    const world = new RAPIER.World({ x: 0, y: GRAVITY, z: 0 })
    world.timestep = DT
    const { density, friction, restitution } = list.material
    const bodies: RAPIER.RigidBody[] = []
    for (const { isStatic, position: p, rotation, shape } of singleBodies(list)) {
      const desc = isStatic ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setCanSleep(false)
      const body = world.createRigidBody(desc.setTranslation(p.x, p.y, p.z).setRotation(rotation))
      world.createCollider(colliderOf(shape).setDensity(density).setFriction(friction).setRestitution(restitution), body)
      if (!isStatic) bodies.push(body)
    }
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
