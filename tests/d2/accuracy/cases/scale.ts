/** The same tower of five from millimetres to kilometres, under the same gravity and settings. */

import { box } from 'fulcrum-physics/2d'
import { addStack } from '../../../../scenes/d2/stack.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, steps } from '../setup.ts'

const SIZES = [1e-3, 1e-2, 0.1, 1, 10, 100, 1e3]

export const scale: AccuracyCase = {
  name: 'scale',
  run(length): Row[] {
    const rows: Row[] = []
    const seconds = length === 'full' ? 10 : 4
    for (const size of SIZES) {
      const world = createWorld()
      world.createBody({ type: 'static', position: { x: 0, y: -size }, shapes: [box({ halfExtents: { x: 20 * size, y: size } })] })
      const quality = addStack(world, { boxes: 5, size })
      steps(world, seconds * 60)
      const { drift, sink } = quality()
      const peers = size >= 0.1 ? 'fine' : size >= 0.01 ? '0.59 (Rapier)' : 'collapses (all)'
      rows.push(atMost(`5 boxes of ${size} m, ${seconds} s`, 'sinking / size', peers, 0.02, sink / size))
      rows.push(reported(`5 boxes of ${size} m, ${seconds} s`, 'drift / size', '', drift / size))
    }
    return rows
  },
}
