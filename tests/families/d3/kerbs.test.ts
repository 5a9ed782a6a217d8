/**
 * A ball rolls against a kerb, square or at a slant, or one with a slanted face; a capsule or a cylinder square, along the whole edge. About its edge angular momentum stays:
 * with x = height/radius and the moment of inertia c m r² the blow leaves v (1 − x/(1 + c)) along the tangent; the body flies off, lands on the
 * kerb and rolls on with v (1 − x/(1 + c))², and along the edge with what it had. Judged over the moments within the step at which it strikes.
 */

import { box, capsule, cylinder, hull, mesh, type ShapeDefinition, sphere, TriangleMesh, World } from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'

const MOMENTS = 8
/** Of a ball, and of a solid cylinder. */
const BALL = 0.4
const ROLLER = 0.5
/** The shape's y along the kerb. */
const LYING = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }

interface Surface {
  readonly friction: number
  readonly restitution: number
}

function addKerb(world: World, height: number, surface: Surface): void {
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 20, y: 1, z: 200 }, ...surface })] })
  world.createBody({ type: 'static', position: { x: 200, y: height - 1, z: 0 }, shapes: [box({ halfExtents: { x: 200, y: 1, z: 200 }, ...surface })] })
}

/**
 * Misses of bodies of moment of inertia `share` m r², that go along the kerb with up to `slant` of their speed: of the mean, and the worst. `prepare`
 * gives what makes floor and kerb.
 */
function overKerb(
  random: Random, share: number, slant: number, shapeOf: (radius: number, surface: Surface) => ShapeDefinition,
  prepare: (radius: number, height: number, surface: Surface) => (world: World) => void =
    (_radius, height, surface) => world => addKerb(world, height, surface),
): { mean: number; moment: number } {
  const radius = random.scale(0.1, 1)
  const height = radius * random.between(0.05, 0.35)
  const slowest = 1.5 * Math.sqrt(9.81 * radius)
  const dt = 1 / random.pick([60, 60, 120])
  const speed = slowest * random.scale(1, Math.max(1.01, Math.min(3, 0.4 * radius / dt / slowest)))
  const along = slant * speed * random.between(-1, 1)
  const surface = { friction: random.between(2, 5), restitution: 0 }
  const truth = speed * (1 - height / ((1 + share) * radius)) ** 2
  const inertia = share * radius * radius
  const addGround = prepare(radius, height, surface)
  let sum = 0
  let worst = 0
  for (let k = 0; k < MOMENTS; k++) {
    const world = new World({ gravity: { x: 0, y: -9.81, z: 0 }, sleeping: false })
    addGround(world)
    const body = world.createBody({
      position: { x: -2 * radius - speed * dt * k / MOMENTS, y: radius, z: 0 }, linearVelocity: { x: speed, y: 0, z: along }, rotation: LYING,
      angularVelocity: { x: along / radius, y: 0, z: -speed / radius }, shapes: [shapeOf(radius, surface)],
      mass: 1, inertia: { xx: inertia, yy: inertia, zz: inertia, xy: 0, xz: 0, yz: 0 },
    })
    for (let time = 0; time < 2 + 6 * radius; time += dt) world.step(dt)
    const miss = Math.hypot(body.linearVelocity.x - truth, body.linearVelocity.z - along) / truth
    sum += body.linearVelocity.x / truth - 1
    worst = Math.max(worst, miss)
  }
  return { mean: Math.abs(sum / MOMENTS), moment: worst }
}

testFamily({
  name: 'balls over kerbs, 3D', short: 8, long: 150,
  figures: { mean: { p50: 0.01, p99: 0.02, worst: 0.02 }, moment: { p50: 0.02, p99: 0.04 } },
  run: random => overKerb(random, BALL, 0.5, (radius, surface) => sphere({ radius, ...surface })),
})

testFamily({
  name: 'balls over slanted kerbs, 3D', short: 8, long: 150,
  figures: { mean: { p50: 0.01, p99: 0.02, worst: 0.02 }, moment: { p50: 0.02, p99: 0.04 } },
  run: random => overKerb(random, BALL, 0.5, (radius, surface) => sphere({ radius, ...surface }), (radius, height, surface) => {
    // So steep that the ball meets the upper edge first, and not the slope.
    const run = height / Math.tan(random.between(Math.acos(1 - height / radius) + 0.05, 0.5 * Math.PI))
    const meshed = random() < 0.5
    const kerb = [{ x: 0, y: 0 }, { x: run, y: height }, { x: 400, y: height }]
    return world => {
      if (meshed) {
        const positions = [{ x: -20, y: 0 }, ...kerb].flatMap(({ x, y }) => [x, y, -200, x, y, 200])
        const indices = [0, 2, 4].flatMap(a => [a, a + 1, a + 2, a + 2, a + 1, a + 3])
        world.createBody({ type: 'static', shapes: [mesh({ mesh: TriangleMesh.build({ positions, indices }), ...surface })] })
        return
      }
      const points = [...kerb, { x: 400, y: -1 }, { x: 0, y: -1 }].flatMap(point => [-200, 200].map(z => ({ ...point, z })))
      world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 20, y: 1, z: 200 }, ...surface })] })
      world.createBody({ type: 'static', shapes: [hull({ points, ...surface })] })
    }
  }),
})

testFamily({
  name: 'lying capsules over kerbs, 3D', short: 4, long: 100,
  figures: { mean: { p50: 0.01, p99: 0.02, worst: 0.02 }, moment: { p50: 0.02, p99: 0.04 } },
  run: random => overKerb(random, ROLLER, 0, (radius, surface) => capsule({ radius, halfLength: radius * random.between(0.3, 2), ...surface })),
})

testFamily({
  name: 'lying cylinders over kerbs, 3D', short: 4, long: 100,
  // Where a step finds a single point of the line, a blow beside the middle turns the cylinder.
  figures: { mean: { p50: 0.02, worst: 0.1 } },
  run(random) {
    const { mean } = overKerb(random, ROLLER, 0, (radius, surface) => cylinder({ radius, halfHeight: radius * random.between(0.3, 2), ...surface }))
    return { mean }
  },
})
