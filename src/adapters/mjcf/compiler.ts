/** Settings of an MJCF file that say how the rest is to be read, and the frames written in its many ways. */

import type { Quat, Vec3 } from '../../d3/index.ts'
import {
  cross, dot, fromAxes, multiply, NO_TURN, normalized, subtract, times, turnAbout, turnTo, unit, vec, ZERO, type Pose,
} from '../robots/poses.ts'
import type { XmlElement } from '../robots/xml.ts'

const DEGREE = Math.PI / 180

/** Settings of <compiler>. */
export interface Compiler {
  /** Factor from the file's angles to radians. */
  angle: number
  eulerSequence: string
  autoLimits: boolean
  inertiaFromGeom: 'auto' | 'true' | 'false'
  boundMass: number
  boundInertia: number
  balanceInertia: boolean
  totalMass: number
  meshFolder: string
  groups: readonly [number, number]
  stripPath: boolean
}

const BOOLEANS = ['true', 'false'] as const

export function readCompiler(elements: readonly XmlElement[]): Compiler {
  const compiler: Compiler = {
    angle: DEGREE, eulerSequence: 'xyz', autoLimits: true, inertiaFromGeom: 'auto', boundMass: 0, boundInertia: 0, balanceInertia: false,
    totalMass: -1, meshFolder: '', groups: [0, 5], stripPath: false,
  }
  const flag = (element: XmlElement, name: string, otherwise: boolean): boolean =>
    element.word(name, BOOLEANS, otherwise ? 'true' : 'false') === 'true'
  for (const element of elements) {
    compiler.angle = element.word('angle', ['degree', 'radian'], compiler.angle === 1 ? 'radian' : 'degree') === 'radian' ? 1 : DEGREE
    const sequence = element.text('eulerseq') ?? compiler.eulerSequence
    if (!/^[xyzXYZ]{3}$/.test(sequence)) {
      element.refuse('eulerseq', sequence, 'must be three of x, y, z (about axes that turn) or X, Y, Z (that stand).')
    }
    compiler.eulerSequence = sequence
    compiler.autoLimits = flag(element, 'autolimits', compiler.autoLimits)
    compiler.inertiaFromGeom = element.word('inertiafromgeom', ['auto', 'true', 'false'], compiler.inertiaFromGeom)
    compiler.boundMass = element.number('boundmass', compiler.boundMass)
    compiler.boundInertia = element.number('boundinertia', compiler.boundInertia)
    compiler.balanceInertia = flag(element, 'balanceinertia', compiler.balanceInertia)
    compiler.totalMass = element.number('settotalmass', compiler.totalMass)
    compiler.meshFolder = element.text('meshdir') ?? element.text('assetdir') ?? compiler.meshFolder
    compiler.stripPath = flag(element, 'strippath', compiler.stripPath)
    const groups = element.numbers('inertiagrouprange', 2)
    if (groups !== undefined) compiler.groups = [groups[0], groups[1]]
    if (element.text('coordinate') === 'global') {
      element.refuse('coordinate', 'global', 'is not read: MuJoCo itself has dropped it. Save the model anew with local coordinates.')
    }
  }
  return compiler
}

/** Default attributes by class and element. */
export class Defaults {
  private readonly classes = new Map<string, Map<string, ReadonlyMap<string, string>>>([['main', new Map()]])

  /** Reads the <default> elements of a file: classes inside each other, each with what the outer one says. */
  constructor(elements: readonly XmlElement[]) {
    for (const element of elements) this.read(element, null)
  }

  private read(element: XmlElement, outer: string | null): void {
    const name = element.text('class')
      ?? (outer === null ? 'main' : element.refuse('class', undefined, 'is missing: a class inside another needs it.'))
    const own = new Map(this.classes.get(outer ?? 'main'))
    for (const [key, value] of this.classes.get(name) ?? []) own.set(key, value)
    for (const child of element.children) {
      if (child.name !== 'default') own.set(child.name, new Map([...(own.get(child.name) ?? []), ...child.attributes]))
    }
    this.classes.set(name, own)
    for (const child of element.all('default')) this.read(child, name)
  }

