// `fulcrum sweep`: every run once, whoever computes it and however often it is begun; what is wrong with a study is said before anything runs.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { runJob, type Result, type StudyModule, type Task } from '../../cli/job.ts'
import { colorOf, heatMap } from '../../cli/heat-map.ts'
import { readStudy, type Study } from '../../cli/study.ts'
import { fewOf, label, roundTicks } from '../../cli/ticks.ts'
import { loadModule } from '../../cli/sweep-worker.ts'
import { WorkerPool } from '../../cli/worker-pool.ts'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { createRandom } from '../../scenes/random.ts'
import { bundleCli } from './bundled-cli.ts'
import { run, THREADS, type Files } from './run.ts'

const LONG = process.env['FULCRUM_ROOMS'] === 'long'
const FOLDER = `${PROJECT_ROOT}docs/studies/`
const slope = JSON.parse(readFileSync(`${FOLDER}slope.json`, 'utf8')) as Record<string, object>

function small(change: object = {}): string {
  return JSON.stringify({
    ...slope, seconds: 0.5,
    parameters: {
      friction: { ...(slope['parameters'] as Record<string, object>)['friction'], from: 0.2, to: 0.6, steps: 2 },
      tangent: { ...(slope['parameters'] as Record<string, object>)['tangent'], from: 0.1, to: 0.5, steps: 3 },
    },
    ...change,
  })
}

/** The same study on this thread. */
function alone(study: Study, scene: string | null, module: StudyModule | null = null): Result[] {
  return study.jobs.map((job) => runJob({ study, scene, module } as Task, job))
}

beforeAll(async () => {
  THREADS.file = await bundleCli('sweep-threads')
})

describe('fulcrum sweep', () => {
  it('runs a grid, prints a table, writes CSV and a heat map, and goes on where it was', async () => {
    const files: Files = { s: small() }
    const first = await run(['sweep', 's', '--out', 'r.csv', '--plot', 'm.svg', '-w', '1'], files)
    expect([first.code, first.err]).toEqual([0, ''])
    const study = readStudy(files['s'] as string, 's')
    const expected = alone(study, JSON.stringify(study.scene))
    const lines = (first.written.get('r.csv') as string).trim().split('\n')
    expect(lines[0]).toBe('friction,tangent,travel,hash')
    expect(lines.slice(1)).toEqual(study.jobs.map(({ index, parameters }) =>
      [parameters['friction'], parameters['tangent'], expected[index]!.outputs['travel'], expected[index]!.hash].join(',')))
    expect(first.written.get('m.svg')).toMatch(/^<svg .*travel.*<\/svg>\n$/s)
    // Slides by the difference of slope and friction, g t² / 2, where the slope is steeper.
    for (const { index, parameters } of study.jobs) {
      const way = Math.max(0, parameters['tangent']! - parameters['friction']!) * 9.81 * 0.125
      expect(expected[index]!.outputs['travel']).toBeCloseTo(way, 2)
    }
    const checksum = /checksum +(\S+)/.exec(first.out)![1]
    // A process that was killed leaves a line unfinished, and may have computed a run twice.
    const log = (files['s.results'] as string).trim().split('\n')
    files['s.results'] = `${[log[0], log[0], log[3]].join('\n')}\n${log[1]!.slice(0, 30)}`
    const second = await run(['sweep', 's', '-w', '1', '--out', 'r.json'], files)
    expect(second.out).toContain(`checksum               ${checksum}`)
    expect(second.out).toMatch(/of these from the log +2$/m)
    expect((JSON.parse(second.written.get('r.json') as string) as { runs: unknown[] }).runs.length).toBe(6)
    expect((await run(['sweep', 's'], files)).out).toMatch(/of these from the log +6$/m)
    // Another study takes nothing over.
    files['s'] = small({ seconds: 0.25, runs: [{ friction: 0.3, tangent: 0.4 }] })
    const other = await run(['sweep', 's', '-w', '1'], files)
    expect(other.out).toMatch(/of these from the log +0$/m)
    const forged = JSON.parse((files['s.results'] as string).trim().split('\n').at(-1)!) as object
    files['s.results'] += `${JSON.stringify({ ...forged, hash: '0'.repeat(16) })}\n`
    expect(await run(['sweep', 's'], files)).toMatchObject({ code: 1, err: expect.stringContaining('not deterministic') as string })
  })

  it('has every result once, though threads are killed at random', async () => {
    const file = JSON.parse(readFileSync(`${FOLDER}walker.json`, 'utf8')) as object
    const study = readStudy(JSON.stringify({ ...file, seconds: LONG ? 3 : 0.4, seeds: 6 }), 'walker.json')
    const module = new URL(`file://${FOLDER}walker.mjs`).href
    const jobs = study.jobs.slice(0, LONG ? 200 : 12)
    expect(jobs.length).toBe(LONG ? 200 : 12)
    const expected = alone({ ...study, jobs }, null, await loadModule(module))
    const pool = new WorkerPool(THREADS.file, { kind: 'fulcrum-sweep', study: { ...study, jobs: [] }, scene: null, module }, 2, [])
    const results: Result[] = []
    const random = createRandom(5)
    let kills = LONG ? 40 : 2
    await pool.run(jobs, (result) => {
      results.push(result)
      // Threads get on with something in between: a run that ends five threads is given up.
      if (kills === 0 || results.length % (LONG ? 5 : 2) !== 0) return
      kills--
      void pool.threads[random.integer(0, pool.threads.length - 1)]!.worker.terminate()
    }, () => false)
    await pool.close()
    expect(pool.lost).toBeGreaterThan(LONG ? 30 : 0)
    if (LONG) console.log(`threads: ${jobs.length} jobs, ${pool.lost} threads killed, each result once`)
    expect(results.sort((a, b) => a.index - b.index)).toEqual(expected)
  }, 600_000)

  it('stops when it is asked to, and says how far it came', async () => {
    const files: Files = { s: small() }
    const { code, err } = await run(['sweep', 's', '-w', '1'], files, 2)
    expect(code).toBe(0)
    expect(err).toMatch(/^Stopped after \d of 6 runs; the same call goes on\.$/)
  })

  it('says what is wrong with a study', async () => {
    const error = async (text: string, ...args: string[]): Promise<string> => {
      const { code, err } = await run(['sweep', 's', ...args], { s: text })
      expect(code).toBeGreaterThan(0)
      return err
    }
    expect(await error('{')).toContain('s: is not JSON')
    expect(await error('{}')).toContain('s: format')
    expect(await error(small({ version: 2 }))).toContain('s: version (2) must be 1')
    expect(await error(small({ sceen: 1 }))).toContain('s: sceen is no field')
    expect(await error(small({ seconds: -1 }))).toContain('s: seconds (-1)')
    expect(await error(small({ parameters: { friction: {} } }))).toContain('s: parameters.friction has no values')
    expect(await error(small({ parameters: { friction: { uniform: [0, 1] } } }))).toContain('s: seeds is missing')
    expect(await error(small({ runs: [{ weight: 1 }] }))).toContain('s: runs[0].weight is no parameter')
    expect(await error(small({ outputs: { a: { read: 'x', over: 'often' } } }))).toContain('s: outputs.a.over')
    expect(await error(small(), '--out', 'r.xlsx')).toContain('must end in .csv or .json')
    expect(await error(small({ scene: 'gone.json' }))).toContain('there is no such file')
  })

  it('says what is wrong with a run', () => {
    const at = (change: object): (() => Result[]) => {
      const study = readStudy(small(change), 's')
      return () => alone(study, JSON.stringify(study.scene))
    }
    expect(at({ outputs: { a: 'bodies.nobody.position.x' } })).toThrow('bodies.nobody.position.x is no number')
    expect(at({ parameters: { a: { at: 'bodies.nobody.mass', values: [1] } } })).toThrow('the scene has no bodies.nobody.mass')
    expect(at({ parameters: { a: { at: 'bodies.crate.shapes.0.friction', values: [-1] } } })).toThrow('friction')
  })
})

