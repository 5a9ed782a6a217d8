// A room's two sides without transport, then over a real server of Colyseus: what players predict comes to the room's state, and bad messages harm nobody.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@colyseus/core'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { Client } from 'colyseus.js'
import type { Vec2 } from 'fulcrum-physics/2d'
import { Loopback } from 'fulcrum-physics/netcode'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildFootball, type Football } from '../../packages/colyseus/example/football.ts'
import { joinRoom, PredictedRoom, type RoomConnection } from '../../packages/colyseus/src/client.ts'
import { NOTHING_YET, writeMessage } from '../../packages/colyseus/src/protocol.ts'
import { PhysicsRoom, RoomAuthority } from '../../packages/colyseus/src/server.ts'
import { keysOf } from './players.ts'

type World = Football['world']
const KEY = new Uint8Array(16)
const LONG = process.env['FULCRUM_ROOMS'] === 'long'

interface Session {
  readonly room: RoomAuthority<World>
  readonly players: PredictedRoom<World>[]
  /** Per player and tick, while anybody plays: how far bodies were shown from where the room had them, m: the own car, the other one, the ball. */
  readonly errors: readonly [number[], number[], number[]]
}

/** A room and two players over a network in one process, who play for some ticks and rest for others. */
function session(network: Loopback, seed: number, ticks: number, rest: number): Session {
  const seen = new Map<RoomAuthority<World> | PredictedRoom<World>, Football>()
  let last!: Football
  const build = (): Football => (last = buildFootball())
  const room = new RoomAuthority<World>(build(), { resend: true, hashEvery: 10 })
  seen.set(room, last)
  const players = [0, 1].map((seat) => new PredictedRoom<World>(build, { send: (bytes) => network.send(seat, 2, bytes), resend: true }))
  players.forEach((player, seat) => {
    player.receive(room.sit(seat, KEY, null))
    seen.set(player, last)
  })
  const places = ({ cars, ball }: Football): Vec2[] => [...cars, ball].map(({ position }) => ({ ...position }))
  const truth: Vec2[][] = []
  const shown: Vec2[][][] = [[], []]
  for (let tick = 0; tick < ticks + rest; tick++) {
    room.step()
    truth[room.tick] = places(seen.get(room)!)
    room.release(room.tick)
    for (const seat of [0, 1]) network.send(2, seat, room.framesFor(seat) ?? new Uint8Array(0))
    players.forEach((player, seat) => {
      player.frame([tick < ticks ? keysOf(seed, seat, tick) : 0])
      if (player.rollback!.tick === player.rollback!.present) shown[seat]![player.rollback!.present] ??= places(seen.get(player)!)
    })
    network.advance(1 / 60, (from, to, bytes) => {
      if (bytes.byteLength === 0) return
      if (to === 2) room.receive(from, bytes, (answer) => network.send(2, from, answer))
      else players[to]!.receive(bytes)
    })
  }
  const errors: Session['errors'] = [[], [], []]
  shown.forEach((list, seat) => list.forEach((bodies, tick) => {
    if (tick < ticks) bodies.forEach(({ x, y }, i) => errors[i === 2 ? 2 : i === seat ? 0 : 1].push(Math.hypot(x - truth[tick]![i]!.x, y - truth[tick]![i]!.y)))
  }))
  return { room, players, errors }
}

