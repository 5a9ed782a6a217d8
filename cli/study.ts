// Studies: one scene run many times, its parameters on a grid, from a list or drawn by seeds. Reads the file and lists the jobs; runs nothing.
import { Failure } from './io.ts'

/** What parameters may be set to. */
export type Values = Readonly<Record<string, number>>

export interface Job {
  /** Index in the study. */
  readonly index: number
  readonly parameters: Values
  readonly seed: number
}

/** How an output is read from a run. */
export interface Output {
  readonly read: string
  /** Over all steps, or at the end. */
  readonly over: 'end' | 'min' | 'max' | 'mean' | 'change'
}

export interface Study {
  /** What it asks; empty if it does not say. */
  readonly title: string
  /** A scene file's name, a module's name, or a scene. */
  readonly scene: string | object
  readonly seconds: number
  readonly hertz: number
  /** By parameter: places in the scene file that it sets. Modules are given all of them by name. */
  readonly places: Readonly<Record<string, readonly Place[]>>
  /** By parameter: its values on the grid, ascending as they are given; empty where runs are listed or drawn. */
  readonly grid: Readonly<Record<string, readonly number[]>>
  readonly outputs: Readonly<Record<string, Output>>
  readonly jobs: readonly Job[]
}

export interface Place {
  readonly at: string
  readonly scale: number
  readonly offset: number
}

/** Jobs that one study may have. */
const MOST_JOBS = 1_000_000
const OVER = ['end', 'min', 'max', 'mean', 'change'] as const
const FIELDS = ['format', 'version', 'title', 'scene', 'seconds', 'hertz', 'parameters', 'runs', 'seeds', 'outputs']

function fail(path: string, field: string, why: string): never {
  throw new Failure(`${path}: ${field} ${why}`)
}

