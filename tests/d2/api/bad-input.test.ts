/** Every public call refuses what it cannot work with, names the field, and leaves the world as it was. */

import { box, capsule, chain, circle, polygon, segment, World, type Vec2 } from 'fulcrum-physics/2d'
import { describe, it } from 'vitest'
import { bad, expectRefused, numberAttacks, optionalNumberAttacks, vectorAttacks, type Attack } from './attack.ts'

const ORIGIN: Vec2 = { x: 0, y: 0 }
const UP: Vec2 = { x: 0, y: 1 }
const BALL = circle({ radius: 1 })

function runAll(title: string, attacks: readonly Attack[]): void {
  describe(title, () => {
    for (const attack of attacks) it(attack.name, () => expectRefused(attack))
  })
}

/** Attacks on the options every shape shares. */
function shapeOptionAttacks(kind: string, make: (options: object) => unknown): Attack[] {
  const attacks: Attack[] = []
  for (const key of ['density', 'friction', 'rollingResistance']) {
    attacks.push(...optionalNumberAttacks(`${kind} ${key}`, `${kind}.${key}`, (_site, value) => make({ [key]: value })))
    attacks.push({ name: `${kind} ${key} −1`, act: () => make({ [key]: -1 }), code: 'out-of-range', field: `${kind}.${key}` })
  }
  attacks.push(
    ...optionalNumberAttacks(`${kind} restitution`, `${kind}.restitution`, (_site, value) => make({ restitution: value })),
    { name: `${kind} restitution 1.5`, act: () => make({ restitution: 1.5 }), code: 'out-of-range', field: `${kind}.restitution` },
    { name: `${kind} restitution −0.1`, act: () => make({ restitution: -0.1 }), code: 'out-of-range', field: `${kind}.restitution` },
    {
      name: `${kind} position NaN`,
      act: () => make({ position: { x: 0, y: NaN } }),
      code: 'not-finite',
      field: `${kind}.position.y`,
    },
    {
      name: `${kind} rotation NaN`,
      act: () => make({ rotation: NaN }),
      code: 'not-finite',
      field: `${kind}.rotation`,
    },
    { name: `${kind} sensor 1`, act: () => make({ sensor: 1 }), code: 'wrong-type', field: `${kind}.sensor` },
    { name: `${kind} contactEvents 'yes'`, act: () => make({ contactEvents: 'yes' }), code: 'wrong-type', field: `${kind}.contactEvents` },
    { name: `${kind} filter 3`, act: () => make({ filter: 3 }), code: 'wrong-type', field: `${kind}.filter` },
    { name: `${kind} category 1.5`, act: () => make({ filter: { category: 1.5 } }), code: 'wrong-type', field: `${kind}.filter.category` },
    { name: `${kind} mask 2³³`, act: () => make({ filter: { mask: 2 ** 33 } }), code: 'out-of-range', field: `${kind}.filter.mask` },
    { name: `${kind} combine 'sum'`, act: () => make({ frictionCombine: 'sum' }), code: 'wrong-type', field: `${kind}.frictionCombine` },
    {
      name: `${kind} combine prototype`,
      act: () => make({ restitutionCombine: 'toString' }),
      code: 'wrong-type',
      field: `${kind}.restitutionCombine`,
    },
    {
      name: `${kind} surface velocity`,
      act: () => make({ surfaceVelocity: { x: Infinity, y: 0 } }),
      code: 'not-finite',
      field: `${kind}.surfaceVelocity.x`,
    },
  )
  return attacks
}

