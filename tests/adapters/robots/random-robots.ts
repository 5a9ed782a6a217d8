/**
 * Random trees of links for comparisons with MuJoCo: one description, written as MJCF and as URDF. No contacts; springs, dampers, armature as asked.
 */

import type { Random } from '../../families/family.ts'

/** A list of three. */
export type Three = readonly [number, number, number]

export interface RandomLink {
  name: string
  parent: number
  position: Three
  /** Quaternion w x y z. */
  rotation: readonly [number, number, number, number]
  mass: number
  center: Three
  /** Full inertia about the centre of mass, link axes: xx yy zz xy xz yz. */
  inertia: readonly number[]
  joint: 'hinge' | 'slide' | 'ball' | 'free' | 'fixed'
  anchor: Three
  axis: Three
  stiffness: number
  springReference: number
  damping: number
  armature: number
  start: number
  speed: number
}

export interface RandomRobot {
  links: RandomLink[]
  size: number
}

export interface RobotKinds {
  joints: readonly RandomLink['joint'][]
  springs: boolean
  damping: boolean
  armature: boolean
  anchors: boolean
}

function direction(random: Random): Three {
  for (;;) {
    const v = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as const
    const size = Math.hypot(...v)
    if (size > 0.2 && size < 1) return [v[0] / size, v[1] / size, v[2] / size]
  }
}

function rotation(random: Random): readonly [number, number, number, number] {
  const axis = direction(random)
  const half = 0.5 * random.between(-3, 3)
  return [Math.cos(half), axis[0] * Math.sin(half), axis[1] * Math.sin(half), axis[2] * Math.sin(half)]
}

export function matrixOf([w, x, y, z]: readonly [number, number, number, number]): number[] {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ]
}

/** The inertia of a box with these half edges, turned. */
function inertia(random: Random, mass: number, size: number): number[] {
  const [a, b, c] = [0, 1, 2].map(() => size * random.between(0.15, 0.6))
  const moments = [b! * b! + c! * c!, a! * a! + c! * c!, a! * a! + b! * b!].map(value => (mass * value) / 3)
  const R = matrixOf(rotation(random))
  const at = (i: number, k: number): number => [0, 1, 2].reduce((sum, m) => sum + R[i * 3 + m]! * moments[m]! * R[k * 3 + m]!, 0)
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)]
}

export function randomRobot(random: Random, kinds: RobotKinds, most: number = 6): RandomRobot {
  const count = random.integer(1, most)
  const length = random.scale(0.1, 2)
  const links: RandomLink[] = []
  for (let i = 0; i < count; i++) {
    const parent = i === 0 ? -1 : random.integer(Math.max(0, i - 2), i - 1)
    const mass = random.scale(0.3, 3) * length * length * length * 100
    const joint = i === 0 ? random.pick(kinds.joints) : random.pick(kinds.joints.filter(kind => kind !== 'free'))
    const own = inertia(random, mass, length)
    const about = (own[0]! + own[1]! + own[2]!) / 3 + mass * length * length * 0.3
    // Inertia or mass that the coordinate has, about.
    const weight = joint === 'slide' ? mass : about
    const omega = 2 * Math.PI * random.between(0.3, 2)
    const reach = joint === 'slide' ? 0.3 * length : 1
    const put = (scale: number): Three => {
      const d = direction(random)
      return [d[0] * scale, d[1] * scale, d[2] * scale]
    }
    links.push({
      name: `link${i}`, parent, position: put(length * random.between(0.3, 1)), rotation: rotation(random), mass, center: put(length * random.between(0.1, 0.5)),
      inertia: own, joint, anchor: kinds.anchors ? put(length * random.between(0, 0.3)) : [0, 0, 0], axis: direction(random),
      // A slider without a spring falls for ever, which is fine, but far.
      stiffness: kinds.springs && random() < 0.7 && joint !== 'free' && joint !== 'fixed' ? weight * omega * omega : 0,
      springReference: joint === 'hinge' || joint === 'slide' ? random.between(-0.5, 0.5) * reach : 0,
      damping: kinds.damping && random() < 0.7 && joint !== 'free' && joint !== 'fixed' ? weight * random.between(0.1, 3) : 0,
      armature: kinds.armature && random() < 0.7 && (joint === 'hinge' || joint === 'slide') ? weight * random.between(0.05, 1) : 0,
      start: random.between(-1, 1) * reach, speed: random.between(-2, 2) * reach,
    })
  }
  return { links, size: length * count }
}

const text = (list: readonly number[]): string => list.map(value => value.toPrecision(17)).join(' ')

export function toMjcf(robot: RandomRobot): string {
  const body = (i: number): string => {
    const link = robot.links[i]!
    const { joint } = link
    const shared = `name="j${i}" damping="${link.damping}" stiffness="${link.stiffness}" armature="${link.armature}"`
    const own = joint === 'free' ? `<freejoint name="j${i}"/>`
      : joint === 'fixed' ? ''
        : joint === 'ball' ? `<joint type="ball" ${shared} pos="${text(link.anchor)}"/>`
          : `<joint type="${joint}" ${shared} springref="${link.springReference}" pos="${text(link.anchor)}" axis="${text(link.axis)}"/>`
    const children = robot.links.map((other, k) => (other.parent === i ? body(k) : '')).join('')
    return `<body name="${link.name}" pos="${text(link.position)}" quat="${text(link.rotation)}">${own}`
      + `<inertial pos="${text(link.center)}" mass="${link.mass}" fullinertia="${text(link.inertia)}"/>${children}</body>`
  }
  return `<mujoco model="random"><compiler angle="radian" boundmass="0" boundinertia="0"/><option integrator="RK4" gravity="0 0 -9.81"><flag contact="disable"/></option>`
    + `<worldbody>${robot.links.map((link, i) => (link.parent < 0 ? body(i) : '')).join('')}</worldbody></mujoco>`
}

