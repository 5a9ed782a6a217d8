// The command line: what the commands are called and take. Each one's work is in its own file.
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { convert, CONVERTERS, PIXELS_PER_METRE, readScene, type ConvertOptions } from './convert.ts'
import { Failure, type Io } from './io.ts'
import { simulate } from './simulate.ts'
import { sweep, type SweepOptions } from './sweep.ts'
import { validate } from './validate.ts'
import { view } from './view.ts'
import { energyOf, entryOf, isRecording, loadFile, short, table, within, type Difference } from './worlds.ts'

function positive(text: string): number {
  const number = Number(text)
  if (!(number > 0 && number < Infinity)) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}

function whole(text: string): number {
  const number = positive(text)
  if (!Number.isInteger(number)) throw new InvalidArgumentError('It must be a whole number.')
  return number
}

function portNumber(text: string): number {
  const number = whole(text)
  if (number > 65_535) throw new InvalidArgumentError('It must be at most 65535.')
  return number
}

/** Runs a call such as ['simulate', 'scene.json']; returns the exit code: 0 well, 1 the input is wrong or differs, 2 the call is wrong. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    await program(io).parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof Failure) {
      if (error.message !== '') io.err(error.message)
      return error.code
    }
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('E')) {
      io.err(inWords(error.code, error))
      return 1
    }
    throw error
  }
}

/** What the system said of a file, in words. */
function inWords(code: string, error: Error & { path?: string }): string {
  const { message } = error
  const path = error.path ?? /'(.*)'/.exec(message)?.[1] ?? message.split(':')[0]!
  const about: Record<string, string> = {
    ENOENT: 'there is no such file or folder.', EISDIR: 'is a folder. Name a file.', EACCES: 'may not be read or written.',
  }
  return Object.hasOwn(about, code) ? `${path}: ${about[code]}` : message
}

