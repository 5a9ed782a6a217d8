// What JSON.stringify makes of worlds, handles and events: no circles, what is seen of a thing, other things by their ids.

import { describe, expect, it } from 'vitest'
import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'

const again = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

interface Scene {
  world: d2.World | d3.World
  ball: d2.Body | d3.Body
  hinge: d2.Joint | d3.Joint
  character: d2.Character | d3.Character
  contact: () => Record<string, unknown> | null
}

function scene2(): Scene {
  const world = new d2.World()
  const ground = world.createBody({ type: 'static', shapes: [d2.box({ halfExtents: { x: 5, y: 1 } })] })
  const ball = world.createBody({ position: { x: 0, y: 1.6 }, shapes: [d2.circle({ radius: 0.5, contactEvents: true })] })
  ball.userData = { ball }
  const hinge = world.createHingeJoint({ bodyA: ground, bodyB: ball, anchor: { x: 0, y: 1.6 } })
  const character = world.createCharacter({ position: { x: 3, y: 2 }, shape: d2.capsule({ radius: 0.3, halfLength: 0.3 }) })
  world.createBody({ position: { x: 0, y: 2.7 }, shapes: [d2.circle({ radius: 0.5 })] })
  let contact: Record<string, unknown> | null = null
  world.onContact = (seen) => { contact = again(seen) }
  return { world, ball, hinge, character, contact: () => contact }
}

function scene3(): Scene {
  const world = new d3.World()
  const ground = world.createBody({ type: 'static', shapes: [d3.box({ halfExtents: { x: 5, y: 1, z: 5 } })] })
  const ball = world.createBody({ position: { x: 0, y: 1.6, z: 0 }, shapes: [d3.sphere({ radius: 0.5, contactEvents: true })] })
  ball.userData = { ball }
  const hinge = world.createHingeJoint({ bodyA: ground, bodyB: ball, anchor: { x: 0, y: 1.6, z: 0 }, axis: { x: 0, y: 0, z: 1 } })
  const character = world.createCharacter({ position: { x: 3, y: 2, z: 0 }, shape: d3.capsule({ radius: 0.3, halfLength: 0.3 }) })
  world.createBody({ position: { x: 0, y: 2.7, z: 0 }, shapes: [d3.sphere({ radius: 0.5 })] })
  let contact: Record<string, unknown> | null = null
  world.onContact = (seen) => { contact = again(seen) }
  return { world, ball, hinge, character, contact: () => contact }
}

describe.each([['2D', scene2], ['3D', scene3]] as const)('JSON, %s', (_, make) => {
  it('of a body, a shape, a joint and a character says what is seen of them', () => {
    const { world, ball, hinge, character } = make()
    world.step(1 / 60)
    expect(again(ball)).toEqual(again({
      id: ball.id, type: 'dynamic', position: ball.position, rotation: ball.rotation, linearVelocity: ball.linearVelocity,
      angularVelocity: ball.angularVelocity, mass: ball.mass, isAwake: true, shapes: [ball.shapes[0]!.id],
    }))
    const shape = ball.shapes[0]!
    expect(again(shape)).toEqual(again({
      id: shape.id, kind: shape.kind, body: ball.id, localPosition: shape.localPosition, localRotation: shape.localRotation,
      friction: shape.friction, restitution: shape.restitution, sensor: false,
    }))
    expect(again(hinge)).toMatchObject(again({ id: hinge.id, type: 'hinge', bodyA: hinge.bodyA!.id, bodyB: ball.id, enabled: true, reactionForce: hinge.reactionForce }))
    expect(again(character)).toMatchObject(again({ id: character.id, body: character.body.id, position: character.position, ground: character.ground }))
  })

  it('of a world has its bodies and joints, of its events their lists', () => {
    const { world, ball, hinge, contact } = make()
    for (let i = 0; i < 60 && world.events.contactBegin.length === 0; i++) world.step(1 / 60)
    const found = again(world)
    expect(found.stepCount).toBe(world.stepCount)
    expect(found.gravity).toEqual(again(world.gravity))
    expect(found.bodies).toEqual([...world.bodies].map(again))
    expect(found.joints).toEqual([again(hinge)])
    expect(found.characters).toHaveLength(1)
    const events = again(world.events) as Record<string, { bodyA: { id: number }; bodyB: { id: number } }[]>
    expect(Object.keys(events)).toContain('jointBroken')
    expect([events.contactBegin![0]!.bodyA.id, events.contactBegin![0]!.bodyB.id]).toContain(ball.id)
    expect(Object.keys(contact()!).toSorted()).toEqual(['normal', 'points', 'shapeA', 'shapeB'])
  })

  it('of what is gone says so', () => {
    const { world, ball, hinge } = make()
    const [shape] = ball.shapes
    world.destroyBody(ball as never)
    expect([ball, shape, hinge].map(again)).toEqual([ball, shape!, hinge].map(({ id }) => ({ id, isValid: false })))
  })
})

describe('JSON, 3D', () => {
  it('of a vehicle says what is seen of it and its wheels', () => {
    const world = new d3.World()
    const chassis = world.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 1, y: 0.3, z: 2 } })] })
    const wheels = [-1, 1].flatMap(x => [-1.5, 1.5].map(z => ({ position: { x, y: 0, z }, radius: 0.4 })))
    const vehicle = world.createVehicle(chassis, { wheels })
    world.step(1 / 60)
    expect(again(vehicle)).toMatchObject({ id: vehicle.id, chassis: chassis.id, gear: vehicle.gear, throttle: 0 })
    expect(again(vehicle.wheels[1])).toMatchObject({ index: 1, vehicle: vehicle.id, isGrounded: false })
    expect(again(world).vehicles).toEqual([again(vehicle)])
  })
})

describe('shapes of the plane read back', () => {
  it('half extents and rounding of boxes and polygons', () => {
    const world = new d2.World()
    const points = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 0, y: 1 }]
    const body = world.createBody({
      shapes: [
        d2.box({ halfExtents: { x: 2, y: 0.5 }, radius: 0.1, position: { x: 1, y: 0 } }), d2.box({ halfExtents: { x: 1, y: 1 } }),
        d2.polygon({ points, radius: 0.2 }), d2.circle({ radius: 1 }), d2.capsule({ radius: 1, halfLength: 1 }),
      ],
    })
    expect(body.shapes.map(({ halfExtents }) => halfExtents)).toEqual([{ x: 2, y: 0.5 }, { x: 1, y: 1 }, null, null, null])
    expect(body.shapes.map(({ rounding }) => rounding)).toEqual([0.1, 0, 0.2, 0, 0])
    expect(Object.isFrozen(body.shapes[0]!.halfExtents)).toBe(true)
    // A box of what is read is the same box.
    const [box] = body.shapes
    const twin = world.createBody({ shapes: [d2.box({ halfExtents: box!.halfExtents!, radius: box!.rounding, position: box!.localPosition })] })
    expect(twin.shapes[0]!.points).toEqual(box!.points)
    expect(twin.mass).toBe(world.createBody({ shapes: [d2.box({ halfExtents: { x: 2, y: 0.5 }, radius: 0.1, position: { x: 1, y: 0 } })] }).mass)
  })
})
