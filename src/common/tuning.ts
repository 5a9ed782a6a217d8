/**
 * Every tuning number of the engine, grouped by stage, with its unit, its reason and the test that fails where it is ten times larger or smaller
 * (`npm run mutants`); `none` where no such test was found, semicolons between those of a group. "Size" is a shape's thickness (the diameter of
 * the largest ball that fits), so that worlds of 1 mm and of 1 km behave alike.
 *
 * Not here: what rounding leaves (`math/rounding.ts`), limits of what may be set (`limits.ts`), tolerances of shapes (`tolerances.ts`, `d2` and
 * `d3/geometry/tolerances.ts`), of joint kinds (`d3/joints/parts/tolerances.ts`) and of vehicles (`d3/vehicles/tolerances.ts`).
 */

// The world

/** Steps are cut into this many substeps unless the user says otherwise. Four hold 1:1000 chains and stacks. Test: tests/d2/joints/groups.test.ts */
export const DEFAULT_SUBSTEPS = 4

// find-pairs, narrow-phase, update-bounds

/** Box margin in the tree, per unit of size: bodies that jitter stay inside and cost nothing. Test: tests/d2/api/pair-order.test.ts */
export const FAT_MARGIN_PER_SIZE = 0.1

/** Distance at which contacts are prepared before they touch, and limits of joints (3D) before they are reached, per unit of size; rad. What moves by
 *  less in a step meets nothing new, and may rest on its joints and contacts. Test: tests/common/resting-joints.test.ts */
export const MARGIN_PER_SIZE = 0.02

/** Overlap left alone, per unit of size. Touching contacts need a little overlap to stay found; 0 loses stacks of ten.
 *  Test: tests/d2/contacts/stacks.test.ts */
export const SLOP_PER_SIZE = 5e-4

/** Speculative contacts: sideways motion in one step, per radius, above which a touching corner is skimmed. Slower ones lift by hundredths.
 *  Test: tests/families/d2/ellipse-rolling.test.ts */
export const SKIMMING_MOTION = 0.25

/** Internal edges between movable bodies: how many times as fast as the other one a body must be, and how many slops it moves in a step.
 *  Test: none; tests/regressions/sliding-over-movable-crates-trips.test.ts */
export const RUSH_SPEED_RATIO = 4
export const RUSH_PER_SLOP = 20

/** Pair order: distance in rows above which the shapes of two pairs that follow each other are strangers. Sorted pairs have one for so many shapes
 *  at most; sorting pays where there are twice as many. Test: tests/d2/api/pair-order.test.ts */
export const STRANGE_DISTANCE = 8

/** Trees: share of moved leaves above which one pass over the whole tree is cheaper than a climb and a search per leaf (measured).
 *  Test: tests/common/tree-builds.test.ts -t pass */
export const WHOLE_TREE_SHARE = 0.4

/** Trees: price of a rebuild, in box tests of waiting proxies per leaf (measured: about 300 ns against 5 ns).
 *  Test: tests/common/tree-builds.test.ts -t wait */
export const BUILD_COST = 64

/** Trees: steps that a tree serves even if everything moves. One rebuild in four halves the time of an explosion, and none was slower.
 *  Test: tests/common/tree-builds.test.ts -t steps */
export const MIN_STEPS_BETWEEN_BUILDS = 4

// update-islands: solver policy

/** Substeps as a multiple of the world's, by class of island (`islands/batches.ts`). Test: tests/d2/contacts/held-bodies.test.ts */
export const SUBSTEP_FACTOR: readonly number[] = [0.5, 1, 1.5, 2, 3, 4, 4, 1, 1, 0.25, 4, 0.5]

/** Sweeps per substep, by class; and where all joints are solved as groups, so that sweeps only carry between groups and contacts.
 *  Test: tests/d2/contacts/held-bodies.test.ts; tests/d2/joints/builders.test.ts -t Bridge */
