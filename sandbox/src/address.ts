// The address keeps everything: which scene, how many steps into it and with which hash, pause, speed, what is drawn, settings of the world. So a
// link is a bug report: whoever opens it gets the same bits, or is told that he does not.
import type { ShowOptions } from './pane.ts'
import type { Sandbox } from './sandbox.ts'
import { getTheme } from './theme.ts'
import { FILE_NAME } from './from-file.ts'

/** What else stays as it was given. */
const KEPT: readonly string[] = ['quality']

const SETTINGS = ['gravity', 'substeps', 'sleeping', 'continuous'] as const

export type Settings = Record<(typeof SETTINGS)[number], number>

export interface Asked {
  readonly scene: string
  readonly file: string | null
  readonly title: string | null
  /** Steps to run at once. */
  readonly steps: number
  /** What the hash must be then; '' = whatever it is. */
  readonly hash: string
  readonly paused: boolean
  readonly speed: number
  readonly worker: boolean
  readonly theme: string
  readonly plain: boolean
  readonly show: readonly string[]
  readonly settings: Partial<Settings>
}

export function readAddress(): Asked {
  const given = new URLSearchParams(location.search)
  const settings: Partial<Settings> = {}
  for (const name of SETTINGS) if (given.has(name)) settings[name] = Number(given.get(name))
  const steps = Math.floor(Number(given.get('ff') ?? given.get('steps') ?? 0))
  const speed = Number(given.get('speed') ?? 1)
  return {
    scene: decodeURIComponent(location.hash.slice(1)) || (given.get('scene') ?? ''),
    file: given.get('file'),
    title: given.get('title'),
    steps: steps > 0 ? steps : 0,
    hash: given.get('hash') ?? '',
    paused: given.has('paused'),
    speed: speed > 0 && speed <= 4 ? speed : 1,
    worker: given.has('worker'),
    theme: given.get('theme') ?? 'auto',
    plain: given.get('quality') === 'plain',
    show: [...(given.get('show') ?? '').split(','), ...(given.has('joints') ? ['joints'] : [])],
    settings,
  }
}

/** Settings of the world as numbers. */
export function settingsOf(sandbox: Sandbox): Settings {
  const { world } = sandbox.simulation
  return { gravity: sandbox.pane.gravity, substeps: world.substeps, sleeping: Number(world.sleeping), continuous: Number(world.continuous) }
}

export function applySettings(sandbox: Sandbox, { gravity, substeps, sleeping, continuous }: Partial<Settings>): void {
  const { world } = sandbox.simulation
  if (gravity !== undefined) sandbox.pane.gravity = gravity
  if (substeps !== undefined) world.substeps = substeps
  if (sleeping !== undefined) world.sleeping = sleeping !== 0
  if (continuous !== undefined) world.continuous = continuous !== 0
}

/** Everything of the moment, as the address has it; with steps and hash only if `moment`. */
export function describe(sandbox: Sandbox, moment: boolean): string {
  const before = new URLSearchParams(location.search)
  const { simulation, pace, show, original, defaultShow } = sandbox
  const { name } = simulation.entry
  const after = new URLSearchParams()
  if (name === FILE_NAME) for (const key of ['file', 'title']) if (before.has(key)) after.set(key, before.get(key)!)
  after.set('scene', name)
  if (moment && simulation.world.stepCount > 0) {
    after.set('ff', String(simulation.world.stepCount))
    after.set('hash', simulation.world.hash())
  }
  if (pace.paused) after.set('paused', '')
  if (pace.worker) after.set('worker', '')
  if (pace.speed !== 1) after.set('speed', String(pace.speed))
  const shown = (Object.keys(show) as (keyof ShowOptions)[]).filter((key) => show[key] !== defaultShow[key])
  if (shown.length > 0) after.set('show', shown.map((key) => (show[key] ? key : `no-${key}`)).join(','))
  const settings = settingsOf(sandbox)
  for (const key of SETTINGS) if (settings[key] !== original[key]) after.set(key, String(settings[key]))
  if (getTheme() !== 'auto') after.set('theme', getTheme())
  for (const key of KEPT) if (before.has(key)) after.set(key, before.get(key)!)
  return `?${after.toString().replace(/=(?=&|$)/g, '')}`
}

/** Options that an address names, the rest as they are. */
export function applyShow(show: ShowOptions, names: readonly string[]): void {
  for (const name of names) {
    const key = name.replace(/^no-/, '') as keyof ShowOptions
    if (key in show) show[key] = !name.startsWith('no-')
  }
}
