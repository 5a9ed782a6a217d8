// `fulcrum convert` for every format: the scene it writes loads, moves as the adapter's own world does, and bad files end with a message.
import { readFileSync } from 'node:fs'
import { World } from 'fulcrum-physics/3d'
import { accessorsOf, addPhysics, followRules, openGltf, readPhysics, writeGlb } from 'fulcrum-physics/gltf'
import { addRobot, keepRobot, readMjcf, robotOf } from 'fulcrum-physics/mjcf'
import { loadRube } from 'fulcrum-physics/2d/rube'
import { loadScene as loadScene2 } from 'fulcrum-physics/2d/scene'
import { loadScene as loadScene3, saveScene as saveScene3 } from 'fulcrum-physics/3d/scene'
import { describe, expect, it } from 'vitest'
import { CONVERTERS } from '../../cli/convert.ts'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { Document } from '../adapters/gltf/documents.ts'
import { run } from './run.ts'

const ARM = `<?xml version="1.0"?><!-- an arm --><robot name="arm">
  <link name="base"><inertial><mass value="4"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>
  <link name="bar">
    <inertial><origin xyz="0.5 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.17" izz="0.17"/></inertial>
    <collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision>
    <collision><geometry><mesh filename="package://meshes/tip.stl"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="bar"/><origin xyz="0 0 1"/><axis xyz="0 -1 0"/>
    <limit lower="-1" upper="2" effort="60" velocity="3"/><dynamics damping="0.5"/>
  </joint>
</robot>`

const MODEL = `<mujoco><option gravity="0 1 -5"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <include file="arm-part.xml"/>
  </worldbody>
  <actuator><position name="servo" joint="shoulder" kp="300" kv="20" forcerange="-60 50"/></actuator>
</mujoco>`
const MODEL_PART = `<mujocoinclude><body name="arm" pos="0 0 1"><joint name="shoulder" axis="0 -1 0"/>
  <geom type="capsule" size="0.05" fromto="0 0 0 0.8 0 0"/></body></mujocoinclude>`

const TETRAHEDRON = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
const CORNERS = [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]

