// Scene files that somebody has damaged or made up: every one of them is refused with the path of what is wrong, soon, and leaves nothing behind.
import { PhysicsError, World as World2 } from 'fulcrum-physics/2d'
import * as plane from 'fulcrum-physics/2d/scene'
import { box, hull, sphere, World as World3 } from 'fulcrum-physics/3d'
import * as space from 'fulcrum-physics/3d/scene'
import { describe, expect, it } from 'vitest'
import { scenes as scenes2 } from '../../../scenes/d2/index.ts'
import { scenes as scenes3 } from '../../../scenes/d3/index.ts'
import { JOINTS_3D, SHAPES_3D } from '../../../src/adapters/scene/fields-3d.ts'
import type { Fields } from '../../../src/adapters/scene/table.ts'
import { randomOf } from '../../families/family.ts'

type Json = Record<string, unknown>

const HEAD = { format: 'fulcrum-scene', version: 1, dimension: 3 }
const BALL = { kind: 'sphere', radius: 0.5 }
const BODIES = [{ name: 'a', type: 'static' }, { name: 'b', position: [0, 1, 0], shapes: [BALL] }]
const HINGE = { type: 'hinge', bodyA: 'a', bodyB: 'b' }

function withBody(body: unknown): Json {
  return { ...HEAD, bodies: [body] }
}

function withShape(shape: unknown): Json {
  return withBody({ shapes: [shape] })
}

function withJoint(joint: unknown): Json {
  return { ...HEAD, bodies: BODIES, joints: [joint] }
}

function deep(levels: number, open: string, close: string): string {
  return open.repeat(levels) + close.repeat(levels)
}

/** The field that an empty thing is refused for. */
function firstRequired(fields: Fields): string | undefined {
  return Object.keys(fields).find((key) => fields[key]!.required === true)
}

const wrongNumbers = [null, 'ten', '1', true, {}, [], [1], 'NaN', { x: 1 }]

