// Ends of a session: messages of unknown origin do no harm, differences are found and named, onlookers see what is there.
import { World as Plane, box as rectangle } from 'fulcrum-physics/2d'
import { box, World as Space } from 'fulcrum-physics/3d'
import { Loopback, PoseReceiver, PoseSender } from 'fulcrum-physics/netcode'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scenes/random.ts'
import { joinArena, RIGHT } from './arena.ts'

const DT = 1 / 60

function session(dimension: 2 | 3, seed: number) {
  const network = new Loopback({ seed, delay: 0.05, jitter: 0.03, loss: 0.1 })
  const sent: Uint8Array[] = []
  const peers = [0, 1].map((player) => joinArena(dimension, seed, 2, player, network, {}, { session: 7 }))
  const run = (frames: number): void => {
    for (let i = 0; i < frames; i++) {
      peers.forEach((peer) => peer.frame([peer.rollback.present % 14 < 7 ? RIGHT : 0]))
      network.advance(DT, (from, to, bytes) => {
        sent.push(bytes)
        peers[to]!.receive(from, bytes)
      })
    }
  }
  return { peers, run, sent, network }
}

describe.each([2, 3] as const)('ends of a session, %iD', (dimension) => {
  it('refuse what is malformed, forged, oversized or of another version or session', () => {
    const { peers, run, sent } = session(dimension, 2)
    run(30)
    const [peer] = peers
    const hash = peer!.rollback.world.hash()
    const honest = sent.findLast((bytes) => bytes[8] === 1)!
    const forged = (change: (view: DataView) => void): Uint8Array => {
      const copy = honest.slice()
      change(new DataView(copy.buffer))
      return copy
    }
    const verdict = (bytes: unknown, from = 1): string => peer!.receive(from, bytes as Uint8Array)
    expect(verdict(new Uint8Array(0))).toBe('malformed')
    expect(verdict('text')).toBe('malformed')
    expect(verdict(null)).toBe('malformed')
    expect(verdict(honest.slice(0, -1))).toBe('malformed')
    expect(verdict(forged((view) => view.setUint16(0, 1)))).toBe('malformed')
    expect(verdict(forged((view) => view.setUint8(3, 9)))).toBe('malformed')
    expect(verdict(forged((view) => view.setUint8(2, 9)))).toBe('version')
    expect(verdict(forged((view) => view.setUint32(4, 8, true)))).toBe('session')
    expect(verdict(forged((view) => view.setUint8(8, 0)))).toBe('player')
    expect(verdict(honest, 5)).toBe('player')
    expect(verdict(forged((view) => view.setUint32(9, 1e6, true)))).toBe('tick')
    expect(verdict(forged((view) => view.setUint32(30, 4e9, true)))).toBe('tick')
    const large = new Uint8Array(70_000)
    large.set(honest)
    expect(verdict(large)).toBe('oversized')
    expect(peer!.rollback.world.hash()).toBe(hash)
    const random = createRandom(dimension)
    for (let i = 0; i < 500; i++) {
      const bytes = i % 2 === 0 ? Uint8Array.from({ length: random.integer(0, 80) }, () => random.integer(0, 255)) : honest.slice()
      if (i % 2 === 1) bytes[random.integer(0, 29)] = random.integer(0, 255)
      // Noise alone is never taken for a message; a flipped byte may be a lie that looks like the truth.
      if (i % 2 === 0) expect(verdict(bytes)).not.toBe('ok')
      else verdict(bytes)
    }
    run(30)
    expect(peer!.rollback.stats.steps).toBeGreaterThan(55)
  })

  it('do not take back an input that was told', () => {
    const { peers, run, sent } = session(dimension, 3)
    run(20)
    const honest = sent.findLast((bytes) => bytes[8] === 1 && bytes.byteLength > 40)!
    const other = honest.slice()
    other[other.byteLength - 1]! ^= 1
    const [peer] = peers
    peer!.receive(1, honest)
    expect(peer!.receive(1, other)).toBe('input')
  })

  it('find out that they have parted, and name the body and the column', () => {
    const { peers, run } = session(dimension, 4)
    run(20)
    expect(peers.map(({ desync }) => desync)).toEqual([null, null])
    const victim = [...peers[1]!.rollback.world.bodies].filter(({ type }) => type === 'dynamic')[2]!
    // What no input says: a bug of the game.
    const { rollback } = peers[1]!
    rollback.correct(rollback.tick, (world) => (world.bodyById(victim.id)!.gravityScale = 0.9))
    run(70)
    for (const { desync } of peers) {
      expect(desync).not.toBeNull()
      expect(desync!.mine).not.toBe(desync!.theirs)
      expect(desync!.difference?.column).toMatch(/^bodies\./)
    }
  })
})

