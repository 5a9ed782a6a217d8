// MJCF files: what is read, what is made of it, what is refused. The oracle is MuJoCo on the same text.
import load from '@mujoco/mujoco'
import { describe, expect, it } from 'vitest'
import { PhysicsError, World } from 'fulcrum-physics/3d'
import { addRobot, readMjcf, type AddRobotOptions, type Robot, type RobotInstance } from 'fulcrum-physics/mjcf'
import { SAMPLE_HOPPER } from '../../../scenes/d3/robots/sample-hopper.ts'
import { mujocoPositions } from './mujoco-poses.ts'

const mujoco = await load()
const DT = 1 / 240
const MASS = '<inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 0.1"/>'

function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) world.step(DT)
}

function model(inside: string, head: string = ''): string {
  return `<mujoco>${head}<worldbody>${inside}</worldbody></mujoco>`
}

function add(text: string, options: AddRobotOptions = {}): { world: World; robot: RobotInstance } {
  const data = readMjcf(text)
  const world = new World({ gravity: data.gravity!, sleeping: false })
  return { world, robot: addRobot(world, data, { up: 'z', ...options }) }
}

/** Numbers of a model as MuJoCo compiles it. */
function compiled<Result>(text: string, read: (m: InstanceType<typeof mujoco.MjModel>) => Result): Result {
  const m = mujoco.MjModel.from_xml_string(text)
  try {
    return read(m)
  } finally {
    m.delete()
  }
}

/** Greatest difference of bodies' places where all joints read their reference. */
function compareRest(text: string): number {
  const data = readMjcf(text)
  const robot = addRobot(new World(), data, { up: 'z' })
  let worst = 0
  for (const [name, [x, y, z]] of mujocoPositions(text, {}, {}, 0)) {
    const { position } = robot.linkPose(name)
    worst = Math.max(worst, Math.hypot(position.x - x!, position.y - y!, position.z - z!))
  }
  return worst
}

describe('orientations', () => {
  const forms = [
    'quat="0.5 0.1 -0.7 0.3"', 'axisangle="1 2 -1 40"', 'euler="30 -50 70"', 'xyaxes="1 1 0 -1 1 0.5"', 'zaxis="0.3 -1 -0.4"', 'zaxis="0 0 -1"',
  ]
  it.each(forms)('%s', (form) => {
    const text = model(`<body name="a" ${form}><body name="b" pos="1 0 0"/><body name="c" pos="0 1 0"/></body>`)
    expect(compareRest(text)).toBeLessThan(1e-12)
  })

  it.each(['xyz', 'zyx', 'XYZ', 'zXz', 'yXz'])('euler with eulerseq %s, in radians', (sequence) => {
    const text = model('<body name="a" euler="0.3 -1 2"><body name="b" pos="1 0 0"/><body name="c" pos="0 1 0"/></body>',
      `<compiler angle="radian" eulerseq="${sequence}"/>`)
    expect(compareRest(text)).toBeLessThan(1e-12)
  })

  it('frames inside frames', () => {
    const text = model('<frame pos="1 2 3" euler="10 20 30"><body name="a" pos="1 0 0" euler="0 40 0"><frame euler="0 0 90"><geom size="0.1" pos="1 0 0"/>'
      + '<body name="b" pos="0 1 0"><joint/><geom size="0.1"/></body></frame></body></frame>')
    expect(compareRest(text)).toBeLessThan(1e-12)
    expect(readMjcf(text).links.find(({ name }) => name === 'a')!.shapes[0]!.pose.position.y).toBeCloseTo(1, 12)
  })
})

