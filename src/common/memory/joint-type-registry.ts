/**
 * Registry of joint types, with fingerprints that tell one world's kinds from another's. Joints refer to their kind by number and snapshots
 * hold no functions: the fingerprint of the first n kinds tells a restore that they are the same ones. It is made of names, rows and
 * coordinates; two functions under one name look alike.
 */

import type { KindMark } from '../joints/joint-world.ts'
import type { SnapshotRegistry } from './snapshot.ts'

export class JointTypeRegistry implements SnapshotRegistry {
  private readonly kinds: readonly KindMark[]
  private readonly seen: KindMark[] = []
  /** Fingerprints of the first 0, 1, 2 … kinds. */
  private readonly fingerprints: number[] = [0]

  constructor(kinds: readonly KindMark[]) {
    this.kinds = kinds
  }

  get count(): number {
    return this.kinds.length
  }

  fingerprint(count: number): number {
    for (let i = 0; i < count; i++) {
      const kind = this.kinds[i]!
      // A kind that came with a refused definition may have had this number before.
      if (this.seen[i] === kind) continue
      this.seen.length = i
      this.seen.push(kind)
      this.fingerprints[i + 1] = fingerprintOf(kind, this.fingerprints[i]!)
    }
    return this.fingerprints[count]!
  }
}

function fingerprintOf(kind: KindMark, before: number): number {
  const text = `${kind.name}/${kind.coordinates.join()}/${(kind.angularRows ?? []).join()}`
  let mark = before ^ text.length
  for (let i = 0; i < text.length; i++) mark = Math.imul(mark ^ text.charCodeAt(i), 0x9e3779b1) ^ (mark >>> 15)
  return mark | 0
}
