/** Two ends of one session over a slow and lossy network, in step with a scene. Says nothing about dimensions. */

import { Loopback, RollbackPeer, RollbackWorld, type NetWorld } from 'fulcrum-physics/netcode'
import { atLeast, atMost, exactly, type Expectations, type Figures } from './expectation.ts'
import { createRandom } from './random.ts'

/** Time that a message takes, s, and what is added at random; share of messages lost. */
const NETWORK = { delay: 0.15, jitter: 0.05, loss: 0.1, seed: 150 }

/** Ticks in which the players press keys; then they let go and everything comes to rest. */
const PLAY = 300

/** Keys of a player: which way to run. */
export const RUN_LEFT = 1
export const RUN_RIGHT = 2

export interface Ends<World extends NetWorld> {
  readonly peers: readonly RollbackPeer<World>[]
  /** Both players' next frame. */
  frame(): void
  /** Figures of both; `apart`: how far bodies are from where the other end has them, m. */
  measure(apart: number): Figures
}

export const EXPECTED: Expectations = {
  hashesThatDiffer: exactly(0, 'both ends come to the same bits'),
  hashesCompared: atLeast(10, 'ends compare what they have'),
  corrections: atLeast(10, 'keys of the other player arrive late and change the past'),
  stepsOfAFrame: atMost(24, 'work of a frame is bounded'),
  apartAtRest: exactly(0, 'nothing is left of any prediction'),
}

/** Joins two players. Each presses keys by a plan of his own. */
export function joinEnds<World extends NetWorld>(build: () => { world: World; apply(world: World, inputs: Int32Array): void }): Ends<World> {
  const network = new Loopback(NETWORK)
  const peers = [0, 1].map((player) => {
    const { world, apply } = build()
    const rollback = new RollbackWorld(world, { apply, players: 2, ticks: 60, maxSteps: 24 })
    return new RollbackPeer(rollback, { player, send: (to, bytes) => network.send(player, to, bytes), hashEvery: 20 })
  })
  const plans = peers.map((_, player) => {
    const random = createRandom(7 + player)
    let key = player === 0 ? RUN_RIGHT : RUN_LEFT
    return Array.from({ length: PLAY }, () => {
      if (random.next() < 0.15) key = random.integer(0, 2)
      return key
    })
  })
  let most = 0
  return {
    peers,
    frame() {
      peers.forEach((peer, player) => {
        const { rollback } = peer
        const before = rollback.stats.steps
        peer.frame([plans[player]![rollback.present] ?? 0])
        most = Math.max(most, rollback.stats.steps - before)
      })
      network.advance(peers[0]!.rollback.dt, (from, to, bytes) => peers[to]!.receive(from, bytes))
    },
    measure: (apart) => ({
      hashesThatDiffer: peers.filter(({ desync }) => desync !== null).length,
      hashesCompared: Math.min(...peers.map(({ stats }) => stats.compared)),
      corrections: Math.min(...peers.map(({ rollback }) => rollback.stats.rollbacks)),
      stepsOfAFrame: most,
      apartAtRest: apart,
    }),
  }
}