describe('a room and its players', () => {
  it('agree to the bit at rest, with 10 % loss and 150 ms of jitter', () => {
    const all: Session['errors'] = [[], [], []]
    let corrections = 0
    let ticks = 0
    for (let seed = 0; seed < (LONG ? 40 : 1); seed++) {
      const { room, players, errors } = session(new Loopback({ delay: 0.05, jitter: 0.15, loss: 0.1, seed }), seed, LONG ? 600 : 240, 150)
      errors.forEach((list, i) => all[i]!.push(...list))
      for (const { rollback, stats } of players) {
        const tick = rollback!.confirmedTick
        expect(room.tick - tick).toBeLessThan(40)
        expect(rollback!.hash(tick)).toBe(room.rollback.hash(tick))
        expect(rollback!.compare(tick, room.rollback.state(tick))).toBeNull()
        expect([stats.desyncs, stats.refused]).toEqual([0, 0])
        expect(stats.compared).toBeGreaterThan(10)
        expect(rollback!.stats.rollbacks).toBeGreaterThan(5)
        corrections += rollback!.stats.rollbacks
        ticks += tick
      }
      expect(room.stats.refused).toEqual({})
      // At rest prediction is right: what players see is what the room comes to, with an error of 0.
      const furthest = Math.max(...players.map(({ rollback }) => rollback!.present))
      const shown = new Map<number, string>(players.map(({ rollback }) => [rollback!.present, rollback!.hash(rollback!.present)]))
      expect(furthest).toBeGreaterThan(room.tick)
      while (room.tick < furthest) {
        room.step()
        const hash = shown.get(room.tick)
        if (hash !== undefined) expect(room.rollback.hash(room.tick)).toBe(hash)
      }
    }
    expect(all[1].some((error) => error > 0.01)).toBe(true)
    if (!LONG) return
    const line = (list: number[]): string => {
      list.sort((a, b) => a - b)
      return [0.5, 0.99, 1].map((share) => list[Math.min(list.length - 1, Math.floor(share * list.length))]!.toFixed(3)).join(' / ')
    }
    console.log(`${ticks} ticks of players, ${corrections} corrections; p50 / p99 / worst, m: own ${line(all[0])}, other ${line(all[1])}, ball ${line(all[2])}`)
  }, 600_000)

  it('need no correction where nothing is late but the other one', () => {
    const { players } = session(new Loopback({ delay: 0.03, jitter: 0, loss: 0, seed: 1 }), 3, 300, 60)
    for (const { stats } of players) expect(stats.replaced).toBeLessThan(30)
  })

  it('puts a player right whose world has parted, by the room\'s state', () => {
    const room = new RoomAuthority<World>(buildFootball(), { hashEvery: 5 })
    const [player] = [new PredictedRoom<World>(buildFootball, { send: (bytes) => room.receive(0, bytes, (answer) => player!.receive(answer)) })]
    player.receive(room.sit(0, KEY, null))
    const turn = (): void => {
      player.frame([1])
      room.step()
      room.release(room.tick)
      player.receive(room.framesFor(0))
    }
    for (let tick = 0; tick < 20; tick++) turn()
    expect(player.desync).toBeNull()
    const ball = [...player.rollback!.world.bodies].findLast(({ type }) => type === 'dynamic')!
    player.rollback!.correct(player.rollback!.confirmedTick, (world) => world.bodyById(ball.id)!.applyImpulse({ x: 0, y: 1e-9 }))
    for (let tick = 0; tick < 20; tick++) turn()
    expect(player.stats.desyncs).toBe(1)
    expect([player.desync?.body, player.desync?.column]).toEqual([ball.id, 'bodies.x'])
    const tick = player.rollback!.confirmedTick
    expect(player.rollback!.hash(tick)).toBe(room.rollback.hash(tick))
  })

  it('go on by frames, a delta or a state, whichever serves', () => {
    const room = new RoomAuthority<World>(buildFootball())
    const player = new PredictedRoom<World>(buildFootball, { send: (bytes) => room.receive(0, bytes, () => {}) })
    player.receive(room.sit(0, KEY, null))
    const run = (ticks: number, heard: boolean): void => {
      for (let tick = 0; tick < ticks; tick++) {
        player.frame([keysOf(1, 0, room.tick)])
        room.step()
        room.release(room.tick)
        const frames = room.framesFor(0)
        if (heard && frames !== null) player.receive(frames)
      }
    }
    run(50, true)
    const sizes = [10, 100, 200].map((away) => {
      room.leave(0)
      run(away, false)
      const welcome = room.sit(0, KEY, player.have)
      expect(player.receive(welcome)).toBe('ok')
      run(30, true)
      const tick = player.rollback!.confirmedTick
      expect(player.rollback!.hash(tick)).toBe(room.rollback.hash(tick))
      return welcome.byteLength
    })
    expect(sizes[0]).toBe(35)
    expect(sizes[1]).toBeGreaterThan(sizes[0]!)
    expect(sizes[2]).toBeGreaterThan(sizes[1]!)
  })
})

