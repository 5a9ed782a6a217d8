// Ten thousand messages that no honest end writes: noise, cut, forged, oversized, of other versions, in other names. Each is refused by a name that
// fits, and the room is to the bit what it is without them; the same for a player who hears a false room, and over a real server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@colyseus/core'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { Client } from 'colyseus.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildFootball, type Football } from '../../packages/colyseus/example/football.ts'
import { joinRoom, PredictedRoom, type RoomConnection } from '../../packages/colyseus/src/client.ts'
import { NOTHING_YET, PROTOCOL_VERSION, writeMessage } from '../../packages/colyseus/src/protocol.ts'
import { PhysicsRoom, RoomAuthority } from '../../packages/colyseus/src/server.ts'
import { createRandom, type Random } from '../../scenes/random.ts'
import { keysOf, Told, undisturbed } from './players.ts'

type World = Football['world']
const LONG = process.env['FULCRUM_ROOMS'] === 'long'
const MESSAGES = 10_000
/** Over a real connection, which the room closes again and again. */
const SENT = LONG ? MESSAGES : 600
const KEY = new Uint8Array(16)

interface Hostile {
  readonly kind: string
  readonly bytes: unknown
  /** Verdicts that fit; 'ok' where the lie is one that its seat may tell. */
  readonly fits: readonly string[]
}

function inputs(first: number, values: readonly number[], acknowledged = 0): Uint8Array {
  return writeMessage({ kind: 'inputs', acknowledged, first, count: values.length, values: Int32Array.from(values) })
}

/** A message of somebody hostile about a room that is at a tick, and has told those below `told`. */
function hostile(random: Random, index: number, tick: number, told: number): Hostile {
  const keys = (): number => random.integer(0, 15)
  const honest = inputs(tick + random.integer(0, 20), [keys(), keys(), keys()], told)
  const changed = (at: number, value: number): Uint8Array => honest.map((byte, i) => (i === at ? value : byte))
  const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.integer(0, 255))
  switch (index % 14) {
    case 0: return { kind: 'noise', bytes: noise(random.integer(0, 400)), fits: ['malformed'] }
    case 1: return { kind: 'cut', bytes: honest.subarray(0, random.integer(0, honest.length - 1)), fits: ['malformed'] }
    case 2: return { kind: 'tail', bytes: Uint8Array.of(...honest, ...noise(random.integer(1, 40))), fits: ['malformed'] }
    case 3: return { kind: 'version', bytes: changed(2, (PROTOCOL_VERSION + random.integer(1, 254)) & 255), fits: ['version'] }
    case 4: return { kind: 'kind', bytes: changed(3, random.integer(2, 255)), fits: ['malformed'] }
    case 5: return { kind: 'flipped', bytes: changed(random.integer(0, honest.length - 1), random.integer(0, 255)), fits: ['ok', 'malformed', 'version', 'tick', 'input'] }
    case 6: return { kind: 'oversized', bytes: new Uint8Array(random.integer(4097, 1_000_000)), fits: ['oversized'] }
    case 7: return { kind: 'tick to come', bytes: inputs(tick + 118 + random.integer(0, 2 ** 31 - tick - 200), [keys(), keys(), keys()]), fits: ['tick'] }
    case 8: return { kind: 'tick to acknowledge', bytes: inputs(tick, [keys()], told + random.integer(1, 2 ** 31 - tick)), fits: ['tick'] }
    case 9: return { kind: 'keys that are none', bytes: inputs(tick + 30, [keys(), [16, -1, 2 ** 31 - 1, -(2 ** 31)][random.integer(0, 3)]!]), fits: ['input'] }
    // What has been told stands. Whoever knows what was, makes it another one.
    case 10: return { kind: 'taken back', bytes: inputs(tick + 1, [keys()]), fits: ['input', 'ok'] }
    case 11: return { kind: 'call', bytes: writeMessage({ kind: 'call', have: told + random.integer(1, 2 ** 31 - tick) }), fits: ['tick'] }
    case 12: return { kind: 'too many calls', bytes: writeMessage({ kind: 'call', have: NOTHING_YET }), fits: ['ok', 'rate'] }
    default: {
      const things = [null, undefined, 7, 'text', {}, [], [1, 2], { byteLength: 20 }, new ArrayBuffer(20), new Float64Array(4), new DataView(honest.buffer), () => 1]
      return { kind: 'no bytes', bytes: things[random.integer(0, things.length - 1)], fits: ['malformed'] }
    }
  }
}

