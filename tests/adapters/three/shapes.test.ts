// Shapes are what three draws: rays meet the body where three's own raycaster meets the mesh, whatever the geometry, the scale and the parents.
import {
  BackSide, BoxGeometry, BufferGeometry, CapsuleGeometry, ConeGeometry, CylinderGeometry, DodecahedronGeometry, DoubleSide, Float32BufferAttribute, Group,
  IcosahedronGeometry, Mesh, MeshBasicMaterial, PlaneGeometry, Raycaster, Scene, SphereGeometry, TorusGeometry, TorusKnotGeometry, Vector3,
} from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { PhysicsError, sphere } from 'fulcrum-physics/3d'
import { FulcrumPhysics, shapesFor, type MeshOptions } from 'fulcrum-physics/three'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scenes/random.ts'
import { hangSomewhere, randomRotation, randomScale, randomVector } from './random-scenes.ts'

const material = new MeshBasicMaterial()

interface Case {
  readonly name: string
  readonly make: () => BufferGeometry
  readonly options?: MeshOptions
  /** What the shape is called without scale and parents. */
  readonly kind: string
  /** Largest gap between the drawn facets and the shape, per size. */
  readonly gap: number
}

const CASES: readonly Case[] = [
  { name: 'box', make: () => new BoxGeometry(1, 2, 0.5, 2, 3, 1), kind: 'box', gap: 1e-5 },
  { name: 'rounded box', make: () => new RoundedBoxGeometry(1, 0.8, 1.2, 12, 0.2), kind: 'rounded-box', gap: 0.02 },
  { name: 'sphere', make: () => new SphereGeometry(0.8, 64, 48), kind: 'sphere', gap: 0.01 },
  { name: 'part of a sphere', make: () => new SphereGeometry(0.8, 12, 8, 0, Math.PI), options: { mass: 0 }, kind: 'mesh', gap: 1e-5 },
  { name: 'capsule', make: () => new CapsuleGeometry(0.4, 1, 24, 48), kind: 'capsule', gap: 0.01 },
  { name: 'cylinder', make: () => new CylinderGeometry(0.5, 0.5, 1.2, 96), kind: 'cylinder', gap: 0.01 },
  { name: 'truncated cone', make: () => new CylinderGeometry(0.2, 0.7, 1.2, 96), kind: 'cylinder', gap: 0.01 },
  { name: 'cone', make: () => new ConeGeometry(0.6, 1.5, 96), kind: 'cylinder', gap: 0.01 },
  { name: 'cone, turned and moved', make: () => new ConeGeometry(0.6, 1.5, 96).rotateX(1).translate(0.3, -1, 0), kind: 'cylinder', gap: 0.01 },
  { name: 'box, stretched', make: () => new BoxGeometry(1, 1, 1).scale(2, 1.5, 0.5).rotateZ(2), kind: 'box', gap: 1e-5 },
  { name: 'tube', make: () => new CylinderGeometry(0.5, 0.5, 1, 16, 1, true), options: { mass: 0 }, kind: 'mesh', gap: 1e-5 },
  { name: 'plane', make: () => new PlaneGeometry(2, 3, 2, 2), options: { mass: 0 }, kind: 'mesh', gap: 1e-5 },
  { name: 'dodecahedron', make: () => new DodecahedronGeometry(0.7), kind: 'hull', gap: 1e-5 },
  { name: 'die of twenty sides', make: () => new IcosahedronGeometry(0.7, 0), kind: 'hull', gap: 1e-5 },
  { name: 'fine icosahedron', make: () => new IcosahedronGeometry(0.7, 12), kind: 'sphere', gap: 0.02 },
  { name: 'knot that stands', make: () => new TorusKnotGeometry(0.6, 0.2, 40, 6), options: { mass: 0 }, kind: 'mesh', gap: 1e-5 },
  { name: 'torus that moves as a mesh', make: () => new TorusGeometry(0.6, 0.2, 8, 16), options: { mass: 1, shape: 'mesh' }, kind: 'mesh', gap: 1e-5 },
]

function kindOf(mesh: Mesh, options: MeshOptions): string {
  const physics = new FulcrumPhysics()
  return physics.addMesh(mesh, options).shapes[0]!.kind
}

