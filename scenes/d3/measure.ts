/** Figures that several scenes print: overlaps, speeds, drift. Read from the public API only, between steps. */

import type { Joint, Vec3, World } from 'fulcrum-physics/3d'

/** Doubles per contact point in `world.readContacts`; the seventh is the depth. */
const CONTACT_STRIDE = 8
const DEPTH_OFFSET = 6

/** The deepest overlap of any two shapes, in metres; 0 when nothing overlaps. */
export function deepestOverlap(world: World): number {
  let buffer = new Float64Array(CONTACT_STRIDE * 1024)
  let count = world.readContacts(buffer)
  while (count * CONTACT_STRIDE >= buffer.length) {
    buffer = new Float64Array(buffer.length * 4)
    count = world.readContacts(buffer)
  }
  let deepest = 0
  for (let i = 0; i < count; i++) deepest = Math.max(deepest, buffer[i * CONTACT_STRIDE + DEPTH_OFFSET]!)
  return deepest
}

/** Root mean square of the speeds of all dynamic bodies, m/s. */
export function rmsSpeed(world: World): number {
  let sum = 0
  let count = 0
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    const v = body.linearVelocity
    sum += v.x * v.x + v.y * v.y + v.z * v.z
    count++
  }
  return count === 0 ? 0 : Math.sqrt(sum / count)
}

/** The highest speed of any dynamic body, m/s. */
export function topSpeed(world: World): number {
  let top = 0
  for (const body of world.bodies) {
    if (body.type === 'dynamic') top = Math.max(top, length(body.linearVelocity))
  }
  return top
}

/** Kinetic and potential energy of all dynamic bodies, J; potential energy counts from y = 0. */
export function mechanicalEnergy(world: World): number {
  let sum = 0
  for (const body of world.bodies) {
    if (body.type === 'dynamic') sum += body.kineticEnergy - body.mass * world.gravity.y * body.centerOfMass.y
  }
  return sum
}

/** How many dynamic bodies are asleep. */
export function sleepingCount(world: World): number {
  let count = 0
  for (const body of world.bodies) if (body.type === 'dynamic' && !body.isAwake) count++
  return count
}

export function length(v: Vec3): number {
  return Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z)
}

/** How far the anchors of a joint are apart, m. */
export function jointGap({ anchorA: a, anchorB: b }: Joint): number {
  return length({ x: b.x - a.x, y: b.y - a.y, z: b.z - a.z })
}

/** The widest gap of joints whose anchors belong together, now and over a run. */
export class GapWatch {
  /** The widest that was seen, m. */
  worst = 0
  private readonly joints: readonly Joint[]

  constructor(joints: readonly Joint[]) {
    this.joints = joints
  }

  /** The widest of this moment, m. */
  get gap(): number {
    let widest = 0
    for (const joint of this.joints) widest = Math.max(widest, jointGap(joint))
    return widest
  }

  /** To be called between steps. */
  look(): void {
    this.worst = Math.max(this.worst, this.gap)
  }

  /** Both figures in mm, the present one included in the worst. */
  figures(): { gapMm: number; worstGapMm: number } {
    this.look()
    return { gapMm: this.gap * 1000, worstGapMm: this.worst * 1000 }
  }
}

export interface Placed {
  readonly body: { readonly position: Vec3 }
  /** Where the body should come to rest. */
  readonly rest: Vec3
}

export interface StackQuality {
  /** Largest sideways distance from the place of rest, m. */
  drift: number
  /** Largest distance below the place of rest, m. */
  sink: number
  /** Bodies more than half a body height below their place. */
  fallen: number
}

/** How far bodies that should stand still have wandered. `height` is the height of one body. */
export function stackQuality(placed: readonly Placed[], height: number): StackQuality {
  let drift = 0
  let sink = 0
  let fallen = 0
  for (const { body, rest } of placed) {
    const p = body.position
    const dx = p.x - rest.x
    const dz = p.z - rest.z
    drift = Math.max(drift, Math.sqrt(dx * dx + dz * dz))
    sink = Math.max(sink, rest.y - p.y)
    if (rest.y - p.y > height / 2) fallen++
  }
  return { drift, sink, fallen }
}
