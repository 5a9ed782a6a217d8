/** Closed loops: linkages that a motor drives for minutes, rows that say the same twice, and lengths that cannot agree. */

import type { World } from 'fulcrum-physics/2d'
import { GapWatch, length, topSpeed } from '../../../../scenes/d2/measure.ts'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { addFourBar, addParallelCranks, addSliderCrank, type Linkage } from '../linkages.ts'
import { createWorld, DT, worse } from '../setup.ts'

const MM = 1000

function machine(name: string, add: (world: World) => Linkage, seconds: number): Row[] {
  const world = createWorld()
  const linkage = add(world)
  const gaps = new GapWatch(linkage.pins)
  const later = new GapWatch(linkage.pins)
  let off = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    gaps.look()
    off = worse(off, linkage.off())
    // The motor jerks it from rest to full speed within the first step.
    if (i * DT > 1) later.look()
  }
  const { drive } = linkage
  const test = `${name}, ${seconds} s`
  return [
    atMost(test, 'widest gap at a pin, mm', '', 1, gaps.worst * MM),
    atMost(test, 'widest gap after the first second, mm', '', 1, later.worst * MM),
    reported(test, 'off its place, mm', '', off * MM),
    reported(test, 'speed of the motor, relative error', '', drive.speed / drive.motor!.speed - 1),
  ]
}

function parallelCranks(count: number, seconds: number): Row[] {
  const world = createWorld()
  const { pins, feet } = addParallelCranks(world, count)
  const gaps = new GapWatch([...pins, ...feet])
  const later = new GapWatch([...pins, ...feet])
  let apart = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    gaps.look()
    if (i * DT > 1) later.look()
    for (const foot of feet) apart = Math.max(apart, Math.abs(foot.angle - feet[0].angle))
  }
  const test = `${count} parallel cranks, ${seconds} s`
  return [
    atMost(test, 'widest gap at a pin, mm', '', 1, gaps.worst * MM),
    atMost(test, 'widest gap after the first second, mm', '', 1, later.worst * MM),
    reported(test, 'cranks apart, rad', '', apart),
    reported(test, 'speed of the motor, relative error', '', feet[0].speed / Math.PI - 1),
  ]
}

/** Three cranks on one coupler, the third a millimetre too long: it cannot turn exactly, whatever is done. */
function contradictory(seconds: number): Row[] {
  const world = createWorld()
  const { pins, feet } = addParallelCranks(world, 3, 1e-3)
  const gaps = new GapWatch([...pins, ...feet])
  let force = 0
  let fastest = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    gaps.look()
    fastest = worse(fastest, topSpeed(world))
    for (const joint of [...pins, ...feet]) force = worse(force, length(joint.reactionForce))
  }
  const test = `3 parallel cranks, one 1 mm too long, ${seconds} s`
  return [
    atMost(test, 'widest gap at a pin, mm', '', 1, gaps.worst * MM),
    atMost(test, 'highest speed, m/s', '', 20, fastest),
    reported(test, 'highest force at a pin, N', '', force),
    reported(test, 'turned, rad', '', feet[0].angle),
  ]
}

export const loops: AccuracyCase = {
  name: 'loops',
  run(runLength: RunLength): Row[] {
    const seconds = runLength === 'full' ? 300 : 10
    return [
      ...machine('four-bar linkage', addFourBar, seconds),
      ...machine('slider and crank', addSliderCrank, seconds),
      ...parallelCranks(3, seconds),
      ...parallelCranks(8, seconds / 2),
      ...contradictory(seconds),
    ]
  },
}
