/**
 * Strikers of any form, moving and spinning, against sleeping bodies in free space: the outcome is that of a world without sleep, and
 * momentum is kept. The target has a neighbour close behind it, which sleeps by itself and is struck in turn.
 */

import type { Family, Random } from '../family.ts'
import { type AnyBody, type Dimension, FORMS, type Place, randomVector, speedOf } from './dimensions.ts'

const DT = 1 / 60

interface Strike {
  readonly sizes: readonly number[]
  readonly forms: readonly ('ball' | 'capsule' | 'box' | 'convex')[]
  readonly gap: number
  readonly restitution: number
  readonly friction: number
  readonly from: Place
  readonly velocity: Place
  readonly spin: Place
}

function randomStrike(dimension: Dimension, random: Random): Strike {
  const size = random.scale(0.05, 5)
  const sizes = [size * random.between(0.4, 1.5), size, size * random.between(0.5, 1)]
  const restitution = random() < 0.5 ? 0 : random.between(0, 1)
  // Turning in place beside the target, or flying at it.
  const turns = random() < 0.3
  const reach = 1.5 * (sizes[0]! + sizes[1]!)
  const speed = size * random.scale(0.5, 30)
  return {
    sizes,
    forms: [turns ? random.pick(['box', 'capsule', 'convex']) : random.pick(FORMS), random.pick(FORMS), random.pick(FORMS)],
    gap: size * random.between(0.001, 0.05),
    restitution,
    friction: random.between(0, 1),
    from: { x: -reach, y: random.between(-0.3, 0.3) * size, z: 0 },
    velocity: turns ? { x: speed, y: 0, z: 0 } : { x: speed, y: random.between(-0.2, 0.2) * speed, z: 0 },
    spin: randomVector(dimension, random, random.between(0, turns ? 30 : 10)),
  }
}

/** Velocities after the blows, and the momentum. */
function outcome(dimension: Dimension, strike: Strike, sleeping: boolean): { velocities: Place[]; momentum: Place; spread: number } {
  const world = dimension.world({ gravity: 0, sleeping })
  const surface = { restitution: strike.restitution, friction: strike.friction }
  const [, target, last] = strike.sizes as [number, number, number]
  const behind = 1.5 * (target + last) + strike.gap
  const still = [
    world.body({ at: { x: 0, y: 0, z: 0 }, form: [strike.forms[1]!, target], surface }),
    world.body({ at: { x: behind, y: 0, z: 0 }, form: [strike.forms[2]!, last], surface }),
  ]
  for (let i = 0; i < 40; i++) world.step(DT)
  if (sleeping && still.some(({ isAwake }) => isAwake)) throw new Error('the targets are awake')
  const striker = world.body({ at: strike.from, velocity: strike.velocity, spin: strike.spin, form: [strike.forms[0]!, strike.sizes[0]!], surface })
  const bodies: AnyBody[] = [striker, ...still]
  const steps = Math.ceil((4 * behind) / speedOf(strike.velocity) / DT)
  for (let i = 0; i < Math.min(steps, 25); i++) world.step(DT)
  const momentum = { x: 0, y: 0, z: 0 }
  for (const body of bodies) {
    const v = body.velocity()
    momentum.x += body.mass * v.x
    momentum.y += body.mass * v.y
    momentum.z += body.mass * v.z
  }
  return { velocities: bodies.map(body => body.velocity()), momentum, spread: striker.mass * speedOf(strike.velocity) }
}

export function strikeFamily(dimension: Dimension): Family<'momentum' | 'difference'> {
  return {
    name: `strikes on sleeping bodies, ${dimension.name}`,
    short: 60,
    long: 600,
    figures: { momentum: { worst: 1e-9 }, difference: { p50: 0, worst: 1e-12 } },
    run(random) {
      const strike = randomStrike(dimension, random)
      const slept = outcome(dimension, strike, true)
      const awake = outcome(dimension, strike, false)
      const m = awake.spread
      const before = { x: (strike.velocity.x * m) / speedOf(strike.velocity), y: (strike.velocity.y * m) / speedOf(strike.velocity), z: 0 }
      const lost = { x: slept.momentum.x - before.x, y: slept.momentum.y - before.y, z: slept.momentum.z - before.z }
      let difference = 0
      slept.velocities.forEach((v, i) => {
        const w = awake.velocities[i]!
        difference = Math.max(difference, speedOf({ x: v.x - w.x, y: v.y - w.y, z: v.z - w.z }) / speedOf(strike.velocity))
      })
      return { momentum: speedOf(lost) / m, difference }
    },
  }
}