/** A file, as text or as what was parsed, and the path that its error must name. */
const FILES: (readonly [string, unknown, string])[] = [
  // Not a scene at all.
  ['nothing', '', 'scene'],
  ['no JSON', '{ format: fulcrum-scene }', 'scene'],
  ['cut off', JSON.stringify({ ...HEAD, bodies: BODIES }).slice(0, -5), 'scene'],
  ['a list', '[]', 'scene'],
  ['null', 'null', 'scene'],
  ['a million nothings', Array.from({ length: 1e6 }, () => null), 'scene'],
  ['a million holes', Array.from({ length: 1e6 }), 'scene[0]'],
  ['a number', '42', 'scene'],
  ['text', '"fulcrum-scene"', 'scene'],
  ['undefined', undefined, 'scene'],
  ['a function', () => HEAD, 'scene'],
  ['a map', new Map([['format', 'fulcrum-scene']]), 'scene'],
  ['a date', new Date(0), 'scene'],
  ['an empty object', {}, 'format'],
  ['another format', { ...HEAD, format: 'rube' }, 'format'],
  ['another version', { ...HEAD, version: 2 }, 'version'],
  ['a version in words', { ...HEAD, version: '1' }, 'version'],
  ['the other dimension', { ...HEAD, dimension: 2 }, 'dimension'],
  ['no dimension', { ...HEAD, dimension: undefined }, 'dimension'],
  // Depth.
  ['deep lists', deep(100_000, '[', ']'), 'scene'],
  ['deep objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 'scene'],
  ['deep user data', `{"format":"fulcrum-scene","version":1,"dimension":3,"bodies":[{"userData":${deep(5000, '[', ']')}}]}`, 'scene'],
  // Names of prototypes.
  ['__proto__ at the top', '{"format":"fulcrum-scene","version":1,"dimension":3,"__proto__":{"a":1}}', '__proto__'],
  ['constructor at the top', { ...HEAD, constructor: 1 }, 'constructor'],
  ['__proto__ in a body', '{"format":"fulcrum-scene","version":1,"dimension":3,"bodies":[{"__proto__":{"mass":1}}]}', 'bodies[0].__proto__'],
  ['hasOwnProperty in a body', withBody({ hasOwnProperty: 1 }), 'bodies[0].hasOwnProperty'],
  ['toString as a kind', withShape({ kind: 'toString', radius: 1 }), 'bodies[0].shapes[0].kind'],
  ['__proto__ as a kind', withShape({ kind: '__proto__', radius: 1 }), 'bodies[0].shapes[0].kind'],
  ['constructor as a joint', withJoint({ ...HINGE, type: 'constructor' }), 'joints[0].type'],
  ['__proto__ in a shape', '{"format":"fulcrum-scene","version":1,"dimension":3,"bodies":[{"shapes":[{"kind":"sphere","radius":1,"__proto__":1}]}]}', 'bodies[0].shapes[0].__proto__'],
  ['__proto__ as a body that is none', withJoint({ ...HINGE, bodyB: '__proto__' }), 'joints[0].bodyB'],
  ['valueOf as a geometry', withShape({ kind: 'hull', geometry: 'valueOf' }), 'bodies[0].shapes[0].geometry'],
  // Forms.
  ...['bodies', 'joints', 'characters', 'vehicles'].flatMap((key) => [1, 'x', true, {}, null].map((value) => [`${key} as ${JSON.stringify(value)}`, { ...HEAD, [key]: value }, key] as const)),
  ...[1, 'x', [], null].map((value) => [`world as ${JSON.stringify(value)}`, { ...HEAD, world: value }, 'world'] as const),
  ...[1, 'x', [], null].map((value) => [`geometries as ${JSON.stringify(value)}`, { ...HEAD, geometries: value }, 'geometries'] as const),
  ...[null, 1, 'x', [], true].map((value) => [`a body that is ${JSON.stringify(value)}`, withBody(value), 'bodies[0]'] as const),
  ...[null, 1, 'x', [], {}, true].map((value) => [`a shape that is ${JSON.stringify(value)}`, withShape(value), 'bodies[0].shapes[0]'] as const),
  ...[null, 1, 'x', [], {}, true].map((value) => [`a joint that is ${JSON.stringify(value)}`, withJoint(value), 'joints[0]'] as const),
  ...wrongNumbers.map((value) => [`a radius of ${JSON.stringify(value)}`, withShape({ kind: 'sphere', radius: value }), 'bodies[0].shapes[0].radius'] as const),
  ...wrongNumbers.map((value) => [`a mass of ${JSON.stringify(value)}`, withBody({ mass: value }), 'bodies[0].mass'] as const),
  ...wrongNumbers.map((value) => [`a coordinate of ${JSON.stringify(value)}`, withBody({ position: [0, value, 0] }), 'bodies[0].position[1]'] as const),
  ...[1, 'up', null, [], [1], [1, 2], [1, 2, 3, 4], {}, { x: 1 }, { x: 1, y: 2, z: 3, w: 4 }].map(
    (value) => [`a position of ${JSON.stringify(value)}`, withBody({ position: value }), 'bodies[0].position'] as const,
  ),
  ...['Static', 1, null, true, []].map((value) => [`a type of ${JSON.stringify(value)}`, withBody({ type: value }), 'bodies[0].type'] as const),
  ...[1, 'yes', null].map((value) => [`enabled as ${JSON.stringify(value)}`, withBody({ enabled: value }), 'bodies[0].enabled'] as const),
  ['a name that is a number', withBody({ name: 7 }), 'bodies[0].name'],
  ['a name without end', withBody({ name: 'x'.repeat(100_000) }), 'bodies[0].name'],
  ['a name twice', { ...HEAD, bodies: [{ name: 'a' }, { name: 'a' }] }, 'bodies[1].name'],
  ['a shape’s name twice', withBody({ shapes: [{ ...BALL, name: 's' }, { ...BALL, name: 's' }] }), 'bodies[0].shapes[1].name'],
  ['user data that is a function', withBody({ userData: () => 1 }), 'bodies[0].userData'],
  ['user data with a function in it', withBody({ userData: { a: [1, { f: () => 1 }] } }), 'bodies[0].userData.a[1].f'],
  ['user data that is a symbol', withBody({ userData: Symbol('x') }), 'bodies[0].userData'],
  ['user data that is a big integer', withBody({ userData: 10n }), 'bodies[0].userData'],
  // Values that the engine refuses.
  ['a radius below 0', withShape({ kind: 'sphere', radius: -1 }), 'bodies[0].shapes[0].radius'],
  ['a radius of Infinity', withShape({ kind: 'sphere', radius: 'Infinity' }), 'bodies[0].shapes[0].radius'],
  ['a radius of 1e300', withShape({ kind: 'sphere', radius: 1e300 }), 'bodies[0].shapes[0].radius'],
  ['a radius of 1e-300', withShape({ kind: 'sphere', radius: 1e-300 }), 'bodies[0].shapes[0].radius'],
  ['a place beyond the end', withBody({ position: [1e300, 0, 0] }), 'bodies[0].position.x'],
  ['no rotation', withBody({ rotation: [0, 0, 0, 0] }), 'bodies[0].rotation'],
  ['damping below 0', withBody({ linearDamping: -1 }), 'bodies[0].linearDamping'],
  ['friction below 0', withShape({ ...BALL, friction: -1 }), 'bodies[0].shapes[0].friction'],
  ['a bounce above 1', withShape({ ...BALL, restitution: 2 }), 'bodies[0].shapes[0].restitution'],
  ['a group out of range', withShape({ ...BALL, filter: { group: 1e9 } }), 'bodies[0].shapes[0].filter.group'],
  ['a mask that is no integer', withShape({ ...BALL, filter: { mask: 0.5 } }), 'bodies[0].shapes[0].filter.mask'],
  ['an inertia of no solid', withBody({ inertia: { xx: 1, yy: 1, zz: 10, xy: 0, xz: 0, yz: 0 } }), 'bodies[0].inertia'],
  ['a plane that falls', withShape({ kind: 'plane' }), 'bodies[0].shapes[0]'],
  ['a hull of one point', withShape({ kind: 'hull', points: [0, 0, 0] }), 'bodies[0].shapes[0].points'],
  ['a hull of a plane', withShape({ kind: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] }), 'bodies[0].shapes[0].points'],
  ['a hull of nothing', withShape({ kind: 'hull' }), 'bodies[0].shapes[0].points'],
  ['a hull of broken numbers', withShape({ kind: 'hull', points: [0, 0, 'x'] }), 'bodies[0].shapes[0].points[2]'],
  ['a mesh with an index beyond its end', withBody({ type: 'static', shapes: [{ kind: 'mesh', positions: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 1, 9] }] }), 'bodies[0].shapes[0].indices'],
  ['a field larger than its heights', withBody({ type: 'static', shapes: [{ kind: 'heightField', heights: [0, 0, 0, 0], samplesX: 1e4, samplesZ: 1e3, sizeX: 1, sizeZ: 1 }] }), 'bodies[0].shapes[0].heights'],
  ['a field of a trillion samples', withBody({ type: 'static', shapes: [{ kind: 'heightField', heights: [], samplesX: 1e6, samplesZ: 1e6, sizeX: 1, sizeZ: 1 }] }), 'bodies[0].shapes[0].samplesX'],
  ['voxels far away', withBody({ type: 'static', shapes: [{ kind: 'voxels', cells: [1e12, 0, 0] }] }), 'bodies[0].shapes[0].cells'],
  ['a scale of 0', withShape({ kind: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], scale: 0 }), 'bodies[0].shapes[0].scale'],
  ['a geometry of another kind', { ...withShape({ kind: 'hull', geometry: 'g' }), geometries: { g: { kind: 'voxels', cells: [0, 0, 0] } } }, 'bodies[0].shapes[0].geometry'],
  ['gravity that is no vector', { ...HEAD, world: { gravity: 9.81 } }, 'world.gravity'],
  ['a thousand substeps', { ...HEAD, world: { substeps: 1000 } }, 'world.substeps'],
  ['a clock', { ...HEAD, world: { clock: 1 } }, 'world.clock'],
  // Joints.
  ['a body that is not there', withJoint({ ...HINGE, bodyB: 'c' }), 'joints[0].bodyB'],
  ['a body by an index beyond the end', withJoint({ ...HINGE, bodyB: 7 }), 'joints[0].bodyB'],
  ['a body by half an index', withJoint({ ...HINGE, bodyB: 0.5 }), 'joints[0].bodyB'],
  ['a body below 0', withJoint({ ...HINGE, bodyB: -1 }), 'joints[0].bodyB'],
  ['a body that is an object', withJoint({ ...HINGE, bodyB: {} }), 'joints[0].bodyB'],
  ['one body twice', withJoint({ ...HINGE, bodyA: 'b' }), 'joints[0].bodyB'],
  ['no body', withJoint({ type: 'hinge' }), 'joints[0].bodyB'],
  ['two static bodies', withJoint({ ...HINGE, bodyA: null, bodyB: 'a' }), 'joints[0]'],
  ['a limit upside down', withJoint({ ...HINGE, limit: { lower: 2, upper: 1 } }), 'joints[0].limit.lower'],
  ['half a limit', withJoint({ ...HINGE, limit: { lower: 2 } }), 'joints[0].limit.upper'],
  ['a limit in degrees', withJoint({ ...HINGE, limit: { lowerAngle: 0, upper: 1 } }), 'joints[0].limit.lowerAngle'],
  ['a motor without a torque', withJoint({ ...HINGE, motor: { speed: 1 } }), 'joints[0].motor.maxTorque'],
  ['a spring without strength', withJoint({ ...HINGE, spring: {} }), 'joints[0].spring'],
  ['one frame', withJoint({ ...HINGE, frameA: {} }), 'joints[0].frameB'],
  ['an axis without length', withJoint({ ...HINGE, axis: [0, 0, 0] }), 'joints[0].axis'],
  ['an unknown field', withJoint({ ...HINGE, limits: { lower: 0, upper: 1 } }), 'joints[0].limits'],
  ['exact data that is too short', withJoint({ ...HINGE, exact: { data: [1, 2] } }), 'joints[0].exact.data'],
  ['exact data that is not finite', withJoint({ ...HINGE, exact: { data: Array.from({ length: 32 }, () => 'Infinity') } }), 'joints[0].exact.data[0]'],
  ['exact frames that are none', withJoint({ ...HINGE, exact: { data: Array.from({ length: 32 }, () => 5) } }), 'joints[0].exact.data'],
  ['a strength of 0', withJoint({ ...HINGE, breakForce: 0 }), 'joints[0].breakForce'],
  ['a joint that is broken and holds', withJoint({ ...HINGE, broken: true }), 'joints[0].broken'],
  ['a type of one’s own', withJoint({ ...HINGE, type: 'custom', kind: 'wire' }), 'joints[0].kind'],
  ['a gear of ratio 0', withJoint({ ...HINGE, type: 'gear', ratio: 0 }), 'joints[0].ratio'],
  ['a path of one point', withJoint({ ...HINGE, type: 'path', path: { points: [0, 0, 0] } }), 'joints[0].points'],
  ['a path of too many points', withJoint({ ...HINGE, type: 'path', path: { points: Array.from({ length: 30_003 }, (_, i) => i) } }), 'joints[0].path.points'],
  // Characters, vehicles, snapshots.
  ['a character without a shape', { ...HEAD, characters: [{}] }, 'characters[0].shape'],
  ['a character that is a plane', { ...HEAD, characters: [{ shape: { kind: 'plane' } }] }, 'characters[0].shape'],
  ['a character of no mass', { ...HEAD, characters: [{ shape: BALL, mass: 0 }] }, 'characters[0].mass'],
  ['a vehicle without wheels', { ...HEAD, bodies: BODIES, vehicles: [{ chassis: 'b', wheels: [] }] }, 'vehicles[0].wheels'],
  ['a vehicle of seventeen wheels', { ...HEAD, bodies: BODIES, vehicles: [{ chassis: 'b', wheels: Array.from({ length: 17 }, () => ({ position: [0, 0, 0] })) }] }, 'vehicles[0].wheels'],
  ['a vehicle on a static body', { ...HEAD, bodies: BODIES, vehicles: [{ chassis: 'a', wheels: [{ position: [0, 0, 0] }] }] }, 'vehicles[0].chassis'],
  ['a vehicle with half a gearbox', { ...HEAD, bodies: BODIES, vehicles: [{ chassis: 'b', wheels: [{ position: [0, 0, 0] }], gearbox: {} }] }, 'vehicles[0].gearbox'],
  ['a snapshot that is no base64', { ...HEAD, snapshot: { definitions: '0', bytes: 'a*b=' } }, 'snapshot.bytes'],
  // Everything that a thing must have, left out.
  ...Object.entries(SHAPES_3D).filter(([, fields]) => firstRequired(fields) !== undefined).map(
    ([kind, fields]) => [`a ${kind} without anything`, withShape({ kind }), `bodies[0].shapes[0].${firstRequired(fields)}`] as const,
  ),
  ...Object.entries(JOINTS_3D).map(([type, fields]) => [`a joint ${type} without bodies`, withJoint({ type }), `joints[0].${firstRequired(fields)}`] as const),
  ['half a snapshot', { ...HEAD, snapshot: { bytes: '' } }, 'snapshot.definitions'],
]

