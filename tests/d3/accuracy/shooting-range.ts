/**
 * Many shots in one world, each in a cell of its own, turned at random, with a target in its middle.
 *
 * In the frame of a cell the target stands at the origin and the shot flies towards +x. Cells are so far apart that nothing
 * reaches its neighbour in the few steps a shot lasts.
 */

import { box, capsule, hull, sphere, type Body, type Quat, type ShapeDefinition, type Vec3, type World } from 'fulcrum-physics/3d'
import { createRandom, type Random } from '../../../scenes/random.ts'
import { multiply, rotate } from '../../../scenes/d3/rotation.ts'
import { randomPoints } from '../../../scenes/d3/random-shapes.ts'
import { add, conjugate, createWorld, distance, DT, length, subtract, WEIGHTLESS } from './setup.ts'

export type Kind = 'sphere' | 'box' | 'capsule' | 'hull'
export const KINDS: readonly Kind[] = ['sphere', 'box', 'capsule', 'hull']

/** Half of the 2 cm of the wall. */
export const WALL_HALF_THICKNESS = 0.01
export const WALL_HALF_SIZE = 2

const SHOTS_PER_WORLD = 400
/** Metres between cells: twice what 800 m/s make in the steps that a shot lasts. */
const CELL = 160
const STEPS = 6

function corners(x: number, y: number, z: number): Vec3[] {
  const points: Vec3[] = []
  for (const i of [-1, 1]) for (const j of [-1, 1]) for (const k of [-1, 1]) points.push({ x: i * x, y: j * y, z: k * z })
  return points
}

/** A target 2 cm thick along x: a wall for boxes and hulls, a bar along y for capsules, a bead for spheres. */
export function thinTarget(kind: Kind, restitution: number): ShapeDefinition {
  const t = WALL_HALF_THICKNESS
  const s = WALL_HALF_SIZE
  if (kind === 'box') return box({ halfExtents: { x: t, y: s, z: s }, restitution })
  if (kind === 'hull') return hull({ points: corners(t, s, s), restitution })
  if (kind === 'capsule') return capsule({ radius: t, halfLength: s, restitution })
  return sphere({ radius: t, restitution })
}

/** A missile about 10 cm across. */
export function missile(kind: Kind, random: Random, restitution: number): ShapeDefinition {
  if (kind === 'box') return box({ halfExtents: { x: 0.05, y: 0.05, z: 0.05 }, restitution })
  if (kind === 'hull') {
    // With every point its opposite too: the middle is then inside for certain, and is the centre of mass.
    const points = randomPoints(random, 0.06)
    return hull({ points: [...points, ...points.map(p => ({ x: -p.x, y: -p.y, z: -p.z }))], restitution })
  }
  if (kind === 'capsule') return capsule({ radius: 0.03, halfLength: 0.05, restitution })
  return sphere({ radius: 0.05, restitution })
}

export interface Shot {
  missile: ShapeDefinition
  target: ShapeDefinition
  /** Where the line of flight crosses the middle of the target, cell frame. */
  aim: Vec3
  /** Velocity, cell frame. */
  velocity: Vec3
  spin: Vec3
  /** Metres to fly to the middle of the target. */
  away: number
  /** Velocity of a movable target, cell frame; static when absent. */
  targetVelocity?: Vec3
  /** The target is a wall across x: crossing its middle plane counts as going through. */
  isWall?: boolean
  /** Half length of a rod along its own y axis, whose ends must stay on this side as well. */
  rodHalf?: number
  /** Orientation, cell frame; random when absent. */
  rotation?: Quat
}

interface Flight {
  shot: Shot
  body: Body
  target: Body
  center: Vec3
  turn: Quat
  inverse: Quat
  before: Vec3
  /** Kinetic energy of missile and target before the shot, J. */
  energy: number
  through: boolean
}

export interface Outcome {
  /** Shots that went through, or whose missile or target had to be switched off. */
  failed: number
  /** Largest kinetic energy after a shot over the one before: never above 1. */
  energyRatio: number
}

