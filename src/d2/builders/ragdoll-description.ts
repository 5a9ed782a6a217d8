/**
 * Figures as data: the parts of a ragdoll and what joins them. Plain numbers until `buildRagdoll` puts them into a world.
 */

import { BEND, readHuman, SHARES, HUMAN_FIELDS, type HumanNumbers } from '../../common/builders/figure.ts'
import { FILTER_FIELDS, requireGroup, type CollisionFilter } from '../../common/store/collision-filter.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { requireBits } from '../../common/errors.ts'
import type { Limit } from '../../common/joints/features.ts'
import type { Vec2 } from '../math/types.ts'
import { box, capsule, circle, type ShapeDefinition } from '../api/shape-definition.ts'
import { readPiece, type PieceOptions } from './assembly.ts'

/** A part of a figure. */
export interface RagdollPart {
  /** What `ragdoll.part` is asked for. */
  readonly name: string
  /** Its shape. */
  readonly shape: ShapeDefinition
  /** Where its origin is, m, in the figure's own frame. */
  readonly position: Vec2
  /** Its angle in the figure's own frame, rad. Default 0. */
  readonly rotation?: number
  /** Mass, kg. Default: by density. */
  readonly mass?: number
}

export const PART_FIELDS: Fields<RagdollPart> = { name: 0, shape: 0, position: 0, rotation: 0, mass: 0 }

/** All angles are 0 in the pose in which the figure is described, and grow as the child turns counter-clockwise. */
export interface RagdollJoint {
  /** What `ragdoll.joint` is asked for. */
  readonly name: string
  /** Bends about one point. */
  readonly kind: 'hinge'
  /** Name of the part that is A of the joint. */
  readonly parent: string
  /** Name of the part that is B of the joint. */
  readonly child: string
  /** Where they are joined, m, in the figure's own frame. */
  readonly anchor: Vec2
  /** Range of the angle, rad. Default none: turns freely. */
  readonly limit?: Limit
  /** Dry friction, N m. Default 0. */
  readonly friction?: number
}

export const JOINT_FIELDS: Fields<RagdollJoint> = { name: 0, kind: 0, parent: 0, child: 0, anchor: 0, limit: 0, friction: 0 }

/** A figure as data: parts, and what joins them. */
export interface RagdollDescription {
  /** The parts. */
  readonly parts: readonly RagdollPart[]
  /** What joins them. */
  readonly joints: readonly RagdollJoint[]
}

export const DESCRIPTION_FIELDS: Fields<RagdollDescription> = { parts: 0, joints: 0 }

/** What a human figure is told. */
export interface HumanOptions extends HumanNumbers {
  /**
   * Surface and filter of all parts. Seen from the side arms and legs lie in front of each other and of the trunk, so parts never touch what is of
   * their own category: neither themselves nor any figure that shares it. Give figures that are to meet categories of their own. Default 65536.
   */
  shape?: PieceOptions
}

const HUMAN_OPTION_FIELDS: Fields<HumanOptions> = { ...HUMAN_FIELDS, shape: 0 }

/** A bit that few will use: floors and other things have 1 unless they say otherwise. */
const CATEGORY = 0x10000

/**
 * A human of eleven parts and ten hinges in side view, standing with the feet at the origin, facing +x, arms hanging down.
 * Parts: pelvis, chest, head and, each with `left` or `right` before it, UpperArm, Forearm, Thigh, Shin. Joints: spine, neck and Shoulder, Elbow,
 * Hip, Knee of each side.
 */
export function humanRagdoll(options: HumanOptions = {}): RagdollDescription {
  const { size, mass, friction } = readHuman(options, HUMAN_OPTION_FIELDS)
  const piece = readPiece(options.shape, 'human.shape')
  const given = piece.filter === undefined ? {} : (requireOptions(piece.filter, FILTER_FIELDS, 'human.shape.filter') as CollisionFilter)
  const { category = CATEGORY, mask = -1 } = given
  const filter = {
    category,
    mask: requireBits(mask, 'human.shape.filter.mask') & ~requireBits(category, 'human.shape.filter.category'),
    group: requireGroup(given.group ?? 0, 'human.shape.filter.group'),
  }
  const shape = { ...piece, filter }
  const at = (y: number): Vec2 => ({ x: 0, y: y * size })
  const block = (x: number, y: number): ShapeDefinition => box({ ...shape, halfExtents: { x: x * size, y: y * size } })
  const limb = (radius: number, halfLength: number): ShapeDefinition =>
    capsule({ ...shape, radius: radius * size, halfLength: halfLength * size })
  const parts: RagdollPart[] = [
    { name: 'pelvis', shape: block(0.09, 0.09), position: at(1), mass: mass * SHARES.pelvis },
    { name: 'chest', shape: block(0.11, 0.18), position: at(1.3), mass: mass * SHARES.chest },
    { name: 'head', shape: circle({ ...shape, radius: 0.12 * size }), position: at(1.66), mass: mass * SHARES.head },
  ]
  const joints: RagdollJoint[] = []
  const join = (name: string, parent: string, child: string, y: number, lower: number, upper: number): void =>
    void joints.push({ name, kind: 'hinge', parent, child, anchor: at(y), limit: { lower, upper }, friction })
  // What stands up leans forwards by turning clockwise, what hangs down swings forwards counter-clockwise.
  join('spine', 'pelvis', 'chest', 1.105, -0.8, 0.4)
  join('neck', 'chest', 'head', 1.51, -0.7, 0.7)
  for (const side of ['left', 'right'] as const) {
    parts.push(
      { name: `${side}UpperArm`, shape: limb(0.05, 0.09), position: at(1.29), mass: mass * SHARES.upperArm },
      { name: `${side}Forearm`, shape: limb(0.045, 0.145), position: at(0.96), mass: mass * SHARES.forearm },
      { name: `${side}Thigh`, shape: limb(0.07, 0.14), position: at(0.69), mass: mass * SHARES.thigh },
      { name: `${side}Shin`, shape: limb(0.055, 0.155), position: at(0.26), mass: mass * SHARES.shin },
    )
    // Elbows bend forwards, knees backwards.
    join(`${side}Shoulder`, 'chest', `${side}UpperArm`, 1.43, -0.9, 2.9)
    join(`${side}Elbow`, `${side}UpperArm`, `${side}Forearm`, 1.15, 0, BEND)
    join(`${side}Hip`, 'pelvis', `${side}Thigh`, 0.9, -0.4, 2)
    join(`${side}Knee`, `${side}Thigh`, `${side}Shin`, 0.475, -BEND, 0)
  }
  return { parts, joints }
}
