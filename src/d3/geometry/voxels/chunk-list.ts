/**
 * The chunks of voxels: which exist, where, the bits of their cells and the materials of these. Sorted by place, z before y before x, so that
 * equal cells give equal lists whatever the order they came in. Never changed once made; a changed list shares the chunks that are the same.
 */

import { PhysicsError } from '../../../common/errors.ts'

/** Cells along the edge of a chunk, and the bits that tell them apart. */
export const CHUNK_BITS: number = 4
export const CHUNK_CELLS: number = 16
/** Words of a chunk: one bit per cell. */
export const CHUNK_WORDS: number = 128
/** Cells of a chunk. */
export const CHUNK_SPACE: number = CHUNK_CELLS * CHUNK_CELLS * CHUNK_CELLS
/** The material of cells that have none: they are as the shape. Those that are not filled have it, too. */
export const NO_MATERIAL: number = 255
/** Cells lie within ±this along every axis. */
export const MAX_CELL: number = 1 << 20
/** Chunks of one list: pieces have 15 bits for them. */
export const MAX_CHUNKS: number = 1 << 15

/** One number per place, rising in the order of the list. */
function keyOf(x: number, y: number, z: number): number {
  const half = (MAX_CELL >> CHUNK_BITS) + 1
  const span = 2 * half + 1
  return ((z + half) * span + (y + half)) * span + (x + half)
}

export class ChunkList {
  /** x y z of every chunk, in chunks. */
  readonly places: Int32Array
  readonly words: readonly Int32Array[]
  /** A number per cell of each chunk; null: its cells have none. */
  readonly materials: readonly (Uint8Array | null)[]
  /** Lowest and highest filled cell along each axis. */
  readonly low: Int32Array
  readonly high: Int32Array
  /** Filled cells. */
  readonly count: number
  /** Hash table of the chunks: entries are index + 1. */
  private readonly table: Int32Array

  /** Chunks in order, none of them empty. */
  constructor(places: ArrayLike<number>, words: readonly Int32Array[], materials: readonly (Uint8Array | null)[]) {
    this.places = Int32Array.from(places)
    this.words = words
    this.materials = materials
    this.low = new Int32Array(3).fill(MAX_CELL + 1)
    this.high = new Int32Array(3).fill(-MAX_CELL - 1)
    let size = 16
    while (size < 2 * words.length) size *= 2
    this.table = new Int32Array(size)
    let count = 0
    for (let c = 0; c < words.length; c++) {
      let slot = hashPlace(this.places[3 * c], this.places[3 * c + 1], this.places[3 * c + 2]) & (size - 1)
      while (this.table[slot] !== 0) slot = (slot + 1) & (size - 1)
      this.table[slot] = c + 1
      count += this.measure(c)
    }
    this.count = count
  }

  get length(): number {
    return this.words.length
  }

  /** Widens the bounds by the cells of a chunk; how many it has. */
  private measure(c: number): number {
    const words = this.words[c]
    const { low, high } = this
    let count = 0
    for (let cell = 0; cell < CHUNK_SPACE; cell++) {
      if (((words[cell >> 5] >>> (cell & 31)) & 1) === 0) continue
      count++
      for (let k = 0; k < 3; k++) {
        const at = (this.places[3 * c + k] << CHUNK_BITS) + ((cell >> (4 * k)) & 15)
        if (at < low[k]) low[k] = at
        if (at > high[k]) high[k] = at
      }
    }
    return count
  }

  /** Index of the chunk at a place; −1 if there is none. */
  indexOf(x: number, y: number, z: number): number {
    const { table, places } = this
    const last = table.length - 1
    for (let slot = hashPlace(x, y, z) & last; ; slot = (slot + 1) & last) {
      const c = table[slot] - 1
      if (c < 0) return -1
      if (places[3 * c] === x && places[3 * c + 1] === y && places[3 * c + 2] === z) return c
    }
  }

