/**
 * `npx tsx tests/scenarios/update-bench-golden.ts`: writes bench-golden.json anew. Run it only when a change of results is meant,
 * and say in the commit why they changed.
 */

import { writeFileSync } from 'node:fs'
import { BENCH_SCENES, hashAfterTenSteps } from './bench-hashes.ts'

const golden: Record<string, string> = {}
for (const scene of BENCH_SCENES) {
  golden[scene.name] = hashAfterTenSteps(scene)
  console.log(scene.name, golden[scene.name])
}
writeFileSync(new URL('./bench-golden.json', import.meta.url), `${JSON.stringify(golden, null, 2)}\n`)
