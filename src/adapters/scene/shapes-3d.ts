/**
 * Shapes and geometry of space as scene files tell them, both ways.
 */

import { markWords, sameWords } from '../../common/memory/snapshot-part.ts'
import { ruleName } from '../../common/store/combine-rules.ts'
import { GROUP_SHIFT } from '../../common/store/collision-filter.ts'
import { PERSIST_EVENTS, SENSES_SENSORS, SENSOR } from '../../common/store/column-codes.ts'
import {
  box, capsule, cone, cylinder, ellipsoid, heightField, hull, hullOf, mesh, plane, sphere, voxels, type ShapeDefinition,
} from '../../d3/api/shape-definition.ts'
import { HeightField } from '../../d3/geometry/height-field/height-field.ts'
import { isScaled, SCALE } from '../../d3/geometry/instances.ts'
import { packHull, unpackHull } from '../../d3/geometry/hull/hull-packing.ts'
import type { Hull } from '../../d3/geometry/hull/hull.ts'
import type { MaterialTable } from '../../d3/geometry/material-table.ts'
import { TriangleMesh } from '../../d3/geometry/mesh/triangle-mesh.ts'
import { SHAPES } from '../../d3/geometry/shapes/shape-table.ts'
import { CHUNK_BITS, CHUNK_SPACE, NO_MATERIAL } from '../../d3/geometry/voxels/chunk-list.ts'
import { Voxels } from '../../d3/geometry/voxels/voxels.ts'
import type { WorldState } from '../../d3/store/world-state.ts'
import { given, undo, type AnyState, type DescribedShape } from './dimension.ts'

type Values = Record<string, unknown>

const MAKERS: Readonly<Record<string, (values: never) => ShapeDefinition>> = {
  sphere, box, capsule, cylinder, cone, ellipsoid, plane, hull, mesh, heightField, voxels,
}

/** Fields that a geometry is built from. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  hull: ['points', 'packed'],
  mesh: ['positions', 'indices', 'materials', 'weldTolerance', 'packed'],
  heightField: ['heights', 'samplesX', 'samplesZ', 'sizeX', 'sizeZ', 'heightScale', 'order', 'diagonal', 'holes', 'materials', 'packed'],
  voxels: ['cells', 'cellSize', 'materials', 'packed'],
}

export function makeShape(kind: string, values: Values, geometry: object | null): ShapeDefinition {
  const parts = PARTS[kind]
  if (parts === undefined) return MAKERS[kind]!(values as never)
  const built = geometry ?? makeGeometry(kind, Object.fromEntries(parts.filter((key) => key in values).map((key) => [key, values[key]])))
  const rest: Values = Object.fromEntries(Object.entries(values).filter(([key]) => !parts.includes(key) && key !== 'geometry'))
  if (kind === 'hull') return hullOf(built as Hull, rest)
  const key = kind === 'mesh' ? 'mesh' : kind === 'heightField' ? 'field' : 'voxels'
  return MAKERS[kind]!({ ...rest, [key]: built } as never)
}

/** A geometry; one that is packed is taken as it is, if it is what the fields say. */
export function makeGeometry(kind: string, { packed, ...values }: Values): object {
  const kept = packed === undefined ? null : unpack(kind, packed as Uint8Array)
  if (kept !== null && Object.entries(describeGeometry(kept).values).every(([key, value]) => sameList(value, values[key]))) return kept
  if (kind === 'hull') return hull(values).geometry as Hull
  if (kind === 'mesh') return TriangleMesh.build(values as never)
  return kind === 'heightField' ? HeightField.build(values as never) : Voxels.build(values as never)
}

function sameList(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const [p, q] = [a as ArrayLike<number>, b as ArrayLike<number>]
  if (p.length !== q.length) return false
  for (let i = 0; i < p.length; i++) if (!Object.is(p[i], q[i])) return false
  return true
}

function unpack(kind: string, bytes: Uint8Array): object | null {
  try {
    if (kind === 'mesh') return TriangleMesh.fromBytes(bytes)
    if (kind === 'heightField') return HeightField.fromBytes(bytes)
    if (kind === 'voxels') return Voxels.fromBytes(bytes)
    return bytes.length % 4 === 0 ? unpackHull(new Int32Array(bytes.slice().buffer)) : null
  } catch {
    // Bytes that make nothing say nothing: the fields beside them do.
    return null
  }
}