runAll('shapes', [
  ...numberAttacks('circle radius', 'circle.radius', (_site, radius) => circle({ radius })),
  { name: 'circle radius 0', act: () => circle({ radius: 0 }), code: 'out-of-range', field: 'circle.radius' },
  { name: 'circle radius −1', act: () => circle({ radius: -1 }), code: 'out-of-range', field: 'circle.radius' },
  { name: 'circle radius 1e300', act: () => circle({ radius: 1e300 }), code: 'out-of-range', field: 'circle.radius' },
  { name: 'circle radius 1e-300', act: () => circle({ radius: 1e-300 }), code: 'out-of-range', field: 'circle.radius' },
  { name: 'circle of nothing', act: () => circle(bad(undefined)), code: 'wrong-type', field: 'circle' },
  { name: 'box of nothing', act: () => box({ halfExtents: bad(null) }), code: 'wrong-type', field: 'box.halfExtents' },
  ...numberAttacks('box x', 'box.halfExtents.x', (_site, x) => box({ halfExtents: { x, y: 1 } })),
  ...numberAttacks('box y', 'box.halfExtents.y', (_site, y) => box({ halfExtents: { x: 1, y } })),
  { name: 'box y 0', act: () => box({ halfExtents: { x: 1, y: 0 } }), code: 'out-of-range', field: 'box.halfExtents.y' },
  { name: 'box x −2', act: () => box({ halfExtents: { x: -2, y: 1 } }), code: 'out-of-range', field: 'box.halfExtents.x' },
  { name: 'box radius −1', act: () => box({ halfExtents: UP, radius: -1 }), code: 'out-of-range', field: 'box.halfExtents.x' },
  { name: 'box radius −1', act: () => box({ halfExtents: { x: 1, y: 1 }, radius: -1 }), code: 'out-of-range', field: 'box.radius' },
  { name: 'box radius NaN', act: () => box({ halfExtents: { x: 1, y: 1 }, radius: NaN }), code: 'not-finite', field: 'box.radius' },
  ...numberAttacks('capsule radius', 'capsule.radius', (_site, radius) => capsule({ radius, halfLength: 1 })),
  ...numberAttacks('capsule length', 'capsule.halfLength', (_site, halfLength) => capsule({ radius: 1, halfLength })),
  { name: 'capsule length 0', act: () => capsule({ radius: 1, halfLength: 0 }), code: 'out-of-range', field: 'capsule.halfLength' },
  { name: 'capsule radius −1', act: () => capsule({ radius: -1, halfLength: 1 }), code: 'out-of-range', field: 'capsule.radius' },
  { name: 'polygon of nothing', act: () => polygon({ points: bad(null) }), code: 'wrong-type', field: 'polygon.points' },
  { name: 'polygon of no points', act: () => polygon({ points: [] }), code: 'degenerate', field: 'polygon.points' },
  { name: 'polygon of equal points', act: () => polygon({ points: [UP, UP, UP, UP] }), code: 'degenerate', field: 'polygon.points' },
  {
    name: 'polygon in a line',
    act: () => polygon({ points: [0, 1, 2, 3, 4].map(x => ({ x, y: 2 * x })) }),
    code: 'degenerate',
    field: 'polygon.points',
  },
  { name: 'polygon with NaN', act: () => polygon({ points: [ORIGIN, UP, { x: NaN, y: 0 }] }), code: 'not-finite', field: 'polygon.points[2].x' },
  { name: 'polygon, length 7', act: () => polygon({ points: new Float64Array(7) }), code: 'wrong-size', field: 'polygon.points.length' },
  ...vectorAttacks('segment a', 'segment.a', (_site, a) => segment({ a, b: UP })),
  ...vectorAttacks('segment b', 'segment.b', (_site, b) => segment({ a: UP, b })),
  { name: 'segment of no length', act: () => segment({ a: UP, b: UP }), code: 'degenerate', field: 'segment.b' },
  { name: 'segment rotation', act: () => segment({ a: ORIGIN, b: UP, rotation: NaN }), code: 'not-finite', field: 'segment.rotation' },
  { name: 'chain of nothing', act: () => chain({ points: bad(null) }), code: 'wrong-type', field: 'chain.points' },
  { name: 'chain of one point', act: () => chain({ points: [UP] }), code: 'degenerate', field: 'chain.points' },
  { name: 'loop of two points', act: () => chain({ points: [ORIGIN, UP], loop: true }), code: 'degenerate', field: 'chain.points' },
  { name: 'chain, odd length', act: () => chain({ points: new Float64Array(7) }), code: 'wrong-size', field: 'chain.points.length' },
  { name: 'chain with NaN', act: () => chain({ points: Float64Array.of(0, 0, 1, NaN) }), code: 'not-finite', field: 'chain.points[1].y' },
  { name: 'chain, twice the same', act: () => chain({ points: [ORIGIN, ORIGIN] }), code: 'degenerate', field: 'chain.points[1]' },
  { name: 'chain that turns back', act: () => chain({ points: [ORIGIN, UP, ORIGIN] }), code: 'degenerate', field: 'chain.points[1]' },
  { name: 'chain loop 1', act: () => chain({ points: [ORIGIN, UP], loop: bad(1) }), code: 'wrong-type', field: 'chain.loop' },
])
runAll('circle options', shapeOptionAttacks('circle', options => circle({ radius: 1, ...options })))
runAll('box options', shapeOptionAttacks('box', options => box({ halfExtents: { x: 1, y: 1 }, ...options })))

