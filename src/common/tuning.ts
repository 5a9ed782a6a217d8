/**
 * Every tuning number of the engine, grouped by stage, with its unit, its reason and the test that fails where it is ten times larger or smaller
 * (`npm run mutants`); `none` where no such test was found, semicolons between those of a group. Tolerances of shapes are in `d2` and
 * `d3/geometry/tolerances.ts`, of joint kinds in `d3/joints/parts/tolerances.ts`, of vehicles in `d3/vehicles/tolerances.ts`. "Size" is a shape's
 * thickness (the diameter of the largest ball that fits), so that worlds of 1 mm and of 1 km behave alike.
 */

// The world

/** Steps are cut into this many substeps unless the user says otherwise. Four hold 1:1000 chains and stacks. Test: tests/d2/joints/groups.test.ts */
export const DEFAULT_SUBSTEPS = 4

/** Largest coordinate and speed a user may set, m and m/s. Beyond it squares lose all precision. Test: tests/common/limits.test.ts */
export const MAX_COORDINATE = 1e9

/** Largest number of any other unit a user may set: kg, N, N m, N s, N/m, Hz, kg/m³, m/s², and what has no unit. The sun has 2e30 kg. Beyond it
 * products of the step overflow: masses times squares of lengths and rates.
 *  Test: none */
export const MAX_NUMBER = 1e30

/** Largest ratio of a gear or a pulley, and 1 over the least; of screws and racks, m per turn or radian. Beyond it one side stands still.
 *  Test: tests/common/limits.test.ts */
export const MAX_RATIO = 1e9

/** Least mass, kg, and moment of inertia, kg m², of a dynamic body: a grain of 0.1 μm has 1e-18 kg. Inverses of smaller ones overflow.
 *  Test: tests/common/limits.test.ts; none */
export const MIN_MASS = 1e-30
export const MIN_INERTIA = 1e-50

/** Shortest and longest step, s. Below it a step moves nothing that a double holds at 1 m; above it nothing is followed.
 *  Test: tests/common/limits.test.ts */
export const MIN_STEP = 1e-9
export const MAX_STEP = 10

/** Points that a hull, a polygon, a chain, a path or an outline may be given. A million take seconds; more is a mistake.
 *  Test: tests/common/limits.test.ts */
export const MAX_POINTS = 1_000_000

/** Smallest and largest length of a shape, m. Test: tests/common/limits.test.ts */
export const MIN_SHAPE_SIZE = 1e-7
export const MAX_SHAPE_SIZE = 1e7

// find-pairs, narrow-phase, update-bounds

/** Box margin in the tree, per unit of size: bodies that jitter stay inside and cost nothing. Test: tests/d2/api/pair-order.test.ts */
export const FAT_MARGIN_PER_SIZE = 0.1

/** Distance at which contacts are prepared before they touch, per unit of size. Test: none */
export const MARGIN_PER_SIZE = 0.02

/** Overlap left alone, per unit of size. Touching contacts need a little overlap to stay found; 0 loses stacks of ten.
 *  Test: tests/d2/contacts/stacks.test.ts */
export const SLOP_PER_SIZE = 5e-4

/** Share of a distance that rounding may hide where bodies are far from the origin. Test: none */
export const FAR_TOLERANCE = 1e-9

/** Speculative contacts: sideways motion in one step, per radius, above which a touching corner is skimmed. Slower ones lift by hundredths.
 *  Test: none */
export const SKIMMING_MOTION = 0.25

/** Internal edges: squared sine between two normals that are the same but for rounding. Test: tests/d2/contacts/internal-edges.test.ts */
export const SAME_NORMAL = 1e-8

/** Internal edges: squared sine above which a manifold is tilted against the face. Test: none */
export const TILTED_NORMAL = 1e-4

/** Internal edges: squared sine above which two points are not those of one corner. Test: tests/d2/contacts/internal-edges.test.ts */
export const SLANTING_CORNER = 0.06

/** Internal edges between movable bodies: how many times as fast as the other one a body must be, and how many slops it moves in a step.
 *  Test: none; tests/regressions/sliding-over-movable-crates-trips.test.ts */
