// What the scene is: source, figures beside what it expects, counts, time per stage as bars, the world's hash. Refreshed a few times a second, so
// that they can be read and cost nothing.
import { boundsText, rangeOf } from '../../scenes/expectation.ts'
import { button, element, short, spaced } from './dom.ts'
import type { Sandbox } from './sandbox.ts'

const REFRESH_MS = 250

/** New samples weigh this much in the shown times. */
const SMOOTHING = 0.15

/** A hash that takes longer than this is only computed while paused, ms. */
const HASH_BUDGET_MS = 3

/** The bar of a stage is full at this share of the whole step. */
const FULL_BAR_SHARE = 0.6

export class Readouts {
  private readonly sandbox: Sandbox
  private readonly description = element('p')
  private readonly source = element('p', { class: 'source' })
  private readonly counts = element('dl', { class: 'counts' })
  private readonly figures = element('dl', { class: 'figures' })
  private readonly figuresTitle = element('summary')
  private readonly figuresFold = element('details', { open: true }, this.figuresTitle, this.figures)
  private readonly stages = element('div', { class: 'stages' })
  private readonly hash = element('code', { class: 'hash' })
  private readonly analysis = element('p', { id: 'analysis', role: 'status' })
  private readonly times = new Map<string, number>()
  private readonly bars = new Map<string, { bar: HTMLElement; text: HTMLElement }>()
  private framesPerSecond = 0
  private refreshed = 0
  private hashCost = 0

  constructor(root: HTMLElement, sandbox: Sandbox) {
    this.sandbox = sandbox
    const stages = element('details', { open: true }, element('summary', { text: 'Time per stage, ms' }), this.stages)
    const analyse = button('analyse', 'Count freedoms', () => {
      try {
        this.analysis.textContent = sandbox.pane.analyse()
      } catch (error) {
        this.analysis.textContent = error instanceof Error ? error.message : String(error)
      }
    })
    root.append(this.description, this.source, this.figuresFold, this.counts, this.hash, element('p', {}, analyse), this.analysis, stages)
    sandbox.onLoad.push(() => this.reset())
  }

  /** Called every frame with the time since the last one. */
  update(frameSeconds: number, now: number, isOpen: boolean): void {
    if (frameSeconds > 0) this.framesPerSecond += (1 / frameSeconds - this.framesPerSecond) * SMOOTHING
    for (const [stage, time] of Object.entries(this.sandbox.simulation.profile)) {
      const before = this.times.get(stage) ?? time
      this.times.set(stage, before + (time - before) * SMOOTHING)
    }
    if (!isOpen || now - this.refreshed < REFRESH_MS) return
    this.refreshed = now
    this.showCounts()
    this.showFigures()
    this.showStages()
    this.showHash()
  }

  private reset(): void {
    const { description, source, steps } = this.sandbox.simulation.entry
    // Scenes from files have none.
    this.figuresFold.hidden = steps === 0
    this.figuresTitle.textContent = `Figures (expected after ${steps} steps)`
    this.description.textContent = description
    this.source.textContent = steps === 0 ? '' : `Source: ${source ?? 'the project’s own'}`
    this.analysis.textContent = ''
    this.times.clear()
    this.bars.clear()
    this.stages.replaceChildren()
    this.refreshed = 0
  }

  private showCounts(): void {
    const { world, stepMilliseconds } = this.sandbox.simulation
    const rows: [string, string][] = [
      ['step', String(world.stepCount)],
      ['frames/s', this.framesPerSecond.toFixed(0)],
      ['ms/step', stepMilliseconds.toFixed(2)],
    ]
    const { memoryBytes, guards: _, ...counts } = world.stats
    for (const [name, value] of Object.entries(counts)) rows.push([spaced(name), String(value)])
    rows.push(['memory', `${(memoryBytes / 1e6).toFixed(1)} MB`])
    this.counts.replaceChildren(...rows.flatMap(([name, value]) => [element('dt', { text: name }), element('dd', { text: value })]))
  }

  private showFigures(): void {
    if (!this.figuresFold.open) return
    const { simulation } = this.sandbox
    const { expect, steps } = simulation.entry
    const done = simulation.world.stepCount === steps
    const rows = Object.entries(simulation.measure()).flatMap(([name, value]) => {
      const expectation = expect[name]
      const term = element('dt', { text: spaced(name), title: expectation?.why ?? '' })
      const figure = element('dd', { text: short(value) })
      if (expectation) {
        const { min, max } = rangeOf(expectation)
        const met = value >= min && value <= max
        // The figures are those of the end; before, they are on their way.
        const verdict = done ? (met ? ' ✓' : ' ✗') : ''
        figure.append(element('span', { class: 'bounds', text: ` must be ${boundsText(expectation)}${verdict}` }))
      }
      return [term, figure]
    })
    this.figures.replaceChildren(...rows)
  }

  private showStages(): void {
    let total = 0
    for (const time of this.times.values()) total += time
    for (const [stage, time] of this.times) {
      const { bar, text } = this.bars.get(stage) ?? this.addBar(stage)
      bar.style.width = `${Math.min(100, (time / Math.max(total, 1e-6) / FULL_BAR_SHARE) * 100).toFixed(1)}%`
      text.textContent = time.toFixed(2)
    }
  }

  private addBar(stage: string): { bar: HTMLElement; text: HTMLElement } {
    const bar = element('span', { class: 'bar' })
    const text = element('span', { class: 'time' })
    const [name, track] = [element('span', { class: 'name', text: stage }), element('span', { class: 'track' }, bar)]
    this.stages.append(element('div', { class: 'stage' }, name, track, text))
    const entry = { bar, text }
    this.bars.set(stage, entry)
    return entry
  }

  private showHash(): void {
    const { world } = this.sandbox.simulation
    if (!this.sandbox.pace.paused && this.hashCost > HASH_BUDGET_MS) {
      this.hash.textContent = 'hash: pause to see it'
      return
    }
    const start = performance.now()
    this.hash.textContent = `hash ${world.hash()}`
    this.hashCost = performance.now() - start
  }
}
