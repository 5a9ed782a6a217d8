// URDF files: what is read, what is made of it, what is refused.
import { describe, expect, it } from 'vitest'
import { PhysicsError, World, type HingeJoint } from 'fulcrum-physics/3d'
import { addRobot, readUrdf, type AddRobotOptions, type RobotInstance } from 'fulcrum-physics/urdf'
import { SAMPLE_ARM } from '../../../scenes/d3/robots/sample-arm.ts'

const DT = 1 / 120
const MASS = '<inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>'

function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) world.step(DT)
}

function robotOf(inside: string): string {
  return `<robot name="r">${inside}</robot>`
}

function add(text: string, options: AddRobotOptions = {}, world: World = new World({ sleeping: false })): { world: World; robot: RobotInstance } {
  return { world, robot: addRobot(world, readUrdf(text), options) }
}

describe('reading URDF', () => {
  it('reads links, joints, limits and mimics of a sample', () => {
    const robot = readUrdf(SAMPLE_ARM)
    expect(robot.links.map(({ name }) => name)).toEqual(['base', 'column', 'upper', 'fore', 'hand', 'left', 'right', 'tip'])
    expect(robot.notes).toEqual([])
    const elbow = robot.joints.find(({ name }) => name === 'elbow')!
    expect(elbow).toMatchObject({ type: 'hinge', parent: 'upper', child: 'fore', effort: 150, velocity: 4, damping: 1, limit: { lower: -2.6, upper: 0.5 } })
    expect(robot.couplings).toMatchObject([{ joint: 'grip-other', leader: 'grip', multiplier: 1, offset: 0 }])
    expect(robot.links[3]!.shapes[0]!.geometry).toEqual({ kind: 'capsule', radius: 0.045, halfLength: 0.155 })
    // Plain data: it survives a copy.
    expect(structuredClone(robot)).toEqual(robot)
  })

  it('turns an inertia into the axes of its link, as rpy says', () => {
    const text = robotOf('<link name="a"><inertial><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><mass value="2"/>'
      + '<inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0" iyz="0"/></inertial></link>')
    const { center, inertia } = readUrdf(text).links[0]!.mass!
    expect(center).toEqual({ x: 1, y: 2, z: 3 })
    expect(inertia.xx).toBeCloseTo(2, 12)
    expect(inertia.yy).toBeCloseTo(1, 12)
    expect(inertia.xy).toBeCloseTo(-0.1, 12)
  })

  it('advises on inertias that no body has, and repairs them', () => {
    const link = (inertia: string): string => robotOf(`<link name="a"><inertial><mass value="1"/><inertia ${inertia}/></inertial></link>`)
    const broken = readUrdf(link('ixx="0.1" iyy="0.1" izz="0.5"'))
    expect(broken.notes).toMatchObject([{ kind: 'changed', element: 'urdf.robot("r").link("a").inertial' }])
    expect(broken.notes[0]!.message).toMatch(/triangle inequality/)
    const { xx, yy, zz } = broken.links[0]!.mass!.inertia
    expect(xx + yy).toBeGreaterThanOrEqual(zz)
    expect(zz).toBeCloseTo(0.5, 9)
    expect(readUrdf(link('ixx="-0.1" iyy="0.1" izz="0.1"')).notes[0]!.message).toMatch(/not all positive/)
    expect(readUrdf(link('ixx="0" iyy="0" izz="0"')).notes[0]!.message).toMatch(/no inertia/)
    for (const inertia of ['ixx="0.1" iyy="0.1" izz="0.5"', 'ixx="-0.1" iyy="0.1" izz="0.1"', 'ixx="0.1" iyy="0.1" izz="0.1" ixy="0.3"']) {
      expect(() => add(link(inertia)), inertia).not.toThrow()
    }
    const huge = robotOf('<link name="a"><inertial><mass value="1"/><inertia ixx="9" iyy="9" izz="9"/></inertial>'
      + '<collision><geometry><sphere radius="0.1"/></geometry></collision></link>')
    expect(readUrdf(huge).notes).toMatchObject([{ kind: 'advice' }])
  })

  it('skips empty geometry and says what else it leaves out', () => {
    const text = robotOf(`<link name="a">${MASS}<collision><geometry/></collision><collision/><collision><geometry><cone radius="1"/></geometry></collision></link>`
      + '<gazebo/><transmission name="t"/><sound/><material name="m"/>')
    const robot = readUrdf(text)
    expect(robot.links[0]!.shapes).toEqual([])
    expect(robot.notes.map(({ kind }) => kind)).toEqual(['lost', 'lost', 'lost', 'lost'])
    expect(robot.notes.map(({ element }) => element.replace(/^.*\./, ''))).toEqual(['cone', 'gazebo', 'transmission("t")', 'sound'])
  })
})

