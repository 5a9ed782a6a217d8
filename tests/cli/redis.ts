/** A Redis server of one's own on loopback, with its files in a folder of its own; null where the machine has none. */

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const REDIS: string = process.env['REDIS_SERVER_PATH'] ?? 'redis-server'
export const HAS_REDIS: boolean = spawnSync(REDIS, ['--version']).status === 0

export interface RedisServer {
  readonly url: string
  /** Kills it, and starts it again with what its append-only file holds. */
  restart(pause: number): Promise<void>
  stop(): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'fulcrum-redis-'))
  let child = await launch(port, folder)
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart(pause) {
      await kill()
      await new Promise((resolve) => setTimeout(resolve, pause))
      child = await launch(port, folder)
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launch(port: number, folder: string): Promise<ChildProcess> {
  const child = spawn(REDIS, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'])
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve())
    child.once('exit', () => reject(new Error('redis-server ended at once')))
  })
  return child
}
