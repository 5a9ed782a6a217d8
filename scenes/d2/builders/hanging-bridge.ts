/** A hanging bridge: first by itself, then with crates and balls falling on it. */

import { box, buildBridge, circle } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const HALF_SPAN = 8
const HEIGHT = 4
/** Step from which things fall, and how many steps lie between two of them. */
const FIRST_FALL = 180
const PAUSE = 15
const FALLING = 12

export const hangingBridge: SceneEntry = {
  name: 'hanging-bridge',
  title: 'Hanging bridge',
  description: 'Twenty-four planks hang between two rocks and carry the crates and balls that fall on them.',
  camera: { center: { x: 0, y: 3 }, height: 14 },
  steps: 600,
  expect: {
    asymmetryMm: atMost(1e-3, 'a symmetric bridge hangs symmetrically'),
    carried: exactly(FALLING, 'planks close the gap between the rocks'),
    gapMm: atMost(0.1, 'hinges at rest are closed'),
    worstGapMm: atMost(3, 'hinges hold when crates land'),
  },
  build(world) {
    for (const side of [-1, 1]) {
      const shapes = [box({ halfExtents: { x: 3, y: 3 } })]
      world.createBody({ type: 'static', position: { x: side * (HALF_SPAN + 3.1), y: HEIGHT - 2.95 }, shapes })
    }
    const ends = { from: { x: -HALF_SPAN, y: HEIGHT }, to: { x: HALF_SPAN, y: HEIGHT } }
    const bridge = buildBridge(world, { ...ends, planks: 24, slack: 0.03, friction: 20, shape: { density: 600 } })
    const gaps = new GapWatch(bridge.joints)
    const fallen: { readonly position: { y: number } }[] = []
    let asymmetry = 0
    return {
      update(_current, step) {
        gaps.look()
        if (step === FIRST_FALL) {
          const heights = bridge.bodies.map(({ position }) => position.y)
          asymmetry = Math.max(...heights.map((y, i) => Math.abs(y - heights.at(-1 - i)!)))
        }
        const turn = (step - FIRST_FALL) / PAUSE
        if (!Number.isInteger(turn) || turn < 0 || turn >= FALLING) return
        const crate = box({ halfExtents: { x: 0.4, y: 0.3 }, density: 300 })
        const ball = circle({ radius: 0.35, density: 300, rollingResistance: 0.02 })
        const position = { x: ((turn * 5) % FALLING) - 5.5, y: HEIGHT + 2 }
        fallen.push(world.createBody({ position, rotation: 0.3 * turn, shapes: [turn % 2 === 0 ? crate : ball] }))
      },
      measure: () => ({
        asymmetryMm: 1000 * asymmetry,
        sag: HEIGHT - Math.min(...bridge.joints.map(({ anchorB }) => anchorB.y)),
        carried: fallen.filter(({ position }) => position.y > 0).length,
        ...gaps.figures(),
      }),
    }
  },
}
