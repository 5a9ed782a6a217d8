/** Builds and runs the scenes of the metamorphic tests in three dimensions, and the similarities of space. */

import { box, capsule, hull, sphere, World, type Body, type Quat, type ShapeDefinition, type Vec3 } from 'fulcrum-physics/3d'
import type { Laboratory, Run } from '../../common/helpers/metamorphic/relations.ts'
import type { BodyState, JointSpec, SceneSpec, ShapeSpec, Similarity } from '../../common/helpers/metamorphic/scene-spec.ts'

/** A quaternion: x y z w. */
export type Turn = readonly [number, number, number, number]
export type Scene = SceneSpec<Turn>

export const UPRIGHT: Turn = [0, 0, 0, 1]

const vec = (p: readonly number[]): Vec3 => ({ x: p[0]!, y: p[1]!, z: p[2]! })
const quat = ([x, y, z, w]: Turn): Quat => ({ x, y, z, w })

/** q then p: p q. */
export function after(q: Turn, p: Turn): Turn {
  const [a, b, c, d] = p
  const [x, y, z, w] = q
  return [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z]
}

/** About a unit axis, rad. */
export function around([x, y, z]: readonly number[], angle: number): Turn {
  const s = Math.sin(angle / 2)
  return [x! * s, y! * s, z! * s, Math.cos(angle / 2)]
}

function turned(q: Turn, [x, y, z]: readonly number[]): number[] {
  return after(after([-q[0], -q[1], -q[2], q[3]], [x!, y!, z!, 0]), q).slice(0, 3)
}

function makeShape(shape: ShapeSpec<Turn>, collide: boolean): ShapeDefinition {
  const { density, friction, restitution, size } = shape
  const more = {
    position: vec(shape.at), rotation: quat(shape.turn), density, friction, restitution,
    ...(collide ? {} : { filter: { category: 1, mask: 0 } }),
  }
  if (shape.kind === 'ball') return sphere({ radius: size[0]!, ...more })
  if (shape.kind === 'box') return box({ halfExtents: vec(size), ...more })
  if (shape.kind === 'capsule') return capsule({ radius: size[0]!, halfLength: size[1]!, ...more })
  return hull({ points: shape.points!.map(vec), ...more })
}

function makeJoint(world: World, joint: JointSpec, bodies: readonly Body[]): void {
  const { limit, motor, spring } = joint
  const ends = { bodyA: joint.a < 0 ? null : bodies[joint.a]!, bodyB: bodies[joint.b]! }
  const anchor = vec(joint.anchor)
  const range = limit ? { limit: { lower: limit[0], upper: limit[1] } } : {}
  const pull = spring ? { spring: { hertz: spring.hertz, dampingRatio: spring.ratio } } : {}
  if (joint.kind === 'hinge') {
    const drive = motor ? { motor: { speed: motor.speed, maxTorque: motor.most } } : {}
    world.createHingeJoint({ ...ends, anchor, axis: vec(joint.axis!), ...range, ...pull, ...drive })
  } else if (joint.kind === 'slider') {
    const drive = motor ? { motor: { speed: motor.speed, maxForce: motor.most } } : {}
    world.createSliderJoint({ ...ends, anchor, axis: vec(joint.axis!), ...range, ...pull, ...drive })
  } else if (joint.kind === 'rod') world.createDistanceJoint({ ...ends, anchorA: anchor, anchorB: ends.bodyB.position })
  else if (joint.kind === 'ball') world.createBallJoint({ ...ends, anchor })
  else world.createFixedJoint({ ...ends, anchor })
}

function stateOf({ position: p, rotation: q, linearVelocity: v, angularVelocity: w, isAwake }: Body): BodyState<Turn> {
  return { at: [p.x, p.y, p.z], turn: [q.x, q.y, q.z, q.w], velocity: [v.x, v.y, v.z], spin: [w.x, w.y, w.z], awake: isAwake }
}

