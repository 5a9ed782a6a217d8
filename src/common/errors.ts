/**
 * The one error type the engine throws, and the value checks that throw it.
 *
 * Every message names the field, shows the value and says what to do. Checks live at the public boundary only;
 * the step itself never throws.
 */

/** What kind of mistake it was; stable across versions, so callers may switch on it. */
export type PhysicsErrorCode =
  | 'not-finite'
  | 'out-of-range'
  | 'wrong-type'
  | 'degenerate'
  | 'stale-handle'
  | 'foreign-handle'
  | 'mid-step'
  | 'wrong-size'
  | 'bad-snapshot'
  | 'limit-exceeded'

/** What every public call throws when it is told something wrong. The message names the field, shows the value and says what to do. */
export class PhysicsError extends Error {
  /** What kind of mistake it was. */
  readonly code: PhysicsErrorCode
  /** Path of the field at fault, such as `box.halfExtents.x`. */
  readonly field: string
  /** The value that was refused. */
  readonly value: unknown

  /** The engine makes these; `advice` ends the message. */
  constructor(code: PhysicsErrorCode, field: string, value: unknown, advice: string) {
    super(`${field} (${show(value)}) ${advice}`)
    this.name = 'PhysicsError'
    this.code = code
    this.field = field
    this.value = value
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? value.slice(0, 40) + '…' : value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) {
    return Object.is(value, -0) ? '-0' : String(value)
  }
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `array of ${value.length}`
  return typeof value
}

/** A finite number, or an error. */
export function requireFinite(value: unknown, field: string): number {
  if (typeof value !== 'number') throw new PhysicsError('wrong-type', field, value, 'is not a number. Give a finite number.')
  if (!Number.isFinite(value)) throw new PhysicsError('not-finite', field, value, 'is not finite. Give a finite number.')
  return value
}

/** A finite number above zero, or an error. */
export function requirePositive(value: unknown, field: string): number {
  const number = requireFinite(value, field)
  if (number <= 0) throw new PhysicsError('out-of-range', field, number, 'must be above 0.')
  return number
}

/** A finite number of at least zero, or an error. */
export function requireNonNegative(value: unknown, field: string): number {
  const number = requireFinite(value, field)
  if (number < 0) throw new PhysicsError('out-of-range', field, number, 'must not be negative.')
  return number
}

/** A finite number within [low, high], or an error. */
export function requireRange(value: unknown, low: number, high: number, field: string): number {
  const number = requireFinite(value, field)
  if (number < low || number > high) {
    throw new PhysicsError('out-of-range', field, number, `must lie between ${low} and ${high}.`)
  }
  return number
}

/** A whole number within [low, high], or an error. */
export function requireInteger(value: unknown, low: number, high: number, field: string): number {
  const number = requireFinite(value, field)
  if (!Number.isInteger(number)) throw new PhysicsError('wrong-type', field, number, 'must be a whole number.')
  return requireRange(number, low, high, field)
}

/** A boolean, or an error. */
export function requireBoolean(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw new PhysicsError('wrong-type', field, value, 'must be true or false.')
  return value
}

/** An object that is not null, or an error. */
export function requireObject(value: unknown, field: string): object {
  if (typeof value !== 'object' || value === null) throw new PhysicsError('wrong-type', field, value, 'must be an object.')
  return value
}

/** 32 bits, as a signed integer for the columns; −1 and 0xffffffff both mean all. */
export function requireBits(value: unknown, field: string): number {
  return requireInteger(value, -0x80000000, 0xffffffff, field) | 0
}
