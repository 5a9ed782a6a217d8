// Maps of Tiled: tile outlines merged, objects of every kind with rotation, tiles with collision shapes, mirrored; nothing catches at seams.
import { describe, expect, it } from 'vitest'
import { addTiled } from 'fulcrum-physics/2d/tiled'
import { box, circle, PhysicsError, World } from 'fulcrum-physics/2d'
import { randomOf } from '../../families/family.ts'
import { area, mergeOutlines } from '../../../src/adapters/tiled/outlines.ts'

type Json = ReturnType<typeof JSON.parse>

const layer = (width: number, data: number[], more: Json = {}): Json => ({
  type: 'tilelayer', name: 'ground', width, height: data.length / width, data, properties: [{ name: 'collides', type: 'bool', value: true }], ...more,
})
const objects = (...list: Json[]): Json => ({ type: 'objectgroup', name: 'things', objects: list })
const map = (layers: Json[], more: Json = {}): Json => ({ orientation: 'orthogonal', tilewidth: 32, tileheight: 32, layers, tilesets: [], ...more })
const run = (world: World, seconds: number): void => {
  for (let i = 0; i < Math.round(seconds * 60); i++) world.step(1 / 60)
}

describe('tile layers', () => {
  it('are one outline: a row of tiles is four lines, a ring eight', () => {
    const world = new World()
    const { layers } = addTiled(world, map([layer(5, [1, 1, 1, 1, 1])]))
    expect(layers.get('ground')!.shapes.length).toBe(4)
    const ring = addTiled(new World(), map([layer(3, [1, 1, 1, 1, 0, 1, 1, 1, 1])]))
    expect(ring.layers.get('ground')!.shapes.length).toBe(8)
  })

  it('let a box slide over their seams, and hold a ball from every side', () => {
    const world = new World()
    addTiled(world, map([layer(40, [...Array.from({ length: 40 }, () => 0), ...Array.from({ length: 40 }, () => 1)])], {}), { pixelsPerMetre: 32 })
    const sledge = world.createBody({ position: { x: 2, y: -0.5 }, linearVelocity: { x: 8, y: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, friction: 0 })] })
    run(world, 3)
    expect(sledge.position.x).toBeCloseTo(26, 1)
    expect(sledge.position.y).toBeCloseTo(-0.5, 2)
    for (const [gx, gy] of [[0, -10], [0, 10], [10, 0], [-10, 0]] as const) {
      const room = new World({ gravity: { x: gx, y: gy } })
      addTiled(room, map([layer(3, [1, 1, 1, 1, 0, 1, 1, 1, 1])]), { pixelsPerMetre: 32 })
      const ball = room.createBody({ position: { x: 1.5, y: -1.5 }, shapes: [circle({ radius: 0.3 })] })
      run(room, 2)
      expect(Math.hypot(ball.position.x - 1.5, ball.position.y + 1.5)).toBeCloseTo(0.2, 2)
    }
  })

  it('have slopes by the collision shapes of their tiles, mirrored by their bits', () => {
    const slope = { id: 1, objectgroup: { objects: [{ x: 0, y: 32, polygon: [{ x: 0, y: 0 }, { x: 32, y: -32 }, { x: 32, y: 0 }] }] } }
    const tilesets = [{ firstgid: 1, tiles: [slope] }]
    const mirrored = 0x80000000 + 2
    const world = new World()
    addTiled(world, map([layer(3, [2, 1, mirrored])], { tilesets }), { pixelsPerMetre: 32 })
    const height = (x: number): number => world.castRay({ origin: { x, y: 5 }, direction: { x: 0, y: -1 } })!.point.y
    expect(height(0.25)).toBeCloseTo(-0.75, 6)
    expect(height(1.5)).toBeCloseTo(0, 6)
    expect(height(2.75)).toBeCloseTo(-0.75, 6)
    expect([...world.bodies][0]!.shapes.length).toBe(4)
  })

  it('come in chunks and groups with offsets, and by a function of yours', () => {
    const world = new World()
    const chunked = { type: 'tilelayer', name: 'a', chunks: [{ x: 4, y: 0, width: 1, data: [7] }], offsetx: 32 }
    const { layers } = addTiled(world, map([{ type: 'group', layers: [chunked], offsety: 64 }]), { pixelsPerMetre: 32, solid: ({ id }) => id === 7 })
    expect(layers.get('a')!.shapes.length).toBe(4)
    expect(world.castRay({ origin: { x: 5.5, y: 5 }, direction: { x: 0, y: -1 } })!.point.y).toBeCloseTo(-2, 9)
  })

  it('random islands of tiles have the area of their tiles', () => {
    let state = 7
    const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647
    for (let k = 0; k < 50; k++) {
      const tiles = Array.from({ length: 64 }, () => random() < 0.5)
      const polygons = tiles.flatMap((is, i) => {
        const [x, y] = [i % 8, Math.floor(i / 8)]
        return is ? [[{ x, y }, { x, y: y + 1 }, { x: x + 1, y: y + 1 }, { x: x + 1, y }]] : []
      })
      const loops = mergeOutlines(polygons)
      expect(loops.reduce((sum, loop) => sum + area(loop) / 2, 0)).toBeCloseTo(-polygons.length, 9)
    }
  })
})