runAll('world', [
  ...vectorAttacks('gravity option', 'world.gravity', (_site, gravity) => new World({ gravity })).filter(
    attack => !attack.name.endsWith('null'),
  ),
  ...vectorAttacks('gravity', 'world.gravity', ({ world }, gravity) => (world.gravity = gravity)),
  ...numberAttacks('substeps', 'world.substeps', ({ world }, substeps) => (world.substeps = substeps)),
  { name: 'substeps 0', act: ({ world }) => (world.substeps = 0), code: 'out-of-range', field: 'world.substeps' },
  { name: 'substeps 2.5', act: ({ world }) => (world.substeps = 2.5), code: 'wrong-type', field: 'world.substeps' },
  { name: 'sleeping 1', act: ({ world }) => (world.sleeping = bad(1)), code: 'wrong-type', field: 'world.sleeping' },
  { name: 'continuous "on"', act: ({ world }) => (world.continuous = bad('on')), code: 'wrong-type', field: 'world.continuous' },
  { name: 'fixedStep 0', act: () => new World({ fixedStep: 0 }), code: 'out-of-range', field: 'world.fixedStep' },
  {
    name: 'maxStepsPerAdvance 0',
    act: () => new World({ maxStepsPerAdvance: 0 }),
    code: 'out-of-range',
    field: 'world.maxStepsPerAdvance',
  },
  { name: 'clock 5', act: () => new World({ clock: bad(5) }), code: 'wrong-type', field: 'world.clock' },
  ...numberAttacks('step', 'world.step.dt', ({ world }, dt) => world.step(dt)),
  { name: 'step −0.1', act: ({ world }) => world.step(-0.1), code: 'out-of-range', field: 'world.step.dt' },
  ...numberAttacks('advance', 'world.advance.seconds', ({ world }, seconds) => world.advance(seconds)),
  { name: 'advance −0.1', act: ({ world }) => world.advance(-0.1), code: 'out-of-range', field: 'world.advance.seconds' },
])

