/** Families of scenes in three dimensions: each function makes another scene of its kind from every seed. */

import { createRandom } from '../../common/random.ts'
import type { BodySpec, JointSpec, ShapeSpec } from '../../common/helpers/metamorphic/scene-spec.ts'
import { around, UPRIGHT, type Scene, type Turn } from './laboratory.ts'

const DT = 1 / 60
const GRAVITY = [0, -9.81, 0]
const SURFACE = { density: 1000, friction: 0.6, restitution: 0 }
const Z = [0, 0, 1]

type Random = () => number

function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

function anyDirection(random: Random): number[] {
  for (;;) {
    const v = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]
    const length = Math.hypot(...v)
    if (length > 0.1 && length < 1) return v.map((value) => value / length)
  }
}

function anyTurn(random: Random): Turn {
  return around(anyDirection(random), between(random, -3, 3))
}

function box(x: number, y: number, z: number): ShapeSpec<Turn> {
  return { kind: 'box', size: [x / 2, y / 2, z / 2], at: [0, 0, 0], turn: UPRIGHT, ...SURFACE }
}

/** Any convex shape, about `size` m wide, a little out of the middle of its body and turned in it. */
function anyShape(random: Random, size: number): ShapeSpec<Turn> {
  const more = { at: anyDirection(random).map((value) => 0.1 * size * value), turn: anyTurn(random), ...SURFACE }
  const kind = Math.floor(4 * random())
  if (kind === 0) return { kind: 'ball', size: [size / 2], ...more }
  if (kind === 1) return { kind: 'box', size: [size / 2, between(random, 0.25, 0.5) * size, between(random, 0.25, 0.5) * size], ...more }
  if (kind === 2) return { kind: 'capsule', size: [size / 4, size / 4], ...more }
  const points = Array.from({ length: 10 }, () => anyDirection(random).map((value) => (size / 2) * value))
  return { kind: 'hull', size: [], points, ...more }
}

function still(at: readonly number[], shapes: readonly ShapeSpec<Turn>[], turn: Turn = UPRIGHT): BodySpec<Turn> {
  return { type: 'dynamic', at, turn, velocity: [0, 0, 0], spin: [0, 0, 0], shapes }
}

function ground(width: number): BodySpec<Turn> {
  return { ...still([0, -1, 0], [box(width, 2, width)]), type: 'static' }
}

/** Bodies that tumble, fly apart and never meet. */
export function flight(seed: number): Scene {
  const random = createRandom(seed)
  const bodies = Array.from({ length: 8 }, (_, i) => ({
    ...still([4 * i, between(random, -1, 1), between(random, -1, 1)], [anyShape(random, 1)], anyTurn(random)),
    velocity: anyDirection(random),
    spin: anyDirection(random).map((value) => 5 * value),
  }))
  return { name: 'flight', gravity: GRAVITY, bodies, joints: [], collide: true, sleeping: false, dt: DT, steps: 120, size: 1 }
}

/** A crank turned by a motor, a coupler on ball joints and a rocker on a fixed frame; sizes after Grashof, so that the crank goes round. */
export function machine(seed: number): Scene {
  const random = createRandom(seed)
  const crank = between(random, 0.2, 0.3)
  const angle = between(random, 0.5, 2.5)
  const frame = 1
  const pin = [crank * Math.cos(angle), crank * Math.sin(angle), 0]
  const rocker = between(random, 0.7, 0.8)
  const coupler = between(random, 0.85, 0.95)
  const [dx, dy] = [frame - pin[0]!, -pin[1]!]
  const span = Math.hypot(dx, dy)
  const along = (coupler ** 2 - rocker ** 2 + span ** 2) / (2 * span)
  const across = Math.sqrt(coupler ** 2 - along ** 2)
  const tip = [pin[0]! + (along * dx - across * dy) / span, pin[1]! + (along * dy + across * dx) / span, 0]
  const bar = (p: readonly number[], q: readonly number[]): BodySpec<Turn> => {
    const length = Math.hypot(q[0]! - p[0]!, q[1]! - p[1]!)
    return still(
      [(p[0]! + q[0]!) / 2, (p[1]! + q[1]!) / 2, 0], [box(length, 0.05, 0.08)], around(Z, Math.atan2(q[1]! - p[1]!, q[0]! - p[0]!)),
    )
  }
  const motor = { speed: between(random, 3, 6), most: 1e4 }
  const joints: JointSpec[] = [
    { kind: 'hinge', a: -1, b: 0, anchor: [0, 0, 0], axis: Z, motor },
    // Two hinges and two ball joints: a loop of nothing but parallel hinges would hold what it holds already.
    { kind: 'ball', a: 0, b: 1, anchor: pin },
    { kind: 'ball', a: 1, b: 2, anchor: tip },
    { kind: 'hinge', a: -1, b: 2, anchor: [frame, 0, 0], axis: Z },
  ]
  return {
    name: 'machine', gravity: GRAVITY, bodies: [bar([0, 0], pin), bar(pin, tip), bar([frame, 0], tip)], joints,
    collide: false, sleeping: false, dt: DT, steps: 180, size: 0.5,
  }
}

