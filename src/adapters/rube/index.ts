/**
 * The entry `fulcrum-physics/2d/rube`: scenes exported by R.U.B.E. (the JSON export, not the editor's own `.rube`) as a world of the plane.
 *
 * In these files what is left out is 0, false or '', a vector of zero may be the number 0, and a number may be text: the eight hexadecimal digits of
 * a float of 32 bits. All eleven joints of Box2D are read.
 */

import {
  circle, polygon, chain, World, type Body, type BodyDefinition, type Joint, type ShapeDefinition, type ShapeOptions, type Vec2,
} from '../../d2/index.ts'
import { at, booleanOf, field, indexAt, listOf, objectAt, parseJson, refuse, textOf, type Fields } from '../shared/json.ts'
import { addRubeJoints } from './joints.ts'
import { hexNumber, numberOf, vectorOf } from './values.ts'

/** What `loadRube` may be told. */
export interface LoadRubeOptions {
  /** The world to fill; its own gravity stays. Default: a new one with the file's gravity. */
  world?: World
}

/** Something of the file that was left out or replaced. */
export interface RubeWarning {
  /** Where it stands, such as `joint[3]`. */
  readonly path: string
  /** What was done instead. */
  readonly message: string
}

/** A loaded scene. */
export interface RubeScene {
  /** The world. */
  readonly world: World
  /** In the order of the file. */
  readonly bodies: readonly Body[]
  /** In the order of the file; null where one was left out. */
  readonly joints: readonly (Joint | null)[]
  /** All bodies of a name. */
  bodiesNamed(name: string): Body[]
  /** All joints of a name. */
  jointsNamed(name: string): Joint[]
  /** Custom properties of a body, joint or the world, by name: numbers, text, booleans, vectors and colours as they stand. */
  propertiesOf(thing: Body | Joint | World): Readonly<Record<string, unknown>>
  /** What was left out or replaced. */
  readonly warnings: readonly RubeWarning[]
}

/** Bodies that a file may have. */
const MOST = 100_000

/** Loads a scene that R.U.B.E. exported: the text of the file, or what it holds. What is refused names its place in the file. */
export function loadRube(file: string | object, options: LoadRubeOptions = {}): RubeScene {
  const json = objectAt(typeof file === 'string' ? parseJson(file) : file, 'rube')
  const list = (key: string): readonly unknown[] => {
    const entries = listOf(json, key, 'rube')
    if (entries.length > MOST) refuse(`rube.${key}`, entries.length, `has more than ${MOST} entries.`, 'limit-exceeded')
    return entries
  }
  const world = options.world ?? new World({ gravity: vectorOf(json, 'gravity', 'rube'), sleeping: booleanOf(json, 'allowSleep', 'rube', true) })
  const warnings: RubeWarning[] = []
  const names = new Map<Body | Joint, string>()
  const properties = new Map<Body | Joint | World, Record<string, unknown>>()
  const made: Body[] = []
  try {
    const bodies = list('body').map((entry, i) => {
      const path = `body[${i}]`
      const fields = objectAt(entry, path)
      const definition = readBody(fields, path)
      const body = at(path, () => world.createBody(definition))
      made.push(body)
      names.set(body, textOf(fields, 'name', path, ''))
      properties.set(body, readProperties(fields, path))
      return body
    })
    properties.set(world, readProperties(json, 'rube'))
    const joints = addRubeJoints(world, list('joint'), bodies, (path, message) => warnings.push({ path, message }))
    joints.forEach((joint, i) => {
      const fields = objectAt(list('joint')[i], `joint[${i}]`)
      if (joint === null) return
      names.set(joint, textOf(fields, 'name', `joint[${i}]`, ''))
      properties.set(joint, readProperties(fields, `joint[${i}]`))
    })
    return {
      world, bodies, joints, warnings,
      bodiesNamed: name => bodies.filter(body => names.get(body) === name),
      jointsNamed: name => joints.filter(joint => joint !== null && names.get(joint) === name) as Joint[],
      propertiesOf: thing => properties.get(thing) ?? {},
    }
  } catch (error) {
    for (const body of made) world.destroyBody(body)
    throw error
  }
}

const TYPES = ['static', 'kinematic', 'dynamic'] as const

