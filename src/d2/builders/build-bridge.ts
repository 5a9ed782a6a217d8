/**
 * A hanging bridge: planks on hinges, held at both ends, seen from the side.
 */

import { requireHold } from '../../common/builders/assembly.ts'
import { readBreak } from '../../common/joints/handles/joint-handle.ts'
import { requireNonNegative, requirePositive } from '../../common/bounds.ts'
import { MIN_BRIDGE_SLOPE } from '../../common/limits.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { joinLine, MAX_PIECES, plankGap, readFriction } from '../../common/builders/pieces.ts'
import { PhysicsError, requireInteger } from '../../common/errors.ts'
import type { Body } from '../api/body.ts'
import type { HingeJoint } from '../joints/kinds/hinge-joint.ts'
import type { Vec2 } from '../math/types.ts'
import { box } from '../api/shape-definition.ts'
import type { World } from '../api/world.ts'
import { assemble, requireVec2, requireWorld, readPiece, type Assembly, type Hold, type PieceOptions } from './assembly.ts'
import { hangingLine } from './hanging-line.ts'
import { addScaled, angleOf, cross, lengthOf, subtract, unit } from './vectors.ts'

/** What a bridge is told. */
export interface BridgeDefinition {
  /** The first edge, m. */
  from: Vec2
  /** The last edge, m. */
  to: Vec2
  /** Count of planks, 1 … 10 000. */
  planks: number
  /** Thickness of a plank, m. Default 0.1. */
  thickness?: number
  /** Empty space between two planks, m. Default a twentieth of a plank's length. */
  gap?: number
  /** By how much the deck is longer than the span, as a share of it. Default 0.02 (0 for a single plank). */
  slack?: number
  /** What the first plank hangs on. Default the world. */
  start?: Hold
  /** What the last plank hangs on. Default the world. */
  end?: Hold
  /** Dry friction of every hinge, N m: calms the deck. Default 0. */
  friction?: number
  /** N beyond which a hinge breaks. Default Infinity. */
  breakForce?: number
  /** Density, surface and filter of the planks. Default: as shapes are. */
  shape?: PieceOptions
}

const FIELDS: Fields<BridgeDefinition> = {
  from: 0, to: 0, planks: 0, thickness: 0, gap: 0, slack: 0, start: 1, end: 1, friction: 0, breakForce: 0, shape: 0,
}

/** A bridge of planks. */
export interface Bridge extends Assembly {
  /** The hinges, from the first edge to the last. */
  readonly joints: readonly HingeJoint[]
  /** Length of the whole deck, m. */
  readonly length: number
}

/** Hangs a bridge of planks between two points. */
export function buildBridge(world: World, definition: BridgeDefinition): Bridge {
  requireWorld(world, 'bridge.world')
  requireOptions(definition, FIELDS, 'bridge')
  const planks = requireInteger(definition.planks, 1, MAX_PIECES, 'bridge.planks')
  const from = requireVec2(definition.from, 'bridge.from')
  const to = requireVec2(definition.to, 'bridge.to')
  const thickness = requirePositive(definition.thickness ?? 0.1, 'bridge.thickness')
  const slack = requireNonNegative(definition.slack ?? (planks > 1 ? 0.02 : 0), 'bridge.slack')
  const line = hangingLine(from, to, planks, slack, world.gravity, 'bridge')
  const side = sideOf(world, from, to)
  const gap = plankGap(requireNonNegative(definition.gap ?? line.pieceLength / 20, 'bridge.gap'), line.pieceLength)
  const start = requireHold<Body>(world, definition.start === undefined ? 'world' : definition.start, 'bridge.start')
  const end = requireHold<Body>(world, definition.end === undefined ? 'world' : definition.end, 'bridge.end')
  const plank = box({ ...readPiece(definition.shape, 'bridge.shape'), halfExtents: { x: (line.pieceLength - gap) / 2, y: thickness / 2 } })
  const friction = readFriction(definition.friction, 'bridge.friction')
  const breakForce = readBreak(definition.breakForce, 'bridge.breakForce')
  return assemble(world, parts => {
    const joints: HingeJoint[] = []
    const { points } = line
    for (let i = 1; i <= planks; i++) {
      const way = subtract(points[i], points[i - 1])
      const rotation = angleOf({ x: way.x * side, y: way.y * side })
      parts.bodies.push(world.createBody({ position: addScaled(points[i - 1], way, 0.5), rotation, shapes: [plank] }))
    }
    const { bodies } = parts
    joinLine(bodies, points, start, end, (bodyA, bodyB, anchor) => {
      const joint = world.createHingeJoint({ bodyA, bodyB, anchor, friction, breakForce })
      parts.joints.push(joint)
      joints.push(joint)
    })
    return { bodies, joints, length: line.pieceLength * planks }
  })
}

/**
 * 1 if up is on the left of the way, −1 if it is on the right: planks lie face up, their y upwards, whichever way the bridge goes. It needs a way
 * that is not straight up or down.
 */
function sideOf(world: World, from: Vec2, to: Vec2): number {
  const { gravity } = world
  const strength = lengthOf(gravity)
  if (strength === 0) return 1
  const sine = cross(unit(subtract(to, from)), gravity) / strength
  if (Math.abs(sine) < MIN_BRIDGE_SLOPE) {
    throw new PhysicsError('degenerate', 'bridge.to', to, 'lies straight above or below from. Give a span; buildChain hangs lines.')
  }
  return sine < 0 ? 1 : -1
}
