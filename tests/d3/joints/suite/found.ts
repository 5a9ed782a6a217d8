/** Assemblies that the fuzz once found to fail, made small. */

import type { AssemblySpec, BodySpec } from '../fuzz.ts'

const ZERO = { x: 0, y: 0, z: 0 }

function still(shape: BodySpec['shape'], size: number, mass: number): BodySpec {
  return { shape, size, mass, center: ZERO, velocity: ZERO, spin: ZERO }
}

export const FOUND: readonly AssemblySpec[] = [
  // Three equal boxes that hang from the world and start at rest.
  {
    rough: true, gravity: true, collide: false, hung: true,
    bodies: [still('box', 0.25, 1), still('box', 0.25, 1), still('box', 0.25, 1)],
    joints: [
      { kind: 'screw', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'constant velocity', a: 1, b: 2, limits: [], friction: 0 },
    ],
  },
  // Hung from the world, three equal boxes.
  {
    rough: true, gravity: true, collide: false, hung: true,
    bodies: [
      still('box', 0.25, 1),
      still('box', 0.25, 1),
      still('box', 0.2773, 1),
    ],
    joints: [
      { kind: 'generic, cylinder', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'path, fixed', a: 0, b: 2, limits: [], friction: 0 },
    ],
  },
  // Collisions, no gravity.
  {
    rough: true, gravity: false, collide: true, hung: false,
    bodies: [
      still('box', 0.25, 30.41),
      still('capsule', 0.25, 44.09),
      still('box', 0.25, 1),
      { shape: 'box', size: 0.1347, mass: 0.6646, center: ZERO, velocity: { x: 0.1945, y: -0.6754, z: -0.2471 }, spin: ZERO },
    ],
    joints: [
      { kind: 'hinge, quaternion', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'two-point hinge', a: 0, b: 2, limits: [], friction: 0 },
      { kind: 'two-point hinge', a: 2, b: 3, limits: [], friction: 0 },
    ],
  },
  // A limit and joints side by side.
  {
    rough: true, gravity: false, collide: false, hung: false,
    bodies: [
      still('box', 0.25, 1),
      still('box', 0.1157, 1),
      { shape: 'box', size: 0.1955, mass: 54.28, center: ZERO, velocity: { x: -1.211, y: -0.8403, z: -0.03248 }, spin: { x: -3.053, y: 1.232, z: 2.511 } },
    ],
    joints: [
      { kind: 'fixed', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'rack-and-pinion', a: 1, b: 2, limits: [{ key: 'travelLimit', lower: -0.03665, upper: 0.7288, restitution: 0 }], friction: 0 },
      { kind: 'generic, weld', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'constant velocity', a: 1, b: 2, limits: [], friction: 0 },
    ],
  },
  // A chain of 1, 61, 0.2 and 51 kg in free flight.
  {
    rough: true, gravity: false, collide: false, hung: false,
    bodies: [
      still('box', 0.25, 1),
      still('box', 0.25, 60.7),
      still('box', 0.1674, 0.1822),
      { shape: 'box', size: 0.25, mass: 51.42, center: ZERO, velocity: ZERO, spin: { x: -2.195, y: 1.109, z: -1.159 } },
    ],
    joints: [
      { kind: 'generic, ball', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'hinge by hand', a: 1, b: 2, limits: [], friction: 0 },
      { kind: 'generic, hinge about y', a: 2, b: 3, limits: [], friction: 0 },
    ],
  },
  // Energy grows by 4 % in free flight.
  {
    rough: false, gravity: false, collide: false, hung: false,
    bodies: [
      still('box', 0.25, 1),
      still('box', 0.25, 22.1),
      still('box', 0.25, 10.22),
      { shape: 'box', size: 0.25, mass: 21.99, center: ZERO, velocity: ZERO, spin: { x: 2.68, y: 0.7812, z: 1.609 } },
    ],
    joints: [
      { kind: 'generic, cone', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'constant velocity', a: 0, b: 2, limits: [], friction: 0 },
      { kind: 'fixed', a: 0, b: 3, limits: [], friction: 0 },
    ],
  },
  // Angular momentum is lost through a light middle.
  {
    rough: false, gravity: false, collide: false, hung: false,
    bodies: [
      still('box', 0.25, 1),
      still('box', 0.25, 1),
      still('box', 0.25, 0.1384),
      { shape: 'box', size: 0.25, mass: 34.29, center: ZERO, velocity: { x: 0.03326, y: 1.339, z: 1.149 }, spin: { x: 2.541, y: 3.286, z: -2.221 } },
    ],
    joints: [
      { kind: 'wheel', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'two-point hinge', a: 1, b: 2, limits: [], friction: 0 },
      { kind: 'slider', a: 2, b: 3, limits: [], friction: 0 },
    ],
  },
  // A loop that cannot close.
  {
    rough: true, gravity: false, collide: true, hung: false,
    bodies: [
      still('box', 0.25, 1),
      still('box', 0.25, 1),
      still('box', 0.25, 1),
      { ...still('box', 0.25, 1), velocity: { x: 0.05686459211537175, y: -0.4669893129481344, z: -0.06490473067509163 } },
    ],
    joints: [
      { kind: 'wedge limit', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'generic, cone', a: 0, b: 2, limits: [], friction: 0 },
      { kind: 'hinge by hand', a: 2, b: 3, limits: [], friction: 0 },
      { kind: 'constant velocity, ellipse', a: 0, b: 2, limits: [], friction: 0 },
      { kind: 'ball, cone', a: 0, b: 3, limits: [], friction: 0 },
    ],
  },
  // Two joints between the same bodies that agree in one pose only.
  {
    rough: true, gravity: false, collide: false, hung: false,
    bodies: [
      still('box', 0.13371056476607918, 1),
      { ...still('box', 0.3466863895300776, 5.68742807564771), spin: { x: -1.5661614272833344, y: 3.8744510479654863, z: -2.6556435861125967 } },
      { ...still('capsule', 0.2607067051110789, 0.16705133696396846), spin: { x: 0.8058956342899343, y: -0.08112000869574598, z: -0.8398237246963828 } },
    ],
    joints: [
      { kind: 'generic, whole rotation', a: 0, b: 1, limits: [], friction: 0 },
      { kind: 'universal', a: 0, b: 2, limits: [{ key: 'limitB', lower: -0.8480494841746986, upper: 0.054429020946845416, restitution: 0 }], friction: 0 },
      { kind: 'constant velocity', a: 0, b: 2, limits: [], friction: 0 },
    ],
  },
]
