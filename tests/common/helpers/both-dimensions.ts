/**
 * One test for both dimensions: a world, a round shape and a box by the same calls. Vectors have a z, which the plane does not look at.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'

export const SPACE = {
  name: '3D',
  world: (options: d3.WorldOptions = {}): d3.World => new d3.World(options),
  ball: (radius: number, more: object = {}): d3.ShapeDefinition => d3.sphere({ radius, ...more }),
  box: (x: number, y: number, more: object = {}): d3.ShapeDefinition => d3.box({ halfExtents: { x, y, z: 5 }, ...more }),
}

/** The same calls in the plane; types are those of space, of which the plane has all that is used. */
export const PLANE = {
  name: '2D',
  world: (options: object = {}): d3.World => new d2.World(options) as unknown as d3.World,
  ball: (radius: number, more: object = {}): d3.ShapeDefinition => d2.circle({ radius, ...more }) as unknown as d3.ShapeDefinition,
  box: (x: number, y: number, more: object = {}): d3.ShapeDefinition => d2.box({ halfExtents: { x, y }, ...more }) as unknown as d3.ShapeDefinition,
} as unknown as typeof SPACE

export type Kit = typeof SPACE

export const at = (x: number, y: number): d3.Vec3 => ({ x, y, z: 0 })
