/**
 * The same random program twice: once as it is, once with snapshots taken and restored on the way. Every hash and every event must be the
 * same, or something that a world goes by is neither in its snapshot nor follows from it.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { createRandom } from '../random.ts'
import { PLANE, SPACE } from './program-kits.ts'
import { often, PLANE_LEVELS, SPACE_LEVELS } from './program-levels.ts'
import { JOINT_TYPES_2D, JOINT_TYPES_3D, PLANE_MACHINES, SPACE_MACHINES } from './program-machines.ts'
import { runProgram, type ProgramKit, type ProgramOptions, type Random } from './random-program.ts'

export type AnyWorld = d2.World | d3.World
type Calls<World> = NonNullable<ProgramOptions<World>['more']>

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

/** Calls that need no coordinate. */
function sharedCalls<World extends AnyWorld>(): Calls<World> {
  const anyBody = (world: World, random: Random): d2.Body | d3.Body => pick<d2.Body | d3.Body>(random, [...world.bodies])
  const dynamicBody = (world: World, random: Random): d2.Body | d3.Body | null => {
    const body = anyBody(world, random)
    return body.type === 'dynamic' && body.mass > 0 ? body : null
  }
  return {
    advance: (world, random) => void world.advance(0.05 * random()),
    fixedStep: (world, random) => (world.fixedStep = pick(random, [1 / 30, 1 / 60, 1 / 120])),
    oddStep: (world, random) => world.step(0.001 + 0.04 * random()),
    substeps: (world, random) => (world.substeps = pick(random, [1, 2, 4, 8])),
    continuous: (world, random) => (world.continuous = random() < 0.7),
    // Those that weigh first: what is left may weigh nothing.
    removeWeighing: (world, random) => {
      const body = anyBody(world, random)
      const shape = body.shapes.find((one) => one.density > 0)
      if (shape && body.type !== 'static') (body as d2.Body).removeShape(shape as d2.Shape)
    },
    weightless: (world, random) => {
      const body = anyBody(world, random)
      const shape = body.shapes[0]
      if (shape && body.shapes.some((other) => other !== shape && other.density > 0)) shape.density = 0
    },
    damping: (world, random) => {
      const body = anyBody(world, random)
      body.linearDamping = random()
      body.angularDamping = random()
    },
    gravityScale: (world, random) => (anyBody(world, random).gravityScale = pick(random, [0, 1, -1])),
    restitution: (world, random) => {
      const { shapes } = anyBody(world, random)
      if (shapes.length > 0) pick<d2.Shape | d3.Shape>(random, shapes).restitution = random()
    },
    rolling: (world, random) => {
      const { shapes } = anyBody(world, random)
      if (shapes.length > 0) pick<d2.Shape | d3.Shape>(random, shapes).rollingResistance = 0.1 * random()
    },
    removeAllShapes: (world, random) => {
      const body = anyBody(world, random)
      if (body.type !== 'static' && random() < 0.3) for (const shape of body.shapes) (body as d2.Body).removeShape(shape as d2.Shape)
    },
    spin: (world, random) => {
      const body = dynamicBody(world, random)
      if (body instanceof d2.Body) body.applyTorque(random())
      else body?.applyTorque({ x: random(), y: 0, z: random() })
    },
  }
}

const POLYGON = d2.polygon({ points: new Float64Array([0.3, 0, -0.3, 0.1, 0, 0.4]) })
const CHAIN = d2.chain({ points: new Float64Array([3, -1, 0, -1.5, -3, -1]) })
const HULL = d3.hull({ points: [{ x: 0.3, y: 0, z: 0 }, { x: -0.2, y: 0, z: 0.2 }, { x: 0, y: 0.4, z: 0 }, { x: 0, y: 0, z: -0.3 }] })
const TRACK = { points: [{ x: -1, y: 0, z: 0 }, { x: 0, y: 0.5, z: 0.3 }, { x: 1, y: 0, z: 0 }] }
const PATH = new d3.Path(TRACK)

