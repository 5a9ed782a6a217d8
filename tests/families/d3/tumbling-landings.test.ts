import { box, World } from 'fulcrum-physics/3d'
import { tumblingLandings } from '../common/tumbling-landings.ts'
import { testFamily } from '../family.ts'

testFamily(tumblingLandings('3D', 0.065, random => {
  const any = (size: number): number => random.between(-size, size)
  const halfExtents = { x: random.between(0.2, 1), y: random.between(0.2, 1), z: random.between(0.2, 1) }
  const friction = random.between(0.1, 1)
  const q = [any(1), any(1), any(1), any(1)]
  const length = Math.hypot(...q)
  const start = {
    position: { x: 0, y: random.between(2, 3), z: 0 }, rotation: { x: q[0]! / length, y: q[1]! / length, z: q[2]! / length, w: q[3]! / length },
    linearVelocity: { x: any(3), y: -random.between(1, 5), z: any(3) }, angularVelocity: { x: any(5), y: any(5), z: any(5) },
  }
  return () => {
    const world = new World({ gravity: { x: 0, y: -9.81, z: 0 } })
    world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 100, y: 1, z: 100 }, friction })] })
    const body = world.createBody({ ...start, shapes: [box({ halfExtents, friction })] })
    return { step: dt => world.step(dt), velocity: () => [body.linearVelocity, body.angularVelocity].flatMap(({ x, y, z }) => [x, y, z]) }
  }
}))
