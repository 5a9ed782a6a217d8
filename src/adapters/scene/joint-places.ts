/**
 * How joints of both dimensions are told in a file where their handles' properties do not say it: distance joints, users' own types.
 */

import { OWN_NUMBERS } from '../../common/joints/joint-codes.ts'
import type { CustomHandle } from '../../common/joints/handles/custom-handle.ts'
import type { DistanceHandle } from '../../common/joints/handles/distance-handle.ts'
import type { JointTerms } from '../../common/joints/handles/joint-handle.ts'
import type { AnyThing, JointKindSpec } from './dimension.ts'
import type { JointMoves } from './placement.ts'

/** A rod has a length and nothing else; what is none has a range, be it endless. */
export function distancePlace(joint: AnyThing): Record<string, unknown> {
  const { isRod, length, minLength, maxLength, spring } = joint as unknown as DistanceHandle<JointTerms>
  if (isRod) return { length, minLength: undefined, maxLength: undefined }
  return { length: spring === null ? undefined : length, minLength, maxLength: maxLength === Infinity ? undefined : maxLength }
}

/** Features by coordinate, and the numbers of its own. */
export function customPlace(joint: AnyThing): Record<string, unknown> {
  const handle = joint as unknown as CustomHandle<JointTerms>
  const coordinates = Array.from({ length: handle.coordinateCount }, (_, i) => i)
  const data = Array.from({ length: OWN_NUMBERS }, (_, i) => handle.getData(i))
  while (data.length > 0 && data.at(-1) === 0) data.pop()
  const some = (list: readonly unknown[]): readonly unknown[] | undefined => (list.some((entry) => entry !== null && entry !== 0) ? list : undefined)
  return {
    kind: handle.type,
    data: data.length === 0 ? undefined : data,
    limits: some(coordinates.map((i) => handle.getLimit(i))),
    motors: some(coordinates.map((i) => handle.getMotor(i))),
    springs: some(coordinates.map((i) => handle.getSpring(i))),
    friction: some(coordinates.map((i) => handle.getFriction(i))),
  }
}

/** Kinds and how they move, in one table. */
export function withMoves(
  kinds: Readonly<Record<string, JointKindSpec>>, moves: Readonly<Record<string, JointMoves>>,
): Readonly<Record<string, JointKindSpec>> {
  return Object.fromEntries(Object.entries(kinds).map(([type, kind]) => [type, type in moves ? { ...kind, moves: moves[type]! } : kind]))
}
