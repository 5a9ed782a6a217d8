/**
 * Level floors cut into convex pieces and level geometry, without friction, and bodies to slide over them. The surface is the plane y = 0 of a
 * frame that is turned in space, whatever it is cut into.
 */

import {
  box, capsule, cone, cylinder, ellipsoid, heightField, hull, mesh, sphere, voxels,
  type Quat, type ShapeDefinition, type Vec3, World,
} from 'fulcrum-physics/3d'
import type { Random } from '../../families/family.ts'
import { randomSheet } from '../meshes/grids.ts'

const ICE = { friction: 0 }

export const FLOORS = ['row', 'grid', 'bricks', 'turned boxes', 'thick and thin', 'hulls', 'overlapping', 'steps', 'beside level geometry'] as const
export const MOVERS = [
  'ball', 'box', 'capsule', 'lying capsule', 'hull', 'cylinder', 'lying cylinder', 'cone', 'ellipsoid', 'rounded box', 'rounded hull', 'rounded cylinder',
  'tapered capsule',
] as const

export function about(axis: Vec3, angle: number): Quat {
  const s = Math.sin(angle / 2) / Math.hypot(axis.x, axis.y, axis.z)
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: Math.cos(angle / 2) }
}

export function times(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  }
}

export function turned(q: Quat, v: Vec3): Vec3 {
  const tx = 2 * (q.y * v.z - q.z * v.y)
  const ty = 2 * (q.z * v.x - q.x * v.z)
  const tz = 2 * (q.x * v.y - q.y * v.x)
  return { x: v.x + q.w * tx + q.y * tz - q.z * ty, y: v.y + q.w * ty + q.z * tx - q.x * tz, z: v.z + q.w * tz + q.x * ty - q.y * tx }
}

export const UPRIGHT: Quat = { x: 0, y: 0, z: 0, w: 1 }

/** A frame turned anyhow, or not at all. */
export function frameOf(random: Random): Quat {
  if (random() < 0.5) return UPRIGHT
  return about({ x: random.between(-1, 1), y: random.between(-1, 1), z: random.between(-1, 1) + 1e-3 }, random.between(0, 6))
}

/** One of the 24 ways to lay a box so that its faces are level, and its half extents before that. */
function layAnyhow(random: Random, half: Vec3): { rotation: Quat; halfExtents: Vec3 } {
  let rotation = UPRIGHT
  for (let k = 0; k < 3; k++) {
    const axis = { x: k === 0 ? 1 : 0, y: k === 1 ? 1 : 0, z: k === 2 ? 1 : 0 }
    rotation = times(rotation, about(axis, (Math.PI / 2) * random.integer(0, 3)))
  }
  const back = { x: -rotation.x, y: -rotation.y, z: -rotation.z, w: rotation.w }
  const h = turned(back, half)
  return { rotation, halfExtents: { x: Math.abs(h.x), y: Math.abs(h.y), z: Math.abs(h.z) } }
}

/** Where a shape is in its body. */
interface Place {
  position?: Vec3
  rotation?: Quat
}

interface Piece {
  shape(place: Place): ShapeDefinition
  readonly position: Vec3
  readonly rotation?: Quat
}

function boxAt(x0: number, x1: number, z0: number, z1: number, top: number, thick: number): Piece {
  const halfExtents = { x: (x1 - x0) / 2, y: thick / 2, z: (z1 - z0) / 2 }
  return { shape: place => box({ halfExtents, ...ICE, ...place }), position: { x: (x0 + x1) / 2, y: top - thick / 2, z: (z0 + z1) / 2 } }
}

/** The triangles of a sheet as prisms with flat tops. */
function prisms(sheet: { positions: number[]; indices: number[] }, thick: number): Piece[] {
  const pieces: Piece[] = []
  for (let t = 0; t < sheet.indices.length; t += 3) {
    const points: Vec3[] = []
    for (let k = 0; k < 3; k++) {
      const [x, , z] = sheet.positions.slice(3 * sheet.indices[t + k]!, 3 * sheet.indices[t + k]! + 3)
      points.push({ x: x!, y: 0, z: z! }, { x: x!, y: -thick, z: z! })
    }
    pieces.push({ shape: place => hull({ points, ...ICE, ...place }), position: { x: 0, y: 0, z: 0 } })
  }
  return pieces
}

/** Does a tile come near the way from the start along the heading? */
type Near = (x: number, z: number, reach: number) => boolean

