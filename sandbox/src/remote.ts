// The page's end of a world that steps in a worker. The page keeps a world of the same scene as a mirror, whose state is the worker's after every
// answer; so drawing, rows, tools and time line work as ever. What the page changes goes to the worker with the next order.

/** What the worker is to do. */
export interface Order {
  /** Which run of which scene it is: another number, another world. */
  readonly run: number
  readonly dimension: 2 | 3
  readonly name: string
  readonly steps: number
  /** The page's state, where the worker does not have it. */
  readonly state: Uint8Array | null
}

export interface Answer {
  readonly run: number
  readonly state: Uint8Array
  /** Mean time of a step. */
  readonly milliseconds: number
  readonly profile: Readonly<Record<string, number>>
  readonly guards: Readonly<Record<string, number>>
  readonly figures: Readonly<Record<string, number>>
}

export class Remote {
  /** Of the last answer of this run. */
  answer: Answer | null = null
  private readonly worker: Worker
  private run = 0
  private isBusy = false
  private ready: Answer | null = null

  /** Throws where the page may have no workers. */
  constructor(fail: (reason: string) => void) {
    this.worker = new Worker(new URL('./physics-worker.ts', import.meta.url), { type: 'module' })
    this.worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.run !== this.run) return
      this.isBusy = false
      this.ready = data
    })
    this.worker.addEventListener('error', (event) => fail(event.message || 'the worker could not be loaded'))
  }

  /** Another world is shown: what comes of orders before is dropped. */
  restart(): void {
    this.run++
    this.isBusy = false
    this.answer = this.ready = null
  }

  get busy(): boolean {
    return this.isBusy
  }

  order(order: Omit<Order, 'run'>): void {
    this.isBusy = true
    const { run } = this
    this.worker.postMessage({ ...order, run } satisfies Order, order.state ? [order.state.buffer] : [])
  }

  /** The answer that came since the last call, if any. */
  take(): Answer | null {
    const { ready } = this
    this.ready = null
    if (ready) this.answer = ready
    return ready
  }

  stop(): void {
    this.worker.terminate()
  }
}
