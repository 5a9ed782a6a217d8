/**
 * A scene put elsewhere: bodies, characters and joints of a file as they are once the whole scene has been turned and shifted. Gravity and other
 * options of the world stay. What a joint's definition leaves out depends on where its bodies stand, so joints are told from the scene as it was
 * built at its own place.
 */

import { rowOfHandle } from '../../common/memory/ids.ts'
import { given, type AnyThing, type AnyWorld, type Dimension } from './dimension.ts'

type Values = Record<string, unknown>

/** Sine of the angle by which a turned axis may miss another one and still be it: the rounding of a rotation. */
export const SAME_AXIS = 1e-12

/** Turns about the origin, then shifts. Each call gives a new value. */
export interface Placement {
  /** A point of the world, m. */
  point(value: unknown): unknown
  /** A direction or a velocity. */
  direction(value: unknown): unknown
  /** An orientation, or in the plane an angle. */
  rotation(value: unknown): unknown
  /** An angular velocity. */
  spin(value: unknown): unknown
  /** Axes of the world along and about which a body is held. */
  locks(value: unknown, path: string): unknown
  /** The frame on A in a joint's data, where A is the world; in place. */
  frameA(data: Float64Array): void
  /** Angle of the plane, rad; 0 in space. */
  readonly angle: number
}

/** How a joint follows its scene, where its frames in its bodies do not say it all. */
export interface JointMoves {
  /** Fields that are points of the world. */
  readonly points?: readonly string[]
  /** Fields that are directions of the world. */
  readonly directions?: readonly string[]
  /** Fields that are points in A's axes. */
  readonly pointsOfA?: readonly string[]
  /** Those of the engine's own numbers of it that are of the world, in place, and its coordinates. */
  own?(data: Float64Array, placement: Placement, turns: Float64Array): void
}

/** Fields that say where a joint is: each file has some of them, the engine's own words for the same take their place. */
const PLACES = ['anchor', 'axis', 'planeAxis', 'frameA', 'frameB', 'axisA', 'axisB', 'direction', 'pivot']

export function placeBody(values: Values, placement: Placement, zero: { vector: unknown; rotation: unknown; spin: unknown }, path: string): Values {
  const { position = zero.vector, rotation = zero.rotation, linearVelocity = zero.vector, angularVelocity = zero.spin, lockedAxes } = values
  return {
    ...values, position: placement.point(position), rotation: placement.rotation(rotation), linearVelocity: placement.direction(linearVelocity),
    angularVelocity: placement.spin(angularVelocity),
    ...(lockedAxes === undefined ? {} : { lockedAxes: placement.locks(lockedAxes, `${path}.lockedAxes`) }),
  }
}

export function placeCharacter(values: Values, placement: Placement, origin: unknown): Values {
  const { position = origin, rotation, up, velocity, move } = values
  const turned = (value: unknown): unknown => (value === undefined ? undefined : placement.direction(value))
  return given({
    ...values, position: placement.point(position), rotation: rotation === undefined ? undefined : placement.rotation(rotation), up: turned(up),
    velocity: turned(velocity), move: turned(move),
  })
}

/**
 * A joint of the file as it is elsewhere; `joint` is the same one where the file has it, in the world `built`. Its definition says what it is, and
 * the engine's own numbers of it, moved, are what holds: they know where its bodies stood when it was made, and turns that were counted since.
 */
export function placeJoint(dimension: Dimension, values: Values, placement: Placement, built: AnyWorld, joint: AnyThing): Values {
  const kind = dimension.jointKinds[values.type as string]!
  const { points = [], directions = [], pointsOfA = [], own } = kind.moves ?? {}
  const row = rowOfHandle(joint.id)
  const onWorld = values.bodyA === undefined || values.bodyA === null
  const rest = Object.fromEntries(Object.entries(values).filter(([key]) => !PLACES.includes(key)))
  const out = given({ ...rest, ...kind.place(joint, built.state, row) })
  const move = (keys: readonly string[], moved: (value: unknown) => unknown): void => {
    for (const key of keys) if (out[key] !== undefined) out[key] = moved(out[key])
  }
  move(points, placement.point)
  move(directions, placement.direction)
  if (onWorld) move(pointsOfA, placement.point)
  const { columns, schema } = built.state.joints
  const numbersOf = (key: string): Float64Array => columns[key]!.slice(row * schema[key]!.width, (row + 1) * schema[key]!.width)
  const [data, features, turns] = [numbersOf('data'), numbersOf('features'), numbersOf('turns')]
  if (onWorld) placement.frameA(data)
  own?.(data, placement, turns)
  return { ...out, exact: { data: [...data], features: [...features], turns: [...turns] } }
}
