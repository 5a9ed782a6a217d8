/** Fast bodies against thin ones: nothing may come through, whatever meets whatever. */

import { box, capsule, circle, segment, type Vec2 } from 'fulcrum-physics/2d'
import type { Random } from '../../../../scenes/random.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, direction, DT, scale, steps, WEIGHTLESS } from '../setup.ts'
import { fire, KINDS, missile, randomAway, thinTarget, type Kind, type Line, type Outcome, type Shot } from '../shooting-range.ts'

/** Rounding, and the speed a contact may be off by (1 %, so 2 % in energy). */
const ENERGY_TOLERANCE = 0.02

/** A direction towards +x, up to 60° off. */
function ahead(random: Random): Vec2 {
  return direction(random.between(-Math.PI / 3, Math.PI / 3))
}

/** Row 14: r = 5 cm at 50 to 800 m/s against a wall, at any angle up to 60°. */
function discAtWall(target: 'box' | Line): (random: Random) => Shot {
  return random => {
    const speed = random.between(50, 800)
    const restitution = random.next() < 0.5 ? 0 : random.next()
    return {
      missile: circle({ radius: 0.05, restitution }),
      target: thinTarget(target, restitution),
      isWall: true,
      aim: { x: 0, y: random.between(-0.8, 0.8) },
      velocity: scale(ahead(random), speed),
      spin: 0,
      away: randomAway(random, speed, 0.5),
    }
  }
}

/** Whirling rods, a quarter of them turning in place beside the wall. */
function rodAtWall(target: 'box' | Line): (random: Random) => Shot {
  return random => {
    const inPlace = random.next() < 0.25
    const speed = inPlace ? 0 : random.between(50, 400)
    const rodHalf = 0.3
    const turning = random.between(20, 100) * (random.next() < 0.5 ? 1 : -1)
    const shot: Shot = {
      missile: capsule({ radius: 0.02, halfLength: rodHalf }),
      target: thinTarget(target, 0),
      isWall: true,
      aim: { x: 0, y: random.between(-0.5, 0.5) },
      velocity: scale(ahead(random), speed),
      spin: turning,
      away: inPlace ? 0.15 : randomAway(random, speed, 1),
      rodHalf,
    }
    // Turning in place, it starts along the wall and swings its ends into it.
    if (inPlace) shot.rotation = 0
    return shot
  }
}

type Moving = 'static' | 'resting' | 'coming'

/** Any kind at any kind, spinning; aimed so that even a bead cannot be missed. */
function anyAtAny(kind: Kind, targetKind: Kind | Line, moving: Moving): (random: Random) => Shot {
  return random => {
    const speed = random.between(50, 800)
    const flat = targetKind !== 'circle'
    const shot: Shot = {
      missile: missile(kind, random, 0),
      target: thinTarget(targetKind, 0),
      isWall: flat && moving === 'static',
      aim: { x: 0, y: flat ? random.between(-0.5, 0.5) : random.between(-0.01, 0.01) },
      velocity: flat ? scale(ahead(random), speed) : { x: speed, y: 0 },
      spin: random.between(-60, 60),
      away: randomAway(random, speed, 0.5),
    }
    if (moving === 'resting') shot.targetVelocity = WEIGHTLESS
    if (moving === 'coming') shot.targetVelocity = { x: -random.between(50, 400), y: 0 }
    return shot
  }
}

/** Elastic disc square on a wall: speed after over speed before. Then two equal elastic discs, which exchange velocities. */
function speedError(): { wall: number; pair: number } {
  let wall = 0
  let pair = 0
  for (const speed of [50, 133, 200, 400, 800]) {
    const world = createWorld({ gravity: WEIGHTLESS })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.05, y: 1 }, restitution: 1 })] })
    const shapes = [circle({ radius: 0.05, restitution: 1, friction: 0 })]
    const one = world.createBody({ position: { x: -4.1, y: 0 }, linearVelocity: { x: speed, y: 0 }, shapes })
    const left = world.createBody({ position: { x: -5.3, y: 9 }, linearVelocity: { x: speed, y: 0 }, shapes })
    const right = world.createBody({ position: { x: 3.1, y: 9 }, linearVelocity: { x: -speed / 2, y: 0 }, shapes })
    steps(world, 15)
    wall = Math.max(wall, Math.abs(-one.linearVelocity.x / speed - 1))
    pair = Math.max(pair, Math.abs(left.linearVelocity.x + speed / 2) / speed, Math.abs(right.linearVelocity.x - speed) / speed)
  }
  return { wall, pair }
}