export const RUSH_SPEED_RATIO = 4
export const RUSH_PER_SLOP = 20

/** Pair order: distance in rows above which the shapes of two pairs that follow each other are strangers. Test: tests/d2/api/pair-order.test.ts */
export const STRANGE_DISTANCE = 8

/** Pair order: strangers per pair, and per shape, above which sorting pays. Sorted pairs have one for STRANGE_DISTANCE shapes at most.
 *  Test: tests/d2/api/pair-order.test.ts */
export const STRANGERS_PER_PAIR = 0.25
export const STRANGERS_PER_SHAPE = 0.25

/** Trees: share of moved leaves above which one pass over the whole tree is cheaper than a climb and a search per leaf (measured). Test: none */
export const WHOLE_TREE_SHARE = 0.4

/** Trees: price of a rebuild, in box tests of waiting proxies per leaf (measured: about 300 ns against 5 ns). Test: none */
export const BUILD_COST = 64

/** Trees: steps that a tree serves even if everything moves. One rebuild in four halves the time of an explosion, and none was slower. Test: none */
export const MIN_STEPS_BETWEEN_BUILDS = 4

// Geometry, both dimensions

/** GJK: core distance, relative to the largest coordinate of the simplex, that rounding cannot tell from touching. Test: none */
export const GJK_TOUCH_TOLERANCE = 1e-15

/** GJK: gap between upper and lower bound, relative to the largest coordinate of the simplex, at which the answer is exact. Test: none */
export const GJK_GAP_TOLERANCE = 4e-15

/** Round shapes: core distance, relative to radii and length, that rounding cannot tell from nothing. There the direction means nothing.
 *  Test: tests/d2/geometry/fuzz/fuzz.test.ts */
export const NO_DIRECTION: number = 1e-14

/** Separating axis: by how much, per unit of inner radius, another axis must be better. Ties are decided the same way at every step. Test: none */
export const AXIS_BIAS: number = 1e-7

/** Separating axis of the last step: what rounding may have added to a gap, per unit of the sizes and distances it came from. Test: none */
export const PARTING_ROUNDING = 1e-12

/** Incident face: how much more squarely it must oppose the reference face to be taken instead of a lower-numbered one; of boxes as a ratio.
 *  Test: none */
export const OPPOSED_BIAS = 1e-3
export const OPPOSED_RATIO = 1.001

/** Patches narrower than this, per unit of inner radius of the smaller shape, are no contact: four times the overlap that resting shapes keep.
 * A box that rests on a row of flush boxes overlaps the row by a hair; from the side the next box presents a strip as high as that hair.
 *  Test: tests/d2/geometry/collide/ghosts.test.ts */
export const SLIVER_PER_SIZE: number = 4e-3

/** A patch is only a sliver if both faces are this many times as wide; else the face itself is that narrow. Test: none */
export const SLIVER_OF_FACE: number = 0.1

/** Of its height or the radii: how far a rounded end may lie beside a face, or cross over sideways. Costs 2e-4 of that in depth at most.
 *  Test: tests/d3/geometry/collide/distance.test.ts */
export const SIDEWAYS: number = 0.02

/** Hulls and polygons: share of the extent within which points and planes count as the same. Single-precision meshes are that exact.
 *  Test: tests/d3/geometry/hull/hull-builder.test.ts */
export const SAME_POINT_TOLERANCE = 5e-7

/** Hulls and polygons: share of the largest coordinate, rounding of an input that lies very far from the origin (8 ulp). Test: none */
export const INPUT_ROUNDING = 1.8e-15

/** Hulls and polygons: extents, m, beyond which the inertia (size to the fifth power) leaves the range of doubles.
 *  Test: none; tests/d2/geometry/polygon/polygon-builder.test.ts */
export const MIN_EXTENT = 1e-30
export const MAX_EXTENT = 1e30

/** Safe advance: relative width at which the end of a safe interval is known well enough. A finer one saves no step in time. Test: none */
export const SAFE_INTERVAL_TOLERANCE = 0.03

