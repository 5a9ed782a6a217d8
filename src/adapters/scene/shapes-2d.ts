/**
 * Shapes and geometry of the plane as scene files tell them, both ways.
 */

import { PhysicsError } from '../../common/errors.ts'
import { ruleName } from '../../common/store/combine-rules.ts'
import { GROUP_SHIFT } from '../../common/store/collision-filter.ts'
import { PERSIST_EVENTS, SENSES_SENSORS, SENSOR } from '../../common/store/column-codes.ts'
import {
  box, capsule, chain, circle, ellipse, heightLine, linkOf, polygon, polygonOf, segment, tiles, type ShapeDefinition,
} from '../../d2/api/shape-definition.ts'
import { unpackPolygon } from '../../d2/geometry/polygon/polygon-packing.ts'
import type { Polygon } from '../../d2/geometry/polygon/polygon.ts'
import { isBox } from '../../d2/geometry/shapes/box.ts'
import { BOTH_SIDES, CHAIN_LINK, CHAIN_START } from '../../d2/geometry/shapes/segment.ts'
import { SHAPES } from '../../d2/geometry/shapes/shape-table.ts'
import type { WorldState } from '../../d2/store/world-state.ts'
import type { AnyState, DescribedShape } from './dimension.ts'

type Values = Record<string, unknown>

const MAKERS: Readonly<Record<string, (values: never) => ShapeDefinition | ShapeDefinition[]>> = {
  circle, box, capsule, ellipse, segment, chain, heightLine, tiles,
}

/** Words of a file for the sides of a segment. */
const SIDES: Readonly<Record<string, number>> = { both: BOTH_SIDES, start: CHAIN_START, left: CHAIN_LINK }
/** Tangents of half the angles of a chain are below this. */
const MOST_TURN = 1e7

export function makeShapes(kind: string, values: Values, geometry: object | null): ShapeDefinition | ShapeDefinition[] {
  if (kind === 'link') return makeLink(values)
  if (kind !== 'polygon') return MAKERS[kind]!(values as never)
  const { points, radius, geometry: _name, ...rest } = values
  return polygonOf((geometry ?? makePolygon(points)) as Polygon, radius, rest)
}

function makeLink({ halfLength, turnBefore = -1, turnAfter = -1, side = 'both', ...rest }: Values): ShapeDefinition {
  for (const [key, value] of [['turnBefore', turnBefore], ['turnAfter', turnAfter]] as const) {
    if (!(Math.abs(value as number) < MOST_TURN)) throw new PhysicsError('out-of-range', `link.${key}`, value, `must be below ${MOST_TURN} in size.`)
  }
  return linkOf([halfLength as number, turnBefore as number, turnAfter as number, SIDES[side as string]!], rest)
}

/** Corners that are those of a polygon already, in its order, are taken as they are: otherwise they would be built into one a second time. */
function makePolygon(points: unknown): Polygon {
  const kept = Array.isArray(points) ? unpackPolygon(new Int32Array(Float64Array.from(points as number[]).buffer)) : null
  return kept ?? polygon({ points: points as number[] }).polygon!
}

export function makeGeometry(_kind: string, { points }: Values): object {
  return makePolygon(points)
}

export function describeGeometry(geometry: object): { kind: string; values: Values } {
  return { kind: 'polygon', values: { points: (geometry as Polygon).vertices } }
}

/** Everything that a shape's row holds. */
export function describeShape(any: AnyState, row: number): DescribedShape {
  const state = any as unknown as WorldState
  const shapes = state.shapes.columns
  const { name } = SHAPES[shapes.kind[row]!]!
  const size = shapes.size.subarray(row * 4, row * 4 + 4)
  const vector = (column: Float64Array): Values => ({ x: column[row * 2], y: column[row * 2 + 1] })
  const flags = shapes.flags[row]!
  const values: Values = {
    position: vector(shapes.localPosition), rotation: shapes.localRotation[row],
    density: name === 'segment' || shapes.density[row] === 1000 ? undefined : shapes.density[row],
    friction: shapes.friction[row], staticFriction: shapes.staticFriction[row], restitution: shapes.restitution[row],
    rollingResistance: shapes.rolling[row], surfaceVelocity: vector(shapes.surfaceVelocity),
    filter: { category: shapes.category[row]! >>> 0, mask: shapes.mask[row]! >>> 0, group: flags >> GROUP_SHIFT },
    sensor: (flags & SENSOR) !== 0, sensesSensors: (flags & SENSES_SENSORS) !== 0, contactEvents: (flags & PERSIST_EVENTS) !== 0,
    frictionCombine: ruleName(shapes.frictionCombine[row]!), restitutionCombine: ruleName(shapes.restitutionCombine[row]!),
  }
  const [a, b, c, d] = [size[0]!, size[1]!, size[2]!, size[3]!]
  if (name === 'segment') {
    const side = Object.keys(SIDES).find((key) => SIDES[key] === d)
    return { kind: 'link', values: { ...values, halfLength: a, turnBefore: b, turnAfter: c, side }, geometry: null }
  }
  if (name === 'polygon' && isBox(size, 0)) return { kind: 'box', values: { ...values, halfExtents: { x: b, y: c }, radius: a }, geometry: null }
  if (name === 'polygon') return { kind: 'polygon', values: { ...values, radius: a }, geometry: state.polygons[shapes.polygon[row]!]! }
  if (name === 'circle') return { kind: name, values: { ...values, radius: a }, geometry: null }
  if (name === 'capsule') return { kind: name, values: { ...values, radius: a, halfLength: b }, geometry: null }
  return { kind: name, values: { ...values, radii: { x: a, y: b } }, geometry: null }
}
