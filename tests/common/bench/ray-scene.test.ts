/** The rays of the bench, on a small pile: every answer is the nearest shape's, found without a tree. Times nothing. */

import { expect, it } from 'vitest'
import { judgeRays, trueDistances } from '../../../bench/ray-meter.ts'
import { settlePile, startRays } from '../../../bench/ray-scene.ts'
import { listRays, type RayOptions } from '../../../scenes/d3/lists/ray-list.ts'

const SMALL: RayOptions = { pile: { bodies: 80, side: 4, binHalf: 3, seed: 7 }, settle: 90, rays: 400, height: 4, seed: 5 }

it('rays through a settled pile meet the nearest shape', () => {
  const { world, measure } = startRays(SMALL)
  world.step(1 / 60)
  expect(measure()).toEqual({ hits: 1, wrong: 0 })
})

it('counts answers that are not the nearest shape', () => {
  const rays = listRays(SMALL)
  const { list } = settlePile({ ...SMALL, settle: 0 })
  const distances = trueDistances(list, rays)
  expect(judgeRays(list, rays, distances).wrong).toBe(0)
  distances[3] = distances[3]! + 0.1
  distances[8] = -1
  expect(judgeRays(list, rays, distances)).toEqual({ hits: 399 / 400, wrong: 2 })
})