describe('studies', () => {
  it('draw by seeds, the same every time', () => {
    const text = small({ parameters: { friction: { at: 'bodies.crate.shapes.0.friction', uniform: [0.2, 0.4] } }, seeds: 50 })
    const [a, b] = [readStudy(text, 's'), readStudy(text, 's')]
    expect(a.jobs).toEqual(b.jobs)
    const values = a.jobs.map(({ parameters }) => parameters['friction']!)
    expect(new Set(values).size).toBe(50)
    expect(values.every((value) => value >= 0.2 && value < 0.4)).toBe(true)
  })

  it('that are examples do what they say', async () => {
    const text = readFileSync(`${FOLDER}arch.json`, 'utf8')
    const study = readStudy(text, 'arch.json')
    const module = await loadModule(new URL(`file://${FOLDER}arch.mjs`).href)
    const stands = (thickness: number): number => runJob({ study, scene: null, module } as Task, { index: 0, parameters: { thickness }, seed: 0 }).outputs['stands']!
    // The thinnest half-circle that can stand has 0.1075 of the radius.
    expect([stands(0.105), stands(0.11)]).toEqual([0, 1])
  })

  it('have grids of the numbers that a person would write', () => {
    const { grid } = readStudy(readFileSync(`${FOLDER}walker.json`, 'utf8'), 'walker.json')
    expect(grid['reach']).toEqual([0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4])
    expect([roundTicks(0, 1, 5), roundTicks(-0.3, 0.25, 6), roundTicks(2, 2, 6)]).toEqual([[0, 0.2, 0.4, 0.6000000000000001, 0.8, 1], [-0.30000000000000004, -0.2, -0.1, 0, 0.1, 0.2], [2]])
    expect([label(0.1 + 0.2, 1), label(-7e-9, 1), label(12_345.6, 1e4)]).toEqual(['0.3', '0', '12350'])
    expect([fewOf(5, 10), fewOf(21, 10)]).toEqual([[0, 1, 2, 3, 4], [0, 3, 6, 9, 12, 15, 18]])
  })

  it('are drawn from dark to light', () => {
    expect([colorOf(0), colorOf(1), colorOf(7)]).toEqual(['rgb(68,1,84)', 'rgb(253,231,37)', 'rgb(253,231,37)'])
    const svg = heatMap({ title: 'a<b', xName: 'x', yName: 'y', xs: [1, 2], ys: [1, 2], values: [[0, 1], [Number.NaN, 3]] })
    expect(svg.match(/<rect/g)!.length).toBe(1 + 4 + 20)
    const words = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, word]) => word)
    expect(words).toEqual(['a&lt;b', '0', '0.5', '1', '1.5', '2', '2.5', '3', '1', '2', '1', '2', 'x', 'y'])
    expect(svg).toContain('a&lt;b')
  })
})