runAll('createBody', [
  { name: 'null', act: ({ world }) => world.createBody(bad(null)), code: 'wrong-type', field: 'body' },
  { name: 'type', act: ({ world }) => world.createBody({ type: bad('fixed') }), code: 'wrong-type', field: 'body.type' },
  ...vectorAttacks('position', 'body.position', ({ world }, position) => world.createBody({ position })).filter(isGiven),
  ...vectorAttacks('velocity', 'body.linearVelocity', ({ world }, linearVelocity) => world.createBody({ linearVelocity })).filter(isGiven),
  ...optionalNumberAttacks('spin', 'body.angularVelocity', ({ world }, angularVelocity) => world.createBody({ angularVelocity })),
  ...optionalNumberAttacks('rotation', 'body.rotation', ({ world }, rotation) => world.createBody({ rotation })),
  ...optionalNumberAttacks('damping', 'body.linearDamping', ({ world }, linearDamping) => world.createBody({ linearDamping })),
  ...optionalNumberAttacks('damping', 'body.angularDamping', ({ world }, angularDamping) => world.createBody({ angularDamping })),
  { name: 'damping −1', act: ({ world }) => world.createBody({ linearDamping: -1 }), code: 'out-of-range', field: 'body.linearDamping' },
  ...optionalNumberAttacks('gravity scale', 'body.gravityScale', ({ world }, gravityScale) => world.createBody({ gravityScale })),
  ...optionalNumberAttacks('mass', 'body.mass', ({ world }, mass) => world.createBody({ mass, shapes: [BALL] })),
  { name: 'mass 0', act: ({ world }) => world.createBody({ mass: 0, shapes: [BALL] }), code: 'out-of-range', field: 'body.mass' },
  { name: 'mass −5', act: ({ world }) => world.createBody({ mass: -5, shapes: [BALL] }), code: 'out-of-range', field: 'body.mass' },
  ...optionalNumberAttacks('inertia', 'body.inertia', ({ world }, inertia) => world.createBody({ mass: 1, inertia })),
  { name: 'inertia 0', act: ({ world }) => world.createBody({ mass: 1, inertia: 0 }), code: 'out-of-range', field: 'body.inertia' },
  {
    name: 'nothing but a segment',
    act: ({ world }) => world.createBody({ shapes: [segment({ a: ORIGIN, b: UP })] }),
    code: 'degenerate',
    field: 'body.shapes',
  },
  {
    name: 'a chain with something else in it',
    act: ({ world }) => world.createBody({ type: 'static', shapes: [[BALL, bad(7)]] }),
    code: 'wrong-type',
    field: 'body.shapes[0][1]',
  },
  { name: 'shapes 5', act: ({ world }) => world.createBody({ shapes: bad(5) }), code: 'wrong-type', field: 'body.shapes' },
  {
    name: 'a shape that is none',
    act: ({ world }) => world.createBody({ shapes: [BALL, bad({ kind: 'circle', radius: 1 })] }),
    code: 'wrong-type',
    field: 'body.shapes[1]',
  },
  { name: 'canSleep 0', act: ({ world }) => world.createBody({ canSleep: bad(0) }), code: 'wrong-type', field: 'body.canSleep' },
  { name: 'enabled "no"', act: ({ world }) => world.createBody({ enabled: bad('no') }), code: 'wrong-type', field: 'body.enabled' },
  {
    name: 'locked axis 1',
    act: ({ world }) => world.createBody({ lockedAxes: { rotation: bad(1) } }),
    code: 'wrong-type',
    field: 'body.lockedAxes.rotation',
  },
])

/** Leaving a definition's field out is allowed; null and undefined count as left out or as wrong, which other tests cover. */
function isGiven(attack: Attack): boolean {
  return !attack.name.endsWith(': null')
}

runAll('body setters', [
  ...vectorAttacks('position', 'body.position', ({ body }, value) => (body.position = value)),
  ...vectorAttacks('linearVelocity', 'body.linearVelocity', ({ body }, value) => (body.linearVelocity = value)),
  ...numberAttacks('angularVelocity', 'body.angularVelocity', ({ body }, value) => (body.angularVelocity = value)),
  ...numberAttacks('rotation', 'body.rotation', ({ body }, value) => (body.rotation = value)),
  ...numberAttacks('mass', 'body.mass', ({ body }, value) => (body.mass = value)).filter(isGiven),
  ...numberAttacks('inertia', 'body.inertia', ({ body }, value) => body.setInertia(value)).filter(isGiven),
  { name: 'velocity of the floor', act: ({ world }) => ([...world.bodies][0]!.angularVelocity = 1), code: 'wrong-type', field: 'body.angularVelocity' },
  {
    name: 'position too far',
    act: ({ body }) => (body.position = { x: 1e300, y: 0 }),
    code: 'out-of-range',
    field: 'body.position.x',
  },
  ...numberAttacks('gravityScale', 'body.gravityScale', ({ body }, value) => (body.gravityScale = value)),
  ...numberAttacks('linearDamping', 'body.linearDamping', ({ body }, value) => (body.linearDamping = value)),
  ...numberAttacks('angularDamping', 'body.angularDamping', ({ body }, value) => (body.angularDamping = value)),
  { name: 'angularDamping −1', act: ({ body }) => (body.angularDamping = -1), code: 'out-of-range', field: 'body.angularDamping' },
  { name: 'type', act: ({ body }) => (body.type = bad('ghost')), code: 'wrong-type', field: 'body.type' },
  { name: 'enabled', act: ({ body }) => (body.enabled = bad(1)), code: 'wrong-type', field: 'body.enabled' },
  { name: 'addShape', act: ({ body }) => body.addShape(bad({})), code: 'wrong-type', field: 'body.addShape' },
  {
    name: 'removeShape of another body',
    act: ({ body, platform }) => body.removeShape(platform.shapes[0]!),
    code: 'foreign-handle',
    field: 'body.removeShape',
  },
])

