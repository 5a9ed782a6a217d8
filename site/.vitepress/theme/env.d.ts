interface ImportMeta {
  readonly env: { readonly SSR: boolean; readonly DEV: boolean }
}

declare module 'virtual:samples' {
  import type { World } from 'fulcrum-physics/3d'

  export const SAMPLES: Readonly<Record<string, () => Promise<{ sample(): Generator<World, World> }>>>
}
