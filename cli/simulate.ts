// `simulate`: runs a scene and writes what became of it.
import { readScene } from './convert.ts'
import { Failure, type Io } from './io.ts'
import { LONG_RUN, PAUSE_EVERY } from './limits.ts'
import { plotLines } from './plot.ts'
// After the own modules: the bundler loses where the next module's text stands.
import { SingleBar } from 'cli-progress'
import { energyOf, loadFile, short, table, type CliBody, type CliWorld, type Entry } from './worlds.ts'

export interface SimulateOptions {
  readonly seconds: number
  readonly hertz: number
  readonly every: number
  readonly out?: string
  readonly plot?: string
}

const BAR = '{bar} {percentage} % | {value} of {total} steps | {eta_formatted} left'

export async function simulate(io: Io, path: string, options: SimulateOptions): Promise<void> {
  if (options.out === path && path !== '-') throw new Failure(`--out ${path}: is the scene itself. Name another file.`, 2)
  const { entry, scene } = loadFile(await readScene(io, path), path)
  const { world, bodyList, names } = scene
  const steps = Math.round(options.seconds * options.hertz)
  const dt = 1 / options.hertz
  const trajectory = options.out === undefined ? null : new Trajectory(entry, bodyList, names, options.out)
  for (const file of [options.out, options.plot]) if (file !== undefined) io.check(file)
  const energies: { time: number; kinetic: number; potential: number }[] = []
  const note = (step: number): void => {
    if (step % options.every !== 0) return
    trajectory?.add(step * dt)
    if (options.plot !== undefined) energies.push({ time: step * dt, ...energyOf(world) })
  }
  const bar = io.interactive && steps > LONG_RUN ? new SingleBar({ format: BAR }) : null
  bar?.start(steps, 0)
  const began = io.now()
  note(0)
  let taken = 0
  while (taken < steps && !io.stopped()) {
    scene.animate?.((taken + 1) * dt)
    world.step(dt)
    note(++taken)
    if (taken % PAUSE_EVERY !== 0) continue
    bar?.update(taken)
    // oxlint-disable-next-line no-await-in-loop -- signals come through between steps
    await io.pause()
  }
  bar?.update(taken)
  bar?.stop()
  const elapsed = (io.now() - began) / 1000
  // Interrupted or not, what there is is written whole.
  if (trajectory !== null) io.write(options.out!, trajectory.finish())
  if (options.plot !== undefined) io.write(options.plot, plotEnergies(energies))
  if (options.out !== '-') for (const line of table(resultOf(world, bodyList.length, taken, dt, elapsed))) io.out(line)
  if (taken < steps) io.err(`Stopped after ${taken} of ${steps} steps; files hold what was simulated.`)
}

function resultOf(world: CliWorld, bodies: number, steps: number, dt: number, elapsed: number): (readonly [string, string | number])[] {
  const { kinetic, potential } = energyOf(world)
  return [
    ['bodies', bodies], ['awake', world.awakeBodyCount], ['steps', steps], ['simulated', `${short(steps * dt)} s`],
    ['took', `${elapsed.toFixed(2)} s`], ['contact points', world.readContacts(new Float64Array(0))], ['kinetic energy', `${short(kinetic)} J`],
    ['potential energy', `${short(potential)} J`], ['hash', world.hash()],
  ]
}

/** Poses and velocities of all bodies over time, in the form that the file's name asks for. */
class Trajectory {
  private readonly entry: Entry
  private readonly bodies: readonly CliBody[]
  private readonly names: readonly string[]
  private readonly form: string
  private readonly times: number[] = []
  private readonly frames: number[][] = []

  constructor(entry: Entry, bodies: readonly CliBody[], names: ReadonlyMap<object, string>, path: string) {
    this.entry = entry
    this.bodies = bodies
    this.names = bodies.map((body, i) => names.get(body) ?? `body${i}`)
    this.form = path === '-' ? 'csv' : path.slice(path.lastIndexOf('.') + 1)
    if (!['csv', 'json', 'bin'].includes(this.form)) throw new Failure(`--out ${path}: must end in .csv, .json or .bin.`, 2)
  }

  private get columns(): string[] {
    const { axes, dimension } = this.entry
    return [...axes, ...(dimension === 2 ? ['angle'] : ['qx', 'qy', 'qz', 'qw']), ...axes.map((axis) => `v${axis}`)]
  }

  add(time: number): void {
    const { axes } = this.entry
    this.times.push(time)
    this.frames.push(this.bodies.flatMap(({ position, rotation, linearVelocity }) => [
      ...axes.map((axis) => position[axis]!),
      ...(typeof rotation === 'number' ? [rotation] : ['x', 'y', 'z', 'w'].map((axis) => rotation[axis]!)),
      ...axes.map((axis) => linearVelocity[axis]!),
    ]))
  }

  finish(): string | Uint8Array {
    const { columns, names, times, frames } = this
    if (this.form === 'json') return `${JSON.stringify({ columns, bodies: names, times, frames })}\n`
    if (this.form === 'bin') return this.binary()
    const width = columns.length
    const lines = frames.flatMap((frame, i) => names.map((name, b) => [times[i], quoted(name), ...frame.slice(b * width, (b + 1) * width)].join(',')))
    return `${['time', 'body', ...columns].join(',')}\n${lines.join('\n')}\n`
  }

  /** 'FTRJ', then little-endian: version, dimension, bodies, columns and frames as 32-bit words; each frame its time and its numbers as doubles. */
  private binary(): Uint8Array {
    const { columns, names, times, frames } = this
    const bytes = new Uint8Array(24 + frames.length * 8 * (1 + names.length * columns.length))
    const view = new DataView(bytes.buffer)
    bytes.set([0x46, 0x54, 0x52, 0x4a])
    ;[1, this.entry.dimension, names.length, columns.length, frames.length].forEach((word, i) => view.setUint32(4 + 4 * i, word, true))
    let at = 24
    frames.forEach((frame, i) => {
      for (const number of [times[i]!, ...frame]) {
        view.setFloat64(at, number, true)
        at += 8
      }
    })
    return bytes
  }
}

function quoted(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}

function plotEnergies(energies: readonly { time: number; kinetic: number; potential: number }[]): string {
  const times = energies.map(({ time }) => time)
  return plotLines('Energy, J', times, [
    { name: 'kinetic', color: '#c0392b', values: energies.map(({ kinetic }) => kinetic) },
    { name: 'potential', color: '#2471a3', values: energies.map(({ potential }) => potential) },
    { name: 'total', color: '#222222', values: energies.map(({ kinetic, potential }) => kinetic + potential) },
  ])
}
