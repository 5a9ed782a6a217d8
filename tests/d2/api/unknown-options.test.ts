/** Options that do not exist are refused with the one that was meant; handles and read-outs are closed. */

import { box, buildChain, Character, circle, defineJoint, HingeJoint, PhysicsError, polygon, World, type Body, type DualMath, type DualFrame as JointFrame } from 'fulcrum-physics/2d'
import { polygonShapes } from 'fulcrum-physics/2d/polygons'
import { describe, expect, it } from 'vitest'

const HALF = { x: 0.5, y: 0.5 }
const ORIGIN = { x: 0, y: 0 }

function site(): { world: World; a: Body; b: Body } {
  const world = new World()
  const shapes = [box({ halfExtents: HALF })]
  return { world, a: world.createBody({ shapes }), b: world.createBody({ position: { x: 3, y: 0 }, shapes }) }
}

function refusal(act: () => unknown): PhysicsError {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(PhysicsError)
    return error as PhysicsError
  }
  throw new Error('nothing was refused')
}

/** What is called, the field at fault, and what was meant. */
const CASES: readonly (readonly [string, (site: { world: World; a: Body; b: Body }) => unknown, string, string])[] = [
  ['world', () => new World({ iterations: 8 } as never), 'world.iterations', 'substeps'],
  ['world, a slip', () => new World({ gravty: ORIGIN } as never), 'world.gravty', 'gravity'],
  ['body', ({ world }) => world.createBody({ lockRotation: true } as never), 'body.lockRotation', 'lockedAxes'],
  ['body, case', ({ world }) => world.createBody({ linearvelocity: ORIGIN } as never), 'body.linearvelocity', 'linearVelocity'],
  ['body, locked axes', ({ world }) => world.createBody({ lockedAxes: { angle: true } as never }), 'body.lockedAxes.angle', 'rotation'],
  ['shape', () => circle({ radius: 1, bounciness: 1 } as never), 'circle.bounciness', 'restitution'],
  ['shape, a slip', () => box({ halfExtent: HALF } as never), 'box.halfExtent', 'halfExtents'],
  ['shape, points', () => polygon({ vertices: [] } as never), 'polygon.vertices', 'points'],
  ['filter', () => circle({ radius: 1, filter: { maskBits: 1 } as never }), 'circle.filter.maskBits', 'mask'],
  ['filter of a handle', ({ a }) => (a.shapes[0]!.filter = { maskBits: 1 } as never), 'shape.filter.maskBits', 'mask'],
  ['joint', ({ world, a, b }) => world.createHingeJoint({ bodyA: a, bodyB: b, pivot: ORIGIN } as never), 'hinge.pivot', 'anchor'],
  ['joint, chipmunk', ({ world, a, b }) => world.createPinJoint({ bodyA: a, bodyB: b, collideConnected: true } as never),
    'pin.collideConnected', 'collideBodies'],
  ['limit', ({ world, b }) => world.createHingeJoint({ bodyB: b, limit: { min: 0, max: 1 } as never }), 'hinge.limit.min', 'lower'],
  ['motor', ({ world, b }) => world.createHingeJoint({ bodyB: b, motor: { speed: 1, maxForce: 1 } as never }), 'hinge.motor.maxForce', 'maxTorque'],
  ['spring', ({ world, b }) => world.createHingeJoint({ bodyB: b, spring: { frequency: 1 } as never }), 'hinge.spring.frequency', 'hertz'],
  ['suspension', ({ world, b }) => world.createWheelJoint({ bodyB: b, suspension: { hertz: 1, min: -1 } as never }), 'wheel.suspension.min', 'lower'],
  ['softness', ({ world, b }) => world.createFixedJoint({ bodyB: b, softness: { frequencyHz: 1 } as never }), 'fixed.softness.frequencyHz', 'hertz'],
  ['frame', ({ world, a, b }) => world.createHingeJoint({ bodyA: a, bodyB: b, frameA: { pos: ORIGIN } as never, frameB: {} }),
    'hinge.frameA.pos', 'position'],
  ['setter', ({ world, b }) => (world.createHingeJoint({ bodyB: b }).limit = { low: 0, upper: 1 } as never), 'hinge.limit.low', 'lower'],
  ['ray', ({ world }) => world.castRay({ origin: ORIGIN, dir: { x: 1, y: 0 } } as never), 'ray.dir', 'direction'],
  ['query filter', ({ world, a }) => world.castRay({ origin: ORIGIN, direction: HALF, filter: { ignore: a } as never }), 'ray.filter.ignore', 'exclude'],
  ['builder', ({ world }) => buildChain(world, { from: ORIGIN, to: HALF, link: 3 } as never), 'chain.link', 'links'],
  ['builder, shape', ({ world }) => buildChain(world, { from: ORIGIN, to: HALF, links: 2, shape: { bounce: 1 } as never }), 'chain.shape.bounce', 'restitution'],
  ['outline', () => polygonShapes({ outer: [], hole: [] } as never), 'outline.hole', 'holes'],
]

describe('unknown options', () => {
  it.each(CASES)('%s', (_name, act, field, meant) => {
    const here = site()
    const hash = here.world.hash()
    const error = refusal(() => act(here))
    expect({ code: error.code, field: error.field }).toEqual({ code: 'unknown-option', field })
    expect(error.message).toContain(`Did you mean ${meant}?`)
    if (!field.startsWith('hinge.limit.low')) expect(here.world.hash()).toBe(hash)
  })

  it('name what there is where nothing is near', () => {
    expect(refusal(() => circle({ radius: 1, wobble: 1 } as never)).message).toMatch(/There are: .*radius/)
  })

  it('are not taken from the prototype, and null is no value', () => {
    expect(refusal(() => circle({ radius: 1, ['__proto__x']: 1 } as never)).code).toBe('unknown-option')
    expect(refusal(() => circle({ radius: 1, toString: 1 } as never)).field).toBe('circle.toString')
    expect(refusal(() => circle({ radius: 1, density: null } as never)).message).toBe('circle.density (null) has no value. Give one, or leave it out if there is a default.')
  })
})

