/**
 * A height field as bytes and back: little-endian, versioned, with a checksum. Bytes from outside are not trusted: lengths are held against
 * the bytes that are there before anything is allocated.
 */

import { MAX_COORDINATE } from '../../../common/limits.ts'
import { checkEnvelope, refuseBytes, sealEnvelope } from '../mesh/geometry-bytes.ts'
import type { HeightFieldParts } from './height-field.ts'

/** 'FHGT' */
export const HEIGHT_FIELD_MARK: number = 0x54474846
const VERSION = 1
/** Magic, version, checksum, samples along x and z, diagonal, sizes along x and z. */
const HEADER = 24 + 16
const MAX_SAMPLES = 1 << 24
const NAME = 'height field'

function sizeOf(samplesX: number, samplesZ: number, materials: number): number {
  // Whole words: snapshots keep geometry in words.
  return HEADER + 4 * samplesX * samplesZ + 4 * (1 + materials) * Math.ceil(((samplesX - 1) * (samplesZ - 1)) / 4)
}

export function heightFieldToBytes(field: HeightFieldParts): Uint8Array {
  const { samplesX, samplesZ, heights, materials } = field
  const bytes = new Uint8Array(sizeOf(samplesX, samplesZ, materials === null ? 0 : 1))
  const view = new DataView(bytes.buffer)
  view.setUint32(12, samplesX, true)
  view.setUint32(16, samplesZ, true)
  view.setUint32(20, (field.rising ? 1 : 0) | (materials === null ? 0 : 2), true)
  view.setFloat64(24, field.sizeX, true)
  view.setFloat64(32, field.sizeZ, true)
  let at = HEADER
  // NaN has many patterns; one is written.
  for (let i = 0; i < heights.length; i++, at += 4) {
    if (Number.isNaN(heights[i])) view.setUint32(at, 0x7fc00000, true)
    else view.setFloat32(at, heights[i], true)
  }
  bytes.set(field.holes, at)
  if (materials !== null) bytes.set(materials, at + 4 * Math.ceil(materials.length / 4))
  sealEnvelope(bytes, HEIGHT_FIELD_MARK, VERSION)
  return bytes
}

export function heightFieldFromBytes(given: unknown): HeightFieldParts {
  const { bytes, view } = checkEnvelope(given, HEIGHT_FIELD_MARK, VERSION, HEADER, NAME)
  const samplesX = view.getUint32(12, true)
  const samplesZ = view.getUint32(16, true)
  const sane = samplesX >= 2 && samplesZ >= 2 && samplesX * samplesZ <= MAX_SAMPLES && view.getUint32(20, true) <= 3
  const marked = view.getUint32(20, true) >> 1
  if (!sane || sizeOf(samplesX, samplesZ, marked) !== bytes.length) refuseBytes(NAME, 'do not have the length that they tell of.', bytes)
  const sizeX = view.getFloat64(24, true)
  const sizeZ = view.getFloat64(32, true)
  if (!(sizeX > 0 && sizeZ > 0 && sizeX <= MAX_COORDINATE && sizeZ <= MAX_COORDINATE)) refuseBytes(NAME, 'hold an extent that is none.', sizeX)
  const heights = new Float32Array(samplesX * samplesZ)
  let at = HEADER
  for (let i = 0; i < heights.length; i++, at += 4) {
    heights[i] = view.getFloat32(at, true)
    if (!(Number.isNaN(heights[i]) || Math.abs(heights[i]) <= MAX_COORDINATE)) refuseBytes(NAME, 'hold a height out of range.', heights[i])
  }
  const holes = bytes.slice(at, at + (samplesX - 1) * (samplesZ - 1))
  const second = at + 4 * Math.ceil(holes.length / 4)
  const materials = marked === 1 ? bytes.slice(second, second + holes.length) : null
  let ground = false
  for (let j = 0, cell = 0; j < samplesZ - 1; j++) {
    for (let i = 0; i < samplesX - 1; i++, cell++) {
      if (holes[cell] > 1) refuseBytes(NAME, 'hold a cell that is neither ground nor hole.', holes[cell])
      if (holes[cell] === 1) continue
      const o = j * samplesX + i
      if (Number.isNaN(heights[o] + heights[o + 1] + heights[o + samplesX] + heights[o + samplesX + 1])) {
        refuseBytes(NAME, 'hold a cell without heights that is no hole.', bytes)
      }
      ground = true
    }
  }
  if (!ground) refuseBytes(NAME, 'hold nothing but holes.', bytes)
  return { samplesX, samplesZ, sizeX, sizeZ, rising: (view.getUint32(20, true) & 1) === 1, heights, holes, materials }
}
