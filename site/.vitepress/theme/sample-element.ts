// <fulcrum-sample page="hinge">: the program of the page, stepped by the engine as one watches. It runs while it is to be seen, can be stopped,
// stepped and begun again, and stands still at first for readers who want less motion.
import type { World } from 'fulcrum-physics/3d'
import { SAMPLES } from 'virtual:samples'
import { includeWorld, pictureOf, shownJoint, type Item } from '../../drawing/picture.ts'
import { colorOf } from '../../drawing/svg.ts'
import { View } from '../../drawing/view.ts'

const WIDTH = 640
const HEIGHT = 360
/** The engine's steps per second in all programs of the pages. */
const RATE = 60
/** A run goes on until then at least, and a little after the program's end. */
const LEAST_STEPS = 4 * RATE
const REST_STEPS = RATE

const STYLE = `
:host { display: block; margin: 16px 0; max-width: ${WIDTH}px }
canvas { display: block; width: 100%; aspect-ratio: ${WIDTH} / ${HEIGHT}; border-radius: 8px; background: rgb(128 128 128 / 12%) }
div { display: flex; gap: 8px; align-items: center; margin-top: 6px; font: 13px system-ui, sans-serif; flex-wrap: wrap }
button { font: inherit; color: inherit; background: none; cursor: pointer }
button { padding: 4px 12px; border: 1px solid rgb(128 128 128 / 60%); border-radius: 6px }
button:focus-visible { outline: 2px solid #4c8df0; outline-offset: 2px }
output { font-variant-numeric: tabular-nums; opacity: 0.85 }
`

type Sample = () => Generator<World, World>

class SampleElement extends HTMLElement {
  private readonly canvas = document.createElement('canvas')
  private readonly play = button('Pause')
  private readonly readout = document.createElement('output')
  private page = ''
  private sample: Sample | null = null
  private run: Generator<World, World> | null = null
  private world: World | null = null
  private view = new View(WIDTH, HEIGHT)
  private items: Item[] = []
  private steps = 0
  private ended = Infinity
  private playing = false
  private seen = false
  private last = 0
  private owed = 0

  connectedCallback(): void {
    this.page = this.getAttribute('page') ?? ''
    if (this.shadowRoot === null) this.furnish()
    this.playing = !matchMedia('(prefers-reduced-motion: reduce)').matches
    const watcher = new IntersectionObserver(entries => {
      this.seen = entries.at(-1)!.isIntersecting
      if (this.seen) void this.begin().then(() => this.tick(performance.now()))
    })
    watcher.observe(this)
  }

  disconnectedCallback(): void {
    this.seen = false
  }

  private furnish(): void {
    const root = this.attachShadow({ mode: 'open' })
    const style = document.createElement('style')
    style.textContent = STYLE
    this.canvas.setAttribute('role', 'img')
    this.canvas.setAttribute('aria-label', `Live sample: the program above, ${this.page.replaceAll('-', ' ')} joint`)
    const bar = document.createElement('div')
    const step = button('Step')
    const again = button('Again')
    bar.append(this.play, step, again, this.readout)
    root.append(style, this.canvas, bar)
    this.play.addEventListener('click', () => {
      this.playing = !this.playing
      this.tick(performance.now())
    })
    step.addEventListener('click', () => {
      this.playing = false
      this.advance()
      this.draw()
    })
    again.addEventListener('click', () => {
      this.restart()
      this.draw()
    })
  }

  /** Loads the program, and runs it once unseen: the view holds all of it. */
  private async begin(): Promise<void> {
    if (this.sample !== null) return
    const load = SAMPLES[this.page]
    if (load === undefined) throw new Error(`There is no sample ${this.page}.`)
    this.sample = (await load()).sample
    this.restart()
    for (let i = 0; i < LEAST_STEPS && this.world !== null && this.ended === Infinity; i++) {
      if (i % 4 === 0) includeWorld(this.view, this.world)
      this.advance()
    }
    this.restart()
    this.draw()
  }

  private restart(): void {
    this.steps = 0
    this.ended = Infinity
    this.run = this.sample?.() ?? null
    this.world = this.run?.next().value ?? null
  }

  /** A step: of the program while it lasts, then of its world. */
  private advance(): void {
    if (this.run === null || this.world === null) return
    if (this.ended === Infinity) {
      const { done, value } = this.run.next()
      if (done === true) this.ended = this.steps
      this.world = value
    } else {
      this.world.step(1 / RATE)
    }
    this.steps++
    if (this.steps > Math.max(LEAST_STEPS, this.ended + REST_STEPS)) this.restart()
  }

  private tick(now: number): void {
    this.play.textContent = this.playing ? 'Pause' : 'Play'
    if (!this.playing || !this.seen) {
      this.last = 0
      this.draw()
      return
    }
    // At most a few steps a frame: a page that was asleep does not hurry after.
    this.owed = Math.min(4, this.owed + (this.last === 0 ? 0 : ((now - this.last) / 1000) * RATE))
    this.last = now
    for (; this.owed >= 1; this.owed--) this.advance()
    this.draw()
    requestAnimationFrame(time => {
      if (this.playing && this.seen) this.tick(time)
    })
  }

  private draw(): void {
    if (this.world === null) return
    const joint = shownJoint(this.world, this.page)
    // A joint that the program has destroyed: the last picture stays.
    if (joint !== undefined) this.items = pictureOf(this.world, joint, this.view)
    const ratio = devicePixelRatio || 1
    this.canvas.width = WIDTH * ratio
    this.canvas.height = HEIGHT * ratio
    const context = this.canvas.getContext('2d')!
    context.scale(ratio, ratio)
    for (const item of this.items) paint(context, item)
    this.readout.textContent = `${(this.steps / RATE).toFixed(2)} s`
    this.dataset['steps'] = String(this.steps)
  }
}

function button(text: string): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  return made
}

function paint(context: CanvasRenderingContext2D, item: Item): void {
  context.beginPath()
  if (item.kind === 'dot') context.arc(item.at[0], item.at[1], 4.5, 0, 2 * Math.PI)
  else item.points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
  if (item.kind === 'line') {
    context.strokeStyle = colorOf('joint', 1)
    context.lineWidth = item.style === 'thin' ? 1.6 : 3
    context.stroke()
    return
  }
  context.closePath()
  context.fillStyle = colorOf(item.tone, item.kind === 'face' ? item.light : 1)
  context.fill()
  context.strokeStyle = 'rgb(255 255 255 / 35%)'
  context.lineWidth = 0.6
  context.stroke()
}

if (customElements.get('fulcrum-sample') === undefined) customElements.define('fulcrum-sample', SampleElement)