it('sides that tiles share in part go, too: whole tiles, halves and blocks with slopes below are one line', () => {
  const tiles = [
    { id: 1, objectgroup: { objects: [{ x: 0, y: 0, width: 32, height: 16 }] } },
    { id: 2, objectgroup: { objects: [{ x: 0, y: 0, polygon: [{ x: 0, y: 0 }, { x: 32, y: 0 }, { x: 32, y: 24 }, { x: 0, y: 8 }] }] } },
    { id: 3, objectgroup: { objects: [{ x: 0, y: 0, polygon: [{ x: 0, y: 0 }, { x: 32, y: 0 }, { x: 32, y: 20 }, { x: 16, y: 4 }, { x: 0, y: 12 }] }] } },
  ]
  const random = randomOf(5)
  for (let round = 0; round < 20; round++) {
    const row = Array.from({ length: 40 }, () => random.integer(1, 4))
    const world = new World()
    addTiled(world, map([layer(40, row)], { tilesets: [{ firstgid: 1, tiles }] }), { pixelsPerMetre: 32 })
    const speed = random.scale(2, 20)
    const sledge = world.createBody({ position: { x: 1, y: 0.5 }, linearVelocity: { x: speed, y: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, friction: 0 })] })
    while (sledge.position.x < 38) {
      world.step(1 / 60)
      expect(sledge.linearVelocity.x).toBeCloseTo(speed, 6)
      expect(Math.abs(sledge.position.y - 0.5)).toBeLessThan(1e-3)
    }
  }
})

