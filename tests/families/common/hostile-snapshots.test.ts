/**
 * Damaged and forged snapshots, their checksum set right: refused with a PhysicsError and nothing changed, or taken and harmless. A hang would
 * be a test that does not end.
 */

import { tryHostile } from '../../common/helpers/hostile-snapshot.ts'
import { testFamily } from '../family.ts'

for (const dimension of [2, 3] as const) {
  let slowestRestore = 0
  let slowestSteps = 0
  testFamily({
    name: `hostile snapshots, ${dimension}D`,
    short: 1500,
    long: 100_000,
    figures: {
      /** Thrown by a restore, and no PhysicsError; or thrown by one of ten steps afterwards. */
      exceptions: { worst: 0 },
      /** Refused, and yet another hash. */
      changes: { worst: 0 },
      /** Memory of the world afterwards, over that of the honest one. */
      memory: { worst: 2 },
    },
    run(_random, seed) {
      const { error, kind, changed, memory, restoreTime, stepTime } = tryHostile(dimension, seed)
      if (error !== '') console.log(`seed ${seed}, ${kind}: ${error}`)
      slowestRestore = Math.max(slowestRestore, restoreTime)
      slowestSteps = Math.max(slowestSteps, stepTime)
      // Times are told, not judged.
      if (seed % 20_000 === 19_999) console.log(`${dimension}D, slowest restore ${slowestRestore} ms, slowest ten steps ${slowestSteps} ms`)
      return { exceptions: error === '' ? 0 : 1, changes: changed ? 1 : 0, memory }
    },
  })
}
