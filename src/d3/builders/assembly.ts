/**
 * What every builder shares: what it returns, what its ends hang on, and that a definition which is refused leaves no half-built thing behind.
 */

import { PhysicsError } from '../../common/errors.ts'
import { Body } from '../body.ts'
import type { Joint } from '../joints/joint.ts'
import { readQuat, readVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { ShapeOptions } from '../shape-definition.ts'
import type { World } from '../world.ts'

/** What a builder made, in the order in which it made it. Removing the bodies removes the joints. */
export interface Assembly {
  readonly bodies: readonly Body[]
  readonly joints: readonly Joint[]
}

/** Surface, density and filter of every piece. */
export type PieceOptions = Omit<ShapeOptions, 'position' | 'rotation'>

/** What an end hangs on: a body, the world, or nothing. */
export type Hold = Body | 'world' | null

/** Bodies and joints made so far. */
export class Parts implements Assembly {
  readonly bodies: Body[] = []
  readonly joints: Joint[] = []
}

/** Runs a builder; if it throws, what it made is taken away again. */
export function assemble<Result extends Assembly>(world: World, build: (parts: Parts) => Result): Result {
  const parts = new Parts()
  try {
    return build(parts)
  } catch (error) {
    for (const body of parts.bodies.toReversed()) world.destroyBody(body)
    throw error
  }
}

export function requireVec3(value: unknown, field: string): Vec3 {
  const numbers = new Float64Array(3)
  readVec3(value, field, numbers, 0)
  return { x: numbers[0], y: numbers[1], z: numbers[2] }
}

export function requireQuat(value: unknown, field: string): Quat {
  const numbers = new Float64Array(4)
  readQuat(value, field, numbers, 0)
  return { x: numbers[0], y: numbers[1], z: numbers[2], w: numbers[3] }
}

export function requireHold(world: World, value: unknown, field: string): Hold {
  if (value === null || value === 'world') return value
  if (!(value instanceof Body)) throw new PhysicsError('wrong-type', field, value, "must be a body, 'world' or null.")
  if (value.world !== world) throw new PhysicsError('foreign-handle', field, value.id, 'belongs to another world. Use a body of this one.')
  if (!value.isValid) throw new PhysicsError('stale-handle', field, value.id, 'was destroyed. Use a body that is in the world.')
  return value
}

/** A hold as a joint's bodyA. */
export function bodyOfHold(hold: Body | 'world'): Body | null {
  return hold === 'world' ? null : hold
}