/** Safe advance: rounding in the bound, relative to the extent of the pair: a root found exactly may come out this far below zero. Test: none */
export const BOUND_ROUNDING = 1e-14

/** Safe advance: angle, or sine of half of it, that is only rounding between two orientations. Test: none */
export const NO_TURN = 1e-15

/** Time of impact: excess over the target, relative to it, that counts as reached: spares the last steps.
 *  Test: tests/d2/geometry/collide/time-of-impact.test.ts */
export const TARGET_TOLERANCE = 1e-3

/** Time of impact: excess that counts as reached even for a target of 0, relative to the extent of the pair: rounding. Test: none */
export const EXTENT_TOLERANCE = 1e-12

/** Time of impact: core distance, relative to the extent, below which the direction of the gap is no longer good to 1e-7. Test: none */
export const BLUNT_DISTANCE = 1e-9

// update-islands: solver policy

/** Substeps as a multiple of the world's, by class of island (`islands/batches.ts`). Test: tests/d2/contacts/held-bodies.test.ts */
export const SUBSTEP_FACTOR: readonly number[] = [0.5, 1, 1.5, 2, 3, 4, 4, 1, 1, 0.25, 4, 0.5]

/** Sweeps per substep, by class; and where all joints are solved as groups, so that sweeps only carry between groups and contacts.
 *  Test: tests/d2/contacts/held-bodies.test.ts; tests/d2/joints/builders.test.ts -t Bridge */
export const SWEEPS: readonly number[] = [2, 2, 2, 2, 2, 2, 4, 16, 8, 8, 4, 8]
export const SWEEPS_OF_GROUPS: readonly number[] = [2, 2, 2, 2, 2, 2, 4, 16, 4, 4, 4, 4]

/** Steps in which a contact has no impulse worth starting from. Test: none */
export const COLD_STEPS = 3

/** Sweeps go on while the last two have changed an island by more than this share of a substep's fall. Test: tests/families/d2/arches.test.ts */
export const SWEEP_TOLERANCE = 1e-3

/** Visits of rows that an island may have in a substep, sweeps that it may always have, and most sweeps, times its mass ratio: small islands in
 *  trouble get what they need, a pile of 4000 rows does not pay. Test: none; tests/d3/scenarios/scenes.test.ts -t pyramid; none */
export const ROW_VISITS = 8000
export const SWEEPS_FOR_ALL = 4
export const MAX_SWEEPS = 64

/** Slenderness (compliances in series: the sum over the levels of 1 / bodies on the level) times √(fall per size) that a multiple 1 of
 *  the substeps holds. Test: tests/families/d2/structures.test.ts */
export const SLENDER_FALL = 0.52

/** Multiple of the substeps for islands that move or have new contacts, and for loads above HARD_MASS_RATIO. Test: none */
export const LIVELY_SUBSTEPS = 2

/** Mass ratio across a contact above which an island is hard, and above which it is heavy. Test: none */
export const HARD_MASS_RATIO = 10
export const HEAVY_MASS_RATIO = 30

/** Steps an island stays hard after a new contact: drift of piles is born in the landing. Test: tests/d2/contacts/stacks.test.ts */
export const BURST_STEPS = 20

/** Share of new contacts up to which an island counts as calm all the same, and of moving bodies as at rest: a large pile always has a few.
 *  Test: none */
export const BURST_SHARE = 0.02

/** Free motion in one step, per size, above which an island is cut into more substeps: 1 mm cubes fall 2.7 mm in a step.
 *  Test: tests/d3/scenarios/scenes.test.ts -t scales */
export const FALL_PER_SIZE = 0.4

/** Relative change of the step's length above which stored impulses are taken for a new guess. Test: none */
export const STEP_LENGTH_TOLERANCE = 0.02

/** Joints and contacts up to which an island is small enough for as many sweeps as help. Test: tests/d2/joints/fast-swing.test.ts; none */
export const FEW_JOINTS = 8
export const FEW_CONTACTS = 8

/** Share of a body's weight that a joint with something immovable must have carried to count as a support in the levels.
 *  Test: tests/d2/contacts/held-bodies.test.ts */
