/**
 * Physics materials and collision filters of a document, in the engine's words.
 */

import type { CollisionFilter, CombineRule, Contact, ShapeOptions } from '../../d3/index.ts'
import { listOf, refuse, sizeOf, textOf } from '../shared/json.ts'
import type { Catalogue, Placed } from './spellings.ts'
import type { Warnings } from './warnings.ts'

/** A physics material. */
export interface GltfMaterial {
  /** Coulomb's coefficient of surfaces that slide. */
  readonly friction: number
  /** Coulomb's coefficient of surfaces that do not slide yet. */
  readonly staticFriction: number
  /** Share of the speed kept in a bounce, 0 … 1. */
  readonly restitution: number
  /** How two frictions become one. */
  readonly frictionCombine: GltfCombine
  /** How two restitutions become one. */
  readonly restitutionCombine: GltfCombine
}

/** The format's rules, in the order in which one wins over the next where two materials differ. */
export type GltfCombine = 'average' | 'minimum' | 'maximum' | 'multiply'

const COMBINES: readonly GltfCombine[] = ['average', 'minimum', 'maximum', 'multiply']
const RULES: Readonly<Record<GltfCombine, CombineRule>> = { average: 'average', minimum: 'min', maximum: 'max', multiply: 'multiply' }

/** What a material says that leaves everything out, and what a collider without one has. */
const PLAIN: GltfMaterial = { friction: 0.6, staticFriction: 0.6, restitution: 0, frictionCombine: 'average', restitutionCombine: 'average' }

export function readMaterials(catalogue: Catalogue, warnings: Warnings): GltfMaterial[] {
  return catalogue.materials.map(material => readMaterial(material, warnings))
}

export function readMaterial({ fields, path }: Placed, warnings: Warnings): GltfMaterial {
  const bounce = sizeOf(fields, 'restitution', path, PLAIN.restitution)
  if (bounce > 1) warnings.add(`${path}.restitution`, `is ${bounce} and would gain energy; 1 stands for it.`)
  return {
    friction: sizeOf(fields, 'dynamicFriction', path, PLAIN.friction),
    staticFriction: sizeOf(fields, 'staticFriction', path, PLAIN.staticFriction),
    restitution: Math.min(bounce, 1),
    frictionCombine: readCombine(textOf(fields, 'frictionCombine', path, 'average'), `${path}.frictionCombine`),
    restitutionCombine: readCombine(textOf(fields, 'restitutionCombine', path, 'average'), `${path}.restitutionCombine`),
  }
}

function readCombine(word: string, path: string): GltfCombine {
  const rule = COMBINES.find(name => name === word.toLowerCase())
  return rule ?? refuse(path, word, 'must be average, minimum, maximum or multiply.')
}

export function materialOf(materials: readonly GltfMaterial[], index: number): GltfMaterial {
  return index < 0 ? PLAIN : materials[index]
}

export function surfaceOf(material: GltfMaterial): ShapeOptions {
  return {
    friction: material.friction, staticFriction: material.staticFriction, restitution: material.restitution,
    frictionCombine: RULES[material.frictionCombine], restitutionCombine: RULES[material.restitutionCombine],
  }
}

/** Do materials differ in their rules? Then the format has another order of them than the engine. */
export function rulesDiffer(materials: readonly GltfMaterial[]): boolean {
  return (['frictionCombine', 'restitutionCombine'] as const).some(key => materials.some(material => material[key] !== materials[0][key]))
}

/** Two values by the format's rule for two materials. */
function combine(a: number, b: number, ruleA: GltfCombine, ruleB: GltfCombine): number {
  switch (COMBINES[Math.min(COMBINES.indexOf(ruleA), COMBINES.indexOf(ruleB))]) {
    case 'average':
      return (a + b) / 2
    case 'minimum':
      return Math.min(a, b)
    case 'maximum':
      return Math.max(a, b)
    default:
      return a * b
  }
}

