/** Havok through the bindings that its package gives, without Babylon around it. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import HavokPhysics, { type HavokPhysicsWithBindings, type HP_BodyId, type HP_ShapeId, type QTransform, type Vector3 } from '@babylonjs/havok'
import type { BodyList, ListedShape } from '../../../scenes/lists/body-list.ts'
import { DT, flatPoints, GRAVITY, singleBodies, type Adapter, type PeerWorld } from '../adapter.ts'

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
    for (const { isStatic, position: p, rotation: q, shape } of singleBodies(list)) {
      const made = shapeOf(havok, shape)
      havok.HP_Shape_SetMaterial(made, [friction, friction, restitution, MINIMUM, MINIMUM])
      havok.HP_Shape_SetDensity(made, density)
      const body = valueOf(havok, havok.HP_Body_Create(), 'body')
      havok.HP_Body_SetShape(body, made)
      havok.HP_Body_SetMotionType(body, isStatic ? havok.MotionType.STATIC : havok.MotionType.DYNAMIC)
      if (!isStatic) havok.HP_Body_SetMassProperties(body, valueOf(havok, havok.HP_Shape_BuildMassProperties(made), 'mass'))
      const place: QTransform = [[p.x, p.y, p.z] as Vector3, [q.x, q.y, q.z, q.w]]
      havok.HP_Body_SetQTransform(body, place)
      havok.HP_World_AddBody(world, body, false)
      if (isStatic) continue
      havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE)
      bodies.push(body)
    }
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
    }
  },
}
