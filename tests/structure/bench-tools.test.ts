/** What the benches compute besides times: overlaps from geometry, order statistics, and the shape of the lists. */

import { describe, expect, it } from 'vitest'
import { OverlapMeter } from '../../bench/peers/overlap.ts'
import { logLogPlot } from '../../bench/plot.ts'
import { quantile, summarize } from '../../bench/statistics.ts'
import { BENCH_MATERIAL, listedBin, type BodyList, type ListedShape } from '../../scenes/d3/lists/body-list.ts'
import { listPile, PILE_3D, scaledPile } from '../../scenes/d3/lists/pile-list.ts'
import { listPyramid } from '../../scenes/d3/lists/pyramid-list.ts'

const CUBE_POINTS = [-0.5, 0.5].flatMap(x => [-0.5, 0.5].flatMap(y => [-0.5, 0.5].map(z => ({ x, y, z }))))
const SHAPES: Record<string, ListedShape> = {
  sphere: { kind: 'sphere', radius: 0.5 },
  box: { kind: 'box', halfExtents: { x: 0.5, y: 0.5, z: 0.5 } },
  capsule: { kind: 'capsule', radius: 0.3, halfLength: 0.2 },
  hull: { kind: 'hull', points: CUBE_POINTS },
}

function listOf(shapes: readonly ListedShape[]): BodyList {
  const bin = listedBin(5, 10)
  const bodies = shapes.map(shape => ({ type: 'dynamic' as const, position: { x: 0, y: 0, z: 0 }, shapes: [shape] }))
  return { material: BENCH_MATERIAL, bodies: [bin, ...bodies] }
}

/** Poses without rotation, one above the other from the given heights. */
function posesAt(heights: readonly number[]): Float64Array {
  return Float64Array.from(heights.flatMap(y => [0, y, 0, 0, 0, 0, 1]))
}

describe('overlap meter', () => {
  const names = Object.keys(SHAPES)
  it.each(names.flatMap(a => names.map(b => [a, b] as const)))('%s over %s, each reaching 0.5 m up and down', (a, b) => {
    const meter = new OverlapMeter(listOf([SHAPES[a]!, SHAPES[b]!]))
    expect(meter.measure(posesAt([2, 3.01]))).toBe(0)
    expect(meter.measure(posesAt([2, 2.96]))).toBeCloseTo(0.04, 12)
  })

  it('sees walls and floor', () => {
    const meter = new OverlapMeter(listOf([SHAPES['sphere']!]))
    expect(meter.measure(posesAt([0.47]))).toBeCloseTo(0.03, 12)
    expect(meter.measure(Float64Array.of(4.55, 3, 0, 0, 0, 0, 1))).toBeCloseTo(0.05, 12)
  })

  it('turns shapes with their poses', () => {
    const half = Math.SQRT1_2
    const meter = new OverlapMeter(listOf([SHAPES['box']!]))
    // A cube on its edge reaches √2/2 down.
    const onEdge = Float64Array.of(0, 0.7, 0, 0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8))
    expect(meter.measure(onEdge)).toBeCloseTo(half - 0.7, 12)
  })

  it('finds no overlap in the lists as they start', () => {
    for (const list of [listPyramid(6), listPile({ bodies: 200, side: 5, binHalf: 4, seed: 3 })]) {
      const moving = list.bodies.filter(({ type }) => type === 'dynamic')
      const poses = Float64Array.from(moving.flatMap(({ position: { x, y, z } }) => [x, y, z, 0, 0, 0, 1]))
      expect(new OverlapMeter(list).measure(poses)).toBeLessThan(1e-12)
    }
  })
})

describe('lists', () => {
  it('keep the share of the bin that a pile fills', () => {
    for (const bodies of [1000, 2000, 4000, 8000]) {
      const { binHalf, side } = scaledPile(bodies)
      expect(bodies / (binHalf * binHalf)).toBeCloseTo(PILE_3D.bodies / PILE_3D.binHalf ** 2, 9)
      // Three per cent of rounding in the column's side.
      expect(Math.abs(bodies / (side * side) - 20)).toBeLessThan(1.3)
    }
    expect(scaledPile(2000)).toEqual(PILE_3D)
  })

  it('hold equal shares of the four shapes', () => {
    const { bodies } = listPile(PILE_3D)
    for (const kind of ['sphere', 'box', 'capsule', 'hull']) {
      expect(bodies.filter(({ type, shapes }) => type === 'dynamic' && shapes[0]!.kind === kind)).toHaveLength(500)
    }
    expect(listPyramid(15).rests).toHaveLength(1240)
  })
})

describe('order statistics', () => {
  it('interpolates between neighbours', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([10, 20], 0.95)).toBeCloseTo(19.5, 12)
    expect(summarize([3, 1, 2])).toMatchObject({ median: 2, min: 1, mean: 2 })
  })
})

describe('plot', () => {
  it('puts powers of ten at equal distances', () => {
    const svg = logLogPlot({ title: 't', note: '', xLabel: 'x', yLabel: 'y', series: [{ name: 'a < b', points: [[10, 1], [100, 10], [1000, 100]] }] })
    const centres = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(match => [Number(match[1]), Number(match[2])] as const)
    expect(centres).toHaveLength(3)
    expect(centres[1]![0] - centres[0]![0]).toBeCloseTo(centres[2]![0] - centres[1]![0], 0)
    expect(centres[0]![1] - centres[1]![1]).toBeCloseTo(centres[1]![1] - centres[2]![1], 0)
    expect(svg).toContain('a &lt; b')
  })
})
