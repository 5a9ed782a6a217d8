/** One joint of a robot as a joint of the engine. */

import type { Body, Joint, World } from '../../d3/index.ts'
import { JointDrive } from './joint-drive.ts'
import { compose, frameAlong, type Pose } from './poses.ts'
import type { RobotJoint, RobotNote } from './robot.ts'

/** Where a joint goes. */
export interface JointPlace {
  parent: Body
  child: Body
  /** The child link's frame on both bodies where the joint reads its reference. */
  onParent: Pose
  onChild: Pose
  collideConnected: boolean
  /** The coordinate it begins with. */
  start: number
  notes: RobotNote[]
}

/** A joint in the world. */
export interface MadeJoint {
  joint: RobotJoint
  handle: Joint
  parent: Body
  child: Body
  frameA: Pose
  frameB: Pose
  /** Of hinges and sliders. */
  drive: JointDrive | null
}

const LOCKED_POINT = { linearAxes: [0, 1, 2], min: 0, max: 0 } as const

/** Null: both bodies are fixed, there is nothing to join. */
export function makeJoint(world: World, joint: RobotJoint, at: JointPlace): MadeJoint | null {
  const { parent, child, collideConnected } = at
  if (parent.type !== 'dynamic' && child.type !== 'dynamic') return null
  const own: Pose = { position: joint.anchor, rotation: frameAlong(joint.axis) }
  const frameA = compose(at.onParent, own)
  const frameB = compose(at.onChild, own)
  const definition = { bodyA: parent, bodyB: child, frameA, frameB, collideConnected }
  const made = (handle: Joint, drive: JointDrive | null): MadeJoint => ({ joint, handle, parent, child, frameA, frameB, drive })
  const { limit, friction } = joint
  if (joint.type === 'hinge') {
    // The engine begins to count within half a turn of the frames.
    const turns = 2 * Math.PI * Math.round((at.start - joint.reference) / (2 * Math.PI))
    const offset = joint.reference + turns
    const handle = world.createHingeJoint({
      ...definition, friction, limit: limit && { lower: limit.lower - offset, upper: limit.upper - offset },
    })
    return made(handle, new JointDrive(joint, handle, offset))
  }
  if (joint.type === 'slider') {
    const offset = joint.reference
    const handle = world.createSliderJoint({
      ...definition, friction, limit: limit && { lower: limit.lower - offset, upper: limit.upper - offset },
    })
    return made(handle, new JointDrive(joint, handle, offset))
  }
  if (joint.type === 'ball') {
    const { stiffness, damping } = joint
    const spring = stiffness > 0 || damping > 0 ? { stiffness, damping } : null
    if (limit === null) return made(world.createBallJoint({ ...definition, friction, spring }), null)
    if (spring !== null || friction > 0) {
      at.notes.push({ kind: 'lost', element: joint.element, message: 'A ball joint with a range has no spring, damping or friction here.' })
    }
    return made(world.createGenericJoint({ ...definition, limits: [LOCKED_POINT, { angularAxes: [0, 1, 2], max: limit.upper }] }), null)
  }
  if (joint.type === 'planar') {
    const limits = [{ linearAxes: [0] as const, min: 0, max: 0 }, { angularAxes: [1, 2] as const, min: 0, max: 0 }]
    return made(world.createGenericJoint({ ...definition, limits }), null)
  }
  return made(world.createFixedJoint(definition), null)
}
