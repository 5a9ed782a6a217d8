/**
 * The eleven joints of Box2D, as R.U.B.E. writes them, in the engine's words.
 */

import { atan2 } from '../../common/math/deterministic-math.ts'
import type { Body, Joint, JointFrame, Vec2, World } from '../../d2/index.ts'
import { at, booleanOf, field, indexAt, objectAt, textOf, type Fields } from '../shared/json.ts'
import { numberOf, vectorOf } from './values.ts'

type Warn = (path: string, message: string) => void

/** What every joint has. */
interface Ends {
  readonly fields: Fields
  readonly path: string
  readonly bodyA: Body
  readonly bodyB: Body
  readonly anchorA: Vec2
  readonly anchorB: Vec2
  readonly collideConnected: boolean
}

/** Steps a second that the correction factor of a motor joint is told for. */
const STEPS_PER_SECOND = 60

/** Joints in the order of the file; gears last, as they need the others. null: left out. */
export function addRubeJoints(world: World, list: readonly unknown[], bodies: readonly Body[], warn: Warn): (Joint | null)[] {
  const out: (Joint | null)[] = list.map(() => null)
  const gears: number[] = []
  list.forEach((entry, i) => {
    const path = `joint[${i}]`
    const fields = objectAt(entry, path)
    if (textOf(fields, 'type', path, '') === 'gear') gears.push(i)
    else out[i] = at(path, () => addJoint(world, readEnds(fields, path, bodies), warn))
  })
  for (const i of gears) out[i] = at(`joint[${i}]`, () => addGear(world, objectAt(list[i], `joint[${i}]`), `joint[${i}]`, list, bodies, out, warn))
  return out
}

function bodyOf(fields: Fields, key: string, path: string, bodies: readonly Body[]): Body {
  return bodies[indexAt(field(fields, key) ?? 0, bodies.length, `${path}.${key}`)]
}

function readEnds(fields: Fields, path: string, bodies: readonly Body[]): Ends {
  return {
    fields, path, bodyA: bodyOf(fields, 'bodyA', path, bodies), bodyB: bodyOf(fields, 'bodyB', path, bodies),
    anchorA: vectorOf(fields, 'anchorA', path), anchorB: vectorOf(fields, 'anchorB', path),
    collideConnected: booleanOf(fields, 'collideConnected', path, false),
  }
}

function frames({ anchorA, anchorB }: Ends, turnA: number, turnB: number): { frameA: JointFrame; frameB: JointFrame } {
  return { frameA: { position: anchorA, rotation: turnA }, frameB: { position: anchorB, rotation: turnB } }
}

/** Limits and motor, where they are on. */
function features({ fields, path }: Ends, most: 'maxForce' | 'maxTorque'): object {
  const read = (key: string): number => numberOf(fields, key, path)
  const speed = read('motorSpeed')
  const limit = { lower: read('lowerLimit'), upper: read('upperLimit') }
  const strength = most === 'maxForce' ? read('maxMotorForce') : read('maxMotorTorque')
  return {
    ...(booleanOf(fields, 'enableLimit', path, false) ? { limit } : {}),
    ...(booleanOf(fields, 'enableMotor', path, false) ? { motor: { speed, [most]: strength } } : {}),
  }
}

function axisAngle({ fields, path }: Ends): number {
  const key = field(fields, 'localAxisA') === undefined ? 'localAxis1' : 'localAxisA'
  const { x, y } = vectorOf(fields, key, path)
  return x === 0 && y === 0 ? 0 : atan2(y, x)
}

