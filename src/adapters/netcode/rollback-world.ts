/**
 * A world that can go back: a ring of states, inputs by tick, and the steps that make the present again after the past has changed.
 *
 * Tick t is the state before step t; its inputs act in that step. `present` is the tick that players see, `tick` the one at which the world
 * stands: the same, but while a long correction is spread over several frames. States up to `confirmedTick` are final.
 */

import { PhysicsError, requireInteger } from '../../common/errors.ts'
import { requirePositive } from '../../common/bounds.ts'
import { type Fields, requireOptions } from '../../common/options.ts'
import { InputRing, type InputVerdict } from './input-ring.ts'
import { LAST_TICK, MOST_INPUT_SIZE, MOST_PLAYERS, MOST_TICKS } from './limits.ts'
import { firstDifference, refuseFault, SnapshotView, type StateDifference, wordsOf } from './snapshot-view.ts'
import { applyDelta, encodeDelta, isDelta, readDeltaTicks } from './state-delta.ts'
import { StateRing, type GameState } from './state-ring.ts'
import { memoryOf, type NetWorld } from './world-view.ts'

/** What a world that can go back may be told. */
export interface RollbackOptions<World> {
  /** Acts on the world by the inputs of a tick, before its step. Must depend on nothing but the world, the inputs and the game's numbers. */
  apply(world: World, inputs: Int32Array, tick: number): void
  /** Count of the ticks that can be gone back, 2 … 1024. Default 120. */
  ticks?: number
  /** Step length, s. Default: the world's `fixedStep`. */
  dt?: number
  /** Count of the players, 1 … 64. Default 1. */
  players?: number
  /** Count of the 32-bit integers that are one player's input of one tick, 1 … 64. Default 1. */
  inputSize?: number
  /** Count of the steps that one `advance` takes at most, 2 … 1024. Default 16. Longer corrections are spread over several. */
  maxSteps?: number
  /** 'inputs': a tick is confirmed once the inputs of all players are known; 'calls': by `confirm` alone. Default 'inputs'. */
  confirm?: 'inputs' | 'calls'
  /** Numbers of the game that belong to the state beside the world, such as scores: saved, put back and hashed with it. Default none. */
  game?: GameState | null
  /** Index of the tick at which the world stands now. Default 0. */
  tick?: number
  /** Called after every step; `again`: the tick was simulated before, with other inputs. Default none. */
  onStep?: ((world: World, tick: number, again: boolean) => void) | null
}

const OPTION_FIELDS: Fields<RollbackOptions<unknown>> = {
  apply: 0, ticks: 0, dt: 0, players: 0, inputSize: 0, maxSteps: 0, confirm: 0, game: 1, tick: 0, onStep: 1,
}

/** Counts since the beginning. */
export interface RollbackStats {
  /** Steps taken, all of them. */
  steps: number
  /** Of these, steps of ticks that had been simulated before. */
  resimulated: number
  /** Times that the world went back. */
  rollbacks: number
  /** Ticks of the longest way back. */
  longest: number
  /** Calls of `advance` that did not move the present, because the ring was full of ticks that are not confirmed. */
  waits: number
  /** Calls of `advance` that left the world behind the present, because a correction took more steps than are allowed. */
  behind: number
  /** Times that a state did not fit into its slot and the ring was made anew. */
  grown: number
}

/** A world with a past that may still change. */
export class RollbackWorld<World extends NetWorld = NetWorld> {
  /** The world itself. Between two calls of `advance` it may be looked at; whatever changes it belongs into `apply`. */
  readonly world: World
  /** Step length, s. */
  readonly dt: number
  /** Counts since the beginning. */
  readonly stats: RollbackStats
  private readonly options: RollbackOptions<World>
  private readonly inputs: InputRing
  private readonly states: StateRing
  private readonly maxSteps: number
  private readonly byCalls: boolean
  private at: number
  private goal: number
  private final: number
  /** Below it the inputs of all players are known, or `confirm` said so. */
  private agreed: number
  /** First tick that was simulated with other inputs than are known now. */
  private dirty: number = Infinity
  /** Ticks below it were simulated before. */
  private reached: number
  /** Ticks from here on have no room in the ring of inputs yet. */
  private roomEnd: number
  /** Steps that the call under way may still take. */
  private budget = 0
  private mine: SnapshotView | null = null
  private theirs: SnapshotView | null = null

