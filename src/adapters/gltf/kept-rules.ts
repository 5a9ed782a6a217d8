/**
 * Materials of a document in a scene file. The engine has its own order of combine rules, and glTF another: where materials differ in their rules, a
 * contact needs both materials as they stand in the document. They go into the user data of shapes, and `followRules` answers contacts by them.
 */

import type { Shape, World } from '../../d3/index.ts'
import { requireMade, requireSpace } from '../shared/given.ts'
import { objectAt } from '../shared/json.ts'
import type { GltfPhysics } from './add-physics.ts'
import { propertyOf, withProperty } from './kept-animations.ts'
import { combineContact, readMaterial, type GltfMaterial } from './surfaces.ts'
import { Warnings } from './warnings.ts'

/** The property of user data. */
const KEY = 'gltfMaterial'

/** Writes the material of each shape into its user data, as the property `gltfMaterial`. User data that is no plain object is replaced. */
export function keepRules(physics: GltfPhysics): void {
  requireMade(physics, ['world', 'description'], 'keepRules.physics', 'addPhysics')
  for (const [shape, { friction, ...rest }] of physics.shapeMaterials()) {
    shape.userData = withProperty(shape.userData, KEY, { dynamicFriction: friction, ...rest })
  }
}

/**
 * Sets `world.onContact` so that shapes with a material from `keepRules` follow the rules of the format; a function that stands there is called
 * first. Returns how many shapes have one; 0: nothing is set.
 */
export function followRules(world: World): number {
  requireSpace(world, 'followRules.world')
  const materials = new Map<Shape, GltfMaterial>()
  const warnings = new Warnings()
  for (const body of world.bodies) {
    for (const shape of body.shapes) {
      const kept = propertyOf(shape.userData, KEY)
      if (kept === undefined) continue
      const fields = objectAt(kept, `shape.userData.${KEY}`)
      materials.set(shape, readMaterial({ fields, path: `shape.userData.${KEY}` }, warnings))
    }
  }
  if (materials.size === 0) return 0
  const before = world.onContact
  world.onContact = (contact) => {
    before?.(contact)
    combineContact(contact, materials.get(contact.shapeA), materials.get(contact.shapeB))
  }
  return materials.size
}
