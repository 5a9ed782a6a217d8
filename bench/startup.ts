/** How long a user waits: `node startup.mjs engine.mjs` times the import and the first world, in a process that has done nothing else. */

import { pathToFileURL } from 'node:url'

export interface StartupRun {
  importMs: number
  worldMs: number
  totalMs: number
}

const address = pathToFileURL(process.argv[2]!).href
const started = performance.now()
const { World } = (await import(address)) as typeof import('fulcrum-physics/3d')
const imported = performance.now()
const world = new World()
const ended = performance.now()
if (world.bodyCount !== 0) throw new Error('A new world has no bodies.')
const run: StartupRun = { importMs: imported - started, worldMs: ended - imported, totalMs: ended - started }
console.log(JSON.stringify(run))
