/**
 * A twist limit that struck within a group of joints in free flight gained 1.5 % of the energy that was given (seed 1800 of the fuzz): the
 * energy at the end of a step was bounded to 5 % only.
 *
 */

import { itHolds, plain, still } from './assemblies.ts'

const FREE = { rough: false, gravity: false, collide: false, hung: false }
const TWIST_LIMIT = { key: 'twistLimit', lower: -0.27571391126140954, upper: 0.4414679577853531, restitution: 0 }
const STRUCK = { ...plain('ball', 2, 3), limits: [TWIST_LIMIT] }
const HEAVY_VELOCITY = { x: -0.4487382255225454, y: -0.46050500465098365, z: -0.9412164632616716 }
const HULL_CENTER = { x: 0.008037546156574428, y: -0.010309309586517375, z: -0.008547397973457388 }
const HULL_VELOCITY = { x: -0.3661358703445884, y: -0.6333253417084554, z: -0.2241923282297859 }
const HULL_SPIN = { x: -0.8468931049686151, y: -4.696208361827952, z: 1.3069014973328732 }
const STRIKER_SPIN = { x: 1.5177786212174835, y: 1.211960795982521, z: 1.1588735191323236 }

await itHolds('a twist limit that strikes in a chain of five bodies gains no energy', {
  ...FREE,
  bodies: [
    still('box', 0.25, 1),
    { ...still('box', 0.38730859530624007, 87.02120010569678), velocity: HEAVY_VELOCITY },
    still('box', 0.15866055719088762, 1),
    { ...still('capsule', 0.10091164771001787, 89.08200326631996), spin: STRIKER_SPIN },
    { shape: 'hull', size: 0.16094696044456214, mass: 13.083296613225787, center: HULL_CENTER, velocity: HULL_VELOCITY, spin: HULL_SPIN },
  ],
  joints: [plain('wedge limit', 0, 1), plain('constant velocity, quaternion', 1, 2), STRUCK, plain('fixed', 2, 4)],
})

await itHolds('a twist limit that strikes in a tree of six bodies gains no energy', {
  ...FREE,
  bodies: [
    still('box', 0.25, 1),
    {
      shape: 'hull', size: 0.38730859530624007, mass: 87.02120010569678,
      center: { x: 0.0003562091806913317, y: 0.0004496626516418769, z: 0.0004368144378619715 },
      velocity: HEAVY_VELOCITY,
      spin: { x: 1.1246576494752163, y: -0.051719609626720654, z: -2.739212449297349 },
    },
    {
      ...still('sphere', 0.15866055719088762, 0.11398017045218978),
      velocity: { x: 0.31002121190538984, y: 0.04539045320990872, z: 0.16238046879173726 },
      spin: { x: 0.6501059804076456, y: -1.756036807084468, z: -0.9738102821633576 },
    },
    {
      ...still('capsule', 0.10091164771001787, 89.08200326631996),
      velocity: { x: -0.229432963949502, y: 0.023023457989264366, z: 1.348578425514831 }, spin: STRIKER_SPIN,
    },
    {
      shape: 'sphere', size: 0.1271834488026798, mass: 1.6400289011379758,
      center: { x: -0.026862806846741975, y: 0.004361473602552418, z: 0.07435684178243536 },
      velocity: { x: -0.4512824607861444, y: -0.12515131279383043, z: 1.1939663547084776 },
      spin: { x: 1.1733243855936528, y: -1.788471990309492, z: -0.311075395191271 },
    },
    { shape: 'hull', size: 0.25, mass: 13.083296613225787, center: HULL_CENTER, velocity: HULL_VELOCITY, spin: HULL_SPIN },
  ],
  joints: [
    plain('wedge limit', 0, 1),
    plain('constant velocity, quaternion', 1, 2),
    STRUCK,
    plain('path, fixed', 1, 4),
    plain('fixed', 2, 5),
  ],
})
