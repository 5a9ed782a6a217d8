// Where the package's public entries live in the source tree, for vitest and vite. tsconfig.json says the same for tsc and tsx.
import { fileURLToPath } from 'node:url'

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const PROJECT_ROOT: string = inProject('')

export const ALIASES: Record<string, string> = {
  // Before its parent, which would otherwise swallow it.
  'fulcrum/2d/polygons': inProject('src/polygons/index.ts'),
  'fulcrum/2d': inProject('src/d2/index.ts'),
  'fulcrum/3d': inProject('src/d3/index.ts'),
  'fulcrum/linear': inProject('src/linear/index.ts'),
}
