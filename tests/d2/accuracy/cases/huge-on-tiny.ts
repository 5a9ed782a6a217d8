/** A box of ten metres on boxes of a centimetre, a long bar on a short one: how far the small ones are overlapped. */

import { box, polygon, type Body, type ShapeDefinition } from 'fulcrum-physics/2d'
import { addFloor } from '../../../../scenes/d2/ground.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DT, isFinitePose } from '../setup.ts'

const cube = (half: number, density = 1000): ShapeDefinition => box({ halfExtents: { x: half, y: half }, density })

interface Result {
  /** Largest overlap of the small ones, of their size. */
  overlap: number
  lost: number
}

/** The big shape lies on small ones at the given places. `half`: half height of the big one. */
function press(big: ShapeDefinition, half: number, small: ShapeDefinition, size: number, places: readonly number[], seconds: number): Result {
  const world = createWorld()
  addFloor(world, 40)
  const under: Body[] = places.map(x => world.createBody({ position: { x, y: size / 2 }, shapes: [small] }))
  const over = world.createBody({ position: { x: 0, y: size + half }, shapes: [big] })
  let overlap = 0
  for (let i = 0; i < seconds / DT; i++) {
    world.step(DT)
    overlap = Math.max(overlap, (size + half - over.position.y) / size)
  }
  return { overlap, lost: [...under, over].filter(body => !isFinitePose(body) || body.position.y < 0).length }
}

const ENDS = [-4, 4]

export const hugeOnTiny: AccuracyCase = {
  name: 'huge-on-tiny',
  run(length): Row[] {
    const seconds = length === 'full' ? 10 : 2
    const tiny = polygon({ points: [{ x: -0.02, y: -0.005 }, { x: 0.02, y: -0.005 }, { x: 0, y: 0.005 }], density: 1000 })
    const rows: Row[] = []
    for (const [test, result] of [
      ['10 m box on two 1 cm boxes, 1:1e6', press(cube(5), 5, cube(0.005), 0.01, ENDS, seconds)],
      ['10 m box on two 1 cm boxes, 1:1000', press(cube(5, 1), 5, cube(0.005), 0.01, ENDS, seconds)],
      ['bar 10 m × 1 mm on two 1 mm boxes', press(box({ halfExtents: { x: 5, y: 5e-4 } }), 5e-4, cube(5e-4), 1e-3, ENDS, seconds)],
      ['10 m box on small triangles', press(cube(5, 1), 5, tiny, 0.01, ENDS, seconds)],
    ] as const) {
      rows.push(
        atMost(test, 'largest overlap / size', '', 0.01, result.overlap),
        atMost(test, 'bodies lost', '', 0, result.lost),
      )
    }
    return rows
  },
}
