// The names of three's own physics addons, joints between meshes, lines, rays to meshes, the end.
import {
  BatchedMesh, BoxGeometry, Color, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, PerspectiveCamera, PlaneGeometry, Raycaster, Scene, SphereGeometry,
  Vector2, Vector3, type BufferAttribute,
} from 'three'
import { Body, capsule, Path, PhysicsError, sphere, World, type BallJoint, type DualFrame, type DualMath } from 'fulcrum-physics/3d'
import { DebugLines, FulcrumPhysics, JOINT_NAMES, startFulcrumPhysics, type JointName } from 'fulcrum-physics/three'
import { afterEach, describe, expect, it, vi } from 'vitest'

const material = new MeshBasicMaterial()

function crateAt(x: number, y: number, z: number): Mesh {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), material)
  mesh.position.set(x, y, z)
  return mesh
}

function addFloor(scene: Scene): Mesh {
  const floor = new Mesh(new BoxGeometry(20, 1, 20), material)
  floor.position.y = -0.5
  floor.userData['physics'] = { mass: 0 }
  scene.add(floor)
  return floor
}

describe('names of the addons', () => {
  it('add what the scene says of itself, and move it', () => {
    const scene = new Scene()
    const floor = addFloor(scene)
    const [ball, plain] = [new Mesh(new SphereGeometry(0.5), material), crateAt(4, 3, 0)]
    ball.position.y = 5
    ball.userData['physics'] = { mass: 2, restitution: 0.5 }
    const group = new Group()
    group.add(ball)
    scene.add(group, plain)
    const physics = new FulcrumPhysics(scene)
    expect(physics.meshes).toEqual([floor, ball])
    const body = ball.userData['physics'].body as Body
    expect([body.mass, body.shapes[0]!.restitution, body.type, physics.body(floor)!.type]).toEqual([2, 0.5, 'dynamic', 'static'])
    for (let i = 0; i < 30; i++) physics.update(1 / 60)
    // Blended, so one step behind: ½ g t².
    expect(ball.position.y).toBeCloseTo(5 - 4.905 * (29 / 60) ** 2, 4)
    expect(plain.position.y).toBe(3)
    // Adding the scene again adds what is new.
    plain.userData['physics'] = { mass: 1 }
    physics.addScene(scene)
    expect(physics.world.bodyCount).toBe(3)
  })

  it('leave meshes that can be cloned and written', () => {
    const crate = crateAt(0, 0, 0)
    crate.userData['physics'] = { mass: 1, restitution: 0.2 }
    const physics = new FulcrumPhysics()
    physics.addScene(crate)
    const copy = crate.clone()
    expect(copy.userData).toEqual({ physics: { mass: 1, restitution: 0.2 } })
    expect(physics.addMesh(copy, copy.userData['physics'])).toBeInstanceOf(Body)
    expect(() => JSON.stringify(crate.toJSON())).not.toThrow()
  })

  it('set places and velocities, push, and remove', () => {
    const physics = new FulcrumPhysics(null, { gravity: { x: 0, y: 0, z: 0 }, interpolate: false })
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), material, 3)
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new Matrix4().makeTranslation(i * 3, 0, 0))
    physics.addMesh(mesh, 2, 0.1)
    expect((mesh.userData['physics'].body as Body[]).map(({ mass }) => mass)).toEqual([2, 2, 2])
    physics.setMeshVelocity(mesh, new Vector3(0, 6, 0), 1)
    physics.applyImpulse(mesh, { x: 0, y: 0, z: 4 }, 2)
    for (let i = 0; i < 60; i++) physics.update(1 / 60)
    physics.setMeshPosition(mesh, { x: 0, y: -7, z: 0 }, 0)
    const at = (i: number): number[] => {
      const matrix = new Matrix4()
      mesh.getMatrixAt(i, matrix)
      return [12, 13, 14].map((k) => Number(matrix.elements[k]!.toFixed(4)))
    }
    expect([at(0), at(1), at(2)]).toEqual([[0, -7, 0], [3, 6, 0], [6, 0, 2]])
    physics.setMeshPosition(mesh, { x: 0, y: 1, z: 0 }, 1)
    expect(physics.body(mesh, 1)!.linearVelocity).toEqual({ x: 0, y: 0, z: 0 })
    physics.removeMesh(mesh)
    physics.removeMesh(mesh)
    expect([physics.world.bodyCount, 'body' in mesh.userData['physics'], physics.body(mesh)]).toEqual([0, false, null])
    expect(() => physics.setMeshVelocity(mesh, { x: 0, y: 0, z: 0 })).toThrow(/has no body. Call addMesh/)
    physics.addMesh(mesh, 1)
    expect(() => physics.applyImpulse(mesh, { x: 0, y: 0, z: 0 }, 3)).toThrow(/is no instance of a Mesh: it had 3/)
  })

  it('move a kinematic mesh to a target, and what stands on it', () => {
    const scene = new Scene()
    const lift = crateAt(0, 0, 0)
    const load = crateAt(0, 1, 0)
    scene.add(lift, load)
    const physics = new FulcrumPhysics(scene, { interpolate: false })
    physics.addMesh(lift, { type: 'kinematic' })
    physics.addMesh(load, 1)
    for (let i = 1; i <= 60; i++) {
      physics.setMeshTarget(lift, { x: 0, y: i / 60, z: 0 })
      physics.update(1 / 60)
    }
    expect(lift.position.y).toBeCloseTo(1, 9)
    expect(load.position.y).toBeCloseTo(2, 2)
  })

  it.each([['cells', 0], ['vertices', 1]])('add terrain by its count of %s, as the plane is drawn', (_name, extra) => {
    const [cellsX, cellsZ] = [12, 7]
    const geometry = new PlaneGeometry(24, 10, cellsX, cellsZ).rotateX(-Math.PI / 2)
    const position = geometry.getAttribute('position') as BufferAttribute
    const heights = Float32Array.from({ length: position.count }, (_, i) => ((i * 7919) % 13) / 6)
    for (let i = 0; i < position.count; i++) position.setY(i, heights[i]!)
    const terrain = new Mesh(geometry, material)
    terrain.position.set(3, -1, 2)
    const physics = new FulcrumPhysics()
    physics.addHeightfield(terrain, cellsX + extra, cellsZ + extra, heights, { x: 24, y: 1, z: 10 })
    terrain.updateMatrixWorld()
    const raycaster = new Raycaster()
    for (let i = 0; i < 60; i++) {
      raycaster.set(new Vector3(3 - 11 + (i * 22) / 60, 20, 2 - 4.5 + ((i * 37) % 60) * 0.15), new Vector3(0, -1, 0))
      expect(physics.raycast(raycaster)!.distance).toBeCloseTo(raycaster.intersectObject(terrain)[0]!.distance, 4)
    }
  })
})

