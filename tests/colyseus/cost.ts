/** Processor time and bytes per tick of rooms of car football: a server with some rooms, plain and durable, and their players in this process. */

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'colyseus.js'
import { Redis } from 'ioredis'
import { buildFootball } from '../../packages/colyseus/example/football.ts'
import { joinRoom } from '../../packages/colyseus/src/client.ts'
import { startRedis } from '../cli/redis.ts'
import { keysOf } from './players.ts'
import { bundleServer, ServerProcess } from './processes.ts'

const ROOMS = 8
const WARM_SECONDS = 6
const SECONDS = 15

/** Processor time of a process so far, ms: user and system, in hundredths of a second as Linux tells it. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function redisTime(redis: Redis | null): Promise<number> {
  const text = redis === null ? '' : await redis.info('cpu')
  return 1000 * ['user', 'sys'].reduce((sum, kind) => sum + Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(text)?.[1] ?? 0), 0)
}

async function measure(title: string, file: string, redisUrl: string | null): Promise<void> {
  const server = await ServerProcess.start(file, redisUrl === null ? {} : { REDIS_URL: redisUrl })
  const redis = redisUrl === null ? null : new Redis(redisUrl)
  const players = await Promise.all(Array.from({ length: 2 * ROOMS }, (_, i) => joinRoom({
    connect: (address) => new Client(address), servers: [server.address], room: 'football', id: `room${i >> 1}`, build: buildFootball, version: 'football 1',
  })))
  const timer = setInterval(() => players.forEach(({ predicted }, i) => predicted.frame((tick) => [keysOf(i >> 1, predicted.seat!, tick)])), 1000 / 60)
  await sleep(1000 * WARM_SECONDS)
  const look = async (): Promise<number[]> => {
    const sum = (read: (player: (typeof players)[number]) => number): number => players.reduce((total, player) => total + read(player), 0)
    const { user, system } = process.cpuUsage()
    return [
      sum(({ predicted }) => predicted.rollback!.confirmedTick), processorTime(server.pid), await redisTime(redis), (user + system) / 1000,
      sum(({ predicted }) => predicted.stats.sentBytes), sum(({ predicted }) => predicted.stats.receivedBytes),
    ]
  }
  const before = await look()
  await sleep(1000 * SECONDS)
  const after = await look()
  clearInterval(timer)
  const [ticks, own, store, mine, sent, received] = after.map((value, i) => value - before[i]!) as [number, number, number, number, number, number]
  const rooms = ticks / 2
  console.log(`${title}: ${(rooms / ROOMS / SECONDS).toFixed(1)} ticks/s; per tick of a room: server ${(own / rooms).toFixed(3)} ms, `
    + `Redis ${(store / rooms).toFixed(3)} ms; per tick of a player: ${(mine / ticks).toFixed(3)} ms, `
    + `${(sent / ticks).toFixed(1)} bytes sent, ${(received / ticks).toFixed(1)} received`)
  await Promise.all(players.map((player) => player.leave()))
  redis?.disconnect()
  await server.kill()
}

async function main(): Promise<void> {
  const file = await bundleServer('bench-server')
  await measure('plain', file, null)
  const redis = await startRedis()
  await measure('durable', file, redis.url)
  await redis.stop()
}

await main()
