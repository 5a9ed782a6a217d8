/**
 * A scene as plain numbers: what stands where, in which shape. The same list builds the scene in this engine and, for comparison, in others.
 *
 * Says nothing about engines, and imports none.
 */

import type { Vec2 } from 'fulcrum-physics/2d'

export type ListedShape = (
  | { readonly kind: 'circle'; readonly radius: number }
  | { readonly kind: 'box'; readonly halfExtents: Vec2 }
  /** Along local y; `halfLength` is half of the segment between the centres of the caps. */
  | { readonly kind: 'capsule'; readonly radius: number; readonly halfLength: number }
  /** Convex, corners counter-clockwise. */
  | { readonly kind: 'polygon'; readonly points: readonly Vec2[] }
) & {
  /** Place in the body; the body's origin if left out. */
  readonly position?: Vec2
}

export interface ListedBody {
  readonly type: 'static' | 'dynamic'
  readonly position: Vec2
  /** rad, counter-clockwise; 0 if left out. */
  readonly rotation?: number
  readonly shapes: readonly ListedShape[]
  /** kg/m²; that of the list's material if left out. */
  readonly density?: number
}

/** One material for everything, so that engines with different combine rules agree on every contact. */
export interface ListedMaterial {
  /** kg/m². */
  readonly density: number
  readonly friction: number
  readonly restitution: number
}

/** A hinge of two bodies at a point of the world, as the bodies stand in the list. Joined bodies do not collide with each other. */
export interface ListedJoint {
  readonly kind: 'hinge'
  /** Numbers of bodies in the list. */
  readonly bodyA: number
  readonly bodyB: number
  readonly anchor: Vec2
  /** Turns B against A; rad/s and N m. */
  readonly motor?: { readonly speed: number; readonly maxTorque: number }
}

export interface BodyList {
  readonly material: ListedMaterial
  readonly bodies: readonly ListedBody[]
  readonly joints?: readonly ListedJoint[]
  /** Does anything touch anything? True if left out. */
  readonly collisions?: boolean
}

/** The material of the benchmark scenes. */
export const BENCH_MATERIAL: ListedMaterial = { density: 1, friction: 0.6, restitution: 0 }

/** A floor with its top at y = 0, `halfSize` to either side. */
export function listedFloor(halfSize: number): ListedBody {
  return { type: 'static', position: { x: 0, y: -1 }, shapes: [{ kind: 'box', halfExtents: { x: halfSize, y: 1 } }] }
}

/** A floor at y = 0 between two walls, inner half width `half`. */
export function listedBin(half: number, height: number): ListedBody {
  const thickness = 1
  const middle = half + thickness / 2
  const wall = { x: thickness / 2, y: height / 2 }
  const y = height / 2
  return {
    type: 'static',
    position: { x: 0, y: 0 },
    shapes: [
      { kind: 'box', halfExtents: { x: half + thickness, y: 0.5 }, position: { x: 0, y: -0.5 } },
      { kind: 'box', halfExtents: wall, position: { x: -middle, y } },
      { kind: 'box', halfExtents: wall, position: { x: middle, y } },
    ],
  }
}
