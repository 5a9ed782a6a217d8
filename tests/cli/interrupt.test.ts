// The command line as a process: Ctrl-C in the middle of a run, and a pipe whose reader has enough.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { box, World } from 'fulcrum-physics/3d'
import { saveScene } from 'fulcrum-physics/3d/scene'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleCli } from './bundled-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'fulcrum-interrupt-'))
const SCENE = join(folder, 'scene.json')

describe('fulcrum as a process', () => {
  let program = ''

  beforeAll(async () => {
    program = fileURLToPath(await bundleCli('interrupted-cli'))
    const world = new World({ sleeping: false })
    for (let i = 0; i < 30; i++) world.createBody({ position: { x: 3 * i, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 } })] })
    writeFileSync(SCENE, JSON.stringify(saveScene(world)))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs it for a while, then Ctrl-C or another signal. */
  function interruptedAfter(ms: number, args: readonly string[], signal: 'SIGINT' | 'SIGTERM'): Promise<{ code: number | null; err: string }> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
      let err = ''
      child.stderr.on('data', (bytes: Buffer) => { err += String(bytes) })
      child.stdout.resume()
      const timer = setTimeout(() => child.kill(signal), ms)
      child.once('close', (code) => {
        clearTimeout(timer)
        resolve({ code, err })
      })
    })
  }

  /** Long enough for the program to be under way: on a busy machine longer than on others. */
  async function interrupted(args: readonly string[], signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<{ code: number | null; err: string }> {
    let ended = await interruptedAfter(2000, args, signal)
    for (let ms = 4000; ended.code === null && ms <= 32_000; ms *= 2) ended = await interruptedAfter(ms, args, signal)
    return ended
  }

  it.each(['csv', 'json', 'bin'])('Ctrl-C leaves a valid partial .%s file', async (form) => {
    const out = join(folder, `run.${form}`)
    const plot = join(folder, `run-${form}.svg`)
    const { code, err } = await interrupted(['simulate', SCENE, '--seconds', '1e6', '--every', '10', '--out', out, '--plot', plot])
    expect(err).toMatch(/^Stopped after \d+ of 60000000 steps; files hold what was simulated\.$/m)
    expect(code).toBe(0)
    const steps = Number(/after (\d+) of/.exec(err)![1])
    const frames = Math.floor(steps / 10) + 1
    const bytes = readFileSync(out)
    if (form === 'csv') {
      const lines = bytes.toString().trimEnd().split('\n')
      expect(lines.length).toBe(1 + 30 * frames)
      expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([12]))
    } else if (form === 'json') {
      const file = JSON.parse(bytes.toString()) as { times: number[]; frames: number[][] }
      expect([file.times.length, file.frames.length]).toEqual([frames, frames])
    } else {
      expect(bytes.subarray(0, 4).toString()).toBe('FTRJ')
      expect(bytes.length).toBe(24 + frames * 8 * (1 + 30 * 10))
    }
    expect(readFileSync(plot, 'utf8').trimEnd()).toMatch(/^<svg[\s\S]*<\/svg>$/)
  })

  it('a time limit leaves a valid partial file, too', async () => {
    const out = join(folder, 'limited.json')
    const { code, err } = await interrupted(['simulate', SCENE, '--seconds', '1e6', '--every', '10', '--out', out], 'SIGTERM')
    expect([code, err]).toEqual([0, expect.stringContaining('Stopped after')])
    expect(Object.keys(JSON.parse(readFileSync(out, 'utf8')) as object)).toEqual(['columns', 'bodies', 'frames', 'times'])
  })

  it('ends without a word where the reader of its pipe has enough', async () => {
    const child = spawn(process.execPath, [program, 'simulate', SCENE, '--seconds', '60', '--out', '-'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let err = ''
    child.stderr.on('data', (bytes: Buffer) => { err += String(bytes) })
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((resolve) => { child.once('close', resolve) })
    expect([code, err]).toEqual([0, ''])
  })
})
