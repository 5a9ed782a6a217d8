/**
 * Outlines of many polygons that lie side by side, merged: edges that two of them share go, what is left is joined to loops, and corners on a
 * straight line go, too. So bodies that slide over a row of tiles meet one line, not a seam at every tile.
 */

import type { Vec2 } from '../../d2/index.ts'

/** Grid of coordinates that count as equal, pixels. */
const GRID = 1e-3

function keyOf({ x, y }: Vec2): string {
  return `${Math.round(x / GRID)} ${Math.round(y / GRID)}`
}

/** Twice the area; above 0 if counter-clockwise where y points up. */
export function area(points: readonly Vec2[]): number {
  let sum = 0
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[i], points[(i + 1) % points.length]]
    sum += a.x * b.y - b.x * a.y
  }
  return sum
}

/** Loops around what the polygons cover, all in the direction of the polygons, which must all go the same way round. */
export function mergeOutlines(polygons: readonly (readonly Vec2[])[]): Vec2[][] {
  const edges = new Map<string, { from: Vec2; to: Vec2 }>()
  for (const points of polygons) {
    for (let i = 0; i < points.length; i++) {
      const [from, to] = [points[i], points[(i + 1) % points.length]]
      const [a, b] = [keyOf(from), keyOf(to)]
      if (a === b) continue
      if (edges.has(`${b} ${a}`)) edges.delete(`${b} ${a}`)
      else edges.set(`${a} ${b}`, { from, to })
    }
  }
  const starts = new Map<string, { from: Vec2; to: Vec2 }[]>()
  for (const edge of edges.values()) {
    const key = keyOf(edge.from)
    const list = starts.get(key)
    if (list === undefined) starts.set(key, [edge])
    else list.push(edge)
  }
  const loops: Vec2[][] = []
  for (const [first, list] of starts) {
    while (list.length > 0) {
      const loop: Vec2[] = []
      let edge = list.pop()!
      for (;;) {
        loop.push(edge.from)
        const next = starts.get(keyOf(edge.to))
        if (keyOf(edge.to) === first || next === undefined || next.length === 0) break
        edge = takeSharpest(next, edge)
      }
      if (loop.length > 2) loops.push(straightened(loop))
    }
  }
  return loops
}

/** Where two loops meet in a corner: the edge that turns most to the inside, so that the loops stay apart. Polygons go clockwise. */
function takeSharpest(list: { from: Vec2; to: Vec2 }[], before: { from: Vec2; to: Vec2 }): { from: Vec2; to: Vec2 } {
  let best = 0
  if (list.length > 1) {
    const [dx, dy] = [before.to.x - before.from.x, before.to.y - before.from.y]
    const turn = ({ from, to }: { from: Vec2; to: Vec2 }): number => dx * (to.y - from.y) - dy * (to.x - from.x)
    for (let i = 1; i < list.length; i++) if (turn(list[i]) < turn(list[best])) best = i
  }
  return list.splice(best, 1)[0]
}

function straightened(loop: readonly Vec2[]): Vec2[] {
  return loop.filter((point, i) => {
    const [a, b] = [loop[(i + loop.length - 1) % loop.length], loop[(i + 1) % loop.length]]
    const cross = (point.x - a.x) * (b.y - point.y) - (point.y - a.y) * (b.x - point.x)
    return Math.abs(cross) > GRID * (Math.abs(b.x - a.x) + Math.abs(b.y - a.y))
  })
}

/** Is it convex, whichever way round it goes? */
export function isConvex(points: readonly Vec2[]): boolean {
  let [left, right] = [false, false]
  for (let i = 0; i < points.length; i++) {
    const [a, b, c] = [points[i], points[(i + 1) % points.length], points[(i + 2) % points.length]]
    const cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
    if (cross > 0) left = true
    if (cross < 0) right = true
  }
  return !(left && right)
}