export const SWEEPS: readonly number[] = [2, 2, 2, 2, 2, 2, 4, 16, 8, 8, 4, 8]
export const SWEEPS_OF_GROUPS: readonly number[] = [2, 2, 2, 2, 2, 2, 4, 16, 4, 4, 4, 4]

/** Steps in which a contact has no impulse worth starting from. Test: tests/common/island-policy.test.ts -t cold */
export const COLD_STEPS = 3

/** Sweeps go on while the last two have changed an island by more than this share of a substep's fall, steps of conjugate gradients (nets) while
 *  that much of the energy is left. Test: tests/families/d2/arches.test.ts */
export const SWEEP_TOLERANCE = 1e-3

/** Error control: visits of rows that an island may have, and sweeps per level that loads go through (`refine-islands.ts`).
 *  Test: tests/common/island-policy.test.ts -t visits; tests/common/island-policy.test.ts -t visits */
export const ROW_VISITS = 8000
export const SWEEPS_PER_LEVEL = 4

/** Error control: plain pairs of sweeps before conjugate gradients. Without any dry arches sag by 1e-3 of their size at worst, not 1e-6.
 *  Test: none */
export const PLAIN_PAIRS = 2

/** Slenderness (compliances in series: the sum over the levels of 1 / bodies on the level) times √(fall per size) that a multiple 1 of
 *  the substeps holds. Test: tests/families/d2/structures.test.ts */
export const SLENDER_FALL = 0.52

/** Mass ratio across a contact above which an island gets all substeps. Test: tests/common/island-policy.test.ts -t forty */
export const HEAVY_MASS_RATIO = 30

/** Steps an island stays hard after a new contact: drift of piles is born in the landing. Test: tests/d2/contacts/stacks.test.ts */
export const BURST_STEPS = 20

/** Share of new contacts up to which an island counts as calm all the same, and of moving bodies as at rest: a large pile always has a few. And
 *  change of a step's length, relative, above which stored impulses are a new guess. Test: tests/common/island-policy.test.ts -t lively */
export const BURST_SHARE = 0.02

/** Free motion in one step, per size, above which an island is cut into more substeps: 1 mm cubes fall 2.7 mm in a step.
 *  Test: tests/d3/scenarios/scenes.test.ts -t scales */
export const FALL_PER_SIZE = 0.4

/** Joints, and contacts, up to which an island is small enough for as many sweeps as help. Test: tests/d2/joints/fast-swing.test.ts */
export const FEW_JOINTS = 8

/** Joints of an island above which a lattice of them is solved as a net, if it is not solved as a group, and others are a crowd (2D).
 *  Test: tests/d2/joints/still-rows.test.ts */
export const MIN_NET_JOINTS = 64

/** Joints per body above which they close meshes: chains and trees of joints have no more than one. Test: tests/d2/joints/still-rows.test.ts */
export const MESHED_JOINTS_PER_BODY = 1.25

/** Motion in a step, per size or rad, up to which a net stands still, or angle up to which its hinges are unbent. Test: none */
export const STILL_MOTION = 1e-3

/** Share of the energy of a fall by its own size above which a body is not at rest. Test: tests/d2/contacts/stacks.test.ts -t pyramids */
export const REST_OF_FALL = 1e-5

/** Turn, rad, that is too much: in a step for the usual substeps of what swings, in a substep for links under a heavy load.
 *  Test: tests/d2/joints/fast-swing.test.ts */
export const MAX_TURN = 0.6

/** Fast swing: share of its size up to which an anchor is the middle of a body. What turns on it, as wheels do, does not swing.
 *  Test: tests/d2/joints/fast-swing.test.ts -t middle */
export const MIN_SWING_ARM = 0.1

// prepare-contacts, solve: contacts

/** How many times as long as the time they were measured over a step may be and still start from the stored forces.
 *  Test: tests/common/island-policy.test.ts -t stand */
export const MAX_STEP_GROWTH = 2

/** Supports steeper than this (cosine to gravity) carry no weight in the warm-start guess: about 70°. Test: tests/d2/contacts/stacks.test.ts */
export const SUPPORT_COSINE = 0.35

