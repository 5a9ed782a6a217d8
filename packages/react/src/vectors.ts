/**
 * Vectors and rotations as React users write them, and the engine's.
 */

import { useRef } from 'react'
import { Euler, Quaternion } from 'three'
import type { Quat, Vec3 } from 'fulcrum-physics/3d'

/** A vector as three numbers, or as anything with x, y and z. */
export type Vector = readonly [number, number, number] | Vec3

/** A rotation as the four numbers of a quaternion, or as anything with x, y, z and w. */
export type Rotation = readonly [number, number, number, number] | Quat

/** A rotation by angles in rad about x, y and z, as three writes them. */
export type Angles = readonly [number, number, number] | Euler

export function toVec3(value: Vector): Vec3 {
  return 'x' in value ? { x: value.x, y: value.y, z: value.z } : { x: value[0], y: value[1], z: value[2] }
}

export function toQuat(value: Rotation): Quat {
  return 'x' in value ? value : { x: value[0], y: value[1], z: value[2], w: value[3] }
}

export function fromAngles(value: Angles): Quaternion {
  return new Quaternion().setFromEuler(value instanceof Euler ? value : new Euler(value[0], value[1], value[2]))
}

/** What a value says, to notice that it has changed: inline arrays are new in every render. */
export function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'function' || isRef(part) ? undefined : part)) ?? ''
}

function isRef(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'current' in value
}

/** The value of the render in which it last said something else. */
export function useStable<T>(value: T): T {
  const kept = useRef(value)
  if (keyOf(kept.current) !== keyOf(value)) kept.current = value
  return kept.current
}
