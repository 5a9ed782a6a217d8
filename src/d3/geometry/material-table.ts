/**
 * Surfaces of level geometry by material: what the numbers of triangles and cells stand for. A table is immutable and kept among the geometries of
 * a world, so that snapshots hold it once; shapes refer to it by number. Its columns have the names of the shape table's, and are read instead of
 * those where a contact is on a triangle with a material.
 */

import { requireNonNegative } from '../../common/bounds.ts'
import { isArray, mapEntries, PhysicsError, requireRange } from '../../common/errors.ts'
import { type Fields, requireOptions } from '../../common/options.ts'
import { type CombineRule, COMBINE_RULES, requireRule } from '../../common/store/combine-rules.ts'
import type { SurfaceColumns } from '../../common/store/materials.ts'
import type { Surface } from '../../common/store/surface-options.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { readVec3, type Vec3, writeVec3 } from '../math/types.ts'

/** A surface of triangles or cells with one material. What it leaves out is as the shape's. */
export interface SurfaceMaterial {
  /** Coulomb's coefficient: 0 is ice, 1 is rubber. Default: the shape's. */
  friction?: number
  /** The coefficient of surfaces that do not slide yet; at least `friction`. Default: the shape's. */
  staticFriction?: number
  /** Share of the speed kept in a bounce, 0 … 1. Default: the shape's. */
  restitution?: number
  /** Resistance to rolling, as a length in m: torque = this × normal force. Default: the shape's. */
  rollingResistance?: number
  /** Velocity of the surface over the body, body axes, m/s. Default: the shape's. */
  surfaceVelocity?: Vec3
  /** How the friction of two surfaces becomes the contact's. Default: the shape's. */
  frictionCombine?: CombineRule
  /** How the restitution of two surfaces becomes the contact's. Default: the shape's. */
  restitutionCombine?: CombineRule
}

const MATERIAL_FIELDS: Fields<SurfaceMaterial> = {
  friction: 0, staticFriction: 0, restitution: 0, rollingResistance: 0, surfaceVelocity: 0, frictionCombine: 0, restitutionCombine: 0,
}

/** Materials of one table: numbers of triangles are bytes, and 255 is a hole in a height field. */
export const MAX_MATERIALS: number = 255

/** 'FMAT': the first word of a table. */
export const MATERIALS_MARK: number = 0x54414d46

/** Numbers per material: friction, static friction, restitution, rolling resistance, velocity, rules of friction and restitution. */
const STRIDE = 9

export class MaterialTable implements SurfaceColumns {
  readonly count: number
  readonly friction: Float64Array
  readonly staticFriction: Float64Array
  readonly restitution: Float64Array
  readonly rolling: Float64Array
  /** 3 each. */
  readonly surfaceVelocity: Float64Array
  readonly frictionCombine: Uint8Array
  readonly restitutionCombine: Uint8Array
  private readonly numbers: Float64Array

  constructor(numbers: Float64Array) {
    const count = numbers.length / STRIDE
    const column = (k: number): Float64Array => Float64Array.from({ length: count }, (_, i) => numbers[i * STRIDE + k])
    this.numbers = numbers
    this.count = count
    this.friction = column(0)
    this.staticFriction = column(1)
    this.restitution = column(2)
    this.rolling = column(3)
    this.surfaceVelocity = Float64Array.from({ length: 3 * count }, (_, i) => numbers[Math.floor(i / 3) * STRIDE + 4 + (i % 3)])
    this.frictionCombine = Uint8Array.from(column(7))
    this.restitutionCombine = Uint8Array.from(column(8))
  }

  /** Does the surface of a material move? */
  moves(material: number): boolean {
    const { surfaceVelocity: v } = this
    return v[material * 3] !== 0 || v[material * 3 + 1] !== 0 || v[material * 3 + 2] !== 0
  }

  /** Everything that it follows from. */
  pack(): Int32Array {
    const words = new Int32Array(2 + 2 * this.numbers.length)
    words[0] = MATERIALS_MARK
    words[1] = this.count
    words.set(new Int32Array(this.numbers.slice().buffer), 2)
    return words
  }

