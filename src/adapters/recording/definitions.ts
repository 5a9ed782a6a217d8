/**
 * A definition of a shape as a table of one row, so that it is told by what tells rows of worlds.
 */

import { GROUP_SHIFT } from '../../common/store/collision-filter.ts'
import { PERSIST_EVENTS, SENSES_SENSORS, SENSOR } from '../../common/store/column-codes.ts'
import type { AnyState } from '../scene/dimension.ts'

/** A definition as either dimension makes it. */
export interface AnyDefinition {
  readonly kindCode: number
  readonly size: readonly number[]
  readonly position: Readonly<Record<string, number>>
  readonly rotation: Readonly<Record<string, number>> | number
  readonly surfaceVelocity: Readonly<Record<string, number>>
  readonly density: number
  readonly friction: number
  readonly staticFriction: number
  readonly restitution: number
  readonly rollingResistance: number
  readonly category: number
  readonly mask: number
  readonly group: number
  readonly sensor: boolean
  readonly sensesSensors: boolean
  readonly contactEvents: boolean
  readonly frictionCombine: number
  readonly restitutionCombine: number
}

/** `geometry`: columns and lists that only one dimension has. */
export function tableOf(d: AnyDefinition, columns: object, lists: object): AnyState {
  const values = (of: Readonly<Record<string, number>> | number): Float64Array => Float64Array.from(typeof of === 'number' ? [of] : Object.values(of))
  const flags =
    (d.sensor ? SENSOR : 0) | (d.sensesSensors ? SENSES_SENSORS : 0) | (d.contactEvents ? PERSIST_EVENTS : 0) | (d.group << GROUP_SHIFT)
  const size = new Float64Array(4)
  size.set(d.size)
  return {
    shapes: {
      columns: {
        kind: [d.kindCode], size, localPosition: values(d.position), localRotation: values(d.rotation), surfaceVelocity: values(d.surfaceVelocity),
        density: [d.density], friction: [d.friction], staticFriction: [d.staticFriction], restitution: [d.restitution],
          rolling: [d.rollingResistance],
        category: [d.category], mask: [d.mask], flags: [flags], frictionCombine: [d.frictionCombine], restitutionCombine: [d.restitutionCombine],
        ...columns,
      },
    },
    ...lists,
  } as unknown as AnyState
}
