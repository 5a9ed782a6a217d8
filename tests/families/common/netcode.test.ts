/**
 * Sessions over bad networks: random inputs, delays, jitter, loss and doubled messages. All ends come to the hash of a run in one process that
 * knew every input in time, and the error at rest is 0.
 */

import { Loopback } from 'fulcrum-physics/netcode'
import { buildArena, joinArena } from '../../adapters/netcode/arena.ts'
import { testFamily } from '../family.ts'

const DT = 1 / 60
/** Ticks in which players press keys; afterwards everybody lets go. */
const PLAY = 50
const END = 80

for (const dimension of [2, 3] as const) {
  testFamily({
    name: `sessions over bad networks, ${dimension}D`,
    short: 3,
    long: 300,
    figures: {
      'ends whose hash is another one': { worst: 0 },
      'comparisons that found a difference': { worst: 0 },
      'steps of a frame beyond the bound': { worst: 0 },
      'frames until the end': { worst: 4000 },
      'messages refused': { worst: 0 },
    },
    run(random, seed) {
      const players = random.integer(2, 3)
      const maxSteps = random.integer(2, 24)
      const network = new Loopback({
        seed, delay: random.between(0, 0.2), jitter: random.between(0, 0.15), loss: random.between(0, 0.3), duplicates: random.between(0, 0.2),
      })
      const inputDelay = random.integer(0, 3)
      const ticks = random.integer(20, 90)
      const peers = Array.from({ length: players }, (_, player) => joinArena(dimension, seed, players, player, network, { ticks, maxSteps }, { inputDelay }))
      // Keys are held for a while, so that predictions are sometimes right.
      const plan = Array.from({ length: players }, () => {
        let key = 0
        return Array.from({ length: END }, (_, tick) => (key = tick >= PLAY ? 0 : random() < 0.15 ? random.integer(0, 15) : key))
      })
      let frames = 0
      let beyond = 0
      const starts = peers.map(() => random.integer(0, 20))
      while (frames < 4000 && !peers.every(({ rollback }) => rollback.confirmedTick >= END)) {
        frames++
        peers.forEach((peer, player) => {
          if (frames <= starts[player]!) return
          const { rollback } = peer
          const before = rollback.stats.steps
          peer.frame([plan[player]![rollback.present + inputDelay] ?? 0])
          beyond = Math.max(beyond, rollback.stats.steps - before - maxSteps)
        })
        network.advance(DT, (from, to, bytes) => peers[to]!.receive(from, bytes))
      }
      const truth = buildArena(dimension, seed, players)
      const inputs = new Int32Array(players)
      for (let tick = 0; tick < END; tick++) {
        for (let player = 0; player < players; player++) inputs[player] = tick < inputDelay ? 0 : plan[player]![tick]!
        truth.apply(truth.world, inputs, tick)
        truth.world.step(DT)
      }
      const hash = truth.world.hash()
      return {
        'ends whose hash is another one': peers.filter(({ rollback }) => !rollback.has(END) || rollback.hash(END) !== hash).length,
        'comparisons that found a difference': peers.filter(({ desync, stats }) => desync !== null || stats.compared === 0).length,
        'steps of a frame beyond the bound': beyond,
        'frames until the end': frames,
        'messages refused': peers.reduce((sum, { stats }) => sum + stats.refused, 0),
      }
    },
  })
}
