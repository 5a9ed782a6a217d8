/**
 * Characters on hills made of triangles and height fields, in steps of uneven length: they stay on the ground, above it, and go as fast as they want.
 * Box characters hung on edges that bend a little, and could not move.
 */

import { box, capsule, HeightField, heightField, mesh, World, type ShapeDefinition } from 'fulcrum-physics/3d'
import { gridSurface } from '../../d3/meshes/grids.ts'
import { testFamily, type Random } from '../family.ts'

type Height = (x: number, z: number) => number

/** Hills at least 60 sizes wide. */
function hills(random: Random, size: number, height: Height): ShapeDefinition {
  const cell = random.between(0.3, 2) * size
  const n = Math.ceil(60 * size / cell)
  const kind = random.pick(['front', 'both', 'scaled', 'field'])
  if (kind === 'scaled') {
    return mesh({ ...gridSurface(n, 1, (x, z) => height(x * cell, z * cell) / size), scale: { x: cell, y: size, z: cell } })
  }
  if (kind !== 'field') return mesh({ ...gridSurface(n, cell, height), sides: kind === 'both' ? 'both' : 'front' })
  const samples = n + 1
  const heights = Float32Array.from({ length: samples * samples }, (_, i) => height((i % samples - n / 2) * cell, (Math.floor(i / samples) - n / 2) * cell))
  return heightField({ field: HeightField.build({ heights, samplesX: samples, samplesZ: samples, sizeX: n * cell, sizeZ: n * cell }) })
}

testFamily({
  name: 'characters on hills, 3D', short: 20, long: 400,
  figures: {
    'steps off the ground': { worst: 0 }, 'below the ground, of the size': { worst: 0 }, 'way lost': { p50: 1e-3, p99: 0.01, worst: 0.02 },
  },
  run(random) {
    const size = random.scale(0.3, 3)
    const world = new World({ gravity: { x: 0, y: -9.81 * size, z: 0 } })
    const steep = random.between(0.03, 0.3)
    const wave = random.between(0.7, 2) * size
    const height: Height = (x, z) => steep * wave * Math.sin(x / wave) * Math.cos(z / wave * 0.8)
    const ground = world.createBody({ type: 'static', shapes: [hills(random, size, height)] })
    const half = 0.5 * size
    const radius = 0.25 * size
    const shape = random() < 0.3 ? capsule({ radius, halfLength: half - radius }) : box({ halfExtents: { x: radius, y: half, z: radius } })
    const character = world.createCharacter({ shape, position: { x: 0, y: half + 0.5 * size, z: 0 } })
    for (let step = 0; step < 90; step++) world.step(1 / 60)
    const speed = size * random.between(0.5, 3)
    let [heading, off, below, way, wanted] = [random.between(0, 2 * Math.PI), 0, 0, 0, 0]
    for (let step = 0; step < 500; step++) {
      if (step % 100 === 0) heading += random.between(-1, 1)
      const from = character.position
      if (Math.max(Math.abs(from.x), Math.abs(from.z)) > 27 * size) break
      character.move = { x: speed * Math.cos(heading), y: 0, z: speed * Math.sin(heading) }
      const dt = 1 / random.pick([30, 60, 144])
      world.step(dt)
      const to = character.position
      const seen = world.castRay({ origin: to, direction: { x: 0, y: -1, z: 0 }, maxDistance: 9 * size, filter: { predicate: ({ body }) => body === ground } })
      if (!character.isGrounded) off++
      below = Math.max(below, seen === null ? Infinity : (seen.point.y - to.y + half) / size)
      way += Math.hypot(to.x - from.x, to.z - from.z)
      wanted += speed * dt
    }
    return { 'steps off the ground': off, 'below the ground, of the size': below, 'way lost': Math.abs(1 - way / wanted) }
  },
})
