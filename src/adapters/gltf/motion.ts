/**
 * Motions as bodies of the engine: mass, inertia, velocities. A mass or moment of 0 stands for infinity, which the engine has as locked axes.
 */

import type { BodyDefinition, Inertia, LockedAxes } from '../../d3/index.ts'
import { booleanOf, numberOf, numbersOf, refuse, sizeOf } from '../shared/json.ts'
import type { TreeNode } from './node-tree.ts'
import type { Placed } from './spellings.ts'
import { compose, quatProduct, stretchOf, transformPoint, unit, type Matrix } from './transforms.ts'
import type { Warnings } from './warnings.ts'

/** Cosine from which an axis counts as one of the world's. */
const ALIGNED = 0.999999

/** How many times the largest other moment stands for an infinite one, about an axis that cannot be locked. */
const HEAVY = 1e6

/** A rotation by a quaternion of the node's frame, without place and scale. */
function turned(rotation: TreeNode['rotation'], [x, y, z]: readonly number[]): { x: number; y: number; z: number } {
  return transformPoint(compose({ x: 0, y: 0, z: 0 }, rotation), x, y, z)
}

/** Everything but shapes. `animated`: an animation moves the node, not forces. */
export function readMotion(node: TreeNode, motion: Placed, animated: boolean, warnings: Warnings): BodyDefinition {
  const { fields, path } = motion
  const [x, y, z] = [node.world[12], node.world[13], node.world[14]]
  const definition: BodyDefinition = { position: { x, y, z }, rotation: node.rotation }
  const mass = sizeOf(fields, 'mass', path, null)
  const center = numbersOf(fields, 'centerOfMass', 3, path)
  const diagonal = numbersOf(fields, 'inertiaDiagonal', 3, path)
  const turn = numbersOf(fields, 'inertiaOrientation', 4, path) ?? [0, 0, 0, 1]
  const linear = numbersOf(fields, 'linearVelocity', 3, path)
  const angular = numbersOf(fields, 'angularVelocity', 3, path)
  const gravity = numberOf(fields, 'gravityFactor', path, 1)
  const kinematic = booleanOf(fields, 'isKinematic', path, false)
  if (diagonal !== null && diagonal.some(moment => moment < 0)) {
    refuse(`${path}.inertiaDiagonal`, diagonal, 'must not be negative.', 'out-of-range')
  }
  if (gravity !== 1) definition.gravityScale = gravity
  if (linear !== null && !animated) definition.linearVelocity = turned(node.rotation, linear)
  if (angular !== null && !animated) definition.angularVelocity = turned(node.rotation, angular)
  if (center !== null) definition.centerOfMass = centerIn(node.world, node.rotation, center)
  if (kinematic || animated || (mass === 0 && diagonal?.every(moment => moment === 0) === true)) {
    definition.type = 'kinematic'
    return definition
  }
  const locks: LockedAxes = {}
  if (mass === 0) {
    locks.linear = { x: true, y: true, z: true }
    if (linear?.some(speed => speed !== 0) === true) warnings.add(`${path}.linearVelocity`, 'of a body of infinite mass that turns is left out.')
    delete definition.linearVelocity
  } else if (mass !== null) definition.mass = mass
  if (diagonal !== null) readInertia(definition, locks, diagonal, turn, node, path, warnings)
  if (locks.linear !== undefined || locks.angular !== undefined) definition.lockedAxes = locks
  return definition
}

/** A point of the node in the frame of the body, which has no scale. */
function centerIn(world: Matrix, rotation: TreeNode['rotation'], [x, y, z]: readonly number[]): { x: number; y: number; z: number } {
  const p = transformPoint(world, x, y, z)
  const back = { x: -rotation.x, y: -rotation.y, z: -rotation.z, w: rotation.w }
  return turned(back, [p.x - world[12], p.y - world[13], p.z - world[14]])
}

function readInertia(
  definition: BodyDefinition, locks: LockedAxes, given: readonly number[], turn: readonly number[], node: TreeNode,
  path: string, warnings: Warnings,
): void {
  const infinite = given.map(moment => moment === 0)
  if (infinite.every(Boolean)) {
    locks.angular = { x: true, y: true, z: true }
    return
  }
  const [qx, qy, qz, qw] = turn
  if (!(qx * qx + qy * qy + qz * qz + qw * qw > 1e-12)) refuse(`${path}.inertiaOrientation`, turn, 'is no rotation.', 'degenerate')
  const orientation = unit({ x: qx, y: qy, z: qz, w: qw })
  const axes = compose({ x: 0, y: 0, z: 0 }, quatProduct(node.rotation, orientation))
  const aligned = infinite.map((is, c) => !is || [0, 1, 2].some(r => Math.abs(axes[4 * c + r]) > ALIGNED))
  const moments = [...given]
  const largest = Math.max(...given)
  if (infinite.some(Boolean) && aligned.every(Boolean)) {
    const locked: { x?: boolean; y?: boolean; z?: boolean } = {}
    infinite.forEach((is, c) => {
      if (!is) return
      locked[(['x', 'y', 'z'] as const)[[0, 1, 2].find(r => Math.abs(axes[4 * c + r]) > ALIGNED)!]] = true
      moments[c] = largest
    })
    locks.angular = locked
  } else infinite.forEach((is, c) => { if (is) moments[c] = HEAVY * largest })
  const top = moments.indexOf(Math.max(...moments))
  const others = moments.reduce((sum, moment, c) => sum + (c === top ? 0 : moment), 0)
  if (moments[top] > others) {
    warnings.add(`${path}.inertiaDiagonal`, `has a moment above the sum of the other two, which no solid has; ${others} stands for it.`)
    moments[top] = others
  }
  definition.inertia = tensor(moments, orientation)
}

/** R diag Rᵀ. */
function tensor(moments: readonly number[], orientation: TreeNode['rotation']): Inertia {
  const m = compose({ x: 0, y: 0, z: 0 }, orientation)
  const entry = (r: number, s: number): number => moments.reduce((sum, moment, c) => sum + moment * m[4 * c + r] * m[4 * c + s], 0)
  return { xx: entry(0, 0), yy: entry(1, 1), zz: entry(2, 2), xy: entry(0, 1), xz: entry(0, 2), yz: entry(1, 2) }
}

/** A collider that nothing moves, or an animation. */
export function standingBody(node: TreeNode, animated: boolean): BodyDefinition {
  const { rotation } = stretchOf(node.world)
  return {
    type: animated ? 'kinematic' : 'static', position: { x: node.world[12], y: node.world[13], z: node.world[14] },
    rotation: animated ? node.rotation : rotation,
  }
}
