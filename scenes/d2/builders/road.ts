/** A car drives over hills and a hanging bridge, and brakes. */

import { buildBridge, buildVehicle, chain, type Vec2 } from 'fulcrum-physics/2d'
import { atLeast, atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

/** m: where the hills begin, and where the bridge begins and ends. */
const HILLS = 8
const NEAR = 45
const FAR = 59
/** m after which the car brakes. */
const STOP = 66

function hillAt(x: number): number {
  return x < HILLS ? 0 : 0.7 * (1 - sineCosine(((x - HILLS) * 2 * Math.PI) / 12).cosine)
}

/** Road up to the gorge: hills, and a level stretch at the end; and the road beyond it. */
function roads(): Vec2[][] {
  const before = Array.from({ length: 2 * (44 + 20) + 1 }, (_, i) => ({ x: i / 2 - 20, y: hillAt(i / 2 - 20) }))
  return [
    [...before, { x: NEAR, y: 0 }, { x: NEAR, y: -6 }],
    [{ x: FAR, y: -6 }, { x: FAR, y: 0 }, { x: FAR + 60, y: 0 }],
  ]
}

export const road: SceneEntry = {
  name: 'road-2d',
  title: 'Car on a road with a bridge',
  description: 'A car drives over hills on its springs, crosses a gorge on a hanging bridge that gives under its weight, and brakes.',
  camera: { center: { x: 32, y: 3 }, height: 44 },
  steps: 1200,
  expect: {
    reached: atLeast(STOP, 'the car crosses hills and bridge'),
    speed: near(0, 1e-3, 'brakes hold on level ground'),
    topSpeed: atMost(7.24, 'a drive of 5 m/s and the energy of a hill of 1.4 m'),
    mostTravelMm: atMost(150, 'the suspension ends at its stops'),
    worstGapMm: atMost(0.1, 'hinges of the bridge carry the car'),
  },
  build(world) {
    world.createBody({ type: 'static', shapes: roads().flatMap(points => chain({ points, friction: 1 })) })
    const ends = { from: { x: NEAR, y: -0.05 }, to: { x: FAR, y: -0.05 } }
    const bridge = buildBridge(world, { ...ends, planks: 28, slack: 0.004, friction: 200, shape: { friction: 1, density: 800 } })
    const car = buildVehicle(world, { driven: 'all', position: { x: -4, y: 0 } })
    const gaps = new GapWatch(bridge.joints)
    let mostTravel = 0
    let topSpeed = 0
    let sag = 0
    return {
      update() {
        if (car.chassis.position.x < STOP) car.drive(5)
        else car.brake(0.5)
        gaps.look()
        topSpeed = Math.max(topSpeed, car.speed)
        for (const { travel } of car.joints) mostTravel = Math.max(mostTravel, Math.abs(travel))
        for (const { anchorB } of bridge.joints) sag = Math.max(sag, -0.05 - anchorB.y)
      },
      measure: () => ({ reached: car.chassis.position.x, speed: car.speed, topSpeed, mostTravelMm: 1000 * mostTravel, sag, ...gaps.figures() }),
    }
  },
}
