/** Families of scenes in two dimensions: each function makes another scene of its kind from every seed. */

import { createRandom } from '../../common/random.ts'
import type { BodySpec, JointSpec, ShapeSpec } from '../../common/helpers/metamorphic/scene-spec.ts'
import type { Scene } from './laboratory.ts'

const DT = 1 / 60
const GRAVITY = [0, -9.81]
const SURFACE = { density: 1000, friction: 0.6, restitution: 0 }

type Random = () => number

function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

function box(width: number, height: number): ShapeSpec<number> {
  return { kind: 'box', size: [width / 2, height / 2], at: [0, 0], turn: 0, ...SURFACE }
}

/** Any convex shape, about `size` m wide, a little out of the middle of its body and turned in it. */
function anyShape(random: Random, size: number): ShapeSpec<number> {
  const more = { at: [between(random, -0.1, 0.1) * size, between(random, -0.1, 0.1) * size], turn: between(random, -1, 1), ...SURFACE }
  const kind = Math.floor(4 * random())
  if (kind === 0) return { kind: 'ball', size: [size / 2], ...more }
  if (kind === 1) return { kind: 'box', size: [size / 2, between(random, 0.25, 0.5) * size], ...more }
  if (kind === 2) return { kind: 'capsule', size: [size / 4, size / 4], ...more }
  const corners = [0.3, 1.5, 2.9, 4.1, 5.4].map((angle) => angle + between(random, -0.3, 0.3))
  return { kind: 'hull', size: [], points: corners.map((angle) => [(size / 2) * Math.cos(angle), (size / 2) * Math.sin(angle)]), ...more }
}

function still(at: readonly number[], shapes: readonly ShapeSpec<number>[], turn = 0): BodySpec<number> {
  return { type: 'dynamic', at, turn, velocity: [0, 0], spin: [0], shapes }
}

function ground(width: number): BodySpec<number> {
  return { ...still([0, -1], [box(width, 2)]), type: 'static' }
}

/** Bodies that fly apart and never meet. */
export function flight(seed: number): Scene {
  const random = createRandom(seed)
  const bodies = Array.from({ length: 8 }, (_, i) => ({
    ...still([4 * i, between(random, -1, 1)], [anyShape(random, 1)], between(random, -3, 3)),
    velocity: [between(random, -1, 1), between(random, -2, 2)],
    spin: [between(random, -5, 5)],
  }))
  return { name: 'flight', gravity: GRAVITY, bodies, joints: [], collide: true, sleeping: false, dt: DT, steps: 120, size: 1 }
}

/** A crank turned by a motor, a coupler and a rocker on a fixed frame; sizes after Grashof, so that the crank goes round. */
export function machine(seed: number): Scene {
  const random = createRandom(seed)
  const crank = between(random, 0.2, 0.3)
  const angle = between(random, 0.5, 2.5)
  const frame = 1
  const pin = [crank * Math.cos(angle), crank * Math.sin(angle)]
  // The rocker's tip: where a circle about the coupler's end and one about the frame's meet.
  const rocker = between(random, 0.7, 0.8)
  const coupler = between(random, 0.85, 0.95)
  const [dx, dy] = [frame - pin[0]!, -pin[1]!]
  const span = Math.hypot(dx, dy)
  const along = (coupler ** 2 - rocker ** 2 + span ** 2) / (2 * span)
  const across = Math.sqrt(coupler ** 2 - along ** 2)
  const tip = [pin[0]! + (along * dx - across * dy) / span, pin[1]! + (along * dy + across * dx) / span]
  const bar = (p: readonly number[], q: readonly number[]): BodySpec<number> => {
    const length = Math.hypot(q[0]! - p[0]!, q[1]! - p[1]!)
    return still([(p[0]! + q[0]!) / 2, (p[1]! + q[1]!) / 2], [box(length, 0.05)], Math.atan2(q[1]! - p[1]!, q[0]! - p[0]!))
  }
  const motor = { speed: between(random, 3, 6), most: 1e4 }
  const joints: JointSpec[] = [
    { kind: 'hinge', a: -1, b: 0, anchor: [0, 0], motor },
    { kind: 'hinge', a: 0, b: 1, anchor: pin },
    { kind: 'hinge', a: 1, b: 2, anchor: tip },
    { kind: 'hinge', a: -1, b: 2, anchor: [frame, 0] },
  ]
  return {
    name: 'machine', gravity: GRAVITY, bodies: [bar([0, 0], pin), bar(pin, tip), bar([frame, 0], tip)], joints,
    collide: false, sleeping: false, dt: DT, steps: 180, size: 0.5,
  }
}

