// A world with a past: going back, correcting, confirming, comparing; deltas give states byte for byte; work of a call is bounded.
import { PhysicsError } from 'fulcrum-physics/2d'
import { RollbackWorld, type RollbackOptions } from 'fulcrum-physics/netcode'
import { describe, expect, it } from 'vitest'
import { type ArenaWorld, buildArena, HOP, LEFT, RIGHT, SPAWN } from './arena.ts'

const DT = 1 / 60

function start(dimension: 2 | 3, seed: number, options: Partial<RollbackOptions<ArenaWorld>> = {}): RollbackWorld<ArenaWorld> {
  const { world, apply } = buildArena(dimension, seed, 2)
  return new RollbackWorld<ArenaWorld>(world, { apply, players: 2, ticks: 40, ...options })
}

const keys = (tick: number): [number, number] => [tick % 12 < 6 ? RIGHT | SPAWN : 0, tick % 10 < 5 ? LEFT | HOP : RIGHT]

/** Hash of a run in which every input is known in time. */
function truth(dimension: 2 | 3, seed: number, ticks: number, inputs: (tick: number) => ArrayLike<number> = keys): string {
  const { world, apply } = buildArena(dimension, seed, 2)
  for (let tick = 0; tick < ticks; tick++) {
    apply(world, Int32Array.from(inputs(tick)), tick)
    world.step(DT)
  }
  return world.hash()
}

