/**
 * `npx tsx tests/common/bench/update-bench-golden.ts`: writes bench-golden.json anew. Run it only when a change of results is meant,
 * and say in the commit why they changed.
 */

import { writeFileSync } from 'node:fs'
import { BENCH_NAMES, hashAfterTenSteps } from './bench-hashes.ts'

const golden: Record<string, string> = {}
for (const name of BENCH_NAMES) {
  golden[name] = hashAfterTenSteps(name)
  console.log(name, golden[name])
}
writeFileSync(new URL('./bench-golden.json', import.meta.url), `${JSON.stringify(golden, null, 2)}\n`)