describe('masses', () => {
  const massesOf = (text: string): { mass: number; trace: number; center: number[] }[] => compiled(text, m => Array.from({ length: m.nbody - 1 }, (_, i) => ({
    mass: m.body_mass[i + 1], trace: m.body_inertia[3 * i + 3] + m.body_inertia[3 * i + 4] + m.body_inertia[3 * i + 5],
    center: [...m.body_ipos.slice(3 * i + 3, 3 * i + 6)],
  })))
  const compare = (text: string): void => {
    const truth = massesOf(text)
    const links = readMjcf(text).links.filter(({ ground }) => !ground)
    expect(links).toHaveLength(truth.length)
    links.forEach(({ name, mass }, i) => {
      const { xx, yy, zz } = mass!.inertia
      expect(mass!.mass / truth[i]!.mass, `${name} mass`).toBeCloseTo(1, 9)
      expect((xx + yy + zz) / truth[i]!.trace, `${name} inertia`).toBeCloseTo(1, 6)
      expect(Math.hypot(mass!.center.x - truth[i]!.center[0]!, mass!.center.y - truth[i]!.center[1]!, mass!.center.z - truth[i]!.center[2]!)).toBeLessThan(1e-9)
    })
  }
  it('of every geom, alone and together, by density and by mass', () => {
    const geoms = [
      '<geom size="0.3"/>', '<geom type="capsule" size="0.1 0.4" density="500"/>', '<geom type="cylinder" size="0.2 0.3" mass="7"/>',
      '<geom type="box" size="0.1 0.2 0.3" pos="1 2 3" euler="10 20 30"/>', '<geom type="ellipsoid" size="0.1 0.2 0.3"/>',
      '<geom type="capsule" size="0.05" fromto="0 0 0 1 2 3"/>', '<geom type="box" size="0.05" fromto="0 0 1 1 2 3"/>',
      '<geom type="cylinder" size="0.05" fromto="0 0 1 0 0 3"/>',
    ]
    geoms.forEach(geom => compare(model(`<body><freejoint/>${geom}</body>`)))
    compare(model(`<body><freejoint/>${geoms.join('')}</body>`))
  })

  it('of inertials, of totals, bounds and groups', () => {
    const inertial = '<inertial pos="1 2 3" mass="4" diaginertia="1 2 2.5" euler="10 20 30"/>'
    compare(model(`<body><freejoint/>${inertial}<geom size="1"/></body>`))
    compare(model(`<body><freejoint/>${inertial}<geom size="1"/></body>`, '<compiler inertiafromgeom="true"/>'))
    compare(model(`<body><freejoint/><geom size="1"/></body><body><freejoint/><geom size="0.5"/></body>`, '<compiler settotalmass="10"/>'))
    compare(model('<body><freejoint/><geom size="0.5"/><geom size="1" group="3"/></body>', '<compiler inertiagrouprange="0 2"/>'))
    compare(model('<body><freejoint/><geom size="0.01"/></body>', '<compiler boundmass="2" boundinertia="0.5"/>'))
    compare(model('<body><freejoint/><inertial pos="0 0 0" mass="3" fullinertia="1 2 2.5 0.1 0.2 0.3"/></body>'))
    compare(model('<body><freejoint/><inertial pos="0 0 0" mass="3" diaginertia="1 2 9"/></body>', '<compiler balanceinertia="true"/>'))
  })

  it('of meshes, by their triangles or as the hull of their points', () => {
    const points = '0 0 0 1 0 0 0 2 0 0 0 3'
    compare(model('<body><freejoint/><geom type="mesh" mesh="m"/></body>', `<asset><mesh name="m" vertex="${points}" scale="1 1 -0.5"/></asset>`))
    compare(model('<body><freejoint/><geom type="mesh" mesh="m" euler="10 20 30" pos="1 0 0"/></body>',
      `<asset><mesh name="m" vertex="${points}" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>`))
  })
})

