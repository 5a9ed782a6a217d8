/**
 * The polygons of a world as the narrow phase reads them: all in one array, so that those of a pair come in a few runs of memory and not in a dozen
 * objects. Built from the polygons, in none of the snapshots.
 *
 * A packed polygon begins with how many corners it has, its inner radius, centre and radius. Corners follow, each with the outward normal of the edge
 * that starts there; the first one stands again at the end.
 */

import type { Polygon } from './polygon.ts'

/** Offsets in a packed polygon, and doubles per corner: x, y, nx, ny. */
export const INNER_RADIUS: number = 1
export const CENTER: number = 2
export const RADIUS: number = 4
export const CORNERS: number = 5
export const CORNER_STRIDE: number = 4

export class PackedPolygons {
  data: Float64Array = new Float64Array(256)
  /** By polygon + 1: where it starts. What is no polygon (−1) finds a number too. */
  start: Int32Array = new Int32Array(16)
  private count = 1
  private end = 0

  /** After a restore: these in place of all others, under their numbers. */
  replace(polygons: readonly (Polygon | undefined)[]): void {
    this.count = 1
    this.end = 0
    for (const polygon of polygons) {
      if (polygon) this.add(polygon)
      else this.addNone()
    }
  }

  /** Takes up a number that no polygon has. */
  private addNone(): void {
    if (this.count === this.start.length) this.start = copyOf(this.start, new Int32Array(this.count * 2))
    this.start[this.count++] = 0
  }

  /** Takes up the next polygon. */
  add(polygon: Polygon): void {
    const length = packedLength(polygon.vertexCount)
    if (this.count === this.start.length) this.start = copyOf(this.start, new Int32Array(this.count * 2))
    if (this.end + length > this.data.length) this.data = copyOf(this.data, new Float64Array(this.data.length * 2))
    packCorners(this.data, this.end, polygon.vertices, polygon.normals)
    this.data[this.end + INNER_RADIUS] = polygon.innerRadius
    this.data.set(polygon.center, this.end + CENTER)
    this.data[this.end + RADIUS] = polygon.radius
    this.start[this.count++] = this.end
    this.end += length
  }
}

function copyOf<A extends Float64Array | Int32Array>(from: A, to: A): A {
  to.set(from)
  return to
}

export function packedLength(corners: number): number {
  return CORNERS + CORNER_STRIDE * (corners + 1)
}

/** Corners and normals, and how many; the rest of the head is left as it is. */
export function packCorners(data: Float64Array, at: number, vertices: ArrayLike<number>, normals: ArrayLike<number>): void {
  const corners = vertices.length / 2
  data[at] = corners
  for (let i = 0; i <= corners; i++) {
    const o = at + CORNERS + CORNER_STRIDE * i
    const v = i < corners ? 2 * i : 0
    data[o] = vertices[v]
    data[o + 1] = vertices[v + 1]
    data[o + 2] = normals[v]
    data[o + 3] = normals[v + 1]
  }
}