describe('bodies of your own', () => {
  it('move an object that is attached, and stay when it is detached', () => {
    const scene = new Scene()
    const figure = new Group()
    figure.scale.setScalar(2)
    scene.add(figure)
    addFloor(scene)
    const physics = new FulcrumPhysics(scene, { interpolate: false })
    const character = physics.world.createCharacter({ shape: capsule({ radius: 0.3, halfLength: 0.5 }), position: { x: 0, y: 0.9, z: 0 } })
    physics.attach(figure, character.body)
    character.move = { x: 1, y: 0, z: 0 }
    for (let i = 0; i < 60; i++) physics.update(1 / 60)
    expect(figure.position.x).toBeGreaterThan(0.5)
    expect(figure.position.x).toBe(character.position.x)
    expect([figure.scale.x, physics.body(figure)]).toEqual([2, character.body])
    physics.detach(figure)
    physics.detach(figure)
    expect([physics.body(figure), character.isValid, physics.objectOf(character.body)]).toEqual([null, true, null])
  })
})

describe('joints between meshes', () => {
  const vec = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z)
  /** What each needs beside the meshes. */
  const NEEDED: Partial<Record<JointName, object>> = {
    twoPointHinge: { first: vec(0, 5, 0), second: vec(0, 6, 0) },
    gear: { ratio: 2, axisA: vec(0, 0, 1) },
    rackAndPinion: { radius: 0.5 },
    pulley: { groundA: vec(0, 9, 0), groundB: vec(2, 9, 0) },
    screw: { pitch: 0.1 },
    path: { path: new Path({ points: [vec(0, 5, 0), vec(4, 5, 0), vec(4, 5, 4)] }) },
    mouse: { target: vec(2, 6, 0) },
    coneLimit: { angle: 1 },
    wedgeLimit: { axis: vec(0, 0, 1), direction: vec(1, 0, 0), limit: { lower: -1, upper: 1 } },
    custom: { name: 'level', rows: 1, error: (a: DualFrame, b: DualFrame, m: DualMath) => m.list(m.sub(b.position.y, a.position.y)) },
  }

  it.each(JOINT_NAMES)('%s is made from meshes', (name) => {
    const scene = new Scene()
    const [a, b] = [crateAt(0, 5, 0), crateAt(2, 5, 0)]
    scene.add(a, b)
    const physics = new FulcrumPhysics(scene)
    physics.addMesh(a, 1)
    physics.addMesh(b, 1)
    const joint = physics.addJoint(name, { bodyA: a, bodyB: b, ...NEEDED[name] } as never)
    expect([joint.bodyA, joint.bodyB]).toEqual([physics.body(a), physics.body(b)])
    physics.removeJoint(joint)
    physics.removeJoint(joint)
    expect(physics.world.jointCount).toBe(0)
  })

  it('hang a chain of instances from the world', () => {
    const links = new InstancedMesh(new SphereGeometry(0.2), material, 5)
    for (let i = 0; i < 5; i++) links.setMatrixAt(i, new Matrix4().makeTranslation(i * 0.5 + 0.5, 0, 0))
    const physics = new FulcrumPhysics()
    physics.addMesh(links, 0.5)
    const joints: BallJoint[] = []
    for (let i = 0; i < 5; i++) {
      const before = i === 0 ? null : { mesh: links, index: i - 1 }
      joints.push(physics.addBallJoint(before, { mesh: links, index: i }, vec(i * 0.5, 0, 0)))
    }
    for (let i = 0; i < 120; i++) physics.update(1 / 60)
    for (const joint of joints) expect(vec(0, 0, 0).copy(joint.anchorA as Vector3).distanceTo(joint.anchorB as Vector3)).toBeLessThan(1e-4)
    expect(physics.body(links, 4)!.position.y).toBeLessThan(-1)
  })

  it('have shortcuts', () => {
    const scene = new Scene()
    const [frame, door] = [crateAt(0, 0, 0), crateAt(1, 0, 0)]
    scene.add(frame, door)
    const physics = new FulcrumPhysics(scene)
    physics.addMesh(frame, 0)
    physics.addMesh(door, 1)
    const hinge = physics.addHingeJoint(frame, door, vec(0.5, 0, 0), vec(0, 1, 0), { limit: { lower: -0.5, upper: 0.5 }, motor: { speed: 2, maxTorque: 50 } })
    for (let i = 0; i < 60; i++) physics.update(1 / 60)
    expect(hinge.angle).toBeCloseTo(0.5, 2)
    physics.removeJoint(hinge)
    expect(physics.addSliderJoint(frame, door, vec(1, 0, 0)).isValid).toBe(true)
    expect(physics.addDistanceJoint(physics.body(frame)!, door, { anchorA: vec(0, 1, 0) }).isValid).toBe(true)
    expect(physics.addFixedJoint(null, door).isValid).toBe(true)
  })

  it('are refused for what has no body', () => {
    const physics = new FulcrumPhysics()
    expect(() => physics.addJoint('hinge', { bodyB: crateAt(0, 0, 0) })).toThrow('hinge.bodyB.mesh (a Mesh) has no body. Call addMesh with it first.')
    expect(() => physics.addJoint('hinges' as 'hinge', { bodyB: crateAt(0, 0, 0) })).toThrow(/Did you mean hinge\?/)
  })
})

