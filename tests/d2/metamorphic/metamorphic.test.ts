/** Scenes that are moved, turned, mirrored, scaled or made in another order behave as they did. `known.ts` lists where they do not. */

import type { AccuracyCase } from '../../common/accuracy/case.ts'
import { checkGates } from '../../common/accuracy/check-gates.ts'
import { exactRows, figureRows, sleepRows, trajectoryRows } from '../../common/helpers/metamorphic/relations.ts'
import { chain, flight, machine, pile, ragdoll, stack, wakeful } from './families.ts'
import { KNOWN } from './known.ts'
import { BACKWARDS, MIRROR, PLANE, quarterTurn, rotate, scale, SHUFFLED, translate } from './laboratory.ts'

const SEEDS = 6
const PILES = 8

const falling = (seed: number): ReturnType<typeof ragdoll> => ragdoll(seed, false)
const landed = (seed: number): ReturnType<typeof ragdoll> => ragdoll(seed, true)

const SMOOTH = [flight, machine, chain, falling, wakeful(stack)]
const MOVED = [translate(1, 0), translate(1000, -2000), translate(100000, 30000)]
const TURNED = [quarterTurn(), rotate(0.7), rotate(2.5)]
const REORDERED = [BACKWARDS, SHUFFLED]
/** Gravity is kept (Froude): times go as the root of lengths. */
const SCALED = [
  scale('a tenth of the size', 0.1, Math.sqrt(0.1), 0.01),
  scale('a thousandth of the size', 0.001, Math.sqrt(0.001), 1e-6),
  scale('a hundred times the size', 100, 10, 1e4),
  scale('a thousand times the mass', 1, 1, 1000),
]
const DOUBLED = [
  scale('four times the size under four times the gravity', 4, 1, 1),
  scale('half as fast under a quarter of the gravity', 1, 2, 1),
  scale('64 times the mass', 1, 1, 64),
  scale('1/1024 of the size', 1 / 1024, 1 / 32, 2 ** -20),
  scale('256 times the size', 256, 16, 2 ** 16),
]

const CASES: readonly AccuracyCase[] = [
  { name: 'translate', run: () => trajectoryRows(PLANE, SMOOTH, MOVED, SEEDS) },
  { name: 'rotate', run: () => trajectoryRows(PLANE, SMOOTH, TURNED, SEEDS) },
  { name: 'mirror', run: () => trajectoryRows(PLANE, SMOOTH, [MIRROR], SEEDS) },
  { name: 'permute', run: () => trajectoryRows(PLANE, SMOOTH, REORDERED, SEEDS) },
  { name: 'scale', run: () => trajectoryRows(PLANE, SMOOTH, SCALED, SEEDS) },
  { name: 'powers of two', run: () => exactRows(PLANE, SMOOTH, DOUBLED, SEEDS) },
  { name: 'powers of two, crowds', run: () => exactRows(PLANE, [wakeful(pile), wakeful(landed)], DOUBLED, 2) },
  { name: 'sleep', run: () => sleepRows(PLANE, [stack], [MOVED[1]!, TURNED[1]!, MIRROR, BACKWARDS, ...DOUBLED], SEEDS) },
  { name: 'piles', run: () => figureRows(PLANE, pile, [MOVED[1]!, MOVED[2]!, TURNED[1]!, MIRROR, BACKWARDS, ...DOUBLED], PILES) },
  { name: 'ragdolls', run: () => figureRows(PLANE, landed, [MOVED[2]!, TURNED[1]!, MIRROR, BACKWARDS, ...DOUBLED], PILES) },
]

checkGates('metamorphic relations in two dimensions', CASES, KNOWN)
