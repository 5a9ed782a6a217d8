// Rooms that outlive their processes, with a real Redis and real processes: killed, stopped, and Redis itself restarted, while players play. Whatever
// happens, the world comes to the state of a run that nothing disturbed, and nothing that players were told is taken back.
import { Client } from 'colyseus.js'
import { Redis } from 'ioredis'
import { RollbackWorld } from 'fulcrum-physics/netcode'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildFootball, type Football } from '../../packages/colyseus/example/football.ts'
import { joinRoom, type RoomConnection } from '../../packages/colyseus/src/client.ts'
import { LeaseLost, RoomStore } from '../../packages/colyseus/src/server.ts'
import { createRandom } from '../../scenes/random.ts'
import { HAS_REDIS, type RedisServer, startRedis } from '../cli/redis.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { keysOf } from './players.ts'
import { bundleServer, ServerProcess } from './processes.ts'

type World = Football['world']
type Player = RoomConnection<World>
const LONG = process.env['FULCRUM_ROOMS'] === 'long'
const KILLS = LONG ? Number(process.env['FULCRUM_KILLS'] ?? 100) : 2
/** Nobody presses anything before it: who joins first is chance. */
const BEGIN = 60

function pressed(seed: number, seat: number, tick: number): number {
  return tick < BEGIN ? 0 : keysOf(seed, seat, tick)
}

/** The hash of the run that nothing disturbs. */
function undisturbed(seed: number, ticks: number): string {
  const { world, apply, game } = buildFootball()
  const rollback = new RollbackWorld(world, { apply, players: 2, game: game ?? null })
  for (let tick = 0; tick < ticks; tick++) rollback.advance([pressed(seed, 0, tick), pressed(seed, 1, tick)])
  return rollback.hash(ticks)
}

