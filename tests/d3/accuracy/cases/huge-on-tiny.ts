/** A box of ten metres on cubes of a centimetre, a long bar on a short one: how far the small ones are overlapped. */

import { box, hull, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'
import { addFloor } from '../../../../scenes/d3/ground.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DT, isFinitePose } from '../setup.ts'

const cube = (half: number, density = 1000): ShapeDefinition => box({ halfExtents: { x: half, y: half, z: half }, density })

interface Result {
  /** Largest overlap of the small ones, of their size. */
  overlap: number
  lost: number
}

/** The big shape lies on small ones at the given places. `half`: half height of the big one. */
function press(big: ShapeDefinition, half: number, small: ShapeDefinition, size: number, places: readonly (readonly [number, number])[], seconds: number): Result {
  const world = createWorld()
  addFloor(world, 40)
  const under: Body[] = places.map(([x, z]) => world.createBody({ position: { x, y: size / 2, z }, shapes: [small] }))
  const over = world.createBody({ position: { x: 0, y: size + half, z: 0 }, shapes: [big] })
  let overlap = 0
  for (let i = 0; i < seconds / DT; i++) {
    world.step(DT)
    overlap = Math.max(overlap, (size + half - over.position.y) / size)
  }
  return { overlap, lost: [...under, over].filter(body => !isFinitePose(body) || body.position.y < 0).length }
}

const CORNERS = [[-4, -4], [4, -4], [-4, 4], [4, 4]] as const

export const hugeOnTiny: AccuracyCase = {
  name: 'huge-on-tiny',
  run(length): Row[] {
    const seconds = length === 'full' ? 10 : 2
    const tiny = hull({ points: [[-0.02, 0, -0.02], [0.02, 0, -0.02], [0, 0, 0.03], [0, 0.01, 0]].map(([x, y, z]) => ({ x: x!, y: y! - 0.005, z: z! })), density: 1000 })
    const rows: Row[] = []
    for (const [test, result] of [
      ['10 m box on four 1 cm cubes, 1:1e9', press(cube(5), 5, cube(0.005), 0.01, CORNERS, seconds)],
      ['10 m box on four 1 cm cubes, 1:1000', press(cube(5, 1e-3), 5, cube(0.005), 0.01, CORNERS, seconds)],
      ['bar 10 m × 1 mm on two 1 mm cubes', press(box({ halfExtents: { x: 5, y: 5e-4, z: 5e-4 } }), 5e-4, cube(5e-4), 1e-3, [[-4, 0], [4, 0]], seconds)],
      ['10 m box on small tetrahedra', press(cube(5, 1e-3), 5, tiny, 0.01, CORNERS, seconds)],
    ] as const) {
      rows.push(
        atMost(test, 'largest overlap / size', '', 0.01, result.overlap),
        atMost(test, 'bodies lost', '', 0, result.lost),
      )
    }
    return rows
  },
}
