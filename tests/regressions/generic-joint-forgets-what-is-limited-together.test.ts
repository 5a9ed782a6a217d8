// A generic joint read `limits` back without saying which two axes one soft limit holds together, and with cones in another order. That pair
// decides how rotation is told: after `setDrives(joint.drives)`, in scene files and in glTF files such a joint moved otherwise.
import { box, World, type GenericDefinition, type GenericJoint, type GenericLimit, type JointAxis } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import { randomOf, type Random } from '../families/family.ts'

function limitOf(random: Random): GenericLimit {
  const axes = random.pick<JointAxis[]>([[0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]])
  const key = random() < 0.75 ? 'angularAxes' : 'linearAxes'
  const soft = random() < 0.6 ? { stiffness: random.scale(10, 1000), damping: random.scale(1, 50) } : {}
  return { [key]: axes, min: axes.length > 1 || random() < 0.3 ? 0 : -random.between(0, 1), max: random() < 0.6 ? 0 : random.between(0.1, 1), ...soft }
}

/** A joint of random limits and drives; null if there is no such joint. */
function jointOf(random: Random): { world: World; joint: GenericJoint } | null {
  const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
  const shapes = [box({ halfExtents: { x: 0.3, y: 0.4, z: 0.5 } })]
  const bodyA = world.createBody({ shapes, angularVelocity: { x: 1, y: -2, z: 0.5 } })
  const bodyB = world.createBody({ shapes, position: { x: 1.5, y: 0, z: 0 }, rotation: { x: 0.2, y: -0.1, z: 0.3, w: 0.93 } })
  const definition: GenericDefinition = {
    bodyA, bodyB, frameA: { position: { x: 0.75, y: 0, z: 0 } }, frameB: { position: { x: -0.75, y: 0, z: 0 } },
    limits: Array.from({ length: random.integer(1, 3) }, () => limitOf(random)),
    drives: random() < 0.5 ? [{ type: 'angular', axis: random.integer(0, 2) as JointAxis, stiffness: 20, damping: 2, velocityTarget: 1 }] : [],
  }
  try {
    return { world, joint: world.createGenericJoint(definition) }
  } catch {
    return null
  }
}

it('is the same joint after its limits and drives were set to what they are', () => {
  let cases = 0
  let together = 0
  for (let seed = 0; seed < 250; seed++) {
    const first = jointOf(randomOf(seed))
    if (first === null) continue
    const second = jointOf(randomOf(seed))!
    second.joint.setLimits(second.joint.limits)
    second.joint.setDrives(second.joint.drives)
    second.joint.setFriction(second.joint.friction)
    if (first.joint.limits.some(({ angularAxes, stiffness, max }) => angularAxes?.length === 2 && stiffness !== undefined && max === 0)) together++
    for (let i = 0; i < 20; i++) {
      first.world.step(1 / 60)
      second.world.step(1 / 60)
    }
    expect(second.world.hash(), `seed ${seed}: ${JSON.stringify(first.joint.limits)}`).toBe(first.world.hash())
    cases++
  }
  expect(cases).toBeGreaterThan(120)
  expect(together).toBeGreaterThan(8)
})
