/**
 * One character's step: carried by its ground, moved by its will or by gravity, over steps and slopes, and down to the floor.
 *
 * On the ground it has the velocity of the ground at its feet plus the one it wants, and no gravity: it neither creeps on slopes nor lifts
 * off where they end. In the air it flies, with gravity to second order, so that the height of a jump does not depend on the step.
 */

import { AIR, GROUND, JUMPS, SQUEEZED, STEEP, STEPS_ON_DYNAMIC } from '../../common/characters/character-codes.ts'
import { groundRow, obstacles, setGroundAside } from '../../common/characters/obstacles.ts'
import { handleOf } from '../../common/memory/ids.ts'
import { CAST_SKIN, GROUND_SKIN, LANDING_SKIN, PLANE_TOLERANCE } from '../../common/tuning.ts'
import { DYNAMIC, ENABLED } from '../store/bodies.ts'
import { syncBody } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { addSurface, arrivedWith, carriedBy } from './ground-motion.ts'
import { castMover, collectPlanes, findFace, gatherObstacles, met, moverExtent, place, setMoverRow } from './mover.ts'
import { leanOn, meetVisitors, pushBodies, velocityAt, type Pusher } from './push-bodies.ts'
import { lengthOf, planes, riseOut, slide, slideReport, type SlideOptions } from './slide.ts'

const up = new Float64Array(3)
const self: SlideOptions = { up, slopeCosine: 0, skin: 0 }
const start = new Float64Array(3)
const before = new Float64Array(3)
const kept = new Float64Array(3)
/** Lowest point under its middle: what the ground carries. */
const feet = new Float64Array(3)
const carry = new Float64Array(3)
const velocity = new Float64Array(3)
const wish = new Float64Array(3)
const motion = new Float64Array(3)
const normal = new Float64Array(3)
const face = new Float64Array(3)
const has = new Float64Array(3)
const pusher: Pusher = { row: 0, up, skin: 0, slopeCosine: 0, has, wants: velocity, walks: false }
/** Ground found by the last `findGround`: plane, and how well it bears. */
let groundPlane = -1
let groundKind = AIR

/** Moves the character of a row by one step. */
export function moveCharacter(state: WorldState, row: number): void {
  if (!begin(state, row)) return
  const c = state.characters.columns
  const shape = state.bodies.columns.firstShape[c.body[row]] - 1
  readCarry(state, row)
  levelOff(wish)
  const walks = !jump(state, row) && c.ground[row] === GROUND
  steer(state, row, walks)
  gatherObstacles(state, shape, reachOf(state, row))
  for (let k = 0; k < 3; k++) has[k] = c.velocity[row * 3 + k]
  pusher.row = row
  pusher.skin = self.skin
  pusher.slopeCosine = self.slopeCosine
  pusher.walks = walks
  meetVisitors(state, pusher)
  if (walks) walk(state, row)
  else fly(state, row)
  pushBodies(state, pusher)
  settle(state, row, walks)
  writeBody(state, c.body[row])
  c.flags[row] &= ~(JUMPS | SQUEEZED)
  if (slideReport.squeezed) c.flags[row] |= SQUEEZED
}

/** A character was put somewhere: what does it stand on? Between steps. */
export function senseGround(state: WorldState, row: number): void {
  if (!begin(state, row)) return
  const c = state.characters.columns
  const shape = state.bodies.columns.firstShape[c.body[row]] - 1
  gatherObstacles(state, shape, GROUND_SKIN * self.skin)
  findGround(state, row, false)
  const kind = groundKind
  c.groundShape[row] = 0
  c.ground[row] = kind
  for (let k = 0; k < 3; k++) c.groundVelocity[row * 3 + k] = c.groundNormal[row * 3 + k] = 0
  if (kind !== AIR) noteGround(state, row)
}

