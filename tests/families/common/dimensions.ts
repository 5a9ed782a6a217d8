/**
 * One description for cases in both dimensions: boxes, round shapes and others as they look from the side, in space with a depth of their
 * own. Only what the families need.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { deepestOverlap as flatOverlap } from '../../../scenes/d2/measure.ts'
import { deepestOverlap as solidOverlap } from '../../../scenes/d3/measure.ts'
import type { Random } from '../family.ts'

export interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface Surface {
  readonly density?: number
  readonly friction?: number
  readonly restitution?: number
}

export type Form = 'ball' | 'capsule' | 'box' | 'convex'
export const FORMS: readonly Form[] = ['ball', 'capsule', 'box', 'convex']

export interface BodySketch {
  readonly type?: 'static' | 'kinematic' | 'dynamic'
  readonly at: Place
  readonly velocity?: Place
  /** About z; in space about the other axes too. */
  readonly spin?: Place
  /** Half extents of a box; or a form of about this half size. */
  readonly box?: Place
  readonly form?: readonly [Form, number]
  /** Or a convex outline about the body's place, in space so deep to either side. */
  readonly outline?: { readonly points: readonly { x: number; y: number }[]; readonly halfDepth: number }
  readonly surface?: Surface
}

export interface AnyBody {
  readonly isAwake: boolean
  readonly mass: number
  place(): Place
  velocity(): Place
  spin(): Place
  setMotion(velocity: Place, spin: Place): void
  /** Angle by which its y axis has tilted. */
  tilt(): number
}

export interface AnyWorld {
  body(sketch: BodySketch): AnyBody
  /** A hinge about z, or a ball joint in space. */
  link(a: AnyBody | null, b: AnyBody, at: Place): void
  step(dt: number): void
  quarantined(): number
  /** The deepest overlap of any two shapes, m. */
  overlap(): number
}

export interface Dimension {
  readonly name: '2D' | '3D'
  readonly axes: 2 | 3
  world(options?: { gravity?: number; sleeping?: boolean }): AnyWorld
}

const STILL: Place = { x: 0, y: 0, z: 0 }

export const PLANE: Dimension = {
  name: '2D',
  axes: 2,
  world({ gravity = 9.81, sleeping = true } = {}) {
    const world = new d2.World({ gravity: { x: 0, y: -gravity }, sleeping })
    const own = new Map<AnyBody, d2.Body>()
    return {
      body({ type = 'dynamic', at, velocity = STILL, spin = STILL, box, form, outline, surface = {} }) {
        const body = world.createBody({
          type,
          position: { x: at.x, y: at.y },
          linearVelocity: { x: velocity.x, y: velocity.y },
          angularVelocity: spin.z,
          shapes: [
            outline ? d2.polygon({ points: outline.points, ...surface })
            : box ? d2.box({ halfExtents: { x: box.x, y: box.y }, ...surface })
            : flatForm(form![0], form![1], surface),
          ],
        })
        const any: AnyBody = {
          get isAwake() {
            return body.isAwake
          },
          mass: body.mass,
          place: () => ({ ...body.position, z: 0 }),
          velocity: () => ({ ...body.linearVelocity, z: 0 }),
          spin: () => ({ x: 0, y: 0, z: body.angularVelocity }),
          setMotion(v, w) {
            body.linearVelocity = { x: v.x, y: v.y }
            body.angularVelocity = w.z
          },
          tilt: () => Math.abs(body.rotation),
        }
        own.set(any, body)
        return any
      },
      link(a, b, at) {
        world.createHingeJoint({ bodyA: a ? own.get(a)! : null, bodyB: own.get(b)!, anchor: { x: at.x, y: at.y } })
      },
      step: (dt) => world.step(dt),
      quarantined: () => world.events.quarantined.length,
      overlap: () => flatOverlap(world),
    }
  },
}

export const SPACE: Dimension = {
  name: '3D',
  axes: 3,
  world({ gravity = 9.81, sleeping = true } = {}) {
    const world = new d3.World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping })
    const own = new Map<AnyBody, d3.Body>()
    return {
      body({ type = 'dynamic', at, velocity = STILL, spin = STILL, box, form, outline, surface = {} }) {
        const body = world.createBody({
          type,
          position: at,
          linearVelocity: velocity,
          angularVelocity: spin,
          shapes: [
            outline ? d3.hull({ points: outline.points.flatMap(p => [-1, 1].map(z => ({ ...p, z: z * outline.halfDepth }))), ...surface })
            : box ? d3.box({ halfExtents: box, ...surface })
            : solidForm(form![0], form![1], surface),
          ],
        })
        const any: AnyBody = {
          get isAwake() {
            return body.isAwake
          },
          mass: body.mass,
          place: () => ({ ...body.position }),
          velocity: () => ({ ...body.linearVelocity }),
          spin: () => ({ ...body.angularVelocity }),
          setMotion(v, w) {
            body.linearVelocity = v
            body.angularVelocity = w
          },
          tilt() {
            const { x, z } = body.rotation
            return Math.acos(Math.max(-1, 1 - 2 * (x * x + z * z)))
          },
        }
        own.set(any, body)
        return any
      },
      link(a, b, at) {
        world.createBallJoint({ bodyA: a ? own.get(a)! : null, bodyB: own.get(b)!, anchor: at })
      },
      step: (dt) => world.step(dt),
      quarantined: () => world.events.quarantined.length,
      overlap: () => solidOverlap(world),
    }
  },
}

function flatForm(form: Form, s: number, surface: Surface): d2.ShapeDefinition {
  if (form === 'ball') return d2.circle({ radius: s, ...surface })
  if (form === 'capsule') return d2.capsule({ radius: 0.5 * s, halfLength: s, ...surface })
  if (form === 'box') return d2.box({ halfExtents: { x: s, y: 0.5 * s }, ...surface })
  return d2.polygon({ points: [{ x: -s, y: -s }, { x: s, y: -0.5 * s }, { x: 0, y: s }], ...surface })
}

function solidForm(form: Form, s: number, surface: Surface): d3.ShapeDefinition {
  if (form === 'ball') return d3.sphere({ radius: s, ...surface })
  if (form === 'capsule') return d3.capsule({ radius: 0.5 * s, halfLength: s, ...surface })
  if (form === 'box') return d3.box({ halfExtents: { x: s, y: 0.5 * s, z: s }, ...surface })
  return d3.hull({ points: [{ x: -s, y: -s, z: -s }, { x: s, y: -s, z: 0 }, { x: 0, y: s, z: 0 }, { x: 0, y: 0, z: s }], ...surface })
}

export function speedOf({ x, y, z }: Place): number {
  return Math.sqrt(x * x + y * y + z * z)
}

/** A random vector of this length; in the plane without z. */
export function randomVector({ axes }: Dimension, random: Random, length: number): Place {
  const v = { x: random.between(-1, 1), y: random.between(-1, 1), z: axes === 3 ? random.between(-1, 1) : 0 }
  const scale = length / Math.max(1e-3, speedOf(v))
  return { x: v.x * scale, y: v.y * scale, z: v.z * scale }
}