function load3(file: unknown, world?: World3): void {
  space.loadScene(file as string, world === undefined ? {} : { world })
}

/** Processor time of a call, ms. */
function timeOf(call: () => void): number {
  const before = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function failureOf(call: () => void): unknown {
  try {
    call()
    return null
  } catch (error) {
    return error
  }
}

describe('hostile scene files', () => {
  const world = new World3()
  world.createBody({ shapes: [sphere({ radius: 1 })] })
  const before = world.hash()

  it.each(FILES)('%s', (_name, file, path) => {
    let failure: unknown = null
    // The first call compiles what it runs; the second is what a server would see.
    failureOf(() => load3(file))
    const time = Math.min(...[0, 1, 2].map(() => timeOf(() => { failure = failureOf(() => load3(file, world)) })))
    expect(failure).toBeInstanceOf(PhysicsError)
    expect((failure as PhysicsError).field.startsWith(path), `${(failure as PhysicsError).field}: ${(failure as Error).message}`).toBe(true)
    expect((failure as Error).message).toContain((failure as PhysicsError).field)
    expect(time).toBeLessThan(50)
    // Nothing is left: not in a world that was given, and not on what all objects share.
    expect(world.hash()).toBe(before)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { mass?: number }).mass).toBeUndefined()
  })

  it('names of prototypes are names like any other', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']
    const text = `{"format":"fulcrum-scene","version":1,"dimension":3,"bodies":[${names.map((name) => `{"name":${JSON.stringify(name)},"userData":{"__proto__":{"a":1}}}`).join(',')}],
      "geometries":{"__proto__":{"kind":"hull","points":[0,0,0,1,0,0,0,1,0,0,0,1]}}}`
    const { bodies } = space.loadScene(text)
    expect([...bodies.keys()]).toEqual(names)
    expect((bodies.get('__proto__')!.userData as { a?: number }).a).toBeUndefined()
  })

  it('says what was meant', () => {
    expect(() => load3(withBody({ posiiton: [0, 0, 0] }))).toThrow('bodies[0].posiiton (array of 3) is no field of it. Did you mean position?')
    expect(() => load3(withShape({ kind: 'spere', radius: 1 }))).toThrow('Did you mean sphere?')
  })
})

