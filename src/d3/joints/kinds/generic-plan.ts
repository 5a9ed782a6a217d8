/**
 * Limits, drives and friction of a generic joint as users write them, checked, and the plan that follows from them: which axes are locked
 * rigidly, how rotation is told, and which coordinates the joint needs.
 */

import { isArray, mapEntries, PhysicsError, requireVector } from '../../../common/errors.ts'
import { requireNonNegative, requireSized } from '../../../common/bounds.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import type { Vec3 } from '../../math/types.ts'
import type { Limit, Spring } from '../../../common/joints/features.ts'
import { ANGULAR, BALL, BEND, CARDAN, CONE, DISC, genericKind, LINEAR, ROTATION_VECTOR, SWING_TWIST, TOTAL } from './generic-measure.ts'
import { type JointKind, MAX_COORDINATES } from '../joint-kind.ts'

/** 0, 1, 2: x, y, z of frame A. */
export type JointAxis = 0 | 1 | 2

/**
 * Keeps the length of the vector of the named axes within min … max; for one axis its signed value. Exactly one of the two lists is given.
 * `min` = `max` = 0 locks every axis named. Hard unless it is given a softness.
 */
export interface GenericLimit {
  /** The axes of frame A it keeps; several: the length of their vector. Left out: `angularAxes`. */
  linearAxes?: readonly JointAxis[]
  /** The axes of frame A whose turning it keeps. Left out: `linearAxes`. */
  angularAxes?: readonly JointAxis[]
  /** Least value, m or rad. Default −Infinity for one axis, 0 for several. */
  min?: number
  /** Greatest value, m or rad. Default Infinity. */
  max?: number
  /** Share of the speed kept when it is hit, 0 … 1. Default 0. */
  restitution?: number
  /** Makes it a soft stop of this frequency, Hz. Default: hard. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** Makes it a soft stop, N/m or N m/rad; instead of `hertz`. Default: hard. */
  stiffness?: number
  /** N s/m or N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
}

const LIMIT_FIELDS: Fields<GenericLimit> = {
  linearAxes: 0, angularAxes: 0, min: 0, max: 0, restitution: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0,
}

/** Pulls one axis to a position and a velocity. */
export interface GenericDrive {
  /** Does it move along the axis or turn about it? */
  type: 'linear' | 'angular'
  /** The axis of frame A. */
  axis: JointAxis
  /** 'acceleration': stiffness and damping per unit of the mass that is moved. Default 'force'. */
  mode?: 'force' | 'acceleration'
  /** Where it pulls to, m or rad. Default 0. */
  positionTarget?: number
  /** Speed of the target, m/s or rad/s. Default 0. */
  velocityTarget?: number
  /** N/m or N m/rad; instead of `hertz`. Default 0. */
  stiffness?: number
  /** N s/m or N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
  /** Hz of the undamped oscillation, the same for every mass. Without it: `stiffness`. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** Greatest force or torque, N or N m. Default Infinity. */
  maxForce?: number
}

const DRIVE_FIELDS: Fields<GenericDrive> = {
  type: 0, axis: 0, mode: 0, positionTarget: 0, velocityTarget: 0, stiffness: 0, damping: 0, hertz: 0, dampingRatio: 0, maxForce: 0,
}

/** Dry friction per axis, N and N m. */
export interface GenericFriction {
  /** Along each axis of frame A, N. Default 0, 0, 0. */
  linear?: Vec3
  /** About each axis of frame A, N m. Default 0, 0, 0. */
  angular?: Vec3
}

const FRICTION_FIELDS: Fields<GenericFriction> = { linear: 0, angular: 0 }

/** A limit of one coordinate. */
interface CodedLimit {
  code: number
  limit: Limit
  field: string
}

interface CodedDrive {
  code: number
  drive: Spring
  field: string
}

export interface GenericPlan {
  kind: JointKind
  mode: number
  main: number
  linearLocks: number
  angularLocks: number
  codes: number[]
  limits: CodedLimit[]
  drives: CodedDrive[]
  /** By axis: three linear, three angular. */
  friction: number[]
}

interface ReadLimit {
  linear: boolean
  mask: number
  limit: Limit
  field: string
}

const AXIS_NAMES = 'xyz'

function axesOf(mask: number): number[] {
  return [0, 1, 2].filter(k => (mask & (1 << k)) !== 0)
}

function readAxes(value: unknown, field: string): number {
  if (!isArray(value) || value.length === 0) throw new PhysicsError('wrong-type', field, value, 'must be a list of axes, such as [0, 1].')
  let mask = 0
  mapEntries(value, (axis, i) => {
    if (axis !== 0 && axis !== 1 && axis !== 2) throw new PhysicsError('out-of-range', `${field}[${i}]`, axis, 'must be 0 (x), 1 (y) or 2 (z).')
    if ((mask & (1 << axis)) !== 0) throw new PhysicsError('wrong-type', `${field}[${i}]`, axis, 'is named twice. Name each axis once.')
    mask |= 1 << axis
  })
  return mask
}

function readLimit(value: GenericLimit, field: string): ReadLimit {
  requireOptions(value, LIMIT_FIELDS, field)
  const { linearAxes, angularAxes, stiffness, damping, hertz, dampingRatio } = value
  if ((linearAxes === undefined) === (angularAxes === undefined)) {
    throw new PhysicsError('wrong-type', field, value, 'must have either linearAxes or angularAxes. Make two limits of it if both are meant.')
  }
  const linear = linearAxes !== undefined
  const mask = linear ? readAxes(linearAxes, `${field}.linearAxes`) : readAxes(angularAxes, `${field}.angularAxes`)
  const several = axesOf(mask).length > 1
  const min = value.min === undefined || value.min === -Infinity ? -Infinity : requireSized(value.min, `${field}.min`)
  const max = value.max === undefined || value.max === Infinity ? Infinity : requireSized(value.max, `${field}.max`)
  if (min > max) throw new PhysicsError('out-of-range', `${field}.min`, min, `is above max (${max}). Swap them.`)
  if (several && (max < 0 || (min < 0 && min !== -Infinity))) {
    const wrong = max < 0 ? 'max' : 'min'
    throw new PhysicsError('out-of-range', `${field}.${wrong}`, max < 0 ? max : min, 'is the length of a vector here, so it must not be negative.')
  }
  const limit: Limit = { lower: several && min <= 0 ? -Infinity : min, upper: max }
  if (value.restitution !== undefined) limit.restitution = value.restitution
  if (stiffness !== undefined && stiffness !== Infinity) Object.assign(limit, { stiffness, damping: damping ?? 0 })
  else if (damping !== undefined && requireNonNegative(damping, `${field}.damping`) > 0) {
    throw new PhysicsError('wrong-type', `${field}.damping`, damping, 'needs stiffness beside it. A limit without stiffness is hard.')
  }
  if (hertz !== undefined) limit.hertz = hertz
  if (dampingRatio !== undefined) limit.dampingRatio = dampingRatio
  return { linear, mask, limit, field }
}

function isZero({ mask, limit }: ReadLimit): boolean {
  return limit.upper === 0 && (limit.lower === 0 || axesOf(mask).length > 1)
}

function isSoft({ limit }: ReadLimit): boolean {
  return limit.stiffness !== undefined || limit.hertz !== undefined
}

function codeOf(linear: boolean, mask: number): number {
  const axes = axesOf(mask)
  if (axes.length === 1) return (linear ? LINEAR : ANGULAR) + axes[0]
  if (axes.length === 3) return linear ? BALL : TOTAL
  return (linear ? DISC : CONE) + axesOf(7 & ~mask)[0]
}

function nameOf(linear: boolean, mask: number): string {
  return `${linear ? 'linear' : 'angular'} ${axesOf(mask).map(k => AXIS_NAMES[k]).join(' and ')}`
}

/** A limit without the axes that are locked anyway; null if nothing is left of it. */
function unlocked(read: ReadLimit, locks: number): ReadLimit | null {
  const mask = read.mask & ~locks
  if (mask === read.mask) return read
  if (axesOf(read.mask).length === 1) {
    const advice = `limits ${nameOf(read.linear, read.mask)}, which another limit locks. Drop one.`
    throw new PhysicsError('wrong-type', read.field, read.limit.upper, advice)
  }
  if (read.limit.lower > 0 && axesOf(mask).length < 2) {
    const advice = 'keeps a distance from 0 along one axis only, as the others are locked. Limit that axis alone.'
    throw new PhysicsError('wrong-type', `${read.field}.min`, read.limit.lower, advice)
  }
  if (mask === 0) return null
  const lower = axesOf(mask).length === 1 ? -read.limit.upper : read.limit.lower
  return { ...read, mask, limit: { ...read.limit, lower } }
}

function readDrive(value: GenericDrive, field: string): CodedDrive {
  requireOptions(value, DRIVE_FIELDS, field)
  const { type, axis, mode, positionTarget, velocityTarget, stiffness, damping, hertz, dampingRatio, maxForce } = value
  if (type !== 'linear' && type !== 'angular') throw new PhysicsError('wrong-type', `${field}.type`, type, "must be 'linear' or 'angular'.")
  if (axis !== 0 && axis !== 1 && axis !== 2) throw new PhysicsError('out-of-range', `${field}.axis`, axis, 'must be 0 (x), 1 (y) or 2 (z).')
  const drive: Spring = {}
  if (positionTarget !== undefined) drive.target = requireSized(positionTarget, `${field}.positionTarget`)
  if (velocityTarget !== undefined) drive.targetSpeed = requireSized(velocityTarget, `${field}.velocityTarget`)
  if (mode !== undefined) drive.mode = mode
  if (stiffness !== undefined) drive.stiffness = stiffness
  if (damping !== undefined) drive.damping = damping
  if (hertz !== undefined) drive.hertz = hertz
  if (dampingRatio !== undefined) drive.dampingRatio = dampingRatio
  if (maxForce !== undefined) drive.maxForce = maxForce
  return { code: (type === 'linear' ? LINEAR : ANGULAR) + axis, drive, field }
}

function readList<T, R>(list: readonly T[] | undefined, field: string, read: (value: T, field: string) => R): R[] {
  if (list === undefined) return []
  if (!isArray(list)) throw new PhysicsError('wrong-type', field, list, 'must be a list. An empty one is fine.')
  return mapEntries(list as readonly T[], (value, i) => read(value, `${field}[${i}]`))
}

function readFriction(value: GenericFriction | undefined, field: string): number[] {
  const friction = [0, 0, 0, 0, 0, 0]
  if (value === undefined) return friction
  const { linear, angular } = requireOptions(value, FRICTION_FIELDS, field) as GenericFriction
  ;[linear, angular].forEach((vector, i) => {
    if (vector === undefined) return
    const where = `${field}.${i === 0 ? 'linear' : 'angular'}`
    requireVector(vector, where, '{ x: 0, y: 0, z: 0 }')
    ;[vector.x, vector.y, vector.z].forEach((most, k) => {
      friction[3 * i + k] = most === Infinity ? most : requireNonNegative(most, `${where}.${AXIS_NAMES[k]}`)
    })
  })
  return friction
}

/** Checks all of it and decides. Throws without having changed anything. */
export function planGeneric(
  limits: readonly GenericLimit[] | undefined, drives: readonly GenericDrive[] | undefined, friction: GenericFriction | undefined,
): GenericPlan {
  const read = readList(limits, 'generic.limits', readLimit)
  const driven = readList(drives, 'generic.drives', readDrive)
  const rubbed = readFriction(friction, 'generic.friction')
  const locks = [0, 0]
  for (const entry of read) if (isZero(entry) && !isSoft(entry)) locks[entry.linear ? 0 : 1] |= entry.mask
  const coded: CodedLimit[] = []
  let pair = -1
  for (const entry of read) {
    if (isZero(entry) && !isSoft(entry)) continue
    const open = unlocked(entry, locks[entry.linear ? 0 : 1])
    if (open === null) continue
    if (!open.linear && pair < 0 && axesOf(open.mask).length === 2) pair = axesOf(7 & ~open.mask)[0]
    // At length 0 a vector has no direction: several soft axes are held at 0 one by one, which is the same spring.
    const parts = isZero(open) ? axesOf(open.mask).map(k => 1 << k) : [open.mask]
    for (const mask of parts) {
      const code = codeOf(open.linear, mask)
      if (coded.some(other => other.code === code)) {
        const advice = `limits ${nameOf(open.linear, mask)} once more. Make one limit of the two.`
        throw new PhysicsError('wrong-type', open.field, open.limit.upper, advice)
      }
      coded.push({ code, limit: parts.length > 1 ? { ...open.limit, lower: 0 } : open.limit, field: open.field })
    }
  }
  driven.forEach((entry, i) => {
    const linear = entry.code < ANGULAR
    const axis = entry.code - (linear ? LINEAR : ANGULAR)
    const name = nameOf(linear, 1 << axis)
    if ((locks[linear ? 0 : 1] & (1 << axis)) !== 0) {
      throw new PhysicsError('wrong-type', `${entry.field}.axis`, axis, `is locked (${name}). Drop the drive or the limit that locks it.`)
    }
    if (driven.some((other, k) => k < i && other.code === entry.code)) {
      throw new PhysicsError('wrong-type', `${entry.field}.axis`, axis, `has a drive already (${name}). Make one drive of the two.`)
    }
  })
  return decide(locks[0], locks[1], coded, driven, rubbed, pair)
}

/** `pair`: the axis about which two angular axes are limited together, −1 = none. */
function decide(
  linearLocks: number, angularLocks: number, limits: CodedLimit[], drives: CodedDrive[], friction: number[], pair: number,
): GenericPlan {
  const needed = new Set<number>()
  for (const { code } of limits) needed.add(code)
  for (const { code } of drives) needed.add(code)
  friction.forEach((most, i) => {
    const locked = ((i < 3 ? linearLocks : angularLocks) & (1 << (i % 3))) !== 0
    if (most > 0 && !locked) needed.add((i < 3 ? LINEAR : ANGULAR) + (i % 3))
  })
  if (needed.size > MAX_COORDINATES) {
    const advice = `different sets of axes are limited, driven or rubbed; ${MAX_COORDINATES} is the most. Lock some axes, or use two joints.`
    throw new PhysicsError('limit-exceeded', 'generic', needed.size, advice)
  }
  const { mode, main } = decideRotation(angularLocks, pair, [0, 1, 2].filter(k => needed.has(ANGULAR + k)))
  const counts = (code: number): boolean => {
    const axis = code - ANGULAR
    if (axis < 0 || axis > 2 || mode === ROTATION_VECTOR || mode === BEND) return false
    return mode === CARDAN || axis === main
  }
  // Room that is left goes to free axes, so that their positions are kept and their turns counted.
  const free = [ANGULAR, ANGULAR + 1, ANGULAR + 2, LINEAR, LINEAR + 1, LINEAR + 2].filter(code => {
    return ((code < ANGULAR ? linearLocks : angularLocks) & (1 << (code % ANGULAR))) === 0
  })
  for (const code of free.toSorted((a, b) => Number(counts(b)) - Number(counts(a)))) if (needed.size < MAX_COORDINATES) needed.add(code)
  const group = (code: number): number => (code < ANGULAR ? 0 : counts(code) ? 1 : 2)
  const codes = [...needed].sort((a, b) => group(a) - group(b) || a - b)
  const lengths = codes.filter(code => group(code) === 0).length
  const turns = codes.filter(code => group(code) === 1).length
  return { kind: genericKind(axesOf(linearLocks).length, lengths, turns), mode, main, linearLocks, angularLocks, codes, limits, drives, friction }
}

function decideRotation(locks: number, pair: number, named: number[]): { mode: number; main: number } {
  const locked = axesOf(locks)
  const open = axesOf(7 & ~locks)
  if (locked.length === 3) return { mode: ROTATION_VECTOR, main: 0 }
  if (locked.length === 2) return { mode: SWING_TWIST, main: open[0] }
  if (locked.length === 1) {
    return pair === locked[0] ? { mode: BEND, main: pair } : { mode: CARDAN, main: (locked[0] + 1) % 3 }
  }
  if (pair >= 0) return { mode: SWING_TWIST, main: pair }
  if (named.length === 1) return { mode: SWING_TWIST, main: named[0] }
  if (named.length === 2) return { mode: SWING_TWIST, main: [0, 1, 2].find(k => !named.includes(k)) ?? 0 }
  return { mode: ROTATION_VECTOR, main: 0 }
}
