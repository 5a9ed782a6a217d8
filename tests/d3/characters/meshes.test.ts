/** Characters on triangle meshes: floors, slopes, stairs and walls, as on boxes. */

import { box, capsule, mesh, World, type Character, type ShapeDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'

const SHAPES: [string, ShapeDefinition][] = [
  ['capsule', capsule({ radius: 0.3, halfLength: 0.6 })],
  ['box', box({ halfExtents: { x: 0.3, y: 0.9, z: 0.3 } })],
]
/** Half the height and the skin. */
const STANDING = 0.906

/** Ground over x −10 … 10 and z −4 … 4 by its height, in cells of half a metre. */
function ground(height: (x: number) => number, cell = 0.5): ShapeDefinition {
  const positions: number[] = []
  const indices: number[] = []
  const [columns, rows] = [20 / cell, 8 / cell]
  for (let j = 0; j <= rows; j++) for (let i = 0; i <= columns; i++) positions.push(-10 + i * cell, height(-10 + i * cell), -4 + j * cell)
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i
      indices.push(a, a + columns + 1, a + columns + 2, a, a + columns + 2, a + 1)
    }
  }
  return mesh({ positions, indices })
}

/** A profile in x and y from left to right, 8 m deep. */
function profile(points: readonly (readonly [number, number])[]): ShapeDefinition {
  const positions = points.flatMap(([x, y]) => [x, y, -4, x, y, 4])
  const indices: number[] = []
  for (let i = 0; i + 1 < points.length; i++) indices.push(2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2)
  return mesh({ positions, indices })
}

function worldOf(shape: ShapeDefinition): World {
  const world = new World()
  world.createBody({ type: 'static', shapes: [shape] })
  return world
}

function run(world: World, character: Character, steps: number): number {
  let air = 0
  for (let i = 0; i < steps; i++) {
    world.step(1 / 60)
    if (!character.isGrounded) air++
  }
  return air
}

describe.each(SHAPES)('a %s', (name, shape) => {
  it('falls to a mesh and stands at its skin', () => {
    const world = worldOf(ground(() => 0))
    const character = world.createCharacter({ shape, position: { x: 0.1, y: 3, z: 0.2 } })
    run(world, character, 90)
    expect(character.ground).toBe('ground')
    expect(character.position.y).toBeCloseTo(STANDING, 6)
  })

  it('walks over the edges of a flat mesh at the speed it wants', () => {
    const random = createRandom(3)
    for (let n = 0; n < 20; n++) {
      const world = worldOf(ground(() => 0))
      const character = world.createCharacter({ shape, position: { x: -5 - random(), y: STANDING, z: random() - 0.5 } })
      const from = character.position
      const angle = (random() - 0.5) * 0.8
      character.move = { x: 3 * Math.cos(angle), y: 0, z: 3 * Math.sin(angle) }
      expect(run(world, character, 60)).toBe(0)
      expect(Math.hypot(character.position.x - from.x, character.position.z - from.z)).toBeCloseTo(3, 4)
      expect(character.position.y).toBeCloseTo(STANDING, 5)
    }
  })

  it('walks up and down a hill and stays on it', () => {
    const world = worldOf(ground(x => 0.8 - 0.02 * x * x))
    const character = world.createCharacter({ shape, position: { x: -5, y: 1.8, z: 0 } })
    run(world, character, 30)
    character.move = { x: 3, y: 0, z: 0 }
    expect(run(world, character, 200)).toBe(0)
    expect(character.position.x).toBeGreaterThan(4.5)
  })

  it('climbs stairs and goes down again', () => {
    const stairs: [number, number][] = [[-8, 0], [0, 0]]
    for (let i = 0; i < 4; i++) stairs.push([0.4 * i, 0.15 * (i + 1)], [0.4 * (i + 1), 0.15 * (i + 1)])
    stairs.push([8, 0.6])
    const world = worldOf(profile(stairs))
    const character = world.createCharacter({ shape, position: { x: -2, y: STANDING, z: 0 } })
    character.move = { x: 2, y: 0, z: 0 }
    run(world, character, 180)
    expect(character.position.x).toBeGreaterThan(2)
    expect(character.position.y).toBeCloseTo(0.6 + STANDING, 4)
    character.move = { x: -2, y: 0, z: 0 }
    run(world, character, 180)
    expect(character.position.y).toBeCloseTo(STANDING, 4)
  })

  it('stops at a wall and slides along it', () => {
    const world = worldOf(profile([[-8, 0], [2, 0], [2, 5]]))
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    character.move = { x: 4, y: 0, z: 1 }
    run(world, character, 90)
    expect(character.position.x).toBeCloseTo(2 - 0.306, 3)
    expect(character.position.z).toBeCloseTo(1.5, name === 'box' ? 1 : 2)
    expect(character.position.y).toBeCloseTo(STANDING, 4)
  })

  it('is not stopped by the back of a mesh, unless it has two sides', () => {
    const world = worldOf(profile([[2, 5], [2, -1]]))
    world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [box({ halfExtents: { x: 50, y: 0.5, z: 50 } })] })
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    character.move = { x: 3, y: 0, z: 0 }
    run(world, character, 120)
    expect(character.position.x).toBeGreaterThan(4)
  })
})