const PLANE_CALLS: Calls<d2.World> = {
  ...sharedCalls<d2.World>(),
  gravity: (world, random) => (world.gravity = { x: random(), y: -10 * random() }),
  lockedAxes: (world, random) => (pick(random, [...world.bodies]).lockedAxes = { x: random() < 0.2, rotation: random() < 0.5 }),
  centerOfMass: (world, random) => pick(random, [...world.bodies]).setLocalCenterOfMass(random() < 0.4 ? null : { x: 0.1 * random(), y: 0 }),
  sharedPolygon: (world) => void world.createBody({ position: { x: 0, y: 2 }, shapes: [POLYGON] }),
  equalPolygon: (world) => void world.createBody({ position: { x: 0.2, y: 2 }, shapes: [d2.polygon({ points: POLYGON.polygon!.vertices })] }),
  chain: (world, random) => random() < 0.2 && void world.createBody({ type: 'static', shapes: CHAIN }),
  spring: (world, random) => {
    const [a, b] = [pick(random, [...world.bodies]), pick(random, [...world.bodies])]
    if (a === b || b.type !== 'dynamic') return
    world.createDistanceJoint({ bodyA: a, bodyB: b, length: 1, spring: { hertz: 2, dampingRatio: 0.3 } })
  },
  drive: (world, random) => {
    const b = pick(random, [...world.bodies])
    if (b.type === 'dynamic') world.createHingeJoint({ bodyB: b, anchor: b.position, motor: { speed: 3, maxTorque: 10 }, limit: { lower: -1, upper: 1 } })
  },
}

const SPACE_CALLS: Calls<d3.World> = {
  ...sharedCalls<d3.World>(),
  gravity: (world, random) => (world.gravity = { x: random(), y: -10 * random(), z: 0 }),
  lockedAxes: (world, random) => (pick(random, [...world.bodies]).lockedAxes = { linear: { x: random() < 0.2 }, angular: { y: random() < 0.5 } }),
  centerOfMass: (world, random) => pick(random, [...world.bodies]).setLocalCenterOfMass(random() < 0.4 ? null : { x: 0.1 * random(), y: 0, z: 0 }),
  sharedHull: (world) => void world.createBody({ position: { x: 0, y: 2, z: 0 }, shapes: [HULL] }),
  equalHull: (world) => void world.createBody({ position: { x: 0.2, y: 2, z: 0 }, shapes: [d3.hull({ points: HULL.hull!.vertices })] }),
  path: (world, random) => {
    const b = pick(random, [...world.bodies])
    if (b.type === 'dynamic') world.createPathJoint({ bodyB: b, path: random() < 0.5 ? PATH : TRACK })
  },
  spring: (world, random) => {
    const [a, b] = [pick(random, [...world.bodies]), pick(random, [...world.bodies])]
    if (a === b || b.type !== 'dynamic') return
    world.createDistanceJoint({ bodyA: a, bodyB: b, length: 1, spring: { hertz: 2, dampingRatio: 0.3 } })
  },
  drive: (world, random) => {
    const b = pick(random, [...world.bodies])
    if (b.type !== 'dynamic') return
    world.createHingeJoint({ bodyB: b, anchor: b.position, axis: { x: 0, y: 1, z: 0 }, motor: { speed: 3, maxTorque: 10 } })
  },
}

export type Vocabulary = 'common' | 'levels' | 'machines'

const PLANE_WORDS: Readonly<Record<Vocabulary, Calls<d2.World>>> = {
  common: PLANE_CALLS, levels: { ...PLANE_CALLS, ...often(PLANE_LEVELS) }, machines: { ...PLANE_CALLS, ...PLANE_LEVELS, ...often(PLANE_MACHINES) },
}
const SPACE_WORDS: Readonly<Record<Vocabulary, Calls<d3.World>>> = {
  common: SPACE_CALLS, levels: { ...SPACE_CALLS, ...often(SPACE_LEVELS) }, machines: { ...SPACE_CALLS, ...SPACE_LEVELS, ...often(SPACE_MACHINES) },
}

/** Bodies and shapes are told by their numbers. */
function numberOfHandle(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}

/** Everything events say, with numbers for objects. */
function tellEvents(world: AnyWorld): string {
  const { events } = world
  const pairs = (list: readonly { shapeA: { id: number }; shapeB: { id: number }; bodyA: { id: number }; bodyB: { id: number } }[]): string =>
    list.map(({ shapeA, shapeB, bodyA, bodyB, ...more }) => [shapeA.id, shapeB.id, bodyA.id, bodyB.id, JSON.stringify(more, numberOfHandle)].join()).join(' ')
  return [
    pairs(events.contactBegin), pairs(events.contactPersist), pairs(events.contactEnd), pairs(events.sensorBegin), pairs(events.sensorEnd),
    events.sleep.map(({ id }) => id).join(), events.wake.map(({ id }) => id).join(),
    events.quarantined.map(({ body, cause }) => `${body.id} ${cause}`).join(),
    events.jointBroken.map(({ joint, force, torque }) => `${joint.id} ${force} ${torque}`).join(),
    events.jointRemoved.map(({ id }) => id).join(),
  ].join(' | ')
}

/** When snapshots are restored: after every call, now and then, or once; and into which world. */
export interface Restores {
  readonly share: number
  readonly into: 'same' | 'fresh' | 'used'
}

