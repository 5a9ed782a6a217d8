/**
 * Rules of the character table, as far as columns that snapshots hold can tell: every character has a live kinematic body that is marked as
 * one, and no body is marked without.
 */

import { rowOfHandle } from '../memory/ids.ts'
import { CHARACTER, KINEMATIC } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'
import { checkPool } from '../world/state-rules.ts'
import { clearMarks, fail } from '../world/state-tables.ts'
import { GROUND, LOAD_SLOTS } from './character-codes.ts'

const NO_HEAD = new Int32Array(1)

/** `beyond`: must rows behind the last one be empty? */
export function checkCharacters(state: Pick<WorldTables, 'bodies' | 'shapes' | 'characters' | 'characterPool'>, beyond: boolean): void {
  const { characters, characterPool, bodies } = state
  if (characterPool.count > 1) fail('characterPool', 1, 'count', `is ${characterPool.count} rows instead of 0 or 1.`)
  const used = characterPool.count === 1
  const live = checkPool(characters, used ? characterPool.columns.freeHead : NO_HEAD, 0, beyond)
  const said = used ? characterPool.columns.live[0] : 0
  if (live !== said) fail('characterPool', 0, 'live', `says ${said}, but ${live} characters are alive.`)
  const c = characters.columns
  const { alive, type, flags } = bodies.columns
  const owners = clearMarks(bodies.count)
  for (let row = 0; row < characters.count; row++) {
    if (c.alive[row] === 0) continue
    const body = c.body[row]
    if (!(body >= 0 && body < bodies.count && alive[body] === 1)) fail('characters', row, 'body', `is ${body}, which is no live body.`)
    if (type[body] !== KINEMATIC) fail('characters', row, 'body', `is ${body}, which is not kinematic.`)
    if (owners[body]++ > 0) fail('characters', row, 'body', `is ${body}, which another character has.`)
    if (c.ground[row] > GROUND) fail('characters', row, 'ground', `is ${c.ground[row]}, which is none.`)
    if (!(c.mass[row] > 0)) fail('characters', row, 'mass', `is ${c.mass[row]}.`)
    if (!(c.skin[row] > 0)) fail('characters', row, 'skin', `is ${c.skin[row]}.`)
    if (!(Math.abs(c.slopeCosine[row]) <= 1)) fail('characters', row, 'slopeCosine', `is ${c.slopeCosine[row]}.`)
    for (const key of ['strength', 'stepHeight', 'stickDistance', 'acceleration', 'airAcceleration'] as const) {
      if (!(c[key][row] >= 0)) fail('characters', row, key, `is ${c[key][row]}.`)
    }
    if (!names(c.groundShape[row], state.shapes.count)) fail('characters', row, 'groundShape', `is ${c.groundShape[row]}, which names nothing.`)
    for (let i = row * LOAD_SLOTS; i < (row + 1) * LOAD_SLOTS; i++) {
      if (!names(c.loadBody[i], bodies.count)) fail('characters', row, 'loadBody', `is ${c.loadBody[i]}, which names nothing.`)
    }
  }
  for (let b = 0; b < bodies.count; b++) {
    if (alive[b] === 1 && ((flags[b] & CHARACTER) !== 0) !== (owners[b] === 1)) fail('bodies', b, 'flags', 'is wrong about its character.')
  }
}

/** 0, or a handle of a row that a table has or has had. */
function names(handle: number, rows: number): boolean {
  return handle === 0 || (Number.isSafeInteger(handle) && handle > 0 && rowOfHandle(handle) >= 0 && rowOfHandle(handle) < rows)
}