/** Places in plain data, as ways from the top. */
function placesOf(value: unknown): (string | number)[][] {
  const places: (string | number)[][] = []
  const pending: { value: unknown; way: (string | number)[] }[] = [{ value, way: [] }]
  for (let next = pending.pop(); next !== undefined && places.length < 20_000; next = pending.pop()) {
    const { value: given, way } = next
    if (way.length > 0) places.push(way)
    if (typeof given !== 'object' || given === null) continue
    if (Array.isArray(given)) given.slice(0, 50).forEach((entry, i) => pending.push({ value: entry, way: [...way, i] }))
    else for (const key of Object.keys(given)) pending.push({ value: (given as Json)[key], way: [...way, key] })
  }
  return places
}

const POISONS: readonly unknown[] = [null, -1, 0, 1e308, -1e-308, 'Infinity', '-Infinity', 'x', '', [], {}, true, [[]], { __proto__: null, x: 1 }, 0.5, 4294967296]

describe('scene files of the repository, damaged', () => {
  const cases = [
    { name: 'plane', texts: scenes2, make: (o: object) => new World2(o), save: plane.saveScene, load: plane.loadScene },
    { name: 'space', texts: scenes3, make: (o: object) => new World3(o), save: space.saveScene, load: space.loadScene },
  ] as unknown as readonly {
    name: string
    texts: readonly { name: string; worldOptions?: object; build(world: unknown): unknown }[]
    make(options: object): { bodyCount: number; step(dt: number): void; hash(): string }
    save(world: unknown, options?: object): object
    load(file: string): { world: { step(dt: number): void; hash(): string } }
  }[]

  it.each(cases)('in the $name are refused by a PhysicsError, or make a world that runs', ({ texts, make, save, load }) => {
    const files = texts.flatMap((scene) => {
      const world = make(scene.worldOptions ?? {})
      scene.build(world)
      return world.bodyCount > 60 ? [] : [JSON.stringify(save(world, { snapshot: false }))]
    }).filter((text) => text.length < 60_000 && !text.includes('"type":"custom"'))
    expect(files.length).toBeGreaterThan(20)
    let refused = 0
    for (let k = 0; k < 400; k++) {
      const random = randomOf(k)
      const text = random.pick(files)
      const file = JSON.parse(text) as Json
      const way = random.pick(placesOf(file))
      let at = file as Record<string | number, unknown>
      for (const key of way.slice(0, -1)) at = at[key] as Record<string | number, unknown>
      at[way.at(-1)!] = random.pick(POISONS)
      let loaded: { step(dt: number): void; hash(): string } | null = null
      const failure = failureOf(() => { loaded = load(JSON.stringify(file)).world })
      if (failure !== null) {
        expect(failure, `${way.join('.')}: ${String(failure)}`).toBeInstanceOf(PhysicsError)
        refused++
        continue
      }
      for (let i = 0; i < 3; i++) loaded!.step(1 / 60)
      expect(loaded!.hash()).toMatch(/^[0-9a-f]{16}$/)
    }
    expect(refused).toBeGreaterThan(150)
  })

  it('hold no more than they say: a hull that is shared is stored once', () => {
    const world = new World3()
    const stone = hull({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] })
    for (let i = 0; i < 50; i++) world.createBody({ position: { x: 3 * i, y: 0, z: 0 }, shapes: [hull({ hull: stone }), box({ halfExtents: { x: 1, y: 1, z: 1 } })] })
    const file = space.saveScene(world)
    expect(Object.keys(file.geometries!)).toEqual(['hull0'])
    expect(JSON.stringify(file).length).toBeLessThan(50 * 150)
  })
})