interface Trail {
  readonly lines: string[]
  readonly error: string
}

/** Restores come from a random of their own, so that the program is the same with and without. */
function follow<World extends AnyWorld>(
  kit: ProgramKit<World, never, never, never>, more: Calls<World>, seed: number, calls: number, restores: Restores | null,
  disturb: (world: AnyWorld) => void,
): Trail {
  const lines: string[] = []
  const chance = createRandom(Math.imul(seed, 0x2545f491) + 1)
  const after = (world: World, call: string): World => {
    const stepped = call === 'step' || call === 'oddStep'
    lines.push(`${call} ${world.hash()}${stepped ? ` ${tellEvents(world)}` : ''}`)
    if (restores === null || chance() >= restores.share) return world
    const whole = restores.into !== 'same' || chance() < 0.5
    const bytes = world.snapshot({ geometry: whole })
    let other = world
    if (restores.into === 'fresh') other = new (world.constructor as new () => World)()
    if (restores.into === 'used') {
      other = kit.createWorld()
      for (let i = 0; i < 3; i++) kit.createBody(other, chance, 'dynamic' as never, [kit.shape(chance, false)] as never)
      other.step(1 / 60)
    }
    // Functions are in no snapshot, and a change of the filter has pairs looked at anew.
    if (other !== world) {
      other.onContact = world.onContact as never
      other.shouldCollide = world.shouldCollide as never
    }
    other.restore(bytes, { jointTypes: (other instanceof d2.World ? JOINT_TYPES_2D : JOINT_TYPES_3D) as never })
    kit.validate(other)
    if (other.hash() !== world.hash()) lines.push(`restored after ${call}: another hash`)
    disturb(other)
    return other
  }
  const { error } = runProgram(kit as never, createRandom(seed), calls, { after: after as never, more: more as never })
  return { lines, error }
}

/** Where the restored run first differs from the other one, in words; empty if nowhere. */
function firstDifference(plain: Trail, restored: Trail): string {
  if (plain.error !== restored.error) return `error "${restored.error}" instead of "${plain.error}" after ${restored.lines.length} calls`
  for (let i = 0; i < plain.lines.length; i++) {
    if (plain.lines[i] === restored.lines[i]) continue
    return `call ${i} after ${plain.lines.slice(Math.max(0, i - 6), i).map((line) => line.split(' ')[0]).join(', ')}: ` +
      `${restored.lines[i]} instead of ${plain.lines[i]}`
  }
  return ''
}

/**
 * `disturb`: what is done to a world after each restore, for tests of the comparison itself. `levels`: with level geometry, characters, hooks,
 * groups and static friction; `machines`: with these, joints of every kind and vehicles.
 */
export function compareRestored(
  dimension: 2 | 3, seed: number, calls: number, restores: Restores, disturb: (world: AnyWorld) => void = () => undefined,
  vocabulary: Vocabulary = 'common',
): string {
  const run = (how: Restores | null): Trail => dimension === 2
    ? follow(PLANE as never, PLANE_WORDS[vocabulary], seed, calls, how, disturb) : follow(SPACE as never, SPACE_WORDS[vocabulary], seed, calls, how, disturb)
  const plain = run(null)
  return plain.error === '' ? firstDifference(plain, run(restores)) : `the program fails: ${plain.error}`
}

/** What a program says after each call: its hash, and after steps its events. `watch` is shown the world each time. */
export function tellProgram(dimension: 2 | 3, seed: number, calls: number, vocabulary: Vocabulary, watch: (world: AnyWorld) => void): string[] {
  const lines: string[] = []
  const after = (world: AnyWorld, call: string): AnyWorld => {
    lines.push(`${call} ${world.hash()} ${tellEvents(world)}`)
    watch(world)
    return world
  }
  const more = dimension === 2 ? PLANE_WORDS[vocabulary] : SPACE_WORDS[vocabulary]
  const { error } = runProgram((dimension === 2 ? PLANE : SPACE) as never, createRandom(seed), calls, { after: after as never, more: more as never })
  return [...lines, error]
}

/** The world that a program leaves. */
export function worldOfProgram(dimension: 2 | 3, seed: number, calls: number): AnyWorld {
  let last: AnyWorld | null = null
  const after = (world: AnyWorld): AnyWorld => (last = world)
  const more = dimension === 2 ? PLANE_CALLS : SPACE_CALLS
  const { error } = runProgram((dimension === 2 ? PLANE : SPACE) as never, createRandom(seed), calls, { after: after as never, more: more as never })
  if (error !== '' || last === null) throw new Error(`seed ${seed}: ${error}`)
  return last
}
