/** Real edges of floors that are made of boxes are real: steps, walls, borders, ridges, corners. What only looks like an edge is none. */

import { describe, expect, it } from 'vitest'
import { box, capsule, cylinder, hull, mesh, sphere, World, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'
import { gridSurface } from '../meshes/grids.ts'

const ICE = { friction: 0 }
const CORNERS = [-0.3, 0.3].flatMap(x => [-0.3, 0.3].flatMap(y => [-0.3, 0.3].map(z => ({ x, y, z }))))
const SLIDERS: Readonly<Record<string, () => ShapeDefinition>> = {
  ball: () => sphere({ radius: 0.3, ...ICE }),
  box: () => box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 }, ...ICE }),
  capsule: () => capsule({ radius: 0.3, halfLength: 0.3, rotation: { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }, ...ICE }),
  hull: () => hull({ points: CORNERS, ...ICE }),
  cylinder: () => cylinder({ radius: 0.3, halfHeight: 0.3, ...ICE }),
}

function addTile(world: World, x: number, z: number, top = 0, type: 'static' | 'kinematic' = 'static', half = 0.5): Body {
  return world.createBody({ type, position: { x, y: top - 0.5, z }, shapes: [box({ halfExtents: { x: half, y: 0.5, z: half }, ...ICE })] })
}

/** Tiles of 1 m from x −4 to 4, their tops at a height by column. */
function tiled(heightOf: (i: number) => number = () => 0): World {
  const world = new World({ sleeping: false })
  for (let i = -4; i <= 4; i++) for (let k = -2; k <= 2; k++) addTile(world, i, k, heightOf(i))
  return world
}

function slider(world: World, name: string, x: number, z = 0.1, speed = 3): Body {
  return world.createBody({
    position: { x, y: 0.3, z }, linearVelocity: { x: speed, y: 0, z: 0 }, lockedAxes: { angular: { x: true, y: true, z: true } }, shapes: [SLIDERS[name]!()],
  })
}

