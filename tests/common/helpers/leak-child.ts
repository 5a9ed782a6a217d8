/**
 * Runs in a process of its own with --expose-gc: bodies of every kind of shape, level geometry of its own each, characters and joints are made,
 * stepped and destroyed, round after round. Prints, as JSON, what the heap and the world's buffer are after a quarter of the rounds and after
 * all. Arguments: dimension, rounds.
 */

import { setImmediate } from 'node:timers/promises'
import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { createRandom } from '../random.ts'

export interface LeakReport {
  /** Bytes of the heap in use and of typed arrays outside it, and of the world's buffer: after a quarter of the rounds, and after all. */
  heap: [number, number]
  outside: [number, number]
  buffer: [number, number]
}

const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('Run with --expose-gc.')

/** Things alive at a time. */
const KEPT = 24
const DT = 1 / 60
const random = createRandom(7)
const size = (): number => 0.2 + 0.3 * random()

function flat(): { world: d2.World; makers: (() => { destroy(): void })[] } {
  const world = new d2.World()
  const at = (): d2.Vec2 => ({ x: 8 * random() - 4, y: 4 * random() })
  const body = (type: 'static' | 'kinematic' | 'dynamic', shapes: d2.ShapeDefinition[]): { destroy(): void } => {
    const made = world.createBody({ type, position: at(), shapes })
    return { destroy: () => world.destroyBody(made) }
  }
  const shapes: (() => d2.ShapeDefinition)[] = [
    () => d2.circle({ radius: size() }),
    () => d2.box({ halfExtents: { x: size(), y: size() } }),
    () => d2.capsule({ radius: size(), halfLength: size() }),
    () => d2.polygon({ points: [{ x: size(), y: 0 }, { x: -size(), y: 0 }, { x: 0, y: size() }] }),
  ]
  return {
    world,
    makers: [
      ...shapes.map(shape => () => body('dynamic', [shape()])),
      () => body('kinematic', shapes.map(shape => shape())),
      () => body('static', [d2.segment({ a: { x: -size(), y: 0 }, b: { x: size(), y: 0 } })]),
      () => body('static', d2.chain({ points: Float64Array.of(3, size(), 0, -size(), -3, size()) })),
      () => body('static', d2.heightLine({ heights: Float64Array.from({ length: 9 }, size), width: 6 })),
      () => body('static', d2.tiles({ cells: [0, 0, 1, 0, Math.floor(5 * random()), 1], cellSize: size() })),
      () => {
        const character = world.createCharacter({ shape: d2.capsule({ radius: 0.2, halfLength: 0.2 }), position: at() })
        character.move = { x: random(), y: 0 }
        return { destroy: () => world.destroyBody(character.body) }
      },
      () => {
        const [a, b] = [0, 1].map(() => world.createBody({ position: at(), shapes: [d2.circle({ radius: 0.2 })] })) as [d2.Body, d2.Body]
        world.createHingeJoint({ bodyA: a, bodyB: b, anchor: a.position, limit: { lower: -1, upper: 1 } })
        world.createDistanceJoint({ bodyA: a, bodyB: b, length: 1, spring: { hertz: 2, dampingRatio: 0.5 } }).destroy()
        return {
          destroy() {
            world.destroyBody(a)
            world.destroyBody(b)
          },
        }
      },
    ],
  }
}

function solid(): { world: d3.World; makers: (() => { destroy(): void })[] } {
  const world = new d3.World()
  const at = (): d3.Vec3 => ({ x: 8 * random() - 4, y: 4 * random(), z: 8 * random() - 4 })
  const body = (type: 'static' | 'kinematic' | 'dynamic', shapes: d3.ShapeDefinition[]): { destroy(): void } => {
    const made = world.createBody({ type, position: at(), shapes })
    return { destroy: () => world.destroyBody(made) }
  }
  const points = (): d3.Vec3[] => Array.from({ length: 8 }, (_, i) => ({
    x: (i & 1 ? 1 : -1) * size(), y: (i & 2 ? 1 : -1) * size(), z: (i & 4 ? 1 : -1) * size(),
  }))
  const shapes: (() => d3.ShapeDefinition)[] = [
    () => d3.sphere({ radius: size() }),
    () => d3.box({ halfExtents: { x: size(), y: size(), z: size() } }),
    () => d3.capsule({ radius: size(), halfLength: size() }),
    () => d3.cylinder({ radius: size(), halfHeight: size() }),
    () => d3.cone({ radius: size(), halfHeight: size() }),
    () => d3.ellipsoid({ radii: { x: size(), y: size(), z: size() } }),
    () => d3.hull({ points: points() }),
  ]
  return {
    world,
    makers: [
      ...shapes.map(shape => () => body('dynamic', [shape()])),
      () => body('kinematic', shapes.map(shape => shape())),
      () => body('static', [d3.plane()]),
      () => body('static', [d3.mesh({ positions: [-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2, 0, size(), 0], indices: [4, 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3] })]),
      () => body('static', [d3.heightField({ heights: Float32Array.from({ length: 25 }, size), samplesX: 5, samplesZ: 5, sizeX: 4, sizeZ: 4 })]),
      () => body('static', [d3.voxels({ cells: [0, 0, 0, 1, 0, 0, Math.floor(5 * random()), 0, 1], cellSize: size() })]),
      () => {
        const character = world.createCharacter({ shape: d3.capsule({ radius: 0.2, halfLength: 0.2 }), position: at() })
        character.move = { x: random(), y: 0, z: random() }
        return { destroy: () => world.destroyBody(character.body) }
      },
      () => {
        const [a, b] = [0, 1].map(() => world.createBody({ position: at(), shapes: [d3.sphere({ radius: 0.2 })] })) as [d3.Body, d3.Body]
        world.createHingeJoint({ bodyA: a, bodyB: b, anchor: a.position, axis: { x: 0, y: 1, z: 0 }, limit: { lower: -1, upper: 1 } })
        const path = new d3.Path({ points: [at(), at(), at()] })
        world.createPathJoint({ bodyB: b, path }).destroy()
        return {
          destroy() {
            world.destroyBody(a)
            world.destroyBody(b)
          },
        }
      },
    ],
  }
}

const { world, makers } = process.argv[2] === '2' ? flat() : solid()
const rounds = Number(process.argv[3])
const alive: { destroy(): void }[] = []
const report: LeakReport = { heap: [0, 0], outside: [0, 0], buffer: [0, 0] }

/** Weak references hold what they were asked for until the end of the job. */
async function measure(at: 0 | 1): Promise<void> {
  await setImmediate()
  collect!()
  collect!()
  const { heapUsed, external } = process.memoryUsage()
  report.heap[at] = heapUsed
  report.outside[at] = external
  report.buffer[at] = (world as unknown as { state: { memory: { buffer: ArrayBuffer } } }).state.memory.buffer.byteLength
}

for (let round = 0; round < rounds; round++) {
  if (round === rounds >> 2) await measure(0)
  if (round % 16 === 0) await setImmediate()
  alive.push(makers[Math.floor(random() * makers.length)]!())
  if (alive.length > KEPT) alive.splice(Math.floor(random() * alive.length), 1)[0]!.destroy()
  if (round % 4 === 0) world.step(DT)
  if (round % 64 === 0) world.restore(world.snapshot())
}
await measure(1)
console.log(JSON.stringify(report))
