/**
 * What outlives a room's process, in Redis: a checkpoint of the world, the log of the inputs behind it, the keys of the seats, and the lease of the
 * process that may write. Every write is a script that looks at the lease first: a process whose lease went writes nothing, however late it
 * wakes up.
 *
 * Keys of room r, all in one slot of a cluster: `fulcrum:{r}:lease` (fencing token of the holder, its address; goes by itself), `:fence` (the last
 * token given), `:room` (checkpoint, form, seats), `:log` (a stream; the entry of tick t has the id t + 1).
 */

/** What of a client of Redis is needed; an `ioredis` is one. */
export interface RedisClient {
  /** Sends a command, and gives its answer with strings as buffers. */
  callBuffer(command: string, ...args: (string | Uint8Array | number)[]): Promise<unknown>
}

/** What a store may be told. */
export interface StoreOptions {
  /** The client of Redis. */
  redis: RedisClient
  /** Address by which players reach this process: told to those who ask for a room that lives here. Default none. */
  address?: string
  /** Time after which a process that does not answer has lost its rooms, s, 0.2 or more. Default 0.8. */
  lease?: number
  /** Time that a room is kept after its last write, s. Default a day. */
  keep?: number
}

/** What another process left of a room. */
export interface StoredRoom {
  /** Tick of the checkpoint. */
  readonly tick: number
  readonly state: Uint8Array
  /** Inputs of the ticks from there on. */
  readonly rows: Int32Array[]
  /** Hashes of the seats' keys, by seat. */
  readonly seats: ReadonlyMap<number, string>
}

/** The lease went, or another process has it. */
export class LeaseLost extends Error {
  override readonly name: string = 'LeaseLost'
}

const ACQUIRE = `
local held = redis.call('HMGET', KEYS[1], 'token', 'address')
if held[1] then return {0, held[2] or '', held[1], redis.call('PTTL', KEYS[1])} end
local token = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], 'token', token, 'address', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[3])
return {token, ''}`

/** The first lines of every script that writes. A batch whose answer was lost is sent again: what is there of it stays. */
const HOLDS = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
`
const RENEW = `${HOLDS} return 1`
const RELEASE = `if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1`
const APPEND = `${HOLDS}
local last = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)
last = last[1] and tonumber(string.match(last[1][1], '%d+')) or 0
for i = 5, #ARGV do
  local id = ARGV[4] + i - 4
  if id > last then redis.call('XADD', KEYS[3], string.format('%d-0', id), 'i', ARGV[i]) end
