/**
 * A scene as plain numbers: what stands where, in which shape. The same list builds the scene in this engine and, for comparison, in others.
 *
 * Says nothing about engines, and imports none.
 */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'

export type ListedShape = (
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'box'; readonly halfExtents: Vec3 }
  /** Along local y; `halfLength` is half of the segment between the centres of the caps. */
  | { readonly kind: 'capsule'; readonly radius: number; readonly halfLength: number }
  | { readonly kind: 'hull'; readonly points: readonly Vec3[] }
) & {
  /** Place in the body; the body's origin if left out. */
  readonly position?: Vec3
}

export interface ListedBody {
  readonly type: 'static' | 'dynamic'
  readonly position: Vec3
  readonly rotation?: Quat
  readonly shapes: readonly ListedShape[]
}

/** One material for everything, so that engines with different combine rules agree on every contact. */
export interface ListedMaterial {
  /** kg/m³. */
  readonly density: number
  readonly friction: number
  readonly restitution: number
}

/**
 * What joins two bodies, placed in world space as the bodies stand in the list. All angles are 0 there. Joined bodies do not collide with each
 * other.
 */
export type ListedJoint = {
  /** Numbers of bodies in the list. */
  readonly bodyA: number
  readonly bodyB: number
  readonly anchor: Vec3
} & (
  | { readonly kind: 'ball' }
  /** A ball joint whose axis may lean by `swing` rad from where it stands and turn by ± `twist` rad about itself. */
  | { readonly kind: 'cone'; readonly axis: Vec3; readonly swing: number; readonly twist: number }
  /** Turns about the axis, B against A, from `lower` to `upper` rad. */
  | { readonly kind: 'hinge'; readonly axis: Vec3; readonly lower: number; readonly upper: number }
)

/** Ground of triangles: x y z of each vertex in a row, three numbers of vertices per triangle, counterclockwise seen from outside. */
export interface ListedTerrain {
  readonly positions: readonly number[]
  readonly indices: readonly number[]
}

export interface BodyList {
  readonly material: ListedMaterial
  readonly bodies: readonly ListedBody[]
  readonly joints?: readonly ListedJoint[]
  /** Ground besides the bodies. */
  readonly terrain?: ListedTerrain
  /** Does anything touch anything? True if left out. */
  readonly collisions?: boolean
}

/** The material of the benchmark scenes. */
export const BENCH_MATERIAL: ListedMaterial = { density: 1, friction: 0.6, restitution: 0 }

/** A floor with its top at y = 0, `halfSize` in x and z. */
export function listedFloor(halfSize: number): ListedBody {
  return {
    type: 'static',
    position: { x: 0, y: -1, z: 0 },
    shapes: [{ kind: 'box', halfExtents: { x: halfSize, y: 1, z: halfSize } }],
  }
}

/** A floor at y = 0 with four walls around a square of inner half width `half`. */
export function listedBin(half: number, height: number): ListedBody {
  const thickness = 1
  const outer = half + thickness
  const middle = half + thickness / 2
  const wall = { x: thickness / 2, y: height / 2, z: outer }
  const turned = { x: outer, y: height / 2, z: thickness / 2 }
  const y = height / 2
  return {
    type: 'static',
    position: { x: 0, y: 0, z: 0 },
    shapes: [
      { kind: 'box', halfExtents: { x: outer, y: 0.5, z: outer }, position: { x: 0, y: -0.5, z: 0 } },
      { kind: 'box', halfExtents: wall, position: { x: -middle, y, z: 0 } },
      { kind: 'box', halfExtents: wall, position: { x: middle, y, z: 0 } },
      { kind: 'box', halfExtents: turned, position: { x: 0, y, z: -middle } },
      { kind: 'box', halfExtents: turned, position: { x: 0, y, z: middle } },
    ],
  }
}
