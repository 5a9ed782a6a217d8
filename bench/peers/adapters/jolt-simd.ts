/**
 * Jolt's build for several threads, the only one of the package with SIMD, run on one thread.
 *
 * The build waits for a pool of threads before it starts, and in Node its threads do not notice that they are threads and never answer.
 * So they are started from a module of ours, and then left without work.
 */

import { createRequire } from 'node:module'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import initJolt from 'jolt-physics/wasm-compat-multithread'
import type { Adapter } from '../adapter.ts'
import { createJoltWorld } from './jolt-world.ts'

function redirectThreads(): void {
  // The object that the package will ask for; a namespace import could not be changed.
  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker }
  const { Worker: Original } = threads
  threads.Worker = class extends Original {
    constructor(_address: string | URL, options?: WorkerOptions) {
      super(new URL('./jolt-thread.mjs', import.meta.url), options)
    }
  }
}

export const adapter: Adapter = {
  async create(list) {
    redirectThreads()
    return createJoltWorld(await initJolt(), list)
  },
}
