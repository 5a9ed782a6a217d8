/**
 * A restore into a world whose rows were the same, but whose hull or polygon under the same number was another, kept what had been derived of
 * that one: thickness and reach of the shape, size and radius of the body. The restored world then made margins by the wrong extent.
 */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

/** A static wedge of this half width. */
function wedge2(half: number): plane.World {
  const world = new plane.World()
  const points = [{ x: -half, y: 0 }, { x: half, y: 0 }, { x: half, y: 1 }]
  world.createBody({ type: 'static', shapes: [plane.polygon({ points, density: 0 })] })
  return world
}

function wedge3(half: number): space.World {
  const world = new space.World()
  const points = [-1, 1].flatMap(z => [{ x: -half, y: 0, z }, { x: half, y: 0, z }, { x: half, y: 1, z }])
  world.createBody({ type: 'static', shapes: [space.hull({ points, density: 0 })] })
  return world
}

interface Derived {
  readonly state: {
    readonly bodies: { readonly columns: { readonly size: Float64Array; readonly radius: Float64Array } }
    readonly shapes: { readonly columns: { readonly thickness: Float64Array; readonly reach: Float64Array } }
  }
}

/** What follows from the geometry of the only body. */
function extent(world: object): number[] {
  const { bodies, shapes } = (world as Derived).state
  return [bodies.columns.size[0]!, bodies.columns.radius[0]!, shapes.columns.thickness[0]!, shapes.columns.reach[0]!]
}

describe.each([['2D', wedge2], ['3D', wedge3]] as const)('%s', (_name, wedge) => {
  it('a restore brings the extent of its own geometry', () => {
    const small = wedge(0.1)
    const large = wedge(3)
    expect(extent(large)).not.toEqual(extent(small))
    const bytes = small.snapshot()
    large.restore(bytes)
    expect(extent(large)).toEqual(extent(small))
    expect(large.hash()).toBe(small.hash())
  })
})