export function describeGeometry(geometry: object): { kind: string; values: Values } {
  if (geometry instanceof TriangleMesh) return { kind: 'mesh', values: describeMesh(geometry) }
  if (geometry instanceof HeightField) return { kind: 'heightField', values: describeField(geometry) }
  if (geometry instanceof Voxels) return { kind: 'voxels', values: describeVoxels(geometry) }
  return { kind: 'hull', values: { points: (geometry as Hull).vertices } }
}

/** The same with its packed form, where building it again would give another one. */
export function describeExactly(geometry: object): { kind: string; values: Values } {
  const told = describeGeometry(geometry)
  const packed = pack(geometry)
  const again = pack(makeGeometry(told.kind, told.values))
  const same = packed.length === again.length && sameBytes(packed, again)
  return same ? told : { kind: told.kind, values: { ...told.values, packed } }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length % 4 !== 0) return a.every((byte, i) => byte === b[i])
  const [p, q] = [new Int32Array(a.slice().buffer), new Int32Array(b.slice().buffer)]
  return markWords(p, 0, p.length, 0) === markWords(q, 0, q.length, 0) && sameWords(p, q, 0, q.length)
}

function pack(geometry: object): Uint8Array {
  return 'toBytes' in geometry ? (geometry as TriangleMesh).toBytes() : new Uint8Array(packHull(geometry as Hull).buffer)
}

/** Triangles in the order they were given in: the tree over them then comes out the same. */
function describeMesh({ positions, indices, source, materials }: TriangleMesh): Values {
  const order = Array.from(source, (_, i) => i).sort((a, b) => source[a]! - source[b]!)
  return given({
    positions,
    indices: order.flatMap((i) => [indices[3 * i]!, indices[3 * i + 1]!, indices[3 * i + 2]!]),
    materials: materials === null ? undefined : order.map((i) => materials[i]!),
  })
}

function describeField({ heights, samplesX, samplesZ, sizeX, sizeZ, rising, holes, materials }: HeightField): Values {
  return given({
    heights: Float64Array.from(heights), samplesX, samplesZ, sizeX, sizeZ, diagonal: rising ? 'rising' : undefined,
    holes: holes.some((hole) => hole !== 0) ? holes : undefined, materials: materials ?? undefined,
  })
}

function describeVoxels({ chunks, cellSize, hasMaterials }: Voxels): Values {
  const cells: number[] = []
  const materials: number[] = []
  for (let c = 0; c < chunks.length; c++) {
    for (let cell = 0; cell < CHUNK_SPACE; cell++) {
      if (((chunks.words[c]![cell >> 5]! >>> (cell & 31)) & 1) === 0) continue
      for (let k = 0; k < 3; k++) cells.push((chunks.places[3 * c + k]! << CHUNK_BITS) + ((cell >> (4 * k)) & 15))
      materials.push(chunks.materials[c]?.[cell] ?? NO_MATERIAL)
    }
  }
  return given({ cells, cellSize, materials: hasMaterials ? materials : undefined })
}

