/**
 * Shape casts, closest points and distances against brute force: overlap tests of the same shapes at many places along the way, and sampled points.
 */

import type * as d3 from 'fulcrum-physics/3d'
import { testFamily, type Random } from '../family.ts'
import { LABS, type Lab } from './query-lab.ts'

const moved = (p: d3.Vec3, n: d3.Vec3, by: number): d3.Vec3 => ({ x: p.x + n.x * by, y: p.y + n.y * by, z: p.z + (n.z ?? 0) * by })
const apart = (a: d3.Vec3, b: d3.Vec3): number => Math.hypot(a.x - b.x, a.y - b.y, (a.z ?? 0) - (b.z ?? 0))
const dot = (a: d3.Vec3, b: d3.Vec3): number => a.x * b.x + a.y * b.y + (a.z ?? 0) * (b.z ?? 0)

function unit(lab: Lab, random: Random): d3.Vec3 {
  const v = lab.vector(random, 1)
  const length = Math.hypot(v.x, v.y, v.z)
  return { x: v.x / length, y: v.y / length, z: v.z / length }
}

/** Shapes in one body or several, at a random place that may be far out. */
function fill(lab: Lab, random: Random): { world: d3.World; shapes: d3.Shape[]; origin: d3.Vec3 } {
  const world = lab.world()
  const origin = lab.vector(random, random() < 0.3 ? 1e5 : 0)
  const place = (most: number): d3.Vec3 => moved(origin, lab.vector(random, most), 1)
  const shapes = Array.from({ length: 8 }, () => world.createBody({
    type: 'static', position: place(5), rotation: lab.rotation(random), shapes: [lab.shape(random)],
  }).shapes[0]!)
  return { world, shapes, origin }
}

const SAMPLES = 400

function castCase(lab: Lab, random: Random): Partial<Record<'missed' | 'early' | 'normal' | 'order' | 'batch' | 'depth', number>> {
  const { world, shapes, origin } = fill(lab, random)
  const definition = lab.shape(random)
  const far = Math.max(1, Math.hypot(origin.x, origin.y, origin.z)) * 1e-9
  const start = moved(origin, lab.vector(random, 6), 1)
  const rotation = lab.rotation(random)
  const direction = unit(lab, random)
  const maxDistance = random.scale(0.5, 20)
  const cast = { position: start, rotation, direction: moved(lab.vector(random, 0), direction, random.scale(0.01, 100)), maxDistance }
  const all = world.castShapeAll(definition, cast)
  const nearest = world.castShape(definition, cast)
  const overlaps = (shape: d3.Shape, at: number): boolean =>
    world.overlapShape(definition, { position: moved(start, direction, at), rotation, filter: { predicate: (other) => other === shape } }).length > 0
  let [missed, early, normal, depth] = [0, 0, 0, 0]
  for (const shape of shapes) {
    const hit = all.find((other) => other.shape === shape)
    const end = hit ? hit.distance : maxDistance
    // Free before the hit, whatever place is looked at.
    for (let i = 0; i < SAMPLES; i++) if (overlaps(shape, end * (i / SAMPLES) - (hit ? 1e-6 + far : 0)) && end > 1e-6 + far) missed++
    if (!hit) continue
    // A hair deeper along the normal they overlap: the hit is not early.
    const pushed = moved(moved(start, direction, hit.distance), hit.normal, -1e-6 - 4 * far)
    const touches = world.overlapShape(definition, { position: pushed, rotation, filter: { predicate: (other) => other === shape } })
    if (touches.length === 0) early++
    if (hit.distance > 0 && dot(hit.normal, direction) > 1e-6) normal++
    if (Math.abs(Math.hypot(hit.normal.x, hit.normal.y, hit.normal.z ?? 0) - 1) > 1e-9) normal++
    // The point lies on the surface of the shape it met.
    const near = world.closestPoint({ point: hit.point, filter: { predicate: (other) => other === shape } })!
    if (hit.depth === 0 && near.distance > 1e-6 + 4 * far) normal++
    if ((hit.depth > 0) !== (hit.distance === 0 && overlaps(shape, 0)) && hit.depth > 1e-9) depth++
    if (hit.depth > 0) {
      const out = moved(start, hit.normal, hit.depth * (1 + 1e-6) + 1e-6 + 4 * far)
      if (world.overlapShape(definition, { position: out, rotation, filter: { predicate: (other) => other === shape } }).length > 0) depth++
      const leaving = dot(hit.normal, direction) >= 0
      const free = world.castShapeAll(definition, { ...cast, stopAtPenetration: false }).some((other) => other.shape === shape)
      if (free === leaving) depth++
    }
  }
  let order = (nearest?.shape ?? null) === (all[0]?.shape ?? null) && (nearest?.distance ?? -1) === (all[0]?.distance ?? -1) ? 0 : 1
  for (let i = 1; i < all.length; i++) if (all[i]!.distance < all[i - 1]!.distance) order++
  const turn = lab.name === '2D' ? [rotation as unknown as number] : [rotation.x, rotation.y, rotation.z, rotation.w]
  const axes = lab.name === '2D' ? 2 : 3
  const list = (v: d3.Vec3): number[] => [v.x, v.y, v.z].slice(0, axes)
  const out = new Float64Array(3 + 2 * axes)
  const met = world.castShapes(definition, Float64Array.from([...list(start), ...turn, ...list(cast.direction), maxDistance]), out)
  let batch = met === (nearest ? 1 : 0) && Math.abs(out[0]! - (nearest ? nearest.distance : -1)) <= 1e-9 * maxDistance ? 0 : 1
  if (nearest && world.bodyById(out[2 + 2 * axes]!) !== nearest.body) batch++
  return all.length > 0 ? { missed, early, normal, order, batch, depth } : { missed, order, batch }
}