const SAME: Similarity<Turn> = {
  name: 'as it is', length: 1, time: 1, mass: 1, shift: [0, 0, 0], mirrored: false,
  rotate: (v) => [...v], turnAxis: (w) => [...w], orient: (turn) => turn, orientLocal: (turn) => turn,
}

export const SPACE: Laboratory<Turn> = {
  same: SAME,
  run(scene, bodyOrder, jointOrder): Run<Turn> {
    const world = new World({ gravity: vec(scene.gravity), sleeping: scene.sleeping })
    const bodies: Body[] = []
    for (const i of bodyOrder) {
      const { type, at, turn, velocity, spin, shapes } = scene.bodies[i]!
      bodies[i] = world.createBody({
        type, position: vec(at), rotation: quat(turn), linearVelocity: vec(velocity), angularVelocity: vec(spin),
        shapes: shapes.map((shape) => makeShape(shape, scene.collide)),
      })
    }
    for (const j of jointOrder) makeJoint(world, scene.joints[j]!, bodies)
    const states = [bodies.map(stateOf)]
    for (let step = 1; step <= scene.steps; step++) {
      world.step(scene.dt)
      states.push(bodies.map(stateOf))
    }
    return { states, overlap: deepest(world) }
  },
  angleBetween(a, b) {
    // By the chord between the quaternions, either sign of which is the same orientation: zero where they are equal.
    const near = Math.hypot(...a.map((value, k) => value - b[k]!))
    const far = Math.hypot(...a.map((value, k) => value + b[k]!))
    return 4 * Math.asin(Math.min(near, far) / 2)
  },
}

/** x y z, normal, depth, impulse per contact point. */
const CONTACT_STRIDE = 8
const DEPTH = 6
const MOST_CONTACTS = 4096

function deepest(world: World): number {
  const points = new Float64Array(MOST_CONTACTS * CONTACT_STRIDE)
  const count = Math.min(world.readContacts(points), MOST_CONTACTS)
  let most = 0
  for (let i = 0; i < count; i++) most = Math.max(most, points[i * CONTACT_STRIDE + DEPTH]!)
  return most
}

export function translate(x: number, y: number, z: number): Similarity<Turn> {
  return { ...SAME, name: `moved by ${x}, ${y}, ${z} m`, shift: [x, y, z] }
}

export function rotate(name: string, by: Turn): Similarity<Turn> {
  const turn = (v: readonly number[]): number[] => turned(by, v)
  return { ...SAME, name, rotate: turn, turnAxis: turn, orient: (q) => after(q, by) }
}

/** About z; vectors stay as they are but for places and signs. */
export function quarterTurn(): Similarity<Turn> {
  const turn = ([x, y, z]: readonly number[]): number[] => [-y!, x!, z!]
  const half = Math.SQRT1_2
  return { ...SAME, name: 'turned by a quarter', rotate: turn, turnAxis: turn, orient: (q) => after(q, [0, 0, half, half]) }
}

const mirrored = ([x, y, z, w]: Turn): Turn => [x, -y, -z, w]

export const MIRROR: Similarity<Turn> = {
  ...SAME, name: 'mirrored', mirrored: true,
  rotate: ([x, y, z]) => [-x!, y!, z!], turnAxis: ([x, y, z]) => [x!, -y!, -z!], orient: mirrored, orientLocal: mirrored,
}

/** Gravity goes as length / time². */
export function scale(name: string, length: number, time: number, mass: number): Similarity<Turn> {
  return { ...SAME, name, length, time, mass }
}

/** Made from the last to the first. */
export const BACKWARDS: Similarity<Turn> = {
  ...SAME, name: 'made backwards', order: (count) => Array.from({ length: count }, (_, i) => count - 1 - i),
}

/** Made in another order: every third, then the next ones. */
export const SHUFFLED: Similarity<Turn> = {
  ...SAME, name: 'made in another order',
  order: (count) => [0, 1, 2].flatMap((from) => Array.from({ length: count }, (_, i) => i).filter((i) => i % 3 === from)),
}
