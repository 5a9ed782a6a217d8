/** Terrain as grids: a valley by its heights and a landscape of voxels side by side, with shapes of all kinds raining on both. */

import { heightField, sphere, voxels, type Body } from 'fulcrum-physics/3d'
import { atLeast, exactly } from '../expectation.ts'
import { createRandom } from '../random.ts'
import { pileShape } from './random-shapes.ts'
import type { SceneEntry } from './scene.ts'

/** Half the side of each, m. */
const HALF = 8
const MIDDLES = [-10, 10]
const SPEED = 3

/** Height of the valley and of the voxels: a bowl. */
function bowl(x: number, z: number): number {
  return 0.03 * (x * x + z * z)
}

export const terrainGrid: SceneEntry = {
  name: 'terrain-grid',
  title: 'Height field and voxels',
  description: 'Shapes of all kinds rain on a valley by its heights and on voxels; two balls cross level strips of both without a bump.',
  camera: { position: { x: 0, y: 14, z: 30 }, target: { x: 0, y: 1, z: 0 } },
  steps: 300,
  expect: {
    lost: exactly(0, 'nothing falls through'),
    speedKept: atLeast(0.9999, 'without friction nothing but an edge could brake'),
  },
  build(world) {
    const random = createRandom(11)
    const samples = 33
    const heights = Float32Array.from({ length: samples * samples }, (_, i) => {
      const [x, z] = [(i % samples) - 16, Math.floor(i / samples) - 16]
      return bowl(0.5 * x, 0.5 * z) + random.between(0, 0.15)
    })
    const field = heightField({ heights, samplesX: samples, samplesZ: samples, sizeX: 2 * HALF, sizeZ: 2 * HALF })
    world.createBody({ type: 'static', position: { x: MIDDLES[0]!, y: 0, z: 0 }, shapes: [field] })
    const cells: number[] = []
    for (let x = -16; x < 16; x++) {
      for (let z = -16; z < 16; z++) for (let y = -1; y <= Math.floor(2 * bowl(0.5 * x, 0.5 * z)); y++) cells.push(x, y, z)
    }
    world.createBody({ type: 'static', position: { x: MIDDLES[1]!, y: 0, z: 0 }, shapes: [voxels({ cells, cellSize: 0.5 })] })
    const bodies: Body[] = []
    for (let i = 0; i < 80; i++) {
      const position = { x: MIDDLES[i % 2]! + random.between(-5, 5), y: random.between(4, 10), z: random.between(-5, 5) }
      bodies.push(world.createBody({ position, shapes: [pileShape((i >> 1) % 4, random, 0.8)] }))
    }
    const ice = { friction: 0 }
    const flat = heightField({ heights: new Float32Array(4 * 40), samplesX: 40, samplesZ: 4, sizeX: 18, sizeZ: 2, ...ice })
    world.createBody({ type: 'static', position: { x: MIDDLES[0]!, y: 0, z: HALF + 2 }, shapes: [flat] })
    const row: number[] = []
    for (let x = -18; x < 18; x++) for (let z = -2; z < 2; z++) row.push(x, -1, z)
    world.createBody({ type: 'static', position: { x: MIDDLES[1]!, y: 0, z: HALF + 2 }, shapes: [voxels({ cells: row, cellSize: 0.5, ...ice })] })
    const balls = MIDDLES.map(x => {
      const position = { x: x - 8, y: 0.3, z: HALF + 2.1 }
      return world.createBody({ position, linearVelocity: { x: SPEED, y: 0, z: 0 }, shapes: [sphere({ radius: 0.3, ...ice })] })
    })
    let speedKept = 1
    return {
      update(_current, step) {
        if (step < 240) for (const { linearVelocity } of balls) speedKept = Math.min(speedKept, linearVelocity.x / SPEED)
      },
      measure: () => ({ lost: bodies.filter(({ position }) => position.y < -1).length, speedKept }),
    }
  },
}
