/**
 * The instances of a world: geometry at a scale, by number, for the narrow phase and queries to read. Shapes with the same geometry and the same
 * scale share one. Numbers follow from the order of events and influence nothing: they are in neither snapshot nor hash.
 */

import { type Instance, instanceOf, isScaled, SCALE } from './instances.ts'
import type { Kept, KeptGeometry } from './kept-geometry.ts'
import { ScaledLevel } from './mesh/scaled-level.ts'

interface Entry {
  readonly geometry: KeptGeometry
  readonly key: string
  uses: number
}

export class InstanceList {
  /** By number. */
  readonly list: (Instance | undefined)[] = []
  private readonly entries: (Entry | undefined)[] = []
  private readonly numbers: Map<KeptGeometry, Map<string, number>> = new Map()
  private readonly free: number[] = []

  /** The number of a geometry at the scale in the size column, for one more shape. `made`: such an instance, if the caller has one. */
  use(geometry: KeptGeometry, size: Float64Array, so: number, made: Instance | null): number {
    const key = isScaled(size, so) ? `${size[so + SCALE]} ${size[so + SCALE + 1]} ${size[so + SCALE + 2]}` : ''
    let byKey = this.numbers.get(geometry)
    if (byKey === undefined) this.numbers.set(geometry, (byKey = new Map()))
    const known = byKey.get(key)
    if (known !== undefined) {
      this.entries[known]!.uses++
      return known
    }
    const instance = made ?? instanceOf(geometry, size, so, 'shape.scale')
    if (instance instanceof ScaledLevel) instance.prepare()
    const number = this.free.pop() ?? this.list.length
    this.list[number] = instance
    this.entries[number] = { geometry, key, uses: 1 }
    byKey.set(key, number)
    return number
  }

  /** A shape that used it is gone. */
  drop(number: number): void {
    const entry = this.entries[number]!
    if (--entry.uses > 0) return
    const byKey = this.numbers.get(entry.geometry)!
    byKey.delete(entry.key)
    if (byKey.size === 0) this.numbers.delete(entry.geometry)
    this.list[number] = this.entries[number] = undefined
    this.free.push(number)
  }

  /** After a restore: the numbers of all live shapes anew. Instances that are still of use stay. */
  recount(
    geometryOf: readonly (Kept | undefined)[], geometry: Int32Array, size: Float64Array, alive: Uint8Array, rows: number, out: Int32Array,
  ): void {
    for (const entry of this.entries) if (entry !== undefined) entry.uses = 0
    for (let row = 0; row < rows; row++) {
      if (alive[row] === 1) out[row] = geometry[row] < 0 ? -1 : this.use(geometryOf[geometry[row]] as KeptGeometry, size, row * 4, null)
    }
    for (let n = 0; n < this.entries.length; n++) {
      const entry = this.entries[n]
      if (entry === undefined || entry.uses > 0) continue
      entry.uses = 1
      this.drop(n)
    }
  }
}
