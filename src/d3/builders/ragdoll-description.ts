/**
 * Figures as data: the parts of a ragdoll and what joins them. Plain numbers until `buildRagdoll` puts them into a world.
 */

import { BEND, readHuman, SHARES, HUMAN_FIELDS, type HumanNumbers } from '../../common/builders/figure.ts'
import { type Fields } from '../../common/options.ts'
import type { SwingLimit } from '../joints/kinds/ball-rotation.ts'
import type { Limit } from '../../common/joints/features.ts'
import type { SwingTwistRange } from '../joints/kinds/swing-twist-joint.ts'
import type { Quat, Vec3 } from '../math/types.ts'
import { box, capsule, sphere, type ShapeDefinition } from '../api/shape-definition.ts'
import { readPiece, type PieceOptions } from './assembly.ts'
import { aboutAxis } from './vectors.ts'

/** A part of a figure. */
export interface RagdollPart {
  /** What `ragdoll.part` is asked for. */
  readonly name: string
  /** Its shape. */
  readonly shape: ShapeDefinition
  /** Where its origin is, m, in the figure's own frame. */
  readonly position: Vec3
  /** Its orientation in the figure's own frame. Default: not turned. */
  readonly rotation?: Quat
  /** Mass, kg. Default: by density. */
  readonly mass?: number
}

export const PART_FIELDS: Fields<RagdollPart> = { name: 0, shape: 0, position: 0, rotation: 0, mass: 0 }

/** What all joints of a figure say. */
export interface FigureJoint {
  /** What `ragdoll.joint` is asked for. */
  readonly name: string
  /** Name of the part that is A of the joint. */
  readonly parent: string
  /** Name of the part that is B of the joint. */
  readonly child: string
  /** Where they are joined, m, in the figure's own frame. */
  readonly anchor: Vec3
  /** Direction of the hinge's axis, or along the limb, in the figure's own frame. */
  readonly axis: Vec3
  /** Dry friction, N m. Default 0. */
  readonly friction?: number
}

const FIGURE_FIELDS: Fields<FigureJoint> = { name: 0, parent: 0, child: 0, anchor: 0, axis: 0, friction: 0 }

/** A knee or an elbow. */
export interface FigureHinge extends FigureJoint {
  /** Bends about one axis. */
  readonly kind: 'hinge'
  /** Range of the angle, rad. */
  readonly limit: Limit
}

export const HINGE_FIELDS: Fields<FigureHinge> = { ...FIGURE_FIELDS, kind: 0, limit: 0 }

/** A shoulder or a hip. */
export interface FigureSwingTwist extends FigureJoint {
  /** Leans within an ellipse and turns about itself. */
  readonly kind: 'swing-twist'
  /** How far, rad. */
  readonly range: SwingTwistRange
  /** Direction across `axis` in which the limb swings by up to `swingZ`. Default: any. */
  readonly planeAxis?: Vec3
}

export const SWING_TWIST_FIELDS: Fields<FigureSwingTwist> = { ...FIGURE_FIELDS, kind: 0, range: 0, planeAxis: 0 }

/** A waist or a neck. */
export interface FigureConstantVelocity extends FigureJoint {
  /** Leans and does not twist. */
  readonly kind: 'constant-velocity'
  /** How far, rad. */
  readonly limit: SwingLimit
  /** Direction across `axis` that tells the two half angles apart. Default: any. */
  readonly planeAxis?: Vec3
}

export const CONSTANT_VELOCITY_FIELDS: Fields<FigureConstantVelocity> = { ...FIGURE_FIELDS, kind: 0, limit: 0, planeAxis: 0 }

/** A joint of a figure. All angles are 0 in the pose in which the figure is described. */
export type RagdollJoint = FigureHinge | FigureSwingTwist | FigureConstantVelocity

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
  /** Surface and filter of all parts. Default: as shapes are. */
  shape?: PieceOptions
}

const HUMAN_OPTION_FIELDS: Fields<HumanOptions> = { ...HUMAN_FIELDS, shape: 0 }

function rangeOf(swingY: number, swingZ: number, twist: number): SwingTwistRange {
  return { swingY, swingZ, twistLower: -twist, twistUpper: twist }
}

/**
 * A human of eleven parts and ten joints, standing with the feet at the origin, facing +z, arms stretched out to the sides; left is +x.
 * Parts: pelvis, chest, head and, each with `left` or `right` before it, UpperArm, Forearm, Thigh, Shin. Joints: spine, neck and Shoulder, Elbow,
 * Hip, Knee of each side.
 */
