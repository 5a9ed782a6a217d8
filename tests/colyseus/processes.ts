/** Servers of car football in processes of their own, that can be killed, stopped and started again at the same address. */

import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { build } from 'vite'
import { ALIASES, PROJECT_ROOT } from '../../scripts/aliases.ts'
import { freePort } from '../cli/redis.ts'

/** The server as one file, bundled once. */
export async function bundleServer(name: string): Promise<string> {
  const folder = `${PROJECT_ROOT}out/${name}`
  rmSync(folder, { recursive: true, force: true })
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: ALIASES },
    build: { ssr: true, outDir: folder, minify: false, target: 'es2022', rolldownOptions: { input: `${PROJECT_ROOT}packages/colyseus/example/server.ts` } },
  })
  return `${folder}/server.js`
}

export class ServerProcess {
  readonly port: number
  private readonly file: string
  private readonly env: Readonly<Record<string, string>>
  private child: ChildProcess | null = null
  /** What it printed. */
  output = ''

  private constructor(file: string, port: number, env: Readonly<Record<string, string>>) {
    this.file = file
    this.port = port
    this.env = env
  }

  static async start(file: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const server = new ServerProcess(file, await freePort(), env)
    await server.start()
    return server
  }

  get address(): string {
    return `ws://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.child!.pid!
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.file], { env: { ...process.env, ...this.env, PORT: String(this.port) } })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      const note = (text: Buffer): void => {
        this.output += text.toString()
        if (text.includes('listening at')) resolve()
      }
      child.stdout.on('data', note)
      child.stderr.on('data', note)
      child.once('exit', () => reject(new Error(`The server ended at once: ${this.output}`)))
    })
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child!.kill(signal)
  }

  /** Without a word: kill -9. */
  async kill(): Promise<void> {
    const { child } = this
    this.child = null
    if (child === null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}
