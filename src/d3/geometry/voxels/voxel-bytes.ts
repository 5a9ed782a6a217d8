/**
 * Voxels as bytes and back: little-endian, versioned, with a checksum. Bytes from outside are not trusted: lengths are held against the bytes
 * that are there, and chunks must stand in order, hold something and lie in range; materials are those of filled cells.
 */

import { MAX_COORDINATE } from '../../../common/limits.ts'
import { checkEnvelope, refuseBytes, sealEnvelope } from '../mesh/geometry-bytes.ts'
import { CHUNK_BITS, CHUNK_SPACE, CHUNK_WORDS, ChunkList, isPlain, MAX_CELL, MAX_CHUNKS, NO_MATERIAL } from './chunk-list.ts'

/** 'FVOX' */
export const VOXELS_MARK: number = 0x584f5646
const VERSION = 1
/** Magic, version, checksum, chunks, size of a cell. Each chunk is its place, its bits and, if there are any, its materials. */
const HEADER = 24
const CHUNK_BYTES = 12 + 4 * CHUNK_WORDS
/** Beside the count of chunks: they have materials. */
const MARKED = 1 << 16
const NAME = 'voxels'

export function voxelsToBytes(voxels: { readonly cellSize: number; readonly chunks: ChunkList }): Uint8Array {
  const { chunks } = voxels
  const marked = chunks.hasMaterials
  const bytes = new Uint8Array(HEADER + (CHUNK_BYTES + (marked ? CHUNK_SPACE : 0)) * chunks.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(12, chunks.length | (marked ? MARKED : 0), true)
  view.setFloat64(16, voxels.cellSize, true)
  for (let c = 0, at = HEADER; c < chunks.length; c++) {
    for (let k = 0; k < 3; k++, at += 4) view.setInt32(at, chunks.places[3 * c + k], true)
    for (let k = 0; k < CHUNK_WORDS; k++, at += 4) view.setInt32(at, chunks.words[c][k], true)
    if (!marked) continue
    const materials = chunks.materials[c]
    if (materials === null) bytes.fill(NO_MATERIAL, at, at + CHUNK_SPACE)
    else bytes.set(materials, at)
    at += CHUNK_SPACE
  }
  sealEnvelope(bytes, VOXELS_MARK, VERSION)
  return bytes
}

export function voxelsFromBytes(given: unknown): { cellSize: number; chunks: ChunkList } {
  const { bytes, view } = checkEnvelope(given, VOXELS_MARK, VERSION, HEADER, NAME)
  const marked = (view.getUint32(12, true) & MARKED) !== 0
  const count = view.getUint32(12, true) ^ (marked ? MARKED : 0)
  const cellSize = view.getFloat64(16, true)
  if (!(count >= 1 && count <= MAX_CHUNKS) || bytes.length !== HEADER + (CHUNK_BYTES + (marked ? CHUNK_SPACE : 0)) * count) {
    refuseBytes(NAME, 'do not have the length that they tell of.', bytes)
  }
  if (!(cellSize >= 1e-6 && cellSize <= MAX_COORDINATE)) refuseBytes(NAME, 'hold cells without a size.', cellSize)
  const places = new Int32Array(3 * count)
  const words: Int32Array[] = []
  const materials: (Uint8Array | null)[] = []
  const most = Math.min(MAX_CELL, Math.floor(MAX_COORDINATE / cellSize) - 1) >> CHUNK_BITS
  for (let c = 0, at = HEADER; c < count; c++) {
    for (let k = 0; k < 3; k++, at += 4) {
      places[3 * c + k] = view.getInt32(at, true)
      if (places[3 * c + k] < -most - 1 || places[3 * c + k] > most) refuseBytes(NAME, 'hold a chunk out of range.', places[3 * c + k])
    }
    if (c > 0 && !follows(places, c)) refuseBytes(NAME, 'hold chunks out of order.', bytes)
    const bits = new Int32Array(CHUNK_WORDS)
    for (let k = 0; k < CHUNK_WORDS; k++, at += 4) bits[k] = view.getInt32(at, true)
    if (bits.every(word => word === 0)) refuseBytes(NAME, 'hold an empty chunk.', bytes)
    words.push(bits)
    const own = marked ? bytes.slice(at, at + CHUNK_SPACE) : null
    if (own !== null) at += CHUNK_SPACE
    if (own?.some((material, cell) => material !== NO_MATERIAL && ((bits[cell >> 5] >>> (cell & 31)) & 1) === 0)) {
      refuseBytes(NAME, 'hold a material of a cell that is not filled.', bytes)
    }
    materials.push(isPlain(own) ? null : own)
  }
  const chunks = new ChunkList(places, words, materials)
  if (marked && !chunks.hasMaterials) refuseBytes(NAME, 'tell of materials and hold none.', bytes)
  return { cellSize, chunks }
}

/** Does chunk c stand after the one before it? */
function follows(places: Int32Array, c: number): boolean {
  for (let k = 2; k >= 0; k--) {
    const step = places[3 * c + k] - places[3 * c - 3 + k]
    if (step !== 0) return step > 0
  }
  return false
}
