/**
 * Bodies slide, or land at a slant, on scaled and mirrored instances of cut planes and of closed meshes, fields and voxels, alone or side by side:
 * seams are none whatever scale they are seen at, so all speed is kept and nothing lifts. The figure `speed` of 3 m/s is what is lost of it.
 */

import { box, capsule, HeightField, heightField, hull, mesh, sphere, TriangleMesh, Voxels, voxels, World, type ShapeDefinition, type Vec3 } from 'fulcrum-physics/3d'
import { randomSheet } from '../../d3/meshes/grids.ts'
import { testFamily, type Random } from '../family.ts'

const ICE = { friction: 0 }

/** A scale that leaves a floor of 30 × 12 m of this size, mirrored along any axis but y. */
function scaleOf(random: Random, x: number, y: number, z: number): Vec3 {
  const sign = (): number => random.pick([-1, 1])
  return { x: sign() * 30 / x, y, z: sign() * 12 / z }
}

/** A closed slab whose top is cut anyhow and whose sides and bottom are two triangles each. */
function slab(seed: number, cuts: number): TriangleMesh {
  const top = randomSheet(seed, -1, -1, 1, 1, cuts)
  const count = top.positions.length / 3
  const bottom = top.positions.map((p, i) => (i % 3 === 1 ? -0.5 : p))
  const rim: number[] = []
  for (let i = 0; i < cuts; i++) rim.push(i)
  for (let j = 0; j < cuts; j++) rim.push(j * (cuts + 1) + cuts)
  for (let i = cuts; i > 0; i--) rim.push(cuts * (cuts + 1) + i)
  for (let j = cuts; j > 0; j--) rim.push(j * (cuts + 1))
  const under = top.indices.map((_, i) => top.indices[i - (i % 3) + [0, 2, 1][i % 3]!]! + count)
  const sides = rim.flatMap((a, k) => {
    const b = rim[(k + 1) % rim.length]!
    return [a, b, b + count, a, b + count, a + count]
  })
  return TriangleMesh.build({ positions: [...top.positions, ...bottom], indices: [...top.indices, ...under, ...sides] })
}

function floorOf(random: Random): ShapeDefinition[] {
  const cuts = random.integer(3, 12)
  const seed = random.integer(1, 1e6)
  const kind = random.pick(['sheet', 'sheet', 'tiles', 'slab', 'upside down', 'field', 'voxels'])
  const up = random.scale(0.2, 5)
  if (kind === 'sheet') {
    const ground = TriangleMesh.build(randomSheet(seed, -1, -1, 1, 1, cuts))
    return [mesh({ mesh: ground, scale: scaleOf(random, 2, up, 2), ...ICE })]
  }
  if (kind === 'tiles') {
    // Every second one mirrored, so that their seams meet in any way.
    const tile = TriangleMesh.build(randomSheet(seed, 0, -1, 1, 1, cuts))
    return Array.from({ length: 10 }, (_, i) => mesh({
      mesh: tile, scale: { x: i % 2 === 0 ? 3 : -3, y: up, z: random.pick([-6, 6]) }, position: { x: -15 + 3 * (i + (i % 2)), y: 0, z: 0 }, ...ICE,
    }))
  }
  if (kind === 'field') {
    const n = random.integer(4, 30)
    const field = HeightField.build({ heights: new Float32Array(n * n).fill(0.5), samplesX: n, samplesZ: n, sizeX: 2, sizeZ: 3 })
    const scale = scaleOf(random, 2, up, 3)
    return [heightField({ field, scale, position: { x: 0, y: -0.5 * up, z: 0 }, ...ICE })]
  }
  if (kind === 'voxels') {
    const n = random.integer(3, 12)
    const cells = Array.from({ length: n * n }, (_, i) => [i % n, -1, Math.floor(i / n)]).flat()
    const scale = scaleOf(random, n, up, n)
    const at = { x: -0.5 * n * scale.x, y: 0, z: -0.5 * n * scale.z }
    return [voxels({ voxels: Voxels.build({ cells }), scale, position: at, ...ICE })]
  }
  const solid = slab(seed, cuts)
  const scale = scaleOf(random, 2, up, 2)
  if (kind === 'slab') return [mesh({ mesh: solid, scale, ...ICE })]
  // Mirrored at the ground, the bottom is on top, half a unit up.
  return [mesh({ mesh: solid, scale: { ...scale, y: -up }, position: { x: 0, y: -0.5 * up, z: 0 }, ...ICE })]
}

function moverOf(random: Random): { shape: ShapeDefinition; height: number } {
  const side = (): number => random.between(0.15, 0.5)
  const kind = random.pick(['ball', 'box', 'capsule', 'hull'])
  const radius = side()
  if (kind === 'ball') return { shape: sphere({ radius, ...ICE }), height: radius }
  if (kind === 'capsule') {
    return { shape: capsule({ radius, halfLength: side(), rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }, ...ICE }), height: radius }
  }
  const [x, y, z] = [side(), side(), side()]
  if (kind === 'box') return { shape: box({ halfExtents: { x, y, z }, ...ICE }), height: y }
  const points = [-1, 1].flatMap(i => [-1, 1].flatMap(k => [{ x: i, y: -1, z: k }, { x: 0.7 * i, y: 1, z: 0.8 * k }]))
  const sign = (): number => random.pick([-1, 1])
  return { shape: hull({ points, scale: { x: sign() * x, y, z: sign() * z }, ...ICE }), height: y }
}

testFamily({
  name: 'slides over scaled and mirrored instances, 3D', short: 5, long: 300,
  figures: { speed: { p50: 1e-9, p99: 3e-5, worst: 3e-5 }, lift: { p50: 1e-6, p99: 1e-4, worst: 2e-4 } },
  run(random) {
    const floor = floorOf(random)
    const { shape, height } = moverOf(random)
    let speed = 0
    let lift = 0
    for (let n = 0; n < 20; n++) {
      const world = new World({ sleeping: false })
      world.createBody({ type: 'static', shapes: floor })
      const lands = n % 2 === 0
      const body = world.createBody({
        position: { x: -9 + 0.173 * n, y: height + (lands ? 0.2 : 0), z: random.between(-0.7, 0.7) },
        linearVelocity: { x: 3, y: lands ? -1 : 0, z: random.between(-0.2, 0.2) },
        lockedAxes: lands ? { angular: { x: true, y: true, z: true } } : {}, shapes: [shape],
      })
      for (let step = 0; step < 150; step++) {
        world.step(1 / 60)
        if (!lands || step > 100) lift = Math.max(lift, Math.abs(body.position.y - height))
        speed = Math.max(speed, (3 - body.linearVelocity.x) / 3)
      }
    }
    return { speed, lift }
  },
})
