/** Mechanisms whose degrees of freedom are known, most of them overconstrained: a count of rows gets those wrong. */

import * as d2 from 'fulcrum-physics/2d'
import * as plane from 'fulcrum-physics/2d/analysis'
import * as d3 from 'fulcrum-physics/3d'
import * as space from 'fulcrum-physics/3d/analysis'
import { describe, expect, it } from 'vitest'

type V = d3.Vec3

const v = (x: number, y: number, z: number): V => ({ x, y, z })
const sub = (a: V, b: V): V => v(a.x - b.x, a.y - b.y, a.z - b.z)
const mid = (a: V, b: V): V => v((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2)

function link(world: d3.World, a: V, b: V): d3.Body {
  return world.createBody({ mass: 1, position: mid(a, b), shapes: [d3.sphere({ radius: 0.1, filter: { category: 1, mask: 0 } })] })
}

/** A closed ring of links with a hinge at each corner; the first link is the ground. */
function ring(points: readonly V[], axes: readonly V[]): { world: d3.World; hinges: d3.HingeJoint[] } {
  const world = new d3.World({ gravity: v(0, 0, 0) })
  const n = points.length
  const bodies = points.map((point, i) => (i === 0 ? null : link(world, point, points[(i + 1) % n]!)))
  const hinges = points.map((anchor, i) => {
    const [a, b] = [bodies[(i + n - 1) % n]!, bodies[i]!]
    return b === null
      ? world.createHingeJoint({ bodyA: null, bodyB: a, anchor, axis: axes[i]! })
      : world.createHingeJoint({ bodyA: a, bodyB: b, anchor, axis: axes[i]! })
  })
  return { world, hinges }
}

describe('four-bar linkage', () => {
  const corners = [[0, 0], [0, 1], [2, 1.6], [2.4, 0]] as const

  function planar(): { world: d2.World; hinges: d2.HingeJoint[] } {
    const world = new d2.World({ gravity: { x: 0, y: 0 } })
    const bodies = [0, 1, 2].map((i) => {
      const [a, b] = [corners[i]!, corners[i + 1]!]
      return world.createBody({ mass: 1 + i, position: { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 }, shapes: [d2.circle({ radius: 0.1, filter: { category: 1, mask: 0 } })] })
    })
    const hinges = corners.map(([x, y], i) =>
      world.createHingeJoint({ bodyA: bodies[i - 1] ?? null, bodyB: bodies[i] ?? bodies[2]!, anchor: { x, y }, ...(i === 3 && { bodyA: null }) }),
    )
    return { world, hinges }
  }

  it('in the plane has one freedom, and no row twice', () => {
    const found = plane.analyse(planar().world)
    expect(found).toMatchObject({ degreesOfFreedom: 1, gruebler: 1, rows: 8, rank: 8, redundant: [] })
    expect(found.freeMotions).toHaveLength(1)
    expect(found.singularity).toBeGreaterThan(0.01)
  })

  it('in space has one freedom, where the count says −2', () => {
    const points = corners.map(([x, y]) => v(x, y, 0))
    const found = space.analyse(ring(points, points.map(() => v(0, 0, 1))).world)
    expect(found).toMatchObject({ degreesOfFreedom: 1, gruebler: -2, rows: 20, rank: 17 })
    expect(found.redundant).toHaveLength(3)
    for (const { name, with: others } of found.redundant) {
      expect(['point z', 'swing y', 'swing z']).toContain(name)
      expect(others.length).toBeGreaterThan(0)
    }
  })

  it('a free motion keeps every row: velocities given to the bodies move no joint apart', () => {
    const { world, hinges } = planar()
    for (const motion of plane.analyse(world).freeMotions) {
      let energy = 0
      for (const { body, linear, angular } of motion) {
        body.linearVelocity = linear
        body.angularVelocity = angular
        energy += body.kineticEnergy
      }
      expect(energy).toBeCloseTo(0.5, 12)
      for (const hinge of hinges) for (const row of hinge.readRows()) expect(Math.abs(row.velocity)).toBeLessThan(1e-12)
    }
  })

  it('has the mechanical advantage of its instant centres', () => {
    const { world, hinges } = planar()
    const [crank, , , rocker] = hinges
    // Input and output links A B and D C on the ground A D: ω_out / ω_in = (A I) / (D I), I where coupler and ground meet.
    const [[ax], [bx, by], [cx, cy], [dx]] = corners
    const ix = bx - (by * (cx - bx)) / (cy - by)
    const ratio = (ix - ax) / (ix - dx)
    expect(1 / plane.analyse(world).mechanicalAdvantage(crank!, rocker!)).toBeCloseTo(ratio, 9)
    expect(plane.analyse(world).mechanicalAdvantage(rocker!, crank!)).toBeCloseTo(ratio, 9)
  })

  it('near its dead point comes near to a singularity', () => {
    const at = (height: number): number => {
      const world = new d2.World()
      // Two links of a toggle, almost in line.
      const links = [-1, 1].map((side) => world.createBody({ mass: 1, position: { x: side / 2, y: height / 2 }, shapes: [d2.box({ halfExtents: { x: 0.5, y: 0.5 } })] }))
      world.createHingeJoint({ bodyB: links[0]!, anchor: { x: -1, y: 0 } })
      world.createHingeJoint({ bodyA: links[0]!, bodyB: links[1]!, anchor: { x: 0, y: height } })
      world.createHingeJoint({ bodyB: links[1]!, anchor: { x: 1, y: 0 } })
      return plane.analyse(world).singularity
    }
    // In proportion to its height once that is small.
    expect(at(0.01) / at(0.1)).toBeCloseTo(0.1, 2)
    expect(at(0.001) / at(0.01)).toBeCloseTo(0.1, 3)
  })
})

describe('overconstrained mechanisms', () => {
  it('Bennett: four skew hinges in a ring have one freedom, where the count says −2', () => {
    // Sides a, b with twists α, β: sin α / a = sin β / b. Closed by construction with its own kinematics at angle θ.
    const { points, axes } = bennett(1, 0.5, Math.PI / 4, 0.9)
    const found = space.analyse(ring(points, axes).world)
    expect(found).toMatchObject({ degreesOfFreedom: 1, gruebler: -2, rows: 20, rank: 17 })
    // Another twist closes as well where it stands, and cannot move.
    const bent = axes.map((axis, i) => (i === 2 ? v(axis.x + 0.2, axis.y, axis.z) : axis))
    expect(space.analyse(ring(points, bent).world)).toMatchObject({ degreesOfFreedom: 0, rank: 18 })
  })

  it('Sarrus: two pairs of hinged plates lift a table straight, one freedom where the count says 0', () => {
    const world = new d3.World({ gravity: v(0, 0, 0) })
    const table = link(world, v(0, 2, 0), v(0, 2, 0))
    for (const [dir, axis] of [[v(1, 0, 0), v(0, 0, 1)], [v(0, 0, 1), v(1, 0, 0)]] as const) {
      const foot = v(dir.x, 0, dir.z)
      const knee = v(1.6 * dir.x, 1, 1.6 * dir.z)
      const top = v(dir.x, 2, dir.z)
      const [lower, upper] = [link(world, foot, knee), link(world, knee, top)]
      world.createHingeJoint({ bodyB: lower, anchor: foot, axis })
      world.createHingeJoint({ bodyA: lower, bodyB: upper, anchor: knee, axis })
      world.createHingeJoint({ bodyA: upper, bodyB: table, anchor: top, axis })
    }
    const found = space.analyse(world)
    expect(found).toMatchObject({ degreesOfFreedom: 1, gruebler: 0, rows: 30, rank: 29 })
    const [motion] = found.freeMotions
    const { linear, angular } = motion!.find(({ body }) => body === table)!
    expect(Math.abs(linear.y)).toBeGreaterThan(0.1)
    expect(Math.hypot(linear.x, linear.z, angular.x, angular.y, angular.z)).toBeLessThan(1e-9)
  })

  it('scissor lift: one freedom for any number of stages, in space with 3 rows too many for every loop', () => {
    for (const stages of [1, 2, 3]) {
      const world = new d3.World({ gravity: v(0, 0, 0) })
      const axis = v(0, 0, 1)
      const bars: [d3.Body, d3.Body][] = []
      for (let s = 0; s < stages; s++) {
        const [l, r, L, R] = [v(-1, s, 0), v(1, s, 0), v(-1, s + 1, 0), v(1, s + 1, 0)]
        const pair: [d3.Body, d3.Body] = [link(world, l, R), link(world, r, L)]
        world.createHingeJoint({ bodyA: pair[0], bodyB: pair[1], anchor: v(0, s + 0.5, 0), axis })
        if (s === 0) {
          world.createHingeJoint({ bodyB: pair[0], anchor: l, axis })
          // The other foot runs on a rail: a pin in a groove.
          world.createCylindricalJoint({ bodyB: roller(world, pair[1], r, axis), anchor: r, axis: v(1, 0, 0) })
        } else {
          world.createHingeJoint({ bodyA: bars[s - 1]![1], bodyB: pair[0], anchor: l, axis })
          world.createHingeJoint({ bodyA: bars[s - 1]![0], bodyB: pair[1], anchor: r, axis })
        }
        bars.push(pair)
      }
      const found = space.analyse(world)
      expect(found.degreesOfFreedom).toBe(1)
      expect(found.gruebler).toBeLessThan(1)
      expect(found.redundant.length).toBe(found.degreesOfFreedom - found.gruebler)
    }
  })

  it('Stewart platform: six freedoms with free legs, none with legs locked', () => {
    for (const locked of [false, true]) {
      const world = new d3.World({ gravity: v(0, 0, 0) })
      const table = link(world, v(0, 2, 0), v(0, 2, 0))
      for (let i = 0; i < 6; i++) {
        const base = i * (Math.PI / 3) + (i % 2 === 0 ? 0.2 : -0.2)
        const top = i * (Math.PI / 3) + (i % 2 === 0 ? 0.8 : -0.8)
        const foot = v(2 * Math.cos(base), 0, 2 * Math.sin(base))
        const head = v(Math.cos(top), 2, Math.sin(top))
        const axis = sub(head, foot)
        const [lower, upper] = [link(world, foot, foot), link(world, head, head)]
        world.createUniversalJoint({ bodyB: lower, anchor: foot, axisA: v(0, 0, 1), axisB: cross(axis, v(0, 0, 1)) })
        world.createBallJoint({ bodyA: upper, bodyB: table, anchor: head })
        if (locked) world.createFixedJoint({ bodyA: lower, bodyB: upper, anchor: foot })
        else world.createSliderJoint({ bodyA: lower, bodyB: upper, anchor: foot, axis })
      }
      const found = space.analyse(world)
      expect(found.degreesOfFreedom).toBe(locked ? 0 : 6)
      expect(found.gruebler).toBe(found.degreesOfFreedom)
      expect(found.redundant).toEqual([])
    }
  })
})

/** A small body that a bar turns on. */
function roller(world: d3.World, bar: d3.Body, at: V, axis: V): d3.Body {
  const body = link(world, at, at)
  world.createHingeJoint({ bodyA: bar, bodyB: body, anchor: at, axis })
  return body
}

function cross(a: V, b: V): V {
  return v(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/** Corners and axes of a Bennett linkage: opposite sides alike, a with twist α, b with sin β = b sin α / a, opened by θ at the first hinge. */
function bennett(a: number, b: number, alpha: number, theta: number): { points: V[]; axes: V[] } {
  const beta = Math.asin((b * Math.sin(alpha)) / a)
  // tan(θ₁/2) tan(θ₂/2) = sin((β + α)/2) / sin((β − α)/2), the links being a, b, a, b with twists α, β, α, β.
  const half = Math.sin((beta + alpha) / 2) / (Math.sin((beta - alpha) / 2) * Math.tan(theta / 2))
  const second = 2 * Math.atan(half)
  const angles = [theta, second, 2 * Math.PI - theta, 2 * Math.PI - second]
  let frame = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  let at = v(0, 0, 0)
  const points: V[] = []
  const axes: V[] = []
  for (let i = 0; i < 4; i++) {
    points.push(at)
    axes.push(v(frame[2]!, frame[5]!, frame[8]!))
    const length = i % 2 === 0 ? a : b
    frame = times(frame, turnZ(angles[i]!))
    at = v(at.x + length * frame[0]!, at.y + length * frame[3]!, at.z + length * frame[6]!)
    frame = times(frame, turnX(i % 2 === 0 ? alpha : beta))
  }
  expect(Math.hypot(at.x, at.y, at.z)).toBeLessThan(1e-9)
  return { points, axes }
}

const turnZ = (t: number): number[] => [Math.cos(t), -Math.sin(t), 0, Math.sin(t), Math.cos(t), 0, 0, 0, 1]
const turnX = (t: number): number[] => [1, 0, 0, 0, Math.cos(t), -Math.sin(t), 0, Math.sin(t), Math.cos(t)]

function times(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, i) => [0, 1, 2].reduce((sum, k) => sum + a[3 * Math.floor(i / 3) + k]! * b[3 * k + (i % 3)]!, 0))
}