describe('defaults', () => {
  it('nest, and classes of bodies reach what is in them', () => {
    const head = '<default><geom size="0.1" density="100"/><joint damping="1"/><default class="a"><joint damping="2" armature="0.5"/>'
      + '<default class="b"><geom size="0.3"/><joint stiffness="5"/></default></default></default>'
    const robot = readMjcf(model('<body name="p"><joint name="j1"/><geom/><body name="q" childclass="a"><joint name="j2"/><geom class="b"/>'
      + '<body name="r"><joint name="j3" class="b"/><geom/></body><body name="s"><joint name="j4" class="main"/><geom/></body></body></body>', head))
    const pick = (name: string): unknown => {
      const { damping, armature, stiffness } = robot.joints.find(joint => joint.name === name)!
      return [damping, armature, stiffness]
    }
    expect(['j1', 'j2', 'j3', 'j4'].map(pick)).toEqual([[1, 0, 0], [2, 0.5, 0], [2, 0.5, 5], [1, 0, 0]])
    expect(robot.links.filter(({ ground }) => !ground).map(({ shapes }) => (shapes[0]!.geometry as { radius: number }).radius)).toEqual([0.1, 0.3, 0.1, 0.1])
  })

  it('ranges: degrees, limited, autolimits', () => {
    const limitsOf = (joint: string, head = ''): unknown => readMjcf(model(`<body><joint ${joint}/><geom size="1"/></body>`, head)).joints[0]!.limit
    expect(limitsOf('range="-90 180"')).toEqual({ lower: -Math.PI / 2, upper: Math.PI })
    expect(limitsOf('range="-1 2" type="slide"')).toEqual({ lower: -1, upper: 2 })
    expect(limitsOf('range="-1 2" limited="false"')).toBeNull()
    expect(limitsOf('range="-1 2"', '<compiler autolimits="false"/>')).toBeNull()
    expect(limitsOf('range="-1 2"', '<compiler angle="radian"/>')).toEqual({ lower: -1, upper: 2 })
  })
})