describeWith(HAS_REDIS, 'no redis-server on this machine', 'durable rooms', () => {
  let redis: RedisServer
  let client: Redis
  let servers: ServerProcess[] = []
  /** What became of connections, for who looks for the cause of a failure. */
  const changes: string[] = []

  beforeAll(async () => {
    for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
    redis = await startRedis()
    client = new Redis(redis.url)
    client.on('error', () => {})
    const file = await bundleServer('room-server')
    servers = await Promise.all([0, 1].map(() => ServerProcess.start(file, { REDIS_URL: redis.url, PATIENCE: '60', SEAT_SECONDS: '120' })))
  }, 120_000)

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    client?.disconnect()
    await redis?.stop()
    vi.restoreAllMocks()
  })

  async function join(id: string): Promise<Player[]> {
    const players: Player[] = []
    for (let seat = 0; seat < 2; seat++) {
      players.push(await joinRoom<World>({
        connect: (address) => new Client(address), servers: servers.map(({ address }) => address), room: 'football', id, build: buildFootball,
        version: 'football 1', giveUp: 60, onChange: (state, reason) => changes.push(`${Math.round(performance.now())} ${seat} ${state} ${reason}`),
      }))
    }
    return players
  }

  /** Plays while `trouble` goes on, then on to a tick; returns it. */
  async function play(players: readonly Player[], seed: number, trouble: (at: (ticks: number) => Promise<void>) => Promise<void>, rest: number): Promise<number> {
    const confirmed = (): number => Math.min(...players.map(({ predicted }) => predicted.rollback!.confirmedTick))
    let stop = Infinity
    const timer = setInterval(() => {
      for (const player of players) {
        if (player.predicted.rollback!.confirmedTick < stop) player.frame((tick) => [pressed(seed, player.predicted.seat!, tick)])
      }
    }, 1000 / 60)
    const reach = (tick: number): Promise<void> => vi.waitUntil(() => confirmed() >= tick, { timeout: 60_000, interval: 10 }).then(() => {})
    try {
      await reach(BEGIN)
      await trouble((ticks) => reach(confirmed() + ticks))
      stop = confirmed() + rest
      await reach(stop)
      return stop
    } catch (error) {
      throw new Error(`At tick ${confirmed()}; ${changes.slice(-12).join('; ')}`, { cause: error })
    } finally {
      clearInterval(timer)
    }
  }

  /** What must hold after any trouble. */
  function judge(players: readonly Player[], seed: number, tick: number): void {
    const expected = undisturbed(seed, tick)
    for (const { predicted, state } of players) {
      expect(state).toBe('open')
      expect(predicted.rollback!.hash(tick)).toBe(expected)
      expect([predicted.stats.desyncs, predicted.stats.replaced, predicted.stats.forgotten]).toEqual([0, 0, 0])
    }
  }

  function owner(players: readonly Player[]): ServerProcess {
    return servers.find(({ address }) => address === players[0]!.server)!
  }

  it(`come to the undisturbed state though their processes are killed ${KILLS} times`, async () => {
    const random = createRandom(21)
    const players = await join('killed')
    const gaps: number[] = []
    const tick = await play(players, 1, async (at) => {
      for (let kill = 0; kill < KILLS; kill++) {
        await at(random.integer(1, 80))
        const server = owner(players)
        const resumed = players.map(({ stats }) => stats.resumed)
        for (const { stats } of players) stats.longestGap = 0
        await server.kill()
        const again = server.start()
        await vi.waitUntil(() => players.every(({ stats }, i) => stats.resumed > resumed[i]! && stats.longestGap > 0), { timeout: 60_000, interval: 5 })
        gaps.push(...players.map(({ stats }) => stats.longestGap))
        await again
      }
    }, 60)
    judge(players, 1, tick)
    gaps.sort((a, b) => a - b)
    if (LONG) {
      console.log(`${KILLS} kills, ${tick} ticks; resumed after ms: p50 ${gaps[gaps.length >> 1]!.toFixed(0)}, p99 ${gaps[Math.floor(gaps.length * 0.99)]!.toFixed(0)}, worst ${gaps.at(-1)!.toFixed(0)}`)
      expect(gaps.at(-1)).toBeLessThan(2000)
    }
    await Promise.all(players.map((player) => player.leave()))
  }, LONG ? 1_800_000 : 120_000)

  it('write nothing after their lease went: a process stopped and continued', async () => {
    const players = await join('stopped')
    const tick = await play(players, 2, async (at) => {
      await at(20)
      const server = owner(players)
      server.signal('SIGSTOP')
      await vi.waitUntil(() => players.every(({ server: now, state }) => state === 'open' && now !== server.address), { timeout: 60_000, interval: 10 })
      await at(LONG ? 240 : 20)
      const token = await client.hget('fulcrum:{stopped}:lease', 'token')
      server.signal('SIGCONT')
      await at(60)
      expect(await client.hget('fulcrum:{stopped}:lease', 'token')).toBe(token)
      expect(await client.hget('fulcrum:{stopped}:room', 'token')).toBe(token)
      expect(players.every(({ server: now }) => now !== server.address)).toBe(true)
    }, 30)
    judge(players, 2, tick)
    await Promise.all(players.map((player) => player.leave()))
  })

  it('outlive Redis, which reads its append-only file again', async () => {
    const players = await join('restarted')
    const tick = await play(players, 3, async (at) => {
      for (const pause of LONG ? [0, 300, 2000] : [200]) {
        await at(20)
        await redis.restart(pause)
      }
    }, 60)
    judge(players, 3, tick)
    await Promise.all(players.map((player) => player.leave()))
  })

  it('have one writer: a store whose lease went changes no byte', async () => {
    const [first, second] = [1, 2].map(() => new RoomStore('fenced', { redis: client, lease: 0.2 })) as [RoomStore, RoomStore]
    expect(await first.acquire()).toBe(true)
    expect(await second.acquire()).toBe(false)
    await first.checkpoint('f', 0, new Uint8Array(8))
    await first.append(0, [Int32Array.of(1), Int32Array.of(2)])
    // A batch whose answer was lost is sent again.
    await first.append(0, [Int32Array.of(1), Int32Array.of(2), Int32Array.of(3)])
    await vi.waitUntil(() => second.acquire(), { timeout: 5000, interval: 20 })
    expect(second.token).toBeGreaterThan(1)
    const bytes = async (): Promise<unknown> => [await client.hgetall('fulcrum:{fenced}:room'), await client.xrange('fulcrum:{fenced}:log', '-', '+')]
    const before = await bytes()
    const writes = [() => first.append(3, [Int32Array.of(9)]), () => first.checkpoint('f', 3, new Uint8Array(4)), () => first.seat(0, 'x'), () => first.renew()]
    for (const write of writes) {
      first.token = 1
      await expect(write()).rejects.toThrow(LeaseLost)
    }
    await first.release()
    expect(await bytes()).toEqual(before)
    expect(await second.load('f', 1)).toEqual({ tick: 0, state: new Uint8Array(8), rows: [1, 2, 3].map((value) => Int32Array.of(value)), seats: new Map() })
    await expect(second.load('g', 1)).rejects.toThrow('stored as "f"')
  })
})
