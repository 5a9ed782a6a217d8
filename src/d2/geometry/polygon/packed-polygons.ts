/**
 * The polygons of a world as the narrow phase reads them: all in one array, so that those of a pair come in a few runs of memory and not in a dozen
 * objects. Built from the polygons, in none of the snapshots.
 * Room of polygons that are gone is used again when the array is full.
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
  /** By number; holes are allowed. Kept by the caller, who says what came. */
  private readonly polygons: readonly (Polygon | undefined)[]
  private end = 0

  constructor(polygons: readonly (Polygon | undefined)[]) {
    this.polygons = polygons
    this.packAll()
  }

  /** Packs all again, without the room of those that are gone. The array is at least twice as long as they need: the next time is far off. */
  packAll(): void {
    const { polygons } = this
    let needed = 0
    for (const polygon of polygons) if (polygon) needed += packedLength(polygon.vertexCount)
    let room = this.data.length
    while (room < 2 * needed) room *= 2
    if (room > this.data.length) this.data = new Float64Array(room)
    this.end = 0
    for (let number = 0; number < polygons.length; number++) if (polygons[number]) this.add(number)
  }

  /** Takes up a polygon that has come into the list. */
  add(number: number): void {
    const polygon = this.polygons[number]!
    const length = packedLength(polygon.vertexCount)
    if (this.end + length > this.data.length) {
      this.packAll()
      return
    }
    if (number + 1 >= this.start.length) {
      const start = new Int32Array(2 * (number + 1))
      start.set(this.start)
      this.start = start
    }
    packCorners(this.data, this.end, polygon.vertices, polygon.normals)
    this.data[this.end + INNER_RADIUS] = polygon.innerRadius
    this.data.set(polygon.center, this.end + CENTER)
    this.data[this.end + RADIUS] = polygon.radius
    this.start[number + 1] = this.end
    this.end += length
  }
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
