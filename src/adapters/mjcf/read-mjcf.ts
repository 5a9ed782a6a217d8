/**
 * MJCF, the format of MuJoCo: the text of a model becomes a `Robot`. Pure: files that it names come from callbacks, and no world is touched. What is
 * not read stands in the robot's notes.
 */

import { PhysicsError } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { Vec3 } from '../../d3/index.ts'
import { vec } from '../robots/poses.ts'
import type { Robot } from '../robots/robot.ts'
import type { MeshSource } from '../robots/robot-shapes.ts'
import { orderLinks } from '../robots/tree.ts'
import { parseXml, readLimits, type ElementCount, type FullLimits, type XmlElement, type XmlLimits } from '../robots/xml.ts'
import { readActuators } from './actuators.ts'
import { readAssets, type HeightSource } from './assets.ts'
import { readWorldBody, setTotalMass, type BodyContext } from './bodies.ts'
import { Defaults, readCompiler, vector } from './compiler.ts'
import { readContacts, readEqualities } from './equalities.ts'

/** What `readMjcf` is told. */
export interface ReadMjcfOptions {
  /** Gives the text of an included file by its name. Default: files that include others are refused. */
  include?: (file: string) => string
  /** Gives the points and triangles of a mesh by its file, with `meshdir`: needed where masses come from meshes. Default: none. */
  meshes?: MeshSource
  /** Gives the heights of a field by its file. Default: such fields are left out, with a note. */
  heightFields?: (file: string) => HeightSource | null | undefined
  /** How much is read before a file is refused. Default: 32 million characters, 500 deep, 200,000 elements with all included files. */
  limits?: XmlLimits
}

/** A robot of an MJCF file, which always says how it is to be stepped. */
export interface MjcfRobot extends Robot {
  /** Gravity, m/s², in the file's axes. (0, 0, −9.81) where the file says none. */
  gravity: Vec3
  /** Length of a step, s. 0.002 where the file says none. */
  timestep: number
}

const FIELDS: Fields<ReadMjcfOptions> = { include: 0, meshes: 0, heightFields: 0, limits: 0 }

/** Files inside each other. */
const MAX_INCLUDES = 20

/** Sections without a part in the motion. */
const SILENT: readonly string[] = [
  'compiler', 'option', 'size', 'visual', 'statistic', 'default', 'custom', 'asset', 'worldbody', 'contact', 'equality', 'actuator',
]

/** What is lost with a section that is not read. */
const LOST: Readonly<Record<string, string>> = {
  tendon: 'Tendons are left out: their springs, dampers, limits and the actuators that pull them are missing.',
  deformable: 'Deformable bodies are left out.',
  sensor: 'Sensors are left out: read bodies and joints.',
  keyframe: 'Keyframes are left out: give jointPositions to addRobot.',
  extension: 'Plugins are left out.',
}

/** Gravity of a file that says none, m/s²; z is up. */
const GRAVITY = vec(0, 0, -9.81)
/** s. */
const TIMESTEP = 0.002

/** Reads a robot from the text of an MJCF file. */
export function readMjcf(text: string, options: ReadMjcfOptions = {}): MjcfRobot {
  const { include, meshes, heightFields, limits } = requireOptions(options, FIELDS, 'readMjcf') as ReadMjcfOptions
  const full = readLimits(limits, 'readMjcf.limits')
  const elements: ElementCount = { count: 0 }
  const root = parseXml(text, 'mjcf', full, elements)
  if (root.name !== 'mujoco') {
    const advice = root.name === 'robot' ? 'is the root of a URDF file. Use readUrdf.' : 'is the root element; an MJCF file has <mujoco>.'
    throw new PhysicsError('wrong-type', 'mjcf.root', root.name, advice)
  }
  expandIncludes(root, include ?? null, full, elements, [])
  const compiler = readCompiler(root.all('compiler'))
  const defaults = new Defaults(root.all('default'))
  const robot: MjcfRobot = {
    name: root.text('model') ?? '', format: 'mjcf', links: [], joints: [], couplings: [], loops: [], actuators: [], excluded: [], selfCollision: true,
    gravity: { ...GRAVITY }, timestep: TIMESTEP, notes: [],
  }
  const assets = readAssets(root.all('asset'), compiler, defaults, { meshes: meshes ?? null, heightFields: heightFields ?? null }, robot.notes)
  const context: BodyContext = {
    robot, compiler, defaults, assets, places: new Map(), names: { bodies: new Set(['world']), joints: new Set() }, unnamed: { bodies: 0, joints: 0 },
  }
  readWorldBody(context, root.all('worldbody'))
  readContacts(context, root.all('contact'))
  readEqualities(context, root.all('equality'))
  readActuators(context, root.all('actuator'))
  readOptions(robot, root.all('option'))
  setTotalMass(robot, compiler.totalMass)
  noteSections(robot, root)
  robot.links = orderLinks(robot.links, 'mjcf.mujoco')
  return robot
}

/** Puts the contents of included files where they are included. */
function expandIncludes(
  element: XmlElement, include: ((file: string) => string) | null, limits: FullLimits, elements: ElementCount, inside: readonly string[],
): void {
  for (let i = 0; i < element.children.length; i++) {
    const child = element.children[i]
    if (child.name !== 'include') {
      expandIncludes(child, include, limits, elements, inside)
      continue
    }
    const file = child.requireText('file')
    if (include === null) child.refuse('file', file, 'is included: give its text by the option `include: file => text`.')
    if (inside.includes(file)) child.refuse('file', file, 'includes itself.')
    if (inside.length >= MAX_INCLUDES) child.refuse('file', file, `is included ${MAX_INCLUDES} files deep, which is too deep.`)
    const part = parseXml(include!(file), `mjcf.include("${file.slice(0, 60)}")`, limits, elements)
    expandIncludes(part, include, limits, elements, [...inside, file])
    element.children.splice(i, 1, ...part.children)
    i += part.children.length - 1
  }
}

function readOptions(robot: MjcfRobot, elements: readonly XmlElement[]): void {
  for (const element of elements) {
    const step = element.number('timestep', robot.timestep)
    if (!(step > 0)) element.refuse('timestep', step, 'must be above 0.')
    robot.timestep = step
    robot.gravity = vector(element, 'gravity') ?? robot.gravity
    for (const name of ['density', 'viscosity', 'wind', 'magnetic']) {
      if (name === 'magnetic' || (element.numbers(name, 1, 3) ?? [0]).every(value => value === 0)) continue
      robot.notes.push({ kind: 'lost', element: element.path, message: `${name}: forces of the air or the water around are left out.` })
    }
    for (const flag of element.all('flag')) {
      if (flag.text('gravity') === 'disable') robot.gravity = vec(0, 0, 0)
      if (flag.text('contact') === 'disable') for (const link of robot.links) link.shapes = []
      for (const name of ['equality', 'limit', 'frictionloss', 'passive', 'actuation']) {
        if (flag.text(name) === 'disable') robot.notes.push({ kind: 'lost', element: flag.path, message: `${name} is not switched off by the flag.` })
      }
    }
  }
}

function noteSections(robot: Robot, root: XmlElement): void {
  const seen = new Set<string>()
  for (const { name, path } of root.children) {
    if (seen.has(name) || SILENT.includes(name)) continue
    seen.add(name)
    const message = Object.hasOwn(LOST, name) ? LOST[name] : `<${name}> is no section of MJCF and is not read.`
    robot.notes.push({ kind: 'lost', element: path, message })
  }
}
