/**
 * The deepest overlap of a list of bodies at given poses, from geometry alone: the same measure for every engine, whatever margins and
 * roundings it keeps inside.
 */

import type { BodyList } from '../../scenes/d3/lists/body-list.ts'
import { collide } from '../../src/d3/geometry/collide.ts'
import { Manifold } from '../../src/d3/geometry/manifold.ts'
import type { Hull } from '../../src/d3/geometry/hull/hull.ts'
import { writeMatrix, writeSize } from '../solids.ts'
import { singleBodies } from './adapter.ts'

interface Solid {
  readonly kind: number
  readonly hull: Hull | null
  x: number
  y: number
  z: number
  /** No point of the shape is further from its origin. */
  readonly radius: number
  readonly isStatic: boolean
}

/** Measures a list's deepest overlap, in metres, at any poses: 7 doubles per dynamic body, in the order of the list; 0 when nothing overlaps. */
export class OverlapMeter {
  private readonly solids: Solid[]
  private readonly rotations: Float64Array
  private readonly sizes: Float64Array
  private readonly manifold: Manifold = new Manifold()

  constructor(list: BodyList) {
    const bodies = singleBodies(list)
    this.rotations = new Float64Array(9 * bodies.length)
    this.sizes = new Float64Array(4 * bodies.length)
    this.solids = bodies.map(({ isStatic, position: { x, y, z }, rotation: q, shape }, i) => {
      writeMatrix(this.rotations, 9 * i, q.x, q.y, q.z, q.w)
      return { ...writeSize(shape, this.sizes, 4 * i), x, y, z, isStatic }
    })
  }

  measure(poses: Float64Array): number {
    const { solids, rotations } = this
    const movers: number[] = []
    const fixed: number[] = []
    solids.forEach((solid, i) => {
      if (solid.isStatic) {
        fixed.push(i)
        return
      }
      const at = 7 * movers.length
      solid.x = poses[at]!
      solid.y = poses[at + 1]!
      solid.z = poses[at + 2]!
      writeMatrix(rotations, 9 * i, poses[at + 3]!, poses[at + 4]!, poses[at + 5]!, poses[at + 6]!)
      movers.push(i)
    })
    // Sorted along x, a body meets only those whose spans begin before its own ends. The few static ones are as large as the scene.
    const start = (i: number): number => solids[i]!.x - solids[i]!.radius
    movers.sort((i, j) => start(i) - start(j))
    let deepest = 0
    for (let s = 0; s < movers.length; s++) {
      const i = movers[s]!
      const end = solids[i]!.x + solids[i]!.radius
      for (let t = s + 1; t < movers.length && start(movers[t]!) <= end; t++) deepest = Math.max(deepest, this.overlap(i, movers[t]!))
      for (const j of fixed) deepest = Math.max(deepest, this.overlap(i, j))
    }
    return deepest
  }

  private overlap(i: number, j: number): number {
    const { solids, rotations, sizes, manifold } = this
    const [a, b] = solids[i]!.kind <= solids[j]!.kind ? [i, j] : [j, i]
    const first = solids[a]!
    const second = solids[b]!
    const [dx, dy, dz] = [second.x - first.x, second.y - first.y, second.z - first.z]
    const reach = first.radius + second.radius
    if (dx * dx + dy * dy + dz * dz > reach * reach) return 0
    collide(manifold, first.kind, second.kind, rotations, 9 * a, 9 * b, sizes, 4 * a, 4 * b, first.hull, second.hull, dx, dy, dz, 0)
    let deepest = 0
    for (let k = 0; k < manifold.count; k++) deepest = Math.max(deepest, -manifold.separations[k]!)
    return deepest
  }
}
