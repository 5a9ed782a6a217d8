// The colours of the sandbox in three's type.
import { Color } from 'three'
import * as colors from '../colors.ts'

const ASLEEP = new Color(colors.ASLEEP)

export const SKY_TOP = new Color(colors.SKY_TOP)
export const SKY_HORIZON = new Color(colors.SKY_HORIZON)
export const PLAIN = new Color(colors.PLAIN)
/** Colours of the surroundings. */
export const DAY = { top: SKY_TOP, horizon: SKY_HORIZON, plain: PLAIN }
export const NIGHT = { top: new Color(colors.DARK_TOP), horizon: new Color(colors.DARK_HORIZON), plain: new Color(colors.DARK_PLAIN) }
export const GRID_LINE = new Color(colors.GRID_LINE)
export const SUNLIGHT = new Color(colors.SUNLIGHT)
export const GROUND_LIGHT = new Color(colors.GROUND_LIGHT)
export const JOINT_AXIS = new Color(colors.JOINT_AXIS)
export const JOINT_LIMIT = new Color(colors.JOINT_LIMIT)
export const TYRE = new Color(colors.TYRE)
export const DRAG_LINE = new Color(colors.DRAG_LINE)

export interface BodyColors {
  readonly awake: Color
  readonly asleep: Color
}

/** The colours of a body, by its type and its place among the bodies. */
export function colorsFor(type: string, place: number): BodyColors {
  const awake = new Color(colors.colorFor(type, place))
  return { awake, asleep: type === 'static' ? awake : awake.clone().lerp(ASLEEP, colors.ASLEEP_SHARE) }
}
