/**
 * Arguments that only plain JavaScript hands over: objects that are no options, proxies that were revoked, getters that throw or call the world,
 * definitions that are changed after they were checked. A PhysicsError or the getter's own error, and a world as it was.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateWorld as validate2 } from '../../src/d2/store/validate-world.ts'
import { validateWorld as validate3 } from '../../src/d3/store/validate-world.ts'

interface Loose {
  [name: string]: any // oxlint-disable-line typescript/no-explicit-any
}

interface Site {
  readonly D: Loose
  readonly world: Loose
  readonly a: Loose
  readonly b: Loose
  readonly ball: Loose
}

class Thrown extends Error {}

function site(dimension: 2 | 3): Site {
  const D = (dimension === 2 ? d2 : d3) as Loose
  const world = new D['World']() as Loose
  const ball = (dimension === 2 ? d2.circle({ radius: 0.5 }) : d3.sphere({ radius: 0.5 })) as Loose
  const a = world['createBody']({ position: { x: 0, y: 0, z: 0 }, shapes: [ball] }) as Loose
  const b = world['createBody']({ position: { x: 3, y: 0, z: 0 }, shapes: [ball] }) as Loose
  return { D, world, a, b, ball }
}

function revoked(of: object): object {
  const { proxy, revoke } = Proxy.revocable(of, {})
  revoke()
  return proxy
}

/** What has no named fields, however many properties it has. */
const NO_OPTIONS: Readonly<Record<string, (site: Site) => unknown>> = {
  body: ({ a }) => a, shape: ({ a }) => a['shapes'][0], world: ({ world }) => world, date: () => new Date(0), map: () => new Map(), error: () => new Error('x'),
  number: () => Object(1), promise: () => Promise.resolve(), revoked: () => revoked({}), 'revoked list': () => revoked([]),
}

/** Calls that take an object of options, or a handle. */
const CALLS: Readonly<Record<string, (site: Site, value: unknown) => unknown>> = {
  World: ({ D }, value) => new D['World'](value), createBody: ({ world }, value) => world['createBody'](value),
  createHingeJoint: ({ world }, value) => world['createHingeJoint'](value), createCharacter: ({ world }, value) => world['createCharacter'](value),
  castRay: ({ world }, value) => world['castRay'](value), advance: ({ world }, value) => world['advance'](0.01, value),
  snapshot: ({ world }, value) => world['snapshotSize'](value), limit: ({ world, b }, value) => world['createHingeJoint']({ bodyB: b, limit: value }),
  box: ({ D }, value) => D['box'](value), lockedAxes: ({ a }, value) => (a['lockedAxes'] = value),
  filter: ({ a }, value) => (a['shapes'][0].filter = value), exclude: ({ world, a }, value) => world['castRay']({ origin: a['position'], direction: { x: 1, y: 0, z: 0 }, filter: { mask: value } }),
  'destroyBody, of a world': ({ world, a }, value) => world['destroyBody'](value === a ? {} : value === a['shapes'][0] ? {} : value),
}

const VALIDATE = { 2: validate2, 3: validate3 } as const

