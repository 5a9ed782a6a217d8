import { box, World } from 'fulcrum-physics/2d'
import { slowSlides } from '../common/slow-slides.ts'
import { testFamily } from '../family.ts'

testFamily(slowSlides('2D', ({ gravity, half, friction }) => {
  const world = new World({ gravity })
  const size = half.x
  world.createBody({ type: 'static', position: { x: 0, y: -size }, shapes: [box({ halfExtents: { x: 1e4 * size, y: size }, friction })] })
  const body = world.createBody({ position: { x: 0, y: half.y }, shapes: [box({ halfExtents: half, friction })] })
  return { step: dt => world.step(dt), speed: () => body.linearVelocity.x }
}))
