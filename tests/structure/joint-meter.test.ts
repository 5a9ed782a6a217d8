/** The judge of joints in the comparison sees gaps and overstepped limits, and nothing in scenes as they start. */

import { describe, expect, it } from 'vitest'
import { JointMeter } from '../../bench/peers/joint-meter.ts'
import type { BodyList } from '../../scenes/d3/lists/body-list.ts'
import { listNet, NET_3D } from '../../scenes/d3/lists/net-list.ts'
import { listRagdolls, RAGDOLLS_3D } from '../../scenes/d3/lists/ragdoll-list.ts'
import { aboutAxis, multiply } from '../../scenes/d3/rotation.ts'

function startPoses({ bodies }: BodyList): Float64Array {
  const dynamic = bodies.filter(({ type }) => type === 'dynamic')
  return Float64Array.from(
    dynamic.flatMap(({ position: p, rotation: q = { x: 0, y: 0, z: 0, w: 1 } }) => [p.x, p.y, p.z, q.x, q.y, q.z, q.w]),
  )
}

describe('JointMeter', () => {
  it('finds ragdolls and net whole at the start, with the bodies and joints of their definitions', () => {
    const ragdolls = listRagdolls(RAGDOLLS_3D)
    expect(ragdolls.bodies.filter(({ type }) => type === 'dynamic')).toHaveLength(1100)
    expect(ragdolls.joints).toHaveLength(1000)
    const net = listNet(NET_3D)
    expect(net.bodies).toHaveLength(900)
    expect(net.joints).toHaveLength(2 * 30 * 29)
    for (const list of [ragdolls, net]) {
      const meter = new JointMeter(list)
      expect(meter.gap(startPoses(list))).toBeLessThan(1e-12)
      expect(meter.excess(startPoses(list))).toBeLessThan(1e-7)
    }
  })

  it('measures a gap, and passes over no bad number', () => {
    const list = listNet({ side: 3, spacing: 0.5, radius: 0.1 })
    const meter = new JointMeter(list)
    const poses = startPoses(list)
    poses[7 * 2 + 1]! -= 0.003
    expect(meter.gap(poses)).toBeCloseTo(0.003, 12)
    poses[0] = NaN
    expect(meter.gap(poses)).toBeNaN()
  })

  it('measures how far limits are overstepped', () => {
    const list = listRagdolls({ stacks: 1, layers: 1 })
    const meter = new JointMeter(list)
    const turn = (body: number, axis: number, angle: number): number => {
      const poses = startPoses(list)
      const { rotation = { x: 0, y: 0, z: 0, w: 1 } } = list.bodies[body]!
      const joint = list.joints!.find(({ bodyB }) => bodyB === body)!
      const { x, y, z } = joint.kind === 'ball' ? { x: 1, y: 0, z: 0 } : joint.axis
      // About the joint's axis, or about one across it.
      const about = axis === 0 ? aboutAxis(x, y, z, angle) : aboutAxis(y, z, x, angle)
      const q = multiply(about, rotation)
      poses.set([q.x, q.y, q.z, q.w], 7 * (body - 1) + 3)
      return meter.excess(poses)
    }
    // Body 1 is the pelvis: 5 is the left forearm on its hinge from 0 to 2.4, 3 the head within 0.6 and ± 0.8.
    expect(turn(5, 0, -0.1)).toBeCloseTo(0.1, 9)
    expect(turn(5, 0, 2.5)).toBeCloseTo(0.1, 9)
    expect(turn(5, 0, 1)).toBe(0)
    expect(turn(3, 0, -1)).toBeCloseTo(0.2, 9)
    expect(turn(3, 1, 0.9)).toBeCloseTo(0.3, 9)
    expect(turn(3, 1, 0.5)).toBe(0)
  })
})
