/**
 * Characters on random courses: floors of tiles, stairs, slopes and walls, for sizes of 0.1 to 10 m, steps of 1/30 to 1/240 s, speeds up to
 * three sizes a second, capsules and boxes. What a course must give is known: where it ends, that it is on the ground in every step, how near
 * it comes to things, and that it is never faster than it wants.
 */

import { box, capsule, World } from 'fulcrum-physics/3d'
import { testFamily, type Random } from '../family.ts'

interface Course {
  readonly world: World
  /** Height of the floor behind the course, and where that begins. */
  readonly height: number
  readonly end: number
}

/** Boxes in a row along x, each a stretch of floor; a slope or stairs in the middle. */
function build(random: Random, size: number): Course {
  const world = new World({ gravity: { x: 0, y: -9.81 * size, z: 0 } })
  const block = (x0: number, x1: number, top: number) => {
    const half = (x1 - x0) / 2
    const deep = 3 * size + top
    world.createBody({
      type: 'static', position: { x: x0 + half, y: top - deep / 2, z: 0 }, shapes: [box({ halfExtents: { x: half, y: deep / 2, z: 4 * size } })],
    })
  }
  const tile = size * random.between(0.3, 2)
  for (let x = -2 * size; x < 2 * size - 1e-9; x += tile) block(x, Math.min(x + tile, 2 * size), 0)
  let x = 2 * size
  let height = 0
  if (random() < 0.5) {
    const rise = size * random.between(0.02, 0.24) * (random() < 0.5 ? 1 : -1)
    const run = size * random.between(0.3, 0.8)
    const count = random.integer(1, 6)
    for (let i = 0; i < count; i++, x += run) block(x, x + run, (height += rise))
  } else {
    const angle = random.between(3, 48) * (Math.PI / 180)
    const length = size * random.between(1, 4)
    const thick = size * 0.3
    world.createBody({
      type: 'static',
      position: { x: x + (length / 2) * Math.cos(angle) + thick * Math.sin(angle), y: (length / 2) * Math.sin(angle) - thick * Math.cos(angle), z: 0 },
      rotation: { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) },
      shapes: [box({ halfExtents: { x: length / 2, y: thick, z: 4 * size } })],
    })
    x += length * Math.cos(angle)
    height = length * Math.sin(angle)
  }
  block(x, x + 20 * size, height)
  return { world, height, end: x }
}

testFamily({
  name: 'characters on courses, 3D',
  short: 30,
  long: 600,
  figures: {
    'steps off the ground': { worst: 0 },
    'height at the end, of the skin': { worst: 1e-6 },
    'speed above the wanted': { worst: 1e-9 },
    'the same down stairs': { p99: 1e-9, worst: 0.5 },
    'nearer than the skin, of it': { worst: 1e-6 },
    'way lost, of the size': { worst: 0.02 },
    'creep at rest, of the skin': { worst: 1e-6 },
  },
  run(random) {
    const size = random.scale(0.1, 10)
    const { world, height, end } = build(random, size)
    const radius = 0.25 * size
    const round = random() < 0.5
    const half = size * random.between(0.1, 0.6) + radius
    const shape = round ? capsule({ radius, halfLength: half - radius }) : box({ halfExtents: { x: radius, y: half, z: radius } })
    const character = world.createCharacter({ shape, position: { x: 0, y: half + 0.005 * size, z: 0 } })
    const dt = 1 / random.pick([30, 60, 144, 240])
    const speed = size * random.between(0.5, 3)
    const slant = random.between(-0.3, 0.3)
    character.move = { x: speed, y: 0, z: slant * speed }
    const wanted = speed * Math.hypot(1, slant)
    const far = end + size
    const steps = Math.ceil(far / speed / dt)
    let air = 0
    let fast = 0
    let near = 0
    for (let i = 0; i < steps; i++) {
      const { x, z } = character.position
      world.step(dt)
      if (!character.isGrounded) air++
      fast = Math.max(fast, Math.hypot(character.position.x - x, character.position.z - z) / dt / wanted - 1)
      if (i % 7 !== 0) continue
      for (const { offset } of world.collectPlanes(shape, { position: character.position, reach: character.skin, filter: { exclude: character.body } })) {
        near = Math.max(near, 1 - offset / character.skin)
      }
    }
    const lost = (far - character.position.x) / size
    character.move = { x: speed, y: 0, z: 0 }
    for (let i = 0; i < Math.ceil((0.5 * size) / speed / dt) + 2; i++) world.step(dt)
    const level = Math.abs(character.position.y - height - half - character.skin) / character.skin
    character.move = { x: 0, y: 0, z: 0 }
    world.step(dt)
    const rest = character.position
    for (let i = 0; i < 20; i++) world.step(dt)
    const creep = Math.hypot(character.position.x - rest.x, character.position.y - rest.y, character.position.z - rest.z) / character.skin
    return {
      'steps off the ground': air,
      'height at the end, of the skin': level,
      [height < 0 ? 'the same down stairs' : 'speed above the wanted']: fast,
      'nearer than the skin, of it': near,
      'way lost, of the size': lost,
      'creep at rest, of the skin': creep,
    }
  },
})
