/** The tree of a robot's links. */

import { PhysicsError } from '../../common/errors.ts'
import type { RobotLink } from './robot.ts'

/** Links with parents before their children, otherwise in the order of the file. A circle of links is refused. */
export function orderLinks(links: readonly RobotLink[], field: string): RobotLink[] {
  const children = new Map<string, RobotLink[]>()
  const ordered: RobotLink[] = []
  for (const link of links) {
    if (link.parent === null) ordered.push(link)
    else {
      const list = children.get(link.parent)
      if (list === undefined) children.set(link.parent, [link])
      else list.push(link)
    }
  }
  // Grows while it is walked: depth by depth.
  for (let i = 0; i < ordered.length; i++) for (const child of children.get(ordered[i].name) ?? []) ordered.push(child)
  if (ordered.length < links.length) {
    const reached = new Set(ordered)
    const lost = links.find(link => !reached.has(link))!
    throw new PhysicsError('out-of-range', `${field}.link("${lost.name}")`, lost.parent, 'is reached from no root: its parents go round in a circle.')
  }
  return ordered
}
