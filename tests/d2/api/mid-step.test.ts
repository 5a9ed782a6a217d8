/** Changing the world while it steps is refused; reading it is not. The clock is the one piece of user code that runs in mid-step. */

import { circle, PhysicsError, World, type Body } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { DT } from '../setup.ts'

const UP = { x: 0, y: 1 }

const CHANGES: Record<string, (world: World, body: Body) => unknown> = {
  createBody: world => world.createBody({ shapes: [circle({ radius: 1 })] }),
  destroyBody: (world, body) => world.destroyBody(body),
  step: world => world.step(DT),
  advance: world => world.advance(1),
  gravity: world => (world.gravity = UP),
  restore: world => world.restore(new Uint8Array(10)),
  snapshot: world => world.snapshot(),
  position: (_world, body) => (body.position = UP),
  velocity: (_world, body) => (body.linearVelocity = UP),
  applyForce: (_world, body) => body.applyForce(UP),
  rotation: (_world, body) => (body.rotation = 1),
  spin: (_world, body) => (body.angularVelocity = 1),
  applyTorque: (_world, body) => body.applyTorque(1),
  applyImpulse: (_world, body) => body.applyImpulse(UP),
  teleport: (_world, body) => body.teleport(UP),
  addShape: (_world, body) => body.addShape(circle({ radius: 1 })),
  removeShape: (_world, body) => body.removeShape(body.shapes[0]!),
  type: (_world, body) => (body.type = 'static'),
  enabled: (_world, body) => (body.enabled = false),
}

/** Runs one step in which `act` is tried once from the clock; returns what it threw and the hash afterwards. */
function stepWith(act: ((world: World, body: Body) => unknown) | null): { thrown: unknown; hash: string } {
  let armed = false
  let thrown: unknown = null
  const world: World = new World({
    clock: () => {
      if (armed && act) {
        armed = false
        try {
          act(world, body)
        } catch (error) {
          thrown = error
        }
      }
      return 0
    },
  })
  const body = world.createBody({ shapes: [circle({ radius: 0.5 })] })
  world.step(DT)
  armed = true
  world.step(DT)
  world.step(DT)
  return { thrown, hash: world.hash() }
}

describe('in mid-step', () => {
  it.each(Object.keys(CHANGES))('%s is refused and changes nothing', name => {
    const { thrown, hash } = stepWith(CHANGES[name]!)
    expect(thrown).toBeInstanceOf(PhysicsError)
    expect((thrown as PhysicsError).code).toBe('mid-step')
    expect(hash).toBe(stepWith(null).hash)
  })
})