/** Takes up the character of a row; false if it does not take part. */
function begin(state: WorldState, row: number): boolean {
  const c = state.characters.columns
  const body = c.body[row]
  const { flags, firstShape } = state.bodies.columns
  if ((flags[body] & ENABLED) === 0 || firstShape[body] === 0) return false
  for (let k = 0; k < 3; k++) {
    up[k] = c.up[row * 3 + k]
    velocity[k] = c.velocity[row * 3 + k]
    wish[k] = c.move[row * 3 + k]
  }
  self.slopeCosine = c.slopeCosine[row]
  self.skin = c.skin[row]
  setMoverRow(state, firstShape[body] - 1)
  for (let k = 0; k < 3; k++) start[k] = place[k]
  return true
}

/** In `carry`: how far the ground takes the character in this step; what is left of the way in the air is its last velocity. */
function readCarry(state: WorldState, row: number): void {
  const { ground, groundVelocity } = state.characters.columns
  const shape = ground[row] === GROUND ? groundRow(state, row) : -1
  if (shape < 0) {
    // The ground is gone, or it flies on with the velocity of the ground that it left.
    for (let k = 0; k < 3; k++) carry[k] = ground[row] === GROUND ? 0 : groundVelocity[row * 3 + k] * state.dt
    return
  }
  const down = moverExtent(up, -1)
  for (let k = 0; k < 3; k++) feet[k] = place[k] - down * up[k]
  carriedBy(state, state.shapes.columns.body[shape], feet, 0, carry)
  for (let k = 0; k < 3; k++) feet[k] += carry[k]
  addSurface(state, shape, feet, carry)
}

/** Takes the part along up away. */
function levelOff(v: Float64Array): void {
  const rise = dotUp(v)
  for (let k = 0; k < 3; k++) v[k] -= rise * up[k]
}

function dotUp(v: Float64Array): number {
  return v[0] * up[0] + v[1] * up[1] + v[2] * up[2]
}

/** Starts a jump that was asked for: off the ground with its velocity, or from where it is. */
function jump(state: WorldState, row: number): boolean {
  const c = state.characters.columns
  if ((c.flags[row] & JUMPS) === 0) return false
  const grounded = c.ground[row] === GROUND
  const rise = dotUp(velocity)
  const base = grounded ? dotUp(carry) / state.dt : 0
  for (let k = 0; k < 3; k++) velocity[k] += (base + c.jump[row] - rise) * up[k]
  c.ground[row] = AIR
  for (let k = 0; k < 3; k++) c.groundVelocity[row * 3 + k] = carry[k] / state.dt
  return true
}

/** Brings the velocity nearer to the one it wants, by its acceleration. */
function steer(state: WorldState, row: number, walks: boolean): void {
  const c = state.characters.columns
  const { dt } = state
  const rise = dotUp(velocity)
  if (c.ground[row] === STEEP) avoidSlope(c.groundNormal, row * 3)
  // In the air, who wants nothing keeps what he has.
  if (!walks && lengthOf(wish) === 0) return
  // In `motion`: what is missing, along the ground.
  for (let k = 0; k < 3; k++) motion[k] = wish[k] + carry[k] / dt - velocity[k]
  levelOff(motion)
  const missing = lengthOf(motion)
  const most = (walks ? c.acceleration[row] : c.airAcceleration[row]) * dt
  const share = missing > most ? most / missing : 1
  for (let k = 0; k < 3; k++) velocity[k] += share * motion[k]
  if (!walks) return
  // On the ground it rises and falls with the ground alone.
  const ground = dotUp(carry) / dt
  for (let k = 0; k < 3; k++) velocity[k] += (ground - rise) * up[k]
}

/** What it wants may not drive it up a slope that is too steep. */
function avoidSlope(slope: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) normal[k] = slope[o + k]
  levelOff(normal)
  const length = lengthOf(normal)
  if (!(length > 0)) return
  let into = 0
  for (let k = 0; k < 3; k++) into += (wish[k] * normal[k]) / length
  if (into < 0) for (let k = 0; k < 3; k++) wish[k] -= (into * normal[k]) / length
}

/** How far it may go in this step, in any direction. */
function reachOf(state: WorldState, row: number): number {
  const c = state.characters.columns
  const fall = lengthOf(state.globals.columns.gravity) * Math.abs(c.gravityScale[row]) * state.dt
  return 2 * (lengthOf(carry) + (lengthOf(velocity) + fall) * state.dt) + c.stepHeight[row] + c.stickDistance[row] + 2 * self.skin
}