describe('motion', () => {
  it('a sample reads without a loss', () => {
    const robot: Robot = readMjcf(SAMPLE_HOPPER)
    expect(robot.notes).toEqual([])
    expect(robot.links.map(({ name }) => name)).toEqual(['world', 'torso', 'thigh', 'shin'])
    expect(robot.actuators).toMatchObject([{ name: 'hip', gain: 220, bias: [0, -220, -9], forceRange: { lower: -120, upper: 120 } }, { name: 'knee' }])
    expect(structuredClone(robot)).toEqual(robot)
  })

  it('a sample stands on its servos where MuJoCo has it', () => {
    const { world, robot } = add(SAMPLE_HOPPER)
    run(world, 3)
    const truth = mujocoPositions(SAMPLE_HOPPER, {}, {}, 3, 0.002)
    for (const [name, [x, , z]] of truth) {
      const { position } = robot.linkPose(name)
      // Contacts of MuJoCo are soft: a few millimetres.
      expect(Math.hypot(position.x - x!, position.z - z!), name).toBeLessThan(0.01)
    }
    robot.setControl('knee', 0.5)
    expect(robot.control('knee')).toBe(0.5)
    run(world, 1)
    expect(robot.jointPosition('knee')).toBeGreaterThan(0.3)
  })

  it('joint references, springs and several joints of a body as in MuJoCo', () => {
    const head = '<option integrator="RK4"/><compiler angle="radian"/>'
    const texts = [
      model(`<body name="a"><joint name="j" axis="0 1 0" ref="0.5" springref="1" stiffness="3"/><inertial pos="0.5 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body>`, head),
      model(`<body name="a"><joint type="slide" axis="1 0 0" name="x" stiffness="4"/><joint type="slide" axis="0 0 1" name="z" stiffness="50"/>`
        + `<joint axis="0 1 0" name="t"/><inertial pos="0.3 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body>`, head),
      model(`<body name="a"><joint axis="0 1 0" name="p" damping="0.2"/><joint axis="1 0 0" name="q"/><inertial pos="0.3 0.2 0" mass="1" diaginertia="0.1 0.1 0.1"/></body>`, head),
    ]
    for (const text of texts) {
      const start = { j: 0.2, x: 0.3, t: 0.4, p: 0.5, q: 0.3 }
      const own = Object.fromEntries(Object.entries(start).filter(([name]) => text.includes(`name="${name}"`)))
      const { world, robot } = add(text, { jointPositions: own })
      run(world, 1)
      const [x, y, z] = mujocoPositions(text, own, {}, 1).get('a')!
      const { position, rotation } = robot.linkPose('a')
      expect(Math.hypot(position.x - x!, position.y - y!, position.z - z!)).toBeLessThan(3e-3)
      expect(rotation.w).toBeLessThan(1)
    }
  })

  it('motors, servos and general actuators give their force through the gear', () => {
    const wheel = `<body name="a"><joint name="j" axis="0 1 0"/>${MASS}</body>`
    const speedAfter = (actuator: string, control: number, body = wheel): number => {
      const { world, robot } = add(`<mujoco><option gravity="0 0 0"/><worldbody>${body}</worldbody><actuator>${actuator}</actuator></mujoco>`)
      expect(robot.notes).toEqual([])
      robot.setControl('m', control)
      run(world, 0.5)
      return robot.jointSpeed('j')
    }
    expect(speedAfter('<motor name="m" joint="j" gear="2"/>', 0.3)).toBeCloseTo(3, 6)
    expect(speedAfter('<motor name="m" joint="j" ctrlrange="-1 0.1"/>', 0.3)).toBeCloseTo(0.5, 6)
    expect(speedAfter('<motor name="m" joint="j" forcerange="-1 0.1"/>', 0.3)).toBeCloseTo(0.5, 6)
    expect(speedAfter('<velocity name="m" joint="j" kv="0.1"/>', 2)).toBeCloseTo(2 * (1 - Math.exp(-0.5)), 4)
    expect(speedAfter('<general name="m" joint="j" gainprm="3" biastype="affine" biasprm="0.1 0 0"/>', 0.1)).toBeCloseTo(2, 6)
    // A range cuts the servo's own force, to either side as it says; the joint's damping is no part of that.
    const strong = 'kp="100" kv="1" ctrlrange="-9 9"'
    expect(speedAfter(`<position name="m" joint="j" ${strong} forcerange="-1 0.05"/>`, 9)).toBeCloseTo(0.25, 6)
    expect(speedAfter(`<position name="m" joint="j" ${strong} forcerange="-1 0.05"/>`, -9)).toBeCloseTo(-5, 6)
    expect(speedAfter(`<position name="m" joint="j" ${strong} forcerange="0.02 0.02"/>`, -9)).toBeCloseTo(0.1, 6)
    const servo = `<position name="m" joint="j" ${strong} forcerange="-1 1"/>`
    expect(speedAfter(servo, 9, wheel.replace('axis', 'damping="0.1" axis'))).toBeCloseTo(10 * (1 - Math.exp(-0.5)), 4)
    // Two that pull against each other: 1 − 0.25 N m.
    expect(speedAfter(servo + servo.replace('"m"', '"n"').replace('-1 1', '-0.25 0.25'), 9)).toBeCloseTo(3.75, 1)
    // ω = √(0.4 / 0.1) = 2: speed = A ω sin ωt
    expect(speedAfter('<position name="m" joint="j" kp="0.4"/>', 0.5)).toBeCloseTo(Math.sin(1), 4)
  })

  it('armature resists the joint alone, in closed form', () => {
    // A base of inertia 0.3 and a wheel of 0.1 with armature 0.5, both loose: torque on the joint gives T / (a + 1 / (1/I₁ + 1/I₂)).
    const base = '<inertial pos="0 0 0" mass="3" diaginertia="0.3 0.3 0.3"/>'
    const text = `<mujoco><option gravity="0 0 0"/><worldbody><body><freejoint/>${base}<body name="a"><joint name="j" axis="1 2 2" armature="0.5"/>${MASS}</body></body>`
      + '</worldbody><actuator><motor name="m" joint="j"/></actuator></mujoco>'
    const { world, robot } = add(text)
    expect(robot.notes).toEqual([])
    robot.setControl('m', 2)
    run(world, 0.5)
    expect(robot.jointSpeed('j') * (0.5 + 1 / (1 / 0.3 + 1 / 0.1))).toBeCloseTo(1, 4)
    const odd = add(text.replace('armature="0.5"', 'armature="5000"'))
    expect(odd.robot.notes).toMatchObject([{ kind: 'changed' }])
    const ball = add(model(`<body><joint type="ball" armature="1"/>${MASS}</body>`))
    expect(ball.robot.notes).toMatchObject([{ kind: 'lost' }])
  })

  it('equalities: connect, weld, joint', () => {
    const bar = (name: string, x: number, inside = ''): string => `<body name="${name}" pos="${x} 0 1"><joint name="j${name}" axis="0 1 0"/>`
      + `<inertial pos="0.5 0 0" mass="1" diaginertia="0.02 0.1 0.1"/>${inside}</body>`
    const text = `<mujoco><worldbody>${bar('a', 0)}${bar('b', 2, '')}<body name="c" pos="0 2 0"><freejoint/>${MASS}</body></worldbody>`
      + '<equality><connect body1="a" anchor="1 0 0"/><weld body1="c"/><joint joint1="jb" joint2="ja" polycoef="0.1 -2 0 0 0"/></equality></mujoco>'
    const { world, robot } = add(text)
    expect(robot.robot.loops.map(({ type }) => type)).toEqual(['ball', 'fixed'])
    expect(robot.robot.couplings).toMatchObject([{ joint: 'jb', leader: 'ja', multiplier: -2, offset: 0.1 }])
    run(world, 1)
    // Everything hangs on the bar that is pinned to the world.
    expect(robot.jointPosition('ja')).toBeCloseTo(0, 4)
    expect(robot.jointPosition('jb')).toBeCloseTo(0.1, 4)
    expect(robot.body('c').position.z).toBeCloseTo(0, 5)
  })

  it('contype, conaffinity and exclude decide what touches', () => {
    const ball = (name: string, x: number, bits: string): string => `<body name="${name}" pos="${x} 0 1"><freejoint/><geom size="0.1" ${bits}/></body>`
    const text = `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${ball('a', 0, '')}${ball('b', 1, 'contype="2" conaffinity="2"')}`
      + `${ball('c', 2, 'contype="0" conaffinity="1"')}${ball('d', 3, 'contype="0" conaffinity="0"')}${ball('e', 4, '')}</worldbody>`
      + '<contact><exclude body1="world" body2="e"/></contact></mujoco>'
    const { world, robot } = add(text)
    run(world, 1)
    const height = (name: string): number => robot.body(name).position.z
    expect(height('a')).toBeCloseTo(0.1, 2)
    expect(height('b')).toBeLessThan(-1)
    expect(height('c')).toBeCloseTo(0.1, 2)
    expect(height('d')).toBeLessThan(-1)
    expect(height('e')).toBeLessThan(-1)
  })

  it('a height field lies as in MuJoCo', () => {
    const text = model('<geom type="hfield" hfield="f" pos="0 0 0"/>', '<asset><hfield name="f" nrow="2" ncol="3" size="3 2 1.5 0.1" elevation="0 1 2 3 4 6"/></asset>')
    const geometry = readMjcf(text).links[0]!.shapes[0]!.geometry as { heights: ArrayLike<number> }
    const truth = compiled(text, m => Array.from(m.hfield_data as Float32Array, value => value * 1.5))
    const heights = Array.from(geometry.heights)
    expect(heights).toHaveLength(6)
    heights.forEach((height, i) => expect(height).toBeCloseTo(truth[i]!, 5))
    const { world } = add(text)
    const heightAt = (x: number, y: number): number => world.castRay({ origin: { x, y, z: 3 }, direction: { x: 0, y: 0, z: -10 } })!.point.z
    // Corners: MuJoCo's row 0 is that of the least y.
    expect(heightAt(-2.999, -1.999)).toBeCloseTo(truth[0]!, 2)
    expect(heightAt(2.999, -1.999)).toBeCloseTo(truth[2]!, 2)
    expect(heightAt(-2.999, 1.999)).toBeCloseTo(truth[3]!, 2)
  })
})

