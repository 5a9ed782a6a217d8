/**
 * Many shots in one world, each in a cell of its own, turned at random, with a target in its middle.
 *
 * In the frame of a cell the target stands at the origin and the shot flies towards +x. Cells are so far apart that nothing
 * reaches its neighbour in the few steps a shot lasts.
 */

import { box, capsule, chain, circle, polygon, segment, type Body, type ShapeDefinition, type Vec2, type World } from 'fulcrum-physics/2d'
import { createRandom, type Random } from '../../../scenes/random.ts'
import { add, createWorld, direction, distance, DT, length, rotate, scale, subtract, TURN, WEIGHTLESS } from './setup.ts'

export type Kind = 'circle' | 'box' | 'capsule' | 'polygon'
export const KINDS: readonly Kind[] = ['circle', 'box', 'capsule', 'polygon']
/** What only ever stands still. */
export type Line = 'segment' | 'chain'

/** Half of the 2 cm of the wall. */
const WALL_HALF_THICKNESS = 0.01
const WALL_HALF_SIZE = 2

const SHOTS_PER_WORLD = 400
/** Metres between cells: twice what 800 m/s make in the steps that a shot lasts. */
const CELL = 160
const STEPS = 6

type Target = ShapeDefinition | readonly ShapeDefinition[]

/** A target 2 cm thick along x: a wall for boxes and polygons, a bar along y for capsules, a bead for circles; lines have no thickness. */
export function thinTarget(kind: Kind | Line, restitution: number): Target {
  const t = WALL_HALF_THICKNESS
  const s = WALL_HALF_SIZE
  switch (kind) {
    case 'box':
      return box({ halfExtents: { x: t, y: s }, restitution })
    case 'polygon':
      return polygon({ points: [{ x: -t, y: -s }, { x: t, y: -s }, { x: t, y: s }, { x: -t, y: s }], restitution })
    case 'capsule':
      return capsule({ radius: t, halfLength: s, restitution })
    case 'circle':
      return circle({ radius: t, restitution })
    case 'segment':
      return segment({ a: { x: 0, y: -s }, b: { x: 0, y: s }, restitution })
    case 'chain':
      // Solid on the left, seen along it: towards +y that is −x, where shots come from.
      return chain({ points: Array.from({ length: 11 }, (_, i) => ({ x: 0, y: (i / 5 - 1) * s })), restitution })
  }
}

/** A missile about 10 cm across. */
export function missile(kind: Kind, random: Random, restitution: number): ShapeDefinition {
  switch (kind) {
    case 'box':
      return box({ halfExtents: { x: 0.05, y: 0.05 }, restitution })
    case 'polygon': {
      // With every point its opposite too: the middle is then inside for certain, and is the centre of mass.
      const points = Array.from({ length: 4 }, (_, i) => scale(direction((i + random.between(0.1, 0.9)) * (TURN / 8)), random.between(0.04, 0.06)))
      return polygon({ points: [...points, ...points.map(p => scale(p, -1))], restitution })
    }
    case 'capsule':
      return capsule({ radius: 0.03, halfLength: 0.05, restitution })
    case 'circle':
      return circle({ radius: 0.05, restitution })
  }
}

export interface Shot {
  missile: ShapeDefinition
  target: Target
  /** Where the line of flight crosses the middle of the target, cell frame. */
  aim: Vec2
  /** Velocity, cell frame. */
  velocity: Vec2
  spin: number
  /** Metres to fly to the middle of the target. */
  away: number
  /** Velocity of a movable target, cell frame; static when absent. */
  targetVelocity?: Vec2
  /** The target is a wall across x: crossing its middle plane counts as going through. */
  isWall?: boolean
  /** Half length of a rod along its own y axis, whose ends must stay on this side as well. */
  rodHalf?: number
  /** Orientation, cell frame; random when absent. */
  rotation?: number
}

interface Flight {
  shot: Shot
  body: Body
  target: Body
  center: Vec2
  turn: number
  before: Vec2
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
  const center = { x: (index % side) * CELL, y: Math.floor(index / side) * CELL }
  const turn = random.between(0, TURN)
  const speed = length(shot.velocity)
  const moved = shot.targetVelocity
  // A movable target starts back by as long as the missile needs, so that they meet at the origin.
  const time = speed > 0 ? shot.away / speed : 0
  const start = subtract(shot.aim, speed > 0 ? scale(shot.velocity, time) : { x: shot.away, y: 0 })
  const target = world.createBody({
    type: moved ? 'dynamic' : 'static',
    position: add(center, rotate(turn, moved ? scale(moved, -time) : WEIGHTLESS)),
    rotation: turn,
    linearVelocity: moved ? rotate(turn, moved) : WEIGHTLESS,
    shapes: [shot.target],
  })
  const body = world.createBody({
    position: add(center, rotate(turn, start)),
    rotation: turn + (shot.rotation ?? random.between(0, TURN)),
    linearVelocity: rotate(turn, shot.velocity),
    angularVelocity: shot.spin,
    shapes: [shot.missile],
  })
  return { shot, body, target, center, turn, before: start, energy: body.kineticEnergy + target.kineticEnergy, through: false }
}

/** Whether the straight way from `a` to `b` goes through the wall. */
function crossesWall(a: Vec2, b: Vec2): boolean {
  if (a.x > 0 || b.x <= 0) return false
  return Math.abs(a.y + (a.x / (a.x - b.x)) * (b.y - a.y)) < WALL_HALF_SIZE
}

function isBehindWall(p: Vec2): boolean {
  return p.x > 0.05 && Math.abs(p.y) < WALL_HALF_SIZE
}

function observe(flight: Flight): void {
  const { shot, body, center, turn } = flight
  const now = rotate(-turn, subtract(body.position, center))
  if (shot.isWall && crossesWall(flight.before, now)) flight.through = true
  if (shot.rodHalf) {
    const along = rotate(body.rotation - turn, { x: 0, y: shot.rodHalf })
    // The rod's middle is on this side, so an end beyond the wall has gone through it or round its rim; the rim is far.
    if (now.x < 0 && (isBehindWall(add(now, along)) || isBehindWall(subtract(now, along)))) flight.through = true
  }
  flight.before = now
}

/** Passed the target with the velocity it started with: they never touched. */
function flewPast({ shot, body, target, turn }: Flight): boolean {
  const speed = length(shot.velocity)
  if (speed === 0) return false
  const unchanged = distance(body.linearVelocity, rotate(turn, shot.velocity)) < 1e-6 * speed
  return unchanged && rotate(-turn, subtract(body.position, target.position)).x > 0
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
