/** The same bits again: between runs, against the golden hashes, after a restore, and after edits that follow a restore. */

import { readFileSync } from 'node:fs'
import { sphere, type Body } from 'fulcrum/3d'
import { describe, expect, it } from 'vitest'
import { GOLDEN_SCENES, GOLDEN_STEPS, runSteps, start, type GoldenScene, type Run } from './golden-scenes.ts'

const golden = JSON.parse(readFileSync(new URL('./golden.json', import.meta.url), 'utf8')) as Record<string, string>

const MIDDLE = GOLDEN_STEPS / 2

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

/** The undisturbed run of each scene: hashes of all steps, computed once. */
const references = new Map<string, string[]>()

function reference(scene: GoldenScene): string[] {
  let hashes = references.get(scene.name)
  if (!hashes) {
    hashes = runSteps(start(scene), 0, GOLDEN_STEPS)
    references.set(scene.name, hashes)
  }
  return hashes
}

describe.each(GOLDEN_SCENES)('$name', scene => {
  it('ends at its golden hash', () => {
    expect(reference(scene).at(-1)).toBe(golden[scene.name])
  })

  it('changes from step to step', () => {
    // A hash that does not see the motion would pass every other test here.
    expect(new Set(reference(scene).slice(0, 60)).size).toBe(60)
  })

  it('gives the same hash after every step of a second run', () => {
    expect(firstDifference(runSteps(start(scene), 0, GOLDEN_STEPS), reference(scene))).toBe(-1)
  })

  it('goes on as if nothing had happened after a restore in mid-run', () => {
    const run = start(scene)
    runSteps(run, 0, MIDDLE)
    const saved = run.world.snapshot().slice()
    const hash = run.world.hash()
    runSteps(run, MIDDLE, MIDDLE + 40)
    expect(run.world.hash()).not.toBe(hash)
    run.world.restore(saved)
    expect(run.world.hash()).toBe(hash)
    expect(firstDifference(runSteps(run, MIDDLE, GOLDEN_STEPS), reference(scene).slice(MIDDLE))).toBe(-1)
  })

  it('undoes bodies added and removed since the snapshot', () => {
    const run = start(scene)
    runSteps(run, 0, MIDDLE)
    const saved = run.world.snapshot().slice()
    const count = run.world.bodyCount
    edit(run)
    runSteps(run, MIDDLE, MIDDLE + 20)
    run.world.restore(saved)
    expect(run.world.bodyCount).toBe(count)
    expect(firstDifference(runSteps(run, MIDDLE, MIDDLE + 100), reference(scene).slice(MIDDLE, MIDDLE + 100))).toBe(-1)
  })

  it('repeats a run in which bodies are added and removed after a restore', () => {
    const run = start(scene)
    runSteps(run, 0, MIDDLE)
    const saved = run.world.snapshot().slice()
    edit(run)
    const first = runSteps(run, MIDDLE, MIDDLE + 150)
    run.world.restore(saved)
    edit(run)
    const second = runSteps(run, MIDDLE, MIDDLE + 150)
    expect(firstDifference(second, first)).toBe(-1)
    // And the same as in a world that never was restored.
    const fresh = start(scene)
    runSteps(fresh, 0, MIDDLE)
    edit(fresh)
    expect(firstDifference(runSteps(fresh, MIDDLE, MIDDLE + 150), first)).toBe(-1)
  })
})

describe('hash', () => {
  it('does not depend on who reads the world between steps', () => {
    const scene = GOLDEN_SCENES[2]!
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
    expect(firstDifference(hashes, reference(scene).slice(0, 120))).toBe(-1)
  })
})
