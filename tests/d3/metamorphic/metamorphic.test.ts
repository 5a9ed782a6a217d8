/** Scenes that are moved, turned, mirrored, scaled or made in another order behave as they did. `known.ts` lists where they do not. */

import type { AccuracyCase } from '../../common/accuracy/case.ts'
import { checkGates } from '../../common/accuracy/check-gates.ts'
import { exactRows, figureRows, sleepRows, trajectoryRows } from '../../common/helpers/metamorphic/relations.ts'
import { chain, flight, machine, pile, ragdoll, stack, wakeful } from './families.ts'
import { KNOWN } from './known.ts'
import { around, BACKWARDS, MIRROR, quarterTurn, rotate, scale, SHUFFLED, SPACE, translate } from './laboratory.ts'

const SEEDS = 6
const PILES = 8

const falling = (seed: number): ReturnType<typeof ragdoll> => ragdoll(seed, false)
const landed = (seed: number): ReturnType<typeof ragdoll> => ragdoll(seed, true)

const SMOOTH = [flight, machine, chain, falling, wakeful(stack)]
const MOVED = [translate(1, 0, 0), translate(1000, -2000, 500), translate(100000, 30000, -20000)]
const TURNED = [
  quarterTurn(),
  rotate('turned by 0.7 rad about z', around([0, 0, 1], 0.7)),
  rotate('turned anyhow', around([0.48, 0.6, 0.64], 2)),
]
const REORDERED = [BACKWARDS, SHUFFLED]
/** Gravity is kept (Froude): times go as the root of lengths. */
const SCALED = [
  scale('a tenth of the size', 0.1, Math.sqrt(0.1), 0.001),
  scale('a thousandth of the size', 0.001, Math.sqrt(0.001), 1e-9),
  scale('a hundred times the size', 100, 10, 1e6),
  scale('a thousand times the mass', 1, 1, 1000),
]
const DOUBLED = [
  scale('four times the size under four times the gravity', 4, 1, 1),
  scale('half as fast under a quarter of the gravity', 1, 2, 1),
  scale('64 times the mass', 1, 1, 64),
  scale('1/1024 of the size', 1 / 1024, 1 / 32, 2 ** -30),
  scale('256 times the size', 256, 16, 2 ** 24),
]

const CASES: readonly AccuracyCase[] = [
  { name: 'translate', run: () => trajectoryRows(SPACE, SMOOTH, MOVED, SEEDS) },
  { name: 'rotate', run: () => trajectoryRows(SPACE, SMOOTH, TURNED, SEEDS) },
  { name: 'mirror', run: () => trajectoryRows(SPACE, SMOOTH, [MIRROR], SEEDS) },
  { name: 'permute', run: () => trajectoryRows(SPACE, SMOOTH, REORDERED, SEEDS) },
  { name: 'scale', run: () => trajectoryRows(SPACE, SMOOTH, SCALED, SEEDS) },
  { name: 'powers of two', run: () => exactRows(SPACE, SMOOTH, DOUBLED, SEEDS) },
  { name: 'powers of two, crowds', run: () => exactRows(SPACE, [wakeful(pile), wakeful(landed)], DOUBLED, 2) },
  { name: 'sleep', run: () => sleepRows(SPACE, [stack], [MOVED[1]!, TURNED[2]!, MIRROR, BACKWARDS, ...DOUBLED], SEEDS) },
  { name: 'piles', run: () => figureRows(SPACE, pile, [MOVED[2]!, TURNED[2]!, MIRROR, BACKWARDS, ...DOUBLED], PILES) },
  { name: 'ragdolls', run: () => figureRows(SPACE, landed, [MOVED[2]!, TURNED[2]!, MIRROR, BACKWARDS, ...DOUBLED], PILES) },
]

checkGates('metamorphic relations in three dimensions', CASES, KNOWN)
