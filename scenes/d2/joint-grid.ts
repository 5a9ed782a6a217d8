/**
 * A grid of 3600 discs on hinges that hangs on seven of them: long chains of joints that all end at one place. Every mesh has more hinges than it
 * needs, so the whole is rigid: whatever moves is the solver's doing.
 */

import { atMost } from '../expectation.ts'
import { addBodiesAndJoints } from './add-list.ts'
import { JOINT_GRID, listGrid } from './lists/grid-list.ts'
import { GapWatch, topSpeed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

function grid(name: string, title: string, side: number): SceneEntry {
  return {
    name,
    title,
    description: `A grid of ${side} times ${side} discs joined by hinges, held by seven in its top row. It is stiff, and must not sag.`,
    worldOptions: { sleeping: false },
    camera: { center: { x: 0, y: -0.6 * side }, height: 1.7 * side },
    steps: 300,
    expect: {
      worstGapMm: atMost(10, 'hinges of a rigid grid stay closed'),
      topSpeed: atMost(1e-3, 'a rigid grid on fixed discs does not move'),
    },
    build(world) {
      const gaps = new GapWatch(addBodiesAndJoints(world, listGrid(side)).joints)
      return {
        update: () => gaps.look(),
        measure: current => ({ ...gaps.figures(), topSpeed: topSpeed(current) }),
      }
    },
  }
}

export const jointGrid: SceneEntry = grid('joint-grid', 'Grid of 3600 discs', JOINT_GRID)
export const smallGrid: SceneEntry = grid('small-grid', 'Grid of 225 discs', 15)
