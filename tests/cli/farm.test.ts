// A study shared by several processes over Redis: every result once, though processes are killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { createRandom } from '../../scenes/random.ts'
import { bundleCli } from './bundled-cli.ts'
import { HAS_REDIS, startRedis, type RedisServer } from './redis.ts'

const LONG = process.env['FULCRUM_FAMILIES'] === 'long'

describeWith(HAS_REDIS, 'no redis-server on this machine', 'fulcrum sweep --redis', () => {
  let redis: RedisServer
  let cli: string
  const folder = mkdtempSync(join(tmpdir(), 'fulcrum-farm-'))
  const children: ChildProcess[] = []

  beforeAll(async () => {
    redis = await startRedis()
    cli = fileURLToPath(await bundleCli('farm-threads'))
    const study = JSON.parse(readFileSync(`${PROJECT_ROOT}docs/studies/slope.json`, 'utf8')) as Record<string, object>
    const steps = LONG ? 15 : 4
    writeFileSync(join(folder, 's.json'), JSON.stringify({
      ...study, seconds: LONG ? 60 : 2,
      parameters: Object.fromEntries(Object.entries(study['parameters'] as Record<string, object>).map(([name, one]) => [name, { ...one, steps }])),
    }))
  })

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
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

  const checksumOf = (out: string): string | undefined => /checksum +(\S+)/.exec(out)?.[1]

  it('comes to the checksum of one machine, though processes are killed', async () => {
    const alone = await call('alone').ended
    expect([alone.code, alone.err]).toEqual([0, ''])
    const random = createRandom(6)
    const machines = ['a', 'b', 'c'].slice(0, LONG ? 3 : 2).map((name) => call(name, '--redis', redis.url))
    for (let kill = 0; kill < (LONG ? 12 : 1); kill++) {
      await new Promise((resolve) => setTimeout(resolve, LONG ? random.between(500, 2500) : 1500))
      const victim = random.integer(0, machines.length - 1)
      machines[victim]!.child.kill('SIGKILL')
      machines[victim] = call(`d${kill}`, '--redis', redis.url)
    }
    for (const { code, out, err } of await Promise.all(machines.map(({ ended }) => ended))) {
      expect([code, err]).toEqual([0, ''])
      expect(checksumOf(out)).toBe(checksumOf(alone.out))
    }
    for (const { log } of machines) {
      const lines = readFileSync(join(folder, log), 'utf8').trim().split('\n').map((line) => (JSON.parse(line) as { index: number }).index)
      expect(new Set(lines).size).toBe(lines.length)
      expect(lines.length).toBe(LONG ? 225 : 16)
    }
  })

  it('says so where there is no Redis', async () => {
    const { code, err } = await call('none', '--redis', 'redis://127.0.0.1:1').ended
    expect(code).toBe(1)
    expect(err).toContain('--redis redis://127.0.0.1:1')
  })
})
