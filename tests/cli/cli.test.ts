// The command line, command by command: what it prints and writes, and how it ends.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { box, sphere, World } from 'fulcrum-physics/3d'
import { record } from 'fulcrum-physics/3d/recording'
import { saveScene } from 'fulcrum-physics/3d/scene'
import { describe, expect, it } from 'vitest'
import { processIo } from '../../cli/io.ts'
import { main } from '../../cli/main.ts'
import { memoryIo, run } from './run.ts'

function tower(change: (world: World) => void = () => undefined): World {
  const world = new World()
  world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 9, y: 0.5, z: 9 } })], userData: { name: 'ground' } })
  for (let i = 0; i < 3; i++) {
    world.createBody({ position: { x: 0, y: 1 + i, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })], userData: { name: `box, ${i}` } })
  }
  change(world)
  return world
}

const SCENE = JSON.stringify(saveScene(tower()))

function recordingOf(push: number): string {
  const world = tower()
  const recorder = record(world)
  for (let i = 0; i < 20; i++) {
    if (i === 10) [...world.bodies][2]!.applyImpulse({ x: push, y: 0, z: 0 })
    world.step(1 / 60)
  }
  return JSON.stringify(recorder.stop())
}

describe('fulcrum simulate', () => {
  it('prints a table, and the same hash as the engine', async () => {
    const world = tower()
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    const { code, out, err } = await run(['simulate', 's.json', '--seconds', '1'], { 's.json': SCENE })
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`hash              ${world.hash()}`)
    expect(out).toMatch(/^bodies {12}4$/m)
    expect(out).toMatch(/^steps {13}60$/m)
    // Nothing of it is coloured: it may go into a pipe.
    expect(out).not.toContain('\u001B')
  })

  it('writes trajectories and a plot', async () => {
    const args = ['simulate', '-', '-s', '0.5', '--every', '10', '--plot', 'e.svg', '--out']
    const csv = (await run([...args, 't.csv'], { '-': SCENE })).written
    const lines = (csv.get('t.csv') as string).trim().split('\n')
    expect(lines[0]).toBe('time,body,x,y,z,qx,qy,qz,qw,vx,vy,vz')
    expect(lines.length).toBe(1 + 4 * 4)
    expect(lines[2]).toMatch(/^0,"box, 0",0,1,0,0,0,0,1,/)
    expect(csv.get('e.svg')).toMatch(/^<svg .*<\/svg>\n$/s)
    const json = JSON.parse((await run([...args, 't.json'], { '-': SCENE })).written.get('t.json') as string) as { times: number[]; frames: number[][] }
    expect(json.times.length).toBe(4)
    expect(json.frames[3]!.length).toBe(4 * 10)
    const bin = (await run([...args, 't.bin'], { '-': SCENE })).written.get('t.bin') as Uint8Array
    expect(bin.length).toBe(24 + 4 * 8 * (1 + 40))
    expect(new DataView(bin.buffer).getFloat64(24 + 8 * (1 + 10 + 1), true)).toBe(1)
    expect((await run([...args, '-'], { '-': SCENE })).out).toBe('')
    expect((await run([...args, 't.xlsx'], { '-': SCENE })).code).toBe(2)
  })

  it.each(['csv', 'json', 'bin'])('writes a .%s trajectory as it goes, frame by frame', async (form) => {
    const { io, written } = memoryIo({ s: SCENE })
    const sizes: number[] = []
    const code = await main(['simulate', 's', '-s', '2', '-o', `t.${form}`], {
      ...io,
      create(path) {
        const sink = io.create(path)
        return { ...sink, write: (data) => { sizes.push(data.length); sink.write(data) } }
      },
    })
    expect(code).toBe(0)
    // A head, a piece for each frame, and the times at the end of a .json file.
    expect(sizes.length).toBe(1 + 121 + (form === 'json' ? 1 : 0))
    expect(Math.max(...sizes.slice(0, 122))).toBeLessThan(1200)
    const file = written.get(`t.${form}`)!
    if (form === 'bin') expect(new DataView((file as Uint8Array).buffer).getUint32(20, true)).toBe(121)
    else if (form === 'json') expect((JSON.parse(file as string) as { frames: unknown[] }).frames.length).toBe(121)
  })

  it('leaves a valid file when it is stopped', async () => {
    const { code, err, written } = await run(['simulate', 's', '-s', '100', '-o', 't.json'], { s: SCENE }, 25)
    expect(code).toBe(0)
    expect(err).toBe('Stopped after 25 of 6000 steps; files hold what was simulated.')
    expect((JSON.parse(written.get('t.json') as string) as { frames: unknown[] }).frames.length).toBe(26)
  })

  it('refuses wrong calls with 2, and wrong files with 1', async () => {
    expect((await run(['simulate', 's', '--seconds', '-1'], { s: SCENE })).code).toBe(2)
    expect((await run(['simulate'])).code).toBe(2)
    expect((await run(['simulat', 's'])).err).toContain('Did you mean simulate?')
    expect(await run(['simulate', 'gone.json'])).toMatchObject({ code: 1, err: expect.stringContaining('there is no such file or folder') as string })
    expect((await run(['simulate', 's'], { s: '{' })).err).toContain('s: is not JSON')
    expect(await run(['simulate', 's', '--plot', 'energy.png'], { s: SCENE })).toMatchObject({ code: 2, err: '--plot energy.png: must end in .svg.' })
    // The scene is not written over.
    expect(await run(['simulate', 's.json', '-o', 's.json'], { 's.json': SCENE })).toMatchObject({ code: 2, err: expect.stringContaining('is the scene itself') as string })
    expect((await run(['simulate', 's'], { s: SCENE.replace('"halfExtents"', '"halfExtent"') })).err).toContain('s: bodies[0].shapes[0].halfExtent')
  })
})