function addJoint(world: World, ends: Ends, warn: Warn): Joint | null {
  const { fields, path, bodyA, bodyB, anchorA, anchorB, collideConnected } = ends
  const common = { bodyA, bodyB, collideConnected }
  if (bodyA === bodyB || (bodyA.type !== 'dynamic' && bodyB.type !== 'dynamic')) {
    warn(path, 'joins nothing that forces move, and is left out.')
    return null
  }
  const read = (key: string, otherwise = 0): number => numberOf(fields, key, path, otherwise)
  const spring = (hertz: number, ratio: number): { hertz: number; dampingRatio: number } => ({ hertz, dampingRatio: ratio })
  const type = textOf(fields, 'type', path, '')
  const turn = read('refAngle')
  switch (type) {
    case 'revolute':
      return world.createHingeJoint({ ...common, ...frames(ends, turn, 0), ...features(ends, 'maxTorque') })
    case 'prismatic': {
      const angle = axisAngle(ends)
      return world.createSliderJoint({ ...common, ...frames(ends, angle, angle - turn), ...features(ends, 'maxForce') })
    }
    case 'weld': {
      const hertz = read('frequency')
      return world.createFixedJoint({ ...common, ...frames(ends, turn, 0), ...(hertz > 0 ? { softness: spring(hertz, read('dampingRatio')) } : {}) })
    }
    case 'distance': {
      const hertz = read('frequency')
      const ropes = hertz > 0 ? { spring: spring(hertz, read('dampingRatio')) } : {}
      return world.createDistanceJoint({ ...common, ...frames(ends, 0, 0), length: read('length'), ...ropes })
    }
    case 'rope':
      return world.createDistanceJoint({ ...common, ...frames(ends, 0, 0), maxLength: read('maxLength') })
    case 'wheel': {
      const [a, b] = [bodyA.worldPoint(anchorA), bodyB.worldPoint(anchorB)]
      const size = Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
      if (size > 0.01) warn(path, 'has its wheel off the place of rest, which is where it stands now.')
      const { x, y } = vectorOf(fields, field(fields, 'localAxisA') === undefined ? 'localAxis1' : 'localAxisA', path)
      const [tip, foot] = [bodyA.worldPoint({ x, y }), bodyA.worldPoint({ x: 0, y: 0 })]
      const hertz = read('springFrequency')
      const motor = booleanOf(fields, 'enableMotor', path, false) ? { motor: { speed: read('motorSpeed'), maxTorque: read('maxMotorTorque') } } : {}
      return world.createWheelJoint({
        ...common, anchor: b, suspensionAxis: { x: tip.x - foot.x, y: tip.y - foot.y },
        suspension: hertz > 0 ? spring(hertz, read('springDampingRatio')) : null, ...motor,
      })
    }
    case 'friction':
      return world.createGenericJoint({
        ...common, ...frames(ends, 0, 0), friction: { linear: { x: read('maxForce'), y: read('maxForce') }, angular: read('maxTorque') },
      })
    case 'motor': {
      const hertz = (read('correctionFactor', 0.3) * STEPS_PER_SECOND) / (2 * Math.PI)
      const target = { position: anchorA, rotation: turn, hertz: Math.max(hertz, 0.01), maxForce: read('maxForce'), maxTorque: read('maxTorque') }
      return world.createMotorJoint({ ...common, frameA: {}, frameB: {}, target })
    }
    case 'mouse': {
      const { x, y } = vectorOf(fields, 'target', path)
      return world.createMouseJoint({
        bodyB, anchor: bodyB.worldPoint(anchorB), target: { x, y }, hertz: read('frequency', 5), dampingRatio: read('dampingRatio', 0.7),
        maxForce: read('maxForce'),
      })
    }
    case 'pulley': {
      const [a, b] = [bodyA.worldPoint(anchorA), bodyB.worldPoint(anchorB)]
      const ratio = read('ratio', 1)
      const total = read('lengthA') + ratio * read('lengthB')
      return world.createPulleyJoint({
        ...common, anchorA: a, anchorB: b, groundA: vectorOf(fields, 'groundAnchorA', path), groundB: vectorOf(fields, 'groundAnchorB', path), ratio,
        rigid: true, ...(total > 0 ? { totalLength: total } : {}),
      })
    }
    default:
      warn(path, `is of the type "${type}", which is not known, and is left out.`)
      return null
  }
}

/** φ₁ + ratio φ₂ of two hinges, each of its second body, stays what it is. */
function addGear(
  world: World, fields: Fields, path: string, list: readonly unknown[], bodies: readonly Body[], made: readonly (Joint | null)[], warn: Warn,
): Joint | null {
  const which = ['joint1', 'joint2'].map(key => indexAt(field(fields, key) ?? 0, list.length, `${path}.${key}`))
  const hinges = which.map(i => objectAt(list[i], `joint[${i}]`))
  if (which.some(i => made[i] === null) || hinges.some((hinge, k) => textOf(hinge, 'type', `joint[${which[k]}]`, '') !== 'revolute')) {
    warn(path, 'is a gear of joints other than hinges, and is left out.')
    return null
  }
  const [bodyA, bodyB] = hinges.map((hinge, k) => bodyOf(hinge, 'bodyB', `joint[${which[k]}]`, bodies))
  return world.createGearJoint({ bodyA, bodyB, ratio: -numberOf(fields, 'ratio', path, 1) })
}
