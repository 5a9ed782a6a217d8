import { box, World } from 'fulcrum-physics/2d'
import { tumblingLandings } from '../common/tumbling-landings.ts'
import { testFamily } from '../family.ts'

testFamily(tumblingLandings('2D', 0.04, random => {
  const halfExtents = { x: random.between(0.2, 1), y: random.between(0.2, 1) }
  const friction = random.between(0.1, 1)
  const start = {
    position: { x: 0, y: random.between(2, 3) }, rotation: random.between(-3, 3),
    linearVelocity: { x: random.between(-3, 3), y: -random.between(1, 5) }, angularVelocity: random.between(-5, 5),
  }
  return () => {
    const world = new World({ gravity: { x: 0, y: -9.81 } })
    world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [box({ halfExtents: { x: 100, y: 1 }, friction })] })
    const body = world.createBody({ ...start, shapes: [box({ halfExtents, friction })] })
    return { step: dt => world.step(dt), velocity: () => [body.linearVelocity.x, body.linearVelocity.y, body.angularVelocity] }
  }
}))