describe('handles and read-outs', () => {
  it('are closed to properties that do not exist, and keep user data', () => {
    const { world, a, b } = site()
    const joint = world.createHingeJoint({ bodyA: a, bodyB: b })
    for (const handle of [world, a, a.shapes[0], joint]) expect(() => Object.assign(handle!, { lockRotation: true })).toThrow(/lockRotation/)
    a.userData = joint.userData = a.shapes[0]!.userData = { mine: 1 }
    expect(a.userData).toEqual({ mine: 1 })
    class Game extends World {
      score = 0
    }
    expect(new Game().score).toBe(0)
  })

  it('have types and geometry that nobody changes afterwards', () => {
    const options = { name: 'level', rows: 1, error: (_a: JointFrame, b: JointFrame, m: DualMath) => m.sub(b.position.y, 1) }
    for (const made of [defineJoint(options)]) expect(Object.isFrozen(made)).toBe(true)
    const type = defineJoint(options)
    const { error } = options
    options.error = (_a, b, m) => m.sub(b.position.x, 1)
    expect(type.source.error).toBe(error)
  })

  it('are made by worlds alone', () => {
    const { a } = site()
    const make = (type: unknown, ...given: unknown[]) => () => new (type as new (...all: unknown[]) => object)(...given)
    for (const type of [a.constructor, a.shapes[0]!.constructor, HingeJoint, Character]) {
      for (const given of [undefined, null, {}, 5]) expect(refusal(make(type, given)).message).toMatch(/^new (Body|Shape|Joint|Character) belongs to no world\. Ask one/)
    }
  })

  it('keep their number, their world and their parts', () => {
    const { world, a, b } = site()
    const joint = world.createHingeJoint({ bodyA: a, bodyB: b })
    for (const handle of [a, a.shapes[0]!, joint]) {
      const { id } = handle
      expect(() => Object.assign(handle, { id: 1 })).toThrow(TypeError)
      expect(() => Object.assign(handle, { world: new World() })).toThrow(TypeError)
      expect([handle.id, handle.world]).toEqual([id, world])
    }
    expect(() => Object.assign(world, { events: null })).toThrow(TypeError)
    expect(() => Object.assign(world.events, { onContact: () => undefined })).toThrow(TypeError)
  })

  it('throw instead of doing nothing when they are written to', () => {
    const { world, a, b } = site()
    const hinge = world.createHingeJoint({ bodyA: a, bodyB: b, motor: { speed: 1, maxTorque: 1 }, limit: { lower: 0, upper: 1 } })
    const wheel = world.createWheelJoint({ bodyA: a, bodyB: b })
    const readOuts = [
      a.position, a.linearVelocity, a.centerOfMass, a.localCenterOfMass, a.lockedAxes, a.shapes[0]!.filter, a.shapes[0]!.localPosition,
      a.shapes[0]!.surfaceVelocity, world.gravity, hinge.motor, hinge.limit, hinge.anchorA, hinge.reactionForce, wheel.suspension,
    ]
    for (const readOut of readOuts) expect(Object.isFrozen(readOut)).toBe(true)
    expect(() => Object.assign(a.position, { x: 5 })).toThrow(TypeError)
    expect(Object.isFrozen(a.worldPoint(ORIGIN))).toBe(false)
    expect(Object.isFrozen(a.getPosition({ x: 0, y: 0 }))).toBe(false)
  })
})

describe('messages', () => {
  const messages = (act: (here: ReturnType<typeof site>) => unknown): string => refusal(() => act(site())).message
  it('call what is missing missing', () => {
    expect(messages(() => circle({} as never))).toBe('circle.radius is missing. Give a finite number.')
    expect(messages(({ world }) => world.createBody({ position: { x: 1 } as never }))).toBe('body.position.y is missing. Give a finite number.')
    expect(messages(({ world }) => world.createHingeJoint({} as never))).toBe('hinge.bodyB is missing: it must be a body of this world.')
  })

  it('show vectors, handles and objects by what they hold', () => {
    expect(messages(({ world, b }) => world.createSliderJoint({ bodyB: b, axis: ORIGIN }))).toContain('slider.axis ({ x: 0, y: 0 }) has no length')
    expect(messages(({ world }) => world.castRay({ origin: ORIGIN, direction: ORIGIN }))).toContain('ray.direction ({ x: 0, y: 0 })')
    expect(messages(({ world, a }) => world.createHingeJoint({ bodyA: a, bodyB: a }))).toContain('hinge.bodyB (a Body) is bodyA too')
    expect(messages(({ world }) => world.createBody({ shapes: [{ radius: 1 } as never] }))).toContain('body.shapes[0] ({ radius: 1 })')
    expect(messages(({ world }) => world.createBody({ position: [1, 2] as never }))).toContain('body.position (array of 2) must be an object, such as { x: 0, y: 0 }')
    expect(messages(({ world }) => world.createBody([] as never))).toBe('body (array of 0) must be an object with named fields.')
  })

  it('print no numbers of handles', () => {
    const { world, a } = site()
    world.destroyBody(a)
    expect(refusal(() => a.position).message).toBe('body was destroyed. Drop the reference, or check body.isValid first.')
    expect(refusal(() => new World().destroyBody(site().a)).message).toBe('world.destroyBody belongs to another world. Use the world that made it.')
  })
})
