/** Joints that close loops, given beside a file that holds a tree. */

import { PhysicsError } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { JointFrame } from '../../d3/index.ts'
import { readQuat, readVec3 } from '../../d3/math/types.ts'
import { vec, type Pose } from './poses.ts'
import { IDENTITY, type RobotLink, type RobotLoop } from './robot.ts'

/** A joint that closes a loop, as users write it. */
export interface RobotLoopDefinition {
  /** Its name, for `joint(name)`. Default `loop1`, `loop2`, … */
  name?: string
  /** 'ball', 'hinge', 'slider' or 'fixed'. Default 'ball'. */
  type?: 'ball' | 'hinge' | 'slider' | 'fixed'
  /** Name of the first link. */
  linkA: string
  /** Name of the second link; null: the world. */
  linkB: string | null
  /** Place in the frame of link A, m; x of its rotation is the axis. Default: the link's origin. */
  frameA?: JointFrame
  /** Place in the frame of link B. Default: where frame A is as the robot stands. */
  frameB?: JointFrame
}

const FIELDS: Fields<RobotLoopDefinition> = { name: 0, type: 0, linkA: 0, linkB: 1, frameA: 0, frameB: 0 }
const FRAME_FIELDS: Fields<JointFrame> = { position: 0, rotation: 0 }
const TYPES: readonly unknown[] = ['ball', 'hinge', 'slider', 'fixed']

function frameOf(value: unknown, field: string): Pose {
  if (value === undefined) return IDENTITY
  const { position, rotation } = requireOptions(value, FRAME_FIELDS, field) as JointFrame
  const numbers = new Float64Array([0, 0, 0, 0, 0, 0, 1])
  if (position !== undefined) readVec3(position, `${field}.position`, numbers, 0)
  if (rotation !== undefined) readQuat(rotation, `${field}.rotation`, numbers, 3)
  return { position: vec(numbers[0], numbers[1], numbers[2]), rotation: { x: numbers[3], y: numbers[4], z: numbers[5], w: numbers[6] } }
}

export function requireLoops(value: readonly RobotLoopDefinition[], links: ReadonlyMap<string, RobotLink>, field: string): RobotLoop[] {
  if (!Array.isArray(value)) throw new PhysicsError('wrong-type', field, value, 'must be a list of joints.')
  return value.map((item, i) => {
    const own = `${field}[${i}]`
    const { name = `loop${i + 1}`, type = 'ball', linkA, linkB, frameA, frameB } = requireOptions(item, FIELDS, own) as RobotLoopDefinition
    if (!TYPES.includes(type)) throw new PhysicsError('wrong-type', `${own}.type`, type, `must be one of: ${TYPES.join(', ')}.`)
    for (const [key, link] of [['linkA', linkA], ['linkB', linkB]] as const) {
      if (key === 'linkB' && link === null) continue
      if (typeof link !== 'string' || !links.has(link)) throw new PhysicsError('out-of-range', `${own}.${key}`, link, 'is the name of no link.')
    }
    return {
      name, type, linkA, linkB, frameA: frameOf(frameA, `${own}.frameA`),
      frameB: frameB === undefined ? null : frameOf(frameB, `${own}.frameB`), element: own,
    }
  })
}
