// Every colour of the sandbox, as the page writes them.

/** Bodies that move by themselves. */
const DYNAMIC: readonly string[] = ['#e4572e', '#f2a541', '#5fa777', '#3f88c5', '#8e6bbf', '#d9698b', '#3aa6a0', '#c98b5e']

const STATIC = '#c9c4b8'
const KINEMATIC = '#2b7a78'
export const ASLEEP = '#76808f'

/** How much of the sleeping colour is mixed in. */
export const ASLEEP_SHARE = 0.68

export const SKY_TOP = '#6f9fd0'
export const SKY_HORIZON = '#e9eef2'
/** The same by night. */
export const DARK_TOP = '#141b27'
export const DARK_HORIZON = '#2b3647'
export const DARK_PLAIN = '#3a4350'
export const PLAIN = '#d8d9d6'
export const GRID_LINE = '#8d8778'
export const SUNLIGHT = '#fff3df'
export const GROUND_LIGHT = '#b9ab94'
export const CONTACT_POINT = '#ffe14d'
export const CONTACT_NORMAL = '#d7263d'
export const BOUNDS = '#1d3557'
export const JOINT_ANCHOR = '#ffffff'
export const JOINT_ARM = '#2a9d8f'
export const JOINT_AXIS = '#e76f51'
export const JOINT_LIMIT = '#7b2cbf'
export const TYRE = '#3a3d42'
export const DRAG_LINE = '#ffffff'

/** The colour of a body awake: by its type and its place among the bodies, so that a scene looks the same every time. */
export function colorFor(type: string, place: number): string {
  if (type === 'static') return STATIC
  if (type === 'kinematic') return KINEMATIC
  // Neighbours differ, and so do the same places of successive rows of 8 or 16, or grids would come out in stripes.
  return DYNAMIC[(place * 3 + Math.floor(place / DYNAMIC.length)) % DYNAMIC.length]!
}

/** Another run of the same scene, whatever it draws. */
const GHOST = '#7b2cbf'

export function ghostColors(): Record<'awake' | 'static' | 'kinematic' | 'asleep' | 'sensor', number> {
  const ghost = Number.parseInt(GHOST.slice(1), 16)
  return { awake: ghost, static: ghost, kinematic: ghost, asleep: ghost, sensor: ghost }
}

/** The colours of `world.draw`. */
export function drawColors(): { contact: number; normal: number; bounds: number; joint: number; axis: number; anchor: number; island: number } {
  const bits = (color: string): number => Number.parseInt(color.slice(1), 16)
  return {
    contact: bits(CONTACT_POINT), normal: bits(CONTACT_NORMAL), bounds: bits(BOUNDS), joint: bits(JOINT_ARM), axis: bits(JOINT_AXIS),
    anchor: bits(JOINT_ANCHOR), island: bits(JOINT_LIMIT),
  }
}