function textStl(): string {
  const facets = TETRAHEDRON.map((face) => `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${CORNERS[i]!.join(' ')}`).join('\n')}\nendloop\nendfacet`)
  return `solid tip\n${facets.join('\n')}\nendsolid tip\n`
}

function binaryStl(): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * 4)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, 4, true)
  TETRAHEDRON.forEach((face, i) => face.forEach((corner, k) => CORNERS[corner]!.forEach((value, axis) => {
    view.setFloat32(84 + 50 * i + 12 * (k + 1) + 4 * axis, value, true)
  })))
  return bytes
}

const RUBE = JSON.stringify({
  gravity: { x: 0, y: -10 },
  body: [
    { name: 'floor', fixture: [{ friction: 0.5, polygon: { vertices: { x: [-5, 5, 5, -5], y: [-1, -1, 0, 0] } } }] },
    { name: 'ball', type: 2, position: { x: 0, y: 2.5 }, fixture: [{ density: 2, circle: { center: 0, radius: 0.5 } }] },
    { name: 'ball', type: 2, position: { x: 2, y: 2.5 }, fixture: [{ density: 2, circle: { center: 0, radius: 0.5 } }] },
  ],
  joint: [{ type: 'revolute', name: 'pin', bodyA: 1, bodyB: 2, anchorA: { x: 1, y: 0 }, anchorB: { x: -1, y: 0 } }],
})

const MAP = JSON.stringify({
  orientation: 'orthogonal', tilewidth: 32, tileheight: 32, tilesets: [{ firstgid: 1, source: '../tiles.json' }],
  layers: [
    { type: 'tilelayer', name: 'ground', width: 3, height: 1, data: [1, 1, 1], properties: [{ name: 'collides', type: 'bool', value: true }] },
    { type: 'objectgroup', name: 'things', objects: [{ name: 'wall', x: 0, y: 0, width: 32, height: 64 }, { name: 'start', point: true, x: 4, y: 4 }] },
  ],
})
const MAP_FILES = { 'maps/m.tmj': MAP, 'tiles.json': JSON.stringify({ tiles: [] }) }

/** A call that must end well; what it wrote. */
async function scene(args: readonly string[], files: Record<string, string | Uint8Array>): Promise<{ text: string; err: string }> {
  const { code, err, written } = await run(['convert', ...args], files)
  expect(code, err).toBe(0)
  return { text: written.get('-') as string, err }
}

describe('fulcrum convert', () => {
  it('makes scenes of URDF files, with the meshes beside them', async () => {
    for (const tip of [textStl(), binaryStl()]) {
      const { text, err } = await scene(['bots/arm.urdf', '--fixed-base'], { 'bots/arm.urdf': ARM, 'bots/meshes/tip.stl': tip })
      expect(err).toBe('')
      const { world, bodies, joints } = loadScene3(text)
      expect(bodies.get('bar')!.mass).toBe(2)
      expect(bodies.get('bar')!.shapes.map(({ kind }) => kind)).toEqual(['box', 'hull'])
      expect(joints.get('shoulder')!.type).toBe('hinge')
      const before = bodies.get('base')!.position.y
      for (let i = 0; i < 60; i++) world.step(1 / 60)
      expect(bodies.get('base')!.position.y).toBe(before)
    }
    // Without --fixed-base it falls.
    const free = loadScene3((await scene(['arm.urdf'], { 'arm.urdf': ARM, 'meshes/tip.stl': textStl() })).text)
    for (let i = 0; i < 60; i++) free.world.step(1 / 60)
    expect(free.bodies.get('base')!.position.y).toBeLessThan(-3)
  })

  it('reads meshes of OBJ files, and tells what is missing', async () => {
    const obj = `# tip\n${CORNERS.map((point) => `v ${point.join(' ')}`).join('\n')}\n${TETRAHEDRON.map((face) => `f ${face.map((i) => `${i + 1}//1`).join(' ')}`).join('\n')}\n`
    const { text } = await scene(['-'], { '-': ARM.replace('tip.stl', 'tip.OBJ'), 'meshes/tip.OBJ': obj })
    expect(loadScene3(text).bodies.get('bar')!.shapes[1]!.kind).toBe('hull')
    const { text: without, err } = await scene(['arm.urdf'], { 'arm.urdf': ARM })
    expect(loadScene3(without).bodies.get('bar')!.shapes.length).toBe(1)
    expect(err).toMatch(/^arm\.urdf: meshes\/tip\.stl cannot be read: ENOENT/m)
    expect(err).toMatch(/^arm\.urdf: lost: link\("bar"\): The mesh/m)
    expect((await scene(['arm.urdf'], { 'arm.urdf': ARM.replace('tip.stl', 'tip.dae'), 'meshes/tip.dae': '<x/>' })).err).toContain('.stl and .obj files only')
  })

  it('makes scenes of MJCF files with what they include: y is up, gravity as in the file', async () => {
    const { text, err } = await scene(['in/model.xml'], { 'in/model.xml': MODEL, 'in/arm-part.xml': MODEL_PART })
    const { world, bodies, joints } = loadScene3(text)
    expect(world.gravity).toEqual({ x: 0, y: -5, z: -1 })
    expect(joints.get('shoulder')!.type).toBe('hinge')
    expect(bodies.get('arm')!.position.y).toBeCloseTo(1, 9)
    expect(err).toBe('')
  })

  it('keeps actuators of MJCF files in the scene', async () => {
    const { text } = await scene(['in/model.xml', '--fixed-base'], { 'in/model.xml': MODEL, 'in/arm-part.xml': MODEL_PART })
    const loaded = loadScene3(text)
    const robot = robotOf(loaded)!
    const direct = new World({ gravity: loaded.world.gravity })
    const twin = addRobot(direct, readMjcf(MODEL, { include: () => MODEL_PART }))
    for (const each of [robot, twin]) each.setControl('servo', 0.4)
    for (let i = 0; i < 120; i++) for (const world of [loaded.world, direct]) world.step(1 / 60)
    expect(robot.control('servo')).toBe(0.4)
    expect(Math.abs(twin.jointPosition('shoulder'))).toBeGreaterThan(0.1)
    expect(robot.jointPosition('shoulder')).toBeCloseTo(twin.jointPosition('shoulder'), 9)
    const [a, b] = [robot, twin].map(each => each.linkPose('arm').position)
    expect(a!.y).toBeCloseTo(b!.y, 9)
    // Saved in mid-flight, its control goes along.
    keepRobot(robot)
    const again = robotOf(loadScene3(JSON.stringify(saveScene3(loaded.world, { names: loaded.names }))))!
    expect(again.control('servo')).toBe(0.4)
    expect(again.jointPosition('shoulder')).toBe(robot.jointPosition('shoulder'))
    expect(() => again.setControl('nobody', 1)).toThrow(/no actuator/)
    expect(robotOf(loadScene3('{"format":"fulcrum-scene","version":1,"dimension":3}'))).toBeNull()
  })

  it('refuses actuators that somebody has spoilt', async () => {
    const { text } = await scene(['in/model.xml'], { 'in/model.xml': MODEL, 'in/arm-part.xml': MODEL_PART })
    for (const [from, to, message] of [
      ['"name": "servo"', '"name": 3', /actuators\[0\]\.name/], ['"gain": 300', '"gain": "x"', /actuators\[0\]\.gain/],
      ['"control": 0', '"speed": 0', /speed/], ['"links": {', '"links": 3, "x": {', /robot/],
    ] as const) {
      expect(text).toContain(from)
      expect(() => robotOf(loadScene3(text.replace(from, to))), to).toThrow(message)
    }
  })

  it('makes scenes of robots whose joints mimic, which simulate and keep in step', async () => {
    const link = (name: string): string => `<link name="${name}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>`
    const joint = (name: string, from: string, to: string, more = ''): string => `<joint name="${name}" type="continuous"><parent link="${from}"/>`
      + `<child link="${to}"/><origin xyz="0.3 0 0"/><axis xyz="0 1 0"/>${more}</joint>`
    const text = `<robot name="m">${['a', 'b', 'c', 'd', 'e'].map(link).join('')}${joint('j0', 'a', 'b')}${joint('j1', 'b', 'c')}`
      + `${joint('j2', 'c', 'd', '<mimic joint="j0" multiplier="0.5"/>')}${joint('j3', 'd', 'e', '<mimic joint="j2"/>')}</robot>`
    const { text: file } = await scene(['m.urdf', '--fixed-base'], { 'm.urdf': text })
    const loaded = loadScene3(file)
    const robot = robotOf(loaded)!
    for (let i = 0; i < 60; i++) loaded.world.step(1 / 60)
    expect(Math.abs(robot.jointPosition('j0'))).toBeGreaterThan(0.1)
    expect(robot.jointPosition('j2')).toBeCloseTo(0.5 * robot.jointPosition('j0'), 4)
    const { code, out } = await run(['simulate', 'm.json', '--seconds', '1'], { 'm.json': file })
    expect([code, out.includes(loaded.world.hash())]).toEqual([0, true])
  })

  it('keeps rules of glTF materials in the scene', async () => {
    const physics = 'KHR_physics_rigid_bodies'
    const gltf = JSON.stringify({
      asset: { version: '2.0' },
      nodes: [
        { extensions: { [physics]: { collider: { geometry: { shape: 0 }, physicsMaterial: 0 } } } },
        { name: 'ball', translation: [0, 2, 0], extensions: { [physics]: { motion: { mass: 2 }, collider: { geometry: { shape: 1 }, physicsMaterial: 1 } } } },
      ],
      extensions: {
        KHR_implicit_shapes: { shapes: [{ type: 'plane', plane: {} }, { type: 'sphere', sphere: { radius: 0.5 } }] },
        [physics]: { physicsMaterials: [{ restitution: 0.9, restitutionCombine: 'minimum' }, { restitution: 0.8, restitutionCombine: 'multiply' }] },
      },
    })
    const { text, err } = await scene(['ball.gltf'], { 'ball.gltf': gltf })
    expect(err).toBe('')
    const { world } = loadScene3(text)
    expect(followRules(world)).toBe(2)
    const { json, buffers } = openGltf(gltf)
    const direct = new World()
    addPhysics(direct, readPhysics(json, accessorsOf(json, buffers)))
    for (let i = 0; i < 120; i++) for (const each of [world, direct]) each.step(1 / 60)
    expect(world.hash()).toBe(direct.hash())
    const { out } = await run(['simulate', 'ball.json', '--seconds', '2'], { 'ball.json': text })
    expect(out).toContain(direct.hash())
    const plain = loadScene3(text).world
    expect(followRules(new World())).toBe(0)
    for (let i = 0; i < 120; i++) plain.step(1 / 60)
    expect(plain.hash()).not.toBe(direct.hash())
  })

  it('makes scenes of all glTF samples, which move as those do', async () => {
    for (const name of ['car', 'clock', 'crane', 'four-bar', 'gear-train', 'ragdoll']) {
      const bytes = new Uint8Array(readFileSync(`${PROJECT_ROOT}docs/gltf/${name}.glb`))
      const { text } = await scene([`${name}.glb`], { [`${name}.glb`]: bytes })
      const { json, buffers } = openGltf(bytes)
      const world = new World()
      addPhysics(world, readPhysics(json, accessorsOf(json, buffers)))
      const loaded = loadScene3(text)
      expect(loaded.bodies.size, name).toBeGreaterThan(2)
      // Rules of materials are a callback, which a file does not hold.
      world.onContact = null
      for (let i = 0; i < 120; i++) for (const each of [world, loaded.world]) each.step(1 / 60)
      expect(loaded.world.hash(), name).toBe(world.hash())
    }
  })

  it('makes scenes of R.U.B.E. files; a second thing of a name gets a number', async () => {
    const { text } = await scene(['level.json'], { 'level.json': RUBE })
    const { world, bodies, joints } = loadScene2(text)
    expect([...bodies.keys()]).toEqual(['floor', 'ball', 'ball-2'])
    expect([...joints.keys()]).toEqual(['pin'])
    const own = loadRube(RUBE).world
    for (let i = 0; i < 120; i++) for (const each of [own, world]) each.step(1 / 60)
    expect(world.hash()).toBe(own.hash())
  })

  it('tells of glTF documents without physics, and of files that are no glTF', async () => {
    const bare = JSON.stringify({ asset: { version: '2.0' }, extensionsUsed: ['OMI_physics_body'], nodes: [{ name: 'a' }] })
    const { code, err } = await run(['convert', 'a.gltf'], { 'a.gltf': bare })
    expect(code).toBe(0)
    expect(err).toContain('OMI_physics_body')
    expect(err).toContain('the scene is empty')
    const other = await run(['convert', 's.json', '--from', 'gltf'], { 's.json': '{"format":"fulcrum-scene","version":1,"dimension":3}' })
    expect(other).toMatchObject({ code: 1, err: 's.json: gltf.asset is missing: is this a glTF document?' })
    const old = await run(['convert', 'a.gltf'], { 'a.gltf': '{"asset":{"version":"1.0"}}' })
    expect(old).toMatchObject({ code: 1, err: expect.stringContaining('asset.version ("1.0") must be 2') as string })
  })

  it('makes scenes of Tiled maps, with tilesets beside them', async () => {
    const { text, err } = await scene(['maps/m.tmj', '--pixels-per-metre', '32'], MAP_FILES)
    expect(err).toBe('')
    const { world, bodies } = loadScene2(text)
    expect([...bodies.keys()]).toEqual(['ground', 'wall'])
    expect(world.castRay({ origin: { x: 0.5, y: -9 }, direction: { x: 0, y: 1 } })!.point.y).toBeCloseTo(-2, 9)
    const empty = await scene(['m.tmj'], { 'm.tmj': '{"orientation":"orthogonal","tilewidth":8,"tileheight":8,"layers":[]}' })
    expect(empty.err).toContain('the scene is empty')
  })

  it('reads standard input, and tells formats by what they hold', async () => {
    const glb = new Uint8Array(readFileSync(`${PROJECT_ROOT}docs/gltf/four-bar.glb`))
    const beside = { 'arm-part.xml': MODEL_PART, '../tiles.json': '{}', 'meshes/tip.stl': textStl() }
    for (const [name, file, dimension] of [['urdf', ARM, 3], ['mjcf', MODEL, 3], ['gltf', glb, 3], ['rube', RUBE, 2], ['tiled', MAP, 2]] as const) {
      const guessed = await scene(['-'], { '-': file, ...beside })
      const told = await scene(['-', '--from', name], { '-': file, ...beside })
      expect(guessed.text).toBe(told.text)
      expect((JSON.parse(told.text) as { dimension: number }).dimension).toBe(dimension)
      // What it writes is right by schema and engine, and comes out of itself unchanged.
      expect(await run(['validate', '-'], { '-': told.text })).toMatchObject({ code: 0 })
      expect((await scene(['-'], { '-': told.text })).text).toBe(told.text)
    }
  })

  it('ends with 1 on bad files, and with 2 on bad calls; nothing is written', async () => {
    const bad: [string, string | Uint8Array, RegExp][] = [
      ['a.urdf', '<robot', /^a\.urdf: /], ['a.urdf', '<robot name="x"/>', /^a\.urdf: urdf.*link/], ['a.urdf', '', /^a\.urdf: /],
      ['a.xml', '<mujoco><worldbody><geom type="ball"/></worldbody></mujoco>', /^a\.xml: mjcf/],
      ['a.xml', '<mujoco><include file="gone.xml"/></mujoco>', /gone\.xml/],
      ['a.glb', new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 99, 0, 0, 0]), /^a\.glb: file\.length/],
      ['a.gltf', '{', /^a\.gltf: /], ['a.gltf', '{"asset":{"version":"2.0"},"nodes":[{"children":[7]}]}', /^a\.gltf: nodes/],
      ['a.json', '{"body":[{"type":9}]}', /^a\.json: body\[0\]\.type/], ['a.json', '{"body":3}', /^a\.json: /],
      ['a.tmj', '{"orientation":"isometric"}', /^a\.tmj: map\.orientation/], ['a.tmj', MAP, /^a\.tmj: tileset \.\.\/tiles\.json cannot be read/],
      ['a.json', '{"dimension":4}', /^a\.json: dimension/],
    ]
    for (const [path, file, message] of bad) {
      const { code, err, written } = await run(['convert', path, '--out', 'o.json'], { [path]: file })
      expect([path, code, written.size]).toEqual([path, 1, 0])
      expect(err).toMatch(message)
    }
    for (const args of [['a.json'], ['a.json', '--from', 'fbx'], ['a.json', '--from', 'tiled', '--pixels-per-metre', '0']]) {
      expect(await run(['convert', ...args], { 'a.json': '{}' })).toMatchObject({ code: 2 })
    }
    expect(await run(['convert', 'gone.urdf'])).toMatchObject({ code: 1, err: expect.stringContaining('there is no such file or folder') as string })
  })

  it('files of other programs go straight into the commands that ask for a scene', async () => {
    const beside = { 'meshes/tip.stl': textStl() }
    const { text } = await scene(['arm.urdf'], { 'arm.urdf': ARM, ...beside })
    const direct = await run(['simulate', 'arm.urdf', '-s', '1'], { 'arm.urdf': ARM, ...beside })
    expect(direct).toMatchObject({ code: 0, err: 'arm.urdf: converted from urdf' })
    const hash = (out: string): string => /^hash +(\w+)$/m.exec(out)![1]!
    expect(hash(direct.out)).toBe(hash((await run(['simulate', 'a', '-s', '1'], { a: text })).out))
    expect(await run(['validate', '-'], { '-': RUBE })).toMatchObject({ code: 0, err: '-: converted from rube' })
    expect((await run(['info', 'maps/m.tmj'], MAP_FILES)).out).toContain('fulcrum-scene, 2 dimensions')
    expect((await run(['simulate', 'a.urdf'], { 'a.urdf': '<robot' })).err).toMatch(/a\.urdf: /)
  })

  it('keeps animations of glTF bodies in the scene, and simulate plays them', async () => {
    const document = new Document()
    const lift = document.solid([0, 0, 0], 'box', { size: [4, 1, 4] }, undefined, {}, { name: 'lift' })
    document.animation(lift, 'translation', [0, 1, 2], [0, 0, 0, 0, 3, 0, 0, 3, 0])
    document.solid([0, 1, 0], 'box', {}, { mass: 2 }, {}, { name: 'crate' })
    const glb = writeGlb(document.json(), document.buffer())
    const { text, err } = await scene(['lift.glb'], { 'lift.glb': glb })
    expect(err).toBe('')
    for (const files of [{ s: text }, { s: glb }] as Record<string, string | Uint8Array>[]) {
      const { code, written } = await run(['simulate', 's', '-s', '1.9', '-o', 't.json'], files)
      expect(code).toBe(0)
      const { bodies, columns, frames } = JSON.parse(written.get('t.json') as string) as { bodies: string[]; columns: string[]; frames: number[][] }
      const heights = [30, 60, 114].map((frame) => bodies.map((_, i) => frames[frame]![i * columns.length + 1]!))
      heights.forEach(([lifted, crate], i) => {
        expect(lifted).toBeCloseTo([1.5, 3, 3][i]!, 6)
        // It is thrown up a little where the lift stops, and has come down again.
        if (i !== 1) expect(crate).toBeCloseTo([2.5, 4, 4][i]!, 2)
      })
    }
    const bad = JSON.parse(text) as { bodies: { userData: { gltfAnimation: { poses: unknown[] } } }[] }
    bad.bodies[0]!.userData.gltfAnimation.poses.pop()
    expect((await run(['simulate', 's'], { s: JSON.stringify(bad) })).err).toMatch(/^s: body\.userData\.gltfAnimation\.poses\.length/)
  })

  it('lists its formats in the help', async () => {
    const { out } = await run(['convert', '--help'])
    for (const name of CONVERTERS.keys()) expect(out).toContain(`  ${name}: `)
  })
})
