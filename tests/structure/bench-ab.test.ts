/** The bench of two builds: who is timed when, what the ratios say, where a build is looked for, and that the other build is really the one that runs. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { findBuild, ratioTable } from '../../bench/ab.ts'
import { bundle } from '../../bench/bundle.ts'
import { interleave, summarizeRatios } from '../../bench/interleave.ts'
import { PACKAGE_NAME } from '../../scripts/aliases.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-ab-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('interleaving', () => {
  it('takes turns step by step, the first one alternating, and leaves the warm-up out', () => {
    let now = 0
    const order: string[] = []
    const side = (name: string, cost: number) => (step: number): void => {
      order.push(name + String(step))
      now += cost
    }
    const times = interleave(side('a', 3), side('b', 2), 4, 1, () => now)
    expect(order).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2', 'b3', 'a3'])
    expect(times).toEqual({ here: [3, 3, 3], other: [2, 2, 2] })
    expect(summarizeRatios(times)).toEqual({ lower: 1.5, median: 1.5, upper: 1.5 })
  })

  it('compares each step with the same step of the other: what slows both for a while does not count', () => {
    let now = 0
    const load = (step: number): number => (step < 50 ? 1 : 4)
    const times = interleave(step => void (now += 1.1 * load(step)), step => void (now += load(step)), 100, 0, () => now)
    expect(summarizeRatios(times).median).toBeCloseTo(1.1, 9)
    expect(summarizeRatios(times).upper).toBeCloseTo(1.1, 9)
  })

  it('leaves steps out that the clock did not see', () => {
    expect(summarizeRatios({ here: [1, 2, 3], other: [0, 1, 1] })).toEqual({ lower: 2.25, median: 2.5, upper: 2.75 })
    expect(summarizeRatios({ here: [1], other: [0] }).median).toBeNaN()
  })

  it('shows the ratio of all runs of a scene', () => {
    const run = (here: number[]): Parameters<typeof ratioTable>[0][0][0] =>
      ({ scene: 's', times: { here, other: [1, 1] }, stages: { here: {}, other: {} }, same: true })
    expect(ratioTable([[run([1, 2]), run([3, 4])]])).toMatch(/\| s +\| +2\.500 \| +1\.750 \| +3\.250 \| +2\.5 \| +1 \| yes/)
  })
})

describe('the other build', () => {
  it('is looked for in the folder and in its dist', () => {
    const dist = join(folder, 'tree', 'dist')
    mkdirSync(dist, { recursive: true })
    expect(findBuild(join(folder, 'tree'))).toBeNull()
    for (const name of ['2d.js', '3d.js']) writeFileSync(join(dist, name), '')
    expect(findBuild(join(folder, 'tree'))).toBe(dist)
    expect(findBuild(dist)).toBe(dist)
  })

  it('is what a bundle for it holds, and not the source; what it lacks is undefined', async () => {
    const engine = join(folder, '3d.js')
    writeFileSync(engine, 'export const World = "the other world"\n')
    const entry = join(folder, 'entry.ts')
    writeFileSync(entry, `import { World, sphere } from '${PACKAGE_NAME}/3d'\nexport const seen = [World, sphere]\n`)
    await bundle({ side: entry }, folder, { aliases: { [`${PACKAGE_NAME}/3d`]: engine } })
    const { seen } = (await import(pathToFileURL(join(folder, 'side.mjs')).href)) as { seen: unknown[] }
    expect(seen).toEqual(['the other world', undefined])
  })
})
