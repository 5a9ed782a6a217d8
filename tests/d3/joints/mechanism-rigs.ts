/** What the tests of screws, gears, racks, pulleys, wheels and paths share. */

import { box, sphere, World, type Body, type Vec3 } from 'fulcrum-physics/3d'
import type { JointKind } from '../../../src/d3/joints/joint-kind.ts'
import { DATA_SIZE } from '../../../src/d3/store/joint-table.ts'
import { createRandom } from '../../common/random.ts'
import { numericCheck, type Checked } from './derivative.ts'

export const DT: number = 1 / 60

/** A world in which nothing sleeps. */
export function quietWorld(gravity = 0): World {
  return new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
}

export function addBox(world: World, position: Vec3, half = 0.1, density = 1000): Body {
  return world.createBody({ position, shapes: [box({ halfExtents: { x: half, y: half, z: half }, density })] })
}

export function addBall(world: World, position: Vec3, radius = 0.1, density = 1000): Body {
  return world.createBody({ position, shapes: [sphere({ radius, density })] })
}

export function run(world: World, steps: number, each?: (step: number) => void): void {
  for (let i = 0; i < steps; i++) {
    world.step(DT)
    each?.(i)
  }
}

/** Worst difference between a kind's Jacobians and central differences, over so many random poses that `skip` lets pass. */
export function worstDerivative(
  kind: JointKind, make: (random: () => number) => Float64Array, skip: (checked: Checked) => boolean, count = 300, reach = 1,
): { worst: number; at: string } {
  const random = createRandom(4711)
  let worst = 0
  let at = ''
  for (let i = 0; i < count; i++) {
    const data = make(random)
    const poses = new Float64Array(14)
    for (const o of [0, 7]) {
      for (let k = 0; k < 3; k++) poses[o + k] = reach * (2 * random() - 1)
      randomQuat(random, poses, o + 3)
    }
    const checked = numericCheck(kind, data, poses)
    if (skip(checked)) continue
    if (!(checked.worst <= worst)) {
      worst = checked.worst
      at = `${checked.at}, pose ${i}`
    }
  }
  return { worst, at }
}

/** Random anchors and frames; own numbers are left 0. */
export function randomData(random: () => number): Float64Array {
  const data = new Float64Array(DATA_SIZE)
  for (const o of [0, 7]) {
    for (let k = 0; k < 3; k++) data[o + k] = 2 * random() - 1
    randomQuat(random, data, o + 3)
  }
  return data
}

export function randomQuat(random: () => number, out: Float64Array, o: number): void {
  let square = 0
  for (let k = 0; k < 4; k++) {
    out[o + k] = 2 * random() - 1
    square += out[o + k]! ** 2
  }
  const scale = 1 / Math.sqrt(Math.max(square, 1e-6))
  for (let k = 0; k < 4; k++) out[o + k]! *= scale
}
