// Recordings: every call that changes a world is in them, replays give the same bits, and bisect finds where two of them part.
import { box as box2, chain, circle, World as World2 } from 'fulcrum-physics/2d'
import * as plane from 'fulcrum-physics/2d/recording'
import { box, capsule, hull, mesh, Path, sphere, World, type Body } from 'fulcrum-physics/3d'
import { bisect, play, record, replay } from 'fulcrum-physics/3d/recording'
import { describe, expect, it } from 'vitest'
import { scenes as scenes2 } from '../../../scenes/d2/index.ts'
import { scenes as scenes3 } from '../../../scenes/d3/index.ts'
import { CHANGES, prototypesOf } from '../../../src/adapters/recording/members.ts'
import { RECORDABLE as PLANE } from '../../../src/adapters/recording/recordable-2d.ts'
import { RECORDABLE as SPACE } from '../../../src/adapters/recording/recordable-3d.ts'

const DT = 1 / 60

/** Methods that tell and change nothing, and those that are the engine's own. */
const TELLS = new RegExp(
  `^(${[
    'constructor', 'toJSON', 'get[A-Z].*', 'read[A-Z].*', 'cast[A-Z].*', 'overlap.*', 'collideShape', 'collectPlanes', 'closestPoint', 'distance', 'draw', 'snapshot', 'snapshotSize',
    'snapshotInto', 'hash', 'bodyById', 'velocityAt', 'worldPoint', 'localPoint', 'contacts', 'containsPoint', 'joints', 'isOf', 'hasRoomFor', 'linearPosition',
    'angularPosition', 'linearSpeed', 'angularSpeed', 'driveForce', 'coordinate', 'coordinateSpeed', 'motorForce', 'derivativeError', 'localVector', 'worldVector',
    'contactsOf', 'closest.*',
    // Not public: helpers of the handles.
    'row', 'edit', 'rowOf', 'own', 'forceOf', 'motorForceOf', 'check', 'checkType', 'createShape', 'refreshMass', 'derive', 'enterBroadPhase', 'weighs', 'origin', 'place',
    'push', 'spin', 'setVelocity', 'setFlag', 'write', 'endPairs', 'meetAnew', 'measure', 'vector', 'shapeRow', 'tell', 'requireEngine', 'slot', 'ground', 'number',
    'setRange', 'becomeRod', 'rope', 'setRope', 'limitOf', 'setSide', 'setJams', 'pull', 'change', 'pressed', 'bound', 'setBound', 'spring', 'kindOf', 'dataIndex',
    'slopeError', 'editMovable', 'editPushed', 'lever', 'moved', 'motorOf', 'codeOf', 'measureAxis', 'plane', 'position', 'axisSpeed', 'coordinateOf', 'numbers',
    'heldTogether', 'set', 'setInput',
  ].join('|')})$`,
)

describe.each([['the plane', PLANE], ['space', SPACE]] as const)('members of %s', (_name, dimension) => {
  it('are known to change something, or to tell', () => {
    const unknown: string[] = []
    let changes = 0
    for (const prototype of prototypesOf(dimension.classes)) {
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const { value, set } = Object.getOwnPropertyDescriptor(prototype, name)!
        if (set !== undefined) changes++
        if (typeof value !== 'function') continue
        if (CHANGES.has(name)) changes++
        else if (!TELLS.test(name)) unknown.push(`${prototype.constructor.name}.${name}`)
      }
    }
    expect(unknown).toEqual([])
    expect(changes).toBeGreaterThan(150)
  })
})

