/** Builds and runs the scenes of the metamorphic tests in two dimensions, and the similarities of the plane. */

import { box, capsule, circle, polygon, World, type Body, type ShapeDefinition, type Vec2 } from 'fulcrum-physics/2d'
import type { Laboratory, Run } from '../../common/helpers/metamorphic/relations.ts'
import type { BodyState, JointSpec, SceneSpec, ShapeSpec, Similarity } from '../../common/helpers/metamorphic/scene-spec.ts'

export type Scene = SceneSpec<number>

const vec = (p: readonly number[]): Vec2 => ({ x: p[0]!, y: p[1]! })

function makeShape(shape: ShapeSpec<number>, collide: boolean): ShapeDefinition {
  const { density, friction, restitution, size } = shape
  const more = {
    position: vec(shape.at), rotation: shape.turn, density, friction, restitution, ...(collide ? {} : { filter: { category: 1, mask: 0 } }),
  }
  if (shape.kind === 'ball') return circle({ radius: size[0]!, ...more })
  if (shape.kind === 'box') return box({ halfExtents: vec(size), ...more })
  if (shape.kind === 'capsule') return capsule({ radius: size[0]!, halfLength: size[1]!, ...more })
  return polygon({ points: shape.points!.map(vec), ...more })
}

function makeJoint(world: World, joint: JointSpec, bodies: readonly Body[]): void {
  const { limit, motor, spring } = joint
  const ends = { bodyA: joint.a < 0 ? null : bodies[joint.a]!, bodyB: bodies[joint.b]! }
  const anchor = vec(joint.anchor)
  const range = limit ? { limit: { lower: limit[0], upper: limit[1] } } : {}
  const pull = spring ? { spring: { hertz: spring.hertz, dampingRatio: spring.ratio } } : {}
  if (joint.kind === 'hinge') {
    const drive = motor ? { motor: { speed: motor.speed, maxTorque: motor.most } } : {}
    world.createHingeJoint({ ...ends, anchor, ...range, ...pull, ...drive })
  } else if (joint.kind === 'slider') {
    const drive = motor ? { motor: { speed: motor.speed, maxForce: motor.most } } : {}
    world.createSliderJoint({ ...ends, anchor, axis: vec(joint.axis!), ...range, ...pull, ...drive })
  } else if (joint.kind === 'rod') world.createDistanceJoint({ ...ends, anchorA: anchor, anchorB: ends.bodyB.position })
  else world.createFixedJoint({ ...ends, anchor })
}

function stateOf({ position, rotation, linearVelocity, angularVelocity, isAwake }: Body): BodyState<number> {
  return {
    at: [position.x, position.y], turn: rotation, velocity: [linearVelocity.x, linearVelocity.y], spin: [angularVelocity], awake: isAwake,
  }
}

/** Nothing changes. */
const SAME: Similarity<number> = {
  name: 'as it is', length: 1, time: 1, mass: 1, shift: [0, 0], mirrored: false,
  rotate: (v) => [...v], turnAxis: (w) => [...w], orient: (turn) => turn, orientLocal: (turn) => turn,
}

export const PLANE: Laboratory<number> = {
  same: SAME,
  run(scene, bodyOrder, jointOrder): Run<number> {
    const world = new World({ gravity: vec(scene.gravity), sleeping: scene.sleeping })
    const bodies: Body[] = []
    for (const i of bodyOrder) {
      const { type, at, turn, velocity, spin, shapes } = scene.bodies[i]!
      bodies[i] = world.createBody({
        type, position: vec(at), rotation: turn, linearVelocity: vec(velocity), angularVelocity: spin[0]!,
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
  // Angles are counted, and must agree in their turns too.
  angleBetween: (a, b) => Math.abs(a - b),
}

/** x y, normal, depth, impulse per contact point. */
const CONTACT_STRIDE = 6
const DEPTH = 4

function deepest(world: World): number {
  const points = new Float64Array(4096 * CONTACT_STRIDE)
  const count = Math.min(world.readContacts(points), 4096)
  let most = 0
  for (let i = 0; i < count; i++) most = Math.max(most, points[i * CONTACT_STRIDE + DEPTH]!)
  return most
}

export function translate(x: number, y: number): Similarity<number> {
  return { ...SAME, name: `moved by ${x}, ${y} m`, shift: [x, y] }
}

export function rotate(angle: number): Similarity<number> {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return {
    ...SAME, name: `turned by ${angle} rad`,
    rotate: ([x, y]) => [c * x! - s * y!, s * x! + c * y!], orient: (turn) => turn + angle,
  }
}

/** Directions stay numbers without rounding. */
export function quarterTurn(): Similarity<number> {
  return { ...SAME, name: 'turned by a quarter', rotate: ([x, y]) => [-y!, x!], orient: (turn) => turn + Math.PI / 2 }
}

export const MIRROR: Similarity<number> = {
  ...SAME, name: 'mirrored', mirrored: true,
  rotate: ([x, y]) => [-x!, y!], turnAxis: ([w]) => [-w!], orient: (turn) => -turn, orientLocal: (turn) => -turn,
}

/** Gravity goes as length / time². */
export function scale(name: string, length: number, time: number, mass: number): Similarity<number> {
  return { ...SAME, name, length, time, mass }
}

/** Made from the last to the first. */
export const BACKWARDS: Similarity<number> = {
  ...SAME, name: 'made backwards', order: (count) => Array.from({ length: count }, (_, i) => count - 1 - i),
}

/** Made in another order: every third, then the next ones. */
export const SHUFFLED: Similarity<number> = {
  ...SAME, name: 'made in another order',
  order: (count) => [0, 1, 2].flatMap((from) => Array.from({ length: count }, (_, i) => i).filter((i) => i % 3 === from)),
}
