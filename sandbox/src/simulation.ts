// The world that is being shown: which scene it was built from, how its time passes. Draws nothing, and does not care for the dimension.
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
}

export interface SimulationOptions<World, Entry> {
  readonly scenes: readonly Entry[]
  readonly pace: Pace
  /** Numbers of a pose. */
  readonly poseSize: number
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
  /** Time of a recording that no step has taken yet, s. */
  private owed = 0

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
    for (const tell of this.onLoad) tell()
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
    if (paused) return
    let left = Math.min(seconds, LONGEST_FRAME) * speed
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
    if (this.options.pace.paused || this.instance.step !== undefined) this.world.readPoses(this.poses)
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
  }

  /** The scene's own figures of the moment. */
  measure(): Figures {
    return this.instance.measure(this.world)
  }

  private prepareStep(): void {
    this.instance.update?.(this.world, this.world.stepCount)
    for (const act of this.beforeStep) act()
  }
}
