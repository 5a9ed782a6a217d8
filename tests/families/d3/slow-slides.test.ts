import { box, World } from 'fulcrum-physics/3d'
import { slowSlides } from '../common/slow-slides.ts'
import { testFamily } from '../family.ts'

testFamily(slowSlides('3D', ({ gravity, half, friction }) => {
  const world = new World({ gravity: { ...gravity, z: 0 } })
  const size = half.x
  const floor = { x: 1e4 * size, y: size, z: 1e4 * size }
  world.createBody({ type: 'static', position: { x: 0, y: -size, z: 0 }, shapes: [box({ halfExtents: floor, friction })] })
  const body = world.createBody({ position: { x: 0, y: half.y, z: 0 }, shapes: [box({ halfExtents: { ...half, z: half.x }, friction })] })
  return { step: dt => world.step(dt), speed: () => body.linearVelocity.x }
}))