describe.each([2, 3] as const)('%iD', (dimension) => {
  it.each(Object.keys(CALLS))('%s refuses what is no object of options', (name) => {
    for (const [kind, make] of Object.entries(NO_OPTIONS)) {
      const here = site(dimension)
      const hash = here.world['hash']()
      let error: unknown = null
      try {
        CALLS[name]!(here, make(here))
      } catch (thrown) {
        error = thrown
      }
      expect(error, kind).toBeInstanceOf(here.D['PhysicsError'])
      expect((error as Error).message, kind).not.toMatch(/\d{6,}|\[object/)
      expect(here.world['hash'](), kind).toBe(hash)
    }
  })

  it('vectors and lists that were revoked are refused', () => {
    const here = site(dimension)
    const { world, a, D } = here
    const calls: readonly (() => unknown)[] = [
      () => (a['position'] = revoked({})), () => a['applyForce'](revoked([])), () => world['castRays'](revoked([]), revoked([])),
      () => world['createBody']({ shapes: revoked([]) }), () => world['restore'](revoked([])), () => world['distance'](revoked({}), a),
      () => (dimension === 2 ? D['polygon'] : D['hull'])({ points: revoked([]) }),
    ]
    for (const call of calls) expect(call).toThrow(D['PhysicsError'])
  })

  it('getters of definitions may not change the world', () => {
    const attempts: Readonly<Record<string, (site: Site) => unknown>> = {
      step: ({ world }) => world['step'](1 / 60), createBody: ({ world }) => world['createBody'](), destroyBody: ({ world, a }) => world['destroyBody'](a),
      restore: ({ world }) => world['restore'](new Uint8Array(8)), push: ({ a }) => a['applyImpulse']({ x: 1, y: 0, z: 0 }),
    }
    const definitions: readonly ((here: Site, act: () => void) => unknown)[] = [
      ({ world }, act) => world['createBody']({ get position() { return void act() } }),
      ({ world, a, b }, act) => world['createHingeJoint']({ bodyA: a, bodyB: b, get limit() { return void act() } }),
      ({ world, D }, act) => world['createCharacter']({ shape: D['capsule']({ radius: 0.3, halfLength: 0.3 }), get mass() { return void act() } }),
    ]
    for (const attempt of Object.values(attempts)) {
      for (const define of definitions) {
        const here = site(dimension)
        const hash = here.world['hash']()
        expect(() => define(here, () => attempt(here))).toThrow(/asks/)
        expect(here.world['hash']()).toBe(hash)
      }
    }
  })

  it('a getter that destroys the body whose value it gives leaves a sound world', () => {
    const { world, a, D } = site(dimension)
    const value = { get x() { world['destroyBody'](a); return 0 }, y: 0, z: 0 }
    for (const set of [() => (a['position'] = value), () => a['applyForce'](value), () => a['teleport'](value)]) {
      expect(set).toThrow(D['PhysicsError'])
      VALIDATE[dimension](world as never)
    }
  })

  it('getters that throw leave the world as it was', () => {
    const fields = { createBody: ['position', 'shapes', 'userData'], createHingeJoint: ['limit', 'motor', 'userData'], createCharacter: ['mass', 'userData'] }
    for (const [call, names] of Object.entries(fields)) {
      for (const name of names) {
        const { world, D, a, b } = site(dimension)
        const hash = world['hash']()
        const base = call === 'createHingeJoint' ? { bodyA: a, bodyB: b } : call === 'createCharacter' ? { shape: D['capsule']({ radius: 0.3, halfLength: 0.3 }) } : {}
        const definition = Object.defineProperty({ ...base }, name, { enumerable: true, get() { throw new Thrown() } })
        expect(() => world[call](definition), `${call}.${name}`).toThrow(Thrown)
        expect(world['hash'](), `${call}.${name}`).toBe(hash)
      }
    }
  })

  it('an error function of a joint may not change the world where the joint is made, nor where it is read', () => {
    const { world, D, a, b } = site(dimension)
    let act = (): unknown => world['destroyBody'](a)
    const type = D['defineJoint']({
      name: 'own', rows: 1, coordinates: ['length'],
      error: (p: Loose, q: Loose, m: Loose) => {
        act()
        return m['list'](m['sub'](m['dot'](q['position'], q['position']), m['dot'](p['position'], p['position'])))
      },
      values: (p: Loose, q: Loose, m: Loose) => m['list'](m['dot'](p['position'], q['position'])),
    })
    const hash = world['hash']()
    expect(() => world['createJoint'](type, { bodyA: a, bodyB: b })).toThrow(D['PhysicsError'])
    expect(world['hash']()).toBe(hash)
    act = () => null
    const joint = world['createJoint'](type, { bodyA: a, bodyB: b }) as Loose
    act = () => world['destroyBody'](a)
    joint['readRows']()
    joint['coordinateSpeed'](0)
    expect(a['isValid']).toBe(true)
  })

  it('definitions of shapes are closed to changes in all their parts', () => {
    const { ball } = site(dimension)
    for (const part of ['position', 'surfaceVelocity', 'size', ...(dimension === 3 ? ['rotation'] : [])]) {
      expect(() => (ball[part][part === 'size' ? 0 : 'x'] = NaN), part).toThrow(TypeError)
    }
  })

  it('createCustomJoint keeps the regularization that it is given', () => {
    const { world, D, a, b } = site(dimension)
    const source = { rows: 1, error: (p: Loose, q: Loose, m: Loose) => m['list'](m['sub'](m['dot'](q['position'], q['position']), m['dot'](p['position'], p['position']))) }
    world['createCustomJoint']({ bodyA: a, bodyB: b, ...source, regularization: 1e-9 })
    expect(world['state'].jointKinds.at(-1).regularization).toBe(1e-9)
    expect(() => world['createCustomJoint']({ bodyA: a, bodyB: b, ...source, regularization: 2 })).toThrow(D['PhysicsError'])
  })
})
