/** Every public call with bad values in every argument and field: refused with a PhysicsError, the world as it was. */

import {
  box, buildBridge, buildChain, buildNet, buildRagdoll, buildRope, buildVehicle, capsule, cone, cylinder, defineJoint, ellipsoid, heightField, hull,
  humanRagdoll, mesh, Path, PhysicsError, plane, solvePlanes, sphere, voxels, World, type Body, type Character, type Joint, type WheeledVehicle,
} from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { attack, jointCalls, jointSetterCalls, methodCalls, setterCalls, type Call } from '../../common/helpers/refusals.ts'
import { ACROSS, ANCHOR, JOINTS, LIMIT, POINTS, SPRING, TURN, type, UP } from './joint-definitions.ts'

interface Site {
  world: World
  a: Body
  b: Body
  platform: Body
  joint: Joint
  character: Character
  vehicle: WheeledVehicle
}

function createSite(): Site {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -2, z: 0 }, shapes: [box({ halfExtents: { x: 10, y: 0.5, z: 10 } })] })
  const shapes = [sphere({ radius: 0.4 })]
  const a = world.createBody({ position: { x: -1, y: 0.5, z: 0 }, shapes })
  const b = world.createBody({ position: { x: 1, y: 0.5, z: 0 }, shapes })
  const platform = world.createBody({ type: 'kinematic', position: { x: 6, y: 0, z: 0 }, shapes })
  const joint = world.createHingeJoint({ bodyB: world.createBody({ position: { x: -6, y: 3, z: 0 }, shapes }) })
  const character = world.createCharacter({ shape: capsule({ radius: 0.3, halfLength: 0.4 }), position: { x: 0, y: -0.8, z: 6 } })
  const chassis = world.createBody({ position: { x: 0, y: -0.8, z: -6 }, mass: 800, shapes: [box({ halfExtents: { x: 0.8, y: 0.2, z: 1.6 } })] })
  const vehicle = world.createVehicle(chassis, { wheels: [{ position: { x: 0.8, y: -0.1, z: 1 } }, { position: { x: -0.8, y: -0.1, z: 1 } }], engine: {} })
  world.step(1 / 60)
  return { world, a, b, platform, joint, character, vehicle }
}

const SURFACE = {
  density: 10, friction: 0.5, staticFriction: 0.7, restitution: 0.1, rollingResistance: 0.01, filter: { category: 1, mask: 3, group: 2 }, sensor: false, contactEvents: false,
  frictionCombine: 'max', restitutionCombine: 'min', userData: 1, position: ANCHOR, rotation: TURN, surfaceVelocity: UP,
}
const { position: _, rotation: __, ...PIECE } = SURFACE
const { density: ___, ...PLANE_SURFACE } = SURFACE
const CORNERS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, -1)
const CURVE = [{ slip: 0, friction: 0 }, { slip: 0.1, friction: 1 }]
/** Functions may stand for `fixed`, and names are any text. */
const free = ['0.userData', '0.fixed', '0.parts.0.name', '0.parts.1.name', '0.joints.0.name', '0.joints.1.name', '0.shapes.0', '0.name', '0.shape.userData', '0.chassis.userData', '0.wheels.userData']

const nullable = ['0.start', '0.end', '0.maxStretch']

function plainCall(name: string, act: (site: Site, ...values: never[]) => unknown, ...values: unknown[]): Call<Site> {
  return { name, arguments: () => values, act: act as Call<Site>['act'], free, nullable }
}

