/**
 * Metamorphic relations: the same scene, seen through a similarity, must move alike. What may be asked of two runs depends on the scene.
 *
 * Trajectories. Runs differ by rounding, and the motion itself makes small differences grow; by how much is measured on the scene, with a
 * third run that starts a billionth of a size away. The bound is what rounding may have become by then: no number in it was chosen by
 * looking at results. Where only the order of creation differs, contacts are swept in another order, and what stands may stand anywhere
 * within the slop.
 *
 * Powers of two. Scaled by them, every sum, product, quotient and (of even powers) root is the same but for its exponent: runs are equal to
 * the bit, however chaotic they are, unless some number in the engine is a length, a time or a mass.
 *
 * Figures. Piles are chaotic; what they come to is compared over several seeds with a paired t-test: only a difference that chance would
 * make once in a thousand times counts.
 *
 */

import { atMost, type Row } from '../../accuracy/case.ts'
import { transformScene, transformState, type BodyState, type SceneSpec, type Similarity } from './scene-spec.ts'

/** A run of a scene. */
export interface Run<Turn> {
  /** By step, the start included, then by body as in the scene. */
  readonly states: readonly (readonly BodyState<Turn>[])[]
  /** Deepest overlap at the end, m. */
  readonly overlap: number
}

export interface Laboratory<Turn> {
  /** Nothing changes. */
  readonly same: Similarity<Turn>
  /** Builds and runs a scene, its bodies and joints made in the given orders. */
  run(scene: SceneSpec<Turn>, bodies: readonly number[], joints: readonly number[]): Run<Turn>
  /** Angle between two orientations, rad. */
  angleBetween(a: Turn, b: Turn): number
}

/** A scene of a kind from every seed. */
export type Family<Turn> = (seed: number) => SceneSpec<Turn>

/** Roundings that a step may add to a coordinate of the size of a body: a few thousand operations, one after the other. */
const ROUNDINGS = 1000
/** Roundings of a place in the world per step: it is written once in a substep at most. */
const PLACE_ROUNDINGS = 4
const UNIT_ROUNDOFF = 2 ** -53
/** Of a size: how far the third run starts from the first. */
const NUDGE = 1e-9
/** Of a size: the engine's slop, within which bodies that touch may stand anywhere. */
const SLOP = 5e-4

function runPlain<Turn>(lab: Laboratory<Turn>, scene: SceneSpec<Turn>): Run<Turn> {
  return runThrough(lab, scene, lab.same)
}

function runThrough<Turn>(lab: Laboratory<Turn>, scene: SceneSpec<Turn>, by: Similarity<Turn>): Run<Turn> {
  const order = (count: number): number[] => by.order?.(count) ?? Array.from({ length: count }, (_, i) => i)
  return lab.run(transformScene(scene, by), order(scene.bodies.length), order(scene.joints.length))
}

/** Largest difference of a pose between what the similarity makes of one run and the other run: in sizes, and rad. */
function worstDifference<Turn>(
  lab: Laboratory<Turn>, scene: SceneSpec<Turn>, by: Similarity<Turn>, run: Run<Turn>, other: Run<Turn>,
): number {
  let worst = 0
  run.states.forEach((bodies, step) => bodies.forEach((body, i) => {
    const expected = transformState(body, by)
    const found = other.states[step]![i]!
    const away = Math.hypot(...expected.at.map((value, k) => value - found.at[k]!)) / (scene.size * by.length)
    const difference = Math.max(away, lab.angleBetween(expected.turn, found.turn))
    // What is no number stays.
    if (!(difference <= worst)) worst = difference
  }))
  return worst
}

/** How much a difference at the start has grown at most: by the third run. At least 1. */
function growthOf<Turn>(lab: Laboratory<Turn>, scene: SceneSpec<Turn>, run: Run<Turn>): number {
  const nudged = {
    ...scene,
    bodies: scene.bodies.map((body, i) => ({
      ...body,
      // Any direction, another one for each body.
      at: body.type === 'static' ? body.at : body.at.map((value, k) => value + NUDGE * scene.size * Math.cos(7 * i + 3 * k)),
    })),
  }
  return Math.max(1, worstDifference(lab, scene, lab.same, run, runPlain(lab, nudged)) / NUDGE)
}

/** What rounding may have become at the end. Places far away are coarser. */
function roundingBound<Turn>(scene: SceneSpec<Turn>, by: Similarity<Turn>, growth: number): number {
  const away = Math.hypot(...by.shift) / (scene.size * by.length)
  return scene.steps * UNIT_ROUNDOFF * growth * (ROUNDINGS + PLACE_ROUNDINGS * away)
}

/** Poses at every step, each family with its seeds under each similarity: the worst, in terms of what rounding may have become. */
export function trajectoryRows<Turn>(
  lab: Laboratory<Turn>, families: readonly Family<Turn>[], similarities: readonly Similarity<Turn>[], seeds: number,
): Row[] {
  return families.flatMap((family) => {
    const runs = Array.from({ length: seeds }, (_, i) => {
      const scene = family(i + 1)
      const run = runPlain(lab, scene)
      return { scene, run, growth: growthOf(lab, scene, run) }
    })
    return similarities.map((by) => {
      const shares = runs.map(({ scene, run, growth }) => {
        const difference = worstDifference(lab, scene, by, run, runThrough(lab, scene, by))
        const swept = by.order !== undefined && scene.collide ? SLOP : 0
        return difference / Math.max(swept, roundingBound(scene, by, growth))
      })
      return atMost(`${runs[0]!.scene.name}, ${by.name}`, 'difference of poses / bound', '', 1, worstOf(shares))
    })
  })
}

