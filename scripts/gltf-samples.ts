// Sample files with physics, made from worlds: a crane, a four-bar linkage, a car, a ragdoll, a gear train and a pendulum clock.
// `npx tsx scripts/gltf-samples.ts` writes them to docs/gltf; a test compares the files with what this makes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { box, capsule, cylinder, hull, sphere, World, type Body, type BodyDefinition, type ShapeDefinition, type Vec3 } from 'fulcrum-physics/3d'
import { writeGlb, writePhysics } from 'fulcrum-physics/gltf'
import { PROJECT_ROOT } from './aliases.ts'

const at = (x: number, y: number, z = 0): Vec3 => ({ x, y, z })
const Z: Vec3 = at(0, 0, 1)
/** A quarter turn about x: y becomes z, so that cylinders lie along z. */
const ALONG_Z = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }
const ALONG_X = { x: 0, y: 0, z: -Math.SQRT1_2, w: Math.SQRT1_2 }

function add(world: World, name: string, position: Vec3, shapes: ShapeDefinition[], more: BodyDefinition = {}): Body {
  return world.createBody({ position, shapes, userData: name, ...more })
}

function floor(world: World): Body {
  return add(world, 'floor', at(0, -0.25), [box({ halfExtents: at(12, 0.25, 6), friction: 0.8, frictionCombine: 'average' })], { type: 'static' })
}

/** A tower, a boom that swings slowly round, and a load on a rope. */
function crane(): World {
  const world = new World()
  floor(world)
  add(world, 'tower', at(0, 3), [box({ halfExtents: at(0.3, 3, 0.3) })], { type: 'static' })
  const boom = add(world, 'boom', at(1.5, 6.3), [
    box({ halfExtents: at(3, 0.15, 0.2), density: 300 }), box({ halfExtents: at(0.5, 0.4, 0.4), position: at(-2.5, -0.3), density: 800 }),
  ])
  world.createHingeJoint({ bodyB: boom, anchor: at(0, 6.15), axis: at(0, 1), motor: { speed: 0.2, maxTorque: 20_000 } })
  const points = [[-1, -1], [1, -1], [1, 1], [-1, 1]].flatMap(([x, z]) => [at(0.4 * x!, -0.4, 0.4 * z!), at(0.25 * x!, 0.4, 0.25 * z!)])
  const load = add(world, 'load', at(4, 1.5), [hull({ points, density: 900 })])
  world.createDistanceJoint({ bodyA: boom, bodyB: load, anchorA: at(4, 6.15), anchorB: at(4, 1.9), maxLength: 4.25 })
  return world
}

/** A crank that turns and a rocker that swings. */
function fourBar(): World {
  const world = new World()
  const link = (name: string, from: Vec3, to: Vec3, z: number): Body => {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    const angle = Math.atan2(dy, dx) / 2
    const rotation = { x: 0, y: 0, z: Math.sin(angle), w: Math.cos(angle) }
    return add(world, name, at((from.x + to.x) / 2, (from.y + to.y) / 2, z), [box({ halfExtents: at(length / 2 + 0.1, 0.1, 0.04) })], { rotation })
  }
  const [A, B, C, D] = [at(-1, 1), at(-1, 1.6), at(1.2, 2.6), at(1.2, 1)] as const
  add(world, 'ground', at(0.1, 1, -0.3), [box({ halfExtents: at(1.5, 0.15, 0.1) })], { type: 'static' })
  const crank = link('crank', A, B, 0)
  const coupler = link('coupler', B, C, 0.1)
  const rocker = link('rocker', D, C, 0)
  world.createHingeJoint({ bodyB: crank, anchor: A, axis: Z, motor: { speed: 3, maxTorque: 5000 } })
  world.createHingeJoint({ bodyA: crank, bodyB: coupler, anchor: B, axis: Z })
  world.createHingeJoint({ bodyA: coupler, bodyB: rocker, anchor: C, axis: Z })
  world.createHingeJoint({ bodyB: rocker, anchor: D, axis: Z })
  return world
}

