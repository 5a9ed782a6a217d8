/**
 * Nanoseconds per pair of the contact manifolds, touching and apart, for every pair of kinds.
 *
 * Run: npx tsx bench/micro/collide-micro.ts [part of a title]
 * Best of many short rounds, so that other work on the machine disturbs it little.
 */

import { collide } from '../../src/d3/geometry/collide.ts'
import { Manifold } from '../../src/d3/geometry/manifold.ts'
import { buildHull } from '../../src/d3/geometry/hull/hull-builder.ts'
import type { Hull } from '../../src/d3/geometry/hull/hull.ts'
import { BOX } from '../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../src/d3/geometry/shapes/capsule.ts'
import { CYLINDER } from '../../src/d3/geometry/shapes/cylinder.ts'
import { ELLIPSOID } from '../../src/d3/geometry/shapes/ellipsoid.ts'
import { HULL } from '../../src/d3/geometry/shapes/hull.ts'
import { ROUNDED_BOX } from '../../src/d3/geometry/shapes/rounded-box.ts'
import { SHAPES } from '../../src/d3/geometry/shapes/shape-table.ts'
import { SPHERE } from '../../src/d3/geometry/shapes/sphere.ts'
import { TAPERED_CAPSULE } from '../../src/d3/geometry/shapes/tapered-capsule.ts'
import { createRandom } from '../../tests/common/random.ts'

const PAIRS = 256
const WARM_UP_PASSES = 100
const PASSES = 8
const ROUNDS = 150
const MARGIN = 0.02

const random = createRandom(1)
const spread = (): number => random() - 0.5

type Quaternion = [number, number, number, number]

function matrixOf([x, y, z, w]: Quaternion): number[] {
  const s = 2 / (x * x + y * y + z * z + w * w)
  return [
    1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), s * (x * y + w * z), 1 - s * (x * x + z * z),
    s * (y * z - w * x), s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y),
  ]
}

const any = (): number[] => matrixOf([spread(), spread(), spread(), spread()])
const nearlyFlat = (): number[] => matrixOf([1e-4 * spread(), 1e-4 * spread(), 1e-4 * spread(), 1])
const turned = (): number[] => matrixOf([0, spread(), 0, spread()])

/** A cut ball of about 20 vertices, half the size of a unit cube's circumscribed ball. */
function pebble(): Hull {
  const points = new Float64Array(72)
  for (let i = 0; i < 24; i++) {
    const y = 1 - (2 * i + 1) / 24
    const r = Math.sqrt(1 - y * y)
    points[3 * i] = 0.5 * r * Math.cos(i * 2.4)
    points[3 * i + 1] = 0.5 * y
    points[3 * i + 2] = 0.5 * r * Math.sin(i * 2.4)
  }
  return buildHull(points, 'points')
}

function cube(): Hull {
  const points: number[] = []
  for (let i = 0; i < 8; i++) points.push((i & 1) - 0.5, ((i >> 1) & 1) - 0.5, (i >> 2) - 0.5)
  return buildHull(Float64Array.from(points), 'points')
}

const PEBBLE = pebble()
const CUBE = cube()

interface Batch {
  title: string
  kindA: number
  kindB: number
  hullA: Hull | null
  hullB: Hull | null
  rot: Float64Array
  size: Float64Array
  offset: Float64Array
}

const out = new Manifold()

function run(batch: Batch, i: number): void {
  collide(out, batch.kindA, batch.kindB, batch.rot, 18 * i, 18 * i + 9, batch.size, 8 * i, 8 * i + 4, batch.hullA, batch.hullB,
    batch.offset[3 * i], batch.offset[3 * i + 1], batch.offset[3 * i + 2], MARGIN)
}

/** As a user gives the kinds that have no pair of their own, about as large as the others. */
const CURVED: Readonly<Record<number, object>> = {
  [CYLINDER]: { radius: 0.5, halfHeight: 0.4 },
  [ELLIPSOID]: { radii: { x: 0.5, y: 0.4, z: 0.3 } },
  [TAPERED_CAPSULE]: { radiusTop: 0.2, radiusBottom: 0.35, halfLength: 0.25 },
  [ROUNDED_BOX]: { halfExtents: { x: 0.5, y: 0.4, z: 0.5 }, rounding: 0.05 },
}

function sizeOf(kind: number): readonly number[] {
  if (kind === SPHERE) return [0.5, 0, 0, 0]
  if (kind === CAPSULE) return [0.25, 0.25, 0, 0]
  if (kind in CURVED) return SHAPES[kind].check(CURVED[kind]).size
  return kind === BOX ? [0.5, 0.5, 0.5, 0] : [0, 0, 0, 0]
}

function createBatch(title: string, kindA: number, kindB: number, hull: Hull, place: (batch: Batch, i: number) => void): Batch {
  const batch: Batch = {
    title, kindA, kindB, hullA: kindA === HULL ? hull : null, hullB: kindB === HULL ? hull : null,
    rot: new Float64Array(18 * PAIRS), size: new Float64Array(8 * PAIRS), offset: new Float64Array(3 * PAIRS),
  }
  for (let i = 0; i < PAIRS; i++) {
    batch.size.set(sizeOf(kindA), 8 * i)
    batch.size.set(sizeOf(kindB), 8 * i + 4)
    place(batch, i)
  }
  return batch
}

