import { type Body, box, circle, World } from 'fulcrum-physics/2d'
import { struckChains } from '../common/struck-chains.ts'
import { testFamily } from '../family.ts'
import { largestError } from '../open-joints.ts'

const filter = { category: 1, mask: 0 }

testFamily(struckChains('2D', ['hinge'], ({ links, length, linkMass, loadMass, kinds }) => {
  const world = new World({ sleeping: false, gravity: { x: 0, y: -9.81 } })
  const bodies: Body[] = []
  kinds.forEach((_, i) => {
    const last = i === links
    const top = bodies.length === 0 ? 0 : bodies.at(-1)!.position.y - 0.5 * length
    const half = 0.5 * length
    const shape = last ? circle({ radius: length, filter }) : box({ halfExtents: { x: 0.1 * length, y: half }, filter })
    const bodyA = bodies.at(-1) ?? null
    const bodyB = world.createBody({ position: { x: 0, y: top - (last ? length : half) }, mass: last ? loadMass : linkMass, shapes: [shape] })
    bodies.push(bodyB)
    world.createHingeJoint({ bodyA, bodyB, anchor: { x: 0, y: top } })
  })
  return {
    step: dt => world.step(dt),
    strike(i, speed) {
      const { linearVelocity: v } = bodies[i]!
      bodies[i]!.linearVelocity = { x: v.x + speed, y: v.y }
    },
    gap: () => largestError(world),
  }
}))
