/**
 * Movers as users ask for them: what characters are made of, for those who write their own. Casts and planes of a shape that is moved without
 * turning, with checked arguments and object results. The search itself is in `characters/mover.ts`.
 */

import { obstacles } from '../../common/characters/obstacles.ts'
import { requireNonNegative, requireSized } from '../../common/bounds.ts'
import { mapEntries, isArray, PhysicsError, requireObject } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { accepts, readMask, type QueryMask } from '../../common/queries/query-mask.ts'
import { PLANE_TOLERANCE } from '../../common/tuning.ts'
import { castMover, gapNormal, gapPoint, gatherSeen, measureGap, met, place, setMoverShape } from '../characters/mover.ts'
import { MAX_PLANES, PlaneSet } from '../characters/plane-set.ts'
import { readVec2, writeVec2, type Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import type { Body } from './body.ts'
import { requireMoverShape } from './character-definition.ts'
import type { QueryFilter } from './queries.ts'
import type { ShapeDefinition } from './shape-definition.ts'
import type { Shape } from './shape.ts'

/** Where a mover is and what it meets. */
export interface MoverPlacement {
  /** Where its origin is, m. */
  position: Vec2
  /** Its angle, rad, counter-clockwise. Default 0. */
  rotation?: number
  /** Which shapes it meets; sensors it never does. Default: all. */
  filter?: QueryFilter
}

/** How a mover is moved. */
export interface MoverCast extends MoverPlacement {
  /** The displacement, m. */
  translation: Vec2
  /** Gap at which it stops, m. Default 0. */
  gap?: number
}

/** How far a mover can go. */
export interface MoverHit {
  /** Share of the translation that it can go, 0 … 1. */
  fraction: number
  /** The body of the shape. */
  body: Body
  /** The shape that stops it. */
  shape: Shape
  /** Unit vector from that shape to the mover, where it stops. */
  normal: Vec2
  /** Point of that shape that is nearest, m. */
  point: Vec2
}

/** Planes around a mover. */
export interface MoverSurroundings extends MoverPlacement {
  /** How near a shape must be, m. Default 0: what it touches or overlaps. */
  reach?: number
}

/** A plane that a mover may not cross. */
export interface Plane {
  /** Unit vector from the obstacle to the mover. */
  normal: Vec2
  /** How far the mover may go against the normal, m; below 0 it must go back. */
  offset: number
}

/** A plane of a shape near a mover; its offset is the gap between them. */
export interface MoverPlane extends Plane {
  /** The body of the shape. */
  body: Body
  /** The shape. */
  shape: Shape
  /** Point of that shape that is nearest, m. */
  point: Vec2
}

const PLACEMENT_FIELDS: Fields<MoverPlacement> = { position: 0, rotation: 0, filter: 0 }
const CAST_FIELDS: Fields<MoverCast> = { ...PLACEMENT_FIELDS, translation: 0, gap: 0 }
const SURROUNDINGS_FIELDS: Fields<MoverSurroundings> = { ...PLACEMENT_FIELDS, reach: 0 }

const pose = new Float64Array(3)
const motion = new Float64Array(2)
const set = new PlaneSet()

/** Answers for one world. */
export class WorldMovers {
  private readonly world: object
  private readonly state: WorldState
  private readonly shapes: { ofRow(row: number): Shape }

  constructor(world: object, state: WorldState, shapes: { ofRow(row: number): Shape }) {
    this.world = world
    this.state = state
    this.shapes = shapes
  }

  cast(shape: ShapeDefinition, options: MoverCast): MoverHit | null {
    requireOptions(options, CAST_FIELDS, 'castMover')
    requireMoverShape(shape, 'castMover.shape')
    const mask = this.place(options, 'castMover')
    readVec2(options.translation, 'castMover.translation', motion, 0)
    const gap = requireNonNegative(options.gap ?? 0, 'castMover.gap')
    const length = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1])
    this.gather(shape, mask, length + gap)
    const fraction = castMover(this.state, motion, gap)
    if (met.shape < 0) return null
    for (let k = 0; k < 2; k++) place[k] += fraction * motion[k]
    measureGap(this.state, met.shape)
    const found = this.shapes.ofRow(met.shape)
    return { fraction, body: found.body, shape: found, normal: copy(gapNormal, 0), point: copy(gapPoint, 0) }
  }

  collect(shape: ShapeDefinition, options: MoverSurroundings): MoverPlane[] {
    requireOptions(options, SURROUNDINGS_FIELDS, 'collectPlanes')
    requireMoverShape(shape, 'collectPlanes.shape')
    const mask = this.place(options, 'collectPlanes')
    const reach = requireNonNegative(options.reach ?? 0, 'collectPlanes.reach')
    this.gather(shape, mask, reach)
    const found: MoverPlane[] = []
    for (let i = 0; i < obstacles.count; i++) {
      const gap = measureGap(this.state, obstacles.rows[i])
      if (!(gap <= reach)) continue
      const other = this.shapes.ofRow(obstacles.rows[i])
      found.push({ normal: copy(gapNormal, 0), offset: gap, body: other.body, shape: other, point: copy(gapPoint, 0) })
    }
    return found
  }

  /** Checks where it is put; returns what it sees. */
  private place(options: MoverPlacement, name: string): QueryMask<Shape> {
    readVec2(options.position, `${name}.position`, pose, 0)
    pose[2] = requireSized(options.rotation ?? 0, `${name}.rotation`)
    return readMask(options.filter, `${name}.filter`, this.world, this.state.bodies)
  }

  /** The obstacles near it. Predicates are asked first: they may use movers of their own. */
  private gather(shape: ShapeDefinition, mask: QueryMask<Shape>, reach: number): void {
    const at = pose.slice()
    setMoverShape(shape, at[2])
    place.set(at.subarray(0, 2))
    gatherSeen(this.state, mask as QueryMask<never>, reach)
    if (mask.predicate === null) return
    const way = motion.slice()
    const rows = obstacles.rows.slice(0, obstacles.count).filter((row) => accepts(this.state, mask, this.shapes.ofRow(row)))
    setMoverShape(shape, at[2])
    place.set(at.subarray(0, 2))
    motion.set(way)
    obstacles.rows.set(rows)
    obstacles.count = rows.length
  }
}

