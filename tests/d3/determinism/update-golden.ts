/**
 * `npx tsx tests/d3/determinism/update-golden.ts`: writes golden.json and golden-joints.json anew. Run it only when a change of results is
 * meant, and say in the commit why they changed.
 */

import { writeFileSync } from 'node:fs'
import { JOINT_SCENES, jointHashes } from './golden-joints.ts'
import { GOLDEN_SCENES, goldenHash } from './golden-scenes.ts'

function write(file: string, hashes: readonly (readonly [string, string])[]): void {
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`)
}

write('./golden.json', GOLDEN_SCENES.map((golden) => [golden.name, goldenHash(golden)]))
write('./golden-joints.json', JOINT_SCENES.map((scene) => [scene.name, jointHashes(scene)[0]]))
