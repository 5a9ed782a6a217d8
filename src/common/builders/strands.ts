/**
 * Ropes as a row of points, 0 … pieces: which bodies are tied to which. Where the points are is the builders' matter.
 */

import { PhysicsError } from '../errors.ts'
import { MAX_COORDINATE } from '../limits.ts'
import { requireNonNegative } from '../bounds.ts'
import type { Fields } from '../options.ts'
import { bodyOfHold, massIfGiven, requireHold, type HoldOn } from './assembly.ts'

/** What a rope's definition says besides its places and its shape. */
export interface StrandOptions<Hold> {
  /** What the beginning hangs on. Default the world. */
  start?: Hold
  /** What the end hangs on. Default nothing. */
  end?: Hold
  /** By how much the rope may be longer than its length, as a share, before the guard holds it. null = no guard. Default 0.005. */
  maxStretch?: number | null
  /** kg of one piece. Default: by density. */
  pieceMass?: number
  /** 1/s, against the endless swinging of an ideal rope: both of motion and of turning. Default 0. */
  damping?: number
}

export const STRAND_FIELDS: Fields<StrandOptions<HoldOn<never>>> = { start: 1, end: 1, maxStretch: 1, pieceMass: 0, damping: 0 }

/** The same, checked. */
export interface Strand<Body> {
  readonly start: HoldOn<Body>
  readonly end: HoldOn<Body>
  readonly stretch: number | null
  readonly body: { mass?: number; linearDamping: number; angularDamping: number }
}

/** The body whose end lies at a point: of the two that meet there, the one before it or the one after. null = the world. */
export type BodyAt<Body> = (point: number, isBefore: boolean) => Body | null

/** Joins what lies at two points of the rope. */
type Tie<Body> = (bodyA: Body | null, bodyB: Body, from: number, to: number) => void

export function readStrand<Body>(world: object, d: StrandOptions<HoldOn<Body>>): Strand<Body> {
  const start = requireHold<Body>(world, d.start === undefined ? 'world' : d.start, 'rope.start')
  const end = requireHold<Body>(world, d.end ?? null, 'rope.end')
  const { maxStretch = 0.005 } = d
  const stretch = maxStretch === null ? null : requireNonNegative(maxStretch, 'rope.maxStretch', MAX_COORDINATE)
  const damping = requireNonNegative(d.damping ?? 0, 'rope.damping')
  return { start, end, stretch, body: { ...massIfGiven(d.pieceMass, 'rope.pieceMass'), linearDamping: damping, angularDamping: damping } }
}

/** What joins the pieces: one of two kinds. */
export function requireStrandKind<Kind extends string>(value: Kind, kinds: readonly [Kind, Kind]): Kind {
  if (kinds.includes(value)) return value
  throw new PhysicsError('wrong-type', 'rope.joint', value, `must be '${kinds[0]}' or '${kinds[1]}'.`)
}

/** Beads where the pieces meet; a held end is the hold itself, a free one a bead. */
export function threadBeads<Body>(pieces: number, { start, end }: Strand<Body>, addBead: (point: number) => Body, tie: Tie<Body>): BodyAt<Body> {
  const bodies: (Body | null)[] = []
  for (let i = 0; i <= pieces; i++) {
    const hold = i === 0 ? start : i === pieces ? end : null
    bodies.push(hold === null ? addBead(i) : bodyOfHold(hold))
  }
  for (let i = 1; i <= pieces; i++) {
    // The world may be the first body only.
    const [a, b] = bodies[i] === null ? [i, i - 1] : [i - 1, i]
    const bodyB = bodies[b]
    if (bodyB === null) throw new PhysicsError('degenerate', 'rope.pieces', pieces, 'are too few: a thread between two places needs at least two.')
    tie(bodies[a], bodyB, a, b)
  }
  return point => bodies[point]
}

function canMove<Body extends { readonly type: string }>(hold: Body | 'world'): boolean {
  return hold !== 'world' && hold.type === 'dynamic'
}

/** Ties each held end to the far one; to the middle if neither end can move. */
export function guardEnds<Body extends { readonly type: string }>(
  pieces: number, { start, end }: Strand<Body>, bodyAt: BodyAt<Body>, tie: Tie<Body>,
): void {
  const add = (hold: Body | 'world', from: number, to: number): void => {
    const body = bodyAt(to, to > from)
    // A single piece cannot stretch.
    if (Math.abs(to - from) > 1 && body !== null) tie(bodyOfHold(hold), body, from, to)
  }
  if (start !== null && end !== null && (canMove(start) || canMove(end))) {
    // Straight to what hangs on the rope, which is what stretches it.
    const [a, b] = end === 'world' ? [end, start] : [start, end]
    const [from, to] = end === 'world' ? [pieces, 0] : [0, pieces]
    tie(bodyOfHold<Body>(a), b as Body, from, to)
    return
  }
  const middle = Math.floor(pieces / 2)
  if (start !== null) add(start, 0, end === null ? pieces : middle)
  if (end !== null) add(end, pieces, start === null ? 0 : middle)
}
