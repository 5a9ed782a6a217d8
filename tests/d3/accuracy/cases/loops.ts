/** Closed loops: linkages that a motor drives for minutes, rows that say the same twice, and axes that cannot agree. */

import type { HingeJoint, Vec3 } from 'fulcrum-physics/3d'
import { addBar } from '../../../../scenes/d3/machines/bar.ts'
import { crankPin, fourBar, rockerPin } from '../../../../scenes/d3/machines/four-bar.ts'
import { sliderCrank } from '../../../../scenes/d3/machines/slider-crank.ts'
import { GapWatch, topSpeed } from '../../../../scenes/d3/measure.ts'
import { rotate } from '../../../../scenes/d3/rotation.ts'
import type { SceneEntry, SceneInstance } from '../../../../scenes/d3/scene.ts'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { createWorld, cross, DT, length } from '../setup.ts'

const Z: Vec3 = { x: 0, y: 0, z: 1 }
const MM = 1000

/** A scene with a motor, and what it says of itself. */
function machine(scene: SceneEntry, seconds: number, figures: readonly string[]): Row[] {
  const world = createWorld()
  const built = scene.build(world) as SceneInstance
  const pins = new GapWatch([...world.joints].filter(joint => joint.type === 'hinge'))
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    built.update?.(world, i)
    // The motor jerks it from rest to full speed within the first step.
    if (i * DT > 1) pins.look()
  }
  const measured = built.measure!(world)
  const test = `${scene.title}, ${seconds} s`
  return [
    atMost(test, 'widest gap at a pin, mm', '', 1, Number(measured['worstGapMm'])),
    atMost(test, 'widest gap after the first second, mm', '', 1, pins.worst * MM),
    ...figures.map(name => reported(test, name, '', Number(measured[name]))),
  ]
}

/** Cranks side by side on one coupler: from the third on each adds rows that the others imply. */
function parallelCranks(count: number, seconds: number): Row[] {
  const world = createWorld()
  const start = 1
  const tip = { x: Math.cos(start), y: Math.sin(start) }
  const coupler = addBar(world, tip, { x: tip.x + count - 1, y: tip.y }, 0)
  const pins: HingeJoint[] = []
  const feet: HingeJoint[] = []
  for (let i = 0; i < count; i++) {
    const crank = addBar(world, { x: i, y: 0 }, { x: tip.x + i, y: tip.y }, 0)
    const motor = i === 0 ? { speed: Math.PI, maxTorque: 20_000 } : null
    feet.push(world.createHingeJoint({ bodyB: crank, anchor: { x: i, y: 0, z: 0 }, axis: Z, motor }))
    pins.push(world.createHingeJoint({ bodyA: crank, bodyB: coupler, anchor: { x: tip.x + i, y: tip.y, z: 0 }, axis: Z }))
  }
  const gaps = new GapWatch([...pins, ...feet])
  const later = new GapWatch([...pins, ...feet])
  let apart = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    gaps.look()
    if (i * DT > 1) later.look()
    for (const foot of feet) apart = Math.max(apart, Math.abs(foot.angle - feet[0]!.angle))
  }
  const test = `${count} parallel cranks, ${seconds} s`
  return [
    atMost(test, 'widest gap at a pin, mm', '', 1, gaps.worst * MM),
    atMost(test, 'widest gap after the first second, mm', '', 1, later.worst * MM),
    reported(test, 'cranks apart, rad', '', apart),
    reported(test, 'speed of the motor, relative error', '', feet[0]!.speed / Math.PI - 1),
  ]
}

/** The four-bar with the axis of one pin 1e-3 out of true: it cannot turn exactly, whatever is done. */
function contradictory(torque: number, seconds: number): Row[] {
  const world = createWorld()
  const start = Math.PI / 2
  const b = crankPin(start)
  const c = rockerPin(start)
  const left = { x: 0, y: 2 }
  const right = { x: 3, y: 2 }
  const crank = addBar(world, left, b, 0)
  const coupler = addBar(world, b, c, 0)
  const rocker = addBar(world, right, c, 0)
  const motor = torque > 0 ? { speed: Math.PI, maxTorque: torque } : null
  const wrong = { x: 1e-3, y: 0, z: 1 }
  const joints: HingeJoint[] = [
    world.createHingeJoint({ bodyB: crank, anchor: { ...left, z: 0 }, axis: Z, motor }),
    world.createHingeJoint({ bodyA: crank, bodyB: coupler, anchor: { ...b, z: 0 }, axis: Z }),
    world.createHingeJoint({ bodyA: coupler, bodyB: rocker, anchor: { ...c, z: 0 }, axis: wrong }),
    world.createHingeJoint({ bodyB: rocker, anchor: { ...right, z: 0 }, axis: Z }),
  ]
  const gaps = new GapWatch(joints)
  let tilt = 0
  let force = 0
  let fastest = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    gaps.look()
    fastest = Math.max(fastest, topSpeed(world))
    for (const joint of joints) force = Math.max(force, length(joint.reactionForce))
    for (const bar of [crank, coupler, rocker]) tilt = Math.max(tilt, length(cross(rotate(bar.rotation, Z), Z)))
  }
  const test = `four-bar, an axis 1e-3 out of true, ${torque > 0 ? `motor of ${torque} N m` : 'swinging'}, ${seconds} s`
  return [
    atMost(test, 'widest gap at a pin, mm', '', 1, gaps.worst * MM),
    atMost(test, 'tilt of a bar, rad', '', 2e-3, tilt),
    atMost(test, 'highest speed, m/s', '', 20, fastest),
    reported(test, 'highest force at a pin, N', '', force),
    reported(test, 'turned, rad', '', joints[0]!.angle),
  ]
}

export const loops: AccuracyCase = {
  name: 'loops',
  run(runLength: RunLength): Row[] {
    const seconds = runLength === 'full' ? 300 : 10
    return [
      ...machine(fourBar, seconds, ['offPathMm', 'speed']),
      ...machine(sliderCrank, seconds, ['offPlaceMm', 'offGuideMm']),
      ...parallelCranks(3, seconds),
      ...parallelCranks(8, seconds / 2),
      ...contradictory(0, seconds),
      ...contradictory(2000, seconds),
    ]
  },
}
