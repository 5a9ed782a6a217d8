// The world that is being shown: which scene it was built from, whether it runs, how fast. Draws nothing.
import { World } from 'fulcrum/3d'
import { scenes } from '../../scenes/index.ts'
import type { SceneEntry, SceneInstance } from '../../scenes/scene.ts'

/** A frame spends at most this long on steps, ms; a world too slow for real time runs in slow motion and the page stays usable. */
const FRAME_BUDGET_MS = 28

/** Time that passed while the page was hidden is not made up for, s. */
const LONGEST_FRAME = 0.1

/** Makes sure that a stretch of time meant to end one step does end it, in spite of rounding, s. */
const ROUNDING = 1e-9

export class Simulation {
  world!: World
  entry!: SceneEntry
  paused = false
  /** Seconds of the world per second of the clock. */
  speed = 1
  /** Mean time of one step over the last frame that had any, ms. */
  stepMilliseconds = 0
  poses = new Float64Array(0)
  /** Called before every step: tools put their forces on bodies here. */
  readonly beforeStep: (() => void)[] = []
  /** Called when another world is shown. */
  readonly onLoad: (() => void)[] = []
  private instance: SceneInstance = {}
  private saved: Uint8Array | null = null

  get hasSaved(): boolean {
    return this.saved !== null
  }

  /** Builds a scene by name; an unknown name gives the first. */
  load(name: string): void {
    this.entry = scenes.find((scene) => scene.name === name) ?? scenes[0]!
    this.restart()
  }

  restart(): void {
    this.world = new World({ ...this.entry.worldOptions, clock: () => performance.now() })
    this.instance = this.entry.build(this.world) ?? {}
    this.saved = null
    for (const tell of this.onLoad) tell()
  }

  /** Runs whole steps, paused or not. */
  step(count = 1): void {
    const start = performance.now()
    for (let i = 0; i < count; i++) {
      this.prepareStep()
      this.world.step(this.world.fixedStep)
    }
    if (count > 0) this.stepMilliseconds = (performance.now() - start) / count
  }

  /** Lets the time since the last frame pass. */
  advance(seconds: number): void {
    if (this.paused) return
    let left = Math.min(seconds, LONGEST_FRAME) * this.speed
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
      left -= untilStep
    }
    if (steps > 0) this.stepMilliseconds = (performance.now() - start) / steps
  }

  /** Poses to draw, 7 numbers per body: between the last two steps while running, exact while paused. */
  readPoses(): Float64Array {
    const needed = this.world.bodyCount * 7
    if (this.poses.length < needed) this.poses = new Float64Array(needed * 2)
    if (this.paused) this.world.readPoses(this.poses)
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
  measure(): Record<string, number> {
    return this.instance.measure?.(this.world) ?? {}
  }

  private prepareStep(): void {
    this.instance.update?.(this.world, this.world.stepCount)
    for (const act of this.beforeStep) act()
  }
}
