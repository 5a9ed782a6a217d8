/**
 * Calls of random programs that bring what a level is made of: meshes, height fields, voxels, planes, tiles; characters that walk there;
 * contact hooks, groups of filters, static friction, shapes with other ends.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import type { ProgramOptions, Random } from './random-program.ts'

type Calls<World> = NonNullable<ProgramOptions<World>['more']>
type Any<Plane, Space, World> = World extends d2.World ? Plane : Space

/** Levels that a program makes at most: each is met by everything. */
const MOST_LEVELS = 3
const MOST_CHARACTERS = 3

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

function signed(random: Random, most: number): number {
  return most * (2 * random() - 1)
}

/** Hooks go by what a contact says, so that the same contact gets the same answer in any world. */
export const HOOKS: readonly (((contact: d2.Contact | d3.Contact) => void) | null)[] = [
  null,
  (contact) => (contact.friction = 0.1),
  (contact) => (contact.bodyA.id + contact.bodyB.id) % 5 === 0 && contact.disable(),
  (contact) => {
    contact.restitution = 0.5
    contact.staticFriction = 2
    contact.normalSpeed = contact.isNew ? 0.3 : 0
  },
  (contact) => ((contact as d3.Contact).surfaceVelocity = { x: 0.5, y: 0, z: 0.2 }),
]

function evenTogether(a: d2.Shape | d3.Shape, b: d2.Shape | d3.Shape): boolean {
  return (a.id ^ b.id) % 7 !== 0
}

/** What needs no coordinate. */
function sharedCalls<World extends d2.World | d3.World>(): Calls<World> {
  type Body = Any<d2.Body, d3.Body, World>
  type Character = Any<d2.Character, d3.Character, World>
  const shapeOf = (world: World, random: Random): d2.Shape | d3.Shape | undefined => {
    const { shapes } = pick(random, [...world.bodies] as d3.Body[])
    return shapes.length > 0 ? pick(random, shapes) : undefined
  }
  const character = (world: World, random: Random): d2.Character | d3.Character | undefined =>
    pick<Character>(random, [...world.characters] as Character[])
  return {
    hook: (world, random) => ((world as d3.World).onContact = pick(random, HOOKS) as never),
    pairFilter: (world, random) => ((world as d3.World).shouldCollide = random() < 0.5 ? null : (evenTogether as never)),
    group: (world, random) => {
      const shape = shapeOf(world, random)
      if (shape) shape.filter = { group: pick(random, [-2, -1, 0, 1, 2]) }
    },
    staticFriction: (world, random) => {
      const shape = shapeOf(world, random)
      if (shape) shape.staticFriction = shape.friction + random()
    },
    jump: (world, random) => character(world, random)?.jump(5 * random()),
    heavyWalker: (world, random) => {
      const one = character(world, random)
      if (one === undefined) return
      one.mass = 10 + 100 * random()
      one.strength = 1000 * random()
      one.stepHeight = 0.4 * random()
      one.stepsOnDynamic = random() < 0.5
    },
    removeLevel: (world, random) => {
      const levels = ([...world.bodies] as d3.Body[]).filter(body => body.shapes.some(isLevel))
      if (levels.length > 0 && random() < 0.5) (world as d3.World).destroyBody(pick(random, levels))
    },
    removeCharacter: (world, random) => {
      const one = character(world, random)
      if (one !== undefined && random() < 0.3) (world as d3.World).destroyBody(one.body as d3.Body as Body & d3.Body)
    },
  }
}

/** So that a program of a few hundred calls makes some of them: each thrice as likely as one of the common calls. */
export function often<World>(calls: Calls<World>): Calls<World> {
  return Object.fromEntries(Object.entries(calls).flatMap(([name, act]) => [1, 2, 3].map(n => [`${name} ${n}`, act])))
}

function levelCount(world: d2.World | d3.World): number {
  let count = 0
  for (const body of world.bodies) if (body.shapes.some(isLevel)) count++
  return count
}

function isLevel(shape: d2.Shape | d3.Shape): boolean {
  return ['mesh', 'heightField', 'voxels', 'plane', 'chain', 'segment'].includes(shape.kind)
}

function heights(random: Random, count: number): Float32Array {
  return Float32Array.from({ length: count }, () => 0.4 * random())
}

