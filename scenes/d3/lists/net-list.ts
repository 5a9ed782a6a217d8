/** The numbers of the net: see `net3d.ts`. */

import type { Vec3 } from 'fulcrum-physics/3d'
import { BENCH_MATERIAL, type BodyList, type ListedBody, type ListedJoint, type ListedShape } from './body-list.ts'

export interface NetOptions {
  /** Balls along each side. */
  side: number
  /** m from ball to ball. */
  spacing: number
  /** m */
  radius: number
}

/** The net of 900. */
export const NET_3D: NetOptions = { side: 30, spacing: 0.5, radius: 0.1 }

/** A level square of balls, neighbours joined midway by ball joints, the four corners fixed, nothing touching anything. */
export function listNet({ side, spacing, radius }: NetOptions): BodyList {
  const ball: readonly ListedShape[] = [{ kind: 'sphere', radius }]
  const at = (column: number, row: number): Vec3 => ({ x: (column - (side - 1) / 2) * spacing, y: 0, z: (row - (side - 1) / 2) * spacing })
  const isOuter = (i: number): boolean => i === 0 || i === side - 1
  const bodies: ListedBody[] = []
  const joints: ListedJoint[] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const type = isOuter(row) && isOuter(column) ? 'static' : 'dynamic'
      bodies.push({ type, position: at(column, row), shapes: ball })
      const here = row * side + column
      if (column + 1 < side) joints.push({ kind: 'ball', bodyA: here, bodyB: here + 1, anchor: at(column + 0.5, row) })
      if (row + 1 < side) joints.push({ kind: 'ball', bodyA: here, bodyB: here + side, anchor: at(column, row + 0.5) })
    }
  }
  return { material: BENCH_MATERIAL, bodies, joints, collisions: false }
}
