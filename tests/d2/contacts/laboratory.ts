/**
 * Small worlds for the contact tests: a ground whose top is y = 0, and a step of 1/60 s. Slopes are made by tilting gravity.
 */

import { box, World, type Body, type BoxOptions } from 'fulcrum-physics/2d'

export const GRAVITY = 9.81

export interface Laboratory {
  world: World
  ground: Body
  run: (seconds: number) => void
}

export function laboratory(surface: Partial<BoxOptions> = {}, slope = 0): Laboratory {
  const world = new World({ gravity: { x: GRAVITY * Math.sin(slope), y: -GRAVITY * Math.cos(slope) } })
  world.sleeping = false
  const ground = world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 200, y: 1 }, position: { x: 0, y: -1 }, ...surface })] })
  const run = (seconds: number): void => {
    const steps = Math.round(seconds * 60)
    for (let i = 0; i < steps; i++) world.step(1 / 60)
  }
  return { world, ground, run }
}
