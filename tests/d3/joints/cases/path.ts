import { Path, type PathOrientation } from 'fulcrum-physics/3d'
import { AXES_A, D } from '../../../../src/d3/joints/joint-kind.ts'
import { kindOfPath } from '../../../../src/d3/joints/kinds/path-joint.ts'
import { FOUND_SIZE, POINT, SECOND, SPEED } from '../../../../src/d3/joints/kinds/path.ts'
import type { JointCase } from '../joint-case.ts'

/** A shallow trough along x whose lowest point is where the suite puts B. */
const path = new Path({
  points: [
    { x: -1, y: 0.4, z: 0.2 },
    { x: 0, y: 0.1, z: 0.05 },
    { x: 1, y: 0, z: 0 },
    { x: 2, y: 0.1, z: 0.05 },
    { x: 3, y: 0.4, z: 0.2 },
  ],
})
const found = new Float64Array(FOUND_SIZE)

/** c′·c′ − c″·e relative to c′·c′: how far the anchor is from the path's centre of curvature. */
export function slopeAt(on: Path, pose: Float64Array): number {
  const local = [0, 3, 6].map(k => [0, 1, 2].reduce((sum, i) => sum + pose[AXES_A + k + i]! * pose[D + i]!, 0))
  on.locate(local[0]!, local[1]!, local[2]!, 0, found)
  const bend = [0, 1, 2].reduce((sum, k) => sum + found[SECOND + k]! * (local[k]! - found[POINT + k]!), 0)
  return 1 - bend / found[SPEED]! ** 2
}

function pathCase(orientation: PathOrientation): JointCase {
  return {
    name: `path, ${orientation}`,
    kind: kindOfPath(path),
    create: (world, bodyA, bodyB) => world.createPathJoint({ bodyA, bodyB, path, orientation }),
    isDegenerate: pose => slopeAt(path, pose) < 0.2,
    exempt: { exchange: 'the path is fast to A' },
  }
}

export const freePath: JointCase = {
  ...pathCase('free'),
  refused: [
    {
      says: /path\.points \(1\) is the number of its points; it needs at least 2/,
      call: (world, bodyA, bodyB) => world.createPathJoint({ bodyA, bodyB, path: { points: [{ x: 0, y: 0, z: 0 }] } }),
    },
    {
      says: /path\.points\[1\] .*is where the one before is/,
      call: (world, bodyA, bodyB) => world.createPathJoint({ bodyA, bodyB, path: { points: [{ x: 1, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }] } }),
    },
    {
      says: /path\.points\[1\]\.y \(NaN\) is not finite/,
      call: (world, bodyA, bodyB) => world.createPathJoint({ bodyA, bodyB, path: { points: [{ x: 1, y: 0, z: 0 }, { x: 1, y: Number.NaN, z: 0 }] } }),
    },
    {
      says: /path\.orientation \("loose"\) must be 'free', 'tangent' or 'fixed'/,
      call: (world, bodyA, bodyB) => world.createPathJoint({ bodyA, bodyB, path, orientation: 'loose' as never }),
    },
    { says: /path\.path is missing: it must be a Path/, call: (world, bodyA, bodyB) => world.createPathJoint({ bodyA, bodyB } as never) },
  ],
}

export const tangentPath: JointCase = pathCase('tangent')

export const fixedPath: JointCase = pathCase('fixed')