export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure(`${path}: is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function number(value: unknown, path: string, field: string, low: number, high: number): number {
  if (typeof value !== 'number' || !(value >= low && value <= high)) {
    fail(path, field, `(${JSON.stringify(value)}) must be a number from ${low} to ${high}.`)
  }
  return value
}

/** The study of a file; errors name the file and the field. */
export function readStudy(text: string, path: string): Study {
  const file = parseJson(text, path)
  if (!isObject(file) || file['format'] !== 'fulcrum-study') fail(path, 'format', 'must be "fulcrum-study": is this a study?')
  if (file['version'] !== 1) fail(path, 'version', `(${JSON.stringify(file['version'])}) must be 1.`)
  for (const key of Object.keys(file)) if (!FIELDS.includes(key)) fail(path, key, `is no field of a study. There are: ${FIELDS.join(', ')}.`)
  const { scene } = file
  if (typeof scene !== 'string' && !isObject(scene)) fail(path, 'scene', 'must be the name of a scene file or of a module, or a scene.')
  const given = file['parameters'] ?? {}
  if (!isObject(given)) fail(path, 'parameters', 'must be an object: a parameter by name.')
  const drawn = new Map<string, readonly [number, number]>()
  const places: Record<string, readonly Place[]> = {}
  const grid: Record<string, readonly number[]> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = `parameters.${name}`
    if (!isObject(value)) fail(path, field, 'must be an object with values, from/to/steps or uniform.')
    places[name] = readPlaces(value, path, field)
    if (value['uniform'] !== undefined) drawn.set(name, readPair(value['uniform'], path, `${field}.uniform`))
    else if (value['values'] !== undefined || value['from'] !== undefined) grid[name] = readValues(value, path, field)
  }
  const runs = readRuns(file['runs'], places, path)
  const seeds = number(file['seeds'] ?? 1, path, 'seeds', 1, MOST_JOBS)
  if (drawn.size > 0 && file['seeds'] === undefined) fail(path, 'seeds', `is missing: ${[...drawn.keys()].join(', ')} is drawn at random.`)
  for (const name of Object.keys(places)) {
    if (runs !== null || drawn.has(name) || grid[name] !== undefined) continue
    fail(path, `parameters.${name}`, 'has no values. Give values, from/to/steps, uniform, or runs.')
  }
  const { title = '' } = file
  if (typeof title !== 'string') fail(path, 'title', 'must be text.')
  return {
    title,
    scene,
    seconds: number(file['seconds'] ?? 10, path, 'seconds', 1e-6, 1e6),
    hertz: number(file['hertz'] ?? 60, path, 'hertz', 1, 1e5),
    places,
    grid: runs === null ? grid : {},
    outputs: readOutputs(file['outputs'], path),
    jobs: listJobs(runs ?? product(grid, path), drawn, Math.round(seeds), path),
  }
}

function readPlaces(value: Record<string, unknown>, path: string, field: string): Place[] {
  const at = value['at'] ?? []
  const scale = number(value['scale'] ?? 1, path, `${field}.scale`, -1e12, 1e12)
  const offset = number(value['offset'] ?? 0, path, `${field}.offset`, -1e12, 1e12)
  return [at].flat().map((one, i) => {
    if (typeof one === 'string' && one !== '') return { at: one, scale, offset }
    if (isObject(one) && typeof one['at'] === 'string') {
      return {
        at: one['at'], scale: number(one['scale'] ?? scale, path, `${field}.at[${i}].scale`, -1e12, 1e12),
        offset: number(one['offset'] ?? offset, path, `${field}.at[${i}].offset`, -1e12, 1e12),
      }
    }
    return fail(path, `${field}.at[${i}]`, 'must be a place in the scene, such as "bodies.crate.position.y".')
  })
}

function readPair(value: unknown, path: string, field: string): readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) fail(path, field, 'must be two numbers, the lowest and the highest.')
  return [number(value[0], path, `${field}[0]`, -1e300, 1e300), number(value[1], path, `${field}[1]`, -1e300, 1e300)]
}

function readValues(value: Record<string, unknown>, path: string, field: string): number[] {
  const { values } = value
  if (values !== undefined) {
    if (!Array.isArray(values) || values.length === 0) fail(path, `${field}.values`, 'must be a list of numbers.')
    return values.map((one, i) => number(one, path, `${field}.values[${i}]`, -1e300, 1e300))
  }
  const from = number(value['from'], path, `${field}.from`, -1e300, 1e300)
  const to = number(value['to'], path, `${field}.to`, -1e300, 1e300)
  const steps = Math.round(number(value['steps'], path, `${field}.steps`, 2, MOST_JOBS))
  // What a person would write: 0.3, and not 0.30000000000000004.
  return Array.from({ length: steps }, (_, i) => Number((from + ((to - from) * i) / (steps - 1)).toPrecision(12)))
}

function readRuns(value: unknown, places: Readonly<Record<string, unknown>>, path: string): Values[] | null {
  if (value === undefined) return null
  if (!Array.isArray(value) || value.length === 0) fail(path, 'runs', 'must be a list of objects: values by parameter.')
  return value.map((run, i) => {
    if (!isObject(run)) fail(path, `runs[${i}]`, 'must be an object: values by parameter.')
    for (const [name, one] of Object.entries(run)) {
      if (!Object.hasOwn(places, name)) fail(path, `runs[${i}].${name}`, 'is no parameter of the study.')
      number(one, path, `runs[${i}].${name}`, -1e300, 1e300)
    }
    return run as Values
  })
}

function readOutputs(value: unknown, path: string): Record<string, Output> {
  if (value === undefined) return {}
  if (!isObject(value)) fail(path, 'outputs', 'must be an object: an output by name.')
  return Object.fromEntries(Object.entries(value).map(([name, one]) => {
    const given = typeof one === 'string' ? { read: one } : one
    if (!isObject(given) || typeof given['read'] !== 'string') {
      fail(path, `outputs.${name}`, 'must say what to read, such as "bodies.crate.position.x".')
    }
    const over = (given['over'] ?? 'end') as Output['over']
    if (!OVER.includes(over)) fail(path, `outputs.${name}.over`, `must be one of: ${OVER.join(', ')}.`)
    return [name, { read: given['read'], over }]
  }))
}

/** All combinations, the last parameter fastest. */
function product(grid: Readonly<Record<string, readonly number[]>>, path: string): Values[] {
  let all: Values[] = [{}]
  for (const [name, values] of Object.entries(grid)) {
    if (all.length * values.length > MOST_JOBS) fail(path, 'parameters', `are more than ${MOST_JOBS} combinations.`)
    all = all.flatMap((before) => values.map((value) => ({ ...before, [name]: value })))
  }
  return all
}

function listJobs(runs: readonly Values[], drawn: ReadonlyMap<string, readonly [number, number]>, seeds: number, path: string): Job[] {
  if (runs.length * seeds > MOST_JOBS) fail(path, 'seeds', `make more than ${MOST_JOBS} jobs.`)
  const jobs: Job[] = []
  for (const run of runs) {
    for (let seed = 0; seed < seeds; seed++) {
      let state = Math.imul(seed + 1, 0x9e3779b1)
      const random = (): number => {
        state = (state + 0x6d2b79f5) | 0
        let t = Math.imul(state ^ (state >>> 15), 1 | state)
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296
      }
      const values: Record<string, number> = { ...run }
      for (const [name, [low, high]] of drawn) values[name] = low + (high - low) * random()
      jobs.push({ index: jobs.length, parameters: values, seed })
    }
  }
  return jobs
}
