import { describe, expect, it } from 'vitest'
import { accessorsOf, openGltf, readPhysics, writeGlb } from 'fulcrum-physics/gltf'
import { World } from 'fulcrum-physics/3d'
import { BODIES, boxMesh, Document, SHAPES, steps, type Json } from './documents.ts'

const none = (): never => {
  throw new Error('no accessor is needed')
}

describe('shapes', () => {
  const one = (type: string, fields: Json, place: Json = {}) => {
    const document = new Document()
    document.solid([0, 0, 0], type, fields, undefined, {}, place)
    const [body] = document.read().bodies
    const world = new World()
    return world.createBody(body!.definition).shapes[0]!
  }

  it('have the sizes of the format and its defaults', () => {
    expect(one('box', {}).halfExtents).toEqual({ x: 0.5, y: 0.5, z: 0.5 })
    expect(one('box', { size: [2, 4, 6] }).halfExtents).toEqual({ x: 1, y: 2, z: 3 })
    expect(one('sphere', {}).radius).toBe(0.5)
    const plain = one('capsule', {})
    expect([plain.kind, plain.radius, plain.halfLength]).toEqual(['capsule', 0.25, 0.25])
    const tapered = one('capsule', { height: 2, radiusTop: 0.1, radiusBottom: 0.3 })
    expect([tapered.kind, tapered.radiusTop, tapered.radiusBottom, tapered.halfLength]).toEqual(['tapered-capsule', 0.1, 0.3, 1])
    const cone = one('cylinder', { height: 2, radiusTop: 0, radiusBottom: 0.3 })
    expect([cone.kind, cone.radiusTop, cone.radiusBottom, cone.halfHeight]).toEqual(['cylinder', 0, 0.3, 1])
    expect(one('plane', {}).kind).toBe('plane')
    expect(one('plane', { sizeX: 4, sizeZ: 6 }).mesh!.triangleCount).toBe(2)
    expect(one('plane', { doubleSided: true }).sides).toBe('both')
    expect(one('plane', { sizeX: 4, sizeZ: 6 }).sides).toBe('front')
  })

  it('take the scale of their node by its size', () => {
    const box = one('box', { size: [1, 1, 1] }, { scale: [1, -2, 3] })
    expect(box.halfExtents).toEqual({ x: 0.5, y: 1, z: 1.5 })
    expect(one('sphere', { radius: 1 }, { scale: [2, 2, 2] }).radius).toBe(2)
    const oval = one('sphere', { radius: 1 }, { scale: [1, 2, 3] })
    expect([oval.kind, oval.radii]).toEqual(['ellipsoid', { x: 1, y: 2, z: 3 }])
    const drum = one('cylinder', { height: 1, radiusTop: 1, radiusBottom: 1 }, { scale: [2, 3, 2] })
    expect([drum.radius, drum.halfHeight]).toEqual([2, 1.5])
    const ovalDrum = one('cylinder', { height: 2, radiusTop: 1, radiusBottom: 1 }, { scale: [1, 1, 2] })
    expect(ovalDrum.kind).toBe('hull')
    const reach = [0, 1, 2].map(k => Math.max(...ovalDrum.points!.filter((_, i) => i % 3 === k)))
    expect(reach[0]).toBeCloseTo(1, 2)
    expect(reach[1]).toBeCloseTo(1, 9)
    expect(reach[2]).toBeCloseTo(2, 2)
  })

  it('of scale 0 are not there', () => {
    const document = new Document()
    document.solid([0, 0, 0], 'box', {}, undefined, {}, { scale: [0, 0, 0] })
    expect(document.read().bodies.flatMap(body => body.definition.shapes)).toEqual([])
    expect(document.read().warnings).toEqual([])
  })

  it('below scaled and turned parents lie where the matrices put them', () => {
    const document = new Document()
    const child = document.solid([1, 0, 0], 'box', { size: [1, 1, 1] }, undefined, {}, { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] })
    document.node({ translation: [0, 5, 0], scale: [2, 4, 1], children: [child] })
    const world = new World()
    const { definition } = document.read().bodies[0]!
    const [shape] = world.createBody(definition).shapes
    // Turned by a right angle inside of a scale: still a box, its edges exchanged.
    const half = shape!.halfExtents!
    expect([half.x, half.y, half.z].map(x => Number(x.toFixed(9)))).toEqual([2, 1, 0.5])
    expect(world.castRay({ origin: { x: 2, y: 20, z: 0 }, direction: { x: 0, y: -1, z: 0 } })!.point.y).toBeCloseTo(7, 9)
  })

  it('that a scale skews are the hull of their corners', () => {
    const document = new Document()
    const child = document.solid([0, 0, 0], 'box', { size: [1, 1, 1] }, undefined, {}, { rotation: [0, 0, Math.sin(0.4), Math.cos(0.4)] })
    document.node({ scale: [3, 1, 1], children: [child] })
    const world = new World()
    world.createBody(document.read().bodies[0]!.definition)
    // The corner (0.5, -0.5) of the unit square, turned by 0.8 and then stretched along x.
    const x = 3 * (0.5 * Math.cos(0.8) + 0.5 * Math.sin(0.8))
    const hit = world.castRay({ origin: { x: 20, y: 0.5 * Math.sin(0.8) - 0.5 * Math.cos(0.8), z: 0 }, direction: { x: -1, y: 0, z: 0 } })!
    expect(hit.point.x).toBeCloseTo(x, 6)
  })

  it('are hulls or triangles of a mesh, given by mesh or by node', () => {
    const document = new Document()
    const { positions, indices } = boxMesh(1, 2, 3)
    const mesh = document.mesh(positions, indices)
    document.node({ mesh })
    document.node({ translation: [10, 0, 0] }, { motion: {}, collider: { geometry: { mesh, convexHull: true } } })
    document.node({ translation: [20, 0, 0], scale: [-1, 1, 2] }, { collider: { geometry: { node: 0 } } })
    document.node({ translation: [30, 0, 0] }, { motion: { mass: 3 }, collider: { geometry: { mesh } } })
    const physics = document.load()
    const hull = physics.body(1)!
    expect(hull.shapes[0]!.kind).toBe('hull')
    expect(hull.mass).toBeCloseTo(8 * 6 * 1000, 6)
    expect(physics.body(2)!.shapes[0]!.kind).toBe('mesh')
    expect(physics.world.castRay({ origin: { x: 20, y: 0, z: 20 }, direction: { x: 0, y: 0, z: -1 } })!.point.z).toBeCloseTo(6, 9)
    expect(physics.body(3)!.shapes[0]!.kind).toBe('mesh')
    expect(physics.body(3)!.mass).toBe(3)
    expect(physics.warnings).toEqual([])
  })

  it('that are open meshes on moving bodies become hulls, with a warning', () => {
    const document = new Document()
    const mesh = document.mesh([-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1], [0, 1, 2, 0, 2, 3])
    document.node({ translation: [0, 3, 0] }, { motion: {}, collider: { geometry: { mesh } } })
    document.solid([0, 0, 0], 'plane', {})
    const physics = document.load()
    expect(physics.warnings.length).toBeGreaterThan(0)
    steps(physics.world, 3)
    expect(physics.body(0)!.position.y).toBeGreaterThan(-0.01)
    expect(physics.body(0)!.position.y).toBeLessThan(0.1)
  })
})

