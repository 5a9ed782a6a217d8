/**
 * A game as both ends of a room build it.
 */

import type { GameState, NetWorld } from 'fulcrum-physics/netcode'

/** A world and what players do to it. Both ends build it by the same code. */
export interface Game<World extends NetWorld = NetWorld> {
  /** The world at tick 0. */
  world: World
  /** Acts on the world by the inputs of a tick, before its step. Must depend on nothing but the world, the inputs and the game's numbers. */
  apply(world: World, inputs: Int32Array, tick: number): void
  /** Count of the players' seats, 1 … 64. */
  players: number
  /** Count of the 32-bit integers that are one player's input of one tick, 1 … 64. Default 1. */
  inputSize?: number
  /** Step length, s. Default: the world's `fixedStep`. */
  dt?: number
  /** Numbers of the game that belong to the state beside the world, such as scores. Default none. */
  game?: GameState | null
  /** May a player do this? Values are `inputSize` integers from index `from` on. Asked by the room. Default: whatever it is. */
  acceptInput?: (seat: number, values: Int32Array, from: number) => boolean
}