/** Four wheels on springs, the rear ones driven. */
function car(): World {
  const world = new World()
  add(world, 'road', at(0, -0.25), [box({ halfExtents: at(60, 0.25, 6), friction: 0.9, frictionCombine: 'average' })], { type: 'static' })
  const chassis = add(world, 'chassis', at(-20, 0.8), [
    box({ halfExtents: at(1.5, 0.2, 0.6), density: 300 }), box({ halfExtents: at(0.7, 0.25, 0.5), position: at(-0.2, 0.45), density: 100 }),
  ])
  for (const [x, z] of [[-1, -0.75], [-1, 0.75], [1, -0.75], [1, 0.75]] as const) {
    const tyre = cylinder({ radius: 0.4, halfHeight: 0.12, density: 300, rotation: ALONG_Z, friction: 0.9, frictionCombine: 'average' })
    const wheel = add(world, 'wheel', at(-20 + x, 0.45, z), [tyre])
    const frame = { rotation: { x: 0, y: 0, z: 0, w: 1 } }
    world.createGenericJoint({
      bodyA: chassis, bodyB: wheel, frameA: { position: at(x, -0.35, z), ...frame }, frameB: frame,
      limits: [{ linearAxes: [0, 2], min: 0, max: 0 }, { angularAxes: [0, 1], min: 0, max: 0 }, { linearAxes: [1], min: -0.2, max: 0.2 }],
      drives: [
        { type: 'linear', axis: 1, stiffness: 15_000, damping: 1500 },
        ...(x < 0 ? [{ type: 'angular', axis: 2, velocityTarget: -10, damping: 500, maxForce: 200 } as const] : []),
      ],
    })
  }
  return world
}

/** A figure of eleven parts: cones at the shoulders and hips, hinges at the elbows and knees. */
function ragdoll(): World {
  const world = new World()
  floor(world)
  const part = (name: string, x: number, y: number, halfLength: number, radius: number, rotation = { x: 0, y: 0, z: 0, w: 1 }): Body =>
    add(world, name, at(x, y), [capsule({ radius, halfLength, density: 900, friction: 0.6, frictionCombine: 'average' })], { rotation })
  const pelvis = part('pelvis', 0, 2.0, 0.08, 0.12, ALONG_X)
  const chest = part('chest', 0, 2.4, 0.15, 0.15)
  const head = add(world, 'head', at(0, 2.85), [sphere({ radius: 0.13, density: 900, friction: 0.6, frictionCombine: 'average' })])
  const ball = (bodyA: Body, bodyB: Body, anchor: Vec3, axis: Vec3, cone: number, twist: number): void => {
    world.createBallJoint({ bodyA, bodyB, anchor, axis, swingLimit: { cone }, twistLimit: { lower: -twist, upper: twist } })
  }
  ball(pelvis, chest, at(0, 2.15), at(0, 1), 0.4, 0.4)
  ball(chest, head, at(0, 2.7), at(0, 1), 0.5, 0.6)
  for (const side of [-1, 1]) {
    const upper = part('upper arm', side * 0.38, 2.55, 0.12, 0.06, ALONG_X)
    const lower = part('lower arm', side * 0.72, 2.55, 0.12, 0.05, ALONG_X)
    ball(chest, upper, at(side * 0.2, 2.55), at(side, 0), 1.2, 0.5)
    const bend = side > 0 ? { lower: 0, upper: 2.2 } : { lower: -2.2, upper: 0 }
    world.createHingeJoint({ bodyA: upper, bodyB: lower, anchor: at(side * 0.55, 2.55), axis: at(0, 1), limit: bend })
    const thigh = part('thigh', side * 0.13, 1.65, 0.18, 0.09)
    const shin = part('shin', side * 0.13, 1.15, 0.18, 0.07)
    ball(pelvis, thigh, at(side * 0.13, 1.92), at(0, -1), 0.8, 0.3)
    world.createHingeJoint({ bodyA: thigh, bodyB: shin, anchor: at(side * 0.13, 1.4), axis: at(1, 0), limit: { lower: 0, upper: 2 } })
  }
  return world
}

/** Lengths of the gears' teeth, m: module, height above and below the pitch circle. */
const MODULE = 0.1
const [ADDENDUM, DEDENDUM] = [0.075, 0.11]
export const TEETH: readonly number[] = [12, 24, 16]

