/**
 * What a character does in a yard of things at random places: it walks and jumps about, pushes on into corners until nothing changes, and stands.
 * Both dimensions are judged by the same figures.
 */

import type { Random } from '../family.ts'

export interface Yard {
  readonly size: number
  readonly skin: number
  readonly dt: number
  /** Half the width of the yard: walls stand there. */
  readonly width: number
  readonly character: { readonly isGrounded: boolean; readonly isSqueezed: boolean; jump(speed: number): void }
  step(): void
  /** Coordinates, height second. */
  place(): readonly number[]
  /** Sets the velocity that it wants. */
  head(speed: number, heading: number): void
  /** Least gap to anything, of the skin. */
  gap(): number
}

export const YARD_FIGURES: Readonly<Record<YardFigure, { p50?: number; p99?: number; worst: number }>> = {
  'outside, steps': { worst: 0 },
  'nearer than the skin, of it': { p50: 1e-6, p99: 0.06, worst: 0.2 },
  'speed above the wanted over a quarter of a second': { p50: 1e-9, p99: 0.01, worst: 0.05 },
  'back and forth in corners, of the skin': { p50: 1e-6, p99: 1e-2, worst: 0.8 },
  'ground lost or found while nothing else changes': { worst: 0 },
  'creep at rest, of the skin': { worst: 1e-6 },
}

type YardFigure =
  | 'outside, steps' | 'nearer than the skin, of it' | 'speed above the wanted over a quarter of a second'
  | 'back and forth in corners, of the skin' | 'ground lost or found while nothing else changes' | 'creep at rest, of the skin'

/** Flat part of the way between two places. */
function over(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((at, k) => (k === 1 ? 0 : b[k]! - at)))
}

const NOWHERE: readonly number[] = [0, 0, 0]

export function walkYard(random: Random, yard: Yard, legs: number): Record<YardFigure, number> {
  const { character, dt, size, skin, width } = yard
  let [outside, near, fast, shake, flicker, creep] = [0, 0, 0, 0, 0, 0]
  const look = (): void => {
    const place = yard.place()
    if (!place.every((at, k) => (k === 1 ? at > 0 : Math.abs(at) < width))) outside++
    if (!character.isSqueezed) near = Math.max(near, 1 - yard.gap())
  }
  const walk = (): void => {
    const speed = size * random.between(0.5, 4)
    yard.head(speed, random.between(0, 2 * Math.PI))
    if (random() < 0.3) character.jump(size * random.between(1, 6))
    let [path, time] = [0, 0]
    for (let left = random.between(0.3, 2); left > 0; left -= dt) {
      const [grounded, from] = [character.isGrounded, yard.place()]
      yard.step()
      look()
      path += over(from, yard.place())
      time += dt
      if (!grounded || !character.isGrounded) path = time = 0
      if (time < 0.25) continue
      fast = Math.max(fast, path / time / speed - 1)
      path = time = 0
    }
  }
  const push = (): void => {
    yard.head(2 * size, random.between(0, 2 * Math.PI))
    for (let i = 0; i < 6 / dt; i++) yard.step()
    let last: number[] = []
    let changes = 0
    let still = true
    for (let i = 0; i < 40; i++) {
      const [grounded, from] = [character.isGrounded, yard.place()]
      yard.step()
      look()
      const way = yard.place().map((at, k) => at - from[k]!)
      const length = Math.hypot(...way)
      // Who walks down one slope and up the next does not go back.
      const level = Math.max(over(way, NOWHERE), over(last, NOWHERE)) > 1e-3 * skin
      const along = way.reduce((sum, part, k) => sum + (level && k === 1 ? 0 : part * (last[k] ?? 0)), 0)
      if (along < 0 && character.isGrounded && !character.isSqueezed) shake = Math.max(shake, Math.min(length, Math.hypot(...last)) / skin)
      if (length > 1e-3 * skin) still = false
      if (character.isGrounded !== grounded) changes++
      last = grounded && character.isGrounded ? way : []
    }
    if (still) flicker += changes
  }
  const stand = (): void => {
    yard.head(0, 0)
    for (let i = 0; i < 2 / dt; i++) yard.step()
    if (!character.isGrounded) return
    const from = yard.place()
    for (let i = 0; i < 20; i++) yard.step()
    look()
    creep = Math.max(creep, Math.hypot(...yard.place().map((at, k) => at - from[k]!)) / skin)
  }
  for (let leg = 0; leg < legs; leg++) {
    walk()
    if (leg % 3 === 0) push()
    else if (leg % 3 === 1) stand()
  }
  return {
    'outside, steps': outside, 'nearer than the skin, of it': near, 'speed above the wanted over a quarter of a second': fast,
    'back and forth in corners, of the skin': shake, 'ground lost or found while nothing else changes': flicker, 'creep at rest, of the skin': creep,
  }
}
