/**
 * Bodies of a world of either dimension as the classroom sees them: plain vectors, lists of numbers, frames. Not the engine's tables.
 */

import { cos, sin } from '../../common/math/deterministic-math.ts'
import { conjugate, multiplyQuaternions, rotateVector, type Quaternion, type Vector3 } from './quaternions.ts'

/** Has a z in space. */
export interface AnyVector {
  readonly x: number
  readonly y: number
  readonly z?: number
}

export interface AnyShape {
  readonly id: number
  readonly body: AnyBody
  readonly sensor: boolean
  readonly friction: number
  readonly filter: { readonly category: number; readonly mask: number; readonly group: number }
}

export interface AnyBody {
  readonly id: number
  readonly type: string
  readonly gravityScale: number
  readonly position: object
  readonly centerOfMass: object
  readonly rotation: object | number
  readonly shapes: Iterable<AnyShape>
  linearVelocity: object
  angularVelocity: object | number
  worldPoint(local: AnyVector): AnyVector
  localPoint(point: AnyVector): AnyVector
  teleport(position: object, rotation: object | number): void
}

/** A pair of shapes: how deep they overlap, and where. */
interface Overlap {
  readonly pointA: AnyVector
  readonly pointB: AnyVector
  readonly normal: AnyVector
  readonly depth: number
}

/** The bodies of a step. */
export class ClassroomBodies {
  readonly all: readonly AnyBody[]
  private readonly world: { distance(a: AnyShape, b: AnyShape): Overlap }
  private readonly joined: ReadonlySet<string>

  constructor(world: unknown, bodies: readonly AnyBody[], joints: Iterable<{ bodyA: AnyBody | null; bodyB: AnyBody; collideConnected: boolean }>) {
    this.world = world as ClassroomBodies['world']
    this.all = bodies
    this.joined = new Set([...joints].filter(({ collideConnected }) => !collideConnected).map(({ bodyA, bodyB }) => pairOf(bodyA, bodyB)))
  }

  /** Does a joint keep the two from colliding? */
  connected(a: AnyBody, b: AnyBody): boolean {
    return this.joined.has(pairOf(a, b)) || this.joined.has(pairOf(b, a))
  }

  distance(a: AnyShape, b: AnyShape): Overlap {
    return this.world.distance(a, b)
  }

  dot(a: AnyVector, b: AnyVector): number {
    return a.x * b.x + a.y * b.y + (a.z ?? 0) * (b.z ?? 0)
  }

  minus(a: AnyVector, b: AnyVector): AnyVector {
    return vectorOf(numbers(a).map((value, k) => value - numbers(b)[k]!))
  }

  apart(a: AnyVector, b: AnyVector): number {
    const gap = this.minus(a, b)
    return Math.sqrt(this.dot(gap, gap))
  }

  middle(points: readonly AnyVector[]): AnyVector {
    const sum = numbers(points[0]!).map((_, k) => points.reduce((total, point) => total + numbers(point)[k]!, 0))
    return vectorOf(sum.map((value) => value / points.length))
  }

  /** A direction of the body's frame in world axes. */
  toWorld(body: AnyBody, v: AnyVector): AnyVector {
    return turn(body.rotation, v, 1)
  }

  /** A direction of the world in the body's axes. */
  toLocal(body: AnyBody, v: AnyVector): AnyVector {
    return turn(body.rotation, v, -1)
  }
}

function pairOf(a: AnyBody | null, b: AnyBody): string {
  return `${a?.id ?? 0} ${b.id}`
}

function turn(rotation: object | number, v: AnyVector, sign: 1 | -1): AnyVector {
  if (typeof rotation === 'number') {
    const [c, s] = [cos(rotation), sign * sin(rotation)]
    return { x: c * v.x - s * v.y, y: s * v.x + c * v.y }
  }
  const q = rotation as Quaternion
  return rotateVector(sign > 0 ? q : conjugate(q), v as Vector3)
}

export function vectorOf([x, y, z]: readonly number[]): AnyVector {
  return z === undefined ? { x: x!, y: y! } : { x: x!, y: y!, z }
}

/** x, y and, in space, z; in the plane a turn is one number. */
export function numbers(value: object | number): number[] {
  return typeof value === 'number' ? [value] : (Object.values(value) as number[])
}

export function setVelocity(body: AnyBody, v: readonly number[]): void {
  const plane = v.length === 3
  body.linearVelocity = plane ? { x: v[0], y: v[1] } : { x: v[0], y: v[1], z: v[2] }
  body.angularVelocity = plane ? v[2]! : { x: v[3], y: v[4], z: v[5] }
}

/** x ← x + v dt of the centre of mass, q ← q + ½ dt ω q, normalised; in the plane φ ← φ + ω dt. */
export function move(body: AnyBody, v: readonly number[], dt: number): void {
  const center = numbers(body.centerOfMass)
  const offset = numbers(body.position).map((value, k) => value - center[k]!)
  const moved = center.map((value, k) => value + v[k]! * dt)
  if (v.length === 3) {
    const angle = (body.rotation as number) + v[2]! * dt
    // The body's origin turns about its centre of mass.
    const s = sin(v[2]! * dt)
    const c = cos(v[2]! * dt)
    body.teleport({ x: moved[0]! + c * offset[0]! - s * offset[1]!, y: moved[1]! + s * offset[0]! + c * offset[1]! }, angle)
    return
  }
  const q = body.rotation as { x: number; y: number; z: number; w: number }
  const [wx, wy, wz] = [v[3]!, v[4]!, v[5]!].map((value) => 0.5 * dt * value) as [number, number, number]
  const next = {
    x: q.x + wx * q.w + wy * q.z - wz * q.y, y: q.y + wy * q.w + wz * q.x - wx * q.z, z: q.z + wz * q.w + wx * q.y - wy * q.x,
    w: q.w - wx * q.x - wy * q.y - wz * q.z,
  }
  const length = Math.sqrt(next.x * next.x + next.y * next.y + next.z * next.z + next.w * next.w)
  const turned = { x: next.x / length, y: next.y / length, z: next.z / length, w: next.w / length }
  const [ox, oy, oz] = offset as [number, number, number]
  const spun = numbers(rotateVector(multiplyQuaternions(turned, conjugate(q)), { x: ox, y: oy, z: oz }))
  const [x, y, z] = moved.map((value, k) => value + spun[k]!)
  body.teleport({ x, y, z }, turned)
}