describe('onlookers', () => {
  it.each([2, 3] as const)('see where bodies are, to the resolution, in spite of loss (%iD)', (dimension) => {
    const world = dimension === 2 ? new Plane() : new Space()
    const random = createRandom(5)
    const add = (y: number): void => {
      if (world instanceof Plane) world.createBody({ position: { x: random.between(-3, 3), y }, rotation: y, shapes: [rectangle({ halfExtents: { x: 0.3, y: 0.2 } })] })
      else world.createBody({ position: { x: random.between(-3, 3), y, z: 0 }, rotation: random.rotation(), shapes: [box({ halfExtents: { x: 0.3, y: 0.2, z: 0.4 } })] })
    }
    if (world instanceof Plane) world.createBody({ type: 'static', shapes: [rectangle({ halfExtents: { x: 20, y: 0.5 } })] })
    else world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 20, y: 0.5, z: 20 } })] })
    for (let i = 0; i < 12; i++) add(1 + i)
    const sender = new PoseSender(world, { maxBytes: 240 })
    const receiver = new PoseReceiver()
    for (let tick = 1; tick <= 300; tick++) {
      world.step(DT)
      if (tick === 100) world.destroyBody([...world.bodies][5] as never)
      if (tick === 120) add(4)
      const bytes = sender.write(tick)
      expect(bytes.byteLength).toBeLessThanOrEqual(240)
      if (tick === 300 || random.next() > 0.2) expect(receiver.receive(bytes)).toBe('ok')
    }
    const stride = dimension === 2 ? 3 : 7
    const poses = new Float64Array(stride * world.bodyCount)
    world.readPoses(poses)
    const out = new Float64Array(7)
    let index = 0
    let worst = 0
    for (let row = 0; row < receiver.rowCount; row++) {
      if (!receiver.readPose(row, 300, out)) continue
      for (let k = 0; k < dimension; k++) worst = Math.max(worst, Math.abs(out[k]! - poses[index * stride + k]!))
      if (dimension === 3) {
        const product = [3, 4, 5, 6].reduce((sum, k) => sum + out[k]! * poses[index * stride + k]!, 0)
        expect(Math.abs(product)).toBeGreaterThan(1 - 1e-8)
      } else expect(Math.abs(Math.sin((out[2]! - poses[index * stride + 2]!) / 2))).toBeLessThan(1e-4)
      index++
    }
    expect(index).toBe(world.bodyCount)
    expect(worst).toBeLessThanOrEqual(0.00051)
  })

  it('refuse forged messages and keep what they know', () => {
    const world = new Space()
    world.createBody({ shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 } })] })
    const sender = new PoseSender(world)
    const receiver = new PoseReceiver(64)
    expect(receiver.receive(sender.write(1))).toBe('ok')
    const honest = sender.write(2)
    expect(receiver.receive(honest.slice(0, -1))).toBe('malformed')
    const version = honest.slice()
    version[2] = 7
    expect(receiver.receive(version)).toBe('version')
    const far = honest.slice()
    far[16] = 127
    expect(receiver.receive(far)).toBe('malformed')
    expect(receiver.receive(new Uint8Array(100_000))).toBe('oversized')
    expect(receiver.receive(new PoseSender(new Plane()).write(1))).toBe('malformed')
    const random = createRandom(1)
    for (let i = 0; i < 2000; i++) receiver.receive(Uint8Array.from(honest, (byte, at) => (at > 2 && random.next() < 0.2 ? random.integer(0, 255) : byte)))
    expect(receiver.rowCount).toBeLessThanOrEqual(64)
  })
})
