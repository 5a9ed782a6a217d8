/**
 * A room of Colyseus with one physics world: fixed step by the clock, seats with keys, players and onlookers. With a store it is durable: any process
 * that is asked for a room whose process died takes it over under the same id.
 */

import { createHash, randomBytes } from 'node:crypto'
import { type Client, Room, ServerError } from '@colyseus/core'
import type { NetWorld } from 'fulcrum-physics/netcode'
import { DurableLog } from './durable-log.ts'
import type { Game } from './game.ts'
import { KEY_BYTES, MOST_REFUSALS, MOST_TICKS_AT_ONCE } from './limits.ts'
import { MESSAGE_TYPE, PROTOCOL_VERSION } from './protocol.ts'
import { RoomAuthority } from './room-authority.ts'
import { RoomStore, type StoreOptions } from './room-store.ts'

/** What a client asks with. */
export interface JoinRequest {
  /** Version of the messages. */
  protocol?: unknown
  /** Version of the game. */
  version?: unknown
  /** Id of the room. */
  id?: unknown
  /** Key of a seat that the client had. */
  key?: unknown
  /** Tick of a confirmed state that the client has. */
  have?: unknown
  /** Only to look on. */
  look?: unknown
}

/** Code of the error that says that a room lives in another process; its message is the address. */
export const ELSEWHERE = 4901
/** Code of the error that says that an end is of another version. */
export const WRONG_VERSION = 4902
/** Code of the error that says that a request is not one. */
export const BAD_REQUEST = 4903
/** Code by which a connection is closed when its room has lost its lease: the client is to ask again. */
export const MOVED = 4904

/** Time after which a room that has nothing to tell gives a sign of life, ms. */
const BEAT = 250

/**
 * Ids of the rooms of this process, those that are being closed included: Colyseus knows rooms by id, and the end of one would take another of the
 * same id with it.
 */
const living = new Set<string>()

interface Sitter {
  seat: number | null
  refusals: number
}

/** A room with one world in it. Make a class of your own of it and say in `build` what the game is. */
export abstract class PhysicsRoom<World extends NetWorld = NetWorld> extends Room {
  /** The world's authority; there once the room is made. */
  authority!: RoomAuthority<World>
  /** Version of the game: clients of another one are refused. */
  version = ''
  /** Time that a lost player's seat is kept, s. */
  seatSeconds = 30
  /** Time that a tick waits for the inputs of players who are late, s. 0: it goes on with their last ones. */
  patience = 0
  /** Count of those who may look on. */
  onlookers = 16
  /** Count of ticks between two messages of poses to those who look on. */
  posesEvery = 2
  /** Count of ticks between two checkpoints of a durable room. */
  checkpointEvery = 60
  /** Time that the room waits for the lease of a process that died, as a multiple of the lease. */
  leaseWaits = 2
  private readonly sitters = new Map<string, Sitter>()
  /** Hashes of the keys of seats, taken or kept. */
  private readonly keys = new Map<number, string>()
  private readonly leftAt = new Map<number, number>()
  private log: DurableLog<World> | null = null
  private due = 0
  private waitingSince = 0
  private toldAt = 0
  private gone = false

  /** Makes the game: the same as clients make. */
  abstract build(options: JoinRequest): Game<World>

  /** Where the room outlives its process; null: nowhere. */
  store(): StoreOptions | null {
    return null
  }

