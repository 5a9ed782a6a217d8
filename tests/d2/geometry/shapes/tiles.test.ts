/** Height lines and tile maps: the segments they are made of, what slides along them, what they refuse. */

import { expect, it } from 'vitest'
import { box, capsule, chain, circle, heightLine, tiles, World, type ShapeDefinition } from 'fulcrum-physics/2d'
import { createRandom } from '../../../common/random.ts'

function rayDown(world: World, x: number, from = 50): number | null {
  const hit = world.castRay({ origin: { x, y: from }, direction: { x: 0, y: -100 } })
  return hit === null ? null : hit.point.y
}

it('has a border exactly between filled and empty squares', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = createRandom(seed)
    const side = 3 + Math.floor(random() * 12)
    const filled = new Set<string>()
    const cells: number[] = []
    for (let n = 0; n < side * side * random(); n++) {
      const [x, y] = [Math.floor(random() * side) - 4, Math.floor(random() * side) - 4]
      filled.add(`${x},${y}`)
      cells.push(x, y)
    }
    if (cells.length === 0) continue
    const size = 0.5 + random()
    const world = new World()
    world.createBody({ type: 'static', shapes: tiles({ cells, cellSize: size }) })
    // From the middle of every empty square, in all four directions: the next filled square is met at its side.
    for (let x = -6; x < side; x++) {
      for (let y = -6; y < side; y++) {
        if (filled.has(`${x},${y}`)) continue
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
          let steps = 1
          while (steps < 30 + side && !filled.has(`${x + dx * steps},${y + dy * steps}`)) steps++
          const hit = world.castRay({
            origin: { x: (x + 0.5) * size, y: (y + 0.5) * size }, direction: { x: dx, y: dy },
          })
          if (steps === 30 + side) expect(hit).toBeNull()
          else {
            expect(hit!.distance / size).toBeCloseTo(steps - 0.5, 9)
            expect(hit!.normal.x).toBeCloseTo(-dx, 12)
            expect(hit!.normal.y).toBeCloseTo(-dy, 12)
          }
        }
      }
    }
  }
})

it('makes one segment of a straight run', () => {
  const cells = Array.from({ length: 100 }, (_, i) => [i, 0]).flat()
  expect(tiles({ cells })).toHaveLength(4)
  // A ring has an outer and an inner outline; two squares that touch in a corner have one each.
  expect(tiles({ cells: [0, 0, 1, 0, 2, 0, 0, 1, 2, 1, 0, 2, 1, 2, 2, 2] })).toHaveLength(8)
  expect(tiles({ cells: [0, 0, 1, 1] })).toHaveLength(8)
})

it('is the same in whatever order the squares come, and however often', () => {
  const cells = [3, 1, 0, 0, 1, 0, 2, 0, 3, 0, 1, 1]
  const pairs = [0, 2, 4, 6, 8, 10].map(i => cells.slice(i, i + 2))
  expect(tiles({ cells: pairs.toReversed().flat() })).toEqual(tiles({ cells: [...cells, 0, 0] }))
})

const SLIDERS: Readonly<Record<string, () => ShapeDefinition>> = {
  circle: () => circle({ radius: 0.4, friction: 0 }),
  box: () => box({ halfExtents: { x: 0.4, y: 0.4 }, friction: 0 }),
  capsule: () => capsule({ radius: 0.4, halfLength: 0.4, friction: 0 }),
}

it.each(Object.keys(SLIDERS))('a %s lands on tiles at a slant and slides on with all its speed', name => {
  for (let k = 0; k < 20; k++) {
    const world = new World()
    const cells = Array.from({ length: 60 }, (_, i) => [i - 30, -1, i - 30, -2]).flat()
    world.createBody({ type: 'static', shapes: tiles({ cells, friction: 0 }) })
    const body = world.createBody({ position: { x: -20 + 0.05 * k, y: 1.2 }, linearVelocity: { x: 3, y: -2 }, shapes: [SLIDERS[name]!()] })
    for (let step = 0; step < 240; step++) world.step(1 / 60)
    expect(body.linearVelocity.x).toBeGreaterThan(2.9999)
  }
})

