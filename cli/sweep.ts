// `sweep`: runs the jobs of a study on threads, keeps every result as it comes, goes on where an earlier call ended, and writes what came of it.
import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runOnFarm } from './farm.ts'
import { Failure, type Io } from './io.ts'
import { heatMap } from './heat-map.ts'
import { plotLines } from './plot.ts'
import { readStudy, type Study } from './study.ts'
import { WorkerPool } from './worker-pool.ts'
import { short, table } from './worlds.ts'
// After the own modules: the bundler loses where the next module's text stands.
import { SingleBar } from 'cli-progress'
import type { Result } from './job.ts'

export interface SweepOptions {
  readonly workers?: number
  readonly redis?: string
  readonly out?: string
  readonly plot?: string
  readonly output?: string
  readonly log?: string
  readonly fresh?: boolean
}

const BAR = '{bar} {percentage} % | {value} of {total} runs | {rate} runs/s | {eta_formatted} left'
/** Lines of results that are printed; files hold all of them. */
const MOST_LINES = 40

/** A result in the log, with the mark of the study it belongs to. */
interface Logged extends Result {
  readonly study: string
}

export async function sweep(io: Io, path: string, options: SweepOptions): Promise<void> {
  const text = io.read(path)
  const study = readStudy(text, path)
  if (options.out !== undefined && !/\.(?:csv|json)$/.test(options.out)) throw new Failure(`--out ${options.out}: must end in .csv or .json.`, 2)
  const { scene, module, source } = sceneOf(io, study, path)
  const mark = markOf(text, source)
  const log = options.log ?? `${path === '-' ? 'study' : path}.results`
  const results = options.fresh === true ? new Map<number, Result>() : readLog(io, log, mark, study.jobs.length)
  if (options.fresh === true) io.write(log, '')
  const resumed = results.size
  const { jobs, grid: _grid, ...shared } = study
  const workers = options.workers ?? io.threads.count
  const pool = new WorkerPool(io.threads.file, { kind: 'fulcrum-sweep', study: shared, scene, module }, workers, io.threads.execArgv)
  const bar = io.interactive ? new SingleBar({ format: BAR }) : null
  bar?.start(jobs.length, resumed, { rate: '…' })
  const began = io.now()
  const keep = (result: Result): void => {
    results.set(result.index, result)
    io.append(log, `${JSON.stringify({ study: mark, ...result } satisfies Logged)}\n`)
    bar?.update(results.size, { rate: (((results.size - resumed) * 1000) / Math.max(1, io.now() - began)).toFixed(1) })
  }
  const missing = jobs.filter(({ index }) => !results.has(index))
  try {
    if (options.redis === undefined) await pool.run(missing, keep, () => io.stopped())
    else await runOnFarm(io, pool, missing, { redis: options.redis, mark, workers, fresh: options.fresh === true }, keep)
  } finally {
    bar?.stop()
    await pool.close()
  }
  report(io, study, results, options)
  const rows: [string, string | number][] = [['runs', results.size], ['of these from the log', resumed]]
  if (pool.lost > 0) rows.push(['threads replaced', pool.lost])
  rows.push(['checksum', results.size < jobs.length ? 'not all runs are done' : checksumOf(study, results)])
  for (const line of table(rows)) io.out(line)
  if (results.size < jobs.length) io.err(`Stopped after ${results.size} of ${jobs.length} runs; the same call goes on.`)
}

/** What builds the world: a scene's text or a module's address, and what of it decides about results. */
function sceneOf(io: Io, { scene }: Study, path: string): { scene: string | null; module: string | null; source: string } {
  if (typeof scene !== 'string') return { scene: JSON.stringify(scene), module: null, source: '' }
  const file = resolve(path === '-' ? '.' : dirname(path), scene)
  const text = io.read(io.exists(scene) ? scene : file)
  if (/\.(?:m?js|ts)$/.test(scene)) return { scene: null, module: pathToFileURL(file).href, source: text }
  return { scene: text, module: null, source: text }
}

/** Results of another study, or of another text of it, are not taken over. */
function markOf(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)
}