describe('bodies', () => {
  it('have the mass, centre, inertia, velocity and gravity of their motion', () => {
    const document = new Document()
    const q = [0, Math.sin(0.3), 0, Math.cos(0.3)]
    document.solid([1, 2, 3], 'box', {}, {
      mass: 5, centerOfMass: [0, 0.25, 0], inertiaDiagonal: [2, 3, 4], inertiaOrientation: [0, 0, Math.sin(0.2), Math.cos(0.2)],
      linearVelocity: [1, 0, 0], angularVelocity: [0, 0, 2], gravityFactor: 0.5,
    }, {}, { rotation: q, scale: [2, 2, 2] })
    const body = document.load().body(0)!
    expect(body.mass).toBe(5)
    expect(body.centerOfMass).toEqual({ x: 1, y: 2.5, z: 3 })
    expect(body.gravityScale).toBe(0.5)
    expect(body.linearVelocity.x).toBeCloseTo(Math.cos(0.6), 12)
    expect(body.linearVelocity.z).toBeCloseTo(-Math.sin(0.6), 12)
    expect(body.angularVelocity.x).toBeCloseTo(2 * Math.sin(0.6), 12)
    const { xx, yy, zz, xy } = body.getInertia()
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)]
    expect(xx).toBeCloseTo(2 * c * c + 3 * s * s, 12)
    expect(yy).toBeCloseTo(2 * s * s + 3 * c * c, 12)
    expect(zz).toBeCloseTo(4, 12)
    expect(xy).toBeCloseTo((2 - 3) * c * s, 12)
  })

  it('are compounds of the colliders below them', () => {
    const document = new Document()
    const left = document.solid([-1, 0, 0], 'sphere', { radius: 0.5 })
    const right = document.solid([1, 0, 0], 'sphere', { radius: 0.5 })
    const own = document.solid([0, 3, 0], 'sphere', { radius: 0.5 }, { mass: 1 })
    const body = document.node({ translation: [0, 4, 0], children: [left, right, own] }, { motion: { mass: 2 } })
    const physics = document.load()
    expect(physics.body(body)!.shapes.map(shape => shape.localPosition.x)).toEqual([-1, 1])
    expect(physics.body(own)!.shapes.length).toBe(1)
    expect(physics.body(own)!.position.y).toBe(7)
    expect(physics.nodeOf(physics.body(body)!.shapes[1]!)).toBe(right)
  })

  it('of infinite mass turn and stay, of infinite inertia slide and do not turn', () => {
    const document = new Document()
    document.solid([0, 2, 0], 'box', { size: [1, 0.2, 1] }, { mass: 0 })
    document.solid([10, 5, 0], 'box', { size: [1, 1, 1] }, { mass: 1, inertiaDiagonal: [0, 0, 0] })
    document.solid([0.5, 3, 0], 'sphere', { radius: 0.1 }, { mass: 1 })
    document.solid([10.5, 0, 0], 'box', { size: [0.2, 2, 2] })
    const physics = document.load()
    steps(physics.world, 2)
    const wheel = physics.body(0)!
    expect(wheel.position).toEqual({ x: 0, y: 2, z: 0 })
    expect(Math.abs(wheel.rotation.z)).toBeGreaterThan(0.05)
    const block = physics.body(1)!
    expect(block.rotation).toEqual({ x: 0, y: 0, z: 0, w: 1 })
    expect(block.position.y).toBeLessThan(4)
  })

  it('that turn about one axis only keep to it, aligned with the world or not', () => {
    for (const angle of [0, 0.5]) {
      const document = new Document()
      const q = [0, 0, Math.sin(angle), Math.cos(angle)]
      document.solid([0, 0, 0], 'box', {}, { mass: 1, gravityFactor: 0, inertiaDiagonal: [0, 0.2, 0], angularVelocity: [0, 3, 0] }, {}, { rotation: q })
      const body = document.load().body(0)!
      const upright = (): number[] => {
        const [tip, foot] = [body.worldPoint({ x: 0, y: 1, z: 0 }), body.worldPoint({ x: 0, y: 0, z: 0 })]
        return [tip.x - foot.x, tip.y - foot.y, tip.z - foot.z]
      }
      const axis = upright()
      body.applyImpulse({ x: 0, y: 0, z: 1 }, { x: 0.5, y: 0.5, z: 0 })
      steps(body.world as World, 1)
      expect(upright().reduce((sum, x, k) => sum + x * axis[k]!, 0)).toBeGreaterThan(0.99999)
    }
  })

  it('that are kinematic keep their velocity', () => {
    const document = new Document()
    document.solid([0, 0, 0], 'box', {}, { isKinematic: true, linearVelocity: [0, 1, 0] })
    const body = document.load().body(0)!
    expect(body.type).toBe('kinematic')
    steps(body.world as World, 1)
    expect(body.position.y).toBeCloseTo(1, 9)
  })

  it('that stand are static, and kinematic where an animation moves them or a node above', () => {
    const document = new Document()
    const child = document.solid([0, 0, 0], 'box', {})
    const parent = document.node({ children: [child] })
    const other = document.solid([5, 0, 0], 'box', {})
    document.animations.push({ channels: [{ sampler: 0, target: { node: parent, path: 'translation' } }], samplers: [] })
    const { bodies } = document.read()
    expect(bodies.map(({ node, animated, definition }) => [node, animated, definition.type])).toEqual([[child, true, 'kinematic'], [other, false, 'static']])
  })
})

