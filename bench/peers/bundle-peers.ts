/** Bundles the worker and each adapter by itself: an engine that shares chunks with something else is not the engine its users get. */

import { readFileSync, rmSync } from 'node:fs'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { bundle } from '../bundle.ts'
import { ENGINES } from './engines.ts'

export const PEERS_FOLDER: string = `${PROJECT_ROOT}bench/peers`
export const PEERS_OUT: string = `${PEERS_FOLDER}/out`

export async function bundlePeers(): Promise<void> {
  rmSync(PEERS_OUT, { recursive: true, force: true })
  const { dependencies } = JSON.parse(readFileSync(`${PEERS_FOLDER}/package.json`, 'utf8')) as { dependencies: Record<string, string> }
  const entries: Record<string, string> = { worker: 'bench/peers/worker.ts' }
  entries['jolt-thread'] = 'bench/peers/adapters/jolt-thread.ts'
  for (const [name, { dimension }] of Object.entries(ENGINES)) entries[name] = `bench/peers/${dimension === 2 ? 'd2/' : ''}adapters/${name}.ts`
  const external = Object.keys(dependencies).map(name => new RegExp(`^${name}(?:/|$)`))
  await bundle(entries, PEERS_OUT, { external })
}
