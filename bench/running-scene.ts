/** What the bench asks of a scene that runs, of either dimension. */

import type { WorldStats } from 'fulcrum-physics/3d'

/** What the bench asks of a world of either dimension. */
export interface BenchWorld {
  readonly profile: Readonly<Record<string, number>>
  readonly stats: WorldStats
  readonly awakeBodyCount: number
  step(dt: number): void
  hash(): string
}

/** A scene that has been built, with the world it is in. */
export interface RunningScene {
  readonly world: BenchWorld
  /** To be called before every step. */
  update(step: number): void
  measure(): Record<string, number>
}
