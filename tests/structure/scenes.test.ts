// Every scene says what its figures must be, in a way that can fail, and its camera sees it.
import { World as World2d } from 'fulcrum-physics/2d'
import { World as World3d, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { scenes as scenes2d } from '../../scenes/d2/index.ts'
import { scenes as scenes3d } from '../../scenes/d3/index.ts'
import { atLeast, atMost, between, boundsText, exactly, findMisses, near, rangeOf, type Expectation } from '../../scenes/expectation.ts'
import { judgeScene } from '../../scenes/judge.ts'
import { NOT_REACHED } from '../../scenes/not-reached.ts'

const DT = 1 / 60
/** As the sandbox draws: half the vertical opening angle of the camera in three dimensions, rad, and the shape of the window. */
const HALF_VIEW = Math.PI / 8
const ASPECT = 16 / 9

const all = [...scenes2d, ...scenes3d]

/** Is there a value that breaks it? Both ends infinite, or a reason left out, make an empty promise. */
function canFail(expectation: Expectation): boolean {
  const { min, max } = rangeOf(expectation)
  return min <= max && (min > -Infinity || max < Infinity) && expectation.why.trim().length > 5
}

describe('scenes', () => {
  it('have names of their own in kebab-case, a title, a description and steps', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    for (const { name, title, description, steps } of all) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(title.length, name).toBeGreaterThan(3)
      expect(description, name).toMatch(/^[A-Z].*\.$/)
      expect(Number.isInteger(steps) && steps > 0, name).toBe(true)
    }
  })

  it.each(all.map(entry => [entry.name, entry] as const))('%s has an expectation, and each of them can fail', (_name, entry) => {
    expect(Object.keys(entry.expect).length).toBeGreaterThan(0)
    expect(Object.entries(entry.expect).filter(([, expectation]) => !canFail(expectation))).toEqual([])
  })

  it.each(scenes2d.map(entry => [entry.name, entry] as const))('%s measures what it expects, before a camera that sees it', (_name, entry) => {
    const world = new World2d(entry.worldOptions)
    const instance = entry.build(world)
    const { center, height } = entry.camera
    const isSeen = ({ x, y }: { x: number; y: number }): boolean =>
      Math.abs(y - center.y) < height / 2 && Math.abs(x - center.x) < (ASPECT * height) / 2
    expect([...world.bodies].some(({ type, position }) => type === 'dynamic' && isSeen(position)), 'a body in the picture').toBe(true)
    instance.update?.(world, 0)
    world.step(DT)
    expect(Object.keys(instance.measure(world))).toEqual(expect.arrayContaining(Object.keys(entry.expect)))
  })

  it.each(scenes3d.map(entry => [entry.name, entry] as const))('%s measures what it expects, before a camera that sees it', (_name, entry) => {
    const world = new World3d(entry.worldOptions)
    const instance = entry.build(world)
    const isSeen = (point: Vec3): boolean => isWithinView(entry.camera, point)
    expect([...world.bodies].some(({ type, position }) => type === 'dynamic' && isSeen(position)), 'a body in the picture').toBe(true)
    instance.update?.(world, 0)
    world.step(DT)
    expect(Object.keys(instance.measure(world))).toEqual(expect.arrayContaining(Object.keys(entry.expect)))
  })
})

/** Within the four planes of the camera's view, y up. */
function isWithinView({ position: eye, target }: { position: Vec3; target: Vec3 }, point: Vec3): boolean {
  const forwards = normalized({ x: target.x - eye.x, y: target.y - eye.y, z: target.z - eye.z })
  const right = normalized({ x: -forwards.z, y: 0, z: forwards.x })
  const up = {
    x: right.y * forwards.z - right.z * forwards.y,
    y: right.z * forwards.x - right.x * forwards.z,
    z: right.x * forwards.y - right.y * forwards.x,
  }
  const to = { x: point.x - eye.x, y: point.y - eye.y, z: point.z - eye.z }
  const reach = Math.tan(HALF_VIEW) * dot(forwards, to)
  return Math.abs(dot(up, to)) < reach && Math.abs(dot(right, to)) < ASPECT * reach
}

function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

function normalized({ x, y, z }: Vec3): Vec3 {
  const length = Math.hypot(x, y, z)
  return { x: x / length, y: y / length, z: z / length }
}

describe('expectations', () => {
  it('are met within their bounds, ends included, and by nothing else', () => {
    const missed = (expectation: Expectation, value: number): boolean => findMisses({ a: value }, { a: expectation }).length === 1
    const why = 'a reason'
    expect([missed(atMost(3, why), 3), missed(atMost(3, why), 3.01)]).toEqual([false, true])
    expect([missed(atLeast(3, why), 3), missed(atLeast(3, why), 2.99)]).toEqual([false, true])
    expect([2, 3, 4, 1.9, 4.1].map(value => missed(between(2, 4, why), value))).toEqual([false, false, false, true, true])
    expect([0.5, 0.75, 0.25, 0.76].map(value => missed(near(0.5, 0.25, why), value))).toEqual([false, false, false, true])
    expect([missed(exactly(7, why), 7), missed(exactly(7, why), 8)]).toEqual([false, true])
    for (const bound of [atMost(3, why), atLeast(3, why), near(3, 1, why)]) expect(missed(bound, Number.NaN)).toBe(true)
    expect(findMisses({}, { a: atMost(3, why) })).toHaveLength(1)
  })

  it('are told in words', () => {
    const texts = [atMost(3, ''), atLeast(-1, ''), between(2, 4, ''), near(0.5, 0.1, ''), exactly(7, '')].map(boundsText)
    expect(texts).toEqual(['at most 3', 'at least -1', '2 to 4', '0.5 ± 0.1', '7'])
  })

  it('that are listed as not reached are ones that scenes have, with a reason', () => {
    for (const [name, figures] of Object.entries(NOT_REACHED)) {
      const entry = all.find(scene => scene.name === name)
      expect(entry, name).not.toBeUndefined()
      for (const [figure, reason] of Object.entries(figures)) {
        expect(Object.keys(entry!.expect), name).toContain(figure)
        expect(reason.length, `${name} ${figure}`).toBeGreaterThan(10)
      }
    }
  })

  it('that are listed as not reached are complained about when they are met', () => {
    const entry = all.find(({ name }) => name === 'joint-pulley')!
    const figures = Object.fromEntries(Object.entries(entry.expect).map(([figure, expectation]) => [figure, rangeOf(expectation).max]))
    expect(judgeScene(entry, { ...figures, tension: 0 })).toMatchObject({ known: 1, complaints: [] })
    expect(judgeScene(entry, figures).complaints).toEqual([expect.stringContaining('tension is met now')])
    const { complaints } = judgeScene(entry, { ...figures, tension: 0, ropeTooLongMm: 5 })
    expect(complaints).toEqual([expect.stringContaining('ropeTooLongMm is 5, expected at most')])
  })
})