/** The same for scalings by powers of two: nothing may differ at all. */
export function exactRows<Turn>(
  lab: Laboratory<Turn>, families: readonly Family<Turn>[], similarities: readonly Similarity<Turn>[], seeds: number,
): Row[] {
  return families.flatMap((family) => {
    const runs = Array.from({ length: seeds }, (_, i) => ({ scene: family(i + 1), run: runPlain(lab, family(i + 1)) }))
    return similarities.map((by) => {
      const differences = runs.map(({ scene, run }) => worstDifference(lab, scene, by, run, runThrough(lab, scene, by)))
      return atMost(`${runs[0]!.scene.name}, ${by.name}`, 'difference of poses, sizes and rad', '', 0, worstOf(differences))
    })
  })
}

/** Steps until everything sleeps: rounding may shift the moment at which a speed falls below the threshold, by a step. */
export function sleepRows<Turn>(
  lab: Laboratory<Turn>, families: readonly Family<Turn>[], similarities: readonly Similarity<Turn>[], seeds: number,
): Row[] {
  return families.flatMap((family) => {
    const runs = Array.from({ length: seeds }, (_, i) => ({ scene: family(i + 1), steps: stepsToSleep(runPlain(lab, family(i + 1))) }))
    return similarities.map((by) => {
      const later = runs.map(({ scene, steps }) => Math.abs(stepsToSleep(runThrough(lab, scene, by)) - steps))
      return atMost(`${runs[0]!.scene.name}, ${by.name}`, 'steps between the moments of sleep', '', 1, worstOf(later))
    })
  })
}

/** As many as there are and one more if somebody is awake at the end. */
function stepsToSleep<Turn>({ states }: Run<Turn>): number {
  const asleep = states.findIndex((bodies) => bodies.every(({ awake }) => !awake))
  return asleep < 0 ? states.length : asleep
}

interface Figures {
  /** Mean height of the bodies, in sizes. */
  height: number
  /** Deepest overlap, in sizes. */
  overlap: number
  /** Root mean square of the speed, in terms of that of a fall by a size. */
  speed: number
  /** Share of the bodies that sleep. */
  asleep: number
}

/** Differences in each figure that do not matter. */
const RESOLUTION: Figures = { height: 1e-3, overlap: SLOP, speed: 1e-3, asleep: 0.02 }

/** What becomes of chaotic scenes, over several seeds: the difference of the means, in terms of the largest that chance may make. */
export function figureRows<Turn>(
  lab: Laboratory<Turn>, family: Family<Turn>, similarities: readonly Similarity<Turn>[], seeds: number,
): Row[] {
  const scenes = Array.from({ length: seeds }, (_, i) => family(i + 1))
  const plain = scenes.map((scene) => figuresOf(scene, lab.same, runPlain(lab, scene)))
  return similarities.flatMap((by) => {
    const other = scenes.map((scene) => figuresOf(scene, by, runThrough(lab, scene, by)))
    return (Object.keys(RESOLUTION) as (keyof Figures)[]).map((key) => {
      const value = significance(plain.map((figures) => figures[key]), other.map((figures) => figures[key]), RESOLUTION[key])
      return atMost(`${scenes[0]!.name}, ${by.name}`, `difference of ${key} / chance`, '', 1, value)
    })
  })
}

function figuresOf<Turn>(scene: SceneSpec<Turn>, by: Similarity<Turn>, run: Run<Turn>): Figures {
  const { gravity, size, bodies } = transformScene(scene, by)
  const pull = Math.hypot(...gravity)
  const movable = run.states.at(-1)!.filter((_, i) => bodies[i]!.type === 'dynamic')
  const mean = (of: (body: BodyState<Turn>) => number): number => movable.reduce((sum, body) => sum + of(body), 0) / movable.length
  return {
    height: mean(({ at }) => at.reduce((sum, value, k) => sum - (value - by.shift[k]!) * gravity[k]!, 0)) / (pull * size),
    overlap: run.overlap / size,
    speed: Math.sqrt(mean(({ velocity }) => Math.hypot(...velocity) ** 2) / (pull * size)),
    asleep: mean(({ awake }) => (awake ? 0 : 1)),
  }
}

/** Student's t for a probability of 1/1000 on both sides together, by degrees of freedom from 1 on. */
const T_999 = [636.6, 31.6, 12.92, 8.61, 6.87, 5.96, 5.41, 5.04, 4.78, 4.59, 4.44, 4.32, 4.22, 4.14, 4.07]

/**
 * Mean of the paired differences, in terms of the largest that chance alone may make: above 1 the two do differ. `resolution` is a
 * difference that does not matter, and keeps figures that are all the same from being told apart by their last digits.
 *
 */
function significance(first: readonly number[], second: readonly number[], resolution: number): number {
  const differences = first.map((value, i) => second[i]! - value)
  const n = differences.length
  const mean = differences.reduce((sum, value) => sum + value, 0) / n
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)
  return Math.abs(mean) / Math.max(resolution, T_999[n - 2]! * Math.sqrt(variance / n))
}

/** The largest; what is no number stays. */
function worstOf(values: readonly number[]): number {
  return values.reduce((worst, value) => (value > worst || Number.isNaN(value) ? value : worst), 0)
}
