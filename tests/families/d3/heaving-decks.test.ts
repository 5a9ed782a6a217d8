/**
 * Characters that stand on decks which heave, sway, yaw and tilt, as ships do: sizes of 0.1 to 10 m, steps of 1/30 to 1/240 s. The character
 * stays upright, so it rolls over its round end by radius × tilt, and by no more; it does not leave the deck.
 */

import { box, capsule, World } from 'fulcrum-physics/3d'
import { testFamily } from '../family.ts'

testFamily({
  name: 'characters on heaving decks, 3D',
  short: 15,
  long: 400,
  figures: {
    'steps off the deck': { worst: 0 },
    'slid beyond radius × tilt, of the radius': { worst: 1e-3 },
  },
  run(random) {
    const size = random.scale(0.1, 10)
    const hertz = random.pick([30, 60, 120, 240])
    const pace = Math.sqrt(1 / size)
    const radius = 0.3 * size
    const world = new World({ gravity: { x: 0, y: -9.81 * size * pace * pace, z: 0 } })
    const deck = world.createBody({
      type: 'kinematic', position: { x: 0, y: -0.25 * size, z: 0 }, shapes: [box({ halfExtents: { x: 5 * size, y: 0.25 * size, z: 5 * size } })],
    })
    const skin = 0.02 * radius
    const at = { x: size * random.between(-2, 2), y: 0.9 * size + skin, z: size * random.between(-2, 2) }
    const character = world.createCharacter({ shape: capsule({ radius, halfLength: 0.6 * size }), position: at, skin })
    const waves = Array.from({ length: 6 }, () => ({ rate: pace * random.between(0.5, 4), phase: random.between(0, 6) }))
    const swing = (i: number, t: number) => Math.cos(waves[i]!.rate * t + waves[i]!.phase)
    const speed = size * pace * random.between(0, 2)
    const tilts = waves.map(({ rate }) => rate * random.between(0, 0.12))
    const yaw = pace * random.between(-2, 2)
    const first = { x: at.x, z: at.z }
    let slid = 0
    let tilt = 0
    let off = 0
    for (let i = 0; i < 4 * hertz; i++) {
      const t = i / hertz
      deck.linearVelocity = { x: speed * swing(0, t), y: speed * swing(1, t), z: speed * swing(2, t) }
      deck.angularVelocity = { x: tilts[3]! * swing(3, t), y: yaw * swing(4, t), z: tilts[5]! * swing(5, t) }
      world.step(1 / hertz)
      if (!character.isGrounded) off++
      const { x, z } = deck.rotation
      tilt = Math.max(tilt, 2 * Math.asin(Math.min(1, Math.hypot(x, z))))
      const { position } = character
      const local = deck.localPoint({ x: position.x, y: position.y - 0.6 * size, z: position.z })
      slid = Math.max(slid, Math.hypot(local.x - first.x, local.z - first.z))
    }
    return { 'steps off the deck': off, 'slid beyond radius × tilt, of the radius': Math.max(0, (slid - (radius + skin) * tilt) / radius) }
  },
})
