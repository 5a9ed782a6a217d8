import { type Body, box, sphere, World } from 'fulcrum-physics/3d'
import { struckChains } from '../common/struck-chains.ts'
import { testFamily } from '../family.ts'
import { largestError } from '../open-joints.ts'

const filter = { category: 1, mask: 0 }
const X = { x: 1, y: 0, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

testFamily(struckChains('3D', ['ball', 'hinge', 'universal'], ({ links, length, linkMass, loadMass, kinds }) => {
  const world = new World({ sleeping: false, gravity: { x: 0, y: -9.81, z: 0 } })
  const bodies: Body[] = []
  kinds.forEach((kind, i) => {
    const last = i === links
    const top = bodies.length === 0 ? 0 : bodies.at(-1)!.position.y - 0.5 * length
    const half = 0.5 * length
    const shape = last ? sphere({ radius: length, filter }) : box({ halfExtents: { x: 0.1 * length, y: half, z: 0.1 * length }, filter })
    const bodyA = bodies.at(-1) ?? null
    const position = { x: 0, y: top - (last ? length : half), z: 0 }
    const bodyB = world.createBody({ position, mass: last ? loadMass : linkMass, shapes: [shape] })
    bodies.push(bodyB)
    const anchor = { x: 0, y: top, z: 0 }
    // Struck along x, hinges about z.
    if (kind === 'ball') world.createBallJoint({ bodyA, bodyB, anchor })
    else if (kind === 'hinge') world.createHingeJoint({ bodyA, bodyB, anchor, axis: Z })
    else world.createUniversalJoint({ bodyA, bodyB, anchor, axisA: X, axisB: Z })
  })
  return {
    step: dt => world.step(dt),
    strike(i, speed) {
      const { linearVelocity: v } = bodies[i]!
      bodies[i]!.linearVelocity = { ...v, x: v.x + speed }
    },
    gap: () => largestError(world),
  }
}))
