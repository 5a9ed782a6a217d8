/**
 * A rope: short capsules on ball joints, or beads on strings, with a guard against stretching.
 *
 * A long row of joints carries a heavy load only as well as the solver has converged. The guard is one more joint, a string from a held end
 * straight to the far one, no shorter than the rope itself: slack as long as the rope is not longer than it may be, it carries what is too much.
 * A heavy load belongs on `end`: then the guard holds the load itself.
 */

import { PhysicsError, requireInteger, requireNonNegative, requireObject, requirePositive } from '../../common/errors.ts'
import type { Body } from '../body.ts'
import type { DistanceJoint } from '../joints/distance-joint.ts'
import type { Vec3 } from '../math/types.ts'
import { sphere } from '../shape-definition.ts'
import type { World } from '../world.ts'
import { assemble, bodyOfHold, requireHold, type Assembly, type Hold, type Parts, type PieceOptions } from './assembly.ts'
import { linkShape, MAX_PIECES, placeLinks, readLine } from './build-chain.ts'
import type { HangingLine } from './hanging-line.ts'

export interface RopeDefinition {
  /** Where the rope begins, m. */
  from: Vec3
  /** Where it ends, m. */
  to: Vec3
  /** Number of pieces, 1 … 10 000. */
  pieces: number
  /** Of the rope, m. Default a fifth of a piece's length. */
  radius?: number
  /** By how much the rope is longer than the way from `from` to `to`, as a share of it; it then hangs in an arc. Default 0. */
  slack?: number
  /** 'ball': capsules end to end, a stiff cord. 'distance': beads on strings, a limp thread. Default 'ball'. */
  joint?: 'ball' | 'distance'
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
  /** Density, surface and filter of the pieces. */
  shape?: PieceOptions
}

export interface Rope extends Assembly {
  /** The strings of the guard, among `joints` too. */
  readonly guards: readonly DistanceJoint[]
  /** Of the whole rope, m. */
  readonly length: number
}

/** What both kinds of rope need, checked. */
interface Plan {
  readonly world: World
  readonly line: HangingLine
  readonly pieces: number
  readonly start: Hold
  readonly end: Hold
  readonly body: { mass?: number; linearDamping: number; angularDamping: number }
}

/** The body whose end lies at a point of the line: of the two that meet there, the one before it or the one after. null = the world. */
type BodyAt = (point: number, isBefore: boolean) => Body | null

/** Hangs a rope between two points. */
export function buildRope(world: World, definition: RopeDefinition): Rope {
  requireObject(definition, 'rope')
  const pieces = requireInteger(definition.pieces, 1, MAX_PIECES, 'rope.pieces')
  const line = readLine(world, definition, pieces, 'rope')
  const kind = definition.joint ?? 'ball'
  if (kind !== 'ball' && kind !== 'distance') throw new PhysicsError('wrong-type', 'rope.joint', kind, "must be 'ball' or 'distance'.")
  const start = requireHold(world, definition.start === undefined ? 'world' : definition.start, 'rope.start')
  const end = requireHold(world, definition.end ?? null, 'rope.end')
  const { maxStretch = 0.005 } = definition
  const stretch = maxStretch === null ? null : requireNonNegative(maxStretch, 'rope.maxStretch')
  const damping = requireNonNegative(definition.damping ?? 0, 'rope.damping')
  const mass = definition.pieceMass === undefined ? {} : { mass: requirePositive(definition.pieceMass, 'rope.pieceMass') }
  const plan: Plan = { world, line, pieces, start, end, body: { ...mass, linearDamping: damping, angularDamping: damping } }
  const usual = line.pieceLength / 5
  const piece = linkShape(definition, line.pieceLength, usual, 'rope')
  const bead = sphere({ ...definition.shape, radius: definition.radius ?? usual })
  return assemble(world, parts => {
    const bodyAt = kind === 'ball' ? addCord(plan, piece, parts) : addThread(plan, bead, parts)
    const guards = stretch === null ? [] : addGuards(plan, 1 + stretch, parts, bodyAt)
    return { bodies: parts.bodies, joints: parts.joints, guards, length: line.pieceLength * pieces }
  })
}

