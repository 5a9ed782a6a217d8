// Rooms that outlive their processes, with a real Redis and real processes: killed, stopped, and Redis itself restarted, while players play. Whatever
// happens, the world comes to the state of a run that nothing disturbed, and nothing that players were told is taken back.
import { Client } from 'colyseus.js'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildFootball, type Football } from '../../packages/colyseus/example/football.ts'
import { joinRoom, type RoomConnection } from '../../packages/colyseus/src/client.ts'
import { DurableLog } from '../../packages/colyseus/src/durable-log.ts'
import { LeaseLost, RoomStore } from '../../packages/colyseus/src/server.ts'
import { createRandom } from '../../scenes/random.ts'
import { HAS_REDIS, type RedisServer, startRedis } from '../cli/redis.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { keysOf, Told, undisturbed } from './players.ts'
import { bundleServer, ServerProcess } from './processes.ts'

type World = Football['world']
type Player = RoomConnection<World>
const LONG = process.env['FULCRUM_ROOMS'] === 'long'
const KILLS = LONG ? Number(process.env['FULCRUM_KILLS'] ?? 100) : 2
/** Seconds that players wait for a room at most: this machine may have much else to do. */
const GIVE_UP = 60
/** Nobody presses anything before it: who joins first is chance. */
const BEGIN = 60

function pressed(seed: number, seat: number, tick: number): number {
  return tick < BEGIN ? 0 : keysOf(seed, seat, tick)
}

