/** Ragdolls that fall on boxes, stairs and each other (`families/common/ragdolls.ts`). */

import { type Body, box, buildRagdoll, humanRagdoll, type Quat, type Vec3, World } from 'fulcrum-physics/3d'
import { deepestOverlap, jointGap } from '../../../scenes/d3/measure.ts'
import type { Random } from '../family.ts'
import { type RagdollCase, type RagdollLab, testRagdolls } from '../common/ragdolls.ts'

const vec = (x: number, y: number, z: number): Vec3 => ({ x, y, z })
/** Limbs of the human of size 1: the shortest between its joints, and the thinnest, m. */
const LIMB = 0.28
const THIN = 0.09

function randomTurn(random: Random): Quat {
  const [x, y, z, w] = Array.from({ length: 4 }, () => random.between(-1, 1)) as [number, number, number, number]
  const length = Math.hypot(x, y, z, w)
  return { x: x / length, y: y / length, z: z / length, w: w / length }
}

function addGround(world: World, random: Random, { size, ground, friction }: RagdollCase): void {
  const block = (half: Vec3, position: Vec3): Body =>
    world.createBody({ type: 'static', position, shapes: [box({ halfExtents: half, friction })] })
  block(vec(40 * size, size, 40 * size), vec(0, -size, 0))
  if (ground === 'stairs') for (let i = 0; i < 8; i++) block(vec(3 * size, 0.1 * size * (8 - i), 0.15 * size), vec(0, 0.1 * size * (8 - i), (i - 3.5) * 0.3 * size))
  if (ground !== 'boxes') return
  for (let i = 0; i < 8; i++) {
    const half = vec(size * random.between(0.1, 0.4), size * random.between(0.1, 0.4), size * random.between(0.1, 0.4))
    block(half, vec(size * random.between(-1, 1), half.y, size * random.between(-1, 1)))
  }
}

function build(random: Random, setup: RagdollCase): RagdollLab {
  const { size, friction } = setup
  const world = new World({ sleeping: false, substeps: setup.substeps })
  addGround(world, random, setup)
  const dolls = Array.from({ length: setup.figures }, (_, i) => {
    const doll = buildRagdoll(world, humanRagdoll({ height: 1.78 * size, mass: 75 * size ** 3, shape: { friction } }), {
      position: vec(0.3 * size * random.between(-1, 1), size * (2.5 + setup.height + 2.2 * i), 0.3 * size * random.between(-1, 1)), rotation: randomTurn(random),
      velocity: vec(size * setup.speed * random.between(-1, 1), -size * setup.speed, size * setup.speed * random.between(-1, 1)),
    })
    for (const body of doll.bodies) body.angularVelocity = vec(0, 0, setup.spin * random.between(-1, 1))
    return doll
  })
  const bodies = dolls.flatMap(doll => doll.bodies)
  const joints = dolls.flatMap(doll => doll.joints)
  return {
    step: dt => world.step(dt),
    gap: () => joints.reduce((widest, joint) => Math.max(widest, jointGap(joint)), 0) / (LIMB * size),
    overlap: () => deepestOverlap(world) / (THIN * size),
    isCalm: () => bodies.every(({ linearVelocity: v }) => Math.hypot(v.x, v.y, v.z) < 0.1 * size),
    lost: () => bodies.filter(({ position }) => !(position.y > 0)).length,
  }
}

testRagdolls('3D', 2, 40, { p50: 0.02, p99: 0.25, worst: 0.35 }, build)
