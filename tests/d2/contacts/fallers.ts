/** Shapes that come down on floors and along walls without friction. */

import { box, capsule, circle, polygon, type ShapeDefinition, type Vec2 } from 'fulcrum-physics/2d'

export const SMOOTH = { friction: 0 }
/** Width of a tile, m. */
export const TILE = 0.5

/** On an edge. */
export const octagon: readonly Vec2[] = Array.from({ length: 8 }, (_, i) => {
  const angle = ((i + 0.5) * Math.PI) / 4
  return { x: 0.3 * Math.cos(angle), y: 0.3 * Math.sin(angle) }
})

export const FALLERS: Readonly<Record<string, ShapeDefinition>> = {
  disc: circle({ radius: 0.3, ...SMOOTH }),
  'small disc': circle({ radius: 0.08, ...SMOOTH }),
  'standing capsule': capsule({ radius: 0.2, halfLength: 0.3, ...SMOOTH }),
  'lying capsule': capsule({ radius: 0.2, halfLength: 0.3, rotation: Math.PI / 2, ...SMOOTH }),
  box: box({ halfExtents: { x: 0.3, y: 0.3 }, ...SMOOTH }),
  octagon: polygon({ points: octagon, ...SMOOTH }),
  'rounded octagon': polygon({ points: octagon, radius: 0.02, ...SMOOTH }),
}