export const SUPPORT_LOAD_SHARE = 0.5

/** Joints of an island above which a lattice of them is solved as a net, if it is not solved as a group. Test: tests/d2/joints/still-rows.test.ts */
export const MIN_NET_JOINTS = 64

/** Joints per body above which they close meshes: chains and trees of joints have no more than one. Test: tests/d2/joints/still-rows.test.ts */
export const MESHED_JOINTS_PER_BODY = 1.25

/** Motion in a step, per size or rad, up to which a net stands still, and joints in contact rest. Test: none; tests/common/resting-joints.test.ts */
export const STILL_MOTION = 1e-3
export const RESTING_MOTION = 0.02

/** Share of the energy of a fall by its own size above which a body is not at rest. Test: tests/d2/contacts/stacks.test.ts -t pyramids */
export const REST_OF_FALL = 1e-5

/** Fast swing: turn in a step, rad, that is too much for the usual substeps. Test: tests/d2/joints/fast-swing.test.ts */
export const MAX_SWING_TURN = 0.6

/** Fast swing: share of its size up to which an anchor is the middle of a body. What turns on it, as wheels do, does not swing. Test: none */
export const MIN_SWING_ARM = 0.1

// prepare-contacts, solve: contacts

/** How many times as long as the time they were measured over a step may be and still start from the stored forces. Test: none */
export const MAX_STEP_GROWTH = 2

/** Supports steeper than this (cosine to gravity) carry no weight in the warm-start guess: about 70°. Test: tests/d2/contacts/stacks.test.ts */
export const SUPPORT_COSINE = 0.35

/** Diagonal added to a manifold's K, relative: four coplanar points have rank three. Test: tests/d2/contacts/bounce.test.ts */
export const BLOCK_COMPLIANCE = 1e-3

/** Radius of twist friction by the points' distance: evenly pressed square, disc, line. Test: tests/d3/contacts/twist-friction.test.ts */
export const TWIST_RADIUS_SHARE = 0.541
export const TWIST_RADIUS_SHARE_OF_DISC = 0.6666666666666666
export const TWIST_RADIUS_SHARE_OF_LINE = 0.5

/** Squared distance from the centre of pressure, relative to the arms, that is rounding. Test: none */
export const RADIUS_ROUNDING = 1e-20

/** Active set of a manifold's normals: rounds before projected Gauss–Seidel takes over (more than six have not been seen), and its sweeps.
 *  Test: tests/d3/contacts/block-normals.test.ts; none */
export const MAX_ACTIVE_SET_ROUNDS = 12
export const FALLBACK_SWEEPS = 16

/** θ² × slenderness up to which inertia of the step's start will do: 8° for a cube-like body, half a degree for a rod of 1:15. Test: none */
export const ROTATION_TOLERANCE = 0.02

/** Change of a free body's spin energy, relative, that is rounding: put right, spin axes would tilt. Test: tests/d3/math/free-rotation.test.ts */
export const SPIN_ENERGY_ROUNDING = 1e-13

// free-island momentum

/** Share of a joint's Jacobian that rigid motion may see: rounding, against the ratios of gears. Test: tests/families/d3/jointed-in-flight.test.ts */
export const BALANCE_ROUNDING = 1e-6

// impact

/** Cosine above which a normal is that of a face (3D): rounding apart, the face itself. Test: none */
export const FLAT_COSINE: number = 1 - 1e-12

/** Turn since it was made, rad, that a normal of rows which follow need not follow, nor joints and inertia of islands at rest: gaps are wrong by
 *  half its square. Test: none */
export const FOLLOW_TOLERANCE = 1e-4

/** Newton's method for the moment of touch: most passes; share of a substep that is rounding. Test: tests/families/d2/blows.test.ts; none */
export const TOUCH_PASSES = 16
export const TOUCH_ROUNDING = 1e-9

/** A bounce below this many substeps of its own acceleration is taken as rest; smaller hops cannot be resolved. Test: tests/common/impacts.test.ts */
export const REST_SPEED_SUBSTEPS = 4

