/** Landing on flush boxes, and sliding over the seams of boxes, segments end to end and chains: nothing may catch on them. */

import { box, capsule, chain, circle, polygon, segment, type ShapeDefinition, type World } from 'fulcrum-physics/2d'
import { atLeast, atMost, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { createWorld, direction, DT, length, scale } from '../setup.ts'

const SEAMS = 32
const ICE = { friction: 0 }

const FLOORS: Record<string, (world: World) => void> = {
  'flush boxes': world => {
    const shapes = [box({ halfExtents: { x: 0.5, y: 0.5 }, ...ICE })]
    for (let i = 0; i <= SEAMS; i++) world.createBody({ type: 'static', position: { x: i, y: -0.5 }, shapes })
  },
  'boxes of one body': world => {
    const shapes = Array.from({ length: SEAMS + 1 }, (_, i) => box({ halfExtents: { x: 0.5, y: 0.5 }, position: { x: i, y: -0.5 }, ...ICE }))
    world.createBody({ type: 'static', shapes })
  },
  'segments end to end': world => {
    const shapes = Array.from({ length: SEAMS + 1 }, (_, i) => segment({ a: { x: i - 0.5, y: 0 }, b: { x: i + 0.5, y: 0 }, ...ICE }))
    world.createBody({ type: 'static', shapes })
  },
  'a chain': world => {
    const points = Array.from({ length: SEAMS + 2 }, (_, i) => ({ x: i - 0.5, y: 0 }))
    world.createBody({ type: 'static', shapes: chain({ points, ...ICE }) })
  },
  'a chain of uneven links': world => {
    const points = [{ x: -0.5, y: 0 }]
    while (points.at(-1)!.x < SEAMS + 0.5) points.push({ x: points.at(-1)!.x + [0.03, 0.7, 0.2, 1.1][points.length % 4], y: 0 })
    world.createBody({ type: 'static', shapes: chain({ points, ...ICE }) })
  },
}

interface Slider {
  readonly name: string
  readonly shape: ShapeDefinition
  /** Height of its middle over the floor. */
  readonly rest: number
  readonly speed: number
}

/** An octagon standing on an edge. */
const octagon = Array.from({ length: 8 }, (_, i) => scale(direction(((i + 0.5) * Math.PI) / 4), 0.4))

/** A box of which the lower corners are cut off, as of many a figure in a game. */
const chamfered = [{ x: -0.3, y: -0.4 }, { x: 0.3, y: -0.4 }, { x: 0.4, y: -0.3 }, { x: 0.4, y: 0.4 }, { x: -0.4, y: 0.4 }, { x: -0.4, y: -0.3 }]

const SLIDERS: readonly Slider[] = [
  { name: 'box', shape: box({ halfExtents: { x: 0.25, y: 0.25 }, ...ICE }), rest: 0.25, speed: 8 },
  { name: 'box', shape: box({ halfExtents: { x: 0.5, y: 0.5 }, ...ICE }), rest: 0.5, speed: 8 },
  { name: 'box', shape: box({ halfExtents: { x: 1.4, y: 0.1 }, ...ICE }), rest: 0.1, speed: 8 },
  { name: 'rounded box', shape: box({ halfExtents: { x: 0.2, y: 0.2 }, radius: 0.05, ...ICE }), rest: 0.25, speed: 8 },
  { name: 'octagon', shape: polygon({ points: octagon, ...ICE }), rest: 0.4 * Math.cos(Math.PI / 8), speed: 8 },
  { name: 'rounded octagon', shape: polygon({ points: octagon, radius: 0.03, ...ICE }), rest: 0.03 + 0.4 * Math.cos(Math.PI / 8), speed: 8 },
  { name: 'chamfered box', shape: polygon({ points: chamfered, ...ICE }), rest: 0.4, speed: 8 },
  { name: 'wedge', shape: polygon({ points: [{ x: -0.6, y: -0.2 }, { x: 0.9, y: -0.2 }, { x: -0.3, y: 0.4 }], ...ICE }), rest: 0.2, speed: 8 },
  { name: 'disc', shape: circle({ radius: 0.1, ...ICE }), rest: 0.1, speed: 5 },
  { name: 'capsule', shape: capsule({ radius: 0.2, halfLength: 0.5, rotation: Math.PI / 2, ...ICE }), rest: 0.2, speed: 8 },
]

interface Crossing {
  /** Least speed over the first. */
  kept: number
  lift: number
}

function cross(floor: string, { shape, rest, speed }: Slider): Crossing {
  const world = createWorld()
  FLOORS[floor](world)
  const body = world.createBody({ position: { x: 1, y: rest }, linearVelocity: { x: speed, y: 0 }, shapes: [shape] })
  let lift = 0
  let kept = 1
  for (let i = 0; i < Math.round((SEAMS - 3) / speed / DT); i++) {
    world.step(DT)
    lift = Math.max(lift, body.position.y - rest)
    kept = Math.min(kept, length(body.linearVelocity) / speed)
  }
  return { kept, lift }
}

const small = Array.from({ length: 8 }, (_, i) => scale(direction(((i + 0.5) * Math.PI) / 4), 0.3))

/** With what others lose on the same 480 landings. */
const FALLERS: readonly [name: string, shape: ShapeDefinition, peers: string][] = [
  ['disc', circle({ radius: 0.3, ...ICE }), 'Rapier 317'],
  ['capsule', capsule({ radius: 0.2, halfLength: 0.3, ...ICE }), 'Rapier 328'],
  ['box', box({ halfExtents: { x: 0.3, y: 0.3 }, ...ICE }), 'Rapier 187'],
  ['octagon', polygon({ points: small, ...ICE }), 'Rapier 238'],
]

/** How often something that comes down at a slant on boxes of half a metre, in space, has lost more than 2 % of its way along them after 40 steps. */
function countLost(shape: ShapeDefinition, places: number): number {
  let lost = 0
  for (let k = 0; k < places; k++) {
    for (const [x, y] of [[4, -4], [8, -8], [15, -5], [5, -15]] as const) {
      const world = createWorld({ gravity: { x: 0, y: 0 } })
      for (let i = 0; i < 40; i++) {
        world.createBody({ type: 'static', position: { x: 0.5 * i, y: -0.5 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.5 }, ...ICE })] })
      }
      const far = (120 / places) * k
      const body = world.createBody({ position: { x: 2 + 0.0137 * far, y: 0.75 + 0.003 * far }, linearVelocity: { x, y }, shapes: [shape] })
      for (let i = 0; i < 40; i++) world.step(DT)
      if (body.linearVelocity.x < 0.98 * x) lost++
    }
  }
  return lost
}

export const seams: AccuracyCase = {
  name: 'seams',
  run(runLength: RunLength): Row[] {
    const rows: Row[] = []
    const places = runLength === 'full' ? 120 : 20
    for (const [name, shape, peers] of FALLERS) {
      rows.push(atMost(`${name} landing on flush boxes, μ 0, ${places * 4} times`, 'landings that lose speed', peers, 0, countLost(shape, places)))
    }
    for (const floor of Object.keys(FLOORS)) {
      for (const name of new Set(SLIDERS.map(slider => slider.name))) {
        const crossings = SLIDERS.filter(slider => slider.name === name).map(slider => cross(floor, slider))
        const peers = name === 'box' ? '1.000 (cannon), 0.05 (Rapier 3D)' : ''
        const test = `${name} over the seams of ${floor}, μ 0`
        rows.push(
          atLeast(test, 'speed kept', peers, 7.999 / 8, Math.min(...crossings.map(each => each.kept))),
          atMost(test, 'lift m', '', 1e-3, Math.max(...crossings.map(each => each.lift))),
        )
      }
    }
    return rows
  },
}