/** Friction and restitution of a contact by the format's rules; nothing where one of the two has no material of a document. */
export function combineContact(contact: Contact, a: GltfMaterial | undefined, b: GltfMaterial | undefined): void {
  if (a === undefined || b === undefined) return
  contact.friction = combine(a.friction, b.friction, a.frictionCombine, b.frictionCombine)
  contact.staticFriction = combine(a.staticFriction, b.staticFriction, a.frictionCombine, b.frictionCombine)
  contact.restitution = combine(a.restitution, b.restitution, a.restitutionCombine, b.restitutionCombine)
}

interface Systems {
  readonly member: readonly string[]
  /** null: all but `not`. */
  readonly only: ReadonlySet<string> | null
  readonly not: ReadonlySet<string>
}

const ANYONE: Systems = { member: [], only: null, not: new Set() }

/** Bits there are for filters. */
const MOST_FILTERS = 32

/** Filters that differ in their words and are compared with each other at most: all with all. */
const MOST_COMPARED = 512

const FILTERS = 'extensions.KHR_physics_rigid_bodies.collisionFilters'

/**
 * Each filter of the document as category and mask: one bit for each sort of filter, and the mask says which sorts it collides with. The first one is
 * for colliders that have none, those of the document follow.
 */
export function readFilters(catalogue: Catalogue): CollisionFilter[] {
  // Who has no filter is the first sort: the category of the engine's own shapes.
  const given = [ANYONE, ...catalogue.filters.map(readSystems)]
  // Filters of the same words are one, and those that collide with the same ones are one sort.
  const words = given.map(({ member, only, not }) => JSON.stringify([member, only === null ? null : [...only], [...not]]))
  const systems = [...new Map(words.map((word, i) => [word, given[i]])).entries()]
  if (systems.length > MOST_COMPARED) refuse(FILTERS, systems.length, `different filters are more than ${MOST_COMPARED}.`, 'limit-exceeded')
  const rows = systems.map(([, a]) => systems.map(([, b]) => collides(a, b) && collides(b, a)))
  const names = rows.map(row => row.map(Number).join(''))
  const sorts = [...new Set(names)]
  if (sorts.length > MOST_FILTERS) {
    refuse(FILTERS, sorts.length, `different filters are more than the ${MOST_FILTERS} that the engine tells apart.`, 'limit-exceeded')
  }
  const bits = names.map(name => sorts.indexOf(name))
  const filters = new Map<string, CollisionFilter>(systems.map(([word], i) => {
    let mask = 0
    rows[i].forEach((yes, k) => { if (yes) mask |= 1 << bits[k] })
    return [word, { category: 1 << bits[i], mask: rows[i].every(Boolean) ? -1 : mask }]
  }))
  return words.map(word => filters.get(word)!)
}

function readSystems({ fields, path }: Placed): Systems {
  const names = (key: string): string[] => listOf(fields, key, path).map((name, i) => {
    return typeof name === 'string' ? name : refuse(`${path}.${key}[${i}]`, name, 'must be text.')
  })
  const only = names('collideWithSystems')
  return {
    member: names('collisionSystems'), not: new Set(names('notCollideWithSystems')),
    only: only.length === 0 ? null : new Set(only),
  }
}

/**
 * Does b let a touch it? As the draft has it, who is in no system is kept out by nobody: the empty set is a part of every set. Of several one is
 * enough. The draft says "a ⊆ collideWith and a ⊄ notCollideWith", and also that each list can be told from the other as its inverse: a ⊄ the inverse
 * of collideWith is that one of a's systems is in collideWith, so both sentences hold together only if one is enough. So it is with the masks of the
 * programs that read the format. `notCollideWithSystems` keeps out who is in several only if it names all of them.
 */
function collides(a: Systems, b: Systems): boolean {
  return a.member.length === 0 || a.member.some(name => (b.only === null || b.only.has(name)) && !b.not.has(name))
}
