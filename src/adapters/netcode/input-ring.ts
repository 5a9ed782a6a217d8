/**
 * Inputs by tick and player in one ring: those that are known, and those that were used in their place while they were not. An input that is
 * not known is predicted to be the last one used: keys stay down.
 */

/** What became of an input that was told. */
export type InputVerdict =
  /** Taken. */
  | 'new'
  /** Known already, with the same numbers. */
  | 'same'
  /** Of a tick that is confirmed: nothing changes any more. */
  | 'late'
  /** Of a tick so far ahead that there is no room for it. */
  | 'early'
  /** Known already with other numbers, and not changed. */
  | 'changed'

export class InputRing {
  readonly players: number
  readonly size: number
  /** Ticks it has room for. */
  readonly length: number
  private readonly told: Int32Array
  private readonly used: Int32Array
  private readonly known: Uint8Array
  private readonly row: Int32Array

  constructor(players: number, size: number, length: number) {
    this.players = players
    this.size = size
    this.length = length
    this.told = new Int32Array(length * players * size)
    this.used = new Int32Array(length * players * size)
    this.known = new Uint8Array(length * players)
    this.row = new Int32Array(players * size)
  }

  isKnown(tick: number, player: number): boolean {
    return this.known[this.place(tick, player)] === 1
  }

  /** Is every player's input of the tick known? */
  isComplete(tick: number): boolean {
    for (let player = 0; player < this.players; player++) if (!this.isKnown(tick, player)) return false
    return true
  }

  /** Keeps an input; returns whether it is another one than the known one. */
  tell(tick: number, player: number, values: ArrayLike<number>, from: number): boolean {
    const place = this.place(tick, player)
    const { told, size } = this
    const differs = this.known[place] === 0 || !this.equals(told, place, values, from)
    for (let i = 0; i < size; i++) told[place * size + i] = values[from + i]!
    this.known[place] = 1
    return differs
  }

  /** Is this what is known of the tick? */
  isTold(tick: number, player: number, values: ArrayLike<number>, from: number): boolean {
    return this.equals(this.told, this.place(tick, player), values, from)
  }

  /** Was this the input that the tick was simulated with? */
  wasUsed(tick: number, player: number, values: ArrayLike<number>, from: number): boolean {
    return this.equals(this.used, this.place(tick, player), values, from)
  }

  /** The inputs that a tick is simulated with, player after player; valid until the next call. */
  use(tick: number): Int32Array {
    const { players, size, told, used, row } = this
    for (let player = 0; player < players; player++) {
      const place = this.place(tick, player)
      const before = tick > 0 ? this.place(tick - 1, player) : place
      const known = this.known[place] === 1
      for (let i = 0; i < size; i++) {
        const value = known ? told[place * size + i]! : tick > 0 ? used[before * size + i]! : 0
        used[place * size + i] = value
        row[player * size + i] = value
      }
    }
    return row
  }

  /** Copies what is known of a player's tick. */
  read(tick: number, player: number, out: Int32Array, at: number): void {
    const place = this.place(tick, player) * this.size
    for (let i = 0; i < this.size; i++) out[at + i] = this.told[place + i]!
  }

  /** Room for a tick that has not been: nobody's input of it is known. */
  clear(tick: number): void {
    for (let player = 0; player < this.players; player++) this.known[this.place(tick, player)] = 0
  }

  /** Forgets everything, and what was used last with it. */
  clearAll(): void {
    this.known.fill(0)
    this.used.fill(0)
  }

  private place(tick: number, player: number): number {
    return (tick % this.length) * this.players + player
  }

  private equals(list: Int32Array, place: number, values: ArrayLike<number>, from: number): boolean {
    const { size } = this
    for (let i = 0; i < size; i++) if (list[place * size + i] !== values[from + i]) return false
    return true
  }
}
