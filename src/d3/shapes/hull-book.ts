/**
 * The numbers of a world's hulls, and marks that tell one world's hulls from another's. Hulls are immutable and only ever entered, so a snapshot may
 * refer to them by number; the mark of the first n is how a restore knows that they are the same ones.
 */

import type { SharedGeometry } from '../../common/snapshot.ts'
import type { Hull } from './hull.ts'

export class HullBook implements SharedGeometry {
  private readonly numbers: Map<Hull, number> = new Map()
  /** Marks of the first 0, 1, 2 … hulls. */
  private readonly marks: number[] = [0]

  get count(): number {
    return this.marks.length - 1
  }

  mark(count: number): number {
    return this.marks[count]!
  }

  /** The number of a hull; the next free one if it is new. */
  enter(hull: Hull): number {
    const known = this.numbers.get(hull)
    if (known !== undefined) return known
    const number = this.count
    this.numbers.set(hull, number)
    const words = new Int32Array(hull.vertices.buffer, hull.vertices.byteOffset, hull.vertices.length * 2)
    let mark = this.marks[number]! ^ hull.vertexCount
    for (let i = 0; i < words.length; i++) mark = Math.imul(mark ^ words[i]!, 0x9e3779b1) ^ (mark >>> 15)
    this.marks.push(mark | 0)
    return number
  }
}
