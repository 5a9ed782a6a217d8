/**
 * Scenes as plain data, so that they can be moved, turned, mirrored, scaled and reordered before they are built. Vectors are arrays of two
 * or three numbers; an orientation is whatever the dimension takes (`Turn`: an angle, or a quaternion as four numbers).
 *
 */

export interface ShapeSpec<Turn> {
  readonly kind: 'ball' | 'box' | 'capsule' | 'hull'
  /** Radius · half extents · radius and half length. */
  readonly size: readonly number[]
  /** Of a hull or polygon. */
  readonly points?: readonly (readonly number[])[]
  /** In the body. */
  readonly at: readonly number[]
  readonly turn: Turn
  readonly density: number
  readonly friction: number
  readonly restitution: number
}

export interface BodySpec<Turn> {
  readonly type: 'static' | 'dynamic'
  readonly at: readonly number[]
  readonly turn: Turn
  readonly velocity: readonly number[]
  /** One number in the plane, three in space. */
  readonly spin: readonly number[]
  readonly shapes: readonly ShapeSpec<Turn>[]
}

export interface JointSpec {
  readonly kind: 'hinge' | 'slider' | 'fixed' | 'rod' | 'ball'
  /** Bodies by number; −1 is the world. */
  readonly a: number
  readonly b: number
  readonly anchor: readonly number[]
  /** Of hinges in space, and of sliders. */
  readonly axis?: readonly number[]
  readonly limit?: readonly [number, number]
  readonly motor?: { readonly speed: number; readonly most: number }
  readonly spring?: { readonly hertz: number; readonly ratio: number }
}

export interface SceneSpec<Turn> {
  readonly name: string
  readonly gravity: readonly number[]
  readonly bodies: readonly BodySpec<Turn>[]
  readonly joints: readonly JointSpec[]
  /** Do the bodies collide at all? */
  readonly collide: boolean
  readonly sleeping: boolean
  /** Length of a step, s. */
  readonly dt: number
  readonly steps: number
  /** Extent of a typical body, m: what differences are measured by. */
  readonly size: number
}

/** A similarity: x' = length · R x + shift, t' = time · t, m' = mass · m; R is a rotation or a mirror. */
export interface Similarity<Turn> {
  readonly name: string
  readonly length: number
  readonly time: number
  readonly mass: number
  readonly shift: readonly number[]
  /** R takes the x axis of bodies to its negative: their own coordinates are mirrored too. */
  readonly mirrored: boolean
  /** R v. */
  rotate(v: readonly number[]): number[]
  /** det R · R w: how angular velocities and axes to turn about go over. */
  turnAxis(w: readonly number[]): number[]
  orient(turn: Turn): Turn
  /** The same for an orientation within a body. */
  orientLocal(turn: Turn): Turn
  /** The order in which bodies, and joints, are made; as they stand if left out. */
  order?(count: number): number[]
}

function scaled(v: readonly number[], by: number): number[] {
  return v.map((value) => value * by)
}

function moved<Turn>(p: readonly number[], by: Similarity<Turn>): number[] {
  return by.rotate(p).map((value, k) => value * by.length + by.shift[k]!)
}

function localPoint<Turn>(p: readonly number[], by: Similarity<Turn>): number[] {
  return p.map((value, k) => (by.mirrored && k === 0 ? -value : value) * by.length)
}

/** Where a body of the scene would be afterwards. */
export function transformState<Turn>(state: BodyState<Turn>, by: Similarity<Turn>): BodyState<Turn> {
  return {
    at: moved(state.at, by),
    turn: by.orient(state.turn),
    velocity: scaled(by.rotate(state.velocity), by.length / by.time),
    spin: scaled(by.turnAxis(state.spin), 1 / by.time),
    awake: state.awake,
  }
}

export interface BodyState<Turn> {
  readonly at: readonly number[]
  readonly turn: Turn
  readonly velocity: readonly number[]
  readonly spin: readonly number[]
  readonly awake: boolean
}

/** The scene that must behave as the given one does, seen through the similarity. The order of bodies is left to whoever builds it. */
export function transformScene<Turn>(scene: SceneSpec<Turn>, by: Similarity<Turn>): SceneSpec<Turn> {
  const dimension = scene.gravity.length
  const density = by.mass / by.length ** dimension
  return {
    ...scene,
    gravity: scaled(by.rotate(scene.gravity), by.length / by.time ** 2),
    dt: scene.dt * by.time,
    size: scene.size * by.length,
    bodies: scene.bodies.map((body) => ({
      ...body,
      at: moved(body.at, by),
      turn: by.orient(body.turn),
      velocity: scaled(by.rotate(body.velocity), by.length / by.time),
      spin: scaled(by.turnAxis(body.spin), 1 / by.time),
      shapes: body.shapes.map((shape) => ({
        ...shape,
        size: scaled(shape.size, by.length),
        ...(shape.points ? { points: shape.points.map((p) => localPoint(p, by)) } : {}),
        at: localPoint(shape.at, by),
        turn: by.orientLocal(shape.turn),
        density: shape.density * density,
      })),
    })),
    joints: scene.joints.map((joint) => transformJoint(joint, by, dimension)),
  }
}

function transformJoint<Turn>(joint: JointSpec, by: Similarity<Turn>, dimension: number): JointSpec {
  const turns = joint.kind === 'hinge' || joint.kind === 'ball'
  // In the plane a mirror changes the sign of angles; in space the axis takes care of that.
  const sign = by.mirrored && dimension === 2 && turns ? -1 : 1
  const value = sign * (turns ? 1 : by.length)
  const force = (by.mass * by.length ** (turns ? 2 : 1)) / by.time ** 2
  const { axis, limit, motor, spring } = joint
  return {
    ...joint,
    anchor: moved(joint.anchor, by),
    ...(axis ? { axis: turns ? by.turnAxis(axis) : by.rotate(axis) } : {}),
    ...(limit ? { limit: sign > 0 ? [limit[0] * value, limit[1] * value] : [limit[1] * value, limit[0] * value] } : {}),
    ...(motor ? { motor: { speed: (motor.speed * value) / by.time, most: motor.most * force } } : {}),
    ...(spring ? { spring: { hertz: spring.hertz / by.time, ratio: spring.ratio } } : {}),
  }
}
