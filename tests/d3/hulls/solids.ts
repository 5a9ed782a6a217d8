/** Solids that are not convex, as meshes, with their volumes. Shares no code with the engine. */

export interface Solid {
  readonly positions: number[]
  readonly indices: number[]
  readonly volume: number
}

/** Prism over a polygon in x and y (counter-clockwise), from z = 0 to `depth`; `triangles` index the polygon. */
export function prism(polygon: readonly (readonly [number, number])[], triangles: readonly number[], depth: number): Solid {
  const n = polygon.length
  const positions = [...polygon.flatMap(([x, y]) => [x, y, 0]), ...polygon.flatMap(([x, y]) => [x, y, depth])]
  const indices: number[] = []
  let area = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!]
    indices.push(a, c, b, a + n, b + n, c + n)
    const [p, q, r] = [polygon[a]!, polygon[b]!, polygon[c]!]
    area += ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2
  }
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n
    indices.push(i, j, j + n, i, j + n, i + n)
  }
  return { positions, indices, volume: area * depth }
}

export function cuboid(x: number, y: number, z: number, at: readonly [number, number, number] = [0, 0, 0]): Solid {
  const { positions, indices, volume } = prism([[0, 0], [x, 0], [x, y], [0, y]], [0, 1, 2, 0, 2, 3], z)
  return { positions: positions.map((p, i) => p + at[i % 3]!), indices, volume }
}

export function ell(): Solid {
  return prism([[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [0, 2]], [0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5], 1)
}

export function cup(): Solid {
  return prism(
    [[0, 0], [4, 0], [4, 3], [3, 3], [3, 1], [1, 1], [1, 3], [0, 3]],
    [0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4, 0, 5, 6, 0, 6, 7], 2,
  )
}

/** Several solids in one mesh. */
export function together(...solids: readonly Solid[]): Solid {
  const positions: number[] = []
  const indices: number[] = []
  let volume = 0
  for (const solid of solids) {
    const offset = positions.length / 3
    positions.push(...solid.positions)
    indices.push(...solid.indices.map(i => i + offset))
    volume += solid.volume
  }
  return { positions, indices, volume }
}

export function torus(major: number, minor: number, around: number, about: number): Solid {
  const positions: number[] = []
  const indices: number[] = []
  for (let i = 0; i < around; i++) {
    const a = (2 * Math.PI * i) / around
    for (let j = 0; j < about; j++) {
      const b = (2 * Math.PI * j) / about
      const r = major + minor * Math.cos(b)
      positions.push(r * Math.cos(a), minor * Math.sin(b), r * Math.sin(a))
      const [p, q] = [i * about + j, i * about + ((j + 1) % about)]
      const [s, t] = [((i + 1) % around) * about + j, ((i + 1) % around) * about + ((j + 1) % about)]
      indices.push(p, q, t, p, t, s)
    }
  }
  let volume = 0
  const at = (v: number): number[] => positions.slice(3 * v, 3 * v + 3)
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [at(indices[t]!), at(indices[t + 1]!), at(indices[t + 2]!)] as [number[], number[], number[]]
    volume += (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) + a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) + a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) / 6
  }
  return { positions, indices, volume }
}

/** A box with a hollow inside. */
export function shell(): Solid {
  const outer = cuboid(4, 4, 4)
  const inner = cuboid(2, 2, 2, [1, 1, 1])
  const turned = inner.indices.map((_, i) => inner.indices[i - (i % 3) + (2 - (i % 3))]!)
  const both = together(outer, { ...inner, indices: turned })
  return { ...both, volume: 64 - 8 }
}
