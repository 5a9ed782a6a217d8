/**
 * Joints of a document as generic joints of the engine. A joint of the format may limit and drive an axis more than once; what one generic joint
 * cannot hold goes into a second one between the same frames.
 */

import type { GenericDefinition, GenericDrive, GenericLimit, JointAxis, JointFrame } from '../../d3/index.ts'
import { field, indexAt, listOf, numberOf, objectAt, refuse, sizeOf, textOf, type Fields } from '../shared/json.ts'
import type { Placed } from './spellings.ts'
import type { Warnings } from './warnings.ts'

/** Limits and drives of one generic joint. */
export type GltfJointPart = Pick<GenericDefinition, 'limits' | 'drives'>

interface Limit extends GenericLimit {
  readonly path: string
}

interface Drive extends GenericDrive {
  readonly path: string
}

/** Coordinates that one generic joint has at most. */
const MOST_COORDINATES = 6

/** Limits and drives that a joint may have: more of them than six axes can be limited and driven in any sensible way. */
const MOST_PARTS = 64

/** Range of an angle from which it is no limit, rad: two frames do not tell how many turns apart they are. Less what files lose in rounding. */
const WHOLE_TURN = 2 * Math.PI * (1 - 1e-4)

/** Does it limit one angle, to a whole turn or more? */
export function isWholeTurn({ angularAxes, min = -Infinity, max = Infinity }: GenericLimit): boolean {
  return angularAxes?.length === 1 && max - min >= WHOLE_TURN && max - min < Infinity
}

/** A joint's description as definitions of generic joints, at least one. */
export function readJoint({ fields, path }: Placed, warnings: Warnings): GltfJointPart[] {
  const list = field(fields, 'limits') === undefined ? 'constraints' : 'limits'
  for (const key of [list, 'drives']) {
    const { length } = listOf(fields, key, path)
    if (length > MOST_PARTS) refuse(`${path}.${key}.length`, length, `is more than ${MOST_PARTS}.`, 'limit-exceeded')
  }
  const limits: Limit[] = []
  listOf(fields, list, path).forEach((entry, i) => {
    const where = `${path}.${list}[${i}]`
    limits.push(...readLimit(objectAt(entry, where), where, warnings))
  })
  const drives: Drive[] = []
  listOf(fields, 'drives', path).forEach((entry, i) => {
    const where = `${path}.drives[${i}]`
    const drive = readDrive(objectAt(entry, where), where)
    if (drive !== null) drives.push(drive)
  })
  return arrange(merged(limits), drives, warnings)
}

function readAxes(fields: Fields, key: string, path: string): JointAxis[] {
  const axes = listOf(fields, key, path).map((axis, i) => indexAt(axis, 3, `${path}.${key}[${i}]`) as JointAxis)
  return [...new Set(axes)].sort()
}

function readLimit(fields: Fields, path: string, warnings: Warnings): Limit[] {
  const linear = readAxes(fields, 'linearAxes', path)
  const angular = readAxes(fields, 'angularAxes', path)
  if (linear.length === 0 && angular.length === 0) refuse(path, fields, 'names no axes. Give linearAxes or angularAxes.')
  const min = numberOf(fields, 'min', path, -Infinity)
  const max = numberOf(fields, 'max', path, Infinity)
  if (min > max) refuse(`${path}.min`, min, `is above max (${max}).`, 'out-of-range')
  const stiffness = sizeOf(fields, 'stiffness', path, null) ?? sizeOf(fields, 'springConstant', path, null)
  const damping = sizeOf(fields, 'damping', path, null) ?? sizeOf(fields, 'springDamping', path, 0)
  const out: Limit[] = []
  for (const [key, axes] of [['linearAxes', linear], ['angularAxes', angular]] as const) {
    if (axes.length === 0) continue
    const several = axes.length > 1
    if (several && max < 0) refuse(`${path}.max`, max, 'is the length of a vector here and must not be negative.', 'out-of-range')
    const limit = { path, [key]: axes, min: several ? Math.max(min, 0) : min, max } as Limit
    if (several ? max === Infinity && !(min > 0) : max === Infinity && min === -Infinity) {
      warnings.add(path, 'has neither min nor max and limits nothing.')
      continue
    }
    if (isWholeTurn(limit)) continue
    if (stiffness !== null) Object.assign(limit, { stiffness, damping })
    out.push(limit)
  }
  return out
}

function readDrive(fields: Fields, path: string): Drive | null {
  const type = textOf(fields, 'type', path, '').toLowerCase()
  if (type !== 'linear' && type !== 'angular') refuse(`${path}.type`, type, 'must be linear or angular.')
  const mode = textOf(fields, 'mode', path, 'force').toLowerCase()
  if (mode !== 'force' && mode !== 'acceleration') refuse(`${path}.mode`, mode, 'must be force or acceleration.')
  const axis = indexAt(field(fields, 'axis'), 3, `${path}.axis`) as JointAxis
  const stiffness = sizeOf(fields, 'stiffness', path, 0)
  const damping = sizeOf(fields, 'damping', path, 0)
  const maxForce = sizeOf(fields, 'maxForce', path, Infinity)
  if ((stiffness === 0 && damping === 0) || maxForce === 0) return null
  return {
    path, type, mode, axis, stiffness, damping, maxForce,
    positionTarget: numberOf(fields, 'positionTarget', path, 0), velocityTarget: numberOf(fields, 'velocityTarget', path, 0),
  }
}

