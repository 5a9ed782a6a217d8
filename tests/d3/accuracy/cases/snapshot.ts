/** Saving and restoring a settled pile of 1000 boxes: bytes and milliseconds. The clock is the test's, not the engine's. */

import { box } from 'fulcrum-physics/3d'
import { addBin } from '../../../../scenes/d3/ground.ts'
import { createRandom } from '../../../../scenes/random.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, steps } from '../setup.ts'

const REPEATS = 60

interface Spread {
  best: number
  median: number
}

function spreadOf(values: number[]): Spread {
  values.sort((a, b) => a - b)
  return { best: values[0]!, median: values[Math.floor(values.length / 2)]! }
}

function timed(action: () => void): number {
  const start = performance.now()
  action()
  return performance.now() - start
}

export const snapshot: AccuracyCase = {
  name: 'snapshot',
  run(length): Row[] {
    const world = createWorld()
    const random = createRandom(4)
    addBin(world, 6, 20)
    const cube = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })
    for (let i = 0; i < 1000; i++) {
      world.createBody({
        position: {
          x: ((i % 8) - 3.5) * 1.3 + random.between(-0.1, 0.1),
          y: 1 + Math.floor(i / 64) * 1.3,
          z: ((Math.floor(i / 8) % 8) - 3.5) * 1.3 + random.between(-0.1, 0.1),
        },
        rotation: random.rotation(),
        shapes: [cube],
      })
    }
    steps(world, length === 'full' ? 300 : 90)
    const buffer = new Uint8Array(world.snapshotSize())
    let bytes = world.snapshot(buffer)
    const hash = world.hash()
    const take: number[] = []
    const restore: number[] = []
    for (let i = 0; i < REPEATS; i++) {
      take.push(timed(() => (bytes = world.snapshot(buffer))))
      world.step(1 / 60)
      restore.push(timed(() => world.restore(bytes)))
    }
    const size = bytes.length
    const test = 'snapshot, 1000 boxes in a pile'
    const rows = [
      atMost(test, 'size MB', '4.86 (Rapier 3D)', 0.5, size / 1e6),
      reported(test, 'bytes per body', '', size / 1000),
      atMost(test, 'hash differs after restore', '', 0, world.hash() === hash ? 0 : 1),
    ]
    // Times depend on who else uses the machine: nothing for the ordinary tests.
    if (length === 'short') return rows
    const taking = spreadOf(take)
    const restoring = spreadOf(restore)
    rows.push(
      atMost(test, 'take ms, median', '25 (Rapier 3D)', 0.5, taking.median),
      reported(test, 'take ms, best', '', taking.best),
      atMost(test, 'restore ms, median', '64 (Rapier 3D)', 1, restoring.median),
      reported(test, 'restore ms, best', '', restoring.best),
    )
    return rows
  },
}