describe('older spellings', () => {
  const pair = (json: Json): { stands: number; mass: number } => {
    const { positions, indices } = boxMesh(0.5, 0.5, 0.5)
    const document = new Document()
    document.mesh(positions, indices)
    const whole = { ...document.json(), ...json }
    const description = readPhysics(whole, accessorsOf(whole, [document.buffer()]))
    const world = new World()
    const [floor, body] = description.bodies.map(({ definition }) => world.createBody(definition))
    steps(world, 2)
    expect(floor!.type).toBe('static')
    return { stands: body!.position.y, mass: body!.mass }
  }
  const scene = { scene: 0, scenes: [{ nodes: [0, 1] }] }

  it('KHR_collision_shapes with a shape beside the material, meshes as shapes with convexHull', () => {
    const result = pair({
      ...scene,
      nodes: [
        { translation: [0, -0.5, 0], extensions: { [BODIES]: { collider: { shape: 0 } } } },
        { translation: [0, 2, 0], extensions: { [BODIES]: { motion: { mass: 7 }, collider: { shape: 1 } } } },
      ],
      extensions: {
        KHR_collision_shapes: {
          shapes: [{ type: 'box', box: { size: [9, 1, 9] } }, { type: 'mesh', mesh: { mesh: 0 }, extensions: { [BODIES]: { convexHull: true } } }],
        },
      },
    })
    expect(result.mass).toBe(7)
    expect(result.stands).toBeCloseTo(0.5, 2)
  })

  it('MSFT_rigid_bodies with MSFT_collision_primitives: colliders, convex and trimesh', () => {
    const result = pair({
      ...scene,
      nodes: [
        { translation: [0, -0.5, 0], scale: [20, 1, 20], extensions: { MSFT_rigid_bodies: { collider: { collider: 1 } } } },
        { translation: [0, 2, 0], extensions: { MSFT_rigid_bodies: { motion: { mass: 7 }, collider: { collider: 0 } } } },
      ],
      extensions: { MSFT_collision_primitives: { colliders: [{ type: 'convex', convex: { mesh: 0 } }, { type: 'trimesh', trimesh: { mesh: 0 } }] } },
    })
    expect(result.stands).toBeCloseTo(0.5, 2)
  })

  it('KHR_rigid_bodies: jointLimits, springConstant, words in capitals', () => {
    const json = {
      ...scene,
      nodes: [
        { extensions: { KHR_rigid_bodies: { collider: { shape: 0, physicsMaterial: 0 } } } },
        { translation: [0, 2, 0], extensions: { KHR_rigid_bodies: { motion: {}, joint: { connectedNode: 0, jointLimits: 0 } } } },
      ],
      extensions: {
        KHR_collision_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 0.1 } }] },
        KHR_rigid_bodies: {
          physicsMaterials: [{ frictionCombine: 'MAXIMUM', restitution: 0.5 }],
          physicsJointLimits: [{ limits: [{ linearAxes: [0, 1, 2], max: 2, springConstant: 100, springDamping: 3 }] }],
        },
      },
    }
    const { joints, bodies } = readPhysics(json, none)
    expect(joints[0]!.parts).toEqual([{ limits: [{ linearAxes: [0, 1, 2], min: 0, max: 2, stiffness: 100, damping: 3 }], drives: [] }])
    expect(bodies[0]!.materials[0]).toMatchObject({ frictionCombine: 'maximum', friction: 0.6, restitution: 0.5 })
  })
})

