/** Round bars in round bores: a drill that spins and dips, rings that spin down a pole, and a twisting, bouncing weight on a spring. */

import { box, sphere, type CylindricalJoint } from 'fulcrum-physics/3d'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const Y = { x: 0, y: 1, z: 0 }
/** Steps between the drill's dips. */
const DIP = 120
/** N of friction of the rings on their pole; a ring weighs 98 N. */
const FRICTIONS = [0, 60, 90]

/** How far the joint's anchors are off the vertical rod that it runs on. */
function offRod({ anchorA: a, anchorB: b, position }: CylindricalJoint): number {
  return length({ x: b.x - a.x, y: b.y - a.y - position, z: b.z - a.z })
}

export const cylindricalScene: SceneEntry = {
  name: 'joint-cylindrical',
  title: 'Cylindrical joint',
  description: 'A drill spins and dips, rings with different friction spin down a pole, and a beam twists and bounces on its springs.',
  camera: { position: { x: 0, y: 4, z: 11 }, target: { x: 0, y: 2, z: 0 } },
  steps: 600,
  build(world) {
    addFloor(world, 20)
    const bit = world.createBody({ position: { x: -3.5, y: 3, z: 0 }, shapes: [box({ halfExtents: { x: 0.25, y: 1, z: 0.25 }, density: 500 })] })
    const drill = world.createCylindricalJoint({
      bodyB: bit,
      axis: Y,
      linearLimit: { lower: -1.5, upper: 0.5 },
      linearMotor: { speed: -1.5, maxForce: 9000 },
      angularMotor: { speed: 12, maxTorque: 200 },
    })

    // They share a pole: the lowest is the fastest, so none runs into another before the floor.
    const rings = FRICTIONS.map((linearFriction, i) => {
      const ring = world.createBody({
        position: { x: 0, y: 2 + i, z: 0 },
        angularVelocity: { x: 0, y: 10, z: 0 },
        mass: 10,
        shapes: [box({ halfExtents: { x: 0.5, y: 0.08, z: 0.5 } })],
      })
      return world.createCylindricalJoint({ bodyB: ring, axis: Y, linearFriction, angularFriction: 0.5 })
    })

    const beam = world.createBody({
      position: { x: 3.5, y: 2.5, z: 0 },
      shapes: [-0.8, 0.8].map(x => sphere({ radius: 0.25, position: { x, y: 0, z: 0 } })),
    })
    const twister = world.createCylindricalJoint({
      bodyB: beam,
      axis: Y,
      linearSpring: { hertz: 0.8, dampingRatio: 0.03, target: 0.8 },
      angularSpring: { hertz: 0.4, dampingRatio: 0.03, target: 3 },
    })

    let worst = 0
    return {
      update(_world, step) {
        if (step % DIP === 0) drill.linearMotor = { speed: (step / DIP) % 2 === 0 ? -1.5 : 1.5, maxForce: 9000 }
        worst = Math.max(worst, offRod(drill), offRod(twister), ...rings.map(offRod))
      },
      measure: () => ({
        worstOffRodMm: 1000 * worst,
        drillTurns: drill.angle / (2 * Math.PI),
        drillDepth: -drill.position,
        beamTwist: twister.angle,
        ...Object.fromEntries(rings.map((ring, i) => [`fell${FRICTIONS[i]}`, -ring.position])),
      }),
    }
  },
}