  /** As users gave them, complete. */
  read(): Required<SurfaceMaterial>[] {
    return Array.from({ length: this.count }, (_, i) => ({
      friction: this.friction[i], staticFriction: Math.max(this.friction[i], this.staticFriction[i]), restitution: this.restitution[i],
      rollingResistance: this.rolling[i], surfaceVelocity: writeVec3(this.surfaceVelocity, 3 * i, { x: 0, y: 0, z: 0 }),
      frictionCombine: COMBINE_RULES[this.frictionCombine[i]], restitutionCombine: COMBINE_RULES[this.restitutionCombine[i]],
    }))
  }
}

/** Null if the words, which anybody may have written, make no table. */
export function unpackMaterials(words: Int32Array): MaterialTable | null {
  const count = words[1] ?? 0
  if (!(count >= 1 && count <= MAX_MATERIALS && words.length === 2 + 2 * STRIDE * count)) return null
  const numbers = new Float64Array(words.slice(2).buffer)
  for (let i = 0; i < numbers.length; i++) {
    const k = i % STRIDE
    const number = numbers[i]
    const sound =
      k < 4 ? number >= 0 && number <= (k === 2 ? 1 : Number.MAX_VALUE)
      : k < 7 ? Math.abs(number) <= MAX_COORDINATE
      : Number.isInteger(number) && number >= 0 && number < COMBINE_RULES.length
    if (!sound) return null
  }
  return new MaterialTable(numbers)
}

/** What a shape says of itself: the surface where there is no material, and of whatever a material leaves out. */
export type OwnSurface = Pick<Surface, 'friction' | 'staticFriction' | 'restitution' | 'rollingResistance' | 'frictionCombine' | 'restitutionCombine'>

/** A table from what a user wrote; null if nothing. `velocity`: the shape's own, 3 numbers. */
export function readMaterials(value: unknown, own: OwnSurface, velocity: ArrayLike<number>, field: string): MaterialTable | null {
  if (value === undefined || value === null) return null
  if (!isArray(value)) throw new PhysicsError('wrong-type', field, value, 'must be an array, such as [{ friction: 0.1 }, { friction: 1 }].')
  if (value.length === 0) throw new PhysicsError('wrong-size', `${field}.length`, 0, 'must be at least 1. Leave it out for one surface everywhere.')
  if (value.length > MAX_MATERIALS) throw new PhysicsError('limit-exceeded', `${field}.length`, value.length, `must be at most ${MAX_MATERIALS}.`)
  const numbers = new Float64Array(STRIDE * value.length)
  mapEntries(value, (given, i) => {
    const at = `${field}[${i}]`
    const o = i * STRIDE
    const m = requireOptions(given, MATERIAL_FIELDS, at) as SurfaceMaterial
    numbers[o] = requireNonNegative(m.friction ?? own.friction, `${at}.friction`)
    numbers[o + 1] = requireNonNegative(m.staticFriction ?? (m.friction === undefined ? own.staticFriction : 0), `${at}.staticFriction`)
    numbers[o + 2] = requireRange(m.restitution ?? own.restitution, 0, 1, `${at}.restitution`)
    numbers[o + 3] = requireNonNegative(m.rollingResistance ?? own.rollingResistance, `${at}.rollingResistance`)
    if (m.surfaceVelocity === undefined) for (let k = 0; k < 3; k++) numbers[o + 4 + k] = velocity[k]
    else readVec3(m.surfaceVelocity, `${at}.surfaceVelocity`, numbers, o + 4)
    numbers[o + 7] = m.frictionCombine === undefined ? own.frictionCombine : requireRule(m.frictionCombine, `${at}.frictionCombine`)
    numbers[o + 8] = m.restitutionCombine === undefined ? own.restitutionCombine : requireRule(m.restitutionCombine, `${at}.restitutionCombine`)
  })
  return new MaterialTable(numbers)
}
