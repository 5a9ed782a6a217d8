/**
 * Mouse joint (drag, grab): pulls a point of a body towards a target with a soft spring: picking things up with a pointer, a hand or a magnet. The
 * target belongs to the world, or to a body A that carries it.
 *
 * Removes no freedoms. Two coordinates, from the target to the grabbed point along the axes of frame A (part `axis`; for the world those of the
 * world), each with a spring towards 0 of the same frequency and damping and a bound on its force. By frequency, so that light and heavy bodies
 * are dragged alike. The grabbed point is held, the body is free to turn about it.
 * Never degenerate. Source: the damped spring of Chipmunk IM6 (ERRATA: minus), along two axes.
 */

import { requireNonNegative, requirePositive } from '../../common/errors.ts'
import { getSpring, setSpring, type FullSpring } from '../../common/joints/features.ts'
import { ROLE_SPRING } from '../../common/joints/joint-codes.ts'
import { wakeJoint } from '../../common/joints/joint-lifecycle.ts'
import { DYNAMIC } from '../bodies.ts'
import type { Vec2 } from '../math/types.ts'
import type { WorldState } from '../world-state.ts'
import { Joint } from './joint.ts'
import { draft, draftFrames, placeAnchor, readCoordinates, requireBodies, writeJoint, type JointDefinition } from './joint-definition.ts'
import { ROW, type JointKind, type Measure } from './joint-kind.ts'
import { ANCHOR_A, DATA_SIZE } from './joint-table.ts'
import { ACROSS, ALONG, axisRow } from './parts/axis.ts'

/** Hz: quick to the eye, and soft enough not to throw what is caught on something. */
const HERTZ = 5

/** Greatest acceleration of the grabbed body by default, m/s²: a hundred times its weight. */
const STRENGTH = 981

export const mouseKind: JointKind = {
  name: 'mouse',
  coordinates: ['length', 'length'],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 0
    out.value[0] = axisRow(pose, ALONG, out.gradient, 0)
    out.value[1] = axisRow(pose, ACROSS, out.gradient, ROW)
  },
}

interface Pull {
  hertz: number
  dampingRatio: number
  maxForce: number
}

export interface MouseDefinition extends Omit<JointDefinition, 'softness'> {
  /** The point of `bodyB` that is grabbed, world space. Default: its origin. */
  anchor?: Vec2
  /** Where it is pulled to, world space. Default: where it is. */
  target?: Vec2
  /** Hz. Default 5. */
  hertz?: number
  /** Default 1. */
  dampingRatio?: number
  /** N along each axis of the world, or of A. Default 981 m/s² times the mass of B: a hundred times its weight on earth. May be Infinity. */
  maxForce?: number
}

export function writeMouse(state: WorldState, d: MouseDefinition): number {
  const [a, b] = requireBodies(state, d, 'mouse')
  const { mass, type } = state.bodies.columns
  const { hertz = HERTZ, dampingRatio = 1, maxForce = STRENGTH * mass[type[b] === DYNAMIC ? b : a] } = d
  draftFrames(state, a, b, d, 'mouse', 0)
  if (d.target !== undefined) placeAnchor(state, a, d.target, 'mouse.target', draft, ANCHOR_A)
  return writeJoint(state, mouseKind, a, b, d, 'mouse', (row) => setPull(state, row, { hertz, dampingRatio, maxForce }))
}

function setPull(state: WorldState, row: number, value: Pull): void {
  requirePositive(value.hertz, 'mouse.hertz')
  requireNonNegative(value.dampingRatio, 'mouse.dampingRatio')
  for (let k = 0; k < 2; k++) setSpring(state, row, k, value, 'mouse')
}

export class MouseJoint extends Joint {
  /** Where the grabbed point is pulled to, world space. */
  get target(): Vec2 {
    return this.anchorA
  }

  /** Wakes the body. */
  set target(value: Vec2) {
    const row = this.edit('target')
    const { data, bodyA } = this.state.joints.columns
    const place = new Float64Array(2)
    placeAnchor(this.state, bodyA[row], value, 'mouse.target', place, 0)
    data.set(place, row * DATA_SIZE + ANCHOR_A)
    readCoordinates(this.state, row)
    wakeJoint(this.state, row)
  }

  /** How far the grabbed point is from the target at this moment, m. */
  get stretch(): number {
    const a = this.anchorA
    const b = this.anchorB
    return Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y))
  }

  /** Hz. */
  get hertz(): number {
    return this.pull().hertz!
  }

  set hertz(value: number) {
    this.change('hertz', value)
  }

  get dampingRatio(): number {
    return this.pull().dampingRatio!
  }

  set dampingRatio(value: number) {
    this.change('dampingRatio', value)
  }

  /** N along each axis. */
  get maxForce(): number {
    return this.pull().maxForce
  }

  set maxForce(value: number) {
    this.change('maxForce', value)
  }

  /** What it pulled with at the end of the last step, N, along the axes of the world, or of A; on B. */
  get force(): Vec2 {
    return { x: this.forceOf(0, ROLE_SPRING), y: this.forceOf(1, ROLE_SPRING) }
  }

  private change(what: keyof Pull, value: number): void {
    const { hertz, dampingRatio, maxForce } = this
    setPull(this.state, this.edit(what), { hertz, dampingRatio, maxForce, [what]: value })
  }

  private pull(): FullSpring {
    return getSpring(this.state, this.row(), 0) as FullSpring
  }
}
