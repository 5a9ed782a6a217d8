/**
 * `npx tsx tests/d3/determinism/update-golden.ts`: writes golden.json and golden-joints.json anew. Run it only when a change of results is meant,
 * and say in the commit why they changed.
 */

import { writeFileSync } from 'node:fs'
import { JOINT_SCENES, jointHashes } from './golden-joints.ts'
import { goldenHash, GOLDEN_SCENES } from './golden-scenes.ts'

const golden: Record<string, string> = {}
for (const scene of GOLDEN_SCENES) {
  golden[scene.name] = goldenHash(scene)
  console.log(scene.name, golden[scene.name])
}
writeFileSync(new URL('./golden.json', import.meta.url), `${JSON.stringify(golden, null, 2)}\n`)

const joints: Record<string, string> = {}
for (const scene of JOINT_SCENES) joints[scene.name] = jointHashes(scene)[0]
writeFileSync(new URL('./golden-joints.json', import.meta.url), `${JSON.stringify(joints, null, 2)}\n`)
