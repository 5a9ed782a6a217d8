/**
 * The pile of 2000 with every kind of shape that may move, on ground of every kind: a plane with a hilly mesh, a height field and voxels on it,
 * between walls. For the bench: too large for the sandbox, whose `every-shape.ts` is a small heap of the convex ones.
 */

import {
  box, capsule, cone, cylinder, ellipsoid, heightField, hull, mesh, plane, sphere, TriangleMesh, voxels, type ShapeDefinition,
} from 'fulcrum-physics/3d'
import { createRandom, type Random } from '../random.ts'
import { shapeFromList } from './add-list.ts'
import { BENCH_MATERIAL, listedBin } from './lists/body-list.ts'
import { PILE_3D } from './lists/pile-list.ts'
import { randomPoints, shuffledKinds } from './lists/pile-shapes.ts'
import { pileFigures, COMES_TO_REST } from './pile3d.ts'
import type { SceneEntry } from './scene.ts'

const KINDS = 12
/** Nothing overlaps at the start: no shape reaches further from its origin than 0.8 m. */
const SPACING = 1.25
const LAYER_HEIGHT = 1.7

/** A thick letter L of triangles, the only shape here that is not convex. */
function letter(): TriangleMesh {
  const outline = [[-0.5, -0.5], [0.5, -0.5], [0.5, -0.1], [-0.1, -0.1], [-0.1, 0.5], [-0.5, 0.5]]
  const positions = [0.3, -0.3].flatMap(z => outline.flatMap(([x, y]) => [x!, y!, z]))
  const front = [0, 1, 2, 0, 2, 3, 0, 3, 5, 3, 4, 5]
  const back = front.map((_, i) => front[3 * Math.floor(i / 3) + 2 - (i % 3)]! + 6)
  const sides = outline.flatMap((_, i) => {
    const next = (i + 1) % 6
    return [i, i + 6, next, next, i + 6, next + 6]
  })
  return TriangleMesh.build({ positions, indices: [...front, ...back, ...sides] })
}

function shapeOf(kind: number, random: Random, shared: TriangleMesh): ShapeDefinition {
  switch (kind) {
    case 0: return sphere({ radius: 0.5, ...BENCH_MATERIAL })
    case 1: return box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, ...BENCH_MATERIAL })
    case 2: return capsule({ radius: 0.3, halfLength: 0.5, ...BENCH_MATERIAL })
    case 3: return hull({ points: randomPoints(random, 0.6), ...BENCH_MATERIAL })
    case 4: return cylinder({ radius: 0.45, halfHeight: 0.5, ...BENCH_MATERIAL })
    case 5: return cone({ radius: 0.55, halfHeight: 0.55, ...BENCH_MATERIAL })
    case 6: return cylinder({ radiusTop: 0.3, radiusBottom: 0.5, halfHeight: 0.5, rounding: 0.05, ...BENCH_MATERIAL })
    case 7: return capsule({ radiusTop: 0.2, radiusBottom: 0.4, halfLength: 0.4, ...BENCH_MATERIAL })
    case 8: return ellipsoid({ radii: { x: 0.6, y: 0.4, z: 0.5 }, ...BENCH_MATERIAL })
    case 9: return box({ halfExtents: { x: 0.5, y: 0.4, z: 0.5 }, rounding: 0.1, ...BENCH_MATERIAL })
    case 10: return hull({ points: randomPoints(random, 0.5), rounding: 0.08, ...BENCH_MATERIAL })
    default: return mesh({ mesh: shared, ...BENCH_MATERIAL })
  }
}

/** Ground in a quarter of the bin each: hills of triangles, hills by their heights, steps of voxels; the last quarter is the plane under them. */
function groundShapes(half: number, random: Random): ShapeDefinition[] {
  const surface = { friction: BENCH_MATERIAL.friction, restitution: BENCH_MATERIAL.restitution }
  const samples = 8
  const heights = Array.from({ length: samples * samples }, (_, i) => {
    const [x, z] = [i % samples, Math.floor(i / samples)]
    return x % (samples - 1) === 0 || z % (samples - 1) === 0 ? 0 : random.between(0.1, 0.4)
  })
  const middle = half / 2
  const grid = { samplesX: samples, samplesZ: samples, sizeX: half, sizeZ: half, heights }
  const cellSize = 0.25
  const cells: number[] = []
  const reach = Math.floor(middle / cellSize) - 1
  for (let x = -reach; x < reach; x++) for (let z = -reach; z < reach; z++) if (((x >> 2) + (z >> 2)) % 3 !== 0) cells.push(x, 0, z)
  const positions = heights.flatMap((y, i) => {
    const [x, z] = [i % samples, Math.floor(i / samples)]
    return [(x / (samples - 1) - 0.5) * half, y, (z / (samples - 1) - 0.5) * half]
  })
  const indices: number[] = []
  for (let z = 0; z < samples - 1; z++) {
    for (let x = 0; x < samples - 1; x++) {
      const a = z * samples + x
      indices.push(a, a + samples, a + 1, a + 1, a + samples, a + samples + 1)
    }
  }
  return [
    plane(surface),
    mesh({ positions, indices, position: { x: -middle, y: 0, z: -middle }, ...surface }),
    heightField({ ...grid, position: { x: middle, y: 0, z: -middle }, ...surface }),
    voxels({ cells, cellSize, position: { x: -middle, y: 0, z: middle }, ...surface }),
  ]
}

export const pileAllShapes: SceneEntry = {
  name: 'pile3d-all-shapes',
  title: 'Pile of 2000, all shapes',
  description: 'A column of every shape there is pours into a bin whose ground is of every kind.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 22, y: 20, z: 30 }, target: { x: 0, y: 6, z: 0 } },
  steps: 600,
  expect: COMES_TO_REST,
  build(world) {
    const { bodies: count, side, binHalf, seed } = PILE_3D
    const random = createRandom(seed)
    const walls = listedBin(binHalf, Math.ceil(count / (side * side)) * LAYER_HEIGHT).shapes.slice(1)
    const surface = { friction: BENCH_MATERIAL.friction, restitution: BENCH_MATERIAL.restitution }
    world.createBody({ type: 'static', shapes: [...groundShapes(binHalf, random), ...walls.map(wall => shapeFromList(wall, surface))] })
    const kinds = shuffledKinds(count, KINDS, random)
    const shared = letter()
    const bodies = kinds.map((kind, i) => world.createBody({
      position: {
        x: ((i % side) - (side - 1) / 2) * SPACING,
        y: 1.5 + Math.floor(i / (side * side)) * LAYER_HEIGHT,
        z: ((Math.floor(i / side) % side) - (side - 1) / 2) * SPACING,
      },
      shapes: [shapeOf(kind, random, shared)],
    }))
    return { measure: current => pileFigures(current, bodies, binHalf) }
  },
}
