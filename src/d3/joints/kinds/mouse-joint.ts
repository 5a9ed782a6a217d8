/**
 * Mouse joint (drag, grab): pulls a point of a body towards a target with a soft spring: picking things up with a pointer, a hand or a magnet. The
 * target belongs to the world, or to a body A that carries it.
 *
 * Removes no freedoms. Three coordinates: d_k, from the target to the grabbed point along the axes of frame A (part `axis`; for the world those of
 * the world), each with a spring towards 0 of the same frequency and damping and a bound on its force: C = u_k·(p_B − target),
 * J = (−u, …, u, r_B × u), impulses + on B. By frequency, so that light and heavy bodies are dragged alike. The grabbed point is held, the body is
 * free to turn about it.
 * Never degenerate. Source: the damped spring of Chipmunk IM6 (docs/errata.md: minus), as three soft rows of Chappuis 2.2.
 */

import { ROLE_SPRING } from '../../../common/joints/joint-codes.ts'
import { without, type Fields } from '../../../common/options.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { MouseHandle, readPull, setPull, PULL_FIELDS, type PullFeatures } from '../../../common/joints/handles/mouse-handle.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { draft, draftFrames, NO_TURN, placeFrame, readCoordinates, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { AXES_A, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { ANCHOR_A, DATA_SIZE, FRAME_A } from '../../store/joint-table.ts'
import { axisRow } from '../parts/axis.ts'

export const mouseKind: JointKind = {
  name: 'mouse',
  coordinates: ['length', 'length', 'length'],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 0
    for (let k = 0; k < 3; k++) out.value[k] = axisRow(pose, pose, AXES_A + 3 * k, out.gradient, k * ROW)
  },
}

/** What a mouse joint is told: what it grabs, and where it pulls it. */
export interface MouseDefinition extends Omit<JointDefinition, 'softness'>, PullFeatures {
  /** The point of `bodyB` that is grabbed, m, world space. Default: its origin. */
  anchor?: Vec3
  /** Where it is pulled to, m, world space. Default: where it is. */
  target?: Vec3
}

const FIELDS: Fields<MouseDefinition> = { ...without(JOINT_FIELDS, 'softness'), ...PULL_FIELDS, anchor: 0, target: 0 }

const place = new Float64Array(8)

export function writeMouse(state: WorldState, d: MouseDefinition): number {
  const [a, b] = requireBodies(state, d, 'mouse', FIELDS)
  const pull = readPull(state, a, b, d)
  draftFrames(state, a, b, d, 'mouse')
  if (d.target !== undefined) {
    readVec3(d.target, 'mouse.target', place, 0)
    placeFrame(state, a, place, NO_TURN, 0, draft, ANCHOR_A, FRAME_A)
  }
  return writeJoint(state, mouseKind, a, b, d, 'mouse', (row) => setPull(state, row, pull))
}

/** Drags a point of a body softly towards a target: picking with the mouse. */
export class MouseJoint extends MouseHandle<Terms> {
  /** Where the grabbed point is pulled to, m, world space. Setting it wakes the body. */
  get target(): Readonly<Vec3> {
    return Object.freeze(this.anchorA)
  }

  /** Wakes the body. */
  set target(value: Vec3) {
    const row = this.edit('target')
    const { data, bodyA } = this.state.joints.columns
    readVec3(value, 'mouse.target', place, 0)
    const kept = data.slice(row * DATA_SIZE + FRAME_A, row * DATA_SIZE + FRAME_A + 4)
    placeFrame(this.state, bodyA[row], place, NO_TURN, 0, data, row * DATA_SIZE + ANCHOR_A, row * DATA_SIZE + FRAME_A)
    // Only the place moves: the axes of the springs stay as they are fixed in A.
    data.set(kept, row * DATA_SIZE + FRAME_A)
    readCoordinates(this.state, row)
    wakeJoint(this.state, row)
  }

  /** How far the grabbed point is from the target at this moment, m. */
  get stretch(): number {
    const a = this.anchorA
    const b = this.anchorB
    return Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z))
  }

  /** What it pulled with at the end of the last step, N, along the axes of the world, or of A; on B. */
  get force(): Readonly<Vec3> {
    return Object.freeze({ x: this.forceOf(0, ROLE_SPRING), y: this.forceOf(1, ROLE_SPRING), z: this.forceOf(2, ROLE_SPRING) })
  }
}
