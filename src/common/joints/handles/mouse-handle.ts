/**
 * The mouse joint but for where it pulls: how strongly, as its definition says it and its handle later.
 */

import { DYNAMIC } from '../../store/column-codes.ts'
import { requireNonNegative, requirePositive } from '../../bounds.ts'
import type { Fields } from '../../options.ts'
import { getSpring, setSpring, type FullSpring } from '../features.ts'
import { JointHandle, type JointTerms } from './joint-handle.ts'
import type { JointWorld } from '../joint-world.ts'

/** Hz: quick to the eye, and soft enough not to throw what is caught on something. */
const HERTZ = 5

/** Greatest acceleration of the grabbed body by default, m/s²: a hundred times its weight. */
const STRENGTH = 981

/** How strongly a mouse joint pulls. */
export interface PullFeatures {
  /** How quickly the grabbed point follows, Hz. Default 5. */
  hertz?: number
  /** Ratio to critical damping. Default 1. */
  dampingRatio?: number
  /** N along each axis of the world, or of A. Default 981 m/s² times the mass of B: a hundred times its weight on earth. May be Infinity. */
  maxForce?: number
}

export const PULL_FIELDS: Fields<PullFeatures> = { hertz: 0, dampingRatio: 0, maxForce: 0 }

type Pull = Required<PullFeatures>

/** With its defaults; a and b are the bodies' rows. */
export function readPull(state: JointWorld, a: number, b: number, d: PullFeatures): Pull {
  const { mass, type } = state.bodies.columns
  const { hertz = HERTZ, dampingRatio = 1, maxForce = STRENGTH * mass[type[b] === DYNAMIC ? b : a] } = d
  return { hertz, dampingRatio, maxForce }
}

/** The same spring for every coordinate. */
export function setPull(state: JointWorld, row: number, value: Pull): void {
  requirePositive(value.hertz, 'mouse.hertz')
  requireNonNegative(value.dampingRatio, 'mouse.dampingRatio')
  const { coordinates } = state.jointKinds[state.joints.columns.kind[row]]
  for (let c = 0; c < coordinates.length; c++) setSpring(state, row, c, value, 'mouse')
}

/** Drags a point of a body softly towards a target. */
export abstract class MouseHandle<Terms extends JointTerms> extends JointHandle<Terms> {
  /** How quickly the grabbed point follows, Hz. */
  get hertz(): number {
    return this.pull().hertz!
  }

  set hertz(value: number) {
    this.change('hertz', value)
  }

  /** Ratio to critical damping. */
  get dampingRatio(): number {
    return this.pull().dampingRatio!
  }

  set dampingRatio(value: number) {
    this.change('dampingRatio', value)
  }

  /** Greatest pull along each axis, N. */
  get maxForce(): number {
    return this.pull().maxForce
  }

  set maxForce(value: number) {
    this.change('maxForce', value)
  }

  private change(what: keyof Pull, value: number): void {
    const { hertz, dampingRatio, maxForce } = this
    setPull(this.state, this.edit(what), { hertz, dampingRatio, maxForce, [what]: value })
  }

  private pull(): FullSpring {
    return getSpring(this.state, this.row(), 0) as FullSpring
  }
}
