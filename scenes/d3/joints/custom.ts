/** Joints that the engine does not have, made by a user: a bead on a bent wire, a ball on a loop of string, and rods written by hand. */

import { box, defineJoint, forceRow, sphere, type Body, type JointType } from 'fulcrum-physics/3d'
import { atMost, exactly, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'

/** A wire along y = data[0] x² in A's frame. Only the position error is given. */
export const wireJoint: JointType = defineJoint({
  name: 'wire',
  rows: 2,
  error(a, b, m, data) {
    const at = m.rotateInverse(a.rotation, m.sub(b.position, a.position))
    return m.list(m.sub(at.y, m.mul(m.mul(at.x, at.x), data[0])), at.z)
  },
})

/** A loop of string round two pegs at ±data[0] on A's x axis: what it measures is the length of the two straight parts. */
export const stringJoint: JointType = defineJoint({
  name: 'string',
  coordinates: ['length'],
  values(a, b, m, data) {
    const at = m.sub(b.position, a.position)
    const peg = m.mul(a.x, data[0])
    return m.add(m.length(m.sub(at, peg)), m.length(m.add(at, peg)))
  },
})

/** A rod of length data[0], its Jacobian written by hand. */
export const rodJoint: JointType = defineJoint({
  name: 'rod',
  rows: 1,
  measure(frames, out) {
    const x = frames.offset[0]
    const y = frames.offset[1]
    const z = frames.offset[2]
    const length = Math.sqrt(x * x + y * y + z * z)
    forceRow(frames, out.rows, 0, length - frames.data[0], x / length, y / length, z / length)
  },
})

const STRING = 3
const PEG = 1
const BEND = 0.5
const ROD = 0.8

export const customScene: SceneEntry = {
  name: 'joint-custom',
  title: 'Joints of your own',
  description: 'A bead slides along a parabola, a ball swings in a loop of string round two pegs, and links of hand-written rods wave.',
  source: 'Hodges 7, Chappuis B and C',
  worldOptions: { sleeping: false },
  camera: { position: { x: 0, y: 4, z: 11 }, target: { x: 0, y: 2.5, z: 0 } },
  steps: 600,
  expect: {
    worstWireGapMm: atMost(1e-3, 'the bead stays on y = x² / 2'),
    worstStringOverMm: atMost(1e-3, 'the loop of string keeps its length'),
    worstRodGapMm: atMost(0.2, 'rods keep their length'),
    beadEnergyKept: near(1, 5e-4, 'nothing drives or brakes the bead'),
    broken: exactly(0, 'nothing is loaded beyond its strength'),
  },
  build(world) {
    addFloor(world, 20)
    const wire = world.createBody({ type: 'static', position: { x: -4.5, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 0.1, y: 0.02, z: 0.1 } })] })
    const bead: Body = world.createBody({ position: { x: -2.5, y: 3, z: 0 }, shapes: [sphere({ radius: 0.15 })] })
    const path = { position: { x: 0, y: 0, z: 0 } }
    world.createJoint(wireJoint, { bodyA: wire, bodyB: bead, frameA: path, frameB: path, data: [BEND] })

    const pegs = [-PEG, PEG].map(x => sphere({ radius: 0.05, position: { x, y: 0, z: 0 } }))
    const board = world.createBody({ type: 'static', position: { x: 0, y: 4, z: 0 }, shapes: pegs })
    const ball = world.createBody({ position: { x: 1.2, y: 3.5, z: 0.3 }, shapes: [sphere({ radius: 0.2, density: 500 })] })
    const string = world.createJoint(stringJoint, {
      bodyA: board, bodyB: ball, frameA: path, frameB: path, data: [PEG], limits: [{ lower: -Infinity, upper: STRING }],
    })

    let above: Body | null = null
    let top = { x: 4, y: 5, z: 0 }
    const links: Body[] = []
    for (let i = 0; i < 4; i++) {
      const link: Body = world.createBody({ position: { x: top.x + ROD, y: 5, z: 0 }, shapes: [sphere({ radius: 0.12, density: 800 })] })
      const frameA = { position: above === null ? top : path.position }
      world.createJoint(rodJoint, { bodyA: above, bodyB: link, frameA, frameB: path, data: [ROD] })
      links.push(link)
      above = link
      top = link.position
    }

    let wireGap = 0
    let stringOver = 0
    let rodGap = 0
    const start = energyOf(bead)
    return {
      update() {
        const { x, y, z } = bead.position
        wireGap = Math.max(wireGap, Math.abs(y - 1 - BEND * (x + 4.5) * (x + 4.5)), Math.abs(z))
        stringOver = Math.max(stringOver, string.coordinate(0) - STRING)
        let from = { x: 4, y: 5, z: 0 }
        for (const link of links) {
          const p = link.position
          const length = Math.sqrt((p.x - from.x) * (p.x - from.x) + (p.y - from.y) * (p.y - from.y) + (p.z - from.z) * (p.z - from.z))
          rodGap = Math.max(rodGap, Math.abs(length - ROD))
          from = p
        }
      },
      measure: () => ({
        worstWireGapMm: 1000 * wireGap,
        worstStringOverMm: 1000 * stringOver,
        worstRodGapMm: 1000 * rodGap,
        beadEnergyKept: energyOf(bead) / start,
        broken: [...world.joints].filter(joint => joint.isBroken).length,
      }),
    }
  },
}

/** Per unit of mass, from the bottom of the wire. It does not turn: nothing pushes off its centre. */
function energyOf(bead: Body): number {
  const { x, y, z } = bead.linearVelocity
  return 9.81 * (bead.position.y - 1) + 0.5 * (x * x + y * y + z * z)
}
