/** Whatever users do in whatever order, the tables and indexes of a world agree with each other after every call. */

import { expect, it } from 'vitest'
import { PLANE, SPACE } from './helpers/program-kits.ts'
import { runProgram } from './helpers/random-program.ts'
import { createRandom } from './random.ts'

const PROGRAMS = 40
const CALLS = 400

it.each([['2D', PLANE], ['3D', SPACE]] as const)(`${PROGRAMS} random programs of ${CALLS} calls leave no contradiction, %s`, (_name, kit) => {
  const failing: string[] = []
  for (let seed = 1; seed <= PROGRAMS; seed++) {
    const { calls, error } = runProgram(kit as never, createRandom(seed), CALLS)
    if (error !== '') failing.push(`seed ${seed}, after ${calls.slice(-8).join(', ')}: ${error}`)
  }
  expect(failing).toEqual([])
})