  /** Takes a world that is built; its present state is that of the first tick. */
  constructor(world: World, options: RollbackOptions<World>) {
    requireOptions(options, OPTION_FIELDS, 'rollback')
    if (typeof options.apply !== 'function') {
      throw new PhysicsError('wrong-type', 'rollback.apply', options.apply, 'must be a function (world, inputs, tick) that acts on the world.')
    }
    if (typeof world !== 'object' || world === null || typeof world.snapshotInto !== 'function') {
      throw new PhysicsError('wrong-type', 'rollback.world', world, 'must be a World of /2d or /3d.')
    }
    const ticks = requireInteger(options.ticks ?? 120, 2, MOST_TICKS, 'rollback.ticks')
    const players = requireInteger(options.players ?? 1, 1, MOST_PLAYERS, 'rollback.players')
    const size = requireInteger(options.inputSize ?? 1, 1, MOST_INPUT_SIZE, 'rollback.inputSize')
    this.maxSteps = requireInteger(options.maxSteps ?? 16, 2, MOST_TICKS, 'rollback.maxSteps')
    const tick = requireInteger(options.tick ?? 0, 0, LAST_TICK, 'rollback.tick')
    const { confirm = 'inputs' } = options
    if (confirm !== 'inputs' && confirm !== 'calls') {
      throw new PhysicsError('wrong-type', 'rollback.confirm', confirm, "must be 'inputs' or 'calls'.")
    }
    this.byCalls = confirm === 'calls'
    this.world = world
    this.options = options
    this.dt = requirePositive(options.dt ?? world.fixedStep, 'rollback.dt')
    this.stats = { steps: 0, resimulated: 0, rollbacks: 0, longest: 0, waits: 0, behind: 0, grown: 0 }
    this.states = new StateRing(world, requireGame(options.game ?? null), ticks)
    // Others may be ahead by as much as this world may be behind; what is final may be gone back to.
    this.inputs = new InputRing(players, size, 3 * ticks)
    this.at = this.goal = this.final = this.agreed = this.reached = tick
    this.roomEnd = tick + 2 * ticks
    this.states.save(tick)
  }

  /** Count of the players. */
  get players(): number {
    return this.inputs.players
  }

  /** Count of the integers of one input. */
  get inputSize(): number {
    return this.inputs.size
  }

  /** Count of the ticks that can be gone back. */
  get ticks(): number {
    return this.states.length
  }

  /** Index of the tick at which the world stands. */
  get tick(): number {
    return this.at
  }

  /** Index of the tick that players are at: the next input is for it. */
  get present(): number {
    return this.goal
  }

  /** Index of the last tick whose state is final. */
  get confirmedTick(): number {
    return this.final
  }

  /** Count of bytes of the ring. */
  get ringBytes(): number {
    return this.states.bytes
  }

  /** Is the state of this tick in the ring? */
  has(tick: number): boolean {
    return tick === this.at || this.states.has(tick)
  }

  /** Is the input of this tick and player known, and still kept? */
  isKnown(player: number, tick: number): boolean {
    return tick >= this.roomEnd - this.inputs.length && tick < this.roomEnd && this.inputs.isKnown(tick, player)
  }

  /**
   * Tells the input of a player at a tick, past or to come. Past ticks are simulated again in the next `advance`, if the input is another one
   * than was used there. `values`: `inputSize` whole numbers, from index `from` on.
   */
  setInput(player: number, tick: number, values: ArrayLike<number>, from: number = 0): InputVerdict {
    requireInteger(player, 0, this.players - 1, 'setInput.player')
    requireInteger(tick, 0, LAST_TICK, 'setInput.tick')
    this.requireValues(values, from, this.inputSize, 'setInput.values')
    if (tick < this.final) return 'late'
    if (tick >= this.roomEnd) return 'early'
    if (this.inputs.isKnown(tick, player)) {
      if (this.inputs.isTold(tick, player, values, from)) return 'same'
      if (!this.byCalls) return 'changed'
    }
    this.tell(player, tick, values, from)
    return 'new'
  }

