/** The golden scenes: the same bits between runs, against the golden hashes, after a restore, and after edits that follow a restore. */

import { readFileSync } from 'node:fs'
import { circle } from 'fulcrum-physics/2d'
import { beforeAll, describe, expect, it } from 'vitest'
import { GOLDEN_SCENES, GOLDEN_STEPS, runSteps, start, type Run } from './golden-scenes.ts'

const golden = JSON.parse(readFileSync(new URL('./golden.json', import.meta.url), 'utf8')) as Record<string, string>

/** Milliseconds a test may take on a busy machine. */
const LONG = 180_000

/** Index of the first difference, −1 if there is none: a short answer instead of two lists of 600 hashes. */
function firstDifference(a: readonly string[], b: readonly string[]): number {
  if (a.length !== b.length) return Math.min(a.length, b.length)
  return a.findIndex((hash, i) => hash !== b[i])
}

/** Takes every seventh dynamic body away, with its joints, and throws five new ones in. */
function edit({ world }: Run): void {
  const moving = [...world.bodies].filter(body => body.type === 'dynamic')
  moving.forEach((body, i) => {
    if (i % 7 === 3) world.destroyBody(body)
  })
  for (let i = 0; i < 5; i++) {
    const shapes = [circle({ radius: 0.2 + 0.02 * i })]
    world.createBody({ position: { x: 0.3 * i - 0.6, y: 3 + 0.7 * i }, linearVelocity: { x: 0.2 * i, y: -1 }, shapes })
  }
}

/** Steps after an edit that are compared. */
const AFTER_EDIT = 60

it('has a golden hash of every scene and of no other', () => {
  expect(Object.keys(golden)).toEqual(GOLDEN_SCENES.map(({ name }) => name))
})

describe.each(GOLDEN_SCENES)('$name', scene => {
  const { saveAt } = scene
  // Runs are long, so they are shared: the undisturbed one, and one that was saved in its middle.
  let reference: string[] = []
  let run: Run
  let saved: Uint8Array
  let savedHash = ''

  beforeAll(() => {
    reference = runSteps(start(scene), 0, GOLDEN_STEPS)
    run = start(scene)
  }, LONG)

  it('ends at its golden hash', () => {
    expect(reference.at(-1)).toBe(golden[scene.name])
  })

  it('changes from step to step', () => {
    // A hash that does not see the motion would pass every other test here.
    expect(new Set(reference.slice(0, 60)).size).toBe(60)
  })

  it('gives the same hash after every step of a second run', { timeout: LONG }, () => {
    expect(firstDifference(runSteps(run, 0, saveAt), reference.slice(0, saveAt))).toBe(-1)
    saved = run.world.snapshot().slice()
    savedHash = run.world.hash()
    expect(firstDifference(runSteps(run, saveAt, saveAt + 40), reference.slice(saveAt, saveAt + 40))).toBe(-1)
  })

  it('goes on as if nothing had happened after a restore in mid-run', { timeout: LONG }, () => {
    expect(run.world.hash()).not.toBe(savedHash)
    run.world.restore(saved)
    expect(run.world.hash()).toBe(savedHash)
    expect(firstDifference(runSteps(run, saveAt, GOLDEN_STEPS), reference.slice(saveAt))).toBe(-1)
  })

  it('goes on in the same way in another world that takes the snapshot', { timeout: LONG }, () => {
    const other = start(scene)
    other.world.restore(saved)
    const until = saveAt + AFTER_EDIT
    expect(firstDifference(runSteps(other, saveAt, until), reference.slice(saveAt, until))).toBe(-1)
  })

  it('undoes bodies added and removed since the snapshot', { timeout: LONG }, () => {
    run.world.restore(saved)
    const { bodyCount, jointCount } = run.world
    edit(run)
    runSteps({ world: run.world, scene: {} }, saveAt, saveAt + 20)
    run.world.restore(saved)
    expect({ bodyCount: run.world.bodyCount, jointCount: run.world.jointCount }).toEqual({ bodyCount, jointCount })
    const until = saveAt + AFTER_EDIT
    expect(firstDifference(runSteps(run, saveAt, until), reference.slice(saveAt, until))).toBe(-1)
  })

  it('repeats a run in which bodies are added and removed after a restore', { timeout: LONG }, () => {
    const editAndRun = (): string[] => {
      run.world.restore(saved)
      edit(run)
      // What moves by itself may have lost what it moves.
      return runSteps({ world: run.world, scene: {} }, saveAt, saveAt + AFTER_EDIT)
    }
    const first = editAndRun()
    expect(firstDifference(first, reference.slice(saveAt, saveAt + AFTER_EDIT)), 'the edit is seen').toBe(0)
    expect(firstDifference(editAndRun(), first)).toBe(-1)
  })
})