function walk(state: WorldState, row: number): void {
  const c = state.characters.columns
  const { dt } = state
  if (lengthOf(carry) > 0) {
    setGroundAside(state, row)
    slide(state, self, carry, false)
    obstacles.aside = -1
  }
  // Along the ground: as far horizontally as it wants, up and down as the slope goes.
  for (let k = 0; k < 3; k++) motion[k] = velocity[k] * dt - carry[k]
  levelOff(motion)
  const o = row * 3
  const steepness = c.groundNormal[o] * up[0] + c.groundNormal[o + 1] * up[1] + c.groundNormal[o + 2] * up[2]
  let against = 0
  for (let k = 0; k < 3; k++) against += c.groundNormal[o + k] * motion[k]
  if (steepness >= self.slopeCosine) for (let k = 0; k < 3; k++) motion[k] -= (against / steepness) * up[k]
  for (let k = 0; k < 3; k++) before[k] = place[k]
  slide(state, self, motion, true)
  levelOff(motion)
  if (c.stepHeight[row] > 0) stepUp(state, row)
  stick(state, row)
}

/** How far `place` has come from `before` along `motion`, of the length of it. */
function progress(): number {
  let along = 0
  let square = 0
  for (let k = 0; k < 3; k++) {
    along += (place[k] - before[k]) * motion[k]
    square += motion[k] * motion[k]
  }
  return along / square
}

/** If a wall has stopped it: up, on, and down again, if that leads further and to a place where it can stand. */
function stepUp(state: WorldState, row: number): void {
  const c = state.characters.columns
  if (!(lengthOf(motion) > PLANE_TOLERANCE * self.skin)) return
  const reached = progress()
  if (reached >= 1 - PLANE_TOLERANCE) return
  const squeezed = slideReport.squeezed
  for (let k = 0; k < 3; k++) {
    kept[k] = place[k]
    place[k] = before[k]
    normal[k] = c.stepHeight[row] * up[k]
  }
  const share = castMover(state, normal, CAST_SKIN * self.skin)
  for (let k = 0; k < 3; k++) place[k] += share * normal[k]
  slide(state, self, motion, true)
  let height = 0
  for (let k = 0; k < 3; k++) height += (place[k] - before[k]) * up[k]
  if (progress() > reached + PLANE_TOLERANCE && height > 0) {
    for (let k = 0; k < 3; k++) normal[k] = -height * up[k]
    const down = castMover(state, normal, LANDING_SKIN * self.skin)
    const under = met.shape
    for (let k = 0; k < 3; k++) place[k] += down * normal[k]
    if (under >= 0 && maySetFoot(state, row, under)) {
      riseOut(state, self)
      findGround(state, row, false)
      if (groundKind === GROUND && stepOf() <= c.stepHeight[row] + PLANE_TOLERANCE * self.skin) return
    }
  }
  slideReport.squeezed = squeezed
  for (let k = 0; k < 3; k++) place[k] = kept[k]
}

/** How high the ground that was found lies above the floor at the start. */
function stepOf(): number {
  const down = moverExtent(up, -1) + self.skin
  let height = 0
  for (let k = 0; k < 3; k++) height += (planes.point[3 * groundPlane + k] - before[k]) * up[k]
  return height + down
}

function maySetFoot(state: WorldState, row: number, shape: number): boolean {
  if ((state.characters.columns.flags[row] & STEPS_ON_DYNAMIC) !== 0) return true
  return state.bodies.columns.type[state.shapes.columns.body[shape]] !== DYNAMIC
}

/** Down to the floor, if it is within reach and bears. It stood on the ground, so it does not fall. */
function stick(state: WorldState, row: number): void {
  const c = state.characters.columns
  findGround(state, row, false)
  const hover = groundKind === GROUND ? planes.offset[groundPlane] : 0
  // Within the reach of the ground, but above it: down to the skin.
  const reach = groundKind === GROUND ? hover : c.stickDistance[row]
  if (!(reach > PLANE_TOLERANCE * self.skin)) return
  for (let k = 0; k < 3; k++) {
    kept[k] = place[k]
    normal[k] = -reach * up[k]
  }
  const share = castMover(state, normal, CAST_SKIN * self.skin)
  if (met.shape >= 0 || hover > 0) {
    for (let k = 0; k < 3; k++) place[k] += share * normal[k]
    riseOut(state, self)
    findGround(state, row, false)
    if (groundKind === GROUND) return
  }
  for (let k = 0; k < 3; k++) place[k] = kept[k]
}

