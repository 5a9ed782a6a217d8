/**
 * Contacts as Hodges has them in chapters 12 and 13: one point of deepest penetration for each pair of shapes and step; with caching, points of
 * earlier steps are kept in both bodies' frames as a manifold of four at most, until they part or slide off. Not the engine's own manifolds, which
 * have all points of a face at once.
 */

import type { AnyBody, AnyShape, AnyVector, ClassroomBodies } from './bodies.ts'

/** Hodges 13: a point is kept while its two halves lie within this distance along the surface, and is new if none lies within it, m. */
const SAME_POINT = 0.02

/** Hodges 13: points of a manifold. */
const MOST_POINTS = 4

/** A point at which two bodies press, with what solvers keep of it. */
export interface ContactPoint {
  /** The same from step to step. */
  readonly key: string
  readonly bodyA: AnyBody
  readonly bodyB: AnyBody
  /** In the frames of A and B. */
  readonly localA: AnyVector
  readonly localB: AnyVector
  /** From A to B, in A's frame. */
  readonly localNormal: AnyVector
  /** Hodges 12: the product of both. */
  readonly friction: number
}

interface Found {
  readonly pointA: AnyVector
  readonly pointB: AnyVector
  readonly normal: AnyVector
  readonly depth: number
}

export class Contacts {
  private manifolds: Map<string, ContactPoint[]> = new Map()
  private made = 0

  /** Points of this step. Without caching they are new in every step, so that nothing of them can be warm-started. */
  find(bodies: ClassroomBodies, cached: boolean): ContactPoint[] {
    if (!cached) this.manifolds.clear()
    const before = this.manifolds
    this.manifolds = new Map()
    for (const [a, b] of pairsOf(bodies)) {
      const pair = `${a.id} ${b.id}`
      const points = (before.get(pair) ?? []).filter((point) => lasts(bodies, point))
      const found = bodies.distance(a, b)
      if (found.depth > 0) this.add(bodies, points, a, b, found)
      if (points.length > 0) this.manifolds.set(pair, points)
    }
    return [...this.manifolds.values()].flat()
  }

  private add(bodies: ClassroomBodies, points: ContactPoint[], a: AnyShape, b: AnyShape, { pointA, pointB, normal }: Found): void {
    // An old point has converged impulses: it stays, and the new one is dropped.
    for (const { bodyA, bodyB, localA, localB } of points) {
      if (bodies.apart(bodyA.worldPoint(localA), pointA) < SAME_POINT || bodies.apart(bodyB.worldPoint(localB), pointB) < SAME_POINT) return
    }
    const point: ContactPoint = {
      key: `contact ${++this.made}`, bodyA: a.body, bodyB: b.body, localA: a.body.localPoint(pointA), localB: b.body.localPoint(pointB),
      localNormal: bodies.toLocal(a.body, normal), friction: a.friction * b.friction,
    }
    if (points.length < MOST_POINTS) {
      points.push(point)
      return
    }
    // Of five, the one nearest to their middle goes.
    const five = [...points, point]
    const middle = bodies.middle(five.map(({ localA }) => localA))
    const spans = five.map(({ localA }) => bodies.apart(localA, middle))
    const least = spans.indexOf(Math.min(...spans))
    if (least < MOST_POINTS) points[least] = point
  }
}

/** Hodges 13, RemoveExpiredContacts: still pressing, and not slid off. */
function lasts(bodies: ClassroomBodies, { bodyA, bodyB, localA, localB, localNormal }: ContactPoint): boolean {
  const normal = bodies.toWorld(bodyA, localNormal)
  const gap = bodies.minus(bodyB.worldPoint(localB), bodyA.worldPoint(localA))
  const depth = bodies.dot(gap, normal)
  return depth <= 0 && Math.sqrt(Math.max(0, bodies.dot(gap, gap) - depth * depth)) < SAME_POINT
}

/** Shapes that may press on each other, by the rules of the world. */
function pairsOf(bodies: ClassroomBodies): [AnyShape, AnyShape][] {
  const shapes = bodies.all.flatMap((body) => [...body.shapes]).filter(({ sensor }) => !sensor)
  const pairs: [AnyShape, AnyShape][] = []
  shapes.forEach((a, i) => {
    for (const b of shapes.slice(i + 1)) {
      if (a.body === b.body || (a.body.type !== 'dynamic' && b.body.type !== 'dynamic')) continue
      if (bodies.connected(a.body, b.body) || !agree(a, b)) continue
      pairs.push([a, b])
    }
  })
  return pairs
}

function agree({ filter: a }: AnyShape, { filter: b }: AnyShape): boolean {
  if (a.group !== 0 && a.group === b.group) return a.group > 0
  return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0
}
