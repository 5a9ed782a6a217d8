/**
 * The one error type the engine throws, and the value checks that throw it.
 *
 * Every message names the field, shows the value and says what to do. Checks live at the public boundary only;
 * the step itself never throws. Bounds of numbers are in `bounds.ts`, options as a whole in `options.ts`.
 */

/** What kind of mistake it was; stable across versions, so callers may switch on it. */
export type PhysicsErrorCode =
  | 'not-finite'
  | 'out-of-range'
  | 'wrong-type'
  | 'unknown-option'
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
    super(sentence(code, field, value, advice))
    this.name = 'PhysicsError'
    this.code = code
    this.field = field
    this.value = value
  }
}

/** Field, value, advice. Handles that are gone or of another world have no value worth reading, and what is missing has none at all. */
function sentence(code: PhysicsErrorCode, field: string, value: unknown, advice: string): string {
  if (code === 'stale-handle' || code === 'foreign-handle' || advice.startsWith('is missing')) return `${field} ${advice}`
  if (value === undefined) return `${field} is missing: it ${advice}`
  return `${field} (${show(value)}) ${advice}`
}

/** Fields of an object, characters of a string and entries of a line that a message shows. */
const SHOWN_FIELDS = 4
const SHOWN_CHARACTERS = 40

/** A value in a few words, whatever it is. */
export function show(value: unknown): string {
  try {
    return typeof value === 'object' && value !== null ? showObject(value) : showPrimitive(value)
  } catch {
    // Getters and proxies may throw.
    return 'an object'
  }
}

function showPrimitive(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > SHOWN_CHARACTERS ? value.slice(0, SHOWN_CHARACTERS) + '…' : value)
  if (typeof value === 'bigint') return value > -1e20 && value < 1e20 ? `${value}n` : 'a bigint'
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`
  return Object.is(value, -0) ? '-0' : String(value)
}

function showObject(value: object): string {
  if (Array.isArray(value)) return `array of ${value.length}`
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  if (ArrayBuffer.isView(value)) return `${tag} of ${(value as Float64Array).length ?? value.byteLength}`
  if (tag !== 'Object') return `${/^[AEIOU]/.test(tag) ? 'an' : 'a'} ${tag}`
  const keys = Object.keys(value)
  if (keys.length === 0) return '{}'
  const fields = keys.slice(0, SHOWN_FIELDS).map((key) => `${key}: ${showField((value as Record<string, unknown>)[key])}`)
  return `{ ${fields.join(', ')}${keys.length > SHOWN_FIELDS ? ', …' : ''} }`
}

function showField(value: unknown): string {
  return typeof value === 'object' && value !== null ? '…' : showPrimitive(value)
}

/** A finite number, or an error. */
export function requireFinite(value: unknown, field: string): number {
  if (value === undefined) throw new PhysicsError('wrong-type', field, value, 'is missing. Give a finite number.')
  if (typeof value !== 'number') throw new PhysicsError('wrong-type', field, value, 'is not a number. Give a finite number.')
  if (!Number.isFinite(value)) throw new PhysicsError('not-finite', field, value, 'is not finite. Give a finite number.')
  return value
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

/**
 * An object with named fields: no list, not null, no handle, date or the like, which would pass for an object that says nothing; or an error. What
 * a proxy says that was revoked, as libraries of immutable data do, is an error too.
 */
export function requireObject(value: unknown, field: string): object {
  if (!hasFields(value)) throw new PhysicsError('wrong-type', field, value, 'must be an object with named fields.')
  return value
}

/** Is it such an object? */
export function hasFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && HOLDERS.has(tagOf(value))
}

/** Tags of objects that hold named fields: all but those of a class of their own, and what a module exports. */
const HOLDERS: ReadonlySet<string> = new Set(['Object', 'Module'])

/** What the language calls an object; empty if it cannot be read. */
function tagOf(value: object): string {
  try {
    return Object.prototype.toString.call(value).slice(8, -1)
  } catch {
    return ''
  }
}

/** Is it made by this class? What cannot be read, such as a revoked proxy, is not. */
export function isMadeBy<Made>(value: unknown, type: { readonly prototype: Made }): value is Made {
  try {
    return value instanceof (type as unknown as abstract new () => object)
  } catch {
    return false
  }
}

/**
 * What `read` makes of each entry of a list that a user gave. Holes, which other ways pass over, are undefined, and so the first one is refused,
 * however long the list.
 */
export function mapEntries<Entry, Read>(list: readonly Entry[], read: (entry: Entry, i: number) => Read): Read[] {
  const out: Read[] = []
  for (let i = 0; i < list.length; i++) out.push(read(list[i], i))
  return out
}

/** Is it an array of any entries? What cannot be read is not. */
export function isArray(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

/** Anything with number fields, whatever class or library it is of; `like` is an example for the message. */
export function requireVector(value: unknown, field: string, like: string): object {
  if (typeof value !== 'object' || value === null || isListWithoutX(value)) {
    throw new PhysicsError('wrong-type', field, value, `must be an object, such as ${like}.`)
  }
  return value
}

function isListWithoutX(value: object): boolean {
  try {
    return !('x' in value) && (Array.isArray(value) || ArrayBuffer.isView(value))
  } catch {
    // A revoked proxy.
    return true
  }
}

/** 32 bits, as a signed integer for the columns; −1 and 0xffffffff both mean all. */
export function requireBits(value: unknown, field: string): number {
  return requireInteger(value, -0x80000000, 0xffffffff, field) | 0
}

/** Refuses what no read-out can be written to. */
export function refuseOut(out: unknown, field: string): never {
  const advice = 'cannot be written to. Give an object of your own, such as { x: 0, y: 0, z: 0 }; what properties return is frozen.'
  throw new PhysicsError('wrong-type', field, out, advice)
}