function fly(state: WorldState, row: number): void {
  const c = state.characters.columns
  const { gravity } = state.globals.columns
  const { dt } = state
  for (let k = 0; k < 3; k++) {
    const g = gravity[k] * c.gravityScale[row]
    motion[k] = velocity[k] * dt + 0.5 * g * dt * dt
    velocity[k] += g * dt
  }
  slide(state, self, motion, false)
  has.set(velocity)
}

/** Ground under `place`, in `groundPlane` and `groundKind`. `moving`: what it moves away from, by its velocity, is none. */
function findGround(state: WorldState, row: number, moving: boolean): void {
  collectPlanes(state, planes, self.skin, GROUND_SKIN * self.skin)
  const { gravity } = state.globals.columns
  // What gravity takes back within the step is no take-off.
  const hop = lengthOf(gravity) * Math.abs(state.characters.columns.gravityScale[row]) * state.dt
  groundPlane = -1
  groundKind = AIR
  let best = 0
  for (let i = 0; i < planes.count; i++) {
    const o = 3 * i
    const rise = planes.normal[o] * up[0] + planes.normal[o + 1] * up[1] + planes.normal[o + 2] * up[2]
    if (!(rise > 0) || (moving && leaving(state, i) > hop)) continue
    const bears = rise >= self.slopeCosine || (findFace(state, planes, i, up, 0, self.skin, face) && dotUp(face) >= self.slopeCosine)
    const kind = bears ? GROUND : STEEP
    if (kind < groundKind || (kind === groundKind && rise <= best)) continue
    groundKind = kind
    groundPlane = i
    best = rise
  }
  if (groundKind === STEEP && isWedged()) groundKind = GROUND
}

/** Speed at which the character leaves the obstacle of plane i. */
function leaving(state: WorldState, i: number): number {
  const shape = planes.shape[i]
  let speed = -surfaceSpeed(state, shape, i)
  for (let k = 0; k < 3; k++) speed += planes.normal[3 * i + k] * velocity[k]
  return speed
}

/** Speed of the obstacle of plane i along the normal: of movable ones after all blows, of others over the step. */
function surfaceSpeed(state: WorldState, shape: number, i: number): number {
  const body = state.shapes.columns.body[shape]
  const movable = state.bodies.columns.type[body] === DYNAMIC
  if (movable) velocityAt(state, body, planes.point, 3 * i, face)
  else arrivedWith(state, body, planes.point, 3 * i, face)
  let speed = 0
  for (let k = 0; k < 3; k++) speed += planes.normal[3 * i + k] * face[k]
  return movable ? speed : speed / state.dt
}

/** Between slopes none of which bears: can it not go down? */
function isWedged(): boolean {
  for (let i = 0; i < planes.count; i++) planes.offset[i] = 0
  for (let k = 0; k < 3; k++) planes.wanted[k] = -up[k]
  planes.solve(PLANE_TOLERANCE)
  return dotUp(planes.result) > -PLANE_TOLERANCE
}

/** At its new place: what it stands on, and what is left of its velocity. */
function settle(state: WorldState, row: number, walks: boolean): void {
  const c = state.characters.columns
  const { dt } = state
  const o = row * 3
  const squeezed = slideReport.squeezed
  const stoodOn = c.groundShape[row]
  findGround(state, row, !walks)
  slideReport.squeezed = squeezed
  const jumped = !walks && (c.flags[row] & JUMPS) !== 0
  const kind = jumped ? AIR : groundKind
  if (kind === AIR) {
    c.groundShape[row] = 0
    // What it left goes on as its own frame in the air.
    if (walks) for (let k = 0; k < 3; k++) c.groundVelocity[o + k] = carry[k] / dt
    for (let k = 0; k < 3; k++) c.groundNormal[o + k] = 0
  } else {
    noteGround(state, row)
    for (let k = 0; k < 3; k++) c.groundVelocity[o + k] = face[k] / dt
  }
  c.ground[row] = kind
  if (!walks) clipVelocity(state)
  if (kind === GROUND) {
    const isNew = c.groundShape[row] !== stoodOn
    leanOn(state, row, groundRow(state, row), c.groundPoint, o, isNew)
    groundVelocity(state, row, walks)
  }
  if (walks) clipVelocity(state)
  for (let k = 0; k < 3; k++) c.velocity[o + k] = velocity[k]
}