const isLinear = (limit: GenericLimit): boolean => limit.linearAxes !== undefined
const axesOf = (limit: GenericLimit): readonly JointAxis[] => (limit.linearAxes ?? limit.angularAxes)!
const isHard = (limit: GenericLimit): boolean => limit.stiffness === undefined
const keyOf = (limit: GenericLimit): string => `${isLinear(limit) ? 'l' : 'a'}${axesOf(limit).join('')}`
const isLock = (limit: GenericLimit): boolean => isHard(limit) && limit.max === 0 && (limit.min === 0 || axesOf(limit).length > 1)

/** A generic joint limits each axis once. */
function shareAxis(a: GenericLimit, b: GenericLimit): boolean {
  return isLinear(a) === isLinear(b) && axesOf(a).some(axis => axesOf(b).includes(axis))
}

/** Hard limits of the same axes are one limit: what both allow. */
function merged(limits: readonly Limit[]): Limit[] {
  const out: Limit[] = []
  for (const limit of limits) {
    const same = out.findIndex(other => isHard(other) && isHard(limit) && keyOf(other) === keyOf(limit))
    if (same < 0) {
      out.push(limit)
      continue
    }
    const min = Math.max(out[same].min!, limit.min!)
    const max = Math.min(out[same].max!, limit.max!)
    if (min > max) refuse(limit.path, limit.min, 'leaves no place beside the other limit of these axes.', 'out-of-range')
    out[same] = { ...limit, min, max }
  }
  return out
}

/** Locks first: what they hold needs no other limit and no drive. Then as many parts as it takes. */
function arrange(limits: readonly Limit[], drives: readonly Drive[], warnings: Warnings): GltfJointPart[] {
  const locked = new Set<string>()
  for (const limit of limits) if (isLock(limit)) for (const axis of axesOf(limit)) locked.add(`${isLinear(limit) ? 'l' : 'a'}${axis}`)
  const parts: { limits: GenericLimit[]; drives: GenericDrive[]; codes: Set<string> }[] = []
  const place = (code: string, isFree: (part: { limits: GenericLimit[]; drives: GenericDrive[] }) => boolean): (typeof parts)[number] => {
    let part = parts.find(candidate => isFree(candidate) && (candidate.codes.has(code) || candidate.codes.size < MOST_COORDINATES))
    if (part === undefined) {
      part = { limits: [], drives: [], codes: new Set() }
      parts.push(part)
    }
    part.codes.add(code)
    return part
  }
  const lockedAxes = (letter: 'l' | 'a'): JointAxis[] => ([0, 1, 2] as const).filter(axis => locked.has(`${letter}${axis}`))
  const [linearAxes, angularAxes] = [lockedAxes('l'), lockedAxes('a')]
  const locks: GenericLimit[] = []
  if (linearAxes.length > 0) locks.push({ linearAxes, min: 0, max: 0 })
  if (angularAxes.length > 0) locks.push({ angularAxes, min: 0, max: 0 })
  parts.push({ limits: locks, drives: [], codes: new Set() })
  for (const limit of limits) {
    if (isLock(limit)) continue
    const axes = axesOf(limit).filter(axis => !locked.has(`${isLinear(limit) ? 'l' : 'a'}${axis}`))
    if (axes.length === 0) {
      if (limit.min! > 0 || limit.max! < 0) warnings.add(limit.path, 'limits axes that another limit locks, and is left out.')
      continue
    }
    let open: GenericLimit = limit
    if (axes.length < axesOf(limit).length) {
      // The length of a vector whose other parts are 0 is the size of what is left.
      const min = axes.length === 1 ? -limit.max! : limit.min!
      if (axes.length === 1 && limit.min! > 0) warnings.add(limit.path, 'keeps a distance along one axis, as others are locked: its min is left out.')
      open = { ...limit, ...(isLinear(limit) ? { linearAxes: axes } : { angularAxes: axes }), min }
    }
    place(keyOf(open), part => !part.limits.some(other => shareAxis(other, open))).limits.push(...withoutPath([open]))
  }
  for (const { path, ...drive } of drives) {
    const key = `${drive.type === 'linear' ? 'l' : 'a'}${drive.axis}`
    if (locked.has(key)) warnings.add(path, 'drives an axis that a limit locks, and is left out.')
    else place(key, part => !part.drives.some(other => other.type === drive.type && other.axis === drive.axis)).drives.push(drive)
  }
  return parts
    .filter((part, i) => i === 0 || part.limits.length + part.drives.length > 0)
    .map(part => ({ limits: part.limits, drives: part.drives }))
}

function withoutPath(limits: readonly (GenericLimit & { path?: string })[]): GenericLimit[] {
  return limits.map(limit => {
    const plain = { ...limit }
    delete plain.path
    return plain
  })
}

/** A joint between two bodies, ready for `createGenericJoint`. */
export interface GltfJoint {
  /** Index of the node that has the joint. */
  readonly node: number
  /** Index of the node that it is connected to; −1: none, it is held where it is. */
  readonly connectedNode: number
  /** Index in `bodies`; −1: the world. */
  readonly bodyA: number
  /** Index in `bodies`; −1: the world. */
  readonly bodyB: number
  /** Place and directions on the first body. */
  readonly frameA: JointFrame
  /** Place and directions on the second body. */
  readonly frameB: JointFrame
  /** Do the two bodies collide with each other? */
  readonly collideConnected: boolean
  /** What holds and drives them: a generic joint each. */
  readonly parts: readonly GltfJointPart[]
}
