// `simulate`: runs a scene and writes what became of it.
import { readScene } from './convert.ts'
import { Failure, type Io } from './io.ts'
import { LONG_RUN, PAUSE_EVERY } from './limits.ts'
import { plotLines } from './plot.ts'
import { Trajectory } from './trajectory.ts'
// After the own modules: the bundler loses where the next module's text stands.
import { SingleBar } from 'cli-progress'
import { energyOf, loadFile, short, table, type CliWorld } from './worlds.ts'

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
  const { plot } = options
  if (plot !== undefined && plot !== '-' && !plot.toLowerCase().endsWith('.svg')) throw new Failure(`--plot ${plot}: must end in .svg.`, 2)
  const { entry, scene } = loadFile(await readScene(io, path), path)
  const { world, bodyList, names } = scene
  const steps = Math.round(options.seconds * options.hertz)
  const dt = 1 / options.hertz
  if (plot !== undefined) io.check(plot)
  const trajectory = options.out === undefined ? null : new Trajectory(io, entry, bodyList, names, options.out)
  const energies: { time: number; kinetic: number; potential: number }[] = []
  const note = (step: number): void => {
    if (step % options.every !== 0) return
    trajectory?.add(step * dt)
    if (plot !== undefined) energies.push({ time: step * dt, ...energyOf(world) })
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
  trajectory?.finish()
  if (plot !== undefined) io.write(plot, plotEnergies(energies))
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

function plotEnergies(energies: readonly { time: number; kinetic: number; potential: number }[]): string {
  const times = energies.map(({ time }) => time)
  return plotLines('Energy, J', times, [
    { name: 'kinetic', color: '#c0392b', values: energies.map(({ kinetic }) => kinetic) },
    { name: 'potential', color: '#2471a3', values: energies.map(({ potential }) => potential) },
    { name: 'total', color: '#222222', values: energies.map(({ kinetic, potential }) => kinetic + potential) },
  ])
}
