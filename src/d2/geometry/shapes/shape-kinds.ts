/**
 * The numbers that stand for the shape kinds in the columns, and their names for people.
 *
 * What each kind keeps in its `size` column (4 doubles):
 * circle r; capsule r, halfLength (axis = local y, half of the segment between the cap centres);
 * segment halfLength (from −x to +x), its turn at the start, its turn at the end, its side (see below);
 * polygon rounding radius, and if it is a box about its own origin hx, hy (0, 0 for all others); its vertices are a `Polygon` object.
 *
 * Segments of a chain collide on their left only (local +y, seen along the chain). The turns say how the chain goes on: the tangent of half
 * the angle by which it turns left from the segment before to this one, and from this one to the next; −1 where it ends.
 */

export const CIRCLE: number = 0
export const CAPSULE: number = 1
export const SEGMENT: number = 2
export const POLYGON: number = 3

export const SHAPE_KIND_COUNT: number = 4

/** What a shape is, as `shape.kind` says it. */
export type ShapeKindName = 'circle' | 'capsule' | 'segment' | 'polygon'

/** Name of a kind: `SHAPE_KIND_NAMES[CIRCLE]` is `'circle'`. */
export const SHAPE_KIND_NAMES: readonly ShapeKindName[] = ['circle', 'capsule', 'segment', 'polygon']

/** A segment's side (size 3): alone, solid from both sides. */
export const BOTH_SIDES: number = 0
/** The first of an open chain: both its ends are its own. */
export const CHAIN_START: number = 1
/** A later one of a chain: the corner at its start belongs to the segment before. */
export const CHAIN_LINK: number = 2
