/** Every public call with bad values in every argument and field: refused with a PhysicsError, the world as it was. */

import {
  box, buildBridge, buildChain, buildNet, buildRagdoll, buildRope, buildVehicle, capsule, chain, circle, defineJoint, heightLine, humanRagdoll,
  PhysicsError, polygon, segment, tiles, World, type Body, type Joint,
} from 'fulcrum-physics/2d'
import { decompose, polygonShapes } from 'fulcrum-physics/2d/polygons'
import { describe, expect, it } from 'vitest'
import { attack, jointCalls, jointSetterCalls, methodCalls, setterCalls, type Call } from '../../common/helpers/refusals.ts'
import { ANCHOR, JOINTS, LIMIT, SPRING, type, UP } from './joint-definitions.ts'

interface Site {
  world: World
  a: Body
  b: Body
  platform: Body
  joint: Joint
}

function createSite(): Site {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -2 }, shapes: [box({ halfExtents: { x: 10, y: 0.5 } })] })
  const shapes = [circle({ radius: 0.4 })]
  const a = world.createBody({ position: { x: -1, y: 0.5 }, shapes })
  const b = world.createBody({ position: { x: 1, y: 0.5 }, shapes })
  const platform = world.createBody({ type: 'kinematic', position: { x: 6, y: 0 }, shapes })
  const joint = world.createHingeJoint({ bodyB: world.createBody({ position: { x: -6, y: 3 }, shapes }) })
  world.step(1 / 60)
  return { world, a, b, platform, joint }
}

const POINTS = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 1 }]
const SURFACE = {
  density: 10, friction: 0.5, staticFriction: 0.7, restitution: 0.1, rollingResistance: 0.01, filter: { category: 1, mask: 3, group: 2 }, sensor: false, contactEvents: false,
  frictionCombine: 'max', restitutionCombine: 'min', userData: 1, position: ANCHOR, rotation: 0.1, surfaceVelocity: UP,
}
const { position: _, rotation: __, ...PIECE } = SURFACE
/** Functions may stand for `fixed`, and names are any text. */
const free = ['0.userData', '0.fixed', '0.parts.0.name', '0.parts.1.name', '0.joints.0.name', '0.joints.1.name', '0.shapes.0', '0.name', '0.shape.userData', '0.chassis.userData', '0.wheels.userData']

const nullable = ['0.start', '0.end', '0.maxStretch']

function plainCall(name: string, act: (site: Site, ...values: never[]) => unknown, ...values: unknown[]): Call<Site> {
  return { name, arguments: () => values, act: act as Call<Site>['act'], free, nullable }
}

const shapesAndBodies: Call<Site>[] = [
  plainCall('circle', (_site, o: never) => circle(o), { ...SURFACE, radius: 1 }),
  plainCall('box', (_site, o: never) => box(o), { ...SURFACE, halfExtents: { x: 1, y: 1 }, radius: 0.1 }),
  plainCall('capsule', (_site, o: never) => capsule(o), { ...SURFACE, radius: 1, halfLength: 1 }),
  plainCall('polygon', (_site, o: never) => polygon(o), { ...SURFACE, points: POINTS, radius: 0.1 }),
  plainCall('segment', (_site, o: never) => segment(o), { ...SURFACE, a: ANCHOR, b: UP }),
  plainCall('chain', (_site, o: never) => chain(o), { ...SURFACE, points: POINTS, loop: true }),
  plainCall('heightLine', (_site, o: never) => heightLine(o), { ...SURFACE, heights: Float32Array.of(0, 1, 2), width: 4 }),
  plainCall('tiles', (_site, o: never) => tiles(o), { ...SURFACE, cells: [0, 0, 1, 0], cellSize: 0.5 }),
  plainCall('polygonShapes', (_site, o: never) => polygonShapes(o), { ...PIECE, outer: POINTS, holes: [] }),
  plainCall('decompose', (_site, o: never) => decompose(o), { outer: POINTS, holes: [] }),
  plainCall('World', (_site, o: never) => new World(o), {
    gravity: UP, substeps: 4, sleeping: true, continuous: true, fixedStep: 0.01, maxStepsPerAdvance: 4, clock: () => 0,
  }),
  plainCall('createBody', ({ world }, o: never) => world.createBody(o), {
    type: 'dynamic', position: UP, rotation: 1, linearVelocity: UP, angularVelocity: 1, shapes: [circle({ radius: 1 })], linearDamping: 1,
    angularDamping: 1, gravityScale: 1, lockedAxes: { x: false, y: false, rotation: true }, mass: 1, centerOfMass: UP, inertia: 1, canSleep: true,
    enabled: true, userData: 1,
  }),
  plainCall('defineJoint', (_site, o: never) => defineJoint(o), { name: 'own', rows: ['length'], coordinates: ['length'], error: () => [], values: () => [] }),
]

