import { describe, expect, it } from 'vitest'
import { freeRow, handleOf, isCurrent, rowOfHandle, takeRow, type PoolColumns } from '../../src/common/memory/ids.ts'
import { Hasher } from '../../src/common/memory/hash.ts'
import { f64, i32, u8, type Schema } from '../../src/common/memory/schema.ts'
import { clearRow, copyRow, WorldMemory, type Table } from '../../src/common/memory/world-memory.ts'
import { SnapshotCodec } from '../../src/common/memory/snapshot.ts'
import { createRandom } from './random.ts'

interface Columns extends PoolColumns {
  place: Float64Array
  mark: Uint8Array
  link: Int32Array
  scrap: Float64Array
}

const SCHEMA: Schema<Columns> = {
  generation: i32('state'),
  alive: u8('state'),
  nextFree: i32('state'),
  place: f64('state', 3),
  mark: u8('def', 5),
  link: i32('def', 2),
  scrap: f64('scratch', 2),
}

function setUp(capacity: number): { memory: WorldMemory; table: Table<Columns>; codec: SnapshotCodec } {
  const memory = new WorldMemory()
  const table = memory.addTable<Columns>('things', SCHEMA, capacity)
  return { memory, table, codec: new SnapshotCodec(memory, { dimension: 3, defining: [table.name] }) }
}

function hashOf(codec: SnapshotCodec): string {
  const hasher = new Hasher()
  hasher.reset()
  codec.hash(hasher)
  return hasher.digest()
}

function fill(table: Table<Columns>, random: () => number, share: number): void {
  const { place, mark, link } = table.columns
  for (let row = 0; row < table.count; row++) {
    const plain = random() < share
    for (let k = 0; k < 3; k++) place[row * 3 + k] = plain ? 0 : random() - 0.5
    for (let k = 0; k < 5; k++) mark[row * 5 + k] = plain ? 7 : Math.floor(random() * 256)
    for (let k = 0; k < 2; k++) link[row * 2 + k] = plain ? -1 : Math.floor(random() * 1e9)
  }
}

describe('world memory', () => {
  it('keeps every value when it grows, and gives new views', () => {
    const { memory, table } = setUp(4)
    table.count = 4
    fill(table, createRandom(1), 0)
    const before = { place: table.columns.place.slice(), mark: table.columns.mark.slice(), view: table.columns.place }
    memory.reserve(table as unknown as Table<never>, 1000)
    expect(table.capacity).toBeGreaterThanOrEqual(1000)
    expect(table.columns.place).not.toBe(before.view)
    expect(table.columns.place.slice(0, 12)).toEqual(before.place)
    expect(table.columns.mark.slice(0, 20)).toEqual(before.mark)
    expect(table.columns.place[12]).toBe(0)
  })

  it('copies and clears whole rows', () => {
    const { table } = setUp(4)
    table.count = 3
    fill(table, createRandom(2), 0)
    copyRow(table, 0, 2)
    expect(table.columns.place.slice(6, 9)).toEqual(table.columns.place.slice(0, 3))
    expect(table.columns.mark.slice(10, 15)).toEqual(table.columns.mark.slice(0, 5))
    clearRow(table, 0)
    expect(Array.from(table.columns.place.slice(0, 3))).toEqual([0, 0, 0])
    expect(table.columns.link[4]).not.toBe(0)
  })
})

describe('ids', () => {
  it('reuse rows and tell old handles from new ones', () => {
    const { table } = setUp(8)
    const free = new Int32Array(1)
    const first = handleOf(table, takeRow(table, free, 0))
    const second = handleOf(table, takeRow(table, free, 0))
    expect(rowOfHandle(second)).toBe(1)
    freeRow(table, free, 0, rowOfHandle(first))
    expect(isCurrent(table, first)).toBe(false)
    const third = handleOf(table, takeRow(table, free, 0))
    expect(rowOfHandle(third)).toBe(0)
    expect(third).not.toBe(first)
    expect(isCurrent(table, third) && isCurrent(table, second)).toBe(true)
    expect(isCurrent(table, 0) || isCurrent(table, third + 1000)).toBe(false)
  })
})

describe('snapshots', () => {
  it('bring back every bit, runs of equal rows and single rows alike', () => {
    const random = createRandom(3)
    for (const rows of [0, 1, 2, 31, 32, 33, 100, 517]) {
      for (const share of [0, 0.5, 0.97, 1]) {
        const { table, codec } = setUp(600)
        table.count = rows
        fill(table, random, share)
        if (rows > 40) table.columns.place[60] = -0
        const bytes = new Uint8Array(codec.size(true))
        expect(codec.write(bytes, true)).toBe(bytes.length)
        const hash = hashOf(codec)
        const place = table.columns.place.slice()
        table.count = Math.min(600, rows + 20)
        fill(table, random, 0)
        codec.read(bytes)
        expect(table.count).toBe(rows)
        expect(hashOf(codec)).toBe(hash)
        for (let i = 0; i < rows * 3; i++) expect(Object.is(table.columns.place[i], place[i])).toBe(true)
        expect(Array.from(table.columns.place.slice(rows * 3)).every(value => value === 0)).toBe(true)
      }
    }
  })

  it('say whether anything but state has changed', () => {
    const { table, codec } = setUp(100)
    table.count = 50
    fill(table, createRandom(4), 0.3)
    const bytes = new Uint8Array(codec.size(true))
    codec.write(bytes, true)
    table.columns.place[3] += 1
    expect(codec.read(bytes)).toBe(false)
    table.columns.mark[30] ^= 1
    expect(codec.read(bytes)).toBe(true)
    table.count = 51
    expect(codec.read(bytes)).toBe(true)
  })

  it('refuse every truncation and a thousand damaged copies without changing a bit, or restore something valid', () => {
    const { table, codec } = setUp(200)
    table.count = 120
    fill(table, createRandom(5), 0.6)
    const bytes = new Uint8Array(codec.size(true))
    codec.write(bytes, true)
    const hash = hashOf(codec)
    for (let length = 0; length < bytes.length; length += 97) {
      expect(() => codec.read(bytes.slice(0, length))).toThrow()
      expect(hashOf(codec)).toBe(hash)
    }
    const random = createRandom(6)
    for (let round = 0; round < 1000; round++) {
      const damaged = bytes.slice()
      damaged[Math.floor(random() * 24)] ^= 1 + Math.floor(random() * 255)
      expect(() => codec.read(damaged)).toThrow()
      expect(hashOf(codec)).toBe(hash)
    }
  })
})