/** Three cogwheels that push each other by their teeth, the first driven. */
function gearTrain(): World {
  const world = new World()
  const far = (teeth: number): number => (MODULE * teeth) / 2
  add(world, 'plate', at(1.5, 2, -0.25), [box({ halfExtents: at(3, 1.6, 0.05) })], { type: 'static' })
  let x = 0
  TEETH.forEach((teeth, i) => {
    const r = far(teeth)
    if (i > 0) x += far(TEETH[i - 1]!) + r
    const shapes = [cylinder({ radius: r - DEDENDUM, halfHeight: 0.1, rotation: ALONG_Z, friction: 0.05, frictionCombine: 'average' })]
    const [foot, tip] = [0.09, 0.025]
    const profile = [at(r - DEDENDUM - 0.02, -foot), at(r - DEDENDUM - 0.02, foot), at(r + ADDENDUM, tip), at(r + ADDENDUM, -tip)]
    // Teeth of one wheel lie on gaps of the next: half a tooth further where they meet.
    const meets = i === 1 ? Math.PI / teeth : 0
    const offset = i === 0 ? 0 : Math.PI + meets
    const shift = i === 2 ? Math.PI / teeth : 0
    for (let k = 0; k < teeth; k++) {
      const angle = (offset + shift + (2 * Math.PI * k) / teeth) / 2
      const points = profile.flatMap(({ x: px, y }) => [at(px, y, -0.1), at(px, y, 0.1)])
      shapes.push(hull({ points, rotation: { x: 0, y: 0, z: Math.sin(angle), w: Math.cos(angle) }, friction: 0.05, frictionCombine: 'average' }))
    }
    const gear = add(world, `gear ${teeth}`, at(x, 2), shapes)
    world.createHingeJoint({ bodyB: gear, anchor: at(x, 2), axis: Z, ...(i === 0 ? { motor: { speed: 2, maxTorque: 2000 } } : {}) })
  })
  return world
}

/** Of the pendulum: rod and bob, m, and their densities, kg/m³. */
export const PENDULUM = { rod: 0.9, thickness: 0.02, bob: 0.12, half: 0.03, density: 7000, angle: 0.1 } as const

/** A pendulum of about a second each way, and a second hand. */
function clock(): World {
  const world = new World()
  const pivot = at(0, 2)
  add(world, 'case', at(0, 1.6, -0.2), [box({ halfExtents: at(0.4, 1, 0.05) })], { type: 'static' })
  const { rod, thickness, bob, half, density, angle } = PENDULUM
  const place = at(Math.sin(angle) * rod, 2 - Math.cos(angle) * rod)
  const pendulum = add(world, 'pendulum', place, [
    box({ halfExtents: at(thickness / 2, rod / 2, thickness / 2), position: at(0, rod / 2), density }),
    cylinder({ radius: bob, halfHeight: half, rotation: ALONG_Z, density }),
  ], { rotation: { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) } })
  world.createHingeJoint({ bodyB: pendulum, anchor: pivot, axis: Z })
  const hand = add(world, 'second hand', at(0, 2.3, 0.1), [box({ halfExtents: at(0.01, 0.15, 0.005), density: 2000, position: at(0, 0.12) })])
  world.createHingeJoint({ bodyB: hand, anchor: at(0, 2.3, 0.1), axis: Z, motor: { speed: -Math.PI / 30, maxTorque: 5 } })
  return world
}

export const SAMPLES: Readonly<Record<string, () => World>> = { crane, 'four-bar': fourBar, car, ragdoll, 'gear-train': gearTrain, clock }

/** Of a sample, or of a body of it; others in turn. Parts of one colour share their meshes. */
const COLORS: Readonly<Record<string, readonly [number, number, number]>> = {
  ragdoll: [0.9, 0.65, 0.45], 'ragdoll floor': [0.5, 0.52, 0.55], 'car wheel': [0.15, 0.15, 0.17],
}

/** The file of a sample. */
export function sampleFile(name: string): Uint8Array {
  const { json, buffer, warnings } = writePhysics(SAMPLES[name]!(), { color: body => COLORS[`${name} ${String(body.userData)}`] ?? COLORS[name] })
  if (warnings.length > 0) throw new Error(`${name}: ${warnings.map(({ path, message }) => `${path} ${message}`).join('; ')}`)
  return writeGlb(json, buffer)
}

if (process.argv[1]?.endsWith('gltf-samples.ts') === true) {
  mkdirSync(`${PROJECT_ROOT}docs/gltf`, { recursive: true })
  for (const name of Object.keys(SAMPLES)) {
    const file = sampleFile(name)
    writeFileSync(`${PROJECT_ROOT}docs/gltf/${name}.glb`, file)
    console.log(`${name}.glb: ${file.byteLength} bytes`)
  }
}