function readBody(fields: Fields, path: string): BodyDefinition {
  const type = TYPES[indexAt(numberOf(fields, 'type', path), 3, `${path}.type`)]
  const definition: BodyDefinition = {
    type, position: vectorOf(fields, 'position', path), rotation: numberOf(fields, 'angle', path),
    linearVelocity: vectorOf(fields, 'linearVelocity', path), angularVelocity: numberOf(fields, 'angularVelocity', path),
    linearDamping: numberOf(fields, 'linearDamping', path), angularDamping: numberOf(fields, 'angularDamping', path),
    gravityScale: numberOf(fields, 'gravityScale', path, 1), enabled: booleanOf(fields, 'active', path, true),
    lockedAxes: { rotation: booleanOf(fields, 'fixedRotation', path, false) },
    shapes: listOf(fields, 'fixture', path).flatMap((fixture, i) => readFixture(objectAt(fixture, `${path}.fixture[${i}]`), `${path}.fixture[${i}]`)),
  }
  const mass = numberOf(fields, 'massData-mass', path)
  if (type !== 'dynamic') return definition
  if (mass > 0) {
    definition.mass = mass
    definition.centerOfMass = vectorOf(fields, 'massData-center', path)
    const { x, y } = definition.centerOfMass
    // Box2D tells the moment about the body's origin.
    const inertia = numberOf(fields, 'massData-I', path) - mass * (x * x + y * y)
    if (inertia > 0) definition.inertia = inertia
  } else if (definition.shapes!.every(shape => (shape as ShapeDefinition).density === 0)) definition.mass = 1
  return definition
}

function readFixture(fields: Fields, path: string): ShapeDefinition[] {
  const options: ShapeOptions = {
    density: numberOf(fields, 'density', path), friction: numberOf(fields, 'friction', path),
    restitution: Math.min(Math.max(numberOf(fields, 'restitution', path), 0), 1), sensor: booleanOf(fields, 'sensor', path, false),
    filter: {
      category: numberOf(fields, 'filter-categoryBits', path, 1), mask: numberOf(fields, 'filter-maskBits', path, 65535),
      group: numberOf(fields, 'filter-groupIndex', path),
    },
  }
  const part = (key: string): Fields | null => (field(fields, key) === undefined ? null : objectAt(field(fields, key), `${path}.${key}`))
  const [round, solid, line] = [part('circle'), part('polygon'), part('chain') ?? part('loop')]
  return at(path, () => {
    if (round !== null) {
      return [circle({ ...options, radius: numberOf(round, 'radius', `${path}.circle`), position: vectorOf(round, 'center', `${path}.circle`) })]
    }
    if (solid !== null) return [polygon({ ...options, points: readPoints(solid, `${path}.polygon`) })]
    if (line === null) return refuse(path, fields, 'has no circle, polygon or chain.')
    const points = readPoints(line, `${path}.chain`)
    const [first, last] = [points[0], points.at(-1)!]
    const loop = points.length > 3 && first.x === last.x && first.y === last.y
    if (loop) points.pop()
    const closed = loop || part('loop') !== null
    // Chains of these files are solid from both sides; those of the engine from one.
    return [...chain({ ...options, points, loop: closed }), ...chain({ ...options, points: points.toReversed(), loop: closed })]
  })
}

function readPoints(owner: Fields, path: string): Vec2[] {
  const vertices = objectAt(field(owner, 'vertices'), `${path}.vertices`)
  const [xs, ys] = [listOf(vertices, 'x', `${path}.vertices`), listOf(vertices, 'y', `${path}.vertices`)]
  if (xs.length !== ys.length || xs.length < 2) refuse(`${path}.vertices`, xs.length, 'must have as many x as y, and at least two.', 'wrong-size')
  return xs.map((x, i) => ({ x: hexNumber(x, `${path}.vertices.x[${i}]`), y: hexNumber(ys[i], `${path}.vertices.y[${i}]`) }))
}

function readProperties(fields: Fields, path: string): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  listOf(fields, 'customProperties', path).forEach((entry, i) => {
    const where = `${path}.customProperties[${i}]`
    const property = objectAt(entry, where)
    const kind = ['int', 'float', 'string', 'vec2', 'color', 'bool'].find(key => field(property, key) !== undefined)
    const value = kind === undefined ? undefined : property[kind]
    out[textOf(property, 'name', where, '')] = kind === 'int' || kind === 'float' ? hexNumber(value, `${where}.${kind}`) : value
  })
  return out
}
