/** The numbers of the falling ragdolls: see `ragdolls3d.ts`. They stay as they are when the library's own human changes. */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'
import { aboutAxis, multiply, rotate } from '../rotation.ts'
import { BENCH_MATERIAL, listedFloor, type BodyList, type ListedBody, type ListedJoint, type ListedShape } from './body-list.ts'

interface Part {
  readonly shape: ListedShape
  readonly position: Vec3
  readonly rotation?: Quat
}

/** A joint of two parts by their numbers in the ragdoll. */
type PartJoint = { readonly anchor: Vec3; readonly axis: Vec3; readonly a: number; readonly b: number } & (
  | { readonly kind: 'cone'; readonly swing: number; readonly twist: number }
  | { readonly kind: 'hinge'; readonly lower: number; readonly upper: number }
)

const X: Vec3 = { x: 1, y: 0, z: 0 }
const Y: Vec3 = { x: 0, y: 1, z: 0 }
const DOWN: Vec3 = { x: 0, y: -1, z: 0 }
/** Lays a capsule along x. */
const SIDEWAYS: Quat = aboutAxis(0, 0, 1, Math.PI / 2)
/** Lays a standing figure on its back. */
const ON_BACK: Quat = aboutAxis(1, 0, 0, -Math.PI / 2)
/** How far elbows and knees bend, rad. */
const BEND = 2.4

/** A figure 1.78 m tall, feet at y = 0, facing +z, arms stretched out to the sides. */
function figureParts(): Part[] {
  const parts: Part[] = [
    { shape: { kind: 'box', halfExtents: { x: 0.15, y: 0.09, z: 0.09 } }, position: { x: 0, y: 1, z: 0 } },
    { shape: { kind: 'box', halfExtents: { x: 0.17, y: 0.18, z: 0.11 } }, position: { x: 0, y: 1.3, z: 0 } },
    { shape: { kind: 'sphere', radius: 0.12 }, position: { x: 0, y: 1.66, z: 0 } },
  ]
  for (const side of [1, -1]) {
    parts.push(
      { shape: { kind: 'capsule', radius: 0.05, halfLength: 0.09 }, position: { x: 0.34 * side, y: 1.43, z: 0 }, rotation: SIDEWAYS },
      { shape: { kind: 'capsule', radius: 0.045, halfLength: 0.145 }, position: { x: 0.67 * side, y: 1.43, z: 0 }, rotation: SIDEWAYS },
      { shape: { kind: 'capsule', radius: 0.07, halfLength: 0.14 }, position: { x: 0.1 * side, y: 0.69, z: 0 } },
      { shape: { kind: 'capsule', radius: 0.055, halfLength: 0.155 }, position: { x: 0.1 * side, y: 0.26, z: 0 } },
    )
  }
  return parts
}

function figureJoints(): PartJoint[] {
  const joints: PartJoint[] = [
    { kind: 'cone', a: 0, b: 1, anchor: { x: 0, y: 1.105, z: 0 }, axis: Y, swing: 0.5, twist: 0.5 },
    { kind: 'cone', a: 1, b: 2, anchor: { x: 0, y: 1.51, z: 0 }, axis: Y, swing: 0.6, twist: 0.8 },
  ]
  for (const side of [1, -1]) {
    const first = side === 1 ? 3 : 7
    const out = { x: side, y: 0, z: 0 }
    // Elbows bend forwards, knees backwards.
    joints.push(
      { kind: 'cone', a: 1, b: first, anchor: { x: 0.2 * side, y: 1.43, z: 0 }, axis: out, swing: 1.3, twist: 0.7 },
      { kind: 'hinge', a: first, b: first + 1, anchor: { x: 0.48 * side, y: 1.43, z: 0 }, axis: { x: 0, y: -side, z: 0 }, lower: 0, upper: BEND },
      { kind: 'cone', a: 0, b: first + 2, anchor: { x: 0.1 * side, y: 0.9, z: 0 }, axis: DOWN, swing: 1, twist: 0.5 },
      { kind: 'hinge', a: first + 2, b: first + 3, anchor: { x: 0.1 * side, y: 0.475, z: 0 }, axis: X, lower: 0, upper: BEND },
    )
  }
  return joints
}

export interface RagdollsOptions {
  /** Stacks, in rows of five. */
  stacks: number
  /** Figures of each stack. */
  layers: number
}

/** A hundred: ten stacks of ten. */
export const RAGDOLLS_3D: RagdollsOptions = { stacks: 10, layers: 10 }

/** Room for a figure with its arms out, m. */
const SPACING = 2.2
const LAYER_HEIGHT = 0.6
const FIRST_HEIGHT = 1
/** About where a figure's middle is, m above its feet. */
const MIDDLE = 0.9

/** Figures on their backs, each layer of a stack turned by a quarter against the one below, over a floor. */
export function listRagdolls({ stacks, layers }: RagdollsOptions): BodyList {
  const bodies: ListedBody[] = [listedFloor(60)]
  const joints: ListedJoint[] = []
  const parts = figureParts()
  const ties = figureJoints()
  for (let stack = 0; stack < stacks; stack++) {
    for (let layer = 0; layer < layers; layer++) {
      const turn = multiply(aboutAxis(0, 1, 0, (layer * Math.PI) / 2), ON_BACK)
      const center = { x: ((stack % 5) - 2) * SPACING, y: FIRST_HEIGHT + layer * LAYER_HEIGHT, z: (Math.floor(stack / 5) - 0.5) * SPACING }
      const place = (p: Vec3): Vec3 => {
        const { x, y, z } = rotate(turn, { x: p.x, y: p.y - MIDDLE, z: p.z })
        return { x: center.x + x, y: center.y + y, z: center.z + z }
      }
      const first = bodies.length
      for (const { shape, position, rotation } of parts) {
        bodies.push({ type: 'dynamic', position: place(position), rotation: rotation ? multiply(turn, rotation) : turn, shapes: [shape] })
      }
      for (const { a, b, anchor, axis, ...rest } of ties) {
        joints.push({ bodyA: first + a, bodyB: first + b, anchor: place(anchor), axis: rotate(turn, axis), ...rest })
      }
    }
  }
  return { material: BENCH_MATERIAL, bodies, joints }
}