describe('a robot from URDF in a world', () => {
  it('stands where the file puts it, z up', () => {
    const { robot } = add(SAMPLE_ARM, { fixedBase: true, jointPositions: { shoulder: Math.PI / 2 } })
    // The arm points up: 0.1 + 0.4 + 0.5 along y, then 0.43 + 0.15 to the tip.
    const { position } = robot.linkPose('tip')
    expect(position.x).toBeCloseTo(0, 12)
    expect(position.y).toBeCloseTo(1.58, 12)
    expect(robot.body('tip')).toBe(robot.body('fore'))
    expect(robot.bodies.size).toBe(8)
    expect(robot.jointPosition('shoulder')).toBeCloseTo(Math.PI / 2, 12)
    expect(robot.body('base').type).toBe('static')
    // Fixed links are merged: 2.5 + 0.6 kg.
    expect(robot.body('hand').mass).toBeCloseTo(3.1, 3)
  })

  it('keeps fixed joints as joints if asked', () => {
    const { robot } = add(SAMPLE_ARM, { mergeFixed: false })
    expect(robot.body('hand')).not.toBe(robot.body('fore'))
    expect(robot.joint('wrist').type).toBe('fixed')
    expect(robot.body('tip')).toBe(robot.body('hand'))
  })

  it('falls freely without a fixed base', () => {
    const { world, robot } = add(SAMPLE_ARM, { position: { x: 0, y: 10, z: 0 } })
    run(world, 1)
    expect(robot.body('base').position.y).toBeCloseTo(10 - 9.81 / 2, 3)
  })

  it('holds its pose under a load, reaches targets and speeds within its effort', () => {
    const { world, robot } = add(SAMPLE_ARM, { fixedBase: true, hold: true })
    run(world, 2)
    for (const name of ['turn', 'shoulder', 'elbow']) expect(robot.jointPosition(name), name).toBeCloseTo(0, 1)
    robot.setJointTarget('elbow', -1, { hertz: 20 })
    run(world, 2)
    expect(robot.jointPosition('elbow')).toBeCloseTo(-1, 1)
    // Cut to the velocity of the file, 3 rad/s.
    robot.setJointSpeed('turn', 10)
    run(world, 1)
    expect(robot.jointSpeed('turn')).toBeCloseTo(3, 3)
    robot.releaseJoint('turn')
    expect((robot.joint('turn') as HingeJoint).motor).toBeNull()
    // A weight that the shoulder's 250 N m cannot hold at 0.7 m.
    robot.setJointTarget('shoulder', 0)
    robot.body('fore').applyForce({ x: 0, y: -2000, z: 0 })
    for (let i = 0; i < 60; i++) {
      robot.body('fore').applyForce({ x: 0, y: -2000, z: 0 })
      world.step(DT)
    }
    expect(robot.jointPosition('shoulder')).toBeLessThan(-0.4)
  })

  it('applies a force to a joint: the acceleration is torque / inertia', () => {
    const text = robotOf(`<link name="world"/><link name="wheel">${MASS}</link><joint name="axle" type="continuous"><parent link="world"/><child link="wheel"/></joint>`)
    const { world, robot } = add(text)
    robot.setJointForce('axle', 0.3)
    run(world, 1)
    expect(robot.jointSpeed('axle')).toBeCloseTo(3, 9)
    expect(robot.jointPosition('axle')).toBeCloseTo(1.5, 9)
    robot.setJointForce('axle', 0)
    run(world, 1)
    expect(robot.jointSpeed('axle')).toBeCloseTo(3, 9)
  })

  it('damps and rubs as the file says', () => {
    const text = (dynamics: string): string => robotOf(`<link name="world"/><link name="wheel">${MASS}</link><joint name="axle" type="continuous">`
      + `<parent link="world"/><child link="wheel"/><dynamics ${dynamics}/></joint>`)
    const damped = add(text('damping="0.1"'), { jointSpeeds: { axle: 5 } })
    run(damped.world, 1)
    expect(damped.robot.jointSpeed('axle')).toBeCloseTo(5 * Math.exp(-1), 4)
    const rubbed = add(text('friction="0.2"'), { jointSpeeds: { axle: 5 } })
    run(rubbed.world, 1)
    expect(rubbed.robot.jointSpeed('axle')).toBeCloseTo(3, 6)
  })

  it('scales lengths and keeps masses', () => {
    const { robot } = add(SAMPLE_ARM, { scale: 0.001, up: 'z', fixedBase: true, jointPositions: { grip: 0.00005 } })
    expect(robot.linkPose('tip').position.x).toBeCloseTo(0.00108, 12)
    expect(robot.body('upper').mass).toBe(4)
    expect(robot.body('upper').getInertia().yy).toBeCloseTo(0.09e-6, 15)
    expect(robot.jointPosition('grip-other')).toBeCloseTo(0.00005, 12)
  })

  it('takes meshes from the callback: hull, hulls, triangles, box', () => {
    const text = robotOf(`<link name="a">${MASS}<collision><geometry><mesh filename="package://p/cube.stl" scale="2 2 2"/></geometry></collision></link>`)
    const points = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(i => [i & 1, (i >> 1) & 1, i >> 2])
    const indices = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]
    const asked: string[] = []
    const meshes = (uri: string): { points: number[]; indices: number[] } => {
      asked.push(uri)
      return { points, indices }
    }
    const kinds = (options: AddRobotOptions): unknown[] => [...add(text, options).robot.body('a').shapes].map(({ kind }) => kind)
    expect(kinds({ meshes })).toEqual(['hull'])
    expect(kinds({ meshes, meshFit: 'hulls' })).toEqual(['hull'])
    expect(kinds({ meshes, meshFit: 'box' })).toEqual(['box'])
    expect(kinds({ meshes, meshFit: 'mesh', fixedBase: true })).toEqual(['mesh'])
    expect(asked[0]).toBe('package://p/cube.stl')
    const box = add(text, { meshes, meshFit: 'box', up: 'z' }).robot.body('a').shapes[0]!
    expect(box.halfExtents).toEqual({ x: 1, y: 1, z: 1 })
    expect(add(text).robot.notes).toMatchObject([{ kind: 'lost' }])
    expect(() => add(text, { meshes: () => ({ points: [0, 0] }) })).toThrow(/points/)
  })

  it('closes loops with joints given beside the file', () => {
    // Two bars hang from the world and meet at their ends.
    const bar = (name: string): string => `<link name="${name}"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial></link>`
    const joint = (name: string, child: string, x: number, tilt: number): string => `<joint name="${name}" type="continuous"><parent link="world"/><child link="${child}"/>`
      + `<origin xyz="${x} 0 0" rpy="0 ${tilt} 0"/><axis xyz="0 1 0"/></joint>`
    const text = robotOf(`<link name="world"/>${bar('a')}${bar('b')}${joint('ja', 'a', -0.5, -Math.PI / 6)}${joint('jb', 'b', 0.5, Math.PI / 6)}`)
    const frame = { position: { x: 0, y: 0, z: -1 } }
    const loops = [{ name: 'meet', linkA: 'a', linkB: 'b', frameA: frame, frameB: frame }]
    const world = new World()
    const robot = addRobot(world, readUrdf(text, { loops }))
    run(world, 1)
    expect(Math.abs(robot.jointPosition('ja'))).toBeLessThan(1e-4)
    expect(robot.joint('meet').type).toBe('ball')
    expect(() => readUrdf(text, { loops: [{ linkA: 'a', linkB: 'nobody' }] })).toThrow(/readUrdf\.loops\[0\]\.linkB/)
  })

  it('moves floating and planar joints freely', () => {
    const text = robotOf(`<link name="world"/><link name="puck">${MASS}</link><link name="ball">${MASS}</link>`
      + '<joint name="table" type="planar"><parent link="world"/><child link="puck"/><axis xyz="0 0 1"/></joint>'
      + '<joint name="loose" type="floating"><parent link="world"/><child link="ball"/><origin xyz="5 0 0"/></joint>')
    const { world, robot } = add(text)
    robot.body('puck').applyImpulse({ x: 1, y: 5, z: 0.5 })
    robot.body('puck').applyAngularImpulse({ x: 0.2, y: 0.1, z: 0.3 })
    run(world, 1)
    const { x, y, z } = robot.body('puck').position
    expect(Math.hypot(x - 1, y, z - 0.5)).toBeLessThan(1e-6)
    expect(robot.body('puck').angularVelocity.y).toBeCloseTo(1, 6)
    expect(robot.body('ball').position.y).toBeCloseTo(-9.81 / 2, 3)
    expect(() => robot.jointPosition('table')).toThrow(/not one coordinate/)
    expect(() => robot.joint('loose')).toThrow(/no joint/)
  })

  it('two robots in one world do not know each other; destroy takes all', () => {
    const world = new World()
    const first = addRobot(world, readUrdf(SAMPLE_ARM), { fixedBase: true })
    const second = addRobot(world, readUrdf(SAMPLE_ARM), { fixedBase: true, position: { x: 3, y: 0, z: 0 } })
    expect(first.body('upper').shapes[0]!.filter.group).toBeLessThan(0)
    expect(first.body('upper').shapes[0]!.filter.group).not.toBe(second.body('upper').shapes[0]!.filter.group)
    first.destroy()
    first.destroy()
    second.destroy()
    expect([...world.bodies]).toEqual([])
    expect([...world.joints]).toEqual([])
  })
})

