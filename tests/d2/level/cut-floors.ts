/**
 * Level floors of the plane, without friction, cut into boxes, polygons, chains, height lines, tiles and segments, and bodies to slide over them.
 * The surface is the line y = 0 of a frame that is turned, whatever it is cut into.
 */

import {
  box, capsule, chain, circle, ellipse, heightLine, polygon, segment, tiles, World, type ShapeDefinition, type Vec2,
} from 'fulcrum-physics/2d'
import type { Random } from '../../families/family.ts'

const ICE = { friction: 0 }

export const FLOORS = [
  'boxes', 'thick and thin', 'turned boxes', 'overlapping', 'polygons', 'chain', 'chains', 'height line', 'height lines', 'tiles', 'segments',
  'of everything',
] as const
export const MOVERS = [
  'circle', 'box', 'capsule', 'lying capsule', 'polygon', 'ellipse', 'rounded box', 'rounded polygon',
] as const

function turned(angle: number, { x, y }: Vec2): Vec2 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return { x: c * x - s * y, y: s * x + c * y }
}

interface Place {
  readonly position: Vec2
  readonly rotation?: number
}

/** Shapes, and where their body is. */
interface Piece {
  readonly shapes: ShapeDefinition[]
  readonly at: Place
}

const boxAt = (x0: number, x1: number, thick: number, quarters = 0): Piece => {
  const [hx, hy] = [(x1 - x0) / 2, thick / 2]
  return {
    shapes: [box({ halfExtents: quarters % 2 === 0 ? { x: hx, y: hy } : { x: hy, y: hx }, ...ICE })],
    at: { position: { x: (x0 + x1) / 2, y: -hy }, rotation: quarters * Math.PI / 2 },
  }
}

/** One piece of the given kind between x0 and x1. */
function pieceOf(random: Random, kind: (typeof FLOORS)[number], s: number, x0: number, x1: number, thick: number): Piece {
  const [middle, width] = [(x0 + x1) / 2, x1 - x0]
  if (kind === 'thick and thin') return boxAt(x0, x1, thick * random.scale(0.1, 10))
  if (kind === 'turned boxes') return boxAt(x0, x1, thick, random.integer(0, 3))
  if (kind === 'overlapping') return boxAt(x0 - random.between(0, 0.3) * s, x1 + random.between(0, 0.3) * s, thick)
  if (kind === 'polygons') {
    const points = [{ x: x0, y: 0 }, { x: x1, y: 0 }, { x: x1 - 0.2 * width * random(), y: -thick }, { x: x0 + 0.2 * width * random(), y: -thick }]
    return { shapes: [polygon({ points, ...ICE })], at: { position: { x: 0, y: 0 } } }
  }
  if (kind === 'chain' || kind === 'chains') {
    const cuts = random.integer(1, 12)
    const inner = Array.from({ length: cuts }, () => random.between(x0, x1)).sort((a, b) => a - b)
    return { shapes: chain({ points: [x0, ...inner, x1].map(x => ({ x, y: 0 })), ...ICE }), at: { position: { x: 0, y: 0 } } }
  }
  if (kind === 'height line' || kind === 'height lines') {
    const samples = random.integer(2, 30)
    return { shapes: heightLine({ heights: new Float32Array(samples), width, ...ICE }), at: { position: { x: middle, y: 0 } } }
  }
  if (kind === 'segments') return { shapes: [segment({ a: { x: x0, y: 0 }, b: { x: x1, y: 0 }, ...ICE })], at: { position: { x: 0, y: 0 } } }
  if (kind === 'tiles') {
    const count = random.integer(1, 6)
    const cells = Array.from({ length: count }, (_, i) => [i, -1]).flat()
    return { shapes: tiles({ cells, cellSize: width / count, ...ICE }), at: { position: { x: x0, y: 0 } } }
  }
  return boxAt(x0, x1, thick)
}

