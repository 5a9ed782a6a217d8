// `regularization` of `defineJoint`: rows on parts far lighter than their load give way by the usual share, and hold with less.

import { describe, expect, it } from 'vitest'
import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'

const counted = (angle: number, last: number): number => angle + 2 * Math.PI * Math.round((last - angle) / (2 * Math.PI))

/** Turns of a heavy flywheel handed on to another by light wheels in between, each with the next at 1:1: how far out of step they come in a second. */
function outOfStep2d(regularization: number | undefined): number {
  const world = new d2.World({ gravity: { x: 0, y: 0 }, sleeping: false })
  const type = new d2.JointType({
    name: 'belt', rows: ['angle'], coordinates: ['turn'], ...(regularization === undefined ? {} : { regularization }),
    measure(frames, out) {
      d2.angleRow(frames, out.coordinates, 0)
      d2.angleRow(frames, out.rows, 0)
      out.rows.values[0] = counted(out.rows.values[0]!, frames.last[0]!)
    },
  })
  const wheels = [1, 1e-5, 1e-5, 1e-5, 1].map((mass, x) => world.createBody({ position: { x, y: 0 }, mass, inertia: mass }))
  const ground = world.createBody({ type: 'static' })
  wheels.forEach((wheel, x) => world.createHingeJoint({ bodyA: ground, bodyB: wheel, anchor: { x, y: 0 } }))
  for (let i = 1; i < wheels.length; i++) world.createJoint(type, { bodyA: wheels[i - 1]!, bodyB: wheels[i]! })
  const [first, last] = [wheels[0]!, wheels.at(-1)!]
  let out = 0
  for (let i = 0; i < 60; i++) {
    first.applyTorque(20)
    world.step(1 / 60)
    out = Math.max(out, Math.abs(first.angularVelocity - last.angularVelocity))
  }
  return out
}

function outOfStep3d(regularization: number | undefined): number {
  const world = new d3.World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
  const type = new d3.JointType({
    name: 'belt', rows: ['angle'], coordinates: ['turn'], ...(regularization === undefined ? {} : { regularization }),
    measure(frames, out) {
      d3.angleRow(frames, out.coordinates, 0)
      d3.angleRow(frames, out.rows, 0)
      out.rows.values[0] = counted(out.rows.values[0]!, frames.last[0]!)
    },
  })
  const wheels = [1, 1e-5, 1e-5, 1e-5, 1].map((mass, x) => world.createBody({ position: { x, y: 0, z: 0 }, mass, inertia: { xx: mass, yy: mass, zz: mass } }))
  const ground = world.createBody({ type: 'static' })
  wheels.forEach((wheel, x) => world.createHingeJoint({ bodyA: ground, bodyB: wheel, anchor: { x, y: 0, z: 0 }, axis: { x: 1, y: 0, z: 0 } }))
  for (let i = 1; i < wheels.length; i++) world.createJoint(type, { bodyA: wheels[i - 1]!, bodyB: wheels[i]! })
  const [first, last] = [wheels[0]!, wheels.at(-1)!]
  let out = 0
  for (let i = 0; i < 60; i++) {
    first.applyTorque({ x: 20, y: 0, z: 0 })
    world.step(1 / 60)
    out = Math.max(out, Math.abs(first.angularVelocity.x - last.angularVelocity.x))
  }
  return out
}

describe.each([['2D', outOfStep2d, d2.JointType], ['3D', outOfStep3d, d3.JointType]] as const)('regularization, %s', (_, outOfStep, JointType) => {
  it('decides how far rows of light parts give way', () => {
    const usual = outOfStep(undefined)
    expect(usual).toBeGreaterThan(1e-4)
    expect(outOfStep(1e-11)).toBeLessThan(1e-4 * usual)
    expect(outOfStep(1e-6)).toBe(usual)
  })

  it.each([-1, 2, Number.NaN, '0'])('is refused as %s', (regularization) => {
    const make = (): unknown => new JointType({ name: 'odd', rows: 1, regularization: regularization as number, measure: () => {} })
    expect(make).toThrow(/odd\.regularization/)
  })
})
