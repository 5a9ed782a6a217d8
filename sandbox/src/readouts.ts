// The figures on the left: what the scene is, counts, its own figures beside what it expects, time per stage as bars, the world's hash.
// Refreshed a few times a second, so that they can be read and cost nothing.
import { boundsText } from '../../scenes/expectation.ts'
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
  private readonly title = element('h1')
  private readonly description = element('p')
  private readonly counts = element('dl', 'counts')
  private readonly figures = element('dl', 'figures')
  private readonly figuresTitle = element('summary')
  private readonly figuresFold = fold(this.figuresTitle, this.figures)
  private readonly stages = element('div', 'stages')
  private readonly hash = element('code', 'hash')
  private readonly times = new Map<string, number>()
  private readonly bars = new Map<string, { bar: HTMLElement; text: HTMLElement }>()
  private framesPerSecond = 0
  private refreshed = 0
  private hashCost = 0

  constructor(root: HTMLElement, sandbox: Sandbox) {
    this.sandbox = sandbox
    const summary = element('summary')
    summary.textContent = 'Time per stage'
    const stages = fold(summary, this.stages)
    stages.open = true
    root.append(this.title, this.description, this.counts, this.figuresFold, stages, this.hash)
    sandbox.onLoad.push(() => this.reset())
  }

  /** Called every frame with the time since the last one. */
  update(frameSeconds: number, now: number): void {
    if (frameSeconds > 0) this.framesPerSecond += (1 / frameSeconds - this.framesPerSecond) * SMOOTHING
    for (const [stage, time] of Object.entries(this.sandbox.simulation.world.profile)) {
      const before = this.times.get(stage) ?? time
      this.times.set(stage, before + (time - before) * SMOOTHING)
    }
    if (now - this.refreshed < REFRESH_MS) return
    this.refreshed = now
    this.showCounts()
    this.showFigures()
    this.showStages()
    this.showHash()
  }

  private reset(): void {
    const { title, description, steps } = this.sandbox.simulation.entry
    // Scenes from files have none.
    this.figuresFold.hidden = steps === 0
    this.figuresTitle.textContent = `Figures (expected after ${steps} steps)`
    this.title.textContent = title
    this.description.textContent = description
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
    const { memoryBytes, guards, ...counts } = world.stats
    for (const [name, value] of Object.entries(counts)) rows.push([spaced(name), String(value)])
    for (const [name, value] of Object.entries(guards)) if (value > 0) rows.push([`guard: ${spaced(name)}`, String(value)])
    rows.push(['memory', `${(memoryBytes / 1e6).toFixed(1)} MB`])
    this.counts.replaceChildren(...rows.flatMap(([name, value]) => row(name, value)))
  }

  private showFigures(): void {
    if (!this.figuresFold.open) return
    const { simulation } = this.sandbox
    const { expect } = simulation.entry
    const rows = Object.entries(simulation.measure()).flatMap(([name, value]) => {
      const expectation = expect[name]
      const bounds = expectation ? ` (${boundsText(expectation)})` : ''
      return row(spaced(name), `${Number(value.toPrecision(4))}${bounds}`, expectation?.why)
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
    const row = element('div', 'stage')
    const name = element('span', 'name')
    name.textContent = stage
    const track = element('span', 'track')
    const bar = element('span', 'bar')
    const text = element('span', 'time')
    track.append(bar)
    row.append(name, track, text)
    this.stages.append(row)
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

/** A name and a value of a list, with an explanation for the pointer. */
function row(name: string, value: string, why = ''): HTMLElement[] {
  const term = element('dt')
  const description = element('dd')
  term.textContent = name
  description.textContent = value
  description.title = why
  return [term, description]
}

/** Closed until it is clicked at. */
function fold(summary: HTMLElement, content: HTMLElement): HTMLDetailsElement {
  const details = document.createElement('details')
  details.append(summary, content)
  return details
}

function element(tag: string, className = ''): HTMLElement {
  const created = document.createElement(tag)
  if (className) created.className = className
  return created
}

/** `awakeBodies` → `awake bodies`. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
