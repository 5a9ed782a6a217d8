/** A curtain that swings, and a net that catches balls. */

import { buildNet, circle } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../../expectation.ts'
import { topSpeed } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const BALLS = 8

export const nets: SceneEntry = {
  name: 'nets',
  title: 'A curtain and a catching net',
  description: 'A curtain of knots on strings swings in a gust; a net held at its upper corners catches the balls that fall into it.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 0 }, height: 13 },
  steps: 600,
  expect: {
    stretchPercent: atMost(3, 'strings hold their length'),
    caught: exactly(BALLS, 'meshes are narrower than the balls'),
  },
  build(world) {
    const curtain = buildNet(world, { columns: 8, rows: 14, spacing: 0.35, center: { x: -6, y: 1 }, shape: { density: 300 } })
    for (const body of curtain.bodies) if (body.type === 'dynamic') body.linearVelocity = { x: 2, y: 0 }
    const columns = 25
    const isFixed = (column: number, row: number): boolean => row === 0 && (column === 0 || column === columns - 1)
    const net = buildNet(world, { columns, rows: 3, spacing: 0.35, slack: 0.2, center: { x: 4, y: 2 }, fixed: isFixed, shape: { density: 300 } })
    const balls = Array.from({ length: BALLS }, (_, i) =>
      world.createBody({ position: { x: 2.6 + 0.8 * (i % 4), y: 4 + Math.floor(i / 4) }, shapes: [circle({ radius: 0.35, density: 100 })] }),
    )
    const strings = [...curtain.joints, ...net.joints]
    let longest = 0
    const look = (): void => {
      for (const { currentLength, maxLength } of strings) longest = Math.max(longest, currentLength / maxLength - 1)
    }
    return {
      update: look,
      measure(current) {
        look()
        return {
          stretchPercent: 100 * longest,
          caught: balls.filter(({ position }) => position.y > -4).length,
          curtainBottom: curtain.knot(4, 13).position.y,
          topSpeed: topSpeed(current),
        }
      },
    }
  },
}
