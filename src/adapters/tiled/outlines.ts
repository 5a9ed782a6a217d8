/**
 * Outlines of many polygons that lie side by side, merged: edges that two of them share go, in whole or in part, what is left is joined to loops, and
 * corners on a straight line go, too. So bodies that slide over a row of tiles meet one line, not a seam at every tile.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { Vec2 } from '../../d2/index.ts'

/** Grid of coordinates that count as equal, pixels. */
const GRID = 1e-3

/** Directions that differ by less count as equal. */
const PARALLEL = 1e-5

/** Pieces that edges are cut into at most: many that lie on each other would make as many as their product. */
const MOST_PIECES = 4_000_000

interface Edge {
  readonly from: Vec2
  readonly to: Vec2
}

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
  const edges = new Map<string, Edge>()
  for (const edge of cut(polygons)) {
    const [a, b] = [keyOf(edge.from), keyOf(edge.to)]
    if (edges.has(`${b} ${a}`)) edges.delete(`${b} ${a}`)
    else edges.set(`${a} ${b}`, edge)
  }
  const starts = new Map<string, Edge[]>()
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

/** The edges of all polygons, cut where an edge on the same line begins or ends. */
function cut(polygons: readonly (readonly Vec2[])[]): Edge[] {
  const lines = new Map<string, { edge: Edge; begin: number; end: number }[]>()
  for (const points of polygons) {
    for (let i = 0; i < points.length; i++) {
      const [from, to] = [points[i], points[(i + 1) % points.length]]
      if (keyOf(from) === keyOf(to)) continue
      const length = Math.sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y))
      const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
      // Both ways along a line are one line.
      const sign = dx > PARALLEL || (dx > -PARALLEL && dy > 0) ? 1 : -1
      const [ux, uy] = [sign * dx, sign * dy]
      const key = `${Math.round(ux / PARALLEL)} ${Math.round(uy / PARALLEL)} ${Math.round((ux * from.y - uy * from.x) / GRID)}`
      const entry = { edge: { from, to }, begin: ux * from.x + uy * from.y, end: ux * to.x + uy * to.y }
      const list = lines.get(key)
      if (list === undefined) lines.set(key, [entry])
      else list.push(entry)
    }
  }
  const out: Edge[] = []
  for (const list of lines.values()) {
    const stops = list.flatMap(({ edge, begin, end }) => [{ at: begin, point: edge.from }, { at: end, point: edge.to }]).sort((a, b) => a.at - b.at)
    for (const { edge, begin, end } of list) addPieces(edge, begin, end, stops, out)
  }
  return out
}

/** An edge from stop to stop: those between its ends, in their order along the line. */
function addPieces(edge: Edge, begin: number, end: number, stops: readonly { at: number; point: Vec2 }[], out: Edge[]): void {
  const [low, high] = [Math.min(begin, end), Math.max(begin, end)]
  let first = 0
  for (let last = stops.length; first < last;) {
    const middle = (first + last) >> 1
    if (stops[middle].at <= low + GRID) first = middle + 1
    else last = middle
  }
  const between: Vec2[] = []
  let before = low
  for (let i = first; i < stops.length && stops[i].at < high - GRID; i++) {
    if (stops[i].at > before + GRID) between.push(stops[i].point)
    before = Math.max(before, stops[i].at)
  }
  if (begin > end) between.reverse()
  if (out.length + between.length >= MOST_PIECES) {
    throw new PhysicsError('limit-exceeded', 'edges', out.length, `pieces of edges are more than ${MOST_PIECES}: too many tiles lie on each other.`)
  }
  let from = edge.from
  for (const to of between) {
    out.push({ from, to })
    from = to
  }
  out.push({ from, to: edge.to })
}

/** Where two loops meet in a corner: the edge that turns most to the inside, so that the loops stay apart. Polygons go clockwise. */
function takeSharpest(list: Edge[], before: Edge): Edge {
  let best = 0
  if (list.length > 1) {
    const [dx, dy] = [before.to.x - before.from.x, before.to.y - before.from.y]
    const turn = ({ from, to }: Edge): number => dx * (to.y - from.y) - dy * (to.x - from.x)
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
