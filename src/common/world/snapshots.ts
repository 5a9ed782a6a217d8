/**
 * Snapshots and hashes of a world, as its users ask for them. How they are packed is in `common/memory/snapshot.ts`.
 */

import { requireIdle } from '../memory/handles.ts'
import { Hasher } from '../memory/hash.ts'
import type { SnapshotCodec } from '../memory/snapshot.ts'
import type { Table } from '../memory/world-memory.ts'
import type { GlobalIndex } from '../store/world-tables.ts'

interface KeptState {
  readonly globals: Table<GlobalIndex>
  readonly inStep: boolean
  dt: number
}

export class Snapshots<State extends KeptState> {
  private readonly state: State
  private readonly codec: SnapshotCodec
  private readonly hasher: Hasher = new Hasher()

  constructor(state: State, codec: SnapshotCodec) {
    this.state = state
    this.codec = codec
  }

  size(): number {
    return this.codec.size()
  }

  /** Into `out` if given, otherwise into new bytes. Returns the part used. */
  write(out?: Uint8Array): Uint8Array {
    requireIdle(this.state, 'world.snapshot')
    const target = out ?? new Uint8Array(this.codec.size())
    const used = this.codec.write(target)
    return used === target.byteLength ? target : target.subarray(0, used)
  }

  /** Returns how many bytes were used. */
  writeInto(out: Uint8Array): number {
    requireIdle(this.state, 'world.snapshotInto')
    return this.codec.write(out)
  }

  /** `rebuild` makes again what follows from a restored state; `fixedStep` is the length of a world's first step, s. */
  restore(bytes: Uint8Array, fixedStep: number, rebuild: (state: State, redefined: boolean, relinked: boolean) => void): void {
    requireIdle(this.state, 'world.restore')
    const redefined = this.codec.read(bytes)
    // What moves between steps is given room for a step as long as the last one.
    const last = this.state.globals.columns.lastStep[0]
    this.state.dt = last > 0 ? last : fixedStep
    rebuild(this.state, redefined, this.codec.relinked)
  }

  hash(): string {
    this.hasher.reset()
    this.codec.hash(this.hasher)
    return this.hasher.digest()
  }
}
