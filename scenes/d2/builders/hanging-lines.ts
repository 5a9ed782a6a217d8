/** A chain, a cord, a thread and a slack rope side by side, each with a load that is much heavier than the line. */

import { buildChain, buildRope, circle, type Body, type Vec2, type World } from 'fulcrum-physics/2d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch, length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

/** m, of every line that hangs from one end. */
const REACH = 4
const LOAD_RADIUS = 0.3

interface Line {
  from: Vec2
  to: Vec2
}

/** A ball of 100 kg in the direction of a line from `from` to `to`, which ends at it. */
function addLoad(world: World, from: Vec2, to: Vec2): Body {
  const share = LOAD_RADIUS / REACH
  const position = { x: to.x + share * (to.x - from.x), y: to.y + share * (to.y - from.y) }
  return world.createBody({ position, mass: 100, shapes: [circle({ radius: LOAD_RADIUS })] })
}

export const hangingLines: SceneEntry = {
  name: 'hanging-lines',
  title: 'Chain, cord, thread and rope',
  description: 'Lines of light pieces swing loads of 100 kg and do not grow longer; a slack rope hangs between two nails.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 1 }, height: 20 },
  steps: 600,
  expect: {
    chainStretchPercent: atMost(0.01, 'hinged links do not stretch'),
    cordStretchPercent: atMost(0.01, 'hinged pieces do not stretch'),
    threadStretchPercent: atMost(0.51, 'distance joints give the share of their guard, and no more'),
    // a (cosh u − 1) with u = 6 / a and sinh u = 1.3 u.
    ropeSag: near(4.4256, 0.02, 'a catenary 1.3 times as long as its span of 12 m'),
    worstGapMm: atMost(0.1, 'hinges hold 100 kg on pieces of 50 g'),
  },
  build(world) {
    const heads: Vec2[] = [{ x: -13, y: 6 }, { x: -4, y: 6 }, { x: 5, y: 6 }]
    // Let go 45 degrees below the level, a heavy line stays taut and is a pendulum.
    const tips = heads.map(({ x, y }) => ({ x: x + REACH * Math.SQRT1_2, y: y - REACH * Math.SQRT1_2 }))
    const [first, second, third] = heads.map((from, i) => ({ from, to: tips[i]! })) as [Line, Line, Line]
    const chain = buildChain(world, { ...first, links: 20, linkMass: 1, load: { mass: 100, radius: LOAD_RADIUS } })
    const cordLoad = addLoad(world, second.from, second.to)
    const cord = buildRope(world, { ...second, pieces: 40, pieceMass: 0.05, end: cordLoad })
    const threadLoad = addLoad(world, third.from, third.to)
    buildRope(world, { ...third, pieces: 40, pieceMass: 0.05, joint: 'distance', end: threadLoad })
    const slack = buildRope(world, { from: { x: -6, y: -3 }, to: { x: 6, y: -3 }, pieces: 40, slack: 0.3, end: 'world', damping: 0.2 })
    const gaps = new GapWatch([...chain.joints, ...cord.joints, ...slack.joints].filter(({ type }) => type === 'hinge'))
    const loads = [chain.load!, cordLoad, threadLoad]
    const farthest = [0, 0, 0]
    const look = (): void => {
      gaps.look()
      loads.forEach((load, i) => {
        // The nearest point of the ball is where the line holds it when the line is taut.
        const { x, y } = load.position
        farthest[i] = Math.max(farthest[i]!, length({ x: x - heads[i]!.x, y: y - heads[i]!.y }) - LOAD_RADIUS)
      })
    }
    const stretch = (i: number): number => 100 * Math.max(0, farthest[i]! / REACH - 1)
    return {
      update: look,
      measure() {
        look()
        return {
          chainStretchPercent: stretch(0), cordStretchPercent: stretch(1), threadStretchPercent: stretch(2),
          ropeSag: -3 - Math.min(...slack.bodies.map(({ position }) => position.y)), ...gaps.figures(),
        }
      },
    }
  },
}