/** Rounds of the impact pass, so that a blow can run through a line of touching balls. Test: tests/common/impacts.test.ts */
export const IMPACT_ROUNDS = 32

/** Approach below this share of the size per second is rounding, not a blow. Test: none */
export const ROUNDING_SPEED = 1e-7

/** Repeats that remove what the block's small compliance leaves of the rebound speed. Test: tests/d2/contacts/bounce.test.ts */
export const IMPACT_REFINEMENTS = 3

// push-out: contacts

/** Share of the overlap that push-out removes in one substep. 0.1 sinks under load, 0.6 gains nothing. Test: tests/common/overlaps.test.ts */
export const PUSH_OUT_SHARE = 0.3

/** Islands that a kinematic body crushes against the static: the overlap from which they count as such, in slops, and the share of their impulses
 *  that they keep for the next step; with 1 these grow without end. Test: none; tests/families/d2/crushes.test.ts */
export const CRUSHED_OVERLAP = 4
export const CRUSHED_SHARE = 0.5

/** Push-out speed limit, 1/s per unit of size: half-deep cubes part in about a third of a second. Test: tests/common/overlaps.test.ts */
export const PUSH_OUT_SPEED_PER_SIZE = 3

// prepare-joints, refresh-joints: rows and regularisation

/** Relative compliance of a joint's own rigid rows, and of a group of one joint: enough to solve redundant rows, too little to see. Test: none */
export const ROW_REGULARIZATION = 1e-9

/** Relative compliance of the rows of a group: redundant rows, as every planar loop has them, share their load and do not answer rounding. With
 * 1e-7 chains that whip open twice as far, and symmetric bridges hang askew; loads of moving loops near a singular pose are up to 2 % off for it.
 *  Test: tests/d2/joints/groups.test.ts -t chain */
export const GROUP_REGULARIZATION = 1e-6

/** The same for groups at rest, where its share of the softest row is less than that of a redundant one. Test:
 *  tests/regressions/flat-arches-sag-and-their-loads-read-wrong.test.ts; tests/regressions/flat-arches-sag-and-their-loads-read-wrong.test.ts */
export const RESTING_REGULARIZATION = 1e-10
export const REDUNDANT_SHARE = 0.03

/** Steps at most of a solve without that compliance, for blows. Test: tests/families/d2/jointed-impacts.test.ts */
export const MAX_REFINEMENTS = 8

/** κ of nets: soft enough that joints which brace each other do not answer rounding, stiff enough to be right at once.
 *  Test: tests/d2/joints/nets.test.ts */
export const NET_REGULARIZATION = 1e-7

/** Relative compliance in the direct solve of a boxed LCP: rows that say the same share the load. Test: none */
export const LCP_REGULARIZATION = 1e-10

/** Share of a row's own K below which what the rows before leave of it is rounding and compliance. Test: none */
export const REDUNDANT_PIVOT = 1e-7

/** Share of the largest K of a joint below which a row's own is rounding. Test: none */
export const NEGLIGIBLE_PIVOT = 1e-14

/** Share of its own mobility below which a coordinate counts as held by the rigid rows of its joint or group. Test: none */
export const HELD_MOBILITY = 1e-10

/** K below which a scalar row can move nothing: its inverse would overflow. Test: none */
export const LEAST_SCALAR_K = 1e-300

/** Share of a row's arms up to which its unbalance is a gap between anchors and not its nature, as with gears. Rows of space have larger arms
 * across the axis.
 *  Test: none */
export const ANCHOR_GAP_SHARE_2D = 1e-3
export const ANCHOR_GAP_SHARE_3D = 0.02

/** Room beyond its speed that a coordinate gets before its limit counts as out of reach, per size and rad (3D). Test: none */
export const LIMIT_REACH = 0.2

/** Motion in a step, per size or rad, that rows of nets at rest do not see. Test: none */
export const UNSEEN_MOTION = 1e-6

/** Joints of an island above which those that are not solved as groups are a crowd: nets, not chains and machines.
 *  Test: tests/d2/joints/nets.test.ts */
export const CROWD_JOINTS = 64

