// Pictures of scenes, drawn when they come into sight, one in a frame: the scene is built, run for a moment, drawn and forgotten. No files.
import type { DrawThumbnail } from './pane.ts'

/** A picture's size, px. */
export const PICTURE = { width: 320, height: 180 }

/** A scene runs for so many steps before its picture is taken, and for so many milliseconds at most. */
const STEPS = 45
const BUDGET_MS = 40

interface Wanted {
  readonly canvas: HTMLCanvasElement
  readonly name: string
  readonly dimension: 2 | 3
}

/** Runs what was built until it has moved a little. */
export function runABit<World extends { step(dt: number): void; readonly fixedStep: number }>(
  world: World, update: ((world: World, step: number) => void) | undefined,
): void {
  const start = performance.now()
  for (let i = 0; i < STEPS && performance.now() - start < BUDGET_MS; i++) {
    update?.(world, i)
    world.step(world.fixedStep)
  }
}

export class Thumbnails {
  private readonly makers: Readonly<Record<2 | 3, () => DrawThumbnail>>
  private readonly drawers = new Map<2 | 3, DrawThumbnail>()
  private readonly wanted = new Map<Element, Wanted>()
  private readonly queue = new Set<Wanted>()
  private readonly observer: IntersectionObserver
  private busy = false

  constructor(makers: Readonly<Record<2 | 3, () => DrawThumbnail>>) {
    this.makers = makers
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const wanted = this.wanted.get(target)
        if (!wanted) continue
        if (isIntersecting) this.queue.add(wanted)
        else this.queue.delete(wanted)
      }
      this.go()
    }, { rootMargin: '120px' })
  }

  add(canvas: HTMLCanvasElement, name: string, dimension: 2 | 3): void {
    this.wanted.set(canvas, { canvas, name, dimension })
    this.observer.observe(canvas)
  }

  private go(): void {
    if (this.busy || this.queue.size === 0) return
    this.busy = true
    requestAnimationFrame(() => {
      this.busy = false
      const [next] = this.queue
      if (next) this.draw(next)
      this.go()
    })
  }

  private draw(wanted: Wanted): void {
    this.queue.delete(wanted)
    this.wanted.delete(wanted.canvas)
    this.observer.unobserve(wanted.canvas)
    let drawer = this.drawers.get(wanted.dimension)
    if (!drawer) this.drawers.set(wanted.dimension, (drawer = this.makers[wanted.dimension]()))
    const picture = drawer(wanted.name)
    const { width, height } = wanted.canvas
    wanted.canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height)
    wanted.canvas.dataset['drawn'] = ''
  }
}
