/** Round bars in round bores: a drill that spins and dips, rings that spin down a pole, and a twisting, bouncing weight on a spring. */

import { box, sphere, type CylindricalJoint } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
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
  expect: {
    worstOffRodMm: atMost(1e-3, 'bars stay in their bores'),
    // I = 250 kg · 0.5² / 6; the start costs ω² I / (2 · 200 N m) = 3.75 rad of 120.
    drillTurns: near((120 - 3.75) / (2 * Math.PI), 1e-3, '12 rad/s for 10 s, less the start at 200 N m'),
    drillDepth: near(1.5, 1e-6, 'the last dip ends at the stop'),
    // 3 (1 − e^−ζωt (cos ω′t + ζ sin ω′t)) at 0.4 Hz and ζ = 0.03 after 10 s.
    beamTwist: near(1.5891, 1e-3, 'a damped oscillation from 0 towards 3 rad'),
    // The same at 0.8 Hz towards 0.8 − g / ω².
    beamRise: near(0.32068, 1e-3, 'a damped oscillation towards 0.8 m less the sag'),
    fell0: near(1.92, 1e-3, 'rests on the floor'),
    fell60: near(2.76, 1e-3, 'slower, and rests on the first'),
    fell90: near(3.6, 1e-3, 'friction below its weight: slowest, and rests on the second'),
  },
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
        beamRise: twister.position,
        ...Object.fromEntries(rings.map((ring, i) => [`fell${FRICTIONS[i]}`, -ring.position])),
      }),
    }
  },
}