function nearCase(lab: Lab, random: Random): Partial<Record<'point' | 'beaten' | 'inside' | 'batch' | 'distance', number>> {
  const { world, shapes, origin } = fill(lab, random)
  const far = Math.max(1, Math.hypot(origin.x, origin.y, origin.z)) * 1e-10
  const point = moved(origin, lab.vector(random, 6), 1)
  const found = world.closestPoint({ point })!
  let [beaten, inside, miss] = [0, 0, 0]
  if (Math.abs(apart(found.point, point) - found.distance) > 1e-9 + far) miss++
  if (world.closestPoint({ point: found.point, filter: { predicate: (shape) => shape === found.shape } })!.distance > 1e-9 + far) miss++
  const holding = world.overlapPoint({ point })
  for (const shape of shapes) {
    const each = world.closestPoint({ point, filter: { predicate: (other) => other === shape } })!
    if (each.distance < found.distance || (each.distance === found.distance && shape.id < found.shape.id)) beaten++
    const contained = shape.containsPoint(point)
    if (contained !== holding.includes(shape) || contained !== shape.body.containsPoint(point)) inside++
    if (contained !== (each.distance === 0) && Math.abs(each.distance) > 1e-12 + far) inside++
  }
  // No sampled point of any shape is closer.
  for (let i = 0; i < 200; i++) {
    const sample = moved(point, unit(lab, random), found.distance * (1 - 1e-6) * random())
    if (found.distance > 1e-6 && world.overlapPoint({ point: sample }).length > 0) beaten++
  }
  const list = [point.x, point.y, point.z].slice(0, lab.name === '2D' ? 2 : 3)
  const out = new Float64Array(list.length + 2)
  const most = random.scale(0.1, 10)
  const within = world.closestPoint({ point, maxDistance: most })
  const count = world.closestPoints(Float64Array.from([...list, most]), out)
  const batch = count === (within ? 1 : 0) && (within ? found.distance <= most && out[0] === within.distance : found.distance > most && out[0] === -1) ? 0 : 1
  // Distance of two shapes: symmetric, its points are theirs, and casts agree.
  let wrong = 0
  for (let i = 1; i < shapes.length; i++) {
    const [a, b] = [shapes[i - 1]!, shapes[i]!]
    const d = world.distance(a, b)
    const back = world.distance(b.body, a.body)
    if (Math.abs(d.distance - back.distance) > 1e-9 + far || Math.abs(d.depth - back.depth) > 1e-6 + far) wrong++
    const lines = (a.kind as string) === 'segment' && (b.kind as string) === 'segment'
    if (!(lines && d.depth > 0) && Math.abs(apart(d.pointA, d.pointB) - Math.max(d.distance, d.depth)) > 1e-6 + 4 * far) wrong++
    // Those of an overlap are points of a manifold, which near rounded corners lie beside the surface by a trace of the depth.
    const beside = 1e-6 + 4 * far + 1e-4 * d.depth
    for (const [shape, at] of [[a, d.pointA], [b, d.pointB]] as const) {
      if (world.closestPoint({ point: at, filter: { predicate: (other) => other === shape } })!.distance > beside) wrong++
    }
    if (d.distance > 0 && Math.abs(dot(d.normal, moved(d.pointB, d.pointA, -1)) - d.distance) > 1e-9 + 10 * far) wrong++
    // Sampled points of one are not nearer to the other.
    for (let k = 0; k < 20; k++) {
      const on = world.closestPoint({ point: moved(a.body.position, lab.vector(random, 3), 1), filter: { predicate: (other) => other === a } })!.point
      if (world.closestPoint({ point: on, filter: { predicate: (other) => other === b } })!.distance < d.distance - 1e-9 - 4 * far) wrong++
    }
  }
  return { point: miss, beaten, inside, batch, distance: wrong }
}

