/** Polygons of many points: at most 16 corners, and no point sticks out by more than a fortieth of the extent; the array does not matter. */

import { polygon, type Vec2 } from 'fulcrum-physics/2d'
import { testFamily } from '../family.ts'

interface Built {
  readonly vertexCount: number
  readonly normals: Float64Array
  readonly vertices: Float64Array
}

testFamily({
  name: 'polygons of many points',
  short: 60,
  long: 600,
  figures: { sticksOut: { p50: 0.011, worst: 0.025 }, tooMany: { worst: 0 }, differs: { worst: 0 } },
  run(random) {
    const count = Math.round(random.scale(17, 20000))
    const stretch = random.scale(0.05, 1)
    const round = random() < 0.7
    const points: Vec2[] = []
    for (let i = 0; i < count; i++) {
      const turn = random.between(0, 2 * Math.PI)
      const radius = round ? 1 : random()
      points.push({ x: Math.cos(turn) * radius, y: Math.sin(turn) * radius * stretch })
    }
    const built = (polygon({ points }) as unknown as { polygon: Built }).polygon
    const again = (polygon({ points: points.flatMap(({ x, y }) => [x, y]) }) as unknown as { polygon: Built }).polygon
    let most = 0
    for (let f = 0; f < built.vertexCount; f++) {
      const [x, y] = built.normals.subarray(2 * f, 2 * f + 2) as unknown as [number, number]
      for (const p of points) most = Math.max(most, x * (p.x - built.vertices[2 * f]!) + y * (p.y - built.vertices[2 * f + 1]!))
    }
    return {
      sticksOut: most / 2,
      tooMany: Math.max(0, built.vertexCount - 16),
      differs: built.vertices.join() === again.vertices.join() ? 0 : 1,
    }
  },
})
