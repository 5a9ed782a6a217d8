/** Every scene in two dimensions, in the order in which the sandbox lists them. */

import { arch } from './arch.ts'
import { ballLine } from './ball-line.ts'
import { bounceRow } from './bounce-row.ts'
import { hangingBridge } from './builders/hanging-bridge.ts'
import { hangingLines } from './builders/hanging-lines.ts'
import { nets } from './builders/nets.ts'
import { ragdolls } from './builders/ragdolls.ts'
import { road } from './builders/road.ts'
import { bullets } from './bullets.ts'
import { cardHouse } from './card-house.ts'
import { ccdStorm } from './ccd-storm.ts'
import { chain } from './chain.ts'
import { character2d } from './character2d.ts'
import { contactHooks } from './contact-hooks.ts'
import { conveyor } from './conveyor.ts'
import { dominoes } from './dominoes.ts'
import { ellipses } from './ellipses.ts'
import { everyShape } from './every-shape.ts'
import { fallingHinges } from './falling-hinges.ts'
import { fallingMix } from './falling-mix.ts'
import { farOut } from './far-out.ts'
import { filters } from './filters.ts'
import { frictionSlope } from './friction-slope.ts'
import { ghostVertices } from './ghost-vertices.ts'
import { heavyOnLight } from './heavy-on-light.ts'
import { jointGrid, smallGrid } from './joint-grid.ts'
import { car } from './joints/car.ts'
import { chipmunkSet } from './joints/chipmunk-set.ts'
import { lattices } from './joints/lattices.ts'
import { machines } from './joints/machines.ts'
import { planetaryGears } from './joints/planetary-gears.ts'
import { largePyramid, smallPyramid } from './large-pyramid.ts'
import { lockedAxes } from './locked-axes.ts'
import { mixedPile, smallPile } from './mixed-pile.ts'
import { movingPlatform } from './moving-platform.ts'
import { oneWay } from './one-way.ts'
import { rollingRace } from './rolling-race.ts'
import { scales } from './scales.ts'
import type { SceneEntry } from './scene.ts'
import { sensors } from './sensors.ts'
import { stack10, stack20, stack40 } from './stack.ts'
import { tileMap } from './tile-map.ts'
import { smallTumbler, tumbler } from './tumbler.ts'
import { twoPlayers } from './two-players.ts'
import { wall } from './wall.ts'

export type { SceneEntry, SceneInstance } from './scene.ts'

export const scenes: readonly SceneEntry[] = [
  stack10,
  stack20,
  stack40,
  wall,
  largePyramid,
  smallPyramid,
  mixedPile,
  smallPile,
  tumbler,
  smallTumbler,
  jointGrid,
  smallGrid,
  chain,
  fallingHinges,
  machines,
  planetaryGears,
  lattices,
  car,
  chipmunkSet,
  hangingLines,
  hangingBridge,
  nets,
  ragdolls,
  road,
  everyShape,
  ellipses,
  fallingMix,
  ghostVertices,
  tileMap,
  oneWay,
  dominoes,
  cardHouse,
  arch,
  heavyOnLight,
  frictionSlope,
  rollingRace,
  bounceRow,
  ballLine,
  movingPlatform,
  conveyor,
  contactHooks,
  character2d,
  lockedAxes,
  filters,
  sensors,
  bullets,
  ccdStorm,
  scales,
  farOut,
  twoPlayers,
]