/** Multiplications per factorisation of one group, at most. Nets of ball joints are beyond it, chains, machines and ragdolls far below.
 *  Test: tests/common/elimination.test.ts */
export const MAX_GROUP_WORK = 400_000

/** Multiplications of a net's factorisation, at most; it is made when a net is new. Test: none */
export const MAX_NET_WORK = 120e6

/** Rows of a boxed LCP, at most; larger ones are swept. Test: tests/common/boxed-lcp.test.ts */
export const MAX_LCP_ROWS = 48

/** Boxed LCP: rounds of active-set steps, and projected sweeps between them. Test: tests/common/boxed-lcp.test.ts -t conditions; none */
export const LCP_ROUNDS = 12
export const LCP_SWEEPS = 3

/** Boxed LCP: done when no row wants to change by more than this share of the largest velocity in the problem. Test: none */
export const LCP_TOLERANCE = 1e-11

/** Share of its own diagonal below which a pivot of a block factor, or of a net's panel, is rounding: nothing can move along it. Test: none */
export const PIVOT_ROUNDING = 1e-12
export const PANEL_PIVOT_ROUNDING = 1e-13

// solve: joint targets

/** Errors of an exactly solved joint that are taken back in the velocities: per size, or rad; in tiny steps less (`small-error.ts`). More would
 *  be felt as a blow. Test: none */
export const SMALL_ERROR = 1e-4

/** Largest effect of curvature in a substep where sweeps have not converged, rad/s and sizes per second. Test: none */
export const MAX_CURVATURE_SPIN = 1
export const MAX_CURVATURE_SPEED = 3

/** Share of the energy at hand that the path's curvature may ask for. Test: none */
export const MAX_CURVATURE_ENERGY = 1

/** Residual of the Newton target, sizes or rad, above which one that does not shrink counts as diverging.
 *  Test: none; tests/d3/joints/builders.test.ts -t Rope */
export const MAX_RESIDUAL_2D = 1e-3
export const MAX_RESIDUAL_3D = 1e-2

/** Slower than this per second nothing bounces off a limit: rad, or sizes. Test: tests/common/limit-bounces.test.ts */
export const LIMIT_REST_SPEED = 0.05

/** Mass scale of a row, relative to its inverse inertia, below which its impulse is given. Test: none */
export const MIN_MASS_SCALE = 1e-9

/** Share of a row's compliance that its warm start loses, in groups and in nets: impulses of redundant rows must not grow. Test: none */
export const WARM_START_DECAY = 0.01
export const NET_WARM_START_DECAY = 1e-3

/** Beyond this rate (1/s) a spring is a wall; squares of larger numbers might overflow. Test: none */
export const MAX_SPRING_RATE = 1e30

/** Stored joint forces above this, N, are no number worth keeping. Test: none */
export const MAX_STORED_FORCE = 1e150

// solve: geometric stiffness

/** Share of the geometric stiffness that is taken at the end of the substep: ½ is the trapezoidal rule.
 *  Test: tests/d2/joints/groups.test.ts -t chain */
export const STIFFNESS_THETA = 0.5

/** G W_c up to which no inertia is added. In space two axes add up.
 *  Test: tests/regressions/chain-that-cracks-like-a-whip-tears.test.ts; tests/d3/joints/builders.test.ts -t Rope */
export const STABLE_RATIO_2D = 0.125
export const STABLE_RATIO_3D = 0.25

/** Tension: growth in a substep at most, times the one before; and what is left of it in any case.
 *  Test: tests/d2/joints/groups.test.ts -t chain; tests/regressions/chain-that-cracks-like-a-whip-tears.test.ts */
export const MAX_TENSION_GROWTH = 4
export const TENSION_DECAY = 0.97

/** Share of the tension that must be there for its axes to count (3D). Test: none */
export const MIN_TENSION_SHARE = 0.01

/** G W_c of a body below which its stiffness is nothing. Test: none */
export const MIN_STIFFNESS_RATIO = 0.01

/** Joints from which on a net holds a body so that it cannot turn by itself (2D). Test: tests/d2/joints/nets.test.ts */
export const MAX_STIFFENED_JOINTS = 3

