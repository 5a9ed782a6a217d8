/** This engine, through its public entry. */

import { World } from 'fulcrum-physics/2d'
import { addList } from '../../../../scenes/d2/add-list.ts'
import type { BodyList } from '../../../../scenes/d2/lists/body-list.ts'
import { DT, writePose, type Adapter2d, type PeerWorld } from '../adapter.ts'

export const adapter: Adapter2d = {
  async create(list: BodyList): Promise<PeerWorld> {
    const world = new World({ sleeping: false })
    const bodies = addList(world, list)
    return {
      settings: { substeps: world.substeps, continuous: world.continuous },
      step: () => world.step(DT),
      readPoses(out) {
        bodies.forEach((body, i) => {
          const { x, y } = body.position
          writePose(out, i, x, y, body.rotation)
        })
      },
      hash: () => world.hash(),
    }
  },
}