describe('a player', () => {
  /** A room and one player, who hears of every tick at once. */
  function pair(room: RoomAuthority<World>, options: object = {}): { player: PredictedRoom<World>; turn: (keys: number, heard?: boolean) => void } {
    const at = { room }
    const player = new PredictedRoom<World>(buildFootball, { send: (bytes) => at.room.receive(0, bytes, (answer) => player.receive(answer)), ...options })
    player.receive(room.sit(0, KEY, null))
    const turn = (keys: number, heard = true): void => {
      player.frame([keys])
      at.room.step()
      at.room.release(at.room.tick)
      const frames = heard ? at.room.framesFor(0) : null
      if (frames !== null) expect(player.receive(frames)).toBe('ok')
    }
    return Object.assign(at, { player, turn })
  }

  it.each([[400, 3], [100, 60]])('at tick %i goes on with a room that has lost all but %i ticks', (ticks, left) => {
    const before = new RoomAuthority<World>(buildFootball(), { hashEvery: 10 })
    const both = pair(before)
    for (let tick = 0; tick < ticks; tick++) both.turn(keysOf(1, 0, tick))
    const after = new RoomAuthority<World>(buildFootball(), { hashEvery: 10 })
    for (let tick = 0; tick < left; tick++) after.step()
    after.release(left)
    Object.assign(both, { room: after })
    const { player } = both
    expect(player.receive(after.sit(0, KEY, player.have))).toBe('ok')
    expect(player.stats.forgotten).toBeGreaterThan(ticks - left - 5)
    const { compared, replaced } = player.stats
    for (let tick = 0; tick < 100; tick++) both.turn(keysOf(2, 0, tick))
    expect(after.stats.refused).toEqual({})
    const tick = player.rollback!.confirmedTick
    expect(tick).toBeGreaterThan(left + 90)
    expect(player.rollback!.hash(tick)).toBe(after.rollback.hash(tick))
    expect(player.stats.compared).toBeGreaterThan(compared + 5)
    expect(player.stats.replaced - replaced).toBeLessThan(10)
    expect(player.stats.desyncs).toBe(0)
  })

  it('takes a bounded count of steps in a frame, however long the way back and far behind', () => {
    const room = new RoomAuthority<World>(buildFootball())
    const { player, turn } = pair(room, { maxSteps: 8 })
    room.sit(1, KEY, null)
    for (let tick = 0; tick < 20; tick++) turn(1)
    // The other one plays, and nothing is heard of it for 90 ticks; the page sleeps for 20 of them.
    for (let tick = 0; tick < 90; tick++) {
      room.receive(1, writeMessage({ kind: 'inputs', acknowledged: 0, first: room.tick, count: 1, values: Int32Array.of(5) }), () => {})
      if (tick < 70) turn(1, false)
      else {
        room.step()
        room.release(room.tick)
      }
    }
    expect(player.receive(room.framesFor(0)!)).toBe('ok')
    const { rollback } = player
    let most = 0
    for (let frame = 0; frame < 60; frame++) {
      const { steps } = rollback!.stats
      player.frame([1])
      most = Math.max(most, rollback!.stats.steps - steps)
    }
    expect(rollback!.stats.longest).toBeGreaterThan(60)
    expect(most).toBeLessThanOrEqual(8 + 8)
    expect(rollback!.tick).toBe(rollback!.present)
    expect(rollback!.hash(110)).toBe(room.rollback.hash(110))
  })
})

describe('messages of unknown origin', () => {
  const inputs = (first: number, ...values: number[]): Uint8Array =>
    writeMessage({ kind: 'inputs', acknowledged: 0, first, count: values.length, values: Int32Array.from(values) })

  it('are refused by name, and change nothing', () => {
    const room = new RoomAuthority<World>(buildFootball())
    room.sit(0, KEY, null)
    for (let tick = 0; tick < 30; tick++) room.step()
    const hash = room.rollback.hash(30)
    const judge = (bytes: unknown, seat: number | null = 0): string => room.receive(seat, bytes, () => {})
    const good = inputs(31, 1, 1)
    expect(judge(good)).toBe('ok')
    expect(judge(inputs(31, 1, 2))).toBe('input')
    expect(judge(inputs(33, 16))).toBe('input')
    expect(judge(inputs(33, -1))).toBe('input')
    expect(judge(inputs(1000, 1))).toBe('tick')
    expect(judge(writeMessage({ kind: 'inputs', acknowledged: 99, first: 33, count: 0, values: new Int32Array(0) }))).toBe('tick')
    expect(judge(writeMessage({ kind: 'call', have: 5000 }))).toBe('tick')
    expect(judge(good, null)).toBe('seat')
    expect(judge(good, 1)).toBe('seat')
    expect(judge(good, 77)).toBe('seat')
    expect(judge(new Uint8Array(5000))).toBe('oversized')
    expect(judge(good.map((byte, i) => (i === 2 ? 9 : byte)))).toBe('version')
    for (const bytes of [null, 'x', {}, [], new Uint8Array(0), good.subarray(0, good.length - 1), Uint8Array.of(...good, 0), good.map((byte, i) => (i === 3 ? 3 : byte))]) {
      expect(judge(bytes)).toBe('malformed')
    }
    expect(room.rollback.hash(30)).toBe(hash)
    // Calls for states are few, and messages are not without number.
    const call = writeMessage({ kind: 'call', have: NOTHING_YET })
    expect([judge(call), judge(call), judge(call)]).toEqual(['ok', 'ok', 'rate'])
    const verdicts = Array.from({ length: 400 }, () => judge(good))
    expect(verdicts[0]).toBe('ok')
    expect(verdicts.at(-1)).toBe('rate')
    room.step()
    expect(judge(good)).toBe('ok')
  })
})

