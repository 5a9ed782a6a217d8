/** What two players 150 ms apart see, one above the other: each plays at once, and is put right when the other's keys arrive. */

import { box, circle, World, type Body, type Vec2 } from 'fulcrum-physics/2d'
import { EXPECTED, joinEnds, RUN_LEFT, RUN_RIGHT } from '../two-players.ts'
import type { SceneEntry } from './scene.ts'

/** Height of the second player's picture above the first one's, m. */
const ABOVE = 6

/** Pictures touch nothing. */
const APART = { mask: 0 }

function build(): { world: World; apply(world: World, inputs: Int32Array): void } {
  const world = new World()
  const wall = (x: number, y: number, halfX: number, halfY: number): void =>
    void world.createBody({ type: 'static', position: { x, y }, shapes: [box({ halfExtents: { x: halfX, y: halfY } })] })
  wall(0, -0.5, 8, 0.5)
  wall(-8.5, 1, 0.5, 2)
  wall(8.5, 1, 0.5, 2)
  const players = [-4, 4].map((x) => world.createBody({ position: { x, y: 0.5 }, shapes: [circle({ radius: 0.5, friction: 0.9 })] }))
  const crate = box({ halfExtents: { x: 0.4, y: 0.4 }, density: 0.3 })
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 3 - row; i++) world.createBody({ position: { x: 0.81 * (i - (2 - row) / 2), y: 0.4 + 0.8 * row }, shapes: [crate] })
  }
  return {
    world,
    apply(_world, inputs) {
      players.forEach((body, player) => {
        const run = inputs[player] === RUN_RIGHT ? 1 : inputs[player] === RUN_LEFT ? -1 : 0
        if (run !== 0) body.applyForce({ x: 12 * body.mass * run, y: 0 })
      })
    },
  }
}

function halfExtentsOf({ type, position }: Body): Vec2 {
  if (type !== 'static') return { x: 0.4, y: 0.4 }
  return position.y < 0 ? { x: 8, y: 0.5 } : { x: 0.5, y: 2 }
}

/** Pictures of an end's bodies: they touch nothing, and go where those are. */
function draw(world: World, bodies: readonly Body[], above: number): (of: readonly Body[]) => void {
  const pictures = bodies.map((body) => world.createBody({
    type: body.type === 'static' ? 'static' : 'dynamic', position: { x: body.position.x, y: body.position.y + above },
    gravityScale: 0, canSleep: false,
    shapes: body.shapes.map((shape) => (shape.kind === 'circle'
      ? circle({ radius: 0.5, filter: APART })
      : box({ halfExtents: halfExtentsOf(body), filter: APART }))),
  }))
  return (of) => pictures.forEach((picture, i) => {
    if (picture.type === 'static') return
    const { position, rotation } = of[i]!
    picture.teleport({ x: position.x, y: position.y + above }, rotation)
  })
}

export const twoPlayers: SceneEntry = {
  name: 'two-players-2d',
  title: 'Two players, 150 ms apart',
  description: 'Two players push crates in one world, each on a machine of his own; below is what one sees, above what the other does.',
  camera: { center: { x: 0, y: 4 }, height: 12 },
  steps: 720,
  expect: EXPECTED,
  build(world) {
    const ends = joinEnds(build)
    const bodies = ends.peers.map(({ rollback }) => [...rollback.world.bodies])
    const pictures = bodies.map((list, end) => draw(world, list, ABOVE * end))
    return {
      update() {
        ends.frame()
        pictures.forEach((show, end) => show(bodies[end]!))
      },
      measure: () => ends.measure(bodies[0]!.reduce((most, { position: { x, y } }, i) => {
        const other = bodies[1]![i]!.position
        return Math.max(most, Math.abs(other.x - x), Math.abs(other.y - y))
      }, 0)),
    }
  },
}
