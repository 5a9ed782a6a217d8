// What scene files keep of a world, and what users do with them: names, user data, edits, worlds that are there already.
import { circle, chain, World as World2 } from 'fulcrum-physics/2d'
import * as plane from 'fulcrum-physics/2d/scene'
import { box, defineJoint, heightField, hull, mesh, sphere, voxels, World } from 'fulcrum-physics/3d'
import { loadScene, saveScene, type SceneFile } from 'fulcrum-physics/3d/scene'
import { describe, expect, it } from 'vitest'

function swing(): World {
  const world = new World()
  const frame = world.createBody({ type: 'static', position: { x: 0, y: 2, z: 0 }, userData: { name: 'frame' } })
  const door = world.createBody({ position: { x: 1, y: 2, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 0.1, z: 0.1 } })], userData: { name: 'door', open: false } })
  world.createHingeJoint({ bodyA: frame, bodyB: door, anchor: { x: 0, y: 2, z: 0 }, axis: { x: 0, y: 0, z: 1 }, limit: { lower: -9, upper: 9 } })
  return world
}

/** The same fields with another value of one of them. */
function edited(file: SceneFile, change: (copy: { bodies: Record<string, unknown>[]; joints: Record<string, unknown>[] }) => void): SceneFile {
  const copy = JSON.parse(JSON.stringify(file)) as never
  change(copy)
  return copy
}

