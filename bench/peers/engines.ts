/**
 * The engines of the comparison. Each has an adapter of the same name in adapters/ or d2/adapters/, bundled on its own and loaded only when
 * asked for.
 */

import type { Adapter } from './adapter.ts'

export interface Engine {
  readonly title: string
  readonly dimension: 2 | 3
  /** The package whose version is printed; null for this engine. */
  readonly packageName: string | null
  /** Does its adapter build ground of triangles? */
  readonly terrain?: true
}

export const ENGINES: Readonly<Record<string, Engine>> = {
  fulcrum: { title: 'Fulcrum', dimension: 3, packageName: null, terrain: true },
  rapier: { title: 'Rapier SIMD', dimension: 3, packageName: '@dimforge/rapier3d-simd-compat', terrain: true },
  havok: { title: 'Havok', dimension: 3, packageName: '@babylonjs/havok' },
  physx: { title: 'PhysX', dimension: 3, packageName: 'physx-js-webidl' },
  'jolt-simd': { title: 'Jolt SIMD', dimension: 3, packageName: 'jolt-physics' },
  jolt: { title: 'Jolt', dimension: 3, packageName: 'jolt-physics' },
  crashcat: { title: 'crashcat', dimension: 3, packageName: 'crashcat', terrain: true },
  cannon: { title: 'cannon-es', dimension: 3, packageName: 'cannon-es' },
  fulcrum2d: { title: 'Fulcrum 2D', dimension: 2, packageName: null },
  'box2d-simd': { title: 'Box2D v3 SIMD', dimension: 2, packageName: 'box2d3-wasm' },
  box2d: { title: 'Box2D v3', dimension: 2, packageName: 'box2d3-wasm' },
  rapier2d: { title: 'Rapier 2D SIMD', dimension: 2, packageName: '@dimforge/rapier2d-simd-compat' },
  'phaser-box2d': { title: 'phaser-box2d', dimension: 2, packageName: 'phaser-box2d' },
  planck: { title: 'planck', dimension: 2, packageName: 'planck' },
  p2: { title: 'p2-es', dimension: 2, packageName: 'p2-es' },
  matter: { title: 'matter-js', dimension: 2, packageName: 'matter-js' },
}

export function isOurs(name: string): boolean {
  return ENGINES[name]!.packageName === null
}

/** Loads an adapter from beside the bundled worker. */
export async function loadAdapter(name: string): Promise<Adapter<unknown>> {
  const module = (await import(new URL(`./${name}.mjs`, import.meta.url).href)) as { adapter: Adapter<unknown> }
  return module.adapter
}