describe('files and notes', () => {
  it('includes files by the callback, inside of each other', () => {
    const files: Record<string, string> = {
      'arm.xml': '<mujocoinclude><body name="arm"><joint/><geom size="1"/><include file="hand.xml"/></body></mujocoinclude>',
      'hand.xml': '<mujocoinclude><body name="hand"/></mujocoinclude>',
      'loop.xml': '<mujocoinclude><include file="loop.xml"/></mujocoinclude>',
    }
    const include = (file: string): string => files[file]!
    expect(readMjcf(model('<include file="arm.xml"/>'), { include }).links.map(({ name }) => name)).toEqual(['world', 'arm', 'hand'])
    expect(() => readMjcf(model('<include file="arm.xml"/>'))).toThrow(/option `include/)
    expect(() => readMjcf(model('<include file="loop.xml"/>'), { include })).toThrow(/includes itself/)
    expect(() => readMjcf(model('<include file="none.xml"/>'), { include })).toThrow(/must be the text/)
  })

  it('meshes come with meshdir; names follow from files', () => {
    const asked: string[] = []
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    const robot = readMjcf(model('<body><freejoint/><geom type="mesh" mesh="part"/></body>', '<compiler meshdir="a/b"/><asset><mesh file="part.stl"/></asset>'), {
      meshes: (file) => {
        asked.push(file)
        return { points }
      },
    })
    expect(asked).toEqual(['a/b/part.stl'])
    expect(robot.links[1]!.mass!.mass).toBeCloseTo(1000 / 6, 6)
  })

  it('says what is lost', () => {
    const text = '<mujoco><option density="1.2" gravity="0 0 -1" timestep="0.01"/><worldbody><body gravcomp="1"><joint name="j" type="ball" armature="1"/><geom size="1" margin="0.1"/>'
      + '<composite/><site/><camera/></body></worldbody><tendon/><sensor/><keyframe/><contact><pair/></contact><equality><tendon/></equality>'
      + '<actuator><muscle joint="j"/><motor joint="j"/><motor tendon="t"/></actuator></mujoco>'
    const robot = readMjcf(text)
    expect(robot.gravity).toEqual({ x: 0, y: 0, z: -1 })
    expect(robot.timestep).toBe(0.01)
    expect(robot.notes.map(({ element }) => element.split('.').at(-1))).toEqual(
      ['geom', 'composite', 'body', 'pair', 'tendon', 'muscle', 'motor', 'motor', 'option', 'tendon', 'sensor', 'keyframe'])
  })
})

describe('what is refused', () => {
  const bad: readonly [string, string, RegExp][] = [
    ['no XML', '<mujoco', /mjcf.*not well-formed/],
    ['URDF', '<robot/>', /readUrdf/],
    ['global coordinates', '<mujoco><compiler coordinate="global"/></mujoco>', /compiler\.coordinate/],
    ['an unknown angle', '<mujoco><compiler angle="grad"/></mujoco>', /compiler\.angle/],
    ['a strange eulerseq', '<mujoco><compiler eulerseq="abc"/></mujoco>', /compiler\.eulerseq/],
    ['two orientations', model('<body euler="0 0 0" quat="1 0 0 0"/>'), /body\.euler.*two answers/],
    ['a rotation of nothing', model('<body quat="0 0 0 0"/>'), /body\.quat/],
    ['three numbers for a quaternion', model('<body quat="1 0 0"/>'), /3 numbers where 4/],
    ['two bodies of a name', model('<body name="a"/><body name="a"/>'), /body\("a"\)\.name/],
    ['two joints of a name', model('<body><joint name="j"/><joint name="j"/></body>'), /joint\("j"\)\.name/],
    ['an unknown class', model('<body><geom class="x" size="1"/></body>'), /geom\.class/],
    ['an unknown childclass', model('<body childclass="x"/>'), /childclass/],
    ['an unknown type of joint', model('<body><joint type="screw"/></body>'), /joint\.type.*hinge/],
    ['an axis without length', model('<body><joint axis="0 0 0"/></body>'), /joint\.axis/],
    ['damping below 0', model('<body><joint damping="-1"/></body>'), /joint\.damping/],
    ['a range the wrong way round', model('<body><joint range="1 -1"/></body>'), /joint\.range/],
    ['limited without a range', model('<body><joint limited="true"/></body>'), /joint\.range is missing/],
    ['a joint of the world', model('<joint/>'), /move the world/],
    ['a free joint inside', model('<body><body><freejoint/></body></body>'), /freejoint/],
    ['a geom without size', model('<geom type="box" size="1"/>'), /geom\.size.*3 numbers/],
    ['a geom of size 0', model('<geom size="0"/>'), /geom\.size/],
    ['fromto of a point', model('<geom type="capsule" size="1" fromto="1 1 1 1 1 1"/>'), /fromto/],
    ['an unknown mesh', model('<geom type="mesh" mesh="m"/>'), /geom\.mesh/],
    ['a mesh with a wrong corner', model('', '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 9"/></asset>'), /mesh\("m"\)\.face/],
    ['a field that is too large', model('', '<asset><hfield name="f" nrow="1e9" ncol="2" size="1 1 1 1"/></asset>'), /hfield\("f"\)\.nrow/],
    ['an inertial without mass', model('<body><inertial pos="0 0 0"/></body>'), /inertial\.mass is missing/],
    ['two inertias', model('<body><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" euler="1 0 0"/></body>'), /fullinertia/],
    ['an equality of nobody', '<mujoco><equality><connect body1="x" anchor="0 0 0"/></equality></mujoco>', /connect\.body1/],
    ['an actuator of no joint', '<mujoco><actuator><motor joint="x"/></actuator></mujoco>', /motor\.joint/],
    ['an exclusion of nobody', '<mujoco><contact><exclude body1="x" body2="y"/></contact></mujoco>', /exclude\.body1/],
    ['a timestep of 0', '<mujoco><option timestep="0"/></mujoco>', /option\.timestep/],
    ['a document type', '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><mujoco model="&x;"/>', /doctype/],
    ['too deep', model(`${'<body>'.repeat(600)}${'</body>'.repeat(600)}`), /mjcf\.depth/],
    ['too many', model('<site/>'.repeat(200_001)), /mjcf\.elements/],
  ]
  it.each(bad)('%s', (_, text, message) => {
    let error: unknown
    try {
      readMjcf(text)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(PhysicsError)
    expect((error as Error).message).toMatch(message)
  })

  it('mutilated copies of the sample are read or refused, never anything else', () => {
    let state = 11
    const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32
    let refused = 0
    for (let i = 0; i < 150; i++) {
      const from = Math.floor(next() * SAMPLE_HOPPER.length)
      const word = ['', '<', '"', '>', '1e400', '-', 'NaN', '</body>', '&#0;', '<joint/>'][Math.floor(next() * 10)]!
      const text = SAMPLE_HOPPER.slice(0, from) + word + SAMPLE_HOPPER.slice(from + Math.floor(next() * 30))
      try {
        const { world } = add(text)
        world.step(1 / 60)
      } catch (error) {
        expect(error, text.slice(from - 40, from + 40)).toBeInstanceOf(PhysicsError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(30)
  })
})
