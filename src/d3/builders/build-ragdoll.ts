/**
 * A ragdoll from its description: bodies for the parts, limited joints between them.
 */

import { named, requireNames } from '../../common/builders/figure.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { Body } from '../api/body.ts'
import type { Joint } from '../joints/joint.ts'
import type { Quat, Vec3 } from '../math/types.ts'
import { requireDefinition } from '../api/shape-definition.ts'
import { World } from '../api/world.ts'
import { assemble, requireQuat, requireVec3, requireWorld, type Assembly, type Parts } from './assembly.ts'
import {
  CONSTANT_VELOCITY_FIELDS, DESCRIPTION_FIELDS, HINGE_FIELDS, humanRagdoll, PART_FIELDS, SWING_TWIST_FIELDS, type RagdollDescription,
  type RagdollJoint,
} from './ragdoll-description.ts'
import { add, multiply, rotate } from './vectors.ts'

/** Where a figure's own frame is put. */
export interface RagdollPlace {
  /** Where the figure's origin is, m. Default 0, 0, 0. */
  position?: Vec3
  /** Its orientation. Default: not turned. */
  rotation?: Quat
  /** Velocity of all parts, m/s. Default 0. */
  velocity?: Vec3
}

const PLACE_FIELDS: Fields<RagdollPlace> = { position: 0, rotation: 0, velocity: 0 }

/** A figure of parts and joints with names. */
export interface Ragdoll extends Assembly {
  /** A part by its name. */
  part(name: string): Body
  /** A joint by its name. */
  joint(name: string): Joint
}

/** Puts a figure into the world. Default: a human of eleven parts, 1.78 m tall. Parts that are joined do not collide with each other. */
export function buildRagdoll(world: World, description: RagdollDescription = humanRagdoll(), place: RagdollPlace = {}): Ragdoll {
  requireWorld(world, 'ragdoll.world')
  requireOptions(description, DESCRIPTION_FIELDS, 'ragdoll')
  requireOptions(place, PLACE_FIELDS, 'ragdoll.place')
  const position = requireVec3(place.position ?? { x: 0, y: 0, z: 0 }, 'ragdoll.place.position')
  const rotation = requireQuat(place.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, 'ragdoll.place.rotation')
  const linearVelocity = requireVec3(place.velocity ?? { x: 0, y: 0, z: 0 }, 'ragdoll.place.velocity')
  requireNames(description, PART_FIELDS, {
    hinge: HINGE_FIELDS, 'swing-twist': SWING_TWIST_FIELDS, 'constant-velocity': CONSTANT_VELOCITY_FIELDS,
  })
  const at = (p: Vec3, field: string): Vec3 => add(position, rotate(rotation, requireVec3(p, field)))
  const build = (home: World, parts: Parts): Ragdoll => {
    const bodies = new Map<string, Body>()
    const joints = new Map<string, Joint>()
    description.parts.forEach((part, i) => {
      const field = `ragdoll.parts[${i}]`
      const turn = part.rotation === undefined ? rotation : multiply(rotation, requireQuat(part.rotation, `${field}.rotation`))
      const body = home.createBody({
        position: at(part.position, `${field}.position`),
        rotation: turn,
        linearVelocity,
        shapes: [requireDefinition(part.shape, `${field}.shape`)],
        ...(part.mass === undefined ? {} : { mass: part.mass }),
      })
      parts.bodies.push(body)
      bodies.set(part.name, body)
    })
    description.joints.forEach((joint, i) => {
      const anchor = at(joint.anchor, `ragdoll.joints[${i}].anchor`)
      const made = join(home, joint, bodies.get(joint.parent) as Body, bodies.get(joint.child) as Body, anchor, rotation, `ragdoll.joints[${i}]`)
      parts.joints.push(made)
      joints.set(joint.name, made)
    })
    return {
      bodies: parts.bodies,
      joints: parts.joints,
      part: name => named(bodies, name, 'ragdoll.part'),
      joint: name => named(joints, name, 'ragdoll.joint'),
    }
  }
  // Parts and joints are checked one by one as they are made: first where nothing is lost.
  const trial = new World()
  build(trial, { bodies: [], joints: [] })
  return assemble(world, parts => build(world, parts))
}

function join(world: World, joint: RagdollJoint, bodyA: Body, bodyB: Body, anchor: Vec3, rotation: Quat, field: string): Joint {
  const axis = rotate(rotation, requireVec3(joint.axis, `${field}.axis`))
  const common = { bodyA, bodyB, anchor, axis, friction: joint.friction ?? 0 }
  if (joint.kind === 'hinge') return world.createHingeJoint({ ...common, limit: joint.limit })
  const { planeAxis } = joint
  const plane = planeAxis === undefined ? {} : { planeAxis: rotate(rotation, requireVec3(planeAxis, `${field}.planeAxis`)) }
  if (joint.kind === 'constant-velocity') return world.createConstantVelocityJoint({ ...common, ...plane, limit: joint.limit })
  return world.createSwingTwistJoint({ ...common, ...plane, ...joint.range })
}
