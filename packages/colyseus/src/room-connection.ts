/**
 * A player's connection to a room of Colyseus: joins, comes back when the connection or the room's process is lost, to the same seat, by whichever
 * server has the room or takes it over.
 */

import type { NetWorld } from 'fulcrum-physics/netcode'
import type { Game } from './game.ts'
import { PredictedRoom } from './predicted-room.ts'
import { MESSAGE_TYPE, PROTOCOL_VERSION } from './protocol.ts'

/** What of a room of `colyseus.js` is used. */
export interface ColyseusRoom {
  onMessage(type: string, callback: (message: Uint8Array) => void): unknown
  onLeave(callback: (code: number) => void): unknown
  onError(callback: (code: number, message?: string) => void): unknown
  sendBytes(type: string, bytes: Uint8Array): void
  leave(consented?: boolean): Promise<number>
  connection: { isOpen: boolean }
}

/** What of a client of `colyseus.js` is used: a `Client` is one. */
export interface ColyseusClient {
  joinOrCreate(room: string, options: object): Promise<unknown>
}

/** What a connection may be told. */
export interface RoomOptions<World extends NetWorld> {
  /** Makes a client for the address of a server: `(address) => new Client(address)`. */
  connect(address: string): ColyseusClient
  /** Addresses of the servers, as in 'ws://localhost:2567'. */
  servers: readonly string[]
  /** Name of the kind of room, as the servers define it. */
  room: string
  /** Id of the room, 1 to 64 letters, digits, _ and -. */
  id: string
  /** Makes the game: the same as the servers make. */
  build(): Game<World>
  /** Version of the game. Default ''. */
  version?: string
  /** Further fields of the request, for the room's own hooks. Default none. */
  request?: object
  /** Only look on. Default false. */
  look?: boolean
  /** Key of a seat that this player had, in hexadecimal digits. Default none. */
  key?: string
  /** Time after which a lost room is given up, s. Default 30. */
  giveUp?: number
  /** Time without a word of the room after which the connection counts as lost, s: a process may stop without closing it. Default 1. */
  silence?: number
  /** Count of ticks that inputs are to arrive before they are needed, 0 … 60. Default 3. */
  lead?: number
  /** Count of the ticks that can be gone back, 2 … 1024. Default 120. */
  ticks?: number
  /** Called when the connection was lost, is back, or is over. Default none. */
  onChange?: (state: 'open' | 'lost' | 'closed', reason: string) => void
}

/** Counts since the beginning. */
export interface RoomStats {
  /** Times that the connection was lost and came back. */
  resumed: number
  /** Longest time from a loss to the first frame of the room again, ms. */
  longestGap: number
}

/** Time between two tries of all servers, ms. */
const PAUSE = 50
/** Times that a server which is taking the room over is asked again before others are. */
const MOST_AGAIN = 20
/** Time that a server has to answer, ms: it may wait for the lease of a process that died, and replay a log. */
const ANSWER = 4000
/** Codes of Colyseus and of rooms that no second try changes. */
const FINAL = new Set([4902, 4903])
const CONSENTED = 4000
const ELSEWHERE = 4901
/** No code of a connection: nothing was heard. */
const SILENT = 0

/** A player's place in a room. */
export class RoomConnection<World extends NetWorld = NetWorld> {
  /** The world as this player sees it. */
  readonly predicted: PredictedRoom<World>
  /** Counts since the beginning. */
  readonly stats: RoomStats = { resumed: 0, longestGap: 0 }
  /** Is the connection there, lost for now, or over? */
  state: 'open' | 'lost' | 'closed' = 'lost'
  private readonly options: RoomOptions<World>
  private room: ColyseusRoom | null = null
  /** Address of the server that had the room last. */
  private address: string
  private lostAt = 0
  private heardAt = 0
  private silent = false
  private framesThen = 0

  /** Use `joinRoom`. */
  constructor(options: RoomOptions<World>) {
    this.options = options
    this.address = options.servers[0]!
    const { ticks, lead } = options
    this.predicted = new PredictedRoom(() => options.build(), {
      send: (bytes) => this.send(bytes), ...(ticks !== undefined && { ticks }), ...(lead !== undefined && { lead }),
    })
  }

  /** Address of the server that has the room, as far as this player knows. */
  get server(): string {
    return this.address
  }

  /** One tick of real time, with the player's input, or a function that gives it for a tick. Returns whether the present moved. */
  frame(input: ArrayLike<number> | ((tick: number) => ArrayLike<number>)): boolean {
    const { room } = this
    if (room !== null && performance.now() - this.heardAt > 1000 * (this.options.silence ?? 1)) {
      this.lose(SILENT)
      void room.leave(false)
    }
    return this.predicted.frame(input)
  }