/** Diagonal added to a manifold's K, relative: four coplanar points have rank three. Test: tests/d2/contacts/bounce.test.ts */
export const BLOCK_COMPLIANCE = 1e-3

/** Passes, at most, of what converges in a few: active sets of a manifold's normals or of a boxed LCP, Newton's method for the moment of touch,
 *  blows without the group's compliance. Test: tests/families/d2/blows.test.ts */
export const MAX_PASSES = 12

/** θ² × slenderness up to which inertia of the step's start will do: 8° for a cube-like body, half a degree for a rod of 1:15. Test: none */
export const ROTATION_TOLERANCE = 0.02

// solve: poses

/** Motion, per size or rad, that is not felt. Normals of rows that follow, and joints and inertia of islands at rest, stay as they were made: gaps
 *  are wrong by half its square. Errors of exactly solved joints are taken back in the velocities (in tiny steps less: `small-error.ts`).
 *  Test: none */
export const POSE_TOLERANCE = 1e-4

// impact

/** A bounce below this many substeps of its own acceleration is taken as rest; smaller hops cannot be resolved. Test: tests/common/impacts.test.ts */
export const REST_SPEED_SUBSTEPS = 4

/** Rounds of the impact pass, so that a blow can run through a line of touching balls. Test: tests/common/impacts.test.ts */
export const IMPACT_ROUNDS = 32

/** Repeats that remove what the block's small compliance leaves of the rebound speed. Test: tests/d2/contacts/bounce.test.ts */
export const IMPACT_REFINEMENTS = 3

// push-out: contacts

/** Share of the overlap that push-out removes in one substep. 0.1 sinks under load, 0.6 gains nothing. Test: tests/common/overlaps.test.ts */
export const PUSH_OUT_SHARE = 0.3

/** Islands that a kinematic body crushes against the static: the share of their impulses that they keep for the next step; with 1 these grow
 *  without end, with 0 bodies are thrown out from under presses. Test: tests/families/d2/crushes.test.ts */
export const CRUSHED_SHARE = 0.5

/** Push-out speed limit, 1/s per unit of size: half-deep cubes part in about a third of a second. Test: tests/common/overlaps.test.ts */
export const PUSH_OUT_SPEED_PER_SIZE = 3

// prepare-joints, refresh-joints: rows and regularisation

/** Relative compliance of a joint's own rigid rows, of a group of one joint or at rest, and of the direct solve of a boxed LCP: enough that
 * redundant rows share the load, too little to see.
 *  Test: tests/regressions/flat-arches-sag-and-their-loads-read-wrong.test.ts */
export const CONSTRAINT_REGULARIZATION = 1e-10

/** Relative compliance of the rows of a group: redundant rows, as every planar loop has them, share their load and do not answer rounding. With
 * 1e-7 chains that whip open twice as far, and symmetric bridges hang askew; loads of moving loops near a singular pose are up to 2 % off for it.
 *  Test: tests/d2/joints/groups.test.ts -t chain */
export const GROUP_REGULARIZATION = 1e-6

/** Groups at rest have that of single joints, where its share of the softest row is less than this: that of a redundant one is more.
 *  Test: tests/regressions/flat-arches-sag-and-their-loads-read-wrong.test.ts */
export const REDUNDANT_SHARE = 0.03

/** κ of nets: soft enough that joints which brace each other do not answer rounding, stiff enough to be right at once.
 *  Test: tests/d2/joints/nets.test.ts */
export const NET_REGULARIZATION = 1e-7

/** Share of a row's arms up to which its unbalance is a gap between anchors and not its nature, as with gears. Test: none */
export const ANCHOR_GAP_SHARE = 0.02

/** Multiplications per factorisation of one group, at most. Nets of ball joints are beyond it, chains, machines and ragdolls far below.
 *  Test: tests/common/elimination.test.ts */
export const MAX_GROUP_WORK = 400_000

/** Rows of a boxed LCP, at most; larger ones are swept. Test: tests/common/boxed-lcp.test.ts */
export const MAX_LCP_ROWS = 48

