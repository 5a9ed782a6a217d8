/** Hodges, figures 6 to 8 and 11: a chain with one pass, many, few with warm starting, without Baumgarte, and by the engine. */

import type { Body, Joint, World } from 'fulcrum-physics/3d'
import type { ClassroomOptions } from 'fulcrum-physics/classroom'
import { atLeast, atMost } from '../../expectation.ts'
import { addBody, BOOK_OPTIONS, smallBox, surface } from '../book/book-world.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { Puppets } from './puppets.ts'

const LINKS = 5
const SHAPE = smallBox(surface(0.5, 0.5))
/** From one chain to the next, away from the camera, m. */
const APART = 2.5

/** In the order in which they stand, the first one nearest. */
const LESSONS: Readonly<Record<string, ClassroomOptions>> = {
  onePass: { iterations: 1, beta: 0.2, warmStarting: false },
  fiftyPasses: { iterations: 50, beta: 0.2, warmStarting: false },
  fiveWarm: { iterations: 5, beta: 0.2, warmStarting: true },
  drifting: { iterations: 5, beta: 0, warmStarting: true },
}

function addChain(world: World, z: number): { bodies: Body[]; joints: Joint[] } {
  const bodies = [addBody(world, 0, SHAPE, { position: { x: 0, y: 7, z } })]
  const joints: Joint[] = []
  for (let i = 1; i <= LINKS; i++) {
    const bodyA = bodies.at(-1)!
    bodies.push(addBody(world, 1, SHAPE, { position: { x: i, y: 7, z } }))
    joints.push(world.createBallJoint({ bodyA, bodyB: bodies.at(-1)!, anchor: bodyA.position }))
  }
  return { bodies, joints }
}

export const classroomChains: SceneEntry = {
  name: 'classroom-chains',
  title: 'Classroom: one pass or many',
  description: 'Chains of five, from the front: one pass, fifty passes, five with warm starting, no Baumgarte, and at the back the engine.',
  source: 'Hodges 9 to 11, figures 6, 7, 8 and 11; Chappuis 1.2; Tamis 2.1 and 2.3',
  worldOptions: { ...BOOK_OPTIONS, sleeping: false },
  camera: { position: { x: 15, y: 11, z: 5 }, target: { x: 0, y: 5, z: -5 } },
  steps: 300,
  expect: {
    onePassGap: atLeast(0.5, 'the last joint undoes what the first one did'),
    fiftyPassesGap: atMost(0.1, 'they agree after fifty rounds'),
    fiveWarmGap: atMost(0.1, 'with the impulses of the step before five do as well'),
    driftingGap: atLeast(0.2, 'a velocity along the tangent leaves the circle, and nothing takes the error back'),
    engineGapMm: atMost(1, 'solved as one system, at the end of the step'),
  },
  build(world) {
    const lessons = Object.values(LESSONS).map((how, i) => {
      const shift = { x: 0, y: 0, z: -APART * i }
      return new Puppets(world, { ...how, world: BOOK_OPTIONS, shape: SHAPE, shift, build: (lesson: World) => addChain(lesson, 0) })
    })
    const gaps = new GapWatch(addChain(world, -APART * lessons.length).joints)
    return {
      update() {
        for (const lesson of lessons) lesson.step()
        gaps.look()
      },
      measure: () => ({
        ...Object.fromEntries(Object.keys(LESSONS).map((name, i) => [`${name}Gap`, lessons[i]!.worstGap])),
        engineGapMm: gaps.figures()['worstGapMm']!,
      }),
    }
  },
}