function solidCase(lab: Lab, random: Random): Partial<Record<'exit' | 'same', number>> {
  const { world, shapes, origin } = fill(lab, random)
  const shape = random.pick(shapes)
  const far = Math.max(1, Math.hypot(origin.x, origin.y, origin.z)) * 1e-9
  const inside = world.closestPoint({ point: moved(shape.body.position, lab.vector(random, 0.02), 1), filter: { predicate: (s) => s === shape } })!.point
  const ray = { origin: inside, direction: unit(lab, random), maxDistance: 30, filter: { predicate: (s: d3.Shape): boolean => s === shape } }
  const solid = world.castRay(ray)
  const hollow = world.castRay({ ...ray, solid: false })
  if (!shape.containsPoint(inside) || (shape.kind as string) === 'segment') return {}
  let exit = 0
  if (!solid || solid.distance !== 0 || !hollow || !(hollow.distance >= 0)) return { exit: 1 }
  // Just before it the ray is inside, just behind it outside.
  const step = 1e-6 + far
  if (hollow.distance > 2 * step && !shape.containsPoint(moved(inside, ray.direction, hollow.distance - step))) exit++
  if (shape.containsPoint(moved(inside, ray.direction, hollow.distance + step)) && Math.abs(dot(hollow.normal, ray.direction)) > 0.05) exit++
  // One that only touches the surface at its start stops there.
  if (hollow.distance > 0 && dot(hollow.normal, ray.direction) < -1e-6) exit++
  // From outside nothing changes.
  const from = { origin: moved(origin, lab.vector(random, 9), 1), direction: unit(lab, random), filter: { predicate: (s: d3.Shape): boolean => !s.containsPoint(from.origin) } } as d3.Ray
  const same = JSON.stringify(world.castRayAll(from).map(({ distance }) => distance)) === JSON.stringify(world.castRayAll({ ...from, solid: false }).map(({ distance }) => distance)) ? 0 : 1
  return { exit, same }
}

for (const lab of LABS) {
  testFamily({
    name: `shape casts, ${lab.name}`,
    short: 15,
    long: 400,
    figures: { missed: { worst: 0 }, early: { worst: 0 }, normal: { worst: 0 }, order: { worst: 0 }, batch: { worst: 0 }, depth: { worst: 0 } },
    run: (random) => castCase(lab, random),
  })
  testFamily({
    name: `closest points and distances, ${lab.name}`,
    short: 30,
    long: 500,
    figures: { point: { worst: 0 }, beaten: { worst: 0 }, inside: { worst: 0 }, batch: { worst: 0 }, distance: { worst: 0 } },
    run: (random) => nearCase(lab, random),
  })
  testFamily({
    name: `rays that start inside, ${lab.name}`,
    short: 100,
    long: 2000,
    figures: { exit: { worst: 0 }, same: { worst: 0 } },
    run: (random) => solidCase(lab, random),
  })
}