  /** Copies the known input of a player at a tick to `out`, from index `at` on; false if it is not known. */
  readInput(player: number, tick: number, out: Int32Array, at: number = 0): boolean {
    if (!this.isKnown(player, tick)) return false
    this.inputs.read(tick, player, out, at)
    return true
  }

  /**
   * Moves the present on by one tick: goes back to where inputs have turned out otherwise, and takes the steps from there, at most `maxSteps` of
   * them. `inputs`: those of all players for the present tick, if they are known; players without one are predicted to go on as they did. False
   * if it has to wait: the ring is full of ticks that are not confirmed.
   */
  advance(inputs?: ArrayLike<number>): boolean {
    if (!this.aim(inputs)) return false
    this.catchUp(0, this.goal)
    if (this.at < this.goal) this.stats.behind++
    this.settle()
    return true
  }

  /**
   * As `advance`, but leaves the last step to the caller, whose loop takes it: `if (rollback.prepare()) world.step(rollback.dt)`. False if there
   * is nothing to step: it waits, or is still behind.
   */
  prepare(inputs?: ArrayLike<number>): boolean {
    if (!this.aim(inputs)) return false
    this.catchUp(1, this.goal - 1)
    if (this.at < this.goal - 1) {
      this.stats.behind++
      return false
    }
    this.settle()
    this.begin()
    this.end(false)
    return true
  }

  /** Goes back to the state of a tick. Ticks behind it are forgotten, inputs are not: `advance` does the same again, or another thing. */
  rewind(tick: number): void {
    this.requireTick(tick, 'rewind.tick')
    if (tick !== this.at) this.states.restore(tick)
    this.states.dropFrom(tick + 1)
    this.at = this.goal = tick
    this.final = Math.min(this.final, tick)
    this.agreed = Math.min(this.agreed, tick)
    this.dirty = Infinity
  }

  /**
   * Puts right the state of a tick: by a state (of `state(tick)` there), by a delta (of `delta`), or by a function that changes the world. The
   * next `advance` makes the present again from it. A state of a tick beyond the present becomes the present. What is refused changes nothing.
   */
  correct(tick: number, patch: Uint8Array | ((world: World) => void)): void {
    requireInteger(tick, 0, LAST_TICK, 'correct.tick')
    if (typeof patch === 'function') {
      this.requireTick(tick, 'correct.tick')
      if (tick !== this.at) this.states.restore(tick)
      else this.states.save(tick)
      this.standAt(tick)
      try {
        patch(this.world)
      } catch (error) {
        this.states.restore(tick)
        throw error
      }
      this.states.save(tick)
      return
    }
    if (!(patch instanceof Uint8Array)) {
      throw new PhysicsError('wrong-type', 'correct.patch', patch, 'must be a state or a delta as bytes, or a function that changes the world.')
    }
    const bytes = isDelta(patch) ? this.completed(tick, patch) : patch
    if (tick < this.goal && !this.has(tick)) this.requireTick(tick, 'correct.tick')
    this.states.adopt(bytes)
    if (tick > this.goal) this.jump(tick)
    else this.standAt(tick)
    this.states.save(tick)
  }

  /** Begins anew at a tick, with a state that `state` gave there: nothing that was known before counts any more. What is refused changes nothing. */
  restart(tick: number, state: Uint8Array): void {
    requireInteger(tick, 0, LAST_TICK, 'restart.tick')
    if (!(state instanceof Uint8Array) || isDelta(state)) {
      throw new PhysicsError('wrong-type', 'restart.state', state, 'must be a whole state as bytes: what `state(tick)` gives.')
    }
    this.states.adopt(state)
    this.jump(tick)
    this.states.save(tick)
  }

