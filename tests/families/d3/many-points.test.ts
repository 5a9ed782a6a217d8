/** Hulls of many points: at most 254 corners, and no point sticks out by more than a fiftieth of the extent; the order and the array do not matter. */

import { hull, type Vec3 } from 'fulcrum-physics/3d'
import { testFamily } from '../family.ts'

interface Built {
  readonly vertexCount: number
  readonly faceCount: number
  readonly planes: Float64Array
  readonly vertices: Float64Array
}

testFamily({
  name: 'hulls of many points',
  short: 20,
  long: 300,
  figures: { sticksOut: { p50: 0.01, worst: 0.02 }, tooMany: { worst: 0 }, differs: { worst: 0 } },
  run(random) {
    const count = Math.round(random.scale(255, 5000))
    const stretch = [random.scale(0.05, 1), random.scale(0.05, 1), 1]
    const kind = random.pick(['ball', 'rims', 'cloud'] as const)
    const points: Vec3[] = []
    for (let i = 0; i < count; i++) {
      const turn = random.between(0, 2 * Math.PI)
      const height = kind === 'rims' ? random.pick([-1, 1]) : random.between(-1, 1)
      const radius = kind === 'ball' ? Math.sqrt(1 - height * height) : kind === 'rims' ? 1 : random()
      points.push({ x: Math.cos(turn) * radius * stretch[0]!, y: Math.sin(turn) * radius * stretch[1]!, z: height })
    }
    const flat = points.flatMap(({ x, y, z }) => [x, y, z])
    const built = (hull({ points }) as unknown as { hull: Built }).hull
    const again = (hull({ points: Float64Array.from(flat) }) as unknown as { hull: Built }).hull
    let most = 0
    for (let f = 0; f < built.faceCount; f++) {
      const [x, y, z, offset] = built.planes.subarray(4 * f, 4 * f + 4) as unknown as [number, number, number, number]
      for (const p of points) most = Math.max(most, x * p.x + y * p.y + z * p.z - offset)
    }
    return {
      sticksOut: most / 2,
      tooMany: Math.max(0, built.vertexCount - 254),
      differs: built.vertices.join() === again.vertices.join() ? 0 : 1,
    }
  },
})
