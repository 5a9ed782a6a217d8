/** Box2D v3 as its package gives it in Node: the build with SIMD, which could use threads and is given none. */

import initBox2d from 'box2d3-wasm'
import type { MainModule } from '../../node_modules/box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.d.ts'
import type { Adapter2d } from '../adapter.ts'
import { createBox2dWorld } from './box2d-world.ts'

const init = initBox2d as unknown as () => Promise<MainModule>

export const adapter: Adapter2d = {
  create: async list => createBox2dWorld(await init(), list),
}
