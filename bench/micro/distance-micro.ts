/**
 * Nanoseconds per call of distance, overlap, time of impact and rays, by pair of kinds. Run: npx tsx bench/micro/distance-micro.ts
 */
import { GjkResult, gjkDistance } from '../../src/d3/geometry/gjk.ts'
import { shapesOverlap } from '../../src/d3/geometry/overlap.ts'
import { Sweep } from '../../src/d3/geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact } from '../../src/d3/geometry/time-of-impact.ts'
import { quatNormalize, quatToMatrix } from '../../src/d3/math/quaternion.ts'
import { RayHit, rayShape } from '../../src/d3/geometry/ray-shapes.ts'
import { buildHull } from '../../src/d3/geometry/hull/hull-builder.ts'
import type { Hull } from '../../src/d3/geometry/hull/hull.ts'
import { BOX } from '../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../src/d3/geometry/shapes/capsule.ts'
import { HULL } from '../../src/d3/geometry/shapes/hull.ts'
import { SHAPES } from '../../src/d3/geometry/shapes/shape-table.ts'
import { SPHERE } from '../../src/d3/geometry/shapes/sphere.ts'
import { createRandom } from '../../tests/common/random.ts'

/** Different poses per case, so that branches are not learnt by heart. */
const POSES = 1024
const ROUNDS = 60
const HULL_POINTS = 24

const random = createRandom(1)

function randomHull(): Hull {
  const points = new Float64Array(3 * HULL_POINTS)
  for (let i = 0; i < HULL_POINTS; i++) {
    const z = 2 * random() - 1
    const angle = 2 * Math.PI * random()
    points.set([Math.sqrt(1 - z * z) * Math.cos(angle), z, Math.sqrt(1 - z * z) * Math.sin(angle)].map((c) => 0.5 * c), 3 * i)
  }
  return buildHull(points, 'points')
}

const size = Float64Array.of(0.5, 0, 0, 0, 0.25, 0.5, 0, 0, 0.5, 0.4, 0.3, 0, 0, 0, 0, 0)
const hulls: (Hull | null)[] = [null, null, null, randomHull()]
const quaternions = new Float64Array(8 * POSES)
const rotations = new Float64Array(18 * POSES)
const centers = new Float64Array(3 * POSES)
const near = new Float64Array(3 * POSES)
const rays = new Float64Array(7 * POSES)

for (let i = 0; i < POSES; i++) {
  for (let k = 0; k < 8; k++) quaternions[8 * i + k] = random() - 0.5
  quatNormalize(quaternions, 8 * i)
  quatNormalize(quaternions, 8 * i + 4)
  quatToMatrix(quaternions, 8 * i, rotations, 18 * i)
  quatToMatrix(quaternions, 8 * i + 4, rotations, 18 * i + 9)
  const direction = [random() - 0.5, random() - 0.5, random() - 0.5]
  const length = Math.hypot(...direction)
  for (let k = 0; k < 3; k++) {
    near[3 * i + k] = direction[k] / length * (0.6 + 0.8 * random())
    rays[7 * i + k] = 5 * direction[k] / length
    rays[7 * i + 3 + k] = (random() - 0.5) * 1.2 - rays[7 * i + k]
  }
  rays[7 * i + 6] = Infinity
}

function time(label: string, run: (i: number) => number): void {
  let best = Infinity
  let sum = 0
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    for (let i = 0; i < POSES; i++) sum += run(i)
    best = Math.min(best, performance.now() - start)
  }
  console.log(`${label.padEnd(34)} ${(best * 1e6 / POSES).toFixed(0).padStart(6)} ns   mean result ${(sum / ROUNDS / POSES).toFixed(3)}`)
}

const result = new GjkResult()
const impact = new TimeOfImpact()
const hit = new RayHit()
const sweepA = new Sweep()
const sweepB = new Sweep()

const pairs = [
  [SPHERE, SPHERE], [SPHERE, BOX], [CAPSULE, CAPSULE], [CAPSULE, BOX], [BOX, BOX], [BOX, HULL], [HULL, HULL],
]
for (const [a, b] of pairs) {
  const names = `${SHAPES[a].name} ${SHAPES[b].name}`
  time(`distance, ${names}`, (i) => {
    const o = 3 * i
    gjkDistance(
      result, a, b, rotations, 18 * i, 18 * i + 9, size, 4 * a, 4 * b, hulls[a], hulls[b], 2 * near[o], 2 * near[o + 1], 2 * near[o + 2])
    return result.iterations
  })
}
for (const [a, b] of pairs) {
  const names = `${SHAPES[a].name} ${SHAPES[b].name}`
  time(`overlap, ${names}`, (i) => {
    const o = 3 * i
    return shapesOverlap(
      a, b, rotations, 18 * i, 18 * i + 9, size, 4 * a, 4 * b, hulls[a], hulls[b], near[o], near[o + 1], near[o + 2]) ? 1 : 0
  })
}
for (const spinning of [false, true]) for (const [a, b] of pairs) {
  const names = `${SHAPES[a].name} ${SHAPES[b].name}${spinning ? ', turning' : ''}`
  time(`impact, ${names}`, (i) => {
    for (let k = 0; k < 3; k++) {
      sweepB.c0[k] = 3 * near[3 * i + k]
      sweepB.c1[k] = sweepB.c0[k] - 6 * near[3 * i + k] + 0.7 * near[3 * ((i + 1) % POSES) + k]
    }
    const next = spinning ? 8 * ((i + 1) % POSES) : 8 * i
    for (let k = 0; k < 4; k++) {
      sweepA.q0[k] = quaternions[8 * i + k]
      sweepB.q0[k] = quaternions[8 * i + 4 + k]
      sweepA.q1[k] = quaternions[next + k]
      sweepB.q1[k] = quaternions[next + 4 + k]
    }
    timeOfImpact(impact, a, b, size, 4 * a, 4 * b, hulls[a], hulls[b], sweepA, sweepB, 5e-4)
    return impact.iterations
  })
}
for (let kind = 0; kind < 4; kind++) {
  time(`ray, ${SHAPES[kind].name}`, (i) =>
    rayShape(hit, kind, rotations, 18 * i, centers, 3 * i, size, 4 * kind, hulls[kind], rays, 7 * i) ? 1 : 0)
}
