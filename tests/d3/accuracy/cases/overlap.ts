/** Bodies placed inside each other: they must part gently and by the short way. */

import { box, capsule, sphere, type Body, type ShapeDefinition, type World } from 'fulcrum-physics/3d'
import { deepestOverlap } from '../../../../scenes/d3/measure.ts'
import { addFloor } from '../../../../scenes/d3/ground.ts'
import { aboutAxis } from '../../../../scenes/d3/rotation.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, distance, DT, isFinitePose, length, WEIGHTLESS } from '../setup.ts'

/** Speed at which overlapping bodies of about a metre may be pushed apart, m/s. */
const SPEED_LIMIT = 3

interface Parting {
  /** Fastest motion of any body, taken from its velocity and from how far it moved in a step, m/s. */
  speed: number
  /** Overlap left at the end, m. */
  left: number
  notFinite: number
}

function part(world: World, bodies: readonly Body[], stepCount: number): Parting {
  let speed = 0
  for (let i = 0; i < stepCount; i++) {
    const before = bodies.map(body => body.position)
    world.step(DT)
    bodies.forEach((body, k) => {
      const now = Math.max(length(body.linearVelocity), distance(body.position, before[k]!) / DT)
      speed = now <= speed ? speed : now
    })
  }
  return { speed, left: deepestOverlap(world), notFinite: bodies.filter(body => !isFinitePose(body)).length }
}

function coincident(count: number, shape: ShapeDefinition): Parting {
  const world = createWorld({ gravity: WEIGHTLESS })
  const bodies = Array.from({ length: count }, () => world.createBody({ position: { x: 0.3, y: 1.7, z: -0.2 }, shapes: [shape] }))
  return part(world, bodies, 240)
}

interface Slab {
  parting: Parting
  /** Highest speed stored in the body at any later time: push-out must not become motion. */
  wrongWay: number
  kept: number
}

/** A cube half inside a slab, weightless: the short way is up. */
function halfInSlab(): Slab {
  const world = createWorld({ gravity: WEIGHTLESS })
  addFloor(world, 10)
  const body = world.createBody({ position: { x: 0, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
  const parting = part(world, [body], 180)
  const p = body.position
  return { parting, wrongWay: p.y < 0.49 || Math.hypot(p.x, p.z) > 0.01 ? 1 : 0, kept: length(body.linearVelocity) }
}

/** A long capsule stuck through a plate near its rim: the short way out is over the rim. */
function capsuleThroughBox(): Slab {
  const world = createWorld({ gravity: WEIGHTLESS })
  world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.3, y: 1, z: 1 } })] })
  const body = world.createBody({
    position: { x: 0, y: 0, z: 0.9 },
    rotation: aboutAxis(0, 0, 1, Math.PI / 2),
    shapes: [capsule({ radius: 0.1, halfLength: 1.5 })],
  })
  const parting = part(world, [body], 180)
  // 0.2 m along z against 1.9 m along its own axis.
  return { parting, wrongWay: body.position.z < 1.09 ? 1 : 0, kept: length(body.linearVelocity) }
}

/** A pyramid whose boxes overlap by a quarter, on a floor, under gravity. */
function overlappingPyramid(): Parting {
  const world = createWorld()
  addFloor(world, 40)
  const bodies: Body[] = []
  for (let row = 0; row < 4; row++) {
    for (let i = 0; i < 4 - row; i++) {
      const position = { x: (i - (3 - row) / 2) * 0.75, y: 0.5 + row * 0.75, z: 0 }
      bodies.push(world.createBody({ position, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] }))
    }
  }
  return part(world, bodies, 300)
}

export const overlap: AccuracyCase = {
  name: 'overlap',
  run(): Row[] {
    const rows: Row[] = []
    const cube = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })
    for (const [test, parting] of [
      ['2 spheres of one centre', coincident(2, sphere({ radius: 0.5 }))],
      ['3 identical boxes in one place', coincident(3, cube)],
      ['2 identical capsules in one place', coincident(2, capsule({ radius: 0.3, halfLength: 0.5 }))],
    ] as const) {
      rows.push(
        atMost(test, 'bodies not finite', '', 0, parting.notFinite),
        atMost(test, 'parts at m/s', 'cannon throws one 17 m', SPEED_LIMIT, parting.speed),
        atMost(test, 'overlap left m', '', 0.01, parting.left),
      )
    }
    for (const [test, slab] of [
      ['cube half inside a slab', halfInSlab()],
      ['long capsule through a plate', capsuleThroughBox()],
    ] as const) {
      rows.push(
        atMost(test, 'left by the long way', '', 0, slab.wrongWay),
        atMost(test, 'parts at m/s', '', SPEED_LIMIT, slab.parting.speed),
        atMost(test, 'speed kept afterwards m/s', '', 1e-3, slab.kept),
      )
    }
    const pyramid = overlappingPyramid()
    rows.push(
      atMost('pyramid of boxes overlapping by a quarter', 'bodies not finite', '', 0, pyramid.notFinite),
      atMost('pyramid of boxes overlapping by a quarter', 'fastest body m/s', '', SPEED_LIMIT, pyramid.speed),
      atMost('pyramid of boxes overlapping by a quarter', 'overlap left m', '', 0.01, pyramid.left),
    )
    return rows
  },
}
