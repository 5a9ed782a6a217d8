/**
 * Surfaces cut by planes across an axis, and taken apart where they do not hang together.
 */

import type { Surface } from './surface.ts'

/** Vertices and triangles as they are found. */
class SurfaceBuilder {
  private readonly positions: number[] = []
  private readonly indices: number[] = []
  /** By a name of the caller: the vertex. Only looked up, never run through. */
  private readonly named = new Map<number, number>()

  vertex(name: number, x: number, y: number, z: number): number {
    const known = this.named.get(name)
    if (known !== undefined) return known
    const vertex = this.positions.length / 3
    this.positions.push(x, y, z)
    this.named.set(name, vertex)
    return vertex
  }

  /** A convex polygon as a fan of triangles. */
  polygon(corners: readonly number[]): void {
    for (let k = 2; k < corners.length; k++) {
      if (corners[0] !== corners[k - 1] && corners[k - 1] !== corners[k] && corners[0] !== corners[k]) {
        this.indices.push(corners[0], corners[k - 1], corners[k])
      }
    }
  }

  finish(cuts: Float64Array): Surface {
    return { cuts, positions: Float64Array.from(this.positions), indices: Uint32Array.from(this.indices) }
  }
}

/** The parts of a surface below and above a plane. Edges are cut once, so that neighbours still share their vertices. */
export function cutSurface(surface: Surface, axis: number, place: number): [Surface, Surface] {
  const { positions, indices, cuts } = surface
  const count = positions.length / 3
  const sides = [new SurfaceBuilder(), new SurfaceBuilder()]
  const copy = (to: SurfaceBuilder, v: number): number => to.vertex(v, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2])
  const cross = (to: SurfaceBuilder, p: number, q: number): number => {
    const a = Math.min(p, q)
    const b = Math.max(p, q)
    const share = (place - positions[3 * a + axis]) / (positions[3 * b + axis] - positions[3 * a + axis])
    const at = (k: number): number => (k === axis ? place : positions[3 * a + k] + share * (positions[3 * b + k] - positions[3 * a + k]))
    return to.vertex(count + a * count + b, at(0), at(1), at(2))
  }
  for (let t = 0; t < indices.length; t += 3) {
    for (let side = 0; side < 2; side++) {
      const sign = side === 0 ? -1 : 1
      const heights = [0, 1, 2].map(k => sign * (positions[3 * indices[t + k] + axis] - place))
      // What only touches the plane from the other side is not part of this one; what lies in it belongs to the solid behind it.
      const flat = heights.every(h => h === 0)
      if (flat ? sign * normalOf(positions, indices, t, axis) >= 0 : !heights.some(h => h > 0)) continue
      const to = sides[side]
      const corners: number[] = []
      for (let k = 0; k < 3; k++) {
        const next = (k + 1) % 3
        if (heights[k] >= 0) corners.push(copy(to, indices[t + k]))
        if ((heights[k] > 0 && heights[next] < 0) || (heights[k] < 0 && heights[next] > 0)) corners.push(cross(to, indices[t + k], indices[t + next]))
      }
      to.polygon(corners)
    }
  }
  return [sides[0].finish(cuts.with(3 + axis, place)), sides[1].finish(cuts.with(axis, place))]
}

/** Sheets are joined by looking inwards from this many of their triangles. */
const LOOKS = 12