const shapesAndBodies: Call<Site>[] = [
  plainCall('sphere', (_site, o: never) => sphere(o), { ...SURFACE, radius: 1 }),
  plainCall('box', (_site, o: never) => box(o), { ...SURFACE, halfExtents: { x: 1, y: 1, z: 1 } }),
  plainCall('capsule', (_site, o: never) => capsule(o), { ...SURFACE, radius: 1, halfLength: 1 }),
  plainCall('hull', (_site, o: never) => hull(o), { ...SURFACE, points: POINTS }),
  plainCall('cylinder', (_site, o: never) => cylinder(o), { ...SURFACE, radius: 1, halfHeight: 1, rounding: 0.1 }),
  plainCall('cylinder of two radii', (_site, o: never) => cylinder(o), { radiusTop: 1, radiusBottom: 0.5, halfHeight: 1 }),
  plainCall('cone', (_site, o: never) => cone(o), { radius: 1, halfHeight: 1 }),
  plainCall('ellipsoid', (_site, o: never) => ellipsoid(o), { radii: { x: 1, y: 1, z: 1 } }),
  plainCall('plane', (_site, o: never) => plane(o), PLANE_SURFACE),
  plainCall('mesh', (_site, o: never) => mesh(o), { positions: CORNERS, indices: [0, 1, 2], sides: 'both', surfaces: [{ friction: 1, surfaceVelocity: UP }], scale: 2, materials: [0], weldTolerance: 0 }),
  plainCall('heightField', (_site, o: never) => heightField(o), { heights: Float32Array.of(0, 1, 0, 1), samplesX: 2, samplesZ: 2, sizeX: 1, sizeZ: 1, sides: 'both' }),
  plainCall('voxels', (_site, o: never) => voxels(o), { cells: [0, 0, 0], cellSize: 1, materials: [0], surfaces: [{ restitution: 1 }] }),
  plainCall('solvePlanes', (_site, way: never, planes: never) => solvePlanes(way, planes), UP, [{ normal: UP, offset: 1 }]),
  plainCall('Path', (_site, o: never) => new Path(o), { points: POINTS, closed: false, up: UP }),
  plainCall('World', (_site, o: never) => new World(o), {
    gravity: UP, substeps: 4, sleeping: true, continuous: true, fixedStep: 0.01, maxStepsPerAdvance: 4, clock: () => 0,
  }),
  plainCall('createBody', ({ world }, o: never) => world.createBody(o), {
    type: 'dynamic', position: UP, rotation: TURN, linearVelocity: UP, angularVelocity: UP, shapes: [sphere({ radius: 1 })], linearDamping: 1,
    angularDamping: 1, gravityScale: 1, lockedAxes: { linear: { x: false, y: false, z: true }, angular: { x: true, y: false, z: false } }, mass: 1,
    centerOfMass: UP, inertia: { xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 }, canSleep: true, enabled: true, userData: 1,
  }),
  plainCall('defineJoint', (_site, o: never) => defineJoint(o), { name: 'own', rows: ['length'], coordinates: ['length'], error: () => [], values: () => [] }),
]

