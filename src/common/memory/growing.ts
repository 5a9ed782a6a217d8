/**
 * Growing typed arrays: scratch, and plans that are kept from step to step.
 */

type Numbers = Int32Array | Float64Array | Uint8Array

/** The array, or one with twice the room asked for if it is too short; the contents are lost. */
export function roomFor<Kind extends Numbers>(array: Kind, length: number): Kind {
  return array.length < length ? new (array.constructor as new (length: number) => Kind)(length * 2) : array
}

/** The same, contents copied. */
export function longer<Kind extends Numbers>(array: Kind, length: number): Kind {
  const wide = roomFor(array, length)
  if (wide !== array) wide.set(array)
  return wide
}