/** Builds a floor in the world: every piece a body of its own, or all of them shapes of one. */
export function createFloor(world: World, random: Random, kind: (typeof FLOORS)[number], s: number, frame: number): void {
  const thick = s * random.scale(0.1, 2)
  const whole = kind === 'chain' || kind === 'height line'
  const length = whole ? 28 * s : s * random.between(0.8, 3)
  const first = -Math.ceil((14 * s) / length)
  const edges = whole ? [-14 * s, 14 * s] : Array.from({ length: 1 - 2 * first }, (_, i) => (first + i) * length)
  const pieces = edges.slice(1).map((x1, i) => {
    const of = kind === 'of everything' ? random.pick(['boxes', 'thick and thin', 'polygons', 'chains', 'height lines', 'tiles', 'segments'] as const) : kind
    return pieceOf(random, of, s, edges[i]!, x1, thick)
  })
  const type = random() < 0.2 ? 'kinematic' : 'static'
  for (const { shapes, at } of pieces) {
    world.createBody({ type, position: turned(frame, at.position), rotation: frame + (at.rotation ?? 0), shapes })
  }
}

/** A shape that stands, and how high its origin is then. */
export function createMover(random: Random, kind: (typeof MOVERS)[number], s: number): { shape: ShapeDefinition; height: number } {
  const side = (): number => s * random.between(0.15, 0.6)
  const [x, y] = [side(), side()]
  const least = Math.min(x, y)
  const points = [-1, 1].flatMap(i => [{ x: i * x, y: -y }, { x: 0.7 * i * x, y }])
  switch (kind) {
    case 'circle': return { shape: circle({ radius: x, ...ICE }), height: x }
    case 'box': return { shape: box({ halfExtents: { x, y }, ...ICE }), height: y }
    case 'capsule': return { shape: capsule({ radius: x, halfLength: y, ...ICE }), height: x + y }
    case 'lying capsule': return { shape: capsule({ radius: x, halfLength: y, rotation: Math.PI / 2, ...ICE }), height: x }
    case 'polygon': return { shape: polygon({ points, ...ICE }), height: y }
    case 'ellipse': return { shape: ellipse({ radii: { x, y }, ...ICE }), height: y }
    case 'rounded box': return { shape: box({ halfExtents: { x, y }, radius: 0.3 * least, ...ICE }), height: y + 0.3 * least }
    case 'rounded polygon': return { shape: polygon({ points, radius: 0.2 * least, ...ICE }), height: y + 0.2 * least }
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
  const frame = random() < 0.5 ? 0 : random.between(-3, 3)
  const floor = random.pick(FLOORS)
  const moverKind = random.pick(MOVERS)
  const { shape, height } = createMover(random, moverKind, scale)
  const lands = random() < 0.5
  const speed = random.scale(1, 20) * scale * random.pick([-1, 1])
  const world = new World({ gravity: turned(frame, { x: 0, y: -9.81 }), sleeping: false })
  createFloor(world, random, floor, scale, frame)
  const tilted = lands && random() < 0.4
  const locked = lands || random() < 0.5 || /^capsule|ellipse/.test(moverKind)
  const drop = lands ? scale * random.between(0.05, 0.5) + (tilted ? 1.5 * scale : 0) : 0
  const fall = lands ? -scale * random.between(0, 3) : 0
  const start = { x: -6 * scale * Math.sign(speed) + scale * random.between(-1, 1), y: height + drop }
  const body = world.createBody({
    position: turned(frame, start), rotation: frame + (tilted ? random.between(-3, 3) : 0),
    linearVelocity: turned(frame, { x: speed, y: fall }), lockedAxes: locked ? { rotation: true } : {}, shapes: [shape],
  })
  let [lift, least, worst] = [0, Infinity, 0]
  const steps = Math.min(600, Math.floor((12 * scale) / Math.abs(speed) / dt))
  for (let i = 0; i < steps; i++) {
    world.step(dt)
    worst = Math.max(worst, Math.abs(turned(-frame, body.linearVelocity).x - speed) / Math.abs(speed))
    const { y } = turned(-frame, body.position)
    least = Math.min(least, y)
    if (!lands) lift = Math.max(lift, Math.abs(y - height))
  }
  if (least < -0.01 * scale) worst = Infinity
  tell?.(`${floor}; ${moverKind}${tilted ? ' tilted' : ''}; ${lands ? 'lands' : 'slides'}${locked ? '' : ' free'}; dt ${dt}; scale ${scale}`)
  return { speed: worst, ...(lands ? {} : { lift: lift / scale }) }
}
