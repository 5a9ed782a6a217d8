/**
 * A chain: capsules end to end on hinges, and a weight at the end if wanted.
 */

import { bodyOfHold, massIfGiven, requireHold } from '../../common/builders/assembly.ts'
import { requireNonNegative } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { joinLine, linkRadius, MAX_PIECES, readLoad, type Load } from '../../common/builders/pieces.ts'
import { requireInteger } from '../../common/errors.ts'
import type { Body } from '../api/body.ts'
import type { HingeJoint } from '../joints/kinds/hinge-joint.ts'
import type { Vec2 } from '../math/types.ts'
import { capsule, circle } from '../api/shape-definition.ts'
import type { World } from '../api/world.ts'
import { assemble, requireVec2, requireWorld, readPiece, type Assembly, type Hold, type PieceOptions } from './assembly.ts'
import { hangingLine, type HangingLine } from './hanging-line.ts'
import { addScaled, angleOf, subtract, unit } from './vectors.ts'

/** What a chain is told. */
export interface ChainDefinition {
  /** Where the chain begins, m. */
  from: Vec2
  /** Where it ends, m. */
  to: Vec2
  /** Count of links, 1 … 10 000. */
  links: number
  /** Radius of a link, m. Default a sixth of its length. */
  radius?: number
  /** By how much the chain is longer than the way from `from` to `to`, as a share of it; it then hangs in an arc. Default 0. */
  slack?: number
  /** What the first link hangs on. Default the world. */
  start?: Hold
  /** What the last link (or the load) hangs on. Default nothing. */
  end?: Hold
  /** kg of one link. Default: by density. */
  linkMass?: number
  /** A ball at the end. Default none. */
  load?: Load
  /** Density, surface and filter of links and load. Default: as shapes are. */
  shape?: PieceOptions
}

const FIELDS: Fields<ChainDefinition> = { from: 0, to: 0, links: 0, radius: 0, slack: 0, start: 1, end: 1, linkMass: 0, load: 0, shape: 0 }

/** A chain of capsules. */
export interface Chain extends Assembly {
  /** The joints, from the beginning to the end. */
  readonly joints: readonly HingeJoint[]
  /** The links in order, the load left out. */
  readonly links: readonly Body[]
  /** The ball at the end, if there is one. */
  readonly load: Body | null
  /** Length of all links together, m. */
  readonly length: number
}

/** Hangs a chain of capsules between two points. */
export function buildChain(world: World, definition: ChainDefinition): Chain {
  requireWorld(world, 'chain.world')
  requireOptions(definition, FIELDS, 'chain')
  const links = requireInteger(definition.links, 1, MAX_PIECES, 'chain.links')
  const line = readLine(world, definition, links, 'chain')
  const start = requireHold<Body>(world, definition.start === undefined ? 'world' : definition.start, 'chain.start')
  const end = requireHold<Body>(world, definition.end ?? null, 'chain.end')
  const link = linkShape(definition, line.pieceLength, line.pieceLength / 6, 'chain')
  const mass = massIfGiven(definition.linkMass, 'chain.linkMass')
  const load = readLoad(definition.load)
  const ball = load && circle({ ...readPiece(definition.shape, 'chain.shape'), radius: load.radius })
  return assemble(world, parts => {
    const joints: HingeJoint[] = []
    const join = (bodyA: Body | null, bodyB: Body, anchor: Vec2): void => {
      const joint = world.createHingeJoint({ bodyA, bodyB, anchor })
      parts.joints.push(joint)
      joints.push(joint)
    }
    const made = placeLinks(line, (position, rotation) => {
      const body = world.createBody({ position, rotation, shapes: [link], ...mass })
      parts.bodies.push(body)
      return body
    })
    joinLine(made, line.points, start, load ? null : end, join)
    let weight: Body | null = null
    if (load && ball) {
      const last = line.points[links]
      const along = unit(subtract(last, line.points[links - 1]))
      weight = world.createBody({ position: addScaled(last, along, load.radius), mass: load.mass, shapes: [ball] })
      parts.bodies.push(weight)
      join(made[links - 1], weight, last)
      if (end !== null) join(bodyOfHold(end), weight, addScaled(last, along, 2 * load.radius))
    }
    return { bodies: parts.bodies, joints, links: made, load: weight, length: line.pieceLength * links }
  })
}

/** The line of a definition with `from`, `to` and `slack`. */
export function readLine(world: World, d: { from: Vec2; to: Vec2; slack?: number }, pieces: number, field: string): HangingLine {
  const from = requireVec2(d.from, `${field}.from`)
  const to = requireVec2(d.to, `${field}.to`)
  return hangingLine(from, to, pieces, requireNonNegative(d.slack ?? 0, `${field}.slack`), world.gravity, field)
}

/** A capsule as long as a piece. */
export function linkShape(d: { radius?: number; shape?: PieceOptions }, length: number, usual: number, field: string): ReturnType<typeof capsule> {
  const radius = linkRadius(d.radius, length, usual, field)
  return capsule({ ...readPiece(d.shape, `${field}.shape`), radius, halfLength: length / 2 - radius })
}

/** Calls `place` for every piece of a line, its y along the line. */
export function placeLinks({ points }: HangingLine, place: (position: Vec2, rotation: number) => Body): Body[] {
  const made: Body[] = []
  for (let i = 1; i < points.length; i++) {
    const way = subtract(points[i], points[i - 1])
    // x is a quarter to the right of y.
    made.push(place(addScaled(points[i - 1], way, 0.5), angleOf({ x: way.y, y: -way.x })))
  }
  return made
}