/** Surfaces of solids that do not hang together. Sheets of one solid, such as the wall of a hollow, stay together. */
export function connectedParts(surface: Surface): Surface[] {
  const { positions, indices, cuts } = surface
  const owner = Int32Array.from({ length: positions.length / 3 }, (_, i) => i)
  const find = (v: number): number => {
    while (owner[v] !== v) {
      owner[v] = owner[owner[v]]
      v = owner[v]
    }
    return v
  }
  const unite = (p: number, q: number): void => {
    const [a, b] = [find(p), find(q)]
    if (a !== b) owner[Math.max(a, b)] = Math.min(a, b)
  }
  for (let t = 0; t < indices.length; t += 3) for (let k = 1; k < 3; k++) unite(indices[t], indices[t + k])
  const sheets = new Map<number, number[]>()
  for (let t = 0; t < indices.length; t += 3) {
    const root = find(indices[t])
    const sheet = sheets.get(root)
    if (sheet) sheet.push(t)
    else sheets.set(root, [t])
  }
  if (sheets.size === 1) return [surface]
  // In the order of the triangles, which is the input's.
  for (const sheet of sheets.values()) {
    for (let look = 0; look < Math.min(LOOKS, sheet.length); look++) {
      const met = lookInwards(surface, sheet[Math.floor((look * sheet.length) / Math.min(LOOKS, sheet.length))])
      if (met >= 0) unite(indices[sheet[0]], indices[met])
    }
  }
  const parts = new Map<number, SurfaceBuilder>()
  for (let t = 0; t < indices.length; t += 3) {
    const root = find(indices[t])
    let part = parts.get(root)
    if (part === undefined) parts.set(root, (part = new SurfaceBuilder()))
    const corners: number[] = []
    for (let k = 0; k < 3; k++) {
      const v = indices[t + k]
      corners.push(part.vertex(v, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]))
    }
    part.polygon(corners)
  }
  return [...parts.values()].map(part => part.finish(cuts))
}

/** The triangle on the other side of the solid behind triangle t; −1 if there is none before the end of the piece. */
function lookInwards({ positions: p, indices }: Surface, t: number): number {
  const corner = (s: number, k: number, axis: number): number => p[3 * indices[s + k] + axis]
  const from = [0, 1, 2].map(axis => (corner(t, 0, axis) + corner(t, 1, axis) + corner(t, 2, axis)) / 3)
  const normal = [0, 1, 2].map(axis => normalOf(p, indices, t, axis))
  let met = -1
  let nearest = Infinity
  for (let s = 0; s < indices.length; s += 3) {
    if (s === t) continue
    const other = [0, 1, 2].map(axis => normalOf(p, indices, s, axis))
    const rate = other[0] * normal[0] + other[1] * normal[1] + other[2] * normal[2]
    // The far side of a solid looks away.
    if (!(rate < 0)) continue
    const way = ((from[0] - corner(s, 0, 0)) * other[0] + (from[1] - corner(s, 0, 1)) * other[1] + (from[2] - corner(s, 0, 2)) * other[2]) / rate
    if (!(way >= 0 && way < nearest)) continue
    const at = from.map((x, axis) => x - way * normal[axis])
    const inside = [0, 1, 2].every(k => {
      const next = (k + 1) % 3
      const edge = [0, 1, 2].map(axis => corner(s, next, axis) - corner(s, k, axis))
      const to = [0, 1, 2].map(axis => at[axis] - corner(s, k, axis))
      const turn = [edge[1] * to[2] - edge[2] * to[1], edge[2] * to[0] - edge[0] * to[2], edge[0] * to[1] - edge[1] * to[0]]
      return other[0] * turn[0] + other[1] * turn[1] + other[2] * turn[2] >= 0
    })
    if (!inside) continue
    nearest = way
    met = s
  }
  return met
}

/** Part of a triangle's area vector along an axis. */
function normalOf(p: Float64Array, indices: Uint32Array, t: number, axis: number): number {
  const u = (axis + 1) % 3
  const v = (axis + 2) % 3
  const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]]
  return (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u])
}

/** Both surfaces as one; vertices are not joined. */
export function joinSurfaces(a: Surface, b: Surface): Surface {
  const offset = a.positions.length / 3
  return {
    positions: Float64Array.from([...a.positions, ...b.positions]),
    indices: Uint32Array.from([...a.indices, ...b.indices.map(v => v + offset)]),
    // What both were cut by on the same side still is a cut; between them there is none.
    cuts: a.cuts.map((cut, k) => (k < 3 ? Math.min(cut, b.cuts[k]) : Math.max(cut, b.cuts[k]))),
  }
}
