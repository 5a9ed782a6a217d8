// Where the package's public entries live in the source tree, for vitest, vite and the source rules. tsconfig.json says the same for tsc and
// tsx, and a test compares the two. The package's name stands in package.json alone.
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const PROJECT_ROOT: string = inProject('')

/** The name users import the package by. */
export const PACKAGE_NAME: string = manifest.name

/** Public entries, as what follows the package's name, and their files. */
export const ENTRIES: Readonly<Record<string, string>> = {
  // Before their parents, which would otherwise swallow them.
  '2d/polygons': 'src/polygons/index.ts',
  '2d/scene': 'src/adapters/scene/scene-2d.ts',
  '2d/recording': 'src/adapters/recording/recording-2d.ts',
  '2d/analysis': 'src/adapters/analysis/analysis-2d.ts',
  '3d/analysis': 'src/adapters/analysis/analysis-3d.ts',
  '3d/hulls': 'src/hulls/index.ts',
  '2d/rube': 'src/adapters/rube/index.ts',
  '2d/tiled': 'src/adapters/tiled/index.ts',
  '3d/scene': 'src/adapters/scene/scene-3d.ts',
  '3d/recording': 'src/adapters/recording/recording-3d.ts',
  '2d': 'src/d2/index.ts',
  '3d': 'src/d3/index.ts',
  linear: 'src/linear/index.ts',
  netcode: 'src/adapters/netcode/index.ts',
  three: 'src/adapters/three/index.ts',
  urdf: 'src/adapters/urdf/index.ts',
  mjcf: 'src/adapters/mjcf/index.ts',
  gltf: 'src/adapters/gltf/index.ts',
  phaser: 'src/adapters/phaser/index.ts',
  pixi: 'src/adapters/pixi/index.ts',
}

export const ALIASES: Record<string, string> = Object.fromEntries(
  Object.entries(ENTRIES).map(([entry, file]) => [`${PACKAGE_NAME}/${entry}`, inProject(file)]),
)
