/** Common ground of the accuracy cases in two dimensions: the step, gravity, worlds without sleep, and vector helpers for formulas. */

import { World, type Body, type Vec2, type WorldOptions } from 'fulcrum-physics/2d'

export const DT: number = 1 / 60
export const GRAVITY = 9.81
export const WEIGHTLESS: Vec2 = { x: 0, y: 0 }
export const ORIGIN: Vec2 = { x: 0, y: 0 }
export const DEGREE: number = Math.PI / 180
export const TURN: number = 2 * Math.PI
/** Touches nothing. */
export const GHOST = { category: 1, mask: 0 }

/** A world as the suite measures it: default settings, sleeping off. */
export function createWorld(options: WorldOptions = {}): World {
  return new World({ sleeping: false, ...options })
}

/** Steps of 1/60 s. */
export function steps(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step(DT)
}

export function subtract(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x - b.x, y: a.y - b.y }
}

export function add(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x + b.x, y: a.y + b.y }
}

export function scale(a: Vec2, factor: number): Vec2 {
  return { x: a.x * factor, y: a.y * factor }
}

export function dot(a: Vec2, b: Vec2): number {
  return a.x * b.x + a.y * b.y
}

export function cross(a: Vec2, b: Vec2): number {
  return a.x * b.y - a.y * b.x
}

export function length(a: Vec2): number {
  return Math.hypot(a.x, a.y)
}

export function distance(a: Vec2, b: Vec2): number {
  return length(subtract(a, b))
}

/** The vector turned counter-clockwise. */
export function rotate(angle: number, { x, y }: Vec2): Vec2 {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return { x: c * x - s * y, y: s * x + c * y }
}

/** The unit vector at an angle from +x. */
export function direction(angle: number): Vec2 {
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

/** Moment of a solid box about its middle. */
export function boxInertia(mass: number, half: Vec2): number {
  return (mass / 3) * (half.x * half.x + half.y * half.y)
}

/** The larger one; a number gone bad stays. */
export function worse(a: number, b: number): number {
  return b > a || Number.isNaN(b) ? b : a
}

export function isFinitePose(body: Body): boolean {
  const p = body.position
  const v = body.linearVelocity
  return Number.isFinite(p.x + p.y + body.rotation + v.x + v.y + body.angularVelocity)
}
