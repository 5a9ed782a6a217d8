/**
 * A whole scene file as fields: what stands at its top, and the lists in it.
 */

import type { Dimension } from './dimension.ts'
import { MOST_THINGS } from './fields-common.ts'
import { BYTES, list, may, must, object, STRING, type Field, type Fields } from './table.ts'

export const FORMAT = 'fulcrum-scene'
export const VERSION = 1

/** Names of the dimensions' schemas in the package. */
export function schemaName(dimension: number): string {
  return `scene-${dimension}d.json`
}

/** Fields of a body, its shapes among them. */
export function bodyWithShapes({ body, shapes }: Dimension): Fields {
  return { ...body, shapes: may(list({ is: 'tagged', tag: 'kind', kinds: shapes }, MOST_THINGS), 'What it collides with and weighs.') }
}

/** Fields of a character, its shape among them. */
export function characterWithShape({ character, shapes }: Dimension): Fields {
  return { ...character, shape: must({ is: 'tagged', tag: 'kind', kinds: shapes }, 'The shape that moves about.') }
}

/** Fields of the file but for what says that it is one. */
export function sceneFields(dimension: Dimension): Fields {
  const { world, geometries, joints, vehicle } = dimension
  const vehicles: Record<string, Field> = vehicle === null ? {} : { vehicles: may(list(object(vehicle), MOST_THINGS), 'Wheels on chassis.') }
  return {
    $schema: may(STRING, 'Address of this schema, for editors.'),
    comment: may(STRING, 'For people; not kept.'),
    world: may(object(world), 'Options of the world.'),
    geometries: may({ is: 'named', of: { is: 'tagged', tag: 'kind', kinds: geometries }, most: MOST_THINGS }, 'Geometry that shapes share, by name.'),
    bodies: may(list(object(bodyWithShapes(dimension)), MOST_THINGS), 'Bodies; joints and vehicles refer to them by name or by index.'),
    joints: may(list({ is: 'tagged', tag: 'type', kinds: joints }, MOST_THINGS), 'Joints.'),
    characters: may(list(object(characterWithShape(dimension)), MOST_THINGS), 'Characters.'),
    ...vehicles,
    snapshot: may(
      object({ definitions: must(STRING, 'Mark of the definitions that it belongs to.'), bytes: must(BYTES, 'A snapshot of the world, base64.') }),
      'What the definitions cannot say: contact forces, counts of steps. Not used if the definitions have been edited.',
    ),
  }
}