describe('objects', () => {
  it('of every kind stand where they are drawn, turned about their corner', () => {
    const world = new World()
    const scene = addTiled(world, map([objects(
      { name: 'box', x: 100, y: 100, width: 200, height: 100, rotation: 90 },
      { name: 'disc', x: 400, y: 0, width: 100, height: 100, ellipse: true },
      { name: 'oval', x: 600, y: 0, width: 200, height: 100, ellipse: true },
      { name: 'spot', x: 50, y: 60, point: true },
      { name: 'roof', x: 1000, y: 100, polygon: [{ x: 0, y: 0 }, { x: 100, y: -50 }, { x: 200, y: 0 }] },
      { name: 'cave', x: 1400, y: 0, polygon: [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 50, y: 50 }, { x: 0, y: 100 }] },
      { name: 'line', x: 1800, y: 100, polyline: [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 200, y: 100 }] },
    )]))
    const top = (x: number): number | undefined => world.castRay({ origin: { x, y: 50 }, direction: { x: 0, y: -1 } })?.point.y
    // Turned by a right angle, clockwise: to the left of its corner and below.
    expect(top(0.5)).toBeCloseTo(-1, 9)
    expect(top(1.5)).toBeUndefined()
    expect(top(4.5)).toBeCloseTo(0, 9)
    expect(top(7)).toBeCloseTo(0, 9)
    expect(top(11)).toBeCloseTo(-0.5, 9)
    expect(top(14.5)).toBeCloseTo(0, 9)
    expect(top(19)).toBeCloseTo(-1, 6)
    expect(scene.objectsNamed('spot')[0]).toMatchObject({ body: null, position: { x: 0.5, y: -0.6 } })
    expect(scene.objectsNamed('oval')[0]!.body!.shapes[0]!.kind).toBe('ellipse')
    expect(scene.pixels.toScreen({ x: 1, y: -2 })).toEqual({ x: 100, y: 200 })
  })

  it('are dynamic by class or property, with their surface; tiles are boxes or their shapes', () => {
    const world = new World()
    const scene = addTiled(world, map([objects(
      { name: 'a', class: 'dynamic', x: 0, y: 0, width: 100, height: 100, properties: [{ name: 'density', value: 2 }, { name: 'friction', value: 0.1 }] },
      { name: 'b', x: 300, y: 0, width: 100, height: 100, properties: [{ name: 'body', value: 'kinematic' }, { name: 'sensor', value: true }] },
      { name: 'tile', type: 'dynamic', gid: 5, x: 500, y: 100, width: 100, height: 100 },
    )]))
    const [a, b, tile] = scene.objects
    expect([a!.body!.type, a!.body!.mass, a!.body!.shapes[0]!.friction]).toEqual(['dynamic', 2, 0.1])
    expect([b!.body!.type, b!.body!.shapes[0]!.sensor]).toEqual(['kinematic', true])
    // A tile's place is its lower left corner.
    expect(tile!.body!.centerOfMass.y).toBeCloseTo(-0.5, 9)
  })
})

describe('maps as other programs and other years have them', () => {
  it('properties and tiles by name, before 1.2; tiles in base64', () => {
    const world = new World()
    const bytes = [0, 0, 1, 2].flatMap(gid => [gid, 0, 0, 0])
    const old = {
      version: 1, orientation: 'orthogonal', width: 2, height: 2, tilewidth: 32, tileheight: 32, nextobjectid: 3, properties: {},
      layers: [
        { type: 'tilelayer', name: 'ground', width: 2, height: 2, x: 0, y: 0, encoding: 'base64', data: btoa(String.fromCharCode(...bytes)) },
        { type: 'objectgroup', name: 'things', draworder: 'topdown', objects: [
          { id: 1, name: 'crate', type: '', x: 8, y: 0, width: 16, height: 16, rotation: 0, visible: true, properties: { body: 'dynamic', density: 2 } },
        ] },
      ],
      tilesets: [{
        firstgid: 1, image: 'a.png', imagewidth: 64, imageheight: 32, tilewidth: 32, tileheight: 32, margin: 0, spacing: 0,
        tileproperties: { 0: { collides: true } }, tilepropertytypes: { 0: { collides: 'bool' } },
        tiles: { 1: { objectgroup: { type: 'objectgroup', objects: [{ x: 0, y: 16, width: 32, height: 16, rotation: 0 }] } } },
      }],
    }
    const { layers, objectsNamed } = addTiled(world, JSON.stringify(old), { pixelsPerMetre: 32 })
    // A whole tile and the lower half of one: a step.
    expect(layers.get('ground')!.shapes.length).toBe(6)
    run(world, 2)
    expect(objectsNamed('crate')[0]!.body!.mass).toBeCloseTo(2 * 0.25, 12)
    expect(objectsNamed('crate')[0]!.body!.position.y).toBeCloseTo(-0.5, 2)
    const packed = structuredClone(old)
    Object.assign(packed.layers[0]!, { compression: 'zlib' })
    expect(() => addTiled(world, packed)).toThrow(/layers\[0\]\.data.*compressed/s)
  })

  it('tiles larger and smaller than the cells stand on the lower left corner, where they are drawn', () => {
    const tall = { firstgid: 1, tilewidth: 32, tileheight: 64, tiles: [{ id: 0, objectgroup: { objects: [{ x: 0, y: 0, width: 32, height: 64 }] } }] }
    const small = {
      firstgid: 5, tilewidth: 16, tileheight: 16, tileoffset: { x: 4, y: 8 }, tiles: [{ id: 0, objectgroup: { objects: [{ x: 0, y: 8, width: 16, height: 8 }] } }],
    }
    // What rays from the four sides meet, that look for the middle.
    const sidesOf = (json: Json, x: number, y: number): number[] => {
      const world = new World()
      addTiled(world, json, { pixelsPerMetre: 1 })
      const meet = (dx: number, dy: number): number => {
        const hit = world.castRay({ origin: { x: x - 900 * dx, y: y - 900 * dy }, direction: { x: dx, y: dy }, maxDistance: 900 })
        return Math.round(dx === 0 ? hit!.point.y : hit!.point.x)
      }
      return [meet(1, 0), meet(0, 1), meet(-1, 0), meet(0, -1)]
    }
    const sets = { tilesets: [tall, small] }
    // The second cell of the second row: 32 … 64 to the right, 32 … 64 down.
    expect(sidesOf(map([layer(2, [0, 0, 0, 1])], sets), 48, -32)).toEqual([32, -64, 64, 0])
    expect(sidesOf(map([layer(2, [0, 0, 0, 5])], sets), 44, -68)).toEqual([36, -72, 52, -64])
    // As objects: as large as the object, whatever the cells.
    expect(sidesOf(map([objects({ gid: 5, x: 100, y: 200, width: 32, height: 32 })], sets), 116, -192)).toEqual([100, -200, 132, -184])
  })

  it('objects of templates are told', () => {
    const { warnings } = addTiled(new World(), map([objects({ id: 3, template: 'crate.tj', x: 3, y: 4 })]))
    expect(warnings).toMatchObject([{ path: 'layers[0].objects[0]' }])
  })
})

