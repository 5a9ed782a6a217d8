/**
 * What a debug drawing shows and in which colours: the options of `world.draw`, checked.
 */

import { requirePositive } from '../bounds.ts'
import { PhysicsError, requireBoolean, requireInteger } from '../errors.ts'
import { requireOptions, type Fields } from '../options.ts'
import { DYNAMIC, ENABLED, KINEMATIC, SENSOR } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'

/** Colours of a drawing by state, as bits 0xRRGGBB. */
export interface DrawColors {
  /** Shapes of static bodies, bits 0xRRGGBB. Default 0xc9c4b8. */
  static?: number
  /** Shapes of kinematic bodies, bits 0xRRGGBB. Default 0x2b7a78. */
  kinematic?: number
  /** Shapes of dynamic bodies that are awake, bits 0xRRGGBB. Default 0xe4572e. */
  awake?: number
  /** Shapes of dynamic bodies that sleep, bits 0xRRGGBB. Default 0x76808f. */
  asleep?: number
  /** Sensors, bits 0xRRGGBB. Default 0xf2a541. */
  sensor?: number
  /** Shapes of bodies that are switched off, bits 0xRRGGBB. Default 0x3b3b3b. */
  disabled?: number
  /** Contact points, bits 0xRRGGBB. Default 0xffe14d. */
  contact?: number
  /** Normals of contacts, bits 0xRRGGBB. Default 0xd7263d. */
  normal?: number
  /** Joints, bits 0xRRGGBB. Default 0x2a9d8f. */
  joint?: number
  /** Anchors of joints, bits 0xRRGGBB. Default 0xffffff. */
  anchor?: number
  /** Main axes of joints, bits 0xRRGGBB. Default 0xe76f51. */
  axis?: number
  /** Boxes around shapes, bits 0xRRGGBB. Default 0x1d3557. */
  bounds?: number
  /** Boxes around islands, bits 0xRRGGBB. Default 0x8e6bbf. */
  island?: number
  /** Centres of mass, bits 0xRRGGBB. Default 0xffffff. */
  center?: number
}

/** What `world.draw` shows. */
export interface DrawOptions {
  /** The shapes, and in space the wheels of vehicles, coloured by the state of their bodies. Default true. */
  shapes?: boolean
  /** Points and normals of the contacts of the last step. Default false. */
  contacts?: boolean
  /** Joints: from the bodies to their anchors, and the main axis. Default false. */
  joints?: boolean
  /** The boxes around shapes that the broad phase goes by. Default false. */
  bounds?: boolean
  /** Boxes around the islands of awake bodies that hang together, as of the last step. Default false. */
  islands?: boolean
  /** Centres of mass. Default false. */
  centersOfMass?: boolean
  /** Ids of bodies and counts of islands, as text. Default false. */
  labels?: boolean
  /** Length of normals and axes, m. Default 0.3. */
  scale?: number
  /** Colours by state. Default: those of `DrawColors`. */
  colors?: DrawColors
}

const DRAW_FIELDS: Fields<DrawOptions> = {
  shapes: 0, contacts: 0, joints: 0, bounds: 0, islands: 0, centersOfMass: 0, labels: 0, scale: 0, colors: 0,
}

const DEFAULT_COLORS: Required<DrawColors> = {
  static: 0xc9c4b8, kinematic: 0x2b7a78, awake: 0xe4572e, asleep: 0x76808f, sensor: 0xf2a541, disabled: 0x3b3b3b, contact: 0xffe14d,
  normal: 0xd7263d, joint: 0x2a9d8f, anchor: 0xffffff, axis: 0xe76f51, bounds: 0x1d3557, island: 0x8e6bbf, center: 0xffffff,
}

/** Options with nothing left out. */
export type DrawPlan = Required<Omit<DrawOptions, 'colors'>> & { colors: Required<DrawColors> }

export function readDrawOptions(options: DrawOptions): DrawPlan {
  requireOptions(options, DRAW_FIELDS, 'draw')
  const flag = (key: Exclude<keyof DrawOptions, 'scale' | 'colors'>, standard: boolean): boolean =>
    requireBoolean(options[key] ?? standard, `draw.${key}`)
  const colors = { ...DEFAULT_COLORS }
  if (options.colors !== undefined) {
    requireOptions(options.colors, DEFAULT_COLOR_FIELDS, 'draw.colors')
    for (const key of Object.keys(options.colors) as (keyof DrawColors)[]) {
      const color = options.colors[key]
      if (color !== undefined) colors[key] = requireInteger(color, 0, 0xffffff, `draw.colors.${key}`)
    }
  }
  return {
    shapes: flag('shapes', true), contacts: flag('contacts', false), joints: flag('joints', false), bounds: flag('bounds', false),
    islands: flag('islands', false), centersOfMass: flag('centersOfMass', false), labels: flag('labels', false),
    scale: requirePositive(options.scale ?? 0.3, 'draw.scale'), colors,
  }
}

const DEFAULT_COLOR_FIELDS: Readonly<Record<string, number>> = Object.fromEntries(Object.keys(DEFAULT_COLORS).map((key) => [key, 0]))

/** An object with the method `line`; its other methods may be missing, and must be functions if they are there. */
export function requireRenderer(value: unknown, methods: readonly string[]): void {
  const renderer = value as Record<string, unknown>
  if (typeof value !== 'object' || value === null || typeof renderer.line !== 'function') {
    throw new PhysicsError('wrong-type', 'draw.renderer', value, `must be an object with a method line, and if you like ${methods.join(', ')}.`)
  }
  for (const method of methods) {
    if (renderer[method] !== undefined && typeof renderer[method] !== 'function') {
      throw new PhysicsError('wrong-type', `draw.renderer.${method}`, renderer[method], 'must be a function, or left out.')
    }
  }
}

/** The colour of a shape by the state of its body. */
export function shapeColor(state: WorldTables, shape: number, colors: Required<DrawColors>): number {
  const { body, flags } = state.shapes.columns
  const { type, flags: bits, awake } = state.bodies.columns
  const row = body[shape]
  if ((bits[row] & ENABLED) === 0) return colors.disabled
  if ((flags[shape] & SENSOR) !== 0) return colors.sensor
  if (type[row] === DYNAMIC) return awake[row] === 1 ? colors.awake : colors.asleep
  return type[row] === KINEMATIC ? colors.kinematic : colors.static
}

/** Awake dynamic bodies by island, as of the last step. */
export function islandsOf(state: WorldTables): number[][] {
  const { alive, type, awake, island } = state.bodies.columns
  const groups = new Map<number, number[]>()
  for (let row = 0; row < state.bodies.count; row++) {
    if (alive[row] === 0 || type[row] !== DYNAMIC || awake[row] === 0) continue
    const members = groups.get(island[row])
    if (members) members.push(row)
    else groups.set(island[row], [row])
  }
  return [...groups.values()]
}
