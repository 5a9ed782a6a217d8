/** Jolt as its package's main entry gives it: one thread, no SIMD. */

import initJolt from 'jolt-physics'
import type { Adapter } from '../adapter.ts'
import { createJoltWorld } from './jolt-world.ts'

export const adapter: Adapter = {
  create: async list => createJoltWorld(await initJolt(), list),
}
