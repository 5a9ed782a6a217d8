import { it } from 'vitest'
import { writeSync } from 'node:fs'
import { PLANE, SPACE } from './common/dimensions.ts'
import { bondFamily, columnFamily, plankFamily } from './common/structures.ts'
import { archFamily } from './common/arches.ts'
import { randomOf } from './family.ts'
const b: any = { drift: {}, sink: {}, thrown: {}, sag: {}, 'stands thin': {} }
it('share', () => {
  const N = Number(process.env.N ?? 60)
  for (const d of process.env.D === '3' ? [SPACE] : process.env.D === '2' ? [PLANE] : [PLANE, SPACE]) {
    for (const f of [columnFamily(d, b), plankFamily(d, b), bondFamily(d, b), archFamily(d, b)] as any[]) {
      if (process.env.F && !f.name.includes(process.env.F)) continue
      const fallen: number[] = []
      const misses: number[] = []
      for (let s = 0; s < N; s++) {
        const r = f.run(randomOf(s), s)
        const m = r.drift ?? r.sag
        if (m === undefined) { if (r['stands thin']) fallen.push(-s); continue }
        misses.push(m)
        if (!(m < 0.1)) fallen.push(s)
      }
      misses.sort((x, y) => x - y)
      writeSync(1, `${f.name}: fallen ${fallen.length} of ${N} [${fallen}]; p50 ${misses[misses.length >> 1]!.toExponential(1)} p90 ${misses[Math.floor(misses.length * 0.9)]!.toExponential(1)}\n`)
    }
  }
}, 3600000)
