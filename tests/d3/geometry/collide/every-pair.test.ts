/**
 * Any pair of shapes collides: every kind as a body that falls on every kind that stands, sees it in queries, and does not go through it at speed.
 * The table goes by `shapes/kinds.ts`: a new kind is tested as soon as it stands there.
 */

import { describe, expect, it } from 'vitest'
import { plane, World, type Body, type ShapeDefinition } from '../../../../src/d3/index.ts'
import { SHAPES } from '../../../../src/d3/geometry/shapes/shape-table.ts'
import { createRandom } from '../../../common/random.ts'
import { type ConvexName, KINDS } from '../shapes/kinds.ts'

const NAMES = Object.keys(KINDS) as ConvexName[]
const CELLS = NAMES.flatMap((standing) => NAMES.filter((name) => !KINDS[name].unbounded).map((falling) => ({ falling, standing })))

function make(name: ConvexName, random: () => number, scale: number): ShapeDefinition {
  const { options, define } = KINDS[name]
  return define(options(random, scale))
}

/** A point inside: the middle of its box is, for all kinds that have one. */
function middleOf(definition: ShapeDefinition): { x: number; y: number; z: number } {
  if (definition.hull === null) return { x: 0, y: 0, z: 0 }
  const [x, y, z] = definition.hull.center
  return { x: x!, y: y!, z: z! }
}

function reachOf(definition: ShapeDefinition): number {
  const size = Float64Array.from([...definition.size, 0, 0, 0, 0].slice(0, 4))
  return definition.kind === 'plane' ? 0 : SHAPES[definition.kindCode]!.reach(size, 0, definition.hull)
}

/** Deepest overlap of a body with others, m. */
function overlap(body: Body): number {
  let most = 0
  for (const { points } of body.contacts()) for (const { depth } of points) most = Math.max(most, depth)
  return most
}

describe.each(CELLS)('$falling on $standing', ({ falling, standing }) => {
  it('lands, and overlaps by no more than the slop once it has', () => {
    const random = createRandom(NAMES.indexOf(falling) * 100 + NAMES.indexOf(standing))
    const lower = make(standing, random, 1)
    const upper = make(falling, random, 0.5)
    const world = new World({ gravity: { x: 0, y: -9.81, z: 0 } })
    const from = middleOf(lower)
    const to = middleOf(upper)
    const height = reachOf(lower) + reachOf(upper) + 0.01
    world.createBody({ type: 'static', shapes: [lower] })
    const body = world.createBody({ position: { x: from.x - to.x, y: from.y - to.y + height, z: from.z - to.z }, shapes: [upper] })
    let touched = false
    let deepest = 0
    for (let i = 0; i < 90; i++) {
      world.step(1 / 60)
      const depth = overlap(body)
      if (depth > 0 || body.contacts().length > 0) touched = true
      deepest = Math.max(deepest, depth)
    }
    expect(touched).toBe(true)
    expect(deepest).toBeLessThan(0.02)
  })

  it('is stopped at 300 m/s', () => {
    const random = createRandom(5000 + NAMES.indexOf(falling) * 100 + NAMES.indexOf(standing))
    const lower = make(standing, random, 1)
    const upper = make(falling, random, 0.3)
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    const from = middleOf(lower)
    const to = middleOf(upper)
    world.createBody({ type: 'static', shapes: [lower] })
    const start = { x: from.x - to.x, y: from.y - to.y + 20, z: from.z - to.z }
    const body = world.createBody({ position: start, linearVelocity: { x: 0, y: -300, z: 0 }, shapes: [upper] })
    let below = false
    for (let i = 0; i < 20; i++) {
      world.step(1 / 60)
      const { x, y, z } = body.centerOfMass
      // On the line it came on and below the middle: through.
      if (Math.hypot(x - from.x, z - from.z) < 0.05 && y < from.y - reachOf(lower)) below = true
    }
    expect(below).toBe(false)
  })

  it('overlap and ray queries see it', () => {
    const random = createRandom(9000 + NAMES.indexOf(falling) * 100 + NAMES.indexOf(standing))
    const lower = make(standing, random, 1)
    const upper = make(falling, random, 0.5)
    const world = new World()
    world.createBody({ type: 'static', shapes: [lower] })
    const from = middleOf(lower)
    const to = middleOf(upper)
    const place = (height: number) => ({ position: { x: from.x - to.x, y: from.y - to.y + height, z: from.z - to.z } })
    expect(world.overlapShape(upper, place(0))).toHaveLength(1)
    expect(world.overlapShape(upper, place(reachOf(lower) + reachOf(upper) + 0.1))).toHaveLength(0)
    const [found] = world.collideShape(upper, place(0))
    expect(found!.depth).toBeGreaterThan(0)
    expect(Math.hypot(found!.normal.x, found!.normal.y, found!.normal.z)).toBeCloseTo(1, 12)
  })
})

describe('a plane', () => {
  it('is for static and kinematic bodies', () => {
    const world = new World()
    expect(() => world.createBody({ type: 'dynamic', shapes: [plane()] })).toThrow(/static/)
    const ground = world.createBody({ type: 'static', shapes: [plane()] })
    expect(() => { ground.type = 'dynamic' }).toThrow(/plane/)
    expect(() => world.createBody({ type: 'dynamic' }).addShape(plane())).toThrow(/static/)
    expect(() => plane({ density: 3 } as never)).toThrow(/density/)
  })

  it('is without end, turned or not', () => {
    for (const [x, z] of [[1e6, 0], [-3e5, 2e6]] as const) {
      const world = new World({ gravity: { x: 0, y: -9.81, z: 0 } })
      world.createBody({ type: 'static', shapes: [plane()] })
      const body = world.createBody({ position: { x, y: 3, z }, shapes: [make('box', createRandom(1), 1)] })
      for (let i = 0; i < 240; i++) world.step(1 / 60)
      expect(body.position.y).toBeGreaterThan(0.1)
      expect(body.isAwake).toBe(false)
      const hit = world.castRay({ origin: { x, y: 50, z: z + 5 }, direction: { x: 0, y: -1, z: 0 }, maxDistance: 100 })
      expect(hit!.distance).toBeCloseTo(50, 9)
    }
    const world = new World({ gravity: { x: 0, y: -9.81, z: 0 } })
    world.createBody({ type: 'static', rotation: { x: 0, y: 0, z: -Math.sin(0.1), w: Math.cos(0.1) }, shapes: [plane({ friction: 0 })] })
    const body = world.createBody({ position: { x: 0, y: 0.7, z: 0 }, rotation: { x: 0, y: 0, z: -Math.sin(0.1), w: Math.cos(0.1) }, shapes: [make('box', createRandom(1), 0.5)] })
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    // Slides down the slope of 0.2 rad at g sin α.
    expect(body.linearVelocity.x).toBeGreaterThan(1)
    expect(body.linearVelocity.y / body.linearVelocity.x).toBeCloseTo(-Math.tan(0.2), 3)
  })
})
