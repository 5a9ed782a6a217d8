/** Paths: carts on a closed track that is not flat, and beads that slide along a wire. */

import { box, Path, sphere, type PathJoint, type Vec3 } from 'fulcrum-physics/3d'
import { atMost, between, exactly } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const CARTS = 4
const BEADS = 5

const TRACK: readonly Vec3[] = [
  { x: 5, y: 2, z: 0 },
  { x: 3, y: 3.5, z: 3 },
  { x: 0, y: 1.5, z: 3.5 },
  { x: -3, y: 2.5, z: 3 },
  { x: -5, y: 2, z: 0 },
  { x: -3, y: 1.5, z: -2 },
  { x: 0, y: 3, z: -1.5 },
  { x: 3, y: 1.5, z: -2 },
]

const WIRE: readonly Vec3[] = [
  { x: -3, y: 5.5, z: -4 },
  { x: -1, y: 4, z: -4 },
  { x: 1, y: 4.4, z: -4 },
  { x: 3, y: 5.2, z: -4 },
]

function gap(joint: PathJoint): number {
  const a = joint.anchorB
  const b = joint.path.pointAt(joint.distance)
  return 1000 * length({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z })
}

export const path: SceneEntry = {
  name: 'joint-path',
  title: 'Path joint',
  description: 'Carts run around a track and turn with it, the first one driven, the others by their own weight. Behind, beads slide along a wire.',
  camera: { position: { x: 0, y: 8, z: 14 }, target: { x: 0, y: 2.5, z: 0 } },
  steps: 900,
  expect: {
    worstGapMm: atMost(0.01, 'carts and beads stay on their paths'),
    drivenMetres: between(44, 45, '3 m/s for 15 s, less what bumping into other carts costs'),
    beadsOffWire: exactly(0, 'beads stay between the ends of the wire'),
  },
  build(world) {
    addFloor(world, 20)
    const track = new Path({ points: TRACK, closed: true })
    const wire = new Path({ points: WIRE })
    const joints: PathJoint[] = []
    for (let i = 0; i < CARTS; i++) {
      const cart = world.createBody({
        position: track.pointAt((track.length * i) / CARTS),
        shapes: [box({ halfExtents: { x: 0.3, y: 0.15, z: 0.2 }, density: 300 })],
      })
      joints.push(
        world.createPathJoint({
          bodyB: cart, path: track, orientation: 'tangent', friction: 5, motor: i === 0 ? { speed: 3, maxForce: 2000 } : null,
        }),
      )
    }
    for (let i = 0; i < BEADS; i++) {
      const bead = world.createBody({ position: wire.pointAt(0.2 + 0.35 * i), shapes: [sphere({ radius: 0.12, restitution: 0.5 })] })
      joints.push(world.createPathJoint({ bodyB: bead, path: wire }))
    }
    return {
      measure: () => ({
        worstGapMm: Math.max(...joints.map(gap)),
        laps: joints[0].distance / track.length,
        drivenMetres: joints[0].distance,
        firstBead: joints[CARTS].distance,
        beadsOffWire: joints.slice(CARTS).filter(({ distance }) => distance < 0 || distance > wire.length).length,
      }),
    }
  },
}
