/**
 * What `JSON.stringify` writes of handles: what is seen of them now, and other things by their ids. For logs and messages; scene files and snapshots
 * are what keeps a world.
 */

/** A handle as `JSON.stringify` writes it. */
export type HandleJson = Readonly<Record<string, unknown>>

interface AnyHandle {
  readonly id: number
  readonly isValid: boolean
  readonly world: unknown
}

/** Its id and these properties; of one that is gone, that it is. */
export function seenOf(handle: AnyHandle, names: readonly string[]): HandleJson {
  const { id, isValid } = handle
  if (!isValid) return { id, isValid }
  const seen: Record<string, unknown> = { id }
  for (const name of names) seen[name] = told((handle as unknown as Record<string, unknown>)[name])
  return seen
}

/** Handles by their ids, in lists too. */
function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told)
  return typeof value === 'object' && value !== null && 'isValid' in value && 'id' in value ? value.id : value
}
