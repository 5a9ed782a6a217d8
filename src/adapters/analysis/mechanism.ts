/**
 * Joints and bodies as one set of linear equations J v = 0, in mass-weighted velocities u with v = G u, G Gᵀ = M⁻¹: the part of analysis that
 * knows worlds, joints and rows, and no dimension. Products of weighted rows are those of J M⁻¹ Jᵀ; lengths of free motions are energies.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { ConstraintRow, ReadWorld, RowSource } from '../../common/joints/read-rows.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { DYNAMIC, ENABLED } from '../../common/store/column-codes.ts'

type State = ReadWorld & { readonly jointPlaces: { readonly rows: RowSource<unknown, unknown, unknown> } }
export type Row = ConstraintRow<object, object | number>

export interface AnyBody {
  readonly id: number
  readonly world: unknown
  readonly type: string
  readonly isValid: boolean
  joints(): AnyJoint[]
}

export interface AnyJoint {
  readonly id: number
  readonly world: unknown
  readonly bodyA: AnyBody | null
  readonly bodyB: AnyBody
  readonly enabled: boolean
  readonly isValid: boolean
  readonly softness: object | null
  readRows(): Row[]
}

export interface AnyWorld {
  readonly bodies: Iterable<AnyBody>
  readonly joints: Iterable<AnyJoint>
}

/** A hard row of a joint, weighted: numbers of all bodies' u. */
export interface WeightedRow {
  readonly joint: AnyJoint
  readonly row: Row
  readonly u: Float64Array
}

/** Bodies that may move, and the rows that hold them. */
export class Mechanism {
  readonly state: State
  readonly source: RowSource<unknown, unknown, unknown>
  readonly bodies: readonly AnyBody[]
  readonly joints: readonly AnyJoint[]
  /** Count of the freedoms of all bodies without joints. */
  readonly freedoms: number
  readonly rows: readonly WeightedRow[]
  /** Where each body's numbers begin, and its G. */
  private readonly place: Map<number, number> = new Map()
  private readonly factors: number[][][] = []

  constructor(world: object, bodies: readonly AnyBody[], joints: readonly AnyJoint[]) {
    this.state = (world as { state: State }).state
    this.source = this.state.jointPlaces.rows
    const { type, flags } = this.state.bodies.columns
    this.bodies = bodies.filter(({ id }) => type[rowOfHandle(id)] === DYNAMIC && (flags[rowOfHandle(id)] & ENABLED) !== 0)
    let freedoms = 0
    this.bodies.forEach((body, i) => {
      this.place.set(body.id, i)
      const G = this.factorOf(rowOfHandle(body.id))
      this.factors.push(G)
      freedoms += G.filter((line, k) => line[k] > 0).length
    })
    this.freedoms = freedoms
    this.joints = joints.filter((joint) => joint.enabled && [joint.bodyA, joint.bodyB].some((body) => body !== null && this.place.has(body.id)))
    this.rows = this.joints.flatMap((joint) => this.hardRows(joint))
  }

  /** Numbers of all weighted velocities. */
  get size(): number {
    return this.bodies.length * this.source.half
  }

  /** Whether there is a motion along a weighted velocity: not along those of locked axes. */
  isFree(axis: number): boolean {
    const { half } = this.source
    const k = axis % half
    return this.factors[(axis - k) / half][k][k] > 0
  }

  /** The row of numbers J of a joint (half of A, half of B) as a weighted one. */
  weigh(joint: AnyJoint, J: ArrayLike<number>): Float64Array {
    const { half } = this.source
    const u = new Float64Array(this.size)
    const sides = [joint.bodyA, joint.bodyB]
    for (let side = 0; side < 2; side++) {
      const at = this.place.get(sides[side]?.id ?? -1)
      if (at === undefined) continue
      const G = this.factors[at]
      for (let c = 0; c < half; c++) for (let k = 0; k < half; k++) u[at * half + c] += J[side * half + k] * G[k][c]
    }
    return u
  }

  /** Velocities v = G u of body i, `half` numbers. */
  velocityOf(i: number, u: Float64Array): Float64Array {
    const { half } = this.source
    const G = this.factors[i]
    const v = new Float64Array(half)
    for (let k = 0; k < half; k++) for (let c = 0; c <= k; c++) v[k] += G[k][c] * u[i * half + c]
    return v
  }

  /** Weighted gradient of a coordinate of a joint. */
  gradientOf(joint: AnyJoint, coordinate: number, field: string): Float64Array {
    const row = rowOfHandle(joint.id)
    const { coordinates } = this.state.jointKinds[this.state.joints.columns.kind[row]]
    if (!(Number.isInteger(coordinate) && coordinate >= 0 && coordinate < coordinates.length)) {
      throw new PhysicsError('out-of-range', field, coordinate, `must be below ${coordinates.length}, the count of the joint's coordinates.`)
    }
    const width = 2 * this.source.half
    return this.weigh(joint, this.source.measure(this.state, row).gradient.slice(coordinate * width, (coordinate + 1) * width))
  }

  /** Rows that hold without give: held rows of a joint that is not soft, and limits whose bounds are one. */
  private hardRows(joint: AnyJoint): WeightedRow[] {
    const isHard = (row: Row): boolean => (row.role === 'held' ? joint.softness === null : row.role === 'limit' && row.low < 0 && row.high > 0)
    const rows = joint.readRows().filter((row) => row.velocityShare === 1 && isHard(row))
    return rows.map((row) => ({ joint, row, u: this.weigh(joint, numbersOf(row)) }))
  }

  /** Cholesky factor of a body's M⁻¹; locked axes have no part. */
  private factorOf(body: number): number[][] {
    const { half } = this.source
    const unit = new Float64Array(half)
    const line = new Float64Array(half)
    const W: number[][] = []
    for (let k = 0; k < half; k++) {
      unit.fill(0)
      unit[k] = 1
      this.source.weigh(this.state, body, unit, 0, line, 0)
      W.push([...line])
    }
    const G = W.map(() => Array.from({ length: half }, () => 0))
    for (let k = 0; k < half; k++) {
      for (let c = 0; c <= k; c++) {
        let sum = W[k][c]
        for (let m = 0; m < c; m++) sum -= G[k][m] * G[c][m]
        if (c < k) G[k][c] = G[c][c] > 0 ? sum / G[c][c] : 0
        else G[k][k] = sum > 0 && W[k][k] > 0 ? Math.sqrt(sum) : 0
      }
    }
    return G
  }
}

/** J of a row as numbers: half of A, half of B. */
export function numbersOf({ J }: Row): number[] {
  const flat = (value: object | number): number[] => (typeof value === 'number' ? [value] : (Object.values(value) as number[]))
  return [J.a, J.b].flatMap(({ linear, angular }) => [...flat(linear), ...flat(angular)])
}

/** A joint that hangs on others: all joints that share a movable body with it, and with those. */
export function groupOf(first: readonly AnyJoint[]): AnyJoint[] {
  const found = new Map<number, AnyJoint>(first.filter(({ enabled }) => enabled).map((joint) => [joint.id, joint]))
  for (const joint of found.values()) {
    for (const body of [joint.bodyA, joint.bodyB]) {
      if (body === null || body.type !== 'dynamic') continue
      for (const other of body.joints()) if (other.enabled) found.set(other.id, other)
    }
  }
  return [...found.values()].sort((a, b) => rowOfHandle(a.id) - rowOfHandle(b.id))
}