/** Everything that a shape's row holds. */
export function describeShape(any: AnyState, row: number): DescribedShape {
  const state = any as unknown as WorldState
  const shapes = state.shapes.columns
  const { name } = SHAPES[shapes.kind[row]!]!
  const size = shapes.size.subarray(row * 4, row * 4 + 4)
  const vector = (column: Float64Array, o = row * 3): Values => ({ x: column[o], y: column[o + 1], z: column[o + 2] })
  const q = shapes.localRotation
  const geometry = shapes.geometry[row]! < 0 ? null : (state.hullRegistry.list[shapes.geometry[row]!] as object)
  const flags = shapes.flags[row]!
  // Fields and voxels weigh nothing, and a plane may not say so.
  const weightless = name === 'plane' || geometry instanceof HeightField || geometry instanceof Voxels
  const values: Values = {
    position: vector(shapes.localPosition),
    rotation: { x: q[row * 4], y: q[row * 4 + 1], z: q[row * 4 + 2], w: q[row * 4 + 3] },
    density: weightless || (shapes.density[row] === 1000 && !(geometry instanceof TriangleMesh)) ? undefined : shapes.density[row],
    friction: shapes.friction[row], staticFriction: shapes.staticFriction[row], restitution: shapes.restitution[row],
    rollingResistance: shapes.rolling[row], surfaceVelocity: vector(shapes.surfaceVelocity),
    filter: { category: shapes.category[row]! >>> 0, mask: shapes.mask[row]! >>> 0, group: flags >> GROUP_SHIFT },
    sensor: (flags & SENSOR) !== 0, sensesSensors: (flags & SENSES_SENSORS) !== 0, contactEvents: (flags & PERSIST_EVENTS) !== 0,
    frictionCombine: ruleName(shapes.frictionCombine[row]!), restitutionCombine: ruleName(shapes.restitutionCombine[row]!),
  }
  if (geometry !== null) {
    if (isScaled(size, 0)) values.scale = vector(size, SCALE)
    if (name === 'mesh' || name === 'height-field') values.sides = size[0] === 1 ? 'both' : 'front'
    else if (name !== 'voxels') values.rounding = size[0]
    const table = shapes.materials[row]!
    if (table > 0) values.surfaces = surfacesOf(state.hullRegistry.list[table - 1] as MaterialTable)
    return { kind: kindOf(geometry), values, geometry }
  }
  return { kind: KIND_OF[name] ?? name, values: { ...values, ...measuresOf(name, size) }, geometry: null }
}

function kindOf(geometry: object): string {
  if (geometry instanceof TriangleMesh) return 'mesh'
  return geometry instanceof HeightField ? 'heightField' : geometry instanceof Voxels ? 'voxels' : 'hull'
}

/** Kinds that users make by the name of another. */
const KIND_OF: Readonly<Record<string, string>> = { 'rounded-box': 'box', 'tapered-capsule': 'capsule' }

function measuresOf(name: string, size: Float64Array): Values {
  const [a, b, c, d] = [size[0]!, size[1]!, size[2]!, size[3]!]
  if (name === 'sphere') return { radius: a }
  if (name === 'box') return { halfExtents: { x: a, y: b, z: c } }
  if (name === 'capsule') return { radius: a, halfLength: b }
  if (name === 'ellipsoid') return { radii: { x: a, y: b, z: c } }
  if (name === 'plane') return {}
  if (name === 'cylinder') return cylinderOf(a, b, c, d)
  if (KIND_OF[name] === 'box') {
    const half = (core: number): number => undo(core, core + a, (x) => x - a)
    return { halfExtents: { x: half(b), y: half(c), z: half(d) }, rounding: a }
  }
  // A capsule with unequal ends: the smaller radius, and by how much the ends are larger.
  return { radiusTop: undo(c, a + c, (x) => x - a), radiusBottom: undo(d, a + d, (x) => x - a), halfLength: b }
}

function cylinderOf(rounding: number, half: number, top: number, bottom: number): Values {
  if (rounding === 0) return top === bottom ? { radius: top, halfHeight: half } : { radiusTop: top, radiusBottom: bottom, halfHeight: half }
  const whole = SHAPES.find((shape) => shape.name === 'cylinder')!.measures(Float64Array.of(rounding, half, top, bottom), 0)!
  return { radiusTop: whole.radiusTop, radiusBottom: whole.radiusBottom, halfHeight: whole.halfHeight, rounding: whole.rounding }
}

function surfacesOf(table: MaterialTable): Values[] {
  return Array.from({ length: table.count }, (_, i) => ({
    friction: table.friction[i], staticFriction: table.staticFriction[i], restitution: table.restitution[i], rollingResistance: table.rolling[i],
    surfaceVelocity: { x: table.surfaceVelocity[3 * i], y: table.surfaceVelocity[3 * i + 1], z: table.surfaceVelocity[3 * i + 2] },
    frictionCombine: ruleName(table.frictionCombine[i]!), restitutionCombine: ruleName(table.restitutionCombine[i]!),
  }))
}
