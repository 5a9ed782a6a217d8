/** One refused call: what is done to a small world, and what the error must say. */

import { box, circle, PhysicsError, World, type Body, type Shape } from 'fulcrum-physics/2d'
import { expect } from 'vitest'
import { addFloor, DT, isFinitePose } from '../setup.ts'

export interface Site {
  world: World
  body: Body
  shape: Shape
  platform: Body
  /** Handles of things that were destroyed. */
  staleBody: Body
  staleShape: Shape
  /** A body of another world. */
  foreignBody: Body
}

export interface Attack {
  readonly name: string
  act(site: Site): unknown
  readonly code: string
  readonly field: string
}

/** What a caller in plain JavaScript may hand over, whatever the types say. */
export function bad<T>(value: unknown): T {
  return value as T
}

export function createSite(): Site {
  const world = new World()
  addFloor(world, 10)
  const body = world.createBody({ position: { x: 0, y: 0.6 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 } })] })
  const platform = world.createBody({
    type: 'kinematic',
    position: { x: 4, y: 1 },
    shapes: [box({ halfExtents: { x: 1, y: 0.1 } })],
  })
  world.createBody({ position: { x: 4, y: 2 }, shapes: [circle({ radius: 0.4 })] })
  const staleBody = world.createBody({ position: { x: 0, y: 9 }, shapes: [circle({ radius: 0.1 })] })
  const staleShape = staleBody.shapes[0]!
  world.destroyBody(staleBody)
  const foreignBody = new World().createBody({ shapes: [circle({ radius: 0.1 })] })
  for (let i = 0; i < 5; i++) world.step(DT)
  return { world, body, shape: body.shapes[0]!, platform, staleBody, staleShape, foreignBody }
}

/** The call must throw the right PhysicsError, leave the world bit for bit as it was, and the world must go on. */
export function expectRefused({ act, code, field }: Attack): void {
  const site = createSite()
  const hash = site.world.hash()
  let thrown: unknown = null
  try {
    act(site)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(PhysicsError)
  const error = thrown as PhysicsError
  expect({ code: error.code, field: error.field }).toEqual({ code, field })
  // The sentence names the field and says what to do.
  expect(error.message.startsWith(field)).toBe(true)
  expect(error.message.length).toBeGreaterThan(field.length + 15)
  expect(site.world.hash()).toBe(hash)
  for (let i = 0; i < 3; i++) site.world.step(DT)
  for (const body of site.world.bodies) expect(isFinitePose(body)).toBe(true)
}

/** Wrong values for one number field, with the code each must give. */
export const WRONG_NUMBERS: readonly (readonly [unknown, string])[] = [
  [NaN, 'not-finite'],
  [Infinity, 'not-finite'],
  [-Infinity, 'not-finite'],
  ['1', 'wrong-type'],
  [null, 'wrong-type'],
  [undefined, 'wrong-type'],
  [1n, 'wrong-type'],
]

/** One attack per axis and wrong number, and one for something that is no vector at all. */
export function vectorAttacks(name: string, field: string, act: (site: Site, value: never) => unknown): Attack[] {
  const attacks: Attack[] = []
  for (const axis of ['x', 'y'] as const) {
    for (const [value, code] of WRONG_NUMBERS) {
      const vector = { x: 0, y: 0, z: 0, [axis]: value }
      attacks.push({ name: `${name}: ${axis} = ${String(value)}`, act: site => act(site, bad(vector)), code, field: `${field}.${axis}` })
    }
  }
  for (const value of [null, 5, 'up']) {
    attacks.push({ name: `${name}: ${String(value)}`, act: site => act(site, bad(value)), code: 'wrong-type', field })
  }
  return attacks
}

/** Attacks with wrong numbers on a field that takes one number. */
export function numberAttacks(name: string, field: string, act: (site: Site, value: never) => unknown): Attack[] {
  return WRONG_NUMBERS.map(([value, code]) => ({ name: `${name}: ${String(value)}`, act: site => act(site, bad(value)), code, field }))
}

/** Attacks on an optional number: leaving it out is allowed. */
export function optionalNumberAttacks(name: string, field: string, act: (site: Site, value: never) => unknown): Attack[] {
  return numberAttacks(name, field, act).filter(attack => !attack.name.endsWith('undefined') && !attack.name.endsWith('null'))
}