/** A chain that hangs from the world, let go at a slant. */
export function chain(seed: number): Scene {
  const random = createRandom(seed)
  const angle = between(random, -1, 0)
  const length = 0.5
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const count = 4 + Math.floor(4 * random())
  const bodies = Array.from({ length: count }, (_, i) => {
    const middle = (i + 0.5) * length
    return still([middle * c, middle * s], [box(length, between(random, 0.05, 0.15))], angle)
  })
  const joints = bodies.map((_, i): JointSpec => ({ kind: 'hinge', a: i - 1, b: i, anchor: [i * length * c, i * length * s] }))
  return { name: 'chain', gravity: GRAVITY, bodies, joints, collide: false, sleeping: false, dt: DT, steps: 90, size: length }
}

/** A figure of six parts with limited hinges, in the air: `fall` steps until it lands, or long after. */
export function ragdoll(seed: number, landed: boolean): Scene {
  const random = createRandom(seed)
  const height = 3
  const part = (x: number, y: number, width: number, tall: number): BodySpec<number> => ({
    ...still([x, height + y], [box(width, tall)]), velocity: [1, 0.5], spin: [between(random, -3, 3)],
  })
  const bodies = [
    part(0, 0, 0.35, 0.6),
    { ...part(0, 0.45, 0.2, 0.2), shapes: [{ kind: 'ball' as const, size: [0.12], at: [0, 0], turn: 0, ...SURFACE }] },
    part(-0.35, 0.2, 0.3, 0.1),
    part(0.35, 0.2, 0.3, 0.1),
    part(-0.1, -0.55, 0.12, 0.45),
    part(0.1, -0.55, 0.12, 0.45),
  ]
  const places = [[0, 0.32], [-0.19, 0.2], [0.19, 0.2], [-0.1, -0.31], [0.1, -0.31]]
  const joints = places.map(([x, y], i): JointSpec => {
    const range = between(random, 0.3, 1.2)
    return { kind: 'hinge', a: 0, b: i + 1, anchor: [x!, height + y!], limit: [-range, range * between(random, 0.5, 1)] }
  })
  return {
    name: landed ? 'ragdoll, landed' : 'ragdoll, falling', gravity: GRAVITY, bodies: [...bodies, ground(20)], joints, collide: true,
    sleeping: landed, dt: DT, steps: landed ? 600 : 36, size: 0.3,
  }
}

/** Boxes of all widths on top of each other, not quite in line. */
export function stack(seed: number): Scene {
  const random = createRandom(seed)
  const bodies: BodySpec<number>[] = [ground(20)]
  let top = 0
  for (let i = 3 + Math.floor(5 * random()); i > 0; i--) {
    const height = between(random, 0.6, 1)
    bodies.push(still([between(random, -0.05, 0.05), top + height / 2], [box(between(random, 0.8, 1.4), height)]))
    top += height
  }
  return { name: 'stack', gravity: GRAVITY, bodies, joints: [], collide: true, sleeping: true, dt: DT, steps: 240, size: 1 }
}

/** Mixed shapes that fall into a basin. */
export function pile(seed: number): Scene {
  const random = createRandom(seed)
  const wall = (x: number): BodySpec<number> => ({ ...still([x, 4], [box(1, 10)]), type: 'static' })
  const bodies: BodySpec<number>[] = [ground(20), wall(-2.5), wall(2.5)]
  for (let i = 0; i < 30; i++) {
    const at = [-1.5 + (i % 4) + between(random, -0.2, 0.2), 1 + Math.floor(i / 4)]
    bodies.push({ ...still(at, [anyShape(random, between(random, 0.4, 0.8))], between(random, -3, 3)), spin: [between(random, -2, 2)] })
  }
  return { name: 'pile', gravity: GRAVITY, bodies, joints: [], collide: true, sleeping: true, dt: DT, steps: 480, size: 0.6 }
}

/** The same scenes with sleeping off: what stands goes on being computed. */
export function wakeful(family: (seed: number) => Scene): (seed: number) => Scene {
  return (seed) => ({ ...family(seed), sleeping: false })
}
