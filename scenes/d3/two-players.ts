/** What two players 150 ms apart see, side by side: each plays at once, and is put right when the other's keys arrive. */

import { box, sphere, World, type Body } from 'fulcrum-physics/3d'
import { EXPECTED, joinEnds, RUN_LEFT, RUN_RIGHT } from '../two-players.ts'
import type { SceneEntry } from './scene.ts'

/** Distance of the second player's picture from the first one's, m. */
const BESIDE = 7
const CRATE = { x: 0.4, y: 0.4, z: 0.4 }
const FLOOR = { x: 6, y: 0.5, z: 3 }

/** Pictures touch nothing. */
const APART = { mask: 0 }

function build(): { world: World; apply(world: World, inputs: Int32Array): void } {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [box({ halfExtents: FLOOR })] })
  // Walls that are seen as nothing keep everybody on the floor.
  for (const side of [-1, 1]) {
    world.createBody({ type: 'static', position: { x: 6.5 * side, y: 2, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 4, z: 4 } })] })
    world.createBody({ type: 'static', position: { x: 0, y: 2, z: 3.5 * side }, shapes: [box({ halfExtents: { x: 7, y: 4, z: 0.5 } })] })
  }
  const ball = sphere({ radius: 0.5, friction: 0.9 })
  const players = [-3.5, 3.5].map((x) => world.createBody({ position: { x, y: 0.5, z: 0.1 * x }, angularDamping: 1, shapes: [ball] }))
  const crate = box({ halfExtents: CRATE, density: 300 })
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 3 - row; i++) world.createBody({ position: { x: 0.81 * (i - (2 - row) / 2), y: 0.4 + 0.8 * row, z: 0 }, shapes: [crate] })
  }
  return {
    world,
    apply(_world, inputs) {
      players.forEach((body, player) => {
        const run = inputs[player] === RUN_RIGHT ? 1 : inputs[player] === RUN_LEFT ? -1 : 0
        if (run !== 0) body.applyForce({ x: 12 * body.mass * run, y: 0, z: 0 })
      })
    },
  }
}

/** Pictures of an end's bodies: they touch nothing, and go where those are. */
function draw(world: World, bodies: readonly Body[], beside: number): (of: readonly Body[]) => void {
  const pictures = bodies.map((body, i) => {
    const { x, y, z } = body.position
    if (body.type === 'static') {
      if (i === 0) world.createBody({ type: 'static', position: { x, y, z: z + beside }, shapes: [box({ halfExtents: FLOOR, filter: APART })] })
      return null
    }
    const isBall = body.shapes[0]!.kind === 'sphere'
    const shape = isBall ? sphere({ radius: 0.5, filter: APART }) : box({ halfExtents: CRATE, filter: APART })
    return world.createBody({ position: { x, y, z: z + beside }, gravityScale: 0, canSleep: false, shapes: [shape] })
  })
  return (of) => pictures.forEach((picture, i) => {
    if (picture === null) return
    const { x, y, z } = of[i]!.position
    picture.teleport({ x, y, z: z + beside }, of[i]!.rotation)
  })
}

export const twoPlayers: SceneEntry = {
  name: 'two-players',
  title: 'Two players, 150 ms apart',
  description: 'Two players push crates in one world, each on a machine of his own; in front is what one sees, behind what the other does.',
  camera: { position: { x: 0, y: 7, z: 14 }, target: { x: 0, y: 0, z: -2 } },
  steps: 720,
  expect: EXPECTED,
  build(world) {
    const ends = joinEnds(build)
    const bodies = ends.peers.map(({ rollback }) => [...rollback.world.bodies])
    const pictures = bodies.map((list, end) => draw(world, list, -BESIDE * end))
    return {
      update() {
        ends.frame()
        pictures.forEach((show, end) => show(bodies[end]!))
      },
      measure: () => ends.measure(bodies[0]!.reduce((most, { position: { x, y, z } }, i) => {
        const other = bodies[1]![i]!.position
        return Math.max(most, Math.abs(other.x - x), Math.abs(other.y - y), Math.abs(other.z - z))
      }, 0)),
    }
  },
}
