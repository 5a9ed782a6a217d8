/** Sensors in both dimensions: what is put into them, what passes through, other sensors, and who is who in the events. */

import type * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'

const DT = 1 / 60
const TYPES = ['static', 'kinematic', 'dynamic'] as const

/** Counts of what the last steps reported. */
function run(world: d3.World, steps = 1): { begin: number; end: number } {
  const seen = { begin: 0, end: 0 }
  for (let i = 0; i < steps; i++) {
    world.step(DT)
    seen.begin += world.events.sensorBegin.length
    seen.end += world.events.sensorEnd.length
  }
  return seen
}

describe.each([PLANE, SPACE])('sensors in $name', (kit) => {
  const weightless = (): d3.World => kit.world({ gravity: at(0, 0) })
  const zone = (more: object = {}): d3.ShapeDefinition => kit.box(1, 1, { sensor: true, ...more })

  for (const zoneType of TYPES) {
    for (const type of TYPES) {
      it(`a ${type} body is met by a ${zoneType} zone: created in it, put into it, put out of it`, () => {
        const world = weightless()
        world.createBody({ type: zoneType, position: at(3, 0), shapes: [zone()], mass: 1 })
        const body = world.createBody({ type, position: at(3.5, 0), shapes: [kit.ball(0.3)] })
        expect(run(world, 3)).toEqual({ begin: 1, end: 0 })
        body.position = at(9, 0)
        expect(run(world, 3)).toEqual({ begin: 0, end: 1 })
        body.position = at(2.5, 0.2)
        expect(run(world, 3)).toEqual({ begin: 1, end: 0 })
        // Within the margin of its box.
        body.position = at(2.501, 0.2)
        expect(run(world, 3)).toEqual({ begin: 0, end: 0 })
      })

      it(`a ${zoneType} zone that is put over a ${type} body that rests meets it`, () => {
        const world = weightless()
        const body = world.createBody({ type, position: at(0, 0), shapes: [kit.ball(0.3)] })
        if (type === 'dynamic') body.sleep()
        const region = world.createBody({ type: zoneType, position: at(9, 0), shapes: [zone()], mass: 1 })
        expect(run(world, 2)).toEqual({ begin: 0, end: 0 })
        region.position = at(0.5, 0)
        expect(run(world, 2)).toEqual({ begin: 1, end: 0 })
        region.teleport(at(-1.29, 0))
        expect(run(world, 2)).toEqual({ begin: 0, end: 0 })
        region.teleport(at(-1.31, 0))
        expect(run(world, 2)).toEqual({ begin: 0, end: 1 })
        region.position = at(0.5, 0)
        expect(run(world)).toEqual({ begin: 1, end: 0 })
        if (type === 'dynamic' && zoneType !== 'dynamic') expect(body.isAwake).toBe(false)
        world.destroyBody(body)
        expect(run(world)).toEqual({ begin: 0, end: 1 })
      })
    }
  }

  it('a small move inside the margins of resting boxes counts', () => {
    const world = weightless()
    world.createBody({ type: 'static', shapes: [zone()] })
    const wall = world.createBody({ type: 'static', position: at(1.3001, 0), shapes: [kit.ball(0.3)] })
    expect(run(world, 3)).toEqual({ begin: 0, end: 0 })
    wall.position = at(1.2999, 0)
    expect(run(world, 3)).toEqual({ begin: 1, end: 0 })
    wall.position = at(1.3001, 0)
    expect(run(world, 3)).toEqual({ begin: 0, end: 1 })
  })

  it('events name the sensor and the visitor, whichever was made first', () => {
    for (const first of [true, false]) {
      const world = weightless()
      const makeZone = (): d3.Body => world.createBody({ type: 'static', shapes: [zone()] })
      const early = first ? makeZone() : null
      const body = world.createBody({ shapes: [kit.ball(0.3)] })
      const region = early ?? makeZone()
      world.step(DT)
      const [event] = world.events.sensorBegin
      expect(event!.sensor).toBe(region.shapes[0])
      expect(event!.visitor).toBe(body.shapes[0])
      expect(event!.sensorBody).toBe(region)
      expect(event!.visitorBody).toBe(body)
      expect(new Set([event!.bodyA, event!.bodyB])).toEqual(new Set([region, body]))
      expect(new Set([event!.shapeA, event!.shapeB])).toEqual(new Set([region.shapes[0], body.shapes[0]]))
      const [shape] = region.shapes
      // Named as it was when it saw, although it is no sensor any more.
      region.shapes[0]!.sensor = false
      world.destroyBody(region)
      world.step(DT)
      expect(world.events.sensorEnd[0]!.sensor).toBe(shape)
      expect(world.events.sensorEnd[0]!.visitorBody).toBe(body)
    }
  })

  it('two sensors meet only if one of them asks for it', () => {
    for (const [one, two, asks] of [[false, false, 0], [true, false, 1], [false, true, 2], [true, true, 1]] as const) {
      const world = weightless()
      const bodies = [one, two].map((sensesSensors) => world.createBody({ type: 'static', shapes: [zone({ sensesSensors })] }))
      world.step(DT)
      expect(world.events.sensorBegin).toHaveLength(asks === 0 ? 0 : 1)
      if (asks > 0) expect(world.events.sensorBegin[0]!.sensorBody).toBe(bodies[asks - 1])
    }
  })

  it('sensing sensors can be switched on and off', () => {
    const world = weightless()
    const [a] = [0, 1].map(() => world.createBody({ type: 'kinematic', shapes: [zone()] }))
    const shape = a!.shapes[0]!
    expect(shape.sensesSensors).toBe(false)
    expect(run(world, 2)).toEqual({ begin: 0, end: 0 })
    shape.sensesSensors = true
    expect(shape.sensesSensors).toBe(true)
    expect(run(world, 2)).toEqual({ begin: 1, end: 0 })
    shape.sensesSensors = false
    expect(run(world, 2)).toEqual({ begin: 0, end: 1 })
    expect(() => (shape.sensesSensors = 1 as unknown as boolean)).toThrow(/shape\.sensesSensors/)
    expect(() => zone({ sensesSensors: 1 })).toThrow(/sensesSensors/)
  })

  it('what flies through a thin zone within a step is met, in and out in that step', () => {
    for (const speed of [30, 100, 1000]) {
      const world = weightless()
      const region = world.createBody({ type: 'static', position: at(0, 0), shapes: [kit.box(0.01, 2, { sensor: true })] })
      const body = world.createBody({ position: at(-speed / 120, 0), linearVelocity: at(speed, 0), shapes: [kit.ball(0.1)] })
      world.step(DT)
      const [begin] = world.events.sensorBegin
      const [end] = world.events.sensorEnd
      expect([begin!.sensorBody, begin!.visitorBody, end!.sensorBody, end!.visitorBody]).toEqual([region, body, region, body])
      expect([begin!.step, end!.step]).toEqual([1, 1])
      expect(run(world, 3)).toEqual({ begin: 0, end: 0 })
      expect(body.linearVelocity.x).toBe(speed)
    }
  })

  it('a thin zone that rushes over a resting body meets it, and so do two that fly apart from each other', () => {
    for (const type of ['kinematic', 'dynamic'] as const) {
      const world = weightless()
      world.createBody({ type, position: at(-3, 0), linearVelocity: at(360, 0), mass: 1, shapes: [kit.box(0.01, 2, { sensor: true })] })
      const body = world.createBody({ shapes: [kit.ball(0.1)] })
      body.sleep()
      expect(run(world)).toEqual({ begin: 1, end: 1 })
      expect(body.isAwake).toBe(false)
      const other = weightless()
      other.createBody({ type, position: at(-3, 0), linearVelocity: at(360, 0), mass: 1, shapes: [kit.box(0.01, 2, { sensor: true })] })
      other.createBody({ position: at(3, 0), linearVelocity: at(-360, 0), shapes: [kit.ball(0.1)] })
      expect(run(other)).toEqual({ begin: 1, end: 1 })
    }
  })

  it('what a wall stops does not reach the zone behind it', () => {
    const world = weightless()
    world.createBody({ type: 'static', position: at(0, 0), shapes: [kit.box(0.05, 2)] })
    world.createBody({ type: 'static', position: at(0.5, 0), shapes: [kit.box(0.01, 2, { sensor: true })] })
    world.createBody({ position: at(-1, 0), linearVelocity: at(300, 0), shapes: [kit.ball(0.1)] })
    expect(run(world, 10)).toEqual({ begin: 0, end: 0 })
  })

  it('a fast body that comes to be inside is met in that step', () => {
    const world = weightless()
    world.createBody({ type: 'static', position: at(20, 0), shapes: [zone()] })
    world.createBody({ position: at(0, 0), linearVelocity: at(20 * 60, 0), shapes: [kit.ball(0.1)] })
    expect(run(world)).toEqual({ begin: 1, end: 0 })
    expect(run(world)).toEqual({ begin: 0, end: 1 })
  })

  it('a rod that swings through a zone within a step is met', () => {
    const world = weightless()
    world.createBody({ type: 'static', position: at(0, 1), shapes: [kit.ball(0.05, { sensor: true })] })
    // From 45° before upright to 45° behind it.
    const angle = 0.75 * Math.PI
    const spin = -0.5 * Math.PI * 60
    world.createBody({
      rotation: (kit.name === '2D' ? angle : { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) }) as d3.Quat,
      angularVelocity: (kit.name === '2D' ? spin : { x: 0, y: 0, z: spin }) as d3.Vec3,
      shapes: [kit.box(1.2, 0.02)],
    })
    expect(run(world)).toEqual({ begin: 1, end: 1 })
  })

  it('a teleport is no motion: what lies between is not met', () => {
    const world = weightless()
    world.createBody({ type: 'static', shapes: [kit.box(0.01, 2, { sensor: true })] })
    const body = world.createBody({ position: at(-3, 0), shapes: [kit.ball(0.1)] })
    world.step(DT)
    body.teleport(at(3, 0))
    expect(run(world, 2)).toEqual({ begin: 0, end: 0 })
  })

  it('a joint leaves the sensors of its bodies alone, made, switched and removed', () => {
    const world = weightless()
    const bodyA = world.createBody({ shapes: [kit.ball(0.5), kit.ball(2, { sensor: true, density: 0 })] })
    const bodyB = world.createBody({ position: at(1.5, 0), shapes: [kit.ball(0.5)] })
    expect(run(world)).toEqual({ begin: 1, end: 0 })
    const joint = world.createFixedJoint({ bodyA, bodyB })
    joint.enabled = false
    joint.enabled = true
    joint.collideConnected = true
    joint.collideConnected = false
    world.destroyJoint(joint)
    expect(run(world)).toEqual({ begin: 0, end: 0 })
  })

  it('a restored world goes on sensing as the first did, between a move and its step too', () => {
    const world = weightless()
    world.createBody({ type: 'static', shapes: [zone({ sensesSensors: true })] })
    const body = world.createBody({ type: 'static', position: at(9, 0), shapes: [kit.ball(0.3)] })
    world.createBody({ type: 'kinematic', position: at(0.2, 0), shapes: [kit.ball(0.3, { sensor: true })] })
    expect(run(world, 2)).toEqual({ begin: 1, end: 0 })
    // Both sensors meet it.
    body.position = at(0.5, 0)
    const bytes = world.snapshot()
    expect(run(world)).toEqual({ begin: 2, end: 0 })
    const hash = world.hash()
    world.restore(bytes)
    expect(run(world)).toEqual({ begin: 2, end: 0 })
    expect(world.hash()).toBe(hash)
  })
})
