/**
 * What every builder shares in both dimensions: what it returns, what its ends hang on, and that a definition which is refused leaves no half-built
 * thing behind.
 */

import { BodyHandle } from '../world/body-handle.ts'
import { requireMass } from '../bounds.ts'
import { isMadeBy, PhysicsError } from '../errors.ts'

/** What a builder made, in the order in which it made it. Removing the bodies removes the joints. */
export interface AssemblyOf<Body, Joint> {
  /** The bodies. */
  readonly bodies: readonly Body[]
  /** The joints. */
  readonly joints: readonly Joint[]
}

/** What an end hangs on: a body, the world, or nothing. */
export type HoldOn<Body> = Body | 'world' | null

/** Bodies and joints made so far. */
export class PartList<Body, Joint> implements AssemblyOf<Body, Joint> {
  readonly bodies: Body[] = []
  readonly joints: Joint[] = []
}

/** Runs a builder; if it throws, what it made is taken away again. */
export function buildOrUndo<Body, Joint, Result>(
  world: { destroyBody(body: Body): void }, build: (parts: PartList<Body, Joint>) => Result,
): Result {
  const parts = new PartList<Body, Joint>()
  try {
    return build(parts)
  } catch (error) {
    for (const body of parts.bodies.toReversed()) world.destroyBody(body)
    throw error
  }
}

/** A hold on a body of this world, on the world, or none. */
export function requireHold<Body>(world: object, value: unknown, field: string): HoldOn<Body> {
  if (value === null || value === 'world') return value
  if (!isMadeBy(value, BodyHandle)) throw new PhysicsError('wrong-type', field, value, "must be a body, 'world' or null.")
  if (value.world !== world) throw new PhysicsError('foreign-handle', field, value, 'belongs to another world. Use a body of this one.')
  if (!value.isValid) throw new PhysicsError('stale-handle', field, value, 'was destroyed. Use a body that is in the world.')
  return value as Body
}

/** A hold as a joint's bodyA. */
export function bodyOfHold<Body>(hold: Body | 'world'): Body | null {
  return hold === 'world' ? null : hold
}

/** The part of a body definition that gives a mass; nothing leaves it to the density. */
export function massIfGiven(mass: number | undefined, field: string): { mass?: number } {
  return mass === undefined ? {} : { mass: requireMass(mass, field) }
}
