/** Box2D v3, the build of the package for pages that are not isolated: no threads, no SIMD. Its entry does not name it, so it is loaded by path. */

import type { MainModule } from '../../node_modules/box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.d.ts'
import type { Adapter2d } from '../adapter.ts'
import { createBox2dWorld } from './box2d-world.ts'

/** From the folder of the bundles. */
const PATH = '../node_modules/box2d3-wasm/build/dist/es/compat/Box2D.compat.mjs'

export const adapter: Adapter2d = {
  async create(list) {
    const { default: init } = (await import(new URL(PATH, import.meta.url).href)) as { default: () => Promise<MainModule> }
    return createBox2dWorld(await init(), list)
  },
}
