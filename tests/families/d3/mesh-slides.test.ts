/**
 * Bodies slide, or land at a slant, on flat level geometry without friction: one mesh, two meshes, meshes whose seams meet in T, unwelded
 * triangles, tiles, a mesh beside a box. The surface is a plane whatever it is cut into, so nothing may be lost and nothing may lift.
 */

import { box, capsule, hull, mesh, sphere, World, type ShapeDefinition } from 'fulcrum-physics/3d'
import { randomSheet, type Surface } from '../../d3/meshes/grids.ts'
import { testFamily, type Random } from '../family.ts'

/** Every triangle with corners of its own, pushed by up to a hair's rounding. */
function unwelded({ positions, indices }: Surface): Surface {
  const loose = indices.flatMap(v => positions.slice(3 * v, 3 * v + 3))
  return { positions: loose, indices: loose.filter((_, i) => i % 3 === 0).map((_, i) => i) }
}

function floorOf(random: Random, scale: number): ShapeDefinition[] {
  const cuts = random.integer(3, 16)
  const seed = random.integer(1, 1e6)
  const [l, w] = [20 * scale, 6 * scale]
  const sheet = (x0: number, x1: number, n = cuts): Surface => randomSheet(seed + n, x0, -w, x1, w, n)
  const plain = { friction: 0 }
  const kind = random.pick(['one', 'two', 'seams in T', 'unwelded', 'tiles', 'beside a box'])
  if (kind === 'one') return [mesh({ ...sheet(-l, l), ...plain })]
  if (kind === 'two') return [mesh({ ...sheet(-l, 0), ...plain }), mesh({ ...sheet(0, l, cuts + 1), ...plain })]
  if (kind === 'unwelded') return [mesh({ ...unwelded(sheet(-l, l)), ...plain })]
  if (kind === 'tiles') {
    return Array.from({ length: 10 }, (_, i) => mesh({ ...sheet((i - 5) * 4 * scale, (i - 4) * 4 * scale, 2 + (i * cuts) % 4), ...plain }))
  }
  if (kind === 'beside a box') {
    const beside = box({ halfExtents: { x: l / 2, y: scale, z: w }, position: { x: l / 2, y: -scale, z: 0 }, ...plain })
    return [mesh({ ...sheet(-l, 0), ...plain }), beside]
  }
  const left = sheet(-l, 0)
  const right = sheet(0, l, cuts + 3)
  const offset = left.positions.length / 3
  return [mesh({ positions: [...left.positions, ...right.positions], indices: [...left.indices, ...right.indices.map(v => v + offset)], ...plain })]
}

/** A shape that stands, and how high its origin is. */
function moverOf(random: Random, scale: number): { shape: ShapeDefinition; height: number } {
  const side = (): number => scale * random.between(0.15, 0.6)
  const plain = { friction: 0 }
  const kind = random.pick(['ball', 'box', 'capsule', 'hull'])
  if (kind === 'ball') {
    const radius = side()
    return { shape: sphere({ radius, ...plain }), height: radius }
  }
  if (kind === 'capsule') {
    const radius = side()
    return { shape: capsule({ radius, halfLength: side(), rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }, ...plain }), height: radius }
  }
  const [x, y, z] = [side(), side(), side()]
  if (kind === 'box') return { shape: box({ halfExtents: { x, y, z }, ...plain }), height: y }
  const points = [-1, 1].flatMap(i => [-1, 1].flatMap(k => [{ x: i * x, y: -y, z: k * z }, { x: 0.7 * i * x, y, z: 0.8 * k * z }]))
  return { shape: hull({ points, ...plain }), height: y }
}

testFamily({
  name: 'slides over cut planes, 3D', short: 40, long: 400,
  figures: { speed: { p50: 1e-9, p99: 1e-6, worst: 1e-5 }, lift: { p50: 1e-6, p99: 1e-4, worst: 2e-4 } },
  run(random) {
    const scale = random.scale(0.1, 10)
    const dt = 1 / random.pick([60, 60, 120, 240])
    const world = new World({ gravity: { x: 0, y: -9.81, z: 0 }, sleeping: false })
    world.createBody({ type: 'static', shapes: floorOf(random, scale) })
    const { shape, height } = moverOf(random, scale)
    const lands = random() < 0.5
    // At most a body's width or so in a step, up to where bodies are swept.
    const speed = random.scale(1, 30) * scale
    const heading = random.between(-0.2, 0.2)
    const turn = random.between(0, Math.PI)
    const free = random() < 0.5
    const body = world.createBody({
      position: { x: -12 * scale, y: height + (lands ? random.between(0.05, 0.5) * scale : 0), z: random.between(-1, 1) * scale },
      rotation: { x: 0, y: Math.sin(turn / 2), z: 0, w: Math.cos(turn / 2) },
      linearVelocity: { x: speed, y: lands ? -random.between(0, 3) * scale : 0, z: speed * heading },
      lockedAxes: lands || free ? { angular: { x: true, y: true, z: true } } : {}, shapes: [shape],
    })
    let lift = 0
    const steps = Math.floor(20 * scale / speed / dt)
    for (let i = 0; i < steps; i++) {
      world.step(dt)
      if (!lands) lift = Math.max(lift, Math.abs(body.position.y - height))
    }
    const { x, z } = body.linearVelocity
    return { speed: Math.hypot(x - speed, z - speed * heading) / speed, ...(lands ? {} : { lift: lift / scale }) }
  },
})
