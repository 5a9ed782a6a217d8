/**
 * A ragdoll from its description: bodies for the parts, limited hinges between them.
 */

import { named, requireNames } from '../../common/builders/figure.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { Body } from '../api/body.ts'
import type { HingeJoint } from '../joints/kinds/hinge-joint.ts'
import { requireBounded, type Vec2 } from '../math/types.ts'
import { requireDefinition } from '../api/shape-definition.ts'
import { World } from '../api/world.ts'
import { assemble, requireVec2, requireWorld, type Assembly, type Parts } from './assembly.ts'
import { humanRagdoll, DESCRIPTION_FIELDS, PART_FIELDS, JOINT_FIELDS, type RagdollDescription } from './ragdoll-description.ts'
import { add, rotate } from './vectors.ts'

/** Where a figure's own frame is put. */
export interface RagdollPlace {
  /** Where the figure's origin is, m. Default 0, 0. */
  position?: Vec2
  /** Its angle, rad. Default 0. */
  rotation?: number
  /** Velocity of all parts, m/s. Default 0. */
  velocity?: Vec2
}

const PLACE_FIELDS: Fields<RagdollPlace> = { position: 0, rotation: 0, velocity: 0 }

/** A figure of parts and joints with names. */
export interface Ragdoll extends Assembly {
  /** The hinges. */
  readonly joints: readonly HingeJoint[]
  /** A part by its name. */
  part(name: string): Body
  /** A joint by its name. */
  joint(name: string): HingeJoint
}

/** Puts a figure into the world. Default: a human of eleven parts, 1.78 m tall. Parts that are joined do not collide with each other. */
export function buildRagdoll(world: World, description: RagdollDescription = humanRagdoll(), place: RagdollPlace = {}): Ragdoll {
  requireWorld(world, 'ragdoll.world')
  requireOptions(description, DESCRIPTION_FIELDS, 'ragdoll')
  requireOptions(place, PLACE_FIELDS, 'ragdoll.place')
  const position = requireVec2(place.position ?? { x: 0, y: 0 }, 'ragdoll.place.position')
  const rotation = requireBounded(place.rotation ?? 0, 'ragdoll.place.rotation')
  const linearVelocity = requireVec2(place.velocity ?? { x: 0, y: 0 }, 'ragdoll.place.velocity')
  requireNames(description, PART_FIELDS, { hinge: JOINT_FIELDS })
  const at = (p: Vec2, field: string): Vec2 => add(position, rotate(rotation, requireVec2(p, field)))
  const build = (home: World, parts: Parts): Ragdoll => {
    const bodies = new Map<string, Body>()
    const joints = new Map<string, HingeJoint>()
    description.parts.forEach((part, i) => {
      const field = `ragdoll.parts[${i}]`
      const body = home.createBody({
        position: at(part.position, `${field}.position`),
        rotation: rotation + requireBounded(part.rotation ?? 0, `${field}.rotation`),
        linearVelocity,
        shapes: [requireDefinition(part.shape, `${field}.shape`)],
        ...(part.mass === undefined ? {} : { mass: part.mass }),
      })
      parts.bodies.push(body)
      bodies.set(part.name, body)
    })
    description.joints.forEach(({ name, parent, child, anchor, limit = null, friction = 0 }, i) => {
      const joint = home.createHingeJoint({
        bodyA: bodies.get(parent) as Body, bodyB: bodies.get(child) as Body, anchor: at(anchor, `ragdoll.joints[${i}].anchor`), limit, friction,
      })
      parts.joints.push(joint)
      joints.set(name, joint)
    })
    return {
      bodies: parts.bodies,
      joints: [...joints.values()],
      part: name => named(bodies, name, 'ragdoll.part'),
      joint: name => named(joints, name, 'ragdoll.joint'),
    }
  }
  // Parts and joints are checked one by one as they are made: first where nothing is lost.
  const trial = new World()
  build(trial, { bodies: [], joints: [] })
  return assemble(world, parts => build(world, parts))
}
