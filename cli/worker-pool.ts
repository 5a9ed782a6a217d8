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
  job: Job | null
}

export class WorkerPool {
  /** Threads that died and were replaced. */
  lost = 0
  readonly threads: Thread[] = []
  private readonly file: URL
  private readonly data: ThreadData
  private readonly execArgv: readonly string[] | undefined

  constructor(file: URL, data: ThreadData, execArgv?: readonly string[]) {
    this.file = file
    this.data = data
    this.execArgv = execArgv
  }

  /** Runs all jobs on so many threads; `done` is called for each as it ends. Ends early when `stopped` says so. */
  async run(jobs: readonly Job[], count: number, done: (result: Result) => void, stopped: () => boolean): Promise<void> {
    const waiting = [...jobs]
    const tries = new Map<number, number>()
    let open = jobs.length
    let settle: (error?: Error) => void = () => undefined
    const ended = new Promise<void>((resolve, reject) => {
      settle = (error) => (error === undefined ? resolve() : reject(error))
    })
    const give = (thread: Thread): void => {
      thread.job = stopped() ? null : (waiting.shift() ?? null)
      if (thread.job !== null) thread.worker.postMessage(thread.job)
      else if (open === 0 || (stopped() && this.threads.every(({ job }) => job === null))) settle()
    }
    const start = (): void => {
      const worker = new Worker(this.file, { workerData: this.data, ...(this.execArgv === undefined ? {} : { execArgv: [...this.execArgv] }) })
      const thread: Thread = { worker, job: null }
      this.threads.push(thread)
      worker.on('message', (answer: Answer) => {
        if ('error' in answer) {
          settle(new Failure(`run ${answer.index}: ${answer.error}`))
          return
        }
        // A job that was tried twice may end twice; once is enough.
        if (thread.job?.index === answer.result.index) {
          open--
          done(answer.result)
        }
        give(thread)
      })
      let fault = 'for lack of memory perhaps. Use fewer --workers'
      worker.on('error', (error: Error) => (fault = error.message))
      worker.on('exit', () => {
        const { job } = thread
        const index = this.threads.indexOf(thread)
        if (index >= 0) this.threads.splice(index, 1)
        if (open === 0 || index < 0) return
        this.lost++
        if (job !== null) {
          const tried = (tries.get(job.index) ?? 0) + 1
          tries.set(job.index, tried)
          if (tried >= MOST_TRIES) {
            settle(new Failure(`run ${job.index}: ended its thread ${MOST_TRIES} times: ${fault}.`))
            return
          }
          waiting.unshift(job)
        }
        start()
      })
      give(thread)
    }
    if (open === 0) return
    for (let i = 0; i < Math.min(count, jobs.length); i++) start()
    try {
      await ended
    } finally {
      await Promise.all(this.threads.splice(0).map(({ worker }) => worker.terminate()))
    }
  }
}
