/** Materials of triangles and cells: contacts have the surface of the triangle that they are with, and say which it is. */

import { describe, expect, it } from 'vitest'
import {
  box, HeightField, heightField, mesh, PhysicsError, sphere, TriangleMesh, Voxels, voxels, World, type ShapeDefinition, type SurfaceMaterial,
} from 'fulcrum-physics/3d'
import { gridSurface } from './grids.ts'

/** A floor of 16 × 16 cells of 1 m, of which those with x < 0 have material 0 and the others 1. */
const surface = gridSurface(16, 1)
const halves = Uint8Array.from({ length: surface.indices.length / 3 }, (_, t) => (surface.positions[3 * surface.indices[3 * t]!]! < -0.5 ? 0 : 1))
const ground = TriangleMesh.build({ ...surface, materials: halves })
const cells = Uint8Array.from({ length: 256 }, (_, i) => (i % 16 < 8 ? 0 : 1))
const field = HeightField.build({ heights: new Float32Array(17 * 17), samplesX: 17, samplesZ: 17, sizeX: 16, sizeZ: 16, materials: cells })
const blocks = Array.from({ length: 256 }, (_, i) => [i % 16 - 8, -1, Math.floor(i / 16) - 8])
const cubes = Voxels.build({ cells: blocks.flat(), materials: blocks.map(([x]) => (x! < 0 ? 0 : 1)) })

const FLOORS: Readonly<Record<string, (surfaces: SurfaceMaterial[]) => ShapeDefinition>> = {
  'a mesh': surfaces => mesh({ mesh: ground, surfaces, friction: 0.5 }),
  'a mirrored mesh': surfaces => mesh({ mesh: ground, surfaces: [surfaces[1]!, surfaces[0]!], scale: { x: -1, y: 1, z: 1 }, friction: 0.5 }),
  'a height field': surfaces => heightField({ field, surfaces, friction: 0.5 }),
  voxels: surfaces => voxels({ voxels: cubes, surfaces, friction: 0.5 }),
}

/** How far a box that starts at a place with 3 m/s goes in 2 s. */
function slide(floor: ShapeDefinition, x: number, z: number, friction = 1): number {
  const world = new World()
  world.createBody({ type: 'static', shapes: [floor] })
  const body = world.createBody({
    position: { x, y: 0.1, z }, linearVelocity: { x: 0, y: 0, z: 3 },
    shapes: [box({ halfExtents: { x: 0.4, y: 0.1, z: 0.4 }, friction, frictionCombine: 'min' })],
  })
  for (let step = 0; step < 120; step++) world.step(1 / 60)
  return body.position.z - z
}

describe.each(Object.keys(FLOORS))('on %s', name => {
  const floor = FLOORS[name]!

  it('a box brakes by the friction of the triangle it is on: v² / 2 μ g', () => {
    const icy = [{ friction: 0.4 }, { friction: 0.8 }]
    expect(slide(floor(icy), -5, -4)).toBeCloseTo(9 / (2 * 0.4 * 9.81), 2)
    expect(slide(floor(icy), 5, -4)).toBeCloseTo(9 / (2 * 0.8 * 9.81), 2)
  })

  it('a box across the border is turned by the rougher side', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [floor([{ friction: 0 }, { friction: 0.8 }])] })
    const body = world.createBody({ position: { x: 0, y: 0.1, z: -5 }, linearVelocity: { x: 0, y: 0, z: 3 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.1, z: 0.5 }, friction: 0.8 })] })
    for (let step = 0; step < 20; step++) world.step(1 / 60)
    // The side at +x brakes, the other goes ahead.
    expect(body.angularVelocity.y).toBeGreaterThan(0.1)
    const touched = body.contacts().map(contact => contact.materialB).sort()
    expect(touched).toEqual([0, 1])
  })

  it('balls bounce by the restitution, and belts carry', () => {
    const world = new World()
    const shape = floor([{ restitution: 0.8 }, { surfaceVelocity: { x: 0, y: 0, z: 2 }, friction: 1 }])
    world.createBody({ type: 'static', shapes: [shape] })
    const ball = world.createBody({ position: { x: -5, y: 2.2, z: 0 }, shapes: [sphere({ radius: 0.2, density: 1000 })] })
    const crate = world.createBody({ position: { x: 5, y: 0.2, z: -4 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.2, z: 0.2 }, friction: 1 })] })
    let top = 0
    let bounced = false
    for (let step = 0; step < 75; step++) {
      world.step(1 / 60)
      if (ball.linearVelocity.y > 0) bounced = true
      if (bounced) top = Math.max(top, ball.position.y)
    }
    expect(top - 0.2).toBeCloseTo(2 * 0.64, 1)
    expect(crate.linearVelocity.z).toBeCloseTo(2, 3)
  })

  it('rays, casts and contacts tell triangle and material', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [floor([{ friction: 0.1 }, { friction: 0.2 }])] })
    const mirrored = name === 'a mirrored mesh'
    for (const [x, material] of [[-3.3, mirrored ? 1 : 0], [2.7, mirrored ? 0 : 1]] as const) {
      const hit = world.castRay({ origin: { x, y: 3, z: 0.2 }, direction: { x: 0, y: -1, z: 0 } })!
      expect(hit.material).toBe(material)
      const cast = world.castShape(sphere({ radius: 0.1 }), { position: { x, y: 3, z: 0.2 }, direction: { x: 0, y: -1, z: 0 } })!
      expect(cast.material).toBe(material)
      expect(cast.triangle).toBe(hit.triangle)
    }
    const body = world.createBody({ position: { x: 2.7, y: 0.1, z: 0.2 }, shapes: [sphere({ radius: 0.1 })] })
    const seen: number[] = []
    world.onContact = contact => { seen.push(contact.materialA, contact.materialB, contact.triangleA, contact.friction) }
    world.step(1 / 60)
    expect(seen.slice(0, 3)).toEqual([-1, mirrored ? 0 : 1, -1])
    expect(seen[3]).toBeCloseTo(Math.sqrt(0.6 * 0.2), 12)
    expect(body.contacts()[0]!.triangleB).toBe(world.castRay({ origin: { x: 2.7, y: -1, z: 0.2 }, direction: { x: 0, y: 1, z: 0 }, backFaces: true })!.triangle)
  })
})