/** A chain on ball joints that hangs from the world, let go at a slant with a push to the side. */
export function chain(seed: number): Scene {
  const random = createRandom(seed)
  const angle = between(random, -1, 0)
  const length = 0.5
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const count = 4 + Math.floor(4 * random())
  const bodies = Array.from({ length: count }, (_, i) => ({
    ...still([(i + 0.5) * length * c, (i + 0.5) * length * s, 0], [box(length, between(random, 0.05, 0.15), 0.1)], around(Z, angle)),
    velocity: [0, 0, i + 0.5], spin: [0, -2 * c, 0],
  }))
  const joints = bodies.map((_, i): JointSpec => ({ kind: 'ball', a: i - 1, b: i, anchor: [i * length * c, i * length * s, 0] }))
  return { name: 'chain', gravity: GRAVITY, bodies, joints, collide: false, sleeping: false, dt: DT, steps: 90, size: length }
}

/** A figure of six parts, hips and neck on limited hinges, shoulders on ball joints: in the air until it lands, or long after. */
export function ragdoll(seed: number, landed: boolean): Scene {
  const random = createRandom(seed)
  const height = 3
  const part = (x: number, y: number, width: number, tall: number): BodySpec<Turn> => ({
    ...still([x, height + y, 0], [box(width, tall, 0.15)]), velocity: [1, 0.5, 0.3], spin: anyDirection(random).map((value) => 3 * value),
  })
  const bodies = [
    part(0, 0, 0.35, 0.6),
    { ...part(0, 0.45, 0.2, 0.2), shapes: [{ kind: 'ball' as const, size: [0.12], at: [0, 0, 0], turn: UPRIGHT, ...SURFACE }] },
    part(-0.35, 0.2, 0.3, 0.1),
    part(0.35, 0.2, 0.3, 0.1),
    part(-0.1, -0.55, 0.12, 0.45),
    part(0.1, -0.55, 0.12, 0.45),
  ]
  const places = [[0, 0.32], [-0.19, 0.2], [0.19, 0.2], [-0.1, -0.31], [0.1, -0.31]]
  const joints = places.map(([x, y], i): JointSpec => {
    const anchor = [x!, height + y!, 0]
    if (i === 1 || i === 2) return { kind: 'ball', a: 0, b: i + 1, anchor }
    const range = between(random, 0.3, 1.2)
    return { kind: 'hinge', a: 0, b: i + 1, anchor, axis: [1, 0, 0], limit: [-range, range * between(random, 0.5, 1)] }
  })
  return {
    name: landed ? 'ragdoll, landed' : 'ragdoll, falling', gravity: GRAVITY, bodies: [...bodies, ground(20)], joints, collide: true,
    sleeping: landed, dt: DT, steps: landed ? 480 : 36, size: 0.3,
  }
}

/** Boxes of all widths on top of each other, not quite in line. */
export function stack(seed: number): Scene {
  const random = createRandom(seed)
  const bodies: BodySpec<Turn>[] = [ground(20)]
  let top = 0
  for (let i = 3 + Math.floor(4 * random()); i > 0; i--) {
    const height = between(random, 0.6, 1)
    const at = [between(random, -0.05, 0.05), top + height / 2, between(random, -0.05, 0.05)]
    const shape = box(between(random, 0.8, 1.4), height, between(random, 0.8, 1.4))
    bodies.push(still(at, [shape], around([0, 1, 0], between(random, -0.3, 0.3))))
    top += height
  }
  return { name: 'stack', gravity: GRAVITY, bodies, joints: [], collide: true, sleeping: true, dt: DT, steps: 180, size: 1 }
}

/** Mixed shapes that fall into a basin. */
export function pile(seed: number): Scene {
  const random = createRandom(seed)
  const wall = (x: number, z: number): BodySpec<Turn> => ({
    ...still([x, 4, z], [x === 0 ? box(8, 10, 1) : box(1, 10, 8)]), type: 'static',
  })
  const bodies: BodySpec<Turn>[] = [ground(20), wall(-2, 0), wall(2, 0), wall(0, -2), wall(0, 2)]
  for (let i = 0; i < 27; i++) {
    const at = [-1 + (i % 3) + between(random, -0.1, 0.1), 1 + Math.floor(i / 9), -1 + (Math.floor(i / 3) % 3) + between(random, -0.1, 0.1)]
    const spin = anyDirection(random).map((value) => 2 * value)
    bodies.push({ ...still(at, [anyShape(random, between(random, 0.5, 0.8))], anyTurn(random)), spin })
  }
  return { name: 'pile', gravity: GRAVITY, bodies, joints: [], collide: true, sleeping: true, dt: DT, steps: 300, size: 0.6 }
}

/** The same scenes with sleeping off: what stands goes on being computed. */
export function wakeful(family: (seed: number) => Scene): (seed: number) => Scene {
  return (seed) => ({ ...family(seed), sleeping: false })
}