const DOWN = { x: 0, y: -1 }
const HIGH = { x: 0, y: 5 }
const worldCalls = methodCalls<Site>('world', ({ world }) => world, {
  step: () => [0.01],
  advance: () => [0.01],
  destroyBody: ({ a }) => [a],
  destroyShape: ({ a }) => [a.shapes[0]],
  destroyJoint: ({ joint }) => [joint],
  createJoint: ({ b }) => [type, { bodyB: b, data: [1], limits: [LIMIT], motors: [null], springs: [SPRING], friction: [1], axis: UP }],
  castRay: ({ a }) => [{ origin: HIGH, direction: DOWN, maxDistance: 10, solid: false, backFaces: false, filter: { category: 1, mask: 1, exclude: [a] } }],
  castRayAll: () => [{ origin: HIGH, direction: DOWN }],
  castRayAny: () => [{ origin: HIGH, direction: DOWN }],
  castRays: () => [new Float64Array([0, 5, 0, -1, 10]), new Float64Array(6), { mask: 1 }],
  overlapBox: () => [{ min: { x: -1, y: -1 }, max: { x: 1, y: 1 }, filter: { mask: 1 } }],
  overlapShape: () => [circle({ radius: 1 }), { position: UP, rotation: 1, filter: { mask: 1 } }],
  collideShape: () => [circle({ radius: 1 }), { position: UP, rotation: 1, filter: { mask: 1 } }],
  castShape: ({ a }) => [circle({ radius: 1 }), { position: HIGH, rotation: 1, direction: DOWN, maxDistance: 9, stopAtPenetration: true, filter: { exclude: [a] } }],
  castShapeAll: () => [circle({ radius: 1 }), { position: HIGH, direction: DOWN }],
  castShapes: () => [circle({ radius: 1 }), new Float64Array([0, 5, 0, 0, -1, 10]), new Float64Array(9), { mask: 1 }],
  closestPoint: ({ a }) => [{ point: UP, maxDistance: 5, filter: { exclude: [a] } }],
  closestPoints: () => [new Float64Array([0, 5, 10]), new Float64Array(9), { mask: 1 }],
  overlapPoint: () => [{ point: UP, filter: { mask: 1 } }],
  distance: ({ a, b }) => [a, b.shapes[0]],
  readPoses: () => [new Float64Array(30)],
  readInterpolatedPoses: () => [new Float64Array(30)],
  readContacts: () => [new Float64Array(30)],
  snapshotInto: ({ world }) => [new Uint8Array(world.snapshotSize())],
  restore: ({ world }) => [world.snapshot()],
})

const bodyCalls = methodCalls<Site>('body', ({ a }) => a, {
  teleport: () => [UP, 1],
  applyForce: () => [UP, UP],
  applyTorque: () => [1],
  applyImpulse: () => [UP, UP],
  applyAngularImpulse: () => [1],
  setLocalCenterOfMass: () => [UP],
  setInertia: () => [1],
  velocityAt: () => [UP],
  worldPoint: () => [UP],
  containsPoint: () => [UP],
  localPoint: () => [UP],
  addShape: () => [circle({ radius: 1 })],
  removeShape: ({ a }) => [a.shapes[0]],
}, ['setLocalCenterOfMass', 'setInertia']).concat(methodCalls<Site>('platform', ({ platform }) => platform, { setTargetPose: () => [UP, 1] }))