/**
 * The displacement nearest to the given one, m, that crosses none of the planes, at most 32. With offsets of 0 it clips velocities. Planes that
 * contradict each other leave a compromise between them.
 */
export function solvePlanes(translation: Vec2, planes: readonly Plane[]): Vec2 {
  readVec2(translation, 'solvePlanes.translation', set.wanted, 0)
  if (!isArray(planes) || planes.length > MAX_PLANES) {
    throw new PhysicsError('wrong-size', 'solvePlanes.planes', planes, `must be an array of at most ${MAX_PLANES} planes.`)
  }
  set.count = 0
  let scale = 0
  for (let k = 0; k < 2; k++) scale = Math.max(scale, Math.abs(set.wanted[k]))
  mapEntries(planes as readonly Plane[], (plane, i) => {
    const field = `solvePlanes.planes[${i}]`
    const { normal, offset } = requireObject(plane, field) as Plane
    readVec2(normal, `${field}.normal`, motion, 0)
    const length = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1])
    if (!(Math.abs(length - 1) < 1e-6)) throw new PhysicsError('degenerate', `${field}.normal`, normal, 'must have a length of 1.')
    if (typeof offset !== 'number' || Number.isNaN(offset)) throw new PhysicsError('not-finite', `${field}.offset`, offset, 'must be a number.')
    set.add(motion, 0, offset, -1)
    if (Number.isFinite(offset)) scale = Math.max(scale, Math.abs(offset))
  })
  set.solve(PLANE_TOLERANCE * PLANE_TOLERANCE * scale)
  return copy(set.result, 0)
}

function copy(source: Float64Array, o: number): Vec2 {
  return writeVec2(source, o, { x: 0, y: 0 })
}