const DOWN = { x: 0, y: -1, z: 0 }
const HIGH = { x: 0, y: 5, z: 0 }
const worldCalls = methodCalls<Site>('world', ({ world }) => world, {
  step: () => [0.01],
  advance: () => [0.01],
  destroyBody: ({ a }) => [a],
  destroyShape: ({ a }) => [a.shapes[0]],
  destroyJoint: ({ joint }) => [joint],
  createJoint: ({ b }) => [type, { bodyB: b, data: [1], limits: [LIMIT], motors: [null], springs: [SPRING], friction: [1], axis: UP }],
  castRay: ({ a }) => [{ origin: HIGH, direction: DOWN, maxDistance: 10, solid: false, filter: { category: 1, mask: 1, exclude: [a] } }],
  castRayAll: () => [{ origin: HIGH, direction: DOWN }],
  castRayAny: () => [{ origin: HIGH, direction: DOWN }],
  castRays: () => [new Float64Array([0, 5, 0, 0, -1, 0, 10]), new Float64Array(8), { mask: 1 }],
  overlapBox: () => [{ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 }, filter: { mask: 1 } }],
  overlapShape: () => [sphere({ radius: 1 }), { position: UP, rotation: TURN, filter: { mask: 1 } }],
  collideShape: () => [sphere({ radius: 1 }), { position: UP, rotation: TURN, filter: { mask: 1 } }],
  castShape: ({ a }) => [sphere({ radius: 1 }), { position: HIGH, rotation: TURN, direction: DOWN, maxDistance: 9, stopAtPenetration: true, filter: { exclude: [a] } }],
  castShapeAll: () => [sphere({ radius: 1 }), { position: HIGH, direction: DOWN }],
  castShapes: () => [sphere({ radius: 1 }), new Float64Array([0, 5, 0, 0, 0, 0, 1, 0, -1, 0, 10]), new Float64Array(9), { mask: 1 }],
  closestPoint: ({ a }) => [{ point: UP, maxDistance: 5, filter: { exclude: [a] } }],
  closestPoints: () => [new Float64Array([0, 5, 0, 10]), new Float64Array(9), { mask: 1 }],
  overlapPoint: () => [{ point: UP, filter: { mask: 1 } }],
  distance: ({ a, b }) => [a, b.shapes[0]],
  castMover: ({ a }) => [sphere({ radius: 0.2 }), { position: HIGH, rotation: TURN, translation: DOWN, gap: 0.01, filter: { exclude: [a] } }],
  collectPlanes: () => [sphere({ radius: 0.2 }), { position: HIGH, rotation: TURN, reach: 1, filter: { mask: 1 } }],
  bodyById: ({ a }) => [a.id],
  draw: () => [{ line: () => undefined, point: () => undefined }, { shapes: true, contacts: true, joints: true, scale: 1, colors: { static: 0 } }],
  createCharacter: () => [{
    shape: capsule({ radius: 0.3, halfLength: 0.4 }), position: HIGH, rotation: TURN, up: UP, velocity: UP, mass: 80, strength: 100, maxSlope: 1,
    stepHeight: 0.3, stickDistance: 0.3, skin: 0.01, acceleration: 10, airAcceleration: 1, gravityScale: 1, stepsOnDynamic: true,
  }],
  destroyCharacter: ({ character }) => [character],
  createVehicle: ({ a, b }) => [a, {
    wheels: [
      {
        position: UP, direction: DOWN, radius: 0.3, width: 0.2, mass: 10, inertia: 1, friction: 1, rollingResistance: 0.01, maxSteer: 0.5, brakeTorque: 100,
        handBrakeTorque: 100, longitudinalCurve: CURVE, lateralCurve: CURVE, suspension: { min: 0, max: 0.3, preload: 0.1, hertz: 1.5, dampingRatio: 0.5 },
      },
      { position: ANCHOR, suspension: { stiffness: 1e4, damping: 100 } },
    ],
    forward: ACROSS, up: UP, tester: 'sphere', filter: { category: 1, mask: 3, group: 1 }, ignore: [b], antiRollBars: [{ wheels: [0, 1], stiffness: 100 }],
    engine: { torqueCurve: [{ rpm: 0, torque: 100 }, { rpm: 6000, torque: 100 }], idleRpm: 800, maxRpm: 6000, inertia: 0.2, brakeTorque: 50 },
    clutch: { torque: 300, engageRpm: 1200 }, centerLock: 10, ackermann: 1,
    gearbox: { ratios: [3, 2], reverseRatios: [3], automatic: true, shiftUpRpm: 5000, shiftDownRpm: 2000, switchTime: 0.3 },
    differentials: [{ wheels: [0, 1], ratio: 3, split: 0.5, lock: 10, torqueShare: 1 }],
  }],
  destroyVehicle: ({ vehicle }) => [vehicle],
  readPoses: () => [new Float64Array(30)],
  readInterpolatedPoses: () => [new Float64Array(30)],
  readContacts: () => [new Float64Array(30)],
  snapshotInto: ({ world }) => [new Uint8Array(world.snapshotSize())],
  restore: ({ world }) => [world.snapshot()],
})

const bodyCalls = methodCalls<Site>('body', ({ a }) => a, {
  teleport: () => [UP, TURN],
  applyForce: () => [UP, UP],
  applyTorque: () => [UP],
  applyImpulse: () => [UP, UP],
  applyAngularImpulse: () => [UP],
  setLocalCenterOfMass: () => [UP],
  setInertia: () => [{ xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 }],
  velocityAt: () => [UP],
  worldPoint: () => [UP],
  containsPoint: () => [UP],
  localPoint: () => [UP],
  addShape: () => [sphere({ radius: 1 })],
  removeShape: ({ a }) => [a.shapes[0]],
}, ['setLocalCenterOfMass', 'setInertia']).concat(methodCalls<Site>('platform', ({ platform }) => platform, { setTargetPose: () => [UP, TURN] }))

