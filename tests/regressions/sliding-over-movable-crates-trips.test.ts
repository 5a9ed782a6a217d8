/**
 * In the plane, what slid over a row of crates that could move tripped over the seams between them: their flush corners counted as corners,
 * because only immovable neighbours were looked at.
 *
 */

import { box, capsule, circle, polygon, World, type ShapeDefinition } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { octagon, SMOOTH } from '../d2/contacts/fallers.ts'

const SLIDERS: Readonly<Record<string, [shape: ShapeDefinition, rest: number, upright: boolean]>> = {
  disc: [circle({ radius: 0.3, ...SMOOTH }), 0.3, false],
  'standing capsule': [capsule({ radius: 0.2, halfLength: 0.3, ...SMOOTH }), 0.5, true],
  box: [box({ halfExtents: { x: 0.3, y: 0.3 }, ...SMOOTH }), 0.3, false],
  octagon: [polygon({ points: octagon, ...SMOOTH }), 0.3 * Math.cos(Math.PI / 8), false],
}

function onFloor(): World {
  const world = new World({ sleeping: false })
  world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 60, y: 1 }, position: { x: 0, y: -2 } })] })
  return world
}

for (const [name, [shape, rest, upright]] of Object.entries(SLIDERS)) {
  it.each([2, 5, 12])(`${name} slides over them at %d m/s`, (speed) => {
    const world = onFloor()
    const crate = box({ halfExtents: { x: 0.5, y: 0.5 }, ...SMOOTH })
    for (let i = 0; i < 30; i++) world.createBody({ position: { x: i, y: -0.5 }, shapes: [crate] })
    for (let i = 0; i < 30; i++) world.step(1 / 60)
    const body = world.createBody({
      position: { x: 1, y: rest }, linearVelocity: { x: speed, y: 0 }, lockedAxes: { rotation: upright }, shapes: [shape],
    })
    let lift = 0
    for (let i = 0; i < Math.round((25 / speed) * 60); i++) {
      world.step(1 / 60)
      lift = Math.max(lift, body.position.y - rest)
    }
    expect(body.position.x).toBeGreaterThan(25.5)
    expect(body.linearVelocity.x / speed).toBeGreaterThan(0.995)
    expect(lift).toBeLessThan(5e-4)
  })
}

it('a crate that stands out by a centimetre stops what runs into it', () => {
  const world = onFloor()
  for (let i = 0; i < 6; i++) {
    const half = i === 4 ? 0.505 : 0.5
    world.createBody({ position: { x: i, y: half - 1 }, shapes: [box({ halfExtents: { x: 0.5, y: half }, density: 1000, ...SMOOTH })] })
  }
  const runner = box({ halfExtents: { x: 0.3, y: 0.3 }, ...SMOOTH })
  const body = world.createBody({ position: { x: 1, y: 0.3 }, linearVelocity: { x: 3, y: 0 }, shapes: [runner] })
  for (let i = 0; i < 90; i++) world.step(1 / 60)
  expect(body.linearVelocity.x).toBeLessThan(1)
})
