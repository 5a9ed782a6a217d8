/**
 * Convex bodies of every kind that come down on flat ground made of triangles, or cells, tumbling: `deep`, how far their lowest point is below it at
 * most, per thickness; `energy`, what a step gains at most, per energy of the fall; `sunk`, how deep they end. A box as the ground does as well.
 */

import {
  box, capsule, cone, cylinder, ellipsoid, HeightField, heightField, hull, mesh, plane, type ShapeDefinition, voxels, World,
} from 'fulcrum-physics/3d'
import { coreExtent, coreRadius } from '../../../src/d3/geometry/shapes/shape-table.ts'
import type { WorldState } from '../../../src/d3/store/world-state.ts'
import { gridSurface, randomSheet } from '../../d3/meshes/grids.ts'
import { boxSolid } from '../../d3/meshes/solids.ts'
import { testFamily, type Random } from '../family.ts'

const g = 9.81
const CELLS = 40

function bodyOf(random: Random, unit: number, surface: object): ShapeDefinition {
  const size = (): number => unit * random.between(0.15, 0.6)
  const points = (): { x: number; y: number; z: number }[] => {
    const coordinate = (): number => unit * random.between(-0.5, 0.5)
    return Array.from({ length: random.integer(6, 16) }, () => ({ x: coordinate(), y: coordinate(), z: coordinate() }))
  }
  const kind = random.pick(['box', 'rounded box', 'capsule', 'cylinder', 'cone', 'tapered', 'ellipsoid', 'hull', 'rounded hull', 'scaled hull'])
  if (kind === 'box') return box({ halfExtents: { x: size(), y: size(), z: size() }, ...surface })
  if (kind === 'rounded box') return box({ halfExtents: { x: size(), y: size(), z: size() }, rounding: 0.05 * unit, ...surface })
  if (kind === 'capsule') return capsule({ radius: size(), halfLength: size(), ...surface })
  if (kind === 'cylinder') return cylinder({ radius: size(), halfHeight: size(), ...surface })
  if (kind === 'cone') return cone({ radius: size(), halfHeight: size(), ...surface })
  if (kind === 'ellipsoid') return ellipsoid({ radii: { x: size(), y: size(), z: size() }, ...surface })
  if (kind === 'hull') return hull({ points: points(), ...surface })
  if (kind === 'rounded hull') return hull({ points: points(), rounding: 0.05 * unit, ...surface })
  if (kind === 'scaled hull') return hull({ points: points(), scale: { x: -1, y: random.between(0.5, 2), z: 1 }, ...surface })
  const radius = size()
  return capsule({ radiusTop: radius, radiusBottom: radius * random.between(0.6, 1), halfLength: size() + radius, ...surface })
}

function groundOf(random: Random, unit: number, surface: object): ShapeDefinition {
  const kind = random.pick(['grid', 'both sides', 'cut', 'slab', 'field', 'voxels', 'plane', 'box'])
  const reach = 0.5 * CELLS * unit
  if (kind === 'grid' || kind === 'both sides') {
    return mesh({ ...gridSurface(CELLS, 1), scale: unit, sides: kind === 'grid' ? 'front' : 'both', ...surface })
  }
  if (kind === 'cut') return mesh({ ...randomSheet(random.integer(0, 1e6), -20, -20, 20, 20, 30), scale: unit, ...surface })
  if (kind === 'slab') {
    return mesh({ ...boxSolid(1, 1, 1), scale: { x: reach, y: unit, z: random.pick([-1, 1]) * reach }, position: { x: 0, y: -unit, z: 0 }, ...surface })
  }
  if (kind === 'field') {
    const samples = CELLS + 1
    const field = HeightField.build({
      heights: new Float32Array(samples * samples), samplesX: samples, samplesZ: samples, sizeX: 2 * reach, sizeZ: 2 * reach,
    })
    return heightField({ field, ...surface })
  }
  if (kind === 'voxels') {
    const cells = Array.from({ length: CELLS * CELLS }, (_, i) => [(i % CELLS) - CELLS / 2, -1, Math.floor(i / CELLS) - CELLS / 2]).flat()
    return voxels({ cells, cellSize: unit, ...surface })
  }
  if (kind === 'plane') return plane({ ...surface })
  return box({ halfExtents: { x: reach, y: unit, z: reach }, position: { x: 0, y: -unit, z: 0 }, ...surface })
}

const reached = new Float64Array(1)
const DOWN = Float64Array.of(0, -1, 0)

/** Height of the lowest point of the world's second shape, and its thickness. */
function lowest(world: World): { low: number; thickness: number } {
  const state = (world as unknown as { state: WorldState }).state
  const { kind, rotation, size, hull: hulls, center, thickness } = state.shapes.columns
  const geometry = hulls[1]! >= 0 ? state.hulls[hulls[1]!]! : null
  coreExtent(reached, 0, kind[1]!, rotation, 9, size, 4, geometry as never, DOWN, 0, 1)
  return { low: center[4]! - reached[0]! - coreRadius(kind[1]!, size, 4), thickness: thickness[1]! }
}

testFamily({
  name: 'landings on level geometry, 3D', short: 60, long: 1000,
  figures: { deep: { p50: 2e-3, p99: 0.15, worst: 0.25 }, sunk: { p50: 1e-3, p99: 5e-3, worst: 0.02 }, energy: { p50: 1e-9, p99: 2e-3, worst: 0.01 } },
  run(random) {
    const unit = random.scale(0.05, 5)
    const friction = random()
    const restitution = random() < 0.3 ? random.between(0, 0.9) : 0
    const surface = { friction, restitution, rollingResistance: 0.01 * unit }
    const dt = 1 / random.pick([30, 60, 120])
    const world = new World({ gravity: { x: 0, y: -g, z: 0 } })
    world.createBody({ type: 'static', shapes: [groundOf(random, unit, surface)] })
    const speed = random() < 0.5 ? random.between(0, 3) * Math.sqrt(unit) : random.scale(3, 60) * unit
    const spin = random() < 0.5 ? 0 : random.scale(1, 15)
    const turning = (): number => spin * random.between(-1, 1)
    const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]
    const length = Math.hypot(x, y, z, w)
    const body = world.createBody({
      position: { x: random.between(-3, 3) * unit, y: 3 * unit, z: random.between(-3, 3) * unit },
      rotation: { x: x / length, y: y / length, z: z / length, w: w / length },
      linearVelocity: { x: speed * random.between(-0.5, 0.5), y: -speed, z: speed * random.between(-0.5, 0.5) },
      angularVelocity: { x: turning(), y: turning(), z: turning() },
      shapes: [bodyOf(random, unit, surface)],
    })
    const energy = (): number => body.kineticEnergy / body.mass + g * body.centerOfMass.y
    const fall = energy() + g * unit
    let [deep, gained, last, low] = [0, 0, Infinity, 0]
    const within = (): boolean => Math.max(Math.abs(body.position.x), Math.abs(body.position.z)) < 17 * unit
    for (let time = 0; time < 4 * Math.sqrt(unit) + 1 && within(); time += dt) {
      world.step(dt)
      const found = lowest(world)
      low = found.low / found.thickness
      deep = Math.max(deep, -low)
      gained = Math.max(gained, energy() - last)
      last = energy()
    }
    return { deep, sunk: Math.max(0, -low), energy: gained / fall }
  },
})