describe('scene files', () => {
  it('read as people write them: what is left out has its default', () => {
    const { world, bodies } = loadScene(`{
      "format": "fulcrum-scene", "version": 1, "dimension": 3,
      "bodies": [
        { "name": "ground", "type": "static", "shapes": [{ "kind": "plane", "friction": 1 }] },
        { "name": "crate", "position": { "x": 0, "y": 3, "z": 0 }, "shapes": [{ "kind": "box", "halfExtents": [0.5, 0.5, 0.5] }], "comment": "falls" }
      ]
    }`)
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    expect(bodies.get('crate')!.position.y).toBeCloseTo(0.5, 2)
    expect(bodies.get('ground')!.shapes[0]!.friction).toBe(1)
  })

  it('leave defaults out', () => {
    const world = new World()
    world.createBody({ shapes: [sphere({ radius: 1 })] })
    expect(saveScene(world)).toEqual({ format: 'fulcrum-scene', version: 1, dimension: 3, bodies: [{ shapes: [{ kind: 'sphere', radius: 1 }] }] })
  })

  it('keep names and user data, and give them back', () => {
    const first = swing()
    const loaded = loadScene(JSON.stringify(saveScene(first)))
    expect([...loaded.bodies.keys()]).toEqual(['frame', 'door'])
    expect(loaded.bodies.get('door')!.userData).toEqual({ name: 'door', open: false })
    loaded.bodies.get('door')!.userData = null
    const again = saveScene(loaded.world, { names: loaded.names })
    expect(again.bodies!.map(({ name }) => name)).toEqual(['frame', 'door'])
    expect(again.joints![0]).toMatchObject({ bodyA: 'frame', bodyB: 'door' })
    expect(saveScene(first, { names: (thing) => (thing === [...first.bodies][1] ? 'gate' : undefined) }).joints![0]).toMatchObject({ bodyB: 'gate' })
  })

  it('refuse user data that JSON cannot hold, by its path', () => {
    const world = swing()
    ;[...world.bodies][1]!.userData = { parts: [1, new Map()] }
    expect(() => saveScene(world)).toThrow('bodies[1].userData.parts[1] (a Map) is no plain object')
  })

  it('keep numbers that JSON cannot write', () => {
    const world = new World()
    const body = world.createBody({ position: { x: -0, y: 0, z: -0 }, shapes: [sphere({ radius: 1 })] })
    world.createHingeJoint({ bodyB: body, motor: { speed: -0, maxTorque: Infinity }, limit: { lower: -Infinity, upper: 1 } })
    const text = JSON.stringify(saveScene(world))
    expect(JSON.parse(text)).not.toHaveProperty('snapshot')
    expect(loadScene(text).world.hash()).toBe(world.hash())
  })

  it('count turns', () => {
    const world = swing()
    const [, door] = [...world.bodies]
    door!.angularVelocity = { x: 0, y: 0, z: 10 }
    door!.linearVelocity = { x: 0, y: 10, z: 0 }
    world.gravity = { x: 0, y: 0, z: 0 }
    for (let i = 0; i < 25; i++) world.step(1 / 60)
    const angle = (of: World): number => (of.joints.next().value as unknown as { angle: number }).angle
    expect(angle(world)).toBeGreaterThan(Math.PI)
    const loaded = loadScene(saveScene(world, { snapshot: false }))
    expect(loaded.restored).toBe(false)
    expect(angle(loaded.world)).toBe(angle(world))
  })

  it('go on to the bit from mid-flight, and from their definitions once they are edited', () => {
    const world = swing()
    for (let i = 0; i < 40; i++) world.step(1 / 60)
    const file = saveScene(world)
    expect(loadScene(file).world.hash()).toBe(world.hash())
    expect(loadScene(file, { snapshot: false }).restored).toBe(false)
    const change = edited(file, ({ bodies }) => { bodies[1]!.linearDamping = 3 })
    const loaded = loadScene(change)
    expect(loaded.restored).toBe(false)
    expect(loaded.bodies.get('door')!.linearDamping).toBe(3)
    // Words for people are no edit.
    expect(loadScene({ ...file, comment: 'a door' }).restored).toBe(true)
  })

  it('keep the handles’ order where bodies have gone', () => {
    const world = swing()
    const gone = world.createBody({})
    const last = world.createBody({ position: { x: 9, y: 0, z: 0 }, userData: { name: 'last' } })
    world.destroyBody(gone)
    const loaded = loadScene(JSON.stringify(saveScene(world)))
    expect(loaded.restored).toBe(true)
    expect(loaded.world.hash()).toBe(world.hash())
    expect(loaded.bodies.get('last')!.position.x).toBe(last.position.x)
  })

  it('are put into a world that is there already', () => {
    const world = new World({ gravity: { x: 0, y: -1, z: 0 } })
    world.createBody({})
    const file = saveScene(swing())
    const first = loadScene(file, { world })
    const second = loadScene(file, { world })
    expect(first.world).toBe(world)
    expect(world.bodyCount).toBe(5)
    expect(world.jointCount).toBe(2)
    expect(world.gravity.y).toBe(-1)
    expect(second.bodies.get('door')).not.toBe(first.bodies.get('door'))
  })

  it('tell all that they made, with a prefix before names', () => {
    const world = new World()
    const file = saveScene(swing())
    const left = loadScene(file, { world, prefix: 'left/' })
    const right = loadScene(file, { world, prefix: 'right/', position: { x: 9, y: 0, z: 0 } })
    expect([...left.bodies.keys()]).toEqual(['left/frame', 'left/door'])
    expect(right.bodyList).toEqual([right.bodies.get('right/frame'), right.bodies.get('right/door')])
    expect([left.jointList.length, left.characterList.length, left.vehicleList.length]).toEqual([1, 0, 0])
    expect([...world.bodies]).toEqual([...left.bodyList, ...right.bodyList])
    expect(saveScene(world, { names: new Map([...left.names, ...right.names]) }).joints!.map(({ bodyB }) => bodyB)).toEqual(['left/door', 'right/door'])
  })

  it('are put elsewhere whole: bodies, velocities, planes, characters, joints to the world', () => {
    const turned = { x: 0, y: Math.SQRT1_2, z: 0, w: Math.SQRT1_2 }
    const { world, bodies, characters, joints } = loadScene({
      format: 'fulcrum-scene', version: 1, dimension: 3,
      bodies: [
        { name: 'wall', type: 'static', position: [2, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], shapes: [{ kind: 'plane' }] },
        { name: 'ball', position: [1, 5, 0], linearVelocity: [3, 0, 0], shapes: [{ kind: 'sphere', radius: 0.5 }], lockedAxes: { linear: { x: true } } },
        { name: 'bob', position: [1, 0, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] },
      ],
      joints: [{ name: 'pin', type: 'ball', bodyB: 'bob', anchor: [0, 0, 0] }],
      characters: [{ name: 'walker', position: [4, 1, 0], shape: { kind: 'capsule', radius: 0.3, halfLength: 0.5 }, move: [1, 0, 0] }],
    }, { position: { x: 100, y: 10, z: 0 }, rotation: turned })
    const at = (v: { x: number; y: number; z: number }): number[] => [v.x, v.y, v.z].map((number) => Math.round(number * 1e9) / 1e9 + 0)
    expect(at(bodies.get('ball')!.position)).toEqual([100, 15, -1])
    expect(at(bodies.get('ball')!.linearVelocity)).toEqual([0, 0, -3])
    expect(bodies.get('ball')!.lockedAxes.linear).toEqual({ x: false, y: false, z: true })
    expect(at(joints.get('pin')!.anchorA)).toEqual([100, 10, 0])
    expect(at(characters.get('walker')!.position)).toEqual([100, 11, -4])
    expect(at(characters.get('walker')!.move)).toEqual([0, 0, -1])
    expect(world.gravity).toEqual({ x: 0, y: -9.81, z: 0 })
    // The plane faced −x, and faces +z now: at z = −2.
    const hit = world.castRay({ origin: { x: 100, y: 30, z: 0 }, direction: { x: 0, y: 0, z: -1 } })!
    expect([hit.body === bodies.get('wall'), Math.round(hit.distance * 1e9) / 1e9]).toEqual([true, 2])
  })

  it('that cannot be turned leave the world as it was, and say why', () => {
    const world = new World()
    world.createBody({ shapes: [sphere({ radius: 1 })] })
    const before = world.hash()
    const file: SceneFile = { format: 'fulcrum-scene', version: 1, dimension: 3, bodies: [{}, { position: [9e8, 0, 0], lockedAxes: { angular: { y: true } } }] }
    const tilted = { x: 0.6, y: 0, z: 0, w: 0.8 }
    expect(() => loadScene(file, { world, rotation: tilted })).toThrow('bodies[1].lockedAxes.angular ({ y: true }) holds axes of the world')
    expect(() => loadScene(file, { world, position: { x: 9e8, y: 0, z: 0 } })).toThrow('bodies[1].position')
    expect(() => loadScene(file, { world, position: [1, 2, 3] as never })).toThrow('loadScene.position')
    expect(() => loadScene(file, { world, rotation: 2 as never })).toThrow('loadScene.rotation')
    expect(() => loadScene(file, { world, prefix: 7 as never })).toThrow('loadScene.prefix')
    expect(world.hash()).toBe(before)
    const flat: plane.SceneFile = { format: 'fulcrum-scene', version: 1, dimension: 2, bodies: [{ name: 'slide', lockedAxes: { x: true } }] }
    expect(() => plane.loadScene(flat, { rotation: 1 })).toThrow('bodies[0].lockedAxes ({ x: true }) holds one axis of the world')
    expect(plane.loadScene(flat, { rotation: Math.PI }).bodies.get('slide')!.lockedAxes.x).toBe(true)
  })

  it('hold broken joints, sleepers and bodies that are off', () => {
    const world = swing()
    const [joint] = [...world.joints]
    joint!.breakForce = 1e-3
    for (let i = 0; i < 5; i++) world.step(1 / 60)
    expect(joint!.isBroken).toBe(true)
    world.createBody({ position: { x: 20, y: 0, z: 0 }, shapes: [sphere({ radius: 1 })], userData: { name: 'asleep' } }).sleep()
    world.createBody({ position: { x: 40, y: 0, z: 0 }, enabled: false, userData: { name: 'off' } })
    const { world: made, bodies } = loadScene(saveScene(world, { snapshot: false }))
    const [copy] = [...made.joints]
    expect([copy!.isBroken, copy!.enabled]).toEqual([true, false])
    expect(bodies.get('asleep')!.isAwake).toBe(false)
    expect(bodies.get('off')!.enabled).toBe(false)
  })

  it('hold geometry once, and build it again only if it was edited', () => {
    const world = new World()
    const points = Array.from({ length: 60 }, (_, i) => Math.sin(i * i * 0.37 + i) * (1 + (i % 4)))
    const stone = hull({ points })
    const ground = mesh({ positions: [0, 0, 0, 0, 0, 4, 4, 0, 0, 4, 0, 4], indices: [0, 1, 2, 2, 1, 3], materials: [0, 1], surfaces: [{ friction: 0.1 }, { restitution: 1 }] })
    const hills = heightField({ heights: [0, 1, NaN, 0, 1, 2, 0, 0, 0], samplesX: 3, samplesZ: 3, sizeX: 4, sizeZ: 4, diagonal: 'rising' })
    const blocks = voxels({ cells: [0, 0, 0, -1, 0, 0, 20, 3, 5], cellSize: 0.5, materials: [1, 255, 0], surfaces: [{ friction: 0.3 }, { restitution: 1 }] })
    world.createBody({ type: 'static', shapes: [ground, hills, blocks] })
    for (let i = 0; i < 3; i++) world.createBody({ position: { x: 0, y: 5 * i + 9, z: 0 }, shapes: [hull({ hull: stone, scale: { x: 1, y: -0.5, z: 2 } })] })
    const file = saveScene(world)
    expect(file.snapshot).toBeUndefined()
    expect(Object.values(file.geometries!).map(({ kind }) => kind).sort()).toEqual(['heightField', 'hull', 'mesh', 'voxels'])
    expect(loadScene(JSON.stringify(file)).world.hash()).toBe(world.hash())
    const copy = JSON.parse(JSON.stringify(file)) as { geometries: Record<string, { points?: number[] }> }
    const other = Object.values(copy.geometries).find(({ points: given }) => given !== undefined)!
    other.points = other.points!.map((x) => 2 * x)
    const larger = [...loadScene(copy as never).world.bodies][1]!
    expect(larger.mass).toBeCloseTo(8 * [...world.bodies][1]!.mass, 6)
  })

  it('find types of one’s own by name', () => {
    const rod = defineJoint({ name: 'pole', rows: 1, error: (a, b, m, data) => m.sub(m.length(m.sub(b.position, a.position)), data[0]!) })
    const world = swing()
    const [frame, door] = [...world.bodies]
    world.createJoint(rod, { bodyA: frame!, bodyB: door!, data: [1] })
    const file = saveScene(world)
    expect(() => loadScene(file)).toThrow('joints[1].kind ("pole") is a type of your own')
    expect(loadScene(file, { jointTypes: [rod] }).world.hash()).toBe(world.hash())
  })

  it('of the plane hold chains and curves as people write them', () => {
    const file = {
      format: 'fulcrum-scene', version: 1, dimension: 2,
      bodies: [{ type: 'static', shapes: [{ kind: 'chain', points: [3, 0, 0, 0, -3, 1] }, { kind: 'heightLine', heights: [0, null, 1, 2], width: 3 }, { kind: 'tiles', cells: [0, 0, 1, 0] }] }],
    }
    const { world } = plane.loadScene(JSON.stringify(file))
    const shapes = [...world.bodies][0]!.shapes.length
    expect(shapes).toBeGreaterThan(6)
    const made = new World2()
    made.createBody({ type: 'static', shapes: [chain({ points: [3, 0, 0, 0, -3, 1] }), circle({ radius: 1 })] })
    expect(plane.loadScene(JSON.stringify(plane.saveScene(made))).world.hash()).toBe(made.hash())
    expect(plane.loadScene(JSON.stringify(plane.saveScene(world))).world.hash()).toBe(world.hash())
  })
})