  /** The element with the attributes of its class: its own, that of the body around it, or the main one. */
  fill(element: XmlElement, childClass: string | null, ...kinds: string[]): XmlElement {
    const name = element.text('class') ?? childClass ?? 'main'
    const found = this.classes.get(name)
    if (found === undefined) return element.refuse('class', name, `is the name of no default class. See line ${element.line}.`)
    let filled = element
    for (const kind of [element.name, ...kinds]) filled = filled.filled(found.get(kind))
    return filled
  }

  /** Whether there is a class of that name. */
  has(name: string): boolean {
    return this.classes.has(name)
  }
}

/** Three numbers as a vector, or undefined. */
export function vector(element: XmlElement, attribute: string): Vec3 | undefined {
  const numbers = element.numbers(attribute, 3)
  return numbers && vec(numbers[0], numbers[1], numbers[2])
}

const FORMS = ['quat', 'axisangle', 'euler', 'xyaxes', 'zaxis'] as const

/** The orientation of an element, in whatever form it has; null: none. */
export function orientationOf(element: XmlElement, compiler: Compiler): Quat | null {
  const given = FORMS.filter(form => element.text(form) !== undefined)
  if (given.length === 0) return null
  if (given.length > 1) element.refuse(given[1], element.text(given[1]), `and ${given[0]} are two answers to one question. See line ${element.line}.`)
  const [form] = given
  const refuse = (): never => element.refuse(form, element.text(form), `gives no direction. See line ${element.line}.`)
  if (form === 'quat') {
    const [w, x, y, z] = element.numbers('quat', 4)!
    return normalized({ x, y, z, w }) ?? refuse()
  }
  if (form === 'axisangle') {
    const [x, y, z, angle] = element.numbers('axisangle', 4)!
    return turnAbout(unit(vec(x, y, z)) ?? refuse(), angle * compiler.angle)
  }
  if (form === 'euler') {
    const angles = element.numbers('euler', 3)!
    let q: Quat = NO_TURN
    angles.forEach((angle, i) => {
      const letter = compiler.eulerSequence[i]
      const axis = letter === 'x' || letter === 'X' ? vec(1, 0, 0) : letter === 'y' || letter === 'Y' ? vec(0, 1, 0) : vec(0, 0, 1)
      const turn = turnAbout(axis, angle * compiler.angle)
      q = letter === letter.toLowerCase() ? multiply(q, turn) : multiply(turn, q)
    })
    return q
  }
  if (form === 'xyaxes') {
    const n = element.numbers('xyaxes', 6)!
    const x = unit(vec(n[0], n[1], n[2])) ?? refuse()
    const given = vec(n[3], n[4], n[5])
    const y = unit(subtract(given, times(x, dot(x, given)))) ?? refuse()
    return fromAxes(x, y, cross(x, y))
  }
  const z = unit(vector(element, 'zaxis')!) ?? refuse()
  // Upside down any axis would do; MuJoCo takes x.
  return z.z < 0 && z.x * z.x + z.y * z.y < 1e-20 ? { x: 1, y: 0, z: 0, w: 0 } : turnTo(vec(0, 0, 1), z)
}

/** Place and orientation of an element. */
export function frameOf(element: XmlElement, compiler: Compiler): Pose {
  return { position: vector(element, 'pos') ?? ZERO, rotation: orientationOf(element, compiler) ?? NO_TURN }
}

/** A range, if the element has one that counts, by its attributes: `range` and `limited`, `ctrlrange` and `ctrllimited`. */
export function rangeOf(
  element: XmlElement, range: string, limited: string, compiler: Compiler, factor: number = 1,
): { lower: number; upper: number } | null {
  const numbers = element.numbers(range, 2)
  const says = element.word(limited, ['true', 'false', 'auto'], 'auto')
  const counts = says === 'true' || (says === 'auto' && compiler.autoLimits && numbers !== undefined)
  if (!counts) return null
  if (numbers === undefined) return element.refuse(range, undefined, `is missing: ${limited} is true. See line ${element.line}.`)
  const [lower, upper] = [numbers[0] * factor, numbers[1] * factor]
  if (lower > upper) element.refuse(range, element.text(range), `has its ends swapped. See line ${element.line}.`)
  return { lower, upper }
}