/** Turn in a substep that a body under such a load can follow, rad. Test: tests/d3/joints/builders.test.ts -t Rope */
export const MAX_LINK_TURN = 0.5

// solve: energy limiter

/** Share of its energy that an island may seem to gain: within a step, at its end, and with contacts. Test: none */
export const ENERGY_TOLERANCE_WITHIN_STEP = 0.05
export const ENERGY_TOLERANCE_AT_END = 0.01
export const ENERGY_TOLERANCE_WITH_CONTACTS = 0.5

/** How many times its energy tells that impulses have run away. Test: none */
export const RUNAWAY_RATIO = 2

/** Share of the energy of its turn that a group must have too much before it loses some of that. Test: none */
export const FALSE_SPIN_SHARE = 0.5

// solve: nets (2D)

/** Angle of a hinge, rad, beyond which it stands otherwise than when the net was put together; and how many do not spoil the whole. Test: none */
export const BENT_ANGLE = 1e-3
export const MAX_BENT_JOINTS = 16

/** Conjugate gradients: steps per visit, at most; the same where joints have bent. Test: none */
export const MAX_CG_STEPS = 4
export const MAX_CG_STEPS_BENT = 16

/** Conjugate gradients: share of the energy in question that is left when a visit is over. Test: none */
export const CG_TOLERANCE = 1e-4

/** Motion in a substep, per size: of the bodies together, that is little; of one row, that is nothing; of a net that was helped already.
 *  Test: none; tests/d2/joints/nets.test.ts; none */
export const CG_NEGLIGIBLE = 1e-7
export const NET_ROUNDING = 1e-7
export const NET_STIR = 1e-10

// push-out: joints

/** Joint errors up to this are taken back within one substep: per size, and rad. Larger ones are no matter of rounding or curvature. Test: none */
export const JOINT_RECOVERY_LENGTH = 0.005
export const JOINT_RECOVERY_ANGLE = 0.02

/** Larger joint errors: share taken back per substep, and how fast at most, sizes per second and rad/s. Test: none */
export const JOINT_RECOVERY_SHARE = 0.2
export const JOINT_RECOVERY_SPEED = 3
export const JOINT_RECOVERY_SPIN = 10

/** What is far apart is taken back faster: by its distance in this time, s. Test: tests/families/d2/far-teleports.test.ts */
export const JOINT_RECOVERY_SECONDS = 0.1

/** How much faster than a single error is taken back a group may be pushed about, its sizes summed. Test: none */
export const MAX_GROUP_CORRECTION = 10

/** Joint errors below this, per size or rad, are rounding. Test: none */
export const ERROR_ROUNDING = 1e-13

/** Sweeps over the joints of a crowd: a net of 3600 bodies is as good after two as after four (2D). Test: none */
export const CROWD_SWEEPS = 2

// drift

/** Turns up to this, rad, have series that end after five terms (2D). Test: tests/d2/math/turns.test.ts */
export const SMALL_TURN = 0.05

// continuous

/** Most of one step's own motion that contact margins cover, per unit of size; what moves further is swept. A body that is stopped at its
 * impact loses the rest of the step: with 1, rows of small dominoes, whose tips move by more than their thickness in a step, ran at half
 * their speed, and jointed bodies were torn from each other.
 *  Test: tests/d2/accuracy/accuracy.test.ts -t bullets */
export const COVERED_MOTION_PER_SIZE = 3

/** Motion in a step, per unit of size, above which a body without joints is swept: contacts that were left out as passed by may stop it after all.
 *  Test: tests/d2/geometry/collide/chain-slide.test.ts */
export const SWEPT_MOTION_PER_SIZE = 1

/** Overlap per size at which a fast body that has a contact is stopped all the same: well above what push-out leaves.
 *  Test: tests/d2/accuracy/accuracy.test.ts -t bullets */
export const BREACH_PER_SIZE = 0.1

// move-characters

/** Gap that a character keeps from everything, per unit of its thickness, unless told otherwise. Test: tests/d3/characters/options.test.ts */
export const SKIN_PER_SIZE = 0.01

