/**
 * A rope: short capsules on hinges, or beads on strings, with a guard against stretching.
 *
 * A long row of joints carries a heavy load only as well as the solver has converged. The guard is one more joint, a string from a held end
 * straight to the far one, no shorter than the rope itself: slack as long as the rope is not longer than it may be, it carries what is too much.
 * A heavy load belongs on `end`: then the guard holds the load itself.
 */

import { joinLine, MAX_PIECES } from '../../common/builders/pieces.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import {
  guardEnds, readStrand, requireStrandKind, threadBeads, STRAND_FIELDS, type BodyAt, type Strand, type StrandOptions,
} from '../../common/builders/strands.ts'
import { requireInteger } from '../../common/errors.ts'
import type { Body } from '../api/body.ts'
import type { DistanceJoint } from '../joints/kinds/distance-joint.ts'
import type { Vec2 } from '../math/types.ts'
import { circle } from '../api/shape-definition.ts'
import type { World } from '../api/world.ts'
import { assemble, readPiece, requireWorld, type Assembly, type Hold, type Parts, type PieceOptions } from './assembly.ts'
import { linkShape, placeLinks, readLine } from './build-chain.ts'
import type { HangingLine } from './hanging-line.ts'

/** What a rope is told. */
export interface RopeDefinition extends StrandOptions<Hold> {
  /** Where the rope begins, m. */
  from: Vec2
  /** Where it ends, m. */
  to: Vec2
  /** Count of pieces, 1 … 10 000. */
  pieces: number
  /** Radius of the rope, m. Default a fifth of a piece's length. */
  radius?: number
  /** By how much the rope is longer than the way from `from` to `to`, as a share of it; it then hangs in an arc. Default 0. */
  slack?: number
  /** 'hinge': capsules end to end, a stiff cord. 'distance': beads on strings, a limp thread. Default 'hinge'. */
  joint?: 'hinge' | 'distance'
  /** Density, surface and filter of the pieces. Default: as shapes are. */
  shape?: PieceOptions
}

const FIELDS: Fields<RopeDefinition> = { ...STRAND_FIELDS, from: 0, to: 0, pieces: 0, radius: 0, slack: 0, joint: 0, shape: 0 }

/** A rope of pieces. */
export interface Rope extends Assembly {
  /** The strings of the guard, among `joints` too. */
  readonly guards: readonly DistanceJoint[]
  /** Length of the whole rope, m. */
  readonly length: number
}

/** What both kinds of rope need, checked. */
interface Plan {
  readonly world: World
  readonly line: HangingLine
  readonly pieces: number
  readonly strand: Strand<Body>
}

/** Hangs a rope between two points. */
export function buildRope(world: World, definition: RopeDefinition): Rope {
  requireWorld(world, 'rope.world')
  requireOptions(definition, FIELDS, 'rope')
  const pieces = requireInteger(definition.pieces, 1, MAX_PIECES, 'rope.pieces')
  const line = readLine(world, definition, pieces, 'rope')
  const kind = requireStrandKind(definition.joint ?? 'hinge', ['hinge', 'distance'])
  const strand = readStrand<Body>(world, definition)
  const plan: Plan = { world, line, pieces, strand }
  const usual = line.pieceLength / 5
  const piece = linkShape(definition, line.pieceLength, usual, 'rope')
  const bead = circle({ ...readPiece(definition.shape, 'rope.shape'), radius: definition.radius ?? usual })
  return assemble(world, parts => {
    const bodyAt = kind === 'hinge' ? addCord(plan, piece, parts) : addThread(plan, bead, parts)
    const guards = strand.stretch === null ? [] : addGuards(plan, 1 + strand.stretch, parts, bodyAt)
    return { bodies: parts.bodies, joints: parts.joints, guards, length: line.pieceLength * pieces }
  })
}

function addCord({ world, line, strand }: Plan, piece: ReturnType<typeof circle>, parts: Parts): BodyAt<Body> {
  const made = placeLinks(line, (position, rotation) => {
    const link = world.createBody({ position, rotation, shapes: [piece], ...strand.body })
    parts.bodies.push(link)
    return link
  })
  joinLine(made, line.points, strand.start, strand.end, (bodyA, bodyB, anchor) => parts.joints.push(world.createHingeJoint({ bodyA, bodyB, anchor })))
  return (point, isBefore) => made[isBefore ? point - 1 : point]
}

function addThread({ world, line, pieces, strand }: Plan, bead: ReturnType<typeof circle>, parts: Parts): BodyAt<Body> {
  const { points, pieceLength } = line
  const addBead = (point: number): Body => {
    const made = world.createBody({ position: points[point], shapes: [bead], ...strand.body })
    parts.bodies.push(made)
    return made
  }
  return threadBeads(pieces, strand, addBead, (bodyA, bodyB, from, to) =>
    parts.joints.push(world.createDistanceJoint({ bodyA, bodyB, anchorA: points[from], anchorB: points[to], maxLength: pieceLength })),
  )
}

function addGuards({ world, line, pieces, strand }: Plan, share: number, parts: Parts, bodyAt: BodyAt<Body>): DistanceJoint[] {
  const { points, pieceLength } = line
  const guards: DistanceJoint[] = []
  guardEnds(pieces, strand, bodyAt, (bodyA, bodyB, from, to) => {
    const maxLength = Math.abs(to - from) * pieceLength * share
    const guard = world.createDistanceJoint({ bodyA, bodyB, anchorA: points[from], anchorB: points[to], maxLength, collideConnected: true })
    guards.push(guard)
    parts.joints.push(guard)
  })
  return guards
}
