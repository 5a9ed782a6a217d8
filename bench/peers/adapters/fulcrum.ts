/** This engine, through its public entry. */

import { World } from 'fulcrum-physics/3d'
import { addList } from '../../../scenes/d3/add-list.ts'
import type { BodyList } from '../../../scenes/d3/lists/body-list.ts'
import { DT, writePose, type Adapter, type PeerWorld } from '../adapter.ts'

export const adapter: Adapter = {
  async create(list: BodyList): Promise<PeerWorld> {
    const world = new World({ sleeping: false })
    const bodies = addList(world, list)
    let answers = new Float64Array(0)
    return {
      settings: { substeps: world.substeps, continuous: world.continuous },
      step: () => world.step(DT),
      readPoses(out) {
        bodies.forEach((body, i) => writePose(out, i, body.position, body.rotation))
      },
      castRays(rays, distances) {
        if (answers.length !== 8 * distances.length) answers = new Float64Array(8 * distances.length)
        world.castRays(rays, answers)
        for (let i = 0; i < distances.length; i++) distances[i] = answers[8 * i]!
      },
      hash: () => world.hash(),
    }
  },
}
