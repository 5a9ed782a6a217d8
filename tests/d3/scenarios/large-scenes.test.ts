/** The large scenes in three dimensions: a thousand bodies and more each, about a minute in all. */

import { describe } from 'vitest'
import { scenes } from '../../../scenes/d3/index.ts'
import { LARGE, sceneTest } from './run-scene.ts'

describe('large scenes in three dimensions', () => {
  for (const entry of scenes) if (LARGE.includes(entry.name)) sceneTest(entry)
})
