/**
 * matter-js. It thinks in pixels and milliseconds, so metres are made fifty pixels; round shapes become polygons of its own making; its joints
 * have no motors, so a body that should be turned is given its spin before every step.
 */

import Matter from 'matter-js'
import type { BodyList, ListedBody, ListedShape } from '../../../../scenes/d2/lists/body-list.ts'
import {
  areaOf, BuiltBodies, cornersOf, DT, GRAVITY, localAnchor, massOf, materialOf, turn, writePose, type Adapter2d, type PeerWorld,
} from '../adapter.ts'

const { Bodies, Body, Composite, Constraint, Engine } = Matter

const PIXELS = 50
const STEP_MS = 1000 * DT
/** The engine's gravity is in px/ms². */
const GRAVITY_SCALE = (-GRAVITY * PIXELS) / 1e6

/** A body of one shape, its centre of mass where the body's frame has it. */
function partOf(shape: ListedShape, options: Matter.IChamferableBodyDefinition): Matter.Body {
  const { center } = areaOf(shape)
  const [x, y] = [center.x * PIXELS, center.y * PIXELS]
  switch (shape.kind) {
    case 'circle':
      return Bodies.circle(x, y, shape.radius * PIXELS, options)
    case 'capsule': {
      const radius = shape.radius * PIXELS
      const length = 2 * (shape.radius + shape.halfLength) * PIXELS
      // Not quite round to the end: the engine's corners must not meet.
      return Bodies.rectangle(x, y, 2 * radius, length, { ...options, chamfer: { radius: radius * 0.999 } })
    }
    case 'box':
      return Bodies.rectangle(x, y, 2 * shape.halfExtents.x * PIXELS, 2 * shape.halfExtents.y * PIXELS, options)
    case 'polygon': {
      const vertices = cornersOf(shape).map(corner => ({ x: corner.x * PIXELS, y: corner.y * PIXELS }))
      return Body.create({ ...options, position: { x, y }, vertices: vertices as Matter.Vertex[] })
    }
  }
}

interface Built {
  /** Null for what is fixed and has no shape. */
  readonly body: Matter.Body | null
  /** From the frame of the list to the engine's origin, the centre of mass, in body axes, m. */
  readonly center: { readonly x: number; readonly y: number }
}

function buildBody(list: BodyList, listed: ListedBody): Built {
  const { center } = massOf(listed)
  if (listed.shapes.length === 0) return { body: null, center }
  const { density, friction, restitution } = materialOf(list, listed)
  const filter = list.collisions === false ? { collisionFilter: { group: 0, category: 1, mask: 0 } } : {}
  const options = { density: density / (PIXELS * PIXELS), friction, restitution, ...filter }
  const parts = listed.shapes.map(shape => partOf(shape, options))
  const body = parts.length === 1 ? parts[0]! : Body.create({ ...options, parts })
  Body.setStatic(body, listed.type === 'static')
  Body.rotate(body, listed.rotation ?? 0)
  const offset = turn(listed.rotation ?? 0, center)
  Body.setPosition(body, { x: (listed.position.x + offset.x) * PIXELS, y: (listed.position.y + offset.y) * PIXELS })
  Body.setVelocity(body, { x: 0, y: 0 })
  Body.setAngularVelocity(body, 0)
  return { body, center }
}

export const adapter: Adapter2d = {
  async create(list: BodyList): Promise<PeerWorld> {
    const engine = Engine.create({ gravity: { x: 0, y: -1, scale: GRAVITY_SCALE } })
    const bodies = new BuiltBodies<Built>()
    for (const listed of list.bodies) {
      const built = buildBody(list, listed)
      bodies.add(listed, built)
      if (built.body) Composite.add(engine.world, built.body)
    }
    const turned: { body: Matter.Body; speed: number }[] = []
    for (const joint of list.joints ?? []) {
      const side = (index: number): { body: Matter.Body | null; point: Matter.Vector } => {
        const { body, center } = bodies.all[index]!
        if (!body) return { body, point: { x: joint.anchor.x * PIXELS, y: joint.anchor.y * PIXELS } }
        const local = localAnchor(list, index, joint)
        // The engine takes points along the world's axes, as the body stands.
        const { x, y } = turn(body.angle, { x: local.x - center.x, y: local.y - center.y })
        return { body, point: { x: x * PIXELS, y: y * PIXELS } }
      }
      const [a, b] = [side(joint.bodyA), side(joint.bodyB)]
      const ends = { pointA: a.point, pointB: b.point, ...(a.body ? { bodyA: a.body } : {}), ...(b.body ? { bodyB: b.body } : {}) }
      Composite.add(engine.world, Constraint.create({ ...ends, length: 0 }))
      if (joint.motor && b.body) turned.push({ body: b.body, speed: joint.motor.speed })
    }
    const first = bodies.moving[0]!.body!
    return {
      settings: {
        positionIterations: engine.positionIterations, velocityIterations: engine.velocityIterations,
        constraintIterations: engine.constraintIterations, pixelsPerMetre: PIXELS, slop: first.slop, frictionAir: first.frictionAir,
      },
      step() {
        for (const { body, speed } of turned) Body.setAngularVelocity(body, speed * DT)
        Engine.update(engine, STEP_MS)
      },
      readPoses(out) {
        bodies.moving.forEach(({ body, center }, i) => {
          const { position, angle } = body!
          const offset = turn(angle, center)
          writePose(out, i, position.x / PIXELS - offset.x, position.y / PIXELS - offset.y, angle)
        })
      },
    }
  },
}
