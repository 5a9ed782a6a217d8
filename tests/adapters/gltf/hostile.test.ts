// Documents that are wrong on purpose: refused with the path of what is wrong, or read; never anything else, and never slowly.
import { describe, expect, it } from 'vitest'
import { accessorsOf, addPhysics, openGltf, readPhysics, writeGlb } from 'fulcrum-physics/gltf'
import { PhysicsError, World } from 'fulcrum-physics/3d'
import { boxMesh, Document, type Json } from './documents.ts'

/** A document with everything in it. */
function rich(): Document {
  const document = new Document()
  const { positions, indices } = boxMesh(1, 1, 1)
  const mesh = document.mesh(positions, indices)
  document.materials.push({ staticFriction: 0.5, dynamicFriction: 0.4, restitution: 0.3, frictionCombine: 'minimum', restitutionCombine: 'maximum' })
  document.filters.push({ collisionSystems: ['a'], collideWithSystems: ['a', 'b'] }, { collisionSystems: ['b'], notCollideWithSystems: ['a'] })
  document.joints.push({
    limits: [{ linearAxes: [0, 1, 2], min: 0, max: 0 }, { angularAxes: [0], min: -1, max: 1, stiffness: 10, damping: 1 }],
    drives: [{ type: 'angular', mode: 'acceleration', axis: 1, maxForce: 5, positionTarget: 1, velocityTarget: 2, stiffness: 3, damping: 4 }],
  })
  const part = document.node({ matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1] }, { trigger: { geometry: { shape: document.shape('sphere', { radius: 0.5 }) }, collisionFilter: 1 } })
  const zone = document.node({ children: [part] }, { trigger: { nodes: [part] } })
  const motion = {
    isKinematic: false, mass: 1, centerOfMass: [0, 0, 0], inertiaDiagonal: [1, 1, 1], inertiaOrientation: [0, 0, 0, 1], linearVelocity: [0, 0, 0],
    angularVelocity: [0, 0, 0], gravityFactor: 1,
  }
  const body = document.solid([0, 1, 0], 'box', { size: [1, 1, 1] }, motion, { physicsMaterial: 0, collisionFilter: 0 }, { rotation: [0, 0, 0, 1], scale: [1, 1, 1], name: 'b' })
  document.solid([3, 0, 0], 'capsule', { height: 1, radiusTop: 0.2, radiusBottom: 0.3 })
  document.solid([4, 0, 0], 'cylinder', { height: 1, radiusTop: 0.2, radiusBottom: 0.3 })
  document.solid([4, -9, 0], 'plane', { sizeX: 3, sizeZ: 3, doubleSided: true })
  document.node({ translation: [9, 0, 0], mesh, weights: [1] }, { motion: {}, collider: { geometry: { node: 0, mesh, convexHull: true } } })
  document.nodes.at(-1)!['extensions'].KHR_physics_rigid_bodies.joint = { connectedNode: body, joint: 0, enableCollision: true }
  document.animations.push({ channels: [{ sampler: 0, target: { node: zone, path: 'translation' } }], samplers: [] })
  return document
}

type Path = (string | number)[]

function* leaves(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, Array.isArray(value) ? Number(key) : key])
}

function changed(json: Json, path: Path, value: unknown): Json {
  const copy = structuredClone(json)
  let at: Json = copy
  for (const key of path.slice(0, -1)) at = at[key]
  if (value === undefined) delete at[path.at(-1)!]
  else at[path.at(-1)!] = value
  return JSON.parse(JSON.stringify(copy)) as Json
}

const POISON: readonly unknown[] = [
  undefined, null, -1, 0, 0.5, 7, 1e9, 1e300, -1e300, 'x', '', [], [[]], {}, true, [1, 2, 3, 'x'], [0, 0, 0, 0], { __proto__: null, length: 1e9 },
]

