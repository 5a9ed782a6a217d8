/** Actuators of an MJCF file whose force is gain × control + bias: motors, servos for position and speed, general ones of that form. */

import type { RobotActuator } from '../robots/robot.ts'
import type { XmlElement } from '../robots/xml.ts'
import type { BodyContext } from './bodies.ts'
import { rangeOf } from './compiler.ts'

/** The law of an actuator before its gear, or what is the matter with it. */
type Law = { gain: number; bias: [number, number, number] } | string

function readLaw(element: XmlElement): Law {
  const kp = element.number('kp', 1)
  switch (element.name) {
    case 'motor':
      return { gain: 1, bias: [0, 0, 0] }
    case 'position':
      if (element.number('dampratio', 0) > 0) return 'dampratio needs the inertia of the model: give kv'
      return { gain: kp, bias: [0, -kp, -element.number('kv', 0)] }
    case 'velocity': {
      const kv = element.number('kv', 1)
      return { gain: kv, bias: [0, 0, -kv] }
    }
    case 'general': {
      if (element.word('gaintype', ['fixed', 'affine', 'muscle', 'user'], 'fixed') !== 'fixed') return 'only gaintype fixed is read'
      const type = element.word('biastype', ['none', 'affine', 'muscle', 'user'], 'none')
      if (type === 'muscle' || type === 'user') return 'only biastype none and affine are read'
      const [gain = 1] = element.numbers('gainprm', 1, 10) ?? []
      const [b0 = 0, b1 = 0, b2 = 0] = type === 'affine' ? element.numbers('biasprm', 1, 10) ?? [] : []
      return { gain, bias: [b0, b1, b2] }
    }
    default:
      return `<${element.name}> is not read`
  }
}

export function readActuators(context: BodyContext, sections: readonly XmlElement[]): void {
  const { robot, defaults } = context
  const names = new Set<string>()
  let count = 0
  for (const section of sections) {
    for (const child of section.children) {
      const element = defaults.fill(child, null, 'general')
      const name = element.text('name') ?? `actuator${++count}`
      if (names.has(name)) element.refuse('name', name, 'is the name of two actuators. Names must differ.')
      names.add(name)
      const found = readActuator(context, element, name)
      if (typeof found === 'string') robot.notes.push({ kind: 'lost', element: element.path, message: `The actuator is left out: ${found}.` })
      else robot.actuators.push(found)
    }
  }
}

function readActuator({ robot, compiler }: BodyContext, element: XmlElement, name: string): RobotActuator | string {
  const law = readLaw(element)
  if (typeof law === 'string') return law
  const dynamics = element.word('dyntype', ['none', 'integrator', 'filter', 'filterexact', 'muscle', 'user'], 'none')
  if (dynamics !== 'none' || element.number('timeconst', 0) > 0) return 'it has dynamics of its own'
  const joint = element.text('joint') ?? element.text('jointinparent')
  if (joint === undefined) return 'it acts on no joint'
  const target = robot.joints.find(found => found.name === joint)
    ?? element.refuse('joint', joint, `is the name of no joint. See line ${element.line}.`)
  if (target.type !== 'hinge' && target.type !== 'slider') return 'its joint has not one coordinate'
  const [gear = 1] = element.numbers('gear', 1, 6) ?? []
  const { gain, bias } = law
  if (gear * gear * bias[1] > 0 || gear * gear * bias[2] > 0) return 'it pushes away from its target, or drives by its own speed'
  const force = rangeOf(element, 'forcerange', 'forcelimited', compiler)
  let control = rangeOf(element, 'ctrlrange', 'ctrllimited', compiler)
  const inherit = element.number('inheritrange', 0)
  if (control === null && inherit > 0 && target.limit !== null) {
    const middle = 0.5 * (target.limit.lower + target.limit.upper)
    const half = 0.5 * inherit * (target.limit.upper - target.limit.lower)
    control = { lower: middle - half, upper: middle + half }
  }
  // The actuator sees gear × q, and the joint feels gear × force.
  const ends = force === null ? null : [gear * force.lower, gear * force.upper]
  return {
    name, joint, gain: gear * gain, bias: [gear * bias[0], gear * gear * bias[1], gear * gear * bias[2]], controlRange: control,
    forceRange: ends && { lower: Math.min(...ends), upper: Math.max(...ends) }, element: element.path,
  }
}
