/**
 * Surface options of a shape's definition: material, filter, sensor, events.
 */

import { PhysicsError, requireBits, requireBoolean, requireNonNegative, requireObject, requirePositive, requireRange } from '../errors.ts'
import { MAX_SHAPE_SIZE, MIN_SHAPE_SIZE } from '../tuning.ts'
import type { CollisionFilter } from './collision-filter.ts'
import { PERSIST_EVENTS, SENSOR } from './column-codes.ts'
import { type CombineRule, requireRule } from './combine-rules.ts'
import type { SurfaceColumns } from './materials.ts'
import type { ShapeIndex } from './world-tables.ts'

export interface SurfaceOptions {
  /** kg/m³; in 2D kg/m², where segments and chains have no area and weigh nothing. Default 1000 (water, in 2D a metre deep). */
  density?: number
  /** Coulomb's coefficient. Default 0.6. */
  friction?: number
  /** Share of the speed kept in a bounce, 0 … 1. Default 0. */
  restitution?: number
  /** Resistance to rolling, as a length in m: torque = this × normal force. Default 0. */
  rollingResistance?: number
  filter?: CollisionFilter
  /** Reports overlaps, without contact forces. Default false. */
  sensor?: boolean
  /** Report contacts that persist, too. Default false. */
  contactEvents?: boolean
  /** Default 'geometric'. */
  frictionCombine?: CombineRule
  /** Default 'max'. */
  restitutionCombine?: CombineRule
  userData?: unknown
}

/** The same, checked. */
export interface Surface {
  readonly density: number
  readonly friction: number
  readonly restitution: number
  readonly rollingResistance: number
  readonly category: number
  readonly mask: number
  readonly sensor: boolean
  readonly contactEvents: boolean
  readonly frictionCombine: number
  readonly restitutionCombine: number
  readonly userData: unknown
}

interface SurfaceIndex extends ShapeIndex, SurfaceColumns {
  density: Float64Array
  rolling: Float64Array
}

export function readSurface(o: SurfaceOptions, kind: string): Surface {
  const filter = o.filter === undefined ? {} : (requireObject(o.filter, `${kind}.filter`) as CollisionFilter)
  return {
    density: requireNonNegative(o.density ?? 1000, `${kind}.density`),
    friction: requireNonNegative(o.friction ?? 0.6, `${kind}.friction`),
    restitution: requireRange(o.restitution ?? 0, 0, 1, `${kind}.restitution`),
    rollingResistance: requireNonNegative(o.rollingResistance ?? 0, `${kind}.rollingResistance`),
    category: requireBits(filter.category ?? 1, `${kind}.filter.category`),
    mask: requireBits(filter.mask ?? 0xffffffff, `${kind}.filter.mask`),
    sensor: requireBoolean(o.sensor ?? false, `${kind}.sensor`),
    contactEvents: requireBoolean(o.contactEvents ?? false, `${kind}.contactEvents`),
    frictionCombine: requireRule(o.frictionCombine ?? 'geometric', `${kind}.frictionCombine`),
    restitutionCombine: requireRule(o.restitutionCombine ?? 'max', `${kind}.restitutionCombine`),
    userData: o.userData,
  }
}

/** Into the shape's row. */
export function writeSurface(shapes: SurfaceIndex, row: number, surface: Surface): void {
  shapes.flags[row] = (surface.sensor ? SENSOR : 0) | (surface.contactEvents ? PERSIST_EVENTS : 0)
  shapes.density[row] = surface.density
  shapes.friction[row] = surface.friction
  shapes.restitution[row] = surface.restitution
  shapes.rolling[row] = surface.rollingResistance
  shapes.category[row] = surface.category
  shapes.mask[row] = surface.mask
  shapes.frictionCombine[row] = surface.frictionCombine
  shapes.restitutionCombine[row] = surface.restitutionCombine
}

/** A size of a shape, m. */
export function requireLength(value: unknown, field: string): number {
  const number = requirePositive(value, field)
  if (number < MIN_SHAPE_SIZE || number > MAX_SHAPE_SIZE) {
    throw new PhysicsError('out-of-range', field, number, `must lie between ${MIN_SHAPE_SIZE} and ${MAX_SHAPE_SIZE} m. Check the unit.`)
  }
  return number
}
