/** What is written to a list of shapes or to a contact and means nothing throws, and the step goes on as without it. */

import { box, sphere, World, type Contact } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

function landed(): World {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 5, y: 1, z: 5 } })] })
  world.createBody({ position: { x: 0, y: 0.5, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
  return world
}

it('a misspelt property of a contact throws out of the step, which ends as without it', () => {
  const [plain, misspelt] = [landed(), landed()]
  plain.onContact = () => {}
  misspelt.onContact = contact => void ((contact as Contact & { frction: number }).frction = 0)
  plain.step(1 / 60)
  expect(() => misspelt.step(1 / 60)).toThrow(TypeError)
  expect(misspelt.hash()).toBe(plain.hash())
})

it('the list of shapes is frozen', () => {
  const [, ball] = landed().bodies
  expect(() => (ball!.shapes as unknown[]).push(sphere({ radius: 0.5 }))).toThrow(TypeError)
  expect(ball!.shapes).toHaveLength(1)
})