  /** Says that ticks below this one will not change any more. With `confirm: 'inputs'` that happens by itself. */
  confirm(tick: number): void {
    requireInteger(tick, 0, this.goal, 'confirm.tick')
    this.agreed = Math.max(this.agreed, tick)
    this.settle()
  }

  /** The hash of a tick's state: that of the world, and of the game's numbers if there are any. Only hashes of confirmed ticks are to be compared. */
  hash(tick: number): string {
    const state = this.read(tick, 'hash.tick')
    const view = this.view('mine')
    view.open(wordsOf(state))
    return view.hash(this.gameWords(state))
  }

  /** The state of a tick as bytes of their own: a snapshot, and behind it the game's numbers. */
  state(tick: number): Uint8Array {
    return this.read(tick, 'state.tick')
  }

  /**
   * What has changed from one tick to a later one, exactly, for somebody who has the state of the first: numbers of bodies that sleep cost
   * nothing. `correct` takes it.
   */
  delta(from: number, tick: number): Uint8Array {
    const base = this.read(from, 'delta.from')
    const next = this.read(tick, 'delta.tick')
    const [mine, theirs] = [this.view('mine'), this.view('theirs')]
    mine.open(wordsOf(base))
    theirs.open(wordsOf(next))
    return encodeDelta(mine, theirs, from, tick, next.subarray(next.byteLength - this.states.gameBytes))
  }

  /** The first body and column in which a tick's state differs from another one of the same tick, told as bytes by `state`; null if none does. */
  compare(tick: number, state: Uint8Array): StateDifference | null {
    const own = this.read(tick, 'compare.tick')
    const [mine, theirs] = [this.view('mine'), this.view('theirs')]
    mine.open(wordsOf(own))
    try {
      theirs.open(wordsOf(state))
    } catch (fault) {
      refuseFault(fault, 'compare.state', state)
    }
    const found = firstDifference(mine.staging, theirs.staging, tick)
    if (found !== null) return found
    const game = this.states.gameBytes
    for (let i = 1; i <= game; i++) {
      const [a, b] = [own[own.byteLength - i]!, state[state.byteLength - i] ?? NaN]
      if (a !== b) return { tick, body: null, row: -1, column: 'game', mine: a, theirs: b }
    }
    return null
  }

  /** One more tick, if there is room for it. */
  private aim(inputs: ArrayLike<number> | undefined): boolean {
    if (inputs !== undefined) this.requireValues(inputs, 0, this.players * this.inputSize, 'advance.inputs')
    this.settle()
    this.budget = this.maxSteps
    // The state of the last confirmed tick must stay in the ring.
    if (this.goal - this.final >= this.ticks - 1) {
      this.catchUp(1, this.goal)
      this.settle()
      if (this.goal - this.final >= this.ticks - 1) {
        this.stats.waits++
        return false
      }
    }
    if (inputs !== undefined) for (let player = 0; player < this.players; player++) this.tell(player, this.goal, inputs, player * this.inputSize)
    this.goal++
    return true
  }

  private tell(player: number, tick: number, values: ArrayLike<number>, from: number): void {
    this.inputs.tell(tick, player, values, from)
    if (tick < this.at && !this.inputs.wasUsed(tick, player, values, from)) this.dirty = Math.min(this.dirty, tick)
  }

  /** Goes back if the past has changed, then steps towards a tick, as far as the call's steps last; some of them may be spared. */
  private catchUp(spared: number, towards: number): void {
    if (this.dirty < this.at) {
      const { stats } = this
      stats.rollbacks++
      stats.longest = Math.max(stats.longest, this.at - this.dirty)
      this.states.restore(this.dirty)
      this.at = this.dirty
    }
    this.dirty = Infinity
    for (; this.budget > spared && this.at < towards; this.budget--) {
      this.begin()
      this.world.step(this.dt)
      this.end(true)
    }
  }

