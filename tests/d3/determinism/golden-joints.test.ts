/** The scenes of all kinds of joints end at their golden hashes, also after a restore in mid-run. */

import { describe, expect, it } from 'vitest'
import golden from './golden-joints.json' with { type: 'json' }
import { JOINT_SCENES, jointHashes } from './golden-joints.ts'

describe.each(JOINT_SCENES)('$name', (scene) => {
  it('ends at its golden hash, and again from a snapshot', { timeout: 180_000 }, () => {
    const [end, again] = jointHashes(scene)
    expect(end).toBe((golden as Record<string, string>)[scene.name])
    expect(again).toBe(end)
  })
})