runAll('forces and motion', [
  ...vectorAttacks('applyForce', 'body.applyForce', ({ body }, value) => body.applyForce(value)),
  ...vectorAttacks('applyForce point', 'body.applyForce.point', ({ body }, value) => body.applyForce(UP, value)).filter(isGiven),
  ...numberAttacks('applyTorque', 'body.applyTorque', ({ body }, value) => body.applyTorque(value)),
  ...vectorAttacks('applyImpulse', 'body.applyImpulse', ({ body }, value) => body.applyImpulse(value)),
  ...vectorAttacks('applyImpulse point', 'body.applyImpulse.point', ({ body }, value) => body.applyImpulse(UP, value)).filter(isGiven),
  ...numberAttacks('applyAngularImpulse', 'body.applyAngularImpulse', ({ body }, value) => body.applyAngularImpulse(value)),
  ...vectorAttacks('teleport', 'body.teleport.position', ({ body }, value) => body.teleport(value)),
  { name: 'teleport rotation', act: ({ body }) => body.teleport(ORIGIN, NaN), code: 'not-finite', field: 'body.teleport.rotation' },
  ...vectorAttacks('setTargetPose', 'body.setTargetPose.position', ({ platform }, value) => platform.setTargetPose(value)),
  {
    name: 'setTargetPose rotation',
    act: ({ platform }) => platform.setTargetPose(ORIGIN, bad('up')),
    code: 'wrong-type',
    field: 'body.setTargetPose.rotation',
  },
  { name: 'setTargetPose of a dynamic body', act: ({ body }) => body.setTargetPose(ORIGIN), code: 'wrong-type', field: 'body.setTargetPose' },
  ...vectorAttacks('velocityAt', 'body.velocityAt', ({ body }, value) => body.velocityAt(value)),
])

runAll('queries', [
  ...vectorAttacks('ray origin', 'ray.origin', ({ world }, origin) => world.castRay({ origin, direction: UP })),
  ...vectorAttacks('ray direction', 'ray.direction', ({ world }, direction) => world.castRay({ origin: ORIGIN, direction })),
  {
    name: 'ray direction zero',
    act: ({ world }) => world.castRay({ origin: UP, direction: ORIGIN }),
    code: 'degenerate',
    field: 'ray.direction',
  },
  {
    name: 'ray −1 m',
    act: ({ world }) => world.castRayAll({ origin: ORIGIN, direction: UP, maxDistance: -1 }),
    code: 'out-of-range',
    field: 'ray.maxDistance',
  },
  {
    name: 'ray NaN m',
    act: ({ world }) => world.castRayAny({ origin: ORIGIN, direction: UP, maxDistance: NaN }),
    code: 'not-finite',
    field: 'ray.maxDistance',
  },
  { name: 'ray of nothing', act: ({ world }) => world.castRay(bad(null)), code: 'wrong-type', field: 'ray' },
  {
    name: 'excluded body of another world',
    act: ({ world, foreignBody }) => world.castRay({ origin: ORIGIN, direction: UP, filter: { exclude: foreignBody } }),
    code: 'foreign-handle',
    field: 'ray.filter.exclude',
  },
  {
    name: 'rays, 4 numbers',
    act: ({ world }) => world.castRays(new Float64Array(4), new Float64Array(6)),
    code: 'wrong-size',
    field: 'castRays.rays',
  },
  {
    name: 'rays, room for none',
    act: ({ world }) => world.castRays(new Float64Array([0, 0, 0, 1, 9]), new Float64Array(5)),
    code: 'wrong-size',
    field: 'castRays.out',
  },
  {
    name: 'rays with NaN',
    act: ({ world }) => world.castRays(new Float64Array([0, 0, 0, NaN, 9]), new Float64Array(6)),
    code: 'not-finite',
    field: 'castRays.rays[3]',
  },
  ...vectorAttacks('overlapBox', 'overlapBox.min', ({ world }, min) => world.overlapBox({ min, max: UP })),
  {
    name: 'overlapBox inside out',
    act: ({ world }) => world.overlapBox({ min: UP, max: ORIGIN }),
    code: 'out-of-range',
    field: 'overlapBox.min.y',
  },
  ...vectorAttacks('overlapShape', 'overlapShape.position', ({ world }, position) => world.overlapShape(BALL, { position })),
  {
    name: 'overlapShape of nothing',
    act: ({ world }) => world.overlapShape(bad({}), { position: UP }),
    code: 'wrong-type',
    field: 'overlapShape.shape',
  },
])

