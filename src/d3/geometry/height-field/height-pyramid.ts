/**
 * The lowest and highest ground of 2 × 2, 4 × 4, … cells of a height field, and the ray that goes down them: whole squares that it passes above
 * or below are never looked into.
 */

import { castTriangle, type PieceHit } from '../mesh/triangle-ray.ts'
import type { HeightField, HeightFieldParts } from './height-field.ts'

export interface HeightPyramid {
  /** Lowest and highest of every node, level by level from 2 × 2 cells upwards, x first. A node without ground has lowest > highest. */
  readonly ranges: Float32Array
  /** Where each level begins in `ranges`, and how many nodes it has along x and z. Level 0 are the cells themselves, without ranges. */
  readonly start: readonly number[]
  readonly countX: readonly number[]
  readonly countZ: readonly number[]
  readonly low: number
  readonly high: number
}

export function buildPyramid(parts: HeightFieldParts): HeightPyramid {
  const { samplesX, samplesZ, heights, holes } = parts
  const start = [0]
  const countX = [samplesX - 1]
  const countZ = [samplesZ - 1]
  let room = 0
  do {
    start.push(room)
    countX.push((countX[countX.length - 1] + 1) >> 1)
    countZ.push((countZ[countZ.length - 1] + 1) >> 1)
    room += 2 * countX[countX.length - 1] * countZ[countZ.length - 1]
  } while (countX[countX.length - 1] > 1 || countZ[countZ.length - 1] > 1)
  const ranges = new Float32Array(room)
  for (let o = 0; o < room; o += 2) {
    ranges[o] = Infinity
    ranges[o + 1] = -Infinity
  }
  for (let j = 0, cell = 0; j < samplesZ - 1; j++) {
    for (let i = 0; i < samplesX - 1; i++, cell++) {
      if (holes[cell] !== 0) continue
      const at = 2 * ((j >> 1) * countX[1] + (i >> 1))
      const o = j * samplesX + i
      widen(ranges, at, heights[o], heights[o])
      widen(ranges, at, heights[o + 1], heights[o + 1])
      widen(ranges, at, heights[o + samplesX], heights[o + samplesX])
      widen(ranges, at, heights[o + samplesX + 1], heights[o + samplesX + 1])
    }
  }
  const top = start.length - 1
  for (let level = 1; level < top; level++) {
    for (let j = 0; j < countZ[level]; j++) {
      for (let i = 0; i < countX[level]; i++) {
        const from = start[level] + 2 * (j * countX[level] + i)
        widen(ranges, start[level + 1] + 2 * ((j >> 1) * countX[level + 1] + (i >> 1)), ranges[from], ranges[from + 1])
      }
    }
  }
  return { ranges, start, countX, countZ, low: ranges[start[top]], high: ranges[start[top] + 1] }
}

function widen(ranges: Float32Array, at: number, low: number, high: number): void {
  if (low < ranges[at]) ranges[at] = low
  if (high > ranges[at + 1]) ranges[at + 1] = high
}

/** Nodes still to be looked at: level, i, j. Three of four children wait on each of 24 levels at most. */
const stack = /* @__PURE__ */ new Int32Array(3 * 4 * 26)
const corners = /* @__PURE__ */ new Float64Array(9)
/** Where the ray is inside the box in question: from, to. */
const span = /* @__PURE__ */ new Float64Array(2)

/** The first triangle along the ray before `hit`; leaves `hit` alone if there is none. */
export function castPyramidRay(field: HeightField, pyramid: HeightPyramid, line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
  const { ranges, start, countX, countZ } = pyramid
  const { samplesX, samplesZ, sizeX, sizeZ, heights, holes } = field
  const cellX = sizeX / (samplesX - 1)
  const cellZ = sizeZ / (samplesZ - 1)
  // The near child of each axis is pushed last.
  const nearX = line[3] >= 0 ? 0 : 1
  const nearZ = line[5] >= 0 ? 0 : 1
  let met = false
  let depth = 0
  stack[0] = start.length - 1
  stack[1] = 0
  stack[2] = 0
  depth = 3
  while (depth > 0) {
    depth -= 3
    const level = stack[depth]
    const i = stack[depth + 1]
    const j = stack[depth + 2]
    let low: number
    let high: number
    if (level > 0) {
      const at = start[level] + 2 * (j * countX[level] + i)
      low = ranges[at]
      high = ranges[at + 1]
      if (low > high) continue
    } else {
      if (holes[j * (samplesX - 1) + i] !== 0) continue
      const o = j * samplesX + i
      low = Math.min(heights[o], heights[o + 1], heights[o + samplesX], heights[o + samplesX + 1])
      high = Math.max(heights[o], heights[o + 1], heights[o + samplesX], heights[o + samplesX + 1])
    }
    const width = 1 << level
    span[0] = 0
    span[1] = hit.fraction
    cutSpan(i * width * cellX - 0.5 * sizeX, Math.min(samplesX - 1, (i + 1) * width) * cellX - 0.5 * sizeX, line[0], line[3])
    cutSpan(j * width * cellZ - 0.5 * sizeZ, Math.min(samplesZ - 1, (j + 1) * width) * cellZ - 0.5 * sizeZ, line[2], line[5])
    cutSpan(low, high, line[1], line[4])
    if (span[0] > span[1]) continue
    if (level === 0) {
      const piece = 2 * (j * (samplesX - 1) + i)
      for (let k = 0; k < 2; k++) {
        field.corners(piece + k, corners)
        if (castTriangle(corners, piece + k, line, backFaces, hit)) met = true
      }
      continue
    }
    for (let k = 3; k >= 0; k--) {
      const ci = 2 * i + ((k & 1) ^ nearX)
      const cj = 2 * j + ((k >> 1) ^ nearZ)
      if (ci >= countX[level - 1] || cj >= countZ[level - 1]) continue
      stack[depth] = level - 1
      stack[depth + 1] = ci
      stack[depth + 2] = cj
      depth += 3
    }
  }
  return met
}

/** Keeps the part of the span between two planes of one axis, with a hair of room for the rounding of these very lines. */
function cutSpan(low: number, high: number, from: number, along: number): void {
  const room = 1e-15 * (Math.abs(low) + Math.abs(high) + Math.abs(from))
  const a = low - from - room
  const b = high - from + room
  if (along === 0) {
    if (a > 0 || b < 0) span[0] = Infinity
    return
  }
  const near = (along > 0 ? a : b) / along
  const far = (along > 0 ? b : a) / along
  if (near > span[0]) span[0] = near
  if (far < span[1]) span[1] = far
}
