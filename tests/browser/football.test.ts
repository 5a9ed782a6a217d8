// Car football in two browsers, Chromium and Firefox, in one room of a real server: both keep the hashes of the room and of each other.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith } from '../common/helpers/describe-with.ts'
import { bundleServer, ServerProcess } from '../colyseus/processes.ts'
import { bundleForPage } from './bundle-page.ts'
import { hasChromium } from './chromium.ts'
import type { Played } from './football-script.ts'
import { runInChromium, runInFirefox } from './javascript-engines.ts'
import { FIREFOX, hasProgram } from './programs.ts'

const LONG = process.env['FULCRUM_ROOMS'] === 'long'
/** Ten minutes, or three seconds. */
const TICKS = LONG ? 36_000 : 180
const EVERY = 30

describeWith(hasChromium() && hasProgram(FIREFOX), 'there is no Chromium or no Firefox', 'two browsers in one room', () => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await ServerProcess.start(await bundleServer('football-server'), {})
  })

  afterAll(() => server?.kill())

  it(`keep equal hashes for ${TICKS / 60} s of play`, async () => {
    const script = await bundleForPage(new URL('football-script.ts', import.meta.url).pathname)
    const told = `globalThis.FOOTBALL = ${JSON.stringify({ address: server.address, ticks: TICKS, every: EVERY })};\n${script}`
    const deadline = LONG ? 1_500_000 : undefined
    const [chromium, firefox] = (await Promise.all([runInChromium(told, deadline), runInFirefox(told, deadline)])).map((text) => JSON.parse(text) as Played)
    expect([chromium!.seat, firefox!.seat].sort()).toEqual([0, 1])
    expect([chromium!.desyncs, firefox!.desyncs]).toEqual([0, 0])
    const theirs = new Map(firefox!.hashes)
    const shared = chromium!.hashes.filter(([tick]) => theirs.has(tick))
    expect(shared.length).toBeGreaterThan(2)
    expect(shared.map(([tick]) => [tick, theirs.get(tick)])).toEqual(shared)
    expect(chromium!.compared + firefox!.compared).toBeGreaterThan(4)
    if (LONG) console.log({ shared: shared.length, chromium: { ...chromium, hashes: chromium!.hashes.length }, firefox: { ...firefox, hashes: firefox!.hashes.length } })
  }, LONG ? 1_600_000 : 180_000)
})