export const PLANE_LEVELS: Calls<d2.World> = {
  ...sharedCalls<d2.World>(),
  heightLine: (world, random) => {
    if (levelCount(world) >= MOST_LEVELS) return
    const type = random() < 0.8 ? 'static' : 'kinematic'
    const body = world.createBody({ type, position: { x: 0, y: -1.8 }, shapes: d2.heightLine({ heights: heights(random, 9), width: 8 }) })
    if (type === 'kinematic') body.linearVelocity = { x: 0.3, y: 0 }
  },
  tiles: (world, random) => {
    if (levelCount(world) >= MOST_LEVELS) return
    const cells = Array.from({ length: 12 }, () => [Math.floor(8 * random()) - 4, Math.floor(2 * random())]).flat()
    world.createBody({ type: 'static', position: { x: 0, y: -2 }, shapes: d2.tiles({ cells, cellSize: 0.5 }) })
  },
  character: (world, random) => {
    if ([...world.characters].length >= MOST_CHARACTERS) return
    const shape = random() < 0.5 ? d2.capsule({ radius: 0.2, halfLength: 0.3 }) : d2.box({ halfExtents: { x: 0.2, y: 0.4 } })
    world.createCharacter({ shape, position: { x: signed(random, 2), y: 1 }, stepHeight: 0.2 * random() })
  },
  walk: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.move = { x: signed(random, 4), y: 0 }
  },
  throwCharacter: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.velocity = { x: signed(random, 4), y: 5 * random() }
  },
}

const QUAD = {
  positions: [-3, 0, -3, 3, 0, -3, 3, 0, 3, -3, 0, 3, 0, 0.5, 0],
  indices: [4, 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3],
}

export const SPACE_LEVELS: Calls<d3.World> = {
  ...sharedCalls<d3.World>(),
  mesh: (world, random) => {
    if (levelCount(world) >= MOST_LEVELS) return
    const type = random() < 0.8 ? 'static' : 'kinematic'
    const body = world.createBody({ type, position: { x: 0, y: -1.9, z: 0 }, shapes: [d3.mesh({ ...QUAD, sides: pick(random, ['front', 'both']) })] })
    if (type === 'kinematic') body.angularVelocity = { x: 0, y: 0.3, z: 0 }
  },
  heightField: (world, random) => {
    if (levelCount(world) >= MOST_LEVELS) return
    const field = d3.heightField({ heights: heights(random, 25), samplesX: 5, samplesZ: 5, sizeX: 6, sizeZ: 6 })
    world.createBody({ type: 'static', position: { x: 0, y: -1.8, z: 0 }, shapes: [field] })
  },
  voxels: (world, random) => {
    if (levelCount(world) >= MOST_LEVELS) return
    const cells = Array.from({ length: 20 }, () => [Math.floor(8 * random()) - 4, Math.floor(2 * random()), Math.floor(8 * random()) - 4]).flat()
    world.createBody({ type: 'static', position: { x: 0, y: -2, z: 0 }, shapes: [d3.voxels({ cells, cellSize: 0.5 })] })
  },
  plane: (world, random) => {
    if (levelCount(world) >= MOST_LEVELS) return
    world.createBody({ type: 'static', position: { x: 0, y: -2 - random(), z: 0 }, shapes: [d3.plane()] })
  },
  oddShape: (world, random) => {
    const size = 0.15 + 0.2 * random()
    const shape = pick(random, [
      () => d3.cylinder({ radius: size, halfHeight: 0.3 }),
      () => d3.cone({ radius: size, halfHeight: 0.25 }),
      () => d3.ellipsoid({ radii: { x: size, y: 0.3, z: 0.2 } }),
      () => d3.box({ halfExtents: { x: size, y: 0.2, z: 0.2 }, rounding: 0.05 }),
    ])()
    world.createBody({ position: { x: signed(random, 2), y: 1, z: signed(random, 2) }, shapes: [shape] })
  },
  character: (world, random) => {
    if ([...world.characters].length >= MOST_CHARACTERS) return
    const shape = random() < 0.5 ? d3.capsule({ radius: 0.2, halfLength: 0.3 }) : d3.box({ halfExtents: { x: 0.2, y: 0.4, z: 0.2 } })
    world.createCharacter({ shape, position: { x: signed(random, 2), y: 1, z: signed(random, 2) }, stepHeight: 0.2 * random() })
  },
  walk: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.move = { x: signed(random, 4), y: 0, z: signed(random, 4) }
  },
  throwCharacter: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.velocity = { x: signed(random, 4), y: 5 * random(), z: 0 }
  },
}