describe('hostile documents', () => {
  const document = rich()
  const json = document.json()
  const bytes = document.buffer()
  const load = (candidate: Json): void => {
    const world = new World()
    addPhysics(world, readPhysics(candidate, accessorsOf(candidate, [bytes])))
    world.step(1 / 60)
  }

  it('the one they are made from is sound', () => {
    expect(() => load(json)).not.toThrow()
  })

  it('are read or refused with a path, every field with a third of the poisons in turn', () => {
    let cases = 0
    let refused = 0
    let slowest = 0
    let turn = 0
    for (const path of leaves(json)) {
      turn++
      for (const [i, poison] of POISON.entries()) {
        if ((i + turn) % 3 !== 0) continue
        const candidate = changed(json, path, poison)
        const start = process.cpuUsage().user
        try {
          load(candidate)
        } catch (error) {
          refused++
          if (!(error instanceof PhysicsError)) throw new Error(`${path.join('.')} = ${JSON.stringify(poison)}`, { cause: error })
          expect(error.field.length).toBeGreaterThan(0)
        }
        slowest = Math.max(slowest, process.cpuUsage().user - start)
        cases++
      }
    }
    expect(cases).toBeGreaterThan(1000)
    expect(refused).toBeGreaterThan(cases / 4)
    // Processor time, not the clock's; the bound is two hundred times what a case takes.
    expect(slowest).toBeLessThan(400_000)
  })

  it('name the field that is wrong', () => {
    const says = (path: string, value: unknown): string => {
      try {
        load(changed(json, path.split('/').map(key => (/^\d+$/.test(key) ? Number(key) : key)), value))
      } catch (error) {
        return (error as PhysicsError).message
      }
      return ''
    }
    const body = 'nodes/2/extensions/KHR_physics_rigid_bodies'
    expect(says(`${body}/motion/mass`, -3)).toMatch(/^nodes\[2\]\.extensions\.KHR_physics_rigid_bodies\.motion\.mass \(-3\) must not be negative/)
    expect(says(`${body}/collider/geometry/shape`, 99)).toMatch(/^nodes\[2\]\.extensions\.KHR_physics_rigid_bodies\.collider\.geometry\.shape \(99\)/)
    expect(says('extensions/KHR_implicit_shapes/shapes/1/box/size/1', -2)).toMatch(/shapes\[1\]\.box\.size/)
    expect(says('extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/1/min', 5)).toMatch(/physicsJoints\[0\]\.limits\[1\]\.min \(5\) is above max/)
    expect(says('nodes/1/children/0', 1)).toMatch(/nodes\[1\]/)
    expect(says('accessors/0/count', 1e9)).toMatch(/accessors\[0\]\.count/)
    expect(says('nodes/2/rotation', [0, 0, 0, 0])).toMatch(/nodes\[2\]\.rotation/)
  })

  it('nodes that are deep, circular or shared do not recurse', () => {
    const deep = { nodes: Array.from({ length: 50_000 }, (_, i) => (i < 49_999 ? { children: [i + 1] } : {})) }
    expect(readPhysics(deep, () => []).bodies).toEqual([])
    const circle = { scene: 0, scenes: [{ nodes: [0] }], nodes: [{ children: [1] }, { children: [2] }, { children: [1] }] }
    expect(() => readPhysics(circle, () => [])).toThrow(PhysicsError)
    const twice = { nodes: [{ children: [2] }, { children: [2] }, {}] }
    expect(() => readPhysics(twice, () => [])).toThrow(/one parent/)
  })

  it('files that are cut or changed anywhere are refused or read', () => {
    const glb = writeGlb(json, bytes)
    for (let length = 0; length < glb.length; length += 97) expect(() => openGltf(glb.subarray(0, length))).toThrow(PhysicsError)
    for (let i = 0; i < 400; i++) {
      const copy = glb.slice()
      copy[(i * 37) % Math.min(copy.length, 4000)]! ^= 1 << i % 8
      try {
        const file = openGltf(copy)
        addPhysics(new World(), readPhysics(file.json, accessorsOf(file.json, file.buffers)))
      } catch (error) {
        expect(error).toBeInstanceOf(PhysicsError)
      }
    }
  })

  it('a document that is refused leaves the world as it was', () => {
    const world = new World()
    const before = world.hash()
    const description = document.read()
    const broken = { ...description, joints: [{ ...description.joints[0]!, frameA: { position: { x: NaN, y: 0, z: 0 } } }] }
    expect(() => addPhysics(world, broken)).toThrow(PhysicsError)
    expect(world.bodyCount).toBe(0)
    expect(before).toHaveLength(16)
  })
})