describe('joints that mimic', () => {
  const wheel = (name: string, moment: number): string => `<link name="${name}"><inertial><mass value="1"/><inertia ixx="${moment}" iyy="${moment}" izz="${moment}"/></inertial></link>`

  it('share the inertia as gears do', () => {
    const text = robotOf(`<link name="world"/>${wheel('a', 0.1)}${wheel('b', 0.2)}`
      + '<joint name="ja" type="continuous"><parent link="world"/><child link="a"/><axis xyz="0 0 1"/></joint>'
      + '<joint name="jb" type="continuous"><parent link="world"/><child link="b"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><mimic joint="ja" multiplier="-3" offset="0.5"/></joint>')
    const { world, robot } = add(text)
    robot.setJointForce('ja', 2)
    run(world, 1)
    // Torque / (I_a + 9 I_b)
    expect(robot.jointSpeed('ja') / (2 / (0.1 + 9 * 0.2))).toBeCloseTo(1, 3)
    expect(robot.jointPosition('jb')).toBeCloseTo(-3 * robot.jointPosition('ja') + 0.5, 6)
  })

  const cases: readonly [string, string, string][] = [
    ['hinges on one link, skew axes', 'continuous', 'continuous'],
    ['slider follows hinge', 'continuous', 'prismatic'],
    ['hinge follows slider', 'prismatic', 'continuous'],
    ['sliders', 'prismatic', 'prismatic'],
  ]
  it.each(cases)('%s: stay in step on a link that tumbles, and keep the energy', (_, lead, follow) => {
    const limit = '<limit lower="-9" upper="9" effort="9" velocity="9"/>'
    for (const [parent, axis] of [['base', '0.3 1 0.2'], ['base', '1 0 0'], ['a', '0.3 1 0.2'], ['a', '1 0 0']]) {
      const text = robotOf(`<link name="base"><inertial><mass value="3"/><inertia ixx="0.3" iyy="0.4" izz="0.5"/></inertial></link>${wheel('a', 0.1)}${wheel('b', 0.2)}`
        + `<joint name="ja" type="${lead}"><parent link="base"/><child link="a"/><origin xyz="0.3 0 0"/><axis xyz="1 0 0"/>${limit}</joint>`
        + `<joint name="jb" type="${follow}"><parent link="${parent}"/><child link="b"/><origin xyz="0 0.4 0"/><axis xyz="${axis}"/>${limit}`
        + '<mimic joint="ja" multiplier="0.7" offset="0.1"/></joint>')
      const world = new World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
      const robot = addRobot(world, readUrdf(text), { jointSpeeds: { ja: 1 }, angularVelocity: { x: 1, y: 2, z: -1 } })
      expect(robot.notes).toEqual([])
      const energy = (): number => [...world.bodies].reduce((sum, body) => sum + body.kineticEnergy, 0)
      const before = energy()
      run(world, 1)
      expect(robot.jointPosition('jb'), axis).toBeCloseTo(0.7 * robot.jointPosition('ja') + 0.1, 4)
      expect(energy() / before, `${parent} ${axis}`).toBeCloseTo(1, 4)
      expect(Math.abs(robot.jointPosition('ja'))).toBeGreaterThan(0.1)
    }
  })

  const chained = (axes: readonly string[], types: readonly string[], mimic: string): string => robotOf(
    [...axes, ''].map((_, i) => `<link name="${'abcdefg'[i]}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.12" izz="0.09"/></inertial></link>`).join('')
    + axes.map((axis, i) => `<joint name="j${i}" type="${types[i]}"><parent link="${'abcdefg'[i]}"/><child link="${'abcdefg'[i + 1]}"/><origin xyz="0.3 0.1 0"/>`
      + `<axis xyz="${axis}"/><limit lower="-9" upper="9" effort="9" velocity="9"/>${i === axes.length - 1 ? mimic : ''}</joint>`).join(''))
  const ways: readonly [string, string[], string[]][] = [
    ['a hinge', ['0 0 1', '0 1 0', '1 0 0'], ['continuous', 'continuous', 'continuous']],
    ['parallel hinges', ['0 0 1', '0 0 1', '0 0 1', '0 0 1'], ['continuous', 'continuous', 'continuous', 'continuous']],
    ['a hinge the other way round', ['0 0 1', '0 0 -1', '0 0 1'], ['continuous', 'continuous', 'continuous']],
    ['a slider', ['0 0 1', '0 1 0.3', '1 0 0'], ['continuous', 'prismatic', 'prismatic']],
    ['a weld and a skew hinge', ['1 0.2 1', '0 1 0', '0.3 0.1 1', '1 0 0'], ['prismatic', 'fixed', 'continuous', 'continuous']],
    ['a plane', ['0 1 1', '0 1 0', '1 0 0'], ['continuous', 'planar', 'continuous']],
  ]
  it.each(ways)('follow across %s, however often it turns', (_, axes, types) => {
    const text = chained(axes, types, '<mimic joint="j0" multiplier="-0.7" offset="0.2"/>')
    for (const fixedBase of [true, false]) {
      const mergeFixed = fixedBase
      const world = new World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
      const speeds = { j0: 3, ...(types[1] === 'continuous' ? { j1: 8 } : {}) }
      const robot = addRobot(world, readUrdf(text), { jointSpeeds: speeds, mergeFixed, fixedBase })
      expect(robot.notes).toEqual([])
      const energy = (): number => [...world.bodies].reduce((sum, body) => sum + body.kineticEnergy, 0)
      const before = energy()
      const last = `j${axes.length - 1}`
      run(world, 0.5)
      expect(robot.jointPosition(last)).toBeCloseTo(-0.7 * robot.jointPosition('j0') + 0.2, 4)
      expect(energy() / before).toBeCloseTo(1, 3)
    }
  })

  it('follow a joint of a tree beside theirs', () => {
    const text = robotOf(`<link name="base"/>${wheel('a', 0.1)}${wheel('b', 0.2)}${wheel('c', 0.1)}${wheel('d', 0.1)}`
      + [['base', 'a', ''], ['a', 'b', ''], ['base', 'c', ''], ['c', 'd', '<mimic joint="jb" multiplier="2"/>']].map(([parent, child, mimic]) =>
        `<joint name="j${child}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>${mimic}</joint>`).join(''))
    const { world, robot } = add(text)
    robot.setJointForce('jb', 0.5)
    run(world, 1)
    expect(Math.abs(robot.jointPosition('jb'))).toBeGreaterThan(0.1)
    expect(robot.jointPosition('jd')).toBeCloseTo(2 * robot.jointPosition('jb'), 4)
    robot.destroy()
    expect([...world.bodies]).toEqual([])
  })

  it('says so where nothing leads from one to the other', () => {
    const text = robotOf(`${wheel('a', 0.1)}${wheel('b', 0.1)}${wheel('c', 0.1)}${wheel('d', 0.1)}`
      + '<joint name="j0" type="continuous"><parent link="a"/><child link="b"/></joint><joint name="j1" type="floating"><parent link="b"/><child link="c"/></joint>'
      + '<joint name="j2" type="continuous"><parent link="c"/><child link="d"/><mimic joint="j0"/></joint>')
    const { robot } = add(text)
    expect(robot.notes).toMatchObject([{ kind: 'lost' }])
    expect(robot.notes[0]!.message).toMatch(/no hinges and sliders lead/)
  })
})