/** Boxed LCP: projected sweeps between active-set steps. Test: tests/d2/joints/builders.test.ts -t Bridge */
export const LCP_SWEEPS = 3

// solve: joint targets

/** Share of a row's compliance that its warm start loses, in groups and in nets: impulses of redundant rows must not grow.
 *  Test: tests/common/redundant-loops.test.ts */
export const WARM_START_DECAY = 0.01

// solve: geometric stiffness

/** G W_c up to which no inertia is added, per axis that it is summed over: in space two count.
 *  Test: tests/regressions/chain-that-cracks-like-a-whip-tears.test.ts */
export const STABLE_RATIO = 0.125

/** Tension: growth in a substep at most, times the one before; and what is left of it in any case.
 *  Test: tests/d2/joints/groups.test.ts -t chain; tests/regressions/chain-that-cracks-like-a-whip-tears.test.ts */
export const MAX_TENSION_GROWTH = 4
export const TENSION_DECAY = 0.97

/** Joints from which on a net holds a body so that it cannot turn by itself (2D). Test: tests/d2/joints/nets.test.ts */
export const MAX_STIFFENED_JOINTS = 3

// solve: energy limiter

/** Share of its energy that an island may seem to gain; and with contacts, within a step: with 1 % there, too, tiny steps throw chains.
 *  Test: none */
export const ENERGY_TOLERANCE = 0.01
export const ENERGY_TOLERANCE_WITH_CONTACTS = 0.5

/** How many times its energy tells that impulses have run away. Test: none */
export const RUNAWAY_RATIO = 2

/** Share of the energy of its turn that a group must have too much before it loses some of that.
 *  Test: tests/regressions/joints-loop-that-cannot-close-blows-up.test.ts */
export const FALSE_SPIN_SHARE = 0.5

// solve: nets (2D)

/** Bent joints of a net that do not spoil the whole, and steps of conjugate gradients: each takes one. Test: none */
export const MAX_BENT_JOINTS = 16

// push-out: joints

/** Joint errors up to this, per size or rad, are rounding and curvature, taken back within one substep. Larger ones are pushed out as overlaps
 *  are; and a Newton target that leaves more, and does not shrink it, diverges. Test: tests/d3/joints/builders.test.ts -t Rope */
export const MAX_JOINT_ERROR = 0.01

/** How much faster than a single error is taken back a group may be pushed about, its sizes summed.
 *  Test: none */
export const MAX_GROUP_CORRECTION = 10

/** Sweeps over the joints of a crowd: a net of 3600 bodies is as good after two as after four (2D). Test: none */
export const CROWD_SWEEPS = 2

// continuous

/** Most of one step's own motion that contact margins cover, per unit of size; what moves further is swept. A body that is stopped at its
 * impact loses the rest of the step: with 1, rows of small dominoes, whose tips move by more than their thickness in a step, ran at half
 * their speed, and jointed bodies were torn from each other.
 *  Test: tests/d2/accuracy/accuracy.test.ts -t bullets */
export const COVERED_MOTION_PER_SIZE = 3

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

/** Speed below which a body may fall asleep, m/s for a size of 1 m; grows with the square root of size, as falling does. Slower than this, in rad or
 *  sizes per second, nothing bounces off a limit. Test: tests/common/slow-rollers.test.ts */
export const SLEEP_SPEED = 0.03

/** Share of their errors by which joints must come closer in a step to keep their island awake; less is rounding, or will take hours.
 *  Test: tests/common/creeping-springs.test.ts */
export const CLOSING_SHARE = 1e-5

/** Seconds an island must be slow before it sleeps. Test: tests/d3/api/sleeping.test.ts */
export const SLEEP_SECONDS = 0.5

/** Push-out that keeps an island awake: share of the slop in that time. 1 kg under 1000 kg comes up by a third of a slop.
 *  Test: tests/families/d2/heavy-blows.test.ts */
export const CORRECTION_PACE = 0.1