describe('triggers', () => {
  it('report what enters, push nothing and weigh nothing; compounds have one name', () => {
    const document = new Document()
    const shape = document.shape('box', { size: [1, 1, 1] })
    const parts = [document.node({ translation: [0, 0, 0] }, { trigger: { geometry: { shape } } }), document.node({ translation: [0, -3, 0] }, { trigger: { geometry: { shape } } })]
    const zone = document.node({ children: parts }, { trigger: { nodes: parts } })
    const ball = document.solid([0, 2, 0], 'sphere', { radius: 0.2 }, { mass: 1 })
    const physics = document.load()
    const seen: number[] = []
    for (let i = 0; i < 90; i++) {
      physics.world.step(1 / 60)
      for (const { sensor, visitor } of physics.world.events.sensorBegin) {
        expect(physics.nodeOf(visitor)).toBe(ball)
        expect(physics.triggerOf(sensor)).toBe(zone)
        seen.push(physics.nodeOf(sensor))
      }
    }
    expect(seen).toEqual(parts)
    expect(physics.body(ball)!.position.y).toBeCloseTo(2 - 0.5 * 9.81 * 1.5 * 1.5, 1)
  })
})

describe('files', () => {
  it('.glb round trip, data URIs, buffers of their own', () => {
    const document = new Document()
    const { positions, indices } = boxMesh(1, 1, 1)
    document.node({}, { collider: { geometry: { mesh: document.mesh(positions, indices) } } })
    const file = openGltf(writeGlb(document.json(), document.buffer()))
    expect(file.json).toEqual(document.json())
    expect(readPhysics(file.json, accessorsOf(file.json, file.buffers)).bodies.length).toBe(1)
    const json = document.json()
    json['buffers'][0].uri = `data:application/octet-stream;base64,${Buffer.from(document.buffer()).toString('base64')}`
    expect(openGltf(JSON.stringify(json)).buffers[0]).toEqual(document.buffer())
    json['buffers'][0].uri = 'a.bin'
    expect(openGltf(JSON.stringify(json), () => document.buffer()).buffers[0]).toEqual(document.buffer())
    expect(() => openGltf(JSON.stringify(json))).toThrow(/buffers\[0\]\.uri/)
  })

  it('tell of extensions of physics that are not read', () => {
    const json = { asset: { version: '2.0' }, extensionsUsed: ['KHR_materials_unlit', SHAPES, BODIES, 'OMI_physics_body', 'MSFT_rigid_bodies'] }
    const { bodies, warnings } = readPhysics(json, none)
    expect(bodies).toEqual([])
    expect(warnings.map(({ path }) => path)).toEqual(['extensionsUsed[3]'])
    expect(warnings[0]!.message).toMatch(/OMI_physics_body.*KHR_physics_rigid_bodies/)
  })

  it('normalised, strided and sparse accessors', () => {
    const bytes = new Uint8Array(64)
    new Int16Array(bytes.buffer, 0, 8).set([32767, -32767, 0, 99, 16384, 1, 2, 99])
    bytes.set([1], 32)
    new Int16Array(bytes.buffer, 36, 3).set([32767, 32767, 32767])
    const json = {
      buffers: [{ byteLength: 64 }],
      bufferViews: [{ buffer: 0, byteLength: 16, byteStride: 8 }, { buffer: 0, byteOffset: 32, byteLength: 1 }, { buffer: 0, byteOffset: 36, byteLength: 6 }],
      accessors: [{
        bufferView: 0, componentType: 5122, type: 'VEC3', count: 2, normalized: true,
        sparse: { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 2 } },
      }],
    }
    expect(Array.from(accessorsOf(json, [bytes])(0))).toEqual([1, -1, 0, 1, 1, 1])
  })

  it('without physics has none', () => {
    expect(readPhysics({ nodes: [{}] }, none)).toMatchObject({ bodies: [], joints: [], warnings: [] })
    expect(readPhysics({}, none).bodies).toEqual([])
    expect(SHAPES).toBe('KHR_implicit_shapes')
  })
})
