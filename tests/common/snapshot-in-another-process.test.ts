/** A snapshot goes on alike in an empty world of another process: hulls, polygons, chains and paths are in it. */

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { worldOfProgram } from './helpers/restored-program.ts'

const CHILD = fileURLToPath(new URL('helpers/snapshot-child.ts', import.meta.url))
const PROGRAMS = 4
const CALLS = 100

it(`${PROGRAMS} worlds of each dimension go on alike in another process`, () => {
  const lines: string[] = []
  const expected: string[] = []
  for (const dimension of [2, 3] as const) {
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      const world = worldOfProgram(dimension, seed, CALLS)
      lines.push(`${dimension} ${Buffer.from(world.snapshot()).toString('base64')}`)
      const hashes = [world.hash()]
      for (let i = 0; i < 60; i++) {
        world.step(1 / 60)
        hashes.push(world.hash())
      }
      expected.push(hashes.join(' '))
    }
  }
  const output = execFileSync(process.execPath, ['--import', 'tsx', CHILD], { encoding: 'utf8', input: lines.join('\n') })
  expect(output.trim().split('\n')).toEqual(expected)
})