/** A run with calls of many kinds; `late` is done in the middle. */
function drive(world: World, late: (crate: Body) => void = () => undefined): void {
  const ground = world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 20, y: 0.5, z: 20 }, friction: 0.9 })], userData: { name: 'ground' } })
  const crate = world.createBody({ position: { x: 0, y: 3, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })], userData: { name: 'crate' } })
  const stone = world.createBody({ position: { x: 3, y: 2, z: -0 }, shapes: [hull({ points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1) })] })
  const slope = mesh({ positions: [-9, 0.5, -9, 9, 3, -9, 0, 0.5, 9], indices: [0, 2, 1] })
  world.createBody({ type: 'static', position: { x: 40, y: 0, z: 0 }, shapes: [slope] })
  const hinge = world.createHingeJoint({ bodyA: crate, bodyB: stone, anchor: { x: 1.5, y: 2.5, z: 0 }, limit: { lower: -Infinity, upper: 1 } })
  const path = new Path({ points: [{ x: 0, y: 9, z: 0 }, { x: 5, y: 9, z: 1 }, { x: 9, y: 8, z: 0 }] })
  const bead = world.createBody({ position: { x: 1, y: 9, z: 0 }, shapes: [sphere({ radius: 0.2 })] })
  world.createPathJoint({ bodyB: bead, path, motor: { speed: 2, maxForce: Infinity } })
  world.createCustomJoint({ bodyA: bead, bodyB: stone, name: 'leash', coordinates: ['length'], values: (a, b, m) => m.length(m.sub(b.position, a.position)), limits: [{ lower: 0, upper: 12 }] })
  const walker = world.createCharacter({ shape: capsule({ radius: 0.3, halfLength: 0.5 }), position: { x: -4, y: 2, z: 0 } })
  const car = world.createBody({ position: { x: -9, y: 1.6, z: 0 }, shapes: [box({ halfExtents: { x: 0.8, y: 0.3, z: 1.6 } })] })
  const wheels = [-1, 1].flatMap((x) => [-1, 1].map((z) => ({ position: { x: 0.7 * x, y: -0.1, z: 1.2 * z }, maxSteer: z > 0 ? 0.5 : 0 })))
  const vehicle = world.createVehicle(car, { wheels, engine: {}, differentials: [{ wheels: [0, 2] }] })
  for (let i = 0; i < 40; i++) {
    if (i === 3) hinge.motor = { speed: 3, maxTorque: 20 }
    if (i === 5) walker.move = { x: 1, y: 0, z: 0 }
    if (i === 7) [vehicle.throttle, vehicle.steering, vehicle.wheels[1]!.friction] = [1, 0.5, 2]
    if (i === 9) crate.applyImpulse({ x: 0, y: 20, z: 0 }, { x: 0.1, y: 3, z: 0 })
    if (i === 12) stone.shapes[0]!.restitution = 0.8
    if (i === 15) crate.addShape(sphere({ radius: 0.4, position: { x: 0, y: 0.5, z: 0 } }))
    if (i === 20) late(crate)
    if (i === 25) world.destroyJoint(hinge)
    if (i === 30) ground.shapes[0]!.surfaceVelocity = { x: 1, y: 0, z: 0 }
    if (i % 2 === 0) world.step(DT)
    else world.advance(2 * DT, { beforeStep: () => crate.applyForce({ x: 30, y: 0, z: 0 }), afterStep: (_dt, n) => { if (n === 4) stone.wake() } })
  }
}

/** The type that `createCustomJoint` made of its functions. */
function leashOf(world: World): { name: string }[] {
  return world.state.jointKinds.map((kind) => SPACE.scene.typeOf(kind)).filter((type) => type !== null)
}

describe('a recording', () => {
  it('is enough to see a run again, to the bit', () => {
    const world = new World()
    const recorder = record(world)
    drive(world)
    const text = JSON.stringify(recorder.stop())
    const jointTypes = leashOf(world)
    const seen: number[] = []
    const played = replay(text, { jointTypes, onStep: (_world, step) => seen.push(step) })
    expect(played.difference).toBeNull()
    expect(played.steps).toBe(40)
    expect(seen.length).toBe(40)
    expect(played.world.hash()).toBe(world.hash())
    expect(() => replay(text)).toThrow('is JavaScript, which no recording holds')
    expect(replay(text, { jointTypes, steps: 10 }).steps).toBe(10)
  })

  it('is played step by step, with times of stages', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 5, y: 0.5, z: 5 } })] })
    const body = world.createBody({ position: { x: 0, y: 2, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    const recorder = record(world)
    const places: number[] = []
    for (let i = 0; i < 20; i++) {
      if (i === 5) body.applyImpulse({ x: 300, y: 0, z: 0 })
      world.step(1 / 60)
      places.push(body.position.x)
    }
    let time = 0
    const player = play(JSON.stringify(recorder.stop()), { clock: () => (time += 1) })
    const played: number[] = []
    while (player.step()) played.push([...player.world.bodies][1]!.position.x)
    expect(played).toEqual(places)
    expect([player.steps, player.difference, player.step()]).toEqual([20, null, false])
    expect(Object.values(player.world.profile).some((stage) => stage > 0)).toBe(true)
    expect(() => play('{}', { steps: 3 } as never)).toThrow(/steps/)
  })

  it('begins in the middle of a run', () => {
    const world = new World()
    const body = world.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 9, y: 0.5, z: 9 } })] })
    for (let i = 0; i < 30; i++) world.step(DT)
    const recorder = record(world)
    body.linearVelocity = { x: 1, y: 3, z: 0 }
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(replay(recorder.read()).difference).toBeNull()
    expect(recorder.steps).toBe(30)
    recorder.stop()
    world.step(DT)
    expect(recorder.read().calls.length).toBe(31)
  })

  it('leaves no trace when it is over, and holds no calls that were refused', () => {
    const descriptor = Object.getOwnPropertyDescriptor(World.prototype, 'step')
    const world = new World()
    const recorder = record(world)
    const other = new World()
    other.createBody({})
    expect(() => world.createBody({ mass: -1 })).toThrow('body.mass')
    expect(() => record(world)).toThrow('record.world (a World) is recorded already.')
    expect(recorder.stop().calls).toEqual([])
    expect(Object.getOwnPropertyDescriptor(World.prototype, 'step')).toEqual(descriptor)
  })

  it('takes functions again from whoever replays it', () => {
    const world = new World()
    const recorder = record(world)
    const hook = (contact: { disable(): void }): void => contact.disable()
    world.onContact = hook
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 9, y: 0.5, z: 9 } })] })
    world.createBody({ position: { x: 0, y: 1.2, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    for (let i = 0; i < 60; i++) world.step(DT)
    const recording = recorder.stop()
    expect(replay(recording, { onContact: hook }).difference).toBeNull()
    const other = replay(recording, { onContact: () => undefined }).difference!
    // The first to differ are the contacts, the body after them.
    expect(other.step).toBeGreaterThan(5)
    expect([null, 1]).toContain(other.body)
  })

  it('of the plane, too', () => {
    const world = new World2()
    const recorder = plane.record(world)
    world.createBody({ type: 'static', shapes: [chain({ points: [9, 0, -9, 0] }), circle({ radius: 0.4, position: { x: 2, y: 0 } })] })
    const box = world.createBody({ position: { x: 0, y: 2 }, rotation: 0.3, shapes: [box2({ halfExtents: { x: 0.5, y: 0.25 } })] })
    for (let i = 0; i < 50; i++) {
      if (i === 20) box.applyAngularImpulse(500)
      world.step(DT)
    }
    expect(plane.replay(JSON.stringify(recorder.stop())).difference).toBeNull()
  })

  it.each([...scenes2.filter(({ name }) => /gear|chipmunk|character|car/.test(name)).map((scene) => ['plane', scene] as const),
    ...scenes3.filter(({ name }) => /joint-|vehicle|character|moving/.test(name)).map((scene) => ['space', scene] as const)])(
    'holds what a scene of %s does by itself: $name',
    (_dimension, scene) => {
      const isPlane = scenes2.includes(scene as never)
      const world = (isPlane ? new World2(scene.worldOptions as never) : new World(scene.worldOptions as never)) as World
      const build = (scene as (typeof scenes3)[number]).build(world)
      const { onContact, shouldCollide } = world
      const recorder = isPlane ? plane.record(world as never) : record(world)
      for (let i = 0; i < 40; i++) {
        build.update?.(world, i)
        world.step(DT)
      }
      const recording = JSON.stringify(recorder.stop())
      const dimension = isPlane ? PLANE : SPACE
      const jointTypes = world.state.jointKinds.map((kind) => dimension.scene.typeOf(kind)).filter((type) => type !== null)
      const options = { jointTypes, ...(onContact ? { onContact } : {}), ...(shouldCollide ? { shouldCollide } : {}) }
      expect((isPlane ? plane.replay(recording, options as never) : replay(recording, options)).difference).toBeNull()
    },
  )
})

