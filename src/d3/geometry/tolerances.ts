/**
 * Tolerances of the shapes of space. Those that both dimensions share are in `common/tuning.ts`, under Geometry.
 */

/** GJK: sin² of the angle between a triangle's edges below which it is a segment in doubles.
 *  Test: none */
export const FLAT_SINE_SQUARED = 1e-30

/** GJK: sin² below which weights may be wrong by more than their size, so that the edges are looked at as well.
 *  Test: none */
export const THIN_SINE_SQUARED = 1e-16

/** GJK: squared relative error of a triple product; below it a sign says nothing.
 *  Test: none */
export const SIGN_ERROR_SQUARED = 1e-28

/** Axis of curved pairs: shares of the distance that the rounds of a climb may miss. As long as a rough answer gains it shows the way, then a finer
 *  one is asked for; what the exact one has left to do is little.
 *  Test: none */
export const ROUGH_GAPS: readonly number[] = [1e-2, 1e-5, 1e-8, 0]

/** Sensors: a sweep does not turn at a constant rate, the less so the farther it turns: it is cut into pieces of at most this, rad.
 *  Test: none */
export const SENSOR_TURN = 0.5

/** Safe advance: sin² of the angle between the edges of a simplex below which only one of them is followed.
 *  Test: none */
export const MIN_TRACKED_SINE_SQUARED = 1e-6

/** Segments: squared sine below which two directions are the same as far as doubles can tell.
 *  Test: none */
export const SAME_DIRECTION = 1e-24

/** Edges: squared sine below which two edges count as parallel. Their cross product is noise, and other axes say the same.
 *  Test: none */
export const PARALLEL_EDGES = 1e-14

/** Hull: a plane may pass this many tolerances below a point: half for the point itself, half for the merged face.
 *  Test: none */
export const CHECK_TOLERANCE = 2

/** Hull builder: each try merges this much less than the one before; the last tries are next to exact.
 *  Test: tests/d3/geometry/hull/hull-builder.test.ts */
export const TOLERANCE_SHRINK = 0.125

/**
 * Boxes: cosine above which an edge axis counts as the face's normal. The face then has the same contact and more points: a box that rocks on a
 * face by less than this (0.6 degrees) stays on its four points. Capsules: cosine above which the nearest points count as face to face.
 * Test: tests/d3/geometry/collide/distance.test.ts
 */
export const SAME_AXIS: number = 0.99995

/** Boxes: depth per unit of inner radius up to which resting contacts go. Deeper ones take the least depth to the last digit.
 *  Test: none */
export const SHALLOW: number = 0.02

/** Boxes and hulls: cosine between an edge axis and the faces next to it (30 degrees) below which their patch is left out.
 *  Test: none */
export const LEAST_ALIGNED = 0.86

/** Boxes: cosine above which two faces are parallel enough (0.26 degrees) to be treated as rectangles in one plane.
 *  Test: none */
export const FLAT_FACES = 0.99999

/** Capsules: squared sine of the angle (6 degrees) up to which two of them can lie side by side.
 *  Test: tests/d3/geometry/collide/ids.test.ts */
export const SIDE_BY_SIDE: number = 0.01

/** Capsules: sine of the angle to a face (12 degrees) up to which they lie on it; above, the lower end says it all.
 *  Test: tests/d3/geometry/collide/distance.test.ts */
export const LYING_CAPSULE: number = 0.2

/** Cylinders: cosine between axis and normal (45 degrees) above which an end touches with its face, below which the side does with a line.
 *  Test: tests/d3/geometry/collide/convex-pairs.test.ts */
export const CAP_COSINE: number = 0.7

/** Cylinders: tilt of an end, rad, below which its corners stay where they are: which place is lowest is noise there.
 *  Test: tests/d3/contacts/cylinders.test.ts */
export const STEADY_TILT: number = 1e-4

/** Rays that step to a surface: distance to it, per reach and length of the ray, that is none.
 *  Test: tests/d3/geometry/ray-shapes.test.ts */
export const RAY_TOUCH: number = 1e-15

/** Convex pairs: gap between the cores, per inner radius, from which its direction is taken as it is. Below it they are moved apart first.
 *  Test: tests/d3/geometry/collide/convex-pairs.test.ts */
export const PLAIN_GAP: number = 1e-2

/** Convex pairs: gain in separation, per inner radius, at which the search for the axis ends.
 *  Test: tests/d3/geometry/collide/convex-pairs.test.ts */
export const AXIS_GAIN: number = 1e-12

/** Convex pairs: cosine between a face and the normal below which the face is too steep to be measured along it.
 *  Test: tests/d3/geometry/collide/convex-pairs.test.ts */
export const STEEP_FACE: number = 0.2

/** Convex pairs: slope of a face against the axis up to which the axis is its normal.
 *  Test: tests/d3/geometry/collide/convex-pairs.test.ts */
export const FLAT_SLOPE: number = 1e-4

/** Convex pairs: how much nearer, per inner radius, the nearest points must be than those of the patch to be one of its points.
 *  Test: tests/d3/geometry/collide/convex-pairs.test.ts */
export const PATCH_TOLERANCE: number = 1e-6

/** Patch: corners closer than this, per unit of inner radius, are one: far above trembling, far below what a solver can feel.
 *  Test: none */
export const MERGE_PER_SIZE: number = 1e-3

/**
 * Patch: rad by which "deepest" is tilted when points are thinned out. Bodies that rock less than this keep their points. Without it a resting
 * drum of sixteen corners would change its four points, and lose its impulses, at every tremor.
 * Test: tests/d3/geometry/collide/ids.test.ts
 */
