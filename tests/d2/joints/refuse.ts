/** Definitions that must be refused, in short: what the error says, the world's method, and what is wrong. */

import type { Body, World } from 'fulcrum-physics/2d'
import type { JointCase } from './joint-case.ts'

type Refused = NonNullable<JointCase['refused']>[number]

export function refuse(says: RegExp, method: keyof World, definition: object): Refused {
  return { says, call: (world: World, bodyA: Body, bodyB: Body) => (world[method] as (d: object) => unknown)({ bodyA, bodyB, ...definition }) }
}