describe('rays', () => {
  it('find the instance under the pointer', () => {
    const scene = new Scene()
    const camera = new PerspectiveCamera(50, 1, 0.1, 100)
    camera.position.set(0, 0, 10)
    camera.updateMatrixWorld()
    const batch = new BatchedMesh(3, 100, 200, material)
    const id = batch.addGeometry(new BoxGeometry(1, 1, 1))
    for (const x of [-3, 0, 3]) batch.setMatrixAt(batch.addInstance(id), new Matrix4().makeTranslation(x, 0, 0))
    scene.add(batch)
    const physics = new FulcrumPhysics(scene)
    physics.addMesh(batch, 1)
    const raycaster = new Raycaster()
    const aim = new Vector3(3, 0, 0).project(camera)
    raycaster.setFromCamera(new Vector2(aim.x, aim.y), camera)
    const hit = physics.raycast(raycaster)!
    expect([hit.object, hit.index]).toEqual([batch, 2])
    expect(hit.point.z).toBeCloseTo(0.5, 9)
    raycaster.far = 5
    expect(physics.raycast(raycaster)).toBeNull()
    raycaster.far = Infinity
    raycaster.near = 20
    expect(physics.raycast(raycaster)).toBeNull()
    const loose = physics.world.createBody({ type: 'static', position: { x: 0, y: 9, z: 0 }, shapes: [sphere({ radius: 1 })] })
    expect(physics.objectOf(loose)).toBeNull()
    expect(physics.raycast({ origin: { x: 0, y: 20, z: 0 }, direction: { x: 0, y: -1, z: 0 } })).toMatchObject({ object: null, index: 0, body: loose })
  })
})

