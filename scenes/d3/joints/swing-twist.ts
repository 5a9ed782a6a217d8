/** Swing–twist joints: a limp arm, a stiff one and one that waves, on a trunk that is shaken; and a tail of ten pieces. */

import { box, capsule, type Body, type SwingTwistJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, between } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import { aboutAxis, degrees, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const FORWARDS: Vec3 = { x: 0, y: 0, z: 1 }
const SHOULDER = 1.6
const PIECES = 10

/** An arm of 0.8 m out to the right of a post at x. */
function addArm(world: World, post: Body, x: number, more: { friction?: number }): SwingTwistJoint {
  const arm = world.createBody({
    position: { x: x + 0.6, y: SHOULDER, z: 0 },
    rotation: aboutAxis(0, 0, 1, -Math.PI / 2),
    shapes: [capsule({ radius: 0.07, halfLength: 0.33 })],
  })
  const swing = { swingY: degrees(60), swingZ: degrees(85), twistLower: degrees(-30), twistUpper: degrees(30) }
  const anchor = { x: x + 0.2, y: SHOULDER, z: 0 }
  return world.createSwingTwistJoint({ bodyA: post, bodyB: arm, anchor, axis: { x: 1, y: 0, z: 0 }, planeAxis: FORWARDS, ...swing, ...more })
}

function addTail(world: World, from: Vec3): SwingTwistJoint[] {
  const joints: SwingTwistJoint[] = []
  let before: Body | null = null
  for (let i = 0; i < PIECES; i++) {
    const piece: Body = world.createBody({
      position: { x: from.x, y: from.y, z: from.z + 0.1 + 0.2 * i },
      shapes: [box({ halfExtents: { x: 0.08 - 0.005 * i, y: 0.05, z: 0.095 } })],
    })
    const anchor = { x: from.x, y: from.y, z: from.z + 0.2 * i }
    joints.push(
      world.createSwingTwistJoint({
        bodyA: before, bodyB: piece, anchor, axis: FORWARDS, planeAxis: { x: 1, y: 0, z: 0 },
        swingY: degrees(8), swingZ: degrees(25), twistLower: -0.1, twistUpper: 0.1,
      }),
    )
    before = piece
  }
  return joints
}

export const swingTwistScene: SceneEntry = {
  name: 'joint-swing-twist',
  title: 'Swing–twist joint',
  description: 'Arms on shaken posts: one limp, one stiff with friction, one that waves; right, a tail that bends far sideways and little down.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 0, y: 3, z: 8 }, target: { x: 0, y: 1.3, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(0.1, 'shoulders hold'),
    limpDegrees: between(59.9, 85.1, 'weight presses the limp arm to its oval of 60 by 85 degrees'),
    stiffDegrees: atMost(10, 'friction of 60 N m holds 46 of the weight and most of the shaking'),
    wavingDegrees: between(11.4, 45.9, 'the drive leads between 0.2 and 0.8 rad'),
    tailDegrees: between(7.9, 25.1, 'weight presses the tail to its ovals of 8 by 25 degrees'),
  },
  build(world) {
    addFloor(world, 20)
    const posts = [-3, -1, 1].map((x) =>
      world.createBody({ type: 'kinematic', position: { x, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.8, z: 0.15 } })] }),
    )
    const limp = addArm(world, posts[0]!, -3, {})
    const stiff = addArm(world, posts[1]!, -1, { friction: 60 })
    const waving = addArm(world, posts[2]!, 1, {})
    const tail = addTail(world, { x: 3.5, y: 2, z: -1 })
    let gap = 0
    return {
      update(_world, step) {
        const phase = sineCosine(step / 12)
        for (const post of posts) post.angularVelocity = { x: 0, y: 1.5 * phase.cosine, z: 0 }
        // Up (about y of the frames, which points forwards) and to and fro.
        waving.drive = { target: aboutAxis(0, 1, 0, -0.5 + 0.3 * sineCosine(step / 15).sine), hertz: 3, dampingRatio: 1, maxTorque: 300 }
        for (const { anchorA: a, anchorB: b } of [limp, stiff, waving, ...tail]) {
          gap = Math.max(gap, length({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }))
        }
      },
      measure: () => ({
        worstGapMm: 1000 * gap,
        limpDegrees: limp.swingAngle / degrees(1),
        stiffDegrees: stiff.swingAngle / degrees(1),
        wavingDegrees: waving.swingAngle / degrees(1),
        tailDegrees: Math.max(...tail.map((joint) => joint.swingAngle)) / degrees(1),
      }),
    }
  },
}
