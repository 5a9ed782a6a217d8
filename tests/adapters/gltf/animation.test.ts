// Bodies that animations of a document move, without a renderer: poses between keys against closed forms, and what stands on them.
import { accessorsOf, addPhysics, meshAccessors, readPhysics } from 'fulcrum-physics/gltf'
import { Body, box, PhysicsError, World } from 'fulcrum-physics/3d'
import { describe, expect, it, vi } from 'vitest'
import { randomOf } from '../../families/family.ts'
import { Document, type Json } from './documents.ts'

const DT = 1 / 60
const turnOf = (angle: number): number[] => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]

/** A lift, animated as told. */
function lift(values: number[], times: number[], interpolation?: string, more: Json = {}): Document {
  const document = new Document()
  const node = document.solid([0, 0, 0], 'box', { size: [4, 1, 4] }, undefined, {}, more)
  document.animation(node, 'translation', times, values, interpolation)
  return document
}

describe('animations', () => {
  it('are in the description, those that move bodies alone', () => {
    const document = lift([0, 0, 0, 0, 2, 0], [0, 1])
    const camera = document.node({})
    document.animation(camera, 'translation', [0, 1], [0, 0, 0, 1, 1, 1])
    const { animations, bodies } = document.read()
    expect(animations.map(({ name, duration, nodes }) => [name, duration, nodes])).toEqual([['translation of 0', 1, [0]]])
    expect(bodies[0]!.definition.type).toBe('kinematic')
    expect(meshAccessors(document.json())).toEqual([0, 1, 2, 3])
  })

  it('have steps, lines, arcs and cubic splines between their keys', () => {
    const random = randomOf(5)
    for (let i = 0; i < 200; i++) {
      const [a, b] = [[0, 0, 0].map(() => random.between(-3, 3)), [0, 0, 0].map(() => random.between(-3, 3))]
      const [into, out] = [[0, 0, 0].map(() => random.between(-3, 3)), [0, 0, 0].map(() => random.between(-3, 3))]
      const [start, end, share] = [random.between(0, 1), random.between(1.5, 3), random()]
      const time = Math.fround(start) + share * (Math.fround(end) - Math.fround(start))
      const at = (document: Document): number[] => {
        const { x, y, z } = document.read().animations[0]!.poseOf(0, time).position
        return [x, y, z]
      }
      const near = (found: number[], wanted: number[]): void => wanted.forEach((value, k) => expect(found[k]).toBeCloseTo(value, 5))
      near(at(lift([...a, ...b], [start, end])), a.map((from, k) => from + share * (b[k]! - from)))
      near(at(lift([...a, ...b], [start, end], 'STEP')), a)
      const length = end - start
      const hermite = a.map((from, k) => {
        const [t, t2, t3] = [share, share * share, share * share * share]
        return (2 * t3 - 3 * t2 + 1) * from + length * (t3 - 2 * t2 + t) * out[k]! + (3 * t2 - 2 * t3) * b[k]! + length * (t3 - t2) * into[k]!
      })
      near(at(lift([9, 9, 9, ...a, ...out, ...into, ...b, 9, 9, 9], [start, end], 'CUBICSPLINE')), hermite)
      const angle = random.between(-3.1, 3.1)
      const wheel = new Document()
      const node = wheel.solid([0, 0, 0], 'box', {})
      // The second key's quaternion has the other sign: the shorter way is still the way.
      wheel.animation(node, 'rotation', [0, 1], [...turnOf(0), ...turnOf(angle).map(part => -part)])
      const { rotation } = wheel.read().animations[0]!.poseOf(0, share)
      const turned = 2 * Math.atan2(rotation.y, rotation.w)
      expect(Math.cos(turned - share * angle)).toBeCloseTo(1, 9)
    }
  })

  it('move what hangs below the node, in turned and scaled parents', () => {
    const document = new Document()
    const tip = document.solid([3, 0, 0], 'box', {})
    const arm = document.node({ translation: [1, 0, 0], scale: [2, 2, 2], children: [tip] })
    document.node({ translation: [0, 5, 0], rotation: turnOf(Math.PI / 2), children: [arm] })
    document.animation(arm, 'rotation', [0, 2], [...turnOf(0), ...turnOf(Math.PI)])
    const { position, rotation } = document.read().animations[0]!.poseOf(tip, 1)
    // Half a turn after two seconds: a quarter after one. The root turns all of it by another quarter.
    expect([position.x, position.y, position.z].map(value => Number(value.toFixed(6)) + 0)).toEqual([-6, 5, -1])
    expect(Math.abs(rotation.y)).toBeCloseTo(1, 6)
  })

  it('carry what stands on them', () => {
    const document = lift([0, 0, 0, 0, 3, 0, 0, 0, 0], [0, 3, 6])
    const physics = document.load()
    const { world } = physics
    const crate = world.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
    for (let i = 1; i <= 150; i++) {
      physics.animate(i * DT)
      world.step(DT)
    }
    expect(physics.body(0)!.position.y).toBeCloseTo(2.5, 6)
    expect(crate.position.y).toBeCloseTo(3.5, 3)
    expect(crate.linearVelocity.y).toBeCloseTo(1, 3)
  })

  it('begin again: closed ones smoothly, open ones at once, pushing nothing', () => {
    for (const closed of [true, false]) {
      const document = lift(closed ? [0, 0, 0, 1, 0, 0, 0, 0, 0] : [0, 0, 0, 1, 0, 0, 3, 0, 0], [0, 1, 2])
      const physics = document.load()
      const jumps = vi.spyOn(Body.prototype, 'teleport')
      for (let i = 1; i <= 300; i++) {
        physics.animate(i * DT)
        physics.world.step(DT)
      }
      expect(physics.body(0)!.position.x).toBeCloseTo(1, 5)
      expect(jumps).toHaveBeenCalledTimes(closed ? 0 : 2)
      jumps.mockRestore()
    }
    const once = lift([0, 0, 0, 1, 0, 0], [0, 1]).load()
    for (let i = 1; i <= 90; i++) {
      once.animate(i * DT, { loop: false, animation: 'translation of 0' })
      once.world.step(DT)
    }
    expect(once.body(0)!.position.x).toBeCloseTo(1, 6)
    expect(() => once.animate(0, { animation: 'walk' })).toThrow(/There are 0 \(translation of 0\)/)
    expect(() => once.animate(NaN)).toThrow(PhysicsError)
  })

  it('that are wrong are refused with their path', () => {
    const says = (change: (json: Json) => void): string => {
      const document = lift([0, 0, 0, 0, 2, 0], [0, 1])
      const json = document.json()
      change(json)
      try {
        addPhysics(new World(), readPhysics(json, accessorsOf(json, [document.buffer()])))
      } catch (error) {
        expect(error).toBeInstanceOf(PhysicsError)
        return (error as Error).message
      }
      return ''
    }
    expect(says(json => { json.animations[0].samplers[0].interpolation = 'BEZIER' })).toMatch(/^animations\[0\]\.samplers\[0\]\.interpolation/)
    expect(says(json => { json.animations[0].samplers[0].output = 0 })).toMatch(/^animations\[0\]\.samplers\[0\]\.output \(2\) must have 3 numbers/)
    const lost = lift([0, 0, 0, 0, 2, 0], [0, 1])
    lost.animations[0].channels[0].sampler = 7
    expect(lost.read()).toMatchObject({ animations: [], warnings: [{ path: 'animations[0].channels[0].sampler' }] })
    expect(says(json => { json.accessors[0].count = 1 })).toMatch(/^animations\[0\]\.samplers\[0\]\.output/)
    expect(says(json => { json.animations[0].samplers[0].input = 99 })).toMatch(/^animations\[0\]\.samplers\[0\]\.input \(99\)/)
    expect(says(json => { delete json.animations[0].name })).toBe('')
  })
})
