/** The same bits again: between runs, against the golden hashes, after a restore, and after edits that follow a restore. */

import { readFileSync } from 'node:fs'
import { sphere, type Body } from 'fulcrum-physics/3d'
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

function dynamicBodies(run: Run): Body[] {
  return [...run.world.bodies].filter(body => body.type === 'dynamic')
}

/** Takes every seventh dynamic body away and throws five new ones in. */
function edit(run: Run): void {
  dynamicBodies(run).forEach((body, i) => {
    if (i % 7 === 3) run.world.destroyBody(body)
  })
  for (let i = 0; i < 5; i++) {
    run.world.createBody({
      position: { x: 0.3 * i - 0.6, y: 3 + 0.7 * i, z: 0.1 * i },
      linearVelocity: { x: 0, y: -1, z: 0.2 * i },
      shapes: [sphere({ radius: 0.2 + 0.02 * i })],
    })
  }
}

/** Steps after an edit that are compared. */
const AFTER_EDIT = 60

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

  it('undoes bodies added and removed since the snapshot', { timeout: LONG }, () => {
    run.world.restore(saved)
    const count = run.world.bodyCount
    edit(run)
    runSteps(run, saveAt, saveAt + 20)
    run.world.restore(saved)
    expect(run.world.bodyCount).toBe(count)
    const until = saveAt + AFTER_EDIT
    expect(firstDifference(runSteps(run, saveAt, until), reference.slice(saveAt, until))).toBe(-1)
  })

  it('repeats a run in which bodies are added and removed after a restore', { timeout: LONG }, () => {
    const editAndRun = (): string[] => {
      run.world.restore(saved)
      edit(run)
      return runSteps(run, saveAt, saveAt + AFTER_EDIT)
    }
    const first = editAndRun()
    expect(firstDifference(first, reference.slice(saveAt, saveAt + AFTER_EDIT)), 'the edit is seen').toBe(0)
    expect(firstDifference(editAndRun(), first)).toBe(-1)
  })
})

describe('edits', () => {
  it('give the same hashes in a world that was restored and in one that never was', { timeout: LONG }, () => {
    const scene = GOLDEN_SCENES[2]!
    const restored = start(scene)
    runSteps(restored, 0, 100)
    const bytes = restored.world.snapshot().slice()
    runSteps(restored, 100, 130)
    restored.world.restore(bytes)
    const fresh = start(scene)
    runSteps(fresh, 0, 100)
    edit(restored)
    edit(fresh)
    expect(firstDifference(runSteps(restored, 100, 250), runSteps(fresh, 100, 250))).toBe(-1)
  })
})

describe('hash', () => {
  it('does not depend on who reads the world between steps', () => {
    const scene = GOLDEN_SCENES[2]!
    const plain = runSteps(start(scene), 0, 120)
    const run = start(scene)
    const poses = new Float64Array(7 * run.world.bodyCount)
    const hashes: string[] = []
    for (let step = 0; step < 120; step++) {
      hashes.push(...runSteps(run, step, step + 1))
      run.world.readPoses(poses)
      run.world.castRay({ origin: { x: 0, y: 10, z: 0 }, direction: { x: 0, y: -1, z: 0 } })
      run.world.overlapBox({ min: { x: -1, y: 0, z: -1 }, max: { x: 1, y: 3, z: 1 } })
      run.world.snapshot()
      for (const body of run.world.bodies) void body.position
    }
    expect(firstDifference(hashes, plain)).toBe(-1)
  })
})
