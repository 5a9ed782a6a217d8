/** The same small pyramid, bullet and ray at the origin and up to ten thousand kilometres away, at fractional places. */

import { box, circle, World, type Body, type Vec2 } from 'fulcrum-physics/2d'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { add, createWorld, distance, dot, DT, GRAVITY, rotate, scale, steps, subtract, WEIGHTLESS } from '../setup.ts'

/** A turn that is nothing special, of gravity too; whole numbers and right angles would prove nothing. */
const TILT = 0.3
const STEPS = 300
const HALF = { x: 0.5, y: 0.5 }
const AHEAD = rotate(TILT, { x: 1, y: 0 })

interface Settled {
  /** Step at which every body slept; Infinity if never. */
  sleepStep: number
  /** Final places relative to the offset. */
  places: Vec2[]
}

/** Three, two, one boxes with gaps, all sliding a little as they land. */
function settle(offset: Vec2): Settled {
  const world = new World({ gravity: rotate(TILT, { x: 0, y: -GRAVITY }) })
  const at = (p: Vec2): Vec2 => add(offset, rotate(TILT, p))
  world.createBody({ type: 'static', position: at({ x: 0, y: -1 }), rotation: TILT, shapes: [box({ halfExtents: { x: 20, y: 1 } })] })
  const bodies: Body[] = []
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 3 - row; i++) {
      const place = { x: (i - (2 - row) / 2) * 1.1, y: 0.55 + row * 1.1 }
      bodies.push(world.createBody({ position: at(place), rotation: TILT, linearVelocity: scale(AHEAD, 0.5), shapes: [box({ halfExtents: HALF })] }))
    }
  }
  let sleepStep = Infinity
  for (let i = 1; i <= STEPS; i++) {
    world.step(DT)
    if (sleepStep === Infinity && bodies.every(body => !body.isAwake)) sleepStep = i
  }
  return { sleepStep, places: bodies.map(body => subtract(body.position, offset)) }
}

/** 200 m/s at a wall 0.1 m thick: 1 if it came through. */
function bullet(offset: Vec2): number {
  const world = createWorld({ gravity: WEIGHTLESS })
  world.createBody({ type: 'static', position: offset, rotation: TILT, shapes: [box({ halfExtents: { x: 0.05, y: 2 } })] })
  const ball = world.createBody({ position: add(offset, scale(AHEAD, -7.3)), linearVelocity: scale(AHEAD, 200), shapes: [circle({ radius: 0.05 })] })
  steps(world, 10)
  return dot(subtract(ball.position, offset), AHEAD) > 0 ? 1 : 0
}

/** An elastic disc of 200 m/s at the same wall: its speed after over before, relative error. */
function rebound(offset: Vec2): number {
  const world = createWorld({ gravity: WEIGHTLESS })
  world.createBody({ type: 'static', position: offset, rotation: TILT, shapes: [box({ halfExtents: { x: 0.05, y: 2 }, restitution: 1 })] })
  const shapes = [circle({ radius: 0.05, restitution: 1, friction: 0 })]
  const ball = world.createBody({ position: add(offset, scale(AHEAD, -7.3)), linearVelocity: scale(AHEAD, 200), shapes })
  steps(world, 10)
  return Math.abs(dot(ball.linearVelocity, AHEAD) / -200 - 1)
}

/** Largest error of the distances that a disc and a turned box are cast onto a turned box, head-on from 5 m, and of the nearest point. */
function cast(offset: Vec2): number {
  const world = createWorld()
  world.createBody({ type: 'static', position: offset, rotation: TILT, shapes: [box({ halfExtents: HALF })] })
  const position = add(offset, scale(AHEAD, -5))
  const ball = world.castShape(circle({ radius: 0.2 }), { position, direction: AHEAD, maxDistance: 10 })
  const crate = world.castShape(box({ halfExtents: { x: 0.2, y: 0.3 } }), { position, rotation: TILT, direction: AHEAD, maxDistance: 10 })
  const near = world.closestPoint({ point: position })
  if (ball === null || crate === null || near === null) return Infinity
  return Math.max(Math.abs(ball.distance - 4.3), Math.abs(crate.distance - 4.3), Math.abs(near.distance - 4.5))
}

/** Error of the distance along a ray that meets a turned box head-on from 5 m. */
function ray(offset: Vec2): number {
  const world = createWorld()
  world.createBody({ type: 'static', position: offset, rotation: TILT, shapes: [box({ halfExtents: HALF })] })
  const hit = world.castRay({ origin: add(offset, scale(AHEAD, -5)), direction: AHEAD, maxDistance: 10 })
  return hit ? Math.abs(hit.distance - 4.5) : Infinity
}

export const farOut: AccuracyCase = {
  name: 'far-out',
  run(): Row[] {
    const rows: Row[] = []
    const home = settle({ x: 0, y: 0 })
    for (const far of [1e5, 1e6, 1e7]) {
      const offset = { x: far + 0.3137, y: 0.719 - far / 3 }
      const away = settle(offset)
      const error = Math.max(...away.places.map((place, i) => distance(place, home.places[i])))
      const test = `pyramid 3-2-1 at ${far.toExponential(0)} m`
      // Comparing Infinity with Infinity must not count as agreement.
      const frames = home.sleepStep === Infinity ? Infinity : Math.abs(away.sleepStep - home.sleepStep)
      rows.push(
        atMost(test, 'sleep step differs by', 'same (Box2D double)', 0, frames),
        atMost(test, 'places differ by m', '1e-3 (Box2D double)', 1e-6, error),
        atMost(`bullet 200 m/s, 0.1 m wall at ${far.toExponential(0)} m`, 'passed', '', 0, bullet(offset)),
        atMost(`elastic disc 200 m/s, 0.1 m wall at ${far.toExponential(0)} m`, 'speed after, relative', '', 0.01, rebound(offset)),
        atMost(`casts and nearest point at ${far.toExponential(0)} m`, 'distance error m', '', 1e-6, cast(offset)),
        atMost(`ray at ${far.toExponential(0)} m`, 'distance error m', '1e-4 (Box2D double)', 1e-6, ray(offset)),
      )
    }
    return rows
  },
}
