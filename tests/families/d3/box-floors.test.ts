/**
 * Bodies slide, or land at a slant, on floors of flush boxes and hulls without friction: rows, grids, bricks, boxes on any of their faces, prisms
 * cut at random, boxes that overlap, boxes with steps below the slop, boxes and hulls beside meshes, height fields and voxels; in any direction
 * and however the floor is turned. The surface is a plane whatever it is made of, so nothing may be lost and nothing may lift.
 */

import { runSlide } from '../../d3/level/cut-floors.ts'
import { testFamily } from '../family.ts'

testFamily<'speed' | 'lift'>({
  name: 'slides over flush boxes and hulls, 3D', short: 60, long: 1000,
  figures: { speed: { p50: 1e-12, p99: 1e-5, worst: 1e-4 }, lift: { p50: 1e-8, p99: 1e-5, worst: 1e-4 } },
  run: random => ({ ...runSlide(random) }),
})
