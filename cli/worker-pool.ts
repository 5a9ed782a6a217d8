// Threads that run jobs. A thread that dies is replaced, and its job is run again: the result is the same, whoever computes it.
import { Worker } from 'node:worker_threads'
import { Failure } from './io.ts'
import type { Result } from './job.ts'
import type { Job } from './study.ts'

/** What threads are given when they are made: everything but the jobs. */
export interface ThreadData {
  readonly kind: 'fulcrum-sweep'
  readonly study: object
  readonly scene: string | null
  readonly module: string | null
}

/** What a thread says of a job. */
export type Answer = { readonly result: Result } | { readonly index: number; readonly error: string }

/** Times that a job is tried, if threads die over it. */
const MOST_TRIES = 5

interface Thread {
  readonly worker: Worker
  job: Waiting | null
}

interface Waiting {
  readonly job: Job
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  tries: number
}

export class WorkerPool {
  /** Threads that died and were replaced. */
  lost = 0
  readonly threads: Thread[] = []
  private readonly waiting: Waiting[] = []
  private readonly file: URL
  private readonly data: ThreadData
  private readonly count: number
  private readonly execArgv: readonly string[] | undefined

  /** `count`: threads at most; they are made when there is work for them. */
  constructor(file: URL, data: ThreadData, count: number, execArgv?: readonly string[]) {
    this.file = file
    this.data = data
    this.count = count
    this.execArgv = execArgv
  }

  /** Runs a job on the next thread that is free. */
  submit(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, resolve, reject, tries: 0 })
      this.hand()
    })
  }

  /** Runs all jobs; `done` is called for each as it ends. Ends early when `stopped` says so. */
  async run(jobs: readonly Job[], done: (result: Result) => void, stopped: () => boolean): Promise<void> {
    let next = 0
    const lane = async (): Promise<void> => {
      // oxlint-disable-next-line no-await-in-loop -- a lane runs one job at a time
      while (next < jobs.length && !stopped()) done(await this.submit(jobs[next++]!))
    }
    await Promise.all(Array.from({ length: Math.min(this.count, jobs.length) }, lane))
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all(this.threads.splice(0).map(({ worker }) => worker.terminate()))
  }

  private hand(): void {
    while (this.waiting.length > 0) {
      const free = this.threads.find(({ job }) => job === null) ?? (this.threads.length < this.count ? this.start() : null)
      if (free === null) return
      free.job = this.waiting.shift()!
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      free.worker.postMessage(free.job.job)
    }
  }

  private start(): Thread {
    const worker = new Worker(this.file, { workerData: this.data, ...(this.execArgv === undefined ? {} : { execArgv: [...this.execArgv] }) })
    const thread: Thread = { worker, job: null }
    this.threads.push(thread)
    let fault = 'for lack of memory perhaps. Use fewer --workers'
    worker.on('error', (error: Error) => (fault = error.message))
    worker.on('message', (answer: Answer) => {
      const { job } = thread
      thread.job = null
      if ('error' in answer) job?.reject(new Failure(`run ${answer.index}: ${answer.error}`))
      else job?.resolve(answer.result)
      this.hand()
    })
    worker.on('exit', () => {
      const index = this.threads.indexOf(thread)
      if (index < 0) return
      this.threads.splice(index, 1)
      this.lost++
      const { job } = thread
      if (job !== null && ++job.tries >= MOST_TRIES) job.reject(new Failure(`run ${job.job.index}: ended its thread ${MOST_TRIES} times: ${fault}.`))
      else if (job !== null) this.waiting.unshift(job)
      this.hand()
    })
    return thread
  }
}
