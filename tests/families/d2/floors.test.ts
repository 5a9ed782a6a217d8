/**
 * Bodies slide, or land at a slant, on floors of the plane without friction: boxes, also turned, overlapping, thick beside thin, polygons, chains,
 * height lines, tile maps and segments, one or many of a kind or one of each, in any direction and however the floor is turned. The surface is a
 * line whatever it is made of, so nothing may be lost and nothing may lift.
 */

import { runSlide } from '../../d2/level/cut-floors.ts'
import { testFamily } from '../family.ts'

testFamily<'speed' | 'lift'>({
  name: 'slides over floors in pieces, 2D', short: 120, long: 2000,
  figures: { speed: { p50: 1e-12, p99: 1e-4, worst: 2e-3 }, lift: { p50: 1e-9, p99: 1e-5, worst: 1e-4 } },
  run: random => ({ ...runSlide(random) }),
})
