/** The numbers of the tumbler: see `tumbler.ts`. */

import { BENCH_MATERIAL, type BodyList, type ListedBody, type ListedShape } from './body-list.ts'

export interface TumblerOptions {
  bodies: number
  /** Bodies in each row of the falling block. */
  columns: number
  /** Half the inner width of the drum, m. */
  half: number
}

/** The tumbler of 2000. */
export const TUMBLER: TumblerOptions = { bodies: 2000, columns: 50, half: 9.5 }

/** Half the thickness of the drum's walls, m. */
export const DRUM_WALL = 0.5
/** Half the edge of a box, m. */
export const TUMBLER_BOX = 0.125
/** From box to box at the start, m: no two touch. */
const SPACING = 0.35
/** rad/s: 25° a second. */
export const DRUM_SPEED: number = (25 * Math.PI) / 180
/** More than any load asks for, N m. */
const DRUM_TORQUE = 1e8
/** The drum must not notice what falls about in it, kg/m². */
const DRUM_DENSITY = 50

/** A post, a square drum that turns about it, first and second of the list, and small boxes in rows about the drum's middle. */
export function listTumbler({ bodies, columns, half }: TumblerOptions): BodyList {
  const middle = half + DRUM_WALL
  const outer = half + 2 * DRUM_WALL
  const walls: readonly ListedShape[] = [
    { kind: 'box', halfExtents: { x: DRUM_WALL, y: outer }, position: { x: middle, y: 0 } },
    { kind: 'box', halfExtents: { x: DRUM_WALL, y: outer }, position: { x: -middle, y: 0 } },
    { kind: 'box', halfExtents: { x: outer, y: DRUM_WALL }, position: { x: 0, y: middle } },
    { kind: 'box', halfExtents: { x: outer, y: DRUM_WALL }, position: { x: 0, y: -middle } },
  ]
  const list: ListedBody[] = [
    { type: 'static', position: { x: 0, y: 0 }, shapes: [] },
    { type: 'dynamic', position: { x: 0, y: 0 }, shapes: walls, density: DRUM_DENSITY },
  ]
  const rows = Math.ceil(bodies / columns)
  const square: readonly ListedShape[] = [{ kind: 'box', halfExtents: { x: TUMBLER_BOX, y: TUMBLER_BOX } }]
  for (let i = 0; i < bodies; i++) {
    const column = i % columns
    const row = Math.floor(i / columns)
    list.push({ type: 'dynamic', position: { x: (column - (columns - 1) / 2) * SPACING, y: (row - (rows - 1) / 2) * SPACING }, shapes: square })
  }
  const motor = { speed: DRUM_SPEED, maxTorque: DRUM_TORQUE }
  return { material: BENCH_MATERIAL, bodies: list, joints: [{ kind: 'hinge', bodyA: 0, bodyB: 1, anchor: { x: 0, y: 0 }, motor }] }
}
