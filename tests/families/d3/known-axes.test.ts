/**
 * Curved pairs asked again a moment later, from the axis that they had: the answer is that of a search from nothing. Misses are in separation, per
 * inner radius of the thinner shape; an axis that keeps the shapes farther apart, or overlaps less, is no miss.
 */

import { collide } from '../../../src/d3/geometry/collide.ts'
import { Manifold } from '../../../src/d3/geometry/manifold.ts'
import { knownAxis } from '../../../src/d3/geometry/query.ts'
import { HULL } from '../../../src/d3/geometry/shapes/hull.ts'
import { matrixOf, randomDirection } from '../../d3/geometry/distance/convex.ts'
import { separationAlong, type Pair } from '../../d3/geometry/fuzz/arbiter.ts'
import { CELLS, makePair, place } from '../../d3/geometry/fuzz/fuzz-pairs.ts'
import { testFamily } from '../family.ts'

const CURVED = CELLS.filter(({ b }) => b.code > HULL)
/** Where rows of the solver are: near each other, touching, or a little too deep. */
const POSES = ['near', 'touching', 'shallow']
const manifold = new Manifold()

/** Separation along the axis that `collide` finds, which is then in `manifold`. */
function separationOf(pair: Pair): number {
  const { a, b, geometryA, geometryB, size, rotation, offset } = pair
  collide(
    manifold, a.code, b.code, rotation, 0, 9, size, 0, 4, geometryA.hull, geometryB.hull, offset[0]!, offset[1]!, offset[2]!, Infinity,
  )
  return separationAlong(pair, Float64Array.of(manifold.nx, manifold.ny, manifold.nz))
}

/** Turns B by a small angle about the axis (x, y, z). */
function turn({ rotation }: Pair, [x, y, z]: readonly number[], angle: number): void {
  const s = Math.hypot(angle / 2, 1)
  const small = matrixOf([(x! * angle) / 2 / s, (y! * angle) / 2 / s, (z! * angle) / 2 / s, 1 / s])
  const before = [...rotation.subarray(9, 18)]
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      rotation[9 + 3 * row + column] = small[3 * row]! * before[column]! + small[3 * row + 1]! * before[3 + column]! + small[3 * row + 2]! * before[6 + column]!
    }
  }
}

testFamily({
  name: 'curved pairs from the axis of a moment ago, 3D', short: 800, long: 20_000,
  figures: { gap: { p99: 1e-11, worst: 1e-7 }, overlap: { p99: 1e-11, worst: 1e-7 } },
  run(random) {
    const { a, b } = random.pick(CURVED)
    const pair = makePair(a, b, random)
    while (!POSES.includes(place(pair, random)));
    separationOf(pair)
    const known = [manifold.nx, manifold.ny, manifold.nz]
    const way = randomDirection(random)
    const shift = 0.02 * pair.inner * random()
    for (let k = 0; k < 3; k++) pair.offset[k]! += shift * way[k]!
    turn(pair, randomDirection(random), (0.02 * pair.inner * random()) / pair.reach)
    const cold = separationOf(pair)
    knownAxis.set(known)
    const miss = Math.max(0, cold - separationOf(pair)) / pair.inner
    return cold > 0 ? { gap: miss } : { overlap: miss }
  },
})