  /** Makes the world anew, or takes it over from a process that died. */
  override async onCreate(options: JoinRequest): Promise<void> {
    this.autoDispose = false
    const id = options.id ?? this.roomId
    if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) throw new ServerError(BAD_REQUEST, 'id: 1 to 64 letters, digits, _ and -.')
    if (living.has(id)) throw new ServerError(ELSEWHERE, '')
    living.add(id)
    this.roomId = id
    // oxlint-disable-next-line no-underscore-dangle -- nothing else tells the end of a room
    this._events.once('disconnect', () => living.delete(id))
    try {
      await this.open(id, options)
    } catch (error) {
      living.delete(id)
      throw error
    }
  }

  private async open(id: string, options: JoinRequest): Promise<void> {
    const game = this.build(options)
    const store = this.store()
    if (store !== null) {
      const place = new RoomStore(id, store)
      this.log = await DurableLog.open(place, game, this.version, this.checkpointEvery, this.leaseWaits)
      if (this.log === null) throw new ServerError(ELSEWHERE, place.holder)
      this.authority = this.log.authority
      for (const [seat, hash] of this.log.seats) this.keep(seat, hash)
      this.log.onLost = () => void this.giveUp()
      this.log.onWritten = () => this.tell()
      if (this.log.isOver) throw new ServerError(ELSEWHERE, '')
    } else this.authority = new RoomAuthority(game)
    this.maxClients = game.players + this.onlookers
    this.onMessage(MESSAGE_TYPE, (client, message: unknown) => this.take(client, message))
    this.onMessage('*', (client) => this.refuse(client))
    this.due = performance.now()
    this.setSimulationInterval(() => this.pump(), 4)
  }

  /** Refuses other versions, and requests that are none, before anything is made for them. */
  override onAuth(_client: Client, options: JoinRequest): boolean {
    if (typeof options !== 'object' || options === null) throw new ServerError(BAD_REQUEST, 'a request is an object.')
    if (options.protocol !== PROTOCOL_VERSION || (options.version ?? '') !== this.version) {
      throw new ServerError(WRONG_VERSION, `this is version "${this.version}" with messages of version ${PROTOCOL_VERSION}.`)
    }
    const { key, have } = options
    if (key !== undefined && (typeof key !== 'string' || key.length !== 2 * KEY_BYTES)) throw new ServerError(BAD_REQUEST, 'key: is none.')
    if (have !== undefined && (!Number.isInteger(have) || (have as number) < 0)) throw new ServerError(BAD_REQUEST, 'have: must be a tick.')
    return true
  }

  /** Gives a seat: the one the key belongs to, or a free one; those without look on. */
  override async onJoin(client: Client, options: JoinRequest): Promise<void> {
    const { key, have, look } = options
    const claimed = typeof key === 'string' ? [...this.keys].find(([, hash]) => hash === hashOf(key))?.[0] : undefined
    const seat = look === true ? null : claimed ?? this.authority.freeSeat((index) => this.keys.has(index))
    if (seat === null) {
      this.sitters.set(client.sessionId, { seat: null, refusals: 0 })
      client.sendBytes(MESSAGE_TYPE, this.authority.welcomeOnlooker(), {})
      return
    }
    // Whoever has the key is the player: an older connection of the same is let go.
    for (const other of this.clients) {
      const sitter = this.sitters.get(other.sessionId)
      if (sitter?.seat !== seat || other.sessionId === client.sessionId) continue
      sitter.seat = null
      other.leave(MOVED)
    }
    const secret = claimed === undefined ? randomBytes(KEY_BYTES) : Buffer.from(key as string, 'hex')
    this.keys.set(seat, hashOf(secret.toString('hex')))
    this.leftAt.delete(seat)
    if (claimed === undefined) await this.log?.seat(seat, this.keys.get(seat)!)
    if (this.gone) throw new ServerError(ELSEWHERE, '')
    this.sitters.set(client.sessionId, { seat, refusals: 0 })
    const holds = claimed === undefined || have === undefined ? null : have as number
    client.sendBytes(MESSAGE_TYPE, this.authority.sit(seat, new Uint8Array(secret), holds), {})
  }

  /** Keeps the seat of somebody who was lost; frees that of somebody who went. */
  override onLeave(client: Client, consented?: boolean): void {
    const seat = this.sitters.get(client.sessionId)?.seat ?? null
    this.sitters.delete(client.sessionId)
    if (seat === null) return
    if (consented === true) this.freeSeat(seat)
    else this.leftAt.set(seat, performance.now())
    // With patience the room waits for the player; otherwise the seat's keys are up.
    if (this.patience === 0 && consented !== true) this.authority.leave(seat)
  }

  /** Writes a last checkpoint, and lets others have the room. */
  override async onDispose(): Promise<void> {
    if (!this.gone) await this.log?.close()
  }

  private keep(seat: number, hash: string): void {
    this.keys.set(seat, hash)
    this.leftAt.set(seat, performance.now())
    // Until its player is back, a seat with patience counts as taken.
    if (this.patience > 0) this.authority.sit(seat, new Uint8Array(KEY_BYTES), null)
  }

  private freeSeat(seat: number): void {
    this.keys.delete(seat)
    this.leftAt.delete(seat)
    this.authority.leave(seat)
    void this.log?.seat(seat, null)
  }

  private take(client: Client, message: unknown): void {
    const sitter = this.sitters.get(client.sessionId)
    if (sitter === undefined || this.gone) return
    const verdict = this.authority.receive(sitter.seat, message, (bytes) => client.sendBytes(MESSAGE_TYPE, bytes, {}))
    if (verdict !== 'ok' && verdict !== 'rate') this.refuse(client)
  }

  private refuse(client: Client): void {
    const sitter = this.sitters.get(client.sessionId)
    if (sitter !== undefined && ++sitter.refusals > MOST_REFUSALS) client.leave(BAD_REQUEST)
  }

  /** Takes the ticks that are due by the clock. */
  private pump(): void {
    const { authority, log } = this
    const now = performance.now()
    const length = 1000 * authority.rollback.dt
    if (this.gone) return
    for (const [seat, since] of this.leftAt) if (now - since > 1000 * this.seatSeconds) this.freeSeat(seat)
    if (this.clients.length === 0 && this.keys.size === 0 && now - this.due > 1000 * this.seatSeconds) {
      void this.disconnect()
      return
    }
    if (now - this.due > 1000 && this.patience === 0 && this.clients.length > 0) this.due = now - length * MOST_TICKS_AT_ONCE
    let taken = 0
    for (; taken < MOST_TICKS_AT_ONCE && this.due + length <= now; taken++) {
      if (this.clients.length === 0 || log?.isFull === true) break
      if (this.patience > 0 && !authority.isReady()) {
        this.waitingSince ||= now
        if (now - this.waitingSince < 1000 * this.patience) break
      }
      this.waitingSince = 0
      this.due += length
      const row = authority.step()
      if (log === null) authority.release(authority.tick)
      else log.push(row)
    }
    if (taken === MOST_TICKS_AT_ONCE) this.due = Math.max(this.due, now - length)
    if (taken > 0 && log === null) this.tell()
    if (now - this.toldAt > BEAT) this.tell(true)
    if (taken > 0 && authority.tick % this.posesEvery < taken) this.show()
  }

  private tell(alive: boolean = false): void {
    this.toldAt = performance.now()
    for (const client of this.clients) {
      const seat = this.sitters.get(client.sessionId)?.seat ?? null
      const bytes = seat === null ? null : this.authority.framesFor(seat, alive)
      if (bytes !== null) client.sendBytes(MESSAGE_TYPE, bytes, {})
    }
  }

  private show(): void {
    let bytes: Uint8Array | null = null
    for (const client of this.clients) {
      if (this.sitters.get(client.sessionId)?.seat !== null) continue
      bytes ??= this.authority.posesNow()
      client.sendBytes(MESSAGE_TYPE, bytes, {})
    }
  }

  /** The lease went: whatever this process did since was told to nobody. */
  private async giveUp(): Promise<void> {
    this.gone = true
    try {
      await this.disconnect(MOVED)
    } catch {
      // Colyseus does not close a room that it is still making.
      setTimeout(() => void this.giveUp(), BEAT)
    }
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
