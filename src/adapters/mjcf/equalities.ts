/** Equalities of an MJCF file: points and frames that are held together, joints that follow each other; and pairs that do not touch. */

import { normalized, NO_TURN, place, relative, vec, type Pose } from '../robots/poses.ts'
import { IDENTITY, type RobotJoint } from '../robots/robot.ts'
import type { XmlElement } from '../robots/xml.ts'
import { WORLD, type BodyContext } from './bodies.ts'
import { vector } from './compiler.ts'

function bodyOf(context: BodyContext, element: XmlElement, attribute: string): string {
  const name = element.requireText(attribute)
  if (!context.names.bodies.has(name) && name !== WORLD) element.refuse(attribute, name, `is the name of no body. See line ${element.line}.`)
  return name
}

export function readEqualities(context: BodyContext, sections: readonly XmlElement[]): void {
  const { robot, defaults } = context
  let count = 0
  for (const section of sections) {
    for (const child of section.children) {
      const element = defaults.fill(child, null, 'equality')
      const name = element.text('name') ?? `equality${++count}`
      const lose = (message: string): unknown => robot.notes.push({ kind: 'lost', element: element.path, message })
      if (element.text('active') === 'false') lose('An equality that is not active is left out.')
      else if (element.text('site1') !== undefined) lose('Equalities between sites are left out. Give bodies and an anchor.')
      else if (child.name === 'connect') readConnect(context, element, name)
      else if (child.name === 'weld') readWeld(context, element, name)
      else if (child.name === 'joint') readFollower(context, element, name)
      else lose(`<${child.name}> is left out.`)
    }
  }
}

function readConnect(context: BodyContext, element: XmlElement, name: string): void {
  const { robot, places } = context
  const first = bodyOf(context, element, 'body1')
  const second = element.text('body2') === undefined ? WORLD : bodyOf(context, element, 'body2')
  const anchor = vector(element, 'anchor') ?? element.refuse('anchor', undefined, `is missing: <connect> needs it. See line ${element.line}.`)
  const there: Pose = { position: place(places.get(first)!, anchor), rotation: places.get(first)!.rotation }
  robot.loops.push({
    name, type: 'ball', linkA: first, linkB: second, frameA: { position: anchor, rotation: NO_TURN }, frameB: relative(places.get(second)!, there),
    element: element.path,
  })
}

function readWeld(context: BodyContext, element: XmlElement, name: string): void {
  const { robot, places } = context
  const first = bodyOf(context, element, 'body1')
  const second = element.text('body2') === undefined ? WORLD : bodyOf(context, element, 'body2')
  const given = element.numbers('relpose', 7)
  // All zeros of the rotation: as the bodies stand.
  const q = given && normalized({ w: given[3], x: given[4], y: given[5], z: given[6] })
  const held: Pose = given && q ? { position: vec(given[0], given[1], given[2]), rotation: q } : relative(places.get(first)!, places.get(second)!)
  robot.loops.push({ name, type: 'fixed', linkA: first, linkB: second, frameA: held, frameB: IDENTITY, element: element.path })
}

function jointOf(context: BodyContext, element: XmlElement, attribute: string): RobotJoint {
  const name = element.requireText(attribute)
  const joint = context.robot.joints.find(found => found.name === name)
  if (joint === undefined) return element.refuse(attribute, name, `is the name of no joint. See line ${element.line}.`)
  if (joint.type !== 'hinge' && joint.type !== 'slider') {
    element.refuse(attribute, name, 'has not one coordinate: only hinges and slides follow each other.')
  }
  return joint
}

function readFollower(context: BodyContext, element: XmlElement, name: string): void {
  const { robot } = context
  const follower = jointOf(context, element, 'joint1')
  const [a0, a1 = 1, ...higher] = element.numbers('polycoef', 1, 5) ?? [0, 1]
  if (element.text('joint2') === undefined) {
    const held = follower.reference + a0
    follower.limit = { lower: held, upper: held }
    return
  }
  const leader = jointOf(context, element, 'joint2')
  if (leader === follower) element.refuse('joint2', leader.name, 'follows itself.')
  if (higher.some(value => value !== 0)) {
    robot.notes.push({ kind: 'changed', element: element.path, message: 'Only the constant and the linear part of polycoef are read.' })
  }
  robot.couplings.push({
    name, joint: follower.name, leader: leader.name, multiplier: a1, offset: a0 + follower.reference - a1 * leader.reference, element: element.path,
  })
}

export function readContacts(context: BodyContext, sections: readonly XmlElement[]): void {
  for (const section of sections) {
    for (const child of section.children) {
      if (child.name === 'exclude') context.robot.excluded.push([bodyOf(context, child, 'body1'), bodyOf(context, child, 'body2')])
      else {
        const message = `<${child.name}> is left out: contacts follow from contype and conaffinity.`
        context.robot.notes.push({ kind: 'lost', element: child.path, message })
      }
    }
  }
}
