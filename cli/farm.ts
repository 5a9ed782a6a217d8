// A study on several machines: jobs in a queue of BullMQ on Redis, results in a hash of Redis. Every machine makes the same call; each adds the
// jobs that nobody has added, runs some of them on its threads, and ends when all results are there.
import type { Result } from './job.ts'
import { Failure, type Io } from './io.ts'
import type { Job } from './study.ts'
import type { WorkerPool } from './worker-pool.ts'

/** A job whose machine is gone is given to another after so long, ms. Threads run the jobs, so a machine that lives renews its hold in time. */
const LOCK_MS = 6000
/** Machines that may die over one job. */
const MOST_STALLED = 20
/** How often results are counted, ms. */
const LOOK_MS = 200
/** Results are kept so long for machines that come late, s. */
const KEPT_SECONDS = 7 * 24 * 3600
/** Field of the results that holds a fault. */
const FAULT = 'fault'

export interface FarmOptions {
  readonly redis: string
  /** Mark of the study: machines with the same one share its jobs. */
  readonly mark: string
  readonly workers: number
  /** Forget what there is of it, on all machines. */
  readonly fresh: boolean
}

type Redis = import('ioredis').Redis

async function load(): Promise<{ bullmq: typeof import('bullmq'); ioredis: typeof import('ioredis') }> {
  try {
    return { bullmq: await import('bullmq'), ioredis: await import('ioredis') }
  } catch {
    throw new Failure('--redis: needs the packages bullmq and ioredis beside this one. Install them with npm.', 2)
  }
}

/** Runs the jobs that are missing, with whoever else runs them; `done` is called for every result, wherever it was computed. */
export async function runOnFarm(
  io: Io, pool: WorkerPool, jobs: readonly Job[], options: FarmOptions, done: (result: Result) => void,
): Promise<void> {
  const { bullmq, ioredis } = await load()
  const retryStrategy = (times: number): number => Math.min(2000, 100 * times)
  const connection = new ioredis.Redis(options.redis, { maxRetriesPerRequest: null, lazyConnect: true, retryStrategy })
  connection.on('error', () => undefined)
  try {
    await connection.connect()
  } catch (error) {
    connection.disconnect()
    throw new Failure(`--redis ${options.redis}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const name = `fulcrum-${options.mark}`
  const results = `${name}:results`
  const queue = new bullmq.Queue(name, { connection })
  const worker = new bullmq.Worker<Job>(name, async ({ data }) => {
    if ((await connection.hexists(results, String(data.index))) === 1) return
    try {
      await connection.hsetnx(results, String(data.index), JSON.stringify(await pool.submit(data)))
    } catch (error) {
      await connection.hsetnx(results, FAULT, error instanceof Error ? error.message : String(error))
    }
  }, { connection, concurrency: options.workers, lockDuration: LOCK_MS, stalledInterval: LOCK_MS, maxStalledCount: MOST_STALLED })
  worker.on('error', () => undefined)
  try {
    if (options.fresh) await connection.del(results)
    await addMissing(connection, queue, results, jobs)
    await collect(io, connection, results, jobs, done)
  } finally {
    await worker.close(true)
    await queue.close()
    connection.disconnect()
  }
}

async function addMissing(connection: Redis, queue: import('bullmq').Queue, results: string, jobs: readonly Job[]): Promise<void> {
  const there = new Set(await connection.hkeys(results))
  const missing = jobs.filter(({ index }) => !there.has(String(index)))
  // The same id is added once, whoever adds it.
  const bulk = missing.map((job) => ({ name: 'run', data: job, opts: { jobId: `run-${job.index}`, removeOnComplete: true, removeOnFail: true } }))
  for (let i = 0; i < bulk.length; i += 1000) {
    // oxlint-disable-next-line no-await-in-loop -- one message of a thousand jobs at a time
    await queue.addBulk(bulk.slice(i, i + 1000))
  }
}

async function collect(io: Io, connection: Redis, results: string, jobs: readonly Job[], done: (result: Result) => void): Promise<void> {
  const missing = new Set(jobs.map(({ index }) => String(index)))
  while (missing.size > 0 && !io.stopped()) {
    /* oxlint-disable no-await-in-loop -- looks again and again until all is there */
    const asked = [...missing].slice(0, 10_000)
    const found = await connection.hmget(results, FAULT, ...asked)
    if (found[0] !== null) throw new Failure(found[0]!)
    asked.forEach((index, i) => {
      const text = found[i + 1]
      if (text === null || text === undefined) return
      missing.delete(index)
      done(JSON.parse(text) as Result)
    })
    if (missing.size > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    /* oxlint-enable no-await-in-loop */
  }
  await connection.expire(results, KEPT_SECONDS)
}
