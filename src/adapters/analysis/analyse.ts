/**
 * Degrees of freedom, redundant rows, free motions and mechanical advantage of the mechanisms of a world, from the rank of their rows. A count of
 * bodies and rows (Grübler, Kutzbach) is wrong for every mechanism whose rows say something twice; the rank is not.
 *
 * All of it is about the present pose and first order: at a dead point, where a mechanism may go on in two ways, both count.
 */

import { PhysicsError, requireRange } from '../../common/errors.ts'
import { requireOptions } from '../../common/options.ts'
import { groupOf, Mechanism, type AnyBody, type AnyJoint, type AnyWorld, type WeightedRow } from './mechanism.ts'
import { complementOf, cosinesOf, dot, eigenvaluesOf, independenceOf, lengthOf } from './rank.ts'

/** Share of a row below which what other rows leave of it is nothing: above the errors of joints that a step leaves, 1e-7 of the size. */
const DEPENDENCE = 1e-5
/** Bodies of one mechanism, at most: the work grows with the third power, and 128 take seconds. */
const MOST_BODIES = 128

/** What `analyse` may be told. */
export interface AnalyseOptions {
  /** Share of a row below which what the rows before leave of it counts as nothing, 0 … 1. Default 1e-5. */
  tolerance?: number
}

/** A row of a joint, by name. */
export interface NamedRow<Joint> {
  /** The joint. */
  joint: Joint
  /** As in `joint.readRows()`. */
  name: string
}

/** A row that says what others say already. */
export interface RedundantRow<Joint> extends NamedRow<Joint> {
  /** The rows it follows from; none if it holds what cannot move. */
  with: NamedRow<Joint>[]
}

/** How one body moves in a free motion. */
export interface BodyVelocity<Body, Vector, Torque> {
  /** The body. */
  body: Body
  /** Velocity of its centre of mass, m/s, world axes. */
  linear: Vector
  /** Its spin, rad/s, world axes. */
  angular: Torque
}

/** What `analyse` finds. */
export interface Analysis<Body, Joint, Vector, Torque> {
  /** Count of independent motions that no hard row forbids, loose bodies included. */
  degreesOfFreedom: number
  /** Count of the freedoms of all bodies less all rows (Grübler, Kutzbach): what the same joints would leave in general position. */
  gruebler: number
  /** Count of hard rows. */
  rows: number
  /** Count of independent ones. */
  rank: number
  /** Rows that may be taken away without a change of the freedoms; in the order of the joints, so of two that say the same the second. */
  redundant: RedundantRow<Joint>[]
  /** One for each freedom of bodies with joints: square to each other, each with a kinetic energy of ½ J. */
  freeMotions: BodyVelocity<Body, Vector, Torque>[][]
  /** Distance to singularity, 0 … 1: least singular value of the independent rows over the largest, of the worst mechanism; 1 without rows. */
  singularity: number
  /**
   * Force of the output per force of the input, both along a coordinate of a joint (the angle of a hinge, the travel of a slider): the ratio of the
   * input's speed to the output's in the motion of least energy. Infinity where the output stands still, 0 where the input cannot move.
   */
  mechanicalAdvantage(input: Joint, output: Joint, coordinates?: AdvantageOptions): number
}

/** Which coordinates a mechanical advantage is between. */
export interface AdvantageOptions {
  /** Index of the input's coordinate. Default 0. */
  input?: number
  /** Index of the output's. Default 0. */
  output?: number
}

type Any = Analysis<AnyBody, AnyJoint, unknown, unknown>

/** A mechanism with its rank. */
interface Part {
  mechanism: Mechanism
  rank: number
  motions: Float64Array[]
}

export function analyseAny(target: AnyWorld | readonly AnyBody[], World: abstract new (...made: never) => object, options: AnalyseOptions = {}): Any {
  requireOptions(options, { tolerance: 0 }, 'analyse.options')
  const tolerance = requireRange(options.tolerance ?? DEPENDENCE, 0, 1, 'analyse.options.tolerance')
  const [world, bodies] = bodiesOf(target, World)
  const result: Omit<Any, 'mechanicalAdvantage'> = {
    degreesOfFreedom: 0, gruebler: 0, rows: 0, rank: 0, redundant: [], freeMotions: [], singularity: 1,
  }
  const parts: Part[] = []
  for (const [members, joints] of split(bodies)) {
    const mechanism = new Mechanism(world, members, joints)
    const { rows, freedoms, source } = mechanism
    if (mechanism.bodies.length > MOST_BODIES) {
      const advice = `bodies hang together, and ${MOST_BODIES} is the most that are analysed. Give a list of some of them; the others stand still.`
      throw new PhysicsError('limit-exceeded', 'analyse.bodies', mechanism.bodies.length, advice)
    }
    const { basis, independent, dependent } = independenceOf(rows.map(({ u }) => u), tolerance)
    result.degreesOfFreedom += freedoms - basis.length
    result.gruebler += freedoms - rows.length
    result.rows += rows.length
    result.rank += basis.length
    for (const { index, of } of dependent) result.redundant.push({ ...nameOf(rows[index]), with: of.map((which) => nameOf(rows[which])) })
    if (independent.length > 0) {
      const values = eigenvaluesOf(cosinesOf(independent.map((index) => rows[index].u)))
      result.singularity = Math.min(result.singularity, Math.sqrt(Math.max(0, values[0]) / values[values.length - 1]))
    }
    if (joints.length === 0) continue
    const motions = complementOf(basis, mechanism.size, (axis) => mechanism.isFree(axis))
    parts.push({ mechanism, rank: basis.length, motions })
    for (const u of motions) {
      result.freeMotions.push(mechanism.bodies.map((body, i) => ({ body, ...source.wrench(mechanism.velocityOf(i, u), 0) })))
    }
  }
  return { ...result, mechanicalAdvantage: (input, output, coordinates) => advantage(parts, tolerance, input, output, coordinates) }
}