it('a wall of tiles stops what runs against it', () => {
  const world = new World()
  const cells = [...Array.from({ length: 30 }, (_, i) => [i, -1]).flat(), ...Array.from({ length: 5 }, (_, i) => [20, i]).flat()]
  world.createBody({ type: 'static', shapes: tiles({ cells }) })
  const ball = world.createBody({ position: { x: 2, y: 0.5 }, linearVelocity: { x: 300, y: 0 }, shapes: [circle({ radius: 0.4 })] })
  for (let step = 0; step < 120; step++) world.step(1 / 60)
  expect(ball.position.x).toBeLessThan(19.61)
})

it('height lines have their heights, and gaps where there is none', () => {
  const heights = [0, 1, 1, NaN, 2, NaN, 0, 0.5]
  const shapes = heightLine({ heights, width: 7, position: { x: 10, y: 1 } })
  // A height between two gaps is no ground.
  expect(shapes).toHaveLength(3)
  const world = new World()
  world.createBody({ type: 'static', shapes })
  expect(rayDown(world, 10 - 3.5 + 0.5)).toBeCloseTo(1.5, 12)
  expect(rayDown(world, 10 - 3.5 + 1.25)).toBeCloseTo(2, 12)
  expect(rayDown(world, 10)).toBeNull()
  expect(rayDown(world, 10 + 3.5 - 0.5)).toBeCloseTo(1.25, 12)
})

it('a ball rolls over a height line as over the chain of the same points', () => {
  const heights = Float32Array.from({ length: 200 }, (_, i) => Math.sin(i * 0.3) * 0.4)
  const run = (shapes: ShapeDefinition[]): string => {
    const world = new World()
    world.createBody({ type: 'static', shapes })
    world.createBody({ position: { x: -20, y: 3 }, linearVelocity: { x: 8, y: 0 }, shapes: [circle({ radius: 0.3 })] })
    for (let step = 0; step < 300; step++) world.step(1 / 60)
    return world.hash()
  }
  const points = Array.from(heights, (y, i) => ({ x: (2 * i / 199 - 1) * 25, y }))
  expect(run(heightLine({ heights, width: 50 }))).toBe(run(chain({ points })))
})

it.each<[string, () => unknown, RegExp]>([
  ['no squares', () => tiles({ cells: [] }), /tiles\.cells.*no square/],
  ['an odd number', () => tiles({ cells: [1, 2, 3] }), /tiles\.cells\.length.*odd/],
  ['half a square', () => tiles({ cells: [0, 0, 0.5, 0] }), /tiles\.cells\[2\].*square 1/],
  ['squares too far away', () => tiles({ cells: [0, 1e9] }), /tiles\.cells\[1\]/],
  ['squares without a size', () => tiles({ cells: [0, 0], cellSize: 0 }), /tiles\.cellSize/],
  ['rows for cells', () => tiles({ cells: 'row' as never }), /tiles\.cells/],
  ['an option that is none', () => tiles({ cells: [0, 0], tileSize: 1 } as never), /tiles\.tileSize/],
  ['one height', () => heightLine({ heights: [1], width: 1 }), /heightLine\.heights/],
  ['nothing but gaps', () => heightLine({ heights: [1, NaN, 1, NaN], width: 1 }), /no two of them in a row/],
  ['an infinite height', () => heightLine({ heights: [0, Infinity], width: 1 }), /heightLine\.heights\[1\]/],
  ['a height that is a word', () => heightLine({ heights: [0, 'high'] as never, width: 1 }), /heightLine\.heights\[1\]/],
  ['no width', () => heightLine({ heights: [0, 1], width: 0 }), /heightLine\.width/],
  ['no heights', () => heightLine({ width: 1 } as never), /heightLine\.heights.*missing/],
])('refuses %s', (_, act, message) => {
  expect(act).toThrow(message)
})
