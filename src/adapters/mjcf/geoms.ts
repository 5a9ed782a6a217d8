/** Geoms of an MJCF file: geometry, mass, surface. */

import { hull } from '../../d3/api/shape-definition.ts'
import { World } from '../../d3/api/world.ts'
import { diagonal, addInertia, moveMass, solidOf, type Solid } from '../robots/mass.ts'
import { add, compose, length, subtract, times, turnTo, vec, type Pose } from '../robots/poses.ts'
import type { RobotGeometry, RobotMass, RobotNote, RobotShape } from '../robots/robot.ts'
import type { XmlElement } from '../robots/xml.ts'
import type { Assets } from './assets.ts'
import { frameOf, type Compiler } from './compiler.ts'

/** What a geom gives to its body. */
export interface Geom {
  /** null: it does not collide. */
  shape: RobotShape | null
  /** null: it weighs nothing. */
  mass: RobotMass | null
}

const TYPES = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'sdf'] as const

/** kg/m³. */
const WATER = 1000

/** `around`: the frame that the geom stands in, in the body. */
export function readGeom(element: XmlElement, around: Pose, compiler: Compiler, assets: Assets, notes: RobotNote[]): Geom {
  const own = frameOf(element, compiler)
  const found = readGeometry(element, own, assets, notes)
  if (found === null) return { shape: null, mass: null }
  const { geometry } = found
  const pose = compose(around, found.pose)
  const type = element.number('contype', 1) | 0
  const affinity = element.number('conaffinity', 1) | 0
  const dimensions = element.number('condim', 3)
  const friction = element.numbers('friction', 1, 3) ?? [1]
  const shape: RobotShape = {
    name: element.text('name') ?? '', geometry, pose, friction: dimensions === 1 ? 0 : friction[0],
    rollingResistance: dimensions >= 6 ? friction[2] ?? 1e-4 : null, collision: { type, affinity },
  }
  if (friction[0] < 0) element.refuse('friction', element.text('friction'), `is below 0. See line ${element.line}.`)
  if (element.number('margin', 0) > 0) {
    notes.push({ kind: 'lost', element: element.path, message: 'margin is left out: contacts begin where shapes touch.' })
  }
  const group = element.number('group', 0)
  const weighs = group >= compiler.groups[0] && group <= compiler.groups[1]
  return { shape: type === 0 && affinity === 0 ? null : shape, mass: weighs ? massOf(element, geometry, pose, notes) : null }
}

function massOf(element: XmlElement, geometry: RobotGeometry, pose: Pose, notes: RobotNote[]): RobotMass | null {
  const given = element.number('mass', null)
  const density = element.number('density', WATER)
  if (density < 0) element.refuse('density', density, `is below 0. See line ${element.line}.`)
  if (given !== null && given < 0) element.refuse('mass', given, `is below 0. See line ${element.line}.`)
  if (given === 0 || (given === null && density === 0) || geometry.kind === 'plane' || geometry.kind === 'heightField') return null
  const solid = solidOf(geometry) ?? solidOfPoints(geometry)
  if (solid === null || !(solid.volume > 0)) {
    const message = 'The mass of this mesh is not known: give its points to readMjcf by the option `meshes`.'
    notes.push({ kind: 'lost', element: element.path, message })
    return null
  }
  if (element.text('shellinertia') === 'true') {
    notes.push({ kind: 'changed', element: element.path, message: 'shellinertia is not read: the geom counts as solid.' })
  }
  const factor = given === null ? density : given / solid.volume
  return moveMass({ mass: factor * solid.volume, center: solid.center, inertia: addInertia(diagonal(0, 0, 0), solid.inertia, factor) }, pose)
}

/** A mesh without triangles is the hull of its points: the engine knows what that weighs. */
function solidOfPoints(geometry: RobotGeometry): Solid | null {
  if (geometry.kind !== 'mesh' || geometry.data === null) return null
  const body = new World().createBody({ shapes: [hull({ points: Float64Array.from(geometry.data.points), scale: geometry.scale, density: 1 })] })
  return { volume: body.mass, center: body.localCenterOfMass, inertia: body.getInertia() }
}

function readGeometry(element: XmlElement, own: Pose, assets: Assets, notes: RobotNote[]): { geometry: RobotGeometry; pose: Pose } | null {
  const type = element.word('type', TYPES, element.text('mesh') === undefined ? 'sphere' : 'mesh')
  if (type !== 'mesh' && element.text('mesh') !== undefined) {
    notes.push({ kind: 'lost', element: element.path, message: `A ${type} fitted to a mesh is left out. Give its size instead.` })
    return null
  }
  const size = element.numbers('size', 1, 3) ?? []
  const fromTo = element.numbers('fromto', 6)
  const need = (count: number): void => {
    if (size.length < count || size.slice(0, count).some(value => !(value > 0))) {
      element.refuse('size', element.text('size'), `must be ${count} numbers above 0 for a ${type}. See line ${element.line}.`)
    }
  }
  switch (type) {
    case 'sphere':
      need(1)
      return { geometry: { kind: 'sphere', radius: size[0] }, pose: own }
    case 'plane':
      return { geometry: { kind: 'plane' }, pose: own }
    case 'mesh': {
      const name = element.requireText('mesh')
      const mesh = assets.meshes.get(name) ?? element.refuse('mesh', name, `is the name of no mesh. See line ${element.line}.`)
      return { geometry: { kind: 'mesh', ...mesh }, pose: own }
    }
    case 'hfield': {
      const name = element.requireText('hfield')
      const field = assets.fields.get(name)
      if (field === undefined) {
        notes.push({ kind: 'lost', element: element.path, message: `There is no height field "${name}".` })
        return null
      }
      return { geometry: { kind: 'heightField', ...field }, pose: own }
    }
    case 'sdf':
      notes.push({ kind: 'lost', element: element.path, message: 'Signed distance fields are not read.' })
      return null
    default:
  }
  let pose = own
  if (fromTo !== undefined) {
    need(1)
    const from = vec(fromTo[0], fromTo[1], fromTo[2])
    const to = vec(fromTo[3], fromTo[4], fromTo[5])
    const along = subtract(from, to)
    const whole = length(along)
    if (!(whole > 1e-9)) element.refuse('fromto', element.text('fromto'), `begins where it ends. See line ${element.line}.`)
    pose = { position: times(add(from, to), 0.5), rotation: turnTo(vec(0, 0, 1), times(along, 1 / whole)) }
    const half = 0.5 * whole
    if (type === 'box' || type === 'ellipsoid') size.splice(1, 2, size[0], half)
    else size[1] = half
  }
  if (type === 'capsule') {
    need(2)
    return { geometry: { kind: 'capsule', radius: size[0], halfLength: size[1] }, pose }
  }
  if (type === 'cylinder') {
    need(2)
    return { geometry: { kind: 'cylinder', radius: size[0], halfHeight: size[1] }, pose }
  }
  need(3)
  const three = vec(size[0], size[1], size[2])
  return { geometry: type === 'box' ? { kind: 'box', halfExtents: three } : { kind: 'ellipsoid', radii: three }, pose }
}