  /** Goes, and gives the seat back. */
  async leave(): Promise<void> {
    this.change('closed', 'left')
    await this.room?.leave(true)
    this.room = null
  }

  /** Tries the servers in turn until one has the room, or takes it over. */
  async open(): Promise<void> {
    const { options } = this
    const until = performance.now() + 1000 * (options.giveUp ?? 30)
    let last: unknown = null
    const others = options.servers.filter((server) => server !== this.address)
    // A server that fell silent would let its caller wait.
    let again = 0
    let order = this.silent ? [...others, this.address] : [this.address, ...others]
    while (this.state !== 'closed' && performance.now() < until) {
      for (const address of order) {
        try {
          await this.join(address)
          return
        } catch (error) {
          last = error
          const { code, message } = error as { code?: number; message?: string }
          if (code !== undefined && FINAL.has(code)) throw error
          // The server that was asked knows who has the room.
          if (code !== ELSEWHERE) continue
          // It may be taking the room over itself just now: then it has no other address to tell.
          const next = message === '' || message === undefined ? address : message
          if (!options.servers.includes(next) || (next === address && ++again % MOST_AGAIN === 0)) continue
          order = [next, ...options.servers.filter((server) => server !== next)]
          break
        }
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
    throw last ?? new Error('The room was left.')
  }

  private async join(address: string): Promise<void> {
    const { options, predicted } = this
    const key = predicted.key ?? options.key
    const { have } = predicted
    const asked = options.connect(address).joinOrCreate(options.room, {
      ...options.request, protocol: PROTOCOL_VERSION, version: options.version ?? '', id: options.id,
      ...(options.look === true && { look: true }), ...(key !== undefined && { key }), ...(have !== null && predicted.seat !== null && { have }),
    }) as Promise<ColyseusRoom>
    const room = await inTime(asked)
    let over = false
    await inTime(new Promise<void>((resolve, reject) => {
      room.onMessage(MESSAGE_TYPE, (bytes) => {
        // A connection that was given up may still have something to say.
        over ||= this.room !== room && this.state === 'open'
        if (over) return
        this.heardAt = performance.now()
        const verdict = predicted.receive(bytes)
        if (this.room !== room) {
          if (verdict !== 'ok') {
            over = true
            void room.leave(false)
            reject(new Error(`The room's welcome was refused: ${verdict}.`))
            return
          }
          this.room = room
          this.address = address
          this.change('open', address)
          resolve()
        }
        this.noteGap()
      })
      room.onLeave((code) => {
        reject(new Error(`The room closed the connection (${code}).`))
        if (this.room === room) this.lose(code)
      })
      room.onError((code, message) => reject(Object.assign(new Error(message ?? ''), { code })))
    }).catch((error: unknown) => {
      over = true
      throw error
    }))
  }

  private send(bytes: Uint8Array): void {
    if (this.room?.connection.isOpen === true) this.room.sendBytes(MESSAGE_TYPE, bytes)
  }

  private lose(code: number): void {
    this.room = null
    if (this.state === 'closed') return
    if (code === CONSENTED || FINAL.has(code)) {
      this.change('closed', `closed by the room (${code})`)
      return
    }
    this.lostAt = performance.now()
    this.silent = code === SILENT
    this.framesThen = this.predicted.stats.frames
    this.change('lost', String(code))
    this.open().then(
      () => this.stats.resumed++,
      (error: unknown) => this.change('closed', error instanceof Error ? error.message : String(error)),
    )
  }

  private noteGap(): void {
    if (this.lostAt === 0 || this.predicted.stats.frames === this.framesThen) return
    this.stats.longestGap = Math.max(this.stats.longestGap, performance.now() - this.lostAt)
    this.lostAt = 0
  }

  private change(state: 'open' | 'lost' | 'closed', reason: string): void {
    if (this.state === 'closed') return
    this.state = state
    this.options.onChange?.(state, reason)
  }
}

/** Fails when a server does not answer: its process may be stopped. A room that is joined too late is left again. */
async function inTime<T extends ColyseusRoom | void>(asked: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let late = false
  asked.then((room) => {
    if (late && room !== undefined) void room.leave(false)
  }, () => {})
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late = true
      reject(new Error('The server does not answer.'))
    }, ANSWER)
  })
  try {
    return await Promise.race([asked, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Joins a room, or makes it; it comes back by itself when the connection is lost. */
export async function joinRoom<World extends NetWorld>(options: RoomOptions<World>): Promise<RoomConnection<World>> {
  const connection = new RoomConnection(options)
  await connection.open()
  return connection
}