describeWith(HAS_REDIS, 'no redis-server on this machine', 'durable rooms', () => {
  let redis: RedisServer
  let client: Redis
  let file = ''
  let patient: ServerProcess[] = []
  const servers: ServerProcess[] = []
  /** What became of connections, for who looks for the cause of a failure. */
  const changes: string[] = []

  beforeAll(async () => {
    for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
    redis = await startRedis()
    client = new Redis(redis.url)
    client.on('error', () => {})
    file = await bundleServer('room-server')
    patient = await startServers(60)
  }, 120_000)

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    client?.disconnect()
    await redis?.stop()
    vi.restoreAllMocks()
  })

  /** Two servers whose rooms wait so many seconds for a player's inputs. */
  async function startServers(patience: number): Promise<ServerProcess[]> {
    const env = { REDIS_URL: redis.url, PATIENCE: String(patience), SEAT_SECONDS: '120' }
    const started = await Promise.all([0, 1].map(() => ServerProcess.start(file, env)))
    servers.push(...started)
    return started
  }

  async function join(id: string, at: readonly ServerProcess[] = patient): Promise<Player[]> {
    const players: Player[] = []
    for (let seat = 0; seat < 2; seat++) {
      players.push(await joinRoom<World>({
        connect: (address) => new Client(address), servers: at.map(({ address }) => address), room: 'football', id, build: buildFootball,
        version: 'football 1', giveUp: GIVE_UP, onChange: (state, reason) => changes.push(`${Math.round(performance.now())} ${seat} ${state} ${reason}`),
      }))
    }
    return players
  }

  /** Plays while `trouble` goes on, then on to a tick; returns it. */
  async function play(
    players: readonly Player[], seed: number, trouble: (at: (ticks: number) => Promise<void>) => Promise<void>, rest: number, told: Told | null = null,
  ): Promise<number> {
    const confirmed = (): number => Math.min(...players.map(({ predicted }) => predicted.rollback!.confirmedTick))
    let stop = Infinity
    const timer = setInterval(() => {
      for (const player of players) {
        told?.note(player.predicted)
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
    const expected = undisturbed(tick, (at) => [pressed(seed, 0, at), pressed(seed, 1, at)])
    for (const { predicted, state } of players) {
      expect(state).toBe('open')
      expect(predicted.rollback!.hash(tick)).toBe(expected)
      expect([predicted.stats.desyncs, predicted.stats.replaced, predicted.stats.forgotten]).toEqual([0, 0, 0])
    }
  }

  function owner(players: readonly Player[]): ServerProcess {
    return servers.find(({ address }) => address === players[0]!.server)!
  }

  /** Kills the room's process again and again, and starts it anew; the times until each player heard of the room again, ms. */
  async function killAgainAndAgain(players: readonly Player[], at: (ticks: number) => Promise<void>, seed: number): Promise<number[]> {
    const random = createRandom(seed)
    const gaps: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await at(random.integer(1, 80))
      const server = owner(players)
      const resumed = players.map(({ stats }) => stats.resumed)
      for (const { stats } of players) stats.longestGap = 0
      await server.kill()
      const again = server.start()
      const isBack = ({ stats }: Player, i: number): boolean => stats.resumed > resumed[i]! && stats.longestGap > 0
      await vi.waitUntil(() => players.every(isBack), { timeout: 60_000, interval: 5 })
      gaps.push(...players.map(({ stats }) => stats.longestGap))
      await again
    }
    return gaps.sort((a, b) => a - b)
  }

  function report(title: string, gaps: readonly number[], ticks: number): void {
    if (!LONG) return
    const [p50, p99, worst] = [gaps[gaps.length >> 1]!, gaps[Math.floor(gaps.length * 0.99)]!, gaps.at(-1)!].map((gap) => gap.toFixed(0))
    const late = gaps.filter((gap) => gap > 2000).length
    console.log(`${title}: ${KILLS} kills, ${ticks} ticks; resumed after ms: p50 ${p50}, p99 ${p99}, worst ${worst}; ${late} of ${gaps.length} after 2 s`)
  }

  it(`come to the undisturbed state though their processes are killed ${KILLS} times`, async () => {
    const players = await join('killed')
    let gaps: number[] = []
    const tick = await play(players, 1, async (at) => {
      gaps = await killAgainAndAgain(players, at, 21)
    }, 60)
    report('waiting for inputs', gaps, tick)
    judge(players, 1, tick)
    await Promise.all(players.map((player) => player.leave()))
  }, LONG ? 1_800_000 : 120_000)

  // In the short form the servers are started for nothing else.
  if (LONG) it(`take back nothing that they told, though they wait for nobody and are killed ${KILLS} times`, async () => {
    const players = await join('hasty', await startServers(0))
    const told = new Told()
    let gaps: number[] = []
    const tick = await play(players, 4, async (at) => {
      gaps = await killAgainAndAgain(players, at, 22)
    }, 60, told)
    report('waiting for nobody', gaps, tick)
    for (const { predicted } of players) {
      told.note(predicted)
      expect([predicted.stats.desyncs, predicted.stats.forgotten]).toEqual([0, 0])
    }
    expect(told.changed).toBe(0)
    const expected = undisturbed(tick, (at) => told.rows[at]!)
    for (const { predicted } of players) expect(predicted.rollback!.hash(tick)).toBe(expected)
    await Promise.all(players.map((player) => player.leave()))
  }, 1_800_000)

  it('write nothing after their lease went: a process stopped and continued', async () => {
    const players = await join('stopped')
    const monitor = await client.monitor()
    monitor.on('error', () => {})
    const tick = await play(players, 2, async (at) => {
      await at(20)
      const server = owner(players)
      const lost = Number(await client.hget('fulcrum:{stopped}:lease', 'token'))
      server.signal('SIGSTOP')
      const stopped = performance.now()
      await vi.waitUntil(() => players.every(({ server: now, state }) => state === 'open' && now !== server.address), { timeout: 60_000, interval: 10 })
      await at(20)
      if (LONG) await vi.waitUntil(() => performance.now() - stopped > 5000, { timeout: 60_000, interval: 50 })
      // What the process tries to write when it wakes up, and whose writes stand in Redis meanwhile.
      let tries = 0
      monitor.on('monitor', (_time: string, [command, , keys, ...args]: string[]) => {
        if (command?.toUpperCase() === 'EVAL' && args[0] === 'fulcrum:{stopped}:lease' && args[Number(keys)] === String(lost)) tries++
      })
      const tokens = new Set<number>()
      const look = async (): Promise<boolean> => {
        for (const key of ['lease', 'room']) {
          const token = await client.hget(`fulcrum:{stopped}:${key}`, 'token')
          if (token !== null) tokens.add(Number(token))
        }
        return tries > 0
      }
      expect(await look()).toBe(false)
      server.signal('SIGCONT')
      await vi.waitUntil(look, { timeout: 60_000, interval: 10 })
      await at(90)
      await look()
      expect(Math.min(...tokens)).toBeGreaterThan(lost)
      if (LONG) console.log(`stopped for ${((performance.now() - stopped) / 1000).toFixed(1)} s: ${tries} writes tried with token ${lost}, none done; tokens seen ${[...tokens].join(', ')}`)
    }, 30)
    monitor.disconnect()
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

  it('begin anew when Redis has lost all it had, and players go on with them', async () => {
    const players = await join('lost')
    const tick = await play(players, 5, async (at) => {
      await at(10)
      await client.flushall()
      await vi.waitUntil(() => players.every(({ predicted, state }) => predicted.stats.forgotten > 0 && state === 'open'), { timeout: 60_000, interval: 10 })
      await at(BEGIN + 20)
    }, 10)
    const expected = undisturbed(tick, (at) => [pressed(5, 0, at), pressed(5, 1, at)])
    for (const { predicted } of players) expect([predicted.rollback!.hash(tick), predicted.stats.desyncs]).toEqual([expected, 0])
    await Promise.all(players.map((player) => player.leave()))
  })

  it('are taken over though their log takes longer to replay than a lease lasts', async () => {
    const first = await DurableLog.open(new RoomStore('slow', { redis: client, lease: 60 }), buildFootball(), '', 60, 0)
    for (let tick = 0; tick < 50; tick++) first!.push(first!.authority.step())
    await vi.waitUntil(() => first!.stats.ticks === 50, { timeout: 30_000, interval: 5 })
    // It dies: nobody keeps its lease.
    Object.assign(first!, { closed: true })
    await client.del('fulcrum:{slow}:lease')
    const slow = (): Football => {
      const game = buildFootball()
      const { apply } = game
      return {
        ...game,
        apply(world, inputs, tick) {
          apply(world, inputs, tick)
          for (const began = performance.now(); performance.now() - began < 12;);
        },
      }
    }
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    let second: DurableLog<World> | null = null
    // Whoever is refused asks again.
    await vi.waitUntil(async () => {
      second = await DurableLog.open(new RoomStore('slow', { redis: client, lease: 0.4 }), slow(), '', 60, 2).catch(() => null)
      return second?.isOver === false
    }, { timeout: 30_000, interval: 5 })
    clearInterval(timer)
    const { stats, authority } = second! as DurableLog<World>
    expect([stats.replayed, authority.tick]).toEqual([50, 50])
    expect(authority.rollback.hash(50)).toBe(first!.authority.rollback.hash(50))
    // The rooms beside it had their turns.
    expect(turns).toBeGreaterThan(10)
    await (second! as DurableLog<World>).close()
  })

  it('have one writer: a store whose lease went changes no byte', async () => {
    const [first, second] = [1, 2].map(() => new RoomStore('fenced', { redis: client, lease: 60 })) as [RoomStore, RoomStore]
    expect(await first.acquire()).toBe(true)
    await client.pexpire('fulcrum:{fenced}:lease', 30_000)
    expect([await second.acquire(), second.isHeld]).toEqual([false, false])
    expect([await second.acquire(), second.isHeld]).toEqual([false, false])
    // Whoever keeps its lease lives: nobody need wait for it.
    await first.renew()
    expect([await second.acquire(), second.isHeld]).toEqual([false, true])
    await first.checkpoint('f', 0, new Uint8Array(8))
    await first.append(0, [Int32Array.of(1), Int32Array.of(2)])
    // A batch whose answer was lost is sent again.
    await first.append(0, [Int32Array.of(1), Int32Array.of(2), Int32Array.of(3)])
    await client.del('fulcrum:{fenced}:lease')
    expect(await second.acquire()).toBe(true)
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
