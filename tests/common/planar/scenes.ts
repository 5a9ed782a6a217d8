/** Planar scenes that both dimensions must agree about. */

import type { PlanarBody, PlanarScene } from './worlds.ts'

export interface NamedScene {
  readonly name: string
  readonly scene: PlanarScene
  readonly steps: number
  /** Bodies stand on each other, and may do so anywhere within the slop. */
  readonly rests?: boolean
}

const GROUND: PlanarBody = { type: 'static', at: [0, -1], box: [50, 1] }
const SLOPE = 0.4

/** A bar from one point to another. */
function bar(from: readonly [number, number], to: readonly [number, number]): PlanarBody {
  const x = to[0] - from[0]
  const y = to[1] - from[1]
  return { at: [from[0] + x / 2, from[1] + y / 2], turn: Math.atan2(y, x), box: [Math.hypot(x, y) / 2, 0.03] }
}

export const SCENES: readonly NamedScene[] = [
  {
    name: 'free flight', steps: 120,
    scene: {
      collide: true,
      bodies: [
        { at: [0, 0], box: [0.5, 0.3], velocity: [2, 3], spin: 4 },
        { at: [5, 0], disc: 0.4, velocity: [-1, 2], spin: -3 },
      ],
    },
  },
  {
    name: 'pendulum', steps: 240,
    scene: { collide: false, bodies: [bar([0, 0], [2, 0])], joints: [{ kind: 'hinge', a: -1, b: 0, anchor: [0, 0] }] },
  },
  {
    // Until differences have grown by about a hundred: it is chaotic.
    name: 'double pendulum', steps: 120,
    scene: {
      collide: false,
      bodies: [bar([0, 0], [1, 0]), bar([1, 0], [2, 0])],
      joints: [{ kind: 'hinge', a: -1, b: 0, anchor: [0, 0] }, { kind: 'hinge', a: 0, b: 1, anchor: [1, 0] }],
    },
  },
  {
    name: 'sliding box', steps: 120,
    scene: { collide: true, bodies: [GROUND, { at: [0, 0.5], box: [1, 0.5], velocity: [4, 0] }] },
  },
  {
    // Steep enough to slide on a friction of 0.2, all the way.
    name: 'box on a slope', steps: 90,
    scene: {
      collide: true,
      bodies: [
        { type: 'static', at: [Math.sin(SLOPE), -Math.cos(SLOPE)], turn: SLOPE, box: [50, 1], friction: 0.2 },
        { at: [-0.5 * Math.sin(SLOPE), 0.5 * Math.cos(SLOPE)], turn: SLOPE, box: [1, 0.5], friction: 0.2 },
      ],
    },
  },
  {
    name: 'bouncing ball', steps: 240,
    scene: { collide: true, bodies: [GROUND, { at: [0, 2.5], disc: 0.5, restitution: 0.8, velocity: [0.3, 0], spin: 2 }] },
  },
  {
    name: 'stack', steps: 240, rests: true,
    scene: {
      collide: true,
      bodies: [
        GROUND,
        { at: [0, 0.5], box: [0.6, 0.5] },
        { at: [0.1, 1.5], box: [0.6, 0.5] },
        { at: [-0.05, 2.5], box: [0.5, 0.5] },
        { at: [0, 3.3], box: [0.4, 0.3] },
      ],
    },
  },
  {
    name: 'four-bar', steps: 180,
    scene: {
      collide: false,
      bodies: [bar([0, 0], [0, 0.3]), bar([0, 0.3], [0.9, 0.6]), bar([1, 0], [0.9, 0.6])],
      joints: [
        { kind: 'hinge', a: -1, b: 0, anchor: [0, 0], motor: { speed: 4, maxTorque: 1e4 } },
        { kind: 'hinge', a: 0, b: 1, anchor: [0, 0.3] },
        { kind: 'hinge', a: 1, b: 2, anchor: [0.9, 0.6] },
        { kind: 'hinge', a: -1, b: 2, anchor: [1, 0] },
      ],
    },
  },
  {
    name: 'spring and damper', steps: 240,
    scene: {
      collide: false,
      bodies: [{ at: [1, -1], disc: 0.2, velocity: [0.5, 0] }],
      joints: [{ kind: 'spring', a: -1, b: 0, anchor: [0, 0], spring: { hertz: 1, dampingRatio: 0.1, length: 1 } }],
    },
  },
  {
    name: 'gear', steps: 180,
    scene: {
      collide: false,
      bodies: [{ at: [0, 0], disc: 0.5 }, { at: [0.8, 0], disc: 0.3 }],
      joints: [
        { kind: 'hinge', a: -1, b: 0, anchor: [0, 0], motor: { speed: 5, maxTorque: 200 } },
        { kind: 'hinge', a: -1, b: 1, anchor: [0.8, 0] },
        { kind: 'gear', a: 0, b: 1, ratio: 5 / 3 },
      ],
    },
  },
]
