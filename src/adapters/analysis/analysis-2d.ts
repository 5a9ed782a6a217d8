/**
 * Analysis of mechanisms in the plane: `fulcrum-physics/2d/analysis`.
 */

import type { Body } from '../../d2/api/body.ts'
import { World } from '../../d2/api/world.ts'
import { Joint } from '../../d2/joints/joint.ts'
import type { Vec2 } from '../../d2/math/types.ts'
import { analyseAny, type Analysis as AnyAnalysis, type AnalyseOptions } from './analyse.ts'
import { readSystemOf, type JointSystem as AnySystem } from './read-system.ts'
import { recordLoadsOf, type LoadEnvelope as AnyEnvelope, type LoadRecorder as AnyRecorder } from './record-loads.ts'

export type { AdvantageOptions, AnalyseOptions, BodyVelocity, NamedRow, RedundantRow } from './analyse.ts'

/** What `analyse` finds: degrees of freedom, redundant rows, free motions, distance to singularity, mechanical advantage. */
export type Analysis = AnyAnalysis<Body, Joint, Vec2, number>
/** A = J M⁻¹ Jᵀ of joints that hang together. */
export type JointSystem = AnySystem<Joint>
/** The largest loads of a joint. */
export type LoadEnvelope = AnyEnvelope<Joint>
/** Notes loads step by step. */
export type LoadRecorder = AnyRecorder<Joint>

/**
 * How the mechanisms of a world can move where they stand: from the rank of the joints' hard rows, so right where rows say something twice. Of a list
 * of bodies the others stand still. Soft joints, springs, motors and limits with room hold nothing; contacts are not looked at. Changes nothing.
 */
export function analyse(target: World | readonly Body[], options?: AnalyseOptions): Analysis {
  return analyseAny(target as never, World as never, options) as unknown as Analysis
}

/** The linear system that the direct solver factors for a joint, for joints, or for the joints of a body, with all that hang on them. */
export function readSystem(of: Joint | readonly Joint[] | Body): JointSystem {
  return readSystemOf(of as never, Joint) as unknown as JointSystem
}

/** Begins to note the loads of a world's joints: call `note()` after every step. */
export function recordLoads(world: World): LoadRecorder {
  return recordLoadsOf(world as never, World as never) as unknown as LoadRecorder
}
