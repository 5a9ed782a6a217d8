// Every colour of the sandbox.
import { Color } from 'three'

/** Bodies that move by themselves. */
const DYNAMIC: readonly Color[] = ['#e4572e', '#f2a541', '#5fa777', '#3f88c5', '#8e6bbf', '#d9698b', '#3aa6a0', '#c98b5e'].map(
  (hex) => new Color(hex),
)

const STATIC = new Color('#c9c4b8')
const KINEMATIC = new Color('#2b7a78')
const ASLEEP = new Color('#76808f')

/** How much of the sleeping colour is mixed in. */
const ASLEEP_SHARE = 0.68

export const SKY_TOP = new Color('#6f9fd0')
export const SKY_HORIZON = new Color('#e9eef2')
export const PLAIN = new Color('#d8d9d6')
export const GRID_LINE = new Color('#8d8778')
export const SUNLIGHT = new Color('#fff3df')
export const GROUND_LIGHT = new Color('#b9ab94')
export const CONTACT_POINT = new Color('#ffe14d')
export const CONTACT_NORMAL = new Color('#d7263d')
export const BOUNDS = new Color('#1d3557')
export const JOINT_ANCHOR = new Color('#ffffff')
export const JOINT_ARM = new Color('#2a9d8f')
export const JOINT_AXIS = new Color('#e76f51')
export const JOINT_LIMIT = new Color('#7b2cbf')
export const DRAG_LINE = new Color('#ffffff')

export interface BodyColors {
  readonly awake: Color
  readonly asleep: Color
}

/** The colours of a body: by its type and its place among the bodies, so that a scene looks the same every time. */
export function colorsFor(type: string, place: number): BodyColors {
  if (type === 'static') return { awake: STATIC, asleep: STATIC }
  // Neighbours differ, and so do the same places of successive rows of 8 or 16, or grids would come out in stripes.
  const turn = (place * 3 + Math.floor(place / DYNAMIC.length)) % DYNAMIC.length
  const awake = type === 'kinematic' ? KINEMATIC : DYNAMIC[turn]!
  return { awake, asleep: awake.clone().lerp(ASLEEP, ASLEEP_SHARE) }
}