describe('lines', () => {
  it('grow in one buffer and show what the engine sees', () => {
    const scene = new Scene()
    addFloor(scene)
    const physics = new FulcrumPhysics(scene, { debug: true })
    const lines = physics.debugLines!
    expect(scene.children).toContain(lines)
    const few = lines.lineCount
    expect(few).toBeGreaterThan(11)
    const first = lines.geometry.getAttribute('position')
    for (let i = 0; i < 60; i++) physics.addMesh(crateAt((i % 8) * 2, 1 + i, 0), 1)
    physics.update(1 / 60)
    expect(lines.lineCount).toBeGreaterThan(1024)
    expect(lines.geometry.getAttribute('position')).not.toBe(first)
    expect(lines.geometry.drawRange.count).toBe(lines.lineCount * 2)
    const again = lines.geometry.getAttribute('position')
    physics.update(1 / 60)
    expect(lines.geometry.getAttribute('position')).toBe(again)
    // Where the world says, in the colours it says, through three's colour management.
    const told: number[] = []
    physics.world.draw({ line: (from, to, color) => told.push(from.x, from.y, from.z, to.x, to.y, to.z, color) }, { contacts: true, joints: true })
    const place = lines.geometry.getAttribute('position')
    const shade = lines.geometry.getAttribute('color')
    for (let i = 0; i < lines.lineCount; i += 97) {
      const [x, y, z] = told.slice(i * 7)
      expect([place.getX(2 * i), place.getY(2 * i), place.getZ(2 * i)]).toEqual([x, y, z].map((value) => Math.fround(value!)))
      const color = new Color(told[i * 7 + 6])
      expect([shade.getX(2 * i), shade.getY(2 * i), shade.getZ(2 * i)]).toEqual([color.r, color.g, color.b].map(Math.fround))
    }
    physics.debug = { shapes: false, bounds: true }
    expect(physics.debug).toEqual({ shapes: false, bounds: true })
    physics.debug = false
    expect([physics.debugLines, scene.children.includes(lines)]).toEqual([null, false])
    expect(new DebugLines(physics.world).lineCount).toBe(0)
  })
})

describe('the end', () => {
  afterEach(() => vi.useRealTimers())

  it('leaves the scene, and a world that is not its own, as they were', () => {
    const scene = new Scene()
    addFloor(scene)
    const world = new World()
    world.createBody()
    const physics = new FulcrumPhysics(scene, { world, debug: true })
    expect(world.bodyCount).toBe(2)
    physics.dispose()
    physics.dispose()
    expect([world.bodyCount, physics.meshes, scene.children.length]).toEqual([1, [], 1])
  })

  it('stops the clock of physics that runs by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const scene = new Scene()
    const ball = new Mesh(new SphereGeometry(0.5), material)
    ball.userData['physics'] = { mass: 1 }
    scene.add(ball)
    const physics = await startFulcrumPhysics(scene)
    vi.advanceTimersByTime(500)
    expect(physics.world.stepCount).toBeGreaterThan(25)
    expect(ball.position.y).toBeLessThan(-1)
    physics.dispose()
    const { stepCount } = physics.world
    vi.advanceTimersByTime(500)
    expect(physics.world.stepCount).toBe(stepCount)
  })

  it('comes for a frame of any length', () => {
    const physics = new FulcrumPhysics()
    expect(physics.update(90)).toBeGreaterThan(0)
    expect(physics.update(0)).toBe(0)
    expect(() => physics.update(Number.NaN)).toThrow(PhysicsError)
    expect(() => new FulcrumPhysics(null, { gravty: 1 } as never)).toThrow(/Did you mean gravity\?/)
  })
})
