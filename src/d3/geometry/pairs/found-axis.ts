/** The axis of two convex shapes, as `convex-axis.ts` and `vertex-face.ts` leave it. */

/** Axis from A to B, separation of the cores along it, and the middle between the surfaces, relative to A's centre. */
export const convexAxis: Float64Array = new Float64Array(7)
export const AXIS_GAP = 3
export const AXIS_POINT = 4
