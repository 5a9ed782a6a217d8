// A thread of a sweep: runs the jobs that it is given, one after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { runJob, type StudyModule, type Task } from './job.ts'
import type { Job } from './study.ts'
import type { Answer, ThreadData } from './worker-pool.ts'

/** The module of a study, by its address. */
export async function loadModule(address: string): Promise<StudyModule> {
  return (await import(address)) as StudyModule
}

export async function serveJobs(): Promise<void> {
  const { study, scene, module } = workerData as ThreadData
  const task = { study, scene, module: module === null ? null : await loadModule(module) } as Task
  parentPort!.on('message', (job: Job) => {
    let answer: Answer
    try {
      answer = { result: runJob(task, job) }
    } catch (error) {
      answer = { index: job.index, error: error instanceof Error ? error.message : String(error) }
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort!.postMessage(answer)
  })
}