function launch(world: World, shot: Shot, index: number, random: Random): Flight {
  const side = Math.ceil(Math.sqrt(SHOTS_PER_WORLD))
  const center = { x: (index % side) * CELL, y: 0, z: Math.floor(index / side) * CELL }
  const turn = random.rotation()
  const speed = length(shot.velocity)
  const moved = shot.targetVelocity
  // A movable target starts back by as long as the missile needs, so that they meet at the origin.
  const time = speed > 0 ? shot.away / speed : 0
  const start = {
    x: shot.aim.x - shot.velocity.x * time - (speed > 0 ? 0 : shot.away),
    y: shot.aim.y - shot.velocity.y * time,
    z: shot.aim.z - shot.velocity.z * time,
  }
  const targetStart = moved ? { x: -moved.x * time, y: -moved.y * time, z: -moved.z * time } : WEIGHTLESS
  const target = world.createBody({
    type: moved ? 'dynamic' : 'static',
    position: add(center, rotate(turn, targetStart)),
    rotation: turn,
    linearVelocity: moved ? rotate(turn, moved) : WEIGHTLESS,
    shapes: [shot.target],
  })
  const body = world.createBody({
    position: add(center, rotate(turn, start)),
    rotation: multiply(turn, shot.rotation ?? random.rotation()),
    linearVelocity: rotate(turn, shot.velocity),
    angularVelocity: rotate(turn, shot.spin),
    shapes: [shot.missile],
  })
  const energy = body.kineticEnergy + target.kineticEnergy
  return { shot, body, target, center, turn, inverse: conjugate(turn), before: start, energy, through: false }
}

/** Whether the straight way from `a` to `b` goes through the wall. */
function crossesWall(a: Vec3, b: Vec3): boolean {
  if (a.x > 0 || b.x <= 0) return false
  const t = a.x / (a.x - b.x)
  const y = a.y + t * (b.y - a.y)
  const z = a.z + t * (b.z - a.z)
  return Math.abs(y) < WALL_HALF_SIZE && Math.abs(z) < WALL_HALF_SIZE
}

function isBehindWall(p: Vec3): boolean {
  return p.x > 0.05 && Math.abs(p.y) < WALL_HALF_SIZE && Math.abs(p.z) < WALL_HALF_SIZE
}

function observe(flight: Flight): void {
  const { shot, body, center, inverse } = flight
  const now = rotate(inverse, subtract(body.position, center))
  if (shot.isWall && crossesWall(flight.before, now)) flight.through = true
  if (shot.rodHalf) {
    const along = rotate(inverse, rotate(body.rotation, { x: 0, y: shot.rodHalf, z: 0 }))
    // The rod's middle is on this side, so an end beyond the wall has gone through it or round its rim; the rim is far.
    if (now.x < 0 && (isBehindWall(add(now, along)) || isBehindWall(subtract(now, along)))) flight.through = true
  }
  flight.before = now
}

/** Passed the target with the velocity it started with: they never touched. */
function flewPast(flight: Flight): boolean {
  const { shot, body, target, turn, inverse } = flight
  const speed = length(shot.velocity)
  if (speed === 0) return false
  const unchanged = distance(body.linearVelocity, rotate(turn, shot.velocity)) < 1e-6 * speed
  const gap = rotate(inverse, subtract(body.position, target.position))
  return unchanged && gap.x > 0
}

/** Fires `count` shots and says what became of them. */
export function fire(count: number, seed: number, makeShot: (random: Random) => Shot): Outcome {
  const random = createRandom(seed)
  const outcome: Outcome = { failed: 0, energyRatio: 0 }
  for (let first = 0; first < count; first += SHOTS_PER_WORLD) {
    const world = createWorld({ gravity: WEIGHTLESS })
    const flights: Flight[] = []
    for (let i = 0; i < Math.min(SHOTS_PER_WORLD, count - first); i++) flights.push(launch(world, makeShot(random), i, random))
    for (let step = 0; step < STEPS; step++) {
      world.step(DT)
      for (const flight of flights) observe(flight)
    }
    for (const flight of flights) {
      const { body, target, energy } = flight
      if (flight.through || flewPast(flight) || body.isQuarantined || target.isQuarantined) outcome.failed++
      outcome.energyRatio = Math.max(outcome.energyRatio, (body.kineticEnergy + target.kineticEnergy) / energy)
    }
  }
  return outcome
}

/** Distance that puts the impact anywhere within the first two steps, but not into the target from the start. */
export function randomAway(random: Random, speed: number, clear: number): number {
  return clear + random.between(0, 2 * speed * DT)
}
