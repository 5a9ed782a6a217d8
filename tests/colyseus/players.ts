/** Players of tests: keys by seed, seat and tick, so that any process knows what was pressed; and what a room told them. */

import { RollbackWorld } from 'fulcrum-physics/netcode'
import { buildFootball, type Football } from '../../packages/colyseus/example/football.ts'
import type { PredictedRoom } from '../../packages/colyseus/src/client.ts'

/** Holds a random set of keys for a quarter of a second. */
export function keysOf(seed: number, seat: number, tick: number): number {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(seat + 1, 0x85ebca6b) ^ Math.imul(Math.floor(tick / 15) + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & 15
}

/** The hash of car football after so many ticks, when nothing but these inputs happens to it. */
export function undisturbed(ticks: number, inputs: (tick: number) => ArrayLike<number>): string {
  const { world, apply, game } = buildFootball()
  const rollback = new RollbackWorld(world, { apply, players: 2, game: game ?? null })
  for (let tick = 0; tick < ticks; tick++) rollback.advance(inputs(tick))
  return rollback.hash(ticks)
}

/** What a room told a player: the inputs of all confirmed ticks. `note` is to be called often enough. */
export class Told {
  readonly rows: number[][] = []
  /** Ticks that were told twice, and otherwise the second time. */
  changed = 0

  note({ rollback }: PredictedRoom<Football['world']>): void {
    const values = new Int32Array(1)
    for (let tick = Math.max(0, rollback!.confirmedTick - rollback!.ticks); tick < rollback!.confirmedTick; tick++) {
      if (!rollback!.isKnown(0, tick) || !rollback!.isKnown(1, tick)) continue
      const row = [0, 1].map((seat) => {
        rollback!.readInput(seat, tick, values)
        return values[0]!
      })
      const before = this.rows[tick]
      if (before !== undefined && (before[0] !== row[0] || before[1] !== row[1])) this.changed++
      this.rows[tick] ??= row
    }
  }
}
