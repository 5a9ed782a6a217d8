/**
 * Depth, normal and points of overlaps against brute force: two random shapes that overlap are pushed apart by the depth along the normal, and no
 * sampled direction parts them much sooner.
 */

import type * as d3 from 'fulcrum-physics/3d'
import { testFamily, type Random } from '../family.ts'
import { LABS, type Lab } from './query-lab.ts'

const DIRECTIONS = 200
const moved = (p: d3.Vec3, n: d3.Vec3, by: number): d3.Vec3 => ({ x: p.x + n.x * by, y: p.y + n.y * by, z: p.z + (n.z ?? 0) * by })

function run(lab: Lab, random: Random): { stuck?: number; excess?: number; depths?: number; set: number } {
  const world = lab.world()
  const shapes = Array.from({ length: 6 }, () => world.createBody({
    type: 'static', position: lab.vector(random, 2), rotation: lab.rotation(random), shapes: [lab.shape(random)],
  }).shapes[0]!)
  const definition = lab.shape(random)
  const placement = { position: lab.vector(random, 1), rotation: lab.rotation(random) }
  const overlaps = world.collideShape(definition, placement)
  const found = world.overlapShape(definition, placement)
  const set = overlaps.length === found.length && overlaps.every(({ shape, body }, i) => shape === found[i] && shape.body === body) ? 0 : 1
  let stuck = 0
  let excess = 0
  let depths = 0
  for (const { shape, normal, depth, points } of overlaps) {
    const exclude = shapes.filter((other) => other !== shape).map(({ body }) => body)
    const free = (n: d3.Vec3, by: number): boolean =>
      world.overlapShape(definition, { ...placement, position: moved(placement.position, n, by), filter: { exclude } }).length === 0
    if (!free(normal, depth * (1 + 1e-6) + 1e-6)) stuck++
    if (depth < 0 || Math.abs(Math.max(...points.map((point) => point.depth)) - depth) > 1e-12) depths++
    if (Math.abs(Math.hypot(normal.x, normal.y, normal.z ?? 0) - 1) > 1e-9) depths++
    // Sooner than by any of these directions?
    let best = depth
    for (let i = 0; i < DIRECTIONS; i++) {
      const v = lab.vector(random, 1)
      const length = Math.hypot(v.x, v.y, v.z)
      const n = { x: v.x / length, y: v.y / length, z: v.z / length }
      if (!free(n, best * 0.98)) continue
      let [low, high] = [0, best * 0.98]
      for (let k = 0; k < 20; k++) {
        const middle = 0.5 * (low + high)
        if (free(n, middle)) high = middle
        else low = middle
      }
      best = high
    }
    if (depth > 1e-6) excess = Math.max(excess, depth / best - 1)
  }
  return overlaps.length === 0 ? { set } : { set, stuck, excess, depths }
}

for (const lab of LABS) {
  testFamily({
    name: `depth of overlaps, ${lab.name}`,
    short: 40,
    long: 500,
    figures: { set: { worst: 0 }, stuck: { worst: 0 }, depths: { worst: 0 }, excess: { p50: 0.01, p99: 0.1, worst: 0.2 } },
    run: (random) => run(lab, random),
  })
}
