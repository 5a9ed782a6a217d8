/** Numbers at the ends of what is allowed, in bodies, shapes, forces and every kind of joint. */

import { box, capsule, hull, PhysicsError, sphere, World, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'
import { extreme, extremesOf, runExtremes } from '../../common/helpers/extremes.ts'
import { JOINTS } from '../../d3/api/joint-definitions.ts'
import { testFamily, type Random } from '../family.ts'

const SIZES = [1e-7, 1e-3, 0.5, 1, 1e3, 1e7] as const

function shapeOf(random: Random): ShapeDefinition {
  const size = random.pick(SIZES)
  const surface = {
    density: random.pick([1e-30, 1e-3, 1, 1e3, 1e30]), friction: random.pick([0, 1, 1e30]), restitution: random.pick([0, 1]),
    rollingResistance: random.pick([0, 0.1, 1e30]), surfaceVelocity: { x: random.pick([0, 1, 1e9]), y: 0, z: 0 },
  }
  const kinds = [
    () => sphere({ ...surface, radius: size }),
    () => box({ ...surface, halfExtents: { x: size, y: random.pick(SIZES), z: random.pick(SIZES) } }),
    () => capsule({ ...surface, radius: size, halfLength: random.pick(SIZES) }),
    () => hull({ ...surface, points: [{ x: 0, y: 0, z: 0 }, { x: size, y: 0, z: 0 }, { x: 0, y: size, z: 0 }, { x: 0, y: 0, z: size }] }),
  ]
  return random.pick(kinds)()
}

const CALM = {
  position: { x: 0, y: 0, z: 0 }, linearVelocity: { x: 1, y: 0, z: 0 }, angularVelocity: { x: 0, y: 1, z: 0 }, linearDamping: 0, angularDamping: 0,
  gravityScale: 1,
}

testFamily({
  name: 'extreme numbers, 3D',
  short: 60,
  long: 1000,
  figures: { throws: { worst: 0 }, notFinite: { worst: 0 }, foreign: { worst: 0 } },
  run(random) {
    const world = new World({ substeps: random.pick([1, 4, 4, 64]), gravity: { x: 0, y: random.pick([0, -10, -10, 1e9]), z: 0 } })
    const share = random.pick([0, 0.05, 0.2, 0.5])
    const bodies: Body[] = []
    const addBody = (): void => {
      const definition = extremesOf(CALM, random, share) as typeof CALM
      const { position } = definition
      const type = random.pick(['dynamic', 'dynamic', 'dynamic', 'static', 'kinematic'] as const)
      const mass = random.pick([undefined, undefined, 1e-30, 1, 1e30])
      const moment = random.pick([undefined, undefined, undefined, 1e-50, 1e30])
      const body = world.createBody({
        ...definition, type, shapes: [shapeOf(random)], position: { x: position.x + bodies.length, y: position.y, z: position.z },
        ...(mass === undefined ? {} : { mass }),
        ...(moment === undefined ? {} : { inertia: { xx: moment, yy: moment, zz: moment, xy: 0, xz: 0, yz: 0 } }),
      })
      bodies.push(body)
    }
    const push = (): void => {
      if (bodies.length === 0) return
      const body = random.pick(bodies)
      const force = { x: extreme(random), y: extreme(random), z: 0 }
      if (random() < 0.5) body.applyForce(force, random() < 0.5 ? { x: 1e9, y: 0, z: 0 } : undefined)
      else body.applyImpulse(force)
      if (random() < 0.5) body.applyTorque(force)
    }
    const join = (): void => {
      if (bodies.length === 0) return
      const [name, definitions] = random.pick(Object.entries(JOINTS))
      const definition = extremesOf(random.pick(definitions), random, share) as object
      const bodyA = random() < 0.2 ? null : random.pick(bodies)
      ;(world as unknown as Record<string, (d: object) => unknown>)[name]!({ ...definition, bodyA, bodyB: random.pick(bodies) })
    }
    const makers: (() => void)[] = [
      ...Array.from({ length: random.integer(3, 8) }, () => addBody),
      ...Array.from({ length: random.integer(0, 6) }, () => join),
      ...(random() < 0.3 ? [push] : []),
    ]
    const steps = Array.from({ length: 4 }, () => random.pick([1 / 60, 1 / 60, 1 / 60, 1e-9, 10]))
    return {
      ...runExtremes(world, makers, steps, PhysicsError as never, () => bodies.map(({ position: p, rotation: q, linearVelocity: v, angularVelocity: w, mass }) =>
        [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z, mass])),
    }
  },
})