it('a material of 255 is a hole in a height field; what lies on several materials is held by all', () => {
  const checkered = Uint8Array.from({ length: 256 }, (_, i) => (i === 0 ? 255 : i % 7))
  const rough = HeightField.build({ heights: new Float32Array(17 * 17), samplesX: 17, samplesZ: 17, sizeX: 16, sizeZ: 16, materials: checkered })
  expect(rough.heightAt(-7.5, -7.5)).toBeNull()
  const world = new World()
  world.createBody({ type: 'static', shapes: [heightField({ field: rough, surfaces: Array.from({ length: 7 }, (_, i) => ({ friction: 0.1 * i })) })] })
  const slab = world.createBody({ position: { x: 0, y: 0.2, z: 0 }, shapes: [box({ halfExtents: { x: 5, y: 0.2, z: 5 } })] })
  for (let step = 0; step < 120; step++) world.step(1 / 60)
  expect(slab.position.y).toBeCloseTo(0.2, 3)
  expect(Math.abs(slab.rotation.x) + Math.abs(slab.rotation.z)).toBeLessThan(1e-4)
  const again = HeightField.fromBytes(rough.toBytes())
  expect(again.materials).toEqual(rough.materials)
  expect(TriangleMesh.fromBytes(ground.toBytes()).materials).toEqual(ground.materials)
})

describe('materials of voxels', () => {
  it('are asked by cell; 255 and cells that are not filled have none', () => {
    const three = Voxels.build({ cells: [0, 0, 0, 1, 0, 0, 40, 0, -7], materials: [3, 255, 0] })
    expect([three.materialAt(0, 0, 0), three.materialAt(1, 0, 0), three.materialAt(40, 0, -7), three.materialAt(2, 0, 0)]).toEqual([3, null, 0, null])
    expect(Voxels.build({ cells: [0, 0, 0], materials: [255] }).hasMaterials).toBe(false)
    expect(Voxels.build({ cells: [5, 5, 5, 5, 5, 5], materials: [1, 2] }).materialAt(5, 5, 5)).toBe(2)
  })

  it('are changed by edits, which share what they leave alone', () => {
    const before = Voxels.build({ cells: [0, 0, 0, 1, 0, 0, 40, 0, 0], materials: [1, 1, 2] })
    const after = before.edit({ add: [0, 0, 0, 2, 0, 0], materials: [7, 8], remove: [1, 0, 0] }).edit({ add: [1, 0, 0] })
    expect([0, 1, 2, 40].map(x => after.materialAt(x, 0, 0))).toEqual([7, null, 8, 2])
    expect([0, 1, 2, 40].map(x => before.materialAt(x, 0, 0))).toEqual([1, 1, null, 2])
    expect(after.chunks.materials[1]).toBe(before.chunks.materials[1])
    // However it came to be, the same is the same.
    const direct = Voxels.build({ cells: [40, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 0], materials: [2, 8, 255, 7] })
    expect(after.toBytes()).toEqual(direct.toBytes())
    expect(after.edit({ add: [0, 0, 0, 2, 0, 0, 40, 0, 0] }).toBytes()).toEqual(Voxels.build({ cells: [0, 0, 0, 1, 0, 0, 2, 0, 0, 40, 0, 0] }).toBytes())
  })

  it('survive bytes; bytes that lie are refused', () => {
    const some = Voxels.build({ cells: [0, 0, 0, 1, 0, 0, 40, 0, 0], materials: [1, 255, 255] })
    const again = Voxels.fromBytes(some.toBytes())
    expect([again.materialAt(0, 0, 0), again.materialAt(1, 0, 0), again.materialAt(40, 0, 0)]).toEqual([1, null, null])
    expect(again.toBytes()).toEqual(some.toBytes())
    for (let at = 0; at < some.toBytes().length; at += 37) {
      const bytes = some.toBytes()
      bytes[at] = bytes[at]! ^ 64
      expect(() => Voxels.fromBytes(bytes)).toThrow(PhysicsError)
    }
  })

  it('are refused with the field', () => {
    expect(() => Voxels.build({ cells: [0, 0, 0], materials: [0, 1] })).toThrow('voxels.materials.length (2) must be 1: one number per cell.')
    expect(() => Voxels.build({ cells: [0, 0, 0], materials: [-1] })).toThrow('voxels.materials[0] (-1)')
    expect(() => cubes.edit({ remove: [0, -1, 0], materials: [1] })).toThrow('edit.materials.length (1) must be 0: one number per cell of add.')
    expect(() => voxels({ voxels: cubes, materials: [1] })).toThrow('together with what it would be built from')
  })
})

