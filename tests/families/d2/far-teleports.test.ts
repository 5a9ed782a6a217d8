import { type Body, box, World } from 'fulcrum-physics/2d'
import { farTeleports } from '../common/far-teleports.ts'
import { testFamily } from '../family.ts'
import { largestError } from '../open-joints.ts'

const AXIS = { x: 0.6, y: 0.8 }

testFamily(farTeleports('2D', ({ gravity, size, links }) => {
  const world = new World({ gravity: { x: 0, y: -gravity } })
  const bodies: Body[] = []
  links.forEach(({ joint, density }, i) => {
    const halfExtents = { x: 0.4 * size, y: 0.2 * size }
    const bodyA = bodies.at(-1) ?? null
    const bodyB = world.createBody({
      position: { x: (i + 1) * size, y: 0 }, linearDamping: 1, angularDamping: 1, shapes: [box({ halfExtents, density, filter: { category: 1, mask: 0 } })],
    })
    bodies.push(bodyB)
    const anchor = { x: (i + 0.5) * size, y: 0 }
    if (joint === 'hinge') world.createHingeJoint({ bodyA, bodyB, anchor })
    else if (joint === 'fixed') world.createFixedJoint({ bodyA, bodyB, anchor })
    else world.createSliderJoint({ bodyA, bodyB, anchor, axis: AXIS })
  })
  return {
    step: dt => world.step(dt),
    displace(i, x, y) {
      const { position: p } = bodies[i]!
      bodies[i]!.position = { x: p.x + x, y: p.y + y }
    },
    gap: () => largestError(world),
    speed: () => Math.max(...bodies.map(({ linearVelocity: v }) => Math.hypot(v.x, v.y))),
  }
}))
