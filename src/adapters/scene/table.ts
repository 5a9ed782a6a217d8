/**
 * Words for tables of fields: what a scene file may hold. The reader, the writer and the published JSON Schema all follow the same tables
 * (`fields-*.ts`), so none of them can know a field that the others do not. Nothing here reads a file.
 */

/** The form of a value in a file. */
export type Type =
  | { readonly is: 'number' | 'boolean' | 'string' | 'json' | 'bytes' }
  | { readonly is: 'choice'; readonly of: readonly string[] }
  /** A list of that many numbers, which the engine takes as an object with these fields. */
  | { readonly is: 'vector'; readonly axes: readonly string[] }
  /** A list of numbers; with `holes`, null stands for no number. */
  | { readonly is: 'numbers'; readonly most: number; readonly holes: boolean }
  | { readonly is: 'object'; readonly fields: Fields }
  | { readonly is: 'list'; readonly of: Type; readonly most: number; readonly nulls: boolean }
  /** One of several, told apart by their form: number, list or object. */
  | { readonly is: 'either'; readonly of: readonly Type[] }
  /** An object of one of several kinds, named by its field `tag`. */
  | { readonly is: 'tagged'; readonly tag: string; readonly kinds: Readonly<Record<string, Fields>> }
  /** Named things: an object whose names are the file's own. */
  | { readonly is: 'named'; readonly of: Type; readonly most: number }

/** A field: its form, what it is if it is left out, and what it means. */
export interface Field {
  readonly type: Type
  /** Without one, the engine's own default holds, or the field is required. */
  readonly standard?: unknown
  readonly required?: boolean
  readonly nullable?: boolean
  readonly about: string
}

export type Fields = Readonly<Record<string, Field>>

export const NUMBER: Type = { is: 'number' }
export const BOOLEAN: Type = { is: 'boolean' }
export const STRING: Type = { is: 'string' }
export const JSON_VALUE: Type = { is: 'json' }
export const BYTES: Type = { is: 'bytes' }
export const VEC2: Type = { is: 'vector', axes: ['x', 'y'] }
export const VEC3: Type = { is: 'vector', axes: ['x', 'y', 'z'] }
export const QUAT: Type = { is: 'vector', axes: ['x', 'y', 'z', 'w'] }
/** Half angles and bends, which the engine calls y and z. */
export const PAIR_YZ: Type = { is: 'vector', axes: ['y', 'z'] }

/** A length that no list of a file may pass, whatever it holds: checked before anything is made of it. */
export const MOST_NUMBERS: number = 1 << 25

export function numbers(most: number = MOST_NUMBERS, holes: boolean = false): Type {
  return { is: 'numbers', most, holes }
}

export function choice(...of: string[]): Type {
  return { is: 'choice', of }
}

export function object(fields: Fields): Type {
  return { is: 'object', fields }
}

export function list(of: Type, most: number, nulls: boolean = false): Type {
  return { is: 'list', of, most, nulls }
}

export function either(...of: Type[]): Type {
  return { is: 'either', of }
}

/** A field that must be there. */
export function must(type: Type, about: string): Field {
  return { type, about, required: true }
}

/** A field with a default of its own; without one, what is left out is the engine's. */
export function may(type: Type, about: string, standard?: unknown): Field {
  return standard === undefined ? { type, about } : { type, about, standard }
}

/** A feature that is off if it is null or left out. */
export function off(type: Type, about: string): Field {
  return { type, about, standard: null, nullable: true }
}

/** A feature that is on in some way if it is left out, and off if it is null. */
export function onOrNull(type: Type, about: string): Field {
  return { type, about, nullable: true }
}

/** Fields but for some. */
export function except(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
