/**
 * Figures without their coordinates: names of parts and joints, and the numbers of a human body.
 */

import { mapEntries, isArray, PhysicsError, requireObject } from '../errors.ts'
import { requireNonNegative, requirePositive } from '../bounds.ts'
import { requireOptions, type Fields } from '../options.ts'

/** What a description must have for its names to be checked. */
interface Described {
  readonly parts: readonly { readonly name: string }[]
  readonly joints: readonly { readonly name: string; readonly parent: string; readonly child: string; readonly kind: string }[]
}

/** Names are unique, and joints name parts that exist; kinds are known, and so are the fields of parts and of joints of each kind. */
export function requireNames({ parts, joints }: Described, partFields: object, kinds: Readonly<Record<string, object>>): void {
  if (!isArray(parts) || parts.length === 0) {
    throw new PhysicsError('wrong-type', 'ragdoll.parts', parts, 'must be an array of at least one part.')
  }
  if (!isArray(joints)) throw new PhysicsError('wrong-type', 'ragdoll.joints', joints, 'must be an array; an empty one if nothing is joined.')
  const names = new Set<string>()
  mapEntries(parts, (part, i) => {
    requireOptions(part, partFields, `ragdoll.parts[${i}]`)
    addName(names, part, `ragdoll.parts[${i}]`)
  })
  const jointNames = new Set<string>()
  mapEntries(joints as Described['joints'], (joint, i) => {
    const field = `ragdoll.joints[${i}]`
    addName(jointNames, joint, field)
    for (const end of ['parent', 'child'] as const) {
      if (names.has(joint[end])) continue
      throw new PhysicsError('out-of-range', `${field}.${end}`, joint[end], `is no part. There are: ${[...names].join(', ')}.`)
    }
    const known = Object.keys(kinds)
    if (!known.includes(joint.kind)) {
      throw new PhysicsError('wrong-type', `${field}.kind`, joint.kind, `must be ${known.map(kind => `'${kind}'`).join(' or ')}.`)
    }
    requireOptions(joint, kinds[joint.kind], field)
  })
}

function addName(names: Set<string>, thing: unknown, field: string): void {
  const { name } = requireObject(thing, field) as { name: unknown }
  if (typeof name !== 'string') throw new PhysicsError('wrong-type', `${field}.name`, name, 'must be a string.')
  if (names.has(name)) throw new PhysicsError('degenerate', `${field}.name`, name, 'is there already. Give each a name of its own.')
  names.add(name)
}

/** What goes by a name. */
export function named<Thing>(things: ReadonlyMap<string, Thing>, name: string, field: string): Thing {
  const found = things.get(name)
  if (found === undefined) throw new PhysicsError('out-of-range', field, name, `is not there. There are: ${[...things.keys()].join(', ')}.`)
  return found
}

/** Height of the figure that the builders' numbers describe, m. */
const MODEL_HEIGHT = 1.78

/** Shares of the whole mass (Winter, Biomechanics and Motor Control of Human Movement, table 4.1); hands and feet go with the limb above them. */
export const SHARES = { pelvis: 0.142, chest: 0.355, head: 0.081, upperArm: 0.028, forearm: 0.022, thigh: 0.1, shin: 0.061 } as const

/** How far elbows and knees bend, rad. */
export const BEND = 2.4

/** Size, weight and stiffness of a human figure. */
export interface HumanNumbers {
  /** Height, m. Default 1.78. */
  height?: number
  /** Mass of all parts, kg. Default 75. */
  mass?: number
  /** Dry friction of every joint, N m. Default 0: quite limp. */
  friction?: number
}

export const HUMAN_FIELDS: Fields<HumanNumbers> = { height: 0, mass: 0, friction: 0 }

/** Checked, the height as a share of the model's. */
export function readHuman(options: HumanNumbers, fields: object): { size: number; mass: number; friction: number } {
  requireOptions(options, fields, 'human')
  return {
    size: requirePositive(options.height ?? MODEL_HEIGHT, 'human.height') / MODEL_HEIGHT,
    mass: requirePositive(options.mass ?? 75, 'human.mass'),
    friction: requireNonNegative(options.friction ?? 0, 'human.friction'),
  }
}
