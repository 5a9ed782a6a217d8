/**
 * Options as a whole: an object whose fields are all known. What each field may say is checked where it is read.
 */

import { PhysicsError, requireObject } from './errors.ts'

/** An object all of whose fields are among those of `fields`, or an error. */
export function requireOptions(value: unknown, fields: object, field: string): object {
  const options = requireObject(value, field)
  const known = Object.keys(fields)
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue
    const meant = known.find((name) => isLike(key, name))
    const advice = meant === undefined ? `There are: ${known.join(', ')}.` : `Did you mean ${meant}?`
    throw new PhysicsError('wrong-type', `${field}.${key}`, (options as Record<string, unknown>)[key], `is no option of it. ${advice}`)
  }
  return options
}

/** Is the word the name but for one letter too many, too few or wrong, two that are swapped, or small and capital letters? */
function isLike(word: string, name: string): boolean {
  const a = word.toLowerCase()
  const b = name.toLowerCase()
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const left = a.length - start - end
  const right = b.length - start - end
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}