/** Results that are there already. A line that was cut off by the end of a process is left out; the same run with two results is a fault. */
function readLog(io: Io, log: string, mark: string, jobs: number): Map<number, Result> {
  const found = new Map<number, Result>()
  if (!io.exists(log)) return found
  const text = io.read(log)
  for (const line of text.split('\n')) {
    let entry: Logged
    try {
      entry = JSON.parse(line) as Logged
    } catch {
      continue
    }
    const { study, index, outputs, hash } = entry
    if (study !== mark || !Number.isInteger(index) || index < 0 || index >= jobs || typeof hash !== 'string') continue
    const known = found.get(index)
    if (known !== undefined && known.hash !== hash) {
      const why = 'Something in the study is not deterministic; --fresh begins anew.'
      throw new Failure(`${log}: run ${index} came to ${known.hash} and to ${hash}. ${why}`)
    }
    found.set(index, { index, outputs, hash })
  }
  if (text !== '' && !text.endsWith('\n')) io.append(log, '\n')
  return found
}

/** One mark of all results: equal wherever and however often runs were computed. */
function checksumOf({ jobs }: Study, results: ReadonlyMap<number, Result>): string {
  return markOf(...jobs.map(({ index }) => `${index}:${results.get(index)!.hash}:${JSON.stringify(results.get(index)!.outputs)}`))
}

function report(io: Io, study: Study, results: ReadonlyMap<number, Result>, options: SweepOptions): void {
  const done = study.jobs.filter(({ index }) => results.has(index))
  const parameters = [...new Set(study.jobs.flatMap((job) => Object.keys(job.parameters)))]
  const outputs = [...new Set(done.flatMap(({ index }) => Object.keys(results.get(index)!.outputs)))]
  const seeds = study.jobs.some(({ seed }) => seed > 0)
  const columns = [...(seeds ? ['seed'] : []), ...parameters, ...outputs, 'hash']
  const rows = done.map(({ index, seed, parameters: values }) => [
    ...(seeds ? [seed] : []), ...parameters.map((name) => values[name] ?? ''), ...outputs.map((name) => results.get(index)!.outputs[name] ?? ''),
    results.get(index)!.hash,
  ])
  const cells = [columns, ...rows.slice(0, MOST_LINES).map((row) => row.map((cell) => (typeof cell === 'number' ? short(cell) : cell)))]
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => String(row[i]).length)))
  for (const row of cells) io.out(row.map((cell, i) => String(cell).padStart(widths[i]!)).join('  '))
  if (rows.length > MOST_LINES) io.out(`… ${rows.length - MOST_LINES} more`)
  if (options.out?.endsWith('.csv') === true) io.write(options.out, `${[columns, ...rows].map((row) => row.join(',')).join('\n')}\n`)
  else if (options.out !== undefined) {
    const runs = done.map(({ index, seed, parameters: values }) => ({ ...results.get(index)!, seed, parameters: values }))
    io.write(options.out, `${JSON.stringify({ format: 'fulcrum-results', version: 1, runs })}\n`)
  }
  if (options.plot === undefined || done.length < study.jobs.length) return
  io.write(options.plot, draw(study, results, options.output ?? outputs[0] ?? ''))
}

/** A curve over one parameter of the grid, a heat map over two. Of several seeds the mean. */
function draw(study: Study, results: ReadonlyMap<number, Result>, output: string): string {
  const names = Object.keys(study.grid)
  const mean = (wanted: Readonly<Record<string, number>>): number => {
    const values = study.jobs.filter(({ parameters }) => names.every((name) => parameters[name] === wanted[name]))
      .map(({ index }) => results.get(index)!.outputs[output]).filter((value) => value !== undefined)
    if (values.length === 0) throw new Failure(`--output ${output}: is no output of the study.`, 2)
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  const [first, second] = names
  if (first === undefined || names.length > 2) throw new Failure('--plot: needs one or two parameters on a grid.', 2)
  const xs = study.grid[first]!
  const title = study.title === '' ? output : `${study.title}: ${output}`
  if (second === undefined) {
    const values = xs.map((x) => mean({ [first]: x }))
    return plotLines(title, xs, [{ name: '', color: '#2471a3', values }], { from: xs[0]!, name: first })
  }
  const ys = study.grid[second]!
  return heatMap({ title, xName: first, yName: second, xs, ys, values: ys.map((y) => xs.map((x) => mean({ [first]: x, [second]: y }))) })
}
