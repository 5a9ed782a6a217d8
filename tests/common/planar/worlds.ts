/**
 * Planar scenes, built in both dimensions from one description. In space bodies are extruded by one metre along z and may neither move
 * along it nor turn about x or y, so mass, moment and motion are those of the plane. Discs become balls with the disc's mass and moment:
 * they touch at the same place.
 *
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'

export interface PlanarBody {
  readonly type?: 'static' | 'dynamic'
  readonly at: readonly [number, number]
  readonly turn?: number
  readonly velocity?: readonly [number, number]
  readonly spin?: number
  /** Half extents of a box, or the radius of a disc. */
  readonly box?: readonly [number, number]
  readonly disc?: number
  readonly friction?: number
  readonly restitution?: number
}

export interface PlanarJoint {
  readonly kind: 'hinge' | 'spring' | 'gear'
  /** Bodies by number; −1 is the world. */
  readonly a: number
  readonly b: number
  /** Of hinges, and where the spring is held. */
  readonly anchor?: readonly [number, number]
  readonly motor?: { readonly speed: number; readonly maxTorque: number }
  readonly spring?: { readonly hertz: number; readonly dampingRatio: number; readonly length: number }
  /** Of gears: turns of B, the other way, for one of A. */
  readonly ratio?: number
}

export interface PlanarScene {
  readonly bodies: readonly PlanarBody[]
  readonly joints?: readonly PlanarJoint[]
  /** Do the bodies collide? */
  readonly collide: boolean
  readonly gravity?: number
}

/** x, y, angle, velocities x, y and about z, by body. */
export type PlanarState = readonly (readonly number[])[]

export interface PlanarWorld {
  step(dt: number): void
  state(): PlanarState
  /** Largest coordinate out of the plane: places along z, and what of orientations is not about z. */
  offPlane(): number
}

const DENSITY = 1000
/** What a body is unless it says otherwise. */
const AT_REST = { type: 'dynamic' as const, turn: 0, velocity: [0, 0] as const, spin: 0, friction: 0.6, restitution: 0 }
const Z = { x: 0, y: 0, z: 1 }

export function inPlane(scene: PlanarScene): PlanarWorld {
  const world = new d2.World({ gravity: { x: 0, y: scene.gravity ?? -9.81 }, sleeping: false })
  const filter = scene.collide ? {} : { filter: { category: 1, mask: 0 } }
  const bodies = scene.bodies.map((body) => {
    const { type, at, turn, velocity, spin, box, disc, friction, restitution } = { ...AT_REST, ...body }
    const surface = { density: DENSITY, friction, restitution, ...filter }
    const shape = box ? d2.box({ halfExtents: { x: box[0], y: box[1] }, ...surface }) : d2.circle({ radius: disc!, ...surface })
    return world.createBody({
      type,
      position: { x: at[0], y: at[1] },
      rotation: turn,
      linearVelocity: { x: velocity[0], y: velocity[1] },
      angularVelocity: spin,
      shapes: [shape],
    })
  })
  for (const { kind, a, b, anchor, motor, spring, ratio } of scene.joints ?? []) {
    const ends = { bodyA: a < 0 ? null : bodies[a]!, bodyB: bodies[b]! }
    if (kind === 'hinge') world.createHingeJoint({ ...ends, anchor: { x: anchor![0], y: anchor![1] }, motor: motor ?? null })
    else if (kind === 'spring') {
      const { length, ...response } = spring!
      world.createDistanceJoint({ ...ends, anchorA: { x: anchor![0], y: anchor![1] }, length, spring: response })
    } else world.createGearJoint({ ...ends, bodyA: bodies[a]!, ratio: -1 / ratio! })
  }
  return {
    step: (dt) => world.step(dt),
    state: () => bodies.map(({ position: p, rotation, linearVelocity: v, angularVelocity: w }) => [p.x, p.y, rotation, v.x, v.y, w]),
    offPlane: () => 0,
  }
}

export function inSpace(scene: PlanarScene, locked: boolean): PlanarWorld {
  const world = new d3.World({ gravity: { x: 0, y: scene.gravity ?? -9.81, z: 0 }, sleeping: false })
  const filter = scene.collide ? {} : { filter: { category: 1, mask: 0 } }
  const bodies = scene.bodies.map((body) => {
    const { type, at, turn, velocity, spin, box, disc, friction, restitution } = { ...AT_REST, ...body }
    const surface = { density: DENSITY, friction, restitution, ...filter }
    const shape = box ? d3.box({ halfExtents: { x: box[0], y: box[1], z: 0.5 }, ...surface }) : d3.sphere({ radius: disc!, ...surface })
    return world.createBody({
      type,
      position: { x: at[0], y: at[1], z: 0 },
      rotation: { x: 0, y: 0, z: Math.sin(turn / 2), w: Math.cos(turn / 2) },
      linearVelocity: { x: velocity[0], y: velocity[1], z: 0 },
      angularVelocity: { x: 0, y: 0, z: spin },
      ...(locked ? { lockedAxes: { linear: { z: true }, angular: { x: true, y: true } } } : {}),
      shapes: [shape],
      ...(disc === undefined ? {} : discMass(disc)),
    })
  })
  for (const { kind, a, b, anchor, motor, spring, ratio } of scene.joints ?? []) {
    const ends = { bodyA: a < 0 ? null : bodies[a]!, bodyB: bodies[b]! }
    const at = anchor ? { x: anchor[0], y: anchor[1], z: 0 } : { x: 0, y: 0, z: 0 }
    if (kind === 'hinge') world.createHingeJoint({ ...ends, anchor: at, axis: Z, motor: motor ?? null })
    else if (kind === 'spring') {
      const { length, ...response } = spring!
      world.createDistanceJoint({ ...ends, anchorA: at, length, spring: response })
    } else world.createGearJoint({ ...ends, axisA: Z, ratio: ratio! })
  }
  const turns = scene.bodies.map(({ turn = 0 }) => turn)
  return {
    step(dt) {
      world.step(dt)
      // Angles are counted from step to step: none turns by half a turn in one.
      bodies.forEach(({ rotation: q }, i) => (turns[i]! += remainder(2 * Math.atan2(q.z, q.w) - turns[i]!)))
    },
    state: () => bodies.map(({ position: p, linearVelocity: v, angularVelocity: w }, i) => [p.x, p.y, turns[i]!, v.x, v.y, w.z]),
    offPlane() {
      const off = bodies.flatMap(({ position: p, rotation: q, angularVelocity: w }) => [p.z, q.x, q.y, w.x, w.y])
      return Math.max(...off.map(Math.abs))
    },
  }
}

/** Mass and moments of a disc of one metre's thickness of the plane's density, the two across as for a thin one. */
function discMass(radius: number): Pick<d3.BodyDefinition, 'mass' | 'inertia'> {
  const mass = DENSITY * Math.PI * radius * radius
  const across = (mass * radius * radius) / 4
  return { mass, inertia: { xx: across, yy: across, zz: 2 * across, xy: 0, xz: 0, yz: 0 } }
}

/** Within half a turn of zero. */
function remainder(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}