function tiles(random: Random, kind: (typeof FLOORS)[number], s: number, near: Near, slop: number): Piece[] {
  const thick = s * random.scale(0.1, 2)
  const length = s * random.between(0.8, 3)
  const width = kind === 'row' ? 20 * s : s * random.between(0.8, 3)
  const pieces: Piece[] = []
  if (kind === 'hulls') {
    const cuts = random.integer(8, 14)
    return prisms(randomSheet(random.integer(1, 1e6), -12 * s, -12 * s, 12 * s, 12 * s, cuts), thick)
  }
  for (let i = -Math.ceil((14 * s) / length); i <= Math.ceil((14 * s) / length); i++) {
    const shift = kind === 'bricks' ? (Math.abs(i) % 2) * width * 0.37 : 0
    for (let k = -Math.ceil((14 * s) / width); k <= Math.ceil((14 * s) / width); k++) {
      if (kind === 'row' && k !== 0) continue
      const x = i * length
      const z = k * width + shift
      if (kind !== 'row' && !near(x, z, length + width)) continue
      const over = kind === 'overlapping' ? random.between(0, 0.3) * s : 0
      const top = kind === 'steps' ? random.between(-0.5, 0.5) * slop : 0
      const [hx, hz] = [length / 2 + over, width / 2 + over]
      if (kind === 'turned boxes') {
        const { rotation, halfExtents } = layAnyhow(random, { x: hx, y: thick / 2, z: hz })
        pieces.push({ shape: place => box({ halfExtents, ...ICE, ...place }), position: { x, y: -thick / 2, z }, rotation })
      } else {
        const deep = kind === 'thick and thin' ? thick * random.scale(0.1, 10) : thick
        pieces.push(boxAt(x - hx, x + hx, z - hz, z + hz, top, deep))
      }
    }
  }
  return pieces
}

/** Strips of boxes, prisms, meshes, height fields and voxels in turn. */
function strips(random: Random, s: number): Piece[] {
  const wide = 4 * s
  const pieces: Piece[] = []
  for (let i = -4; i < 4; i++) {
    const [x0, x1] = [i * wide, (i + 1) * wide]
    const kind = i % 2 === 0 ? random.pick(['box', 'hulls'] as const) : random.pick(['mesh', 'field', 'voxels'] as const)
    const at = { x: 0, y: 0, z: 0 }
    const middle = { x: (x0 + x1) / 2, y: 0, z: 0 }
    if (kind === 'box') pieces.push(boxAt(x0, x1, -12 * s, 12 * s, 0, s * random.scale(0.1, 10)))
    else if (kind === 'hulls') pieces.push(...prisms(randomSheet(random.integer(1, 1e6), x0, -12 * s, x1, 12 * s, random.integer(2, 4)), s))
    else if (kind === 'mesh') {
      const sheet = randomSheet(random.integer(1, 1e6), x0, -12 * s, x1, 12 * s, random.integer(2, 8))
      pieces.push({ shape: place => mesh({ ...sheet, ...ICE, ...place }), position: at })
    } else if (kind === 'field') {
      const field = { heights: new Float32Array(45), samplesX: 5, samplesZ: 9, sizeX: wide, sizeZ: 24 * s }
      pieces.push({ shape: place => heightField({ ...field, ...ICE, ...place }), position: middle })
    } else {
      const cells: number[] = []
      for (let x = -2; x < 2; x++) for (let z = -12; z < 12; z++) cells.push(x, -1, z)
      pieces.push({ shape: place => voxels({ cells, cellSize: s, ...ICE, ...place }), position: middle })
    }
  }
  return pieces
}

export interface FloorOptions {
  readonly kind: (typeof FLOORS)[number]
  readonly scale: number
  readonly frame: Quat
  /** Steps of the floor between two boxes are at most as high as this. */
  readonly slop: number
  readonly near: Near
}

/** Builds a floor in the world: every piece a body of its own, or all of them shapes of one. */
export function createFloor(world: World, random: Random, { kind, scale, frame, slop, near }: FloorOptions): void {
  const pieces = kind === 'beside level geometry' ? strips(random, scale) : tiles(random, kind, scale, near, slop)
  const type = random() < 0.2 ? 'kinematic' : 'static'
  if (random() < 0.3) {
    const shapes = pieces.map(({ shape, position, rotation = UPRIGHT }) => shape({ position, rotation }))
    world.createBody({ type, rotation: frame, shapes })
    return
  }
  for (const { shape, position, rotation = UPRIGHT } of pieces) {
    world.createBody({ type, position: turned(frame, position), rotation: times(frame, rotation), shapes: [shape({})] })
  }
}