describe.each(Object.keys(SLIDERS))('a %s', name => {
  it('keeps its speed over tiles, at any offset', () => {
    for (let n = 0; n < 20; n++) {
      const world = tiled()
      const body = slider(world, name, -3.9 + 0.05 * n, 0.0517 * n - 0.5)
      let slowest = Infinity
      let lift = 0
      for (let i = 0; i < 100; i++) {
        world.step(1 / 60)
        slowest = Math.min(slowest, body.linearVelocity.x)
        lift = Math.max(lift, Math.abs(body.position.y - 0.3))
      }
      expect(slowest, `offset ${n}`).toBeGreaterThan(2.9999)
      expect(lift, `offset ${n}`).toBeLessThan(1e-6)
    }
  })

  it('is stopped or lifted by a step up of more than the slop', () => {
    for (const height of [0.004, 0.02, 0.1]) {
      const world = tiled(i => (i > 0 ? height : 0))
      const body = slider(world, name, -1)
      let top = 0
      for (let i = 0; i < 90; i++) {
        world.step(1 / 60)
        top = Math.max(top, body.position.y)
      }
      // The step begins at x = 0.5: what is beyond it with its centre stands on it.
      if (body.position.x > 0.5) expect(top).toBeGreaterThan(0.3 + height - 1e-3)
      else expect(body.position.x).toBeLessThan(0.51)
      if (name === 'box' || name === 'hull' || name === 'cylinder') expect(body.linearVelocity.x).toBeLessThan(0.1)
    }
  })

  it('is stopped by a wall that stands on the tiles, or behind them, and by one that is a row of boxes', () => {
    for (const wall of [
      (world: World) => { world.createBody({ type: 'static', position: { x: 2.5, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 1, z: 3 }, ...ICE })] }) },
      (world: World) => { world.createBody({ type: 'static', position: { x: 2.5, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 2, z: 3 }, ...ICE })] }) },
      (world: World) => {
        for (const y of [-0.5, 0.5, 1.5]) for (let z = -2; z <= 2; z++) {
          world.createBody({ type: 'static', position: { x: 2.5, y, z }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, ...ICE })] })
        }
      },
    ]) {
      for (const speed of [1, 5, 40]) {
        const world = tiled()
        wall(world)
        const body = slider(world, name, -1, 0.37, speed)
        let farthest = -Infinity
        for (let i = 0; i < 180; i++) {
          world.step(1 / 60)
          farthest = Math.max(farthest, body.position.x)
          expect(body.position.y).toBeGreaterThan(0.299)
        }
        expect(farthest).toBeLessThan(1.702)
        expect(body.linearVelocity.x).toBeLessThan(0.01)
      }
    }
  })

  it('slides down along a wall of flush boxes and comes to rest on the floor', () => {
    const world = tiled()
    for (const y of [0.5, 1.5, 2.5]) for (let z = -2; z <= 2; z++) {
      world.createBody({ type: 'static', position: { x: 2.5, y, z }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, ...ICE })] })
    }
    const body = world.createBody({
      position: { x: 1.7, y: 2.6, z: 0.2 }, linearVelocity: { x: 0.5, y: 0, z: 0.6 }, lockedAxes: { angular: { x: true, y: true, z: true } }, shapes: [SLIDERS[name]!()],
    })
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60)
      expect(body.linearVelocity.y).toBeCloseTo(-9.81 * (i + 1) / 60, 3)
      expect(body.linearVelocity.z).toBeCloseTo(0.6, 6)
      expect(body.position.x).toBeCloseTo(1.7, 4)
    }
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(body.position.y).toBeCloseTo(0.3, 3)
  })

  it('runs off the end of the tiles', () => {
    const world = tiled()
    const body = slider(world, name, 2)
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    expect(body.position.y).toBeLessThan(-1)
    expect(body.linearVelocity.x).toBeGreaterThan(2.9)
  })

  it('passes from a tile to one that drives beside it, and back', () => {
    const world = new World({ sleeping: false })
    for (let i = -4; i <= 4; i++) for (let k = -2; k <= 0; k++) addTile(world, i, k)
    for (let i = -8; i <= 4; i++) for (let k = 1; k <= 3; k++) addTile(world, i, k, 0, 'kinematic').linearVelocity = { x: 1, y: 0, z: 0 }
    const body = slider(world, name, -3, 0.1, 3)
    body.linearVelocity = { x: 3, y: 0, z: 0.7 }
    for (let i = 0; i < 100; i++) {
      world.step(1 / 60)
      expect(body.linearVelocity.x).toBeGreaterThan(2.9997)
      expect(Math.abs(body.position.y - 0.3)).toBeLessThan(1e-5)
    }
  })

  it('is lifted by a tile that rises, and not by its neighbour', () => {
    const world = new World({ sleeping: false })
    for (let i = -2; i <= 2; i++) if (i !== 0) addTile(world, i, 0)
    const lift = addTile(world, 0, 0, 0, 'kinematic')
    lift.linearVelocity = { x: 0, y: 0.5, z: 0 }
    const body = slider(world, name, 0.15, 0, 0)
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(body.position.y).toBeCloseTo(0.8, 2)
    expect(Math.abs(body.linearVelocity.x)).toBeLessThan(0.02)
  })
})

describe('a ball edge-on at the border of a plate of boxes', () => {
  for (const height of [-0.02, 0, 0.02, 0.05]) {
    it(`is stopped, its centre ${1000 * height} mm above the top`, () => {
      for (const z of [0.3, 0.5, 0.52]) for (const speed of [3, 30, 200]) {
        const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
        for (let i = 0; i < 4; i++) for (let k = -2; k <= 2; k++) {
          world.createBody({ type: 'static', position: { x: i + 0.5, y: -0.05, z: k }, shapes: [box({ halfExtents: { x: 0.5, y: 0.05, z: 0.5 }, ...ICE })] })
        }
        const ball = world.createBody({ position: { x: -0.6, y: height, z }, linearVelocity: { x: speed, y: 0, z: 0 }, shapes: [sphere({ radius: 0.2, ...ICE })] })
        for (let i = 0; i < 30; i++) world.step(1 / 60)
        expect(ball.linearVelocity.x, `${speed} m/s at ${z}`).toBeLessThan(0.1 * speed)
        expect(Math.hypot(ball.position.x, Math.max(0, ball.position.y))).toBeGreaterThan(0.199)
      }
    })
  }
})