describe('shapes of meshes', () => {
  it.each(CASES)('$name: the $kind that is drawn', ({ make, options = { mass: 1 }, kind, gap }) => {
    expect(kindOf(new Mesh(make(), material), options)).toBe(kind)
    let compared = 0
    let worst = 0
    for (let seed = 1; seed <= 30; seed++) {
      const random = createRandom(seed)
      const scene = new Scene()
      const mesh = new Mesh(make(), material)
      if (seed > 1) {
        mesh.position.copy(randomVector(random, 3))
        mesh.quaternion.copy(randomRotation(random))
        // Every third is even, every third uneven, every third below groups.
        mesh.scale.copy(randomScale(random, seed % 3 === 0))
        if (seed % 3 === 2) hangSomewhere(random, scene, mesh, seed % 2 === 0)
        else scene.add(mesh)
      } else scene.add(mesh)
      const physics = new FulcrumPhysics(scene)
      physics.addMesh(mesh, options)
      mesh.geometry.computeBoundingSphere()
      const ball = mesh.geometry.boundingSphere!.clone().applyMatrix4(mesh.matrixWorld)
      const raycaster = new Raycaster()
      for (let k = 0; k < 20; k++) {
        const from = new Vector3().copy(random.direction() as Vector3).multiplyScalar(ball.radius * 2).add(ball.center)
        const to = new Vector3().copy(random.direction() as Vector3).multiplyScalar(ball.radius * random.between(0, 0.5)).add(ball.center)
        raycaster.set(from, to.sub(from).normalize())
        const drawn = raycaster.intersectObject(mesh, false)[0]
        const hit = physics.raycast(raycaster)
        if (drawn === undefined || hit === null) continue
        // Where a ray grazes, a small gap becomes a long way.
        if (Math.abs(hit.normal.dot(raycaster.ray.direction)) < 0.3) continue
        if (kind === 'mesh' && Math.abs(drawn.normal?.clone().transformDirection(mesh.matrixWorld).dot(raycaster.ray.direction) ?? 1) < 0.1) continue
        compared++
        worst = Math.max(worst, Math.abs(drawn.distance - hit.distance) / ball.radius)
        expect(hit.object).toBe(mesh)
      }
    }
    expect(compared).toBeGreaterThan(100)
    expect(worst).toBeLessThan(gap * 4)
  })

  it('whose vertices were changed after they were made are not taken for primitives', () => {
    const terrain = new PlaneGeometry(10, 10, 8, 8).rotateX(-Math.PI / 2)
    const position = terrain.getAttribute('position')
    for (let i = 0; i < position.count; i++) position.setY(i, (i % 3) * 0.2)
    position.needsUpdate = true
    const dented = new BoxGeometry(1, 1, 1)
    dented.getAttribute('position').setX(0, 0.1)
    expect(kindOf(new Mesh(terrain, material), { mass: 0 })).toBe('mesh')
    expect(kindOf(new Mesh(dented, material), { mass: 1 })).toBe('hull')
    // The same geometry, changed once it is known.
    const box = new BoxGeometry(1, 1, 1)
    expect(kindOf(new Mesh(box, material), { mass: 1 })).toBe('box')
    box.getAttribute('position').setX(0, 0.1)
    box.getAttribute('position').needsUpdate = true
    expect(kindOf(new Mesh(box, material), { mass: 1 })).toBe('hull')
  })

  it('fit a box and a ball around what is drawn', () => {
    const bar = new Mesh(new TorusGeometry(1, 0.2, 8, 24), material)
    bar.rotation.set(0.4, 0.5, 0.6)
    bar.scale.set(2, 1, 1)
    const physics = new FulcrumPhysics()
    const body = physics.addMesh(bar, { mass: 1, shape: 'box' })
    expect(body.shapes.map(({ kind }) => kind)).toEqual(['box'])
    const along = physics.raycast({ origin: new Vector3(5, 0, 0).applyQuaternion(bar.quaternion), direction: new Vector3(-1, 0, 0).applyQuaternion(bar.quaternion) })
    expect(along!.distance).toBeCloseTo(5 - 2.4, 3)
    const ball = physics.addMesh(bar, { mass: 1, shape: 'sphere' })
    expect([ball.shapes[0]!.kind, physics.world.bodyCount]).toEqual(['sphere', 1])
    expect(physics.raycast({ origin: { x: 0, y: 5, z: 0 }, direction: { x: 0, y: -1, z: 0 } })!.distance).toBeCloseTo(5 - 2.4, 1)
  })

  it('of a group are those of its meshes, but for hidden ones and those with a body of their own', () => {
    const group = new Group()
    group.position.set(0, 3, 0)
    group.rotation.z = Math.PI / 2
    const make = (): Mesh => new Mesh(new BoxGeometry(1, 1, 1), material)
    const [left, right, hidden, own] = [make(), make(), make(), make()]
    left.position.x = -2
    right.position.x = 2
    hidden.visible = false
    own.position.y = 9
    own.userData['physics'] = { mass: 3 }
    group.add(left, right, hidden, own)
    group.userData['physics'] = { mass: 10 }
    const physics = new FulcrumPhysics(group)
    expect(physics.world.bodyCount).toBe(2)
    const body = physics.body(group)!
    expect([body.shapes.length, body.mass, physics.body(own)!.mass]).toEqual([2, 10, 3])
    // Turned by a right angle: the boxes stand above each other.
    expect(physics.raycast({ origin: { x: 0, y: 10, z: 0 }, direction: { x: 0, y: -1, z: 0 } })!.distance).toBeCloseTo(4.5, 9)
    expect(physics.addMesh(group, { mass: 1, includeInvisible: true }).shapes).toHaveLength(3)
    expect(() => physics.addMesh(new Group(), 1)).toThrow(/has no mesh to make a shape of/)
  })

  it('of meshes collide on the sides that are drawn', () => {
    const scene = new Scene()
    const up = { origin: { x: 0, y: -5, z: 0 }, direction: { x: 0, y: 1, z: 0 } }
    const down = { origin: { x: 0, y: 5, z: 0 }, direction: { x: 0, y: -1, z: 0 } }
    const seen = [undefined, BackSide, DoubleSide].map((side) => {
      const plane = new Mesh(new PlaneGeometry(4, 4), new MeshBasicMaterial(side === undefined ? {} : { side }))
      plane.rotation.x = -Math.PI / 2
      scene.add(plane)
      const physics = new FulcrumPhysics()
      physics.addMesh(plane)
      return [physics.raycast(down) !== null, physics.raycast(up) !== null]
    })
    expect(seen).toEqual([[true, false], [false, true], [true, true]])
  })

  it('can be given, and made for bodies of your own', () => {
    const mesh = new Mesh(new BoxGeometry(1, 1, 1), material)
    const physics = new FulcrumPhysics()
    expect(physics.addMesh(mesh, { mass: 1, shapes: [sphere({ radius: 0.5 })] }).shapes[0]!.kind).toBe('sphere')
    mesh.scale.set(2, 2, 2)
    const [shape] = shapesFor(mesh, { density: 10, friction: 0.1 })
    const body = physics.world.createBody({ shapes: [shape!] })
    expect([body.mass, body.shapes[0]!.friction]).toEqual([80, 0.1])
  })

  it('are refused with a reason where there is nothing to make them of', () => {
    const physics = new FulcrumPhysics()
    const flat = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3))
    expect(() => physics.addMesh(new Mesh(flat, material), 1)).toThrow(PhysicsError)
    expect(() => physics.addMesh(new Mesh(new BufferGeometry(), material), { mass: 1, shape: 'box' })).toThrow(/has no vertices/)
    expect(() => physics.addMesh(new Mesh(flat, material), { shape: 'cube' as 'box' })).toThrow(/There are: auto, box/)
    expect(() => physics.addMesh(new Mesh(flat, material), { massa: 1 } as MeshOptions)).toThrow(/Did you mean mass\?/)
    expect(() => physics.addMesh({} as Mesh, 1)).toThrow(/must be an object of three/)
    const bad = new Mesh(new BoxGeometry(1, 1, 1), material)
    bad.scale.x = 0
    expect(() => physics.addMesh(bad, 1)).toThrow(PhysicsError)
    expect(physics.world.bodyCount).toBe(0)
  })
})
