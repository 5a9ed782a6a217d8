// The world that is being shown: which scene it was built from, how its time passes. Draws nothing, and does not care for the dimension.
import { Remote } from './remote.ts'
import type { Expectations, Figures } from '../../scenes/expectation.ts'

/** A frame spends at most this long on steps, ms; a world too slow for real time runs in slow motion and the page stays usable. */
const FRAME_BUDGET_MS = 28

/** Time that passed while the page was hidden is not made up for, s. */
const LONGEST_FRAME = 0.1

/** Makes sure that a stretch of time meant to end one step does end it, in spite of rounding, s. */
const ROUNDING = 1e-9

/** What worlds of both dimensions have. */
export interface AnyWorld {
  readonly alpha: number
  readonly fixedStep: number
  readonly stepCount: number
  readonly bodyCount: number
  readonly profile: Readonly<Record<string, number>>
  readonly stats: { readonly memoryBytes: number; readonly guards: object }
  sleeping: boolean
  continuous: boolean
  substeps: number
  step(dt: number): void
  advance(seconds: number): number
  readPoses(out: Float64Array): number
  readInterpolatedPoses(out: Float64Array): number
  snapshot(): Uint8Array
  restore(bytes: Uint8Array): void
  hash(): string
}

/** What scenes of both dimensions leave behind. */
interface AnyInstance<World> {
  update?(world: World, step: number): void
  /** Makes the next step itself, as a recording does; false if there is none. */
  step?(): boolean
  measure(world: World): Figures
}

/** What scenes of both dimensions have. */
export interface AnyEntry<World> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly source?: string
  build(world: World): AnyInstance<World>
  readonly steps: number
  readonly expect: Expectations
  /** Gives the world ready, where a file holds it. */
  open?(): World
}

/** How time passes, whatever is shown. */
export interface Pace {
  paused: boolean
  /** Seconds of the world per second of the clock. */
  speed: number
  /** Do scenes of the gallery step in a worker? The page stays fluent then however long a step takes. */
  worker: boolean
}

export interface SimulationOptions<World, Entry> {
  readonly scenes: readonly Entry[]
  readonly pace: Pace
  /** Numbers of a pose. */
  readonly poseSize: number
  readonly dimension: 2 | 3
  /** Told that there is no worker to be had. */
  fail(reason: string): void
  /** Is a body in hand? Its forces are the page's. */
  isDragging(): boolean
  createWorld(entry: Entry): World
}

export class Simulation<World extends AnyWorld, Entry extends AnyEntry<World>> {
  world!: World
  entry!: Entry
  /** Mean time of one step over the last frame that had any, ms. */
  stepMilliseconds = 0
  poses = new Float64Array(0)
  readonly scenes: readonly Entry[]
  /** Called before every step: tools put their forces on bodies here. */
  readonly beforeStep: (() => void)[] = []
  /** Called after every step. */
  readonly afterStep: (() => void)[] = []
  /** Called when another world is shown. */
  readonly onLoad: (() => void)[] = []
  private readonly options: SimulationOptions<World, Entry>
  private instance!: AnyInstance<World>
  private saved: Uint8Array | null = null
  /** Time of a recording, or of a worker, that no step has taken yet, s. */
  private owed = 0
  private remote: Remote | null = null
  /** Was the world changed on the page since the worker had it? */
  private changed = true
  /** The step of the state that the worker has. */
  private sent = -1

  constructor(options: SimulationOptions<World, Entry>) {
    this.options = options
    this.scenes = options.scenes
  }

  /** Builds a scene by name; an unknown name gives the first. */
  load(name: string): void {
    this.entry = this.scenes.find((scene) => scene.name === name) ?? this.scenes[0]!
    this.restart()
  }

  /** Builds a scene that is not in the list. */
  show(entry: Entry): void {
    this.entry = entry
    this.restart()
  }

  restart(): void {
    this.world = this.entry.open?.() ?? this.options.createWorld(this.entry)
    this.instance = this.entry.build(this.world)
    this.saved = null
    this.owed = 0
    this.remote?.restart()
    this.changed = true
    for (const tell of this.onLoad) tell()
  }

  /** Tells that something other than a step has changed the world. */
  touch(): void {
    this.changed = true
  }

  /** Times of the stages in the last step, wherever it was made, ms. */
  get profile(): Readonly<Record<string, number>> {
    return this.remote?.answer?.profile ?? this.world.profile
  }

  /** How often guards acted in the last step. */
  get guards(): Readonly<Record<string, number>> {
    return this.remote?.answer?.guards ?? (this.world.stats.guards as Readonly<Record<string, number>>)
  }

