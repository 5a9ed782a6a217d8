// A scene that is put elsewhere, turned and shifted, moves as it does at its own place: every kind of joint, at rest and in mid-flight.
import { circle, World as World2, type Body } from 'fulcrum-physics/2d'
import * as plane from 'fulcrum-physics/2d/scene'
import { World as World3 } from 'fulcrum-physics/3d'
import * as space from 'fulcrum-physics/3d/scene'
import { expect, it } from 'vitest'
import { scenes as scenes2 } from '../../../scenes/d2/index.ts'
import { scenes as scenes3 } from '../../../scenes/d3/index.ts'
import { PLANE } from '../../../src/adapters/scene/d2.ts'
import { SPACE } from '../../../src/adapters/scene/d3.ts'
import type { SceneFile } from '../../../src/adapters/scene/options.ts'
import { testFamily, type Random } from '../family.ts'

type Vector = Record<string, number>
interface Thing { readonly position: Vector }
interface Scene { readonly world: Stepping; readonly bodyList: readonly Thing[] }
interface Stepping { gravity: Vector; readonly bodies: Iterable<Thing>; step(dt: number): void; onContact: unknown; shouldCollide: unknown }
interface Entry { readonly name: string; readonly worldOptions?: object; build(world: unknown): unknown }

interface Case {
  readonly name: string
  readonly scenes: readonly Entry[]
  readonly kinds: readonly string[]
  readonly make: (options: object) => Stepping
  readonly save: (world: Stepping) => SceneFile
  readonly load: (file: SceneFile, options: object) => Scene
  /** A rotation as loadScene takes it, and as this test computes it. */
  readonly turn: (random: Random) => { rotation: unknown; turned: (v: Vector) => Vector }
  readonly axes: readonly string[]
}

function turn2(random: Random): ReturnType<Case['turn']> {
  const angle = random.between(-7, 7)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return { rotation: angle, turned: ({ x, y }) => ({ x: c * x! - s * y!, y: s * x! + c * y! }) }
}

function turn3(random: Random): ReturnType<Case['turn']> {
  const parts = Array.from({ length: 4 }, () => random.between(-1, 1))
  const length = Math.hypot(...parts)
  const [x, y, z, w] = parts.map((part) => part / length) as [number, number, number, number]
  return {
    rotation: { x, y, z, w },
    turned: (v) => {
      const t = { x: 2 * (y * v.z! - z * v.y!), y: 2 * (z * v.x! - x * v.z!), z: 2 * (x * v.y! - y * v.x!) }
      return { x: v.x! + w * t.x + y * t.z - z * t.y, y: v.y! + w * t.y + z * t.x - x * t.z, z: v.z! + w * t.z + x * t.y - y * t.x }
    },
  }
}

/** Scenes with joints and few bodies: those of many come apart by rounding alone. Locked axes are those of the world, and cannot be turned. */
const FEW = 30
const LEFT_OUT = /locked-axes|laboratory|rack-and-pinion/

/** Kinds that have no small scene of the plane, between two bodies and to the world. */
const REST_2D: Entry = {
  name: 'rest-2d',
  build(any) {
    const world = any as World2
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => world.createBody({
      position: { x: 2 * i, y: 0 }, rotation: i, shapes: [circle({ radius: 0.3, filter: { mask: 0 } })], angularVelocity: i,
    })) as [Body, Body, Body, Body]
    world.createDistanceJoint({ bodyA: a, bodyB: b, anchorA: { x: 0.1, y: 0 } })
    world.createDistanceJoint({ bodyB: a, anchorA: { x: 0, y: 2 }, spring: { hertz: 2 }, maxLength: 4 })
    world.createGenericJoint({ bodyA: b, bodyB: c, axis: { x: 1, y: 1 }, limits: [{ linearAxes: [1], min: 0, max: 0 }, { angular: true, min: -1, max: 2 }] })
    world.createGenericJoint({ bodyB: c, axis: { x: 2, y: 1 }, drives: [{ type: 'linear', axis: 0, positionTarget: 1, stiffness: 300, damping: 20 }] })
    world.createMotorJoint({ bodyA: c, bodyB: d, linear: { velocity: { x: 1, y: -1 }, maxForce: 500 }, angular: { velocity: 2, maxTorque: 40 } })
    world.createMouseJoint({ bodyB: d, anchor: { x: 6.2, y: 0 }, target: { x: 7, y: 3 } })
  },
}

const CASES = [
  {
    name: '2D', scenes: [...scenes2, REST_2D], kinds: Object.keys(PLANE.jointKinds), save: plane.saveScene, load: plane.loadScene, turn: turn2, axes: ['x', 'y'],
    make: (options: object) => new World2(options),
  },
  {
    name: '3D', scenes: scenes3, kinds: Object.keys(SPACE.jointKinds), save: space.saveScene, load: space.loadScene, turn: turn3, axes: ['x', 'y', 'z'],
    make: (options: object) => new World3(options),
  },
] as unknown as readonly Case[]

function build(one: Case, scene: Entry): Stepping {
  const world = one.make(scene.worldOptions ?? {})
  scene.build(world)
  world.onContact = null
  world.shouldCollide = null
  return world
}

for (const one of CASES) {
  const used = one.scenes.filter((scene) => {
    const world = build(one, scene)
    return !LEFT_OUT.test(scene.name) && [...world.bodies].length <= FEW && [...(world as unknown as { joints: Iterable<unknown> }).joints].length > 0
  })

  it(`scenes with every kind of joint are put elsewhere, ${one.name}`, () => {
    const seen = new Set(used.flatMap((scene) => (one.save(build(one, scene)).joints ?? []).map(({ type }) => type)))
    // A rack is held by locked axes in its scene; types of one's own are those of the laboratory.
    expect(one.kinds.filter((kind) => !seen.has(kind) && kind !== 'rackAndPinion' && kind !== 'custom')).toEqual([])
  })

  testFamily({
    name: `scenes put elsewhere, ${one.name}`,
    short: 12,
    long: 300,
    // What is left is rounding, and what contacts make of it in ten steps.
    figures: { miss: { p50: 1e-11, p99: 1e-3 } },
    run(random) {
      const world = build(one, random.pick(used))
      for (let i = random.integer(0, 40); i > 0; i--) world.step(1 / 60)
      const file = one.save(world)
      const { rotation, turned } = one.turn(random)
      const position = Object.fromEntries(one.axes.map((axis) => [axis, random.between(-10, 10)]))
      const { jointKinds } = (world as unknown as { state: { jointKinds: readonly { type?: object }[] } }).state
      const jointTypes = jointKinds.map(({ type }) => type).filter((type) => type !== undefined)
      const here = one.load(file, { snapshot: false, jointTypes })
      const target = one.make({})
      const there = one.load(file, { world: Object.assign(target, settingsOf(world), { gravity: turned(world.gravity) }), position, rotation, jointTypes })
      let miss = 0
      for (let i = 0; i < 10; i++) {
        here.world.step(1 / 60)
        target.step(1 / 60)
      }
      here.bodyList.forEach((body, k) => {
        const expected = turned(body.position)
        const { position: found } = there.bodyList[k]!
        for (const axis of one.axes) miss = Math.max(miss, Math.abs(expected[axis]! + position[axis]! - found[axis]!))
      })
      return { miss }
    },
  })
}

function settingsOf(world: Stepping): object {
  const { substeps, sleeping, continuous } = world as unknown as Record<string, unknown>
  return { substeps, sleeping, continuous }
}
