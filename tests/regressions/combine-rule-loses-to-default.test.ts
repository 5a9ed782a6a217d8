// A shape that asked for the restitution 'min' bounced by the other's default 'max' all the same: its wish lost to a rule that nobody had asked for.
import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

type Rule = plane.CombineRule | undefined
const RULES: readonly Rule[] = [undefined, 'geometric', 'average', 'min', 'multiply', 'max']
const PRIORITY: readonly Rule[] = ['geometric', 'average', 'min', 'multiply', 'max']

/** The rule of two surfaces as the guide says it: the default gives way, otherwise the later of the list wins. */
function winner(a: Rule, b: Rule, standard: Rule): Rule {
  const [first, second] = [a ?? standard, b ?? standard]
  if (first === standard) return second
  if (second === standard) return first
  return PRIORITY.indexOf(first) > PRIORITY.indexOf(second) ? first : second
}

function combined(rule: Rule, a: number, b: number): number {
  switch (rule) {
    case 'geometric': return Math.sqrt(a * b)
    case 'average': return (a + b) / 2
    case 'min': return Math.min(a, b)
    case 'multiply': return a * b
    default: return Math.max(a, b)
  }
}

interface Seen {
  friction: number
  restitution: number
  /** Speed after the bounce, m/s. */
  speed: number
}

interface Surface {
  friction: number
  restitution: number
  frictionCombine?: plane.CombineRule
  restitutionCombine?: plane.CombineRule
}

/** A ball that falls on a floor at 4 m/s: what its contact has, and how it bounces. */
const DIMENSIONS: readonly { name: string; drop(ball: Surface, floor: Surface): Seen }[] = [
  {
    name: '2D',
    drop(ball, floor) {
      const world = new plane.World({ gravity: { x: 0, y: 0 } })
      world.createBody({ type: 'static', shapes: [plane.box({ halfExtents: { x: 5, y: 1 }, ...floor })] })
      return dropped(world, world.createBody({ position: { x: 0, y: 1.6 }, linearVelocity: { x: 0, y: -4 }, shapes: [plane.circle({ radius: 0.5, ...ball })] }))
    },
  },
  {
    name: '3D',
    drop(ball, floor) {
      const world = new space.World({ gravity: { x: 0, y: 0, z: 0 } })
      world.createBody({ type: 'static', shapes: [space.box({ halfExtents: { x: 5, y: 1, z: 5 }, ...floor })] })
      const shapes = [space.sphere({ radius: 0.5, ...ball })]
      return dropped(world, world.createBody({ position: { x: 0, y: 1.6, z: 0 }, linearVelocity: { x: 0, y: -4, z: 0 }, shapes }))
    },
  },
]

function dropped(world: plane.World | space.World, body: plane.Body | space.Body): Seen {
  const seen: Seen = { friction: NaN, restitution: NaN, speed: NaN }
  world.onContact = ({ friction, restitution }: { friction: number; restitution: number }) => void Object.assign(seen, { friction, restitution })
  for (let i = 0; i < 6; i++) world.step(1 / 60)
  return { ...seen, speed: body.linearVelocity.y }
}

describe.each(DIMENSIONS)('rules of combining, $name', ({ drop }) => {
  const pairs = RULES.flatMap((a) => RULES.map((b) => [a, b] as const))

  it.each(pairs)('of %s and %s', (a, b) => {
    const ask = (rule: Rule): object => (rule === undefined ? {} : { frictionCombine: rule, restitutionCombine: rule })
    const seen = drop({ friction: 0.9, restitution: 0.8, ...ask(a) }, { friction: 0.2, restitution: 0.3, ...ask(b) })
    expect(seen.friction).toBeCloseTo(combined(winner(a, b, 'geometric'), 0.9, 0.2), 12)
    const restitution = combined(winner(a, b, 'max'), 0.8, 0.3)
    expect(seen.restitution).toBeCloseTo(restitution, 12)
    expect(seen.speed).toBeCloseTo(4 * restitution, 6)
  })
})
