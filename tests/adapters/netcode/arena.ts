/** A random arena for a few players, in either dimension: a floor with walls, loose bodies of several shapes, chains; inputs push and hop. */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { RollbackPeer, RollbackWorld, type Loopback, type PeerOptions, type RollbackOptions } from 'fulcrum-physics/netcode'
import { createRandom } from '../../../scenes/random.ts'

export type ArenaWorld = plane.World | space.World

export interface Arena {
  readonly world: ArenaWorld
  apply(world: ArenaWorld, inputs: Int32Array, tick: number): void
}

export const LEFT = 1
export const RIGHT = 2
export const HOP = 4
export const SPAWN = 8

/** The same seed builds the same arena. */
export function buildArena(dimension: 2 | 3, seed: number, players: number): Arena {
  return dimension === 2 ? buildPlane(seed, players) : buildSpace(seed, players)
}

function buildPlane(seed: number, players: number): Arena {
  const random = createRandom(seed)
  const world = new plane.World()
  const wall = (x: number, y: number, halfX: number, halfY: number): void =>
    void world.createBody({ type: 'static', position: { x, y }, shapes: [plane.box({ halfExtents: { x: halfX, y: halfY } })] })
  wall(0, -0.5, 10, 0.5)
  wall(-10, 4, 0.5, 5)
  wall(10, 4, 0.5, 5)
  const own = Array.from({ length: players }, (_, i) =>
    world.createBody({ position: { x: -4 + 3 * i, y: 0.6 }, shapes: [i % 2 === 0 ? plane.circle({ radius: 0.5 }) : plane.box({ halfExtents: { x: 0.5, y: 0.5 } })] }))
  const loose = random.integer(2, 8)
  let last: plane.Body | null = null
  for (let i = 0; i < loose; i++) {
    const size = random.between(0.2, 0.5)
    const shape = [plane.circle({ radius: size }), plane.box({ halfExtents: { x: size, y: size * 0.7 } }), plane.capsule({ radius: size / 2, halfLength: size / 2 })][random.integer(0, 2)]!
    const body = world.createBody({ position: { x: -6 + 1.6 * i, y: random.between(1, 4) }, shapes: [shape] })
    if (last !== null && random.next() < 0.3) world.createDistanceJoint({ bodyA: last, bodyB: body })
    last = body
  }
  return {
    world,
    apply(at, inputs, tick) {
      const here = at as plane.World
      own.forEach((body, i) => {
        const input = inputs[i]!
        if (input === 0) return
        const { mass } = body
        body.applyImpulse({ x: mass * (((input & RIGHT) >> 1) - (input & LEFT)) * 0.6, y: (input & HOP) !== 0 && tick % 8 === 0 ? 3 * mass : 0 })
        if ((input & SPAWN) !== 0 && tick % 16 === 0) {
          const { x, y } = body.position
          here.createBody({ position: { x, y: y + 1.5 }, shapes: [plane.circle({ radius: 0.2 })] })
        }
      })
    },
  }
}

function buildSpace(seed: number, players: number): Arena {
  const random = createRandom(seed)
  const world = new space.World()
  const wall = (x: number, z: number, halfX: number, halfZ: number): void =>
    void world.createBody({ type: 'static', position: { x, y: 3, z }, shapes: [space.box({ halfExtents: { x: halfX, y: 4, z: halfZ } })] })
  world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [space.box({ halfExtents: { x: 8, y: 0.5, z: 8 } })] })
  wall(-8, 0, 0.5, 8)
  wall(8, 0, 0.5, 8)
  wall(0, -8, 8, 0.5)
  wall(0, 8, 8, 0.5)
  const own = Array.from({ length: players }, (_, i) => world.createBody({
    position: { x: -4 + 3 * i, y: 0.6, z: 0 },
    shapes: [i % 2 === 0 ? space.sphere({ radius: 0.5 }) : space.box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })],
  }))
  const loose = random.integer(2, 6)
  let last: space.Body | null = null
  for (let i = 0; i < loose; i++) {
    const size = random.between(0.2, 0.5)
    const shape = [space.sphere({ radius: size }), space.box({ halfExtents: { x: size, y: size * 0.7, z: size } }), space.capsule({ radius: size / 2, halfLength: size / 2 })][random.integer(0, 2)]!
    const body = world.createBody({ position: { x: -5 + 1.6 * i, y: random.between(1, 4), z: random.between(-1, 1) }, shapes: [shape] })
    if (last !== null && random.next() < 0.3) world.createBallJoint({ bodyA: last, bodyB: body, anchor: body.position })
    last = body
  }
  return {
    world,
    apply(at, inputs, tick) {
      const here = at as space.World
      own.forEach((body, i) => {
        const input = inputs[i]!
        if (input === 0) return
        const { mass } = body
        const push = mass * (((input & RIGHT) >> 1) - (input & LEFT)) * 0.6
        body.applyImpulse({ x: push, y: (input & HOP) !== 0 && tick % 8 === 0 ? 3 * mass : 0, z: i % 2 === 0 ? push / 2 : -push / 3 })
        if ((input & SPAWN) !== 0 && tick % 16 === 0) {
          const { x, y, z } = body.position
          here.createBody({ position: { x, y: y + 1.5, z }, shapes: [space.sphere({ radius: 0.2 })] })
        }
      })
    },
  }
}

/** One player's end over a loopback. */
export function joinArena(
  dimension: 2 | 3, seed: number, players: number, player: number, network: Loopback,
  options: Partial<RollbackOptions<ArenaWorld>> = {}, peerOptions: Partial<PeerOptions> = {},
): RollbackPeer<ArenaWorld> {
  const { world, apply } = buildArena(dimension, seed, players)
  const rollback = new RollbackWorld<ArenaWorld>(world, { apply, players, ticks: 60, ...options })
  return new RollbackPeer(rollback, { player, send: (to, bytes) => network.send(player, to, bytes), hashEvery: 10, ...peerOptions })
}
