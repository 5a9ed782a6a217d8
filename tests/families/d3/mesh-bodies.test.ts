/**
 * Closed meshes on dynamic bodies fall on ground of every kind, slowly or fast, and come to rest on its surface as solids do: none sinks in, none
 * gains energy, none goes through. Figures per size: `sunk`, how deep the lowest vertex ends below the ground; `drift`, the speed left after 5 s;
 * `energy`, what it gained at most, per m g size.
 */

import { box, HeightField, heightField, mesh, plane, TriangleMesh, voxels, World, type ShapeDefinition } from 'fulcrum-physics/3d'
import { gridSurface, randomSheet, type Surface } from '../../d3/meshes/grids.ts'
import { angleSolid, boxSolid, hullSolid, ringSolid } from '../../d3/meshes/solids.ts'
import { testFamily, type Random } from '../family.ts'

function solidOf(random: Random): Surface {
  const kind = random.pick(['box', 'stone', 'angle', 'ring'])
  const side = (): number => random.between(0.2, 0.6)
  if (kind === 'box') return boxSolid(side(), side(), side(), [random.between(-0.2, 0.2), 0, 0])
  if (kind === 'angle') return angleSolid(random.between(0.6, 1.2), random.between(0.15, 0.3), side())
  if (kind === 'ring') return ringSolid(random.between(0.4, 0.6), random.between(0.12, 0.25), random.integer(6, 14), random.integer(4, 8))
  return hullSolid(Array.from({ length: 3 * random.integer(6, 20) }, () => random.between(-0.5, 0.5)))
}

function groundOf(random: Random, unit: number): ShapeDefinition {
  const kind = random.pick(['box', 'plane', 'field', 'voxels', 'sheet', 'slab', 'cut'])
  if (kind === 'cut') return mesh({ ...randomSheet(random.integer(0, 1e6), -20, -20, 20, 20, 30), scale: unit })
  if (kind === 'box') return box({ halfExtents: { x: 20 * unit, y: unit, z: 20 * unit }, position: { x: 3 * unit, y: -unit, z: 0 } })
  if (kind === 'plane') return plane()
  if (kind === 'field') {
    const field = HeightField.build({ heights: new Float32Array(41 * 41), samplesX: 41, samplesZ: 41, sizeX: 40 * unit, sizeZ: 40 * unit })
    return heightField({ field })
  }
  if (kind === 'voxels') {
    const cells = Array.from({ length: 1600 }, (_, i) => [(i % 40) - 20, -1, Math.floor(i / 40) - 20]).flat()
    return voxels({ cells, cellSize: unit })
  }
  if (kind === 'sheet') return mesh({ ...gridSurface(40, 1), scale: unit })
  return mesh({ ...boxSolid(1, 1, 1), scale: { x: 20 * unit, y: unit, z: random.pick([-20, 20]) * unit }, position: { x: 0, y: -unit, z: 0 } })
}

testFamily({
  name: 'closed meshes that fall, 3D', short: 20, long: 400,
  figures: { sunk: { p50: 1e-3, p99: 2e-3, worst: 5e-3 }, drift: { p50: 1e-3, p99: 5e-2 }, energy: { p50: 1e-3, p99: 5e-2, worst: 0.2 } },
  run(random) {
    const unit = random.scale(0.1, 10)
    const given = solidOf(random)
    const world = new World()
    world.createBody({ type: 'static', shapes: [groundOf(random, unit)] })
    const solid = TriangleMesh.build(given)
    const angle = random.between(0, Math.PI)
    const axis = [random() - 0.5, random() - 0.5, random() - 0.5]
    const length = Math.hypot(...axis)
    const [x, y, z] = axis.map(a => a / length * Math.sin(angle / 2))
    const body = world.createBody({
      position: { x: random.between(-4, 4) * unit, y: 2 * unit, z: random.between(-4, 4) * unit },
      rotation: { x: x!, y: y!, z: z!, w: Math.cos(angle / 2) },
      linearVelocity: { x: random.between(-1, 1) * unit, y: -random.scale(0.1, 10) * unit, z: 0 },
      shapes: [mesh({ mesh: solid, scale: random.pick([unit, -unit]), friction: random.between(0.3, 1), rollingResistance: 0.01 * unit })],
    })
    const weight = body.mass * 9.81 * unit
    let total = body.kineticEnergy + body.mass * 9.81 * body.centerOfMass.y
    let gained = 0
    const steps = Math.ceil(5 * Math.sqrt(unit) * 60)
    for (let step = 0; step < steps; step++) {
      world.step(1 / 60)
      const now = body.kineticEnergy + body.mass * 9.81 * body.centerOfMass.y
      if (step > 0) gained = Math.max(gained, now - total)
      total = now
    }
    let low = Infinity
    for (let v = 0; v < solid.positions.length; v += 3) {
      const s = body.shapes[0]!.scale.x
      const at = body.worldPoint({ x: s * solid.positions[v]!, y: s * solid.positions[v + 1]!, z: s * solid.positions[v + 2]! })
      low = Math.min(low, at.y)
    }
    const { x: vx, y: vy, z: vz } = body.linearVelocity
    return { sunk: Math.max(0, -low) / unit, drift: Math.hypot(vx, vy, vz) / unit, energy: gained / weight }
  },
})

/**
 * The same at 10 to 100 sizes a second, as far as the ground goes: `deep`, how far the lowest vertex is below the ground at most, per size;
 * `energy`, what was gained at most in a step, per energy of the strike.
 */
testFamily({
  name: 'closed meshes that strike fast, 3D', short: 12, long: 400,
  figures: { deep: { p50: 1e-3, p99: 0.06, worst: 0.15 }, energy: { p50: 1e-3, p99: 1e-2, worst: 3e-2 } },
  run(random) {
    const unit = random.scale(0.1, 10)
    const solid = TriangleMesh.build(solidOf(random))
    const world = new World()
    world.createBody({ type: 'static', shapes: [groundOf(random, unit)] })
    const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]
    const length = Math.hypot(x, y, z, w)
    const scale = random.pick([unit, -unit])
    const body = world.createBody({
      position: { x: random.between(-4, 4) * unit, y: 2 * unit, z: random.between(-4, 4) * unit },
      rotation: { x: x / length, y: y / length, z: z / length, w: w / length },
      linearVelocity: { x: random.between(-10, 10) * unit, y: -random.scale(10, 100) * unit, z: 0 },
      angularVelocity: { x: random.between(-5, 5), y: random.between(-5, 5), z: random.between(-5, 5) },
      shapes: [mesh({ mesh: solid, scale, friction: random.between(0.3, 1) })],
    })
    const strike = body.kineticEnergy
    let total = Infinity
    let energy = 0
    let deep = 0
    for (let step = 0; step < 60 && Math.max(Math.abs(body.position.x), Math.abs(body.position.z)) < 18 * unit; step++) {
      world.step(1 / 60)
      const now = body.kineticEnergy + body.mass * 9.81 * body.centerOfMass.y
      energy = Math.max(energy, (now - total) / strike)
      total = now
      for (let v = 0; v < solid.positions.length; v += 3) {
        const [px, py, pz] = [scale * solid.positions[v]!, scale * solid.positions[v + 1]!, scale * solid.positions[v + 2]!]
        deep = Math.max(deep, -body.worldPoint({ x: px, y: py, z: pz }).y / unit)
      }
    }
    return { deep, energy }
  },
})
