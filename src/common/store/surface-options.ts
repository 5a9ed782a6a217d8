/**
 * What a shape's definition says besides its geometry and its place: material, filter, sensor, events.
 */

import { FILTER_FIELDS, GROUP_SHIFT, requireGroup, type CollisionFilter } from './collision-filter.ts'
import { requireNonNegative, requirePositive } from '../bounds.ts'
import { requireOptions, type Fields } from '../options.ts'
import { PERSIST_EVENTS, SENSES_SENSORS, SENSOR } from './column-codes.ts'
import { DEFAULT_FRICTION_RULE, DEFAULT_RESTITUTION_RULE, requireRule, type CombineRule } from './combine-rules.ts'
import { MAX_SHAPE_SIZE, MIN_SHAPE_SIZE } from '../limits.ts'
import { PhysicsError, requireBits, requireBoolean, requireRange } from '../errors.ts'
import type { SurfaceColumns } from './materials.ts'
import type { ShapeIndex } from './world-tables.ts'

/** Material, filter and events of a shape. */
export interface SurfaceOptions {
  /** kg/m³; in 2D kg/m², where segments and chains have no area and weigh nothing. Default 1000 (water, in 2D a metre deep). */
  density?: number
  /** Coulomb's coefficient: 0 is ice, 1 is rubber. Default 0.6. */
  friction?: number
  /** The coefficient of surfaces that do not slide yet: what it takes to set them going. Default, and at least: `friction`. */
  staticFriction?: number
  /** Share of the speed kept in a bounce, 0 … 1. Default 0. */
  restitution?: number
  /** Resistance to rolling, as a length in m: torque = this × normal force. Default 0. */
  rollingResistance?: number
  /** Which shapes it collides with. Default: all. */
  filter?: CollisionFilter
  /** Reports what overlaps it, static bodies too, and pushes nothing: trigger zones. Default false. */
  sensor?: boolean
  /** As a sensor, senses other sensors, too, which two sensors do not otherwise. Default false. */
  sensesSensors?: boolean
  /** Report contacts that persist, too, in `events.contactPersist`. Default false. */
  contactEvents?: boolean
  /** How the friction of two surfaces becomes the contact's; wins over a surface that leaves it out. Default 'geometric'. */
  frictionCombine?: CombineRule
  /** How the restitution of two surfaces becomes the contact's; wins over a surface that leaves it out. Default 'max'. */
  restitutionCombine?: CombineRule
  /** Anything you like; the engine does not look at it. Default undefined. */
  userData?: unknown
}

export const SURFACE_FIELDS: Fields<SurfaceOptions> = {
  density: 0, friction: 0, staticFriction: 0, restitution: 0, rollingResistance: 0, filter: 0, sensor: 0, sensesSensors: 0, contactEvents: 0,
  frictionCombine: 0, restitutionCombine: 0, userData: 1,
}

/** Material, filter and events of a shape, checked. */
export interface Surface {
  /** kg/m³, in 2D kg/m². */
  readonly density: number
  /** Coulomb's coefficient. */
  readonly friction: number
  /** The coefficient of surfaces that do not slide yet; 0 if there is none of its own. */
  readonly staticFriction: number
  /** Share of the speed kept in a bounce, 0 … 1. */
  readonly restitution: number
  /** Resistance to rolling, m: torque = this × normal force. */
  readonly rollingResistance: number
  /** The bits that this shape is. */
  readonly category: number
  /** The bits that it collides with. */
  readonly mask: number
  /** Shapes of the same group never collide if it is below 0, always if it is above, whatever their bits. */
  readonly group: number
  /** Reports overlaps and pushes nothing? */
  readonly sensor: boolean
  /** As a sensor, does it sense other sensors, too? */
  readonly sensesSensors: boolean
  /** Are contacts that persist reported, too? */
  readonly contactEvents: boolean
  /** @internal */
  readonly frictionCombine: number
  /** @internal */
  readonly restitutionCombine: number
  /** Anything you like; the engine does not look at it. */
  readonly userData: unknown
}

interface SurfaceIndex extends ShapeIndex, SurfaceColumns {
  density: Float64Array
  rolling: Float64Array
}

export function readSurface(o: SurfaceOptions, kind: string): Surface {
  const filter = o.filter === undefined ? {} : (requireOptions(o.filter, FILTER_FIELDS, `${kind}.filter`) as CollisionFilter)
  return {
    density: requireNonNegative(o.density ?? 1000, `${kind}.density`),
    friction: requireNonNegative(o.friction ?? 0.6, `${kind}.friction`),
    staticFriction: requireNonNegative(o.staticFriction ?? 0, `${kind}.staticFriction`),
    restitution: requireRange(o.restitution ?? 0, 0, 1, `${kind}.restitution`),
    rollingResistance: requireNonNegative(o.rollingResistance ?? 0, `${kind}.rollingResistance`),
    category: requireBits(filter.category ?? 1, `${kind}.filter.category`),
    mask: requireBits(filter.mask ?? 0xffffffff, `${kind}.filter.mask`),
    group: requireGroup(filter.group ?? 0, `${kind}.filter.group`),
    sensor: requireBoolean(o.sensor ?? false, `${kind}.sensor`),
    sensesSensors: requireBoolean(o.sensesSensors ?? false, `${kind}.sensesSensors`),
    contactEvents: requireBoolean(o.contactEvents ?? false, `${kind}.contactEvents`),
    frictionCombine: requireRule(o.frictionCombine ?? DEFAULT_FRICTION_RULE, `${kind}.frictionCombine`),
    restitutionCombine: requireRule(o.restitutionCombine ?? DEFAULT_RESTITUTION_RULE, `${kind}.restitutionCombine`),
    userData: o.userData,
  }
}

/** Into the shape's row. */
export function writeSurface(shapes: SurfaceIndex, row: number, surface: Surface): void {
  shapes.flags[row] =
    (surface.sensor ? SENSOR : 0) | (surface.sensesSensors ? SENSES_SENSORS : 0) | (surface.contactEvents ? PERSIST_EVENTS : 0) |
    (surface.group << GROUP_SHIFT)
  shapes.density[row] = surface.density
  shapes.friction[row] = surface.friction
  shapes.staticFriction[row] = surface.staticFriction
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