it('the surfaces are read, replaced and kept in snapshots, once', () => {
  const world = new World()
  const floor = world.createBody({ type: 'static', shapes: [mesh({ mesh: ground, surfaces: [{ friction: 0.1 }, { friction: 0.9, restitution: 0.5 }], rollingResistance: 0.01 })] })
  const crate = world.createBody({ position: { x: -4, y: 0.2, z: -4 }, linearVelocity: { x: 2, y: 0, z: 3 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.2, z: 0.3 } })] })
  const shape = floor.shapes[0]!
  expect(shape.surfaces!.map(s => [s.friction, s.restitution, s.rollingResistance, s.frictionCombine])).toEqual([[0.1, 0, 0.01, 'geometric'], [0.9, 0.5, 0.01, 'geometric']])
  for (let step = 0; step < 20; step++) world.step(1 / 60)
  const empty = new World()
  empty.restore(world.snapshot())
  for (let step = 0; step < 60; step++) {
    world.step(1 / 60)
    empty.step(1 / 60)
  }
  expect(empty.hash()).toBe(world.hash())
  expect([...empty.bodies][0]!.shapes[0]!.surfaces).toEqual(shape.surfaces)
  const early = world.snapshot()
  shape.surfaces = [{ friction: 0.3 }]
  expect(shape.surfaces!.length).toBe(1)
  shape.surfaces = null
  expect(shape.surfaces).toBeNull()
  world.restore(early)
  expect(floor.shapes[0]!.surfaces!.length).toBe(2)
  expect(crate.isValid).toBe(true)
})

it('what makes no sense is refused with the field, and the shape stays as it was', () => {
  expect(() => TriangleMesh.build({ ...surface, materials: [0, 1] })).toThrow('mesh.materials.length (2) must be 512: one number per triangle.')
  expect(() => TriangleMesh.build({ ...surface, materials: halves.map(() => 1).fill(3) })).not.toThrow()
  expect(() => TriangleMesh.build({ ...surface, materials: Array.from({ length: 512 }, () => 256) })).toThrow('mesh.materials[0] (256) must be a whole number from 0 to 255.')
  expect(() => mesh({ mesh: ground, surfaces: [] })).toThrow('mesh.surfaces.length (0)')
  expect(() => mesh({ mesh: ground, surfaces: [{ friction: -1 }] })).toThrow('mesh.surfaces[0].friction (-1)')
  expect(() => mesh({ mesh: ground, surfaces: [{ fricton: 1 } as never] })).toThrow('Did you mean friction?')
  expect(() => mesh({ mesh: ground, surfaces: 3 as never })).toThrow(PhysicsError)
  const world = new World()
  const body = world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 } }), mesh({ mesh: ground, surfaces: [{ friction: 0.2 }] })] })
  expect(() => { body.shapes[0]!.surfaces = [{ friction: 1 }] }).toThrow('has one surface')
  expect(() => { body.shapes[1]!.surfaces = [{ friction: NaN }] }).toThrow('shape.surfaces[0].friction (NaN)')
  expect(body.shapes[1]!.surfaces![0]!.friction).toBe(0.2)
})