function program(io: Io): Command {
  const cli = new Command('fulcrum')
    .description('Scenes and recordings of Fulcrum physics. A file named - is standard input.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: (text) => io.err(text.trimEnd()) })
    .addHelpText('after', `
Examples:
  $ fulcrum simulate scene.json --seconds 10 --out run.csv --plot energy.svg
  $ fulcrum validate scene.json
  $ cat scene.json | fulcrum info -
  $ fulcrum replay bug.json
  $ fulcrum bisect before.json after.json
  $ fulcrum convert robot.urdf --out robot.json
  $ fulcrum view robot.json
  $ fulcrum sweep study.json --out results.csv --plot map.svg

Where a scene is asked for, files that convert reads are taken as well.

Exit codes: 0 well; 1 the input is wrong, or recordings differ; 2 the call is wrong.`)
  const command = (name: string, about: string): Command => {
    const made = cli.command(name).description(about)
    made.exitOverride().configureOutput(cli.configureOutput())
    return made
  }
  command('simulate <scene>', 'run a scene; write poses, energies and the final hash')
    .addOption(new Option('-s, --seconds <s>', 'how long').argParser(positive).default(10))
    .addOption(new Option('--hertz <n>', 'steps per second').argParser(positive).default(60))
    .addOption(new Option('--every <n>', 'keep every n-th step').argParser(whole).default(1))
    .option('-o, --out <file>', 'trajectory: .csv, .json or .bin; - is CSV to standard output')
    .option('-p, --plot <file.svg>', 'energies over time')
    .addHelpText('after', '\nExample:\n  $ fulcrum simulate tower.json --seconds 5 --every 6 --out run.json')
    .action((path: string, options) => simulate(io, path, options))
  command('validate <scene>', 'check a scene: schema, values, overlaps, mass ratios, redundant joints')
    .option('--strict', 'warnings are errors', false)
    .addHelpText('after', '\nExample:\n  $ fulcrum validate scene.json --strict')
    .action((path: string, { strict }: { strict: boolean }) => validate(io, path, strict))
  command('info <file>', 'what a scene or a recording holds')
    .addHelpText('after', '\nExample:\n  $ cat scene.json | fulcrum info -')
    .action((path: string) => info(io, path))
  command('replay <recording>', 'do again what was recorded; say where it differs')
    .addHelpText('after', '\nExample:\n  $ fulcrum replay bug.json')
    .action((path: string) => replay(io, path))
  command('bisect <a> <b>', 'the first step, body and column in which two recordings differ')
    .addHelpText('after', '\nExample:\n  $ fulcrum bisect before.json after.json')
    .action((a: string, b: string) => bisect(io, a, b))
  command('convert <file>', 'make a scene of a file of another program')
    .addOption(new Option('--from <format>', `one of: ${[...CONVERTERS.keys()].join(', ')}; by the file's ending or content if left out`))
    .option('-o, --out <file>', 'scene file; - is standard output', '-')
    .option('--fixed-base', 'URDF, MJCF: the root is fixed to the world', false)
    .addOption(new Option('--pixels-per-metre <n>', 'Tiled: pixels of the map').argParser(positive).default(PIXELS_PER_METRE))
    .addHelpText('after', `\nFormats:\n${[...CONVERTERS].map(([name, { about }]) => `  ${name}: ${about}`).join('\n')}\n
What is lost or looks wrong is told on standard error.

Examples:\n  $ fulcrum convert arm.urdf --fixed-base --out arm.json\n  $ cat level.json | fulcrum convert - --from tiled | fulcrum simulate -`)
    .action((path: string, { from, out, ...options }: { from?: string; out: string } & ConvertOptions) => convert(io, path, from, out, options))
  command('sweep <study>', 'run a scene many times: parameters on a grid, from a list, or drawn by seeds')
    .addOption(new Option('-w, --workers <n>', 'threads; as many as the machine runs at once if left out').argParser(whole))
    .option('--redis <url>', 'share the runs with every machine that makes the same call; needs bullmq and ioredis')
    .option('-o, --out <file>', 'results: .csv or .json')
    .option('-p, --plot <file.svg>', 'curve over one parameter, or heat map over two')
    .option('--output <name>', 'which output to draw; the first if left out')
    .option('--log <file>', 'results as they come, to go on from; <study>.results if left out')
    .option('--fresh', 'begin anew, whatever the log holds', false)
    .addHelpText('after', `
Results are kept as they come: a sweep that was ended goes on where it was.

Example:\n  $ fulcrum sweep slope.json --workers 4 --out slope.csv --plot slope.svg`)
    .action((path: string, options: SweepOptions) => sweep(io, path, options))
  command('view <file>', 'show a scene or a recording in the sandbox, in a browser, until Ctrl-C')
    .addOption(new Option('--port <n>', 'port of the address; any that is free if left out').argParser(portNumber).default(0))
    .addHelpText('after', `
The page is served to this computer only, and reads the file again each time it is loaded.

Examples:\n  $ fulcrum view scene.json --port 8080\n  $ fulcrum convert arm.urdf | fulcrum view -`)
    .action((path: string, { port }: { port: number }) => view(io, path, port))
  return cli
}

async function info(io: Io, path: string): Promise<void> {
  const text = await readScene(io, path)
  const file = JSON.parse(entryOf(text, path) && text) as { format?: string; calls?: { do: string }[]; scene?: object }
  const recording = isRecording(text)
  const { entry, scene } = loadFile(recording ? JSON.stringify(file.scene) : text, path)
  const { world, bodyList } = scene
  const joints = [...world.joints]
  const { calls = [] } = file
  const { kinetic } = energyOf(world)
  const rows: (readonly [string, string | number])[] = [
    ['file', `${file.format}, ${entry.dimension} dimensions, ${text.length} characters`],
    ...(recording ? [['recorded',
      `${calls.length} calls, ${calls.filter((call) => call.do === 'step' || call.do === 'advance').length} steps`] as const] : []),
    ['bodies', `${bodyList.length}: ${counts(bodyList.map(({ type }) => type))}`],
    ['shapes', counts(bodyList.flatMap(({ shapes }) => shapes.map(({ kind }) => kind)))],
    ['joints', `${joints.length}${joints.length > 0 ? `: ${counts(joints.map(({ type }) => type))}` : ''}`],
    ['characters', [...world.characters].length], ['vehicles', [...(world.vehicles ?? [])].length],
    ['mass', `${short(bodyList.reduce((sum, body) => sum + (body.type === 'dynamic' ? body.mass : 0), 0))} kg`],
    ['kinetic energy', `${short(kinetic)} J`], ['steps taken', world.stepCount], ['snapshot', scene.restored ? 'used' : 'none'], ['hash',
      world.hash()],
  ]
  for (const line of table(rows)) io.out(line)
}

/** Words with how often they come, the most frequent first. */
function counts(words: readonly string[]): string {
  const found = new Map<string, number>()
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1)
  return [...found].sort((a, b) => b[1] - a[1]).map(([word, count]) => `${count} ${word}`).join(', ') || 'none'
}

function replay(io: Io, path: string): void {
  const text = io.read(path)
  const { world, steps, difference } = within(path, () => entryOf(text, path).replay(text))
  for (const line of table([['steps', steps], ['hash', world.hash()]])) io.out(line)
  if (difference !== null) throw new Failure(`${path}: ${sentence(difference)}`)
  io.out('The same as recorded, to the bit.')
}

function bisect(io: Io, a: string, b: string): void {
  const [first, second] = [io.read(a), io.read(b)]
  const difference = within(`${a}, ${b}`, () => entryOf(first, a).bisect(first, second))
  if (difference === null) {
    io.out('The same, to the bit.')
    return
  }
  io.out(sentence(difference))
  throw new Failure('')
}

function sentence({ step, body, name, column, hashes }: Difference): string {
  const who = body === null ? '' : `, body ${body}${name === null ? '' : ` (${name})`}`
  return `differs from step ${step} on${who}${column === null ? '' : `, ${column}`}: ${hashes.join(' and ')}`
}