const builders: Call<Site>[] = [
  plainCall('buildChain', (site, o: never) => buildChain(site.world, o), {
    from: ANCHOR, to: { x: 3, y: 0 }, links: 3, radius: 0.1, slack: 0.1, start: 'world', end: 'world', linkMass: 1, load: { mass: 1, radius: 0.1 }, shape: PIECE,
  }),
  plainCall('buildRope', (site, o: never) => buildRope(site.world, o), {
    from: ANCHOR, to: { x: 3, y: 0 }, pieces: 3, radius: 0.1, slack: 0.1, joint: 'hinge', start: 'world', end: 'world', maxStretch: 0.1, pieceMass: 1, damping: 1,
    shape: PIECE,
  }),
  plainCall('buildBridge', (site, o: never) => buildBridge(site.world, o), {
    from: ANCHOR, to: { x: 3, y: 0 }, planks: 3, thickness: 0.1, gap: 0.1, slack: 0.1, start: 'world', end: 'world', friction: 1, breakForce: 1e3, shape: PIECE,
  }),
  plainCall('buildNet', (site, o: never) => buildNet(site.world, o), {
    columns: 2, rows: 3, spacing: 1, radius: 0.1, collide: true, knotMass: 1, center: UP, right: { x: 1, y: 0 }, down: { x: 0, y: -1 }, slack: 0.1,
    fixed: 'row', shape: PIECE,
  }),
  plainCall('buildVehicle', (site, o: never) => buildVehicle(site.world, o), {
    position: UP, rotation: 0.1, halfExtents: { x: 2, y: 0.3 }, chassis: PIECE, wheels: { density: 1 }, chassisHeight: 1, mass: 1000, centerDrop: 0.1,
    wheelBase: 2.6, wheelRadius: 0.3, wheelMass: 20, grip: 1, suspension: { hertz: 1.5, dampingRatio: 0.7, travel: 0.1 }, driven: 'all', maxTorque: 100,
    brakeTorque: 100,
  }),
  plainCall('buildRagdoll', (site, o: never, place: never) => buildRagdoll(site.world, o, place), {
    parts: [{ name: 'a', shape: circle({ radius: 1 }), position: UP, rotation: 0.1, mass: 1 }, { name: 'b', shape: circle({ radius: 1 }), position: ANCHOR }],
    joints: [{ name: 'j', kind: 'hinge', parent: 'a', child: 'b', anchor: UP, limit: { lower: -1, upper: 1 }, friction: 1 }],
  }, { position: UP, rotation: 0.1, velocity: UP }),
  plainCall('humanRagdoll', (_site, o: never) => humanRagdoll(o), { height: 1.8, mass: 70, friction: 1, shape: PIECE }),
]

function run(calls: readonly Call<Site>[]): void {
  for (const call of calls) {
    it(call.name, () => {
      expect(attack(call, createSite, PhysicsError as never)).toEqual([])
    })
  }
}

describe('shapes, bodies, worlds', () => run(shapesAndBodies))
describe('calls of a world', () => run(worldCalls))
describe('calls of a body', () => run(bodyCalls))
describe('properties', () => {
  run(setterCalls<Site>('world', ({ world }) => world, createSite))
  run(setterCalls<Site>('body', ({ a }) => a, createSite))
  run(setterCalls<Site>('shape', ({ a }) => a.shapes[0]!, createSite))
})
describe('joints', () => run(jointCalls(JOINTS)))
describe('properties of joints', () => run(jointSetterCalls(JOINTS, createSite)))
describe('builders', () => run(builders))
