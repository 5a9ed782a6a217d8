/**
 * Things that stand: columns, towers of planks, pyramids, walls. Built by hand as a user would, without a gap and a little askew; they are to
 * stay where they were put. Sizes, masses and step lengths are drawn at random. Figures are in sizes of one body.
 */

import type { Family, Random } from '../family.ts'
import type { AnyBody, AnyWorld, Dimension, Place } from './dimensions.ts'

const STEP_RATES = [30, 60, 60, 120, 240] as const
/** What a structure has to stand, s; longer than a sideways mode of a tall tower takes to grow. */
const SECONDS = 8

type Standing = 'drift' | 'sink' | 'thrown'

/** Half of the cases stay to a trace of their size. Of tall columns and towers of small bodies in long steps some still fall. */
const TALL: Family<Standing>['figures'] = { drift: { p50: 1e-4 }, sink: { p50: 1e-4 }, thrown: { p50: 1e-4 } }

interface Built {
  readonly world: AnyWorld
  readonly bodies: readonly AnyBody[]
  /** Size of one body, m. */
  readonly size: number
}

/** How far bodies have gone from where they were put: sideways, and down; and how far the worst rose. */
function watch({ world, bodies, size }: Built, rate: number): Record<Standing, number> {
  const start = bodies.map(body => body.place())
  let thrown = 0
  for (let i = 0; i < SECONDS * rate; i++) {
    world.step(1 / rate)
    if (i % rate === 0) thrown = Math.max(thrown, ...bodies.map((body, k) => (body.place().y - start[k]!.y) / size))
  }
  let drift = 0
  let sink = 0
  bodies.forEach((body, k) => {
    const at = body.place()
    drift = Math.max(drift, Math.hypot(at.x - start[k]!.x, at.z - start[k]!.z) / size)
    sink = Math.max(sink, (start[k]!.y - at.y) / size)
  })
  return { drift, sink, thrown: Math.max(0, thrown) }
}

interface Site {
  readonly world: AnyWorld
  readonly rate: number
  readonly surface: { readonly density: number; readonly friction: number }
}

/** A world with level ground, its step rate, and what is built of. */
function openSite(dimension: Dimension, random: Random, size: number, density: number, drawFriction: () => number): Site {
  const world = dimension.world({ sleeping: random() < 0.3 })
  const rate = random.pick(STEP_RATES)
  const surface = { density, friction: drawFriction() }
  world.body({
    type: 'static', at: { x: 0, y: -2 * size, z: 0 }, box: { x: 400 * size, y: 2 * size, z: 400 * size }, surface: { friction: surface.friction },
  })
  return { world, rate, surface }
}

/** A place a little beside the one given. */
function askew(dimension: Dimension, random: Random, at: Place, by: number): Place {
  return { x: at.x + random.between(-by, by), y: at.y, z: dimension.axes === 3 ? at.z + random.between(-by, by) : 0 }
}

/** Columns of cubes, up to 40 high; densities alike, heavy above, heavy below or at random. */
export function columnFamily(dimension: Dimension): Family<Standing> {
  return {
    name: `columns, ${dimension.name}`,
    short: 6,
    long: 200,
    figures: TALL,
    run(random) {
      const size = random.scale(1e-2, 10)
      const count = Math.round(random.scale(1, 40))
      const jitter = random.scale(1e-5, 1e-2) * size
      const ratio = random.scale(1, random.pick([1, 10, 1000]))
      const order = random.pick(['heavy above', 'heavy below', 'random'])
      const { world, rate, surface } = openSite(dimension, random, size, 500, () => 0.6)
      const box = { x: size / 2, y: size / 2, z: size / 2 }
      const bodies = Array.from({ length: count }, (_, i) => {
        const share = order === 'random' ? random() : count === 1 ? 0 : order === 'heavy above' ? i / (count - 1) : 1 - i / (count - 1)
        return world.body({
          at: askew(dimension, random, { x: 0, y: (i + 0.5) * size, z: 0 }, jitter),
          box,
          surface: { ...surface, density: surface.density * ratio ** share },
        })
      })
      return watch({ world, bodies, size }, rate)
    },
  }
}

/** Towers of planks: two to a layer, crosswise in space, on posts in the plane. */
export function plankFamily(dimension: Dimension): Family<Standing> {
  return {
    name: `towers of planks, ${dimension.name}`,
    short: 4,
    long: 120,
    figures: TALL,
    run(random) {
      const size = random.scale(1e-2, 10)
      const layers = random.integer(3, 60)
      const flat = random.between(0.15, 0.5)
      const jitter = random.scale(1e-5, 3e-3) * size
      const { world, rate, surface } = openSite(dimension, random, size, 600, () => random.between(0.4, 1))
      const bodies: AnyBody[] = []
      const half = { long: size, wide: 0.2 * size, high: 0.5 * flat * size }
      for (let layer = 0; layer < layers; layer++) {
        const y = (2 * layer + 1) * half.high
        const crosswise = layer % 2 === 1
        for (const side of [-1, 1]) {
          const off = side * (half.long - half.wide)
          if (dimension.axes === 3) {
            const box = crosswise ? { x: half.long, y: half.high, z: half.wide } : { x: half.wide, y: half.high, z: half.long }
            bodies.push(world.body({ at: askew(dimension, random, { x: crosswise ? 0 : off, y, z: crosswise ? off : 0 }, jitter), box, surface }))
          } else if (!crosswise) {
            bodies.push(world.body({ at: askew(dimension, random, { x: off, y, z: 0 }, jitter), box: { x: half.wide, y: half.high, z: 1 }, surface }))
          } else if (side > 0) {
            bodies.push(world.body({ at: askew(dimension, random, { x: 0, y, z: 0 }, jitter), box: { x: half.long, y: half.high, z: 1 }, surface }))
          }
        }
      }
      return watch({ world, bodies, size }, rate)
    },
  }
}

/** Pyramids one body deep, and walls in running bond. */
export function bondFamily(dimension: Dimension): Family<Standing> {
  return {
    name: `pyramids and walls, ${dimension.name}`,
    short: 3,
    long: 100,
    figures: TALL,
    run(random) {
      const size = random.scale(2e-2, 5)
      const pyramid = random() < 0.5
      const rows = pyramid ? random.integer(2, 24) : random.integer(2, 14)
      const columns = pyramid ? rows : random.integer(1, 8)
      const brick = { x: random.between(0.5, 1) * size, y: random.between(0.25, 0.5) * size, z: 0.5 * size }
      const apart = 2 * brick.x * (1 + random.between(1e-3, 0.1))
      const jitter = random.scale(1e-5, 3e-3) * size
      const { world, rate, surface } = openSite(dimension, random, size, 800, () => random.between(0.4, 0.8))
      const bodies: AnyBody[] = []
      for (let row = 0; row < rows; row++) {
        const inRow = pyramid ? rows - row : columns + (row % 2)
        const y = (2 * row + 1) * brick.y
        for (let i = 0; i < inRow; i++) {
          const at = { x: (i - (inRow - 1) / 2) * apart, y, z: 0 }
          const end = !pyramid && row % 2 === 1 && (i === 0 || i === inRow - 1)
          // Half bricks close the ends of every second course.
          const box = end ? { ...brick, x: brick.x / 2 } : brick
          const shift = end ? (i === 0 ? 1 : -1) * (apart / 2 - brick.x / 2) : 0
          bodies.push(world.body({ at: askew(dimension, random, { ...at, x: at.x + shift }, jitter), box, surface }))
        }
      }
      return watch({ world, bodies, size }, rate)
    },
  }
}
