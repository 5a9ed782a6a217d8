/** The numbers of the joint grid: see `joint-grid.ts`. */

import type { Vec2 } from 'fulcrum-physics/2d'
import { BENCH_MATERIAL, type BodyList, type ListedBody, type ListedJoint, type ListedShape } from './body-list.ts'

/** Discs along each side of the comparison's grid. */
export const JOINT_GRID = 60

const RADIUS = 0.4
/** The discs of row 0 up to this many places from the middle are fixed: seven. */
const FIXED_REACH = 3

/** How many of a grid's discs can move. */
export function gridMovers(side: number): number {
  return side * side - (2 * FIXED_REACH + 1)
}

/** Discs a metre apart, neighbours joined midway by hinges, seven in the middle of the top row fixed, nothing touching anything. */
export function listGrid(side: number): BodyList {
  const disc: readonly ListedShape[] = [{ kind: 'circle', radius: RADIUS }]
  const middle = Math.floor(side / 2)
  const at = (column: number, row: number): Vec2 => ({ x: column - middle, y: -row })
  const bodies: ListedBody[] = []
  const joints: ListedJoint[] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const type = row === 0 && Math.abs(column - middle) <= FIXED_REACH ? 'static' : 'dynamic'
      bodies.push({ type, position: at(column, row), shapes: disc })
      const here = row * side + column
      if (column > 0) joints.push({ kind: 'hinge', bodyA: here - 1, bodyB: here, anchor: at(column - 0.5, row) })
      if (row > 0) joints.push({ kind: 'hinge', bodyA: here - side, bodyB: here, anchor: at(column, row - 0.5) })
    }
  }
  // Two fixed discs need no hinge, and some engines refuse one.
  return { material: BENCH_MATERIAL, bodies, joints: joints.filter(joint => !isFixed(bodies, joint)), collisions: false }
}

function isFixed(bodies: readonly ListedBody[], { bodyA, bodyB }: ListedJoint): boolean {
  return bodies[bodyA]!.type === 'static' && bodies[bodyB]!.type === 'static'
}
