/** One joint in four trades: a swing on rods, a wrecking ball on a rope, a bungee and a winch. */

import { box, sphere, type DistanceJoint } from 'fulcrum-physics/3d'
import { atMost, between, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'

const TOP = 5
const ROPE = 3.5

export const distanceScene: SceneEntry = {
  name: 'joint-distance',
  title: 'Distance joint',
  description: 'A plank swings on four rods, a ball on a rope knocks over a wall, a jumper bounces on a bungee and a winch lifts a crate.',
  source: 'Robson (5)–(18), Hodges 8, Tamis 3.1.1; errata: Robson (12), Hodges 8',
  camera: { position: { x: 0, y: 4, z: 13 }, target: { x: 0, y: 2.5, z: 0 } },
  steps: 480,
  expect: {
    worstRodErrorMm: atMost(0.01, 'rods keep their length'),
    plankRise: near(9 / (2 * 9.81), 1e-3, 'v² / 2g: four rods let the plank swing without turning'),
    worstRopeOverMm: atMost(0.1, 'the rope does not stretch'),
    // ½ k (L − 1)² − m g L is at most ½ k at the start, where the cord is pressed together to a point.
    bungeeLongest: between(1.39, 2.78, 'from its hanging length 1 + g / ω² to what the energy allows, 2 + 2 g / ω²'),
    winchLength: near(1, 1e-6, 'the winch pulls the crate to its least length'),
  },
  build(world) {
    addFloor(world, 20)
    const plank = world.createBody({
      position: { x: -5, y: 2, z: 0 },
      linearVelocity: { x: 0, y: 0, z: 3 },
      shapes: [box({ halfExtents: { x: 0.6, y: 0.05, z: 0.3 }, density: 500 })],
    })
    const rods: DistanceJoint[] = []
    for (const x of [-5.6, -4.4]) {
      for (const z of [-0.3, 0.3]) rods.push(world.createDistanceJoint({ bodyB: plank, anchorA: { x, y: TOP, z }, anchorB: { x, y: 2, z } }))
    }

    // Slack at first: it falls, then the rope takes it round.
    const wrecker = world.createBody({ position: { x: -2.5, y: 4.5, z: 0 }, shapes: [sphere({ radius: 0.4, density: 3000 })] })
    const rope = world.createDistanceJoint({ bodyB: wrecker, anchorA: { x: 0, y: TOP, z: 0 }, maxLength: ROPE })
    for (let row = 0; row < 5; row++) {
      for (let i = -1; i <= 1; i++) {
        const brick = box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 }, density: 300 })
        world.createBody({ position: { x: 0.8, y: 0.25 + 0.5 * row, z: 0.55 * i }, shapes: [brick] })
      }
    }

    const jumper = world.createBody({ position: { x: 4, y: TOP, z: 0 }, shapes: [sphere({ radius: 0.2, density: 1000 })] })
    const bungee = world.createDistanceJoint({
      bodyB: jumper, anchorA: { x: 4, y: TOP, z: 0 }, length: 1, spring: { hertz: 0.8, dampingRatio: 0.05 }, maxLength: 4,
    })

    const crate = world.createBody({ position: { x: 6.5, y: 0.4, z: 0 }, shapes: [box({ halfExtents: { x: 0.4, y: 0.4, z: 0.4 }, density: 400 })] })
    const winch = world.createDistanceJoint({
      bodyB: crate, anchorA: { x: 6.5, y: TOP, z: 0 }, anchorB: { x: 6.5, y: 0.8, z: 0 }, minLength: 1, motor: { speed: -0.6, maxForce: 4000 },
    })

    let rodError = 0
    let rise = 0
    let bungeeLongest = 0
    let ropeOver = 0
    return {
      update() {
        rise = Math.max(rise, plank.position.y - 2)
        bungeeLongest = Math.max(bungeeLongest, bungee.currentLength)
        for (const rod of rods) rodError = Math.max(rodError, Math.abs(rod.currentLength - rod.length))
        ropeOver = Math.max(ropeOver, rope.currentLength - ROPE)
      },
      measure: () => ({
        worstRodErrorMm: 1000 * rodError,
        plankRise: rise,
        worstRopeOverMm: 1000 * ropeOver,
        bungeeLongest,
        bungeeLength: bungee.currentLength,
        winchLength: winch.currentLength,
      }),
    }
  },
}
