/**
 * Vectors and rotations as React users write them, and the engine's.
 */

import { useRef } from 'react'
import { Euler, Quaternion, Vector3 } from 'three'
import type { Quat, Vec3 } from 'fulcrum-physics/3d'

/** A vector as three numbers, or as anything with x, y and z. */
export type Vector = readonly [number, number, number] | Vec3

/** A rotation as the four numbers of a quaternion, or as anything with x, y, z and w. */
export type Rotation = readonly [number, number, number, number] | Quat

/** A rotation by angles in rad about x, y and z, as three writes them. */
export type Angles = readonly [number, number, number] | Euler

/** A vector of three from three numbers or anything with x, y and z; none: 0, 0, 0. */
export function vec3(value: Vector = [0, 0, 0]): Vector3 {
  const { x, y, z } = toVec3(value)
  return new Vector3(x, y, z)
}

/** A quaternion of three from four numbers or anything with x, y, z and w; none: not turned. */
export function quat(value: Rotation = [0, 0, 0, 1]): Quaternion {
  const { x, y, z, w } = toQuat(value)
  return new Quaternion(x, y, z, w)
}

/** Angles of three from three numbers in rad or anything with x, y and z; none: 0, 0, 0. */
export function euler(value: Vector = [0, 0, 0]): Euler {
  const { x, y, z } = toVec3(value)
  return new Euler(x, y, z)
}

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
