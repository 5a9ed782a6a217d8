/** Doors that start 100° off: which of them find the right way up, and which settle upside down. */

import type { Body } from 'fulcrum-physics/3d'
import { near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'
import { crossMatrixHinge, goodHinge, vectorHinge } from './formulations.ts'
import { addDoor, alignment } from './rigs.ts'

const OFF = 100
const HINGES = { good: goodHinge, vector: vectorHinge, crossMatrix: crossMatrixHinge }

export const laboratoryMirror: SceneEntry = {
  name: 'laboratory-mirror',
  title: 'Laboratory: mirror images',
  description: 'Three doors start 100 degrees off. The first comes round; the other two are satisfied upside down, knob at the wrong end.',
  source: 'Tamis 3.3.1',
  worldOptions: { sleeping: false, gravity: { x: 0, y: 0, z: 0 } },
  camera: { position: { x: 0, y: 3, z: 7 }, target: { x: 0, y: 2, z: 0 } },
  steps: 240,
  expect: {
    goodCosine: near(1, 1e-6, 'the error grows up to half a turn: one solution'),
    vectorCosine: near(-1, 1e-6, 'the error is sin θ: satisfied upside down'),
    crossMatrixCosine: near(-1, 1e-6, 'the error is sin θ: satisfied upside down'),
  },
  build(world) {
    addFloor(world, 20)
    const doors: [string, Body][] = Object.entries(HINGES).map(([name, hinge], i) => [name, addDoor(world, (i - 1) * 2.5, hinge, OFF)])
    return { measure: () => Object.fromEntries(doors.map(([name, door]) => [`${name}Cosine`, alignment(door, OFF)])) }
  },
}