describe('bisect', () => {
  it('names the first step, body and column', () => {
    const [a, b] = [() => undefined, (crate: Body) => crate.applyImpulse({ x: 0, y: 1e-9, z: 0 })].map((late) => {
      const world = new World()
      const recorder = record(world)
      drive(world, late)
      return { recording: recorder.stop(), jointTypes: leashOf(world) }
    })
    const found = bisect(JSON.stringify(a!.recording), b!.recording, { jointTypes: a!.jointTypes })!
    expect(found.step).toBe(21)
    expect(found.body).not.toBeNull()
    expect(found.column).toMatch(/^bodies\./)
    expect(bisect(a!.recording, a!.recording)).toBeNull()
    // Without the types of joints nothing can be played: the marks in the recordings still tell.
    const told = bisect(a!.recording, b!.recording)!
    expect([told.step, told.column]).toEqual([21, null])
    expect(told.body).not.toBeNull()
  })

  it('tells builds apart by their hashes', () => {
    const world = new World()
    const recorder = record(world)
    world.createBody({ shapes: [sphere({ radius: 1 })] })
    for (let i = 0; i < 10; i++) world.step(DT)
    const recording = recorder.stop()
    const calls = recording.calls.map((call, i) => (i >= 6 ? { ...call, hash: '0'.repeat(16), bodies: '00000000' } : call))
    expect(bisect(recording, { ...recording, calls })).toMatchObject({ step: 6, body: 0, column: null })
    expect(replay({ ...recording, calls }).difference).toMatchObject({ step: 6, body: 0 })
    expect(bisect(recording, { ...recording, calls: recording.calls.slice(0, 4) })).toMatchObject({ step: 4, hashes: [recording.calls[4]!.hash, 'no step'] })
  })

  it('refuses recordings that are none, by their path', () => {
    const recording = record(new World()).stop()
    expect(() => replay('{}')).toThrow('format')
    expect(() => replay({ ...recording, calls: [{ on: 'world', do: 'constructor' }] })).toThrow('calls[0].do ("constructor") is nothing that changes a world.')
    expect(() => replay({ ...recording, calls: [{ on: { body: 7 }, do: 'wake' }] })).toThrow('calls[0].on')
    expect(() => replay({ ...recording, calls: [{ on: { __proto__: null }, do: 'wake' }] as never })).toThrow('calls[0].on')
    expect(() => replay({ ...recording, calls: [{ on: 'world', do: 'createBody', with: [{ shapes: [{ $: 'shape', of: { kind: 'sphere' } }] }] }] })).toThrow('calls[0].with[0].shapes[0].radius')
  })
})