const DEEPEST_BIAS = 1e-3

/** Patch: the tilt's direction in A's local frame, at an angle that no usual shape or layout has.
 *  Test: tests/d3/geometry/collide/ids.test.ts; none; tests/d3/geometry/collide/ids.test.ts */
export const BIAS_X: number = 0.267 * DEEPEST_BIAS
export const BIAS_Y: number = 0.802 * DEEPEST_BIAS
export const BIAS_Z: number = 0.534 * DEEPEST_BIAS

/** Patch: how much better a later candidate must be, relative: symmetric polygons tie exactly.
 *  Test: none */
export const BETTER_RATIO = 1.001

/** Patch: where the direction lies between the two edge normals. Not the middle: squares turned by 45 degrees would tie.
 *  Test: tests/d3/geometry/collide/ids.test.ts */
export const TOWARDS_OUT: number = 0.6

/** Meshes: cosine of the bend (5°) up to which an edge is flat: the surface goes on, and contacts there take a face's normal.
 *  Test: tests/d3/geometry/mesh/triangle-mesh.test.ts */
export const FLAT_EDGE_COSINE = 0.9962

/** Meshes: error of an area vector and of a height above a plane in doubles, relative to the sizes they are made of, with room.
 *  Test: tests/d3/geometry/mesh/triangle-mesh.test.ts */
export const SIGN_ROUNDING = 1e-13

/** Meshes: area of a triangle per product of two sides below which its area vector is computed exactly. Doubles lose four digits there.
 *  Test: tests/d3/geometry/mesh/triangle-mesh.test.ts */
export const THIN_TRIANGLE = 1e-3

/** Meshes: cosine between a contact's normal and a triangle's (1°) above which the face has the contact, and not one of its edges.
 *  Test: tests/d3/meshes/edges.test.ts */
export const FACE_COSINE = 0.99985

/** Meshes: cosine below which a contact comes from behind: at a border A may be level with the surface, not below it.
 *  Test: tests/d3/meshes/edges.test.ts */
export const BEHIND_COSINE = -0.02

/** Meshes: sine by which a normal at a ridge leans over the neighbour's face before that face has the contact.
 *  Test: tests/d3/meshes/edges.test.ts */
export const LEANING_SINE = 1e-3

/** Meshes: distance from an edge, per thickness of the shape that touches, up to which a contact is at the edge.
 *  Test: tests/d3/meshes/edges.test.ts */
export const ON_EDGE_PER_SIZE = 1e-3

/** Meshes: cosine between normals (5°) up to which contacts share a manifold.
 *  Test: tests/d3/meshes/edges.test.ts */
export const SAME_CLUSTER_COSINE = 0.9962

/** Meshes: how far behind a triangle the centre of a shape may be, per thickness, and still be held in front of it.
 *  Test: tests/d3/meshes/edges.test.ts */
export const BEHIND_PER_SIZE = 0.02

/** Meshes: cosine between a contact's normal and a triangle's back (45°) up to which a shape behind the triangle meets its border from the side.
 *  Test: tests/d3/meshes/edges.test.ts */
export const RIM_COSINE = 0.7

/** Meshes: cosine between normals (60°) up to which a contact holds a shape against another triangle too, or foresees an impact with it.
 *  Test: tests/d3/meshes/edges.test.ts */
export const HELD_COSINE = 0.5

/** Solids of triangles: share of the way to the incentre by which the back of a triangle's frustum is drawn in; a point would have no back face.
 *  Test: tests/d3/meshes/dynamic.test.ts */
export const FRUSTUM_INSET = 0.9

/** Solids of triangles: depth of a frustum per radius of the triangle's incircle: its sides lean in by 60°. Deeper ones stick out of the
 *  faces behind sharp edges.
 *  Test: tests/d3/meshes/dynamic.test.ts */
export const FRUSTUM_DEPTH = 0.5

/** Scaled level geometry: share of its radius at which the search for the nearest triangle begins; twice that next, and so on.
 *  Test: tests/d3/meshes/scaled.test.ts */
export const FIRST_REACH = 0.015625

/** Axis of curved pairs: rounds of the search from one start.
 *  Test: tests/d3/geometry/fuzz/fuzz.test.ts */
export const AXIS_ROUNDS = 24

/** Axis of curved pairs: in deep overlaps so many starts are followed for some rounds.
 *  Test: tests/d3/geometry/fuzz/fuzz.test.ts */
export const DEEP_STARTS = 24

/** Axis of curved pairs: these are the rounds. Test: none */
export const DEEP_ROUNDS = 2

/** Axis of curved pairs: and so many of the best go on. Test: none */
export const DEEP_ENDS = 4

/** Axis of curved pairs: to the end, in at most so many rounds.
 *  Test: tests/d3/geometry/fuzz/fuzz.test.ts */
export const END_ROUNDS = 48

/** Axis of curved pairs: cosine between two starts (18 degrees) that are one.
 *  Test: tests/d3/geometry/fuzz/fuzz.test.ts */
export const SAME_START_COSINE = 0.95

/** Axis of curved pairs: cosine between two directions (2.6 degrees) that lead to the same end. Test: none */
export const SAME_END_COSINE = 0.999

/** Axis of curved pairs: depth of the cores, per inner radius of the thinner core, that is deep.
 *  Test: tests/d3/geometry/fuzz/fuzz.test.ts */
export const DEEP_PER_SIZE = 0.1

/** Scaled level geometry: rounding of a box taken into the frame of the original and of a corner taken out of it, relative.
 *  Test: tests/regressions/fast-scaled-mesh-goes-through.test.ts */
export const SCALE_ROUNDING = 4.5e-16