class FootballRoom extends PhysicsRoom<World> {
  override version = '1'
  override seatSeconds = 5

  build(): Football {
    return buildFootball()
  }
}

describe('a server of Colyseus', () => {
  const http = createServer()
  const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false, gracefullyShutdown: false })
  let address = ''
  const open: RoomConnection<World>[] = []
  const rooms: FootballRoom[] = []
  const connect = (at: string): Client => new Client(at)

  async function join(id: string, change: object = {}): Promise<RoomConnection<World>> {
    const joined = await joinRoom<World>({ connect, servers: [address], room: 'football', id, build: buildFootball, version: '1', giveUp: 3, ...change })
    open.push(joined)
    return joined
  }

  /** Plays until all have so many confirmed ticks. */
  async function play(players: readonly RoomConnection<World>[], ticks: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const began = performance.now()
      const timer = setInterval(() => {
        players.forEach((player, i) => player.frame([keysOf(7, i, player.predicted.rollback!.present)]))
        const over = players.every(({ predicted }) => predicted.rollback!.confirmedTick >= ticks)
        const late = performance.now() - began > 60_000
        if (!over && !late) return
        clearInterval(timer)
        if (over) resolve()
        else reject(new Error('The room does not get on.'))
      }, 1000 / 60)
    })
  }

  beforeAll(async () => {
    // The library prints every refused message.
    for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
    server.define('football', class extends FootballRoom {
      override async onCreate(options: object): Promise<void> {
        rooms.push(this)
        await super.onCreate(options)
      }
    }).filterBy(['id'])
    await server.listen(0)
    address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    await Promise.all(open.map((joined) => joined.leave().catch(() => {})))
    await server.gracefullyShutdown(false)
    vi.restoreAllMocks()
  })

  it('keeps two players and an onlooker in one world', async () => {
    const players = [await join('a'), await join('a')]
    const onlooker = await join('a', { look: true })
    await play(players, 60)
    const [one, two] = players.map(({ predicted }) => predicted.rollback!)
    const tick = Math.min(one!.confirmedTick, two!.confirmedTick)
    expect(one!.hash(tick)).toBe(two!.hash(tick))
    expect(players.map(({ predicted }) => predicted.stats.desyncs)).toEqual([0, 0])
    expect(players[0]!.predicted.stats.compared).toBeGreaterThan(0)
    const pose = new Float64Array(3)
    expect(onlooker.predicted.poses!.readPose([...rooms[0]!.authority.rollback.world.bodies].length - 1, tick, pose)).toBe(true)
    expect(onlooker.frame([1])).toBe(false)
  })

  it('gives a lost player the same seat, and sends other versions and bad requests away', async () => {
    const players = [await join('b'), await join('b')]
    await play(players, 20)
    const [lost] = players
    const { seat, key } = lost!.predicted
    const connection = (lost as unknown as { room: { connection: { close(): void } } }).room.connection
    connection.close()
    await play(players, 60)
    expect([lost!.predicted.seat, lost!.predicted.key, lost!.stats.resumed]).toEqual([seat, key, 1])
    const stranger = await join('b')
    expect(stranger.predicted.seat).toBeNull()
    await expect(join('b', { version: '2' })).rejects.toThrow('version')
    await expect(join('c', { version: '2' })).rejects.toThrow('version')
    await expect(join('b', { key: 'abc' })).rejects.toThrow('key')
    await expect(join('no such/id')).rejects.toThrow('id')
    // A forged key is nobody's: there is no seat for it.
    expect((await join('b', { key: 'ab'.repeat(16) })).predicted.seat).toBeNull()
  })
})