function addCord({ world, line, pieces, start, end, body }: Plan, piece: ReturnType<typeof sphere>, parts: Parts): BodyAt {
  const { points } = line
  const made = placeLinks(line, (position, rotation) => {
    const link = world.createBody({ position, rotation, shapes: [piece], ...body })
    parts.bodies.push(link)
    return link
  })
  const join = (bodyA: Body | null, bodyB: Body, anchor: Vec3): void => void parts.joints.push(world.createBallJoint({ bodyA, bodyB, anchor }))
  if (start !== null) join(bodyOfHold(start), made[0], points[0])
  for (let i = 1; i < pieces; i++) join(made[i - 1], made[i], points[i])
  if (end !== null) join(bodyOfHold(end), made[pieces - 1], points[pieces])
  return (point, isBefore) => made[isBefore ? point - 1 : point]
}

/** Beads where the pieces meet; a held end is the hold itself, a free one a bead. */
function addThread({ world, line, pieces, start, end, body }: Plan, bead: ReturnType<typeof sphere>, parts: Parts): BodyAt {
  const { points, pieceLength } = line
  const bodies: (Body | null)[] = []
  for (let i = 0; i <= pieces; i++) {
    const hold = i === 0 ? start : i === pieces ? end : null
    if (hold !== null) bodies.push(bodyOfHold(hold))
    else {
      const made = world.createBody({ position: points[i], shapes: [bead], ...body })
      parts.bodies.push(made)
      bodies.push(made)
    }
  }
  for (let i = 1; i <= pieces; i++) {
    // The world may be the first body only.
    const [a, b] = bodies[i] === null ? [i, i - 1] : [i - 1, i]
    const bodyB = bodies[b]
    if (bodyB === null) throw new PhysicsError('degenerate', 'rope.pieces', pieces, 'are too few: a thread between two places needs at least two.')
    parts.joints.push(
      world.createDistanceJoint({ bodyA: bodies[a], bodyB, anchorA: points[a], anchorB: points[b], maxLength: pieceLength }),
    )
  }
  return point => bodies[point]
}

function canMove(hold: Body | 'world'): boolean {
  return hold !== 'world' && hold.type === 'dynamic'
}

/** From each held end to the far one; to the middle if neither end can move. */
function addGuards({ world, line, pieces, start, end }: Plan, share: number, parts: Parts, bodyAt: BodyAt): DistanceJoint[] {
  const { points, pieceLength } = line
  const tie = (bodyA: Body | null, bodyB: Body, from: number, to: number): void => {
    const maxLength = Math.abs(to - from) * pieceLength * share
    const guard = world.createDistanceJoint({ bodyA, bodyB, anchorA: points[from], anchorB: points[to], maxLength, collideConnected: true })
    guards.push(guard)
    parts.joints.push(guard)
  }
  const add = (hold: Body | 'world', from: number, to: number): void => {
    const body = bodyAt(to, to > from)
    // A single piece cannot stretch.
    if (Math.abs(to - from) > 1 && body !== null) tie(bodyOfHold(hold), body, from, to)
  }
  const guards: DistanceJoint[] = []
  if (start !== null && end !== null && (canMove(start) || canMove(end))) {
    // Straight to what hangs on the rope, which is what stretches it.
    const [a, b] = end === 'world' ? [end, start] : [start, end]
    const [from, to] = end === 'world' ? [pieces, 0] : [0, pieces]
    tie(bodyOfHold(a), b as Body, from, to)
    return guards
  }
  const middle = Math.floor(pieces / 2)
  if (start !== null) add(start, 0, end === null ? pieces : middle)
  if (end !== null) add(end, pieces, start === null ? 0 : middle)
  return guards
}