/** Actuators for most hinges and sliders, at least one if there is any: an MJCF section whose actuators are a0, a1 …, and their controls. */
export function randomActuators(random: Random, robot: RandomRobot): { xml: string; controls: number[] } {
  const elements: string[] = []
  const controls: number[] = []
  robot.links.forEach(({ joint, mass, inertia: own }, i) => {
    if ((joint !== 'hinge' && joint !== 'slide') || (elements.length > 0 && random() < 0.3)) return
    const arm = robot.size / robot.links.length
    const weight = joint === 'slide' ? mass : (own[0]! + own[1]! + own[2]!) / 3 + mass * arm * arm * 0.3
    const reach = joint === 'slide' ? 0.3 * robot.size : 1
    const omega = 2 * Math.PI * random.between(0.3, 2)
    const gear = random.pick([-1, 1]) * random.scale(0.5, 3)
    const kp = (weight * omega * omega) / (gear * gear)
    const kv = (2 * random() * weight * omega) / (gear * gear)
    const wish = gear * random.between(-1, 1) * reach
    const most = Math.abs(kp * gear * reach)
    const range = (name: string, low: number, high: number): string => `${name}limited="true" ${name}range="${low} ${high}"`
    const [element, control] = random.pick<[string, number]>([
      ['motor', (wish * weight * omega) / (gear * gear)],
      [`position kp="${kp}"`, wish],
      [`position kp="${kp}" kv="${kv}"`, wish],
      [`velocity kv="${kv}"`, wish * omega],
      [`general gaintype="fixed" biastype="affine" gainprm="${kp}" biasprm="${0.2 * kp * reach} ${-kp} ${-kv}"`, wish],
      [`position kp="${kp}" kv="${kv}" ${range('ctrl', -0.3 * reach, 0.5 * reach)} ${range('force', -0.4 * most, 0.3 * most)}`, wish],
      [`velocity kv="${kv}" ${range('force', -0.1 * most, 0.3 * most)}`, wish * omega],
    ])
    elements.push(`<${element} name="a${controls.length}" joint="j${i}" gear="${gear}"/>`)
    controls.push(control)
  })
  return { xml: `<actuator>${elements.join('')}</actuator>`, controls }
}

/**
 * More joints before those of the bodies of an MJCF text, up to two each, all axes of a body at right angles. Coordinates and speeds to begin with are
 * added. Null if it came to none.
 */
export function withMoreJoints(random: Random, robot: RandomRobot, text: string, start: ReturnType<typeof startOf>): string | null {
  const axes = ['1 0 0', '0 1 0', '0 0 1']
  let count = 0
  const more = text.replace(/(<joint type="(?:hinge|slide)"[^>]*?)axis="[^"]*"/g, (_, joint: string) => {
    const first = random.integer(0, 2)
    let added = ''
    for (let i = random.integer(0, 2); i > 0; i--) {
      const kind = random.pick(['hinge', 'slide'])
      const reach = kind === 'slide' ? (0.3 * robot.size) / robot.links.length : 1
      const name = `m${count++}`
      added += `<joint name="${name}" type="${kind}" axis="${axes[(first + i) % 3]}"/>`
      start.positions[name] = random.between(-0.5, 0.5) * reach
      start.speeds[name] = random.between(-1, 1) * reach
    }
    return `${added}${joint}axis="${axes[first]}"`
  })
  return count === 0 ? null : more
}

/** Roll, pitch, yaw of a quaternion w x y z. */
function rpy(q: readonly [number, number, number, number]): Three {
  const R = matrixOf(q)
  const pitch = Math.asin(Math.max(-1, Math.min(1, -R[6]!)))
  return [Math.atan2(R[7]!, R[8]!), pitch, Math.atan2(R[3]!, R[0]!)]
}

const URDF_TYPES: Readonly<Record<string, string>> = { hinge: 'continuous', slide: 'prismatic', free: 'floating', fixed: 'fixed' }

export function toUrdf(robot: RandomRobot): string {
  const links = robot.links.map(({ name, mass, center, inertia: m }) => `<link name="${name}"><inertial><origin xyz="${text(center)}"/><mass value="${mass}"/>`
    + `<inertia ixx="${m[0]}" iyy="${m[1]}" izz="${m[2]}" ixy="${m[3]}" ixz="${m[4]}" iyz="${m[5]}"/></inertial></link>`)
  const joints = robot.links.map(({ name, parent, position, rotation: q, joint, axis, damping }, i) => `<joint name="j${i}" type="${URDF_TYPES[joint]}">`
    + `<parent link="${parent < 0 ? 'world' : robot.links[parent]!.name}"/><child link="${name}"/><origin xyz="${text(position)}" rpy="${text(rpy(q))}"/>`
    + `<axis xyz="${text(axis)}"/><dynamics damping="${damping}" friction="0"/>`
    + `${joint === 'slide' ? '<limit lower="-1000" upper="1000" effort="1000" velocity="1000"/>' : ''}</joint>`)
  return `<robot name="random"><link name="world"/>${links.join('')}${joints.join('')}</robot>`
}

/** Coordinates and speeds to begin with, by joint. */
export function startOf(robot: RandomRobot): { positions: Record<string, number>; speeds: Record<string, number> } {
  const positions: Record<string, number> = {}
  const speeds: Record<string, number> = {}
  robot.links.forEach(({ joint, start, speed }, i) => {
    if (joint !== 'hinge' && joint !== 'slide') return
    positions[`j${i}`] = start
    speeds[`j${i}`] = speed
  })
  return { positions, speeds }
}
