// The published files give the same bits in every JavaScript engine: the golden hashes of both dimensions and of the bench, reached again by
// V8 in Node and in Chromium, by SpiderMonkey in Firefox and by JavaScriptCore in its shell.
import { beforeAll, expect, it } from 'vitest'
import { describeWith } from '../common/helpers/describe-with.ts'
import { bundleGoldenScript, readGoldenHashes, type GoldenReport } from './golden-script.ts'
import { runInChromium, runInFirefox, runInJsc, runInNode } from './javascript-engines.ts'
import { CHROMIUM, FIREFOX, hasProgram, JSC } from './programs.ts'

const golden = readGoldenHashes()

const PROGRAMS = [
  { name: 'Node', engine: 'V8', isThere: true, run: runInNode },
  { name: 'Chromium', engine: 'V8', isThere: hasProgram(CHROMIUM), run: runInChromium },
  { name: 'Firefox', engine: 'SpiderMonkey', isThere: hasProgram(FIREFOX), run: runInFirefox },
  { name: 'jsc', engine: 'JavaScriptCore', isThere: hasProgram(JSC), run: runInJsc },
]

/** Milliseconds all programs together may take on a busy machine. */
const LONG = 400_000

/** What each program delivered, or why it did not. */
const reports = new Map<string, PromiseSettledResult<string>>()

beforeAll(async () => {
  const script = await bundleGoldenScript()
  const waiting = PROGRAMS.filter(({ isThere }) => isThere)
  const runNext = async (): Promise<void> => {
    for (let program = waiting.shift(); program; program = waiting.shift()) {
      const [report] = await Promise.allSettled([program.run(script)])
      reports.set(program.name, report)
    }
  }
  // Two at a time: as many as the smallest machine has cores.
  await Promise.all([runNext(), runNext()])
}, LONG)

for (const { name, engine, isThere } of PROGRAMS) {
  describeWith(isThere, `${name} is missing`, `golden hashes in ${name}`, () => {
    let report: GoldenReport

    beforeAll(() => {
      const delivered = reports.get(name)!
      if (delivered.status === 'rejected') throw delivered.reason
      report = JSON.parse(delivered.value) as GoldenReport
      console.log(`${name}: ${Object.keys(report.hashes).length} scenes in ${report.seconds.toFixed(1)} s`)
    })

    it(`are reached by ${engine}`, () => {
      expect(report.engine).toBe(engine)
    })

    it('are of every scene and of no other', () => {
      expect(Object.keys(report.hashes).sort()).toEqual(Object.keys(golden).sort())
    })

    it.each(Object.entries(golden))('%s ends in %s', (scene, hash) => {
      expect(report.hashes[scene]).toBe(hash)
    })
  })
}