  private begin(): void {
    this.states.save(this.at)
    this.options.apply(this.world, this.inputs.use(this.at), this.at)
  }

  private end(stepped: boolean): void {
    const { stats } = this
    const again = this.at < this.reached
    stats.steps++
    if (again) stats.resimulated++
    stats.grown = this.states.grown
    this.at++
    this.reached = Math.max(this.reached, this.at)
    if (stepped) this.options.onStep?.(this.world, this.at - 1, again)
  }

  /** What is final by now; makes room for inputs to come. */
  private settle(): void {
    if (!this.byCalls) while (this.agreed < this.goal && this.inputs.isComplete(this.agreed)) this.agreed++
    this.final = Math.max(this.final, Math.min(this.agreed, this.at, this.dirty))
    while (this.roomEnd < this.final + 2 * this.ticks) this.inputs.clear(this.roomEnd++)
  }

  private standAt(tick: number): void {
    if (tick < this.at) {
      this.stats.rollbacks++
      this.stats.longest = Math.max(this.stats.longest, this.at - tick)
    }
    this.at = tick
    this.goal = Math.max(this.goal, tick)
    this.dirty = Infinity
  }

  /** The present is elsewhere: nothing that is known leads there. */
  private jump(tick: number): void {
    this.states.dropFrom(0)
    this.inputs.clearAll()
    this.at = this.goal = this.final = this.agreed = this.reached = tick
    this.dirty = Infinity
    this.roomEnd = tick + 2 * this.ticks
  }

  private completed(tick: number, delta: Uint8Array): Uint8Array {
    const view = this.view('mine')
    try {
      const ticks = readDeltaTicks(delta)
      if (ticks.tick !== tick) throw new PhysicsError('bad-snapshot', 'correct.patch', delta, `is of tick ${ticks.tick}, not ${tick}.`)
      view.open(wordsOf(this.read(ticks.from, 'correct.patch.from')))
      return applyDelta(view, delta, this.states.gameBytes)
    } catch (fault) {
      return refuseFault(fault, 'correct.patch', delta)
    }
  }

  private read(tick: number, field: string): Uint8Array {
    this.requireTick(tick, field)
    if (tick === this.at) this.states.save(tick)
    return this.states.read(tick)
  }

  private view(whose: 'mine' | 'theirs'): SnapshotView {
    return (this[whose] ??= new SnapshotView(memoryOf(this.world), wordsOf(this.states.read(this.anyTick()))))
  }

  /** A tick whose state is there. */
  private anyTick(): number {
    if (!this.states.has(this.at)) this.states.save(this.at)
    return this.at
  }

  private gameWords(state: Uint8Array): Int32Array | null {
    const game = this.states.gameBytes
    return game === 0 ? null : Int32Array.from(state.subarray(state.byteLength - game))
  }

  private requireTick(tick: number, field: string): void {
    requireInteger(tick, 0, LAST_TICK, field)
    if (this.has(tick)) return
    const advice = `is not in the ring, which has room for ${this.ticks} ticks up to ${this.at}. Ask for a later tick, or give more \`ticks\`.`
    throw new PhysicsError('out-of-range', field, tick, advice)
  }

  private requireValues(values: ArrayLike<number>, from: number, count: number, field: string): void {
    if (typeof values !== 'object' || values === null || !(values.length >= from + count)) {
      throw new PhysicsError('wrong-size', field, values, `must be a list of ${count} whole numbers.`)
    }
    for (let i = 0; i < count; i++) {
      const value = values[from + i]!
      if ((value | 0) !== value) throw new PhysicsError('wrong-type', `${field}[${from + i}]`, value, 'must be a whole number of 32 bits.')
    }
  }
}

function requireGame(game: GameState | null): GameState | null {
  if (game === null || game instanceof Float64Array || game instanceof Int32Array || game instanceof Uint8Array) return game
  throw new PhysicsError('wrong-type', 'rollback.game', game, 'must be a Float64Array, an Int32Array or a Uint8Array.')
}
