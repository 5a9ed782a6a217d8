/** Level geometry: a valley of triangles that shapes of all kinds rain into, and a level strip of badly cut triangles on which pucks slide. */

import { box, mesh, sphere, TriangleMesh, type Body, type World } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../expectation.ts'
import { rmsSpeed } from './measure.ts'
import { createRandom } from '../random.ts'
import { pileShape } from './random-shapes.ts'
import { sineCosine } from './rotation.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

/** Half the side of the valley, m. */
const HALF = 16
/** Speed of the pucks, m/s. */
const SPEED = 2
const STRIP_Z = HALF + 3

/** Height of the valley: a bowl with hills in it. */
function height(x: number, z: number): number {
  return 0.02 * (x * x + z * z) + 0.5 * sineCosine(0.9 * x).sine * sineCosine(0.7 * z).cosine
}

/** The valley: `cells` × `cells` squares of two triangles. */
function valley(cells: number): TriangleMesh {
  const positions: number[] = []
  const indices: number[] = []
  const side = 2 * HALF / cells
  const at = (i: number): number => i * side - HALF
  for (let j = 0; j <= cells; j++) for (let i = 0; i <= cells; i++) positions.push(at(i), height(at(i), at(j)), at(j))
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const a = j * (cells + 1) + i
      indices.push(a, a + cells + 1, a + 1, a + 1, a + cells + 1, a + cells + 2)
    }
  }
  return TriangleMesh.build({ positions, indices })
}

/** A level strip in slivers: fans from one side to the other. */
function strip(cuts: number): TriangleMesh {
  const random = createRandom(5)
  const at = (i: number): number => -HALF + 2 * HALF * i / cuts + (i > 0 && i < cuts ? random.between(-0.3, 0.3) * HALF / cuts : 0)
  const positions: number[] = []
  const indices: number[] = []
  for (let i = 0; i <= cuts; i++) positions.push(at(i), 0, -1, at(i), 0, 1)
  for (let i = 0; i < cuts; i++) indices.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3)
  return TriangleMesh.build({ positions, indices })
}

export function buildTerrainMesh(world: World, bodies: number, cells: number, seed: number): SceneInstance {
  const random = createRandom(seed)
  const ground = valley(cells)
  world.createBody({ type: 'static', shapes: [mesh({ mesh: ground })] })
  world.createBody({ type: 'static', position: { x: 0, y: 4, z: STRIP_Z }, shapes: [mesh({ mesh: strip(37), friction: 0 })] })
  const pucks: Body[] = []
  for (let k = 0; k < 2; k++) {
    const shape = k === 0 ? sphere({ radius: 0.25, friction: 0 }) : box({ halfExtents: { x: 0.3, y: 0.25, z: 0.2 }, friction: 0 })
    const position = { x: 1 - HALF, y: 4.25, z: STRIP_Z + k - 0.5 }
    pucks.push(world.createBody({ position, linearVelocity: { x: SPEED, y: 0, z: 0 }, shapes: [shape] }))
  }
  const fallen: Body[] = []
  for (let i = 0; i < bodies; i++) {
    fallen.push(world.createBody({
      position: { x: random.between(-0.6, 0.6) * HALF, y: 7 + 0.1 * i, z: random.between(-0.6, 0.6) * HALF }, rotation: random.rotation(),
      shapes: [pileShape(i % 4, random, random.between(0.4, 1))],
    }))
  }
  return {
    measure: current => ({
      through: fallen.filter(({ position: p }) => p.y < height(p.x, p.z) - 0.5).length,
      speedLost: Math.max(...pucks.map(({ linearVelocity: v }) => Math.abs(v.x / SPEED - 1))),
      liftMm: 1000 * Math.max(...pucks.map(({ position: p }) => Math.abs(p.y - 4.25))),
      rmsSpeed: rmsSpeed(current),
    }),
  }
}

export const terrainMesh: SceneEntry = {
  name: 'terrain-mesh',
  title: 'Valley of triangles',
  description: 'Shapes of all kinds rain into a valley made of triangles; two pucks slide over a strip of slivers as if it were one plate.',
  camera: { position: { x: 20, y: 16, z: 30 }, target: { x: 0, y: 2, z: 2 } },
  steps: 600,
  expect: {
    through: exactly(0, 'nothing falls through the ground'),
    speedLost: atMost(1e-4, 'edges between triangles in one plane are none'),
    liftMm: atMost(0.1, 'and lift nothing'),
  },
  build: world => buildTerrainMesh(world, 80, 32, 3),
}
