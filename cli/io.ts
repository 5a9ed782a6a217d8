// What the command line reads from and writes to: the process, or what a test gives instead.
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Bytes that a file takes at once. */
const CHUNK = 1 << 16

/** A file that is written piece by piece; `-` is standard output. */
export interface Sink {
  write(data: string | Uint8Array): void
  /** Writes over what stands at a byte; not in standard output. */
  rewrite(at: number, data: Uint8Array): void
  close(): void
}

export interface Io {
  /** The text of a file; `-` is standard input. */
  read(path: string): string
  /** The bytes of a file; `-` is standard input. */
  bytes(path: string): Uint8Array
  write(path: string, data: string | Uint8Array): void
  /** Begins a file, over one that is there. */
  create(path: string): Sink
  /** Fails where a file cannot be written, before long work is done for it. */
  check(path: string): void
  /** Adds to the end of a file, which is made if there is none. */
  append(path: string, text: string): void
  exists(path: string): boolean
  /** The program that threads run, what Node is told when they are made, and how many run at once. */
  readonly threads: { readonly file: URL; readonly execArgv?: readonly string[]; readonly count: number }
  /** A line of the result. */
  out(line: string): void
  /** A line for people: errors, warnings. */
  err(line: string): void
  /** May a progress bar be drawn? */
  readonly interactive: boolean
  /** Has somebody asked to stop? Asked between steps. */
  stopped(): boolean
  /** Ends when somebody asks to stop. */
  untilStopped(): Promise<void>
  /** Lets signals come through. */
  pause(): Promise<void>
  /** Milliseconds, for the table of results. */
  now(): number
}

/** The process itself. */
export function processIo(file: URL): Io {
  let stop = false
  // Whoever reads a pipe may have enough: `| head` is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(0)
    })
  }
  // Ctrl-C, and what a batch system or a time limit sends.
  const stopping = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, () => {
        stop = true
        resolve()
      })
    }
  })
  return {
    read: (path) => named(path, () => readFileSync(path === '-' ? 0 : path, 'utf8')),
    bytes: (path) => named(path, () => readFileSync(path === '-' ? 0 : path)),
    write: (path, data) => (path === '-' ? void process.stdout.write(data) : writeFileSync(path, data)),
    create: (path) => (path === '-' ? PIPE : new FileSink(path)),
    check(path) {
      if (path !== '-') closeSync(openSync(path, 'a'))
    },
    append: (path, text) => appendFileSync(path, text),
    exists: existsSync,
    threads: { file, count: availableParallelism() },
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    interactive: process.stderr.isTTY === true,
    stopped: () => stop,
    untilStopped: () => stopping,
    pause: () => new Promise((resolve) => {
      // A reader that is slower than the run is waited for, not stored for.
      if (process.stdout.writableNeedDrain) process.stdout.once('drain', resolve)
      else setImmediate(resolve)
    }),
    now: () => performance.now(),
  }
}

const PIPE: Sink = { write: (data) => void process.stdout.write(data), rewrite() {}, close() {} }

class FileSink implements Sink {
  private readonly file: number
  private pieces: Uint8Array[] = []
  private held = 0

  constructor(path: string) {
    this.file = openSync(path, 'w')
  }

  write(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    this.pieces.push(bytes)
    this.held += bytes.length
    if (this.held >= CHUNK) this.flush()
  }

  rewrite(at: number, data: Uint8Array): void {
    this.flush()
    writeSync(this.file, data, 0, data.length, at)
  }

  close(): void {
    this.flush()
    closeSync(this.file)
  }

  private flush(): void {
    const bytes = Buffer.concat(this.pieces)
    for (let from = 0; from < bytes.length;) from += writeSync(this.file, bytes, from)
    this.pieces = []
    this.held = 0
  }
}

/** Reads; errors say of what. */
function named<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    // What fails while a file is read, as of a folder, does not know its name.
    if (error instanceof Error && (error as NodeJS.ErrnoException).path === undefined) {
      Object.assign(error, { path, message: `${path}: ${error.message}` })
    }
    throw error
  }
}

/** Ends a command with a message and an exit code: 1 = the input is wrong, 2 = the call is. */
export class Failure extends Error {
  readonly code: number

  constructor(message: string, code: number = 1) {
    super(message)
    this.code = code
  }
}
