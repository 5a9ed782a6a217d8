/**
 * Read-outs: what properties return. They are copies, so changing one would do nothing; frozen, it throws instead (in modules and other strict
 * code), and the types refuse it. Methods that return vectors, and `getPosition(out)` and its like, give what is yours to change.
 */

/** The same object, closed to changes, with all objects and lists in it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