describe('what is refused', () => {
  const link = `<link name="a">${MASS}</link><link name="b">${MASS}</link>`
  const joint = (inside: string, type = 'revolute'): string => robotOf(`${link}<joint name="j" type="${type}">${inside}</joint>`)
  const ends = '<parent link="a"/><child link="b"/>'
  const bad: readonly [string, string, RegExp][] = [
    ['no XML', 'hello', /urdf.*not well-formed/],
    ['an open tag', '<robot><link name="a">', /not well-formed/],
    ['another root', '<sdf/>', /urdf\.root.*<robot>/],
    ['MJCF', '<mujoco/>', /readMjcf/],
    ['no links', '<robot/>', /link is missing/],
    ['a link without a name', robotOf('<link/>'), /link\.name is missing/],
    ['two links of a name', robotOf('<link name="a"/><link name="a"/>'), /link\("a"\)\.name/],
    ['a mass that is no number', robotOf('<link name="a"><inertial><mass value="heavy"/></inertial></link>'), /link\("a"\)\.inertial\.mass\.value.*heavy/],
    ['a mass of NaN', robotOf('<link name="a"><inertial><mass value="NaN"/></inertial></link>'), /inertial\.mass\.value/],
    ['a mass of 1e999', robotOf('<link name="a"><inertial><mass value="1e999"/></inertial></link>'), /inertial\.mass\.value/],
    ['a mass below 0', robotOf('<link name="a"><inertial><mass value="-1"/></inertial></link>'), /below 0/],
    ['no mass', robotOf('<link name="a"><inertial/></link>'), /inertial\.mass is missing/],
    ['two numbers for a place', robotOf('<link name="a"><inertial><origin xyz="1 2"/><mass value="1"/></inertial></link>'), /origin\.xyz.*2 numbers/],
    ['a hexadecimal number', robotOf('<link name="a"><inertial><mass value="0x10"/></inertial></link>'), /no finite number/],
    ['a box without size', robotOf('<link name="a"><collision><geometry><box/></geometry></collision></link>'), /geometry\.box\.size/],
    ['a flat box', robotOf('<link name="a"><collision><geometry><box size="1 0 1"/></geometry></collision></link>'), /box\.size/],
    ['a sphere inside out', robotOf('<link name="a"><collision><geometry><sphere radius="-1"/></geometry></collision></link>'), /sphere\.radius/],
    ['a mesh without a name', robotOf('<link name="a"><collision><geometry><mesh/></geometry></collision></link>'), /mesh\.filename/],
    ['a mesh scaled to nothing', robotOf('<link name="a"><collision><geometry><mesh filename="m" scale="1 0 1"/></geometry></collision></link>'), /mesh\.scale/],
    ['an unknown type of joint', joint(ends, 'rubber'), /joint\("j"\)\.type.*rubber/],
    ['a joint without type', robotOf(`${link}<joint name="j">${ends}</joint>`), /joint\("j"\)\.type is missing/],
    ['a joint without parent', joint('<child link="b"/>'), /joint\("j"\)\.parent is missing/],
    ['an unknown child', joint('<parent link="a"/><child link="x"/>'), /child\.link.*no link/],
    ['a link that is its own parent', joint('<parent link="a"/><child link="a"/>'), /its own parent/],
    ['an axis without length', joint(`${ends}<axis xyz="0 0 0"/>`), /axis\.xyz/],
    ['a limit the wrong way round', joint(`${ends}<limit lower="1" upper="-1" effort="1" velocity="1"/>`), /limit\.lower.*Swap/],
    ['an effort below 0', joint(`${ends}<limit effort="-1" velocity="1"/>`), /limit\.effort/],
    ['damping below 0', joint(`${ends}<dynamics damping="-1"/>`), /dynamics\.damping/],
    ['a mimic of nobody', joint(`${ends}<mimic joint="x"/>`), /mimic\.joint.*no joint/],
    ['a mimic of itself', joint(`${ends}<mimic joint="j"/>`), /follows itself/],
    ['a mimic of a fixed joint', joint(`${ends}<mimic joint="k"/>`).replace('</robot>', '<link name="c"/><joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint></robot>'), /one coordinate/],
    ['a child of two joints', joint(ends).replace('</robot>', `<joint name="k" type="fixed">${ends}</joint></robot>`), /two joints/],
    ['a circle', robotOf(`${link}<joint name="j" type="fixed">${ends}</joint><joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>`), /circle/],
    ['a document type', '<!DOCTYPE robot [<!ENTITY x "y">]><robot><link name="a"/></robot>', /urdf\.doctype/],
    ['an external entity', '<!DOCTYPE r SYSTEM "file:///etc/passwd"><robot><link name="&x;"/></robot>', /urdf\.doctype/],
    ['an unknown entity', '<robot><link name="&x;"/></robot>', /not well-formed/],
    ['the laughs of a billion', `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]><robot name="&b;"/>`, /doctype/],
    ['too deep', `<robot>${'<a>'.repeat(600)}${'</a>'.repeat(600)}</robot>`, /urdf\.depth/],
    ['too many elements', `<robot>${'<a/>'.repeat(200_001)}</robot>`, /urdf\.elements/],
    ['too many attributes', `<robot ${Array.from({ length: 200 }, (_, i) => `a${i}="1"`).join(' ')}/>`, /attributes/],
  ]
  it.each(bad)('%s', (_, text, message) => {
    let error: unknown
    try {
      readUrdf(text)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(PhysicsError)
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message.length).toBeLessThan(600)
  })

  it('a text that is too long, and one that is no text', () => {
    expect(() => readUrdf(SAMPLE_ARM, { limits: { maxLength: 100 } })).toThrow(/urdf\.length/)
    expect(() => readUrdf(3 as unknown as string)).toThrow(/urdf \(3\)/)
    expect(() => readUrdf(SAMPLE_ARM, { lops: [] } as never)).toThrow(/Did you mean loops/)
  })

  it('names of prototypes are names like any other', () => {
    const robot = readUrdf(robotOf(`<link name="__proto__">${MASS}</link><link name="constructor">${MASS}</link>`
      + '<joint name="toString" type="continuous"><parent link="__proto__"/><child link="constructor"/></joint>'))
    const added = addRobot(new World(), robot)
    expect(added.jointPosition('toString')).toBe(0)
    expect(() => readUrdf(robotOf('<link name="a"/><joint name="j" type="constructor"><parent link="a"/><child link="a"/></joint>'))).toThrow(/type/)
  })

  it('options and names that do not exist; the world stays as it was', () => {
    const world = new World()
    const robot = readUrdf(SAMPLE_ARM)
    expect(() => addRobot(world, robot, { scale: 0 })).toThrow(/addRobot\.scale/)
    expect(() => addRobot(world, robot, { up: 'x' as 'y' })).toThrow(/addRobot\.up/)
    expect(() => addRobot(world, robot, { fixBase: true } as never)).toThrow(/fixedBase/)
    expect(() => addRobot(world, robot, { jointPositions: { knee: 1 } })).toThrow(/jointPositions\.knee/)
    expect(() => addRobot(world, robot, { jointPositions: { elbow: NaN } })).toThrow(/jointPositions\.elbow/)
    expect(() => addRobot(world, robot, { hold: { hertz: -1 } })).toThrow(/hertz/)
    expect([...world.bodies]).toEqual([])
    const added = addRobot(world, robot)
    expect(() => added.joint('elbo')).toThrow(/Did you mean elbow/)
    expect(() => added.body('arm')).toThrow(/no link/)
    expect(() => added.setControl('m', 1)).toThrow(/no actuator/)
    expect(() => added.setJointTarget('elbow', 1, { hertz: 1, stiffness: 2 })).toThrow(/Give one/)
  })

  it('mutilated copies of the sample are read or refused, never anything else', () => {
    let state = 7
    const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32
    let refused = 0
    for (let i = 0; i < 150; i++) {
      const from = Math.floor(next() * SAMPLE_ARM.length)
      const cut = Math.floor(next() * 30)
      const word = ['', '<', '"', '>', '1e400', '-', 'NaN', '</link>', '&#0;', '<link name="x"/>'][Math.floor(next() * 10)]!
      const text = SAMPLE_ARM.slice(0, from) + word + SAMPLE_ARM.slice(from + cut)
      try {
        const world = new World()
        addRobot(world, readUrdf(text))
        world.step(1 / 60)
      } catch (error) {
        expect(error, text.slice(from - 40, from + 40)).toBeInstanceOf(PhysicsError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(30)
  })
})
