/** Joints at work side by side: a crank with rod and piston, gears, Atwood's machine, a wrench, a spring that hangs, a beam that bends. */

import { box, circle, polygon, type Body, type Vec2, type World } from 'fulcrum-physics/2d'
import { atLeast, atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const CRANK = 1
/** m² of the rod's length, from (−6, 1) to (−3.5, 0). */
const ROD_SQUARED = 2.5 * 2.5 + 1
/** m that the rope of either weight keeps below its wheel. */
const ROPE_STOP = 1
/** m after 10 s: m = 14.137 kg, k = 300 N/m, c = 5 N s/m, let go at 2 m. */
const SPRING_END = 1.95954

/** Where the piston stands at an angle of the crank, which starts upright. */
function pistonPlace(angle: number): number {
  const { sine, cosine } = sineCosine(angle + Math.PI / 2)
  const rise = CRANK * sine
  return -6 + CRANK * cosine + Math.sqrt(ROD_SQUARED - rise * rise)
}

/** Parts of machines do not collide. */
const filter = { category: 1, mask: 0 }
const density = 50

function bar(world: World, from: Vec2, to: Vec2): Body {
  const x = to.x - from.x
  const y = to.y - from.y
  const length = Math.sqrt(x * x + y * y)
  // Across the bar, half its width to either side of both ends.
  const across = { x: (-0.06 * y) / length, y: (0.06 * x) / length }
  const ends = [1, -1].flatMap((end) => [1, -1].map((side) => ({ x: (end * x) / 2 + side * across.x, y: (end * y) / 2 + side * across.y })))
  return world.createBody({ position: { x: from.x + x / 2, y: from.y + y / 2 }, shapes: [polygon({ points: ends, density, filter })] })
}

function disc(world: World, x: number, y: number, radius: number): Body {
  return world.createBody({ position: { x, y }, shapes: [circle({ radius, density, filter })] })
}

export const machines: SceneEntry = {
  name: 'machines-2d',
  title: 'Machines',
  description: 'A motor turns a crank that drives a piston. Gears, a pulley, a ratchet, a spring and a soft weld beside it.',
  camera: { center: { x: 1, y: 1 }, height: 9 },
  steps: 600,
  expect: {
    worstGapMm: atMost(1e-3, 'hinges hold'),
    pistonOffMm: atMost(0.01, 'r cos θ + √(l² − r² sin² θ)'),
    gearsOffRad: atMost(1e-9, 'gears keep their ratio'),
    ropeTooLongMm: atMost(0.01, 'the rope does not stretch'),
    stopOffMm: atMost(0.01, 'the heavier weight draws the lighter one up to its stop'),
    tension: near(3 * 9.81, 0.01, 'at the stop the rope carries the heavier weight'),
    teethPassed: atLeast(10, 'pushed up for half a second in every two'),
    belowToothMrad: atMost(1, 'a ratchet does not go back behind its tooth'),
    // 1.5 + m g / k, and the damped swing that is left after 10 s.
    springLength: near(SPRING_END, 1e-3, 'a damped oscillation about rest length + m g / k'),
  },
  build(world) {
    const crank = bar(world, { x: -6, y: 0 }, { x: -6, y: 1 })
    const rod = bar(world, { x: -6, y: 1 }, { x: -3.5, y: 0 })
    const piston = world.createBody({ position: { x: -3.5, y: 0 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.25 }, density, filter })] })
    const joints = [
      world.createHingeJoint({ bodyB: crank, anchor: { x: -6, y: 0 }, motor: { speed: 3, maxTorque: 2000 } }),
      world.createHingeJoint({ bodyA: crank, bodyB: rod, anchor: { x: -6, y: 1 } }),
      world.createHingeJoint({ bodyA: rod, bodyB: piston, anchor: { x: -3.5, y: 0 } }),
    ]
    world.createSliderJoint({ bodyB: piston, friction: 20 })
    const large = disc(world, -1, 0, 1)
    const small = disc(world, 0.6, 0, 0.5)
    joints.push(world.createHingeJoint({ bodyB: large, motor: { speed: 1, maxTorque: 100 } }), world.createHingeJoint({ bodyB: small }))
    const gear = world.createGearJoint({ bodyA: large, bodyB: small, ratio: -0.5, collideBodies: false })
    const light = world.createBody({ position: { x: 2, y: 0 }, mass: 2, shapes: [box({ halfExtents: { x: 0.2, y: 0.2 }, filter })] })
    const heavy = world.createBody({ position: { x: 3, y: 0 }, mass: 3, shapes: [box({ halfExtents: { x: 0.25, y: 0.25 }, filter })] })
    const stop = { lower: ROPE_STOP, upper: 9 }
    const pulley = world.createPulleyJoint({
      bodyA: light, bodyB: heavy, groundA: { x: 2, y: 4 }, groundB: { x: 3, y: 4 }, limitA: stop, limitB: stop,
    })
    const lever = bar(world, { x: 4.5, y: 0 }, { x: 5.5, y: 0 })
    joints.push(world.createHingeJoint({ bodyB: lever, anchor: { x: 4.5, y: 0 } }))
    const ratchet = world.createRatchetJoint({ bodyB: lever, ratchet: Math.PI / 6, collideBodies: false })
    const weight = disc(world, 7, 1, 0.3)
    const spring = world.createDampedSpring({ bodyB: weight, anchorA: { x: 7, y: 3 }, restLength: 1.5, stiffness: 300, damping: 5 })
    const beam = bar(world, { x: -1, y: 3 }, { x: 1.5, y: 3 })
    world.createFixedJoint({ bodyB: beam, anchor: { x: -1, y: 3 }, softness: { hertz: 3, dampingRatio: 0.1 } })
    const gaps = new GapWatch(joints)
    let pistonOff = 0
    let belowTooth = 0
    return {
      update(_, step) {
        gaps.look()
        pistonOff = Math.max(pistonOff, Math.abs(piston.position.x - pistonPlace(joints[0]!.angle)))
        belowTooth = Math.max(belowTooth, ratchet.angle - ratchet.currentAngle)
        // Pushed one way and the other: it only ever goes up, tooth by tooth.
        lever.applyTorque(step % 120 < 30 ? 50 : -50)
      },
      measure: () => ({
        ...gaps.figures(),
        gearsOffRad: Math.abs(gear.ratio * small.rotation - large.rotation - gear.phase),
        ropeTooLongMm: 1000 * Math.max(0, pulley.currentLength - pulley.totalLength),
        teethPassed: ratchet.angle / ratchet.ratchet,
        springLength: spring.currentLength,
        pistonOffMm: 1000 * pistonOff,
        stopOffMm: 1000 * Math.abs(pulley.lengthA - ROPE_STOP),
        belowToothMrad: 1000 * belowTooth,
        tension: pulley.tension,
      }),
    }
  },
}