describe(`${MESSAGES} hostile messages`, () => {
  it('are refused by names that fit, and leave the room to the bit what it is without them', () => {
    const random = createRandom(2)
    // The second room is told only what the first one took.
    const rooms = [0, 1].map(() => new RoomAuthority<World>(buildFootball(), { hashEvery: 10 }))
    const [room, other] = rooms as [RoomAuthority<World>, RoomAuthority<World>]
    const player = new PredictedRoom<World>(buildFootball, { send: (bytes) => rooms.forEach((one) => expect(one.receive(0, bytes, () => {})).toBe('ok')) })
    player.receive(room.sit(0, KEY, null))
    other.sit(0, KEY, null)
    for (const one of rooms) one.sit(1, KEY, null)
    const verdicts = new Map<string, number>()
    const names = new Set<string>()
    for (let i = 0; i < MESSAGES; i++) {
      const { kind, ...message } = hostile(random, i, room.tick, room.released)
      let { bytes, fits } = message
      if (kind === 'taken back') {
        const known = new Int32Array(1)
        fits = room.rollback.readInput(1, room.tick + 1, known) ? ['input'] : ['ok']
        bytes = inputs(room.tick + 1, [known[0]! ^ 1])
      }
      const seat = i % 97 === 0 ? [null, -1, 7, 1e9][random.integer(0, 3)]! : 1
      const verdict = room.receive(seat, bytes, () => {})
      const may = seat === 1 ? [...fits, 'rate'] : fits.includes('ok') || fits.some((name) => ['tick', 'input'].includes(name)) ? ['seat', 'malformed', 'version'] : fits
      if (!may.includes(verdict)) expect.fail(`message ${i}, ${kind}: ${verdict} instead of ${may.join(', ')}`)
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
      names.add(kind)
      if (verdict === 'ok' && other.receive(1, bytes, () => {}) !== 'ok') expect.fail(`message ${i}, ${kind}: the room takes it only after others`)
      if (i % 12 !== 0) continue
      player.frame([keysOf(3, 0, player.rollback!.present)])
      const [mine, theirs] = rooms.map((one) => {
        one.step()
        one.release(one.tick)
        return one.framesFor(0)
      })
      expect(mine).toEqual(theirs)
      expect(player.receive(mine)).toBe('ok')
      if (room.tick % 50 === 0) expect(room.rollback.hash(room.tick)).toBe(other.rollback.hash(other.tick))
    }
    expect(names.size).toBe(14)
    for (const verdict of ['ok', 'malformed', 'oversized', 'version', 'seat', 'tick', 'input', 'rate']) expect(verdicts.get(verdict), verdict).toBeGreaterThan(20)
    expect(room.rollback.hash(room.tick)).toBe(other.rollback.hash(other.tick))
    expect([player.stats.desyncs, player.stats.refused]).toEqual([0, 0])
    expect(player.stats.compared).toBeGreaterThan(50)
    if (LONG) console.log(`${MESSAGES} messages: ${[...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`)
  })

  it('of a false room change nothing in a player who refuses them', () => {
    const random = createRandom(8)
    const room = new RoomAuthority<World>(buildFootball(), { resend: true })
    const player = new PredictedRoom<World>(buildFootball, { send: (bytes) => room.receive(0, bytes, () => {}) })
    player.receive(room.sit(0, KEY, null))
    const state = (): string => {
      const { present, tick, confirmedTick } = player.rollback!
      return [present, tick, confirmedTick, player.rollback!.hash(confirmedTick), player.rollback!.world.hash(), player.seat, player.key].join(' ')
    }
    const kinds = new Map<string, number>()
    let before = state()
    for (let i = 0; i < MESSAGES; i++) {
      if (i % 100 === 0) {
        player.frame([keysOf(4, 0, player.rollback!.present)])
        room.step()
        room.release(room.tick)
        expect(player.receive(room.framesFor(0)!)).toBe('ok')
        before = state()
      }
      const samples = [room.framesFor(0, true)!, room.posesNow(), room.sit(1, KEY, null), inputs(3, [1])]
      const sample = samples[i % 4]!
      const bytes = Uint8Array.from(sample.subarray(0, i % 3 === 0 ? random.integer(0, sample.length) : undefined))
      for (let n = random.integer(1, 3); n > 0 && bytes.length > 0; n--) bytes[random.integer(0, Math.min(bytes.length, 60) - 1)] = random.integer(0, 255)
      const verdict = player.receive(bytes)
      kinds.set(verdict, (kinds.get(verdict) ?? 0) + 1)
      // A room is trusted with inputs: what it says in the right form is so. The world that it gave is put right below.
      const after = state()
      if (verdict !== 'ok' && after !== before) expect.fail(`message ${i}, ${verdict}: ${after} instead of ${before}`)
      before = after
    }
    expect(kinds.get('malformed')).toBeGreaterThan(MESSAGES / 4)
    expect(kinds.get('version')).toBeGreaterThan(0)
    // The true room's welcome makes it good.
    expect(player.receive(room.sit(0, KEY, null))).toBe('ok')
    for (let tick = 0; tick < 40; tick++) {
      player.frame([0])
      room.step()
      room.release(room.tick)
      player.receive(room.framesFor(0)!)
    }
    const { confirmedTick } = player.rollback!
    expect(player.rollback!.hash(confirmedTick)).toBe(room.rollback.hash(confirmedTick))
  })
})

