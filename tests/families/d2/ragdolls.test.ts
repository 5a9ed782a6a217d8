/** Ragdolls that fall on boxes, stairs and each other (`families/common/ragdolls.ts`). */

import { type Body, box, buildRagdoll, humanRagdoll, type Vec2, World } from 'fulcrum-physics/2d'
import { deepestOverlap, jointGap } from '../../../scenes/d2/measure.ts'
import type { Random } from '../family.ts'
import { type RagdollCase, type RagdollLab, testRagdolls } from '../common/ragdolls.ts'

/** Limbs of the human of size 1: the shortest between its joints, and the thinnest, m. */
const LIMB = 0.28
const THIN = 0.09

function addGround(world: World, random: Random, { size, ground, friction }: RagdollCase): void {
  const block = (half: Vec2, position: Vec2): Body =>
    world.createBody({ type: 'static', position, shapes: [box({ halfExtents: half, friction })] })
  block({ x: 40 * size, y: size }, { x: 0, y: -size })
  if (ground === 'stairs') {
    for (let i = 0; i < 8; i++) block({ x: 0.15 * size, y: 0.1 * size * (8 - i) }, { x: (i - 3.5) * 0.3 * size, y: 0.1 * size * (8 - i) })
  }
  if (ground !== 'boxes') return
  for (let i = 0; i < 5; i++) {
    const half = { x: size * random.between(0.1, 0.4), y: size * random.between(0.1, 0.4) }
    block(half, { x: size * random.between(-1, 1), y: half.y })
  }
}

function build(random: Random, setup: RagdollCase): RagdollLab {
  const { size, friction } = setup
  const world = new World({ sleeping: false, substeps: setup.substeps })
  addGround(world, random, setup)
  const dolls = Array.from({ length: setup.figures }, (_, i) => {
    const doll = buildRagdoll(world, humanRagdoll({ height: 1.78 * size, mass: 75 * size ** 2, shape: { friction } }), {
      position: { x: 0.3 * size * random.between(-1, 1), y: size * (2.5 + setup.height + 2.2 * i) }, rotation: random.between(-Math.PI, Math.PI),
      velocity: { x: size * setup.speed * random.between(-1, 1), y: -size * setup.speed },
    })
    for (const body of doll.bodies) body.angularVelocity = setup.spin * random.between(-1, 1)
    return doll
  })
  const bodies = dolls.flatMap(doll => doll.bodies)
  const joints = dolls.flatMap(doll => doll.joints)
  return {
    step: dt => world.step(dt),
    gap: () => joints.reduce((widest, joint) => Math.max(widest, jointGap(joint)), 0) / (LIMB * size),
    overlap: () => deepestOverlap(world) / (THIN * size),
    isCalm: () => bodies.every(({ linearVelocity: v }) => Math.hypot(v.x, v.y) < 0.1 * size),
    lost: () => bodies.filter(({ position }) => !(position.y > 0)).length,
  }
}

testRagdolls('2D', 6, 200, { p50: 0.02, p99: 0.25, worst: 0.35 }, build)