/** A rod spins so fast that it could slip through a gap a third as wide as it is long between two steps. */
function spinningRodAtGap(): number {
  let through = 0
  for (let k = 0; k < 40; k++) {
    const world = createWorld({ gravity: WEIGHTLESS })
    const above = segment({ a: { x: 0, y: 0.1 }, b: { x: 0, y: 5 } })
    const below = segment({ a: { x: 0, y: -5 }, b: { x: 0, y: -0.1 } })
    world.createBody({ type: 'static', shapes: [above, below] })
    const shapes = [capsule({ radius: 0.02, halfLength: 0.28 })]
    const rod = world.createBody({ position: { x: -1, y: 0 }, rotation: 0.15 * k, linearVelocity: { x: 6, y: 0 }, angularVelocity: 120, shapes })
    let before = rod.position
    for (let i = 0; i < 30; i++) {
      world.step(DT)
      const { x, y } = rod.position
      // Its middle may pass through the gap with the rod lengthwise; through the walls it may not.
      if (before.x < 0 && x >= 0 && Math.abs(y) > 0.1) through++
      before = rod.position
    }
  }
  return through
}

function rowsOf(test: string, peers: string, outcome: Outcome): Row[] {
  return [
    atMost(test, 'tunnelled', peers, 0, outcome.failed),
    atMost(test, 'largest energy after / before', '', 1 + ENERGY_TOLERANCE, outcome.energyRatio),
  ]
}

const MOVING_TEXT: Record<Moving, string> = { static: 'static', resting: 'free, at rest', coming: 'coming at 50…400 m/s' }

function all(targetKind: Kind | Line, moving: Moving, each: number): Row[] {
  const sum: Outcome = { failed: 0, energyRatio: 0 }
  KINDS.forEach((kind, i) => {
    const { failed, energyRatio } = fire(each, 100 + i, anyAtAny(kind, targetKind, moving))
    sum.failed += failed
    sum.energyRatio = Math.max(sum.energyRatio, energyRatio)
  })
  return rowsOf(`all kinds against ${targetKind}, ${MOVING_TEXT[moving]}, ${KINDS.length * each} shots`, '', sum)
}

export const bullets: AccuracyCase = {
  name: 'bullets',
  run(length): Row[] {
    const full = length === 'full'
    const discs = full ? 10_000 : 2000
    const rods = full ? 2000 : 400
    const each = full ? 100 : 20
    const { wall, pair } = speedError()
    const walls = [['box', '2 cm wall', '0/100 (Rapier)'], ['segment', 'a line', ''], ['chain', 'a chain', '']] as const
    return [
      ...walls.flatMap(([target, text, peers]) =>
        rowsOf(`disc r 5 cm, 50…800 m/s, ${text}, ${discs} shots`, peers, fire(discs, 1, discAtWall(target))),
      ),
      ...walls.flatMap(([target, text]) => rowsOf(`spinning rods, 0…400 m/s, ${text}, ${rods} shots`, '', fire(rods, 2, rodAtWall(target)))),
      ...(['static', 'resting', 'coming'] as const).flatMap(moving => KINDS.flatMap(kind => all(kind, moving, each))),
      ...all('segment', 'static', each),
      ...all('chain', 'static', each),
      atMost('rod at 120 rad/s against a gap, 40 shots', 'through the walls', '', 0, spinningRodAtGap()),
      atMost('elastic disc against a wall, 50…800 m/s', 'speed after, relative', '', 0.01, wall),
      atMost('elastic discs, fast against fast', 'speeds, relative', '1e-4 (Jolt)', 1e-3, pair),
    ]
  },
}
