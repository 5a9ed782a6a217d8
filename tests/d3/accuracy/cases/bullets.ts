/** Fast bodies against thin ones: nothing may come through, whatever meets whatever. */

import { box, capsule, sphere, type Vec3 } from 'fulcrum-physics/3d'
import type { Random } from '../../../../scenes/random.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DT, WEIGHTLESS } from '../setup.ts'
import { fire, KINDS, missile, randomAway, thinTarget, type Kind, type Outcome, type Shot } from '../shooting-range.ts'

/** Rounding, and the speed a contact may be off by (1 %, so 2 % in energy). */
const ENERGY_TOLERANCE = 0.02

/** A direction towards +x, up to 60° off. */
function ahead(random: Random): Vec3 {
  for (;;) {
    const d = random.direction()
    if (d.x > 0.5) return d
  }
}

function times(d: Vec3, factor: number): Vec3 {
  return { x: d.x * factor, y: d.y * factor, z: d.z * factor }
}

/** Row 14: r = 5 cm at 50 to 800 m/s against 2 cm, at any angle up to 60°. */
function ballAtWall(random: Random): Shot {
  const speed = random.between(50, 800)
  const restitution = random.next() < 0.5 ? 0 : random.next()
  return {
    missile: sphere({ radius: 0.05, restitution }),
    target: thinTarget('box', restitution),
    isWall: true,
    aim: { x: 0, y: random.between(-0.8, 0.8), z: random.between(-0.8, 0.8) },
    velocity: times(ahead(random), speed),
    spin: WEIGHTLESS,
    away: randomAway(random, speed, 0.5),
  }
}

/** Whirling rods, a quarter of them turning in place beside the wall. */
function rodAtWall(random: Random): Shot {
  const inPlace = random.next() < 0.25
  const speed = inPlace ? 0 : random.between(50, 400)
  const rodHalf = 0.3
  const turning = random.between(20, 100)
  const shot: Shot = {
    missile: capsule({ radius: 0.02, halfLength: rodHalf }),
    target: thinTarget('box', 0),
    isWall: true,
    aim: { x: 0, y: random.between(-0.5, 0.5), z: random.between(-0.5, 0.5) },
    velocity: times(ahead(random), speed),
    spin: inPlace ? { x: 0, y: 0, z: turning } : times(random.direction(), turning),
    away: inPlace ? 0.15 : randomAway(random, speed, 1),
    rodHalf,
  }
  // Turning in place, it starts along the wall and swings its ends into it.
  if (inPlace) shot.rotation = { x: 0, y: 0, z: 0, w: 1 }
  return shot
}

/** Any kind at any kind, spinning; aimed so that even a bead cannot be missed. */
function anyAtAny(kind: Kind, targetKind: Kind, moving: 'static' | 'resting' | 'coming'): (random: Random) => Shot {
  return random => {
    const speed = random.between(50, 800)
    const flat = targetKind === 'box' || targetKind === 'hull'
    const shot: Shot = {
      missile: missile(kind, random, 0),
      target: thinTarget(targetKind, 0),
      isWall: flat && moving === 'static',
      aim: flat ? { x: 0, y: random.between(-0.5, 0.5), z: random.between(-0.5, 0.5) } : { x: 0, y: random.between(-0.01, 0.01), z: 0 },
      velocity: flat ? times(ahead(random), speed) : { x: speed, y: 0, z: 0 },
      spin: times(random.direction(), random.between(0, 60)),
      away: randomAway(random, speed, 0.5),
    }
    if (moving === 'resting') shot.targetVelocity = WEIGHTLESS
    if (moving === 'coming') shot.targetVelocity = { x: -random.between(50, 400), y: 0, z: 0 }
    return shot
  }
}

