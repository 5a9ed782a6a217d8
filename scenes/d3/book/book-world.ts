/**
 * What the scenes of Hodges' book share: its sandbox, its box sizes, and the way from its axes to ours.
 *
 * The book has z up and gives masses as inverses; here y is up, and its (x, y, z) is our (x, z, −y), which turns and does not mirror. Friction and
 * elasticity of two bodies are multiplied there, and so they are here.
 */

import { box, type Body, type BodyDefinition, type PieceOptions, type Quat, type ShapeDefinition, type Vec3, type World } from 'fulcrum-physics/3d'
import { aboutAxis } from '../rotation.ts'

/** The book's gravity. */
export const BOOK_OPTIONS = { gravity: { x: 0, y: -10, z: 0 } } as const

/** A point or direction of the book. */
export function at(x: number, y: number, z: number): Vec3 {
  return { x, y: z, z: -y }
}

/** A rotation of the book, by axis and angle. */
export function turned(x: number, y: number, z: number, angle: number): Quat {
  const axis = at(x, y, z)
  return aboutAxis(axis.x, axis.y, axis.z, angle)
}

/** Surface of the book: elasticity and friction, both multiplied with the other body's. */
export function surface(restitution: number, friction: number): PieceOptions {
  return { restitution, friction, restitutionCombine: 'multiply', frictionCombine: 'multiply' }
}

/** Half extents of the book, in its axes. */
function bookBox(x: number, y: number, z: number, options: PieceOptions): ShapeDefinition {
  return box({ ...options, halfExtents: { x, y: z, z: y } })
}

/** A cube of 0.5 m. */
export function smallBox(options: PieceOptions): ShapeDefinition {
  return bookBox(0.25, 0.25, 0.25, options)
}

/** A cube of 2 m. */
export function unitBox(options: PieceOptions): ShapeDefinition {
  return bookBox(1, 1, 1, options)
}

/** 6 m long, 0.5 m thick. */
export function beam(options: PieceOptions): ShapeDefinition {
  return bookBox(3, 0.25, 0.25, options)
}

/** 6 by 6 m, 0.5 m thick. */
export function platform(options: PieceOptions): ShapeDefinition {
  return bookBox(3, 3, 0.25, options)
}

/** A body of the book: mass is the inverse of its inverse mass, which never moves if that is 0. */
export function addBody(world: World, inverseMass: number, shape: ShapeDefinition, definition: BodyDefinition): Body {
  const kind: BodyDefinition = inverseMass === 0 ? { type: 'static' } : { mass: 1 / inverseMass }
  return world.createBody({ ...kind, shapes: [shape], ...definition })
}

/** Ground of 100 by 50 m and walls 5 m high. */
export function addSandbox(world: World): void {
  addBody(world, 0, bookBox(50, 25, 0.5, surface(0.5, 0.5)), { position: at(0, 0, -0.5) })
  for (const side of [-1, 1]) {
    addBody(world, 0, bookBox(1, 25, 2.5, surface(0.5, 0)), { position: at(50 * side, 0, 2.5) })
    addBody(world, 0, bookBox(50, 1, 2.5, surface(0.5, 0)), { position: at(0, 25 * side, 2.5) })
  }
}
