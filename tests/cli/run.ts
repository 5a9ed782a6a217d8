// Calls of the command line with files in memory.
import type { Io } from '../../cli/io.ts'
import { main } from '../../cli/main.ts'

export interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly written: Map<string, string | Uint8Array>
}

/** The program of threads; who needs them bundles it first. */
export const THREADS: { file: URL; readonly execArgv: readonly string[]; readonly count: number } = { file: new URL('none', import.meta.url), execArgv: [], count: 2 }

/** What happens before Ctrl-C where a call waits for it; it sees the lines that were printed. */
export type During = (out: readonly string[]) => Promise<void>

export interface MemoryIo {
  readonly io: Io
  readonly out: string[]
  readonly err: string[]
  readonly written: Map<string, string | Uint8Array>
}

export type Files = Record<string, string | Uint8Array>

/** Files in memory; `stopAfter`: somebody presses Ctrl-C at the n-th look. */
export function memoryIo(files: Files, stopAfter: number = Infinity, during: During = () => Promise.resolve()): MemoryIo {
  const out: string[] = []
  const err: string[] = []
  const written = new Map<string, string | Uint8Array>()
  let looks = 0
  const io: Io = {
    read: (path) => new TextDecoder().decode(io.bytes(path)),
    bytes(path) {
      const file = files[path]
      if (file === undefined) throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' })
      return typeof file === 'string' ? new TextEncoder().encode(file) : file
    },
    write: (path, data) => void written.set(path, data),
    create(path) {
      io.check(path)
      let bytes = new Uint8Array(0)
      const texts: string[] = []
      return {
        write(data) {
          if (typeof data === 'string') texts.push(data)
          else bytes = new Uint8Array([...bytes, ...data])
        },
        rewrite: (at, data) => bytes.set(data, at),
        close: () => void written.set(path, texts.length > 0 ? texts.join('') : bytes),
      }
    },
    check(path) {
      if (path.includes('/')) throw Object.assign(new Error(`ENOENT: no such directory, open '${path}'`), { code: 'ENOENT' })
    },
    append: (path, text) => void (files[path] = `${(files[path] as string | undefined) ?? ''}${text}`),
    exists: (path) => Object.hasOwn(files, path),
    threads: THREADS,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    interactive: false,
    stopped: () => looks++ >= stopAfter,
    untilStopped: () => during(out),
    pause: () => Promise.resolve(),
    now: () => 0,
  }
  return { io, out, err, written }
}

/** A whole call. */
export async function run(args: readonly string[], files: Files = {}, stopAfter: number = Infinity): Promise<Run> {
  const { io, out, err, written } = memoryIo(files, stopAfter)
  const code = await main(args, io)
  return { code, out: out.join('\n'), err: err.join('\n'), written }
}
