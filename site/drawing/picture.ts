// A world of joints as a list of flat items, far ones first: drawn on a canvas by the live samples, and written as SVG for the pages.
import type { Body, Joint, Vec3, World } from 'fulcrum-physics/3d'
import { linesOf } from './joint-lines.ts'
import { facesOf, reachOf } from './shape-faces.ts'
import { add, depthOf, facesEye, lightOn, type Point, type View } from './view.ts'

/** What a thing is: the joint's first and second body, others, what stands still, the joint. */
export type Tone = 'A' | 'B' | 'other' | 'still' | 'joint'

export type Item =
  | { readonly kind: 'face'; readonly points: readonly Point[]; readonly tone: Tone; readonly light: number }
  | { readonly kind: 'line'; readonly points: readonly Point[]; readonly style: 'solid' | 'thin' }
  | { readonly kind: 'dot'; readonly at: Point; readonly tone: Tone }

/** Statics beyond this are ground: only a piece of their upper side is drawn, m. */
const GROUND_REACH = 8

/** The joint that a page is about: the first of its type. */
export function shownJoint(world: World, page: string): Joint | undefined {
  return [...world.joints].find(({ type }) => type.replaceAll(/[\s-]/g, '') === page.replaceAll('-', ''))
}

function isGround(body: Body): boolean {
  return body.type === 'static' && reachOf(body) > GROUND_REACH
}

/** Makes room for everything as it stands. Call it all along a run, so that nothing leaves the picture. */
export function includeWorld(view: View, world: World): void {
  for (const body of world.bodies) if (!isGround(body)) view.include(body.position, reachOf(body))
  for (const joint of world.joints) for (const { points } of linesOf(joint, 0.2)) for (const point of points) view.include(point, 0)
}

/** Small parts of joints are this long, m. */
export function sizeIn(view: View): number {
  return 0.11 * view.extent
}

function toneOf(body: Body, joint: Joint): Tone {
  if (body === joint.bodyB) return 'B'
  if (body === joint.bodyA) return 'A'
  return body.type === 'static' ? 'still' : 'other'
}

export function pictureOf(world: World, shown: Joint, view: View): Item[] {
  const items: { depth: number; item: Item }[] = []
  const place = (corners: readonly Vec3[], tone: Tone, light: number, nearer = 0): void => {
    const depth = Math.max(...corners.map(depthOf)) + corners.reduce((sum, corner) => sum + depthOf(corner), 0) / corners.length + nearer
    items.push({ depth, item: { kind: 'face', points: corners.map(corner => view.point(corner)), tone, light } })
  }
  for (const body of world.bodies) {
    if (isGround(body)) {
      const side = view.extent
      const corner = (x: number, z: number): Vec3 => ({ x: side * x, y: 0, z: side * z })
      place([corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)], 'still', 0.9, -1e6)
      continue
    }
    for (const shape of body.shapes) {
      for (const { corners, normal, dark } of facesOf(body, shape)) {
        if (facesEye(normal)) place(corners, toneOf(body, shown), lightOn(normal) * (dark ? 0.82 : 1))
      }
    }
  }
  const list = items.sort((a, b) => a.depth - b.depth).map(({ item }) => item)
  for (const joint of world.joints) {
    // Others are there to hold the machine: their axes would crowd the picture.
    if (joint.type !== shown.type || !joint.enabled) continue
    for (const { points, style } of linesOf(joint, sizeIn(view))) list.push({ kind: 'line', points: points.map(point => view.point(point)), style })
    const loose = /lock|limit|motor|path/.test(joint.type)
    if (joint.bodyA === null && !loose) list.push({ kind: 'dot', at: view.point(joint.anchorA), tone: 'still' })
    if (!loose) list.push({ kind: 'dot', at: view.point(joint.anchorB), tone: 'joint' })
  }
  return list
}

/** Where a body's name is written. */
export function labelsOf(shown: Joint, view: View): { text: string; at: Point }[] {
  const labels = [{ text: 'B', at: view.point(shown.bodyB.position) }]
  if (shown.bodyA !== null) labels.push({ text: 'A', at: view.point(add(shown.bodyA.position, { x: 0, y: 0, z: 0 })) })
  return labels
}
