/**
 * Registry of a world's hulls or polygons, with fingerprints that tell one world's from another's. Geometries are immutable and never
 * removed, so a snapshot may refer to them by number; the fingerprint of the first n tells a restore that they are the same ones.
 */

import type { SnapshotRegistry } from './snapshot.ts'

/** Interface of a registered geometry. */
export interface RegisteredGeometry {
  readonly vertexCount: number
  readonly vertices: Float64Array
}

export class GeometryRegistry<G extends RegisteredGeometry> implements SnapshotRegistry {
  private readonly numbers: Map<G, number> = new Map()
  /** Fingerprints of the first 0, 1, 2 … geometries. */
  private readonly fingerprints: number[] = [0]

  get count(): number {
    return this.fingerprints.length - 1
  }

  fingerprint(count: number): number {
    return this.fingerprints[count]!
  }

  /** The number of a geometry; the next free one if it is new. */
  add(geometry: G): number {
    const known = this.numbers.get(geometry)
    if (known !== undefined) return known
    const number = this.count
    this.numbers.set(geometry, number)
    const words = new Int32Array(geometry.vertices.buffer, geometry.vertices.byteOffset, geometry.vertices.length * 2)
    let fingerprint = this.fingerprints[number]! ^ geometry.vertexCount
    for (let i = 0; i < words.length; i++) fingerprint = Math.imul(fingerprint ^ words[i]!, 0x9e3779b1) ^ (fingerprint >>> 15)
    this.fingerprints.push(fingerprint | 0)
    return number
  }
}