describe('files of the system', () => {
  it('are told by their names where reading them fails', async () => {
    const told: string[] = []
    // Its name is a part of what the system says: "illegal operation on a directory".
    const folder = mkdtempSync(`${tmpdir()}/fulcrum-`)
    mkdirSync(`${folder}/dir`)
    const before = process.cwd()
    process.chdir(folder)
    try {
      const io = { ...processIo(new URL('none', import.meta.url)), err: (line: string) => void told.push(line) }
      for (const name of ['dir', 'gone']) expect(await main(['info', name], io)).toBe(1)
    } finally {
      process.chdir(before)
      rmSync(folder, { recursive: true })
    }
    expect(told).toEqual(['dir: is a folder. Name a file.', 'gone: there is no such file or folder.'])
  })
})

describe('fulcrum validate', () => {
  it('passes what is right', async () => {
    expect(await run(['validate', 's'], { s: SCENE })).toMatchObject({ code: 0, out: 's: 0 errors, 0 warnings' })
  })

  it('says what is wrong, by path', async () => {
    const { code, out } = await run(['validate', 's'], { s: SCENE.replace('"kind":"box"', '"kind":"boxx"') })
    expect(code).toBe(1)
    expect(out).toContain('error: s: bodies[0].shapes[0].kind ("boxx") is none. Did you mean box?')
  })

  it('warns of overlaps, masses, and joints too many', async () => {
    const world = tower((made) => {
      const [, a, b, c] = [...made.bodies]
      const place = { x: 0, y: 1.5, z: 0 }
      made.createHingeJoint({ bodyA: a!, bodyB: b!, anchor: place })
      made.createFixedJoint({ bodyA: a!, bodyB: b!, anchor: place })
      made.createBody({ position: { x: 0, y: 3.6, z: 0 }, shapes: [sphere({ radius: 0.5, density: 5e6 })] })
      made.createBallJoint({ bodyA: c!, bodyB: [...made.bodies].at(-1)!, anchor: { x: 0, y: 3.4, z: 0 }, collideConnected: true })
      made.createBody({ position: { x: 50, y: 0, z: 0 } })
    })
    const file = { s: JSON.stringify(saveScene(world)) }
    const { code, out } = await run(['validate', 's'], file)
    expect(code).toBe(0)
    expect(out).toContain('of the fixed of box, 0 and box, 1 5 rows are redundant (point x, point y, point z, ')
    expect(out).toMatch(/overlap by 0\.\d+ m at the start/)
    expect(out).toMatch(/joins .* of which one is \d+(\.\d+)? times as heavy/)
    expect(out).toContain('has neither shapes nor joints')
    expect((await run(['validate', '--strict', 's'], file)).code).toBe(1)
  })
})

describe('fulcrum info, replay, bisect, convert', () => {
  it('tells what a file holds', async () => {
    const { code, out } = await run(['info', 's'], { s: SCENE })
    expect(code).toBe(0)
    expect(out).toContain('fulcrum-scene, 3 dimensions')
    expect(out).toContain('4: 3 dynamic, 1 static')
    expect(out).toMatch(/^mass +3000 kg$/m)
    expect((await run(['info', 'r'], { r: recordingOf(0) })).out).toMatch(/^recorded +21 calls, 20 steps$/m)
  })

  it('replays', async () => {
    const text = recordingOf(5)
    expect(await run(['replay', 'r'], { r: text })).toMatchObject({ code: 0, out: expect.stringContaining('The same as recorded, to the bit.') as string })
    const bent = text.replace('"with":[{"x":5', '"with":[{"x":6')
    expect(await run(['replay', 'r'], { r: bent })).toMatchObject({ code: 1, err: expect.stringContaining('r: differs from step 11 on, body') as string })
  })

  it('finds where two recordings part', async () => {
    const files = { a: recordingOf(5), b: recordingOf(6), c: recordingOf(5) }
    expect(await run(['bisect', 'a', 'c'], files)).toMatchObject({ code: 0, out: 'The same, to the bit.' })
    const { code, out } = await run(['bisect', 'a', 'b'], files)
    expect(code).toBe(1)
    expect(out).toMatch(/^differs from step 11 on, body \d \(.*\), bodies\.\w+: [0-9a-f]{16} and [0-9a-f]{16}$/)
  })

  it('converts', async () => {
    const { code, written } = await run(['convert', 's.json', '--out', 'n.json'], { 's.json': SCENE })
    expect(code).toBe(0)
    expect(JSON.parse(written.get('n.json') as string)).toEqual(JSON.parse(SCENE))
    expect((await run(['convert', 's.xyz'], { 's.xyz': '' })).code).toBe(2)
  })

  it('helps, with examples', async () => {
    for (const args of [['--help'], ['simulate', '--help'], ['validate', '-h'], ['convert', '-h']]) {
      const { code, out } = await run(args)
      expect(code).toBe(0)
      expect(out).toContain('$ fulcrum')
    }
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
