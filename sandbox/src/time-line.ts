// The past of a world as snapshots: going back gives the same bits. A ring within a budget of memory: the newest steps are kept one by one, older
// ones ever more sparsely. A branch keeps one run beside the other, so that both can be compared step by step.
import type { Sandbox } from './sandbox.ts'

/** All snapshots of a run together, bytes. */
const MEMORY_BUDGET = 64e6

/** Time spent on snapshots per step on average, ms: a world whose snapshot takes longer gets one every few steps. */
const TIME_BUDGET_MS = 2

export interface Moment {
  readonly step: number
  readonly bytes: Uint8Array
}

/** The present run against the one that was kept, at one step. */
export interface Comparison {
  readonly step: number
  readonly same: boolean
  /** Largest distance between a body and itself in the other run, m; NaN if the runs have different bodies. */
  readonly apart: number
}

export class TimeLine {
  /** Called when the world was set to another moment. */
  readonly onJump: (() => void)[] = []
  private readonly sandbox: Sandbox
  private moments: Moment[] = []
  private other: readonly Moment[] = []
  private size = 0
  private cost = 0
  private wait = 0

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    sandbox.onLoad.push(() => this.reset())
    sandbox.afterStep.push(() => this.note())
  }

  get steps(): readonly number[] {
    return this.moments.map(({ step }) => step)
  }

  get bytes(): number {
    return this.size
  }

  get first(): number {
    return this.moments[0]?.step ?? 0
  }

  get last(): number {
    return Math.max(this.moments.at(-1)?.step ?? 0, this.sandbox.simulation.world.stepCount)
  }

  get hasBranch(): boolean {
    return this.other.length > 0
  }

  /** Goes to the moment kept at or before a step, and returns the step it went to. */
  goTo(step: number): number {
    const moment = this.moments.findLast((each) => each.step <= step) ?? this.moments[0]
    if (!moment) return step
    this.keepPresent()
    this.sandbox.simulation.world.restore(moment.bytes)
    for (const tell of this.onJump) tell()
    return moment.step
  }

  /** One moment back. */
  back(): number {
    return this.goTo(this.sandbox.simulation.world.stepCount - 1)
  }

  /** Keeps the run as it was, to be compared with what comes from here on. */
  branch(): void {
    this.keepPresent()
    this.other = this.moments
    this.moments = this.moments.slice()
  }

  /** The other run's moment at the present step. */
  otherMoment(): Moment | null {
    const { stepCount } = this.sandbox.simulation.world
    return this.other.find(({ step }) => step === stepCount) ?? null
  }

  /** Both runs at the present step; null where the other was not kept then. */
  compare(): Comparison | null {
    const moment = this.otherMoment()
    if (!moment) return null
    const { world } = this.sandbox.simulation
    const ghost = this.sandbox.pane.showGhost(moment.bytes)
    const [mine, others] = [this.sandbox.pane.readPlaces(world), this.sandbox.pane.readPlaces(ghost)]
    let apart = mine.length === others.length ? 0 : Number.NaN
    for (let i = 0; i < mine.length && i < others.length; i++) {
      const [a, b] = [mine[i]!, others[i]!]
      apart = Math.max(apart, Math.hypot(a.x - b.x, a.y - b.y, (a.z ?? 0) - (b.z ?? 0)))
    }
    return { step: world.stepCount, same: world.hash() === ghost.hash(), apart }
  }

  private reset(): void {
    this.moments = []
    this.other = []
    this.size = this.cost = this.wait = 0
    this.note()
  }

  private note(): void {
    // Steps from the past on: what was kept of the future is another run now.
    const { stepCount } = this.sandbox.simulation.world
    while (this.moments.length > 0 && this.moments.at(-1)!.step >= stepCount) this.size -= this.moments.pop()!.bytes.length
    if (this.wait-- > 0) return
    this.keepPresent()
    this.wait = Math.floor(this.cost / TIME_BUDGET_MS)
  }

  /** So that one can come back to it. */
  private keepPresent(): void {
    const { world } = this.sandbox.simulation
    if (this.moments.some(({ step }) => step >= world.stepCount)) return
    const start = performance.now()
    const bytes = world.snapshot()
    this.cost += (performance.now() - start - this.cost) / 4
    this.moments.push({ step: world.stepCount, bytes })
    this.size += bytes.length
    if (this.size > MEMORY_BUDGET) this.thin()
  }

  /** Drops every second moment of the older half, but for the first. */
  private thin(): void {
    const old = this.moments.length >> 1
    this.moments = this.moments.filter((_, i) => i === 0 || i > old || i % 2 === 0)
    if (old < 2 && this.moments.length > 2) this.moments.splice(1, 1)
    this.size = this.moments.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }
}
