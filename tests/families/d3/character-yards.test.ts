/**
 * Characters in yards of boxes, hulls, capsules, cylinders, balls and slabs at random places and turns: never through, never nearer than the skin,
 * never faster than they want, and still where they push into corners. There they went back and forth by most of their skin in every step.
 */

import { box, capsule, cylinder, hull, sphere, World, type Quat, type ShapeDefinition, type Vec3 } from 'fulcrum-physics/3d'
import { walkYard, YARD_FIGURES } from '../common/character-yard.ts'
import { testFamily, type Random } from '../family.ts'

const UPRIGHT: Quat = { x: 0, y: 0, z: 0, w: 1 }

function turn(random: Random): Quat {
  const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]
  const length = Math.hypot(x, y, z, w)
  return { x: x / length, y: y / length, z: z / length, w: w / length }
}

function thing(random: Random, size: number): ShapeDefinition {
  const some = () => size * random.scale(0.1, 2)
  const either = () => (random() < 0.5 ? -some() : some())
  const kind = random.integer(0, 5)
  if (kind === 0) return capsule({ radius: some() / 2, halfLength: some() })
  if (kind === 1) return sphere({ radius: some() })
  if (kind === 2) return cylinder({ radius: some(), halfHeight: some() })
  if (kind === 3) return hull({ points: Array.from({ length: random.integer(6, 14) }, () => ({ x: either(), y: either(), z: either() })) })
  if (kind === 4) return box({ halfExtents: { x: 2 * size, y: 0.2 * size, z: 2 * size } })
  return box({ halfExtents: { x: some(), y: some(), z: some() } })
}

testFamily({
  name: 'characters in yards, 3D', short: 6, long: 100, figures: YARD_FIGURES,
  run(random) {
    const size = random.scale(0.3, 3)
    const width = 6 * size
    const world = new World({ gravity: { x: 0, y: -9.81 * size, z: 0 } })
    const add = (shape: ShapeDefinition, position: Vec3, rotation: Quat = UPRIGHT) => world.createBody({ type: 'static', position, rotation, shapes: [shape] })
    add(box({ halfExtents: { x: 2 * width, y: size, z: 2 * width } }), { x: 0, y: -size, z: 0 })
    for (const side of [-1, 1]) {
      add(box({ halfExtents: { x: size, y: 4 * width, z: 3 * width } }), { x: side * (width + size), y: 0, z: 0 })
      add(box({ halfExtents: { x: 3 * width, y: 4 * width, z: size } }), { x: 0, y: 0, z: side * (width + size) })
    }
    for (let i = random.integer(4, 25); i > 0; i--) {
      const at = { x: random.between(-width, width), y: size * random.between(-0.5, 1), z: random.between(-width, width) }
      if (Math.hypot(at.x, at.z) > 2.9 * size) add(thing(random, size), at, turn(random))
    }
    const radius = 0.25 * size
    const half = size * random.between(0.05, 0.6) + radius
    const shape = random() < 0.5 ? capsule({ radius, halfLength: half - radius }) : box({ halfExtents: { x: radius, y: half, z: radius } })
    const character = world.createCharacter({ shape, position: { x: 0, y: half + 0.05 * size, z: 0 }, maxSlope: random.between(0.5, 1.1) })
    const dt = 1 / random.pick([30, 60, 144, 240])
    const { skin } = character
    return walkYard(random, {
      size, skin, dt, width, character,
      step: () => world.step(dt),
      place: () => [character.position.x, character.position.y, character.position.z],
      head: (speed, heading) => (character.move = { x: speed * Math.cos(heading), y: 0, z: speed * Math.sin(heading) }),
      gap: () => world.collectPlanes(shape, { position: character.position, reach: skin, filter: { exclude: character.body } })
        .reduce((least, { offset }) => Math.min(least, offset / skin), 1),
    }, 12)
  },
})
