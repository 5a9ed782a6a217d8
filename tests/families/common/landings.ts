/**
 * Landings on the immovable, against the closed form of one blow: balls that slide and spin (Newton's restitution, Coulomb's friction), and boxes
 * that tumble on a corner without friction. The gap before the blow is that of any step, so the contact is one that has not closed yet.
 */

import type { Family, Random } from '../family.ts'
import type { AnyBody, AnyWorld, Dimension, Place } from './dimensions.ts'

const STEPS = [1 / 30, 1 / 60, 1 / 120, 1 / 240] as const
/** A disc of the plane turns by half of its m r², a ball by two fifths. */
const ballShare = (dimension: Dimension): number => (dimension.axes === 2 ? 1 / 2 : 2 / 5)

/** Steps until the body goes up, or comes from the floor more slowly than it fell. */
function land(world: AnyWorld, body: AnyBody, dt: number, fall: number): void {
  for (let i = 0; i < 600; i++) {
    world.step(dt)
    if (body.velocity().y > fall * (1 - 1e-6)) return
  }
}

function addFloor(world: AnyWorld, size: number, friction: number): void {
  world.body({ type: 'static', at: { x: 0, y: -size, z: 0 }, box: { x: 1e4 * size, y: size, z: 1e4 * size }, surface: { friction } })
}

function landBall(dimension: Dimension, random: Random): { slip: number; spin: number } {
  const radius = random.scale(0.01, 3)
  const fall = -radius * random.scale(5, 60)
  const restitution = random.between(0.1, 1)
  const friction = random.between(0, 0.8)
  const dt = random.pick(STEPS)
  const across = dimension.axes === 2 ? 0 : random.between(-1, 1)
  const velocity: Place = { x: random.between(-2, 2) * fall, y: fall, z: across * fall }
  const turn = fall / radius
  const spin: Place = { x: across * turn, y: dimension.axes === 2 ? 0 : random.between(-1, 1) * turn, z: random.between(-2, 2) * turn }
  const world = dimension.world({ gravity: 0 })
  addFloor(world, radius, friction)
  const at = { x: 0, y: radius * random.between(2, 8), z: 0 }
  const body = world.body({ at, velocity, spin, form: ['ball', radius], surface: { friction, restitution } })
  land(world, body, dt, fall)
  const share = ballShare(dimension)
  // Slip of the lowest point, v + ω × (0, −r, 0).
  const slip = { x: velocity.x + spin.z * radius, z: velocity.z - spin.x * radius }
  const speed = Math.hypot(slip.x, slip.z)
  const push = Math.min(-friction * (1 + restitution) * fall, speed / (1 + 1 / share))
  const [px, pz] = [-(slip.x / speed) * push, -(slip.z / speed) * push]
  const v = body.velocity()
  const w = body.spin()
  const scale = speed + Math.abs(fall)
  return {
    slip: Math.hypot(v.x - velocity.x - px, v.y + restitution * fall, v.z - velocity.z - pz) / scale,
    spin: (Math.hypot(w.z - spin.z - px / (share * radius), w.x - spin.x + pz / (share * radius)) * radius) / scale,
  }
}

/** The lowest corner of a box at an angle: its height and its place across. */
function lowest(half: Place, angle: number): { y: number; x: number } {
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  const y = -Math.abs(half.x * s) - Math.abs(half.y * c)
  return { y, x: -Math.sign(s) * half.x * c + Math.sign(c) * half.y * s }
}

function landBox(dimension: Dimension, random: Random): number | undefined {
  const size = random.scale(0.02, 3)
  const half = { x: size, y: size * random.between(0.4, 1), z: size * random.between(0.5, 1) }
  const fall = -size * random.scale(10, 60)
  const restitution = random.between(0.2, 1)
  const dt = random.pick(STEPS)
  const spin = random.between(-0.2, 0.2) / dt
  const world = dimension.world({ gravity: 0 })
  addFloor(world, size, 0)
  // Upright; it turns to the angle on its way.
  const start = 6 * size
  const until = (time: number): number => start + fall * time + lowest(half, spin * time).y
  let far = 0
  while (until(far) > 0) far += 1e-3 * dt
  let near = far - 1e-3 * dt
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (near + far)
    if (until(middle) > 0) near = middle
    else far = middle
  }
  const corner = lowest(half, spin * near)
  const approach = fall + spin * corner.x
  const inertia = (half.x * half.x + half.y * half.y) / 3
  const push = (-(1 + restitution) * approach) / (1 + (corner.x * corner.x) / inertia)
  const after = { v: fall + push, w: spin + (push * corner.x) / inertia }
  // Cases of one blow: nothing else comes down within the step and the next, nor lies as low.
  for (let time = 1e-3 * dt; time < 2 * dt; time += 0.02 * dt) {
    if (after.v * time - corner.y + lowest(half, spin * near + after.w * time).y < 1e-3 * size * (time / dt)) return undefined
  }
  if (Math.abs(Math.sin(2 * spin * near)) < 0.1) return undefined
  const body = world.body({
    at: { x: 0, y: start, z: 0 }, velocity: { x: 0, y: fall, z: 0 }, spin: { x: 0, y: 0, z: spin }, box: half, surface: { friction: 0, restitution },
  })
  for (let i = 0; i < Math.ceil(near / dt); i++) world.step(dt)
  return (Math.abs(body.velocity().y - after.v) + Math.abs(body.spin().z - after.w) * size) / (Math.abs(fall) + Math.abs(spin) * size)
}

export function landingFamily(dimension: Dimension): Family<'slip' | 'spin' | 'tumble'> {
  return {
    name: `landings on the immovable, ${dimension.name}`,
    short: 150,
    long: 2000,
    // In the plane the arms of large turns are those of the touch, its moment is that of arms half way there.
    figures: { slip: { worst: 1e-8 }, spin: { worst: 1e-8 }, tumble: dimension.axes === 2 ? { p50: 1e-7, p99: 0.012, worst: 0.02 } : { worst: 1e-7 } },
    run(random) {
      const tumble = landBox(dimension, random)
      return { ...landBall(dimension, random), ...(tumble === undefined ? {} : { tumble }) }
    },
  }
}
