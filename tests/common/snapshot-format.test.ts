/**
 * Snapshots are read across releases that differ in the patch number alone, so a change of their layout needs a new format number. When this
 * fails: raise `SNAPSHOT_FORMAT` if a release has gone out with it since, and write the new marks here.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import { SNAPSHOT_FORMAT } from '../../src/common/memory/snapshot.ts'

/** Layouts of the tables: names, types, widths and tags of the columns that snapshots hold. */
const LAYOUTS = { format: 4, plane: -1568247375, space: -1961650873 }

/** Where the header has the layout's mark. */
const LAYOUT = 5

function layoutOf(bytes: Uint8Array): number {
  return new Int32Array(bytes.buffer, bytes.byteOffset, 8)[LAYOUT]!
}

it('the layout of the tables is the one that the format number stands for', () => {
  const found = { format: SNAPSHOT_FORMAT, plane: layoutOf(new d2.World().snapshot()), space: layoutOf(new d3.World().snapshot()) }
  expect(found).toEqual(LAYOUTS)
})

it('another format is refused with both numbers', () => {
  const bytes = new d2.World().snapshot()
  new Int32Array(bytes.buffer)[1] = 3
  expect(() => new d2.World().restore(bytes)).toThrow(/has snapshot format 3, and this engine reads format 4/)
})
