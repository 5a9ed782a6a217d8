// A parallel view of space from above and one side: places on the picture, depths, and a frame that holds everything that is to be seen.
import type { Quat, Vec3 } from 'fulcrum-physics/3d'

export function add(a: Vec3, b: Vec3, times = 1): Vec3 {
  return { x: a.x + b.x * times, y: a.y + b.y * times, z: a.z + b.z * times }
}

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function unit(v: Vec3): Vec3 {
  const length = Math.sqrt(dot(v, v)) || 1
  return { x: v.x / length, y: v.y / length, z: v.z / length }
}

export function rotate(q: Quat, v: Vec3): Vec3 {
  const t = cross(q, v)
  return add(add(v, t, 2 * q.w), cross(q, t), 2)
}

/** From what is seen to the eye. */
const TO_EYE = unit({ x: 0.5, y: 0.42, z: 1 })
const RIGHT = unit(cross({ x: 0, y: 1, z: 0 }, TO_EYE))
const UP = cross(TO_EYE, RIGHT)
/** From what is seen to the lamp. */
const TO_LAMP = unit({ x: -0.3, y: 1, z: 0.6 })

/** How near to the eye. */
export function depthOf(place: Vec3): number {
  return dot(place, TO_EYE)
}

export function facesEye(normal: Vec3): boolean {
  return dot(normal, TO_EYE) > 0
}

/** 0.5 in the shadow to 1 towards the lamp. */
export function lightOn(normal: Vec3): number {
  return 0.5 + 0.5 * Math.max(0, dot(normal, TO_LAMP))
}

export type Point = readonly [x: number, y: number]

/** A picture's size in pixels, and the places that must be on it. */
export class View {
  readonly width: number
  readonly height: number
  private lowX = Infinity
  private lowY = Infinity
  private highX = -Infinity
  private highY = -Infinity
  /** Share of the picture left free on each side. */
  private readonly margin = 0.08

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  /** Room for a ball round a place, m. */
  include(place: Vec3, radius: number): void {
    const x = dot(place, RIGHT)
    const y = -dot(place, UP)
    this.lowX = Math.min(this.lowX, x - radius)
    this.highX = Math.max(this.highX, x + radius)
    this.lowY = Math.min(this.lowY, y - radius)
    this.highY = Math.max(this.highY, y + radius)
  }

  /** Pixels per metre. */
  get scale(): number {
    const free = 1 - 2 * this.margin
    return Math.min((free * this.width) / (this.highX - this.lowX || 1), (free * this.height) / (this.highY - this.lowY || 1))
  }

  /** Length of what is seen, m. */
  get extent(): number {
    return Math.min(this.width, this.height) / this.scale
  }

  point(place: Vec3): Point {
    const { scale } = this
    const x = dot(place, RIGHT) - (this.lowX + this.highX) / 2
    const y = -dot(place, UP) - (this.lowY + this.highY) / 2
    return [this.width / 2 + scale * x, this.height / 2 + scale * y]
  }
}
