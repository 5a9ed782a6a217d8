/**
 * How often each limiter of the solver acted in the last step. A guard that nobody sees firing cannot be removed: these numbers make each of
 * them a question that a scene can answer. They are no state; nothing in the step reads them.
 */

/** Counts of one step; 0 everywhere is the rule. */
export interface GuardCounts {
  /** Groups of joints whose energy was above what they had, got and were given by motors and springs: the surplus was taken. */
  readonly energyLimited: number
  /** Groups of joints whose stored impulses were dropped, because they had more than doubled the energy. */
  readonly impulsesReset: number
  /** Free groups and islands that were given back angular momentum lost to added inertia, frozen arms or push-out. */
  readonly momentumRestored: number
  /** Links under a heavy load that turned faster than a substep can follow and were slowed. */
  readonly linkSpinLimited: number
  /** Bodies that were given inertia against the geometric stiffness of their joints. */
  readonly inertiaAdded: number
  /** Groups of joints whose Newton target did not come nearer, so that curvature was left out. */
  readonly targetsLinearized: number
  /** Groups of joints whose curvature asked for more energy than there was. */
  readonly curvatureBounded: number
  /** Groups of joints whose position correction was slowed as a whole. */
  readonly correctionCapped: number
  /** Contact points whose push-out ran at its greatest speed. */
  readonly pushOutCapped: number
  /** Sweeps over the contacts of an island beyond those of its class, because the last two had still changed it (`SWEEP_TOLERANCE`). */
  readonly sweepsAdded: number
  /** Islands that a kinematic body presses together against the static, and that let go of impulses (`CRUSHED_SHARE`). */
  readonly islandsCrushed: number
  /** Contacts and joints whose stored impulses were absurd and were dropped. */
  readonly warmStartsDropped: number
  /** Speculative contacts left out, because the round shape passes by. */
  readonly speculationSkipped: number
  /** Contacts with internal edges that were left out. */
  readonly internalEdgesSkipped: number
  /** Contact rows whose normal had hardly turned since it was made and was kept, in each substep (`POSE_TOLERANCE`). */
  readonly normalsKept: number
  /** Contacts of round shapes with a face of the immovable, whose normal does not follow the bodies (3D: `FLAT_COSINE`). */
  readonly normalsFrozen: number
  /** Searches for a moment of touch that did not settle in as many passes as there are (`MAX_PASSES`, `TOUCH_ROUNDING`). */
  readonly touchesUnsettled: number
  /** Joints between movable bodies whose forces are not equal and opposite, so that their island is not free (`BALANCE_ROUNDING`). */
  readonly jointsUnbalanced: number
  /** Fast bodies that were stopped at their first impact. */
  readonly stoppedAtImpact: number
  /** Bodies that a kinematic one stopped and took along for the rest of the step. */
  readonly carriedOn: number
  /** Bodies whose numbers went bad and that were switched off. */
  readonly quarantined: number
}

export class Guards implements GuardCounts {
  energyLimited = 0
  impulsesReset = 0
  momentumRestored = 0
  linkSpinLimited = 0
  inertiaAdded = 0
  targetsLinearized = 0
  curvatureBounded = 0
  correctionCapped = 0
  pushOutCapped = 0
  sweepsAdded = 0
  islandsCrushed = 0
  warmStartsDropped = 0
  speculationSkipped = 0
  internalEdgesSkipped = 0
  normalsKept = 0
  normalsFrozen = 0
  touchesUnsettled = 0
  jointsUnbalanced = 0
  stoppedAtImpact = 0
  carriedOn = 0
  quarantined = 0

  /** Begins a step. */
  reset(): void {
    this.energyLimited = 0
    this.impulsesReset = 0
    this.momentumRestored = 0
    this.linkSpinLimited = 0
    this.inertiaAdded = 0
    this.targetsLinearized = 0
    this.curvatureBounded = 0
    this.correctionCapped = 0
    this.pushOutCapped = 0
    this.sweepsAdded = 0
    this.islandsCrushed = 0
    this.warmStartsDropped = 0
    this.speculationSkipped = 0
    this.internalEdgesSkipped = 0
    this.normalsKept = 0
    this.normalsFrozen = 0
    this.touchesUnsettled = 0
    this.jointsUnbalanced = 0
    this.stoppedAtImpact = 0
    this.carriedOn = 0
    this.quarantined = 0
  }

  /** The counts as they are now, for users. */
  read(): GuardCounts {
    return { ...this }
  }
}
