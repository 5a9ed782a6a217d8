// What is written is read back as the same world: shapes, masses, filters, joints and how they move.
import { describe, expect, it } from 'vitest'
import { accessorsOf, addPhysics, openGltf, readPhysics, writeGlb, writePhysics, type WrittenPhysics } from 'fulcrum-physics/gltf'
import { box, capsule, cone, cylinder, ellipsoid, heightField, hull, mesh, plane, sphere, World, type Body } from 'fulcrum-physics/3d'
import { boxMesh, steps } from './documents.ts'
import { randomOf } from '../../families/family.ts'

function again({ json, buffer }: WrittenPhysics): World {
  const file = openGltf(writeGlb(json, buffer))
  const world = new World()
  addPhysics(world, readPhysics(file.json, accessorsOf(file.json, file.buffers)))
  return world
}

const sizes = (body: Body) => body.shapes.map(shape => [
  shape.kind, shape.radius, shape.radiusTop, shape.radiusBottom, shape.halfHeight, shape.halfLength, shape.halfExtents, shape.radii, shape.localPosition,
])

describe('written worlds', () => {
  it('have the same shapes, masses and materials', () => {
    const world = new World()
    const { positions, indices } = boxMesh(1, 0.5, 0.25)
    const shapes = [
      box({ halfExtents: { x: 1, y: 2, z: 3 }, position: { x: 1, y: 0, z: 0 } }), sphere({ radius: 0.5 }), capsule({ radius: 0.2, halfLength: 0.4 }),
      capsule({ radiusTop: 0.2, radiusBottom: 0.3, halfLength: 0.4 }), cylinder({ radius: 0.3, halfHeight: 0.5 }), cone({ radius: 0.4, halfHeight: 0.3 }),
      ellipsoid({ radii: { x: 0.3, y: 0.2, z: 0.1 } }), hull({ points: Float64Array.from(positions) }), mesh({ positions, indices }),
    ]
    shapes.forEach((shape, i) => world.createBody({
      position: { x: 10 * i, y: 5, z: 0 }, rotation: { x: 0.1, y: 0.2, z: 0.3, w: 0.9 }, shapes: [shape], linearVelocity: { x: 1, y: 2, z: 3 },
      angularVelocity: { x: 0.1, y: 0.2, z: 0.3 }, gravityScale: 0.5 + i,
    }))
    world.createBody({ type: 'static', shapes: [plane({ friction: 0.3, restitution: 0.5 })] })
    world.createBody({ shapes: [shapes[1]!, box({ halfExtents: { x: 1, y: 1, z: 1 }, position: { x: 2, y: 0, z: 0 }, sensor: true, density: 0 })], mass: 4 })
    const copy = again(writePhysics(world))
    const [before, after] = [[...world.bodies], [...copy.bodies]]
    expect(after.length).toBe(before.length)
    before.forEach((body, i) => {
      const twin = after[i]!
      expect(twin.type).toBe(body.type)
      if (body.shapes[0]!.kind !== 'ellipsoid') expect(sizes(twin)).toEqual(sizes(body))
      expect(twin.shapes.map(shape => [shape.sensor, shape.friction, shape.restitution])).toEqual(body.shapes.map(shape => [shape.sensor, shape.friction, shape.restitution]))
      if (body.type === 'static') return
      expect(twin.mass).toBe(body.mass)
      expect(twin.gravityScale).toBe(body.gravityScale)
      for (const key of ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const) expect(twin.getInertia()[key]).toBeCloseTo(body.getInertia()[key], 9)
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(twin.position[axis]).toBeCloseTo(body.position[axis], 12)
        expect(twin.centerOfMass[axis]).toBeCloseTo(body.centerOfMass[axis], 12)
        expect(twin.linearVelocity[axis]).toBeCloseTo(body.linearVelocity[axis], 12)
        expect(twin.angularVelocity[axis]).toBeCloseTo(body.angularVelocity[axis], 12)
      }
    })
  })

  it('move as they did: random heaps and joints', () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = randomOf(seed)
      const world = new World()
      world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 20, y: 0.5, z: 20 }, position: { x: 0, y: -0.5, z: 0 }, frictionCombine: 'average' })] })
      const bodies: Body[] = []
      for (let i = 0; i < 6; i++) {
        const density = random.scale(100, 2000)
        const shape = random.pick([
          box({ halfExtents: { x: 0.3, y: 0.2, z: 0.4 }, density, frictionCombine: 'average' }), sphere({ radius: 0.3, density, frictionCombine: 'average' }),
          capsule({ radius: 0.2, halfLength: 0.2, density, frictionCombine: 'average' }), cylinder({ radius: 0.3, halfHeight: 0.2, density, frictionCombine: 'average' }),
        ])
        bodies.push(world.createBody({ position: { x: 1.2 * i, y: random.between(2, 3), z: random.between(-0.1, 0.1) }, shapes: [shape] }))
      }
      const [a, b, c, d, e, f] = bodies as [Body, Body, Body, Body, Body, Body]
      world.createHingeJoint({ bodyA: a, bodyB: b, anchor: { x: 0.6, y: 2.5, z: 0 }, axis: { x: 0, y: 0, z: 1 }, limit: { lower: -0.5, upper: random.between(0.1, 1) } })
      world.createSliderJoint({ bodyA: c, bodyB: d, axis: { x: 1, y: 0.2, z: 0 }, limit: { lower: -0.2, upper: 0.3 }, spring: { hertz: 2, dampingRatio: 0.4 } })
      world.createBallJoint({ bodyB: e, anchor: { x: 4.8, y: 3.5, z: 0 } })
      world.createGenericJoint({
        bodyA: e, bodyB: f, anchor: { x: 5.4, y: 2.5, z: 0 }, limits: [{ linearAxes: [0, 1, 2], max: 0.5 }, { angularAxes: [1, 2], max: 0.6 }],
        drives: [{ type: 'angular', axis: 0, stiffness: 3, damping: 1, positionTarget: 0.4 }],
      })
      const copy = again(writePhysics(world))
      expect(copy.jointCount).toBe(4)
      steps(world, 0.25)
      steps(copy, 0.25)
      const twins = [...copy.bodies]
      ;[...world.bodies].forEach((body, i) => {
        // A collider that stands becomes a body where it is.
        if (body.type === 'static') return
        for (const axis of ['x', 'y', 'z'] as const) expect(Math.abs(twins[i]!.position[axis] - body.position[axis])).toBeLessThan(2e-5)
      })
    }
  })

  it('keep who collides with whom', () => {
    const world = new World()
    const filters = [{}, { category: 2, mask: ~2 }, { category: 4, mask: 1 | 2 }, { category: 1, mask: -1, group: -3 }, { category: 2, mask: 2, group: 5 }]
    for (const [i, filter] of filters.entries()) for (const x of [0, 1]) world.createBody({ position: { x: 9 * i, y: x, z: 0 }, shapes: [sphere({ radius: 1, filter })] })
    const copy = again(writePhysics(world))
    const meets = (of: World): boolean[] => {
      const all = [...of.bodies].map(body => body.shapes[0]!.filter)
      return all.flatMap((a, i) => all.slice(i + 1).map(b => (a.group !== 0 && a.group === b.group ? a.group > 0 : (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0)))
    }
    expect(meets(copy)).toEqual(meets(world))
    expect(meets(world)).toContain(false)
  })

  it('say what the format has no words for', () => {
    const world = new World()
    const a = world.createBody({ position: { x: 0, y: 3, z: 0 }, shapes: [sphere({ radius: 0.5 })], linearDamping: 1 })
    const b = world.createBody({ position: { x: 2, y: 3, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    world.createPulleyJoint({ bodyA: a, bodyB: b, groundA: { x: 0, y: 5, z: 0 }, groundB: { x: 2, y: 5, z: 0 } } as never)
    const { warnings } = writePhysics(world)
    expect(warnings.map(({ path }) => path)).toEqual(['bodies[0]', 'joints[0]'])
    expect(warnings[1]!.message).toContain('pulley')
  })

  it('hold terrain as triangles, infinite mass as 0, meshes by node if asked', () => {
    const world = new World()
    const heights = Float64Array.from({ length: 16 }, (_, i) => (i % 3) * 0.1)
    world.createBody({ type: 'static', shapes: [heightField({ heights, samplesX: 4, samplesZ: 4, sizeX: 6, sizeZ: 6 })] })
    world.createBody({ position: { x: 0, y: 2, z: 0 }, shapes: [sphere({ radius: 0.5 })], lockedAxes: { linear: { x: true, y: true, z: true } } })
    const written = writePhysics(world, { geometry: 'node' })
    expect(JSON.stringify(written.json)).toContain('"node":0')
    expect(JSON.stringify(written.json)).toContain('"mass":0')
    const copy = again(written)
    const ray = { origin: { x: 1.1, y: 9, z: 0.7 }, direction: { x: 0, y: -1, z: 0 } }
    expect(copy.castRay(ray)!.point.y).toBeCloseTo(world.castRay(ray)!.point.y, 6)
  })
})