function refusal(act: () => unknown): PhysicsError {
  try {
    act()
  } catch (error) {
    if (error instanceof PhysicsError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe.each([2, 3] as const)('a world that can go back, %iD', (dimension) => {
  it('comes to the same state whether inputs come in time or late', () => {
    const rollback = start(dimension, 3)
    for (let tick = 0; tick < 36; tick++) {
      rollback.setInput(0, tick, [keys(tick)[0]])
      rollback.advance()
      if (tick >= 9) rollback.setInput(1, tick - 9, [keys(tick - 9)[1]])
    }
    expect(rollback.confirmedTick).toBe(26)
    expect(rollback.stats.rollbacks).toBeGreaterThan(3)
    for (let tick = 27; tick < 36; tick++) rollback.setInput(1, tick, [keys(tick)[1]])
    rollback.advance([0, 0])
    expect(rollback.hash(36)).toBe(truth(dimension, 3, 36))
    expect(rollback.hash(30)).toBe(truth(dimension, 3, 30))
  })

  it('rewinds, and does the same again or another thing', () => {
    const rollback = start(dimension, 4)
    for (let tick = 0; tick < 20; tick++) rollback.advance(keys(tick))
    const hash = rollback.world.hash()
    rollback.rewind(8)
    expect([rollback.tick, rollback.present, rollback.world.hash()]).toEqual([8, 8, truth(dimension, 4, 8)])
    for (let tick = 8; tick < 20; tick++) rollback.advance()
    expect(rollback.world.hash()).toBe(hash)
    rollback.rewind(8)
    for (let tick = 8; tick < 20; tick++) rollback.advance([0, 0])
    expect(rollback.world.hash()).toBe(truth(dimension, 4, 20, (tick) => (tick < 8 ? keys(tick) : [0, 0])))
  })

  it('is put right by a state, by a delta and by a function', () => {
    const server = start(dimension, 5)
    for (let tick = 0; tick < 24; tick++) server.advance(keys(tick))
    // A client that knows nothing of the other player.
    const client = (): RollbackWorld<ArenaWorld> => {
      const made = start(dimension, 5, { confirm: 'calls' })
      for (let tick = 0; tick < 24; tick++) made.advance([keys(tick)[0], 0])
      return made
    }
    const byState = client()
    expect(byState.world.hash()).not.toBe(server.world.hash())
    byState.correct(20, server.state(20))
    for (let tick = 20; tick < 24; tick++) byState.setInput(1, tick, [keys(tick)[1]])
    byState.advance(keys(24))
    server.advance(keys(24))
    expect(byState.world.hash()).toBe(server.world.hash())

    const byDelta = client()
    byDelta.correct(20, server.state(20))
    const delta = server.delta(20, 23)
    byDelta.correct(23, delta)
    expect(byDelta.state(23)).toEqual(server.state(23))
    byDelta.setInput(1, 23, [keys(23)[1]])
    byDelta.advance(keys(24))
    expect(byDelta.world.hash()).toBe(server.world.hash())

    const byHand = client()
    byHand.correct(20, (world) => {
      for (const body of world.bodies) if (body.type === 'dynamic') body.gravityScale = 0.5
    })
    byHand.advance()
    expect([byHand.tick, byHand.present]).toEqual([25, 25])
    expect(() => byHand.correct(22, () => { throw new RangeError('no') })).toThrow(RangeError)
    byHand.advance()
    expect(byHand.tick).toBe(26)
  })

  it('joins late by a state of a tick that it never saw', () => {
    const server = start(dimension, 6)
    for (let tick = 0; tick < 100; tick++) server.advance(keys(tick))
    const late = start(dimension, 6)
    late.correct(100, server.state(100))
    expect([late.tick, late.present, late.confirmedTick]).toEqual([100, 100, 100])
    for (let tick = 100; tick < 110; tick++) {
      server.advance(keys(tick))
      late.advance(keys(tick))
    }
    expect(late.hash(110)).toBe(server.hash(110))
  })

  it('begins anew at a tick that is long gone', () => {
    const server = start(dimension, 6)
    for (let tick = 0; tick < 5; tick++) server.advance(keys(tick))
    const client = start(dimension, 6)
    for (let tick = 0; tick < 100; tick++) client.advance([0, keys(tick)[1]])
    const before = client.hash(100)
    expect(refusal(() => client.correct(5, server.state(5))).message).toContain('not in the ring')
    expect(refusal(() => client.restart(5, server.delta(3, 5))).field).toBe('restart.state')
    expect(refusal(() => client.restart(5, server.state(5).slice(0, -4))).code).toBe('bad-snapshot')
    expect(refusal(() => client.restart(-1, server.state(5))).field).toBe('restart.tick')
    expect([client.present, client.hash(100)]).toEqual([100, before])
    client.restart(5, server.state(5))
    expect([client.tick, client.present, client.confirmedTick, client.has(100)]).toEqual([5, 5, 5, false])
    for (let tick = 5; tick < 60; tick++) {
      server.advance(keys(tick))
      client.setInput(1, tick, [keys(tick)[1]])
      client.advance()
      if (tick >= 9) client.setInput(0, tick - 4, [keys(tick - 4)[0]])
    }
    client.advance()
    expect(client.hash(client.confirmedTick)).toBe(server.hash(client.confirmedTick))
    expect(client.confirmedTick).toBeGreaterThan(50)
  })

  it('takes no more steps in a call than it may, and catches up', () => {
    const rollback = start(dimension, 7, { maxSteps: 4 })
    for (let tick = 0; tick < 20; tick++) rollback.advance([keys(tick)[0], 0].slice(0, 2))
    rollback.rewind(0)
    const late = start(dimension, 7, { maxSteps: 4, confirm: 'calls' })
    for (let tick = 0; tick < 20; tick++) late.advance([keys(tick)[0], 0])
    for (let tick = 0; tick < 20; tick++) late.setInput(1, tick, [keys(tick)[1]])
    let tick = 20
    for (; late.tick < late.present || tick === 20; tick++) {
      const before = late.stats.steps
      late.advance(keys(tick))
      expect(late.stats.steps - before).toBeLessThanOrEqual(4)
      expect(tick).toBeLessThan(40)
    }
    expect(late.stats.behind).toBeGreaterThan(3)
    expect(late.hash(tick)).toBe(truth(dimension, 7, tick))
  })

  it('waits when the ring is full of ticks that are not confirmed', () => {
    const rollback = start(dimension, 8, { ticks: 10 })
    let moved = 0
    for (let i = 0; i < 30; i++) {
      rollback.setInput(0, rollback.present, [1])
      if (rollback.advance()) moved++
    }
    expect([moved, rollback.present, rollback.stats.waits]).toEqual([9, 9, 21])
    for (let tick = 0; tick < 9; tick++) rollback.setInput(1, tick, [2])
    expect(rollback.advance()).toBe(true)
    expect(rollback.hash(9)).toBe(truth(dimension, 8, 9, () => [1, 2]))
  })

  it('names the first body and column that differ', () => {
    const here = start(dimension, 9)
    const there = start(dimension, 9)
    for (let tick = 0; tick < 5; tick++) for (const end of [here, there]) end.advance(keys(tick))
    expect(here.compare(5, there.state(5))).toBeNull()
    const victim = [...there.world.bodies].filter(({ type }) => type === 'dynamic')[1]!
    there.correct(5, (world) => {
      const body = world.bodyById(victim.id)!
      if ('y' in Object(body.angularVelocity)) (body as { angularVelocity: object }).angularVelocity = { x: 0, y: 0, z: 0.25 }
      else (body as { angularVelocity: number }).angularVelocity = 0.25
    })
    const found = here.compare(5, there.state(5))!
    expect([found.tick, found.body, found.column, found.theirs]).toEqual([5, victim.id, 'bodies.w', 0.25])
  })

  it('keeps the numbers of the game with the state', () => {
    const game = new Float64Array(2)
    const { world, apply } = buildArena(dimension, 10, 2)
    const rollback = new RollbackWorld<ArenaWorld>(world, {
      players: 2, ticks: 30, game,
      apply(at, inputs, tick) {
        apply(at, inputs, tick)
        game[0] += inputs[1]!
      },
    })
    for (let tick = 0; tick < 10; tick++) rollback.setInput(0, tick, [1])
    for (let tick = 0; tick < 10; tick++) rollback.advance()
    expect(game[0]).toBe(0)
    for (let tick = 0; tick < 10; tick++) rollback.setInput(1, tick, [3])
    rollback.advance()
    // The last tick is predicted to go on.
    expect(game[0]).toBe(33)
    const hash = rollback.hash(10)
    const state = rollback.state(10)
    state[state.byteLength - 9]! ^= 1
    expect(rollback.compare(10, state)).toMatchObject({ column: 'game' })
    rollback.correct(10, state)
    expect(rollback.hash(10)).not.toBe(hash)
    expect(refusal(() => rollback.correct(10, state.slice(0, -8))).code).toBe('bad-snapshot')
  })

  it('tells states that grow beyond their slots', () => {
    const rollback = start(dimension, 11, { ticks: 20 })
    for (let tick = 0; tick < 300; tick++) rollback.advance([SPAWN, SPAWN | RIGHT])
    expect(rollback.stats.grown).toBeGreaterThan(0)
    const hash = rollback.hash(295)
    rollback.rewind(290)
    for (let tick = 290; tick < 295; tick++) rollback.advance()
    expect(rollback.world.hash()).toBe(hash)
  })

  it('refuses deltas that are damaged or made from another state, and is unharmed', () => {
    const server = start(dimension, 12)
    const client = start(dimension, 12)
    for (let tick = 0; tick < 20; tick++) for (const end of [server, client]) end.advance(keys(tick))
    const delta = server.delta(10, 18)
    const before = client.world.hash()
    let refused = 0
    for (let i = 0; i < 120; i++) {
      const damaged = delta.slice(0, i % 3 === 0 ? delta.byteLength - 4 * (1 + (i % 7)) : undefined)
      if (i % 3 !== 0) damaged[(i * 7919) % damaged.byteLength]! ^= 1 << (i % 8)
      try {
        client.correct(18, damaged)
      } catch (error) {
        expect(error).toBeInstanceOf(PhysicsError)
        refused++
      }
    }
    expect(refused).toBe(120)
    expect(client.world.hash()).toBe(before)
    const other = start(dimension, 13)
    for (let tick = 0; tick < 20; tick++) other.advance(keys(tick))
    expect(refusal(() => other.correct(18, delta)).message).toContain('another state')
    client.correct(18, delta)
    client.advance()
    expect(client.tick).toBe(21)
  })
})

describe('a world that can go back', () => {
  it('refuses bad options and arguments with the field and the cure', () => {
    const { world, apply } = buildArena(2, 1, 1)
    const make = (options: object) => () => new RollbackWorld(world, { apply, ...options } as never)
    expect(refusal(make({ ticks: 1 })).field).toBe('rollback.ticks')
    expect(refusal(make({ players: 0 })).field).toBe('rollback.players')
    expect(refusal(make({ apply: null })).field).toBe('rollback.apply')
    expect(refusal(make({ maxsteps: 3 })).message).toContain('maxSteps')
    expect(refusal(make({ confirm: 'never' })).field).toBe('rollback.confirm')
    expect(refusal(make({ game: [1] })).field).toBe('rollback.game')
    expect(refusal(make({ dt: -1 })).field).toBe('rollback.dt')
    expect(refusal(() => new RollbackWorld({} as never, { apply } as never)).field).toBe('rollback.world')
    const rollback = new RollbackWorld<ArenaWorld>(world, { apply })
    expect(refusal(() => rollback.advance([0.5])).field).toBe('advance.inputs[0]')
    expect(refusal(() => rollback.advance([])).field).toBe('advance.inputs')
    expect(refusal(() => rollback.setInput(1, 0, [0])).field).toBe('setInput.player')
    expect(refusal(() => rollback.setInput(0, -1, [0])).field).toBe('setInput.tick')
    expect(refusal(() => rollback.rewind(5)).message).toContain('not in the ring')
    expect(refusal(() => rollback.hash(77)).field).toBe('hash.tick')
    expect(refusal(() => rollback.correct(0, 'x' as never)).field).toBe('correct.patch')
    expect(refusal(() => rollback.correct(0, new Uint8Array(40))).code).toBe('bad-snapshot')
    expect(refusal(() => rollback.compare(0, new Uint8Array(40))).code).toBe('bad-snapshot')
    expect([rollback.tick, rollback.stats.steps]).toEqual([0, 0])
    rollback.advance([RIGHT])
    expect(rollback.setInput(0, 0, [LEFT])).toBe('late')
    expect(rollback.setInput(0, 5, [LEFT])).toBe('new')
    expect(rollback.setInput(0, 5, [LEFT])).toBe('same')
    expect(rollback.setInput(0, 5, [RIGHT])).toBe('changed')
    expect(rollback.setInput(0, 100_000, [RIGHT])).toBe('early')
  })
})
