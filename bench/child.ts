/** Runs a bundled module in a fresh Node process and takes the JSON it prints last. */

import { spawnSync } from 'node:child_process'

export interface ChildFailure {
  readonly error: string
}

/** Lines a child's complaint is cut to. */
const ERROR_LINES = 6

export function runChild<Result extends object>(module: string, args: readonly string[], timeoutMs: number): Result | ChildFailure {
  const environment = { ...process.env }
  // Whatever loader runs this file must not run the child.
  delete environment['NODE_OPTIONS']
  const { status, stdout, stderr, error, signal } = spawnSync(process.execPath, [module, ...args], {
    encoding: 'utf8',
    env: environment,
    timeout: timeoutMs,
    maxBuffer: 2 ** 26,
  })
  if (signal !== null && error?.message.includes('ETIMEDOUT')) return { error: `no answer within ${timeoutMs / 1000} s` }
  const lastLine = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (status === 0 && lastLine.startsWith('{')) return JSON.parse(lastLine) as Result
  const complaint = (stderr || stdout || error?.message || `exit ${status ?? signal}`).trim()
  return { error: complaint.split('\n').slice(0, ERROR_LINES).join('\n') }
}

export function isFailure(result: object): result is ChildFailure {
  return 'error' in result
}