/** Highest step that a character takes, per unit of its thickness, unless told otherwise. Test: tests/d3/characters/options.test.ts */
export const STEP_PER_SIZE = 0.5

/** Gap at which a mover's casts end, of its skin. Planes then push it out to the whole skin; with 1, paths along a floor would end where they start.
 *  Test: tests/d3/characters/walking.test.ts */
export const CAST_SKIN = 0.5

/**
 * Gap at which the cast down onto a step ends, of the skin. Almost all of it: what pushes a foot out from an edge pushes it back, too, and at
 * slow speeds or short steps back off the edge again.
 * Test: tests/families/d3/character-courses.test.ts
 */
export const LANDING_SKIN = 0.999

/** Gap up to which what is under a character bears it, of its skin. Test: tests/d3/characters/walking.test.ts */
export const GROUND_SKIN = 1.5

/** Distance, of the skin, that counts as none when a character is moved: rounding. Test: tests/d3/characters/walking.test.ts */
export const PLANE_TOLERANCE = 1e-7

/** Rounds of collecting planes and moving on along them, per motion of a character. Test: tests/d3/characters/walking.test.ts -t corner */
export const SLIDE_ROUNDS = 8

/** Gap up to which a character touches a body that it can push, of its skin: a slide leaves it at the skin.
 *  Test: tests/d3/characters/pushing.test.ts */
export const TOUCH_SKIN = 1.01

/** Rounds over the points of touch of a character and a body. Test: tests/d3/characters/pushing.test.ts -t head */
export const PUSH_ROUNDS = 10

/** Motion of a body in a step, per unit of its size, above which it is stopped at characters in its way.
 *  Test: tests/d3/characters/pushing.test.ts -t fast */
export const STOPPED_MOTION_PER_SIZE = 0.25

/** Longest way out of an overlap, per depth: out of jaws that close at less than 12 degrees there is none.
 *  Test: tests/d3/characters/pushing.test.ts -t jaws */
export const LONGEST_WAY_OUT = 10

/** Depth per thickness of a character at which a chain has not stopped it: it comes from behind, and is not pushed out (2D).
 *  Test: tests/d2/characters/chains.test.ts */
export const ONE_SIDED_DEPTH = 0.25

// sleep-islands

/** Speed below which a body may fall asleep, m/s for a size of 1 m; grows with the square root of size, as falling does.
 *  Test: tests/common/slow-rollers.test.ts */
export const SLEEP_SPEED = 0.03

/** Share of their errors by which joints must come closer in a step to keep their island awake; less is rounding, or will take hours. Test: none */
export const CLOSING_SHARE = 1e-5

/** Seconds an island must be slow before it sleeps. Test: tests/d3/api/sleeping.test.ts */
export const SLEEP_SECONDS = 0.5

/** Seconds in which a body that speeds up must reach the sleeping speed to stay awake. Test: tests/families/d2/slow-slides.test.ts */
export const SPEED_UP_SECONDS = 60

/** Push-out that keeps an island awake: share of the slop in that time. 1 kg under 1000 kg comes up by a third of a slop.
 *  Test: tests/families/d2/heavy-blows.test.ts */
export const CORRECTION_PACE = 0.1

// Joint parts, mass

/** Distance of two anchors, m, below which it is rounding and has no direction. Test: none */
export const COINCIDENT = 1e-12

/** Moments of inertia that differ by less than this share are taken as equal: the body does not tumble (3D). Test: none */
export const ROUND_TOLERANCE = 1e-12

/** Inertia per mass of a body without shapes, m²: that of a disc of 1 m (2D). Test: tests/d2/api/motion.test.ts -t disc of a metre */
export const SHAPELESS_INERTIA = 0.125

// Snapshots

/** Lists of hulls or polygons, and kinds of joints no longer in use, that a world remembers for snapshots that name them: a second of rollback
 *  in which every step adds or removes one. Test: tests/common/geometry-is-let-go.test.ts -t goes back */
export const RECENT_FOR_RESTORE = 64
