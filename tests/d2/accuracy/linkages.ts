/** Linkages of bars on pins, and where geometry says their parts must be. */

import { box, type Body, type HingeJoint, type Vec2, type World } from 'fulcrum-physics/2d'
import { distance, GHOST, subtract } from './setup.ts'

const HALF_THICKNESS = 0.06

/** Its x axis lies from `from` to `to`. Bars do not touch anything: pins hold them, and in a machine they lie side by side. */
export function addBar(world: World, from: Vec2, to: Vec2): Body {
  const { x, y } = subtract(to, from)
  return world.createBody({
    position: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
    rotation: Math.atan2(y, x),
    shapes: [box({ halfExtents: { x: Math.hypot(x, y) / 2, y: HALF_THICKNESS }, filter: GHOST })],
  })
}

export interface Linkage {
  readonly pins: readonly HingeJoint[]
  /** The pin with the motor. */
  readonly drive: HingeJoint
  /** How far the driven part is from where the angle of the crank puts it, m. */
  off(): number
}

/** Crank, coupler and rocker in a closed loop of four hinges; the crank turns once in two seconds. */
export function addFourBar(world: World): Linkage {
  const [crankLength, couplerLength, rockerLength] = [1, 3, 2.5]
  const left = { x: 0, y: 2 }
  const right = { x: 3, y: 2 }
  const start = Math.PI / 2
  const crankPin = (angle: number): Vec2 => ({ x: left.x + crankLength * Math.cos(angle), y: left.y + crankLength * Math.sin(angle) })
  /** Where coupler and rocker meet, above the line between their other ends: two circles. */
  const rockerPin = (angle: number): Vec2 => {
    const b = crankPin(angle)
    const { x, y } = subtract(right, b)
    const d = Math.hypot(x, y)
    const along = (couplerLength ** 2 - rockerLength ** 2 + d * d) / (2 * d)
    const up = Math.sqrt(couplerLength ** 2 - along * along)
    return { x: b.x + (along * x - up * y) / d, y: b.y + (along * y + up * x) / d }
  }
  const b = crankPin(start)
  const c = rockerPin(start)
  const crank = addBar(world, left, b)
  const coupler = addBar(world, b, c)
  const rocker = addBar(world, right, c)
  const drive = world.createHingeJoint({ bodyB: crank, anchor: left, motor: { speed: Math.PI, maxTorque: 20_000 } })
  const meeting = world.createHingeJoint({ bodyA: coupler, bodyB: rocker, anchor: c })
  const pins = [
    drive,
    world.createHingeJoint({ bodyA: crank, bodyB: coupler, anchor: b }),
    meeting,
    world.createHingeJoint({ bodyB: rocker, anchor: right }),
  ]
  return { pins, drive, off: () => distance(meeting.anchorB, rockerPin(start + drive.angle)) }
}

/** A motor turns a crank twice a second, a rod pushes a piston along its guide: x = r cos θ + √(l² − r² sin² θ). */
export function addSliderCrank(world: World): Linkage {
  const crankLength = 0.5
  const rodLength = 1.5
  const place = (angle: number): number => crankLength * Math.cos(angle) + Math.sqrt(rodLength ** 2 - (crankLength * Math.sin(angle)) ** 2)
  const center = { x: 0, y: 1.5 }
  const pin = { x: crankLength, y: 1.5 }
  const end = { x: place(0), y: 1.5 }
  const crank = addBar(world, center, pin)
  const rod = addBar(world, pin, end)
  const piston = world.createBody({ position: end, shapes: [box({ halfExtents: { x: 0.2, y: 0.15 }, filter: GHOST })] })
  const drive = world.createHingeJoint({ bodyB: crank, anchor: center, motor: { speed: 4 * Math.PI, maxTorque: 20_000 } })
  const pins = [
    drive,
    world.createHingeJoint({ bodyA: crank, bodyB: rod, anchor: pin }),
    world.createHingeJoint({ bodyA: rod, bodyB: piston, anchor: end }),
  ]
  world.createSliderJoint({ bodyB: piston, anchor: end, axis: { x: 1, y: 0 } })
  return { pins, drive, off: () => distance(piston.position, { x: place(drive.angle), y: end.y }) }
}

/** Cranks side by side on one coupler: from the third on each adds a row that the others imply. The last may be too long by a little. */
export function addParallelCranks(world: World, count: number, tooLong = 0): { pins: HingeJoint[]; feet: HingeJoint[] } {
  const start = 1
  const tip = { x: Math.cos(start), y: Math.sin(start) }
  const coupler = addBar(world, tip, { x: tip.x + count - 1, y: tip.y })
  const pins: HingeJoint[] = []
  const feet: HingeJoint[] = []
  for (let i = 0; i < count; i++) {
    const crank = addBar(world, { x: i, y: 0 }, { x: tip.x + i, y: tip.y })
    const motor = i === 0 ? { speed: Math.PI, maxTorque: 20_000 } : null
    feet.push(world.createHingeJoint({ bodyB: crank, anchor: { x: i, y: 0 }, motor }))
    const onCoupler = coupler.localPoint({ x: tip.x + i, y: tip.y })
    const onCrank = { x: 0.5 + (i === count - 1 ? tooLong : 0), y: 0 }
    pins.push(world.createHingeJoint({ bodyA: crank, bodyB: coupler, frameA: { position: onCrank }, frameB: { position: onCoupler } }))
  }
  return { pins, feet }
}
