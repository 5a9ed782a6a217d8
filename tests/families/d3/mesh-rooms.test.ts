/**
 * Bodies of all sizes, shapes and speeds in a closed room of triangles, flat or bumpy, coarse or fine: none gets out, through walls, edges or
 * corners, and none ends inside a wall.
 */

import { box, capsule, hull, mesh, sphere, World, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'
import { testFamily, type Random } from '../family.ts'

/** A cube of n × n cells per face that faces inwards; its vertices lie up to half a bump off, and are welded. */
function room(random: Random, n: number, half: number, bump: number): { positions: number[]; indices: number[] } {
  const positions: number[] = []
  const indices: number[] = []
  const moved = new Map<string, number[]>()
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const base = positions.length / 3
      for (let j = 0; j <= n; j++) {
        for (let i = 0; i <= n; i++) {
          const p = [0, 0, 0]
          p[axis] = sign * half
          p[(axis + 1) % 3] = half * (2 * i / n - 1)
          p[(axis + 2) % 3] = half * (2 * j / n - 1)
          const key = p.map(x => Math.round(1e6 * x / half)).join()
          if (!moved.has(key)) moved.set(key, p.map(x => x + bump * random.between(-0.5, 0.5)))
          positions.push(...moved.get(key)!)
        }
      }
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < n; i++) {
          const a = base + j * (n + 1) + i
          const [b, c, d] = [a + 1, a + n + 1, a + n + 2]
          if (sign > 0) indices.push(a, d, b, a, c, d)
          else indices.push(a, b, d, a, d, c)
        }
      }
    }
  }
  return { positions, indices }
}

function shapeOf(random: Random, size: number): ShapeDefinition {
  const side = (): number => size * random.between(0.4, 1)
  const kind = random.pick(['ball', 'box', 'capsule', 'hull'])
  if (kind === 'ball') return sphere({ radius: side() })
  if (kind === 'box') return box({ halfExtents: { x: side(), y: side(), z: side() } })
  if (kind === 'capsule') return capsule({ radius: 0.5 * side(), halfLength: side() })
  const points = Array.from({ length: 12 }, () => ({ x: random.between(-1, 1) * size, y: random.between(-1, 1) * size, z: random.between(-1, 1) * size }))
  return hull({ points })
}

const centerOf = (body: Body): number => Math.max(...Object.values(body.centerOfMass).map(Math.abs))

testFamily({
  name: 'rooms of triangles, 3D', short: 10, long: 120,
  figures: { escaped: { worst: 0 } },
  run(random) {
    const half = random.between(2, 5)
    const n = random.integer(1, 8)
    const bump = random() < 0.5 ? 0 : half / n * random.between(0, 0.5)
    const size = random.scale(0.02, 0.5)
    const dt = 1 / random.pick([30, 60, 60, 120])
    const world = new World({ gravity: { x: 0, y: random.pick([0, -9.81]), z: 0 } })
    world.createBody({ type: 'static', shapes: [mesh({ ...room(random, n, half, bump), restitution: random.between(0, 0.9) })] })
    const bodies = Array.from({ length: 6 }, () => {
      const speed = random.scale(0.5, 500)
      const d = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]
      const share = speed / Math.hypot(...d)
      const place = (): number => random.between(-0.4, 0.4) * half
      return world.createBody({
        position: { x: place(), y: place(), z: place() }, linearVelocity: { x: d[0]! * share, y: d[1]! * share, z: d[2]! * share },
        angularVelocity: { x: random.between(-20, 20), y: random.between(-20, 20), z: 0 }, shapes: [shapeOf(random, size)],
      })
    })
    for (let i = 0; i < 150; i++) world.step(dt)
    return { escaped: bodies.filter(body => centerOf(body) > half + 0.5 * bump).length }
  },
})
