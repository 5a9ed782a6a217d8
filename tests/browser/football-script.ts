// A player of car football in a page: joins the room, plays by the tick, and delivers the hashes of confirmed ticks.
import { Client } from 'colyseus.js'
import { buildFootball } from '../../packages/colyseus/example/football.ts'
import { joinRoom } from '../../packages/colyseus/src/client.ts'
import { keysOf } from '../colyseus/players.ts'

declare const FOOTBALL: { address: string; ticks: number; every: number }
declare function deliver(text: string): void

export interface Played {
  readonly seat: number | null
  readonly hashes: [number, string][]
  readonly desyncs: number
  readonly compared: number
  readonly rollbacks: number
  readonly replaced: number
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly score: number[]
}

const { address, ticks, every } = FOOTBALL
const game = buildFootball()
const room = await joinRoom({
  connect: (at) => new Client(at), servers: [address], room: 'football', id: 'browsers', build: () => game, version: 'football 1', giveUp: 120, silence: 10,
})
const hashes: [number, string][] = []
const other = new Int32Array(1)
/** The first confirmed tick in which the other one plays: browsers take their time to open. */
let began = Infinity
let due = performance.now()
const timer = setInterval(() => {
  for (let n = 0; due <= performance.now() && n < 4; n++, due += 1000 / 60) room.frame([keysOf(5, room.predicted.seat!, room.predicted.rollback!.present)])
  if (performance.now() - due > 250) due = performance.now()
  const { predicted } = room
  const rollback = predicted.rollback!
  const tick = Math.floor(rollback.confirmedTick / every) * every
  if (tick > (hashes.at(-1)?.[0] ?? 0) && rollback.has(tick)) hashes.push([tick, rollback.hash(tick)])
  rollback.readInput(1 - predicted.seat!, Math.max(0, rollback.confirmedTick - 1), other)
  if (other[0] !== 0) began = Math.min(began, rollback.confirmedTick)
  if (rollback.confirmedTick < began + ticks) return
  clearInterval(timer)
  const { desyncs, compared, replaced, sentBytes, receivedBytes } = predicted.stats
  deliver(JSON.stringify({
    seat: predicted.seat, hashes, desyncs, compared, rollbacks: rollback.stats.rollbacks, replaced, sentBytes, receivedBytes, score: [...game.score],
  } satisfies Played))
}, 8)
