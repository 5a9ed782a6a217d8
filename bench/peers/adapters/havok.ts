/** Havok through the bindings that its package gives, without Babylon around it. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import HavokPhysics, { type HavokPhysicsWithBindings, type HP_BodyId, type HP_ShapeId, type QTransform, type Vector3 } from '@babylonjs/havok'
import type { BodyList, ListedShape } from '../../../scenes/d3/lists/body-list.ts'
import { DT, flatPoints, GRAVITY, singleBodies, type Adapter, type PeerWorld } from '../adapter.ts'
import { placeJoints, type JointSide, type PlacedJoint } from '../joint-frames.ts'

/** Takes the value out of a [result, value] answer, or says what failed. */
function valueOf<Value>(havok: HavokPhysicsWithBindings, [result, value]: readonly [unknown, Value], what: string): Value {
  if (result !== havok.Result.RESULT_OK) throw new Error(`Havok: ${what} failed.`)
  return value
}

function shapeOf(havok: HavokPhysicsWithBindings, shape: ListedShape): HP_ShapeId {
  switch (shape.kind) {
    case 'sphere':
      return valueOf(havok, havok.HP_Shape_CreateSphere([0, 0, 0], shape.radius), 'sphere')
    case 'box': {
      const { x, y, z } = shape.halfExtents
      return valueOf(havok, havok.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], [2 * x, 2 * y, 2 * z]), 'box')
    }
    case 'capsule':
      return valueOf(havok, havok.HP_Shape_CreateCapsule([0, -shape.halfLength, 0], [0, shape.halfLength, 0], shape.radius), 'capsule')
    case 'hull': {
      const points = flatPoints(shape.points)
      const address = havok._malloc(points.byteLength)
      new Float32Array(havok.HEAPU8.buffer, address, points.length).set(points)
      const made = valueOf(havok, havok.HP_Shape_CreateConvexHull(address, shape.points.length), 'hull')
      havok._free(address)
      return made
    }
  }
}

function addJoint(havok: HavokPhysicsWithBindings, { joint, a, b }: PlacedJoint, bodyA: HP_BodyId, bodyB: HP_BodyId): void {
  const { ConstraintAxis: axis, ConstraintAxisLimitMode: mode } = havok
  const made = valueOf(havok, havok.HP_Constraint_Create(), 'constraint')
  havok.HP_Constraint_SetParentBody(made, bodyA)
  havok.HP_Constraint_SetChildBody(made, bodyB)
  const place = ({ anchor, axisX, axisY }: JointSide): [Vector3, Vector3, Vector3] =>
    [anchor, axisX, axisY].map(({ x, y, z }): Vector3 => [x, y, z]) as [Vector3, Vector3, Vector3]
  havok.HP_Constraint_SetAnchorInParent(made, ...place(a))
  havok.HP_Constraint_SetAnchorInChild(made, ...place(b))
  for (const linear of [axis.LINEAR_X, axis.LINEAR_Y, axis.LINEAR_Z]) havok.HP_Constraint_SetAxisMode(made, linear, mode.LOCKED)
  const limit = (angular: typeof axis.ANGULAR_X | typeof axis.ANGULAR_Y | typeof axis.ANGULAR_Z, lower: number, upper: number): void => {
    havok.HP_Constraint_SetAxisMode(made, angular, mode.LIMITED)
    havok.HP_Constraint_SetAxisMinLimit(made, angular, lower)
    havok.HP_Constraint_SetAxisMaxLimit(made, angular, upper)
  }
  if (joint.kind === 'hinge') {
    limit(axis.ANGULAR_X, joint.lower, joint.upper)
    for (const angular of [axis.ANGULAR_Y, axis.ANGULAR_Z]) havok.HP_Constraint_SetAxisMode(made, angular, mode.LOCKED)
  } else if (joint.kind === 'cone') {
    limit(axis.ANGULAR_X, -joint.twist, joint.twist)
    limit(axis.ANGULAR_Y, -joint.swing, joint.swing)
    limit(axis.ANGULAR_Z, -joint.swing, joint.swing)
  }
  havok.HP_Constraint_SetCollisionsEnabled(made, 0)
  havok.HP_Constraint_SetEnabled(made, 1)
}

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm'))
    const havok = await (HavokPhysics as (options: object) => Promise<HavokPhysicsWithBindings>)({ wasmBinary })
    const world = valueOf(havok, havok.HP_World_Create(), 'world')
    havok.HP_World_SetGravity(world, [0, GRAVITY, 0])
    havok.HP_World_SetIdealStepTime(world, DT)
    const { density, friction, restitution } = list.material
    const { MINIMUM } = havok.MaterialCombine
    const bodies: HP_BodyId[] = []
    const all: HP_BodyId[] = []
    for (const { index, isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
      const made = shapeOf(havok, shape)
      havok.HP_Shape_SetMaterial(made, [friction, friction, restitution, MINIMUM, MINIMUM])
      havok.HP_Shape_SetDensity(made, density)
      if (list.collisions === false) havok.HP_Shape_SetFilterInfo(made, [0, 0])
      const body = valueOf(havok, havok.HP_Body_Create(), 'body')
      havok.HP_Body_SetShape(body, made)
      havok.HP_Body_SetMotionType(body, isStatic ? havok.MotionType.STATIC : havok.MotionType.DYNAMIC)
      if (!isStatic) havok.HP_Body_SetMassProperties(body, valueOf(havok, havok.HP_Shape_BuildMassProperties(made), 'mass'))
      const place: QTransform = [[p.x, p.y, p.z] as Vector3, [q.x, q.y, q.z, q.w]]
      havok.HP_Body_SetQTransform(body, place)
      havok.HP_World_AddBody(world, body, false)
      all[index] = body
      if (isStatic) continue
      havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE)
      bodies.push(body)
    }
    for (const placed of placeJoints(list)) addJoint(havok, placed, all[placed.a.body]!, all[placed.b.body]!)
    const collector = valueOf(havok, havok.HP_QueryCollector_Create(1), 'collector')
    const nobody: HP_BodyId = [0n]
    const limits = havok.HP_World_GetSpeedLimit(world)
    return {
      settings: {
        linearDamping: valueOf(havok, havok.HP_Body_GetLinearDamping(bodies[0]!), 'linear damping'),
        angularDamping: valueOf(havok, havok.HP_Body_GetAngularDamping(bodies[0]!), 'angular damping'),
        linearSpeedLimit: limits[1],
        angularSpeedLimit: limits[2],
      },
      step() {
        havok.HP_World_Step(world, DT)
      },
      readPoses(out) {
        bodies.forEach((body, i) => {
          const [position, rotation] = havok.HP_Body_GetQTransform(body)[1]
          out.set(position, 7 * i)
          out.set(rotation, 7 * i + 3)
        })
      },
      castRays(rays, distances) {
        for (let i = 0; i < distances.length; i++) {
          const o = 7 * i
          const [x, y, z, length] = [rays[o]!, rays[o + 1]!, rays[o + 2]!, rays[o + 6]!]
          const end: Vector3 = [x + rays[o + 3]! * length, y + rays[o + 4]! * length, z + rays[o + 5]! * length]
          havok.HP_World_CastRayWithCollector(world, collector, [[x, y, z], end, [-1, -1], false, nobody])
          const count = havok.HP_QueryCollector_GetNumHits(collector)[1]
          distances[i] = count > 0 ? havok.HP_QueryCollector_GetCastRayResult(collector, 0)[1][0] * length : -1
        }
      },
    }
  },
}
