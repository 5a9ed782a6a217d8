/**
 * The numbers that stand for the shape kinds in the columns, and their names for people.
 *
 * What each kind keeps in its `size` column (4 doubles): sphere r; capsule r, halfLength (axis = local y, half of the
 * segment between the cap centres); box hx, hy, hz; hull nothing, its data is a `Hull` object.
 */

export const SPHERE: number = 0
export const CAPSULE: number = 1
export const BOX: number = 2
export const HULL: number = 3

export const SHAPE_KIND_COUNT: number = 4

/** What a shape is, as `shape.kind` says it. */
export type ShapeKindName = 'sphere' | 'capsule' | 'box' | 'hull'

/** Name of a kind: `SHAPE_KIND_NAMES[BOX]` is `'box'`. */
export const SHAPE_KIND_NAMES: readonly ShapeKindName[] = ['sphere', 'capsule', 'box', 'hull']
