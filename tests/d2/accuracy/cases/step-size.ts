/** Odd step lengths: none, tiny, a long hitch, and a frame rate that jumps about. */

import { box, circle, segment, type Body } from 'fulcrum-physics/2d'
import { addStack } from '../../../../scenes/d2/stack.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DT, isFinitePose } from '../setup.ts'

interface Outcome {
  notFinite: number
  throughFloor: number
  fallen: number
  drift: number
}

/** A tower of five on a thin floor, half of it a mere line, balls falling beside it, stepped by the given lengths. */
function abuse(lengths: readonly number[]): Outcome {
  const world = createWorld()
  world.createBody({ type: 'static', position: { x: -4, y: -0.05 }, shapes: [box({ halfExtents: { x: 6, y: 0.05 } })] })
  world.createBody({ type: 'static', shapes: [segment({ a: { x: 2, y: 0 }, b: { x: 12, y: 0 } })] })
  const quality = addStack(world, { boxes: 5 })
  const balls: Body[] = []
  for (let i = 0; i < 3; i++) balls.push(world.createBody({ position: { x: 3 + i, y: 0.5 + 1.5 * i }, shapes: [circle({ radius: 0.1 })] }))
  for (let i = 0; i < 60; i++) world.step(DT)
  balls[2].teleport({ x: 5, y: 6 })
  for (const step of lengths) world.step(step)
  for (let i = 0; i < 60; i++) world.step(DT)
  let notFinite = 0
  let throughFloor = 0
  for (const body of world.bodies) {
    if (!isFinitePose(body)) notFinite++
    if (body.type === 'dynamic' && !(body.position.y > 0)) throughFloor++
  }
  const { fallen, drift } = quality()
  return { notFinite, throughFloor, fallen, drift }
}

function rowsFor(test: string, lengths: readonly number[]): Row[] {
  const { notFinite, throughFloor, fallen, drift } = abuse(lengths)
  return [
    atMost(test, 'bodies not finite', '', 0, notFinite),
    atMost(test, 'bodies through the floor', '', 0, throughFloor),
    atMost(test, 'boxes fallen', '', 0, fallen),
    reported(test, 'drift of the stack m', '', drift),
  ]
}

export const stepSize: AccuracyCase = {
  name: 'step-size',
  run(): Row[] {
    const alternating = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? 1 / 30 : 1 / 144))
    return [
      ...rowsFor('dt = 0, ten times', Array.from({ length: 10 }, () => 0)),
      ...rowsFor('dt = 1e-6, 300 times', Array.from({ length: 300 }, () => 1e-6)),
      ...rowsFor('one hitch of 0.5 s', [0.5]),
      ...rowsFor('dt alternating 1/30 and 1/144', alternating),
    ]
  },
}
