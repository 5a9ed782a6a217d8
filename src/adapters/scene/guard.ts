/**
 * The way into a scene file: text or an object that anybody may have written becomes plain data of bounded depth, before anything is made of it.
 * Also a mark by which a change of the definitions is noticed.
 */

import { PhysicsError } from '../../common/errors.ts'
import { Hasher } from '../../common/memory/hash.ts'

/** Characters of a file. */
const MOST_CHARACTERS = 1 << 29
/** Levels of lists and objects, user data included. */
export const MOST_LEVELS = 64
/** Values of a file that is given as an object: a list that holds itself many times over has no end that matters. */
const MOST_VALUES = 1 << 27

/** Plain data of a file. */
export function parseFile(source: unknown): unknown {
  if (typeof source !== 'string') {
    checkPlain(source, 'scene')
    return source
  }
  if (source.length > MOST_CHARACTERS) {
    throw new PhysicsError('limit-exceeded', 'scene', source.length, `is the number of its characters; the most is ${MOST_CHARACTERS}.`)
  }
  checkLevels(source)
  try {
    return JSON.parse(source)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new PhysicsError('wrong-type', 'scene', source, `is not JSON: ${why}`)
  }
}

/** Refuses text that is nested deeper than any scene: told from its brackets, before it is parsed. */
function checkLevels(text: string): void {
  let level = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted) {
      if (code === 0x5c) i++
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x5b || code === 0x7b) {
      if (++level > MOST_LEVELS) throw tooDeep('scene')
    } else if (code === 0x5d || code === 0x7d) level--
  }
}

function tooDeep(field: string): PhysicsError {
  return new PhysicsError('limit-exceeded', field, MOST_LEVELS, 'levels of lists and objects are the most that a scene may have.')
}

function isLeaf(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
}

function noJson(value: unknown, field: string): PhysicsError {
  return new PhysicsError('wrong-type', field, value, 'is nothing that JSON can hold. Give text, numbers, lists or objects.')
}

/** Refuses what JSON cannot hold, level by level and without recursion: other objects than plain ones and lists, functions, symbols, big integers. */
export function checkPlain(value: unknown, field: string): void {
  const pending: { value: unknown; path: string; level: number }[] = [{ value, path: field, level: 0 }]
  let seen = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: given, path, level } = next
    if (isLeaf(given)) continue
    if (typeof given !== 'object') throw noJson(given, path)
    if (level >= MOST_LEVELS) throw tooDeep(path)
    if (Array.isArray(given)) {
      seen += given.length
      if (seen > MOST_VALUES) throw new PhysicsError('limit-exceeded', field, seen, `values; the most is ${MOST_VALUES}.`)
      // What has nothing in it, of which long lists are made, needs no second look.
      for (let i = 0; i < given.length; i++) {
        const entry: unknown = given[i]
        if (isLeaf(entry)) continue
        if (typeof entry !== 'object') throw noJson(entry, `${path}[${i}]`)
        pending.push({ value: entry, path: `${path}[${i}]`, level: level + 1 })
      }
      continue
    }
    const prototype: unknown = Object.getPrototypeOf(given)
    if (prototype !== null && prototype !== Object.prototype) {
      throw new PhysicsError('wrong-type', path, given, 'is no plain object. JSON holds text, numbers, lists and plain objects.')
    }
    const keys = Object.keys(given)
    seen += keys.length
    if (seen > MOST_VALUES) throw new PhysicsError('limit-exceeded', field, seen, `values; the most is ${MOST_VALUES}.`)
    for (const key of keys) {
      const entry = (given as Record<string, unknown>)[key]
      // What is undefined is left out, as JSON has it.
      if (entry !== undefined) pending.push({ value: entry, path: `${path}.${key}`, level: level + 1 })
    }
  }
}

/** User data that survives a file: a copy of plain data, or an error that names what does not. */
export function copyPlain(value: unknown, field: string): unknown {
  checkPlain(value, field)
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** Sixteen digits over plain data: the same for the same text, whatever the space between its words. */
export function markOf(value: unknown): string {
  const text = JSON.stringify(value)
  const hasher = new Hasher()
  hasher.reset()
  for (let i = 0; i < text.length; i++) hasher.word(text.charCodeAt(i))
  return hasher.digest()
}