const FAR = { x: 3, y: 0, z: 0 }
const builders: Call<Site>[] = [
  plainCall('buildChain', (site, o: never) => buildChain(site.world, o), {
    from: ANCHOR, to: FAR, links: 3, radius: 0.1, slack: 0.1, start: 'world', end: 'world', linkMass: 1, load: { mass: 1, radius: 0.1 }, shape: PIECE,
  }),
  plainCall('buildRope', (site, o: never) => buildRope(site.world, o), {
    from: ANCHOR, to: FAR, pieces: 3, radius: 0.1, slack: 0.1, joint: 'ball', start: 'world', end: 'world', maxStretch: 0.1, pieceMass: 1, damping: 1, shape: PIECE,
  }),
  plainCall('buildBridge', (site, o: never) => buildBridge(site.world, o), {
    from: ANCHOR, to: FAR, planks: 3, width: 1, thickness: 0.1, gap: 0.1, slack: 0.1, start: 'world', end: 'world', friction: 1, breakForce: 1e3, shape: PIECE,
  }),
  plainCall('buildNet', (site, o: never) => buildNet(site.world, o), {
    columns: 2, rows: 3, spacing: 1, radius: 0.1, collide: true, knotMass: 1, center: UP, right: { x: 1, y: 0, z: 0 }, down: ACROSS, fixed: 'row', shape: PIECE,
  }),
  plainCall('buildVehicle', (site, o: never) => buildVehicle(site.world, o), {
    position: UP, rotation: TURN, halfExtents: { x: 1, y: 0.3, z: 2 }, track: 1.6, maxSteer: 0.5, chassis: PIECE, wheels: { density: 1 }, chassisHeight: 1,
    mass: 1000, centerDrop: 0.1, wheelBase: 2.6, wheelRadius: 0.3, wheelMass: 20, grip: 1, suspension: { hertz: 1.5, dampingRatio: 0.7, travel: 0.1 },
    driven: 'all', maxTorque: 100, brakeTorque: 100,
  }),
  plainCall('buildRagdoll', (site, o: never, place: never) => buildRagdoll(site.world, o, place), {
    parts: [
      { name: 'a', shape: sphere({ radius: 1 }), position: UP, rotation: TURN, mass: 1 }, { name: 'b', shape: sphere({ radius: 1 }), position: ANCHOR },
    ],
    joints: [
      { name: 'j', kind: 'hinge', parent: 'a', child: 'b', anchor: UP, axis: UP, limit: { lower: -1, upper: 1 }, friction: 1 },
      { name: 'k', kind: 'constant-velocity', parent: 'a', child: 'b', anchor: UP, axis: UP, planeAxis: ACROSS, limit: { cone: 1 } },
    ],
  }, { position: UP, rotation: TURN, velocity: UP }),
  plainCall('humanRagdoll', (_site, o: never) => humanRagdoll(o), { height: 1.8, mass: 70, friction: 1, shape: PIECE }),
]

function run(calls: readonly Call<Site>[]): void {
  for (const call of calls) it(call.name, () => expect(attack(call, createSite, PhysicsError as never)).toEqual([]))
}

describe('shapes, bodies, worlds', () => run(shapesAndBodies))
describe('calls of a world', () => run(worldCalls))
describe('calls of a body', () => run(bodyCalls))
describe('calls of a character', () => run(methodCalls<Site>('character', ({ character }) => character, {
  jump: () => [5],
  setShape: () => [capsule({ radius: 0.3, halfLength: 0.2 })],
  hasRoomFor: () => [capsule({ radius: 0.3, halfLength: 0.2 })],
})))
describe('properties', () => {
  run(setterCalls<Site>('world', ({ world }) => world, createSite))
  run(setterCalls<Site>('body', ({ a }) => a, createSite))
  run(setterCalls<Site>('shape', ({ a }) => a.shapes[0]!, createSite))
  run(setterCalls<Site>('character', ({ character }) => character, createSite))
  run(setterCalls<Site>('vehicle', ({ vehicle }) => vehicle, createSite))
  run(setterCalls<Site>('wheel', ({ vehicle }) => vehicle.wheels[0]!, createSite))
})
describe('joints', () => run(jointCalls(JOINTS)))
describe('properties of joints', () => run(jointSetterCalls(JOINTS, createSite)))
describe('builders', () => run(builders))
