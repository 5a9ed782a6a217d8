// Meshes are where their bodies are, whatever they hang below; only what has moved is written.
import {
  BatchedMesh, BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Quaternion, Scene, SphereGeometry, Vector3, type Object3D,
} from 'three'
import { World } from 'fulcrum-physics/3d'
import { FulcrumPhysics } from 'fulcrum-physics/three'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scenes/random.ts'
import { hangSomewhere, randomRotation, randomScale, randomVector } from './random-scenes.ts'

const material = new MeshBasicMaterial()

function rigid(body: { position: { x: number; y: number; z: number }; rotation: { x: number; y: number; z: number; w: number } }): Matrix4 {
  const { position: p, rotation: q } = body
  return new Matrix4().compose(new Vector3(p.x, p.y, p.z), new Quaternion(q.x, q.y, q.z, q.w), new Vector3(1, 1, 1))
}

function difference(a: Matrix4, b: Matrix4): number {
  return Math.max(...a.elements.map((value, i) => Math.abs(value - b.elements[i]!)))
}

function worldMatrix(object: Object3D): Matrix4 {
  object.updateWorldMatrix(true, false)
  return object.matrixWorld.clone()
}

describe('poses of meshes', () => {
  it.each([['even scales', true], ['uneven scales, and so with shear', false]])('below groups with %s follow their bodies', (_name, even) => {
    let worst = 0
    for (let seed = 1; seed <= 150; seed++) {
      const random = createRandom(seed)
      const scene = new Scene()
      const mesh = new Mesh(new BoxGeometry(1, 0.5, 0.7), material)
      mesh.position.copy(randomVector(random, 2))
      mesh.quaternion.copy(randomRotation(random))
      mesh.scale.copy(randomScale(random, false))
      hangSomewhere(random, scene, mesh, even)
      const before = worldMatrix(mesh)
      const physics = new FulcrumPhysics(scene, { gravity: { x: 0, y: -3, z: 1 } })
      const body = physics.addMesh(mesh, 2)
      // What the geometry is in the axes of the body stays for life.
      const shape = rigid(body).invert().multiply(before)
      body.angularVelocity = randomVector(random, 3)
      for (let frame = 0; frame < 20; frame++) {
        // A parent may move meanwhile; bodies do not care.
        if (mesh.parent !== scene) mesh.parent!.position.x += 0.01
        physics.update(1 / 60)
      }
      physics.interpolate = false
      physics.sync()
      const scale = Math.max(1, ...shape.elements.map(Math.abs))
      worst = Math.max(worst, difference(worldMatrix(mesh), rigid(body).multiply(shape)) / scale)
      expect(mesh.matrixAutoUpdate, `seed ${seed}`).toBe(even || mesh.matrixAutoUpdate)
      physics.removeMesh(mesh)
      expect(mesh.matrixAutoUpdate).toBe(true)
    }
    expect(worst).toBeLessThan(1e-9)
  })

  it('of instances and batches follow their bodies', () => {
    let worst = 0
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed)
      const scene = new Scene()
      const instanced = new InstancedMesh(new BoxGeometry(1, 1, 1), material, 4)
      const batched = new BatchedMesh(6, 2000, 4000, material)
      const ids = [batched.addGeometry(new BoxGeometry(1, 2, 1)), batched.addGeometry(new SphereGeometry(0.5, 8, 6))]
      const gone = batched.addInstance(ids[0]!)
      const matrices = Array.from({ length: 4 }, () =>
        new Matrix4().compose(randomVector(random, 5), randomRotation(random), randomScale(random, false)))
      matrices.forEach((matrix, i) => {
        instanced.setMatrixAt(i, matrix)
        batched.setMatrixAt(batched.addInstance(ids[i % 2]!), matrix)
      })
      batched.deleteInstance(gone)
      hangSomewhere(random, scene, instanced, false)
      hangSomewhere(random, scene, batched, false)
      const physics = new FulcrumPhysics(scene)
      const bodies = [...physics.addMesh(instanced, 1), ...physics.addMesh(batched, 1)]
      expect(bodies).toHaveLength(8)
      expect(physics.objectOf(bodies[5]!)).toEqual({ mesh: batched, index: 2 })
      expect(physics.body(batched, 2)).toBe(bodies[5])
      expect(physics.body(batched, gone)).toBeNull()
      const shapes = bodies.map((body, i) => {
        const mesh = i < 4 ? instanced : batched
        const own = new Matrix4()
        mesh.getMatrixAt(physics.objectOf(body)!.index, own)
        return rigid(body).invert().multiply(worldMatrix(mesh).multiply(own))
      })
      physics.interpolate = false
      for (let frame = 0; frame < 10; frame++) physics.update(1 / 60)
      expect(physics.writtenCount).toBe(8)
      bodies.forEach((body, i) => {
        const { mesh, index } = physics.objectOf(body)!
        const own = new Matrix4()
        ;(mesh as InstancedMesh).getMatrixAt(index, own)
        const scale = Math.max(1, ...shapes[i]!.elements.map(Math.abs), ...worldMatrix(mesh).elements.map(Math.abs))
        worst = Math.max(worst, difference(worldMatrix(mesh).multiply(own), rigid(body).multiply(shapes[i]!)) / scale)
      })
    }
    // Matrices of instances are kept in single precision.
    expect(worst).toBeLessThan(2e-5)
  })

  it('of a body whose parent has a body, too, come after the parent', () => {
    const scene = new Scene()
    const cart = new Mesh(new BoxGeometry(2, 1, 2), material)
    const load = new Mesh(new BoxGeometry(1, 1, 1), material)
    load.position.y = 4
    cart.add(load)
    scene.add(cart)
    const physics = new FulcrumPhysics(scene, { interpolate: false })
    // The child first: the order of adding must not matter.
    const loadBody = physics.addMesh(load, 1)
    physics.addMesh(cart, 1)
    physics.setMeshVelocity(cart, { x: 3, y: 0, z: 0 })
    for (let i = 0; i < 30; i++) physics.update(1 / 60)
    expect(worldMatrix(load).elements[12]).toBeCloseTo(loadBody.position.x, 12)
    expect(cart.position.x).toBeCloseTo(1.5, 6)
  })

  it('follow a mesh to another parent', () => {
    const scene = new Scene()
    const group = new Group()
    group.position.set(0, 10, 0)
    const mesh = new Mesh(new BoxGeometry(1, 1, 1), material)
    scene.add(mesh, group)
    const physics = new FulcrumPhysics(scene)
    const body = physics.addMesh(mesh, 1)
    physics.update(1 / 60)
    group.add(mesh)
    physics.update(1 / 60)
    physics.interpolate = false
    physics.sync()
    expect(worldMatrix(mesh).elements[13]).toBeCloseTo(body.position.y, 12)
    expect(mesh.position.y).toBeCloseTo(body.position.y - 10, 12)
  })

  it('are blended between steps, and not if that is switched off', () => {
    const scene = new Scene()
    const mesh = new Mesh(new SphereGeometry(0.5), material)
    scene.add(mesh)
    const physics = new FulcrumPhysics(scene, { gravity: { x: 0, y: 0, z: 0 }, fixedStep: 0.1 })
    physics.addMesh(mesh, 1)
    physics.setMeshVelocity(mesh, { x: 1, y: 0, z: 0 })
    expect(physics.update(0.1)).toBe(1)
    expect(mesh.position.x).toBeCloseTo(0, 12)
    expect(physics.update(0.025)).toBe(0)
    expect(mesh.position.x).toBeCloseTo(0.025, 12)
    physics.interpolate = false
    physics.sync()
    expect(mesh.position.x).toBeCloseTo(0.1, 12)
  })

  it('are written while awake, once more at falling asleep, and again after a move by hand', () => {
    const scene = new Scene()
    const floor = new Mesh(new BoxGeometry(10, 1, 10), material)
    floor.position.y = -0.5
    const crate = new Mesh(new BoxGeometry(1, 1, 1), material)
    crate.position.y = 0.6
    scene.add(floor, crate)
    const physics = new FulcrumPhysics(scene)
    physics.addMesh(floor)
    const body = physics.addMesh(crate, 1)
    physics.update(1 / 60)
    expect(physics.writtenCount).toBe(2)
    let lastAwake = 0
    for (let i = 0; i < 300 && body.isAwake; i++) {
      physics.update(1 / 70)
      lastAwake = physics.writtenCount
    }
    expect([body.isAwake, lastAwake]).toEqual([false, 1])
    // The final pose, not one between two steps.
    expect(crate.position.y).toBe(body.position.y)
    physics.update(1 / 60)
    expect(physics.writtenCount).toBe(0)
    physics.setMeshPosition(floor, { x: 0, y: -3, z: 0 })
    expect(floor.position.y).toBe(-3)
    expect(body.isAwake).toBe(true)
  })

  it('stay when the body is destroyed by the world, and follow a restore', () => {
    const scene = new Scene()
    const [a, b] = [new Mesh(new SphereGeometry(0.5), material), new Mesh(new SphereGeometry(0.5), material)]
    b.position.x = 5
    scene.add(a, b)
    const world = new World()
    const physics = new FulcrumPhysics(scene, { world, interpolate: false })
    const bodyA = physics.addMesh(a, 1)
    physics.addMesh(b, 1)
    const start = world.snapshot()
    for (let i = 0; i < 10; i++) physics.update(1 / 60)
    const fallen = b.position.y
    world.restore(start)
    physics.sync()
    expect([fallen < -0.1, b.position.y]).toEqual([true, 0])
    world.destroyBody(bodyA)
    const before = a.position.y
    physics.update(1 / 60)
    expect(a.position.y).toBe(before)
    expect(physics.body(a)).toBeNull()
    physics.removeMesh(a)
    expect(world.bodyCount).toBe(1)
  })
})