class FootballRoom extends PhysicsRoom<World> {
  override version = '1'

  build(): Football {
    return buildFootball()
  }
}

describe('a server of Colyseus', () => {
  const http = createServer()
  const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false, gracefullyShutdown: false })
  const open: RoomConnection<World>[] = []
  let address = ''

  beforeAll(async () => {
    // The library prints every refused message.
    for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
    server.define('football', FootballRoom).filterBy(['id'])
    await server.listen(0)
    address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    await Promise.all(open.map((joined) => joined.leave().catch(() => {})))
    await server.gracefullyShutdown(false)
    vi.restoreAllMocks()
  })

  it(`goes on for its players through ${SENT} hostile messages and requests`, async () => {
    const told = new Told()
    const players: RoomConnection<World>[] = []
    for (let seat = 0; seat < 2; seat++) {
      players.push(await joinRoom<World>({
        connect: (at) => new Client(at), servers: [address], room: 'football', id: 'h', build: buildFootball, version: '1', giveUp: 60, silence: 30,
      }))
    }
    open.push(...players)
    const timer = setInterval(() => {
      for (const { predicted } of players) predicted.frame((tick) => [keysOf(6, predicted.seat!, tick)])
      told.note(players[0]!.predicted)
    }, 1000 / 60)
    const random = createRandom(3)
    let thrown = 0
    try {
      for (let sent = 0; sent < SENT;) {
        const raw = await new Client(address).joinOrCreate<unknown>('football', { protocol: PROTOCOL_VERSION, version: '1', id: 'h' })
        let left = false
        raw.onLeave(() => (left = true))
        raw.onMessage('fulcrum', () => {})
        raw.onError(() => {})
        for (let n = 0; n < 80 && sent < SENT; n++, sent++) {
          const { rollback } = players[0]!.predicted
          const { kind, bytes } = hostile(random, sent, rollback!.present, rollback!.confirmedTick)
          if (!(bytes instanceof Uint8Array)) raw.send('fulcrum', typeof bytes === 'function' ? null : bytes)
          else if (kind === 'noise' && n % 28 === 0) raw.connection.send(bytes)
          else if (sent % 5 === 0) raw.sendBytes('nothing of that kind', bytes)
          // One that is too large closes the connection; others are to come before.
          else if (kind !== 'oversized' || n > 60) raw.sendBytes('fulcrum', bytes)
        }
        // Whoever goes on is sent away.
        await vi.waitUntil(() => left, { timeout: 30_000, interval: 2 })
        thrown++
      }
      const wrong: [object, RegExp][] = [
        [{ protocol: 9 }, /version/], [{ version: 'x' }, /version/], [{ version: { a: 1 } }, /version/], [{ key: 'short' }, /key/], [{ key: 5 }, /key/],
        [{ have: -1 }, /have/], [{ have: 0.5 }, /have/], [{ have: 'x' }, /have/], [{ id: 'h/../x' }, /id/], [{ id: 'x'.repeat(65) }, /id/], [{ id: 5 }, /id/],
      ]
      for (const [change, why] of wrong) {
        const request = { protocol: PROTOCOL_VERSION, version: '1', id: 'h', ...change }
        await expect(new Client(address).joinOrCreate('football', request)).rejects.toThrow(why)
      }
      const reached = players[0]!.predicted.rollback!.confirmedTick + 60
      await vi.waitUntil(() => players.every(({ predicted }) => predicted.rollback!.confirmedTick >= reached), { timeout: 60_000, interval: 10 })
    } finally {
      clearInterval(timer)
    }
    expect(thrown).toBeGreaterThan(SENT / 81)
    told.note(players[0]!.predicted)
    const tick = Math.min(...players.map(({ predicted }) => predicted.rollback!.confirmedTick))
    const expected = undisturbed(tick, (at) => told.rows[at]!)
    for (const { predicted, state, stats } of players) {
      expect([state, stats.resumed, predicted.stats.desyncs, predicted.stats.refused]).toEqual(['open', 0, 0, 0])
      expect(predicted.rollback!.hash(tick)).toBe(expected)
    }
  })
})