/** A shape that stands, how high its origin is then, and its thickness or so. */
export function createMover(random: Random, kind: (typeof MOVERS)[number], scale: number): { shape: ShapeDefinition; height: number; size: number } {
  const side = (): number => scale * random.between(0.15, 0.6)
  const [x, y, z] = [side(), side(), side()]
  const least = Math.min(x, y, z)
  const lying = about({ x: 0, y: 0, z: 1 }, Math.PI / 2)
  const points = (low: number): Vec3[] =>
    [-1, 1].flatMap(i => [-1, 1].flatMap(k => [{ x: i * x, y: -low, z: k * z }, { x: 0.7 * i * x, y, z: 0.8 * k * z }]))
  switch (kind) {
    case 'ball': return { shape: sphere({ radius: x, ...ICE }), height: x, size: 2 * x }
    case 'box': return { shape: box({ halfExtents: { x, y, z }, ...ICE }), height: y, size: 2 * least }
    case 'capsule': return { shape: capsule({ radius: x, halfLength: y, ...ICE }), height: x + y, size: 2 * x }
    case 'lying capsule': return { shape: capsule({ radius: x, halfLength: y, rotation: lying, ...ICE }), height: x, size: 2 * x }
    case 'hull': return { shape: hull({ points: points(y), ...ICE }), height: y, size: 2 * least }
    case 'cylinder': return { shape: cylinder({ radius: x, halfHeight: y, ...ICE }), height: y, size: 2 * Math.min(x, y) }
    case 'lying cylinder': return { shape: cylinder({ radius: x, halfHeight: y, rotation: lying, ...ICE }), height: x, size: 2 * Math.min(x, y) }
    case 'cone': return { shape: cone({ radius: x, halfHeight: y, ...ICE }), height: y, size: Math.min(x, y) }
    case 'ellipsoid': return { shape: ellipsoid({ radii: { x, y, z }, ...ICE }), height: y, size: 2 * least }
    case 'rounded box': return { shape: box({ halfExtents: { x, y, z }, rounding: 0.3 * least, ...ICE }), height: y, size: 2 * least }
    case 'rounded hull': return { shape: hull({ points: points(y), rounding: 0.2 * least, ...ICE }), height: y + 0.2 * least, size: 2 * least }
    case 'rounded cylinder':
      return { shape: cylinder({ radius: x, halfHeight: y, rounding: 0.3 * Math.min(x, y), ...ICE }), height: y, size: 2 * Math.min(x, y) }
    case 'tapered capsule':
      return { shape: capsule({ radiusTop: x, radiusBottom: 0.7 * x, halfLength: y, ...ICE }), height: 0.7 * x + y, size: 1.4 * x }
  }
}

/** One slide or slanted landing: how much of the velocity along the floor is lost, and how far a slide lifts or sinks, per scale. */
export interface SlideMiss {
  readonly speed: number
  readonly lift?: number
}

/** `tell` is told what the case is. */
export function runSlide(random: Random, tell?: (label: string) => void): SlideMiss {
  const scale = random.scale(0.1, 10)
  const dt = 1 / random.pick([30, 60, 60, 120, 240])
  const frame = frameOf(random)
  const floor = random.pick(FLOORS)
  const moverKind = random.pick(MOVERS)
  const { shape, height, size } = createMover(random, moverKind, scale)
  const lands = random() < 0.5
  const speed = random.scale(1, 20) * scale
  const heading = random() < 0.3 ? Math.PI / 4 : random.between(-1, 1)
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)]
  const start = { x: -6 * scale * cos + scale * random.between(-1, 1), z: -6 * scale * sin + scale * random.between(-1, 1) }
  const world = new World({ gravity: turned(frame, { x: 0, y: -9.81, z: 0 }), sleeping: false })
  const slop = 5e-4 * Math.min(size, 0.1 * scale)
  createFloor(world, random, {
    kind: floor, scale, frame, slop,
    near: (x, z, reach) => Math.abs((z - start.z) * cos - (x - start.x) * sin) < 2 * scale + reach,
  })
  const tilted = lands && random() < 0.4
  const yaw = about({ x: 0, y: 1, z: 0 }, random.between(0, 6))
  const tilt = tilted ? times(about({ x: random.between(-1, 1), y: random.between(-1, 1), z: 1 }, random.between(0, 3)), yaw) : yaw
  const drop = lands ? scale * random.between(0.05, 0.5) + (tilted ? 1.5 * scale : 0) : 0
  const fall = lands ? -scale * random.between(0, 3) : 0
  const locked = lands || random() < 0.5 || /capsule|ellipsoid|cone/.test(moverKind)
  const body = world.createBody({
    position: turned(frame, { x: start.x, y: height + drop, z: start.z }), rotation: times(frame, tilt),
    linearVelocity: turned(frame, { x: speed * cos, y: fall, z: speed * sin }),
    lockedAxes: locked ? { angular: { x: true, y: true, z: true } } : {}, shapes: [shape],
  })
  const back = { x: -frame.x, y: -frame.y, z: -frame.z, w: frame.w }
  let lift = 0
  let least = Infinity
  const steps = Math.min(600, Math.floor((12 * scale) / speed / dt))
  let worst = 0
  for (let i = 0; i < steps; i++) {
    world.step(dt)
    const v = turned(back, body.linearVelocity)
    worst = Math.max(worst, Math.hypot(v.x - speed * cos, v.z - speed * sin) / speed)
    const { y } = turned(back, body.position)
    least = Math.min(least, y)
    if (!lands) lift = Math.max(lift, Math.abs(y - height) - (floor === 'steps' ? slop : 0))
  }
  if (least < -0.01 * scale) worst = Infinity
  tell?.(`${floor}; ${moverKind}${tilted ? ' tilted' : ''}; ${lands ? 'lands' : 'slides'}${locked ? '' : ' free'}; dt ${dt}; scale ${scale}`)
  return { speed: worst, ...(lands ? {} : { lift: lift / scale }) }
}