runAll('buffers and snapshots', [
  { name: 'readPoses, no array', act: ({ world }) => world.readPoses(bad([])), code: 'wrong-type', field: 'readPoses.out' },
  { name: 'snapshot, too short', act: ({ world }) => world.snapshot(new Uint8Array(10)), code: 'wrong-size', field: 'snapshot.out' },
  { name: 'restore nothing', act: ({ world }) => world.restore(bad(null)), code: 'wrong-type', field: 'restore.bytes' },
  { name: 'restore empty', act: ({ world }) => world.restore(new Uint8Array(0)), code: 'bad-snapshot', field: 'restore.bytes' },
  { name: 'restore noise', act: ({ world }) => world.restore(new Uint8Array(5000).fill(77)), code: 'bad-snapshot', field: 'restore.bytes' },
  {
    name: 'restore cut short',
    act: ({ world }) => world.restore(world.snapshot().slice(0, -16)),
    code: 'bad-snapshot',
    field: 'restore.bytes',
  },
])

runAll('stale and foreign handles', [
  { name: 'position', act: ({ staleBody }) => staleBody.position, code: 'stale-handle', field: 'body' },
  { name: 'position =', act: ({ staleBody }) => (staleBody.position = UP), code: 'stale-handle', field: 'body' },
  { name: 'velocity', act: ({ staleBody }) => staleBody.linearVelocity, code: 'stale-handle', field: 'body' },
  { name: 'applyForce', act: ({ staleBody }) => staleBody.applyForce(UP), code: 'stale-handle', field: 'body' },
  { name: 'applyImpulse', act: ({ staleBody }) => staleBody.applyImpulse(UP), code: 'stale-handle', field: 'body' },
  { name: 'teleport', act: ({ staleBody }) => staleBody.teleport(UP), code: 'stale-handle', field: 'body' },
  { name: 'wake', act: ({ staleBody }) => staleBody.wake(), code: 'stale-handle', field: 'body' },
  { name: 'shapes', act: ({ staleBody }) => staleBody.shapes, code: 'stale-handle', field: 'body' },
  { name: 'addShape', act: ({ staleBody }) => staleBody.addShape(BALL), code: 'stale-handle', field: 'body' },
  { name: 'mass', act: ({ staleBody }) => staleBody.mass, code: 'stale-handle', field: 'body' },
  { name: 'isAwake', act: ({ staleBody }) => staleBody.isAwake, code: 'stale-handle', field: 'body' },
  { name: 'shape.friction', act: ({ staleShape }) => staleShape.friction, code: 'stale-handle', field: 'shape' },
  { name: 'shape.friction =', act: ({ staleShape }) => (staleShape.friction = 1), code: 'stale-handle', field: 'shape' },
  { name: 'shape.body', act: ({ staleShape }) => staleShape.body, code: 'stale-handle', field: 'shape' },
  {
    name: 'destroyBody of another world',
    act: ({ world, foreignBody }) => world.destroyBody(foreignBody),
    code: 'foreign-handle',
    field: 'world.destroyBody',
  },
  { name: 'destroyBody of nothing', act: ({ world }) => world.destroyBody(bad({})), code: 'wrong-type', field: 'world.destroyBody' },
])

runAll('shape setters', [
  ...numberAttacks('friction', 'shape.friction', ({ shape }, value) => (shape.friction = value)),
  { name: 'friction −1', act: ({ shape }) => (shape.friction = -1), code: 'out-of-range', field: 'shape.friction' },
  ...numberAttacks('restitution', 'shape.restitution', ({ shape }, value) => (shape.restitution = value)),
  { name: 'restitution 2', act: ({ shape }) => (shape.restitution = 2), code: 'out-of-range', field: 'shape.restitution' },
])
