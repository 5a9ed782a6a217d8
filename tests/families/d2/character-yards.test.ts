/**
 * Characters in yards of boxes, polygons, capsules, circles and slabs at random places and turns: never through, never nearer than the skin, never
 * faster than they want, and still where they push into corners. There they went back and forth by most of their skin in every step.
 */

import { box, capsule, circle, polygon, World, type ShapeDefinition, type Vec2 } from 'fulcrum-physics/2d'
import { walkYard, YARD_FIGURES } from '../common/character-yard.ts'
import { testFamily, type Random } from '../family.ts'

function thing(random: Random, size: number): ShapeDefinition {
  const some = () => size * random.scale(0.1, 1)
  const kind = random.integer(0, 4)
  if (kind === 0) return capsule({ radius: some() / 2, halfLength: some() })
  if (kind === 1) return circle({ radius: some() })
  if (kind === 2) {
    const points = Array.from({ length: random.integer(3, 7) }, (_, i) => 0.9 * i + random.between(0, 0.8))
    const reach = some()
    return polygon({ points: points.map(angle => ({ x: reach * Math.cos(angle), y: reach * Math.sin(angle) })) })
  }
  if (kind === 3) return box({ halfExtents: { x: 2 * size, y: 0.2 * size } })
  return box({ halfExtents: { x: some(), y: some() } })
}

testFamily({
  name: 'characters in yards, 2D', short: 10, long: 300, figures: YARD_FIGURES,
  run(random) {
    const size = random.scale(0.3, 3)
    const width = 10 * size
    const world = new World({ gravity: { x: 0, y: -9.81 * size } })
    const add = (shape: ShapeDefinition, position: Vec2, rotation = 0) => world.createBody({ type: 'static', position, rotation, shapes: [shape] })
    add(box({ halfExtents: { x: 2 * width, y: size } }), { x: 0, y: -size })
    for (const side of [-1, 1]) add(box({ halfExtents: { x: size, y: 4 * width } }), { x: side * (width + size), y: 0 })
    for (let i = random.integer(3, 10); i > 0; i--) {
      const at = { x: random.between(-width, width), y: size * random.between(-0.5, 2) }
      if (Math.abs(at.x) > 2.9 * size) add(thing(random, size), at, random.between(0, 2 * Math.PI))
    }
    const radius = 0.25 * size
    const half = size * random.between(0.05, 0.6) + radius
    const shape = random() < 0.5 ? capsule({ radius, halfLength: half - radius }) : box({ halfExtents: { x: radius, y: half } })
    const character = world.createCharacter({ shape, position: { x: 0, y: half + 0.05 * size }, maxSlope: random.between(0.5, 1.1) })
    const dt = 1 / random.pick([30, 60, 144, 240])
    const { skin } = character
    return walkYard(random, {
      size, skin, dt, width, character,
      step: () => world.step(dt),
      place: () => [character.position.x, character.position.y],
      head: (speed, heading) => (character.move = { x: heading < Math.PI ? speed : -speed, y: 0 }),
      gap: () => world.collectPlanes(shape, { position: character.position, reach: skin, filter: { exclude: character.body } })
        .reduce((least, { offset }) => Math.min(least, offset / skin), 1),
    }, 24)
  },
})
