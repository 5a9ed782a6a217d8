/**
 * Runs in a process of its own with --expose-gc and a young generation so large that it is not collected while counting: steps a chain of joints,
 * users' own or built-in ones, and prints how many bytes a step allocated, dropped ones included.
 */

import { World, box } from 'fulcrum-physics/3d'
import { ballByError, hingeByError, hingeByHand } from './custom-types.ts'

const WARM_UP_STEPS = 1500
const COUNTED_STEPS = 500
const DT = 1 / 60

const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('Run with --expose-gc.')

const own = process.argv[2] === 'own'
const world = new World({ sleeping: false })
let bodyA = world.createBody({ type: 'static' })
for (let i = 0; i < 6; i++) {
  const bodyB = world.createBody({ position: { x: i + 1, y: 0, z: 0 }, linearDamping: 0.1, shapes: [box({ halfExtents: { x: 0.4, y: 0.1, z: 0.1 } })] })
  const place = { bodyA, bodyB, anchor: { x: i + 0.5, y: 0, z: 0 } }
  const axis = { x: 0, y: 0, z: 1 }
  const limit = { lower: -0.5, upper: 0.5 }
  if (own) {
    const type = [ballByError, hingeByError, hingeByHand][i % 3]!
    world.createJoint(type, { ...place, axis, limits: type === ballByError ? [] : [limit] })
  } else if (i % 3 === 0) world.createBallJoint(place)
  else world.createHingeJoint({ ...place, axis, limit })
  bodyA = bodyB
}
for (let i = 0; i < WARM_UP_STEPS; i++) world.step(DT)
collect()
collect()
const start = process.memoryUsage().heapUsed
for (let i = 0; i < COUNTED_STEPS; i++) world.step(DT)
const bytes = process.memoryUsage().heapUsed - start
console.log(JSON.stringify({ perStep: bytes / COUNTED_STEPS, joints: world.jointCount }))
