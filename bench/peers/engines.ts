/** The engines of the comparison. Each has an adapter of the same name in adapters/, bundled on its own and loaded only when asked for. */

import type { Adapter } from './adapter.ts'

export interface Engine {
  readonly title: string
  /** The package whose version is printed; null for this engine. */
  readonly packageName: string | null
}

export const OURS = 'fulcrum'

export const ENGINES: Readonly<Record<string, Engine>> = {
  [OURS]: { title: 'Fulcrum', packageName: null },
  rapier: { title: 'Rapier SIMD', packageName: '@dimforge/rapier3d-simd-compat' },
  havok: { title: 'Havok', packageName: '@babylonjs/havok' },
  physx: { title: 'PhysX', packageName: 'physx-js-webidl' },
  'jolt-simd': { title: 'Jolt SIMD', packageName: 'jolt-physics' },
  jolt: { title: 'Jolt', packageName: 'jolt-physics' },
  crashcat: { title: 'crashcat', packageName: 'crashcat' },
  cannon: { title: 'cannon-es', packageName: 'cannon-es' },
}

/** Loads an adapter from beside the bundled worker. */
export async function loadAdapter(name: string): Promise<Adapter> {
  const module = (await import(new URL(`./${name}.mjs`, import.meta.url).href)) as { adapter: Adapter }
  return module.adapter
}