export function humanRagdoll(options: HumanOptions = {}): RagdollDescription {
  const { size, mass, friction } = readHuman(options, HUMAN_OPTION_FIELDS)
  const shape = readPiece(options.shape, 'human.shape')
  const at = (x: number, y: number): Vec3 => ({ x: x * size, y: y * size, z: 0 })
  const block = (x: number, y: number, z: number): ShapeDefinition =>
    box({ ...shape, halfExtents: { x: x * size, y: y * size, z: z * size } })
  const limb = (radius: number, halfLength: number): ShapeDefinition =>
    capsule({ ...shape, radius: radius * size, halfLength: halfLength * size })
  const up = { x: 0, y: 1, z: 0 }
  const parts: RagdollPart[] = [
    { name: 'pelvis', shape: block(0.15, 0.09, 0.09), position: at(0, 1), mass: mass * SHARES.pelvis },
    { name: 'chest', shape: block(0.17, 0.18, 0.11), position: at(0, 1.3), mass: mass * SHARES.chest },
    { name: 'head', shape: sphere({ ...shape, radius: 0.12 * size }), position: at(0, 1.66), mass: mass * SHARES.head },
  ]
  const joints: RagdollJoint[] = [
    {
      name: 'spine', kind: 'swing-twist', parent: 'pelvis', child: 'chest', anchor: at(0, 1.105), axis: up, friction,
      range: rangeOf(0.5, 0.5, 0.5),
    },
    {
      name: 'neck', kind: 'swing-twist', parent: 'chest', child: 'head', anchor: at(0, 1.51), axis: up, friction,
      range: rangeOf(0.6, 0.6, 0.8),
    },
  ]
  for (const [side, sign] of [['left', 1], ['right', -1]] as const) {
    // The middle of a capsule's y laid outwards.
    const out = aboutAxis({ x: 0, y: 0, z: 1 }, (-sign * Math.PI) / 2)
    parts.push(
      { name: `${side}UpperArm`, shape: limb(0.05, 0.09), position: at(0.34 * sign, 1.43), rotation: out, mass: mass * SHARES.upperArm },
      { name: `${side}Forearm`, shape: limb(0.045, 0.145), position: at(0.67 * sign, 1.43), rotation: out, mass: mass * SHARES.forearm },
      { name: `${side}Thigh`, shape: limb(0.07, 0.14), position: at(0.1 * sign, 0.69), mass: mass * SHARES.thigh },
      { name: `${side}Shin`, shape: limb(0.055, 0.155), position: at(0.1 * sign, 0.26), mass: mass * SHARES.shin },
    )
    // Elbows bend forwards, knees backwards.
    joints.push(
      {
        name: `${side}Shoulder`, kind: 'swing-twist', parent: 'chest', child: `${side}UpperArm`, anchor: at(0.2 * sign, 1.43), friction,
        axis: { x: sign, y: 0, z: 0 }, range: rangeOf(1.3, 1.3, 0.7),
      },
      {
        name: `${side}Elbow`, kind: 'hinge', parent: `${side}UpperArm`, child: `${side}Forearm`, anchor: at(0.48 * sign, 1.43), friction,
        axis: { x: 0, y: -sign, z: 0 }, limit: { lower: 0, upper: BEND },
      },
      {
        name: `${side}Hip`, kind: 'swing-twist', parent: 'pelvis', child: `${side}Thigh`, anchor: at(0.1 * sign, 0.9), friction,
        // Further forwards and backwards (about x) than sideways (about z).
        axis: { x: 0, y: -1, z: 0 }, planeAxis: { x: 1, y: 0, z: 0 }, range: rangeOf(1.2, 0.6, 0.5),
      },
      {
        name: `${side}Knee`, kind: 'hinge', parent: `${side}Thigh`, child: `${side}Shin`, anchor: at(0.1 * sign, 0.475), friction,
        axis: { x: 1, y: 0, z: 0 }, limit: { lower: 0, upper: BEND },
      },
    )
  }
  return { parts, joints }
}

/**
 * The figure of Hodges, chapter 21, y up: head, torso, two arms, two legs, all boxes; neck and hips are hinges about z, shoulders constant-velocity
 * joints within a pyramid, all ±45°. Its soles are 1.5 m above the origin, as in the book.
 */
export function bookRagdoll(shape: PieceOptions = {}): RagdollDescription {
  const right = Math.PI / 4
  const limit: Limit = { lower: -right, upper: right }
  const limb = box({ ...shape, halfExtents: { x: 1, y: 0.25, z: 0.25 } })
  const up = { x: 0, y: 1, z: 0 }
  const across = { x: 0, y: 0, z: 1 }
  const axis = { x: 0, y: 0, z: -1 }
  const parts: RagdollPart[] = [
    { name: 'head', shape: box({ ...shape, halfExtents: { x: 0.25, y: 0.25, z: 0.25 } }), position: { x: 0, y: 5.5, z: 0 }, mass: 0.5 },
    { name: 'torso', shape: box({ ...shape, halfExtents: { x: 0.25, y: 1, z: 0.5 } }), position: { x: 0, y: 4, z: 0 }, mass: 2 },
  ]
  const joints: RagdollJoint[] = [
    { name: 'neck', kind: 'hinge', parent: 'head', child: 'torso', anchor: { x: 0, y: 5, z: 0 }, axis, limit },
  ]
  for (const [side, sign] of [['left', -1], ['right', 1]] as const) {
    parts.push(
      { name: `${side}Arm`, shape: limb, position: { x: 0, y: 4.75, z: 2 * sign }, rotation: aboutAxis(up, (sign * Math.PI) / 2), mass: 1 },
      { name: `${side}Leg`, shape: limb, position: { x: 0, y: 2.5, z: sign }, rotation: aboutAxis(across, -Math.PI / 2), mass: 1 },
    )
    joints.push(
      {
        name: `${side}Shoulder`, kind: 'constant-velocity', parent: 'torso', child: `${side}Arm`, anchor: { x: 0, y: 4.75, z: sign },
        axis: { x: 0, y: 0, z: sign }, planeAxis: { x: 1, y: 0, z: 0 }, limit: { pyramid: { y: right, z: right } },
      },
      { name: `${side}Hip`, kind: 'hinge', parent: 'torso', child: `${side}Leg`, anchor: { x: 0, y: 3, z: sign }, axis, limit },
    )
  }
  return { parts, joints }
}