  /** Is the cell filled? */
  has(x: number, y: number, z: number): boolean {
    const c = this.indexOf(x >> CHUNK_BITS, y >> CHUNK_BITS, z >> CHUNK_BITS)
    return c >= 0 && this.hasIn(c, x, y, z)
  }

  /** Is the cell of chunk c filled? */
  hasIn(c: number, x: number, y: number, z: number): boolean {
    const cell = ((z & 15) << 8) | ((y & 15) << 4) | (x & 15)
    return ((this.words[c][cell >> 5] >>> (cell & 31)) & 1) === 1
  }

  /** Do cells have materials? */
  get hasMaterials(): boolean {
    return this.materials.some(each => each !== null)
  }

  /** The chunks of `base` with cells filled, then others emptied. `materials`: one per cell that is filled; null: they have none. */
  static of(add: Int32Array | null, remove: Int32Array | null, base: ChunkList, materials: Uint8Array | null): ChunkList {
    const changed = new Map<number, Chunk>()
    change(changed, add, base, true, materials)
    change(changed, remove, base, false, null)
    // Nothing here depends on the order of the map: the list is sorted.
    const all = [...changed.entries()].map(([key, { place, words, materials: m }]) => ({ key, place, words, materials: isPlain(m) ? null : m }))
    for (let c = 0; c < base.length; c++) {
      const place = [...base.places.subarray(3 * c, 3 * c + 3)]
      const key = keyOf(place[0], place[1], place[2])
      if (!changed.has(key)) all.push({ key, place, words: base.words[c], materials: base.materials[c] })
    }
    const kept = all.filter(({ words }) => words.some(word => word !== 0)).sort((a, b) => a.key - b.key)
    if (kept.length > MAX_CHUNKS) {
      throw new PhysicsError('limit-exceeded', 'voxels.cells', kept.length, `chunks of 16 × 16 × 16 cells are more than ${MAX_CHUNKS}. Split them.`)
    }
    return new ChunkList(kept.flatMap(({ place }) => place), kept.map(({ words }) => words), kept.map(each => each.materials))
  }
}

interface Chunk {
  readonly place: readonly number[]
  readonly words: Int32Array
  /** Made when a cell gets a material. */
  materials: Uint8Array | null
}

/** Has no cell a material? */
export function isPlain(materials: Uint8Array | null): boolean {
  return materials === null || materials.every(material => material === NO_MATERIAL)
}

function change(changed: Map<number, Chunk>, cells: Int32Array | null, base: ChunkList, fill: boolean, materials: Uint8Array | null): void {
  if (cells === null) return
  for (let i = 0; i < cells.length; i += 3) {
    const cx = cells[i] >> CHUNK_BITS
    const cy = cells[i + 1] >> CHUNK_BITS
    const cz = cells[i + 2] >> CHUNK_BITS
    const key = keyOf(cx, cy, cz)
    let chunk = changed.get(key)
    if (chunk === undefined) {
      const c = base.indexOf(cx, cy, cz)
      const words = c < 0 ? new Int32Array(CHUNK_WORDS) : base.words[c].slice()
      chunk = { place: [cx, cy, cz], words, materials: c < 0 ? null : base.materials[c]?.slice() ?? null }
      changed.set(key, chunk)
    }
    const cell = ((cells[i + 2] & 15) << 8) | ((cells[i + 1] & 15) << 4) | (cells[i] & 15)
    if (fill) chunk.words[cell >> 5] |= 1 << (cell & 31)
    else chunk.words[cell >> 5] &= ~(1 << (cell & 31))
    const material = fill && materials !== null ? materials[i / 3] : NO_MATERIAL
    if (material !== NO_MATERIAL) chunk.materials ??= new Uint8Array(CHUNK_SPACE).fill(NO_MATERIAL)
    if (chunk.materials !== null) chunk.materials[cell] = material
  }
}

function hashPlace(x: number, y: number, z: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)
  h ^= h >>> 15
  return h & 0x7fffffff
}
