/** The large scenes in two dimensions: thousands of bodies each, about ten seconds in all. */

import { describe } from 'vitest'
import { scenes } from '../../../scenes/d2/index.ts'
import { LARGE, sceneTest } from './run-scene.ts'

describe('large scenes in two dimensions', () => {
  for (const entry of scenes) if (LARGE.includes(entry.name)) sceneTest(entry)
})
