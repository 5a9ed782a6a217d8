/** What the comparison asks of an engine in two dimensions: as in three, with poses of x, y and angle. */

import type { Vec2 } from 'fulcrum-physics/2d'
import type { BodyList, ListedBody, ListedJoint, ListedShape } from '../../../scenes/d2/lists/body-list.ts'
import type { Adapter, PeerWorld } from '../adapter.ts'

export { DT, GRAVITY, type PeerWorld } from '../adapter.ts'

/** Numbers of a pose: x, y, and the angle in rad, of the frame in which the shapes were given. Engines may wrap the angle. */
export const POSE_SIZE = 3

export type Adapter2d = Adapter<BodyList>

export interface Material {
  readonly density: number
  readonly friction: number
  readonly restitution: number
}

export function materialOf(list: BodyList, body: ListedBody): Material {
  return { ...list.material, density: body.density ?? list.material.density }
}

export function writePose(out: Float64Array, index: number, x: number, y: number, angle: number): void {
  out[POSE_SIZE * index] = x
  out[POSE_SIZE * index + 1] = y
  out[POSE_SIZE * index + 2] = angle
}

export function turn(angle: number, { x, y }: Vec2): Vec2 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return { x: c * x - s * y, y: s * x + c * y }
}

/** The joint's anchor in the axes of one of its bodies. */
export function localAnchor(list: BodyList, body: number, { anchor }: ListedJoint): Vec2 {
  const { position: p, rotation = 0 } = list.bodies[body]!
  return turn(-rotation, { x: anchor.x - p.x, y: anchor.y - p.y })
}

/** The corners of a convex polygon or a box, in the frame of the body. */
export function cornersOf(shape: ListedShape): Vec2[] {
  const { x: px, y: py } = shape.position ?? { x: 0, y: 0 }
  if (shape.kind === 'polygon') return shape.points.map(({ x, y }) => ({ x: px + x, y: py + y }))
  if (shape.kind !== 'box') throw new Error(`A ${shape.kind} has no corners.`)
  const { x, y } = shape.halfExtents
  return [{ x: px - x, y: py - y }, { x: px + x, y: py - y }, { x: px + x, y: py + y }, { x: px - x, y: py + y }]
}

/** Area of a shape and the middle of it in the frame of the body, for engines that must be told a mass. */
export function areaOf(shape: ListedShape): { area: number; center: Vec2 } {
  const center = shape.position ?? { x: 0, y: 0 }
  switch (shape.kind) {
    case 'circle':
      return { area: Math.PI * shape.radius ** 2, center }
    case 'capsule':
      return { area: Math.PI * shape.radius ** 2 + 4 * shape.radius * shape.halfLength, center }
    case 'box':
      return { area: 4 * shape.halfExtents.x * shape.halfExtents.y, center }
    case 'polygon': {
      const corners = cornersOf(shape)
      let [area, sumX, sumY] = [0, 0, 0]
      corners.forEach((a, i) => {
        const b = corners[(i + 1) % corners.length]!
        const part = (a.x * b.y - a.y * b.x) / 2
        area += part
        sumX += (part * (a.x + b.x)) / 3
        sumY += (part * (a.y + b.y)) / 3
      })
      return { area, center: { x: sumX / area, y: sumY / area } }
    }
  }
}

/** Area and centre of mass of a whole body. */
export function massOf({ shapes }: ListedBody): { area: number; center: Vec2 } {
  let [area, x, y] = [0, 0, 0]
  for (const shape of shapes) {
    const part = areaOf(shape)
    area += part.area
    x += part.area * part.center.x
    y += part.area * part.center.y
  }
  return area === 0 ? { area, center: { x: 0, y: 0 } } : { area, center: { x: x / area, y: y / area } }
}

/** An engine that does not have the bodies where the list puts them runs another scene. Single precision is allowed for. */
export function requireStartPoses({ bodies }: BodyList, poses: Float64Array): void {
  bodies.filter(({ type }) => type === 'dynamic').forEach(({ position: { x, y }, rotation = 0 }, i) => {
    const start = poses.subarray(POSE_SIZE * i, POSE_SIZE * i + POSE_SIZE)
    const isThere = [x, y, rotation].every((value, k) => Math.abs(start[k]! - value) < 1e-5 * Math.max(1, Math.abs(value)))
    if (!isThere) throw new Error(`Body ${i} starts at ${start.join(' ')}, not at ${x} ${y} ${rotation}.`)
  })
}

/** Bodies of an engine by number in the list, and those that move, in the order of the poses. */
export class BuiltBodies<Body> {
  readonly all: Body[] = []
  readonly moving: Body[] = []

  add({ type }: ListedBody, body: Body): void {
    this.all.push(body)
    if (type === 'dynamic') this.moving.push(body)
  }
}

export type Settings = PeerWorld['settings']