describe('a box at the border of a plate of boxes', () => {
  const place = (inside: number): Body => {
    const world = tiled()
    const body = world.createBody({ position: { x: 4.5 + 0.5 - inside, y: 0.5, z: 0.5 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
    for (let i = 0; i < 180; i++) world.step(1 / 60)
    return body
  }

  it('tips over it when its centre is outside', () => expect(place(0.45).position.y).toBeLessThan(-5))
  it('stays when its centre is inside', () => expect(place(0.55).position.y).toBeCloseTo(0.5, 3))
})

it('a ridge of two flush wedges lifts a ball off as that of one hull does', () => {
  const t = Math.tan(10 * Math.PI / 180)
  const [c, s] = [Math.cos(10 * Math.PI / 180), Math.sin(10 * Math.PI / 180)]
  const half = (side: number): number[] => [0, side * 10].flatMap(x => [-5, 5].flatMap(z => [x, -Math.abs(x) * t, z, x, -3, z]))
  const fly = (shapes: ShapeDefinition[], speed: number): number[] => {
    const world = new World()
    world.createBody({ type: 'static', shapes })
    const start = Math.sqrt(speed * speed + 2 * 9.81 * s)
    const ball = world.createBody({
      position: { x: -c - 0.3 * s, y: -s + 0.3 * c, z: 0.1 }, linearVelocity: { x: start * c, y: start * s, z: 0 }, shapes: [sphere({ radius: 0.3, ...ICE })],
    })
    return Array.from({ length: 60 }, () => {
      world.step(1 / 60)
      return ball.position.y
    })
  }
  for (const speed of [1, 3, 8]) {
    const apart = fly([hull({ points: half(-1), ...ICE }), hull({ points: half(1), ...ICE })], speed)
    const whole = fly([hull({ points: [...half(-1), ...half(1)], ...ICE })], speed)
    apart.forEach((y, i) => expect(y, `${speed} m/s, step ${i}`).toBeCloseTo(whole[i]!, 4))
  }
})

it('nothing gets out of a room that is made of boxes, nor deeper into its corners than into those of a room of six', () => {
  const room = (world: World, side: number, cuts: number): void => {
    const cell = side / cuts
    for (let face = 0; face < 6; face++) for (let i = 0; i < cuts; i++) for (let k = 0; k < cuts; k++) {
      const out = (face < 3 ? -1 : 1) * (side / 2 + 0.25)
      const along = [(i + 0.5) * cell - side / 2, (k + 0.5) * cell - side / 2]
      const at = [0, 1, 2].map(axis => (axis === face % 3 ? out : along.shift()!))
      const half = [0, 1, 2].map(axis => (axis === face % 3 ? 0.25 : cell / 2 + (cuts === 1 ? 0.5 : 0)))
      world.createBody({ type: 'static', position: { x: at[0]!, y: at[1]!, z: at[2]! }, shapes: [box({ halfExtents: { x: half[0]!, y: half[1]!, z: half[2]! } })] })
    }
  }
  const shapes = [...Object.values(SLIDERS).map(make => make()), box({ halfExtents: { x: 0.2, y: 0.05, z: 0.3 } })]
  const depth = (cuts: number): number[] => {
    const depths: number[] = []
    for (const shape of shapes) for (const speed of [2, 20, 60]) for (let turn = 0; turn < 4; turn++) {
      const world = new World()
      room(world, 4, cuts)
      const body = world.createBody({
        linearVelocity: { x: -speed, y: -speed, z: -0.9 * speed }, angularVelocity: { x: 1, y: turn, z: -2 },
        rotation: { x: 0, y: Math.sin(turn), z: 0, w: Math.cos(turn) }, shapes: [shape],
      })
      let least = Infinity
      for (let i = 0; i < 60; i++) {
        world.step(1 / 60)
        const { x, y, z } = body.centerOfMass
        least = Math.min(least, 2 - Math.abs(x), 2 - Math.abs(y), 2 - Math.abs(z))
      }
      depths.push(least)
    }
    return depths
  }
  const tiles = depth(4)
  const whole = depth(1)
  for (const least of tiles) expect(least).toBeGreaterThan(0.02)
  tiles.sort((a, b) => a - b)
  whole.sort((a, b) => a - b)
  tiles.forEach((least, i) => expect(least, `rank ${i}`).toBeGreaterThan(whole[i]! - 0.03))
})

it('a box on boxes beside a mesh, tilted on purpose, does not sink in', () => {
  const world = new World()
  world.createBody({ type: 'static', shapes: [mesh({ ...gridSurface(8, 0.5), position: { x: -2, y: 0, z: 0 } })] })
  for (let i = 0; i < 3; i++) for (let k = -2; k <= 2; k++) addTile(world, i + 0.5, k)
  const bodies = Array.from({ length: 8 }, (_, n) => world.createBody({
    position: { x: 0.01 * n, y: 0.6 + 0.8 * n, z: 0.1 * n - 0.4 }, angularVelocity: { x: n, y: 1, z: -n }, shapes: [box({ halfExtents: { x: 0.2, y: 0.15, z: 0.25 } })],
  }))
  for (let i = 0; i < 400; i++) world.step(1 / 60)
  for (const { position } of bodies) if (Math.abs(position.x) < 3 && Math.abs(position.z) < 2) expect(position.y).toBeGreaterThan(0.14)
})