describe('hostile maps', () => {
  it('are refused with a path and leave the world as it was', () => {
    const world = new World()
    const before = world.bodyCount
    const bad: [Json, RegExp][] = [
      [map([], { orientation: 'isometric' }), /map\.orientation/],
      [map([layer(2, [1, -1])]), /layers\[0\]\.data\[1\]/],
      [map([layer(0, [1, 1])]), /layers\[0\]\.width/],
      [map([layer(2, [1, 1], { data: 'AAAA' })]), /layers\[0\]\.data/],
      [map([layer(2, [1, 1], { data: 'no' })]), /layers\[0\]\.data/],
      [map(Object.assign([objects()], { length: 3 })), /map\.layers\[1\]/],
      [map([objects({ polygon: Object.assign([{ x: 0, y: 0 }], { length: 3 }) })]), /polygon\[1\]/],
      [map([], { tilesets: [{ firstgid: 1, source: 'a.tsj' }] }), /tilesets\[0\]\.source/],
      [map([objects({ x: 0, y: 0, width: 100, height: 100 }, { x: 'q' })]), /layers\[0\]\.objects\[1\]\.x/],
      [map([objects({ polygon: [{ x: 0, y: 0 }, { x: 1e300, y: 0 }, { x: 0, y: 1 }] })]), /layers\[0\]\.objects\[0\]/],
      [map([objects({ width: 10, height: 10, properties: [{ name: 'density', value: -1 }] })]), /properties\.density/],
      [{ layers: 3 }, /layers/],
      [[], /map/],
    ]
    for (const [json, path] of bad) {
      expect(() => addTiled(world, json)).toThrow(PhysicsError)
      expect(() => addTiled(world, json)).toThrow(path)
      expect(world.bodyCount).toBe(before)
    }
    expect(() => addTiled(world, '{')).toThrow(PhysicsError)
    // A tile of many shapes that is named many times.
    const pins = Array.from({ length: 500 }, (_, i) => ({ x: i % 30, y: 0, width: 1, height: 1 }))
    const sets = [{ firstgid: 1, tiles: [{ id: 0, objectgroup: { objects: pins } }] }]
    expect(() => addTiled(world, map([layer(100, Array.from({ length: 10_000 }, () => 1))], { tilesets: sets }))).toThrow(/corners of tiles/)
    expect(() => addTiled(world, map([], { tilesets: Array.from({ length: 2000 }, () => ({ firstgid: 1 })) }))).toThrow(/map\.tilesets\.length/)
    expect(world.bodyCount).toBe(before)
  })
})
