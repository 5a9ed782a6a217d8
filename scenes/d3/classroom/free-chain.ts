/** Hodges, figures 9 and 10: a chain of squared distances lands, and the impulses that are kept for warm starting throw it about. */

import type { Body, Joint, World } from 'fulcrum-physics/3d'
import { atLeast, atMost } from '../../expectation.ts'
import { addBody, BOOK_OPTIONS, smallBox, surface } from '../book/book-world.ts'
import { addFloor } from '../ground.ts'
import { squaredDistance } from '../laboratory/formulations.ts'
import { GapWatch, topSpeed } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { Puppets } from './puppets.ts'

const LINKS = 5
const SHAPE = smallBox(surface(0, 0.5))
const APART = 3
const FLOOR = { friction: 0.5 }
const LESSON = { iterations: 5, beta: 0.05, contacts: 'single' } as const
/** Hodges 10.1, N s. */
const LIMIT = 1e5

function addChain(world: World, z: number, squared: boolean): { bodies: Body[]; joints: Joint[] } {
  const bodies = [addBody(world, 1, SHAPE, { position: { x: -2.5, y: 5, z } })]
  const joints: Joint[] = []
  for (let i = 1; i <= LINKS; i++) {
    const bodyA = bodies.at(-1)!
    const bodyB = addBody(world, 1, SHAPE, { position: { x: i - 2.5, y: 5 + i / 10, z } })
    bodies.push(bodyB)
    const both = { bodyA, bodyB, anchor: bodyA.position }
    joints.push(squared ? world.createJoint(squaredDistance, both) : world.createBallJoint(both))
  }
  return { bodies, joints }
}

export const classroomFreeChain: SceneEntry = {
  name: 'classroom-free-chain',
  title: 'Classroom: a bad ragdoll',
  description: 'Chains of squared distances land. Warm starting throws the first out of the world; a limit tames the second. Behind: the engine.',
  source: 'Hodges 8 and 10.1, figures 9 and 10; errata: Hodges 8',
  worldOptions: { ...BOOK_OPTIONS, sleeping: false },
  camera: { position: { x: 3, y: 6, z: 9 }, target: { x: 0, y: 2, z: -2.5 } },
  steps: 300,
  expect: {
    badTopSpeed: atLeast(1000, 'C = r·r has no slope where it is satisfied: λ grows without end, and is kept'),
    limitedTopSpeed: atMost(20, 'what is kept is limited'),
    engineTopSpeed: atMost(0.05, 'lies still'),
    engineGapMm: atMost(5, 'in one piece'),
  },
  build(world) {
    addFloor(world, 25, FLOOR)
    const build = (lesson: World): { bodies: Body[]; joints: Joint[] } => {
      addFloor(lesson, 25, FLOOR)
      return addChain(lesson, 0, true)
    }
    const [bad, limited] = [Infinity, LIMIT].map((warmStartLimit, i) => {
      return new Puppets(world, { ...LESSON, warmStartLimit, world: BOOK_OPTIONS, shape: SHAPE, shift: { x: 0, y: 0, z: -APART * i }, build })
    }) as [Puppets, Puppets]
    const gaps = new GapWatch(addChain(world, -2 * APART, false).joints)
    return {
      update() {
        bad.step()
        limited.step()
        gaps.look()
      },
      measure: current => ({
        badTopSpeed: bad.topSpeed, limitedTopSpeed: limited.topSpeed, engineTopSpeed: topSpeed(current), engineGapMm: gaps.figures()['worstGapMm']!,
      }),
    }
  },
}
