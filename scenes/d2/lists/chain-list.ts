/** The numbers of the chain: see `chain.ts`. */

import { BENCH_MATERIAL, type BodyList, type ListedBody, type ListedJoint } from './body-list.ts'

export interface ChainOptions {
  links: number
  /** m from hinge to hinge. */
  pitch: number
  linkMass: number
  ballMass: number
}

/** 40 links of 1 kg and a ball of a tonne. */
export const HEAVY_CHAIN: ChainOptions = { links: 40, pitch: 0.5, linkMass: 1, ballMass: 1000 }

const LINK_RADIUS = 0.1
const BALL_RADIUS = 0.5

/** From the fixed hinge to the ball's, m. */
export function chainLength({ links, pitch }: ChainOptions): number {
  return links * pitch
}

/** Links lie level to the right of a fixed point, the ball hangs on the last by a hinge at its middle; nothing touches anything. */
export function listChain({ links, pitch, linkMass, ballMass }: ChainOptions): BodyList {
  const halfLength = pitch / 2 - LINK_RADIUS
  const link = { kind: 'capsule', radius: LINK_RADIUS, halfLength } as const
  const linkArea = Math.PI * LINK_RADIUS * LINK_RADIUS + 4 * LINK_RADIUS * halfLength
  const ballArea = Math.PI * BALL_RADIUS * BALL_RADIUS
  const bodies: ListedBody[] = [{ type: 'static', position: { x: 0, y: 0 }, shapes: [] }]
  const joints: ListedJoint[] = []
  for (let i = 0; i < links; i++) {
    const position = { x: (i + 0.5) * pitch, y: 0 }
    bodies.push({ type: 'dynamic', position, rotation: Math.PI / 2, shapes: [link], density: linkMass / linkArea })
    joints.push({ kind: 'hinge', bodyA: i, bodyB: i + 1, anchor: { x: i * pitch, y: 0 } })
  }
  const end = { x: links * pitch, y: 0 }
  bodies.push({ type: 'dynamic', position: end, shapes: [{ kind: 'circle', radius: BALL_RADIUS }], density: ballMass / ballArea })
  joints.push({ kind: 'hinge', bodyA: links, bodyB: links + 1, anchor: end })
  return { material: BENCH_MATERIAL, bodies, joints, collisions: false }
}