/** Shape, point and normal of the ground that was found; in `face` how far it took the feet in this step. */
function noteGround(state: WorldState, row: number): void {
  const c = state.characters.columns
  const o = row * 3
  const shape = planes.shape[groundPlane]
  c.groundShape[row] = handleOf(state.shapes, shape)
  for (let k = 0; k < 3; k++) {
    normal[k] = planes.normal[3 * groundPlane + k]
    c.groundPoint[o + k] = planes.point[3 * groundPlane + k]
  }
  if (groundKind === GROUND && dotUp(normal) < self.slopeCosine) {
    // An edge, or a wedge: the face beside it, or none.
    if (!findFace(state, planes, groundPlane, up, 0, self.skin, normal) || dotUp(normal) < self.slopeCosine) normal.set(up)
  }
  for (let k = 0; k < 3; k++) c.groundNormal[o + k] = normal[k]
  const down = moverExtent(up, -1)
  for (let k = 0; k < 3; k++) feet[k] = place[k] - down * up[k]
  arrivedWith(state, state.shapes.columns.body[shape], feet, 0, face)
  addSurface(state, shape, feet, face)
}

/** Takes from the velocity what obstacles do not let pass, relative to theirs. Those that cannot be moved have the last word. */
function clipVelocity(state: WorldState): void {
  clipBy(state, true)
  clipBy(state, false)
}

function clipBy(state: WorldState, movable: boolean): void {
  const { type } = state.bodies.columns
  const { body } = state.shapes.columns
  collectPlanes(state, planes, self.skin, self.skin * (1 + PLANE_TOLERANCE))
  for (let i = 0; i < planes.count; i++) {
    const shape = planes.shape[i]
    // Without a bound for those that do not count here.
    planes.offset[i] = (type[body[shape]] === DYNAMIC) === movable ? -surfaceSpeed(state, shape, i) : Infinity
  }
  planes.wanted.set(velocity)
  planes.solve(PLANE_TOLERANCE * self.skin)
  velocity.set(planes.result)
}

/** On the ground: its velocity is that of the ground, and the one that it really had over it. */
function groundVelocity(state: WorldState, row: number, walks: boolean): void {
  const c = state.characters.columns
  const o = row * 3
  if (walks) {
    // Nobody is made faster by what pushes him out.
    const wanted = lengthOf(motion)
    for (let k = 0; k < 3; k++) motion[k] = place[k] - before[k]
    levelOff(motion)
    const came = lengthOf(motion)
    const share = came > wanted ? wanted / came : 1
    for (let k = 0; k < 3; k++) motion[k] *= share / state.dt
  } else {
    for (let k = 0; k < 3; k++) motion[k] = velocity[k] - c.groundVelocity[o + k]
    levelOff(motion)
  }
  let slope = 0
  let rise = 0
  for (let k = 0; k < 3; k++) {
    slope += c.groundNormal[o + k] * motion[k]
    rise += c.groundNormal[o + k] * up[k]
  }
  for (let k = 0; k < 3; k++) velocity[k] = c.groundVelocity[o + k] + motion[k] - (slope / rise) * up[k]
}

/** The body follows its shape. */
function writeBody(state: WorldState, body: number): void {
  const { x, oldX, q, oldQ, v } = state.bodies.columns
  for (let k = 0; k < 3; k++) {
    const at = body * 3 + k
    oldX[at] = x[at]
    x[at] += place[k] - start[k]
    v[at] = velocity[k]
  }
  for (let k = 0; k < 4; k++) oldQ[body * 4 + k] = q[body * 4 + k]
  syncBody(state, body)
}
