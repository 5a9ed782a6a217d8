/** Worlds and numbers that the tests in two dimensions share. */

import { box, World, type Body, type WorldOptions } from 'fulcrum-physics/2d'

export const DT = 1 / 60
export const GRAVITY = 9.81
export const WEIGHTLESS = { x: 0, y: 0 }

export function createWorld(options: WorldOptions = {}): World {
  return new World({ sleeping: false, ...options })
}

export function steps(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step(DT)
}

/** A static floor with its top at y = 0. */
export function addFloor(world: World, half: number, surface: { friction?: number; restitution?: number } = {}): Body {
  return world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [box({ halfExtents: { x: half, y: 0.5 }, ...surface })] })
}

export function isFinitePose(body: Body): boolean {
  return Number.isFinite(body.position.x + body.position.y + body.rotation + body.linearVelocity.x + body.linearVelocity.y)
}