  /** Runs whole steps, paused or not. */
  step(count = 1): void {
    const start = performance.now()
    for (let i = 0; i < count; i++) {
      this.prepareStep()
      if (this.instance.step === undefined) this.world.step(this.world.fixedStep)
      else this.instance.step()
      for (const tell of this.afterStep) tell()
    }
    if (count > 0) this.stepMilliseconds = (performance.now() - start) / count
  }

  /** Lets the time since the last frame pass. */
  advance(seconds: number): void {
    const { paused, speed } = this.options.pace
    const remote = this.remoteOf()
    if (paused && remote === null) return
    let left = paused ? 0 : Math.min(seconds, LONGEST_FRAME) * speed
    if (remote !== null) return this.advanceRemote(remote, left)
    if (this.instance.step !== undefined) return this.play(left)
    let steps = 0
    const start = performance.now()
    while (left > 0 && performance.now() - start < FRAME_BUDGET_MS) {
      const untilStep = (1 - this.world.alpha) * this.world.fixedStep
      // One step at a time, because scenes and tools have a say before each.
      if (left < untilStep) {
        this.world.advance(left)
        break
      }
      this.prepareStep()
      steps += this.world.advance(untilStep + ROUNDING)
      for (const tell of this.afterStep) tell()
      left -= untilStep
    }
    if (steps > 0) this.stepMilliseconds = (performance.now() - start) / steps
  }

  /** The worker of the scene, if there is to be one. Files and recordings have none: their worlds are not built by a scene. */
  private remoteOf(): Remote | null {
    const { pace, fail } = this.options
    const wanted = pace.worker && this.entry.open === undefined && this.instance.step === undefined
    if (!wanted) {
      this.remote?.stop()
      this.remote = null
      return null
    }
    if (this.remote) return this.remote
    const none = (reason: string): void => {
      pace.worker = false
      fail(reason)
    }
    try {
      this.remote = new Remote(none)
      this.changed = true
    } catch (error) {
      none(error instanceof Error ? error.message : String(error))
    }
    return this.remote
  }

  /** Takes what the worker has done, and orders the steps that are due. */
  private advanceRemote(remote: Remote, seconds: number): void {
    const { world, options } = this
    const dragging = options.isDragging()
    const answer = remote.take()
    // What the page did meanwhile counts more: the worker goes on from there.
    if (answer && !this.changed && world.stepCount === this.sent) {
      world.restore(answer.state)
      this.sent = world.stepCount
      this.stepMilliseconds = answer.milliseconds
      for (const tell of this.afterStep) tell()
    }
    this.owed = Math.min(this.owed + seconds, LONGEST_FRAME)
    // Rounding must not cost a step.
    const due = Math.floor(this.owed / world.fixedStep + ROUNDING)
    if (remote.busy || due === 0) return
    this.owed -= due * world.fixedStep
    if (dragging) for (const act of this.beforeStep) act()
    const isNews = dragging || this.changed || world.stepCount !== this.sent
    this.changed = false
    this.sent = world.stepCount
    remote.order({ dimension: options.dimension, name: this.entry.name, steps: dragging ? 1 : due, state: isNews ? world.snapshot() : null })
  }

  /** Lets a recording pass, a step for each step's time. */
  private play(seconds: number): void {
    this.owed += seconds
    const due = Math.floor(this.owed / this.world.fixedStep)
    this.owed -= due * this.world.fixedStep
    const start = performance.now()
    let steps = 0
    while (steps < due && performance.now() - start < FRAME_BUDGET_MS && this.instance.step!()) steps++
    if (steps > 0) this.stepMilliseconds = (performance.now() - start) / steps
  }

  /** Poses to draw: between the last two steps while running, exact while paused. */
  readPoses(): Float64Array {
    const needed = this.world.bodyCount * this.options.poseSize
    if (this.poses.length < needed) this.poses = new Float64Array(needed * 2)
    if (this.options.pace.paused || this.instance.step !== undefined || this.remote) this.world.readPoses(this.poses)
    else this.world.readInterpolatedPoses(this.poses)
    return this.poses
  }

  /** Keeps the state of the moment. */
  save(): void {
    this.saved = this.world.snapshot()
  }

  /** Goes back to what was kept. */
  restore(): void {
    if (this.saved) this.world.restore(this.saved)
    this.changed = true
  }

  /** The scene's own figures of the moment. */
  measure(): Figures {
    return this.remote?.answer?.figures ?? this.instance.measure(this.world)
  }

  private prepareStep(): void {
    this.instance.update?.(this.world, this.world.stepCount)
    for (const act of this.beforeStep) act()
  }
}
