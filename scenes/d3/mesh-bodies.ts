/** Closed meshes on dynamic bodies: rings that fall over a pole, beams with the section of an L and a bowl with balls in it. */

import { capsule, mesh, sphere, TriangleMesh, type Body } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../expectation.ts'
import { createRandom } from '../random.ts'
import { addFloor } from './ground.ts'
import { deepestOverlap, rmsSpeed } from './measure.ts'
import { sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const TURN = 6.283185307179586
const RINGS = 4
const POLE = 0.25

/** A closed outline in (radius, height), counter-clockwise seen with the axis on the left, turned about y in `count` steps. */
function turned(outline: readonly (readonly [number, number])[], count: number): TriangleMesh {
  const n = outline.length
  const positions: number[] = []
  const indices: number[] = []
  for (let i = 0; i < count; i++) {
    const { sine, cosine } = sineCosine((TURN * i) / count)
    for (const [radius, height] of outline) positions.push(radius * cosine, height, radius * sine)
    for (let j = 0; j < n; j++) {
      const [a, b] = [i * n + j, i * n + ((j + 1) % n)]
      const [c, d] = [((i + 1) % count) * n + j, ((i + 1) % count) * n + ((j + 1) % n)]
      indices.push(a, b, d, a, d, c)
    }
  }
  return TriangleMesh.build({ positions, indices })
}

/** A ring of radius 0.6 m with an octagonal tube. */
function ring(): TriangleMesh {
  const tube = Array.from({ length: 8 }, (_, j) => {
    const { sine, cosine } = sineCosine((TURN * j) / 8)
    return [0.6 + 0.16 * cosine, 0.16 * sine] as const
  })
  return turned(tube, 16)
}

/** A bowl 2 m wide, open above: a wall around a floor. The hole in the middle of the outline's floor is 1 mm wide. */
function bowl(): TriangleMesh {
  return turned([[0.0005, 0], [0.7, 0], [1, 0.6], [0.85, 0.6], [0.6, 0.15], [0.0005, 0.15]], 16)
}

/** A beam 1.2 m long with the section of an L, 0.8 m wide. */
function beam(): TriangleMesh {
  const outline = [[-0.4, -0.4], [0.4, -0.4], [0.4, -0.2], [-0.2, -0.2], [-0.2, 0.4], [-0.4, 0.4]]
  const positions = [-0.6, 0.6].flatMap(z => outline.flatMap(([x, y]) => [x!, y!, z]))
  const caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]].flatMap(([a, b, c]) => [a!, c!, b!, a! + 6, b! + 6, c! + 6])
  const sides = outline.flatMap((_, a) => {
    const b = (a + 1) % 6
    return [a, b, b + 6, a, b + 6, a + 6]
  })
  return TriangleMesh.build({ positions, indices: [...caps, ...sides] })
}

export const meshBodies: SceneEntry = {
  name: 'mesh-bodies',
  title: 'Dynamic meshes',
  description: 'Rings fall over a pole and stay on it, a bowl catches balls, beams of an L interlock: meshes that move have holes and hollows.',
  camera: { position: { x: 4, y: 4.5, z: 9 }, target: { x: 0, y: 0.8, z: 0 } },
  steps: 240,
  expect: {
    threaded: exactly(RINGS, 'a ring has a hole, which its convex hull has not'),
    caught: exactly(6, 'balls stay in the bowl'),
    through: exactly(0, 'nothing falls through the floor'),
    overlap: atMost(0.001, 'overlap that bodies of this size keep at rest, m'),
    rmsSpeed: atMost(0.02, 'all has come to rest, m/s'),
  },
  build(world) {
    const random = createRandom(7)
    addFloor(world, 20)
    const stand = { radius: POLE, halfLength: 1.2, rollingResistance: 0.01 }
    world.createBody({ type: 'static', position: { x: 0, y: 1.2, z: 0 }, shapes: [capsule(stand)] })
    const given = { density: 500, rollingResistance: 0.01 }
    const rings: Body[] = []
    const torus = ring()
    for (let i = 0; i < RINGS; i++) {
      const position = { x: random.between(-0.08, 0.08), y: 3 + 0.7 * i, z: random.between(-0.08, 0.08) }
      rings.push(world.createBody({ position, shapes: [mesh({ mesh: torus, ...given })] }))
    }
    const dish = world.createBody({ position: { x: 3, y: 0.3, z: 0 }, shapes: [mesh({ mesh: bowl(), ...given })] })
    const balls: Body[] = []
    for (let i = 0; i < 6; i++) {
      const position = { x: 3 + random.between(-0.2, 0.2), y: 0.8 + 0.37 * i, z: random.between(-0.2, 0.2) }
      balls.push(world.createBody({ position, shapes: [sphere({ radius: 0.18, ...given })] }))
    }
    const shape = beam()
    const beams: Body[] = []
    for (let i = 0; i < 4; i++) {
      const position = { x: -3 + random.between(-0.3, 0.3), y: 0.8 + 1.1 * i, z: random.between(-0.3, 0.3) }
      beams.push(world.createBody({ position, rotation: random.rotation(), shapes: [mesh({ mesh: shape, ...given })] }))
    }
    return {
      measure: current => ({
        threaded: rings.filter(({ position: p }) => p.y < 2 && Math.sqrt(p.x * p.x + p.z * p.z) < 0.6).length,
        caught: balls.filter(({ position: p }) => Math.abs(p.x - dish.position.x) < 1 && Math.abs(p.z - dish.position.z) < 1 && p.y > 0.25).length,
        through: [...rings, ...balls, ...beams, dish].filter(({ position }) => position.y < -0.1).length,
        overlap: deepestOverlap(current),
        rmsSpeed: rmsSpeed(current),
      }),
    }
  },
}