/** Elastic ball square on a wall: speed after over speed before. Then two equal elastic balls, which exchange velocities. */
function speedError(): { wall: number; pair: number } {
  let wall = 0
  let pair = 0
  for (const speed of [50, 133, 200, 400, 800]) {
    const world = createWorld({ gravity: WEIGHTLESS })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.05, y: 1, z: 1 }, restitution: 1 })] })
    const ball = sphere({ radius: 0.05, restitution: 1, friction: 0 })
    const one = world.createBody({ position: { x: -4.1, y: 0, z: 0 }, linearVelocity: { x: speed, y: 0, z: 0 }, shapes: [ball] })
    const left = world.createBody({ position: { x: -5.3, y: 0, z: 9 }, linearVelocity: { x: speed, y: 0, z: 0 }, shapes: [ball] })
    const right = world.createBody({ position: { x: 3.1, y: 0, z: 9 }, linearVelocity: { x: -speed / 2, y: 0, z: 0 }, shapes: [ball] })
    for (let i = 0; i < 15; i++) world.step(DT)
    wall = Math.max(wall, Math.abs(-one.linearVelocity.x / speed - 1))
    pair = Math.max(pair, Math.abs(left.linearVelocity.x + speed / 2) / speed, Math.abs(right.linearVelocity.x - speed) / speed)
  }
  return { wall, pair }
}

/** A rod spins so fast that it could slip through a slot a third as wide as it is long between two steps. */
function spinningRodAtGap(): number {
  let through = 0
  for (let k = 0; k < 40; k++) {
    const world = createWorld({ gravity: WEIGHTLESS })
    for (const y of [-2.6, 2.6]) {
      world.createBody({ type: 'static', position: { x: 0, y, z: 0 }, shapes: [box({ halfExtents: { x: 0.005, y: 2.5, z: 2 } })] })
    }
    const angle = 0.15 * k
    const rod = world.createBody({
      position: { x: -1, y: 0, z: 0 },
      rotation: { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) },
      linearVelocity: { x: 6, y: 0, z: 0 },
      angularVelocity: { x: 0, y: 0, z: 120 },
      shapes: [capsule({ radius: 0.02, halfLength: 0.28 })],
    })
    let before = rod.position
    for (let i = 0; i < 30; i++) {
      world.step(DT)
      const { x, y } = rod.position
      // Its middle may pass through the slot with the rod lengthwise; through the walls it may not.
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

export const bullets: AccuracyCase = {
  name: 'bullets',
  run(length): Row[] {
    const full = length === 'full'
    const balls = full ? 10_000 : 2000
    const rods = full ? 2000 : 400
    const each = full ? 100 : 20
    const rows = [
      ...rowsOf(`ball r 5 cm, 50…800 m/s, 2 cm wall, ${balls} shots`, '0/100 (Rapier)', fire(balls, 1, ballAtWall)),
      ...rowsOf(`spinning rods, 0…400 m/s, 2 cm wall, ${rods} shots`, '', fire(rods, 2, rodAtWall)),
    ]
    for (const moving of ['static', 'resting', 'coming'] as const) {
      for (const targetKind of KINDS) {
        const sum: Outcome = { failed: 0, energyRatio: 0 }
        KINDS.forEach((kind, i) => {
          const { failed, energyRatio } = fire(each, 100 + i, anyAtAny(kind, targetKind, moving))
          sum.failed += failed
          sum.energyRatio = Math.max(sum.energyRatio, energyRatio)
        })
        const text = moving === 'static' ? 'static' : moving === 'resting' ? 'free, at rest' : 'coming at 50…400 m/s'
        rows.push(...rowsOf(`all kinds against ${targetKind}, ${text}, ${4 * each} shots`, '', sum))
      }
    }
    const { wall, pair } = speedError()
    rows.push(
      atMost('rod at 120 rad/s against a slot, 40 shots', 'through the walls', '', 0, spinningRodAtGap()),
      atMost('elastic ball against a wall, 50…800 m/s', 'speed after, relative', '', 0.01, wall),
      atMost('elastic balls, fast against fast', 'speeds, relative', '1e-4 (Jolt)', 1e-3, pair),
    )
    return rows
  },
}