end
redis.call('EXPIRE', KEYS[3], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 1`
const CHECKPOINT = `${HOLDS}
redis.call('HSET', KEYS[2], 'form', ARGV[4], 'tick', ARGV[5], 'state', ARGV[6], 'token', ARGV[1])
redis.call('XTRIM', KEYS[3], 'MINID', string.format('%d-0', ARGV[5] + 1))
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('EXPIRE', KEYS[4], 4 * ARGV[3])
return 1`
const SEAT = `${HOLDS}
if ARGV[5] == '' then redis.call('HDEL', KEYS[2], ARGV[4]) else redis.call('HSET', KEYS[2], ARGV[4], ARGV[5]) end
return 1`

/** One room's place in Redis, held by one process at a time. */
export class RoomStore {
  /** Fencing token of this process; 0 while it does not hold the room. */
  token = 0
  /** Address of the process that holds the room, as the last `acquire` saw it. */
  holder = ''
  /** Has the process that holds the room kept its lease since the `acquire` before the last? It lives, then. */
  isHeld = false
  private holderToken = ''
  private timeLeft = 0
  private readonly redis: RedisClient
  private readonly lease: string
  private readonly room: string
  private readonly log: string
  private readonly fence: string
  private readonly address: string
  private readonly leaseMs: number
  private readonly keep: number

  /** The place of the room of this id. */
  constructor(id: string, options: StoreOptions) {
    const base = `fulcrum:{${id}}`
    this.lease = `${base}:lease`
    this.fence = `${base}:fence`
    this.room = `${base}:room`
    this.log = `${base}:log`
    this.redis = options.redis
    this.address = options.address ?? ''
    this.leaseMs = Math.max(200, Math.round(1000 * (options.lease ?? 0.8)))
    this.keep = Math.max(1, Math.round(options.keep ?? 86_400))
  }

  /** Time after which the lease goes if it is not renewed, ms. */
  get leaseTime(): number {
    return this.leaseMs
  }

  /** Takes the lease if nobody has it. */
  async acquire(): Promise<boolean> {
    // A counter that outlives what it protects: tokens never come twice.
    const answer = await this.redis.callBuffer('EVAL', ACQUIRE, 2, this.lease, this.fence, this.address, this.leaseMs, 4 * this.keep)
    const [token, holder, holderToken = new Uint8Array(0), left = 0] = answer as [number, Uint8Array, Uint8Array?, number?]
    this.token = Number(token)
    this.holder = text(holder)
    // The time that a dead process has left only falls.
    this.isHeld = this.holderToken !== '' && (text(holderToken) !== this.holderToken || Number(left) > this.timeLeft)
    this.holderToken = text(holderToken)
    this.timeLeft = Number(left)
    return this.token > 0
  }

  /** Keeps the lease. */
  async renew(): Promise<void> {
    await this.write(RENEW, [this.lease], [])
  }

  /** Lets others have the room, at once. */
  async release(): Promise<void> {
    if (this.token > 0) await this.redis.callBuffer('EVAL', RELEASE, 1, this.lease, String(this.token))
    this.token = 0
  }

  /** What is there of the room; null if nothing is. `form`: marks of version, players and inputs, which must be the same. */
  async load(form: string, width: number): Promise<StoredRoom | null> {
    const fields = await this.redis.callBuffer('HGETALL', this.room) as Uint8Array[]
    const found = new Map<string, Uint8Array>()
    for (let i = 0; i + 1 < fields.length; i += 2) found.set(text(fields[i]!), fields[i + 1]!)
    const state = found.get('state')
    if (state === undefined) return null
    const stored = text(found.get('form')!)
    if (stored !== form) throw new Error(`The room was stored as "${stored}", and this is "${form}". Give the new game another room id.`)
    const tick = Number(text(found.get('tick')!))
    const entries = await this.redis.callBuffer('XRANGE', this.log, `${tick + 1}-0`, '+') as [Uint8Array, Uint8Array[]][]
    const rows = entries.map(([id, [, row]], index) => {
      if (text(id) !== `${tick + 1 + index}-0` || row!.byteLength !== 4 * width) throw new Error(`The log has no tick ${tick + index}.`)
      return readRow(row!)
    })
    const seats = new Map<number, string>()
    for (const [name, value] of found) if (name.startsWith('seat')) seats.set(Number(name.slice(4)), text(value))
    return { tick, state: Uint8Array.from(state), rows, seats }
  }

  /** Writes the inputs of ticks from `first` on: from then on they are not lost. */
  async append(first: number, rows: readonly Int32Array[]): Promise<void> {
    await this.write(APPEND, [this.lease, this.room, this.log], [first, ...rows.map(writeRow)])
  }

  /** Writes the state of a tick, and drops the log before it. */
  async checkpoint(form: string, tick: number, state: Uint8Array): Promise<void> {
    await this.write(CHECKPOINT, [this.lease, this.room, this.log, this.fence], [form, tick, asBuffer(state)])
  }

  /** Writes the hash of a seat's key; null: nobody has the seat. */
  async seat(seat: number, keyHash: string | null): Promise<void> {
    await this.write(SEAT, [this.lease, this.room], [`seat${seat}`, keyHash ?? ''])
  }

  private async write(script: string, keys: string[], values: (string | Uint8Array | number)[]): Promise<void> {
    const answer = this.token === 0 ? 0
      : await this.redis.callBuffer('EVAL', script, keys.length, ...keys, String(this.token), this.leaseMs, this.keep, ...values)
    if (Number(answer) === 1) return
    this.token = 0
    throw new LeaseLost('The lease of the room went; another process may have it.')
  }
}

const utf8 = new TextDecoder()

function text(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}

function writeRow(row: Int32Array): Uint8Array {
  const bytes = new Uint8Array(4 * row.length)
  const view = new DataView(bytes.buffer)
  row.forEach((value, i) => view.setInt32(4 * i, value, true))
  return asBuffer(bytes)
}

function readRow(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Int32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getInt32(4 * i, true))
}

/** Clients of Redis send buffers as they are, and other arrays as their text. */
export function asBuffer(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
