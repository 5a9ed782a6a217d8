// A study shared by several processes over Redis: every result once, though processes are killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { createRandom } from '../../scenes/random.ts'
import { bundleCli } from './bundled-cli.ts'
import { HAS_REDIS, startRedis, type RedisServer } from './redis.ts'

const LONG = process.env['FULCRUM_ROOMS'] === 'long'
const STEPS = LONG ? [20, 10] : [4, 4]
const JOBS = STEPS[0]! * STEPS[1]!

describeWith(HAS_REDIS, 'no redis-server on this machine', 'fulcrum sweep --redis', () => {
  let redis: RedisServer
  let client: Redis
  let cli: string
  const folder = mkdtempSync(join(tmpdir(), 'fulcrum-farm-'))
  const children: ChildProcess[] = []

  beforeAll(async () => {
    redis = await startRedis()
    client = new Redis(redis.url)
    cli = fileURLToPath(await bundleCli('farm-threads'))
    const study = JSON.parse(readFileSync(`${PROJECT_ROOT}docs/studies/slope.json`, 'utf8')) as Record<string, object>
    writeFileSync(join(folder, 's.json'), JSON.stringify({
      ...study, seconds: LONG ? 600 : 300,
      parameters: Object.fromEntries(Object.entries(study['parameters'] as Record<string, object>).map(([name, one], i) => [name, { ...one, steps: STEPS[i] }])),
    }))
  })

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    client?.disconnect()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function call(log: string, ...args: string[]): { log: string; child: ChildProcess; ended: Promise<{ code: number | null; out: string; err: string }> } {
    const child = spawn(process.execPath, [cli, 'sweep', join(folder, 's.json'), '-w', '1', '--log', join(folder, log), ...args])
    children.push(child)
    let [out, err] = ['', '']
    child.stdout!.on('data', (text: Buffer) => (out += String(text)))
    child.stderr!.on('data', (text: Buffer) => (err += String(text)))
    return { log, child, ended: new Promise((resolve) => child.once('exit', (code) => resolve({ code, out, err }))) }
  }

  /** Count of the results that are there. */
  async function resultsNow(): Promise<number> {
    const [key] = await client.keys('fulcrum-*:results')
    return key === undefined ? 0 : client.hlen(key)
  }

  const checksumOf = (out: string): string | undefined => /checksum +(\S+)/.exec(out)?.[1]

  it('comes to the checksum of one machine, though processes are killed', async () => {
    const alone = await call('alone').ended
    expect([alone.code, alone.err]).toEqual([0, ''])
    const random = createRandom(6)
    const machines = ['a', 'b', 'c'].slice(0, LONG ? 3 : 2).map((name) => call(name, '--redis', redis.url))
    // While there is work left.
    let kills = 0
    for (const most = LONG ? 25 : 1; kills < most; kills++) {
      const done = await resultsNow()
      await vi.waitUntil(async () => (await resultsNow()) > done, { timeout: 60_000, interval: 3 })
      if (LONG) await new Promise((resolve) => setTimeout(resolve, random.between(0, 1500)))
      if ((await resultsNow()) >= JOBS - 3) break
      const victim = random.integer(0, machines.length - 1)
      machines[victim]!.child.kill('SIGKILL')
      machines[victim] = call(`d${kills}`, '--redis', redis.url)
    }
    expect(kills).toBeGreaterThan(LONG ? 8 : 0)
    for (const { code, out, err } of await Promise.all(machines.map(({ ended }) => ended))) {
      expect([code, err]).toEqual([0, ''])
      expect(checksumOf(out)).toBe(checksumOf(alone.out))
    }
    if (LONG) console.log(`Redis: ${JOBS} jobs, ${kills} processes killed, checksum ${checksumOf(alone.out)} as of one machine`)
    for (const { log } of machines) {
      const lines = readFileSync(join(folder, log), 'utf8').trim().split('\n').map((line) => (JSON.parse(line) as { index: number }).index)
      expect(new Set(lines).size).toBe(lines.length)
      expect(lines.length).toBe(JOBS)
    }
  })

  it('says so where there is no Redis', async () => {
    const { code, err } = await call('none', '--redis', 'redis://127.0.0.1:1').ended
    expect(code).toBe(1)
    expect(err).toContain('--redis redis://127.0.0.1:1')
  })
})