/** The world, and the bodies that are asked about. */
function bodiesOf(target: AnyWorld | readonly AnyBody[], World: abstract new (...made: never) => object): [object, AnyBody[]] {
  if (target instanceof World) return [target, [...(target as unknown as AnyWorld).bodies]]
  const bodies = Array.isArray(target) ? (target as AnyBody[]) : []
  const { world } = bodies[0] ?? {}
  if (!(world instanceof World)) throw new PhysicsError('wrong-type', 'analyse.target', target, 'must be a world, or a list of bodies of one.')
  bodies.forEach((body, i) => {
    if (body?.world !== world) throw new PhysicsError('foreign-handle', `analyse.target[${i}]`, body, 'is no body of the same world as the first.')
    if (!body.isValid) throw new PhysicsError('stale-handle', `analyse.target[${i}]`, body, 'was destroyed. Use a body that is in the world.')
  })
  return [world, bodies]
}

/** Bodies that hang together by joints, with those joints. Bodies that are not in the list stand still. */
function split(bodies: readonly AnyBody[]): [AnyBody[], AnyJoint[]][] {
  const left = new Map(bodies.filter(({ type }) => type === 'dynamic').map((body) => [body.id, body]))
  const parts: [AnyBody[], AnyJoint[]][] = []
  for (const first of [...left.values()]) {
    if (!left.delete(first.id)) continue
    const members = [first]
    const joints = new Map<number, AnyJoint>()
    for (const member of members) {
      for (const joint of member.joints()) {
        if (!joint.enabled) continue
        joints.set(joint.id, joint)
        for (const other of [joint.bodyA, joint.bodyB]) if (other !== null && left.delete(other.id)) members.push(other)
      }
    }
    parts.push([members, [...joints.values()].sort((a, b) => a.id - b.id)])
  }
  return parts
}

function nameOf({ joint, row }: WeightedRow): NamedRow<AnyJoint> {
  return { joint, name: row.name }
}

function advantage(parts: readonly Part[], tolerance: number, input: AnyJoint, output: AnyJoint, coordinates: AdvantageOptions = {}): number {
  requireOptions(coordinates, { input: 0, output: 0 }, 'mechanicalAdvantage.coordinates')
  const part = parts.find(({ mechanism }) => mechanism.joints.includes(input))
  if (part === undefined) throw new PhysicsError('wrong-type', 'mechanicalAdvantage.input', input, 'is no joint of what was analysed, or is off.')
  if (!part.mechanism.joints.includes(output)) {
    throw new PhysicsError('wrong-type', 'mechanicalAdvantage.output', output, 'is no joint of the same mechanism as the input.')
  }
  const from = part.mechanism.gradientOf(input, coordinates.input ?? 0, 'mechanicalAdvantage.coordinates.input')
  const to = part.mechanism.gradientOf(output, coordinates.output ?? 0, 'mechanicalAdvantage.coordinates.output')
  const along = new Float64Array(from.length)
  for (const motion of part.motions) {
    const share = dot(from, motion)
    for (let i = 0; i < along.length; i++) along[i] += share * motion[i]
  }
  const speed = dot(from, along)
  if (!(speed > tolerance * tolerance * dot(from, from))) return 0
  const reached = dot(to, along)
  return Math.abs(reached) > tolerance * lengthOf(to) * lengthOf(along) ? speed / reached : Infinity
}

/** Joints that are solved together with one, or with a body's. */
export function jointsOf(of: AnyJoint | AnyBody | readonly AnyJoint[]): AnyJoint[] {
  if (Array.isArray(of)) return groupOf(of as AnyJoint[])
  return 'joints' in of ? groupOf((of as AnyBody).joints()) : groupOf([of as AnyJoint])
}
