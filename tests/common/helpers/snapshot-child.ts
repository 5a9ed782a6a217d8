/** Restores the snapshots of its standard input, one line each, into empty worlds, and tells the hashes of sixty steps. */

import { readFileSync } from 'node:fs'
import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [dimension, text] = line.split(' ') as [string, string]
  const received = Buffer.from(text, 'base64')
  const world = dimension === '2' ? new d2.World() : new d3.World()
  world.restore(new Uint8Array(received))
  const hashes = [world.hash()]
  for (let i = 0; i < 60; i++) {
    world.step(1 / 60)
    hashes.push(world.hash())
  }
  console.log(hashes.join(' '))
}