/** Any orientation, pushed together along a random line until they are `overlap` deep or that far apart. */
function anyPose(overlap: number): (batch: Batch, i: number) => void {
  return (batch, i) => {
    batch.rot.set(any(), 18 * i)
    batch.rot.set(any(), 18 * i + 9)
    const d = [spread(), spread(), spread()]
    const n = Math.hypot(...d)
    let near = 0
    let far = 3
    for (let k = 0; k < 30; k++) {
      const middle = (near + far) / 2
      batch.offset.set(d.map((v) => (v / n) * middle), 3 * i)
      run(batch, i)
      if (out.count > 0) near = middle
      else far = middle
    }
    // `near` is where the gap is the margin.
    batch.offset.set(d.map((v) => (v / n) * (near - MARGIN - overlap)), 3 * i)
  }
}

function stacked(rotation: () => number[], reach: number, shift: number): (batch: Batch, i: number) => void {
  return (batch, i) => {
    batch.rot.set(rotation(), 18 * i)
    batch.rot.set(rotation(), 18 * i + 9)
    batch.offset.set([shift + reach * spread(), 0.9995, reach * spread()], 3 * i)
  }
}

function processorNs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1000
}

function measure(batch: Batch): void {
  let points = 0
  for (let pass = 0; pass < WARM_UP_PASSES; pass++) for (let i = 0; i < PAIRS; i++) run(batch, i)
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    points = 0
    const start = processorNs()
    for (let pass = 0; pass < PASSES; pass++) {
      for (let i = 0; i < PAIRS; i++) {
        run(batch, i)
        points += out.count
      }
    }
    best = Math.min(best, processorNs() - start)
  }
  const total = PASSES * PAIRS
  console.log(`${batch.title.padEnd(44)} ${(best / total).toFixed(0).padStart(6)} ns   ${(points / total).toFixed(2)} points`)
}

const batches: Batch[] = [
  createBatch('box box, stacked flush', BOX, BOX, CUBE, stacked(nearlyFlat, 2e-4, 0)),
  createBatch('box box, stacked, half a percent off', BOX, BOX, CUBE, stacked(nearlyFlat, 0.01, 0)),
  createBatch('box box, half a brick over', BOX, BOX, CUBE, stacked(nearlyFlat, 2e-4, 0.5)),
  createBatch('box box, stacked and turned', BOX, BOX, CUBE, stacked(turned, 0.5, 0)),
  createBatch('box box, on a floor', BOX, BOX, CUBE, (batch, i) => {
    stacked(turned, 5, 0)(batch, i)
    batch.size.set([20, 0.5, 20], 8 * i)
  }),
  createBatch('hull hull (cubes), stacked flush', HULL, HULL, CUBE, stacked(nearlyFlat, 2e-4, 0)),
  createBatch('box hull (cubes), stacked and turned', BOX, HULL, CUBE, stacked(turned, 0.5, 0)),
]
for (let kindA = SPHERE; kindA <= HULL; kindA++) for (let kindB = kindA; kindB <= HULL; kindB++) {
  const title = `${SHAPES[kindA].name} ${SHAPES[kindB].name}`
  batches.push(createBatch(`${title}, touching in any pose`, kindA, kindB, PEBBLE, anyPose(0.02)))
  batches.push(createBatch(`${title}, 0.1 apart`, kindA, kindB, PEBBLE, anyPose(-0.1)))
}
for (const kindA of [SPHERE, CAPSULE, BOX, HULL]) for (const kindB of [CYLINDER, ELLIPSOID, TAPERED_CAPSULE, ROUNDED_BOX]) {
  const title = `${SHAPES[kindA].name} ${SHAPES[kindB].name}`
  batches.push(createBatch(`${title}, touching in any pose`, kindA, kindB, PEBBLE, anyPose(0.005)))
  batches.push(createBatch(`${title}, 0.1 apart`, kindA, kindB, PEBBLE, anyPose(-0.1)))
}
for (const kindA of [CYLINDER, ELLIPSOID, TAPERED_CAPSULE, ROUNDED_BOX]) for (const kindB of [CYLINDER, ELLIPSOID, TAPERED_CAPSULE, ROUNDED_BOX]) {
  if (kindB < kindA) continue
  const title = `${SHAPES[kindA].name} ${SHAPES[kindB].name}`
  batches.push(createBatch(`${title}, touching in any pose`, kindA, kindB, PEBBLE, anyPose(0.005)))
  batches.push(createBatch(`${title}, 0.1 apart`, kindA, kindB, PEBBLE, anyPose(-0.1)))
}
for (const batch of batches) if (process.argv[2] === undefined || batch.title.includes(process.argv[2])) measure(batch)
