/**
 * What users may say of a character besides places and directions: checked, and written to a row.
 */

import { requireMass, requireNonNegative, requirePositive, requireSized } from '../bounds.ts'
import { PhysicsError, requireBoolean, requireFinite } from '../errors.ts'
import { cos } from '../math/deterministic-math.ts'
import type { Fields } from '../options.ts'
import { SKIN_PER_SIZE, STEP_PER_SIZE } from '../tuning.ts'
import { STEPS_ON_DYNAMIC, type CharacterIndex } from './character-codes.ts'

/** What a character may be told besides its shape and its place. */
export interface CharacterOptions {
  /** Mass, kg: its weight on what it stands on, and its part in a collision. Default 70. */
  mass?: number
  /** Greatest force with which it pushes bodies, N. Default 400. */
  strength?: number
  /** Steepest slope that it walks on, rad, 0 … π/2; it slides down steeper ones. Default 50°. */
  maxSlope?: number
  /** Highest step that it takes without a jump, m; 0 = none. Default: half its thickness. */
  stepHeight?: number
  /** How far it reaches down to stay on the floor where that falls away, m; 0 = not at all. Default: `stepHeight`. */
  stickDistance?: number
  /** Gap that it keeps from everything, m. Default: a hundredth of its thickness. */
  skin?: number
  /** Change of its velocity on the ground by its own will, m/s². Default Infinity: at once. */
  acceleration?: number
  /** The same in the air, m/s². Default 10. */
  airAcceleration?: number
  /** Factor on the world's gravity: 0 floats. Default 1. */
  gravityScale?: number
  /** Does it step onto dynamic bodies as onto others? If not, it pushes them. Default false. */
  stepsOnDynamic?: boolean
}

export const CHARACTER_FIELDS: Fields<CharacterOptions> = {
  mass: 0, strength: 0, maxSlope: 0, stepHeight: 0, stickDistance: 0, skin: 0, acceleration: 0, airAcceleration: 0, gravityScale: 0,
  stepsOnDynamic: 0,
}

/** Options without holes. */
export type CheckedOptions = Required<CharacterOptions>

const DEFAULT_SLOPE = (50 * Math.PI) / 180

/** `thickness`: of its shape. */
export function checkCharacter(options: CharacterOptions, thickness: number): CheckedOptions {
  const stepHeight = requireNonNegative(options.stepHeight ?? STEP_PER_SIZE * thickness, 'character.stepHeight')
  return {
    mass: requireMass(options.mass ?? 70, 'character.mass'),
    strength: requireNonNegative(options.strength ?? 400, 'character.strength'),
    maxSlope: requireSlope(options.maxSlope ?? DEFAULT_SLOPE),
    stepHeight,
    stickDistance: requireNonNegative(options.stickDistance ?? stepHeight, 'character.stickDistance'),
    skin: requireSkin(options.skin ?? SKIN_PER_SIZE * thickness, thickness),
    acceleration: requireAcceleration(options.acceleration ?? Infinity, 'character.acceleration'),
    airAcceleration: requireAcceleration(options.airAcceleration ?? 10, 'character.airAcceleration'),
    gravityScale: requireSized(options.gravityScale ?? 1, 'character.gravityScale'),
    stepsOnDynamic: requireBoolean(options.stepsOnDynamic ?? false, 'character.stepsOnDynamic'),
  }
}

export function writeOptions(columns: CharacterIndex, row: number, checked: CheckedOptions): void {
  columns.mass[row] = checked.mass
  columns.strength[row] = checked.strength
  columns.maxSlope[row] = checked.maxSlope
  columns.slopeCosine[row] = cos(checked.maxSlope)
  columns.stepHeight[row] = checked.stepHeight
  columns.stickDistance[row] = checked.stickDistance
  columns.skin[row] = checked.skin
  columns.acceleration[row] = checked.acceleration
  columns.airAcceleration[row] = checked.airAcceleration
  columns.gravityScale[row] = checked.gravityScale
  if (checked.stepsOnDynamic) columns.flags[row] |= STEPS_ON_DYNAMIC
}

export function requireSlope(value: unknown): number {
  const slope = requireFinite(value, 'character.maxSlope')
  if (slope >= 0 && slope <= Math.PI / 2) return slope
  throw new PhysicsError('out-of-range', 'character.maxSlope', slope, 'must lie between 0 and π/2: it is in radians, degrees × π / 180.')
}

/** Casts and planes need room: a skin is above 0, and the shape must remain larger than it. */
export function requireSkin(value: unknown, thickness: number): number {
  const skin = requirePositive(value, 'character.skin')
  if (skin > 0.5 * thickness) {
    throw new PhysicsError('out-of-range', 'character.skin', skin, `must be at most half the thickness of its shape (${thickness} m).`)
  }
  return skin
}

/** m/s², stored as the largest number if it is infinite: columns hold finite numbers. */
export function requireAcceleration(value: unknown, field: string): number {
  return value === Infinity ? Number.MAX_VALUE : requireNonNegative(value, field)
}
