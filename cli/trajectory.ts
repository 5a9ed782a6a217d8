// Poses and velocities of all bodies over time, written while the run goes on, in the form that the file's name asks for.
import { Failure, type Io, type Sink } from './io.ts'
import type { CliBody, Entry } from './worlds.ts'

/** Bytes of the head of a .bin file, and where it counts its frames. */
const HEAD = 24
const FRAMES = 20

export class Trajectory {
  private readonly entry: Entry
  private readonly bodies: readonly CliBody[]
  private readonly names: readonly string[]
  private readonly form: string
  private readonly sink: Sink
  /** Those of a .json file stand behind its frames. */
  private readonly times: number[] = []
  private frames = 0

  constructor(io: Io, entry: Entry, bodies: readonly CliBody[], names: ReadonlyMap<object, string>, path: string) {
    this.entry = entry
    this.bodies = bodies
    this.names = bodies.map((body, i) => names.get(body) ?? `body${i}`)
    this.form = path === '-' ? 'csv' : path.slice(path.lastIndexOf('.') + 1)
    if (!['csv', 'json', 'bin'].includes(this.form)) throw new Failure(`--out ${path}: must end in .csv, .json or .bin.`, 2)
    this.sink = io.create(path)
    this.begin()
  }

  private get columns(): string[] {
    const { axes, dimension } = this.entry
    return [...axes, ...(dimension === 2 ? ['angle'] : ['qx', 'qy', 'qz', 'qw']), ...axes.map((axis) => `v${axis}`)]
  }

  private begin(): void {
    const { columns, names, form, sink } = this
    if (form === 'csv') sink.write(`${['time', 'body', ...columns].join(',')}\n`)
    else if (form === 'json') sink.write(`{"columns":${JSON.stringify(columns)},"bodies":${JSON.stringify(names)},"frames":[`)
    else sink.write(this.head())
  }

  /** 'FTRJ', then little-endian: version, dimension, bodies, columns and frames as 32-bit words; each frame its time and its numbers as doubles. */
  private head(): Uint8Array {
    const bytes = new Uint8Array(HEAD)
    const view = new DataView(bytes.buffer)
    bytes.set([0x46, 0x54, 0x52, 0x4a])
    ;[1, this.entry.dimension, this.names.length, this.columns.length, this.frames].forEach((word, i) => view.setUint32(4 + 4 * i, word, true))
    return bytes
  }

  add(time: number): void {
    const { axes } = this.entry
    const rows = this.bodies.map(({ position, rotation, linearVelocity }) => [
      ...axes.map((axis) => position[axis]!),
      ...(typeof rotation === 'number' ? [rotation] : ['x', 'y', 'z', 'w'].map((axis) => rotation[axis]!)),
      ...axes.map((axis) => linearVelocity[axis]!),
    ])
    if (this.form === 'csv') this.sink.write(rows.map((row, b) => `${[time, quoted(this.names[b]!), ...row].join(',')}\n`).join(''))
    else if (this.form === 'json') {
      this.times.push(time)
      this.sink.write(`${this.frames > 0 ? ',' : ''}${JSON.stringify(rows.flat())}`)
    } else {
      const numbers = [time, ...rows.flat()]
      const view = new DataView(new ArrayBuffer(8 * numbers.length))
      numbers.forEach((number, i) => view.setFloat64(8 * i, number, true))
      this.sink.write(new Uint8Array(view.buffer))
    }
    this.frames++
  }

  /** Ends the file. */
  finish(): void {
    const { form, sink } = this
    if (form === 'json') sink.write(`],"times":${JSON.stringify(this.times)}}\n`)
    else if (form === 'bin') sink.rewrite(FRAMES, this.head().subarray(FRAMES))
    sink.close()
  }
}

function quoted(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
