/** Half a turn from where a joint is satisfied it must not be satisfied again; only in space can a joint have such a mirror image. */

import type { Body, Vec3 } from 'fulcrum-physics/3d'
import { describe, expect } from 'vitest'
import { asked } from '../../common/joint-suite/asked.ts'
import { errorsOf, makePair } from '../../common/joint-suite/pairs.ts'
import { createRandom } from '../../common/random.ts'
import type { JointCase } from './joint-case.ts'
import { LAB } from './lab.ts'
import { around, direction, rotated } from './vectors.ts'

const AXES: readonly Vec3[] = [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }]

/** Asked of kinds that hold at least two angles: with one or none a pose half a turn away belongs to the joint's freedom. */
export function mirrorTests(joint: JointCase): void {
  if ((joint.kind.angularRows ?? []).filter(Boolean).length < 2) return
  describe(joint.name, () => asked(joint, 'mirror', 'has no mirror image', [['has no mirror image', () => {
    const random = createRandom(11)
    const pair = makePair(LAB, joint)
    const b = pair.b as Body
    const handle = pair.joint
    const home = handle.anchorB as Vec3
    const from = b.position
    const arm = { x: from.x - home.x, y: from.y - home.y, z: from.z - home.z }
    for (let i = 0; i < 200; i++) {
      const axis = AXES[i] ?? direction(random)
      let most = 0
      for (let degrees = 10; degrees <= 180; degrees += 10) {
        const q = around(axis, (degrees * Math.PI) / 180)
        const r = rotated(q, arm)
        b.teleport({ x: home.x + r.x, y: home.y + r.y, z: home.z + r.z }, q)
        const { rigid } = errorsOf(LAB, handle)
        most = Math.max(most, rigid)
        // Errors must be as far from 0 as they were on the way there.
        if (most > 0.2 && rigid < 0.3 * most) expect.fail(`error falls from ${most} to ${rigid} at ${degrees}° about ${Object.values(axis).join(', ')}`)
      }
    }
  }]]))
}
